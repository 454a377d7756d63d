//! Dice that are thrown fall as the odds say, within five standard deviations.

use super::*;
use crate::kernel::dice::Generator;

const THROWS: i64 = 40_000;

#[test]
fn thrown_dice_fall_as_the_odds_say() {
    let mut generator = Generator::new(20_070_104);
    for text in [
        "4d6kh3",
        "10d6kh3",
        "20d6kl15",
        "3d6!",
        "5d6!!kh2",
        "4d6r1",
        "8d6!>=5",
        "5d20>=17 always 20 never 1",
        "4dF + 1",
        "2d6+3 > 2d6",
        "straight(6d6)",
        "pairs(6d6)",
        "wins(3d6, 2d6)",
        "dis(d20 + 2d4)",
        "30d6 / 4 - 3d10",
        "max(3d6, 2d8, 9)",
    ] {
        let (formula, odds) = (formula(text), odds(text));
        let mut counts: std::collections::BTreeMap<i64, i64> = std::collections::BTreeMap::new();
        for _ in 0..THROWS {
            *counts.entry(formula.throw(&mut generator).unwrap().result).or_default() += 1;
        }
        let throws = Ratio::from(THROWS);
        for (outcome, weight) in odds.rows() {
            let chance = odds.share(weight.clone());
            let expected = chance.times(&throws);
            // So rare outcomes do not spread like a bell.
            if expected < Ratio::from(30) {
                continue;
            }
            let count = Ratio::from(counts.get(outcome).copied().unwrap_or(0));
            let off = count.minus(&expected);
            let variance = expected.times(&Ratio::ONE.minus(&chance));
            assert!(
                off.times(&off) <= variance.times(&Ratio::from(25)),
                "{text}: {outcome} fell {count} times of {expected}"
            );
        }
        assert!(counts.keys().all(|outcome| !odds.weight(outcome).is_zero()), "{text}: {counts:?}");
        let sum: i64 = counts.iter().map(|(outcome, count)| outcome * count).sum();
        let off = Ratio::new(sum, THROWS as u64).minus(&odds.mean());
        assert!(
            off.times(&off).times(&throws) <= odds.variance().times(&Ratio::from(25)),
            "{text}: mean off by {off}"
        );
    }
}
