//! Who wins, before and after, with how sure that is.

use crate::diagnostic::counted;
use std::fmt::Write as _;

use super::GamesTold;
use super::pen::short;
use super::words::{failures, points, share};
use crate::report::escape::tidy_escape;

const WIDE: f64 = 640.0;
const LEFT: f64 = 120.0;
const ROOM: f64 = 360.0;
const ROW: f64 = 50.0;
const TOP: f64 = 26.0;

/// The figure of a scenario.
pub(super) fn figure(games: &GamesTold, players: &str) -> String {
    let mut svg = String::new();
    let bottom = TOP + games.sides.len() as f64 * ROW;
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {}\" style=\"min-width:480px;max-width:{WIDE}px\" \
         role=\"img\" aria-label=\"shares of games won\">",
        bottom + 6.0
    );
    for part in [0, 25, 50, 75, 100] {
        let x = LEFT + ROOM * f64::from(part) / 100.0;
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
             <text class=\"mid small\" x=\"{x:.1}\" y=\"{}\">{part} %</text>",
            TOP - 8.0
        );
    }
    for (at, side) in games.sides.iter().enumerate() {
        let top = TOP + at as f64 * ROW;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 10.0,
            top + 28.0,
            short(&side.title, 16)
        );
        let both = [
            ("before", top + 15.0, side.before(games.games)),
            ("after", top + 34.0, side.after(games.games)),
        ];
        for (class, y, (value, (low, high))) in both {
            let x = |share: f64| LEFT + ROOM * share;
            let _ = writeln!(
                svg,
                "<g><line class=\"range {class}\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
                 <circle class=\"{class}\" cx=\"{:.1}\" cy=\"{y}\" r=\"6\"/><title>{class}: {} ({} to {})</title></g>",
                x(low),
                x(high),
                x(value),
                share(value),
                share(low),
                share(high)
            );
        }
        let (change, (low, high)) = side.change(games.games);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{} → {}</text><text class=\"small\" x=\"{0}\" y=\"{}\">{} points ({} to {})</text>",
            LEFT + ROOM + 16.0,
            top + 20.0,
            share(side.before(games.games).0),
            share(side.after(games.games).0),
            top + 38.0,
            points(change),
            points(low),
            points(high)
        );
    }
    svg.push_str("</svg>");
    let nobody = match games.open {
        (0, 0) => String::new(),
        (before, after) => format!(" Nobody won {before} without and {after} with it."),
    };
    let failed = failures(games).map_or_else(String::new, |told| {
        format!(
            " {} more not compared: {}.",
            if games.left_out == 1 { "One is".to_owned() } else { format!("{} are", games.left_out) },
            tidy_escape(&told)
        )
    });
    format!(
        "<figure class=\"wide\"><figcaption><b>{}</b> <span class=\"note\">{} both ways with the same dice, players: \
         {}; {} came to another end.{nobody}{failed}</span></figcaption>\n<div class=\"scroll\">{svg}</div></figure>\n",
        tidy_escape(&games.title),
        counted(games.games, "game"),
        tidy_escape(players),
        games.otherwise,
    )
}
