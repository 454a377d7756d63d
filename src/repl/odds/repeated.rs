//! A command again and again: where it has come to after so many times, and how it ends.

use std::time::Instant;

use super::super::console::{Console, Input};
use super::super::told::Status;
use super::asked::Wanted;
use super::counted::{SLICE, in_slices, label};
use super::{check_words, decisions, exact, in_order, is_final, reached};
use crate::diagnostic::counted;
use crate::odds::{NoOdds, Policy};
use crate::report::{GOING_ON, OddsEnd, OddsOf, OddsRows, OddsShare};
use crate::session::{Asking, Repeats, Trouble};

/// Times that are told before the end, where nobody says how many.
const FEW_TIMES: [u32; 6] = [1, 2, 3, 5, 10, 20];

/// Up to so many times each is told.
const EACH: u32 = 24;

/// After which times it is told where it has come to: each, where all are listed or there are few; of many, round ones and the last.
fn told_after(times: Option<u32>, lists_all: bool) -> Vec<u32> {
    match times {
        None if lists_all => return (1..=FEW_TIMES[FEW_TIMES.len() - 1]).collect(),
        None => return FEW_TIMES.to_vec(),
        Some(times) if lists_all || times <= EACH => return (1..=times).collect(),
        Some(_) => {}
    }
    let times = times.unwrap_or_default();
    let round = (0..4).flat_map(|zeros| [1, 2, 5].map(|step| step * 10u32.pow(zeros)));
    round.filter(|number| *number < times).chain([times]).collect()
}

/// The odds of a repetition.
pub(super) fn repeated(
    console: &Console,
    input: &Input<'_>,
    wanted: &Wanted,
    asking: &Asking,
) -> Result<(OddsOf, Status), Trouble> {
    if let Ok(odds) = asking.once(&Policy::First) {
        check_words(input, asking, &wanted.until, Some(&odds))?;
    }
    let line = match (&wanted.until[..], wanted.times) {
        ([], Some(times)) => format!("{}, {}", asking.line, counted(times, "time")),
        (until, Some(times)) => {
            format!("{}, until {}, {} at most", asking.line, until.join(" or "), counted(times, "time"))
        }
        (until, None) => format!("{}, until {}", asking.line, until.join(" or ")),
    };
    let mut of = OddsOf { line, until: wanted.until.clone(), ..OddsOf::default() };
    of.remarks.extend(decisions(wanted, asking));
    let began = Instant::now();
    let chain = asking.chain(&wanted.until);
    let mut missing = None;
    if wanted.times.is_none() {
        match chain.in_the_end() {
            Ok((ends, never, times)) => {
                let goes_on = (!never.is_zero()).then(|| (GOING_ON.to_owned(), never.clone()));
                let rows = ends.into_iter().chain(goes_on);
                let rows = rows.map(|(name, chance)| (name, OddsShare::Exact(chance))).collect();
                of.end = Some(OddsEnd { rows: in_order(asking, rows), never, times });
            }
            Err(why) if is_final(&why) => return Err(asking.trouble(why)),
            Err(why) => missing = Some(why),
        }
    }
    let after = told_after(wanted.times, wanted.lists_all(console.front.json));
    let mut steps = Vec::new();
    let reached_all = chain.after_each(&after, |times, there| {
        steps.push((times, in_order(asking, exact(there.outcomes))));
    });
    of.steps = steps;
    match reached_all {
        Ok(()) => {}
        Err(why) if is_final(&why) => return Err(asking.trouble(why)),
        Err(why) => {
            // Whether it was broken off is told by the first that failed.
            let why = missing.unwrap_or(why);
            let known = of.steps.last().map_or(0, |(times, _)| *times);
            let rest: Vec<u32> = after.iter().copied().filter(|times| *times > known).collect();
            return estimated(console, wanted, asking, of, &rest, why, began);
        }
    }
    if wanted.times.is_some_and(|times| times > EACH && after.len() < times as usize) {
        of.remarks.push("these are some of the times; `--all` lists each".to_owned());
    }
    match missing {
        Some(NoOdds::Cancelled) => {
            of.remarks.push("broken off: how it ends is not known".to_owned());
            Ok((of, Status::Broken))
        }
        Some(why) => {
            of.remarks.push(format!("how it ends is not known: {}", reached(wanted, &why, began)));
            Ok((of, Status::Fine))
        }
        None => Ok((of, Status::Fine)),
    }
}

/// The steps that are known, and the others by playing them.
fn estimated(
    console: &Console,
    wanted: &Wanted,
    asking: &Asking,
    mut of: OddsOf,
    rest: &[u32],
    why: NoOdds,
    began: Instant,
) -> Result<(OddsOf, Status), Trouble> {
    let is_broken = why == NoOdds::Cancelled;
    let told = if is_broken { "broken off".to_owned() } else { reached(wanted, &why, began) };
    let most = rest.last().copied().unwrap_or(1);
    let mut all = Repeats::default();
    let ended = in_slices(console, wanted, is_broken, |seed| {
        let part = asking.play_repeats(&wanted.until, most, SLICE, seed)?;
        all.steps.resize_with(part.steps.len(), Default::default);
        for (sum, step) in all.steps.iter_mut().zip(part.steps) {
            for (outcome, count) in step {
                *sum.entry(outcome).or_default() += count;
            }
        }
        all.of += part.of;
        Ok(())
    })
    .map_err(|why| asking.trouble(why))?;
    if all.of == 0 && of.steps.is_empty() {
        return Err(asking.trouble(NoOdds::Cancelled));
    }
    let known = of.steps.last().map(|(times, _)| *times);
    if all.of > 0 {
        for times in rest {
            let Some(step) = all.steps.get(*times as usize - 1) else { continue };
            let hits: u64 = step.values().sum();
            let counts = step.iter().map(|(name, hits)| (name.clone(), *hits));
            let goes_on = (!wanted.until.is_empty()).then(|| (GOING_ON.to_owned(), all.of - hits));
            let all_counts = counts.chain(goes_on);
            let rows: OddsRows =
                all_counts.map(|(name, hits)| (name, OddsShare::Counted { hits, of: all.of })).collect();
            of.steps.push((*times, in_order(asking, rows)));
        }
        let label = label(&told, all.of, wanted.seed);
        of.estimated = Some(match known {
            Some(known) => format!("exact up to {}, then {label}", counted(known, "time")),
            None => label,
        });
    } else {
        of.remarks.push(format!("{told}: this is known"));
    }
    Ok((of, if is_broken || ended { Status::Broken } else { Status::Fine }))
}
