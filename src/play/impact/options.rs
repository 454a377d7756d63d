//! Which options of a command meet, and which do not: of what a pack lists for a word that names no unit, the first is taken.

use std::collections::BTreeMap;

use crate::kernel::value::Value;

/// Options of a word of a command, of which not all met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// The command.
    pub verb: String,
    /// The word of its form.
    pub word: String,
    /// Those that were taken, each by some pair.
    pub taken: Vec<String>,
    /// Those that no pair took.
    pub others: Vec<String>,
}

/// The options that were come upon.
#[derive(Debug, Clone, Default)]
pub(super) struct Options(BTreeMap<(String, String), LeftOut>);

impl Options {
    /// Notes what a pack lists for a word of a command, the first of which is taken.
    pub(super) fn note(&mut self, verb: &str, word: &str, listed: &[Value]) {
        let named = listed.iter().map(|value| match value {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        });
        let Some(named) = named.collect::<Option<Vec<String>>>() else { return };
        self.add_one(LeftOut {
            verb: verb.to_owned(),
            word: word.to_owned(),
            taken: named.iter().take(1).cloned().collect(),
            others: named.into_iter().skip(1).collect(),
        });
    }

    /// Takes in what another stack of rules has come upon.
    pub(super) fn add(&mut self, other: &Options) {
        other.0.values().cloned().for_each(|one| self.add_one(one));
    }

    fn add_one(&mut self, new: LeftOut) {
        let known = self.0.entry((new.verb.clone(), new.word.clone())).or_insert_with(|| LeftOut {
            verb: new.verb.clone(),
            word: new.word.clone(),
            ..LeftOut::default()
        });
        for (to, from) in [(&mut known.taken, new.taken), (&mut known.others, new.others)] {
            for option in from {
                if !to.contains(&option) {
                    to.push(option);
                }
            }
        }
    }

    /// What no pair took, of commands that have met.
    pub(super) fn left_out(&self, has_met: impl Fn(&str) -> bool) -> Vec<LeftOut> {
        let all = self.0.values().cloned().map(|mut one| {
            one.others.retain(|option| !one.taken.contains(option));
            one
        });
        all.filter(|one| !one.others.is_empty() && has_met(&one.verb)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_pair_takes_is_not_left_out_for_another() {
        let texts =
            |names: &[&str]| -> Vec<Value> { names.iter().map(|n| Value::Text((*n).into())).collect() };
        let mut options = Options::default();
        options.note("cast", "spell", &texts(&["bane", "haste", "eye"]));
        options.note("cast", "spell", &texts(&["haste", "dread"]));
        options.note("cast", "power", &texts(&["high"]));
        let left_out = options.left_out(|_| true);
        assert_eq!(left_out.len(), 1, "of one option nothing is left out");
        assert_eq!(left_out[0].taken, ["bane", "haste"]);
        assert_eq!(left_out[0].others, ["eye", "dread"]);
        assert_eq!(options.left_out(|verb| verb != "cast"), []);
    }
}
