//! How far units are from their enemies, on whatever they stand.

use super::bout::Bout;
use crate::kernel::state::{Place, State};
use crate::kernel::value::SideId;

/// From each unit of a side to the enemy nearest to it, in thousandths of a hex or of an inch; none for a unit that stands
/// nowhere, or has no enemy that does.
pub(super) fn to_nearest_enemies(state: &State, side: SideId) -> impl Iterator<Item = Option<i64>> {
    let places = |own: bool| {
        let units = state.units().filter(move |(_, unit)| (unit.side == side) == own);
        units.map(|(_, unit)| unit.place).collect::<Vec<Place>>()
    };
    let enemies = places(false);
    places(true).into_iter().map(move |from| enemies.iter().filter_map(|to| between(from, *to)).min())
}

/// How far the units of a side are from their enemies, all together. One that is in play, but not on the map, is farther off
/// than any place there, so that who comes in comes nearer.
pub(super) fn apart(bout: &Bout, side: SideId) -> i64 {
    let state = bout.state();
    let waiting = state.units().filter(|(_, unit)| unit.side == side && unit.place == Place::Reserve).count();
    let near = to_nearest_enemies(state, side).flatten().sum::<i64>();
    near + across(bout) * i64::try_from(waiting).unwrap_or(i64::MAX)
}

/// Farther than any two places of the map are from one another, in thousandths of a hex or of an inch.
fn across(bout: &Bout) -> i64 {
    let rules = &bout.loaded().rules;
    match &rules.catalogue().tabletop {
        Some(table) => table.width().in_thousandths() + table.depth().in_thousandths(),
        None => {
            let layout = rules.map().layout();
            1000 * (i64::from(layout.columns()) + i64::from(layout.rows()))
        }
    }
}

fn between(from: Place, to: Place) -> Option<i64> {
    if let (Place::Hex(from), Place::Hex(to)) = (from, to) {
        return Some(1000 * i64::from(from.distance(to)));
    }
    let (from, to) = (from.point()?, to.point()?);
    let square = |a: i64, b: i64| u128::from(a.abs_diff(b)).pow(2);
    let [x, y] =
        [(from.x(), to.x()), (from.y(), to.y())].map(|(a, b)| square(a.in_thousandths(), b.in_thousandths()));
    i64::try_from((x + y).isqrt()).ok()
}
