//! How far two places are apart.

use serde_json::json;

use super::super::console::Console;
use super::super::told::Told;
use super::tabletop::{apart, both_places, place};
use super::{named_hex, no_such};
use crate::data::LineWord;
use crate::diagnostic::counted;
use crate::session::Trouble;

/// The distance between two places: hexes, or units and points of a table.
///
/// # Errors
/// E0702 and the like for words that name no place, E0710 where the rules have locked help.
pub(in crate::repl) fn distance(
    console: &mut Console,
    text: &str,
    words: &[LineWord],
    json: bool,
) -> Result<Told, Trouble> {
    console.session.check_help_is_open("distances are measured")?;
    let is_json = json || console.front.json;
    let session = &mut console.session;
    if session.loaded().data.catalogue.tabletop.is_none() {
        let [from, to] = words else {
            return Err(no_such(text, &words[2], "a distance is between two hexes or units"));
        };
        let (from, to) = (named_hex(session, text, from)?, named_hex(session, text, to)?);
        let far = from.distance(to);
        let [from, to] = [from, to].map(|hex| session.called(&hex.into()));
        return Ok(Told::fine(match is_json {
            true => {
                json!({"schema": "houserule.distance/1", "from": from, "to": to, "hexes": far}).to_string()
            }
            false => format!("{from} to {to}: {}", counted(far, "hex")),
        }));
    }
    let ends = both_places(session, text, words)?;
    let names = [&ends[0], &ends[1]].map(|end| session.called(end));
    let mut points = Vec::new();
    for (end, name) in ends.iter().zip(&names) {
        match place(session, end) {
            Some(point) => points.push(point),
            None => return Err(no_such(text, &words[0], &format!("`{name}` is not on the table"))),
        }
    }
    let far = points[0].distance(points[1]).rounded();
    let between = apart(session, &ends)?;
    let [from, to] = names;
    if is_json {
        let between = between.map(|length| length.in_thousandths());
        let told = json!({
            "schema": "houserule.distance/1", "from": from, "to": to, "thousandths": far.in_thousandths(),
            "between_bases": between,
        });
        return Ok(Told::fine(told.to_string()));
    }
    Ok(Told::fine(match between {
        Some(between) => format!("{from} to {to}: {far} from place to place, {between} from edge to edge"),
        None => format!("{from} to {to}: {far}"),
    }))
}
