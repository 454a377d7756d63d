//! Dice: who throws them, whether they are fair, and a mistyped one.

use std::sync::Arc;

use super::super::console::{Console, Input};
use super::super::show;
use super::super::told::Told;
use super::reckoning;
use crate::diagnostic::{Code, did_you_mean};
use crate::kernel::journal::DiceSetting;
use crate::session::{LineMistake, Trouble};

const FORM: &str = "dice [real|auto|ask [SIDE] [KIND] | stats | 4d6kh3]";

pub(super) fn dice(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let json = console.front.json || input.has_flag("json");
    let setting = match input.word(0) {
        None => return Ok(Told::fine(show::dice_policy(&console.session))),
        Some("stats") if json => {
            return Ok(Told::fine(show::dice_stats_json(&console.session.dice_stats()).to_string()));
        }
        Some("stats") => {
            return Ok(Told::fine(show::dice_stats(&console.session.dice_stats(), &console.front.style)));
        }
        Some("real") => DiceSetting::Real,
        Some("auto") => DiceSetting::Auto,
        Some("ask") => DiceSetting::Ask,
        Some(_) if reckoning::is_formula(input) => return reckoning::formula(console, input),
        Some(other) => {
            let told =
                format!("dice are `real`, `auto`, `ask` or `stats`, or written like `3d6`, not `{other}`");
            return Err(input.usage(told, FORM));
        }
    };
    let catalogue = console.session.loaded().rules.catalogue().clone();
    let (mut side, mut kind) = (None, None);
    for word in &input.line.words[1..] {
        if let Some(found) = catalogue.side_named(&word.text) {
            side = Some(found);
        } else if let Some(found) = catalogue.roll_kinds.iter().find(|k| *k.name == *word.text) {
            kind = Some(found.name.clone());
        } else {
            let sides = catalogue.sides.iter().map(|s| &*s.name);
            let names: Vec<&str> = sides.chain(catalogue.roll_kinds.iter().map(|k| &*k.name)).collect();
            let told = format!("no side or kind of roll is called `{}`", word.text);
            let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end);
            return Err(Trouble::of_line(
                input.text,
                match did_you_mean(&word.text, names.iter().copied()) {
                    Some(near) => mistake.help(format!("did you mean `{near}`?")),
                    None => mistake.help(format!("there are {}", names.join(", "))),
                },
            ));
        }
    }
    console.session.set_dice(side, kind.map(|k| Arc::from(&*k)), setting)?;
    Ok(Told::fine(show::dice_policy(&console.session)))
}

pub(super) fn fix(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if input.rest().is_empty() {
        return Err(input.usage("which faces?", "fix 3 5"));
    }
    let faces = crate::kernel::dice::parse_faces(input.rest()).map_err(|e| Trouble::plain(e.diagnostic()))?;
    let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
    let number = console.session.fix_dice(&faces.join(","))?;
    match console.session.entry(Some(number)) {
        Some(entry) => Ok(Told::fine(show::entry(&console.session, entry, &console.front, false))),
        None => Ok(Told::default()),
    }
}

pub(super) fn seed(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    match input.word(0) {
        None => Ok(Told::fine(format!("seed {}", console.session.seed()))),
        Some(word) => {
            let Ok(seed) = word.parse::<u64>() else {
                return Err(
                    input.usage(format!("`{word}` is no seed: a whole number from 0 on"), "seed [NUMBER]")
                );
            };
            console.session.reseed(seed)?;
            Ok(Told::fine(format!("seed {seed}")))
        }
    }
}
