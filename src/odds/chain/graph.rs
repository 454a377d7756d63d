//! The states of a chain with the ways between them, and the parts of it that turn in circles.

use std::collections::BTreeMap;

use super::super::distribution::Distribution;
use super::super::limits::TooMuch;
use super::super::natural::Natural;
use super::super::ratio::Ratio;
use super::{Absorbed, MOST_STATES};

/// A state by its number.
pub(super) type At = usize;

/// Where a state goes. Staying where it is has been taken out: it changes how long a chain lasts, not where it goes.
pub(super) enum Ways {
    /// The chain ends here.
    End,
    /// It stays here for ever.
    Stuck,
    /// Other states with their weights.
    Go {
        to: Vec<(At, Natural)>,
        /// The sum of the weights.
        total: Natural,
        /// How many steps it takes to leave, expected.
        stay: Ratio,
    },
}

/// All states that can be reached; the start is the first.
pub(super) struct Graph<S> {
    states: Vec<S>,
    pub(super) ways: Vec<Ways>,
}

/// What was found out about each state.
pub(super) struct Solved {
    /// The probability to end in it, or to be stuck in it.
    pub(super) reached: Vec<Ratio>,
    /// The expected number of steps.
    pub(super) steps: Ratio,
    /// The probability to turn in circles for ever.
    pub(super) circling: Ratio,
}

/// Finds all states, working out each step once.
pub(super) fn explore<S: Ord + Clone, E: From<TooMuch>>(
    start: S,
    mut step: impl FnMut(&S) -> Result<Option<Distribution<S>>, E>,
) -> Result<Graph<S>, E> {
    let mut numbers: BTreeMap<S, At> = BTreeMap::from([(start.clone(), 0)]);
    let mut graph = Graph { states: vec![start], ways: Vec::new() };
    while let Some(state) = graph.states.get(graph.ways.len()).cloned() {
        let here = graph.ways.len();
        let Some(next) = step(&state)? else {
            graph.ways.push(Ways::End);
            continue;
        };
        let next = next.reduced();
        let mut total = next.total().clone();
        let mut to = Vec::with_capacity(next.len());
        for (state, weight) in next.rows() {
            let at = *numbers.entry(state.clone()).or_insert_with(|| {
                graph.states.push(state.clone());
                graph.states.len() - 1
            });
            match at == here {
                true => total -= weight,
                false => to.push((at, weight.clone())),
            }
        }
        if graph.states.len() > MOST_STATES {
            return Err(TooMuch::States(MOST_STATES).into());
        }
        graph.ways.push(match to.is_empty() {
            true => Ways::Stuck,
            false => Ways::Go { to, stay: Ratio::new(next.total().clone(), total.clone()), total },
        });
    }
    Ok(graph)
}

impl<S: Ord> Graph<S> {
    /// The parts within which every state leads to every other, in an order in which ways lead onward only.
    pub(super) fn parts(&self) -> Vec<Vec<At>> {
        let mut search = Search {
            found: vec![None; self.ways.len()],
            low: vec![0; self.ways.len()],
            open: Vec::new(),
            is_open: vec![false; self.ways.len()],
            parts: Vec::new(),
            count: 0,
        };
        search.from(0, self);
        // A part is found after all parts that it leads to.
        search.parts.reverse();
        search.parts
    }

    pub(super) fn to(&self, at: At) -> &[(At, Natural)] {
        match &self.ways[at] {
            Ways::Go { to, .. } => to,
            Ways::End | Ways::Stuck => &[],
        }
    }

    /// The answer in terms of states.
    pub(super) fn told(self, solved: Solved) -> Absorbed<S> {
        let mut never = solved.circling;
        let mut ends = Vec::new();
        for ((state, ways), chance) in self.states.into_iter().zip(self.ways).zip(solved.reached) {
            match ways {
                Ways::End if !chance.is_zero() => ends.push((state, chance)),
                Ways::Stuck => never = never.plus(&chance),
                _ => {}
            }
        }
        ends.sort_by(|a, b| a.0.cmp(&b.0));
        let steps = never.is_zero().then_some(solved.steps);
        Absorbed { ends, never, steps }
    }
}

/// Tarjan's search, with a stack of its own: chains may be long.
struct Search {
    found: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<At>,
    is_open: Vec<bool>,
    parts: Vec<Vec<At>>,
    count: usize,
}

impl Search {
    fn from<S: Ord>(&mut self, start: At, graph: &Graph<S>) {
        let mut path: Vec<(At, usize)> = Vec::new();
        self.enter(start, &mut path);
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            let Some((to, _)) = graph.to(at).get(*next) else {
                path.pop();
                if let Some((before, _)) = path.last() {
                    self.low[*before] = self.low[*before].min(self.low[at]);
                }
                self.leave(at);
                continue;
            };
            *next += 1;
            match self.found[*to] {
                None => self.enter(*to, &mut path),
                Some(found) if self.is_open[*to] => self.low[at] = self.low[at].min(found),
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, at: At, path: &mut Vec<(At, usize)>) {
        self.found[at] = Some(self.count);
        self.low[at] = self.count;
        self.count += 1;
        self.open.push(at);
        self.is_open[at] = true;
        path.push((at, 0));
    }

    fn leave(&mut self, at: At) {
        if self.found[at] != Some(self.low[at]) {
            return;
        }
        let from = self.open.iter().rposition(|open| *open == at).unwrap_or(0);
        let part = self.open.split_off(from);
        part.iter().for_each(|at| self.is_open[*at] = false);
        self.parts.push(part);
    }
}
