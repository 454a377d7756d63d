//! The words of a typed line to the arguments of a verb's rule.

use std::ops::Range;

use crate::data::{CommandLine, LineWord, ParamKind, Part, Verb};
use crate::diagnostic::{Code, did_you_mean};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::plane::{Length, LengthError, Point, Turn};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TerrainId, TypeId, Value};

/// A mistake in a typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMistake {
    /// Its code.
    pub code: Code,
    /// What is wrong.
    pub title: String,
    /// Where, in bytes of the line.
    pub at: Range<usize>,
    /// What next.
    pub help: Option<String>,
}

impl LineMistake {
    /// A mistake at a word.
    pub fn new(code: Code, title: impl Into<String>, at: Range<usize>) -> Self {
        LineMistake { code, title: title.into(), at, help: None }
    }

    /// The same with the next step.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// What names are looked up in.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// What is printed.
    pub catalogue: &'a Catalogue,
    /// The map.
    pub map: &'a HexMap,
    /// Where everything is.
    pub state: &'a State,
}

/// The arguments of a verb, one a parameter, as far as the words go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// The values; [`Value::Nothing`] for an optional one that is not given.
    pub values: Vec<Value>,
}

/// Matches the words of a line with the form of its verb.
///
/// # Errors
/// E0702 for words that do not fit the form, E0703, E0704, E0207 and the like for names.
pub fn match_words(verb: &Verb, line: &CommandLine, names: Names<'_>) -> Result<Arguments, LineMistake> {
    match_parts(verb, &verb.form, line, names)
}

/// The ways in which the words of a line fit the beginning of a form: how many parts of it, and their arguments. The whole form is
/// the last of them where the line may end.
///
/// # Errors
/// Those of [`match_words`] where the words fit no beginning.
pub fn match_beginnings(
    verb: &Verb,
    line: &CommandLine,
    names: Names<'_>,
) -> Result<Vec<(usize, Vec<Value>)>, LineMistake> {
    let fits = |parts: usize| match_parts(verb, &verb.form[..parts], line, names).map(|fit| fit.values);
    let ways: Vec<_> = (0..=verb.form.len()).filter_map(|parts| Some((parts, fits(parts).ok()?))).collect();
    if ways.is_empty() { fits(verb.form.len()).map(|_| ways) } else { Ok(ways) }
}

fn match_parts(
    verb: &Verb,
    form: &[Part],
    line: &CommandLine,
    names: Names<'_>,
) -> Result<Arguments, LineMistake> {
    let mut values = Vec::new();
    let mut at = 0;
    let words = &line.words;
    let end = words.last().map_or(line.verb.end, |w| w.end);
    for (number, part) in form.iter().enumerate() {
        match part {
            Part::Word(alternatives) => match words.get(at) {
                Some(word) if is_literal(word, alternatives) => at += 1,
                // A literal before an optional parameter that is not given may be left out with it.
                None if rest_is_optional(&form[number..]) => {}
                other => {
                    let found = other.map_or(end..end, |w| w.start..w.end);
                    let expected =
                        alternatives.iter().map(|a| format!("`{a}`")).collect::<Vec<_>>().join(" or ");
                    return Err(usage(verb, format!("expected {expected}"), found));
                }
            },
            Part::Param { name, kind, optional } => {
                let stop = literal_after(&form[number + 1..]);
                let here: &[LineWord] = &words[at.min(words.len())..];
                let until = |word: &&LineWord| !stop.iter().any(|l| is_literal(word, l));
                let run = here.iter().take_while(until).count();
                if run == 0 {
                    if *optional {
                        values.push(Value::Nothing);
                        continue;
                    }
                    let found = here.first().map_or(end..end, |w| w.start..w.end);
                    return Err(usage(verb, format!("expected {} for <{name}>", wanted(*kind)), found));
                }
                if kind.is_many() {
                    let list: Result<Vec<Value>, LineMistake> =
                        here[..run].iter().map(|w| one(w, *kind, names)).collect();
                    let list = list?;
                    if let Some((i, _)) = list
                        .iter()
                        .enumerate()
                        .find(|(i, v)| matches!(v, Value::Unit(_)) && list[..*i].contains(v))
                    {
                        let word = &here[i];
                        return Err(LineMistake::new(
                            Code::USAGE,
                            format!("`{}` is named twice", word.text),
                            word.start..word.end,
                        ));
                    }
                    values.push(Value::list(list));
                    at += run;
                } else if *kind == ParamKind::Text && !here[0].quoted {
                    let text: Vec<&str> = here.iter().map(|w| &*w.text).collect();
                    values.push(Value::text(text.join(" ")));
                    at = words.len();
                } else {
                    let words = kind.words();
                    let Some(first) = here.get(..words) else {
                        let told = format!("expected {words} numbers for <{name}>");
                        return Err(usage(verb, told, here[0].start..here[0].end));
                    };
                    values.push(if words == 1 {
                        one(&first[0], *kind, names)?
                    } else {
                        point(first, names)?
                    });
                    at += words;
                }
            }
        }
    }
    match words.get(at) {
        Some(extra) => {
            Err(usage(verb, format!("`{}` is one word too many", extra.text), extra.start..extra.end))
        }
        None => Ok(Arguments { values }),
    }
}

