//! How a primitive breaks off the rule that called it.

use rhai::{Dynamic, EvalAltResult, Position};

use super::needed::Needed;
use super::ordering::Unordered;
use super::scene::Stage;
use super::trace::Spot;
use crate::diagnostic::Span;
use crate::kernel::catalogue::Origin;
use crate::kernel::dice::formula::Misspelt;
use crate::kernel::door::Stop;

/// What a primitive throws.
#[derive(Debug, Clone)]
pub(super) enum Raised {
    /// The rules refuse; why is kept in the scene.
    Refused,
    /// The primitive does not take this argument.
    BadArgument(String),
    /// A closure that the primitive was given has answered this, of which the words tell why it is of no use.
    BadAnswer(Box<(String, Dynamic)>),
    /// What may only look would do something: who, and what.
    OnlyLooks(&'static str, String),
    /// An expression in data, by the name of its rule, has come to what its data do not need.
    WrongAnswer(Box<(String, Needed, Dynamic)>),
    /// A computed number lies outside the range that was declared.
    OutOfRange(Box<Beyond>),
    /// Dice notation with a mistake in it.
    BadNotation(Box<(String, Misspelt)>),
    /// Two values of which neither is more than the other have been compared so.
    Unordered(Box<Unordered>),
    /// A limit.
    TooMuch(String),
}

/// A computed number outside of its range.
#[derive(Debug, Clone)]
pub(super) struct Beyond {
    /// What comes to it: `` `STR` of i1 ``.
    pub(super) what: String,
    pub(super) number: i64,
    /// Ends included.
    pub(super) range: (i64, i64),
    /// Where it is computed or changed last, and where the range is declared.
    pub(super) written: Span,
    pub(super) declared: Origin,
    /// How the range is changed, where it can be.
    pub(super) otherwise: String,
}

/// What primitives return.
pub(super) type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// The rules refuse. Not to be caught by the script, or the half of a command would stand; and remembered beside the
/// error, since some functions of the engine pass over the errors of closures.
pub(super) fn refused<T>(stage: &Stage, spot: Spot, text: impl Into<String>) -> Outcome<T> {
    if let Some(mut scene) = stage.scene_mut() {
        scene.refused.get_or_insert_with(|| (text.into(), spot));
    }
    Err(EvalAltResult::ErrorTerminated(Dynamic::from(Raised::Refused), Position::NONE).into())
}

/// A limit that the kernel keeps. Not to be caught by the script either.
pub(super) fn too_much<T>(text: impl Into<String>) -> Outcome<T> {
    Err(EvalAltResult::ErrorTerminated(Dynamic::from(Raised::TooMuch(text.into())), Position::NONE).into())
}

/// Whether an error, however deep in calls, is a refusal.
pub(super) fn is_refusal(error: &EvalAltResult) -> bool {
    match error.unwrap_inner() {
        EvalAltResult::ErrorTerminated(value, _) => {
            matches!(value.clone().try_cast::<Raised>(), Some(Raised::Refused))
        }
        _ => false,
    }
}

pub(super) fn bad<T>(text: impl Into<String>) -> Outcome<T> {
    raise(Raised::BadArgument(text.into()))
}

pub(super) fn bad_answer<T>(text: impl Into<String>, answer: impl Into<Dynamic>) -> Outcome<T> {
    raise(Raised::BadAnswer(Box::new((text.into(), answer.into()))))
}

pub(super) fn only_looks<T>(who: &'static str, deed: &str) -> Outcome<T> {
    raise(Raised::OnlyLooks(who, deed.to_owned()))
}

pub(super) fn bad_notation<T>(notation: &str, mistake: Misspelt) -> Outcome<T> {
    raise(Raised::BadNotation(Box::new((notation.to_owned(), mistake))))
}

pub(super) fn wrong_answer<T>(rule: &str, needed: Needed, answer: &Dynamic) -> Outcome<T> {
    raise(Raised::WrongAnswer(Box::new((rule.to_owned(), needed, answer.clone()))))
}

pub(super) fn out_of_range<T>(beyond: Beyond) -> Outcome<T> {
    raise(Raised::OutOfRange(Box::new(beyond)))
}

pub(super) fn unordered<T>(compared: Unordered) -> Outcome<T> {
    raise(Raised::Unordered(Box::new(compared)))
}

/// No answer came. Not to be caught by the script, and remembered beside the error for the same reason.
pub(super) fn stopped<T>(stage: &Stage, stop: Stop) -> Outcome<T> {
    if let Some(mut scene) = stage.scene_mut() {
        scene.stopped = Some(stop);
    }
    Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
}

fn raise<T>(raised: Raised) -> Outcome<T> {
    Err(EvalAltResult::ErrorRuntime(Dynamic::from(raised), Position::NONE).into())
}
