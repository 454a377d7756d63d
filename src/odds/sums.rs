//! Sums of dice, and of whatever else has nothing to do with each other.

use super::distribution::{Distribution, pairs};
use super::limits::{TooMuch, Work, check_size, cost_of_product, words_of_power};
use super::natural::{Natural, common_divisor, is_small, words};
use super::recurrence::{Dice, plain_sums, power};

/// Dice of more sizes than this are summed in groups.
const SIZES_AT_ONCE: usize = 4;

/// The sum of plain dice that show 1 to so many faces: `(count, faces)` for each size, at least one die of two faces.
///
/// # Errors
/// [`TooMuch`] where the sum has too many outcomes, or too long weights.
pub fn sum_of_dice(dice: &[(u32, u32)], work: &mut Work) -> Result<Distribution<i64>, TooMuch> {
    let mut by_size: Vec<Dice> = Vec::new();
    for &(count, faces) in dice.iter().filter(|(count, faces)| *count > 0 && *faces > 1) {
        match by_size.iter_mut().find(|d| d.faces == faces) {
            Some(same) => same.count = same.count.checked_add(count).ok_or(TooMuch::Outcomes(u128::MAX))?,
            None => by_size.push(Dice { count, faces }),
        }
    }
    let constant: i64 =
        dice.iter().filter(|(_, faces)| *faces == 1).map(|(count, _)| i64::from(*count)).sum();
    let outcomes = by_size.iter().map(|d| u128::from(d.count) * u128::from(d.faces - 1)).sum::<u128>() + 1;
    let total_words: u64 =
        by_size.iter().map(|d| words_of_power(&Natural::from(d.faces), d.count)).sum::<u64>().max(1);
    check_size(outcomes, total_words)?;
    let mut sum = Distribution::certain(constant);
    for group in by_size.chunks(SIZES_AT_ONCE) {
        let total = group.iter().map(|d| Natural::from(d.faces).pow(d.count as usize)).product();
        let least: i64 = group.iter().map(|d| i64::from(d.count)).sum();
        let rows = (least..).zip(plain_sums(group, &total, work)?).collect();
        sum = add(&sum, &Distribution::of_sorted(rows), work)?;
    }
    Ok(sum)
}

/// The sum of so many that are all distributed like this.
///
/// # Errors
/// [`TooMuch`] where the sum has too many outcomes, or too long weights.
pub fn sum_of(one: &Distribution<i64>, count: u32, work: &mut Work) -> Result<Distribution<i64>, TooMuch> {
    let (least, greatest) = (one.least(), one.greatest());
    let stride = one.outcomes().fold(0u64, |stride, o| {
        let distance = o.wrapping_sub(least) as u64;
        if stride == 0 { distance } else { greatest_common_divisor(stride, distance) }
    });
    let shift = i128::from(least) * i128::from(count);
    let shift = i64::try_from(shift).map_err(|_| TooMuch::Number)?;
    i64::try_from(i128::from(greatest) * i128::from(count)).map_err(|_| TooMuch::Number)?;
    if stride == 0 || count == 0 {
        return Ok(Distribution::certain(shift));
    }
    let steps = greatest.wrapping_sub(least) as u64 / stride;
    let outcomes = u128::from(steps) * u128::from(count) + 1;
    let total_words = words_of_power(one.total(), count);
    // Few outcomes far apart are cheaper pair by pair, as far as their sums stay few.
    if most_sums(one.len(), count).is_some_and(|sums| sums < outcomes / 8) {
        check_size(most_sums(one.len(), count).unwrap_or(outcomes), total_words)?;
        return by_squaring(one, count, work);
    }
    check_size(outcomes, total_words)?;
    let place = |outcome: &i64| (outcome.wrapping_sub(least) as u64 / stride) as usize;
    let terms: Vec<(usize, Natural)> = one.rows().iter().map(|(o, w)| (place(o), w.clone())).collect();
    let is_plain = terms.len() as u64 == steps + 1 && terms.iter().all(|(_, w)| *w == terms[0].1);
    let sums = match u32::try_from(terms.len()) {
        Ok(faces) if is_plain => {
            plain_sums(&[Dice { count, faces }], &Natural::from(faces).pow(count as usize), work)?
        }
        _ => power(&terms, count, &one.total().pow(count as usize), work)?,
    };
    let rows = sums.into_iter().enumerate().filter(|(_, w)| !w.is_zero());
    Ok(Distribution::of_sorted(rows.map(|(at, w)| (shift + (at as u64 * stride) as i64, w)).collect()))
}