fn usage(verb: &Verb, title: String, at: Range<usize>) -> LineMistake {
    LineMistake::new(Code::USAGE, title, at).help(format!("{} {}", verb.name, verb.form_text))
}

/// What is missing, in words.
fn wanted(kind: ParamKind) -> String {
    match kind {
        ParamKind::Point => "a point, `12.5 30`,".to_owned(),
        ParamKind::Inches => "a number of inches".to_owned(),
        ParamKind::Degrees => "a number of degrees".to_owned(),
        _ if kind.is_many() => format!("one or more {}", kind.word()),
        _ => format!("a {}", kind.word()),
    }
}

fn is_literal(word: &LineWord, alternatives: &[std::sync::Arc<str>]) -> bool {
    !word.quoted && alternatives.iter().any(|a| a.eq_ignore_ascii_case(&word.text))
}

/// Whether a line may end before these parts of a form.
pub(crate) fn rest_is_optional(rest: &[Part]) -> bool {
    rest.iter().all(|p| matches!(p, Part::Word(_) | Part::Param { optional: true, .. }))
        && rest.iter().any(|p| matches!(p, Part::Param { .. }))
}

/// The literals at which a list of words may end.
fn literal_after(rest: &[Part]) -> Vec<&[std::sync::Arc<str>]> {
    rest.iter()
        .find_map(|p| if let Part::Word(w) = p { Some(w.as_slice()) } else { None })
        .into_iter()
        .collect()
}

