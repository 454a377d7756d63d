//! What many games came to: who won with how much certainty, how long they took, what was lost.

use std::collections::BTreeMap;

use super::style::Style;
use super::tables::{Cell, Column, Listing, Room};
use crate::diagnostic::counted;
use crate::odds::{Ratio, wilson};

/// So many reasons for the end of games are told, those of the most games.
const MOST_REASONS: usize = 20;

/// What many games of one plan came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Simulation {
    /// What was played: pack and scenario, how many games, the seed.
    pub title: String,
    /// How many games.
    pub games: u64,
    /// How many were wanted in all.
    pub wanted: u64,
    /// That it was to be known more exactly, if so.
    pub short: Option<String>,
    /// The sides in the order of play.
    pub sides: Vec<SideFared>,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that had not ended after the most turns.
    pub unfinished: u64,
    /// Games that could not go on.
    pub failed: u64,
    /// How games ended, with how many did.
    pub endings: BTreeMap<String, u64>,
    /// Games that ended, by the turn in which their last command was given.
    pub turns: BTreeMap<u32, u64>,
    /// Dice thrown in all games.
    pub dice: u64,
    /// Commands given in all games.
    pub commands: u64,
}

/// How a side fared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideFared {
    /// The side.
    pub title: String,
    /// Who played it.
    pub player: String,
    /// Games that it won.
    pub won: u64,
    /// Games in which it moved first, how many of those it won, and how many nobody won.
    pub first: (u64, u64, u64),
    /// By unit type: how many it had in each game, and how many it lost in all.
    pub lost: BTreeMap<String, (u64, u64)>,
}

/// The whole sheet.
pub fn simulation(told: &Simulation, style: &Style) -> String {
    let mut text = format!("{}\n", style.paint(style.strong(), &style.clean(&told.title)));
    if told.games == 0 {
        return text + "no game was played\n";
    }
    if told.games < told.wanted {
        text.push_str(&format!("{} of {} so far\n", told.games, counted(told.wanted, "game")));
    }
    text.push_str(&results(told, style));
    let mut lines: Vec<String> = told.short.iter().cloned().collect();
    for side in told.sides.iter().filter(|s| s.first.0 > 0) {
        let (games, won, drawn) = side.first;
        lines.push(format!(
            "{} moved first in {}, and won {} of them{}",
            side.title,
            counted(games, "game"),
            percent(won, games),
            if drawn > 0 { format!("; nobody won {}", percent(drawn, games)) } else { String::new() }
        ));
    }
    lines.push(length(&told.turns));
    lines.push(format!(
        "{} dice and {} commands a game",
        mean(told.dice, told.games),
        mean(told.commands, told.games)
    ));
    lines.iter().for_each(|line| text.push_str(&style.lines(line)));
    text.push_str(&endings(told, style));
    text.push_str(&losses(told, style));
    text
}

fn results(told: &Simulation, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("result"),
        Column::number("games"),
        Column::number("share"),
        Column::text("95 % interval"),
        Column::text("player").room(Room::Drop),
    ]);
    let mut row = |what: &str, count: u64, player: &str| {
        listing.row([
            Cell::from(what),
            Cell::from(count.to_string()),
            Cell::from(percent(count, told.games)),
            Cell::from(interval(count, told.games)),
            Cell::from(player),
        ]);
    };
    for side in &told.sides {
        row(&format!("{} won", side.title), side.won, &side.player);
    }
    row("drawn", told.drawn, "");
    row("unfinished", told.unfinished, "");
    if told.failed > 0 {
        row("failed", told.failed, "");
    }
    listing.draw(style)
}

fn endings(told: &Simulation, style: &Style) -> String {
    if told.endings.is_empty() {
        return String::new();
    }
    let mut all: Vec<(&String, u64)> = told.endings.iter().map(|(why, count)| (why, *count)).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let mut listing = Listing::new([
        Column::text("ended because").room(Room::Wrap),
        Column::number("games"),
        Column::number("share"),
    ]);
    let mut row = |why: &str, count: u64| {
        listing.row([Cell::from(why), Cell::from(count.to_string()), Cell::from(percent(count, told.games))]);
    };
    let shown = if all.len() > MOST_REASONS + 1 { MOST_REASONS } else { all.len() };
    all[..shown].iter().for_each(|(why, count)| row(why, *count));
    if shown < all.len() {
        row(&format!("{} other reasons", all.len() - shown), all[shown..].iter().map(|(_, n)| n).sum());
    }
    format!("\n{}", listing.draw(style))
}

