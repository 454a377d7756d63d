//! What a die must show, found by running the very command with each face it may show.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use crate::kernel::door::{Answer, By, Given, Roll};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::odds::{Account, Asked, Fraction, Limit, Outcomes, outcomes};
use crate::rules::Ruleset;

/// So many runs are made at most to tell what a die needs; beyond that nothing is told.
const MOST_RUNS: u64 = 1500;
/// A roll with more totals is not told total by total.
const MOST_TOTALS: u32 = 100;

/// The command under way, as it was before it began.
pub(super) struct Foresight {
    pub(super) rules: Rc<Ruleset>,
    pub(super) start: State,
    pub(super) rule: Arc<str>,
    pub(super) arguments: Vec<Value>,
}

impl Foresight {
    /// `needs 4+ destroy, 2+ wound, else none`, or the odds where more dice follow; nothing where the command
    /// names no outcomes or has too many ways to go.
    pub(super) fn needs(&self, given: &[Answer], roll: &Roll) -> Option<String> {
        let most = roll.count.checked_mul(roll.sides).filter(|m| *m <= MOST_TOTALS)?;
        let asked =
            Asked { rules: &self.rules, start: &self.start, rule: &self.rule, arguments: &self.arguments };
        let account = Account::of(Limit { runs: MOST_RUNS, ..Limit::default() });
        let mut by_total: Vec<(u32, Outcomes)> = Vec::new();
        for total in roll.count..=most {
            let supposed = if roll.count == 1 { Given::Dice(vec![total]) } else { Given::Total(total) };
            let mut known = given.to_vec();
            known.push(Answer { given: supposed, by: By::Policy("foresight".into()) });
            by_total.push((total, outcomes(asked, &known, &account).ok()?));
        }
        if by_total.iter().flat_map(|(_, o)| o.keys()).all(String::is_empty) {
            return None;
        }
        if by_total.iter().all(|(_, outcomes)| outcomes.len() == 1) {
            let told: Vec<(u32, &str)> =
                by_total.iter().filter_map(|(t, o)| Some((*t, o.keys().next()?.as_str()))).collect();
            return Some(thresholds(&told));
        }
        if roll.count == 1 { odds(&by_total) } else { None }
    }
}

/// Runs of equal outcomes, told from the best die down: `needs 4+ destroy, 2+ wound, else none`.
fn thresholds(told: &[(u32, &str)]) -> String {
    let mut runs: Vec<(u32, u32, &str)> = Vec::new();
    for (total, outcome) in told {
        match runs.last_mut() {
            Some((_, to, last)) if last == outcome => *to = *total,
            _ => runs.push((*total, *total, outcome)),
        }
    }
    if let [(_, _, only)] = runs[..] {
        return format!("any: {only}");
    }
    let distinct: BTreeSet<&str> = runs.iter().map(|r| r.2).collect();
    if distinct.len() < runs.len() {
        // The same word for high and low dice: thresholds would mislead.
        let parts: Vec<String> = runs
            .iter()
            .map(
                |(from, to, word)| {
                    if from == to { format!("{from} {word}") } else { format!("{from}-{to} {word}") }
                },
            )
            .collect();
        return parts.join(", ");
    }
    let mut parts: Vec<String> =
        runs[1..].iter().rev().map(|(from, _, word)| format!("{from}+ {word}")).collect();
    parts.push(format!("else {}", runs[0].2));
    format!("needs {}", parts.join(", "))
}

/// The odds over all faces of one die, which are equally likely.
fn odds(by_total: &[(u32, Outcomes)]) -> Option<String> {
    let faces = by_total.len() as u128;
    let mut sums = Outcomes::new();
    for (word, chance) in by_total.iter().flat_map(|(_, outcomes)| outcomes) {
        let sum = sums.entry(word.clone()).or_insert(Fraction::ZERO);
        *sum = sum.plus(chance.over(faces)?)?;
    }
    let parts: Vec<String> = sums.iter().map(|(word, chance)| format!("{word} {chance}")).collect();
    Some(parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_told_from_the_best_die_down() {
        let told = [(1, "none"), (2, "wound"), (3, "wound"), (4, "destroy"), (5, "destroy"), (6, "destroy")];
        assert_eq!(thresholds(&told), "needs 4+ destroy, 2+ wound, else none");
        assert_eq!(thresholds(&told[3..]), "any: destroy");
        assert_eq!(thresholds(&[(1, "a"), (2, "b"), (3, "a")]), "1 a, 2 b, 3 a");
    }
}
