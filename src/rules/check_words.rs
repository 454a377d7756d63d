//! Names in the rules that data have to declare: `roll(…, "attack", …)`, `value("stacking")`, `side("red")`, `unit("r1")`, and
//! `unit.wounds` where it is certain that a unit is meant. What is not told here is told when it is run.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rhai::{AST, ASTNode, Expr, Position, ScriptFuncDef, Stmt};

use super::calls::{Alone, called};
use super::check_links::MOST_TOLD;
use super::check_members::{Keys, filled_by_key};
use super::convert::Game;
use super::failure::in_notation;
use super::kinds::kind_called;
use super::lines::Lines;
use super::naming::{Named, Naming};
use super::natives::{Members, NativeNames};
use super::nodes::each_node;
use super::primitives::{BOUNDS, HANDS, HOLDERS};
use super::receivers::without_copy;
use super::stack::ScriptStack;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Catalogue, Subject};
use crate::kernel::hex::{Edge, Hex, HexMap};
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::value::{SideId, UnitId};

/// What is declared, and where scripts stand.
pub(super) struct Declared<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) map: &'a HexMap,
    pub(super) members: &'a Members,
    pub(super) stack: &'a ScriptStack,
    pub(super) lines: &'a Lines,
    pub(super) natives: &'a NativeNames,
    /// Keys of maps, once somebody has asked.
    pub(super) keys: OnceCell<Keys>,
}

/// What stands before a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holder {
    pub(super) subject: Subject,
    /// Data hand it on to a rule. Other rules may call that rule with something else.
    is_handed_on: bool,
}

/// Mistakes in names that data would have to declare.
pub(super) fn check_words(
    rules: &AST,
    functions: &[Alone<'_>],
    naming: &Naming,
    declared: &Declared<'_>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_node(rules, &mut |path| {
        let named = naming.names(path).into_iter();
        found.extend(named.filter_map(|(named, text, position)| declared.unknown(named, text, position)));
        found.len() < MOST_TOLD
    });
    for (function, tree) in functions {
        declared.properties(function, tree, functions, &mut found);
    }
    found.truncate(MOST_TOLD);
    found
}

