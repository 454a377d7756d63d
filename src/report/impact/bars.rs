//! The outcomes of a meeting before and after, as bars.

use std::fmt::Write as _;

use super::pen::short;
use super::words::{named, outcomes, shift};
use super::{MeetingCame, MeetingTold};
use crate::diagnostic::counted;
use crate::odds::Ratio;
use crate::report::escape::tidy_escape;

const WIDE: u64 = 360;
const LEFT: u64 = 104;
const ROOM: u64 = 190;
/// What one outcome takes, from top to top.
const ROW: u64 = 38;
const THICK: u64 = 13;
/// The least likely outcomes are put together where there are more than this.
const MOST: usize = 6;

/// The figure of a meeting.
pub(super) fn figure(meeting: &MeetingTold) -> String {
    let change = meeting.change.as_ref().map_or_else(|| "?".to_owned(), Ratio::percent);
    let mut text = format!(
        "<figure><figcaption><b>{} on {}</b> <span class=\"note\">{}, {}</span><span class=\"change\">{}</span></figcaption>\n",
        tidy_escape(&meeting.actor),
        tidy_escape(&meeting.target),
        tidy_escape(&meeting.verb),
        tidy_escape(&meeting.place),
        tidy_escape(&change),
    );
    if matches!((&meeting.before, &meeting.after), (MeetingCame::Odds(_), MeetingCame::Odds(_))) {
        text.push_str(&picture(meeting));
    } else {
        let _ = writeln!(text, "<p>{}</p>", tidy_escape(&shift(meeting, "→")));
        text.push_str(&picture(meeting));
    }
    text + "</figure>\n"
}

fn picture(meeting: &MeetingTold) -> String {
    let mut rows = outcomes(meeting);
    if rows.len() > MOST {
        let rest = rows.split_off(MOST - 1);
        let sum =
            rest.iter().fold((Ratio::ZERO, Ratio::ZERO), |sum, row| (sum.0.plus(&row.1), sum.1.plus(&row.2)));
        rows.push((counted(rest.len(), "other"), sum.0, sum.1));
    }
    let height = rows.len() as u64 * ROW + 4;
    let label = format!("{} on {}, before and after", meeting.actor, meeting.target);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {height}\" role=\"img\" aria-label=\"{}\">\n",
        tidy_escape(&label)
    );
    for (at, (name, before, after)) in rows.iter().enumerate() {
        let top = at as u64 * ROW + 4;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 8,
            top + THICK + 5,
            short(named(name), 15)
        );
        for (class, y, chance) in [("before", top, before), ("after", top + THICK + 2, after)] {
            let width = hundredths(chance) * ROOM / 10_000;
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{width}\" height=\"{THICK}\"><title>{}: {} ({})</title></rect>\
                 <text class=\"small\" x=\"{}\" y=\"{}\">{}</text>",
                tidy_escape(named(name)),
                tidy_escape(&chance.percent()),
                chance,
                LEFT + width + 5,
                y + THICK - 3,
                tidy_escape(&chance.percent()),
            );
        }
    }
    svg + "</svg>\n"
}

/// A probability in hundredths of a percent.
pub(super) fn hundredths(chance: &Ratio) -> u64 {
    chance.times(&Ratio::from(10_000)).decimal(0).parse().unwrap_or(0)
}
