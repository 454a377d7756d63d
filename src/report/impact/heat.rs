//! Who on whom: how much each meeting changes, as a chart of fields.

use std::fmt::Write as _;

use super::bars::hundredths;
use super::pen::short;
use super::{ImpactTold, MeetingTold};
use crate::report::escape::tidy_escape;

const FIELD: usize = 46;
const TALL: usize = 34;
const LEFT: usize = 132;
const TOP: usize = 104;
/// Room at the right for the heads, which lean.
const LEAN: usize = 70;

/// A chart for each command and scenario in which something changes.
pub(super) fn charts(told: &ImpactTold) -> String {
    let mut groups: Vec<(&str, &str)> = told.changed().map(|m| (&*m.scenario, &*m.verb)).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut text = String::new();
    for (scenario, verb) in groups {
        let own: Vec<&MeetingTold> =
            told.meetings.iter().filter(|m| m.scenario == scenario && m.verb == verb).collect();
        let _ = write!(
            text,
            "<figure class=\"wide\"><figcaption><b>{}</b> <span class=\"note\">types and map of {}</span></figcaption>\n\
             <div class=\"scroll\">{}</div></figure>\n",
            tidy_escape(verb),
            tidy_escape(scenario),
            chart(&own)
        );
    }
    text
}

fn chart(meetings: &[&MeetingTold]) -> String {
    let mut actors: Vec<&str> = meetings.iter().map(|m| &*m.actor).collect();
    let mut targets: Vec<&str> = meetings.iter().map(|m| &*m.target).collect();
    for names in [&mut actors, &mut targets] {
        names.sort_unstable();
        names.dedup();
    }
    let (wide, tall) = (LEFT + targets.len() * FIELD + LEAN, TOP + actors.len() * TALL + 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {tall}\" style=\"min-width:{}px;max-width:{wide}px\" \
         role=\"img\" aria-label=\"how much each meeting changes, in percent\">\n",
        wide * 3 / 4
    );
    for (column, target) in targets.iter().enumerate() {
        let (x, y) = (LEFT + column * FIELD + FIELD / 2, TOP - 8);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-45 {x} {y})\">{}</text>",
            short(target, 18)
        );
    }
    for (row, actor) in actors.iter().enumerate() {
        let y = TOP + row * TALL;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT - 8,
            y + TALL / 2 + 4,
            short(actor, 18)
        );
        for (column, target) in targets.iter().enumerate() {
            let x = LEFT + column * FIELD;
            let own = meetings.iter().find(|m| m.actor == *actor && m.target == *target);
            let (class, heat, told) = match own.map(|m| &m.change) {
                None => ("none", 0, "–".to_owned()),
                Some(None) => ("none", 0, "?".to_owned()),
                Some(Some(change)) => {
                    let heat = hundredths(change);
                    let told =
                        if change.is_zero() { "·".to_owned() } else { change.times(&100.into()).decimal(0) };
                    // Strong fields have the ink of the paper.
                    (if heat >= 5500 { "strong" } else { "weak" }, heat, told)
                }
            };
            let title = match own {
                None => format!("{actor} on {target}: could not be set up"),
                Some(m) => {
                    let change =
                        m.change.as_ref().map_or_else(|| "not known".to_owned(), crate::odds::Ratio::percent);
                    format!("{actor} on {target}, {}: {change}", m.place)
                }
            };
            let _ = writeln!(
                svg,
                "<g class=\"{class}\"><rect class=\"field\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"/>\
                 <rect class=\"heat\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}.{:04}\"/>\
                 <text class=\"mid\" x=\"{}\" y=\"{}\">{told}</text><title>{}</title></g>",
                FIELD - 2,
                TALL - 2,
                FIELD - 2,
                TALL - 2,
                heat / 10_000,
                heat % 10_000,
                x + FIELD / 2 - 1,
                y + TALL / 2 + 3,
                tidy_escape(&title)
            );
        }
    }
    svg + "</svg>"
}
