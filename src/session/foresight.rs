//! What a die must show, found by running the very command with each face it may show.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use crate::kernel::dice::Recorded;
use crate::kernel::door::{Answer, By, Given, Roll};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::odds::{Account, Asked, Fraction, Limit, Outcomes, outcomes, sort_by_numbers};
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
    /// names no outcomes or has too many ways to go, and where the dice decide what no outcome tells of.
    pub(super) fn needs(&self, given: &[Answer], roll: &Roll) -> Option<String> {
        let most = roll.count.checked_mul(roll.sides).filter(|m| *m <= MOST_TOTALS)?;
        let asked =
            Asked { rules: &self.rules, start: &self.start, rule: &self.rule, arguments: &self.arguments };
        let account = Account::of(Limit { runs: MOST_RUNS, ..Limit::default() });
        let mut by_total: Vec<(u32, Outcomes)> = Vec::new();
        for total in roll.count..=most {
            let known = [given, &[supposed(total, roll)]].concat();
            by_total.push((total, outcomes(asked, &known, &account).ok()?));
        }
        if by_total.iter().flat_map(|(_, o)| o.keys()).all(String::is_empty) {
            return None;
        }
        if let Some(told) = settled(&by_total) {
            let is_one = told.iter().all(|(_, word)| *word == told[0].1);
            return (!is_one || self.is_idle(given, &by_total, roll)).then(|| thresholds(&told));
        }
        if roll.count == 1 { odds(&by_total) } else { None }
    }

    /// Whether the command ends with these dice, and in one and the same state whatever they show. A die that no outcome tells of, as of
    /// morale behind a hit, may decide much.
    fn is_idle(&self, given: &[Answer], by_total: &[(u32, Outcomes)], roll: &Roll) -> bool {
        let ends = by_total.iter().map(|(total, _)| {
            let known = [given, &[supposed(*total, roll)]].concat();
            let door = Rc::new(RefCell::new(Recorded::new(known)));
            let mut state = self.start.clone();
            self.rules.run(&mut state, door, &self.rule, &self.arguments).ok()?;
            Some(state.fingerprint())
        });
        let ends: BTreeSet<Option<String>> = ends.collect();
        ends.len() == 1 && !ends.contains(&None)
    }
}

/// What is supposed to fall.
fn supposed(total: u32, roll: &Roll) -> Answer {
    let given = if roll.count == 1 { Given::Dice(vec![total]) } else { Given::Total(total) };
    Answer { given, by: By::Policy("foresight".into()) }
}

/// What each total comes to, where it alone settles that. Of commands that name several outcomes it is the first that hangs
/// on these dice and on no others: of a spell on two units whether it takes hold of the one.
fn settled(by_total: &[(u32, Outcomes)]) -> Option<Vec<(u32, &str)>> {
    let named = |word: &String| word.split(", ").count();
    let most = by_total.iter().flat_map(|(_, outcomes)| outcomes.keys().map(named)).max()?;
    let one = |at| alone(by_total, move |word| word.split(", ").nth(at).unwrap_or("none"));
    let is_told = |told: &Vec<(u32, &str)>| told.iter().any(|(_, word)| *word != told[0].1);
    let own = (0..most).filter(|_| most > 1).filter_map(one).find(is_told);
    own.or_else(|| alone(by_total, |word| word))
}

/// What a reading of the outcomes comes to, where it is one for each total.
fn alone<'a>(
    by_total: &'a [(u32, Outcomes)],
    read: impl Fn(&'a str) -> &'a str,
) -> Option<Vec<(u32, &'a str)>> {
    let each = by_total.iter().map(|(total, outcomes)| {
        let mut words = outcomes.keys().map(|word| read(word));
        let first = words.next()?;
        words.all(|word| word == first).then_some((*total, first))
    });
    each.collect()
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
    let mut rows: Vec<(&String, &Fraction)> = sums.iter().collect();
    // Where they are numbers, in the order of the table of `odds`.
    sort_by_numbers(&mut rows, |row| row.0);
    let parts: Vec<String> = rows.iter().map(|(word, chance)| format!("{word} {chance}")).collect();
    // Several outcomes of one command have commas between them.
    let between = if sums.keys().any(|word| word.contains(", ")) { "; " } else { ", " };
    Some(parts.join(between))
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

    #[test]
    fn of_several_outcomes_a_die_is_told_its_own() {
        let sure = |words: &[&str]| -> Outcomes {
            let each = Fraction { ways: 1, of: words.len() as u128 };
            words.iter().map(|word| ((*word).to_owned(), each)).collect()
        };
        // The second die is still to be thrown.
        let first = [(1, sure(&["no, no", "no, yes"])), (2, sure(&["yes, no", "yes, yes"]))];
        assert_eq!(thresholds(&settled(&first).unwrap()), "needs 2+ yes, else no");
        // The first has been thrown.
        let second = [(1, sure(&["yes, no"])), (2, sure(&["yes, yes"]))];
        assert_eq!(thresholds(&settled(&second).unwrap()), "needs 2+ yes, else no");
        // Dice against dice settle nothing alone.
        let opposed = [(1, sure(&["won, lost", "lost, won"])), (2, sure(&["won, lost", "lost, won"]))];
        assert_eq!(settled(&opposed), None);
        assert_eq!(odds(&opposed).unwrap(), "lost, won 1/2; won, lost 1/2");
    }

    #[test]
    fn outcomes_that_begin_with_numbers_are_told_in_their_order() {
        let even = Fraction { ways: 1, of: 3 };
        let words = ["10 through", "2 through", "1 through"];
        let face: Outcomes = words.iter().map(|word| ((*word).to_owned(), even)).collect();
        assert_eq!(odds(&[(1, face)]).unwrap(), "1 through 1/3, 2 through 1/3, 10 through 1/3");
    }
}
