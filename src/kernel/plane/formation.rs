//! Models of a unit side by side in ranks.

use std::fmt;

use super::base::{Base, Placed};
use super::bound::Bound;
use super::facing::Facing;
use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use super::spot::{FINE, Spot, Vector};

/// Models with equal bases, in ranks from the front; all ranks but the last have the full frontage.
///
/// ```text
///              front, the place of the formation
///           _____ v _____
///          | 0 | 1 | 2 | 3 |     rank 0: from its own left to its own right
///          | 4 | 5 | 6 | 7 |     rank 1
///            | 8 | 9 | 10|       the last rank, centred: half a base off
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formation {
    base: Base,
    frontage: u32,
    count: u32,
    front: Point,
    facing: Facing,
    last_rank: LastRank,
}

/// Where a last rank stands that is not full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastRank {
    /// In the middle, by half a base where the numbers are odd and even.
    #[default]
    Centred,
    /// Behind the left end of the rank before it.
    Left,
    /// Behind the right end of the rank before it.
    Right,
}

/// Why models do not stand in a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormationError {
    /// There are no models, or none in a rank.
    Empty,
    /// There are more than [`Formation::MOST`].
    TooMany,
    /// It is wider or deeper than [`Base::LARGEST`].
    TooLarge,
}

impl Formation {
    /// The most models of a formation.
    pub const MOST: u32 = 1000;

    /// So many models with so many in each full rank, the last rank centred. A frontage of more than all models
    /// is that of all models.
    ///
    /// # Errors
    /// [`FormationError`] where there are none or too many, or where they take too much room.
    pub fn new(
        base: Base,
        count: u32,
        frontage: u32,
        front: Point,
        facing: Facing,
    ) -> Result<Formation, FormationError> {
        let frontage = frontage.min(count);
        if frontage == 0 {
            return Err(FormationError::Empty);
        }
        if count > Formation::MOST {
            return Err(FormationError::TooMany);
        }
        let formation = Formation { base, frontage, count, front, facing, last_rank: LastRank::default() };
        let fits = formation.width() <= Base::LARGEST && formation.depth() <= Base::LARGEST;
        if fits { Ok(formation) } else { Err(FormationError::TooLarge) }
    }

    /// The same with the last rank standing elsewhere.
    pub fn with_last_rank(self, last_rank: LastRank) -> Formation {
        Formation { last_rank, ..self }
    }

    /// The base of each model.
    pub fn base(&self) -> Base {
        self.base
    }

    /// The number of models.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many models stand in a full rank.
    pub fn frontage(&self) -> u32 {
        self.frontage
    }

    /// The middle of its front edge.
    pub fn front(&self) -> Point {
        self.front
    }

    /// Where it looks.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// How many ranks there are, a last one that is not full included.
    pub fn ranks(&self) -> u32 {
        self.count.div_ceil(self.frontage)
    }

    /// How many models are in each rank, from the front.
    pub fn rank_sizes(&self) -> Vec<u32> {
        (0..self.ranks()).map(|rank| self.rank_size(rank)).collect()
    }

    /// How wide a full rank is.
    pub fn width(&self) -> Length {
        times(self.base.width(), self.frontage)
    }

    /// From the front edge to the rear edge of the last rank, full or not.
    pub fn depth(&self) -> Length {
        times(self.base.depth(), self.ranks())
    }

    /// The models where they stand: from the front rank back, in each from its own left to its own right.
    pub fn models(&self) -> Vec<Placed> {
        let spots = (0..self.count).map(|model| self.spot_of(model));
        spots.map(|spot| Placed::at(self.base, spot, self.facing)).collect()
    }

    /// All of it as one rectangle, which also holds the room beside a last rank that is not full.
    pub fn rectangle(&self) -> Placed {
        // It is no larger than the largest base, or it would be no formation.
        let base = Base::rectangle(self.width(), self.depth()).unwrap_or(self.base);
        let middle = Vector::seen_from(self.facing, 0, -halves(self.base.depth(), self.ranks()));
        Placed::at(base, self.front.spot() + middle, self.facing)
    }

    /// The outlines of its models.
    pub fn outlines(&self) -> Vec<Outline> {
        self.models().iter().map(Placed::outline).collect()
    }

    /// The straight line along its front.
    pub fn front_line(&self) -> Bound {
        Bound::new(self.front, self.facing)
    }

    /// The straight line along the rear of its last rank, full or not.
    pub fn rear_line(&self) -> Bound {
        self.rectangle().rear_line()
    }

    /// What is left when so many models have fallen, taken from the rear; nothing when none is left. Those that
    /// are left stay where they are, but for a rank that becomes the last and is centred.
    pub fn without(&self, casualties: u32) -> Option<Formation> {
        let count = self.count.checked_sub(casualties).filter(|count| *count > 0)?;
        let frontage = self.frontage.min(count);
        let gone = i64::from(self.frontage - frontage);
        let aside = match self.last_rank {
            LastRank::Centred => 0,
            LastRank::Left => -gone,
            LastRank::Right => gone,
        };
        let step = Vector::seen_from(self.facing, aside * halves(self.base.width(), 1), 0);
        let front = Point::nearest(self.front.spot() + step);
        Some(Formation { count, frontage, front, ..*self })
    }

    /// The same models with another frontage, the middle of the front where it was.
    ///
    /// # Errors
    /// As for [`Formation::new`].
    pub fn reformed(&self, frontage: u32) -> Result<Formation, FormationError> {
        let anew = Formation::new(self.base, self.count, frontage, self.front, self.facing)?;
        Ok(anew.with_last_rank(self.last_rank))
    }

    /// The same formation elsewhere.
    pub fn moved(&self, front: Point, facing: Facing) -> Formation {
        Formation { front, facing, ..*self }
    }

    fn rank_size(&self, rank: u32) -> u32 {
        self.frontage.min(self.count - rank * self.frontage)
    }

    fn spot_of(&self, model: u32) -> Spot {
        let (rank, file) = (model / self.frontage, i64::from(model % self.frontage));
        let (size, full) = (i64::from(self.rank_size(rank)), i64::from(self.frontage));
        // Half bases to the right of the middle.
        let right = match self.last_rank {
            LastRank::Centred => 2 * file - (size - 1),
            LastRank::Left => 2 * file - (full - 1),
            LastRank::Right => 2 * (file + full - size) - (full - 1),
        };
        let right = right * halves(self.base.width(), 1);
        let ahead = -halves(self.base.depth(), 2 * rank + 1);
        self.front.spot() + Vector::seen_from(self.facing, right, ahead)
    }
}

fn times(length: Length, count: u32) -> Length {
    Length::thousandths(length.in_thousandths().saturating_mul(i64::from(count)))
}

/// Half of so many lengths, in half millionths, as [`Vector::seen_from`] takes them.
fn halves(length: Length, count: u32) -> i64 {
    length.in_thousandths() * FINE * i64::from(count)
}

impl fmt::Display for FormationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormationError::Empty => f.write_str("expected at least one model in a rank"),
            FormationError::TooMany => write!(f, "expected at most {} models", Formation::MOST),
            FormationError::TooLarge => {
                write!(f, "expected a formation of at most {} across and deep", Base::LARGEST)
            }
        }
    }
}

impl std::error::Error for FormationError {}
