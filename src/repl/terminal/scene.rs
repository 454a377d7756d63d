//! What the terminal shows by itself: the first screen, the prompt, the last words.

use std::io::Write;

use crate::kernel::journal::DiceSetting;
use crate::repl::{Console, show};
use crate::report::{Style, shown_width, wrap};
use crate::session::{Session, command_to_resume};

/// A side's long name is shown in the prompt up to so many columns, else its short one.
const LONGEST_SIDE: usize = 16;

/// Writes to the terminal at once. Where it is gone there is nobody to be told.
pub(super) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// The first screen: what is played, whose step it is, and what to type.
pub(super) fn welcome(console: &Console) -> String {
    let (session, style) = (&console.session, &console.front.style);
    let loaded = session.loaded();
    let manifest = &loaded.pack().manifest;
    let mut title = format!("{} {}", manifest.title, manifest.version);
    let set_up = loaded.data.set_up.as_ref();
    if let Some(set_up) = set_up {
        title.push_str(&format!(": {}", set_up.title));
    }
    let mut text = lines(style, &style.clean(&title), |l| style.paint(style.strong(), l));
    for note in set_up.iter().flat_map(|s| &s.notes) {
        text.push_str(&lines(style, &style.clean(note), str::to_owned));
    }
    let house: Vec<&str> = session.house().iter().map(|h| &*h.name).collect();
    if !house.is_empty() {
        text.push_str(&lines(
            style,
            &style.clean(&format!("House rules: {}", house.join(", "))),
            str::to_owned,
        ));
    }
    let given = session.commands_given();
    if given > 0 {
        let commands = if given == 1 { "command" } else { "commands" };
        text.push_str(&format!("Taken up after {given} {commands}; `log` tells what happened.\n"));
        let seated = console.seated().out;
        text.push_str(&seated.lines().map(|told| lines(style, told, str::to_owned)).collect::<String>());
    }
    text.push('\n');
    for said in show::opening(session) {
        text.push_str(&lines(style, &style.clean(said), str::to_owned));
    }
    text.push_str(&console.idle());
    text.push_str(&show::begun(session, &console.front));
    text.push('\n');
    let verb = verb_of_now(session);
    let help = match verb {
        Some(verb) => {
            format!("`help` lists everything, `? {verb}` helps with one; Tab completes, `quit` leaves.")
        }
        None => "`help` lists everything; Tab completes, `quit` leaves.".to_owned(),
    };
    text.push_str(&lines(style, &style.clean(&help), str::to_owned));
    // Where a game is taken up or was begun with real dice, that is settled.
    if session.dice_policy().settings().all(|(_, _, setting)| setting == DiceSetting::Auto) {
        text.push_str(&lines(style, "`dice real` if you throw your own dice.", str::to_owned));
    }
    text
}

/// A verb of the game that can be used now.
fn verb_of_now(session: &Session) -> Option<&str> {
    let verbs = session.usable_verbs();
    // One that says what it is for, rather than one of every phase.
    let own = verbs.iter().find(|verb| !verb.phases.is_empty());
    let first = session.loaded().data.verbs.first();
    own.or(verbs.first()).copied().or(first).map(|verb| &*verb.name)
}

fn lines(style: &Style, text: &str, paint: impl Fn(&str) -> String) -> String {
    wrap(text, style.line_width()).iter().map(|l| paint(l) + "\n").collect()
}

/// The prompt, bare and painted: `Red 1 movement> `.
pub(super) fn prompt(session: &Session, style: &Style) -> (String, String) {
    let catalogue = session.loaded().rules.catalogue();
    let clock = session.state().clock();
    let (branch, _) = session.branches();
    let branch = if branch == "main" { String::new() } else { style.clean(&format!("{branch}: ")) };
    if session.state().ending().is_some() {
        let text = format!("{branch}over> ");
        return (text.clone(), text);
    }
    let side = clock.side.map_or_else(String::new, |s| {
        let side = catalogue.side(s);
        let fits = !side.title.is_empty() && shown_width(&side.title) <= LONGEST_SIDE;
        style.clean(if fits { &side.title } else { &side.name })
    });
    let ink = clock.side.map(|s| style.side_ink(catalogue, s)).unwrap_or_default();
    let gap = if side.is_empty() { "" } else { " " };
    let phase =
        if clock.phase.is_empty() { String::new() } else { format!(" {}", style.clean(&clock.phase)) };
    let rest = format!("{gap}{}{phase}> ", clock.turn);
    let painted = if style.plain { side.clone() } else { style.paint(ink, &side) };
    (format!("{branch}{side}{rest}"), format!("{branch}{painted}{rest}"))
}

/// Where the game is kept, for who leaves.
pub(super) fn farewell(session: &Session, style: &Style) -> String {
    match session.journal_path() {
        Some(path) if !session.journal_is_there() => {
            let path = style.clean(&path.display().to_string());
            format!("{path} was deleted or replaced while this game was played: the game is not kept.\n")
        }
        Some(path) => {
            let command = style.clean(&command_to_resume(path));
            let path = style.clean(&path.display().to_string());
            format!("Saved in {path}\n`{command}` takes it up again.\n")
        }
        None => "This game was not kept.\n".to_owned(),
    }
}
