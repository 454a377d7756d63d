//! `trial`: the points of the game that is played, by fights of its unit types.

use std::sync::atomic::Ordering;

use super::super::console::{Console, Input};
use super::super::told::Told;
use super::super::trial::{TrialForm, TrialWanted};
use super::super::weighed::Weighed;
use crate::session::{Trouble, parts_given};

const FORM: &str = "trial [TYPE …] [--games NUMBER] [--house FILE]";

pub(super) fn trial(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    console.session.check_help_is_open("a trial measures what fights come to")?;
    let text = |flag: &str| input.value(flag, FORM);
    let number = |flag: &str| input.number(flag, FORM);
    let usual = TrialWanted::default();
    let csv = input.has_flag("csv");
    let wanted = TrialWanted {
        types: input.line.words.iter().map(|word| word.text.to_string()).collect(),
        games: number("games")?.unwrap_or(usual.games),
        factors: text("factors")?
            .map_or_else(Vec::new, |list| parts_given(list).map(str::to_owned).collect()),
        count: number("count")?.unwrap_or(usual.count),
        apart: number("apart")?,
        turns: number("turns")?.unwrap_or(usual.turns),
        players: text("players")?.map_or(usual.players, str::to_owned),
        seed: number("seed")?.unwrap_or(usual.seed),
        threads: None,
        form: TrialForm::of_flags(console.front.json || input.has_flag("json"), csv)?,
        meetings: input.has_flag("meetings") || (console.front.verbose && !csv),
        svg: text("svg")?.map(str::to_owned),
        force: input.has_flag("force"),
    };
    let session = &console.session;
    let new = text("house")?.map(|name| session.house_named(name)).transpose()?;
    let files = Weighed::in_session(session, new.into_iter().collect());
    let game = (session.pack_name(), Some(session.scenario_name()));
    let cancel = session.cancel_flag().clone();
    let mut goes_on = |_, _| !cancel.load(Ordering::Relaxed);
    wanted.answer(&session.library().clone().kept(), game, files, &console.front.style, &mut goes_on)
}
