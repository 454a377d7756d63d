//! `test`: the sessions of packs, run; what they say, what they reach, and what they would notice.

mod sessions;

mod both_ways;

mod watched;

mod coverage;

mod mutants;
mod mutate;
mod survivors;

pub(super) use both_ways::sessions_both_ways;
pub(super) use sessions::{Renewed, accept_quietly, cases, renewed, report, run_all};

use super::arguments::Test;
use super::failure::Outcome;
use super::look::Look;
use crate::pack::Library;

/// Carries out `test`.
pub(super) fn test(library: &Library, arguments: &Test, look: &Look) -> Outcome {
    if arguments.mutate {
        mutate::mutate(library, arguments, look)
    } else if arguments.coverage || arguments.coverage_at_least.is_some() {
        coverage::coverage(library, arguments, look)
    } else {
        sessions::test(library, arguments, look)
    }
}
