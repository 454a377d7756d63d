//! Players that are not people: who plays which side, and their advice.

use serde_json::json;

use super::super::bots::lot;
use super::super::console::{Console, Input};
use super::super::told::Told;
use crate::data::{LineWord, ParamKind};
use crate::diagnostic::{Code, did_you_mean};
use crate::kernel::value::{SideId, Value};
use crate::play::{Bout, PlayerKind, on_deep_stack};
use crate::session::{LineMistake, Trouble, one};

const BOT: &str = "bot [SIDE random|greedy|tree [NUMBER] | SIDE off | go]";
const HINT: &str = "hint [random|greedy|tree [NUMBER]]";

pub(super) fn bot(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let words = &input.line.words;
    let Some(first) = words.first() else { return Ok(listed(console, input)) };
    if words.len() == 1 && first.text.eq_ignore_ascii_case("go") {
        return go(console, input);
    }
    // As the program itself is told it when it is started.
    if let Some((side, kind)) = first.text.split_once('=') {
        let told = format!("here a side and who plays it are two words: `bot {side} {kind}`");
        return Err(input.usage(told, BOT));
    }
    let side = side(console, input, first)?;
    let title = console.session.called(&Value::Side(side));
    let Some(second) = words.get(1) else {
        return Err(input.usage(format!("who plays {title}?"), BOT));
    };
    if words.len() == 2 && second.text.eq_ignore_ascii_case("off") {
        let told = match console.unseat(side)? {
            true => format!("{title} is yours again"),
            false => format!("{title} was yours already"),
        };
        return Ok(Told::fine(told));
    }
    let kind = kind(input, &words[1..], BOT)?;
    console.seat(side, kind)?;
    let clock = if kind.is_repeatable() { "" } else { "; by the clock, so no two games need be the same" };
    Ok(Told::fine(format!("{title} is played by {kind}{clock}")))
}

/// Who plays which side.
fn listed(console: &Console, input: &Input<'_>) -> Told {
    let bots = console.bots.borrow();
    let catalogue = console.session.loaded().rules.catalogue();
    if console.front.json || input.has_flag("json") {
        let seats = bots
            .seats()
            .iter()
            .map(|seat| json!({"side": &*catalogue.side(seat.side).name, "player": seat.kind.to_string()}));
        let seats: Vec<_> = seats.collect();
        return Told::fine(
            json!({"schema": "houserule.bots/1", "bots": seats, "waiting": bots.waits()}).to_string(),
        );
    }
    let mut text = String::new();
    for (number, side) in catalogue.sides.iter().enumerate() {
        let seat = bots.seats().iter().find(|seat| seat.side.index() == number);
        let player = seat.map_or_else(|| "you".to_owned(), |seat| seat.kind.to_string());
        text.push_str(&format!("{}: {player}\n", side.title));
    }
    if bots.waits() && !bots.seats().is_empty() {
        text.push_str("the program waits for a command of yours, or for `bot go`\n");
    }
    Told::fine(console.front.style.clean_lines(&text))
}

fn go(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    console.check_game_goes_on()?;
    let side = Bout::of_session(&console.session).decides();
    let mut bots = console.bots.borrow_mut();
    if bots.seat(side).is_none() {
        let told =
            format!("{} is yours, and it is the turn of that side", console.session.called(&side.into()));
        return Err(input.usage(told, BOT));
    }
    bots.go_on();
    Ok(Told::default())
}

/// Asks a player what it would do, without doing it.
pub(super) fn hint(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let kind = match input.line.words.is_empty() {
        true => PlayerKind::Greedy,
        false => kind(input, &input.line.words, HINT)?,
    };
    console.check_game_goes_on()?;
    console.session.check_help_is_open("a player of the program measures")?;
    let mut bout = Bout::of_session(&console.session);
    let side = bout.decides();
    let mut player = kind.player(lot(&console.session, side));
    let sign = console.sign(&kind.to_string());
    let chosen = on_deep_stack(|| player.choose(&mut bout));
    drop(sign);
    let chosen = chosen.map_err(|f| Trouble::of_failure(f, &console.session.loaded().sources))?;
    let line = chosen.map(|command| command.line(&bout));
    if console.front.json || input.has_flag("json") {
        let name = &*console.session.loaded().rules.catalogue().side(side).name;
        let json = json!({
            "schema": "houserule.hint/1", "side": name, "player": kind.to_string(), "line": line,
        });
        return Ok(Told::fine(json.to_string()));
    }
    let title = console.session.called(&side.into());
    let told = match line {
        Some(line) => format!("{kind} for {title}: {line}"),
        None => format!("the rules allow {title} nothing"),
    };
    Ok(Told::fine(console.front.style.clean(&told)))
}

fn side(console: &Console, input: &Input<'_>, word: &LineWord) -> Result<SideId, Trouble> {
    match one(word, ParamKind::Side, console.session.names()) {
        Ok(Value::Side(side)) => Ok(side),
        Ok(_) => Err(input.usage("expected a side", BOT)),
        Err(mistake) => Err(Trouble::of_line(input.text, mistake)),
    }
}

/// `tree 500`, `tree:500`.
fn kind(input: &Input<'_>, words: &[LineWord], form: &str) -> Result<PlayerKind, Trouble> {
    let told = |told: String, at: &LineWord| {
        let mistake = LineMistake::new(Code::USAGE, told, at.start..at.end);
        let near = did_you_mean(&at.text, PlayerKind::NAMES);
        Trouble::of_line(
            input.text,
            match near.filter(|near| *near != &*at.text) {
                Some(near) => mistake.help(format!("did you mean `{near}`?")),
                None => mistake.help(form),
            },
        )
    };
    match words {
        [name] => PlayerKind::parse(&name.text).map_err(|why| told(why, name)),
        [name, effort] => PlayerKind::of(&name.text, Some(&effort.text))
            .map_err(|why| told(why, if PlayerKind::NAMES.contains(&&*name.text) { effort } else { name })),
        [.., last] => Err(told(format!("`{}` is one word too many", last.text), last)),
        [] => Err(input.usage("which player?", form)),
    }
}
