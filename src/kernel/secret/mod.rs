//! Decisions in secret: what several sides write down at the same time, and the seals that let two machines do so.
//!
//! A side fills in a sheet, as it would with pencil and paper: one of some options, a number, a text, in one row or in
//! many. Where both sit at one keyboard nothing else is needed: nobody is told before all have decided. Where they sit
//! at two, each first gives away a seal, which shows nothing and binds, and then opens it. A seal may also stay closed from
//! one command to a later one: the state then holds the seal alone, and whoever keeps the openings keeps them elsewhere.
//!
//! Here is only what follows from its arguments: the random number of a seal is one of them, and who keeps which file is
//! the session's business.

mod digest;
mod given;
mod keeper;
mod seal;
mod sheet;

pub use digest::{Digest, Nonce};
pub use given::GivenSheets;
pub use keeper::{Keeper, Kept};
pub use seal::{Closed, Falsehood, Opening, Seal, Sealed, Subject};
pub use sheet::{Row, Sheet, Takes, Written};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Span;
use crate::kernel::value::{SideId, UnitId};

/// What one side decides in secret.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Secret {
    /// Who decides.
    pub side: SideId,
    /// What is to be decided, in the rule's words.
    pub question: Arc<str>,
    /// What is filled in.
    pub sheet: Sheet,
    /// The seal under which the answer lies since an earlier request; none where it is still to be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Closed>,
}

impl Secret {
    /// The same with its answer under this seal.
    #[must_use]
    pub fn under(&self, closed: Closed) -> Secret {
        Secret { closed: Some(closed), ..self.clone() }
    }

    /// Whether a unit is among what may be answered.
    pub fn has_unit(&self, unit: UnitId) -> bool {
        self.sheet.rows().iter().any(|row| match &row.takes {
            Takes::Options(options) => options.iter().any(|option| option.has_unit(unit)),
            Takes::Number { .. } | Takes::Text => false,
        })
    }
}

/// A request for decisions that several sides take without knowing the other's. They are revealed together. To open what lies
/// under seal is such a request too: to whoever does not hold the opening it is as unknown as what is still to be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// What each side decides; never empty. Every side once, but where seals are opened.
    pub of: Vec<Secret>,
    /// Which rule asks, where.
    pub asked_at: Option<Span>,
}

impl Secrets {
    /// What all write down, each time that there are several ways by `pick`: one of so many, counted from 0.
    pub fn drawn(&self, mut pick: impl FnMut(u64) -> u64) -> Vec<Vec<Written>> {
        self.of.iter().map(|secret| secret.sheet.drawn(&mut pick)).collect()
    }

    /// The first option everywhere, and the least numbers.
    pub fn first(&self) -> Vec<Vec<Written>> {
        self.drawn(|_| 0)
    }

    /// Everything that all may write down, texts left empty; nothing where there are more than `most` ways.
    pub fn every(&self, most: usize) -> Option<Vec<Vec<Vec<Written>>>> {
        let mut ways = Vec::new();
        // The way that was taken at each fork, and how many there are.
        let mut path: Vec<(u64, u64)> = Vec::new();
        loop {
            let mut depth = 0;
            ways.push(self.drawn(|count| {
                if depth == path.len() {
                    path.push((0, count));
                }
                depth += 1;
                path[depth - 1].0
            }));
            while path.last().is_some_and(|(taken, count)| taken + 1 >= *count) {
                path.pop();
            }
            match path.last_mut() {
                None => return Some(ways),
                Some(_) if ways.len() == most => return None,
                Some((taken, _)) => *taken += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests;
