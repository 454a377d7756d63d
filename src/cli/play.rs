//! `play`: a game begun or taken up, at the terminal, from a pipe, or with the lines of `-e`.

use std::cell::RefCell;
use std::io::{BufReader, IsTerminal, stdin, stdout};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::answers::ScriptAsker;
use super::arguments::Play;
use super::choose::{self, Chosen};
use super::failure::{Failure, Outcome, refuse_hidden, tell_house_warnings};
use super::feed::{Feed, show, worst};
use super::interrupt;
use super::look::Look;
use super::page::Streams;
use super::players;
use super::saved;
use super::script::Script;
use super::take_up;
use crate::kernel::value::SideId;
use crate::pack::{Library, Request, load};
use crate::repl::Console;
use crate::repl::terminal::{self, TerminalAsker, TerminalOptions};
use crate::session::store::state_dir;
use crate::session::{Opening, Sealing, Session, SharedAsker};

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

/// Puts players in charge of sides: `blue=greedy`; or people of one that the program played in a saved game: `blue=off`.
fn seat(console: &mut Console, bots: &[String]) -> Result<(), Failure> {
    let sides: Vec<String> =
        console.session.loaded().rules.catalogue().sides.iter().map(|s| s.name.to_string()).collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    for (at, kind) in players::each_once(&bots, &sides)? {
        let side = SideId(at as u32);
        match kind {
            Some(kind) => console.seat(side, kind)?,
            None => drop(console.unseat(side)?),
        }
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
        take_up::must_be_alone(&file, &arguments.begin)?;
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
        let path = saved::taken_up(file.as_deref(), scenario.as_deref())?;
        let named = match &arguments.game {
            Some(_) => chosen(library, &arguments)?,
            None => Chosen { pack: String::new(), scenario: arguments.begin.scenario.clone() },
        };
        take_up::must_fit(&path, &named, &arguments.begin)?;
        let nothing = Chosen { pack: String::new(), scenario: None };
        return take_up::take_up(&path, opening(library, &nothing), &arguments.begin, look);
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
        && let Some(session) = take_up::offer(&opening(&library, &chosen), &arguments.begin, look)?
    {
        return Ok(session);
    }
    let mut opening = opening(&library, &chosen);
    for name in &arguments.begin.house {
        opening.house.push(choose::house(&library, &chosen.pack, name, None)?);
    }
    if !opening.house.is_empty() {
        // Before a game is saved that could not be begun.
        let house = opening.house.iter().map(|(file, _)| file.clone()).collect();
        let (pack, scenario) = (chosen.pack.clone(), chosen.scenario.clone());
        let request = Request { pack, scenario, house, ..Request::default() };
        refuse_hidden(&load(&library, &request, &Arc::default())?)?;
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

/// A seed that nobody can foresee, short enough to be read out.
pub(super) fn fresh_seed() -> u64 {
    rand::random_range(1..1_000_000_000)
}
