//! Answers that were worked out elsewhere: published ones, and those in `tests/golden/odds`, which two other programs
//! agreed on to the last digit. Of the long ones only the digest of the sorted lines is kept.

use std::collections::BTreeMap;

use super::*;
use crate::odds::chain::{absorb, repeat};
use crate::odds::distribution::pairs;
use crate::odds::kept::sum_of_kept;
use crate::odds::limits::Work;
use crate::odds::natural::Natural;
use crate::odds::pool::{Pool, ask};
use crate::odds::questions::Opposed;
use crate::odds::sorted::sorted;
use crate::odds::sums::sum_of_dice;

fn work() -> Work {
    Work::new()
}

/// Lines as the golden files have them, sorted by their bytes.
fn lines<T: Ord>(odds: &Distribution<T>, name: impl Fn(&T) -> String) -> String {
    let mut lines: Vec<String> =
        odds.rows().iter().map(|(o, w)| format!("{}\t{}\n", name(o), odds.share(w.clone()))).collect();
    lines.sort();
    lines.concat()
}

fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

fn check_digest(lines: &str, count: usize, digest: &str) {
    assert_eq!(lines.lines().count(), count);
    assert_eq!(
        blake3::hash(lines.as_bytes()).to_hex().as_str(),
        digest,
        "{}",
        &lines[..lines.len().min(400)]
    );
}

/// What comes of a die and a number against a die and a number.
fn attack(attack: i64, defence: i64) -> Distribution<&'static str> {
    odds(&format!("d6 + {attack} - d6 - {defence}")).map(|margin| match margin {
        2.. => "destroy",
        0 | 1 => "wound",
        _ => "none",
    })
}

#[test]
fn an_attack_by_three_units_on_one() {
    let golden = include_str!("../../../tests/golden/odds/attack.tsv");
    assert_eq!(lines(&attack(5, 4), |o| (*o).to_owned()), golden);
}

/// One attack a turn, six turns at most; each wound makes the next attack easier.
#[test]
fn attacks_turn_by_turn_until_the_target_is_destroyed() {
    let turns = repeat((0i64, 0i64, false), 6, &mut work(), |&(turn, wounds, gone)| {
        let odds = attack(4, 6 - wounds).map(|outcome| match *outcome {
            "destroy" => (turn + 1, wounds, true),
            "wound" => (turn + 1, wounds + 1, false),
            _ => (turn + 1, wounds, false),
        });
        Ok::<_, TooMuch>((!gone).then_some(odds))
    });
    let told = |(turn, wounds, gone): &(i64, i64, bool)| joined(&[if *gone { *turn } else { 0 }, *wounds]);
    assert_eq!(
        lines(&turns.unwrap().states, told),
        include_str!("../../../tests/golden/odds/attacks-in-turns.tsv")
    );
}

/// Five dice a volley; what must be shown is 1, 7, 15 and 25, but a 20 always hits and a 1 never does.
#[test]
fn four_volleys_at_one_target() {
    let volleys = [1, 7, 15, 25].map(|shown| format!("(5d20>={shown} always 20 never 1)")).join(" + ");
    let left = odds(&format!("max(0, 12 - ({volleys}))"));
    assert_eq!(lines(&left, i64::to_string), include_str!("../../../tests/golden/odds/four-volleys.tsv"));
}

#[test]
fn the_best_three_of_ten_dice() {
    let golden = include_str!("../../../tests/golden/odds/best-three-of-ten.tsv");
    assert_eq!(lines(&odds("10d6kh3"), i64::to_string), golden);
}

#[test]
fn the_sum_of_two_hundred_dice() {
    check_digest(
        &lines(&odds("200d6"), i64::to_string),
        1001,
        "3d777499e98bd1d6141158898477330c90b3f1eeecd6e441d3fd9ac1152035d5",
    );
}

/// Per colour the dice of the attacker less those of the defender, all three at once.
#[test]
fn three_colours_of_dice_at_once() {
    let over = |dice| odds(&format!("max(0, {dice}d6 - 3d6)"));
    let two = pairs(&over(5), &over(4), &mut work(), |a, b| Ok(vec![*a, *b])).unwrap();
    let three = pairs(&two, &over(3), &mut work(), |two, c| Ok([&two[..], &[*c]].concat())).unwrap();
    check_digest(
        &lines(&three, |all| joined(all)),
        9856,
        "95d394ddc42728b19d5eb256c92c13a307aa6d226606630d35f4a84e74889167",
    );
}

