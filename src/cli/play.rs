//! `play`: a game begun or taken up, at the terminal, from a pipe, or with the lines of `-e`.

use std::cell::RefCell;
use std::io::{BufReader, IsTerminal, Write, stdin, stdout};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::answers::ScriptAsker;
use super::arguments::Play;
use super::choose::{self, Chosen};
use super::failure::{Failure, Outcome, tell_house_warnings};
use super::feed::{Feed, show, worst};
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::players;
use super::saved;
use super::script::Script;
use crate::diagnostic::{Diagnostic, SourceMap, counted};
use crate::kernel::journal::Record;
use crate::kernel::value::SideId;
use crate::pack::Library;
use crate::repl::Console;
use crate::repl::terminal::{self, TerminalAsker, TerminalOptions};
use crate::session::store::{self, state_dir};
use crate::session::{Opening, Sealing, Session, SharedAsker, Trouble};

/// Carries out `play`.
pub(super) fn play(library: &Library, arguments: &Play, look: &Look, history: bool) -> Outcome {
    let typed = arguments.begin.lines.is_empty() && stdin().is_terminal() && stdout().is_terminal();
    if typed {
        at_terminal(library, arguments, look, history)
    } else {
        through_pipe(library, arguments, look)
    }
}

/// With a person at the keyboard.
fn at_terminal(library: &Library, arguments: &Play, look: &Look, keeps_history: bool) -> Outcome {
    let asker = TerminalAsker::new(look.style)?;
    // The terminal listens for Ctrl-C itself: it has keys to read between commands.
    let cancel: Arc<AtomicBool> = Arc::default();
    let session = begin(library, arguments, look, &asker.shared(), &cancel)?;
    let mut console = Console::new(session, look.front(true));
    seat(&mut console, &arguments.begin.bots)?;
    let history = if keeps_history { Some(state_dir()?.join("history.txt")) } else { None };
    Ok(terminal::play(console, TerminalOptions { asker, history, cancel }).exit_code())
}

/// Lines from a pipe, or those of `-e`.
fn through_pipe(library: &Library, arguments: &Play, look: &Look) -> Outcome {
    let script = if arguments.begin.lines.is_empty() {
        Script::of_input("stdin", Box::new(BufReader::new(stdin())))
    } else {
        Script::of_text("-e", &arguments.begin.lines.join("\n"))
    };
    let page = Streams { ascii: look.style.ascii }.shared();
    let asker = ScriptAsker {
        script: script.clone(),
        page: page.clone(),
        style: look.style,
        echo: false,
        sealing: Sealing::Secret,
        json: look.json,
        keep_going: arguments.begin.keep_going,
        answered: String::new(),
    };
    let asker: SharedAsker = Rc::new(RefCell::new(asker));
    let session = begin(library, arguments, look, &asker, &interrupt::cancel_flag())?;
    let mut console = Console::new(session, look.front(false));
    seat(&mut console, &arguments.begin.bots)?;
    show(&console.opening(), look.json, "", &page);
    if arguments.begin.bots.is_empty() && !look.json {
        show(&console.seated(), look.json, "", &page);
    }
    interrupt::busy(|| console.bots_play(&mut |told| show(&told, look.json, "", &page)));
    let feed = Feed { keep_going: arguments.begin.keep_going, echo: false };
    Ok(worst(&feed.run(&mut console, &script, &page)))
}

/// Puts players in charge of sides: `blue=greedy`.
fn seat(console: &mut Console, bots: &[String]) -> Result<(), Failure> {
    let sides: Vec<String> =
        console.session.loaded().rules.catalogue().sides.iter().map(|s| s.name.to_string()).collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    for (at, kind) in players::each_once(&bots, &sides)? {
        console.seat(SideId(at as u32), kind)?;
    }
    Ok(())
}

/// Opens the session: a saved one taken up, or a new one.
fn begin(
    library: &Library,
    arguments: &Play,
    look: &Look,
    asker: &SharedAsker,
    cancel: &Arc<AtomicBool>,
) -> Result<Session, Failure> {
    let mut arguments = arguments.clone();
    let mut resume = arguments.begin.resume.clone();
    // `--resume PACK` names no file: it is the pack whose last game is meant.
    if let Some(Some(name)) = &resume
        && !Path::new(name).is_file()
        && arguments.game.is_none()
        && choose::is_game(library, name)
    {
        arguments.game = resume.take().flatten();
        resume = Some(None);
    }
    if let Some(file) = arguments.game.clone().filter(|name| saved::is_named(library, name)) {
        arguments.game = None;
        resume = Some(Some(file));
    }
    let is_named = arguments.game.is_some() || arguments.begin.scenario.is_some();
    let opening = |library: &Library, chosen: &Chosen| Opening {
        library: library.clone(),
        pack: chosen.pack.clone(),
        scenario: chosen.scenario.clone(),
        house: Vec::new(),
        seed: arguments.begin.seed.unwrap_or_else(fresh_seed),
        asker: asker.clone(),
        cancel: cancel.clone(),
        journal: None,
    };
    if let Some(file) = &resume {
        let scenario = match file.is_none() && is_named {
            true => Some(full_name(library, &chosen(library, &arguments)?)?),
            false => None,
        };
        let path = saved::wanted(file.as_deref(), scenario.as_deref())?;
        let nothing = Chosen { pack: String::new(), scenario: None };
        return take_up(&path, opening(library, &nothing), look);
    }
    let mut chosen = chosen(library, &arguments)?;
    let library = library.with_neighbours(&chosen.pack);
    let asks = stdin().is_terminal() && arguments.begin.lines.is_empty();
    let keeps = !arguments.begin.no_journal && arguments.begin.lines.is_empty();
    let (pack, scenario) = match keeps || asks {
        true => split(&full_name(&library, &chosen)?),
        false => (chosen.pack.clone(), String::new()),
    };
    if keeps {
        chosen = Chosen { pack: pack.clone(), scenario: Some(scenario.clone()) };
    }
    if asks
        && !arguments.begin.new
        && keeps
        && let Some(session) = offer(&opening(&library, &chosen), look)?
    {
        return Ok(session);
    }
    let mut opening = opening(&library, &chosen);
    for name in &arguments.begin.house {
        opening.house.push(choose::house(&library, &chosen.pack, name, None)?);
    }
    opening.journal = if keeps { Some(saved::new_file(&pack, &scenario)?) } else { None };
    let session = match arguments.begin.real_dice {
        true => Session::open_with_real_dice(opening)?,
        false => Session::open(opening)?,
    };
    tell_house_warnings(session.loaded(), look);
    Ok(session)
}

