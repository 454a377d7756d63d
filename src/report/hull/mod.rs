//! Hit logs: hulls with their marks, at the terminal and as a sheet to print.

mod svg;
mod terminal;

pub use svg::hull_picture;
pub use terminal::hull_told;

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::tidy::tidy;
use crate::kernel::hull::{Boxes, Circle, Flank, Hull};

/// The hit log of a unit, or a blank one of a type.
#[derive(Debug, Clone)]
pub struct HitLog<'a> {
    /// Whose it is: a unit's name; empty on a blank one.
    pub name: String,
    /// What it is.
    pub title: String,
    /// What is printed on it: `ATT 3, DEF 2`; may be empty.
    pub printed: String,
    /// Its hull.
    pub hull: &'a Hull,
    /// The circles that are marked, as places in the hull's circles.
    pub marked: BTreeSet<usize>,
}

/// A depth of a hull: its place, its name, how many of its circles are marked, of how many.
struct DepthMarked<'a> {
    at: usize,
    name: &'a str,
    marked: usize,
    all: usize,
}

impl HitLog<'_> {
    /// The head of the sheet.
    fn head(&self) -> String {
        match self.name.is_empty() {
            true => self.title.clone(),
            false => format!("{} ({})", self.name, self.title),
        }
    }

    /// Rows of boxes to be marked by hand: on a blank log only, for what is marked in a game the program knows.
    fn boxes(&self) -> &[Boxes] {
        if self.name.is_empty() { &self.hull.boxes } else { &[] }
    }

    /// The depths that have circles, outermost first.
    fn depths(&self) -> Vec<DepthMarked<'_>> {
        let of = |(at, name)| {
            let own = self.hull.circles().iter().enumerate().filter(move |(_, circle)| circle.depth == at);
            let marked = own.clone().filter(|(at, _)| self.marked.contains(at)).count();
            DepthMarked { at, name, marked, all: own.count() }
        };
        let named = self.hull.depths.iter().map(|name| &**name).enumerate();
        named.map(of).filter(|depth| depth.all > 0).collect()
    }

    /// What the letters stand for: `P propulsion, B burn`.
    fn kinds(&self) -> String {
        let kinds = self.hull.kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.title));
        kinds.collect::<Vec<_>>().join(", ")
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
    let boxes = |log: &HitLog<'_>| -> Json {
        let row = |row: &Boxes| json!({"title": &*row.title, "boxes": row.labels.iter().map(|l| &**l).collect::<Vec<_>>()});
        log.hull.boxes.iter().map(row).collect()
    };
    let logs: Json = (logs.iter())
        .map(|log| {
            let circles = log.hull.circles().iter().enumerate().map(|(at, c)| circle(log, at, c));
            json!({
                "unit": if log.name.is_empty() { Json::Null } else { json!(tidy(&log.name)) },
                "title": tidy(&log.title),
                "hull": &*log.hull.name,
                "printed": tidy(&log.printed),
                "boxes": boxes(log),
                "circles": circles.collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({"schema": "houserule.hulls/1", "hit_logs": logs})
}
