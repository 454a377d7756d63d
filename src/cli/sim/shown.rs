//! Totals as text, JSON and CSV.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::super::failure::{Failure, cannot_write};
use super::super::look::Look;
use super::super::page::Page;
use super::result::{SCHEMA, Totals};
use crate::play::simulate::share_interval;
use crate::report::{Cell, Column, Listing};

/// Shows totals and answers the exit status.
pub(super) fn show(
    totals: &Totals,
    csv: Option<&Path>,
    look: &Look,
    page: &mut impl Page,
) -> Result<u8, Failure> {
    if let Some(path) = csv {
        fs::write(path, table(totals)).map_err(|error| cannot_write(path, &error))?;
    }
    if look.json {
        page.out(&format!("{}\n", as_json(totals)));
    } else {
        page.out(&text(totals, look));
    }
    Ok(0)
}

/// A share with its interval.
fn share(hits: u64, of: u64) -> (String, String) {
    let (low, high) = share_interval(hits, of);
    let percent = if of == 0 { 0.0 } else { 100.0 * hits as f64 / of as f64 };
    // No more digits than the interval carries.
    let digits = if high - low < 0.02 { 2 } else { 1 };
    (format!("{percent:.digits$} %"), format!("{:.digits$} to {:.digits$} %", 100.0 * low, 100.0 * high))
}

fn text(totals: &Totals, look: &Look) -> String {
    let counts = &totals.counts;
    let about = &totals.about;
    let pack = about.packs.last().map_or("", |(name, _)| name);
    let mut text = format!(
        "{} games of {pack}/{}, seed {}{}\n",
        counts.games,
        about.scenario,
        about.seed,
        if totals.precise { ", stopped early: precise enough" } else { "" }
    );
    for (name, _) in &about.house {
        let _ = writeln!(text, "with {}", look.style.clean(name));
    }
    text.push('\n');
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row = |who: String, player: &str, games: u64| {
        let (percent, interval) = share(games, counts.games);
        rows.push(vec![who.into(), player.into(), games.to_string().into(), percent.into(), interval.into()]);
    };
    for ((side, player), wins) in about.players.iter().zip(&counts.wins) {
        row(side.clone(), player, *wins);
    }
    for (what, games) in
        [("draw", counts.draws), ("unfinished", counts.unfinished), ("went wrong", counts.failed)]
    {
        if games > 0 {
            row(what.to_owned(), "", games);
        }
    }
    let columns = vec![
        Column::text("won by"),
        Column::text("player"),
        Column::number("games"),
        Column::number("share"),
        Column::number("95 times in 100"),
    ];
    text.push_str(&Listing { columns, rows, ..Listing::default() }.draw(&look.style));
    let (mean, deviation) = counts.length();
    let _ = writeln!(
        text,
        "\nturns: {mean:.1} on average, deviation {deviation:.1}; half have at most {}, nine in ten at most {}",
        counts.quantile(1, 2),
        counts.quantile(9, 10)
    );
    let each = |n: u64| if counts.games == 0 { 0.0 } else { n as f64 / counts.games as f64 };
    let _ = writeln!(text, "commands: {:.1} a game; dice: {:.1}", each(counts.commands), each(counts.dice));
    for ((side, _), (games, won)) in about.players.iter().zip(&counts.first) {
        if *games > 0 {
            let (percent, interval) = share(*won, *games);
            let _ = writeln!(text, "{side} began {games} games and won {percent} of them ({interval})");
        }
    }
    if !counts.units.is_empty() {
        text.push('\n');
        let rows = counts.units.iter().map(|(kind, (units, lost))| {
            let (percent, _) = share(*lost, *units);
            vec![
                kind.clone().into(),
                format!("{:.2}", each(*units)).into(),
                format!("{:.2}", each(*lost)).into(),
                percent.into(),
            ]
        });
        let columns = vec![
            Column::text("units"),
            Column::number("a game"),
            Column::number("lost"),
            Column::number("share"),
        ];
        text.push_str(&Listing { columns, rows: rows.collect(), ..Listing::default() }.draw(&look.style));
    }
    if !counts.reasons.is_empty() {
        text.push('\n');
        for (reason, games) in &counts.reasons {
            let _ = writeln!(text, "{games} × {}", look.style.clean(reason));
        }
    }
    text
}

fn as_json(totals: &Totals) -> serde_json::Value {
    let counts = &totals.counts;
    let sides: Vec<_> = totals
        .about
        .players
        .iter()
        .enumerate()
        .map(|(at, (side, player))| {
            let wins = counts.wins.get(at).copied().unwrap_or_default();
            let (low, high) = share_interval(wins, counts.games);
            let first = counts.first.get(at).copied().unwrap_or_default();
            json!({
                "side": side, "player": player, "wins": wins,
                "share_low": format!("{low:.6}"), "share_high": format!("{high:.6}"),
                "began": first.0, "began_and_won": first.1,
            })
        })
        .collect();
    json!({
        "schema": SCHEMA, "about": totals.about, "whole": totals.whole, "ranges": totals.ranges,
        "precise": totals.precise, "counts": counts, "sides": sides,
    })
}

/// One line a number: what, of whom, how many.
fn table(totals: &Totals) -> String {
    let counts = &totals.counts;
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut table = "what,of,number\n".to_owned();
    let mut line = |what: &str, of: &str, number: u64| {
        let _ = writeln!(table, "{what},{},{number}", quoted(of));
    };
    line("games", "", counts.games);
    for ((side, _), wins) in totals.about.players.iter().zip(&counts.wins) {
        line("wins", side, *wins);
    }
    line("draws", "", counts.draws);
    line("unfinished", "", counts.unfinished);
    line("failed", "", counts.failed);
    line("commands", "", counts.commands);
    line("dice", "", counts.dice);
    for ((side, _), (games, won)) in totals.about.players.iter().zip(&counts.first) {
        line("began", side, *games);
        line("began_and_won", side, *won);
    }
    for (turns, games) in &counts.turns {
        line("games_of_turns", &turns.to_string(), *games);
    }
    for (kind, (units, lost)) in &counts.units {
        line("units", kind, *units);
        line("lost", kind, *lost);
    }
    for (reason, games) in &counts.reasons {
        line("ended", reason, *games);
    }
    table
}