/// Pack and scenario from the arguments.
fn chosen(library: &Library, arguments: &Play) -> Result<Chosen, Failure> {
    let chosen = choose::choose(library, arguments.game.as_deref())?;
    Ok(Chosen { scenario: arguments.begin.scenario.clone().or(chosen.scenario), ..chosen })
}

/// `pack/scenario` as journals write it; the scenario is the default where none is named.
fn full_name(library: &Library, chosen: &Chosen) -> Result<String, Failure> {
    let scenario = match &chosen.scenario {
        Some(scenario) => scenario.clone(),
        None => Session::default_scenario(&library.with_neighbours(&chosen.pack), &chosen.pack)?,
    };
    Ok(format!("{}/{scenario}", choose::from_anywhere(&chosen.pack)))
}

fn split(name: &str) -> (String, String) {
    let (pack, scenario) = name.rsplit_once('/').unwrap_or((name, ""));
    (pack.to_owned(), scenario.to_owned())
}

/// Takes a saved game up and tells of a torn end.
fn take_up(path: &Path, opening: Opening, look: &Look) -> Result<Session, Failure> {
    let (session, warnings) = Session::resume(path, opening)?;
    tell(&warnings, look);
    Ok(session)
}

/// Offers the last game of this scenario that is not over; none where there is none or it is not wanted.
fn offer(opening: &Opening, look: &Look) -> Result<Option<Session>, Failure> {
    let scenario = format!("{}/{}", opening.pack, opening.scenario.as_deref().unwrap_or_default());
    let Some(path) = saved::last(Some(&scenario))? else { return Ok(None) };
    let again = || Opening { house: Vec::new(), journal: None, ..copy(opening) };
    // Before the answer the file is left as it is: to take a game up may cut off a torn end.
    let looked =
        store::check_free(&path).map_err(Trouble::plain).and_then(|()| Session::look_at(&path, again()));
    let session = match looked {
        Ok((session, _)) => session,
        // It may be open elsewhere or not replay any more; a new game is no worse for that.
        Err(trouble) => {
            Failure::from(trouble).tell(look);
            return Ok(None);
        }
    };
    // The first command is the set-up, which nobody typed.
    let is_begun = session.records().iter().filter(|r| matches!(r, Record::Command { .. })).count() > 1;
    if session.state().ending().is_some() || !is_begun {
        return Ok(None);
    }
    let commands = counted(session.commands_given(), "command");
    let question = format!("resume turn {} ({commands})? [Y/n] ", session.state().clock().turn);
    match says_yes(&question, look) {
        true => take_up(&path, again(), look).map(Some),
        false => Ok(None),
    }
}

/// Asks until the answer is yes or no; an empty line is yes, and so is the end of input. Where nothing can be read it is no.
fn says_yes(question: &str, look: &Look) -> bool {
    let mut streams = Streams { ascii: look.style.ascii };
    loop {
        streams.out(question);
        let _ = stdout().flush();
        let mut answer = String::new();
        // Who cannot be understood has agreed to nothing.
        if stdin().read_line(&mut answer).is_err() {
            return false;
        }
        match is_yes(&answer) {
            Some(yes) => return yes,
            None => streams.out("`y` takes that game up, `n` begins a new one; commands come after that\n"),
        }
    }
}

/// Whether an answer is yes; nothing where it is neither yes nor no.
fn is_yes(answer: &str) -> Option<bool> {
    match answer.trim().to_lowercase().as_str() {
        "" | "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

fn copy(opening: &Opening) -> Opening {
    Opening {
        library: opening.library.clone(),
        pack: opening.pack.clone(),
        scenario: opening.scenario.clone(),
        house: opening.house.clone(),
        seed: opening.seed,
        asker: opening.asker.clone(),
        cancel: opening.cancel.clone(),
        journal: opening.journal.clone(),
    }
}

fn tell(warnings: &[Diagnostic], look: &Look) {
    if !warnings.is_empty() {
        let told = Failure { sources: SourceMap::default(), diagnostics: warnings.to_vec(), status: 0 };
        told.tell(look);
    }
}

/// A seed that nobody can foresee, short enough to be read out.
pub(super) fn fresh_seed() -> u64 {
    rand::random_range(1..1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_neither_yes_nor_no() {
        for (answer, yes) in [
            ("\n", Some(true)),
            ("", Some(true)),
            ("Y\n", Some(true)),
            (" yes \n", Some(true)),
            ("No\r\n", Some(false)),
            ("n\n", Some(false)),
            ("now\n", None),
            ("move w1 to 0205\n", None),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
