//! Words that may name things of several kinds: a unit, or a unit type, or a side.

use crate::data::{LineWord, ParamKind};
use crate::diagnostic::{Code, did_you_mean};
use crate::kernel::state::Place;
use crate::kernel::value::Value;
use crate::session::{LineMistake, Names, one};

/// What a word names, of the first of these kinds that has something whose whole name it is, or else of the first that has
/// something of which it is the beginning. `others` are words that may stand there besides.
///
/// # Errors
/// E0702 for what nothing is called, with a name that is near; E0704 for the beginning of several names.
pub(super) fn one_of(
    word: &LineWord,
    kinds: &[ParamKind],
    names: Names<'_>,
    others: &[&str],
) -> Result<Value, LineMistake> {
    let found = kinds.iter().map(|kind| one(word, *kind, names));
    let (found, mistakes): (Vec<_>, Vec<_>) = found.partition(Result::is_ok);
    let found: Vec<Value> = found.into_iter().flatten().collect();
    let whole = found.iter().find(|value| is_called(value, &word.text, names));
    if let Some(value) = whole.or(found.first()) {
        return Ok(value.clone());
    }
    let mut mistakes = mistakes.into_iter().filter_map(Result::err);
    if let Some(mistake) = mistakes.find(|mistake| mistake.code == Code::AMBIGUOUS) {
        return Err(mistake);
    }
    let known: Vec<&str> =
        kinds.iter().flat_map(|kind| known(*kind, names)).chain(others.iter().copied()).collect();
    let kinds = kinds.iter().map(|kind| if *kind == ParamKind::Type { "unit type" } else { kind.word() });
    let kinds: Vec<&str> = kinds.collect();
    let told = format!("no {} is called `{}`", kinds.join(" or "), word.text);
    let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end);
    Err(match did_you_mean(&word.text, known.iter().copied()) {
        Some(near) => mistake.help(format!("did you mean `{near}`?")),
        None => mistake.help("`units` lists the units in play"),
    })
}

/// Whether this is the whole name of something, and not the beginning.
fn is_called(value: &Value, text: &str, names: Names<'_>) -> bool {
    let is = |name: &str| name.to_lowercase() == text.to_lowercase();
    let catalogue = names.catalogue;
    match value {
        Value::Unit(unit) => is(&names.state.unit(*unit).name),
        Value::Type(kind) => is(&catalogue.unit_type(*kind).name) || is(&catalogue.unit_type(*kind).title),
        Value::Side(side) => is(&catalogue.side(*side).name) || is(&catalogue.side(*side).title),
        _ => false,
    }
}

fn known(kind: ParamKind, names: Names<'_>) -> Vec<&str> {
    match kind {
        ParamKind::Unit => {
            let in_play = names.state.units().filter(|(_, unit)| unit.place != Place::Out);
            in_play.map(|(_, unit)| &*unit.name).collect()
        }
        ParamKind::Type => names.catalogue.unit_types.iter().map(|kind| &*kind.name).collect(),
        ParamKind::Side => names.catalogue.sides.iter().map(|side| &*side.name).collect(),
        _ => Vec::new(),
    }
}
