//! Where hexes lie on the paper, in whole units.
//!
//! A hexside is 60 units long, so a flat hex is 120 wide and 104 high, a pointy one 104 wide and 120 high: 52 to 30 is as
//! near to √3 as the eye can tell.

use crate::kernel::hex::{Hex, Hexside, Layout, LineStep, Orientation};

/// A point on the paper: to the right, down.
pub(super) type Point = (i64, i64);

/// Half a hexside.
const HALF: i64 = 30;
/// From the centre of a hex to the middle of a side.
const RISE: i64 = 52;

/// The hexes of a map on paper.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheet {
    layout: Layout,
    /// What is taken from every point, so that the drawing begins where it should.
    origin: Point,
    /// How far the hexes go to the right and down.
    pub(super) size: Point,
}

/// Where things stand in a hex, from its centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    /// The foot of the number's letters.
    pub(super) number: i64,
    /// How wide the line of the number may be.
    pub(super) number_width: i64,
    /// Where counters stand: left, top, right, bottom.
    pub(super) counters: (i64, i64, i64, i64),
    /// The middle of the line for labels, below the counters.
    pub(super) labels: i64,
    /// How wide that line may be.
    pub(super) labels_width: i64,
    /// The top of the pole of a pennant, to the left of counters or below them.
    pub(super) pennant: Point,
    /// Where the signs of a terrain are strewn in an empty hex: the middle of each.
    pub(super) strewn: [Point; 5],
}

const FLAT: Room = Room {
    number: -37,
    number_width: 66,
    counters: (-42, -31, 42, 35),
    labels: 43,
    labels_width: 66,
    pennant: (-51, -11),
    strewn: [(-38, -6), (38, -6), (0, 2), (-22, 30), (22, 30)],
};

const POINTY: Room = Room {
    number: -36,
    number_width: 50,
    counters: (-47, -31, 47, 28),
    labels: 38,
    labels_width: 50,
    pennant: (-48, -11),
    strewn: [(-34, -8), (34, -8), (0, 2), (-24, 27), (24, 27)],
};

impl Sheet {
    /// These hexes, their upper left corner at a point.
    pub(super) fn new(layout: &Layout, hexes: impl Iterator<Item = Hex>, corner: Point) -> Sheet {
        let mut sheet = Sheet { layout: *layout, origin: (0, 0), size: (0, 0) };
        let (far_x, far_y) = sheet.reach_of_a_hex();
        let mut bounds: Option<(Point, Point)> = None;
        for hex in hexes {
            let (x, y) = sheet.centre(hex);
            let (least, most) = bounds.get_or_insert(((x, y), (x, y)));
            *least = (least.0.min(x), least.1.min(y));
            *most = (most.0.max(x), most.1.max(y));
        }
        if let Some((least, most)) = bounds {
            sheet.origin = (least.0 - far_x - corner.0, least.1 - far_y - corner.1);
            sheet.size = (most.0 - least.0 + 2 * far_x, most.1 - least.1 + 2 * far_y);
        }
        sheet
    }

    fn scale(&self) -> Point {
        match self.layout.orientation() {
            Orientation::Flat => (HALF, RISE),
            Orientation::Pointy => (RISE, HALF),
        }
    }

    /// From the centre of a hex to its farthest points, to the right and down.
    fn reach_of_a_hex(&self) -> Point {
        match self.layout.orientation() {
            Orientation::Flat => (2 * HALF, RISE),
            Orientation::Pointy => (RISE, 2 * HALF),
        }
    }

    fn on_paper(&self, (x, y): Point) -> Point {
        let (across, down) = self.scale();
        (x * across - self.origin.0, y * down - self.origin.1)
    }

    /// The centre of a hex.
    pub(super) fn centre(&self, hex: Hex) -> Point {
        self.on_paper(self.layout.centre(hex))
    }

    /// The six corners of a hex, clockwise.
    pub(super) fn corners(&self, hex: Hex) -> [Point; 6] {
        self.layout.corners(hex).map(|corner| self.on_paper(corner))
    }

    /// A hex round the point 0, 0, so many hundredths of its size.
    pub(super) fn outline(&self, hundredths: i64) -> [Point; 6] {
        let middle = self.centre(Hex::new(0, 0));
        self.corners(Hex::new(0, 0))
            .map(|(x, y)| ((x - middle.0) * hundredths / 100, (y - middle.1) * hundredths / 100))
    }

    /// The ends of a hexside.
    pub(super) fn ends(&self, hexside: Hexside) -> [Point; 2] {
        let [a, b] = hexside.hexes();
        let corners = self.corners(a);
        let direction = crate::kernel::hex::Direction::ALL.into_iter().find(|d| a.neighbour(*d) == b);
        // The two hexes of a hexside are neighbours, so there is a direction.
        let at = direction.map_or(0, |d| d.index());
        [corners[at], corners[(at + 1) % 6]]
    }

    /// The middle of what a line meets: a hex, a hexside or a corner.
    pub(super) fn middle(&self, step: LineStep) -> Point {
        let (mut x, mut y, mut count) = (0, 0, 0);
        for hex in step.hexes() {
            let centre = self.centre(hex);
            (x, y, count) = (x + centre.0, y + centre.1, count + 1);
        }
        (x / count.max(1), y / count.max(1))
    }

    /// Where things stand in a hex.
    pub(super) fn room(&self) -> &'static Room {
        match self.layout.orientation() {
            Orientation::Flat => &FLAT,
            Orientation::Pointy => &POINTY,
        }
    }
}
