//! Where the names of terrain go, so that they can be read: inside where there is room, else beside, on nothing else.

use super::super::map::svg::letters;

/// The size of the letters.
pub(super) const SIZE: i64 = 40;
/// Between a thing and what is written beside it.
const GAP: i64 = 10;

/// A part of the paper: left, top, right and bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

impl Frame {
    /// The frame round some places; nothing for none.
    pub(super) fn round(places: &[(i64, i64)]) -> Option<Frame> {
        let (x, y) = *places.first()?;
        let mut frame = Frame { left: x, top: y, right: x, bottom: y };
        for (x, y) in places {
            frame.left = frame.left.min(*x);
            frame.right = frame.right.max(*x);
            frame.top = frame.top.min(*y);
            frame.bottom = frame.bottom.max(*y);
        }
        Some(frame)
    }

    fn meets(&self, other: &Frame) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn holds(&self, other: &Frame) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }
}

/// A name that has its place: the middle of its base line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) x: i64,
    pub(super) y: i64,
    /// Whether it is written on the thing itself.
    pub(super) inside: bool,
}

/// What is taken already, and the paper that there is.
pub(super) struct Room {
    pub(super) paper: Frame,
    pub(super) taken: Vec<Frame>,
}

impl Room {
    /// Finds a place for the name of a thing whose frame this is and whose middle that is, and takes it.
    pub(super) fn place(&mut self, name: &str, thing: Frame, middle: (i64, i64)) -> Label {
        let wide = letters::wide(name, SIZE);
        let frame = |x: i64, y: i64| Frame {
            left: x - wide / 2,
            top: y - SIZE * 3 / 4,
            right: x + (wide + 1) / 2,
            bottom: y + SIZE / 4,
        };
        let within = (middle.0, middle.1 + SIZE / 3);
        let (x, y) = ((thing.left + thing.right) / 2, (thing.top + thing.bottom) / 2 + SIZE / 3);
        let beside = [
            (x, thing.bottom + GAP + SIZE * 3 / 4),
            (x, thing.top - GAP - SIZE / 4),
            (thing.right + GAP + wide / 2, y),
            (thing.left - GAP - wide / 2, y),
            (x, thing.bottom + GAP + SIZE * 7 / 4),
            (x, thing.top - GAP - SIZE * 5 / 4),
        ];
        let is_free = |at: &(i64, i64)| {
            let own = frame(at.0, at.1);
            self.paper.holds(&own) && !self.taken.iter().any(|taken| taken.meets(&own))
        };
        let fits = thing.holds(&frame(within.0, within.1)) && is_free(&within);
        let (x, y) = match fits {
            true => within,
            // Where everything is taken it is better read on something than nowhere.
            false => beside.into_iter().find(is_free).unwrap_or(beside[0]),
        };
        self.taken.push(frame(x, y));
        Label { x, y, inside: fits }
    }
}
