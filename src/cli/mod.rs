//! The command line: arguments, exit status, and the commands that are no lines of a game.
//!
//! A file or a folder a command. What a line of a game means is the console's to say; what is wrong with a pack, the pack
//! loader's. Here it is chosen what is opened, and shown what came of it.

mod arguments;
mod bad_arguments;
mod colour;
mod look;

mod failure;
mod kept_file;
mod page;

mod answers;
mod feed;
mod interrupt;
mod script;

mod choose;
mod play_file;
mod players;
mod saved;
mod take_up;

mod play;
mod run;

mod found_session;
mod fuzz;
mod map;
mod progress;
mod share;
mod side_by_side;
mod sim;

mod adds;
mod below;
mod check;
mod check_answers;
mod check_line;
mod check_session;
mod set_up;

mod difference;
mod snapshot;

mod test;

mod review;

mod why;

mod compare;
mod examples;
mod hulls;
mod impact;
mod rules;

mod new;
mod new_board;

mod dice;
mod odds;
mod points;
mod trial;

mod doc;

mod tidy_data;

mod watch;

mod pages;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use arguments::{Arguments, Begin, Command, Play};
use bad_arguments::wants_json;
use colour::{Wishes, use_colour};
use failure::{Failure, Outcome, tell_warnings, usage};
use look::Look;

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::Library;
use crate::play::on_deep_stack;

pub use colour::When;
pub use set_up::set_up_faults;

/// Runs the program and answers its exit status.
pub fn main(arguments: impl Iterator<Item = OsString>) -> u8 {
    interrupt::outlive_full_files();
    let arguments: Vec<OsString> = arguments.collect();
    let read = match read(&arguments) {
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            version_for_programs(&arguments).ok_or(error)
        }
        read => read,
    };
    let arguments = match read {
        Ok(arguments) => arguments,
        Err(error) => return bad_arguments::tell(error, &arguments),
    };
    let look = Look::new(&arguments.global);
    match on_its_stack(arguments, &look) {
        Ok(status) => status,
        Err(failure) => {
            failure.tell(&look);
            failure.status
        }
    }
}

fn read(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let read_by = |mut command: clap::Command| {
        let read = command
            .try_get_matches_from_mut(arguments)
            .and_then(|matches| Arguments::from_arg_matches(&matches))
            .and_then(only_one_way);
        // Taking it apart would only take time.
        std::mem::forget(command);
        read
    };
    let alone = arguments.get(1).and_then(|name| name.to_str()).and_then(Arguments::alone);
    match alone.map(read_by) {
        Some(Ok(read)) => Ok(read),
        _ => read_by(command(arguments)),
    }
}

/// `--version` beside `--json` as the command `version`, whose answer is the object that programs read.
fn version_for_programs(arguments: &[OsString]) -> Option<Arguments> {
    let (program, rest) = arguments.split_first()?;
    let others = rest.iter().filter(|word| *word != "--version" && *word != "-V");
    let command = [program.clone(), "version".into()].into_iter().chain(others.cloned());
    wants_json(arguments).then(|| read(&command.collect::<Vec<_>>()).ok())?
}

fn on_its_stack(arguments: Arguments, look: &Look) -> Outcome {
    match arguments.command {
        // No rule is run, and to find out where the stack ends takes a twentieth of the time.
        Some(Command::Dice(_)) => carry_out(arguments, look),
        // A thread with such a stack would do as well, but a second thread costs a short run a tenth of its time.
        _ => on_deep_stack(|| carry_out(arguments, look)),
    }
}

