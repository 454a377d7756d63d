//! `expect P(destroy or wound) >= 1/2 for attack i1 on b1`: what is expected of chance, compared exactly.

use std::cmp::Ordering;
use std::ops::Range;

use super::super::console::{Console, Input};
use super::super::outcomes::{all_of, instead_of_with_chances, shown};
use super::super::told::Told;
use crate::data::parse_line;
use crate::diagnostic::Code;
use crate::odds::{Distribution, REFUSED, Ratio, has_outcome};
use crate::session::{LineMistake, Trouble, TypedLine};

const FORM: &str = "expect P(OUTCOME or OUTCOME) == 10/36 [for LINE]";
/// Longest first, so that `<=` is not read as `<`.
const SIGNS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// One side of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Side {
    /// The probability of any of these outcomes, with their places in the line.
    Of(Vec<(String, Range<usize>)>),
    /// A number as written, and its value.
    Number(String, Ratio),
}

/// An expectation as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Expected {
    left: Side,
    sign: &'static str,
    right: Side,
    /// Where the expectation ends.
    end: usize,
    /// Where the command begins whose odds are meant; none for the last command of the game.
    line: Option<usize>,
}

/// Whether the words behind `expect` are about chance.
pub(in crate::repl) fn is_about_chance(input: &Input<'_>) -> bool {
    let first = input.word(0).is_some_and(|w| w.eq_ignore_ascii_case("p"));
    first && input.word(1).is_some_and(|w| w.starts_with('('))
}

/// Carries out `expect P(…) … for LINE`; without a line it is about the last command of the game, from where that was given.
pub(super) fn expect_chance(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let expected = expectation(input)?;
    let chances = match expected.line {
        Some(begin) => {
            let typed = TypedLine::of(input.text, std::iter::once(begin..input.text.len()));
            let Ok(line) = parse_line(&typed.text) else { return Err(input.usage("which command?", FORM)) };
            let chances = console.session.chances(&typed.text, &line);
            chances.map_err(|trouble| typed.told(trouble, input.text))?
        }
        None => match console.session.chances_of_last() {
            Some(chances) => chances?,
            None => {
                let told = "no command of the game has been given that this could be about";
                let end = input.text.len();
                let told = LineMistake::new(Code::EXPECTATION, told, end..end);
                return Err(Trouble::of_line(input.text, told.help("say of which: `for LINE`")));
            }
        },
    };
    let is_of_refusals = |side: &Side| match side {
        Side::Number(..) => true,
        Side::Of(names) => names.iter().all(|(name, _)| name == REFUSED),
    };
    let of_refusals = is_of_refusals(&expected.left) && is_of_refusals(&expected.right);
    if chances.outcomes().all(String::is_empty) && !of_refusals {
        let told = match expected.line {
            Some(_) => "the rules name no outcome of this command",
            None => "the rules name no outcome of the last command",
        };
        let at = expected.line.unwrap_or(input.line.verb.start)..input.text.len();
        let told = LineMistake::new(Code::EXPECTATION, told, at);
        return Err(Trouble::of_line(input.text, told.help("`outcome(\"destroy\")` in a rule names one")));
    }
    let (left, right) = (value(&expected.left, &chances), value(&expected.right, &chances));
    let trouble = |mistake| Trouble::of_line(input.text, mistake);
    let (left, right) = (left.map_err(trouble)?, right.map_err(trouble)?);
    if holds(left.cmp(&right), expected.sign) {
        return Ok(Told::fine("as expected"));
    }
    let mut told = format!("{} is {}", name(&expected.left), shown(&left));
    if let Side::Of(_) = expected.right {
        told.push_str(&format!(", {} is {}", name(&expected.right), shown(&right)));
    }
    told.push_str(&format!("; expected {} {}", expected.sign, written(&expected.right)));
    let words = input.line.words.first().map_or(0, |w| w.start);
    let mistake = LineMistake::new(Code::EXPECTATION, told, words..expected.end);
    Err(Trouble::of_line(input.text, mistake.help(all_of(&chances))))
}

/// The command whose odds are meant; none for the last one of the game, or where the words cannot be read.
pub(in crate::repl) fn command_of(input: &Input<'_>) -> Option<TypedLine> {
    let begin = read(input.text, input.line.verb.end).ok()?.line?;
    Some(TypedLine::of(input.text, std::iter::once(begin..input.text.len())))
}

/// What is wrong with the words, and where.
pub(in crate::repl) type Mistake = (String, Range<usize>);

