//! Many bases on one table: which of them are near something, without asking all.
//!
//! A uniform grid over all of them. A square holds every base whose upright box meets it; squares are about as
//! large as the bases are on average, or larger where few bases are spread far, so that there are never more than
//! a few for each base. Building takes a time that grows with the number of bases, a question one that grows with
//! the squares around its shape. The grid only proposes: what is near is decided exactly, and told by number.

use super::base::Placed;
use super::contact::{Contact, TOUCH, contact};
use super::length::Length;
use super::outline::{Nearest, Outline};
use super::spot::{ACROSS, Spot, coarse, fine, root, small};

/// Bases by their numbers: the places in the list that the index was made of.
#[derive(Debug, Clone)]
pub struct Index {
    bases: Vec<Placed>,
    outlines: Vec<Outline>,
    grid: Grid,
}

/// Two bases that touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touching {
    /// The number of the first, which is the lower.
    pub one: usize,
    /// The number of the other.
    pub other: usize,
    /// Where, and with which sides.
    pub contact: Contact,
}

#[derive(Debug, Clone)]
struct Grid {
    least: Spot,
    /// The side of a square in millionths.
    side: i64,
    columns: i64,
    rows: i64,
    /// Where the numbers of each square begin in `numbers`, row by row, and where the last ones end.
    begins: Vec<usize>,
    numbers: Vec<usize>,
}

impl Index {
    /// An index of these bases.
    pub fn new(bases: Vec<Placed>) -> Index {
        let outlines: Vec<Outline> = bases.iter().map(Placed::outline).collect();
        let grid = Grid::new(&outlines);
        Index { bases, outlines, grid }
    }

    /// The bases, in the order of their numbers.
    pub fn bases(&self) -> &[Placed] {
        &self.bases
    }

    /// The outline of the base with this number.
    ///
    /// # Panics
    /// Where there is no base of this number.
    pub fn outline(&self, id: usize) -> &Outline {
        &self.outlines[id]
    }

    /// The numbers of all bases that are at most so far from a shape, exactly so far included, in order.
    pub fn near(&self, shape: &Outline, distance: Length) -> Vec<usize> {
        let mut near = self.grid.proposed(shape, distance);
        near.retain(|id| self.outlines[*id].is_within(distance, shape));
        near
    }

    /// The nearest to a shape of the bases that count, of several as near the one with the lowest number; nothing
    /// where none counts.
    pub fn nearest(
        &self,
        shape: &Outline,
        mut counts: impl FnMut(usize) -> bool,
    ) -> Option<(usize, Nearest)> {
        // Ever wider, until one of them is found; none within a distance is nearer than one that is.
        let mut distance = coarse(self.grid.side).max(Length::INCH);
        loop {
            let proposed = self.grid.proposed(shape, distance).into_iter().filter(|id| counts(*id));
            let nearest = proposed
                .filter(|id| self.outlines[*id].boxes_within(distance, shape))
                .map(|id| (id, shape.nearest(&self.outlines[id])))
                .filter(|(_, nearest)| nearest.apart.is_within(distance))
                .reduce(|least, one| if one.1.is_nearer(&least.1) { one } else { least });
            if nearest.is_some() || fine(distance) >= ACROSS {
                return nearest;
            }
            distance = distance + distance;
        }
    }

    /// The numbers of all other bases that touch the one with this number, each with how it does, in order.
    pub fn touching(&self, id: usize) -> Vec<(usize, Contact)> {
        let Some(base) = self.bases.get(id) else { return Vec::new() };
        let others = self.grid.proposed(&self.outlines[id], TOUCH).into_iter().filter(|other| *other != id);
        others.filter_map(|other| Some((other, self.contact(base, id, other)?))).collect()
    }

    /// All pairs of bases that touch, where the caller asks about the pair at all: enemies, say. In order.
    pub fn contacts(&self, mut asks: impl FnMut(usize, usize) -> bool) -> Vec<Touching> {
        let mut contacts = Vec::new();
        for (one, base) in self.bases.iter().enumerate() {
            for other in self.grid.proposed(&self.outlines[one], TOUCH) {
                if other <= one || !asks(one, other) {
                    continue;
                }
                let contact = self.contact(base, one, other);
                contacts.extend(contact.map(|contact| Touching { one, other, contact }));
            }
        }
        contacts
    }

    fn contact(&self, base: &Placed, one: usize, other: usize) -> Option<Contact> {
        let may = self.outlines[one].boxes_within(TOUCH, &self.outlines[other]);
        may.then(|| contact(base, &self.bases[other])).flatten()
    }
}

