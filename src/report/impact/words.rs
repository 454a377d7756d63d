//! The sentences at the head, and what changes most about a meeting.

use super::{GamesTold, ImpactTold, LeftOutTold, MeetingCame, MeetingTold};
use crate::diagnostic::counted;
use crate::odds::Ratio;

/// What an outcome without a name is called.
const UNNAMED: &str = "no outcome named";

/// The outcome as it is shown.
pub(super) fn named(outcome: &str) -> &str {
    if outcome.is_empty() { UNNAMED } else { outcome }
}

/// The outcomes of both, each with its probability before and after, the most likely first.
pub(super) fn outcomes(meeting: &MeetingTold) -> Vec<(String, Ratio, Ratio)> {
    let mut names: Vec<&String> = Vec::new();
    for came in [&meeting.before, &meeting.after] {
        if let MeetingCame::Odds(odds) = came {
            names.extend(odds.outcomes());
        }
    }
    names.sort();
    names.dedup();
    let chance = |came: &MeetingCame, name: &String| match came {
        MeetingCame::Odds(odds) => odds.chance(name),
        _ => Ratio::ZERO,
    };
    let all = names.into_iter().map(|n| (n.clone(), chance(&meeting.before, n), chance(&meeting.after, n)));
    let mut all: Vec<(String, Ratio, Ratio)> = all.collect();
    all.sort_by_key(|row| std::cmp::Reverse(row.1.plus(&row.2)));
    all
}

/// What changes most about a meeting: `destroy 41.67 % -> 27.78 %`, `no longer allowed: too far`.
pub(super) fn shift(meeting: &MeetingTold, arrow: &str) -> String {
    match (&meeting.before, &meeting.after) {
        (MeetingCame::Odds(_), MeetingCame::Odds(_)) => {
            let size = |row: &(String, Ratio, Ratio)| {
                let (less, more) = if row.1 < row.2 { (&row.1, &row.2) } else { (&row.2, &row.1) };
                more.minus(less)
            };
            let all = outcomes(meeting);
            // The first of those that change as much: the most likely.
            let most = all.iter().rev().max_by_key(|row| size(row));
            most.map_or_else(String::new, |(name, before, after)| {
                format!("{} {} {arrow} {}", named(name), before.percent(), after.percent())
            })
        }
        (MeetingCame::Odds(_), MeetingCame::Refused(why)) => format!("no longer allowed: {why}"),
        (MeetingCame::Refused(why), MeetingCame::Odds(_)) => format!("now allowed; before: {why}"),
        (MeetingCame::Unknown(why), _) | (_, MeetingCame::Unknown(why)) => format!("not known: {why}"),
        (MeetingCame::Refused(why), MeetingCame::Refused(_)) => why.clone(),
    }
}

/// `marches with dry-season`.
pub(super) fn heading(told: &ImpactTold) -> String {
    let besides = match told.besides.is_empty() {
        true => String::new(),
        false => format!(" (besides {})", told.besides.join(", ")),
    };
    format!("{} with {}{besides}", told.title, told.house.join(" and "))
}

/// The whole in a few sentences.
pub(super) fn sentences(told: &ImpactTold, arrow: &str) -> Vec<String> {
    let mut all = vec![meetings(told, arrow)];
    all.extend(told.left_out.iter().map(left_out));
    all.push(match (told.rules.len(), told.data.len()) {
        (0, 0) => "It overrides no rule and no number.".to_owned(),
        (rules, data) => {
            let new = told.rules.iter().filter(|r| r.replaces.is_none()).count();
            let new = if new > 0 { format!(" ({new} of them new)") } else { String::new() };
            format!(
                "It has {}{new} and changes {}.",
                counted(rules, "rule"),
                counted(data, "datum").replace("datums", "data")
            )
        }
    });
    if let Some(run) = told.sessions {
        let of = counted(run as usize, "session");
        all.push(match (told.changed_sessions.len(), run) {
            (0, 1) => "The one session of the game does not change.".to_owned(),
            (0, _) => format!("Of {of} of the game none changes."),
            (_, 1) => "The one session of the game comes out otherwise.".to_owned(),
            (1, _) => format!("Of {of} of the game 1 comes out otherwise."),
            (changed, _) => format!("Of {of} of the game {changed} come out otherwise."),
        });
    }
    all.extend(told.games.iter().map(|games| contest(games, &told.players, arrow)));
    if told.broken_off {
        all.push("This was broken off: what is told is what was known by then.".to_owned());
    }
    all
}

