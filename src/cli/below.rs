//! Warnings that a check finds in what it builds on: they belong to the checks of the packs below, and are only counted here.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::check::Checked;
use crate::diagnostic::{counted, shell_word};

/// What a pack below warns of by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Below {
    /// The pack, as `check` takes it.
    pub(super) pack: String,
    /// How many warnings were left to its check.
    pub(super) warnings: usize,
}

impl Below {
    /// "2 warnings in the pack below: `houserule check gem`"; nothing where there are none.
    pub(super) fn line(all: &[Below]) -> Option<String> {
        let count: usize = all.iter().map(|below| below.warnings).sum();
        let packs = if all.len() == 1 { "the pack" } else { "the packs" };
        let commands: Vec<String> =
            all.iter().map(|below| format!("`houserule check {}`", shell_word(&below.pack))).collect();
        let more = counted(count, "warning");
        (count > 0).then(|| format!("{more} in {packs} below: {}", commands.join(", ")))
    }

    /// How many warnings there are, by pack.
    pub(super) fn json(all: &[Below]) -> Value {
        all.iter().map(|below| (below.pack.clone(), json!(below.warnings))).collect::<Map<_, _>>().into()
    }
}

impl Checked {
    /// True where a warning stands elsewhere than in what is checked, whose texts begin with `own`.
    pub(super) fn warns_elsewhere(&self, own: &str) -> bool {
        self.found.iter().any(|(sources, all)| {
            all.iter()
                .filter(|d| !d.is_error())
                .any(|d| d.labels.first().is_some_and(|l| !sources.file(l.span.file).path.starts_with(own)))
        })
    }

    /// Leaves to the check of a pack below the warnings that it `tells` too. A warning about its files that it does not tell by itself
    /// comes from what is checked here, and stays; so do errors.
    pub(super) fn leave_to(&mut self, pack: String, tells: &Checked) {
        let theirs: BTreeSet<String> =
            tells.found.iter().flat_map(|(s, all)| all.iter().map(|d| d.fingerprint(s))).collect();
        let before = self.count(false);
        for (sources, all) in &mut self.found {
            all.retain(|d| d.is_error() || !theirs.contains(&d.fingerprint(sources)));
        }
        self.found.retain(|(_, all)| !all.is_empty());
        let warnings = before - self.count(false);
        if warnings > 0 {
            self.below.push(Below { pack, warnings });
        }
    }
}
