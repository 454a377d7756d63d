//! Values across the border to scripts: scalars and handles, no structures.

use std::sync::Arc;

use rhai::{Array, Dynamic, ImmutableString, Variant};

use super::kinds::kind_of;
use crate::kernel::hex::Hex;
use crate::kernel::secret::Secret;
use crate::kernel::value::{TerrainId, TypeId, UnitId, Value};

/// Terrain as a script holds it: as printed, or as one unit type sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ground {
    pub(super) terrain: TerrainId,
    pub(super) seen_by: Option<TypeId>,
    /// The unit that looks at it and the hex that it lies in, where anything of it depends on them.
    pub(super) unit: Option<UnitId>,
    pub(super) hex: Option<Hex>,
}

impl Ground {
    /// Terrain as printed, nowhere in particular.
    pub(super) fn printed(terrain: TerrainId) -> Ground {
        Ground { terrain, seen_by: None, unit: None, hex: None }
    }
}

/// What a side has written under seal, as a script holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnderSeal(pub(super) Arc<Secret>);

/// The handle for properties of the game as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Game;

/// A value as a script takes it.
pub(super) fn to_dynamic(value: &Value) -> Dynamic {
    match value {
        Value::Nothing => Dynamic::UNIT,
        Value::Bool(b) => Dynamic::from(*b),
        Value::Int(i) => Dynamic::from(*i),
        Value::Text(t) => Dynamic::from(ImmutableString::from(&**t)),
        Value::Hex(h) => Dynamic::from(*h),
        Value::Point(p) => Dynamic::from(*p),
        Value::Facing(f) => Dynamic::from(*f),
        Value::Unit(u) => Dynamic::from(*u),
        Value::Type(t) => Dynamic::from(*t),
        Value::Side(s) => Dynamic::from(*s),
        Value::Terrain(t) => Dynamic::from(Ground::printed(*t)),
        Value::Circle(c) => Dynamic::from(*c),
        Value::Seal(secret) => Dynamic::from(UnderSeal(secret.clone())),
        Value::List(l) => Dynamic::from_array(l.iter().map(to_dynamic).collect::<Array>()),
    }
}

/// What a script's value holds, where it is of this kind.
pub(super) fn held<T: Variant + Clone>(value: &Dynamic) -> Option<T> {
    value.read_lock::<T>().map(|held| held.clone())
}

/// Lists in lists go so deep; whoever prints or compares them calls itself as often.
const DEEPEST_LIST: usize = 32;

/// A script's value as the kernel keeps it.
///
/// # Errors
/// What it is that is no value of the kernel (a map, a closure, a tally).
pub(super) fn from_dynamic(value: &Dynamic) -> Result<Value, String> {
    shallow(value, DEEPEST_LIST)
}

/// The same where nothing is lost by it, so that [`to_dynamic`] gives an equal value back. None for what a script can do
/// more with than the kernel keeps: a character, terrain as a unit sees it.
pub(super) fn lasting(value: &Dynamic) -> Option<Value> {
    if let Ok(items) = value.as_array_ref() {
        return items.iter().map(lasting).collect::<Option<Vec<_>>>().map(Value::list);
    }
    let is_less = value.as_char().is_ok()
        || held::<Ground>(value).is_some_and(|ground| ground != Ground::printed(ground.terrain));
    if is_less { None } else { from_dynamic(value).ok() }
}

fn shallow(value: &Dynamic, depth: usize) -> Result<Value, String> {
    if value.is_unit() {
        return Ok(Value::Nothing);
    }
    if let Ok(b) = value.as_bool() {
        return Ok(Value::Bool(b));
    }
    if let Ok(i) = value.as_int() {
        return Ok(Value::Int(i));
    }
    if let Ok(text) = value.as_immutable_string_ref() {
        return Ok(Value::text(text.as_str()));
    }
    if let Ok(c) = value.as_char() {
        return Ok(Value::text(c.to_string()));
    }
    if let Ok(items) = value.as_array_ref() {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(format!("a list more than {DEEPEST_LIST} deep"));
        };
        return items.iter().map(|i| shallow(i, depth)).collect::<Result<Vec<_>, _>>().map(Value::list);
    }
    // A handle is looked at where it stands: to take it out would copy what holds it, for each kind that it might be.
    if let Some(h) = held(value) {
        return Ok(Value::Hex(h));
    }
    if let Some(p) = held(value) {
        return Ok(Value::Point(p));
    }
    if let Some(f) = held(value) {
        return Ok(Value::Facing(f));
    }
    if let Some(u) = held(value) {
        return Ok(Value::Unit(u));
    }
    if let Some(s) = held(value) {
        return Ok(Value::Side(s));
    }
    if let Some(t) = held(value) {
        return Ok(Value::Type(t));
    }
    if let Some(c) = held(value) {
        return Ok(Value::Circle(c));
    }
    if let Some(UnderSeal(secret)) = held(value) {
        return Ok(Value::Seal(secret));
    }
    match held::<Ground>(value) {
        Some(ground) => Ok(Value::Terrain(ground.terrain)),
        None => Err(kind_of(value)),
    }
}
