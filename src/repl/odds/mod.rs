//! `odds`: what commands that are not given may come to, from the rules that would resolve them.

mod asked;
mod counted;
mod repeated;
mod table;

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::console::{Console, Input};
use super::outcomes::instead_of;
use super::own_file::{may_write_picture, write_picture};
use super::told::{Status, Told};
use crate::data::{CommandLine, Verb, parse_line};
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::odds::{Distribution, ENDLESS, NoOdds, Percent, Policy, REFUSED, Ratio, has_outcome};
use crate::report::{OddsOf, OddsRows, OddsShare, odds_csv, odds_json, odds_md, odds_picture, odds_told};
use crate::rules::Refusal;
use crate::session::{Asking, LineMistake, Trouble, TypedLine, lines_of};

pub(super) use asked::policy;
use asked::{Form, Wanted, read};

pub(super) const FORM: &str = "odds LINE [| LINE] [times N] [until OUTCOME [or OUTCOME]] [--best OUTCOME] [--worst OUTCOME] [--revealed ANSWERS]";

/// So many plays are looked at for decisions of players.
const LOOKED_AT: u32 = 200;

/// Carries out `odds`.
pub(super) fn odds(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = read(input)?;
    let verbs = &console.session.loaded().data.verbs;
    let lines = lines_of(verbs, input.text, wanted.command.clone())?;
    if let Some(file) = &wanted.out {
        may_write_picture(file, wanted.force)?;
    }
    if let Some((rows, columns)) = &wanted.table {
        let [line] = &lines[..] else {
            return Err(input.usage("a table is of one command", FORM));
        };
        return table::table(console, input, &wanted, line, rows, columns);
    }
    let mut asked = Vec::new();
    for line in &lines {
        let parsed = parse_line(&line.text).map_err(|_| input.usage("this is no command", FORM))?;
        asked.push(match asking(console, &wanted, &line.text, &parsed) {
            Ok(asking) => Beside::Asked(Box::new(asking)),
            // What is refused keeps none of those beside it from having odds.
            Err(Trouble::Refused(refusal)) if lines.len() > 1 => Beside::Refused(line.text.clone(), refusal),
            Err(trouble) => return Err(line.told(trouble, input.text)),
        });
    }
    for asking in asked.iter().filter_map(Beside::asking) {
        asking.set_limit(Some(wanted.limit));
    }
    let told = answer_all(console, input, &wanted, &asked);
    for asking in asked.iter().filter_map(Beside::asking) {
        asking.set_limit(None);
    }
    let (all, status) = told?;
    let style = &console.front.style;
    if let Some(file) = &wanted.out {
        write_picture(file, &odds_picture(&all), wanted.force)?;
    }
    // What was broken off before is told as far as it has come.
    let (cancel, is_cut) = (console.session.cancel_flag(), Cell::new(false));
    let stop = || {
        is_cut.set(is_cut.get() || (status == Status::Fine && cancel.load(Ordering::Relaxed)));
        is_cut.get()
    };
    let out = match wanted.form(console.front.json) {
        Form::Json => odds_json(&all, &stop).to_string(),
        Form::Csv => odds_csv(&all, &stop),
        Form::Markdown => odds_md(&all, &stop),
        Form::Text => {
            let mut text = odds_told(&all, wanted.all, style, &stop);
            if let Some(file) = &wanted.out {
                text.push_str(&format!("the picture is in {file}\n"));
            }
            text
        }
    };
    if is_cut.get() {
        let err = "broken off: the outcomes that are missing were not told\n".to_owned();
        return Ok(Told { status: Status::Broken, err, ..Told::fine(out) });
    }
    Ok(Told { status, ..Told::fine(out) })
}

/// The commands that a line asks of; none where its words cannot be read.
pub(super) fn commands_of(input: &Input<'_>, verbs: &[Verb]) -> Vec<TypedLine> {
    let wanted = read(input).map(|wanted| lines_of(verbs, input.text, wanted.command));
    wanted.and_then(|lines| lines).unwrap_or_default()
}

/// One of several commands.
enum Beside {
    Asked(Box<Asking>),
    /// The command as it was typed, and why the rules do not allow it.
    Refused(String, Box<Refusal>),
}

impl Beside {
    fn asking(&self) -> Option<&Asking> {
        match self {
            Beside::Asked(asking) => Some(asking),
            Beside::Refused(..) => None,
        }
    }
}

/// A command that the rules refuse, for this reason.
fn refused(line: &str, reason: &str) -> OddsOf {
    OddsOf {
        line: line.trim().to_owned(),
        once: Some(Vec::new()),
        refused: Some(reason.to_owned()),
        ..OddsOf::default()
    }
}

