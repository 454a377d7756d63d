//! House rules that are weighed: what is in force without them, and what with them.

use crate::pack::{HouseFile, house_stem};
use crate::session::Session;

/// House files in force both ways, and new ones between them.
#[derive(Debug, Clone, Default)]
pub struct Weighed {
    /// In force both ways, below the new ones, lowest first.
    pub besides: Vec<HouseFile>,
    /// The new ones.
    pub house: Vec<HouseFile>,
    /// In force both ways, above the new ones: what a referee has ruled.
    pub above: Vec<HouseFile>,
}

impl Weighed {
    /// New house files in the game that is played: below its rulings, above its own house files. One that is in force already is
    /// only there where the new ones are.
    pub(super) fn in_session(session: &Session, house: Vec<HouseFile>) -> Weighed {
        let is_new = |file: &&HouseFile| !house.iter().any(|new| new.name == file.name);
        let besides = session.house().iter().filter(is_new).cloned().collect();
        Weighed { besides, house, above: session.rulings_as_houses() }
    }

    /// All files without or with the new ones, lowest first.
    pub fn files(&self, with: bool) -> Vec<HouseFile> {
        let new: &[HouseFile] = if with { &self.house } else { &[] };
        [&self.besides, new, &self.above].into_iter().flatten().cloned().collect()
    }

    /// What the new ones are called.
    pub(super) fn names(&self) -> Vec<String> {
        self.house.iter().map(stem).collect()
    }

    /// What those are called that are in force both ways.
    pub(super) fn names_besides(&self) -> Vec<String> {
        self.besides.iter().chain(&self.above).map(stem).collect()
    }
}

fn stem(file: &HouseFile) -> String {
    let last = file.name.rsplit('/').next().unwrap_or(&file.name);
    house_stem(last).unwrap_or(last).to_owned()
}
