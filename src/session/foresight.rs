//! What a die must show, found by running the very command with each face it may show.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::kernel::dice::{Choices, Enumerating, Pools};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Roll, Stop};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::Ruleset;

/// So many runs are made at most to tell what a die needs; beyond that nothing is told.
const MOST_RUNS: u32 = 1500;

/// The command under way, as it was before it began.
pub(super) struct Foresight {
    pub(super) rules: Rc<Ruleset>,
    pub(super) start: State,
    pub(super) rule: Arc<str>,
    pub(super) arguments: Vec<Value>,
}

/// By outcome, the probability as a fraction in lowest terms.
type Chances = BTreeMap<String, (u128, u128)>;

/// The answers given so far, one supposed answer, then every outcome of the rest.
struct Supposed {
    known: Vec<Answer>,
    at: usize,
    rest: Enumerating,
}

impl Answers for Supposed {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        match self.known.get(self.at) {
            Some(answer) => {
                self.at += 1;
                Ok(answer.clone())
            }
            None => self.rest.answer(ask),
        }
    }
}

impl Foresight {
    /// `needs 4+ destroy, 2+ wound, else none`, or the odds where more dice follow; nothing where the command
    /// names no outcomes or has too many ways to go.
    pub(super) fn needs(&self, given: &[Answer], roll: &Roll) -> Option<String> {
        let least = roll.count;
        let most = roll.count.checked_mul(roll.sides)?;
        if most > 100 {
            return None;
        }
        let mut runs = 0;
        let mut by_total: Vec<(u32, Chances)> = Vec::new();
        for total in least..=most {
            let supposed = if roll.count == 1 { Given::Dice(vec![total]) } else { Given::Total(total) };
            by_total.push((total, self.outcomes(given, supposed, &mut runs)?));
        }
        if by_total.iter().flat_map(|(_, o)| o.keys()).all(String::is_empty) {
            return None;
        }
        if by_total.iter().all(|(_, outcomes)| outcomes.len() == 1) {
            let told: Vec<(u32, &str)> =
                by_total.iter().filter_map(|(t, o)| Some((*t, o.keys().next()?.as_str()))).collect();
            return Some(thresholds(&told));
        }
        (roll.count == 1).then(|| odds(&by_total))
    }

    fn outcomes(
        &self,
        given: &[Answer],
        supposed: Given,
        runs: &mut u32,
    ) -> Option<Chances> {
        let mut known = given.to_vec();
        known.push(Answer { given: supposed, by: By::Policy("foresight".into()) });
        let door = Rc::new(RefCell::new(Supposed {
            known,
            at: 0,
            rest: Enumerating::new(Choices::First, Pools::Ordered),
        }));
        let mut outcomes: Chances = BTreeMap::new();
        loop {
            *runs += 1;
            if *runs > MOST_RUNS {
                return None;
            }
            let mut state = self.start.clone();
            let run = self.rules.run(&mut state, door.clone(), &self.rule, &self.arguments).ok()?;
            let mut supposed = door.borrow_mut();
            supposed.at = 0;
            let weight = supposed.rest.weight();
            let sum = outcomes.entry(run.trace.outcome()).or_insert((0, 1));
            *sum = (sum.0 * weight.of + weight.ways * sum.1, sum.1.checked_mul(weight.of)?);
            let common = gcd(sum.0, sum.1);
            *sum = (sum.0 / common, sum.1 / common);
            if !supposed.rest.next_leaf().ok()? {
                return Some(outcomes);
            }
        }
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
    let distinct: std::collections::BTreeSet<&str> = runs.iter().map(|r| r.2).collect();
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

/// The odds over all faces of one die.
fn odds(by_total: &[(u32, Chances)]) -> String {
    let faces = by_total.len() as u128;
    let mut sums: BTreeMap<&str, (u128, u128)> = BTreeMap::new();
    for (_, outcomes) in by_total {
        for (word, (ways, of)) in outcomes {
            let sum = sums.entry(word).or_insert((0, 1));
            *sum = (sum.0 * of * faces + ways * sum.1, sum.1 * of * faces);
            let common = gcd(sum.0, sum.1);
            *sum = (sum.0 / common, sum.1 / common);
        }
    }
    let parts: Vec<String> = sums.iter().map(|(word, (ways, of))| format!("{word} {ways}/{of}")).collect();
    parts.join(", ")
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
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
