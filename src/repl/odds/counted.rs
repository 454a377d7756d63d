//! An estimate in the place of odds that take too long, labelled as one.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::console::Console;
use super::super::told::Status;
use super::asked::Wanted;
use super::{decisions, in_order, is_final, reached};
use crate::diagnostic::counted;
use crate::odds::{Estimate, NoOdds};
use crate::report::{OddsOf, OddsShare};
use crate::session::{Asking, Trouble};

/// How often a command is played.
pub(super) const PLAYS: u64 = 20_000;

/// So many at a time, between two looks at the clock.
pub(super) const SLICE: u64 = 250;

/// Why dice that are looked at one by one take long, and what to write instead.
const ONE_BY_ONE: &str = "dice that a rule looks at one by one are gone through one by one; a pool is counted at once by \
                          `dice(\"40d6>=5\", …)`, `dice(\"4d6kh3\", …)` and the like";

/// An estimate takes so long at most.
const PATIENCE: Duration = Duration::from_secs(20);

/// The same after Ctrl-C: whoever presses it does not want to wait.
const HASTE: Duration = Duration::from_millis(40);

/// Plays the command instead. `why` is what keeps the exact odds from being told.
pub(super) fn instead(
    console: &Console,
    wanted: &Wanted,
    asking: &Asking,
    mut of: OddsOf,
    why: NoOdds,
    began: Instant,
) -> Result<(OddsOf, Status), Trouble> {
    if is_final(&why) {
        return Err(asking.trouble(why));
    }
    if why == NoOdds::TooMany && asking.looks_at_each_die() {
        of.remarks.push(ONE_BY_ONE.to_owned());
    }
    let mut is_broken = why == NoOdds::Cancelled;
    let told = if is_broken { "broken off".to_owned() } else { reached(wanted, &why, began) };
    let mut all = Estimate { counts: Default::default(), of: 0 };
    let plays = |slice: u64| asking.estimate(SLICE, slice, console.session.cancel_flag());
    is_broken |= in_slices(console, wanted, is_broken, |slice| {
        let part = plays(slice)?;
        for (outcome, count) in part.counts {
            *all.counts.entry(outcome).or_default() += count;
        }
        all.of += part.of;
        Ok(())
    })
    .map_err(|why| asking.trouble(why))?;
    if all.of == 0 {
        return Err(asking.trouble(NoOdds::Cancelled));
    }
    let rows =
        all.counts.iter().map(|(name, hits)| (name.clone(), OddsShare::Counted { hits: *hits, of: all.of }));
    of.once = Some(in_order(asking, rows.collect()));
    of.estimated = Some(label(&told, all.of, wanted.seed));
    of.remarks.extend(decisions(wanted, asking));
    Ok((of, if is_broken { Status::Broken } else { Status::Fine }))
}

/// How an estimate is labelled.
pub(super) fn label(why: &str, plays: u64, seed: u64) -> String {
    format!("{why}: an estimate, from {} (seed {seed}), each with its 95 % interval", counted(plays, "play"))
}

/// Plays slice after slice, each with a seed of its own; whether Ctrl-C ended it.
pub(super) fn in_slices(
    console: &Console,
    wanted: &Wanted,
    is_broken: bool,
    mut play: impl FnMut(u64) -> Result<(), NoOdds>,
) -> Result<bool, NoOdds> {
    let cancel = console.session.cancel_flag();
    // A second Ctrl-C ends the estimate too.
    cancel.store(false, Ordering::Relaxed);
    let patience = if is_broken { HASTE } else { PATIENCE };
    let began = Instant::now();
    for slice in 0..PLAYS / SLICE {
        match play(wanted.seed.wrapping_mul(PLAYS).wrapping_add(slice)) {
            Err(NoOdds::Cancelled) => return Ok(true),
            other => other?,
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(true);
        }
        if began.elapsed() > patience {
            break;
        }
    }
    Ok(false)
}
