//! What a formula asks, in words, and what is to be known of its dice.

use crate::kernel::dice::formula::{
    Comparison, Die, Explode, Extreme, Formula, Keep, Pool, SetKind, Success, Test,
};
use crate::odds::Natural;

/// What a formula asks; nothing where it says so itself.
pub(super) fn in_words(formula: &Formula) -> Option<String> {
    match formula {
        Formula::Total(pool) if pool.count() == 1 => None,
        Formula::Total(pool) => Some(match kept(pool) {
            Some(kept) => format!("the sum of {kept}"),
            None => format!("the sum of {}", thrown(pool)),
        }),
        Formula::Successes(pool, success) => {
            let dice = kept(pool).unwrap_or_else(|| thrown(pool));
            Some(match pool.count() == 1 && !pool.grows() {
                true => format!("whether {dice} shows {}", met(*success)),
                false => format!("how many of {dice} show {}", met(*success)),
            })
        }
        Formula::Set(kind, pool) => {
            let dice = kept(pool).unwrap_or_else(|| thrown(pool));
            Some(match kind {
                SetKind::Pairs => format!("how many pairs of equal dice are in {dice}"),
                SetKind::Triples => format!("how many triples of equal dice are in {dice}"),
                SetKind::Largest => format!("how many dice are in the largest set of equal ones in {dice}"),
                SetKind::Different => format!("how many different faces {dice} show"),
                SetKind::Straight => format!("how long the longest straight in {dice} is"),
            })
        }
        Formula::Wins(first, second) => Some(format!(
            "how many dice of {first} win against {second}, highest against highest; ties go to {second}"
        )),
        Formula::Compare(left, comparison, right) => {
            Some(format!("whether {left} is {} {right}", compared(*comparison)))
        }
        Formula::Twice(Extreme::Greatest, of) => Some(format!("the better of two throws of {of}")),
        Formula::Twice(Extreme::Least, of) => Some(format!("the worse of two throws of {of}")),
        _ => None,
    }
}

/// The dice of a pool without what is left out of them.
fn thrown(pool: &Pool) -> String {
    let all = Pool::new(pool.count(), pool.die());
    let all = pool.reroll().map_or(all, |reroll| all.and_then(|p| p.rerolling(reroll)));
    let all = pool.explode().map_or(all, |explode| all.and_then(|p| p.exploding(explode)));
    all.map_or_else(|_| pool.to_string(), |all| all.to_string())
}

/// Which dice of a pool are kept; nothing where all are.
fn kept(pool: &Pool) -> Option<String> {
    let dice = thrown(pool);
    let number = |count: u32| if count == 1 { String::new() } else { format!(" {count}") };
    match pool.keep() {
        Keep { without_highest: 0, without_lowest: 0 } => None,
        Keep { without_highest: 0, .. } => Some(format!("the highest{} of {dice}", number(pool.kept()))),
        Keep { without_lowest: 0, .. } => Some(format!("the lowest{} of {dice}", number(pool.kept()))),
        Keep { without_highest, without_lowest } => Some(format!(
            "{dice} without the highest{} and the lowest{}",
            number(without_highest),
            number(without_lowest)
        )),
    }
}

fn compared(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::Equal => "equal to",
        Comparison::Unequal => "other than",
        Comparison::AtLeast => "at least",
        Comparison::More => "more than",
    }
}

fn shown(test: Test) -> String {
    let number = test.number;
    match test.comparison {
        Comparison::Less => format!("less than {number}"),
        Comparison::AtMost => format!("{number} or less"),
        Comparison::Equal => number.to_string(),
        Comparison::Unequal => format!("anything but {number}"),
        Comparison::AtLeast => format!("{number} or more"),
        Comparison::More => format!("more than {number}"),
    }
}

fn met(success: Success) -> String {
    let mut text = shown(success.test);
    if let Some(face) = success.always {
        text.push_str(&format!("; {face} always counts"));
    }
    if let Some(face) = success.never {
        text.push_str(&format!("; {face} never counts"));
    }
    text
}

/// What is to be known of the dice of a formula: where throwing on ends, what can never be shown.
pub(super) fn remarks(formula: &Formula) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Formula::Successes(pool, success) = formula {
        remarks.extend(hopeless(pool, *success));
    }
    for pool in formula.pools() {
        if let Some(explode) = pool.explode() {
            let remark = cut(pool, explode);
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    }
    remarks
}

/// Who counts dice that no die, or every die, shows, has most likely meant the sum.
fn hopeless(pool: &Pool, success: Success) -> Option<String> {
    let faces = pool.die().values().filter(|v| success.is_met(*v)).count();
    let what = match faces as u64 {
        0 if pool.explode().is_none_or(|e| !e.adds_up) => "no face",
        all if all == u64::from(pool.die().sides()) => "every face",
        _ => return None,
    };
    let test = success.test;
    let instead = format!("({pool}) {} {}", test.comparison, test.number);
    Some(format!("{what} of a {} is {}; brackets compare the sum: {instead}", pool.die(), shown(test)))
}

/// Where throwing on ends, and how rarely that is.
fn cut(pool: &Pool, explode: Explode) -> String {
    let highest = pool.die().highest();
    let face = if pool.die() == Die::Fate { format!("+{highest}") } else { highest.to_string() };
    let times = if explode.times == 1 { "once".to_owned() } else { format!("{} times", explode.times) };
    let what = if explode.adds_up { "and added up" } else { "as a die more" };
    let mut text = format!("a {} that shows {face} is thrown on {what}, at most {times}", pool.die());
    if pool.reroll().is_none() {
        let ways = Natural::from(pool.die().sides()).pow(explode.times as usize + 1).to_string();
        if ways.len() <= 20 {
            text.push_str(&format!("; one in {ways} would go on further"));
        }
    }
    text
}
