//! Expectations, for the sessions of a pack.

use super::super::console::{Console, Input};
use super::super::outcomes::outcome;
use super::super::told::Told;
use super::chance::{check_chance, expect_chance, is_about_chance};
use crate::data::{CommandLine, LineWord, parse_line};
use crate::diagnostic::Code;
use crate::kernel::value::Value;
use crate::session::{LineMistake, Trouble, TypedLine, place_in};

const FORM: &str = "expect (EXPRESSION) | outcome WORD | refused LINE | P(OUTCOME) == 1/2 for LINE";

pub(super) fn expect(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let (first, sort) = expected(input)?;
    let failed = |told: String| {
        let at = first.start..input.text.len();
        Err(Trouble::of_line(input.text, LineMistake::new(Code::EXPECTATION, told, at)))
    };
    match sort {
        Expected::Chance => expect_chance(console, input),
        Expected::Truth => {
            let (value, _) = console.session.evaluate(&first.text)?;
            match value {
                Value::Bool(true) => Ok(Told::fine("as expected")),
                other => failed(format!("this is {}", console.session.called(&other))),
            }
        }
        Expected::Outcome => {
            check_outcome(input)?;
            let wanted = outcome(input.text, &input.line.words[1..]);
            let found = console.session.entry(None).and_then(|e| Some(e.trace.as_ref()?.outcome()));
            match found {
                Some(found) if found == wanted => Ok(Told::fine("as expected")),
                Some(found) if found.is_empty() => failed("no outcome was named".to_owned()),
                Some(found) => failed(format!("the outcome was `{found}`")),
                None => failed("nothing has been carried out yet".to_owned()),
            }
        }
        Expected::Refusal => {
            let text = input.text.get(first.end..).unwrap_or_default().trim();
            let Ok(line) = parse_line(text) else { return Err(input.usage("which command?", FORM)) };
            let typed = TypedLine::of(input.text, [place_in(input.text, text)]);
            match console.session.would_allow(text, &line).map_err(|why| typed.told(why, input.text)) {
                Err(Trouble::Refused(refusal)) => Ok(Told::fine(format!("as expected: {}", refusal.reason))),
                Ok(_) => failed("the rules allow it".to_owned()),
                Err(other) => Err(other),
            }
        }
    }
}

/// What an `expect` is about.
enum Expected {
    Chance,
    Truth,
    Outcome,
    Refusal,
}

/// What it is about, with its first word.
fn expected<'l>(input: &Input<'l>) -> Result<(&'l LineWord, Expected), Trouble> {
    let nothing = || input.usage("expect what?", FORM);
    let first = input.line.words.first().ok_or_else(nothing)?;
    Ok((
        first,
        match &*first.text {
            _ if is_about_chance(input) => Expected::Chance,
            text if text.starts_with('(') => Expected::Truth,
            "outcome" => Expected::Outcome,
            "refused" => Expected::Refusal,
            _ => return Err(nothing()),
        },
    ))
}

/// That an `expect` expects something that there is, in words that can be read.
pub(in crate::repl) fn check_expect(input: &Input<'_>) -> Result<(), Trouble> {
    match expected(input)?.1 {
        Expected::Chance => check_chance(input),
        Expected::Outcome => check_outcome(input),
        Expected::Truth | Expected::Refusal => Ok(()),
    }
}

fn check_outcome(input: &Input<'_>) -> Result<(), Trouble> {
    match input.line.words.len() {
        1 => Err(input.usage("expect which outcome?", "expect outcome WORD, `expect outcome \"\"` for none")),
        _ => Ok(()),
    }
}

/// The expression that an `expect` wants to be true, with its brackets.
pub fn expected_truth<'l>(text: &'l str, line: &'l CommandLine) -> Option<&'l LineWord> {
    match expected(&Input { text, line }) {
        Ok((expression, Expected::Truth)) => Some(expression),
        _ => None,
    }
}

/// What a line only tries: what stands behind its `try`, however often it says so.
pub fn tried(line: &str) -> Option<&str> {
    // A line of nothing else shall not nest.
    std::iter::successors(behind_try(line), |rest| behind_try(rest)).last()
}

fn behind_try(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("try")?.strip_prefix(char::is_whitespace)
}

/// `try` is taken off a line before it is answered; alone it has nothing to try.
pub(super) fn attempt(_: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    Err(input.usage("try what?", "try LINE"))
}