/// A command whose odds are asked, its sides decided in secret where that is told.
fn asking(
    console: &mut Console,
    wanted: &Wanted,
    line: &str,
    parsed: &CommandLine,
) -> Result<Asking, Trouble> {
    let mut asking = console.session.asking(line, parsed)?;
    if let Some(revealed) = &wanted.revealed {
        asking.reveal(revealed)?;
    }
    Ok(asking)
}

/// The odds of each, up to the one at which Ctrl-C was pressed.
fn answer_all(
    console: &Console,
    input: &Input<'_>,
    wanted: &Wanted,
    asked: &[Beside],
) -> Result<(Vec<OddsOf>, Status), Trouble> {
    let mut all = Vec::new();
    let mut refusals = Vec::new();
    for one in asked {
        let asking = match one {
            Beside::Asked(asking) => asking,
            Beside::Refused(line, refusal) => {
                all.push(refused(line, &refusal.reason));
                refusals.push(refusal);
                continue;
            }
        };
        let (of, status) = match wanted.is_repeated() {
            true => repeated::repeated(console, input, wanted, asking)?,
            false => once(console, input, wanted, asking)?,
        };
        all.push(of);
        if status != Status::Fine {
            return Ok((all, status));
        }
    }
    // Where all are refused there is nothing to tell but that.
    match refusals.first() {
        Some(first) if refusals.len() == all.len() => Err(Trouble::Refused((*first).clone())),
        _ => Ok((all, Status::Fine)),
    }
}

fn once(
    console: &Console,
    input: &Input<'_>,
    wanted: &Wanted,
    asking: &Asking,
) -> Result<(OddsOf, Status), Trouble> {
    let parts = asking.parts.iter().map(ToString::to_string).collect();
    let mut of = OddsOf { line: asking.line.clone(), parts, ..OddsOf::default() };
    if !asking.may_name_outcomes() {
        check_words(input, asking, wanted.policy.words(), None)?;
        // Whatever falls comes to the same, if it comes to anything: a play tells of a rule that breaks or goes on for ever.
        let cancel = console.session.cancel_flag();
        asking.estimate(1, wanted.seed, cancel).map_err(|why| asking.trouble(why))?;
        of.remarks.push(no_outcome(asking));
        of.once = Some(vec![(String::new(), OddsShare::Exact(Ratio::ONE))]);
        return Ok((of, Status::Fine));
    }
    let began = Instant::now();
    let odds = match asking.once(&wanted.policy) {
        Ok(odds) => odds,
        Err(why) if wanted.policy == Policy::First => {
            return counted::instead(console, wanted, asking, of, why, began);
        }
        Err(why @ (NoOdds::TooMany | NoOdds::TooMuch(_))) => {
            return Err(no_estimate(&reached(wanted, &why, began)));
        }
        Err(why) => return Err(asking.trouble(why)),
    };
    let averted = averted(asking, &wanted.policy, &odds);
    let words: Vec<String> =
        wanted.policy.words().iter().filter(|word| !averted.contains(word)).cloned().collect();
    check_words(input, asking, &words, Some(&odds))?;
    if odds.outcomes().all(String::is_empty) {
        of.remarks.push(no_outcome(asking));
    }
    of.remarks.extend(decisions(wanted, asking));
    if !averted.is_empty() {
        of.remarks.push(format!("with these decisions {} does not come up", averted.join(" or ")));
    }
    of.once = Some(in_order(asking, exact(odds)));
    Ok((of, Status::Fine))
}

/// Those that are to be least likely and do not come up at all, and would with other decisions.
fn averted(asking: &Asking, policy: &Policy, odds: &Distribution<String>) -> Vec<String> {
    let Policy::Worst(words) = policy else { return Vec::new() };
    let is_in = |odds: &Distribution<String>, word: &str| odds.outcomes().any(|of| has_outcome(of, word));
    let mut missing: Vec<String> = words.iter().filter(|word| !is_in(odds, word)).cloned().collect();
    if !missing.is_empty() {
        let best = asking.once(&Policy::Best(words.clone())).ok();
        missing.retain(|word| best.as_ref().is_some_and(|best| is_in(best, word)));
    }
    missing
}

/// That no outcome is named, and what may be asked instead.
fn no_outcome(asking: &Asking) -> String {
    let told = "the rules name no outcome of this command; `outcome(\"…\")` in a rule names one";
    match asking.asks_decisions(LOOKED_AT).in_secret {
        true => format!("{told}, and `best mean(EXPRESSION) for LINE` asks for a number that it changes"),
        false => told.to_owned(),
    }
}

