//! Decisions in secret: what several sides write down at the same time, and the seals that let two machines do so.
//!
//! A side fills in a sheet, as it would with pencil and paper: one of some options, a number, a text, in one row or in
//! many. Where both sit at one keyboard nothing else is needed: nobody is told before all have decided. Where they sit
//! at two, each first gives away a seal, which shows nothing and binds, and then opens it.
//!
//! Here is only what follows from its arguments: the random number of a seal is one of them, and who keeps which file is
//! the session's business.

mod digest;
mod given;
mod seal;
mod sheet;

pub use digest::{Digest, Nonce};
pub use given::GivenSheets;
pub use seal::{Falsehood, Opening, Seal, Sealed, Subject};
pub use sheet::{Row, Sheet, Takes, Written};

use std::sync::Arc;

use crate::diagnostic::Span;
use crate::kernel::value::SideId;

/// What one side decides in secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Who decides.
    pub side: SideId,
    /// What is to be decided, in the rule's words.
    pub question: Arc<str>,
    /// What is filled in.
    pub sheet: Sheet,
}

/// A request for decisions that several sides take without knowing the other's. They are revealed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// What each side decides, every side once; never empty.
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
