//! What the line editor asks while a line is typed: candidates, hints, colours.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::SearchDirection;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};

use super::complete::{Offer, complete};
use crate::repl::Console;
use crate::repl::verbs::built_in;
use crate::report::{Style, clip, shown_width};

/// A pause for the eye between a line and what is hinted behind it.
const GAP: usize = 2;

/// What the editor asks. Knows nothing while a command asks for dice.
pub(super) struct Prompter {
    /// The game; none before it has begun.
    pub(super) console: Option<Rc<RefCell<Console>>>,
    pub(super) style: Style,
    /// True while a command waits for an answer: no verb is then to be typed.
    pub(super) asking: bool,
    /// The lines of an open bracket that were typed before.
    pub(super) before: String,
    /// How many columns the prompt takes.
    pub(super) prompt_width: usize,
}

impl Prompter {
    fn is_quiet(&self) -> bool {
        self.asking || !self.before.is_empty()
    }

    fn has_hints(&self) -> bool {
        self.style.colour && !self.style.plain
    }

    /// What stands where something was cut off.
    fn cut_mark(&self) -> &'static str {
        if self.style.ascii { "..." } else { "…" }
    }

    /// Runs something on the console, which is free while a line is typed.
    fn with<R>(&self, ask: impl FnOnce(&mut Console) -> R) -> Option<R> {
        let console = self.console.as_ref()?;
        Some(ask(&mut *console.try_borrow_mut().ok()?))
    }

    /// The form of a verb, of the game or the program.
    fn form(&self, verb: &str) -> Option<String> {
        self.with(|console| match console.session.verb(verb) {
            Some(verb) => Some(verb.form_text.to_string()),
            None => built_in(verb).map(|v| v.form.to_owned()),
        })?
    }

    fn knows(&self, verb: &str) -> bool {
        verb == "try" || self.form(verb).is_some()
    }

    /// Candidates in one style: names in a column, what they are beside them.
    fn pairs(&self, offers: Vec<Offer>) -> Vec<Pair> {
        let widest = offers.iter().map(|o| shown_width(&o.shown)).max().unwrap_or(0).min(32);
        let room = self.style.width.clamp(20, 200).saturating_sub(3);
        let mark = self.cut_mark();
        let pair = |offer: Offer| {
            let shown = self.style.clean(&offer.shown);
            let about = self.style.clean(&offer.about);
            let display = match about.is_empty() {
                true => shown,
                false => {
                    let gap = widest.saturating_sub(shown_width(&shown));
                    format!("{shown}{:gap$}  {about}", "")
                }
            };
            Pair { display: clip(&display, room, mark), replacement: offer.insert }
        };
        offers.into_iter().map(pair).collect()
    }
}

impl Completer for Prompter {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.asking {
            return Ok((at, Vec::new()));
        }
        let whole = format!("{}{line}", self.before);
        let shift = self.before.len();
        let found = self.with(|console| complete(&whole, shift + at, &mut console.session));
        let found = found.filter(|o| o.start >= shift).unwrap_or_default();
        let start = if found.offers.is_empty() { at } else { found.start - shift };
        Ok((start, self.pairs(found.offers)))
    }
}

/// What is shown faintly behind the line, and what the right arrow puts there.
pub(super) struct Suggestion {
    shown: String,
    completion: Option<String>,
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

impl Hinter for Prompter {
    type Hint = Suggestion;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Suggestion> {
        // Without colour a hint could not be told from what was typed; read aloud neither.
        let alone = line.trim_end();
        if self.is_quiet() || !self.has_hints() || at < line.len() || alone.is_empty() || line.contains('\n')
        {
            return None;
        }
        let room = self.style.width.checked_sub(self.prompt_width + shown_width(line) + GAP)?;
        if !alone.contains(char::is_whitespace)
            && let Some(form) = self.form(alone).filter(|f| !f.is_empty())
        {
            let gap = if line.ends_with(' ') { "" } else { " " };
            let shown = clip(&format!("{gap}{}", self.style.clean(&form)), room, self.cut_mark());
            return Some(Suggestion { shown, completion: None });
        }
        let last = context.history().len().checked_sub(1)?;
        let from = context.history_index().min(last);
        let found = context.history().starts_with(line, from, SearchDirection::Reverse).ok()??;
        let rest = found.entry.get(line.len()..).filter(|r| !r.is_empty() && !r.contains('\n'))?;
        let shown = clip(&self.style.clean(rest), room, self.cut_mark());
        Some(Suggestion { shown, completion: Some(rest.to_owned()) })
    }
}

impl Highlighter for Prompter {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let verb = line.split(char::is_whitespace).next().unwrap_or_default();
        if self.is_quiet() || verb.is_empty() || verb.starts_with(['(', '#']) {
            return Cow::Borrowed(line);
        }
        let rest = &line[verb.len()..];
        let ink = match self.knows(verb) {
            true => self.style.strong(),
            // A verb is wrong only once it is complete.
            false if !rest.is_empty() => self.style.refused(),
            false => return Cow::Borrowed(line),
        };
        Cow::Owned(self.style.paint(ink, verb) + rest)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.style.paint(self.style.faint(), hint))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        match candidate.split_once("  ") {
            Some((name, about)) => {
                let about = self.style.paint(self.style.faint(), &format!("  {about}"));
                Cow::Owned(format!("{name}{about}"))
            }
            None => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

/// Open brackets are closed in lines of their own, each with its prompt, so every line is taken as it comes.
impl Validator for Prompter {}

impl Helper for Prompter {}
