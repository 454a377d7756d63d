//! Chains in which no state comes back: weights flow forward in whole numbers.
//!
//! Each state has a level, the length of the longest way to it. What reaches a level is counted out of the product of
//! the totals of all levels before it, so nothing is ever brought to lowest terms on the way.

use super::super::limits::{TooMuch, Work, cost_of_product};
use super::super::natural::{Natural, common_multiple, words};
use super::super::ratio::Ratio;
use super::circles::cost_of_ratio;
use super::graph::{At, Graph, Solved, Ways};

/// Solves it; every part is one state.
pub(super) fn flow<S: Ord>(graph: &Graph<S>, parts: &[Vec<At>], work: &mut Work) -> Result<Solved, TooMuch> {
    let order: Vec<At> = parts.iter().flatten().copied().collect();
    let mut level = vec![0usize; order.len()];
    for &at in &order {
        for (to, _) in graph.to(at) {
            level[*to] = level[*to].max(level[at] + 1);
        }
    }
    let levels = level.iter().max().map_or(0, |most| most + 1);
    let mut commons = vec![Natural::ONE; levels];
    for &at in &order {
        if let Ways::Go { total, .. } = &graph.ways[at] {
            commons[level[at]] = common_multiple(&commons[level[at]], total);
        }
    }
    // The product of all totals before each level.
    let mut totals = vec![Natural::ONE];
    for common in &commons {
        work.spend(1, cost_of_product(words(&totals[totals.len() - 1]), words(common)))?;
        totals.push(&totals[totals.len() - 1] * common);
    }
    let mut weights = vec![Natural::ZERO; order.len()];
    weights[0] = Natural::ONE;
    let mut steps = Ratio::ZERO;
    // Steps of one expected length in one level are added up before they become a fraction.
    let mut waits: Vec<(usize, &Ratio, Natural)> = Vec::new();
    for &at in &order {
        let Ways::Go { to, total, stay } = &graph.ways[at] else { continue };
        let here = level[at];
        let weight = std::mem::take(&mut weights[at]);
        match waits.iter_mut().find(|(level, of, _)| *level == here && *of == stay) {
            Some((.., sum)) => *sum += &weight,
            None => waits.push((here, stay, weight.clone())),
        }
        let weight = weight * (&commons[here] / total);
        for (next, share) in to {
            work.spend(1, 2 * cost_of_product(words(&totals[level[*next]]), words(total)))?;
            let part = &weight * share;
            weights[*next] += match level[*next] == here + 1 {
                true => part,
                false => part * (&totals[level[*next]] / &totals[here + 1]),
            };
        }
    }
    for (level, stay, weight) in waits {
        work.look(cost_of_ratio(words(&totals[level]).max(words(steps.below()))))?;
        steps = steps.plus(&Ratio::new(weight, totals[level].clone()).times(stay));
    }
    let mut reached = Vec::with_capacity(weights.len());
    for (weight, level) in weights.into_iter().zip(&level) {
        // What goes on from a state was taken from it: there is nothing to be brought to lowest terms.
        if !weight.is_zero() {
            work.look(cost_of_ratio(words(&totals[*level])))?;
        }
        reached.push(Ratio::new(weight, totals[*level].clone()));
    }
    Ok(Solved { reached, steps, circling: Ratio::ZERO })
}