impl Grid {
    fn new(outlines: &[Outline]) -> Grid {
        let boxes: Vec<(Spot, Spot)> = outlines.iter().map(Outline::bounds).collect();
        let Some(first) = boxes.first() else {
            let none = Spot::default();
            return Grid { least: none, side: 1, columns: 0, rows: 0, begins: vec![0], numbers: Vec::new() };
        };
        let (mut least, mut greatest) = *first;
        let mut sizes: i128 = 0;
        for (low, high) in &boxes {
            least = Spot { x: least.x.min(low.x), y: least.y.min(low.y) };
            greatest = Spot { x: greatest.x.max(high.x), y: greatest.y.max(high.y) };
            sizes += i128::from((high.x - low.x).max(high.y - low.y));
        }
        let count = boxes.len() as i128;
        let extent = greatest - least;
        // As many squares as bases at most, but for the row and the column at the edge.
        let spread = root(i128::from(extent.x) * i128::from(extent.y) / count);
        let longest = i128::from(extent.x.max(extent.y)) / count;
        let side = small((sizes / count).max(spread).max(longest)).max(1);
        let (columns, rows) = (extent.x / side + 1, extent.y / side + 1);
        let mut grid = Grid { least, side, columns, rows, begins: Vec::new(), numbers: Vec::new() };
        grid.fill(&boxes);
        grid
    }

    /// Counts how many bases each square holds, then writes their numbers in place.
    fn fill(&mut self, boxes: &[(Spot, Spot)]) {
        let squares = usize::try_from(self.columns * self.rows).unwrap_or_default();
        let mut begins = vec![0; squares + 1];
        for (low, high) in boxes {
            self.squares(*low, *high, |square| begins[square + 1] += 1);
        }
        for square in 0..squares {
            begins[square + 1] += begins[square];
        }
        let mut next = begins.clone();
        let mut numbers = vec![0; begins[squares]];
        for (number, (low, high)) in boxes.iter().enumerate() {
            self.squares(*low, *high, |square| {
                numbers[next[square]] = number;
                next[square] += 1;
            });
        }
        (self.begins, self.numbers) = (begins, numbers);
    }

    /// The squares that meet an upright box, row by row; nothing where it is outside.
    fn squares(&self, low: Spot, high: Spot, mut each: impl FnMut(usize)) {
        let (Some(columns), Some(rows)) = (
            range(low.x - self.least.x, high.x - self.least.x, self.side, self.columns),
            range(low.y - self.least.y, high.y - self.least.y, self.side, self.rows),
        ) else {
            return;
        };
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                each(usize::try_from(row * self.columns + column).unwrap_or_default());
            }
        }
    }

    /// The numbers of all bases whose squares come within a distance of a shape, in order, each once.
    fn proposed(&self, shape: &Outline, distance: Length) -> Vec<usize> {
        let mut numbers = Vec::new();
        let reach = shape.radius() + fine(distance).max(0);
        let (low, high) = core_bounds(shape);
        let rows = range(low.y - reach - self.least.y, high.y + reach - self.least.y, self.side, self.rows);
        let Some(rows) = rows else { return numbers };
        // Row by row, so that a long slanting shape asks the squares along it and not its whole box.
        for row in rows.0..=rows.1 {
            let bottom = self.least.y + row * self.side;
            let Some((left, right)) = stretch_in(shape, bottom - reach, bottom + self.side + reach) else {
                continue;
            };
            let left = Spot { x: left - reach, y: bottom };
            let right = Spot { x: right + reach, y: bottom };
            self.squares(left, right, |square| {
                numbers.extend(&self.numbers[self.begins[square]..self.begins[square + 1]]);
            });
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The first and the last square along an axis that a stretch meets.
fn range(from: i64, to: i64, side: i64, squares: i64) -> Option<(i64, i64)> {
    let (first, last) = (from.div_euclid(side).max(0), to.div_euclid(side).min(squares - 1));
    (first <= last).then_some((first, last))
}

/// The bounds of the corners alone.
fn core_bounds(shape: &Outline) -> (Spot, Spot) {
    Outline::convex(shape.corners(), 0).bounds()
}

/// The least and the greatest x of a core between two heights, to the millionth outward.
fn stretch_in(shape: &Outline, bottom: i64, top: i64) -> Option<(i64, i64)> {
    let mut found: Option<(i64, i64)> = None;
    let mut take = |x: i64| {
        found = Some(found.map_or((x - 1, x + 1), |(least, most)| (least.min(x - 1), most.max(x + 1))));
    };
    for (from, to) in shape.edges() {
        for end in [from, to] {
            if (bottom..=top).contains(&end.y) {
                take(end.x);
            }
        }
        let way = to - from;
        for height in [bottom, top] {
            if (from.y.min(to.y)..=from.y.max(to.y)).contains(&height) && way.y != 0 {
                let along = i128::from(height - from.y) * i128::from(way.y.signum());
                take((from + way.part(along, i128::from(way.y.abs()))).x);
            }
        }
    }
    found
}
