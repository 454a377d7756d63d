//! A typed line with its parts, and what is wrong with how it was typed.

use super::verbs::{built_in, check_expect};
use crate::data::{CommandLine, LineWord};
use crate::diagnostic::{Code, did_you_mean};
use crate::session::{LineMistake, Trouble};

/// A typed line with its parts.
pub(super) struct Input<'a> {
    pub(super) text: &'a str,
    pub(super) line: &'a CommandLine,
}

/// That a line which begins with a verb of the program has no flag and no word that this does not take, and that an `expect` says what.
///
/// # Errors
/// E0702 for the first that it does not.
pub fn check_typed(text: &str, line: &CommandLine) -> Result<(), Trouble> {
    let input = Input { text, line };
    let verb = built_in(&line.verb.text);
    if !verb.is_some_and(|verb| verb.checks_its_flags()) {
        input.check()?;
    }
    match verb.is_some_and(|verb| verb.name == "expect") {
        true => check_expect(&input),
        false => Ok(()),
    }
}

impl Input<'_> {
    /// The words behind the verb as one text, up to the first long flag there: `-o` may stand in a note.
    pub(super) fn rest(&self) -> &str {
        self.text[self.line.verb.end..self.words_end()].trim()
    }

    /// Where the first long flag behind the verb begins, or the end of the line.
    pub(super) fn words_end(&self) -> usize {
        let behind = self.line.flags.iter().map(|(flag, _)| flag.start).filter(|at| *at > self.line.verb.end);
        let mut long = behind.filter(|at| self.text[..*at].ends_with("--")).map(|at| at - "--".len());
        long.next().unwrap_or(self.text.len())
    }

    /// The text behind the verb: what it says where all of it stands in quotes, else the words as they were typed.
    pub(super) fn given_text(&self) -> &str {
        let rest = self.rest();
        match &self.line.words[..] {
            [word] if word.quoted => {
                let behind = rest.strip_prefix(&self.text[word.start..word.end]).map(str::trim_start);
                let is_all = behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('#'));
                if is_all { &word.text } else { rest }
            }
            _ => rest,
        }
    }

    /// A word by its place.
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        self.line.words.get(at).map(|w| &*w.text)
    }

    pub(super) fn has_flag(&self, name: &str) -> bool {
        self.line.flag(name).is_some()
    }

    /// That every flag and every word is one that the verb takes.
    ///
    /// # Errors
    /// E0702 for the first that is not.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        self.check_flags()?;
        self.check_words()
    }

    /// That every flag is one that the verb of the program takes, up to a line of the game within the line.
    ///
    /// # Errors
    /// E0702 for another, with those that are near.
    pub(super) fn check_flags(&self) -> Result<(), Trouble> {
        let Some(verb) = built_in(&self.line.verb.text) else { return Ok(()) };
        let line = verb.line_within(self).unwrap_or(usize::MAX);
        let is_wrong = |flag: &&LineWord| {
            // The short flag may stand in a note.
            let is_text = verb.name == "note" && self.text.get(flag.start..flag.end) == Some("-o");
            flag.start < line && !is_text && !verb.flags().any(|name| name == &*flag.text)
        };
        let Some(flag) = self.line.flags.iter().map(|(flag, _)| flag).find(is_wrong) else { return Ok(()) };
        let told = format!("`{}` has no flag `--{}`", verb.name, flag.text);
        let mistake = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
        Err(Trouble::of_line(
            self.text,
            match did_you_mean(&flag.text, verb.flags()) {
                Some(near) => mistake.help(format!("did you mean `--{near}`?")),
                None => mistake.help(format!("`help {}` lists what it takes", verb.name)),
            },
        ))
    }

    /// That there is no word more than the verb of the program takes.
    ///
    /// # Errors
    /// E0702 for the first that is too many.
    fn check_words(&self) -> Result<(), Trouble> {
        let Some(verb) = built_in(&self.line.verb.text) else { return Ok(()) };
        let most = verb.most_words(self).unwrap_or(usize::MAX);
        let Some(word) = self.line.words.get(most) else { return Ok(()) };
        let told = format!("`{}` is one word too many", word.text);
        let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end);
        let form = format!("{} {}", verb.name, verb.form);
        Err(Trouble::of_line(self.text, mistake.help(form.trim_end())))
    }

    /// What stands behind a flag that wants something there; nothing where the flag is not given.
    pub(super) fn value(&self, flag: &str, form: &str) -> Result<Option<&str>, Trouble> {
        match self.line.flag(flag) {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => Err(self.usage(format!("`--{flag}` wants something behind it"), form)),
        }
    }

    /// The whole number behind a flag; nothing where the flag is not given.
    pub(super) fn number(&self, flag: &str, form: &str) -> Result<Option<u64>, Trouble> {
        let Some(value) = self.value(flag, form)? else { return Ok(None) };
        let wanted = || self.usage(format!("`--{flag}` takes a whole number from 0 on, not `{value}`"), form);
        value.parse().map(Some).map_err(|_| wanted())
    }

    /// How many runs of the rules odds may take, by `--runs`.
    pub(super) fn runs(&self, usual: u64, form: &str) -> Result<u64, Trouble> {
        match self.number("runs", form)? {
            Some(0) => Err(self.usage("`--runs` takes a whole number from 1 on, not `0`", form)),
            runs => Ok(runs.unwrap_or(usual)),
        }
    }

    /// A mistake in how the verb was used.
    pub(super) fn usage(&self, title: impl Into<String>, form: &str) -> Trouble {
        let at = self.line.words.first().map_or(self.line.verb.start..self.line.verb.end, |w| w.start..w.end);
        Trouble::of_line(self.text, LineMistake::new(Code::USAGE, title, at).help(form))
    }
}
