//! Examples of commands that nobody could type: what `check` says of the lines that `help` and the reference show.

use crate::data::{Verb, parse_line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::layer::Rank;
use crate::kernel::state::State;
use crate::pack::Loaded;
use crate::repl::built_in;
use crate::session::{LineMistake, Names, match_words};

/// A mistake for each example of a command, of layers from `least` on, that is not read as one of the game or of the program.
pub(super) fn wrong_examples(loaded: &Loaded, least: Rank) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for verb in loaded.data.verbs.iter().filter(|verb| verb.origin.layer.rank >= least) {
        for example in &verb.examples {
            if let Some(mistake) = mistake(loaded, example) {
                let title = format!("an example of `{}` cannot be typed: {}", verb.name, mistake.title);
                let told = Diagnostic::error(mistake.code, title).at(place(loaded, verb, example), "");
                found.push(mistake.help.into_iter().fold(told, Diagnostic::help));
            }
        }
    }
    found
}

/// Why a line is none of the game, as far as that can be seen without knowing what is where.
fn mistake(loaded: &Loaded, example: &str) -> Option<LineMistake> {
    let Ok(line) = parse_line(example) else {
        return Some(LineMistake::new(Code::USAGE, "the line is not whole", 0..example.len()));
    };
    let verbs = &loaded.data.verbs;
    let is_called =
        |verb: &&Verb| verb.name.eq_ignore_ascii_case(&line.verb.text) || verb.is_short(&line.verb.text);
    let Some(verb) = verbs.iter().find(is_called) else {
        // What the program does with the game may be an example, too.
        return built_in(&line.verb.text).is_none().then(|| {
            let told = format!("no command is called `{}`", line.verb.text);
            LineMistake::new(Code::UNKNOWN_COMMAND, told, 0..line.verb.end)
        });
    };
    let state = State::default();
    let names = Names { catalogue: loaded.rules.catalogue(), map: loaded.rules.map(), state: &state };
    // Names of units and hexes are those of some scenario.
    match_words(verb, &line, names).err().filter(|mistake| mistake.code == Code::USAGE)
}

/// Where an example is written, or else its command.
fn place(loaded: &Loaded, verb: &Verb, example: &str) -> Span {
    let at = verb.origin.span;
    let start = at.start as usize;
    let rest = loaded.sources.file(at.file).text.get(start..).unwrap_or_default();
    let quoted = format!("\"{example}\"");
    rest.find(&quoted).map_or(at, |from| Span::new(at.file, start + from, start + from + quoted.len()))
}
