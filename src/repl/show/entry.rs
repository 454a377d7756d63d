//! One result: what the rules said, how the game ended, and the line that gives the same again.

use serde_json::{Value as Json, json};

use super::super::console::Front;
use super::luck::roll_json;
use super::names_of;
use crate::data::without_flags;
use crate::kernel::door::{Answer, By, Given};
use crate::report::{revealed, sealed, why_json, why_short};
use crate::session::{Deed, LogEntry, Session, given_again};

/// The schema of a result as JSON.
pub(in crate::repl) const ENTRY_SCHEMA: &str = "houserule.result/1";

/// The result of a command as text, without what the players have heard before they were asked something.
pub(in crate::repl) fn entry(session: &Session, entry: &LogEntry, front: &Front, verbose: bool) -> String {
    let style = &front.style;
    let mut text = String::new();
    if let Some(trace) = &entry.trace {
        for side in revealed(trace, &names_of(&entry.loaded, session.state())) {
            text.push_str(&style.clean(&format!("revealed: {side}")));
            text.push('\n');
        }
        for side in sealed(trace, &names_of(&entry.loaded, session.state())) {
            text.push_str(&style.clean(&format!("sealed: {side}")));
            text.push('\n');
        }
    }
    for said in entry.said.iter().skip(entry.heard) {
        text.push_str(&style.clean(said));
        text.push('\n');
    }
    if verbose && let Some(trace) = &entry.trace {
        let names = names_of(&entry.loaded, session.state());
        text.push_str(&why_short(trace, &names, style));
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    if let Some(again) = shown_again(entry).filter(|_| entry.deed == Deed::Command) {
        text.push_str(&style.paint(style.faint(), &style.clean(&format!("  [{}] {again}", entry.number))));
        text.push('\n');
    }
    if let Some(ending) = &entry.ending {
        let winner = ending.winner.map(|w| entry.loaded.rules.catalogue().side(w).title.to_string());
        let told = match winner {
            Some(winner) => format!("{winner} wins: {}", ending.reason),
            None => format!("A draw: {}", ending.reason),
        };
        text.push_str(&style.paint(style.strong(), &style.clean(&told)));
        text.push('\n');
    }
    text
}

/// The line that gives the same result whoever throws the dice; none where nothing was answered.
pub(in crate::repl) fn again(entry: &LogEntry) -> Option<String> {
    given_to(entry).map(|given| format!("{} {given}", without_flags(&entry.line)))
}

/// The flags that give the same answers; none where nothing was answered.
pub(in crate::repl) fn given_to(entry: &LogEntry) -> Option<String> {
    let answers: Vec<&Answer> = entry.trace.as_ref()?.answers().collect();
    (!answers.is_empty()).then(|| given_again(&answers))
}

/// The same for people: digests and nonces of seals are long, and tell them nothing.
fn shown_again(entry: &LogEntry) -> Option<String> {
    let mut answers: Vec<Answer> = entry.trace.as_ref()?.answers().cloned().collect();
    answers.retain_mut(|answer| match &mut answer.given {
        Given::Sealed(all) => all.iter().all(|sealed| sealed.told.is_some()),
        Given::Revealed(all) => {
            all.iter_mut().for_each(|revealed| revealed.seal = None);
            true
        }
        Given::Dice(_) | Given::Total(_) | Given::Chosen(_) => true,
    });
    let answers: Vec<&Answer> = answers.iter().collect();
    (!answers.is_empty()).then(|| format!("{} {}", without_flags(&entry.line), given_again(&answers)))
}

/// The result of a command as one JSON object.
pub(in crate::repl) fn entry_json(session: &Session, entry: &LogEntry) -> Json {
    let names = names_of(&entry.loaded, session.state());
    let catalogue = entry.loaded.rules.catalogue();
    let side = entry.side.map(|s| catalogue.side(s).name.to_string());
    let answers: Vec<Json> =
        entry.trace.iter().flat_map(|t| t.answers().map(answer_json).collect::<Vec<_>>()).collect();
    let ending = entry.ending.as_ref().map(
        |e| json!({"winner": e.winner.map(|w| catalogue.side(w).name.to_string()), "reason": &*e.reason}),
    );
    json!({
        "schema": ENTRY_SCHEMA,
        "number": entry.number,
        "line": entry.line,
        "turn": entry.turn,
        "phase": &*entry.phase,
        "side": side,
        "by": entry.by.as_deref(),
        "said": entry.said,
        "outcome": entry.trace.as_ref().map(|t| t.outcome()),
        "answers": answers,
        "luck": entry.luck().iter().map(|roll| roll_json(session, roll)).collect::<Vec<_>>(),
        "lost": entry.lost.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(),
        "ending": ending,
        "again": again(entry),
        "taken_back": entry.taken_back,
        "why": entry.trace.as_ref().map(|t| why_json(t, &names)),
    })
}

fn answer_json(answer: &Answer) -> Json {
    let by = given_by(&answer.by);
    match &answer.given {
        Given::Dice(faces) => json!({"dice": faces, "by": by}),
        Given::Total(total) => json!({"total": total, "by": by}),
        Given::Chosen(at) => json!({"chosen": at + 1, "by": by}),
        Given::Revealed(all) => {
            let all = all
                .iter()
                .map(|one| json!({"written": one.written, "by": given_by(&one.by), "seal": one.seal}));
            json!({"revealed": all.collect::<Vec<_>>(), "by": by})
        }
        Given::Sealed(all) => {
            let all =
                all.iter().map(|one| json!({"seal": one.closed, "by": given_by(&one.by), "told": one.told}));
            json!({"sealed": all.collect::<Vec<_>>(), "by": by})
        }
    }
}

/// Who has given an answer, as the log and JSON tell it.
pub(super) fn given_by(by: &By) -> String {
    match by {
        By::Auto(n) => format!("auto #{n}"),
        By::Entered(Some(side)) => format!("entered by {side}"),
        By::Entered(None) => "entered".to_owned(),
        By::Forced => "forced by referee".to_owned(),
        By::Policy(name) => name.to_string(),
    }
}
