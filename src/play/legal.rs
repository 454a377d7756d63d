//! The commands that are allowed now, as far as they can be listed: every verb of the phase with every candidate of
//! the pack.

use super::bout::Bout;
use super::moves::{GivenValues, Move};
use super::player::below;
use crate::data::ParamKind;
use crate::kernel::dice::Generator;
use crate::kernel::value::Value;
use crate::rules::Failure;

/// The listing ends at so many commands, whether they are allowed or not.
const MOST_LISTED: usize = 4000;
/// Lists of several units are made of so many candidates at most, the first of them.
const MOST_TOGETHER: usize = 8;
/// So many units at most are named together.
const MOST_UNITS: u32 = 3;

/// At most `most` of the commands that are allowed now, verbs without parameters last and never left out. Where there
/// are more than can be looked at, they are a sample, each as likely as any other.
///
/// # Errors
/// A mistake in the rules, or a run that was broken off.
pub(super) fn legal(bout: &mut Bout, most: usize, generator: &mut Generator) -> Result<Vec<Move>, Failure> {
    if bout.state().ending().is_some() {
        return Ok(Vec::new());
    }
    let forms = bout.forms().clone();
    let verbs = forms.of_phase(&bout.state().clock().phase);
    let mut listed = Vec::new();
    for &verb in &verbs.wordy {
        list(bout, verb, &mut GivenValues::new(), &mut listed)?;
    }
    let mut allowed = Vec::new();
    // A shuffle as far as it is needed; a short list keeps its order.
    let shuffles = listed.len() > most;
    for at in 0..listed.len() {
        if allowed.len() == most {
            break;
        }
        if shuffles {
            let other = at + below(generator, listed.len() - at);
            listed.swap(at, other);
        }
        if bout.allows(&listed[at])? {
            allowed.push(listed[at].clone());
        }
    }
    for &verb in &verbs.bare {
        let command = Move { verb, arguments: GivenValues::new() };
        if bout.allows(&command)? {
            allowed.push(command);
        }
    }
    Ok(allowed)
}

/// Some command that is allowed now, of all that can be listed; none is a dead end.
///
/// # Errors
/// As for [`legal`].
pub(super) fn any_legal(bout: &mut Bout, generator: &mut Generator) -> Result<Option<Move>, Failure> {
    match legal(bout, 1, generator)?.into_iter().next() {
        Some(command) => Ok(Some(command)),
        None => first_legal(bout),
    }
}

/// The first of them.
fn first_legal(bout: &mut Bout) -> Result<Option<Move>, Failure> {
    if bout.state().ending().is_some() {
        return Ok(None);
    }
    let forms = bout.forms().clone();
    let verbs = forms.of_phase(&bout.state().clock().phase);
    for &verb in verbs.bare.iter().chain(&verbs.wordy) {
        // Each verb has a list of its own, so that a long one leaves room for the next.
        let mut listed = Vec::new();
        list(bout, verb, &mut GivenValues::new(), &mut listed)?;
        for command in listed {
            if bout.allows(&command)? {
                return Ok(Some(command));
            }
        }
    }
    Ok(None)
}

/// Every way to fill the parameters behind `arguments`.
pub(super) fn list(
    bout: &mut Bout,
    verb: usize,
    arguments: &mut GivenValues,
    listed: &mut Vec<Move>,
) -> Result<(), Failure> {
    let Some(slot) = bout.slots(verb).get(arguments.len()) else {
        listed.push(Move { verb, arguments: arguments.clone() });
        return Ok(());
    };
    let (kind, optional) = (slot.kind, slot.optional);
    let candidates = match slot.is_left_out(arguments) {
        true => &[][..],
        false => bout.choices(verb, arguments.len(), arguments)?,
    };
    let mut options: Vec<Value> = match kind {
        ParamKind::Units => together(candidates),
        ParamKind::Hexes => candidates.iter().map(|hex| Value::list([hex.clone()])).collect(),
        _ => candidates.to_vec(),
    };
    if optional {
        options.push(Value::Nothing);
    }
    for option in options {
        if listed.len() >= MOST_LISTED {
            break;
        }
        arguments.push(option);
        list(bout, verb, arguments, listed)?;
        arguments.pop();
    }
    Ok(())
}

/// Units alone, then two and three together.
fn together(candidates: &[Value]) -> Vec<Value> {
    let mut lists: Vec<Value> = candidates.iter().map(|unit| Value::list([unit.clone()])).collect();
    let few = &candidates[..candidates.len().min(MOST_TOGETHER)];
    let mut sets: Vec<u32> =
        (0..1_u32 << few.len()).filter(|s| (2..=MOST_UNITS).contains(&s.count_ones())).collect();
    sets.sort_by_key(|s| (s.count_ones(), *s));
    for set in sets {
        let members = few.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0);
        lists.push(Value::list(members.map(|(_, unit)| unit.clone())));
    }
    lists
}
