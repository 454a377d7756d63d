//! Lines as players type them: a verb, words, flags. What they mean is the verb's form to say.

use std::sync::Arc;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::command::{CommandParser, Rule};
use super::notation::unescape;

/// How many bytes a typed line may have.
const LONGEST: usize = 1 << 16;

/// How many opening brackets a typed line may have.
const MOST_BRACKETS: usize = 256;

/// Flags that take the next word for their value, as `--because "the referee says so"`. Others take one only with
/// `=`.
pub const FLAGS_WITH_VALUE: [&str; 34] = [
    "against", "apart", "as", "at-least", "at-most", "because", "best", "cells", "choose", "columns",
    "count", "dice", "factors", "for", "games", "given", "hex", "house", "mark", "out", "outcome", "players",
    "revealed", "rows", "runs", "save", "sealed", "seconds", "seed", "side", "svg", "turns", "with", "worst",
];

/// One word of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineWord {
    /// What it says: without the quotes of a text, with the brackets of an expression.
    pub text: Arc<str>,
    /// Its first byte in the line.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// True for a text in quotes.
    pub quoted: bool,
}

/// A typed line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// The first word.
    pub verb: LineWord,
    /// The others, flags left out.
    pub words: Vec<LineWord>,
    /// `--dice 3,2`, `--json`, in order: name without dashes, value.
    pub flags: Vec<(LineWord, Option<LineWord>)>,
}

impl CommandLine {
    /// The flag of this name: its value, where it has one.
    pub fn flag(&self, name: &str) -> Option<Option<&str>> {
        self.flags.iter().find(|(n, _)| &*n.text == name).map(|(_, v)| v.as_ref().map(|v| &*v.text))
    }
}

/// Why a line cannot be taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// True where more typing could mend it: an open quote or bracket. Also for a line without a verb.
    pub incomplete: bool,
    /// True where the line says nothing: it is empty or a comment.
    pub empty: bool,
}

/// Takes a line apart, with the flags that take a value as the program knows them.
///
/// # Errors
/// An open quote or bracket (`incomplete`), a line that says nothing (`empty`), or one that is too long.
pub fn parse_line(text: &str) -> Result<CommandLine, LineError> {
    parse_line_with(text, |name| FLAGS_WITH_VALUE.contains(&name))
}

/// A line without its flags and their values: `strike a at b` of `strike a at b --dice 3,4`. Dashes in texts and brackets stay.
pub fn without_flags(text: &str) -> String {
    without(text, |_| true)
}

/// The line without one of its flags and that flag's value.
pub fn without_flag(text: &str, flag: &str) -> String {
    without(text, |name| name == flag)
}

fn without(text: &str, is_left_out: impl Fn(&str) -> bool) -> String {
    let Ok(line) = parse_line(text) else { return text.to_owned() };
    let (mut bare, mut at) = (String::new(), 0);
    for (name, value) in line.flags.iter().filter(|(name, _)| is_left_out(&name.text)) {
        let before = text[at..name.start].trim_end_matches('-');
        bare.push_str(before.trim_end());
        at = value.as_ref().map_or(name.end, |value| value.end);
    }
    bare + text[at..].trim_end()
}

/// Takes a line apart; `takes_value` tells the flags that take the next word for their value.
///
/// # Errors
/// As [`parse_line`].
pub fn parse_line_with(text: &str, takes_value: impl Fn(&str) -> bool) -> Result<CommandLine, LineError> {
    match parsed(text, &takes_value) {
        // In a remark a bracket is a letter like any other.
        Err(error) if error.incomplete && is_remark(text) => {
            let plain = parsed(&text.replace('(', "_"), &takes_value);
            let again = |word: LineWord| match word.quoted {
                true => word,
                false => LineWord { text: Arc::from(&text[word.start..word.end]), ..word },
            };
            plain.map(|line| CommandLine { words: line.words.into_iter().map(again).collect(), ..line })
        }
        parsed => parsed,
    }
}

/// Whether a line is a remark of the players: what stands behind its verb is any text.
pub fn is_remark(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("note" | "mark"))
}

