//! How a primitive breaks off the rule that called it.

use rhai::{Dynamic, EvalAltResult, Position};

use super::scene::Stage;
use super::trace::Spot;
use crate::kernel::door::Stop;

/// What a primitive throws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Raised {
    /// The rules refuse, for this reason; the place where it is not that of the call.
    Refused(String, Option<Spot>),
    /// The primitive does not take this argument.
    BadArgument(String),
}

/// What primitives return.
pub(super) type Outcome<T> = Result<T, Box<EvalAltResult>>;

pub(super) fn refused<T>(text: impl Into<String>) -> Outcome<T> {
    raise(Raised::Refused(text.into(), None))
}

/// A refusal that was made elsewhere, by a rule that a search has asked.
pub(super) fn refused_at<T>(text: impl Into<String>, spot: Spot) -> Outcome<T> {
    raise(Raised::Refused(text.into(), Some(spot)))
}

pub(super) fn bad<T>(text: impl Into<String>) -> Outcome<T> {
    raise(Raised::BadArgument(text.into()))
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
