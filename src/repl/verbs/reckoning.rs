//! Dice formulas at the table: their exact odds, and throws that are none of the game's.

use super::super::console::{Console, Input};
use super::super::own_file::write_picture;
use super::super::told::Told;
use crate::data::{LineWord, parse_formula};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::dice::Generator;
use crate::kernel::dice::formula::{Formula, Misread, Throw};
use crate::odds::{TooMuch, distribution_of};
use crate::report::{
    DiceAsked, DiceOdds, dice_csv, dice_json, dice_picture, dice_throws, dice_throws_json, dice_told,
};
use crate::session::Trouble;

const FORM: &str = "dice 4d6kh3 [--at-least N] [--at-most N] [--svg FILE] [--force] [--csv] [--json] [--roll [N]] [--seed N]";

/// More throws are not made for one line.
const MOST_THROWS: u32 = 10_000;

/// True where a line behind `dice` is about a formula: it has what no other word behind `dice` has, or is one.
pub(super) fn is_formula(input: &Input<'_>) -> bool {
    let has_signs = |c: char| c.is_ascii_digit() || matches!(c, '%' | '(' | '+' | '<' | '>' | '=' | '!');
    input.rest().contains(has_signs) || parse_formula(input.rest()).is_ok()
}

/// Answers a formula, or two that stand in quotes.
pub(super) fn formula(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let times = times(input)?;
    let formulas = formulas(input)?;
    let json = console.front.json || input.has_flag("json");
    if let Some(times) = times {
        return throw(console, input, &formulas, times, json);
    }
    let asked = DiceAsked { at_least: number(input, "at-least")?, at_most: number(input, "at-most")? };
    let mut all = Vec::new();
    for formula in formulas {
        let odds = distribution_of(&formula).map_err(|t| too_much(input, &t))?;
        all.push(DiceOdds { formula, odds });
    }
    if let Some(file) = input.line.flag("svg") {
        let file = file.ok_or_else(|| input.usage("to which file?", FORM))?;
        write_picture(file, &dice_picture(&all), input.has_flag("force"))?;
        if !json {
            return Ok(Told::fine(format!("written to {file}")));
        }
    }
    if json {
        let told = dice_json(&all, asked).map_err(|t| too_much(input, &t))?;
        return Ok(Told::fine(told.iter().map(|json| format!("{json}\n")).collect::<String>()));
    }
    if input.has_flag("csv") {
        return Ok(Told::fine(dice_csv(&all).map_err(|t| too_much(input, &t))?));
    }
    Ok(Told::fine(dice_told(&all, asked, &console.front.style)))
}

/// The words before the flags and those behind the first.
fn words<'a>(input: &'a Input<'_>) -> (&'a [LineWord], &'a [LineWord]) {
    let flags = input.line.flags.first().map_or(usize::MAX, |(name, _)| name.start);
    input.line.words.split_at(input.line.words.partition_point(|w| w.start < flags))
}

/// Nothing is passed over: behind flags stands only how often is thrown. Answers that, where anything is thrown.
fn times(input: &Input<'_>) -> Result<Option<u32>, Trouble> {
    let behind = words(input).1;
    let roll = input.line.flag("roll");
    let (times, rest) = match (roll, behind) {
        (Some(None), [word, rest @ ..]) => (Some(&*word.text), rest),
        (roll, rest) => (roll.flatten(), rest),
    };
    if let Some(word) = rest.first() {
        let told = Diagnostic::error(Code::USAGE, format!("`{}` stands behind the flags", word.text));
        return Err(at(input, word.start..word.end, told.help(FORM)));
    }
    match (roll, times) {
        (None, _) => Ok(None),
        (Some(_), None) => Ok(Some(1)),
        (Some(_), Some(word)) => {
            let times = word.parse().ok().filter(|times| (1..=MOST_THROWS).contains(times));
            let told = format!("`--roll` takes a number from 1 to {MOST_THROWS}, not `{word}`");
            times.map(Some).ok_or_else(|| input.usage(told, FORM))
        }
    }
}

fn formulas(input: &Input<'_>) -> Result<Vec<Formula>, Trouble> {
    let before = words(input).0;
    let parts: Vec<(&str, usize)> = match before.iter().all(|w| w.quoted) {
        true => before.iter().map(|w| (&*w.text, w.start + 1)).collect(),
        false => vec![(input.rest(), before.first().map_or(0, |w| w.start))],
    };
    if parts.len() > 2 {
        return Err(input.usage("at most two are put side by side", FORM));
    }
    let read = |(text, from): &(&str, usize)| {
        parse_formula(text).map_err(|mistake| {
            let mut sources = SourceMap::default();
            let file = sources.add("command", input.text);
            Trouble::Mistakes(Box::new((sources, vec![mistake.diagnostic(file, *from)])))
        })
    };
    parts.iter().map(read).collect()
}