/// One word as a value of a kind.
///
/// # Errors
/// What is wrong with it, with names that are near.
pub fn one(word: &LineWord, kind: ParamKind, names: Names<'_>) -> Result<Value, LineMistake> {
    let span = word.start..word.end;
    let text = &*word.text;
    let unknown = |code: Code, what: &str, known: Vec<&str>| {
        let mistake = LineMistake::new(code, format!("no {what} is called `{text}`"), span.clone());
        match did_you_mean(text, known.iter().copied()) {
            Some(near) => mistake.help(format!("did you mean `{near}`?")),
            None if known.len() <= 12 && !known.is_empty() => {
                mistake.help(format!("there are {}", known.join(", ")))
            }
            None => mistake,
        }
    };
    let catalogue = names.catalogue;
    match kind {
        ParamKind::Unit | ParamKind::Units => unit(word, names),
        ParamKind::Hex | ParamKind::Hexes => match names.map.layout().parse_number(text) {
            Ok(hex) if names.map.contains(hex) => Ok(Value::Hex(hex)),
            Ok(_) => Err(LineMistake::new(Code::BAD_HEX, format!("hex {text} is not part of the map"), span)),
            Err(error) => {
                // The hex of a unit stands for the unit's hex: `move i1 to t3`.
                match unit(word, names) {
                    Ok(Value::Unit(found)) => match names.state.unit(found).place {
                        Place::Hex(hex) => Ok(Value::Hex(hex)),
                        _ => {
                            Err(LineMistake::new(Code::BAD_HEX, format!("`{text}` is not on the map"), span))
                        }
                    },
                    _ => Err(LineMistake::new(Code::BAD_HEX, error.to_string(), span)),
                }
            }
        },
        ParamKind::Side => by_name(text, catalogue.sides.iter().map(|s| &*s.name))
            .or_else(|| by_title(text, catalogue.sides.iter().map(|s| &*s.title)))
            .map(|i| Value::Side(SideId(i as u32)))
            .ok_or_else(|| {
                unknown(Code::UNKNOWN_SIDE, "side", catalogue.sides.iter().map(|s| &*s.name).collect())
            }),
        ParamKind::Type => by_name(text, catalogue.unit_types.iter().map(|t| &*t.name))
            .or_else(|| by_title(text, catalogue.unit_types.iter().map(|t| &*t.title)))
            .map(|i| Value::Type(TypeId(i as u32)))
            .ok_or_else(|| {
                // A unit that is changed for itself has a type of its own, which is named like it.
                let types = catalogue.unit_types.iter().map(|t| &*t.name);
                let types = types.filter(|name| names.state.unit_named(name).is_none());
                unknown(Code::UNKNOWN_TYPE, "unit type", types.collect())
            }),
        ParamKind::Terrain => by_name(text, catalogue.terrain.iter().map(|t| &*t.name))
            .map(|i| Value::Terrain(TerrainId(i as u32)))
            .ok_or_else(|| {
                unknown(
                    Code::UNKNOWN_TERRAIN,
                    "terrain",
                    catalogue.terrain.iter().map(|t| &*t.name).collect(),
                )
            }),
        ParamKind::Phase => by_name(text, catalogue.phases.iter().map(|p| &*p.name))
            .map(|i| Value::Text(catalogue.phases[i].name.clone()))
            .ok_or_else(|| {
                unknown(Code::UNKNOWN_PHASE, "phase", catalogue.phases.iter().map(|p| &*p.name).collect())
            }),
        ParamKind::Number => text.parse::<i64>().map(Value::Int).map_err(|_| {
            LineMistake::new(
                Code::BAD_VALUE,
                format!("expected a whole number, found `{text}`"),
                span.clone(),
            )
        }),
        ParamKind::Inches | ParamKind::Point => length(word).map(|l| Value::Int(l.in_thousandths())),
        ParamKind::Degrees => {
            text.parse::<Turn>().map(|turn| Value::Int(turn.in_millionths())).map_err(|error| {
                LineMistake::new(Code::BAD_VALUE, format!("{error}, found `{text}`"), span.clone())
            })
        }
        ParamKind::Word | ParamKind::Text => Ok(Value::text(text)),
    }
}

fn length(word: &LineWord) -> Result<Length, LineMistake> {
    word.text.parse().map_err(|error: LengthError| {
        LineMistake::new(Code::BAD_VALUE, format!("{error}, found `{}`", word.text), word.start..word.end)
    })
}

