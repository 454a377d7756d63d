//! Where two units can meet on a table: on bare ground, at every distance that may matter and from every side, and on ground that a
//! house rule changes.

use super::ground::{Spot, Standing};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::plane::{Area, Facing, Length, Outline, Point, Tabletop, Within, bounds_of};
use crate::kernel::value::TerrainId;

/// Between the models of two units that meet, in inches.
const GAPS: [i64; 9] = [0, 2, 4, 6, 9, 12, 18, 24, 36];
/// Those at which it may matter which side of the target is turned to the attacker.
const TURNED: [i64; 2] = [0, 6];
/// Places are looked for so many inches from one another.
const PACE: i64 = 1;
/// Rules may ask what lies near, so bare ground has this much more of it around, in inches, where there is room.
const MARGINS: [i64; 3] = [6, 2, 0];

/// Two units on a table, the target up the table from the attacker, who faces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Facings {
    /// Between their models; touching where it is nothing.
    pub(super) gap: Length,
    /// Which way the target faces; the attacker faces 0°, up the table.
    pub(super) target: Facing,
    /// The terrain that the target stands in; bare ground where there is none.
    pub(super) within: Option<TerrainId>,
}

impl Facings {
    /// Whether the two touch on bare ground.
    pub(super) fn is_contact(&self) -> bool {
        self.gap.is_zero() && self.within.is_none()
    }
}

/// What a unit takes up about its own point, as it faces: the lower left and the upper right corner.
pub(super) type Extent = (Point, Point);

/// The spots of a table, the most usual first. `changed` names terrain that the house rule changes.
pub(super) fn spots(catalogue: &Catalogue, changed: &[String]) -> Vec<Spot> {
    let from_ahead = Facing::bearing(180);
    let spot = |inches: i64, target: Facing, side: &str, within: Option<TerrainId>| {
        let far = if inches == 0 { "in contact".to_owned() } else { format!("{inches}\" apart") };
        let ground = within.map_or_else(String::new, |terrain| {
            format!(", the target in {}", catalogue.terrain_def(terrain).title)
        });
        let standing = Standing::Table(Facings { gap: Length::inches(inches), target, within });
        Spot { standing, told: format!("{far}{side}{ground}") }
    };
    let mut spots: Vec<Spot> = GAPS.map(|inches| spot(inches, from_ahead, "", None)).into();
    for inches in TURNED {
        spots.push(spot(inches, Facing::bearing(90), ", from its flank", None));
        spots.push(spot(inches, Facing::bearing(0), ", from behind", None));
    }
    for terrain in changed.iter().filter_map(|name| catalogue.terrain_named(name)) {
        spots.extend(TURNED.map(|inches| spot(inches, from_ahead, "", Some(terrain))));
    }
    spots
}

/// The places of the attacker and of the target; nothing where the table has no room for them so.
pub(super) fn places(
    table: &Tabletop,
    facings: &Facings,
    actor: Extent,
    target: Extent,
) -> Option<[Point; 2]> {
    let middle = |(low, high): Extent| (low.x().in_thousandths() + high.x().in_thousandths()) / 2;
    // From the attacker's point to the target's.
    let right = Length::thousandths(middle(actor) - middle(target));
    let up = actor.1.y() + facings.gap - target.0.y();
    let stands = |at: Point, margin: i64| -> bool {
        let beyond = at.shifted(right, up);
        let corners =
            |(low, high): Extent, at: Point| [at.shifted(low.x(), low.y()), at.shifted(high.x(), high.y())];
        let both = corners(actor, at).into_iter().chain(corners(target, beyond));
        let (Some(all), Some(own)) = (boxed(both), boxed(corners(target, beyond))) else { return false };
        table.holds(&all) == Within::Wholly
            && match facings.within {
                None => is_bare(table, &all.widened(Length::inches(margin))),
                Some(terrain) => lies_in(table, terrain, &own),
            }
    };
    let half = |length: Length| length.in_thousandths() / 2;
    let most = [table.width(), table.depth()].map(|side| half(side) / 1000 / PACE + 1);
    let mut ways: Vec<(i64, i64)> =
        (-most[0]..=most[0]).flat_map(|x| (-most[1]..=most[1]).map(move |y| (x, y))).collect();
    ways.sort_by_key(|(x, y)| (x * x + y * y, *x, *y));
    // So that the middle between the two is in the middle of the table, where there is room.
    let begin = Point::new(
        Length::thousandths(half(table.width()) - half(right)),
        Length::thousandths(half(table.depth()) - half(up)),
    );
    let places: Vec<Point> = ways
        .into_iter()
        .map(|(x, y)| begin.shifted(Length::inches(x * PACE), Length::inches(y * PACE)))
        .collect();
    let found = MARGINS.into_iter().find_map(|margin| places.iter().find(|at| stands(**at, margin)));
    found.map(|at| [*at, at.shifted(right, up)])
}

/// The box around some places as a shape; one without a width or a depth is made a hair larger.
fn boxed(points: impl IntoIterator<Item = Point>) -> Option<Outline> {
    let (low, high) = bounds_of(points)?;
    let hair = Length::thousandths(1);
    let (right, up) = (high.x().max(low.x() + hair), high.y().max(low.y() + hair));
    Outline::of_corners(&[Point::new(low.x(), up), Point::new(right, up), Point::new(right, low.y()), low])
}

fn is_bare(table: &Tabletop, shape: &Outline) -> bool {
    let terrain = table.terrain();
    terrain.areas.iter().all(|area| area.holds(shape) == Within::Not)
        && terrain.lines.iter().all(|line| line.nearest(shape).is_none_or(|nearest| !nearest.apart.is_zero()))
}

fn lies_in(table: &Tabletop, terrain: TerrainId, shape: &Outline) -> bool {
    let has = |(area, feature): (&Area, &crate::kernel::plane::Feature)| {
        feature.terrain == terrain && area.holds(shape) != Within::Not
    };
    table.terrain().areas.iter().zip(table.areas()).any(has)
}
