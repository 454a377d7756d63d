//! `points`: what units and unit types are worth, without a game being played.

use super::arguments::Points;
use super::failure::Outcome;
use super::interrupt;
use super::look::Look;
use super::odds::console;
use super::page::{Page, Streams};
use crate::data::quoted;
use crate::pack::Library;

/// Carries out `points`.
pub(super) fn points(library: &Library, arguments: &Points, look: &Look) -> Outcome {
    let mut console = console(library, &arguments.game, &arguments.house, look)?;
    let mut line = "points".to_owned();
    for name in &arguments.names {
        line.push_str(&format!(" {}", quoted(name)));
    }
    for (name, _) in [("all", arguments.all), ("csv", arguments.csv)].into_iter().filter(|(_, is_on)| *is_on)
    {
        line.push_str(&format!(" --{name}"));
    }
    let told = interrupt::busy(|| console.line(&line));
    let mut page = Streams { ascii: look.style.ascii };
    page.out(&told.out);
    page.err(&told.err);
    Ok(told.status.exit_code())
}