/// `cast met with bane for its spell; left out were dread, eye.`
fn left_out(told: &LeftOutTold) -> String {
    let (taken, others) = (told.taken.join(", "), told.others.join(", "));
    format!("`{}` met with {taken} for its {}; left out were {others}.", told.verb, told.word)
}

fn meetings(told: &ImpactTold, arrow: &str) -> String {
    let changed = told.changed().count();
    let late = told.late.map_or_else(String::new, |seconds| {
        let of = told.pairs.1;
        format!(
            " In {} {} of {} could be gone through, the rest is left out.",
            counted(seconds, "second"),
            told.pairs.0.min(of),
            counted(of, "pair")
        )
    });
    if told.meetings.is_empty() {
        return "No meeting of unit types could be compared.".to_owned() + &late;
    }
    let all = counted(told.meetings.len(), "meeting");
    let unknown = told.unknown();
    let mut text = match told.changed().next() {
        None if unknown == told.meetings.len() => {
            format!("Of {all} of unit types none could be compared: it is not known what they come to.")
        }
        None => format!("Of {all} of unit types none changes."),
        Some(most) => format!(
            "Of {all} of unit types {changed} change, {} on {} ({}) the most: {}.",
            most.actor,
            most.target,
            most.place,
            shift(most, arrow)
        ),
    };
    let unmet = told.unmet.iter().filter(|u| u.pair.is_some()).count();
    if unmet > 0 {
        text.push_str(&format!(" {unmet} could not be set up."));
    }
    if (1..told.meetings.len()).contains(&unknown) {
        text.push_str(&format!(" Of {unknown} it is not known."));
    }
    text + &late
}

/// Which games of a scenario failed, and why the first of them did: `12 games failed without the house rule (E0403 …)`.
pub(super) fn failures(games: &GamesTold) -> Option<String> {
    let why = |why: &Option<String>| why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
    let (old, new) = (why(&games.why.0), why(&games.why.1));
    let told = match games.failed {
        (0, 0) => return None,
        (before, 0) => format!("{} failed without the house rule{old}", counted(before, "game")),
        (0, after) => format!("{} failed with the house rule{new}", counted(after, "game")),
        (before, after) => {
            format!("{} failed without the house rule{old} and {after} with it{new}", counted(before, "game"))
        }
    };
    Some(told)
}

/// How the games of a scenario went, and how many of them failed.
fn contest(games: &GamesTold, players: &str, arrow: &str) -> String {
    let Some(failures) = failures(games) else { return wins(games, players, arrow) };
    if games.games == 0 {
        return format!("In {} ({players}) {failures}, so nothing is known of wins.", games.title);
    }
    let not_compared = match games.left_out {
        1 => "it is not compared".to_owned(),
        left_out => format!("these {left_out} are not compared"),
    };
    format!("{} {failures}: {not_compared}.", wins(games, players, arrow))
}

fn wins(games: &GamesTold, players: &str, arrow: &str) -> String {
    let played = format!("{} of {}", counted(games.games as usize, "game"), games.title);
    if games.games == 0 {
        return format!("No game of {} was played to its end both ways.", games.title);
    }
    if games.otherwise == 0 {
        return format!("In {played} ({players}) not one comes to another end.");
    }
    let surest = games.sides.iter().max_by(|a, b| {
        let size = |side: &super::SideRate| side.change(games.games).0.abs();
        size(a).total_cmp(&size(b)).then(std::cmp::Ordering::Greater)
    });
    let Some(side) = surest else { return format!("In {played} nobody plays.") };
    let (change, (low, high)) = side.change(games.games);
    let sure = if low > 0.0 || high < 0.0 { "" } else { "; that may be chance" };
    format!(
        "In {played} ({players}) {} wins {} {arrow} {}, a change of {} (95 %: {} to {}){sure}.",
        side.title,
        share(side.before(games.games).0),
        share(side.after(games.games).0),
        points(change),
        points(low),
        points(high),
    )
}

/// A share as a percentage.
pub(super) fn share(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A difference of shares, in points of a percentage, with its sign.
pub(super) fn points(difference: f64) -> String {
    let rounded = (difference * 100.0).round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+.0}") }
}