/// That the words of an expectation of chance can be read.
///
/// # Errors
/// E0702 for the first that cannot.
pub(super) fn check_chance(input: &Input<'_>) -> Result<(), Trouble> {
    expectation(input).map(drop)
}

fn expectation(input: &Input<'_>) -> Result<Expected, Trouble> {
    read(input.text, input.line.verb.end).map_err(|(told, at)| {
        Trouble::of_line(input.text, LineMistake::new(Code::USAGE, told, at).help(FORM))
    })
}

fn read(text: &str, from: usize) -> Result<Expected, Mistake> {
    let mut at = from;
    let left = side(text, &mut at)?;
    skip(text, &mut at);
    let Some(sign) = SIGNS.into_iter().find(|s| text[at..].starts_with(s)) else {
        return Err((format!("expected one of {}", SIGNS.join(" ")), word(text, at)));
    };
    at += sign.len();
    let right = side(text, &mut at)?;
    let mut end = at;
    skip(text, &mut at);
    let mut line = None;
    if at < text.len() {
        let found = word(text, at);
        if &text[found.clone()] != "for" {
            let told = "expected `for` and the command whose odds are meant, or nothing for the last command";
            return Err((told.to_owned(), found));
        }
        at = found.end;
        skip(text, &mut at);
        (end, line) = (at, Some(at));
    }
    Ok(Expected { left, sign, right, end, line })
}

fn side(text: &str, at: &mut usize) -> Result<Side, Mistake> {
    skip(text, at);
    let begin = *at;
    let behind = text[begin..].strip_prefix(['P', 'p']).map(str::trim_start);
    if let Some(inside) = behind.and_then(|rest| rest.strip_prefix('(')) {
        let from = text.len() - inside.len();
        let Some(end) = closing(inside) else {
            return Err(("a bracket is never closed".to_owned(), begin..text.len()));
        };
        *at = from + end + 1;
        let names = outcomes_of(&text[from..from + end], from);
        return Ok(Side::Of(names));
    }
    let rest = &text[begin..];
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '%');
    let mut end = begin + rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    // A blank may stand before the sign of a percentage.
    if let Some(behind) = text[end..].trim_start_matches([' ', '\t']).strip_prefix('%') {
        end = text.len() - behind.len();
    }
    let found = if end == begin { word(text, begin) } else { begin..end };
    let written = text[found.clone()].to_owned();
    let Some(value) = number(&written) else {
        let told =
            format!("`{written}` is no probability: write 5/12, 0.25 or 25%, from 0 to 1, or P(OUTCOME)");
        return Err((told, found));
    };
    *at = end;
    Ok(Side::Number(written, value))
}

/// Where a bracket is closed, quotes and brackets inside left out.
pub(in crate::repl) fn closing(inside: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (0, false);
    for (at, c) in inside.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return Some(at),
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The names between `or`, each with its place.
pub(in crate::repl) fn outcomes_of(inside: &str, from: usize) -> Vec<(String, Range<usize>)> {
    let mut names = Vec::new();
    let mut take = |begin: usize, end: usize| {
        let raw = &inside[begin..end];
        let bare = raw.trim();
        let at = from + begin + (raw.len() - raw.trim_start().len());
        let unquoted = bare.strip_prefix('"').and_then(|b| b.strip_suffix('"')).unwrap_or(bare);
        names.push((unquoted.to_owned(), at..at + bare.len()));
    };
    let (mut begin, mut quoted) = (0, false);
    for (at, c) in inside.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        if !quoted && at >= begin && inside[at..].starts_with(" or ") {
            take(begin, at);
            begin = at + " or ".len();
        }
    }
    take(begin, inside.len());
    names
}

pub(in crate::repl) fn skip(text: &str, at: &mut usize) {
    *at = text.len() - text[*at..].trim_start().len();
}

pub(in crate::repl) fn word(text: &str, at: usize) -> Range<usize> {
    let rest = &text[at..];
    at..at + rest.find(char::is_whitespace).unwrap_or(rest.len())
}

/// `10/36`, `0.25`, `25%`, `41.7 %` as the very fraction that is written; none above 1.
fn number(written: &str) -> Option<Ratio> {
    let written = written.trim();
    let value = match (written.split_once('/'), written.strip_suffix('%')) {
        (Some((ways, of)), None) => ratio(whole(ways)?, whole(of).filter(|of| *of > 0)?),
        (None, Some(percent)) => decimal(percent.trim_end())?.over(&Ratio::from(100)),
        (None, None) => decimal(written)?,
        _ => return None,
    };
    (value <= Ratio::ONE).then_some(value)
}

