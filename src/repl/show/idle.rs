//! What of house files means nothing to the scenario that is played: boards that it is not played on, changes of what it has not. Who
//! adds one wants to know why nothing changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::data::parse;
use crate::diagnostic::{SourceMap, Span, shell_word};
use crate::pack::HouseFile;
use crate::session::Session;

/// What to know of the parts of a house file that mean nothing to the game, in lines. None where there are none.
pub(in crate::repl) fn idle(session: &Session, file: &HouseFile) -> Option<String> {
    let told: Vec<String> =
        idle_boards(session, file).into_iter().chain(idle_changes(session, file)).collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// The units and terrain that a house file changes and that only other scenarios have.
fn idle_changes(session: &Session, file: &HouseFile) -> Option<String> {
    let loaded = session.loaded();
    let of_file = |span: &Span| loaded.sources.file(span.file).path == file.name;
    let waiting = loaded.data.waiting.iter().filter(|(_, span)| of_file(span));
    let names: BTreeSet<String> = waiting.map(|(name, _)| format!("`{name}`")).collect();
    let listed = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let scenario = session.scenario_name();
    (!names.is_empty()).then(|| {
        format!(
            "`{scenario}` has no {listed}: what {} changes of that waits for a scenario that has",
            file.name
        )
    })
}

/// The boards that the game is not played on, and how they are seen and played on.
fn idle_boards(session: &Session, file: &HouseFile) -> Option<String> {
    let data = &session.loaded().data;
    let in_play = &data.set_up.as_ref()?.map_name;
    let idle: Vec<Arc<str>> = boards(file).into_iter().filter(|name| name != in_play).collect();
    let first = idle.first()?;
    let names = idle.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let scenario = session.scenario_name();
    // A map that stands in the scenario itself cannot be replaced.
    let has_name = data.maps.contains_key(in_play) || data.tabletops.contains_key(in_play);
    let play = match has_name {
        true => format!("called `{in_play}`, it takes the place of the map that `{scenario}` is played on"),
        false => format!("a scenario that says `map {first}` is played on it"),
    };
    Some(format!(
        "`{scenario}` is not played on {names} of {}: `houserule map {} --house {}` shows it, and {play}",
        file.name,
        shell_word(&format!("{}/{first}", session.pack_name())),
        shell_word(&file.name),
    ))
}

/// The names of the maps in a file, in its order.
fn boards(file: &HouseFile) -> Vec<Arc<str>> {
    if file.name.ends_with(".rhai") {
        return Vec::new();
    }
    let mut sources = SourceMap::default();
    let number = sources.add(&*file.name, file.text.clone());
    let (tree, _) = parse(number, &sources);
    let maps = tree.entries.iter().filter(|entry| entry.key(&sources) == Some("map"));
    maps.filter_map(|map| Some(Arc::from(sources.text(map.tokens.get(1)?.span)))).collect()
}
