//! The words and flags of `odds`.

use std::ops::Range;
use std::time::Duration;

use super::super::console::Input;
use super::super::outcomes::outcome;
use super::{FORM, nothing_asked};
use crate::data::LineWord;
use crate::diagnostic::Code;
use crate::odds::{Limit, Policy};
use crate::session::{LineMistake, Trouble, place_in};

/// More times than this are not told one by one.
const MOST_TIMES: u32 = 10_000;

/// More numbers than this have no room in a table.
const MOST_NUMBERS: i64 = 100;

/// In which form it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
    Csv,
    Markdown,
}

/// Numbers that one thing takes in a table: `f1.ATT=-3..12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Axis {
    /// `f1`, `value` and so on.
    pub(super) of: Vec<String>,
    /// Both ends included.
    pub(super) from: i64,
    pub(super) to: i64,
    /// Where it stands in the line: the names, and the numbers.
    pub(super) names: Vec<Range<usize>>,
    pub(super) numbers: Range<usize>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Where the commands stand in the line.
    pub(super) command: Range<usize>,
    pub(super) times: Option<u32>,
    pub(super) until: Vec<String>,
    pub(super) policy: Policy,
    /// What the sides are supposed to have decided in secret.
    pub(super) revealed: Option<String>,
    pub(super) limit: Limit,
    pub(super) seed: u64,
    pub(super) all: bool,
    pub(super) out: Option<String>,
    pub(super) force: bool,
    pub(super) table: Option<(Axis, Axis)>,
    pub(super) outcomes: Vec<String>,
    form: Form,
}

impl Wanted {
    pub(super) fn form(&self, is_json: bool) -> Form {
        if is_json && self.form == Form::Text { Form::Json } else { self.form }
    }

    /// Whether all that is known is listed, however long that is.
    pub(super) fn lists_all(&self, is_json: bool) -> bool {
        self.all || self.form(is_json) != Form::Text
    }

    pub(super) fn is_repeated(&self) -> bool {
        self.times.is_some() || !self.until.is_empty()
    }
}

/// Reads all of it; nothing is passed over.
pub(super) fn read(input: &Input<'_>) -> Result<Wanted, Trouble> {
    check_flags(input)?;
    let flags = input.line.flags.first().map_or(usize::MAX, |(name, _)| name.start);
    let (before, behind) = input.line.words.split_at(input.line.words.partition_point(|w| w.start < flags));
    if let Some(word) = behind.first() {
        let told = format!("`{}` stands behind the flags", word.text);
        return Err(wrong(input, word.start..word.end, told, FORM));
    }
    let (command, tail) = before.split_at(tail_of(before));
    let (Some(first), Some(last)) = (command.first(), command.last()) else {
        return Err(nothing_asked(input));
    };
    let (times, until) = times_and_until(input, tail)?;
    let policy = policy(input, FORM)?;
    if policy != Policy::First && !tail.is_empty() {
        let told = "decisions of a command that is repeated take their first option";
        return Err(input.usage(told, "leave `--best` or `--worst` out"));
    }
    let revealed = input.value("revealed", FORM)?.map(str::to_owned);
    if revealed.is_some() && !tail.is_empty() {
        let told = "`--revealed` is for a command that is given once";
        return Err(input.usage(told, "each time they would decide anew"));
    }
    let usual = Limit::default();
    let limit = Limit {
        runs: input.runs(usual.runs, FORM)?,
        time: input.number("seconds", FORM)?.map_or(usual.time, Duration::from_secs),
    };
    let table = match (axis(input, "rows")?, axis(input, "columns")?) {
        (Some(rows), Some(columns)) if rows.of == columns.of => {
            let told = format!("`{}` cannot stand in rows and columns at once", rows.of.join(" "));
            return Err(input.usage(told, "--rows i1.ATT=-3..12 --columns b1.DEF=-3..9"));
        }
        (Some(rows), Some(columns)) => Some((rows, columns)),
        (None, None) => None,
        _ => {
            let help = "--rows i1.ATT=-3..12 --columns b1.DEF=-3..9";
            return Err(input.usage("a table has both `--rows` and `--columns`", help));
        }
    };
    if table.is_some() && !tail.is_empty() {
        return Err(input.usage("a table is of a command that is given once", FORM));
    }
    let outcomes = input.value("outcome", FORM)?.map(names).unwrap_or_default();
    if table.is_none() && !outcomes.is_empty() {
        let help = "--rows i1.ATT=-3..12 --columns b1.DEF=-3..9 --outcome destroy";
        return Err(input.usage("`--outcome` is for a table, with `--rows` and `--columns`", help));
    }
    let form = match (input.has_flag("json"), input.has_flag("csv"), input.has_flag("md")) {
        (true, false, false) => Form::Json,
        (false, true, false) => Form::Csv,
        (false, false, true) => Form::Markdown,
        (false, false, false) => Form::Text,
        _ => return Err(input.usage("one of `--json`, `--csv` and `--md`", FORM)),
    };
    Ok(Wanted {
        command: first.start..last.end,
        times,
        until,
        policy,
        revealed,
        limit,
        seed: input.number("seed", FORM)?.unwrap_or(1),
        all: input.has_flag("all"),
        out: input.value("out", FORM)?.map(str::to_owned),
        force: input.has_flag("force"),
        table,
        outcomes,
        form,
    })
}

