//! Arguments that could not be read: what is told of them, with what may be meant, in words or as an object for programs.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::Arguments;
use super::choose;
use super::failure::Failure;
use super::look::Look;
use crate::diagnostic::{Diagnostic, did_you_mean, shell_word};
use crate::pack::Library;

/// Flags that are looked for where another tells it: the flag, the one that is meant, and what that tells.
const MEANT: [(&str, &str, &str); 2] = [
    ("--bot", "players", "who plays is told by `--players`: `--players red=greedy,blue=random`"),
    ("--runs", "games", "how many games are played is told by `--games`: `--games 1000`"),
];

/// Whether answers are to be objects that programs read.
pub(super) fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--json")
}

/// What is told of a word that looks like a flag and is none of `dice`, whose formulas may begin with a sign.
pub(super) fn no_flag_of_dice(word: &str) -> Option<Diagnostic> {
    let name = word.strip_prefix("--").filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let name = name.split('=').next().unwrap_or(name);
    let whole = Arguments::command();
    let dice = whole.find_subcommand("dice")?;
    let of_all = || whole.get_arguments().filter(|argument| argument.is_global_set());
    let longs = || dice.get_arguments().chain(of_all()).filter_map(clap::Arg::get_long);
    if longs().any(|long| long == name) {
        return None;
    }
    let told = Diagnostic::usage(format!("no flag of `dice` is called `--{name}`"));
    Some(match did_you_mean(name, longs()) {
        Some(near) => told.help(format!("did you mean `--{near}`?")),
        None => told.help("`houserule dice --help` lists them"),
    })
}

/// Tells what is wrong with the arguments, or the help that they ask for, and answers the exit status.
pub(super) fn tell(error: clap::Error, arguments: &[OsString]) -> u8 {
    let words = || arguments.iter().skip(1).filter_map(|word| word.to_str());
    if error.kind() == ErrorKind::UnknownArgument
        && command_of(&Arguments::command(), arguments).is_some_and(|given| given.get_name() == "dice")
        && let Some(told) = words().find_map(no_flag_of_dice)
    {
        let json = wants_json(arguments);
        Failure::from(told).tell(&Look { json, ..Look::of_transcripts() });
        return 2;
    }
    let error = with_hint(error, arguments);
    let is_fine = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if wants_json(arguments) && !is_fine {
        let look = Look { json: true, ..Look::of_transcripts() };
        Failure::from(mistake(&error.render().to_string())).tell(&look);
    } else {
        // Where the help cannot be written, nobody reads it.
        let _ = error.print();
    }
    if is_fine { 0 } else { 2 }
}

/// What is told in words as a mistake like any other: its first paragraph is the title, tips are the help.
fn mistake(told: &str) -> Diagnostic {
    let mut paragraphs = told.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty());
    let title = paragraphs.next().unwrap_or_default();
    let mistake = Diagnostic::usage(title.strip_prefix("error: ").unwrap_or(&title));
    let (mut tips, mut more) = (Vec::new(), None);
    let mut notes = Vec::new();
    for paragraph in paragraphs {
        if let Some(tip) = paragraph.strip_prefix("tip: ") {
            tips.push(tip.replace(" tip: ", "; "));
        } else if let Some(usage) = paragraph.strip_prefix("Usage: ") {
            notes.push(format!("usage: {usage}"));
        } else if let Some(rest) = paragraph.strip_prefix("For more information, ") {
            more = Some(rest.trim_end_matches('.').to_owned());
        } else {
            notes.push(paragraph);
        }
    }
    let mistake = notes.into_iter().fold(mistake, Diagnostic::note);
    match (tips.is_empty(), more) {
        (false, _) => mistake.help(tips.join("; ")),
        (true, Some(more)) => mistake.help(more),
        (true, None) => mistake,
    }
}

/// A seed as it is typed, or what is one.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What names a pack where a command is due is meant to be played; what names a part of a command, to be given behind that. Commands of
/// games are explained by the games.
fn with_hint(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let command = Arguments::command();
    if error.kind() == ErrorKind::UnknownArgument {
        leave_out_values(&mut error);
    }
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some((_, meant, hint)) = MEANT.iter().find(|(wrong, ..)| wrong == flag)
        && command_of(&command, arguments).is_some_and(|own| has_flag(own, meant))
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![(*hint).into()]));
        // Which flag is spelt alike says nothing where it is known what is meant.
        error.remove(ContextKind::SuggestedArg);
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let of = command.get_subcommands().find(|whole| whole.find_subcommand(word).is_some());
    let hint = match of {
        Some(whole) => format!("it goes with `{0}`: `houserule {0} {word}`", whole.get_name()),
        None if choose::is_game(&Library::standard(), word) => {
            format!("to play it: `houserule play {}`", shell_word(word))
        }
        None if error.get(ContextKind::SuggestedSubcommand).is_none() && asks_for_help(arguments, word) => {
            match did_you_mean(word, command.get_subcommands().map(clap::Command::get_name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "commands of a game are explained in it: `houserule play GAME -e 'help COMMAND'`"
                    .to_owned(),
            }
        }
        None => return error,
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    error
}

/// No command takes a value that looks like a flag but a file of such a name, which nobody means who mistypes a flag.
fn leave_out_values(error: &mut clap::Error) {
    let Some(ContextValue::StyledStrs(told)) = error.remove(ContextKind::Suggested) else { return };
    let left: Vec<_> = told.into_iter().filter(|tip| !tip.to_string().starts_with("to pass")).collect();
    if !left.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(left));
    }
}

/// The command that is given, in a command that has parts the part of it.
fn command_of<'c>(whole: &'c clap::Command, arguments: &[OsString]) -> Option<&'c clap::Command> {
    let words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    words.fold(None, |given, word| given.unwrap_or(whole).find_subcommand(word).or(given))
}

/// Whether a command takes a flag.
fn has_flag(command: &clap::Command, flag: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(flag))
}

/// Whether it is `help WORD`.
fn asks_for_help(arguments: &[OsString], word: &str) -> bool {
    matches!(arguments, [_, help, of, ..] if help == "help" && of == word)
}
