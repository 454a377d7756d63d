//! Who keeps the openings of seals that stay closed: never the state, nor anything that is made of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Closed, Digest, Opening};
use crate::kernel::door::By;

/// What opens a seal, and who has written what lies under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// What opens it.
    pub opening: Opening,
    /// Who wrote it.
    pub by: By,
}

/// Openings by the digest that they open. What is taken back and given again is opened by the same.
#[derive(Debug, Clone, Default)]
pub struct Keeper {
    kept: BTreeMap<Digest, Kept>,
}

impl Keeper {
    /// Keeps an opening.
    pub fn keep(&mut self, kept: Kept) {
        self.kept.insert(kept.opening.sealed.commitment, kept);
    }

    /// What opens a seal; none where it is not kept here.
    pub fn of(&self, closed: &Closed) -> Option<&Kept> {
        self.kept.get(&closed.commitment)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Kept> {
        self.kept.values()
    }

    /// Forgets all of them.
    pub fn forget(&mut self) {
        self.kept.clear();
    }
}