/// What the first of these words name on a table: a unit, or a point as two numbers, `24 12`, `@24,12`; and how many words that
/// takes.
///
/// # Errors
/// As for [`one`], and for a point that is not on the table.
pub fn place(words: &[LineWord], names: Names<'_>) -> Result<(Value, usize), LineMistake> {
    let Some(first) = words.first() else {
        return Err(LineMistake::new(Code::USAGE, "a place is missing", 0..0)
            .help("a unit, or a point such as 24,12"));
    };
    let bare = |text: &str| LineWord { text: text.into(), ..first.clone() };
    let text = first.text.strip_prefix('@').unwrap_or(&first.text);
    if let Some((x, y)) = text.split_once(',') {
        return Ok((point(&[bare(x), bare(y)], names)?, 1));
    }
    // A unit may be called by a number.
    if length(&bare(text)).is_err() || (text.len() == first.text.len() && unit(first, names).is_ok()) {
        return Ok((unit(first, names)?, 1));
    }
    match words.get(1) {
        Some(second) => Ok((point(&[bare(text), second.clone()], names)?, 2)),
        None => Err(LineMistake::new(Code::USAGE, "a point has two numbers", first.start..first.end)
            .help(format!("{text},12"))),
    }
}

/// Two words as a point of the table.
fn point(words: &[LineWord], names: Names<'_>) -> Result<Value, LineMistake> {
    let at = Point::new(length(&words[0])?, length(&words[1])?);
    let span = words[0].start..words[1].end;
    match &names.catalogue.tabletop {
        Some(table) if table.has(at) => Ok(Value::Point(at)),
        Some(table) => Err(LineMistake::new(Code::BAD_VALUE, format!("{at} is not on the table"), span)
            .help(format!("it is {} wide and {} deep", table.width(), table.depth()))),
        None => Err(LineMistake::new(Code::BAD_VALUE, "this game is not played on a table in inches", span)),
    }
}

/// The place of a name, in any case, or of the only one that begins so.
fn by_name<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Option<usize> {
    let lower = text.to_lowercase();
    let names: Vec<String> = names.map(str::to_lowercase).collect();
    names.iter().position(|n| *n == lower).or_else(|| {
        let mut near = (0..names.len()).filter(|i| names[*i].starts_with(&lower));
        near.next().filter(|_| near.next().is_none())
    })
}

/// The place of the only one that has this long name, in any case.
fn by_title<'n>(text: &str, mut titles: impl Iterator<Item = &'n str>) -> Option<usize> {
    let lower = text.to_lowercase();
    let at = titles.position(|title| !title.is_empty() && title.to_lowercase() == lower)?;
    titles.all(|title| title.to_lowercase() != lower).then_some(at)
}

/// A unit by its name, or by the beginning of one that only one unit in play has.
fn unit(word: &LineWord, names: Names<'_>) -> Result<Value, LineMistake> {
    let span = word.start..word.end;
    let lower = word.text.to_lowercase();
    let units: Vec<_> = names.state.units().collect();
    let exact = units.iter().find(|(_, u)| *u.name == *word.text);
    let mut in_any_case = units.iter().filter(|(_, u)| u.name.to_lowercase() == lower);
    let only = in_any_case.next().filter(|_| in_any_case.next().is_none());
    if let Some((id, _)) = exact.or(only) {
        return Ok(Value::Unit(*id));
    }
    let near: Vec<_> = units
        .iter()
        .filter(|(_, u)| u.place != Place::Out && u.name.to_lowercase().starts_with(&lower))
        .collect();
    match near[..] {
        [(id, _)] => Ok(Value::Unit(*id)),
        [] => {
            let mistake = LineMistake::new(
                Code::UNKNOWN_UNIT,
                format!("no unit on the board is called `{}`", word.text),
                span,
            );
            let known = units.iter().filter(|(_, u)| u.place != Place::Out).map(|(_, u)| &*u.name);
            Err(match did_you_mean(&word.text, known) {
                Some(near) => mistake.help(format!("did you mean `{near}`?")),
                None => mistake.help("`units` lists them"),
            })
        }
        _ => {
            let all: Vec<&str> = near.iter().map(|(_, u)| &*u.name).collect();
            Err(LineMistake::new(Code::AMBIGUOUS, format!("`{}` fits several units", word.text), span)
                .help(format!("which of {}?", all.join(", "))))
        }
    }
}