fn ratio(ways: u128, of: u128) -> Ratio {
    Ratio::new(ways, of)
}

fn whole(digits: &str) -> Option<u128> {
    let fits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| digits.parse().ok())?
}

fn decimal(written: &str) -> Option<Ratio> {
    let Some((before, behind)) = written.split_once('.') else {
        return Some(ratio(whole(written)?, 1));
    };
    let of = 10u128.checked_pow(u32::try_from(behind.len()).ok()?)?;
    let (before, behind) = (if before.is_empty() { 0 } else { whole(before)? }, whole(behind)?);
    Some(ratio(before.checked_mul(of)?.checked_add(behind)?, of))
}

fn holds(ordering: Ordering, sign: &str) -> bool {
    match sign {
        "==" => ordering.is_eq(),
        "!=" => ordering.is_ne(),
        "<" => ordering.is_lt(),
        "<=" => ordering.is_le(),
        ">" => ordering.is_gt(),
        _ => ordering.is_ge(),
    }
}

fn value(side: &Side, chances: &Distribution<String>) -> Result<Ratio, LineMistake> {
    match side {
        Side::Number(_, value) => Ok(value.clone()),
        Side::Of(names) => {
            for (name, at) in names {
                if name != REFUSED && !chances.outcomes().any(|known| has_outcome(known, name)) {
                    return Err(unknown(name, at, chances));
                }
            }
            Ok(chances.chance_where(|outcome| names.iter().any(|(name, _)| has_outcome(outcome, name))))
        }
    }
}

fn unknown(name: &str, at: &Range<usize>, chances: &Distribution<String>) -> LineMistake {
    let told = format!("`{name}` is no outcome that this command may have");
    LineMistake::new(Code::EXPECTATION, told, at.clone()).help(instead_of_with_chances(name, chances))
}

fn name(side: &Side) -> String {
    match side {
        Side::Number(written, _) => written.clone(),
        Side::Of(names) => {
            let names: Vec<&str> = names.iter().map(|(n, _)| n.as_str()).collect();
            format!("P({})", names.join(" or "))
        }
    }
}

/// As written; a fraction that is not in lowest terms, a decimal and a percentage with their value.
fn written(side: &Side) -> String {
    match side {
        Side::Number(written, value) if *written != value.to_string() => format!("{written} ({value})"),
        other => name(other),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn an_expectation_is_read_with_and_without_blanks() {
        for text in [
            "expect P(destroy or wound)>=10/36 for attack a on b",
            "expect p( destroy or wound ) >= 10/36  for attack a on b",
        ] {
            let read = read(text, "expect".len()).unwrap();
            let Side::Of(names) = &read.left else { panic!("{read:?}") };
            assert_eq!(names.iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>(), ["destroy", "wound"]);
            assert!(names.iter().all(|(name, at)| &text[at.clone()] == name));
            assert_eq!(read.right, Side::Number("10/36".into(), ratio(5, 18)));
            assert_eq!((read.sign, &text[read.line.unwrap()..]), (">=", "attack a on b"));
        }
        let quoted = read("expect P(\"hit or miss\" or a, b) == P(c) for x", 6).unwrap();
        assert_eq!(name(&quoted.left), "P(hit or miss or a, b)");
        assert_eq!(name(&quoted.right), "P(c)");
        let of_last = read("expect P(a) == 10/36 ", 6).unwrap();
        assert_eq!((of_last.line, of_last.end), (None, 20));
    }

    #[test]
    fn what_is_no_expectation_is_told_at_its_place() {
        for (text, found) in [
            ("expect P(a) = 1 for x", "="),
            ("expect P(a) == 3/2 for x", "3/2"),
            ("expect P(a) == 1/0 for x", "1/0"),
            ("expect P(a) == often for x", "often"),
            ("expect P(a) == 10%/2 for x", "10%/2"),
            ("expect P(a) == 1/2 x", "x"),
        ] {
            let (told, at) = read(text, 6).unwrap_err();
            assert_eq!(&text[at], found, "{text}: {told}");
        }
    }

    #[test]
    fn a_number_is_the_very_fraction_that_is_written() {
        for (written, ways, of) in [
            ("10/36", 5, 18),
            ("0.25", 1, 4),
            (".5", 1, 2),
            ("41.7%", 417, 1000),
            ("25 %", 1, 4),
            ("1", 1, 1),
            ("0", 0, 1),
        ] {
            assert_eq!(number(written), Some(ratio(ways, of)), "{written}");
        }
        for wrong in ["", "1.", "1/2/3", "101%", "1.01", "%", "5/", "1e3"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
