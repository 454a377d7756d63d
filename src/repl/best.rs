//! `best`: what two sides had best write down where a command lets them decide in secret.

use std::time::Duration;

use super::console::{Console, Input};
use super::odds::policy;
use super::outcomes::instead_of;
use super::told::Told;
use super::verbs::chance::{Mistake, closing, outcomes_of, skip, word};
use crate::data::{ParamKind, parse_line};
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::kernel::value::{SideId, Value};
use crate::odds::{Limit, Measure, NoOdds, Policy};
use crate::report::{AdviceGiven, AdviceOf, AdviceSide, AdviceWay, advice_csv, advice_json, advice_told};
use crate::session::{
    Advice, Advised, Asking, LineMistake, NoAdvice, Trouble, TypedLine, between_bars, one, place_in,
};

const FORM: &str = "best P(OUTCOME or OUTCOME) for [LINE |] LINE, best mean(EXPRESSION) for [LINE |] LINE";

/// So many meetings are worked out, where nobody says how many.
const MOST_CELLS: usize = 40_000;

/// So many plays are looked at for open decisions of players.
const LOOKED_AT: u32 = 50;

/// What is measured, and the place of the command.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    measure: Measure,
    /// As it was written: `P(destroy)`.
    written: String,
    line: usize,
}

/// Carries out `best`.
pub(super) fn best(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let at = |(told, at): Mistake| {
        Trouble::of_line(input.text, LineMistake::new(Code::USAGE, told, at).help(FORM))
    };
    let text = &input.text[..input.words_end()];
    let asked = read(text, input.line.verb.end).map_err(at)?;
    let command = text[asked.line..].trim();
    let parts = between_bars(command);
    let Some((last, before)) = parts.split_last() else {
        return Err(input.usage("for which command?", FORM));
    };
    let Ok(line) = parse_line(last) else { return Err(input.usage("for which command?", FORM)) };
    let side = side(console, input)?;
    let cells = input.number("cells", FORM)?.map_or(MOST_CELLS, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let policy = policy(input, FORM)?;
    if policy != Policy::First && matches!(asked.measure, Measure::Mean(_)) {
        let told = "what is decided openly goes by outcomes, and `mean(…)` measures none";
        return Err(input.usage(told, "ask for `P(OUTCOME)`, or leave `--best` or `--worst` out"));
    }
    let usual = Limit::default();
    let limit = Limit {
        runs: input.runs(usual.runs, FORM)?,
        time: input.number("seconds", FORM)?.map_or(usual.time, Duration::from_secs),
    };
    if let Measure::Mean(expression) = &asked.measure {
        let (value, _) = console.session.evaluate(expression)?;
        if !matches!(value, Value::Int(_) | Value::Bool(_)) {
            let told = format!("`{expression}` is no number, nor true or false");
            return Err(input.usage(told, FORM));
        }
    }
    let told_there = |trouble: Trouble| {
        let placed = |part: &&str| TypedLine::of(input.text, [place_in(text, part)]);
        parts.iter().map(placed).fold(trouble, |trouble, part| part.told(trouble, input.text))
    };
    let mut asking = console.session.asking_behind(before, last, &line).map_err(told_there)?;
    asking.line = command.to_owned();
    asking.set_limit(Some(limit));
    let advice = asking.advice(&asked.measure, &policy, side, cells);
    asking.set_limit(None);
    let advice = advice.map_err(|why| trouble(console, input, &asking, &asked, limit, why))?;
    let mut given = Vec::new();
    for (flag, side) in [("given", 0), ("against", 1)] {
        if let Some(text) = input.value(flag, FORM)? {
            given.push(answer_of(input, &asking, &advice, flag, side, text)?);
        }
    }
    let mut told = told(console, &asking, &asked, &advice);
    told.given = given;
    if asking.asks_decisions(LOOKED_AT).openly {
        let behind = |words: &[String], how: &str| {
            format!(
                "decisions that are open make {} {how}, knowing all that was shown; those before the decision in secret take \
                 their first option",
                words.join(" or ")
            )
        };
        told.remarks.push(match &policy {
            Policy::First if matches!(asked.measure, Measure::Mean(_)) => {
                "decisions that are open take their first option".to_owned()
            }
            Policy::First => "decisions that are open take their first option; `--best OUTCOME` and `--worst OUTCOME` take \
                              others"
                .to_owned(),
            Policy::Best(words) => behind(words, "likeliest"),
            Policy::Worst(words) => behind(words, "least likely"),
        });
    }
    let json = console.front.json || input.has_flag("json");
    Ok(Told::fine(match (json, input.has_flag("csv")) {
        (true, true) => return Err(input.usage("one of `--json` and `--csv`", FORM)),
        (true, false) => advice_json(&told).to_string(),
        (false, true) => advice_csv(&told),
        (false, false) => advice_told(&told, input.has_flag("all"), &console.front.style),
    }))
}

/// The commands that a line asks of; none where its words cannot be read.
pub(super) fn commands_of(input: &Input<'_>) -> Vec<TypedLine> {
    let text = &input.text[..input.words_end()];
    let Ok(asked) = read(text, input.line.verb.end) else { return Vec::new() };
    let parts = between_bars(&text[asked.line..]).into_iter();
    parts.map(|part| TypedLine::of(input.text, [place_in(text, part)])).collect()
}

/// Reads `P(…) for LINE` and `mean(…) for LINE`.
fn read(text: &str, from: usize) -> Result<Asked, Mistake> {
    let mut at = from;
    skip(text, &mut at);
    let begin = at;
    let name = text[begin..].find(|c: char| !c.is_ascii_alphabetic()).map_or(text.len(), |end| begin + end);
    at = name;
    skip(text, &mut at);
    let (is_chance, is_mean) =
        (text[begin..name].eq_ignore_ascii_case("p"), text[begin..name].eq_ignore_ascii_case("mean"));
    if !(is_chance || is_mean) || !text[at..].starts_with('(') {
        return Err(("expected `P(…)` or `mean(…)`".to_owned(), word(text, begin)));
    }
    let inside = at + 1;
    let Some(end) = closing(&text[inside..]).map(|end| inside + end) else {
        return Err(("a bracket is never closed".to_owned(), begin..text.len()));
    };
    at = end + 1;
    skip(text, &mut at);
    let found = word(text, at);
    if &text[found.clone()] != "for" {
        return Err(("expected `for` and the command that is meant".to_owned(), found));
    }
    let mut line = found.end;
    skip(text, &mut line);
    let inner = text[inside..end].trim();
    if inner.is_empty() {
        return Err(("nothing stands in the brackets".to_owned(), begin..end + 1));
    }
    let measure = match is_chance {
        true => Measure::Chance(outcomes_of(inner, inside).into_iter().map(|(name, _)| name).collect()),
        false => Measure::Mean(inner.to_owned()),
    };
    let written = format!("{}({inner})", if is_chance { "P" } else { "mean" });
    Ok(Asked { measure, written, line })
}

fn side(console: &Console, input: &Input<'_>) -> Result<Option<SideId>, Trouble> {
    input.value("side", FORM)?;
    let named = input.line.flags.iter().find(|(flag, _)| &*flag.text == "side");
    let Some(word) = named.and_then(|(_, value)| value.as_ref()) else { return Ok(None) };
    match one(word, ParamKind::Side, console.session.names()) {
        Ok(Value::Side(side)) => Ok(Some(side)),
        Ok(_) => Ok(None),
        Err(mistake) => Err(Trouble::of_line(input.text, mistake)),
    }
}

/// The place of an answer that was asked about.
fn answer_of(
    input: &Input<'_>,
    asking: &Asking,
    advice: &Advice,
    flag: &str,
    side: usize,
    text: &str,
) -> Result<AdviceGiven, Trouble> {
    let Advised { secret, ways } = &advice.sides[side];
    let wrong = |why: String| {
        let first = asking.written_in_words(secret, &ways[0]);
        input.usage(format!("`--{flag} {text}`: {why}"), &format!("an answer is, for one: {first}"))
    };
    let written = asking.read_written(secret, text).map_err(wrong)?;
    let way = ways.iter().position(|way| *way == written);
    let way = way.ok_or_else(|| wrong("the sheet cannot be filled in so".to_owned()))?;
    Ok(AdviceGiven { side, way })
}

fn told(console: &Console, asking: &Asking, asked: &Asked, advice: &Advice) -> AdviceOf {
    let title = |side: SideId| console.session.called(&Value::Side(side));
    let words = |side: usize, way: usize| {
        let Advised { secret, ways } = &advice.sides[side];
        asking.written_in_words(secret, &ways[way])
    };
    let game = &advice.game;
    let side = |at: usize| {
        let Advised { secret, ways } = &advice.sides[at];
        let (taken, standing) = match at {
            0 => (&game.rows, (0..ways.len()).filter_map(|way| game.row(way)).collect::<Vec<_>>()),
            _ => (&game.columns, (0..ways.len()).filter_map(|way| game.column(way)).collect()),
        };
        let gives = |figure: &crate::odds::Ratio| match at {
            0 => game.value.minus(figure),
            _ => figure.minus(&game.value),
        };
        let all = standing.into_iter().zip(taken).enumerate();
        AdviceSide {
            title: title(secret.side),
            question: secret.question.to_string(),
            ways: all
                .map(|(way, (standing, taken))| AdviceWay {
                    told: words(at, way),
                    taken: taken.clone(),
                    against_mixture: (standing.against_mixture.clone(), gives(&standing.against_mixture)),
                    when_known: (standing.when_known.clone(), gives(&standing.when_known)),
                    reply: words(1 - at, standing.reply),
                })
                .collect(),
        }
    };
    AdviceOf {
        line: asking.line.clone(),
        measure: asked.written.clone(),
        is_chance: matches!(asked.measure, Measure::Chance(_)),
        value: game.value.clone(),
        sides: [side(0), side(1)],
        given: Vec::new(),
        matrix: advice.matrix.clone(),
        remarks: Vec::new(),
    }
}

/// Why there is no advice, as it is told.
fn trouble(
    console: &Console,
    input: &Input<'_>,
    asking: &Asking,
    asked: &Asked,
    limit: Limit,
    why: NoAdvice,
) -> Trouble {
    let title = |side: SideId| console.session.called(&Value::Side(side));
    let limited =
        |told: String, help: &str| Trouble::plain(Diagnostic::error(Code::LIMIT, told).help(help.to_owned()));
    let usage = |told: String, help: &str| {
        let at = asked.line..input.text.len();
        Trouble::of_line(input.text, LineMistake::new(Code::USAGE, told, at).help(help))
    };
    match why {
        NoAdvice::Sides(0) => {
            usage("in this command nobody decides in secret".to_owned(), "`odds` tells what it may come to")
        }
        NoAdvice::Alone(side) => usage(
            format!(
                "{} alone decides in secret in this command: nobody answers it, so there is nothing to guard against",
                title(side)
            ),
            "`odds LINE --revealed ANSWER` tells what each of its answers comes to",
        ),
        NoAdvice::Sides(count) => {
            usage(format!("{count} sides decide in secret in this command, not two"), FORM)
        }
        NoAdvice::NotAsked(side) => {
            usage(format!("{} decides nothing in secret in this command", title(side)), FORM)
        }
        NoAdvice::Text(side) => limited(
            format!("{} may write any text, so its answers cannot be listed", title(side)),
            "advice is for options and numbers",
        ),
        NoAdvice::Large([rows, columns]) => {
            let count = |ways: Option<usize>| ways.map_or_else(|| "more".to_owned(), |ways| ways.to_string());
            limited(
                format!("{} by {} answers are more than are worked out", count(rows), count(columns)),
                "`--cells NUMBER` allows more",
            )
        }
        NoAdvice::NoOutcome(word, named) => {
            let named: Vec<&str> = named.iter().map(String::as_str).collect();
            let help = instead_of(&word, &named);
            usage(format!("`{word}` is no outcome of this command"), &help)
        }
        NoAdvice::Odds(NoOdds::TooMany, known, of) if of > 0 => limited(
            format!(
                "{} {take} more than {} or {} of the rules: {known} were worked out",
                counted(of, "meeting"),
                counted(limit.time.as_secs(), "second"),
                counted(limit.runs, "run"),
                take = if of == 1 { "takes" } else { "take" }
            ),
            "`--seconds NUMBER` and `--runs NUMBER` allow more",
        ),
        NoAdvice::Odds(NoOdds::Unknown(why), ..) => limited(
            format!("there is no advice: {why}"),
            "advice is for one decision in secret, before any dice",
        ),
        NoAdvice::Odds(why, ..) => asking.trouble(why),
        NoAdvice::TooMuch(why) => limited(format!("there is no advice: {why}"), "ask about fewer answers"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_read_with_its_brackets() {
        let asked = read("best P(hit or \"near miss\")  for volley a", 4).unwrap();
        assert_eq!(asked.measure, Measure::Chance(vec!["hit".into(), "near miss".into()]));
        assert_eq!(asked.line, "best P(hit or \"near miss\")  for ".len());
        // Outcomes of several numbers need no quotes.
        let asked = read("best P(9,0,4 or 1, 2) for volley a", 4).unwrap();
        assert_eq!(asked.measure, Measure::Chance(vec!["9,0,4".into(), "1, 2".into()]));
        let asked = read("best mean( max(1, unit(\"a)\").hits) ) for volley", 4).unwrap();
        assert_eq!(asked.measure, Measure::Mean("max(1, unit(\"a)\").hits)".into()));
    }

    #[test]
    fn what_is_no_measure_is_told_at_its_place() {
        for (text, found) in [
            ("best hit for volley", "hit"),
            ("best P(hit for volley", "P(hit for volley"),
            ("best P(hit) volley", "volley"),
            ("best mean() for volley", "mean()"),
            ("best", ""),
        ] {
            let (told, at) = read(text, 4).unwrap_err();
            assert_eq!(&text[at], found, "{text}: {told}");
        }
    }
}