fn carry_out(arguments: Arguments, look: &Look) -> Outcome {
    let named = arguments.global.packs.clone();
    let lists_packs = named.as_ref().is_some_and(Vec::is_empty);
    let library = library_with(&named.unwrap_or_default())?;
    if arguments.command.as_ref().is_none_or(Command::reads_packs) {
        warn_of_missing_folders(look);
    }
    let history = !arguments.global.no_history;
    match arguments.command {
        None => play::play(&library, &Play { game: None, begin: arguments.begin }, look, history),
        Some(Command::Play(play)) => play::play(&library, &play, look, history),
        Some(Command::Run(run)) => run::run(&library, &run, look),
        Some(Command::Map(map)) => map::map(&library, &map, look),
        Some(Command::Hulls(hulls)) => hulls::hulls(&library, &hulls, look),
        Some(Command::Sim(sim)) => sim::sim(&library, &sim, look),
        Some(Command::Impact(impact)) => impact::impact(&library, &impact, look),
        Some(Command::Fuzz(fuzz)) => fuzz::fuzz(&library, &fuzz, look),
        Some(Command::Check(check)) => check::check(&library, &check, look),
        Some(Command::Test(test)) => test::test(&library, &test, look),
        Some(Command::Review(review)) => review::review(&library, &review, look),
        Some(Command::Why(why)) => why::why(&library, &why, look),
        Some(Command::Rules(rules)) => rules::rules(&library, &rules, lists_packs, look),
        Some(Command::New(new)) => new::new(&library, &new, look),
        Some(Command::Dice(dice)) => dice::dice(&dice, look),
        Some(Command::Odds(odds)) => odds::odds(&library, &odds, look),
        Some(Command::Points(points)) => points::points(&library, &points, look),
        Some(Command::Trial(trial)) => trial::trial(&library, &trial, look),
        Some(Command::Explain { code }) => pages::explain(&code, look),
        Some(Command::Recover { file }) => pages::recover_game(&file, look),
        Some(Command::Doc { pack }) => doc::doc(&library, pack.as_deref(), look),
        Some(Command::Fmt { files, check }) => tidy_data::fmt(&files, check, look),
        Some(Command::Watch { pack }) => watch::watch(&library, &pack, look),
        Some(Command::Completions { shell }) => pages::completions(shell),
        Some(Command::Man { out }) => pages::man(out.as_deref()),
        Some(Command::Version) => pages::version(&library, look),
    }
}

/// The library that looks into these folders first.
///
/// # Errors
/// E0702 for one that is not there.
fn library_with(folders: &[PathBuf]) -> Result<Library, Failure> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(usage(
            format!("`--packs`: there is no folder `{}`", missing.display()),
            "name the folder in which the folders of packs are",
        )),
        None => Ok(folders.iter().rev().fold(Library::standard(), Library::with_folder)),
    }
}

/// Says which folders of `HOUSERULE_PACKS` are not there: what is found elsewhere can be played all the same.
fn warn_of_missing_folders(look: &Look) {
    let missing = Library::folders_named().into_iter().filter(|folder| !folder.is_dir()).map(|folder| {
        let told = format!("`HOUSERULE_PACKS` names `{}`, and there is no such folder", folder.display());
        Diagnostic::warning(Code::CANNOT_READ, told)
    });
    tell_warnings(missing.collect(), look);
}

/// The command that clap reads arguments with, coloured as everything else.
fn command(arguments: &[OsString]) -> clap::Command {
    let mut words = arguments.iter().map(|a| a.to_string_lossy());
    let mut when = When::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next().map(|w| w.into_owned()),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        match value.as_deref() {
            Some("always") => when = When::Always,
            Some("never") => when = When::Never,
            _ => {}
        }
    }
    let wishes = Wishes::read(|name| std::env::var(name).ok());
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
    let choice = match use_colour(when, wishes, terminal) {
        true => clap::ColorChoice::Always,
        false => clap::ColorChoice::Never,
    };
    takes_numbers(Arguments::command()).color(choice)
}

/// What stands behind a flag is taken for its value also where it is a number below zero, so that the flag tells what it takes.
fn takes_numbers(command: clap::Command) -> clap::Command {
    let is_valued =
        |argument: &clap::Arg| argument.get_long().is_some() && argument.get_action().takes_values();
    let own = command.mut_args(|argument| match is_valued(&argument) {
        true => argument.allow_negative_numbers(true),
        false => argument,
    });
    own.mut_subcommands(takes_numbers)
}

/// Flags of a game before a command that plays none would do nothing, so they are refused.
fn only_one_way(arguments: Arguments) -> Result<Arguments, clap::Error> {
    let lists = matches!(&arguments.command, Some(Command::Rules(_)));
    if !lists && arguments.global.packs.as_ref().is_some_and(Vec::is_empty) {
        let told = "`--packs` needs a folder here; `houserule rules --packs` lists all packs";
        return Err(Arguments::command().error(ErrorKind::TooFewValues, told));
    }
    if arguments.command.is_some() && arguments.begin != Begin::default() {
        let told = "flags that begin a game stand behind `play`: `houserule play GAME --seed 7`";
        return Err(Arguments::command().error(ErrorKind::ArgumentConflict, told));
    }
    Ok(arguments)
}
