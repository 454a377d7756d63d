//! The command that plays games of results again, as it is given here.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::super::choose;
use crate::diagnostic::shell_word;
use crate::pack::{Library, Loaded, Request, house_stem, load};
use crate::play::simulate::{Head, Part, Results};
use crate::report::Style;

/// What stands in commands for the folder of a pack or a house file that is not found by its name.
const PLACE: &str = "PATH/TO";

/// The command that plays games of results again. They name the pack and house files, not where they lie: they are the same wherever
/// they come from.
pub(super) struct Again {
    command: String,
    /// What is to be filled in, a line each.
    remarks: String,
}

impl Again {
    pub(super) fn of(results: &Results, style: &Style) -> Again {
        let head = &results.head;
        let here = Library::standard();
        let mut game = head.game();
        let pack = head.packs.last().map_or("", |part| &*part.name);
        let mut remarks = String::new();
        let mut lacking = |what: &str| {
            let what = style.clean(what);
            let _ = writeln!(remarks, "{what}: {PLACE} is for the folder that it is in");
        };
        if let Some(what) = lacking_pack(&here, head, pack) {
            game = format!("{PLACE}/{game}");
            lacking(&what);
        }
        let mut house = String::new();
        for part in &head.house {
            let named = house_of(&here, pack, part).unwrap_or_else(|| {
                lacking(&format!("no {} with the same text is here", part.name));
                format!("{PLACE}/{}", part.name)
            });
            house.push_str(&format!(" --house {}", shell_word(&named)));
        }
        let command = format!(
            "houserule sim {} --games {} --seed {} --players {} --turns {}{house}",
            shell_word(&game),
            results.games,
            head.seed,
            shell_word(&head.seats()),
            head.turns
        );
        Again { command, remarks }
    }

    /// The command for some of the games, in a line of its own, with what stands behind it.
    pub(super) fn line(&self, games: &Range<u64>, behind: &str) -> String {
        format!("  {} --range {}..{}{behind}\n", self.command, games.start, games.end)
    }

    /// What has to be filled in before the command can be given, in lines; nothing where it can be given so.
    pub(super) fn remarks(&self) -> &str {
        &self.remarks
    }
}

/// The game of results, where the library has it with the same texts: it knows long names and orders of battle.
pub(super) fn game_of(library: &Library, head: &Head) -> Option<Loaded> {
    let chosen = choose::choose(library, Some(&head.game())).ok()?;
    let library = library.with_neighbours(&chosen.pack);
    let mut house = Vec::new();
    for part in &head.house {
        house.push(choose::house(&library, &chosen.pack, &part.name, None).ok()?.0);
    }
    let request =
        Request { pack: chosen.pack, scenario: Some(head.scenario.clone()), house, rulings: Vec::new() };
    load(&library, &request, &Arc::default()).ok().filter(|loaded| head.is_of(loaded))
}

/// What there is not, in words, where the pack of results is not found by its name and with the texts that were played.
fn lacking_pack(library: &Library, head: &Head, pack: &str) -> Option<String> {
    let Some(chosen) = choose::pack_of(library, pack) else {
        return Some(format!("no pack here is called {pack}"));
    };
    let library = library.with_neighbours(&chosen);
    let request = Request { pack: chosen, scenario: Some(head.scenario.clone()), ..Request::default() };
    let other = match load(&library, &request, &Arc::default()) {
        Ok(loaded) => head.other_pack(&loaded)?.name.clone(),
        Err(_) => pack.to_owned(),
    };
    Some(format!("no {other} with the same text is here"))
}

/// How a house file of results is named in a command given here; nothing where it is not here, or with another text.
fn house_of(library: &Library, pack: &str, part: &Part) -> Option<String> {
    let (file, path) = choose::house(library, pack, &part.name, None).ok()?;
    let is_same = blake3::hash(file.text.as_bytes()).to_hex().starts_with(&part.hash);
    let ready = || house_stem(&part.name).unwrap_or(&part.name).to_owned();
    is_same.then(|| path.map_or_else(ready, |path| path.display().to_string()))
}
