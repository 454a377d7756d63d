//! Back and forth in time.

use super::super::console::{Console, Input};
use super::super::told::Told;
use crate::session::Trouble;

fn count(input: &Input<'_>, form: &str) -> Result<usize, Trouble> {
    match input.word(0) {
        None => Ok(1),
        Some(word) => {
            word.parse().map_err(|_| input.usage(format!("expected how many, found `{word}`"), form))
        }
    }
}

fn name(input: &Input<'_>, form: &str) -> Result<String, Trouble> {
    match input.rest().trim_matches('"') {
        "" => Err(input.usage("a name is missing", form)),
        name => Ok(name.to_owned()),
    }
}

fn told(what: &str, names: &[String]) -> Told {
    match names {
        [] => Told::fine("nothing to do: you are there"),
        names => Told::fine(names.iter().map(|n| format!("{what}: {n}\n")).collect::<String>()),
    }
}

pub(super) fn undo(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let count = count(input, "undo [NUMBER] [--past-dice]")?;
    let names = console.session.undo(count, input.has_flag("past-dice"))?;
    Ok(told("undone", &names))
}

pub(super) fn redo(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let count = count(input, "redo [NUMBER]")?;
    Ok(told("redone", &console.session.redo(count)?))
}

pub(super) fn mark(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "mark NAME")?;
    console.session.mark(&name)?;
    Ok(Told::fine(format!("marked: {name}")))
}

pub(super) fn goto(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "goto NAME [--past-dice]")?;
    let names = console.session.goto(&name, input.has_flag("past-dice"))?;
    Ok(told("undone", &names))
}

pub(super) fn fork(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let from = console.session.branches().0.to_owned();
    let name = name(input, "fork NAME")?;
    console.session.fork(&name)?;
    Ok(Told::fine(format!("playing {name}; {from} is as it was, `switch {from}` goes back")))
}

pub(super) fn switch(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "switch NAME")?;
    console.session.switch(&name)?;
    Ok(Told::fine(format!("playing {name}")))
}

pub(super) fn discard(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let name = name(input, "discard NAME")?;
    console.session.discard(&name)?;
    Ok(Told::fine(format!("{name} is gone")))
}

pub(super) fn branches(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let (current, others) = console.session.branches();
    let others: Vec<&str> = others.collect();
    let marks: Vec<&str> = console.session.marks().collect();
    if console.front.json || input.has_flag("json") {
        let json = serde_json::json!({
            "schema": "houserule.branches/1", "playing": current, "others": others, "marks": marks,
        });
        return Ok(Told::fine(json.to_string()));
    }
    let mut text = format!("* {current}\n");
    text.extend(others.iter().map(|o| format!("  {o}\n")));
    if !marks.is_empty() {
        text.push_str(&format!("marks: {}\n", marks.join(", ")));
    }
    Ok(Told::fine(text))
}
