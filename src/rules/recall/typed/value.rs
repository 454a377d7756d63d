//! The values that typed trees work on: the kernel's handles as they are, and everything else as scripts have it.

use std::any::TypeId as RustType;
use std::collections::BTreeMap;
use std::rc::Rc;

use rhai::{Array, Dynamic, FnPtr, Identifier, ImmutableString, Map};

use super::tree::Code;
use crate::kernel::hex::Hex;
use crate::kernel::value::{SideId, TypeId, UnitId, Value};
use crate::rules::convert::{Game, Ground, from_dynamic, to_dynamic};
use crate::rules::primitives::{PassOnly, Tally};

/// A value. Lists and maps are shared until somebody writes to one of them.
#[derive(Debug, Clone)]
pub(in crate::rules) enum Val {
    Nothing,
    Bool(bool),
    Int(i64),
    Text(ImmutableString),
    Hex(Hex),
    Unit(UnitId),
    Side(SideId),
    Type(TypeId),
    Ground(Ground),
    List(Rc<Vec<Val>>),
    Map(Rc<BTreeMap<Identifier, Val>>),
    Tally(Tally),
    Pass(i64),
    Game,
    Closure(Rc<Closure>),
    /// Whatever else scripts have.
    Other(Dynamic),
}

/// A closure with what it has captured.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Closure {
    /// Without what it has captured.
    pub(super) pointer: FnPtr,
    /// What it was read to, where a tree has made it.
    pub(super) code: Option<Rc<Code>>,
    pub(super) captured: Vec<Val>,
}

impl Val {
    pub(super) fn list(items: Vec<Val>) -> Val {
        Val::List(Rc::new(items))
    }

    pub(super) fn text(text: &str) -> Val {
        Val::Text(ImmutableString::from(text))
    }

    /// The value of a script.
    pub(in crate::rules) fn of(value: Dynamic) -> Val {
        let value = value.flatten();
        if value.is_unit() {
            return Val::Nothing;
        }
        if let Ok(b) = value.as_bool() {
            return Val::Bool(b);
        }
        if let Ok(i) = value.as_int() {
            return Val::Int(i);
        }
        if value.is_string() {
            return value.into_immutable_string().map_or(Val::Nothing, Val::Text);
        }
        if value.is_array() {
            let items: Array = value.cast();
            return Val::list(items.into_iter().map(Val::of).collect());
        }
        if value.is_map() {
            let items: Map = value.cast();
            return Val::Map(Rc::new(
                items.into_iter().map(|(name, value)| (name, Val::of(value))).collect(),
            ));
        }
        let kind = value.type_id();
        macro_rules! handle {
            ($type:ty, $val:expr) => {
                if kind == RustType::of::<$type>() {
                    let val = $val;
                    return val(value.cast::<$type>());
                }
            };
        }
        handle!(Hex, Val::Hex);
        handle!(UnitId, Val::Unit);
        handle!(SideId, Val::Side);
        handle!(Ground, Val::Ground);
        handle!(TypeId, Val::Type);
        handle!(Tally, Val::Tally);
        handle!(PassOnly, |PassOnly(cost)| Val::Pass(cost));
        handle!(Game, |_| Val::Game);
        handle!(FnPtr, |pointer: FnPtr| {
            // What is shared with who made the closure has to stay so.
            if pointer.iter_curry().any(Dynamic::is_shared) {
                return Val::Other(Dynamic::from(pointer));
            }
            let captured = pointer.iter_curry().map(|captured| Val::of(captured.clone())).collect();
            let mut pointer = pointer;
            pointer.set_curry(std::iter::empty());
            Val::Closure(Rc::new(Closure { pointer, code: None, captured }))
        });
        Val::Other(value)
    }

    /// The same as a script has it.
    pub(in crate::rules) fn to_dynamic(&self) -> Dynamic {
        match self {
            Val::Nothing => Dynamic::UNIT,
            Val::Bool(b) => Dynamic::from(*b),
            Val::Int(i) => Dynamic::from(*i),
            Val::Text(text) => Dynamic::from(text.clone()),
            Val::Hex(hex) => Dynamic::from(*hex),
            Val::Unit(unit) => Dynamic::from(*unit),
            Val::Side(side) => Dynamic::from(*side),
            Val::Type(of) => Dynamic::from(*of),
            Val::Ground(ground) => Dynamic::from(*ground),
            Val::List(items) => Dynamic::from_array(items.iter().map(Val::to_dynamic).collect()),
            Val::Map(items) => {
                let items = items.iter().map(|(name, value)| (name.clone(), value.to_dynamic()));
                Dynamic::from_map(items.collect())
            }
            Val::Tally(tally) => Dynamic::from(*tally),
            Val::Pass(cost) => Dynamic::from(PassOnly(*cost)),
            Val::Game => Dynamic::from(Game),
            Val::Closure(closure) => Dynamic::from(closure.to_pointer()),
            Val::Other(value) => value.clone(),
        }
    }

    /// The same as the kernel keeps it; nothing for what it cannot keep.
    pub(super) fn to_value(&self) -> Option<Value> {
        Some(match self {
            Val::Nothing => Value::Nothing,
            Val::Bool(b) => Value::Bool(*b),
            Val::Int(i) => Value::Int(*i),
            Val::Text(text) => Value::text(text.as_str()),
            Val::Hex(hex) => Value::Hex(*hex),
            Val::Unit(unit) => Value::Unit(*unit),
            Val::Side(side) => Value::Side(*side),
            Val::Type(of) => Value::Type(*of),
            Val::Ground(ground) => Value::Terrain(ground.terrain),
            // How deep lists may go is known in one place.
            Val::List(_) | Val::Other(_) => return from_dynamic(&self.to_dynamic()).ok(),
            Val::Map(_) | Val::Tally(_) | Val::Pass(_) | Val::Game | Val::Closure(_) => return None,
        })
    }

    /// What the kernel answers.
    pub(super) fn of_value(value: &Value) -> Val {
        match value {
            Value::Nothing => Val::Nothing,
            Value::Bool(b) => Val::Bool(*b),
            Value::Int(i) => Val::Int(*i),
            Value::Text(text) => Val::text(text),
            Value::Hex(hex) => Val::Hex(*hex),
            Value::Unit(unit) => Val::Unit(*unit),
            Value::Side(side) => Val::Side(*side),
            Value::Type(of) => Val::Type(*of),
            Value::Terrain(terrain) => Val::Ground(Ground::printed(*terrain)),
            Value::List(items) => Val::list(items.iter().map(Val::of_value).collect()),
            Value::Point(_) | Value::Facing(_) | Value::Circle(_) | Value::Seal(_) => {
                Val::Other(to_dynamic(value))
            }
        }
    }

    /// How many items are in a list and the lists inside of it; what the language's own limits count.
    pub(super) fn size(items: &[Val]) -> usize {
        let inside = |item: &Val| match item {
            Val::List(items) => Val::size(items),
            _ => 0,
        };
        items.len() + items.iter().map(inside).sum::<usize>()
    }
}

impl Closure {
    /// The same as a script has it.
    pub(super) fn to_pointer(&self) -> FnPtr {
        let mut pointer = self.pointer.clone();
        pointer.set_curry(self.captured.iter().map(Val::to_dynamic));
        pointer
    }
}