fn losses(told: &Simulation, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("lost a game"),
        Column::text("type"),
        Column::number("mean"),
        Column::number("of"),
    ]);
    // Results whose game is not at hand do not know it.
    let is_known = told.sides.iter().any(|side| side.lost.values().any(|(had, _)| *had > 0));
    if !is_known {
        listing.columns.truncate(3);
    }
    for side in &told.sides {
        let all = |pick: fn(&(u64, u64)) -> u64| side.lost.values().map(pick).sum::<u64>();
        let (had, lost) = (all(|l| l.0), all(|l| l.1));
        let mut row = |what: &str, unit_type: &str, lost: u64, had: u64| {
            let cells = [what.to_owned(), unit_type.to_owned(), mean(lost, told.games), had.to_string()];
            listing.row(cells.into_iter().take(if is_known { 4 } else { 3 }).map(Cell::from));
        };
        row(&side.title, "all", lost, had);
        for (unit_type, (had, lost)) in &side.lost {
            // Where each row is read alone it names its side.
            row(if style.plain { &side.title } else { "" }, unit_type, *lost, *had);
        }
    }
    format!("\n{}", listing.draw(style))
}

/// The length of games that have ended.
fn length(turns: &BTreeMap<u32, u64>) -> String {
    let games: u64 = turns.values().sum();
    if games == 0 {
        return "no game has ended".to_owned();
    }
    let sum: u128 = turns.iter().map(|(t, n)| u128::from(*t) * u128::from(*n)).sum();
    let squares: u128 = turns.iter().map(|(t, n)| u128::from(*t) * u128::from(*t) * u128::from(*n)).sum();
    let n = u128::from(games);
    // n Σt² - (Σt)², in whole numbers up to the root.
    let deviation = ((n * squares - sum * sum) as f64).sqrt() / games as f64;
    let quantile = |parts: u64| {
        let wanted = (games * parts).div_ceil(100).max(1);
        let mut seen = 0;
        turns.iter().find(|(_, n)| {
            seen += **n;
            seen >= wanted
        })
    };
    let turn = |parts| quantile(parts).map_or(0, |(turn, _)| *turn);
    format!(
        "games that ended took {} turns, give or take {deviation:.1}: at least {}, a quarter up to {}, half up to {}, \
         three quarters up to {}, all up to {}",
        Ratio::new(sum, games).with_places(1),
        turn(0),
        turn(25),
        turn(50),
        turn(75),
        turn(100)
    )
}

fn mean(sum: u64, games: u64) -> String {
    Ratio::new(sum, games).with_places(2)
}

/// No more digits than the interval is worth.
fn digits(hits: u64, of: u64) -> usize {
    let (low, high) = wilson(hits, of);
    let half = (high - low) * 50.0;
    (1..6).find(|digits| half >= 0.5 * 0.1_f64.powi(*digits)).unwrap_or(6) as usize
}

fn percent(hits: u64, of: u64) -> String {
    let digits = digits(hits, of);
    format!("{:.digits$} %", hits as f64 * 100.0 / of.max(1) as f64)
}

fn interval(hits: u64, of: u64) -> String {
    let digits = digits(hits, of);
    let (low, high) = wilson(hits, of);
    format!("{:.digits$} to {:.digits$} %", low * 100.0, high * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_as_many_digits_as_their_interval_is_worth() {
        assert_eq!(percent(41, 100), "41.0 %");
        assert_eq!(percent(412, 1000), "41.2 %");
        assert_eq!(percent(4_123_456, 10_000_000), "41.23 %");
        assert_eq!(interval(10, 100), "5.5 to 17.4 %");
    }

    #[test]
    fn halves_of_means_are_rounded_up() {
        assert_eq!([mean(143_121, 200), mean(911, 200), mean(0, 0)], ["715.61", "4.56", "0.00"]);
    }

    #[test]
    fn the_length_is_told_by_mean_deviation_and_quarters() {
        let turns = BTreeMap::from([(2, 1), (4, 2), (8, 1)]);
        assert_eq!(
            length(&turns),
            "games that ended took 4.5 turns, give or take 2.2: at least 2, a quarter up to 2, half up to 4, three quarters \
             up to 4, all up to 8"
        );
        assert_eq!(length(&BTreeMap::new()), "no game has ended");
    }
}
