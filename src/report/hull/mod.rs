//! Hit logs: hulls with their marks, at the terminal and as a sheet to print.

mod svg;
mod terminal;

pub use svg::hull_picture;
pub use terminal::hull_told;

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::tidy::tidy;
use crate::kernel::hull::{Circle, Flank, Hull};

/// The hit log of a unit, or a blank one of a type.
#[derive(Debug, Clone)]
pub struct HitLog<'a> {
    /// Whose it is: a unit's name; empty on a blank one.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Its hull.
    pub hull: &'a Hull,
    /// The circles that are marked, as places in the hull's circles.
    pub marked: BTreeSet<usize>,
}

impl HitLog<'_> {
    /// The head of the sheet.
    fn head(&self) -> String {
        match self.name.is_empty() {
            true => self.title.clone(),
            false => format!("{} ({})", self.name, self.title),
        }
    }

    /// For each depth that has circles: its name, how many are marked, of how many.
    fn depths(&self) -> Vec<(&str, usize, usize)> {
        let of = |at: usize| {
            let own = self.hull.circles().iter().enumerate().filter(move |(_, circle)| circle.depth == at);
            let marked = own.clone().filter(|(at, _)| self.marked.contains(at)).count();
            (marked, own.count())
        };
        let named = self.hull.depths.iter().enumerate().map(|(at, name)| (&**name, of(at)));
        named.filter(|(_, (_, all))| *all > 0).map(|(name, (marked, all))| (name, marked, all)).collect()
    }

    fn kind_of(&self, circle: &Circle) -> (&str, &str) {
        let kind = &self.hull.kinds[circle.kind];
        (&kind.letter, &kind.title)
    }
}

/// Hit logs for programs: every circle with its depth, kind, flank and neighbours, and whether it is marked.
pub fn hull_json(logs: &[HitLog<'_>]) -> Json {
    let circle = |log: &HitLog<'_>, at: usize, circle: &Circle| {
        let spots = circle.neighbours.iter().map(|n| log.hull.circles()[*n].spot.to_string());
        json!({
            "name": circle.spot.to_string(),
            "depth": &*log.hull.depths[circle.depth],
            "kind": &*log.hull.kinds[circle.kind].letter,
            "flank": circle.flank.map(Flank::word),
            "neighbours": spots.collect::<Vec<_>>(),
            "marked": log.marked.contains(&at),
        })
    };
    let logs: Json = (logs.iter())
        .map(|log| {
            let circles = log.hull.circles().iter().enumerate().map(|(at, c)| circle(log, at, c));
            json!({
                "unit": if log.name.is_empty() { Json::Null } else { json!(tidy(&log.name)) },
                "title": tidy(&log.title),
                "hull": &*log.hull.name,
                "circles": circles.collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({"schema": "houserule.hulls/1", "hit_logs": logs})
}
