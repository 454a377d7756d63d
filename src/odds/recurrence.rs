//! The coefficients of powers of polynomials, one after the other, without multiplying polynomials.
//!
//! A power P = pⁿ satisfies p·P' = n·p'·P, so each coefficient of P follows from a few before it by multiplication with
//! small numbers and one exact division. That is linear in the number of outcomes, where repeated squaring is quadratic.

use super::limits::{TooMuch, Work, cost_of_product, cost_of_sum};
use super::natural::{Natural, is_small, words};

/// A coefficient with the place of the term that it belongs to.
type Term = (usize, i128);

/// How many dice of how many faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dice {
    pub(super) count: u32,
    pub(super) faces: u32,
}

/// The number of ways to throw each sum with dice that show 0 to `faces - 1`, for all sums from 0 on.
///
/// With P = Π((1-xˢ)/(1-x))ⁿ, A = (1-x)Π(1-xˢ) and N dice, A·P' = B·P, where B = N·Π(1-xˢ) - (1-x)·Σ n·s·xˢ⁻¹·Π'(1-xˢ)
/// and Π' leaves out the factor of its own term. Few sizes make few terms, however many dice and faces there are.
pub(super) fn plain_sums(dice: &[Dice], total: &Natural, work: &mut Work) -> Result<Vec<Natural>, TooMuch> {
    let one_minus = |power: usize| vec![(0, 1), (power, -1)];
    let all = dice.iter().fold(vec![(0, 1)], |p, d| product(&p, &one_minus(d.faces as usize)));
    let lead = product(&all, &one_minus(1));
    let count: i128 = dice.iter().map(|d| i128::from(d.count)).sum();
    let mut side: Vec<Term> = all.iter().map(|(place, c)| (*place, c * count)).collect();
    for (at, of) in dice.iter().enumerate() {
        let others = dice.iter().enumerate().filter(|(other, _)| *other != at);
        let others = others.fold(one_minus(1), |p, (_, d)| product(&p, &one_minus(d.faces as usize)));
        let factor = vec![(of.faces as usize - 1, -i128::from(of.count) * i128::from(of.faces))];
        side.extend(product(&others, &factor));
    }
    // k·c(k) = Σ (B(lag - 1) - A(lag)·(k - lag))·c(k - lag), kept as fixed + slope·k for each lag.
    let mut lags: Vec<(usize, i128, i128)> = side.iter().map(|(place, b)| (place + 1, *b, 0)).collect();
    lags.extend(lead.iter().filter(|(place, _)| *place > 0).map(|(lag, a)| (*lag, a * *lag as i128, -a)));
    lags.sort_unstable_by_key(|(lag, ..)| *lag);
    lags.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
            kept.2 += next.2;
        }
        same
    });
    lags.retain(|(_, fixed, slope)| *fixed != 0 || *slope != 0);
    let last: usize = dice.iter().map(|d| d.count as usize * (d.faces as usize - 1)).sum();
    // The sums from the low and from the high end are equally likely.
    let half = last / 2 + 1;
    work.spend(half as u64, (lags.len() as u64 + 3) * cost_of_sum(words(total)))?;
    let most: i128 = lags.iter().map(|(_, fixed, slope)| fixed.abs() + slope.abs() * half as i128).sum();
    let mut sums = match is_small(&(total * most.unsigned_abs() * 2u8)) {
        true => small(&lags, half),
        false => large(&lags, half),
    };
    sums.reserve_exact(last + 1 - half);
    for at in half..=last {
        sums.push(sums[last - at].clone());
    }
    Ok(sums)
}

fn small(lags: &[(usize, i128, i128)], count: usize) -> Vec<Natural> {
    let mut sums: Vec<i128> = vec![1];
    for k in 1..count {
        let before = lags.iter().take_while(|(lag, ..)| *lag <= k);
        let sum: i128 = before.map(|(lag, fixed, slope)| (fixed + slope * k as i128) * sums[k - lag]).sum();
        sums.push(sum / k as i128);
    }
    sums.into_iter().map(|s| Natural::from(s.unsigned_abs())).collect()
}

fn large(lags: &[(usize, i128, i128)], count: usize) -> Vec<Natural> {
    let mut sums: Vec<Natural> = Vec::with_capacity(count);
    sums.push(Natural::ONE);
    for k in 1..count {
        let (mut above, mut below) = (Natural::ZERO, Natural::ZERO);
        for (lag, fixed, slope) in lags.iter().take_while(|(lag, ..)| *lag <= k) {
            let factor = fixed + slope * k as i128;
            let sum = if factor < 0 { &mut below } else { &mut above };
            *sum += &sums[k - lag] * factor.unsigned_abs();
        }
        above -= below;
        sums.push(above / k);
    }
    sums
}

/// The product of two polynomials with few terms.
fn product(left: &[Term], right: &[Term]) -> Vec<Term> {
    let mut terms: Vec<Term> =
        left.iter().flat_map(|(i, a)| right.iter().map(move |(j, b)| (i + j, a * b))).collect();
    terms.sort_unstable_by_key(|(place, _)| *place);
    terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    terms
}

/// The coefficients of the power of a polynomial whose terms are given from the lowest, which is at place 0, on.
pub(super) fn power(
    terms: &[(usize, Natural)],
    power: u32,
    total: &Natural,
    work: &mut Work,
) -> Result<Vec<Natural>, TooMuch> {
    let [(0, lowest), others @ ..] = terms else { return Ok(Vec::new()) };
    let last = others.last().map_or(0, |(place, _)| *place) * power as usize;
    let widest = terms.iter().map(|(_, weight)| words(weight)).max().unwrap_or(1);
    let cost = cost_of_product(words(total), widest + 1) + cost_of_sum(words(total));
    work.spend(last as u64 + 1, (terms.len() as u64).saturating_mul(cost))?;
    let mut sums: Vec<Natural> = Vec::with_capacity(last + 1);
    sums.push(lowest.pow(power as usize));
    for k in 1..=last {
        let (mut above, mut below) = (Natural::ZERO, Natural::ZERO);
        for (place, weight) in others.iter().take_while(|(place, _)| *place <= k) {
            let factor = (i128::from(power) + 1) * *place as i128 - k as i128;
            let part = weight * factor.unsigned_abs() * &sums[k - place];
            *(if factor < 0 { &mut below } else { &mut above }) += part;
        }
        above -= below;
        sums.push(above / (lowest * k));
    }
    Ok(sums)
}
