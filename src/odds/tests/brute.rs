//! All ways in which the dice may fall, each read by the formula itself.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::kernel::dice::formula::{Plain, Reading};
use crate::odds::limits::Work;
use crate::odds::natural::Natural;
use crate::odds::pool::{Pool, ask};
use crate::odds::questions::Opposed;
use crate::odds::sorted::sorted;

/// Every way in which the dice of a formula may fall; nothing where there are more than so many.
fn fallen(formula: &Formula, most: u64) -> Option<Distribution<i64>> {
    let mut open: Vec<(Vec<u32>, Natural)> = vec![(Vec::new(), Natural::ONE)];
    let mut sums: Vec<(i64, Natural, Natural)> = Vec::new();
    let mut leaves = 0;
    while let Some((faces, out_of)) = open.pop() {
        match formula.read(&faces).ok()? {
            Reading::Done(throw) => {
                leaves += 1;
                if leaves > most {
                    return None;
                }
                sums.push((throw.result, Natural::ONE, out_of));
            }
            Reading::Needs(Plain { count, sides }) => {
                // One die after the other: the others are asked for again.
                let first: Vec<Vec<u32>> = throws(count, sides, most)?;
                for throw in first {
                    let out_of = &out_of * Natural::from(sides).pow(count as usize);
                    open.push((faces.iter().copied().chain(throw).collect(), out_of));
                }
                if open.len() as u64 > most {
                    return None;
                }
            }
        }
    }
    let common = sums.iter().map(|(.., out_of)| out_of).max()?.clone();
    let common =
        sums.iter().fold(common, |common, (.., of)| crate::odds::natural::common_multiple(&common, of));
    let mut weights: BTreeMap<i64, Natural> = BTreeMap::new();
    for (result, weight, out_of) in sums {
        *weights.entry(result).or_default() += weight * (&common / out_of);
    }
    Distribution::of(weights)
}

/// All faces of so many dice.
fn throws(count: u32, sides: u32, most: u64) -> Option<Vec<Vec<u32>>> {
    u64::from(sides).checked_pow(count).filter(|ways| *ways <= most)?;
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|before| (1..=sides).map(move |face| [&before[..], &[face]].concat()))
            .collect();
    }
    Some(all)
}

#[test]
fn every_form_has_the_odds_of_all_its_throws() {
    for text in [
        "3d6",
        "d%",
        "4dF",
        "2d6 + 3 - d4",
        "d6 - d8 + dF",
        "4d6kh3",
        "4d6kl3",
        "5d4kh2",
        "5d4dh1dl2",
        "4d6dl1dh1",
        "2d20kh1",
        "3d6ro1",
        "2d6ro<=3kh1",
        "2d4!2",
        "2d4!!2",
        "3d4!!2kh2",
        "4d6>=5",
        "3d6!2>=5",
        "5d4kh3>=3",
        "3d8>=4 always 8 never 1",
        "2d6>=9 always 6",
        "3d6kh1>=5",
        "3d6kh >= 5",
        "2d4!!1>=5 never 4",
        "2d6 * d4",
        "3d6 / 2",
        "(d6 - 4) / 2",
        "floor((d6 - 4) / 2)",
        "ceil((d6 - 4) / 2)",
        "10 / d4",
        "(2d6) >= 9",
        "2d6+3 > 2d6",
        "d6 = d8",
        "d6 != d8",
        "d6 <= d8",
        "d6 < 2",
        "max(2d6, 7)",
        "min(2d6, d12, 9)",
        "abs(d6 - d8)",
        "adv(d12)",
        "dis(d6 + d4)",
        "pairs(5d4)",
        "triples(5d4)",
        "largest(5d4)",
        "different(5d4)",
        "straight(5d6)",
        "straight(5d6dl1)",
        "pairs(4d6kh3)",
        "wins(3d6, 2d6)",
        "wins(d6, 3d4)",
        "wins(3d6dl1, 2d6)",
        "wins(2d4!!1, 2d6)",
        "(d6 > d4) + (d6 >= 3)",
        "(2d6>=4) * 2 - 1",
        "-3d4",
        "-(d6 * 2) + 1",
        "13d2kh11",
    ] {
        let formula = formula(text);
        let brute = fallen(&formula, 50_000).unwrap_or_else(|| panic!("{text} has too many throws"));
        assert!(
            same(&odds(text), &brute),
            "{text}:\n{}\nbut by all throws\n{}",
            odds(text).listed(),
            brute.listed()
        );
    }
}

