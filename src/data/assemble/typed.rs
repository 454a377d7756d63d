//! What players type: no word begins the lines of two commands.

use super::Assembly;
use crate::diagnostic::{Code, Diagnostic, Span};

impl Assembly<'_> {
    /// Names and short names of commands that another command has as well, be they of whatever layers.
    pub(super) fn check_typed(&mut self) {
        let mut known: Vec<(&str, usize, Span)> = Vec::new();
        let mut found = Vec::new();
        for (at, verb) in self.data.verbs.iter().enumerate() {
            let aliases = verb.aliases.iter().map(|alias| (&*alias.name, alias.span));
            for (word, span) in [(&*verb.name, verb.origin.span)].into_iter().chain(aliases) {
                match known.iter().find(|(other, ..)| other.eq_ignore_ascii_case(word)) {
                    Some((_, other, _)) if *other == at => {}
                    Some((_, other, first)) => {
                        let first_verb = &self.data.verbs[*other];
                        let told = format!(
                            "`{word}` begins the lines of `{}` and of `{}`",
                            first_verb.name, verb.name
                        );
                        found.push(
                            Diagnostic::error(Code::DUPLICATE, told)
                                .at(span, "the second")
                                .at(*first, "the first")
                                .help("rename one, or give it another alias"),
                        );
                    }
                    None => known.push((word, at, span)),
                }
            }
        }
        found.into_iter().for_each(|told| self.tell(told));
    }
}