#[test]
fn six_ability_scores_jointly() {
    let score = sum_of_kept(&Pool::new(Distribution::die(6), 4).without(0, 1), &mut work()).unwrap();
    let six = sorted(&score, 6, &mut work()).unwrap();
    check_digest(
        &lines(&six, |all| joined(all)),
        54_264,
        "846fc976bf7b88af442cd281ac656b7f582e20c48aa24ea3fa6b5c943e536cb4",
    );
}

#[test]
fn thirty_against_thirty_to_the_end() {
    let dice = |count: i64| Pool::new(Distribution::die(6), count as u32);
    let round = |attackers: i64, defenders: i64| {
        ask(&[dice(attackers), dice(defenders)], &Opposed, &mut work()).map(|odds| odds.reduced())
    };
    // There are six kinds of rounds; each is worked out once.
    let mut known = BTreeMap::new();
    for kind in (1..=3).flat_map(|attackers| (1..=2).map(move |defenders| (attackers, defenders))) {
        known.insert(kind, round(kind.0, kind.1).unwrap());
    }
    let war = absorb((30i64, 30i64), &mut work(), |&(attackers, defenders)| {
        let odds = known.get(&(attackers.min(3), defenders.min(2)));
        Ok::<_, TooMuch>(odds.map(|odds| odds.map(|(won, lost)| (attackers - lost, defenders - won))))
    });
    let war = war.unwrap();
    let mut told: Vec<String> =
        war.ends.iter().map(|((a, d), chance)| format!("{a},{d}\t{chance}\n")).collect();
    told.sort();
    assert_eq!(told.concat(), include_str!("../../../tests/golden/odds/risk-30-30.tsv"));
    let sum = war.ends.iter().fold(Ratio::ZERO, |sum, (_, chance)| sum.plus(chance));
    assert_eq!(sum, Ratio::ONE);
    // At least one unit falls a round, at most two.
    assert!(war.steps.is_some_and(|s| s > Ratio::from(15) && s < Ratio::from(59)));
}

/// How a block of models stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stand {
    Dead,
    Shaken,
    Steady,
    Broken,
}

/// A block of thirty, and how it checks its morale after it has lost models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    models: i64,
    stand: Stand,
}

impl Block {
    fn after(self, hits: i64, morale: i64) -> Distribution<Block> {
        let models = (self.models - hits).max(0);
        let (lost, now) = (30 - models, self.models - models);
        let reaches = |number: i64| odds(&format!("d20 + {morale} >= {number}"));
        let stand = |stand| Block { models, stand };
        let holds = match lost {
            ..18 => Distribution::certain(1),
            18..24 => reaches(18),
            _ => reaches(20),
        };
        let keeps_calm = match (now, lost) {
            (..=6, _) => Distribution::certain(1),
            (_, ..6) => reaches(2),
            (_, ..12) => reaches(5),
            (_, ..18) => reaches(10),
            (_, ..24) => reaches(15),
            _ => reaches(20),
        };
        pairs(&holds, &keeps_calm, &mut work(), |holds, calm| {
            Ok(stand(match (holds, calm) {
                (0, _) => Stand::Broken,
                (_, 0) => Stand::Shaken,
                _ => Stand::Steady,
            }))
        })
        .unwrap()
    }
}

