//! What happened: the log in lines, the battle report, and the session that plays the same game again.

use super::entry::{again, given_to};
use super::luck::luck_lines;
use crate::data::{quoted, without_flags};
use crate::kernel::door::{By, Given};
use crate::repl::own_file::{REPORT_PAGE_HEAD, SESSION_HEAD};
use crate::report::{BattleReport, Entry, EntrySort, Losses, Phase, Style, Turn, battle_report};
use crate::rules::{Event, Trace};
use crate::session::{Deed, LogEntry, Session};

/// The log, an entry a line with what belongs to it below, broken where there is no more room.
pub(in crate::repl) fn chronicle(session: &Session, style: &Style) -> String {
    let mut text = String::new();
    for entry in session.log() {
        let back = if entry.taken_back { " (taken back)" } else { "" };
        let by = entry.by.as_ref().map_or_else(String::new, |by| format!(" ({by})"));
        text.push_str(&style.outdented(&format!("[{}] {}{by}{back}", entry.number, entry.line)));
        for line in entry.said.iter().flat_map(|said| below(said, style)) {
            text.push_str(&format!("{line}\n"));
        }
        for line in luck_lines(session, entry).iter().flat_map(|roll| below(roll, style)) {
            text.push_str(&format!("{}\n", style.paint(style.faint(), &line)));
        }
    }
    text
}

/// What belongs to an entry, in lines that fit below it.
fn below(told: &str, style: &Style) -> Vec<String> {
    let inside = Style { width: style.width.saturating_sub(4), ..*style };
    inside.lines(told).lines().map(|line| format!("    {line}")).collect()
}

/// The battle report in Markdown.
pub(in crate::repl) fn report(session: &Session) -> String {
    let loaded = session.loaded();
    let catalogue = loaded.rules.catalogue();
    let mut turns: Vec<Turn> = Vec::new();
    for entry in session.log().iter().filter(|e| !e.taken_back || e.deed == Deed::PastDice) {
        let title = catalogue.phases.iter().find(|p| p.name == entry.phase).map_or("", |p| &*p.title);
        let side = entry.side.map(|s| catalogue.side(s).title.to_string());
        if turns.last().is_none_or(|t| t.number != entry.turn) {
            turns.push(Turn { number: entry.turn, phases: Vec::new() });
        }
        let Some(turn) = turns.last_mut() else { continue };
        if turn.phases.last().is_none_or(|p| p.title != title || p.side != side) {
            turn.phases.push(Phase { title: title.to_owned(), side, entries: Vec::new() });
        }
        if let Some(phase) = turn.phases.last_mut() {
            phase.entries.push(told(entry));
        }
    }
    let lost = |side| {
        let units = session.state().units().filter(|(_, u)| u.side == side);
        let (mut lost, mut of) = (Vec::new(), 0);
        for (_, unit) in units {
            of += 1;
            if unit.place == crate::kernel::state::Place::Out {
                lost.push(unit.name.to_string());
            }
        }
        Losses { side: catalogue.side(side).title.to_string(), lost, of }
    };
    let sides = (0..catalogue.sides.len()).map(|i| crate::kernel::value::SideId(i as u32));
    let ending = session.state().ending().map(|e| match e.winner {
        Some(winner) => format!("{} wins: {}", catalogue.side(winner).title, e.reason),
        None => format!("A draw: {}", e.reason),
    });
    battle_report(&BattleReport {
        title: loaded.data.set_up.as_ref().map_or_else(String::new, |s| s.title.to_string()),
        packs: loaded.packs.iter().map(|p| format!("{} {}", p.manifest.title, p.manifest.version)).collect(),
        house_rules: session.house().iter().map(|h| h.name.to_string()).collect(),
        seed: Some(session.seed().to_string()),
        turns,
        losses: sides.map(lost).collect(),
        ending,
    })
}

/// The battle report as one page that needs nothing else.
pub(in crate::repl) fn page(session: &Session) -> String {
    let markdown = report(session);
    let title = session.loaded().data.set_up.as_ref().map_or("Battle report", |s| &*s.title);
    let options = pulldown_cmark::Options::ENABLE_TABLES;
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, pulldown_cmark::Parser::new_ext(&markdown, options));
    // Text of packs and players never becomes a tag: the report escapes it, and the title is escaped here.
    let escaped = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "{REPORT_PAGE_HEAD}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{escaped}</title>\n<style>\n\
         body {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 serif; }}\n\
         table {{ border-collapse: collapse; }} td, th {{ padding: 0 .8rem; text-align: left; }}\n\
         blockquote {{ border-left: .2rem solid #999; margin-left: 0; padding-left: 1rem; }}\n\
         </style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn told(entry: &LogEntry) -> Entry {
    let sort = match &entry.deed {
        Deed::Note => EntrySort::Note,
        Deed::Ruling { number, reason, .. } => EntrySort::Ruling { number: *number, because: reason.clone() },
        Deed::PastDice => EntrySort::Undo,
        _ => EntrySort::Deed,
    };
    let line = match &entry.deed {
        Deed::Command => without_flags(&entry.line),
        Deed::Ruling { what, .. } => what.clone(),
        _ => entry.line.clone(),
    };
    Entry {
        number: entry.number as u64,
        line,
        said: entry.said.clone(),
        dice: entry.trace.iter().flat_map(|t| dice(t)).collect(),
        sort,
    }
}

/// `attack 5 (auto #12)`, a text a roll.
fn dice(trace: &Trace) -> Vec<String> {
    let rolls = trace.events.iter().filter_map(|e| match e {
        Event::Rolled { ask, answer } => Some((ask, answer)),
        _ => None,
    });
    rolls
        .map(|(ask, answer)| {
            let shown = match &answer.given {
                Given::Dice(faces) => faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
                Given::Total(total) => format!("={total}"),
                Given::Chosen(_) | Given::Revealed(_) | Given::Sealed(_) => String::new(),
            };
            let by = match &answer.by {
                By::Auto(n) => format!("auto #{n}"),
                By::Entered(_) => "thrown at the table".to_owned(),
                By::Forced => "forced by the referee".to_owned(),
                By::Policy(name) => name.to_string(),
            };
            format!("{} {shown} ({by})", ask.kind)
        })
        .collect()
}

/// A session file that plays the same game again, whatever the seed.
pub(in crate::repl) fn play_file(session: &Session) -> String {
    let mut text = format!(
        "{SESSION_HEAD}# Scenario: {}/{}\n# Seed: {}\n",
        session.pack_name(),
        session.scenario_name(),
        session.first_seed()
    );
    for house in session.first_house() {
        text.push_str(&format!("# House: {}\n", session.loaded().house_as_typed(house)));
    }
    if let Some(given) = session.log().iter().find(|e| e.deed == Deed::Start).and_then(given_to) {
        text.push_str(&format!("# Set-up: {given}\n"));
    }
    for entry in session.log().iter().filter(|e| !e.taken_back) {
        match &entry.deed {
            Deed::Command => text.push_str(&again(entry).unwrap_or_else(|| entry.line.clone())),
            // In quotes nothing in it is taken for a flag, a bracket or a comment.
            Deed::Note => text.push_str(&format!("note {}", quoted(&entry.line))),
            Deed::Ruling { .. } | Deed::House(_) => text.push_str(&entry.typed),
            Deed::Start | Deed::Expired | Deed::PastDice | Deed::Dice | Deed::Seed => continue,
        }
        text.push('\n');
    }
    text
}