fn parsed(text: &str, takes_value: impl Fn(&str) -> bool) -> Result<CommandLine, LineError> {
    let refuse = |at: usize, message: String, incomplete: bool| {
        let column = text.get(..at).unwrap_or_default().chars().count() + 1;
        LineError { column, message, incomplete, empty: false }
    };
    if text.len() > LONGEST {
        return Err(refuse(0, format!("a line has more than {LONGEST} bytes"), false));
    }
    let brackets = text.bytes().filter(|b| b"([{".contains(b)).count();
    if brackets > MOST_BRACKETS {
        return Err(refuse(0, format!("a line has more than {MOST_BRACKETS} brackets"), false));
    }
    let pairs = CommandParser::parse(Rule::line, text).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        refuse(at, "a bracket is never closed".to_owned(), true)
    })?;
    let mut words = Vec::new();
    let mut flags: Vec<(LineWord, Option<LineWord>)> = Vec::new();
    let mut wants_value = false;
    for pair in pairs.flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::flag => {
                let mut inner = pair.into_inner();
                let Some(name) = inner.next() else { continue };
                let value = inner.next().and_then(|p| p.into_inner().next());
                wants_value = value.is_none() && takes_value(name.as_str());
                let value = value.map(word).transpose().map_err(|(at, m)| refuse(at, m, true))?;
                flags.push((bare(&name), value));
            }
            Rule::short => {
                let name = LineWord { text: Arc::from("out"), ..bare(&pair) };
                wants_value = takes_value(&name.text);
                flags.push((name, None));
            }
            Rule::quoted | Rule::bracketed | Rule::inches | Rule::bare => {
                let at = pair.as_span().start();
                if wants_value && pair.as_rule() == Rule::bare {
                    // The value of a flag keeps its commas, which elsewhere part words.
                    let rest = &text[at..];
                    let end = at + rest.find(char::is_whitespace).unwrap_or(rest.len());
                    if let Some((_, value)) = flags.last_mut() {
                        *value =
                            Some(LineWord { text: Arc::from(&text[at..end]), start: at, end, quoted: false });
                    }
                    wants_value = false;
                    continue;
                }
                if flags.iter().any(|(_, v)| v.as_ref().is_some_and(|v| v.start <= at && at < v.end)) {
                    continue;
                }
                let read = word(pair).map_err(|(at, m)| refuse(at, m, true))?;
                match flags.last_mut().filter(|_| wants_value) {
                    Some((_, value)) => *value = Some(read),
                    None => words.push(read),
                }
                wants_value = false;
            }
            _ => {}
        }
    }
    if words.is_empty() {
        return Err(LineError {
            empty: flags.is_empty(),
            ..refuse(0, "a line begins with a verb".to_owned(), false)
        });
    }
    let verb = words.remove(0);
    Ok(CommandLine { verb, words, flags })
}

fn bare(pair: &Pair<'_, Rule>) -> LineWord {
    let span = pair.as_span();
    LineWord { text: Arc::from(pair.as_str()), start: span.start(), end: span.end(), quoted: false }
}

fn word(pair: Pair<'_, Rule>) -> Result<LineWord, (usize, String)> {
    let mut read = bare(&pair);
    match pair.as_rule() {
        Rule::quoted => {
            let mut inner = pair.into_inner();
            let text = inner.next().map_or("", |p| p.as_str());
            if inner.next().is_none() {
                return Err((read.start, "a text is never closed: `\"` is missing".to_owned()));
            }
            read.text = unescape(text);
            read.quoted = true;
            Ok(read)
        }
        Rule::bracketed if pair.into_inner().next().is_none() => {
            Err((read.start, "a bracket is never closed: `)` is missing".to_owned()))
        }
        _ => Ok(read),
    }
}

