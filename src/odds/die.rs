//! One die: its faces, thrown again, thrown on, and whether it is a success.

use super::distribution::Distribution;
use super::limits::{LOOK_UP, TooMuch, Work, check_size, cost_of_product, words_of_power};
use super::natural::Natural;

impl Distribution<i64> {
    /// A die that shows 1 to so many; at least one.
    pub fn die(faces: u32) -> Self {
        Distribution::of_sorted((1..=i64::from(faces.max(1))).map(|face| (face, Natural::ONE)).collect())
    }

    /// The same thrown again where `again` holds: once, whatever it shows then, or until it no longer holds. Nothing
    /// where that never ends.
    pub fn rerolled(&self, again: impl Fn(i64) -> bool, once: bool) -> Option<Self> {
        if !once {
            return self.given(|face| !again(*face));
        }
        let misses = self.weight_where(|face| again(*face));
        Distribution::of(self.rows().iter().map(|(face, weight)| {
            let stays = if again(*face) { Natural::ZERO } else { weight * self.total() };
            (*face, stays + weight * &misses)
        }))
    }

    /// The same thrown on where `on` holds, up to so many times; then what it shows stands. What each throw is worth
    /// by `worth` is added up.
    ///
    /// # Errors
    /// [`TooMuch`] where it has too many outcomes, or too long weights.
    pub fn thrown_on(
        &self,
        on: impl Fn(i64) -> bool,
        times: u32,
        worth: impl Fn(i64) -> i64,
        work: &mut Work,
    ) -> Result<Self, TooMuch> {
        let mut sum = self.map(|face| worth(*face));
        let total_words = words_of_power(self.total(), times.saturating_add(1));
        for _ in 0..times {
            check_size(sum.len() as u128 + self.len() as u128, total_words)?;
            work.spend((sum.len() + self.len()) as u64, cost_of_product(total_words, 1) + LOOK_UP)?;
            let rest = sum.total().clone();
            let mut weights: Vec<(i64, Natural)> = Vec::with_capacity(sum.len() + self.len());
            for (face, weight) in self.rows() {
                if on(*face) {
                    let further = sum.rows().iter().map(|(s, w)| Ok((add(*s, worth(*face))?, w * weight)));
                    weights.extend(further.collect::<Result<Vec<_>, TooMuch>>()?);
                } else {
                    weights.push((worth(*face), weight * &rest));
                }
            }
            sum = Distribution::of(weights).unwrap_or(sum);
        }
        Ok(sum)
    }
}

fn add(left: i64, right: i64) -> Result<i64, TooMuch> {
    left.checked_add(right).ok_or(TooMuch::Number)
}
