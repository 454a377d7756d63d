//! What is kept of a game: notes, the log, copies.

use std::path::Path;

use super::super::console::{Console, Input};
use super::super::own_file::{
    REPORT_HEAD, REPORT_PAGE_HEAD, SESSION_HEAD, write_game, write_headed, write_log,
};
use super::super::show;
use super::super::told::Told;
use crate::diagnostic::shell_word;
use crate::kernel::journal::{Encoder, HouseAction};
use crate::session::{Deed, LogEntry, Session, Trouble};

pub(super) fn note(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let text = input.given_text();
    if text.is_empty() {
        return Err(input.usage("the note is empty", "note TEXT"));
    }
    console.session.note(text)?;
    Ok(Told::fine("noted"))
}

pub(super) fn luck(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if console.front.json || input.has_flag("json") {
        return Ok(Told::fine(show::luck_json(&console.session).to_string()));
    }
    Ok(Told::fine(show::luck(&console.session, input.has_flag("all"), &console.front.style)))
}

pub(super) fn log(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if console.front.json || input.has_flag("json") {
        let lines =
            console.session.log().iter().map(|e| format!("{}\n", show::entry_json(&console.session, e)));
        return Ok(Told::fine(lines.collect::<String>()));
    }
    Ok(Told::fine(match input.has_flag("md") {
        true => show::report(&console.session),
        false => show::chronicle(&console.session, &console.front.style),
    }))
}

pub(super) fn save(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let Some(file) = input.word(0) else { return Err(input.usage("to which file?", "save FILE")) };
    if Session::is_of_openings(Path::new(file)) {
        let told = format!("`{file}` is called like what opens the seals of a saved game");
        return Err(input.usage(told, "save FILE, as in `save friday.journal`"));
    }
    let mut encoder = Encoder::new();
    let bytes: Vec<u8> = console.session.records().iter().flat_map(|r| encoder.encode(r)).collect();
    let own = console.session.journal_path().filter(|_| console.session.journal_is_there());
    write_game(file, &String::from_utf8_lossy(&bytes), own, input.has_flag("force"))?;
    let mut told = format!("saved to {file}; `houserule play --resume {}` takes it up", shell_word(file));
    if let Some(openings) = console.session.copy_openings(Path::new(file))? {
        told.push_str(&format!("\nwhat opens its seals is in {}: show it to nobody", openings.display()));
    }
    Ok(Told::fine(told))
}

pub(super) fn export(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "export FILE (.md, .html, .json, .jsonl or .play)";
    let Some(file) = input.word(0) else { return Err(input.usage("to which file?", form)) };
    let (session, force) = (&console.session, input.has_flag("force"));
    match Path::new(file).extension().and_then(|e| e.to_str()) {
        Some("md") => {
            let text = format!("{REPORT_HEAD}{}", show::report(session));
            write_headed(file, REPORT_HEAD, &text, force)?;
        }
        Some("html") => write_headed(file, REPORT_PAGE_HEAD, &show::page(session), force)?,
        Some(ending @ ("json" | "jsonl")) => {
            let entries: Vec<String> =
                session.log().iter().map(|e| show::entry_json(session, e).to_string()).collect();
            let text = match ending {
                "json" => format!("[\n{}\n]\n", entries.join(",\n")),
                _ => format!("{}\n", entries.join("\n")),
            };
            write_log(file, show::ENTRY_SCHEMA, &text, force)?;
        }
        Some("play") => write_headed(file, SESSION_HEAD, &show::play_file(session), force)?,
        _ => return Err(input.usage("the ending says in which form", form)),
    }
    let mut told = format!("written to {file}");
    let is_change = |entry: &LogEntry| !entry.taken_back && entry.deed == Deed::House(HouseAction::Reload);
    if file.ends_with(".play") && session.log().iter().any(is_change) {
        told.push_str("; a house file was changed in the game, and the session plays all of it with the text of now (`save` keeps both)");
    }
    let lost = session.house_without_file();
    if file.ends_with(".play") && !lost.is_empty() {
        let (are, their, them) = if lost.len() == 1 { ("is", "its", "it") } else { ("are", "their", "them") };
        told.push_str(&format!(
            "; {} {are} gone, and the session cannot be run without {them} (`save` keeps {their} text)",
            lost.join(", ")
        ));
    }
    Ok(Told::fine(told))
}
