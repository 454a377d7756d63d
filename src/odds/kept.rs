//! The sum of the highest or the lowest so many of a pool.
//!
//! Small pools are asked face by face. In large ones the sum follows from the face of the last die that is kept: if `a`
//! dice are above it, they sum up freely, the others that are kept show it, and the rest show it or less. So the number
//! of steps grows with the dice that are kept and their sums, and hardly with those that are thrown.

use super::distribution::Distribution;
use super::limits::{TooMuch, Work, check_size, cost_of_product, words_of_power};
use super::natural::{Natural, binomials, words};
use super::pool::{Pool, ask};
use super::questions::SumOfKept;
use super::sums::sum_of;

/// Pools where more dice than this are kept are not asked face by face,
const FEW: u32 = 12;

/// nor are those of more dice than this.
const MANY: u32 = 100;

/// The sum of the dice of a pool that are kept.
///
/// # Errors
/// [`TooMuch`] where there are too many outcomes, or too long weights.
pub fn sum_of_kept(pool: &Pool, work: &mut Work) -> Result<Distribution<i64>, TooMuch> {
    let is_large = pool.kept() > FEW || pool.count() > MANY;
    match pool.left_out() {
        (0, 0) => sum_of(pool.die(), pool.count(), work),
        (0, _) if is_large => sum_of_highest(pool.die(), pool.count(), pool.kept(), work),
        (_, 0) if is_large => {
            // The lowest dice are the highest with the signs turned round.
            let turned = Distribution::of_sorted(
                pool.die()
                    .rows()
                    .iter()
                    .rev()
                    .map(|(f, w)| Ok((turn(*f)?, w.clone())))
                    .collect::<Result<_, _>>()?,
            );
            let sum = sum_of_highest(&turned, pool.count(), pool.kept(), work)?;
            Ok(Distribution::of_sorted(sum.rows().iter().rev().map(|(s, w)| (-s, w.clone())).collect()))
        }
        _ => ask(std::array::from_ref(pool), &SumOfKept, work),
    }
}

fn turn(number: i64) -> Result<i64, TooMuch> {
    number.checked_neg().ok_or(TooMuch::Number)
}

/// The sum of the highest `kept` of `count` dice; at least one is kept.
fn sum_of_highest(
    die: &Distribution<i64>,
    count: u32,
    kept: u32,
    work: &mut Work,
) -> Result<Distribution<i64>, TooMuch> {
    let bound = |face: i64| face.checked_mul(i64::from(kept)).ok_or(TooMuch::Number);
    let (least, greatest) = (bound(die.least())?, bound(die.greatest())?);
    let outcomes = (i128::from(greatest) - i128::from(least)) as u128 + 1;
    let total_words = words_of_power(die.total(), count);
    let mut sums = vec![Natural::ZERO; check_size(outcomes, total_words)? as usize];
    // How far above the lowest face a face is.
    let height = |face: i64| (face - die.least()) as usize;
    let mut below = die.total().clone();
    for at in (0..die.len()).rev() {
        let (face, weight) = &die.rows()[at];
        below -= weight;
        let above = &die.rows()[at + 1..];
        let tails = tails(weight, &below, count, kept, work)?;
        let mut free = vec![Natural::ONE];
        for (higher, choices) in (0..kept.min(count)).zip(binomials(count)) {
            let factor = choices * &tails[higher as usize];
            let shift = (kept - higher) as usize * height(*face);
            let words_of_free = words_of_power(die.total(), higher);
            work.spend(free.len() as u64, cost_of_product(words_of_free, words(&factor)))?;
            for (sum, ways) in free.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                sums[shift + sum] += ways * &factor;
            }
            let Some((highest, _)) = above.last() else { break };
            work.spend(
                (free.len() * above.len()) as u64,
                cost_of_product(words_of_free, words(die.total())),
            )?;
            let mut next = vec![Natural::ZERO; free.len() + height(*highest)];
            for (face, weight) in above {
                for (sum, ways) in free.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                    next[sum + height(*face)] += ways * weight;
                }
            }
            free = next;
        }
    }
    Ok(Distribution::of_sorted((least..).zip(sums).filter(|(_, w)| !w.is_zero()).collect()))
}

/// For each number of dice above a face, below `kept`: in how many ways the others show the face or less, and enough of
/// them the face, so that it is the face of the last die that is kept.
fn tails(
    weight: &Natural,
    below: &Natural,
    count: u32,
    kept: u32,
    work: &mut Work,
) -> Result<Vec<Natural>, TooMuch> {
    let both = weight + below;
    let others = count - kept;
    let most_words = words_of_power(&both, count);
    work.spend(u64::from(kept), 4 * cost_of_product(most_words, words(&both)))?;
    // At least, and exactly, `need` of `others + need` dice show the face, beginning with none of `others`.
    let mut at_least = both.pow(others as usize);
    let mut exactly = below.pow(others as usize);
    let mut tails = vec![Natural::ZERO; kept as usize];
    for need in 1..=kept {
        // A die more that shows the face leaves one less to the rest. One that does not leaves all of them, which are
        // the ways with at least one less, but not exactly one less.
        at_least = &at_least * weight + (&at_least - &exactly) * below;
        exactly = exactly * weight * (others + need) / need;
        tails[(kept - need) as usize] = at_least.clone();
    }
    Ok(tails)
}
