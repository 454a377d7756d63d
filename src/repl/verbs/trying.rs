//! `trial`: the points of the game that is played, by fights of its unit types.

use std::sync::atomic::Ordering;

use super::super::console::{Console, Input};
use super::super::drawing::write_picture;
use super::super::told::{Status, Told};
use super::super::trial::TrialAsked;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::pack::HouseFile;
use crate::play::trial::{Fighter, TrialPlan};
use crate::report::{trial_csv, trial_json, trial_meetings_csv, trial_picture, trial_told};
use crate::session::{LineMistake, Trouble};

const FORM: &str = "trial [TYPE …] [--games NUMBER] [--house FILE]";

const FLAGS: [&str; 14] = [
    "games", "count", "apart", "turns", "players", "seed", "house", "meetings", "csv", "svg", "force",
    "json", "verbose", "help",
];

/// Fights of a pair, units a side, turns, where nothing is said.
const GAMES: u32 = 40;
const TURNS: u32 = 30;
const MOST_COMMANDS: u64 = 5000;
/// Most of each that is taken.
const MOST_GAMES: u32 = 1_000_000;
const MOST_UNITS: u32 = 20;
const FARTHEST: u32 = 40;

pub(super) fn trial(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if let Some((flag, _)) = input.line.flags.iter().find(|(flag, _)| !FLAGS.contains(&&*flag.text)) {
        let near = did_you_mean(&flag.text, FLAGS).map(|near| format!("did you mean `--{near}`?"));
        let told = format!("`trial` has no flag `--{}`", flag.text);
        let mistake = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
        return Err(Trouble::of_line(input.text, mistake.help(near.unwrap_or_else(|| FORM.to_owned()))));
    }
    let value = |flag: &str| input.value(flag, FORM);
    let number = |flag: &str, least: u32, most: u32| match value(flag)? {
        None => Ok(None),
        Some(text) => match text.parse().ok().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(input.usage(format!("`--{flag}` takes a number from {least} to {most}"), FORM)),
        },
    };
    let fighter = Fighter::parse(value("players")?.unwrap_or("attack"));
    let fighter = fighter.map_err(|why| input.usage(why, FORM))?;
    let session = &console.session;
    let house = match value("house")? {
        Some(name) => vec![session.house_named(name)?],
        None => Vec::new(),
    };
    let mut besides: Vec<HouseFile> =
        session.house().iter().filter(|h| !house.iter().any(|new| new.name == h.name)).cloned().collect();
    if !session.rulings().is_empty() {
        besides.push(HouseFile { name: "rulings.units".into(), text: session.rulings_as_house().into() });
    }
    let asked = TrialAsked {
        plan: TrialPlan {
            library: session.library().clone(),
            pack: session.pack_name().to_owned(),
            scenario: Some(session.scenario_name().to_owned()),
            house: besides,
            types: input.line.words.iter().map(|word| word.text.to_string()).collect(),
            count: number("count", 1, MOST_UNITS)?.unwrap_or(1),
            apart: number("apart", 0, FARTHEST)?,
            games: number("games", 1, MOST_GAMES)?.unwrap_or(GAMES).into(),
            seed: input.number("seed", FORM)?.unwrap_or(1),
            turns: number("turns", 1, 1000)?.unwrap_or(TURNS),
            commands: MOST_COMMANDS,
            fighter,
        },
        house,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
    };
    let cancel = session.cancel_flag().clone();
    let found = asked.told(&mut |_, _| !cancel.load(Ordering::Relaxed));
    let found = found.map_err(|m| Trouble::Mistakes(Box::new(m)))?;
    let status = if found.broken_off { Status::Broken } else { Status::Fine };
    let Some(told) = found.told else {
        if found.broken_off {
            return Ok(Told { status, ..Told::fine(String::new()) });
        }
        let told =
            Diagnostic::error(Code::USAGE, "the fights came to nothing that strengths could be told from");
        return Err(Trouble::plain(told.help("have more `--games`, or other `--players`")));
    };
    let svg = value("svg")?;
    if let Some(file) = svg {
        write_picture(file, &trial_picture(&told), input.has_flag("force"))?;
    }
    let meetings = input.has_flag("meetings");
    let out = match (console.front.json || input.has_flag("json"), input.has_flag("csv")) {
        (true, _) => trial_json(&told).to_string(),
        (_, true) if meetings => trial_meetings_csv(&told),
        (_, true) => trial_csv(&told),
        (_, false) => {
            let mut text = trial_told(&told, meetings, &console.front.style);
            if let Some(file) = svg {
                text.push_str(&format!("the picture is in {file}\n"));
            }
            text
        }
    };
    Ok(Told { status, ..Told::fine(out) })
}
