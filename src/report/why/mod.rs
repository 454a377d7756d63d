//! Why a run came to what it came to: every number with its reasons, from the record that the run made itself.
//!
//! One account serves all: the tree for people and the JSON for programs hold the same facts.

mod account;
mod branch;
mod names;
mod sheet;
mod told;

pub use names::{GameNames, Names};

use serde_json::Value as Json;

use super::style::Style;
use super::wrap::wrap;
use crate::kernel::door::Given;
use crate::rules::{Event, Refusal, Trace};
use account::Account;
use branch::Branch;

/// What the JSON of an explanation is called.
const SCHEMA: &str = "houserule.why/1";

/// The explanation of a run as a tree, each line ended: tallies with each entry and where it comes from, what was
/// considered and did not apply, dice with who answered, requirements, texts and the outcome.
pub fn why_tree(trace: &Trace, names: &dyn Names, style: &Style) -> String {
    branch::draw(&sheet::branches(&Account::of(trace, names), style), style)
}

/// The same, only with what decided; requirements that were met and facts that were read are counted.
pub fn why_short(trace: &Trace, names: &dyn Names, style: &Style) -> String {
    branch::draw(&sheet::short(&Account::of(trace, names), style), style)
}

/// The same tree for programs, schema `houserule.why/1`.
pub fn why_json(trace: &Trace, names: &dyn Names) -> Json {
    with_schema(&Account::of(trace, names))
}

/// Why the rules refused, in short: the reason, and the rule.
pub fn refused(refusal: &Refusal, names: &dyn Names, style: &Style) -> String {
    head(refusal, &Account::of_refusal(refusal, names), style)
}

/// Why the rules refused: the reason and the rule first, then what was met before it and what was counted.
pub fn why_not(refusal: &Refusal, names: &dyn Names, style: &Style) -> String {
    let account = Account::of_refusal(refusal, names);
    let mut out = head(refusal, &account, style);
    let (met, mut branches) = sheet::met_first(&account, style);
    if !met.is_empty() {
        branches.insert(0, Branch { parts: met, ..Branch::of("met before") });
    }
    out.push_str(&branch::draw(&branches, style));
    out
}

fn head(refusal: &Refusal, account: &Account, style: &Style) -> String {
    let by = account.refused.as_ref().map(|refused| sheet::source_text(&refused.source, style));
    let by = by.filter(|by| !by.is_empty()).map(|by| format!("by {by}"));
    let reason = style.clean(&format!("refused: {}", refusal.reason));
    let mut out = String::new();
    for (text, ink) in [(Some(reason), style.refused()), (by, style.faint())] {
        for line in text.iter().flat_map(|text| wrap(text, style.line_width())) {
            out.push_str(&style.paint(ink, line.trim_end()));
            out.push('\n');
        }
    }
    out
}

/// The same for programs: schema `houserule.why/1` with `refused`.
pub fn why_not_json(refusal: &Refusal, names: &dyn Names) -> Json {
    with_schema(&Account::of_refusal(refusal, names))
}

/// The dice of a run on one line, in the order thrown: `attacker 5, defender 2+3`. Empty where none were thrown.
pub fn dice_summary(trace: &Trace, style: &Style) -> String {
    let thrown = trace.events.iter().filter_map(|event| match event {
        Event::Rolled { ask, answer } => {
            let what = if ask.purpose.is_empty() { &ask.kind } else { &ask.purpose };
            Some(format!("{} {}", style.clean(what), faces(&answer.given)).trim_start().to_owned())
        }
        _ => None,
    });
    thrown.collect::<Vec<_>>().join(", ")
}

/// What was decided in secret in a run, a line a side: `Red, spell points: fire 3, ice 0`.
pub fn revealed(trace: &Trace, names: &dyn Names) -> Vec<String> {
    let decided = trace.events.iter().filter_map(|event| match event {
        Event::Decided { ask, answer } => match &answer.given {
            Given::Revealed(all) => Some((ask, all)),
            _ => None,
        },
        _ => None,
    });
    let sides = decided.flat_map(|(ask, all)| ask.of.iter().zip(all));
    sides
        .map(|(secret, revealed)| {
            let rows = account::revealed_rows(secret, revealed, names).join(", ");
            let commitment = revealed
                .seal
                .as_ref()
                .map_or_else(String::new, |seal| format!(" (sealed as {})", seal.commitment.short()));
            format!("{}, {}: {rows}{commitment}", names.side_name(secret.side), secret.question)
        })
        .collect()
}

/// What was sealed in a run, a line a side: `Red, spell points`.
pub fn sealed(trace: &Trace, names: &dyn Names) -> Vec<String> {
    let asked = trace.events.iter().filter_map(|event| match event {
        Event::Sealed { ask, .. } => Some(ask),
        _ => None,
    });
    let all = asked.flat_map(|ask| &ask.of);
    all.map(|secret| format!("{}, {}", names.side_name(secret.side), secret.question)).collect()
}

/// The dice as they fell, `5+2`, or their total.
fn faces(given: &Given) -> String {
    match given {
        Given::Dice(faces) => faces.iter().map(u32::to_string).collect::<Vec<_>>().join("+"),
        Given::Total(_) | Given::Chosen(_) | Given::Revealed(_) | Given::Sealed(_) => {
            given.total().to_string()
        }
    }
}

fn with_schema(account: &Account) -> Json {
    // An account is text and whole numbers in structures, which always can be written.
    let mut json = serde_json::to_value(account).unwrap_or_default();
    if let Json::Object(fields) = &mut json {
        fields.insert("schema".to_owned(), SCHEMA.into());
    }
    json
}