impl Declared<'_> {
    pub(super) fn unknown(&self, named: Named, name: &str, at: Position) -> Option<Diagnostic> {
        let catalogue = self.catalogue;
        let (kind, names): (&str, Vec<&str>) = match named {
            Named::Roll => ("kind of roll", catalogue.roll_kinds.iter().map(|k| &*k.name).collect()),
            Named::Phase => ("phase", catalogue.phases.iter().map(|p| &*p.name).collect()),
            Named::Value => ("value", catalogue.values.keys().map(|name| &**name).collect()),
            Named::Table => ("table", catalogue.tables.keys().map(|name| &**name).collect()),
            Named::Attribute => {
                let of_units = catalogue.attributes.keys().filter(|(of, _)| *of == Subject::Unit);
                ("attribute", of_units.map(|(_, name)| &**name).collect())
            }
            Named::Property => ("property", catalogue.properties.iter().map(|own| &*own.name).collect()),
            Named::Type => {
                let types = catalogue.unit_types.iter().map(|own| &*own.name);
                let terrain = catalogue.terrain.iter().map(|own| &*own.name);
                ("unit type or terrain", types.chain(terrain).collect())
            }
            Named::Side => ("side", catalogue.sides.iter().map(|own| &*own.name).collect()),
            Named::Unit => return self.no_unit(name, at),
            Named::Hex => return self.no_hex(name, at),
            Named::Notation => return self.misspelt_dice(name, at),
            Named::Holder => {
                return self.none_of("holder of properties", name, &HOLDERS.map(|(name, _)| name), at);
            }
            Named::Edge => return self.none_of("edge", name, &Edge::NAMED.map(|(name, _)| name), at),
            Named::Hand => return self.none_of("hand", name, &HANDS.map(|(name, _)| name), at),
            Named::Bound => return self.none_of("line of a body", name, &BOUNDS, at),
        };
        // Without a scenario there are no sides.
        if names.is_empty() && named == Named::Side {
            return None;
        }
        if names.contains(&name) || self.stack.elsewhere.contains(name) {
            return None;
        }
        let span = self.text_at(at, name)?;
        if named == Named::Side && !self.knows_the_sides(span) {
            return None;
        }
        let is_of_terrain = |(of, own): &(Subject, Arc<str>)| *of == Subject::Terrain && **own == *name;
        if named == Named::Attribute && catalogue.attributes.keys().any(is_of_terrain) {
            let told = format!("`{name}` is an attribute of terrain, and not of units");
            let told = Diagnostic::error(Code::BAD_ARGUMENT, told).at(span, "");
            return Some(
                told.help(format!("terrain has it behind a point: `t.add(terrain.{name}, terrain.title)`")),
            );
        }
        let told = Diagnostic::error(Code::BAD_ARGUMENT, format!("no {kind} is called `{name}`"));
        Some(told.at(span, "").near(name, names))
    }

    /// What is none of the few words that a primitive takes.
    fn none_of(&self, kind: &str, name: &str, names: &[&str], at: Position) -> Option<Diagnostic> {
        if names.contains(&name) {
            return None;
        }
        let told = Diagnostic::error(Code::BAD_ARGUMENT, format!("no {kind} is called `{name}`"));
        let told = told.at(self.text_at(at, name)?, "").near(name, names.iter().copied());
        Some(match told.help {
            Some(_) => told,
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                told.help(format!("one of {}", names.join(", ")))
            }
        })
    }

    /// What is wrong with dice as they are written, shown where it is.
    fn misspelt_dice(&self, notation: &str, at: Position) -> Option<Diagnostic> {
        let mistake = self.stack.notation?(notation).err()?;
        let told =
            Diagnostic::error(Code::BAD_ARGUMENT, mistake.title.clone()).at(self.text_at(at, notation)?, "");
        Some(in_notation(told, notation, &mistake, &self.stack.sources))
    }

    /// Whether a text is about the scenario that is played: rules of packs are for any, and somebody may play one of his own.
    fn knows_the_sides(&self, span: Span) -> bool {
        let is_house = |layer: &Layer| layer.rank >= Rank::House;
        let layers = self.stack.layers.iter().filter(|own| is_house(&own.layer));
        let expressions = self.stack.expressions.iter().filter(|own| is_house(&own.layer));
        let mut own = layers.flat_map(|own| &own.spans).chain(expressions.map(|own| &own.span));
        self.is_of_scenario(span) || own.any(|own| own.file == span.file)
    }

    fn is_of_scenario(&self, span: Span) -> bool {
        self.stack.sources.file(span.file).path.ends_with(".scenario")
    }

    /// A unit that a scenario names and has not. Other texts may be for other scenarios.
    fn no_unit(&self, name: &str, at: Position) -> Option<Diagnostic> {
        let span = self.text_at(at, name)?;
        let units = &self.stack.enlisted;
        if !self.is_of_scenario(span) || units.is_empty() || units.iter().any(|unit| **unit == *name) {
            return None;
        }
        let told = Diagnostic::error(Code::BAD_ARGUMENT, format!("no unit is called `{name}`"));
        Some(told.at(span, "").near(name, units.iter().map(|unit| &**unit)))
    }

    /// A hex that a scenario names and its map has not. Other texts may be for other maps.
    fn no_hex(&self, number: &str, at: Position) -> Option<Diagnostic> {
        let span = self.text_at(at, number)?;
        if !self.is_of_scenario(span) || self.map.hexes().next().is_none() {
            return None;
        }
        let told = match self.map.layout().parse_number(number) {
            Ok(hex) if self.map.contains(hex) => return None,
            Ok(_) => format!("the map has no hex {number}"),
            Err(error) => error.to_string(),
        };
        Some(Diagnostic::error(Code::BAD_ARGUMENT, told).at(span, ""))
    }

    /// The place of a text with its quotes, where it is written as it is read.
    pub(super) fn text_at(&self, at: Position, text: &str) -> Option<Span> {
        let span = self.lines.span(at, &self.stack.sources)?;
        let rest = self.stack.sources.file(span.file).text.get(span.start as usize..)?;
        let is_plain = rest.get(1..).is_some_and(|rest| rest.starts_with(text));
        let length = if is_plain { text.len() + 2 } else { 1 };
        Some(Span::new(span.file, span.start as usize, span.start as usize + length))
    }

    /// Properties that a function reads or writes of what it is certain to be given or to have, and those that nothing has.
    fn properties(
        &self,
        function: &ScriptFuncDef,
        tree: &AST,
        functions: &[Alone<'_>],
        found: &mut Vec<Diagnostic>,
    ) {
        let holders = self.holders(function, tree);
        let filled = filled_by_key(tree);
        each_node(tree, &mut |path| {
            let Some(ASTNode::Expr(Expr::Dot(parts, ..))) = path.last() else { return true };
            let holder = match without_copy(&parts.lhs) {
                Expr::Variable(variable, ..) => holders.get(&*variable.1).copied(),
                other => holder_of(other),
            };
            // Which keys it has nobody can tell.
            let is_filled =
                matches!(&parts.lhs, Expr::Variable(variable, ..) if filled.contains(&*variable.1));
            if let Some((name, at)) = first_property(&parts.rhs) {
                found.extend(match holder {
                    Some(holder) => self.no_property(holder, name, at, functions),
                    None if is_filled => None,
                    None => self.nothing_has(name, at, functions),
                });
            }
            found.len() < MOST_TOLD
        });
    }

    /// What variables of a function hold: parameters that data fill, and what is made by `let g = game()`. One that is set again
    /// may hold anything.
    pub(super) fn holders(&self, function: &ScriptFuncDef, tree: &AST) -> BTreeMap<String, Holder> {
        let mut holders: BTreeMap<String, Holder> = BTreeMap::new();
        let takes = self.takes(function);
        let parameters = function.params.iter().zip(takes);
        holders.extend(parameters.filter_map(|(name, takes)| Some((name.to_string(), takes?))));
        let mut made: BTreeSet<String> = function.params.iter().map(ToString::to_string).collect();
        each_node(tree, &mut |path| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Var(parts, ..))) => {
                    let name = parts.0.name.to_string();
                    let is_new = made.insert(name.clone());
                    match holder_of(&parts.1).filter(|_| is_new) {
                        Some(holder) => drop(holders.insert(name, holder)),
                        None => drop(holders.remove(&name)),
                    }
                }
                Some(ASTNode::Stmt(Stmt::For(parts, ..))) => {
                    holders.remove(parts.0.name.as_str());
                    made.insert(parts.0.name.to_string());
                    if let Some(counter) = &parts.1 {
                        holders.remove(counter.name.as_str());
                        made.insert(counter.name.to_string());
                    }
                }
                Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                    if let Expr::Variable(variable, ..) = &parts.1.lhs {
                        holders.remove(&*variable.1);
                    }
                }
                // What is caught has a name, too.
                Some(ASTNode::Stmt(Stmt::TryCatch(..))) => {
                    holders.clear();
                    return false;
                }
                _ => {}
            }
            true
        });
        holders
    }

    /// What data hand on for each parameter, as far as that is known. Only data call expressions in data.
    fn takes(&self, function: &ScriptFuncDef) -> Vec<Option<Holder>> {
        if self.stack.expressions.iter().any(|own| *own.name == *function.name) {
            let by_name = |name: &str| match name {
                "unit" => Some(Holder { subject: Subject::Unit, is_handed_on: false }),
                "hex" => Some(Holder { subject: Subject::Hex, is_handed_on: false }),
                _ => None,
            };
            return function.params.iter().map(|name| by_name(name)).collect();
        }
        let is_rule = function.access == rhai::FnAccess::Public;
        let name = called(&function.name);
        let mut references = self.stack.references.iter().filter(|own| is_rule && *own.rule == *name);
        let handed_on =
            |subject: &Option<Subject>| subject.map(|subject| Holder { subject, is_handed_on: true });
        references
            .find(|own| own.takes.len() == function.params.len())
            .map_or_else(Vec::new, |own| own.takes.iter().map(handed_on).collect())
    }

    fn no_property(
        &self,
        holder: Holder,
        name: &str,
        at: Position,
        functions: &[Alone<'_>],
    ) -> Option<Diagnostic> {
        let Holder { subject, is_handed_on } = holder;
        let (kind, word) = match subject {
            Subject::Unit => ("Unit", "unit"),
            Subject::Hex => ("Hex", "hex"),
            Subject::Side => ("Side", "side"),
            Subject::Game => ("Game", "game"),
            Subject::Terrain => return None,
        };
        if is_handed_on && self.anything_has(name, functions) {
            return None;
        }
        let is_built_in = match subject {
            Subject::Unit => self.members.has::<UnitId>(name),
            Subject::Hex => self.members.has::<Hex>(name),
            Subject::Side => self.members.has::<SideId>(name),
            _ => self.members.has::<Game>(name),
        };
        let is_of = |own: Subject| is_handed_on || own == subject;
        let printed = self.catalogue.attributes.keys().filter(|(of, _)| is_of(*of));
        let changing = self.catalogue.properties.iter().filter(|own| is_of(own.subject));
        let names: Vec<&str> =
            printed.map(|(_, name)| &**name).chain(changing.map(|own| &*own.name)).collect();
        // Where rules ask whether it is declared they may well do without.
        if is_built_in || names.contains(&name) || self.may_be_missing(name) {
            return None;
        }
        let told = format!("{} has no property `{name}`", kind_called(kind));
        let told =
            Diagnostic::error(Code::RULE_FAILED, told).at(self.lines.span(at, &self.stack.sources)?, "");
        let built_in = self.members.of_kind(word).filter(|_| !is_handed_on).map(|own| -> &str { own });
        let told = told.near(name, names.into_iter().chain(built_in));
        Some(match told.help {
            Some(_) => told,
            None => told.help(format!("declare it: `property {word} {name} nothing \"…\"`")),
        })
    }
}

/// What a call is certain to answer.
pub(super) fn holder_of(expression: &Expr) -> Option<Holder> {
    let Expr::FnCall(call, _) = expression else { return None };
    let subject = match (&*call.name, call.args.len()) {
        ("game", 0) => Subject::Game,
        ("unit", 1) => Subject::Unit,
        ("side", 1) => Subject::Side,
        _ => return None,
    };
    Some(Holder { subject, is_handed_on: false })
}

/// The property that stands first behind a point.
fn first_property(behind: &Expr) -> Option<(&str, Position)> {
    match behind {
        Expr::Property(names, at) => Some((&names.2, *at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => first_property(&parts.lhs),
        _ => None,
    }
}
