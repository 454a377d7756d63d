//! Chains in which states come back. Part by part, in the order in which they lead on: what comes into a part from
//! before is known, so how often each of its states is visited is a system of linear equations.

use std::collections::{BTreeMap, BTreeSet};

use super::super::limits::{LOOK_UP, TooMuch, Work, cost_of_product};
use super::super::natural::words;
use super::super::ratio::Ratio;
use super::graph::{At, Graph, Solved, Ways};

/// Solves it.
pub(super) fn solve<S: Ord>(graph: &Graph<S>, parts: &[Vec<At>], work: &mut Work) -> Result<Solved, TooMuch> {
    let mut reached = vec![Ratio::ZERO; graph.ways.len()];
    reached[0] = Ratio::ONE;
    let mut solved = Solved { reached: Vec::new(), steps: Ratio::ZERO, circling: Ratio::ZERO };
    for part in parts {
        if let [at] = part[..] {
            let comes = reached[at].clone();
            go_on(graph, at, &comes, |_| true, &mut reached, &mut solved, work)?;
            continue;
        }
        let inside: BTreeSet<At> = part.iter().copied().collect();
        let is_inside = |at: At| inside.contains(&at);
        let leaves = part.iter().any(|at| graph.to(*at).iter().any(|(to, _)| !is_inside(*to)));
        if !leaves {
            for at in part {
                solved.circling = solved.circling.plus(&reached[*at]);
            }
            continue;
        }
        for (at, visits) in Equations::of(graph, &inside, &reached).solve(work)? {
            go_on(graph, at, &visits, |to| !is_inside(to), &mut reached, &mut solved, work)?;
        }
    }
    solved.reached = reached;
    Ok(solved)
}

/// What it costs to add and to multiply fractions of so many words: mostly bringing them to lowest terms.
pub(super) fn cost_of_ratio(words: u64) -> u64 {
    500 + 8 * cost_of_product(words, words)
}

/// Lets what visits a state go on to those of its next states that are `open`.
fn go_on<S: Ord>(
    graph: &Graph<S>,
    at: At,
    visits: &Ratio,
    open: impl Fn(At) -> bool,
    reached: &mut [Ratio],
    solved: &mut Solved,
    work: &mut Work,
) -> Result<(), TooMuch> {
    let Ways::Go { to, total, stay } = &graph.ways[at] else { return Ok(()) };
    solved.steps = solved.steps.plus(&visits.times(stay));
    for (next, weight) in to.iter().filter(|(next, _)| open(*next)) {
        work.spend(1, cost_of_ratio(words(visits.below())))?;
        let part = visits.times(&Ratio::new(weight.clone(), total.clone()));
        reached[*next] = reached[*next].plus(&part);
    }
    Ok(())
}

/// How often each state of a part is visited: what comes from before, and what comes from the part itself. States are
/// eliminated one after the other, those with the fewest neighbours first, so that long thin parts stay cheap.
struct Equations {
    comes: BTreeMap<At, Ratio>,
    onward: BTreeMap<At, BTreeMap<At, Ratio>>,
    back: BTreeMap<At, BTreeMap<At, Ratio>>,
}

impl Equations {
    fn of<S: Ord>(graph: &Graph<S>, part: &BTreeSet<At>, reached: &[Ratio]) -> Equations {
        let comes = part.iter().map(|at| (*at, reached[*at].clone())).collect();
        let mut equations = Equations { comes, onward: BTreeMap::new(), back: BTreeMap::new() };
        for at in part {
            equations.onward.insert(*at, BTreeMap::new());
            equations.back.insert(*at, BTreeMap::new());
        }
        for at in part {
            let Ways::Go { to, total, .. } = &graph.ways[*at] else { continue };
            for (next, weight) in to.iter().filter(|(next, _)| part.contains(next)) {
                equations.link(*at, *next, Ratio::new(weight.clone(), total.clone()));
            }
        }
        equations
    }

    fn link(&mut self, from: At, to: At, chance: Ratio) {
        self.onward.entry(from).or_default().insert(to, chance.clone());
        self.back.entry(to).or_default().insert(from, chance);
    }

    /// The expected visits of each state.
    fn solve(mut self, work: &mut Work) -> Result<BTreeMap<At, Ratio>, TooMuch> {
        // Each state that is eliminated, with what its visits follow from.
        let mut gone: Vec<(At, Ratio, BTreeMap<At, Ratio>)> = Vec::new();
        while let Some(at) = self.next() {
            work.spend(self.onward.len() as u64, LOOK_UP)?;
            let mut onward = self.onward.remove(&at).unwrap_or_default();
            let mut back = self.back.remove(&at).unwrap_or_default();
            let stays = onward.remove(&at).unwrap_or(Ratio::ZERO);
            back.remove(&at);
            let leaves = Ratio::ONE.minus(&stays);
            let comes = self.comes.remove(&at).unwrap_or(Ratio::ZERO).over(&leaves);
            for chance in back.values_mut() {
                *chance = chance.over(&leaves);
            }
            for (to, chance) in &onward {
                self.back.entry(*to).or_default().remove(&at);
                let more = self.comes.entry(*to).or_insert(Ratio::ZERO);
                work.spend(1, cost_of_ratio(words(more.below()) + words(comes.below())))?;
                *more = more.plus(&comes.times(chance));
            }
            for (from, before) in &back {
                self.onward.entry(*from).or_default().remove(&at);
                for (to, chance) in &onward {
                    let there = self.onward.get(from).and_then(|o| o.get(to));
                    let sum = there.unwrap_or(&Ratio::ZERO).plus(&before.times(chance));
                    work.spend(1, cost_of_ratio(words(sum.below())))?;
                    self.link(*from, *to, sum);
                }
            }
            gone.push((at, comes, back));
        }
        let mut visits: BTreeMap<At, Ratio> = BTreeMap::new();
        for (at, comes, back) in gone.into_iter().rev() {
            let mut sum = comes;
            for (from, chance) in &back {
                let part = visits.get(from).unwrap_or(&Ratio::ZERO).times(chance);
                work.spend(1, cost_of_ratio(words(part.below())))?;
                sum = sum.plus(&part);
            }
            visits.insert(at, sum);
        }
        Ok(visits)
    }

    /// The state with the fewest neighbours.
    fn next(&self) -> Option<At> {
        let neighbours = |at: &At| self.onward[at].len() * self.back[at].len();
        self.onward.keys().min_by_key(|at| neighbours(at)).copied()
    }
}