/// Five rounds of two blocks of thirty: hits are binomial, losses make a block falter or run.
#[test]
fn two_blocks_of_thirty_fight_five_rounds() {
    let start = |stand| Block { models: 30, stand };
    let mut known: BTreeMap<(Block, i64, i64), Distribution<Block>> = BTreeMap::new();
    let fight = repeat(
        (0u32, start(Stand::Steady), start(Stand::Steady)),
        5,
        &mut Work::without_end(),
        |&(round, a, b)| {
            let is_over = |block: Block| matches!(block.stand, Stand::Dead | Stand::Broken);
            if is_over(a) || is_over(b) {
                return Ok::<_, TooMuch>(None);
            }
            let hits = |of: Block, steady: i64, shaken: i64, charge: i64| {
                let number = if of.stand == Stand::Shaken { shaken } else { steady } - charge;
                odds(&format!("{}d20>={number} always 20 never 1", of.models))
            };
            let on_b = hits(a, 18, 20, if round == 0 { 2 } else { 0 });
            let on_a = hits(b, 16, 19, 0);
            let both = pairs(&on_a, &on_b, &mut work(), |on_a, on_b| Ok((*on_a, *on_b)))?;
            both.then(&mut work(), |&(on_a, on_b)| {
                let (left_a, left_b) = ((a.models - on_a).max(0), (b.models - on_b).max(0));
                if left_a == 0 || left_b == 0 {
                    let block = |models| Block {
                        models,
                        stand: if models == 0 { Stand::Dead } else { Stand::Steady },
                    };
                    return Ok(Distribution::certain((round + 1, block(left_a), block(left_b))));
                }
                let mut after = |block: Block, hits: i64, morale: i64| {
                    known.entry((block, hits, morale)).or_insert_with(|| block.after(hits, morale)).clone()
                };
                let (after_a, after_b) = (after(a, on_a, 0), after(b, on_b, 1));
                pairs(&after_a, &after_b, &mut work(), |a, b| Ok((round + 1, *a, *b)))
            })
            .map(Some)
        },
    );
    let ends = fight.unwrap().states.map(|(_, a, b)| (*a, *b));
    let word = |block: &Block| match block.stand {
        Stand::Dead => "dead",
        Stand::Shaken => "dis",
        Stand::Steady => "ok",
        Stand::Broken => "rout",
    };
    let told = lines(&ends, |(a, b)| format!("{},{},{},{}", a.models, b.models, word(a), word(b)));
    check_digest(&told, 4286, "4aa2605eae99341c943dd6d7e213fe6db3871906cfe5fde366e685a804881447");
}

#[test]
fn what_is_known_of_common_dice() {
    assert_eq!(odds("4d6kh3").mean(), ratio(15_869, 1296));
    assert_eq!(odds("4d6kh3").chance(&18), ratio(7, 432));
    assert_eq!(odds("2d20kh1").mean(), ratio(553, 40));
    assert_eq!(odds("adv(d20)"), odds("2d20kh1"));
    assert_eq!(odds("dis(d20)").mean(), ratio(287, 40));
    assert_eq!((odds("3d6").deviation(2), odds("2d6").variance()), ("2.96".to_owned(), ratio(35, 6)));
    // The throws of Risk, out of 7776.
    let risk = odds("wins(3d6, 2d6)");
    assert_eq!([0, 1, 2].map(|w| risk.chance(&w)), [ratio(2275, 7776), ratio(2611, 7776), ratio(2890, 7776)]);
    // Poker dice, out of 7776: five alike, four alike, three alike or full house.
    let largest = odds("largest(5d6)");
    assert_eq!([5, 4, 3].map(|n| largest.chance(&n)), [ratio(6, 7776), ratio(150, 7776), ratio(1500, 7776)]);
    assert_eq!(odds("straight(5d6)").chance(&5), ratio(240, 7776));
    // A birthday shared by two of 23.
    assert_eq!(odds("23d365 * 0 + (different(23d365) < 23)").chance(&1).percent(), "50.73 %");
    // Chevalier de Méré: a six in four throws, a double six in twenty-four.
    assert_eq!(odds("(4d6>=6) >= 1").chance(&1), ratio(671, 1296));
    assert_eq!(odds("(24d36>=36) >= 1").chance(&1).percent(), "49.14 %");
    // Newton to Pepys: one six of six, two of twelve, three of eighteen.
    let newton = [1, 2, 3].map(|n| odds(&format!("({}d6>=6) >= {n}", 6 * n)).chance(&1).percent());
    assert_eq!(newton, ["66.51 %", "61.87 %", "59.73 %"]);
    // Fate dice, out of 81.
    assert_eq!([0, 1, 4].map(|n| odds("4dF").chance(&n)), [ratio(19, 81), ratio(16, 81), ratio(1, 81)]);
    // Three sixes in a row and then a throw that stands.
    assert_eq!(odds("d6!").greatest(), 66);
    assert_eq!(odds("d6!2").chance(&18), ratio(1, 216));
}

#[test]
fn the_total_of_many_sizes_of_dice_is_the_product_of_their_faces() {
    let sum = sum_of_dice(&[(1, 4), (1, 6), (1, 8), (1, 10), (1, 12), (1, 20)], &mut work()).unwrap();
    assert_eq!(sum.total(), &Natural::from(4u32 * 6 * 8 * 10 * 12 * 20));
    assert_eq!((sum.mean(), sum.least(), sum.greatest()), (ratio(33, 1), 6, 60));
}
