//! What is called behind a dot: what goes through the items of a list, and the methods of tallies and units that are called often.

use std::rc::Rc;

use rhai::Dynamic;
use smallvec::SmallVec;

use super::run::{MOST_ITEMS, Machine};
use super::tree::Method;
use super::value::{Closure, Val};
use crate::rules::primitives::{add_named, add_printed, add_unrecorded};
use crate::rules::raise::Outcome;

known! {
    /// A method that trees call themselves, where it is called on what has it.
    "filter" 1 => Filter,
    "some" 1 => Some,
    "all" 1 => All,
    "find" 1 => Find,
    "map" 1 => Map,
    "len" 0 => Len,
    "is_empty" 0 => IsEmpty,
    "contains" 1 => Contains,
    "push" 1 => Push,
    "call" 0 => Call0,
    "call" 1 => Call1,
    "call" 2 => Call2,
    "abs" 0 => Abs,
    "is_a" 1 => IsA,
    "add" 2 => Add,
    "when" 3 => When,
    "skip" 2 => Skip,
    "value" 1 => Value,
    "printed" 2 => Printed,
    "total" 0 => Total,
}

impl Known {
    /// Whether it writes nothing to what it is called on.
    pub(super) fn only_reads(self) -> bool {
        self != Known::Push
    }

    /// Whether it does the same with what stands for a hex.
    fn takes_standing(self) -> bool {
        use Known::*;
        matches!(self, Filter | Some | All | Find | Map | Len | IsEmpty | Push | Call0 | Call1 | Call2)
    }
}