/// An upper bound of how many sums so many of so many outcomes have: the number of multisets.
fn most_sums(outcomes: usize, count: u32) -> Option<u128> {
    let kinds = outcomes as u128 - 1;
    (1..=kinds).try_fold(1u128, |ways, k| {
        let ways = ways.checked_mul(u128::from(count).checked_add(k)?)? / k;
        (ways < 1 << 40).then_some(ways)
    })
}

fn by_squaring(one: &Distribution<i64>, count: u32, work: &mut Work) -> Result<Distribution<i64>, TooMuch> {
    let mut sum = Distribution::certain(0);
    for bit in (0..u32::BITS - count.leading_zeros()).rev() {
        sum = add(&sum, &sum, work)?;
        if count >> bit & 1 == 1 {
            sum = add(&sum, one, work)?;
        }
    }
    Ok(sum)
}

/// The sum of two that have nothing to do with each other.
///
/// # Errors
/// [`TooMuch`] where it has too many outcomes, too long weights, or outcomes beyond 64 bits.
pub fn add(
    left: &Distribution<i64>,
    right: &Distribution<i64>,
    work: &mut Work,
) -> Result<Distribution<i64>, TooMuch> {
    let least = left.least().checked_add(right.least()).ok_or(TooMuch::Number)?;
    let greatest = left.greatest().checked_add(right.greatest()).ok_or(TooMuch::Number)?;
    for (certain, other) in [(left, right), (right, left)] {
        if certain.len() == 1 && certain.total().is_one() {
            let shift = certain.least();
            return Ok(Distribution::of_sorted(
                other.rows().iter().map(|(o, w)| (o + shift, w.clone())).collect(),
            ));
        }
    }
    let range = (greatest as i128 - least as i128) as u128 + 1;
    let total = left.total() * right.total();
    if range > 4 * (left.len() as u128 + right.len() as u128) {
        return pairs(left, right, work, |a, b| Ok(a + b));
    }
    check_size(range, words(&total))?;
    let cost = match is_small(&total) {
        true => 2,
        false => cost_of_product(words(left.total()), words(right.total())),
    };
    work.spend((left.len() as u64).saturating_mul(right.len() as u64), cost)?;
    let place = |a: &i64, b: &i64| (i128::from(*a) + i128::from(*b) - i128::from(least)) as usize;
    let sums: Vec<Natural> = if is_small(&total) {
        let short = |of: &Distribution<i64>| -> Vec<(i64, u128)> {
            of.rows().iter().map(|(o, w)| (*o, u128::try_from(w).unwrap_or(u128::MAX))).collect()
        };
        let (left, right) = (short(left), short(right));
        let mut sums = vec![0u128; range as usize];
        for (a, weight) in &left {
            for (b, other) in &right {
                sums[place(a, b)] += weight * other;
            }
        }
        sums.into_iter().map(Natural::from).collect()
    } else {
        let mut sums = vec![Natural::ZERO; range as usize];
        for (a, weight) in left.rows() {
            for (b, other) in right.rows() {
                sums[place(a, b)] += weight * other;
            }
        }
        sums
    };
    Ok(Distribution::of_sorted((least..=greatest).zip(sums).filter(|(_, w)| !w.is_zero()).collect()))
}

fn greatest_common_divisor(left: u64, right: u64) -> u64 {
    u64::try_from(common_divisor(&Natural::from(left), &Natural::from(right))).unwrap_or(1)
}
