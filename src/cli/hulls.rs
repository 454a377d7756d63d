//! `hulls`: hit logs of a game as it stands, or blank ones, without a game being played.

use super::arguments::Hulls;
use super::failure::Outcome;
use super::look::Look;
use super::odds::console;
use super::page::{Page, Streams};
use crate::data::quoted;
use crate::pack::Library;

/// Carries out `hulls`.
pub(super) fn hulls(library: &Library, arguments: &Hulls, look: &Look) -> Outcome {
    let mut console = console(library, &arguments.game, &arguments.house, look)?;
    let mut line = String::from("hull");
    line.extend(arguments.named.iter().map(|name| format!(" {}", quoted(name))));
    if let Some(file) = &arguments.out {
        line.push_str(&format!(" --out {}", quoted(file)));
    }
    for (flag, _) in [("blank", arguments.blank), ("force", arguments.force)].iter().filter(|(_, on)| *on) {
        line.push_str(&format!(" --{flag}"));
    }
    let told = console.line(&line);
    let mut page = Streams { ascii: look.style.ascii && arguments.out.is_none() };
    page.out(&told.out);
    page.err(&told.err);
    Ok(told.status.exit_code())
}