/// What players decide: `--best OUTCOME`, `--worst OUTCOME`, or their first option.
pub(in crate::repl) fn policy(input: &Input<'_>, form: &str) -> Result<Policy, Trouble> {
    Ok(match (input.value("best", form)?, input.value("worst", form)?) {
        (Some(_), Some(_)) => return Err(input.usage("either `--best` or `--worst`", form)),
        (Some(best), None) => Policy::Best(names(best)),
        (None, Some(worst)) => Policy::Worst(names(worst)),
        (None, None) => Policy::First,
    })
}

fn wrong(input: &Input<'_>, at: std::ops::Range<usize>, told: String, help: &str) -> Trouble {
    Trouble::of_line(input.text, LineMistake::new(Code::USAGE, told, at).help(help))
}

fn check_flags(input: &Input<'_>) -> Result<(), Trouble> {
    for (name, _) in &input.line.flags {
        let at = name.start..name.end;
        if matches!(&*name.text, "dice" | "choose" | "sealed") {
            let told = format!("`--{}` gives the answers that the odds are about", name.text);
            return Err(wrong(input, at, told, "leave it out"));
        }
    }
    input.check_flags()
}

fn is_word(word: &LineWord, wanted: &str) -> bool {
    !word.quoted && word.text.eq_ignore_ascii_case(wanted)
}

/// Where `times N` and `until OUTCOME` begin behind a command.
fn tail_of(words: &[LineWord]) -> usize {
    let is_number = |at: usize| {
        let digits = words.get(at).map(|word| word.text.strip_prefix('-').unwrap_or(&word.text));
        digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let begins = |at: &usize| {
        let word = &words[*at];
        is_word(word, "until") || (is_word(word, "times") && (*at + 1 == words.len() || is_number(*at + 1)))
    };
    (1..words.len()).find(begins).unwrap_or(words.len())
}

fn times_and_until(input: &Input<'_>, tail: &[LineWord]) -> Result<(Option<u32>, Vec<String>), Trouble> {
    let (mut times, mut until) = (None, Vec::new());
    let mut rest = tail;
    while let Some((word, behind)) = rest.split_first() {
        let at = word.start..word.end;
        if is_word(word, "times") {
            let number = behind.first().and_then(|w| w.text.parse().ok());
            let Some(number) = number.filter(|n| (1..=MOST_TIMES).contains(n)) else {
                let told = format!("`times` takes a number from 1 to {MOST_TIMES}");
                return Err(wrong(input, at, told, "odds attack i1 on b1 times 6"));
            };
            times = Some(number);
            rest = &behind[1..];
            continue;
        }
        let run = behind.iter().take_while(|w| !is_word(w, "times") && !is_word(w, "until")).count();
        if run == 0 {
            return Err(wrong(
                input,
                at,
                "until which outcome?".to_owned(),
                "odds attack i1 on b1 until destroy",
            ));
        }
        for name in behind[..run].split(|w| is_word(w, "or")).filter(|name| !name.is_empty()) {
            until.push(outcome(input.text, name));
        }
        rest = &behind[run..];
    }
    Ok((times, until))
}

/// `destroy or wound`.
fn names(text: &str) -> Vec<String> {
    text.split(" or ").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

fn axis(input: &Input<'_>, flag: &str) -> Result<Option<Axis>, Trouble> {
    let Some(text) = input.value(flag, FORM)? else { return Ok(None) };
    // A value in quotes begins behind them.
    let found = input.line.flags.iter().find(|(name, _)| &*name.text == flag);
    let begin = found.and_then(|(_, value)| value.as_ref()).map_or(0, |v| v.start + usize::from(v.quoted));
    let help = format!("--{flag} i1.ATT=-3..12, --{flag} value.NAME=1..6");
    let read = || {
        let (of, range) = text.split_once('=')?;
        let (from, to) = range.split_once("..")?;
        let in_line = |part: &str| {
            let at = place_in(text, part);
            begin + at.start..begin + at.end
        };
        let names = of.split('.').map(|part| in_line(part.trim())).collect();
        let numbers = in_line(range.trim());
        let of: Vec<String> = of.split('.').map(|part| part.trim().to_owned()).collect();
        let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        let fits = (2..=3).contains(&of.len()) && of.iter().all(|part| !part.is_empty());
        fits.then_some(Axis { of, from, to, names, numbers })
    };
    let Some(axis) = read() else {
        return Err(input.usage(format!("`{text}` does not say what takes which numbers"), &help));
    };
    match axis.to.checked_sub(axis.from) {
        Some(0..MOST_NUMBERS) => Ok(Some(axis)),
        _ => Err(input.usage(format!("`--{flag}` goes up, over at most {MOST_NUMBERS} numbers"), &help)),
    }
}
