//! The statistics, and with them the generator. `HOUSERULE_THOROUGH=1` tries twenty seeds instead of two.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::asked::samples;
use super::super::{Generator, Seeded};
use super::*;
use crate::kernel::door::Answers;

/// What a fair die shows more often than once in a million tests on either end.
fn is_plausible(histogram: &Histogram) -> bool {
    match histogram.fairness() {
        Fairness::Tested { p, .. } => (1e-6..=1.0 - 1e-6).contains(&p),
        Fairness::TooFew { .. } => panic!("too few dice for this test"),
    }
}

/// A million dice, counted in an array because the histogram is slow without optimisation.
fn million(sides: u32, mut die: impl FnMut() -> u32) -> Histogram {
    let mut counts = vec![0; sides as usize];
    for _ in 0..1_000_000 {
        counts[die() as usize - 1] += 1;
    }
    Histogram { sides, counts: (1..).zip(counts).collect(), untold: 0 }
}

fn seeds() -> u64 {
    if std::env::var_os("HOUSERULE_THOROUGH").is_some() { 20 } else { 2 }
}

#[test]
fn a_million_dice_of_each_size_are_fair() {
    std::thread::scope(|scope| {
        for seed in 0..seeds() {
            scope.spawn(move || {
                for sides in (2..=20).chain([100]) {
                    let mut generator = Generator::new(seed);
                    let histogram = million(sides, || generator.die(sides));
                    assert!(is_plausible(&histogram), "d{sides}, seed {seed}: {:?}", histogram.fairness());
                }
            });
        }
    });
}

#[test]
fn a_million_pairs_of_dice_are_independent() {
    for seed in 0..seeds() {
        let mut generator = Generator::new(seed);
        let histogram = million(36, || 6 * (generator.die(6) - 1) + generator.die(6));
        assert!(is_plausible(&histogram), "seed {seed}: {:?}", histogram.fairness());
    }
}

#[test]
fn the_test_is_sharp_enough_to_see_a_byte_modulo_six() {
    for seed in 0..seeds() {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        let biased = million(6, || u32::from(words.next_u32() as u8 % 6) + 1);
        assert!(!is_plausible(&biased), "seed {seed}: {:?}", biased.fairness());
    }
}

#[test]
fn too_few_dice_say_nothing() {
    let mut histogram = Histogram::new(6);
    (0..29).for_each(|_| histogram.count(6));
    assert_eq!(histogram.fairness(), Fairness::TooFew { dice: 29, needed: 30 });
    histogram.count(6);
    // 30 sixes: five expected of each, (25² + 5·5²)/5 = 150.
    let Fairness::Tested { chi_square, freedom, p } = histogram.fairness() else { panic!("enough dice") };
    assert_eq!((chi_square, freedom), (150.0, 5));
    assert!(p < 1e-29, "{p}");
}

#[test]
fn real_dice_and_the_generators_are_counted_apart() {
    let mut stats = DiceStats::default();
    let two = samples::dice(2, 6);
    let mut tell = |given: Given, by: By| stats.record(&two, &Answer { given, by });
    tell(Given::Dice(vec![6, 6]), By::Entered(Some("Ann".into())));
    tell(Given::Total(9), By::Entered(None));
    tell(Given::Dice(vec![1, 1]), By::Forced);
    tell(Given::Dice(vec![1, 1]), By::Policy("every outcome".into()));
    stats.record(&samples::choice(2), &Answer { given: Given::Chosen(1), by: By::Entered(None) });
    let mut dice = Seeded::new(42);
    stats.record(&two, &dice.answer(&two).unwrap());
    let all: Vec<_> =
        stats.histograms().map(|(thrown, h)| (thrown, h.sides(), h.dice(), h.untold())).collect();
    assert_eq!(all, [(Thrown::Auto, 6, 2, 0), (Thrown::Entered, 6, 2, 2)]);
    assert_eq!(stats.histograms().nth(1).unwrap().1.of(6), 2);
}
