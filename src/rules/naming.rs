//! Where a text among the arguments of a call names something: in calls of primitives, and of rules that hand what they are given on
//! to one of these, such as `units_left("red")`.

use std::collections::BTreeMap;

use rhai::{AST, ASTNode, Expr, Position, ScriptFuncDef, Stmt};

use super::calls::{alone, called};
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

/// A call by its name and how many arguments it has, and a place among them, from 0.
type Place = (String, usize, usize);

/// All calls in which a text names something.
pub(super) struct Naming {
    /// What the parameters of rules name.
    of_rules: BTreeMap<Place, Named>,
}

impl Naming {
    pub(super) fn of(rules: &AST) -> Naming {
        let functions = rules.iter_fn_def().filter(|function| !function.params.is_empty());
        let of_rules = functions.flat_map(|function| handed_on(function)).collect();
        Naming { of_rules }
    }

    /// What the node at the end of a path names by texts, each with its place.
    pub(super) fn names<'p>(
        &self,
        path: &[ASTNode<'p>],
    ) -> impl Iterator<Item = (Named, &'p str, Position)> + use<'p> {
        let texts = arguments(path).into_iter().filter_map(|(name, count, at, argument)| match argument {
            Expr::StringConstant(text, position) => Some((name, count, at, text.as_str(), *position)),
            _ => None,
        });
        let named = texts.filter_map(|(name, count, at, text, position)| {
            let of_rule = || self.of_rules.get(&(called(name).to_owned(), count, at)).copied();
            Some((of_primitive(name, count, at).or_else(of_rule)?, text, position))
        });
        named.collect::<Vec<_>>().into_iter()
    }
}

fn of_primitive(name: &str, count: usize, at: usize) -> Option<Named> {
    let found =
        NAMING.iter().find(|(own, arguments, place, _)| (*own, *arguments, *place) == (name, count, at));
    found.map(|(.., named)| *named)
}

/// The arguments of a call at the end of a path, each with the name of the call, how many it has, and its place; what stands before
/// the point of a method is the first, and not among them.
fn arguments<'p>(path: &[ASTNode<'p>]) -> Vec<(&'p str, usize, usize, &'p Expr)> {
    let (call, before) = match path.last() {
        Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => (call, 0),
        Some(ASTNode::Expr(Expr::MethodCall(call, _))) => (call, 1),
        _ => return Vec::new(),
    };
    let count = call.args.len() + before;
    call.args.iter().enumerate().map(|(at, argument)| (&*call.name, count, at + before, argument)).collect()
}

/// The parameters of a rule that it hands on as they are to a primitive as a name. One that is given another value is not looked at.
fn handed_on(function: &ScriptFuncDef) -> Vec<(Place, Named)> {
    let mut found = Vec::new();
    let mut set = Vec::new();
    each_node(&alone(function), &mut |path| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                if let Expr::Variable(variable, ..) = &parts.1.lhs {
                    set.push(variable.1.to_string());
                }
            }
            Some(ASTNode::Stmt(Stmt::Var(parts, ..))) => set.push(parts.0.name.to_string()),
            Some(ASTNode::Stmt(Stmt::For(parts, ..))) => set.push(parts.0.name.to_string()),
            _ => {}
        }
        for (name, count, at, argument) in arguments(path) {
            if let Expr::Variable(variable, ..) = argument
                && let Some(named) = of_primitive(name, count, at)
            {
                found.push((variable.1.to_string(), named));
            }
        }
        true
    });
    found.retain(|(name, _)| !set.contains(name));
    let parameters = function.params.iter().enumerate();
    let places = parameters.filter_map(|(at, parameter)| {
        let (_, named) = found.iter().find(|(name, _)| *name == parameter.as_str())?;
        Some(((called(&function.name).to_owned(), function.params.len(), at), *named))
    });
    places.collect()
}