/// Throws dice of their own: the game's generator stays where it is, and the game goes on as if nothing had been thrown.
fn throw(
    console: &mut Console,
    input: &Input<'_>,
    formulas: &[Formula],
    times: u32,
    json: bool,
) -> Result<Told, Trouble> {
    let seed = match input.line.flag("seed").flatten() {
        None => console.throw_seed(),
        Some(word) => word
            .parse()
            .map_err(|_| input.usage(format!("`{word}` is no seed: a whole number from 0 on"), FORM))?,
    };
    let mut generator = Generator::new(seed);
    let mut text = String::new();
    for formula in formulas {
        let throws: Result<Vec<Throw>, Misread> = (0..times).map(|_| formula.throw(&mut generator)).collect();
        let throws = throws
            .map_err(|misread| of_formula(input, Diagnostic::error(Code::DICE_FAULT, misread.to_string())))?;
        text.push_str(&match json {
            true => dice_throws_json(formula, &throws, seed).to_string() + "\n",
            false => dice_throws(formula, &throws, &console.front.style),
        });
    }
    if !json {
        text.push_str(&format!("the same dice again: --seed {seed}\n"));
    }
    Ok(Told::fine(text))
}

fn number(input: &Input<'_>, flag: &str) -> Result<Option<i64>, Trouble> {
    let Some(value) = input.line.flag(flag) else { return Ok(None) };
    let number = bound(value.unwrap_or_default(), flag == "at-least");
    number.map(Some).map_err(|told| input.usage(format!("`--{flag}`: {told}"), FORM))
}

/// A bound of results, `least` or greatest, as it is typed.
///
/// # Errors
/// What is wrong with it; for a fraction the whole number that says the same.
pub(crate) fn bound(text: &str, least: bool) -> Result<i64, String> {
    let fraction = || {
        let (above, below) = match (text.split_once('/'), text.split_once('.')) {
            (Some((above, below)), _) => (above.trim().parse().ok()?, below.trim().parse().ok()?),
            (None, Some((whole, digits))) => {
                let below = 10i64.checked_pow(u32::try_from(digits.len()).ok()?)?;
                (format!("{whole}{digits}").parse().ok()?, below)
            }
            _ => return None,
        };
        let (above, below): (i64, i64) = (above, below);
        let down = (below > 0).then(|| above.div_euclid(below))?;
        Some(down + i64::from(least && above.rem_euclid(below) > 0))
    };
    match (text.parse(), fraction()) {
        (Ok(number), _) => Ok(number),
        (_, Some(same)) => {
            Err(format!("results are whole numbers, and `{text}` is none; {same} says the same"))
        }
        _ => Err(format!("a whole number is wanted, not `{text}`")),
    }
}

fn too_much(input: &Input<'_>, reason: &TooMuch) -> Trouble {
    of_formula(input, reason.diagnostic(input.rest()))
}

/// A mistake that is about everything behind the verb.
fn of_formula(input: &Input<'_>, told: Diagnostic) -> Trouble {
    let before = words(input).0;
    at(input, before.first().map_or(0, |w| w.start)..before.last().map_or(0, |w| w.end), told)
}

fn at(input: &Input<'_>, place: std::ops::Range<usize>, told: Diagnostic) -> Trouble {
    let mut sources = SourceMap::default();
    let file = sources.add("command", input.text);
    let told = told.at(Span::new(file, place.start, place.end), "");
    Trouble::Mistakes(Box::new((sources, vec![told])))
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn a_bound_is_a_whole_number_and_a_fraction_is_told_which() {
        assert_eq!((bound("7", true), bound("-2", false)), (Ok(7), Ok(-2)));
        for (text, least, same) in [
            ("7/2", false, "3"),
            ("7/2", true, "4"),
            ("2.5", true, "3"),
            ("-7/2", false, "-4"),
            ("8/2", true, "4"),
        ] {
            let told = bound(text, least).unwrap_err();
            assert!(told.ends_with(&format!("; {same} says the same")), "{told}");
        }
        for text in ["", "six", "1/0", "7/-2", "."] {
            assert!(bound(text, true).unwrap_err().contains("a whole number is wanted"), "{text}");
        }
    }
}
