//! Results of a simulation as the report shows them.

use std::collections::BTreeMap;

use crate::diagnostic::counted;
use crate::pack::{Loaded, house_stem};
use crate::play::simulate::{Results, Seat};
use crate::report::{SideFared, Simulation};

/// The sheet of results, with the long names of the scenario.
pub(super) fn sheet(results: &Results, loaded: &Loaded) -> Simulation {
    let catalogue = loaded.rules.catalogue();
    let mut sheet = bare_sheet(results);
    for (side, told) in catalogue.sides.iter().zip(&mut sheet.sides) {
        told.title = side.title.to_string();
        let mut lost: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (name, (_, count)) in &told.lost {
            let title = catalogue.type_named(name).map(|t| catalogue.unit_type(t).title.to_string());
            lost.entry(title.unwrap_or_else(|| name.clone())).or_default().1 += count;
        }
        told.lost = lost;
    }
    for unit in loaded.data.set_up.iter().flat_map(|s| &s.placed) {
        if let Some(told) = sheet.sides.get_mut(unit.side.index()) {
            let of = catalogue.unit_type(catalogue.printed_type(&unit.name, unit.unit_type));
            told.lost.entry(of.title.to_string()).or_default().0 += 1;
        }
    }
    sheet
}

/// The sheet of results whose game is not at hand: with the short names that they hold.
pub(super) fn bare_sheet(results: &Results) -> Simulation {
    let (head, counts) = (&results.head, &results.counts);
    let fared = |seat: &Seat| {
        let first = counts.first.get(&seat.side).copied().unwrap_or_default();
        let lost = counts.lost.get(&seat.side).into_iter().flatten();
        SideFared {
            title: seat.side.clone(),
            player: seat.player.clone(),
            won: counts.won.get(&seat.side).copied().unwrap_or(0),
            first: (first.games, first.won, first.drawn),
            lost: lost.map(|(name, count)| (name.clone(), (0, *count))).collect(),
        }
    };
    let house: Vec<&str> = head.house.iter().map(|h| house_stem(&h.name).unwrap_or(&h.name)).collect();
    let with = if house.is_empty() { String::new() } else { format!(" with {}", house.join(", ")) };
    Simulation {
        title: format!("{}{with}, {}, seed {}", head.game(), counted(counts.games, "game"), head.seed),
        games: counts.games,
        wanted: results.games,
        short: None,
        sides: head.players.iter().map(fared).collect(),
        drawn: counts.drawn,
        unfinished: counts.unfinished,
        failed: counts.failed,
        endings: counts.endings.clone(),
        turns: counts.turns.clone(),
        dice: counts.dice,
        commands: counts.commands,
    }
}