/// What players decide in these odds.
fn decisions(wanted: &Wanted, asking: &Asking) -> Vec<String> {
    let asks = asking.asks_decisions(LOOKED_AT);
    let openly = match &wanted.policy {
        Policy::First if asks.openly => Some(
            "decisions take their first option; `--best OUTCOME` and `--worst OUTCOME` take others"
                .to_owned(),
        ),
        Policy::First => None,
        // What is decided in secret follows no policy: nobody knows there what the others do.
        Policy::Best(words) | Policy::Worst(words) if asks.openly && asking.is_revealed() => {
            let how = if matches!(wanted.policy, Policy::Best(_)) { "likeliest" } else { "least likely" };
            Some(format!("decisions behind the reveal make {} {how}", words.join(" or ")))
        }
        Policy::Best(_) | Policy::Worst(_) if (asks.in_secret || asks.under_seal) && !asks.openly => None,
        Policy::Best(words) => Some(format!("decisions make {} likeliest", words.join(" or "))),
        Policy::Worst(words) => Some(format!("decisions make {} least likely", words.join(" or "))),
    };
    let revealed = asking.revealed_in_words();
    let is_open = revealed.is_empty();
    let in_secret =
        (is_open && asks.in_secret).then(|| "decisions in secret take their first option".to_owned());
    let under_seal = (is_open && asks.under_seal).then(|| {
        "nobody looks under a seal: what lies there is taken for its first option and the least numbers"
            .to_owned()
    });
    let supposed = revealed.iter().map(|told| format!("supposed: {told}"));
    openly.into_iter().chain(in_secret).chain(under_seal).chain(supposed).collect()
}

fn exact(odds: Distribution<String>) -> OddsRows {
    let (rows, of) = odds.into_rows();
    rows.into_iter().map(|(name, part)| (name, OddsShare::Part(Percent { part, of: of.clone() }))).collect()
}

fn in_order(asking: &Asking, mut rows: OddsRows) -> OddsRows {
    asking.in_order(&mut rows, |(name, _)| name);
    rows
}

/// That each of these words can be an outcome: of the command as things stand, or a word of the rules.
fn check_words(
    input: &Input<'_>,
    asking: &Asking,
    words: &[String],
    odds: Option<&Distribution<String>>,
) -> Result<(), Trouble> {
    if words.is_empty() {
        return Ok(());
    }
    let known: Vec<&str> = odds.iter().flat_map(|odds| odds.outcomes()).map(String::as_str).collect();
    let Some(wrong) = words
        .iter()
        .find(|w| !known.iter().any(|of| has_outcome(of, w)) && !asking.is_named(w) && *w != REFUSED)
    else {
        return Ok(());
    };
    let at = input.text.rfind(wrong.as_str()).map_or(0..0, |at| at..at + wrong.len());
    let told = LineMistake::new(Code::USAGE, format!("`{wrong}` is no outcome of this command"), at);
    let told = if known.is_empty() { told } else { told.help(instead_of(wrong, &known)) };
    Err(Trouble::of_line(input.text, told))
}

/// Which budget was reached.
fn reached(wanted: &Wanted, why: &NoOdds, began: Instant) -> String {
    match why {
        NoOdds::TooMuch(why) => why.to_string(),
        NoOdds::Endless(_) => ENDLESS.to_owned(),
        _ if began.elapsed() >= wanted.limit.time => {
            let seconds = wanted.limit.time.as_secs();
            format!("the exact odds take more than {}", counted(seconds, "second"))
        }
        _ => format!("the exact odds take more than {} of the rules", counted(wanted.limit.runs, "run")),
    }
}

/// Why there are neither exact odds nor an estimate where decisions are to be the best or the worst ones.
fn no_estimate(reached: &str) -> Trouble {
    let told = Diagnostic::error(Code::LIMIT, reached)
        .note("an estimate takes the first option of each decision; with `--best` or `--worst` there is none")
        .help("ask about a smaller one, fewer units or dice, or allow more: `--seconds`, `--runs`");
    Trouble::plain(told)
}

/// A refusal or mistake that no estimate would get round.
fn is_final(why: &NoOdds) -> bool {
    !matches!(why, NoOdds::TooMany | NoOdds::TooMuch(_) | NoOdds::Endless(_) | NoOdds::Cancelled)
}

/// For `odds` where nothing is asked.
fn nothing_asked(input: &Input<'_>) -> Trouble {
    let at = input.line.verb.start..input.line.verb.end;
    Trouble::of_line(input.text, LineMistake::new(Code::USAGE, "of which command?", at).help(FORM))
}
