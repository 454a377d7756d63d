//! The impact of a house rule at the terminal.

use super::unmet::together;
use super::words::{failures, heading, points, sentences, share, shift};
use super::{GamesTold, ImpactTold, MeetingTold};
use crate::report::{Cell, Column, Listing, Room, Style};

/// So many rows of each kind are shown, unless all are asked for.
const MOST: usize = 12;

/// The whole of it; `all` leaves nothing out.
pub fn impact_told(told: &ImpactTold, all: bool, style: &Style) -> String {
    let mut text = format!("{}\n", style.paint(style.strong(), &style.clean(&heading(told))));
    let sentences = sentences(told, style.glyphs().arrow);
    sentences.iter().for_each(|sentence| text.push_str(&style.lines(sentence)));
    let most = if all { usize::MAX } else { MOST };
    text.push_str(&meetings(told, most, style));
    text.push_str(&unmet(told, most, all, style));
    text.push_str(&overrides(told, most, style));
    text.push_str(&sessions(told, most, style));
    text.push_str(&games(&told.games, style));
    text
}

/// A table with its head, and how many rows are left out.
fn shown(head: &str, listing: &Listing, left: usize, style: &Style) -> String {
    if listing.rows.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n{}", style.paint(style.strong(), head), listing.draw(style));
    if left > 0 {
        text.push_str(&style.paint(style.faint(), &format!("and {left} more; --verbose lists all")));
        text.push('\n');
    }
    text
}

fn meetings(told: &ImpactTold, most: usize, style: &Style) -> String {
    let scenarios = names(told.meetings.iter().map(|m| &m.scenario));
    let verbs = names(told.meetings.iter().map(|m| &m.verb));
    let mut listing = Listing::new([
        Column::text("who"),
        Column::text("on whom"),
        Column::text("command").room(Room::Drop),
        Column::text("scenario").room(Room::Drop),
        Column::text("where").room(Room::Wrap),
        Column::number("change"),
        Column::text("above all").room(Room::Wrap),
    ]);
    let arrow = style.glyphs().arrow;
    let row = |m: &MeetingTold| {
        let change = m.change.as_ref().map_or_else(|| "?".to_owned(), crate::odds::Ratio::percent);
        [
            Cell::from(m.actor.as_str()),
            Cell::from(m.target.as_str()),
            Cell::from(if verbs > 1 { m.verb.as_str() } else { "" }),
            Cell::from(if scenarios > 1 { m.scenario.as_str() } else { "" }),
            Cell::from(m.place.as_str()),
            Cell::from(change),
            Cell::from(shift(m, arrow)),
        ]
    };
    let unknown = told.meetings.iter().filter(|m| m.change.is_none());
    let worth_telling = told.changed().chain(unknown);
    let count = worth_telling.clone().count();
    worth_telling.take(most).for_each(|m| listing.row(row(m)));
    listing.leave_out_blank();
    let same = told.meetings.len() - count;
    let mut text = shown("Meetings that change", &listing, count.saturating_sub(most), style);
    if same > 0 && count > 0 {
        text.push_str(&format!(
            "{} as before\n",
            if same == 1 { "1 is".to_owned() } else { format!("{same} are") }
        ));
    }
    text
}

fn unmet(told: &ImpactTold, most: usize, all: bool, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("who").room(Room::Wrap),
        Column::text("on whom").room(Room::Wrap),
        Column::number("pairs"),
        Column::text("command").room(Room::Wrap),
        Column::text("scenario").room(Room::Drop),
        Column::text("why").room(Room::Wrap),
    ]);
    let rows = together(told);
    rows.iter().take(most).for_each(|row| listing.row(row.cells(all).map(Cell::from)));
    listing.leave_out_blank();
    shown("Not set up", &listing, rows.len().saturating_sub(most), style)
}

fn overrides(told: &ImpactTold, most: usize, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("overrides"),
        Column::text("from"),
        Column::text("to").room(Room::Wrap),
        Column::text("written in").room(Room::Wrap),
    ]);
    for rule in told.rules.iter().take(most) {
        let from = rule.replaces.as_ref().map_or_else(
            || "new".to_owned(),
            |(layer, _, ids, _)| {
                if ids.is_empty() { layer.clone() } else { format!("{layer}, {}", ids.join(" ")) }
            },
        );
        let calls = rule.replaces.as_ref().is_some_and(|(.., calls)| *calls);
        let to = format!("{}{}", rule.purpose, if calls { " (calls the one below)" } else { "" });
        listing.row([format!("rule {}", rule.name), from, to, rule.place.clone()].map(Cell::from));
    }
    for datum in told.data.iter().take(most) {
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        listing.row(
            [datum.what.clone(), said(&datum.before), said(&datum.after), datum.place.clone()]
                .map(Cell::from),
        );
    }
    let left = told.rules.len().saturating_sub(most) + told.data.len().saturating_sub(most);
    shown("What it overrides", &listing, left, style)
}

fn sessions(told: &ImpactTold, most: usize, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("session").room(Room::Wrap),
        Column::number("line"),
        Column::text("without").room(Room::Wrap),
        Column::text("with").room(Room::Wrap),
    ]);
    for one in told.changed_sessions.iter().take(most) {
        listing.row(
            [one.name.clone(), one.line.to_string(), one.before.clone(), one.after.clone()].map(Cell::from),
        );
    }
    shown("Sessions that change", &listing, told.changed_sessions.len().saturating_sub(most), style)
}

fn games(all: &[GamesTold], style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("scenario"),
        Column::number("games"),
        Column::text("wins of"),
        Column::number("without"),
        Column::text("95 %").room(Room::Drop),
        Column::number("with"),
        Column::text("95 %").room(Room::Drop),
        Column::number("change"),
        Column::text("95 %"),
    ]);
    let range = |(low, high): (f64, f64)| format!("{} to {}", share(low), share(high));
    for games in all.iter().filter(|g| g.games > 0) {
        for side in &games.sides {
            let (before, after) = (side.before(games.games), side.after(games.games));
            let (change, (low, high)) = side.change(games.games);
            listing.row([
                Cell::from(games.scenario.as_str()),
                Cell::from(games.games.to_string()),
                Cell::from(side.title.as_str()),
                Cell::from(share(before.0)),
                Cell::from(range(before.1)),
                Cell::from(share(after.0)),
                Cell::from(range(after.1)),
                Cell::from(points(change)),
                Cell::from(format!("{} to {}", points(low), points(high))),
            ]);
        }
    }
    for games in all.iter().filter(|g| g.games > 0 && g.open != (0, 0)) {
        let part = |count: u64| share(count as f64 / games.games as f64);
        let mut row = vec![Cell::default(); 9];
        row[0] = Cell::from(games.scenario.as_str());
        row[1] = Cell::from(games.games.to_string());
        row[2] = Cell::from("nobody");
        row[3] = Cell::from(part(games.open.0));
        row[5] = Cell::from(part(games.open.1));
        listing.row(row);
    }
    let mut text = shown("Games", &listing, 0, style);
    for (games, failures) in all.iter().filter_map(|g| Some((g, failures(g)?))) {
        text.push_str(&format!("{}: {failures}\n", style.clean(&games.scenario)));
    }
    text
}

/// How many different names there are.
pub(super) fn names<'a>(all: impl Iterator<Item = &'a String>) -> usize {
    let mut all: Vec<&String> = all.collect();
    all.sort();
    all.dedup();
    all.len()
}
