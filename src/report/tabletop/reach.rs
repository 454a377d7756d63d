//! How far something may get on a table, in words and for programs.

use serde_json::{Value as Json, json};

use super::super::style::Style;
use super::super::tables::{Cell, Column, Listing, Room};
use super::json::point;
use crate::diagnostic::counted;
use crate::kernel::plane::{Length, Point};
use crate::rules::{Roamed, Stretch};

/// A line for each direction that has a name: where it ends, how far that is, what has been spent on what, what ends it.
pub fn reach_table(name: &str, spreads: &[&Roamed], style: &Style) -> String {
    let named = || spreads.iter().flat_map(|spread| &spread.stretches).filter(|s| !s.name.is_empty());
    let anywhere = spreads.iter().flat_map(|spread| &spread.stretches).any(|s| !s.gone.is_zero());
    let mut listing = Listing::new([
        Column::text("direction").room(Room::Wrap),
        Column::text("to").room(Room::Wrap),
        Column::number("ahead"),
        Column::number("costs").yielding(),
        Column::text("of that").room(Room::Wrap).yielding(),
        Column::text("ended by").room(Room::Wrap).yielding(),
    ]);
    for stretch in named() {
        let cells = [
            stretch.name.to_string(),
            stretch.end.to_string(),
            stretch.gone.to_string(),
            Length::thousandths(stretch.cost).to_string(),
            stretch.parts.to_string(),
            stretch.stopped.as_deref().unwrap_or_default().to_owned(),
        ];
        listing.row(cells.map(Cell::from));
    }
    listing.leave_out_blank();
    let head = match anywhere {
        true => format!("how far {name} may move straight ahead"),
        false => format!("{name} can move nowhere"),
    };
    let mut told = style.lines(&head);
    if named().next().is_some() {
        told.push_str(&listing.draw(style));
    }
    let round = spreads.iter().filter(|spread| spread.way.len() > 1).count();
    if round > 0 {
        let places = counted(round, "place");
        told.push_str(&style.lines(&format!("and from {places} round what is in the way, as drawn")));
    }
    told
}

/// All directions, in thousandths of an inch and millionths of a degree.
pub fn reach_json(name: &str, spreads: &[&Roamed]) -> Json {
    let stretch = |s: &Stretch| {
        json!({
            "name": s.name, "bearing": s.facing.turn().in_millionths(), "from": point(s.from), "to": point(s.end),
            "length": s.gone.in_thousandths(), "before": s.before, "cost": s.cost, "parts": s.parts,
            "ended_by": s.stopped,
        })
    };
    let fans: Vec<Json> = spreads
        .iter()
        .map(|spread| {
            let way: Vec<Json> = spread.way.iter().copied().map(point).collect();
            json!({"way": way, "stretches": spread.stretches.iter().map(stretch).collect::<Vec<_>>()})
        })
        .collect();
    json!({"schema": "houserule.table-reach/1", "unit": name, "fans": fans})
}

/// What lies in reach: between directions beside each other as far as both lead, and after wheels, where nothing ends them, from end to
/// end. Each with its corners.
pub(super) fn shades(spread: &Roamed) -> Vec<[Point; 4]> {
    let stretches = &spread.stretches;
    let last = stretches.len().saturating_sub(usize::from(!spread.is_round));
    (0..last)
        .map(|at| (&stretches[at], &stretches[(at + 1) % stretches.len()]))
        .filter_map(|(one, other)| {
            let far = one.gone.min(other.gone);
            let is_even = spread.way.is_empty() && one.stopped.is_none() && other.stopped.is_none();
            let end = |stretch: &Stretch| {
                if is_even { stretch.end } else { stretch.from.towards(stretch.facing, far) }
            };
            let far = if is_even { one.gone.max(other.gone) } else { far };
            (!far.is_zero()).then(|| [one.from, end(one), end(other), other.from])
        })
        .collect()
}

/// Whether a point lies in such a shade, its edges included.
pub(super) fn is_in(shade: &[Point; 4], point: Point) -> bool {
    let [a, b, c, d] = *shade;
    let beside = |of: fn(Point) -> Length| {
        shade.iter().all(|corner| of(*corner) < of(point))
            || shade.iter().all(|corner| of(*corner) > of(point))
    };
    if beside(Point::x) || beside(Point::y) {
        return false;
    }
    in_triangle([a, b, c], point) || in_triangle([a, c, d], point)
}

fn in_triangle([a, b, c]: [Point; 3], point: Point) -> bool {
    let wide = |length: Length| i128::from(length.in_thousandths());
    let side = |from: Point, to: Point| {
        (wide(to.x()) - wide(from.x())) * (wide(point.y()) - wide(from.y()))
            - (wide(to.y()) - wide(from.y())) * (wide(point.x()) - wide(from.x()))
    };
    let sides = [side(a, b), side(b, c), side(c, a)];
    let has_inside = sides.iter().sum::<i128>() != 0;
    has_inside && (sides.iter().all(|s| *s >= 0) || sides.iter().all(|s| *s <= 0))
}
