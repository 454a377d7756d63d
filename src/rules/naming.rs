//! Where a text among the arguments of a call names something: in calls of primitives, and of rules that hand what they are given on
//! to one of these, such as `units_left("red")`.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, Expr, FnPtr, ImmutableString, Position, ScriptFuncDef, Stmt};
use rustc_hash::FxHashMap;

use super::calls::{Alone, called};
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
    Unit,
    Hex,
    /// Dice as they are written.
    Notation,
    /// What has properties.
    Holder,
    /// An edge of the map.
    Edge,
    /// The hand to which something turns.
    Hand,
    /// A line along a body.
    Bound,
}

/// Primitives with how many arguments they are given, and which of these names what.
const NAMING: [(&str, usize, usize, Named); 24] = [
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
    ("unit", 1, 0, Named::Unit),
    ("hex", 1, 0, Named::Hex),
    ("dice", 3, 0, Named::Notation),
    ("dice", 4, 0, Named::Notation),
    ("reset", 2, 0, Named::Holder),
    ("has_property", 2, 0, Named::Holder),
    ("edge", 1, 0, Named::Edge),
    ("wheel", 3, 1, Named::Hand),
    ("bend", 4, 1, Named::Hand),
    ("lies", 3, 1, Named::Bound),
];

/// A call by its name and how many arguments it has, which does not matter for closures, and a place among them, from 0.
type Place = (String, usize, usize);

/// All calls in which a text names something.
pub(super) struct Naming {
    /// What the parameters of rules and closures name: by the name of a function, how many it has and which one it is.
    of_rules: FxHashMap<String, Vec<(usize, usize, Named)>>,
}

impl Naming {
    /// Of all these functions.
    pub(super) fn of(functions: &[Alone<'_>]) -> Naming {
        let with_parameters = functions.iter().filter(|(function, _)| !function.params.is_empty());
        let mut handing: Vec<(Place, Place)> =
            with_parameters.flat_map(|(function, tree)| handed_on(function, tree)).collect();
        let mut naming = Naming { of_rules: FxHashMap::default() };
        loop {
            let still_open = handing.len();
            handing.retain(|((name, count, at), (to, of, place))| {
                let Some(named) = naming.at(to, *of, *place) else { return true };
                if naming.at(name, *count, *at).is_none() {
                    naming.of_rules.entry(name.clone()).or_default().push((*count, *at, named));
                }
                false
            });
            if handing.len() == still_open {
                return naming;
            }
        }
    }

    fn at(&self, name: &str, count: usize, at: usize) -> Option<Named> {
        let is_it =
            |(own, of, place, _): &&(&str, usize, usize, Named)| *own == name && (*of, *place) == (count, at);
        let of_primitive = NAMING.iter().find(is_it).map(|(.., named)| *named);
        of_primitive.or_else(|| {
            let mut of_rule = self.of_rules.get(name)?.iter();
            of_rule.find(|(of, place, _)| (*of, *place) == (count, at)).map(|(.., named)| *named)
        })
    }

    /// What the node at the end of a path names by texts, each with its place.
    pub(super) fn names<'p>(&self, path: &[ASTNode<'p>]) -> Vec<(Named, &'p str, Position)> {
        let Some(call) = Call::at(path) else { return Vec::new() };
        let texts = call.arguments.iter().enumerate().filter_map(|(at, argument)| match argument {
            Expr::StringConstant(text, position) => {
                Some((self.at(call.name(), call.count, at + call.before)?, text.as_str(), *position))
            }
            _ => None,
        });
        texts.collect()
    }
}

/// What the language calls with a closure and all that this captures.
const CAPTURING: &str = "curry";

/// A call, or what a closure captures where it is made.
struct Call<'p> {
    linked: ImmutableString,
    count: usize,
    /// What stands before the point of a method is its first argument, and not among these.
    before: usize,
    arguments: &'p [Expr],
    is_closure: bool,
}

impl<'p> Call<'p> {
    /// The one at the end of a path.
    fn at(path: &[ASTNode<'p>]) -> Option<Call<'p>> {
        let (call, before) = match path.last()? {
            ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => (call, 0),
            ASTNode::Expr(Expr::MethodCall(call, _)) => (call, 1),
            _ => return None,
        };
        if call.name == CAPTURING
            && let [Expr::DynamicConstant(value, _), arguments @ ..] = &*call.args
            && let Some(closure) = value.clone().try_cast::<FnPtr>()
        {
            let linked = closure.fn_name().into();
            return Some(Call { linked, count: 0, before: 0, arguments, is_closure: true });
        }
        let count = call.args.len() + before;
        Some(Call { linked: call.name.clone(), count, before, arguments: &call.args, is_closure: false })
    }

    fn name(&self) -> &str {
        if self.is_closure { &self.linked } else { called(&self.linked) }
    }
}

/// The parameters of a function that it hands on as they are, with where they come from and where they go. One that is given another
/// value is not looked at.
fn handed_on(function: &ScriptFuncDef, tree: &AST) -> Vec<(Place, Place)> {
    let mut found = Vec::new();
    let mut set = BTreeSet::new();
    let parameter = |name: &str| function.params.iter().position(|own| *own == *name);
    each_node(tree, &mut |path| {
        let given = match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => match &parts.1.lhs {
                Expr::Variable(variable, ..) => parameter(&variable.1),
                _ => None,
            },
            Some(ASTNode::Stmt(Stmt::Var(parts, ..))) => parameter(&parts.0.name),
            Some(ASTNode::Stmt(Stmt::For(parts, ..))) => parameter(&parts.0.name),
            _ => None,
        };
        set.extend(given);
        let Some(call) = Call::at(path) else { return true };
        for (at, argument) in call.arguments.iter().enumerate() {
            if let Expr::Variable(variable, ..) = argument
                && let Some(from) = parameter(&variable.1)
            {
                found.push((from, (call.name().to_owned(), call.count, at + call.before)));
            }
        }
        true
    });
    let (name, count) = match is_closure(function) {
        true => (function.name.as_str(), 0),
        false => (called(&function.name), function.params.len()),
    };
    let unchanged = found.into_iter().filter(|(from, _)| !set.contains(from));
    unchanged.map(|(from, to)| ((name.to_owned(), count, from), to)).collect()
}
