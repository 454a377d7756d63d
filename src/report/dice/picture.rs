//! Formulas as a picture of bars, in SVG.

use super::groups::{Group, groups};
use super::words::in_words;
use super::{DiceOdds, PLACES};
use crate::odds::Percent;
use crate::report::clip;
use crate::report::plot::{Plot, Slot};

/// Longer formulas are cut short.
const LONGEST_NAME: usize = 40;

/// A picture of one formula or two: a bar a result, as high as it is likely.
pub fn dice_picture(all: &[DiceOdds]) -> String {
    let all = &all[..all.len().min(2)];
    let groups = groups(&all.iter().map(|told| &told.odds).collect::<Vec<_>>());
    let names: Vec<String> =
        all.iter().map(|told| clip(&told.formula.to_string(), LONGEST_NAME, "…")).collect();
    let are_chances = all.iter().all(|told| told.formula.is_chance());
    let slots = groups.iter().map(|group| Slot {
        label: label(group, are_chances),
        name: group.name(),
        shares: (group.shares.iter())
            .map(|share| Percent { part: share.weight.clone(), of: share.total().clone() })
            .collect(),
    });
    Plot {
        title: names.join(" and "),
        slots: slots.collect(),
        series: all.iter().zip(&names).map(|(told, name)| (name.clone(), measures(told))).collect(),
        notes: Vec::new(),
        under: if are_chances { "whether it holds" } else { "result" }.to_owned(),
    }
    .draw()
}

/// What a formula asks, with its mean and its deviation, or how likely it holds.
fn measures(told: &DiceOdds) -> String {
    let odds = &told.odds;
    let words = in_words(&told.formula).map_or_else(String::new, |words| words + "; ");
    match told.formula.is_chance() {
        true => format!("{words}{}", odds.chance(&1).percent()),
        false => {
            format!("{words}mean {}, deviation {}", odds.mean().about(PLACES), odds.deviation_about(PLACES))
        }
    }
}

/// What stands under a bar.
fn label(group: &Group, are_chances: bool) -> String {
    match (are_chances, group.from) {
        (true, 0) => "no".to_owned(),
        (true, _) => "yes".to_owned(),
        (false, from) if from == group.to => from.to_string(),
        (false, from) => format!("{from}–{}", group.to),
    }
}