impl Machine<'_> {
    /// Calls a method. What it is called on may be written to.
    pub(super) fn method(&self, method: &Method, of: &mut Val, arguments: &[Val]) -> Outcome<Val> {
        self.step()?;
        if !method.known.is_some_and(Known::takes_standing)
            && (self.memory.is_any_standing(arguments)
                || self.memory.is_any_standing(std::slice::from_ref(of)))
        {
            let arguments: SmallVec<[Val; 4]> =
                arguments.iter().map(|value| self.memory.told_val(value)).collect();
            *of = self.memory.told_val(of);
            return self.told_method(method, of, &arguments);
        }
        self.told_method(method, of, arguments)
    }

    /// The same where it can be called with these.
    fn told_method(&self, method: &Method, of: &mut Val, arguments: &[Val]) -> Outcome<Val> {
        if let Some(known) = method.known
            && let Some(answer) = self.known_method(known, method, of, arguments)?
        {
            return Ok(answer);
        }
        let told = |value: &Val| self.memory.told_val(value).to_dynamic();
        let mut own = told(of);
        let mut values: SmallVec<[Dynamic; 4]> = arguments.iter().map(told).collect();
        let answer = {
            let mut lent: SmallVec<[&mut Dynamic; 4]> =
                std::iter::once(&mut own).chain(&mut values).collect();
            self.call_at(&method.name, true, &mut lent, method.at)?
        };
        if method.writes.is_some() {
            *of = self.fitting(Val::of(own))?;
        }
        self.fitting(Val::of(answer))
    }

    fn known_method(
        &self,
        known: Known,
        method: &Method,
        of: &mut Val,
        arguments: &[Val],
    ) -> Outcome<Option<Val>> {
        Ok(Some(match (known, &mut *of, arguments) {
            (Known::Filter, Val::List(items), [Val::Closure(closure)]) => {
                let mut kept = Vec::new();
                for item in items.iter() {
                    if self.holds(closure, item)? {
                        kept.push(item.clone());
                    }
                }
                Val::list(kept)
            }
            (Known::Some, Val::List(items), [Val::Closure(closure)]) => {
                for item in items.iter() {
                    if self.holds(closure, item)? {
                        return Ok(Some(Val::Bool(true)));
                    }
                }
                Val::Bool(false)
            }
            (Known::All, Val::List(items), [Val::Closure(closure)]) => {
                for item in items.iter() {
                    if !self.holds(closure, item)? {
                        return Ok(Some(Val::Bool(false)));
                    }
                }
                Val::Bool(true)
            }
            (Known::Find, Val::List(items), [Val::Closure(closure)]) => {
                for item in items.iter() {
                    if self.holds(closure, item)? {
                        return Ok(Some(item.clone()));
                    }
                }
                Val::Nothing
            }
            (Known::Map, Val::List(items), [Val::Closure(closure)]) => {
                let mut made = Vec::with_capacity(items.len());
                for item in items.iter() {
                    made.push(self.call_closure(closure, std::slice::from_ref(item))?);
                }
                self.list(made)?
            }
            (Known::Len, Val::List(items), []) => Val::Int(items.len() as i64),
            (Known::IsEmpty, Val::List(items), []) => Val::Bool(items.is_empty()),
            (Known::Contains, Val::List(items), [item @ (Val::Text(_) | Val::Int(_) | Val::Hex(_))]) => {
                let mut found = false;
                for own in items.iter() {
                    match (own, item) {
                        (Val::Text(a), Val::Text(b)) => found |= a == b,
                        (Val::Int(a), Val::Int(b)) => found |= a == b,
                        (Val::Hex(a), Val::Hex(b)) => found |= a == b,
                        // Only the engine knows what it makes of other kinds.
                        _ => return Ok(None),
                    }
                }
                Val::Bool(found)
            }
            (Known::Push, Val::List(items), [item]) if method.writes.is_some() => {
                if Val::size(items) + Val::size(std::slice::from_ref(item)) > MOST_ITEMS {
                    return self.lost();
                }
                Rc::make_mut(items).push(item.clone());
                Val::Nothing
            }
            (Known::Call0 | Known::Call1 | Known::Call2, Val::Closure(closure), arguments) => {
                let mut all: SmallVec<[Val; 4]> = closure.captured.iter().cloned().collect();
                all.extend(arguments.iter().cloned());
                let named = || self.memory.rule_named(closure.pointer.fn_name(), all.len());
                let Some(code) = closure.code.clone().or_else(|| self.code(named()?)) else {
                    return self.lost();
                };
                if all.len() != code.parameters {
                    return self.lost();
                }
                self.run(&code, &all)?
            }
            (Known::Abs, Val::Int(number), []) => match number.checked_abs() {
                Some(number) => Val::Int(number),
                None => return self.lost(),
            },
            (Known::IsA, Val::Unit(unit), [Val::Text(name)]) => {
                let of = self.stage.scene().map(|scene| scene.state.unit(*unit).unit_type);
                match (of, self.stage.catalogue.type_named(name)) {
                    (Some(of), Some(asked)) => Val::Bool(self.stage.catalogue.is_a(of, asked)),
                    _ => return Ok(None),
                }
            }
            (Known::Add, Val::Tally(tally), [Val::Int(value), Val::Text(_)]) => {
                add_unrecorded(self.stage, *tally, *value)?;
                Val::Nothing
            }
            (Known::When, Val::Tally(tally), [Val::Bool(applies), Val::Int(value), Val::Text(_)]) => {
                add_unrecorded(self.stage, *tally, if *applies { *value } else { 0 })?;
                Val::Nothing
            }
            (Known::Skip, Val::Tally(tally), [Val::Text(_), Val::Text(_)]) => {
                add_unrecorded(self.stage, *tally, 0)?;
                Val::Nothing
            }
            (Known::Value, Val::Tally(tally), [Val::Text(name)]) => {
                let context = self.context(&method.name, method.at);
                Val::Int(add_named(self.kit(), &context, *tally, name)?)
            }
            (Known::Printed, Val::Tally(tally), [Val::Unit(unit), Val::Text(attribute)]) => {
                let context = self.context(&method.name, method.at);
                Val::Int(add_printed(self.kit(), &context, *tally, *unit, attribute)?)
            }
            (Known::Total, Val::Tally(tally), []) => self.total(*tally)?,
            _ => return Ok(None),
        }))
    }

    /// Whether something holds of an item. What is neither true nor false does not, as in the engine.
    fn holds(&self, closure: &Closure, item: &Val) -> Outcome<bool> {
        Ok(matches!(self.call_closure(closure, std::slice::from_ref(item))?, Val::Bool(true)))
    }
}
