//! `impact HOUSE`: what a house rule would do to the game that is played.

use std::time::Duration;

use super::super::console::{Console, Input};
use super::super::impact::{GamesAsked, ImpactAsked};
use super::super::told::{Status, Told};
use super::super::weighed::Weighed;
use super::super::{may_write_page, write_page};
use crate::play::impact::Cost;
use crate::play::{PlayerKind, processors};
use crate::report::{impact_json, impact_page, impact_told};
use crate::session::Trouble;

const FORM: &str = "impact HOUSE [--games NUMBER] [--seed NUMBER] [--seconds NUMBER] [--runs NUMBER] [--all] [-o FILE] [--force]";
/// A game of more turns counts as unfinished.
const TURNS: u32 = 100;

pub(super) fn impact(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    console.session.check_help_is_open("an impact is odds")?;
    let Some(name) = input.word(0) else { return Err(input.usage("which house rule?", FORM)) };
    let number = |flag: &str, usual: u64| match input.line.flag(flag) {
        None => Ok(usual),
        Some(value) => {
            let number = value.unwrap_or_default().parse::<u64>();
            number.map_err(|_| input.usage(format!("`--{flag}` takes a whole number from 0 on"), FORM))
        }
    };
    let (games, seed) = (number("games", 0)?, number("seed", 1)?);
    let cost = Cost {
        runs: input.runs(Cost::default().runs, FORM)?,
        time: match input.has_flag("seconds") {
            true => Some(Duration::from_secs(number("seconds", 0)?)),
            false => None,
        },
    };
    let out = match input.line.flag("out") {
        None => None,
        Some(Some(file)) => Some(file),
        Some(None) => return Err(input.usage("which file?", FORM)),
    };
    if let Some(file) = out {
        may_write_page(file, input.has_flag("force"))?;
    }
    let session = &console.session;
    let house = session.house_named(name)?;
    let asked = ImpactAsked {
        library: session.library().clone().kept(),
        pack: session.pack_name().to_owned(),
        scenario: Some(session.scenario_name().to_owned()),
        files: Weighed::in_session(session, vec![house]),
        cost,
    };
    let cancel = session.cancel_flag().clone();
    let mut goes_on = |_: &'static str, _: u64, _: u64| !cancel.load(std::sync::atomic::Ordering::Relaxed);
    let mut told = asked.meet(&cancel, &mut goes_on).map_err(|m| Trouble::Mistakes(Box::new(m)))?;
    if !told.broken_off {
        let games =
            GamesAsked { games, seed, player: PlayerKind::Random, turns: TURNS, threads: processors() };
        let played = asked.play(&games, &mut told, &cancel, &mut goes_on);
        played.map_err(|m| Trouble::Mistakes(Box::new(m)))?;
    }
    let mut shown = match console.front.json {
        true => format!("{}\n", impact_json(&told)),
        false => impact_told(&told, input.has_flag("all") || console.front.verbose, &console.front.style),
    };
    if let Some(file) = out {
        write_page(file, &impact_page(&told), input.has_flag("force"))?;
        if !console.front.json {
            shown.push_str(&format!("written to {file}\n"));
        }
    }
    let mut answer = Told::fine(shown);
    if told.broken_off {
        answer.status = Status::Broken;
    }
    Ok(answer)
}
