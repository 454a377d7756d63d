//! Commands of a pack that would hide the program's own: whoever types the word would no longer get those, not even at the shell.

use super::verbs::{BuiltIn, built_in};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::layer::Rank;
use crate::pack::Loaded;

/// A mistake for each name and short name of a command that is a word of the program, of commands of layers from `least` on.
pub fn hidden_verbs(loaded: &Loaded, least: Rank) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for verb in loaded.data.verbs.iter().filter(|verb| verb.origin.layer.rank >= least) {
        let names = [(&*verb.name, verb.origin.span)].into_iter();
        let words = names.chain(verb.aliases.iter().map(|alias| (&*alias.name, alias.span)));
        found.extend(words.filter_map(|(word, at)| built_in(word).map(|own| hides(word, at, own))));
    }
    found
}

fn hides(word: &str, at: Span, own: &BuiltIn) -> Diagnostic {
    Diagnostic::error(Code::DUPLICATE, format!("`{word}` is a command of the program already"))
        .at(at, format!("in every game it {}", own.about))
        .help("choose another name: what the program does by it could no longer be asked for")
}
