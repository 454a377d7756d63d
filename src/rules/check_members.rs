//! What stands behind a point where nobody can tell what stands before it: `terrain.csot` is a mistake wherever no data declare such a
//! name, no kind of value has it, and no script writes it into a map.

use std::collections::BTreeSet;

use rhai::{ASTNode, Dynamic, Expr, Map, Position, ScriptFuncDef, Stmt};

use super::calls::{Alone, called};
use super::check_words::{Declared, holder_of};
use super::failure::it_is_called;
use super::nodes::each_node;
use crate::diagnostic::{Code, Diagnostic};

impl Declared<'_> {
    /// Whether anything at all may have a property of this name.
    pub(super) fn anything_has(&self, name: &str, functions: &[Alone<'_>]) -> bool {
        let catalogue = self.catalogue;
        self.members.any_has(name)
            || catalogue.attributes.keys().any(|(_, own)| **own == *name)
            || catalogue.properties.iter().any(|own| *own.name == *name)
            || self.may_be_missing(name)
            || self.keys.get_or_init(|| Keys::of(functions)).written_out.contains(name)
    }

    /// Whether rules may name a property that is not here: another scenario declares it, or they ask whether there is one.
    pub(super) fn may_be_missing(&self, name: &str) -> bool {
        self.stack.elsewhere.contains(name) || self.stack.asks_for_property(name)
    }

    /// A warning for what is read or written behind a point and nothing has.
    pub(super) fn nothing_has(
        &self,
        name: &str,
        at: Position,
        functions: &[Alone<'_>],
    ) -> Option<Diagnostic> {
        let is_key = || self.keys.get_or_init(|| Keys::of(functions)).filled_in.contains(name);
        if self.anything_has(name, functions) || self.natives.knows(&reader(name)) || is_key() {
            return None;
        }
        let printed = self.catalogue.attributes.keys().map(|(_, own)| &**own);
        let changing = self.catalogue.properties.iter().map(|own| &*own.name);
        let names = printed.chain(changing).chain(self.members.docs().iter().map(|doc| doc.name()));
        let told = Diagnostic::warning(Code::NOTHING_HAS, format!("nothing has a property `{name}`"));
        let told = told.at(self.lines.span(at, &self.stack.sources)?, "");
        if self.natives.knows(name) {
            return Some(told.help(it_is_called(name)));
        }
        let told = told.near(name, names);
        let is_rule = || functions.iter().any(|(function, _)| called(&function.name) == name);
        Some(match told.help {
            Some(_) => told,
            None if is_rule() => told.help(it_is_called(name)),
            None => told.help(format!(
                "declare it: `property unit {name} nothing \"…\"`, or of `hex`, `side` or `game`"
            )),
        })
    }
}

/// The variables of a function in which something is set by a key that is worked out: `map[side.name] = 3`.
pub(super) fn filled_by_key(tree: &rhai::AST) -> BTreeSet<String> {
    let mut filled = BTreeSet::new();
    each_node(tree, &mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(parts))) = path.last()
            && let Expr::Index(target, ..) = &parts.1.lhs
            && let (Expr::Variable(variable, ..), false) =
                (&target.lhs, matches!(target.rhs, Expr::StringConstant(..) | Expr::IntegerConstant(..)))
        {
            filled.insert(variable.1.to_string());
        }
        true
    });
    filled
}

/// What the language calls its own function that reads a property: `list.len`.
fn reader(property: &str) -> String {
    format!("get${property}")
}

/// The keys of all maps in scripts.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Those that stand in `#{ … }`.
    written_out: BTreeSet<String>,
    /// Those that are set or read of a map that is there, and those of maps without a variable in them.
    filled_in: BTreeSet<String>,
}

impl Keys {
    fn of(functions: &[Alone<'_>]) -> Keys {
        let mut keys = Keys::default();
        for (function, tree) in functions {
            each_node(tree, &mut |path| {
                match path.last() {
                    Some(ASTNode::Expr(Expr::Map(map, _))) => {
                        keys.written_out.extend(map.1.keys().map(ToString::to_string));
                    }
                    Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => {
                        of_constant(value, &mut keys.filled_in);
                    }
                    Some(ASTNode::Expr(Expr::Index(parts, ..))) => {
                        if let Expr::StringConstant(text, _) = &parts.rhs {
                            keys.filled_in.insert(text.to_string());
                        }
                    }
                    Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                        keys.filled_in.extend(filled_in(&parts.1.lhs, function, tree));
                    }
                    _ => {}
                }
                true
            });
        }
        keys
    }
}

fn of_constant(value: &Dynamic, keys: &mut BTreeSet<String>) {
    if let Some(map) = value.read_lock::<Map>() {
        keys.extend(map.keys().map(ToString::to_string));
        map.values().for_each(|value| of_constant(value, keys));
    } else if let Some(list) = value.read_lock::<rhai::Array>() {
        list.iter().for_each(|value| of_constant(value, keys));
    }
}

/// The key that is set of a map of the function's own: of what is given to it or gone through, the name is to be declared.
fn filled_in(target: &Expr, function: &ScriptFuncDef, tree: &rhai::AST) -> Option<String> {
    let Expr::Dot(parts, ..) = target else { return None };
    let (Expr::Variable(variable, ..), Expr::Property(names, _)) = (&parts.lhs, &parts.rhs) else {
        return None;
    };
    if function.params.contains(&variable.1) {
        return None;
    }
    let mut is_own = false;
    each_node(tree, &mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Var(parts, ..))) = path.last() {
            is_own |= parts.0.name == variable.1 && holder_of(&parts.1).is_none();
        }
        !is_own
    });
    is_own.then(|| names.2.to_string())
}