#[test]
fn dice_thrown_again_until_they_show_something_else_have_the_odds_of_their_other_faces() {
    assert!(same(&odds("2d6r1"), &odds("2d5 + 2")));
    assert!(same(&odds("3d6r<=2kh2"), &odds("3d4kh2 + 4")));
    assert!(same(&odds("4d20r!=20"), &odds("80")));
}

#[test]
fn opponents_and_sorted_results_have_the_odds_of_all_throws() {
    let pools = [Pool::new(Distribution::die(4), 3), Pool::new(Distribution::die(5), 2)];
    let asked = ask(&pools, &Opposed, &mut Work::new()).unwrap();
    let mut all: Vec<((i64, i64), Natural)> = Vec::new();
    for mut first in throws(3, 4, 999).unwrap() {
        for mut second in throws(2, 5, 999).unwrap() {
            first.sort_unstable_by(|a, b| b.cmp(a));
            second.sort_unstable_by(|a, b| b.cmp(a));
            let wins = first.iter().zip(&second).filter(|(a, b)| a > b).count() as i64;
            all.push(((wins, 2 - wins), Natural::ONE));
        }
    }
    assert!(same(&asked, &Distribution::of(all).unwrap()));
    let one = odds("2d3");
    let jointly = sorted(&one, 3, &mut Work::new()).unwrap();
    let mut all: Vec<(Vec<i64>, Natural)> = Vec::new();
    for (a, wa) in one.rows() {
        for (b, wb) in one.rows() {
            for (c, wc) in one.rows() {
                let mut drawn = vec![*a, *b, *c];
                drawn.sort_unstable_by(|a, b| b.cmp(a));
                all.push((drawn, wa * wb * wc));
            }
        }
    }
    assert!(same(&jointly, &Distribution::of(all).unwrap()));
}

/// Formulas whose dice fall in few ways.
fn small() -> impl Strategy<Value = String> {
    let keep = proptest::sample::select(vec![
        "",
        "kh1",
        "kl1",
        "kh2",
        "dl1",
        "dh1",
        "ro1",
        "ro<=2",
        "!1",
        "!!1",
        "ro1!!1kh1",
    ]);
    let pool =
        (2u32..4, 2u32..5, keep.clone()).prop_map(|(count, faces, keep)| format!("{count}d{faces}{keep}"));
    let leaf = prop_oneof![
        3 => pool.clone(),
        1 => (pool, -1i64..5).prop_map(|(pool, number)| format!("({pool}>={number})")),
        1 => (-4i64..5).prop_map(|n| n.to_string()),
        1 => Just("dF".to_owned()),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        let sign = proptest::sample::select(vec!["+", "-", "*", "/", ">", "<=", "!="]);
        prop_oneof![
            (inner.clone(), sign, inner.clone()).prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
            inner.clone().prop_map(|a| format!("dis({a})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("max({a}, {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formulas_of_chance_have_the_odds_of_all_their_throws(text in small()) {
        let Ok(formula) = parse_formula(&text) else { return Ok(()) };
        // What divides by zero in some throw has no odds, and all throws would not be read.
        if let (Ok(odds), Some(brute)) = (distribution_of(&formula), fallen(&formula, 4000)) {
            prop_assert!(same(&odds, &brute), "{text}: {}by all throws {}", odds.listed(), brute.listed());
        }
    }
}