/// Whether a quote at this byte of a line is the sign of inches behind a number, `4"`, as [`parse_line`] reads it where no text is open:
/// for whoever looks at a line that is not whole yet.
pub fn is_inch_sign(line: &str, at: usize) -> bool {
    let is_part = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | ',');
    let (Some(before), Some(behind)) = (line.get(..at), line.get(at + 1..)) else { return false };
    let word = before.rsplit(is_part).next().unwrap_or(before);
    let number = word.strip_prefix('@').unwrap_or(word);
    let number = number.strip_prefix(['-', '+']).unwrap_or(number);
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number(whole) && is_number(part) && behind.chars().next().is_none_or(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let line = parse_line(line).unwrap();
        std::iter::once(&line.verb).chain(&line.words).map(|w| w.text.to_string()).collect()
    }

    #[test]
    fn a_line_without_its_flags_keeps_dashes_that_are_none() {
        for (line, bare) in [
            ("strike a at b", "strike a at b"),
            ("strike a at b --dice 3,4", "strike a at b"),
            ("strike a --dice 3,4 at b --choose left", "strike a at b"),
            ("strike a at b --dice=3 --choose \"to the left\" -o x.svg", "strike a at b"),
            ("tell \"roll --dice and pray\" --dice 3", "tell \"roll --dice and pray\""),
            ("expect (1 - -1 == 2)", "expect (1 - -1 == 2)"),
            ("tell \"never closed --dice", "tell \"never closed --dice"),
        ] {
            assert_eq!(without_flags(line), bare);
        }
    }

    #[test]
    fn one_flag_is_left_out_and_the_others_stay() {
        for (line, bare) in [
            ("strike a at b --dice 3,4 --choose 2", "strike a at b --choose 2"),
            ("strike a at b --choose 2 --dice 3,4", "strike a at b --choose 2"),
            ("note \"a --dice 3\" --dice 4", "note \"a --dice 3\""),
            ("strike a at b", "strike a at b"),
        ] {
            assert_eq!(without_flag(line, "dice"), bare);
        }
    }

    #[test]
    fn blanks_and_commas_part_words() {
        assert_eq!(words("a i1, i2 i3 on t3"), ["a", "i1", "i2", "i3", "on", "t3"]);
        assert_eq!(words("? attack"), ["?", "attack"]);
        assert_eq!(words("move i1 0304,0305"), ["move", "i1", "0304", "0305"]);
    }

    #[test]
    fn a_flag_has_its_value_behind_it_or_none() {
        let line =
            parse_line(r#"attack i1 --dice 3,2 on --json t3 --because "he \"said\" so" --level=2"#).unwrap();
        assert_eq!(line.flag("dice"), Some(Some("3,2")));
        assert_eq!(line.flag("json"), Some(None));
        assert_eq!(line.flag("because"), Some(Some("he \"said\" so")));
        assert_eq!(line.flag("level"), Some(Some("2")));
        assert_eq!(line.flag("seed"), None);
        assert_eq!(line.words.iter().map(|w| &*w.text).collect::<Vec<_>>(), ["i1", "on", "t3"]);
        assert_eq!(&*parse_line("x --dice=3,2 y").unwrap().flags[0].1.as_ref().unwrap().text, "3,2");
    }

    #[test]
    fn a_file_to_draw_to_has_a_short_flag() {
        let line = parse_line("map 0304 -o \"my board.svg\"").unwrap();
        assert_eq!(line.flag("out"), Some(Some("my board.svg")));
        assert_eq!(parse_line("map -o a,b.svg").unwrap().flag("out"), Some(Some("a,b.svg")));
        assert_eq!(parse_line("map -o").unwrap().flag("out"), Some(None));
        assert_eq!(words("set i1 STR -3 -os o -x"), ["set", "i1", "STR", "-3", "-os", "o", "-x"]);
    }

    #[test]
    fn an_expression_is_one_word_with_its_brackets() {
        assert_eq!(
            words("eval (defence(unit(\"i1)\")) + [1, 2][0])"),
            ["eval", "(defence(unit(\"i1)\")) + [1, 2][0])"]
        );
        assert_eq!(words("eval (`a ${b(\")\")} )`)"), ["eval", "(`a ${b(\")\")} )`)"]);
    }

    #[test]
    fn a_quote_right_behind_a_number_is_the_sign_of_inches() {
        assert_eq!(words("advance r1 4\""), ["advance", "r1", "4\""]);
        assert_eq!(
            words("go r4 to 13.5\",-9\" facing 90"),
            ["go", "r4", "to", "13.5\"", "-9\"", "facing", "90"]
        );
        assert_eq!(words("a 4\" b 5\""), ["a", "4\"", "b", "5\""]);
        // Texts stay what they are.
        assert_eq!(words("note \"a 4\" b"), ["note", "a 4", "b"]);
        assert_eq!(words("note \"a 4\\\" b\""), ["note", "a 4\" b"]);
        assert_eq!(words("note \"4\""), ["note", "4"]);
        assert_eq!(words("a 4\"b c\""), ["a", "4", "b c"]);
        assert!(parse_line("note \"a 4\" b\"").unwrap_err().incomplete);
        assert_eq!(parse_line("x --apart 4\" y").unwrap().flag("apart"), Some(Some("4\"")));
    }

    #[test]
    fn an_open_bracket_or_quote_asks_for_more() {
        for open in ["eval (1 + (2)", "note \"so far", "eval (\"a)", "eval (`a ${b", "set x (["] {
            let error = parse_line(open).unwrap_err();
            assert!(error.incomplete, "{open}: {error:?}");
        }
        assert_eq!(parse_line("note \"so").unwrap_err().column, 6);
    }

    #[test]
    fn a_comment_says_nothing() {
        assert!(parse_line("# attack i1").unwrap_err().empty);
        assert!(parse_line("  ").unwrap_err().empty);
        assert!(!parse_line("--json").unwrap_err().empty);
    }

    #[test]
    fn a_line_full_of_brackets_is_refused() {
        assert!(!parse_line(&"(".repeat(100_000)).unwrap_err().incomplete);
        assert!(!parse_line(&"(".repeat(300)).unwrap_err().incomplete);
    }
}
