//! Several results put in order, jointly: six ability scores from high to low.

use super::distribution::Distribution;
use super::limits::{LOOK_UP, TooMuch, Work, check_size, words_of_power};
use super::natural::{Natural, Weight, is_small};

/// So many results that are all distributed alike, sorted from high to low. At least one.
///
/// # Errors
/// [`TooMuch`] where there are too many multisets of outcomes.
pub fn sorted<T: Ord + Clone>(
    one: &Distribution<T>,
    count: u32,
    work: &mut Work,
) -> Result<Distribution<Vec<T>>, TooMuch> {
    let kinds = one.len() as u128;
    // Multisets: (kinds + count - 1) over count.
    let multisets =
        (1..=u128::from(count)).try_fold(1u128, |ways, k| Some(ways.checked_mul(kinds + k - 1)? / k));
    let multisets = multisets.ok_or(TooMuch::Outcomes(u128::MAX))?;
    let words = words_of_power(one.total(), count);
    // A row takes room for its outcomes as well as for its weight.
    let rows = check_size(multisets, words + u64::from(count))?;
    work.spend(rows, LOOK_UP + words + 10 * u64::from(count))?;
    let total = one.total().pow(count as usize);
    let rows = match is_small(&(&total * count.max(1))) {
        true => Draws::<T, u128>::of(one, count).all(),
        false => Draws::<T, Natural>::of(one, count).all(),
    };
    Ok(Distribution::of_sorted(rows))
}

/// All multisets of so many outcomes, from the lowest in order to the highest.
struct Draws<'a, T, W> {
    outcomes: Vec<(&'a T, W)>,
    drawn: Vec<T>,
    rows: Vec<(Vec<T>, Natural)>,
    count: u32,
}

impl<'a, T: Ord + Clone, W: Weight> Draws<'a, T, W> {
    fn of(one: &'a Distribution<T>, count: u32) -> Self {
        let outcomes = one.rows().iter().map(|(outcome, weight)| (outcome, W::of(weight))).collect();
        Draws { outcomes, drawn: Vec::with_capacity(count as usize), rows: Vec::new(), count }
    }

    fn all(mut self) -> Vec<(Vec<T>, Natural)> {
        self.draw(self.outcomes.len() - 1, W::of(&Natural::ONE), 0);
        self.rows
    }

    /// Draws one more, at most the outcome at `most`, of which `run` were drawn last. What was drawn so far has so much
    /// weight in all its orders.
    fn draw(&mut self, most: usize, weight: W, run: u32) {
        let place = self.drawn.len() as u32;
        if place == self.count {
            self.rows.push((self.drawn.clone(), weight.natural()));
            return;
        }
        for at in 0..=most {
            let run = if at == most { run + 1 } else { 1 };
            // The product over a run of equal outcomes is a binomial coefficient, so each division leaves no remainder.
            let ways = weight.times(&self.outcomes[at].1).scaled(place + 1, run);
            self.drawn.push(self.outcomes[at].0.clone());
            self.draw(at, ways, run);
            self.drawn.pop();
        }
    }
}
