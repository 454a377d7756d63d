//! Where a text among the arguments of a call names something: in calls of primitives, and of rules that hand what they are given on
//! to one of these, such as `units_left("red")`.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, FnPtr, Position, ScriptFuncDef, Stmt};

use super::calls::{alone, called};
use super::link::is_closure;
use super::nodes::each_node;

/// What a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Roll,
    Attribute,
    Value,
    Table,
    Phase,
    Property,
    /// A unit type or a terrain, which share a primitive.
    Type,
    Side,
    Hex,
}

/// Primitives with how many arguments they are given, and which of these names what.
const NAMING: [(&str, usize, usize, Named); 15] = [
    ("roll", 5, 2, Named::Roll),
    ("roll_each", 5, 2, Named::Roll),
    ("dice", 3, 1, Named::Roll),
    ("dice", 4, 1, Named::Roll),
    ("printed", 3, 2, Named::Attribute),
    ("modifiers", 3, 2, Named::Attribute),
    ("value", 1, 0, Named::Value),
    ("value", 2, 1, Named::Value),
    ("table", 3, 0, Named::Table),
    ("begin_phase", 2, 0, Named::Phase),
    ("begin_phase", 3, 1, Named::Phase),
    ("reset", 2, 1, Named::Property),
    ("is_a", 2, 1, Named::Type),
    ("side", 1, 0, Named::Side),
    ("hex", 1, 0, Named::Hex),
];

/// A call by its name and how many arguments it has, which does not matter for closures, and a place among them, from 0.
type Place = (String, usize, usize);

/// All calls in which a text names something.
pub(super) struct Naming {
    /// What the parameters of rules and closures name.
    of_rules: BTreeMap<Place, Named>,
}

impl Naming {
    pub(super) fn of(rules: &AST) -> Naming {
        let functions = rules.iter_fn_def().filter(|function| !function.params.is_empty());
        let handing: Vec<(Place, Place)> = functions.flat_map(|function| handed_on(function)).collect();
        let mut naming = Naming { of_rules: BTreeMap::new() };
        loop {
            let known = naming.of_rules.len();
            for (from, to) in &handing {
                if let Some(named) = naming.at(to) {
                    naming.of_rules.insert(from.clone(), named);
                }
            }
            if naming.of_rules.len() == known {
                return naming;
            }
        }
    }

    fn at(&self, place: &Place) -> Option<Named> {
        let (name, count, at) = (place.0.as_str(), place.1, place.2);
        let primitive = NAMING
            .iter()
            .find(|(own, arguments, own_at, _)| (*own, *arguments, *own_at) == (name, count, at));
        primitive.map(|(.., named)| *named).or_else(|| self.of_rules.get(place).copied())
    }

    /// What the node at the end of a path names by texts, each with its place.
    pub(super) fn names<'p>(&self, path: &[ASTNode<'p>]) -> Vec<(Named, &'p str, Position)> {
        let texts = arguments(path).into_iter().filter_map(|(place, argument)| match argument {
            Expr::StringConstant(text, position) => Some((self.at(&place)?, text.as_str(), *position)),
            _ => None,
        });
        texts.collect()
    }
}

/// The arguments of a call at the end of a path, or what a closure has captured there, each with its place. What stands before the
/// point of a method is the first, and not among them.
fn arguments<'p>(path: &[ASTNode<'p>]) -> Vec<(Place, &'p Expr)> {
    let (call, before) = match path.last() {
        Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => (call, 0),
        Some(ASTNode::Expr(Expr::MethodCall(call, _))) => (call, 1),
        _ => return Vec::new(),
    };
    if let [Expr::DynamicConstant(value, _), captured @ ..] = &*call.args
        && let Some(closure) = value.clone().try_cast::<FnPtr>()
    {
        let place = |at| (closure.fn_name().to_owned(), 0, at);
        return captured.iter().enumerate().map(|(at, captured)| (place(at), captured)).collect();
    }
    let (name, count) = (called(&call.name), call.args.len() + before);
    let place = |at| (name.to_owned(), count, at + before);
    call.args.iter().enumerate().map(|(at, argument)| (place(at), argument)).collect()
}

/// The parameters of a function that it hands on as they are, with where they come from and where they go. One that is given another
/// value is not looked at.
fn handed_on(function: &ScriptFuncDef) -> Vec<(Place, Place)> {
    let mut found = Vec::new();
    let mut set = BTreeSet::new();
    each_node(&alone(function), &mut |path| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                if let Expr::Variable(variable, ..) = &parts.1.lhs {
                    set.insert(variable.1.to_string());
                }
            }
            Some(ASTNode::Stmt(Stmt::Var(parts, ..))) => drop(set.insert(parts.0.name.to_string())),
            Some(ASTNode::Stmt(Stmt::For(parts, ..))) => drop(set.insert(parts.0.name.to_string())),
            _ => {}
        }
        for (to, argument) in arguments(path) {
            if let Expr::Variable(variable, ..) = argument {
                found.push((variable.1.to_string(), to));
            }
        }
        true
    });
    let (name, count) = match is_closure(function) {
        true => (function.name.to_string(), 0),
        false => (called(&function.name).to_owned(), function.params.len()),
    };
    let unchanged = found.into_iter().filter(|(variable, _)| !set.contains(variable));
    let from_parameters = unchanged.filter_map(|(variable, to)| {
        let at = function.params.iter().position(|parameter| *parameter == *variable)?;
        Some(((name.clone(), count, at), to))
    });
    from_parameters.collect()
}
