//! The command line: arguments, exit status, and the commands that are no lines of a game.
//!
//! A file a command. What a line of a game means is the console's to say; what is wrong with a pack, the pack
//! loader's. Here it is chosen what is opened, and shown what came of it.

mod arguments;
mod colour;
mod look;

mod failure;
mod page;

mod answers;
mod feed;
mod interrupt;
mod script;

mod choose;
mod play_file;
mod saved;

mod play;
mod run;

mod check;

mod difference;
mod snapshot;

mod test;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use arguments::{Arguments, Begin, Command, Play};
use colour::{Wishes, use_colour};
use failure::Outcome;
use look::Look;

use crate::pack::Library;

pub use colour::When;

/// Runs the program and answers its exit status.
pub fn main(arguments: impl Iterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.collect();
    let parsed = command(&arguments)
        .try_get_matches_from(&arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches))
        .and_then(only_one_way);
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            let fine = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // Where the help cannot be written, nobody reads it.
            let _ = error.print();
            return if fine { 0 } else { 2 };
        }
    };
    let look = Look::new(&arguments.global);
    match carry_out(arguments, &look) {
        Ok(status) => status,
        Err(failure) => {
            failure.tell(&look);
            failure.status
        }
    }
}

fn carry_out(arguments: Arguments, look: &Look) -> Outcome {
    let folders = arguments.global.packs.iter().rev();
    let library = folders.fold(Library::standard(), |library, folder| library.with_folder(folder));
    let history = !arguments.global.no_history;
    match arguments.command {
        None => play::play(&library, &Play { game: None, begin: arguments.begin }, look, history),
        Some(Command::Play(play)) => play::play(&library, &play, look, history),
        Some(Command::Run(run)) => run::run(&library, &run, look),
        Some(Command::Check(check)) => check::check(&library, &check, look),
        Some(Command::Test(test)) => test::test(&library, &test, look),
        _ => Ok(2),
    }
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
    Arguments::command().color(choice)
}

/// Flags of a game before a command that plays none would do nothing, so they are refused.
fn only_one_way(arguments: Arguments) -> Result<Arguments, clap::Error> {
    if arguments.command.is_some() && arguments.begin != Begin::default() {
        let told = "flags that begin a game stand behind `play`: `houserule play -e now`";
        return Err(Arguments::command().error(ErrorKind::ArgumentConflict, told));
    }
    Ok(arguments)
}
