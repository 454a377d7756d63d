//! Where a shot lands that misses its mark: an hour of the clock and inches.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::facing::{Facing, Turn};
use super::length::Length;
use super::point::Point;

/// An hour of the clock, 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Clock(u8);

/// The hour is not one of 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockError;

impl Clock {
    /// The hour of a number from 1 to 12; nothing for another number.
    pub fn new(hour: u8) -> Option<Clock> {
        (1..=12).contains(&hour).then_some(Clock(hour))
    }

    /// The number, 1 to 12.
    pub fn hour(self) -> u8 {
        self.0
    }

    /// The hour across the clock: 6 for 12.
    pub fn opposite(self) -> Clock {
        Clock((self.0 + 5) % 12 + 1)
    }

    /// The direction of this hour where 12 is the given direction.
    pub fn from_twelve(self, twelve: Facing) -> Facing {
        twelve.turned(Turn::degrees(30 * i64::from(self.0)))
    }
}

/// Where a shot lands that was aimed at a point, flew in a direction, which is 12 o'clock, and went astray: to
/// the nearest thousandth. The opposite hour leads back exactly.
pub fn deviated(aim: Point, shot: Facing, clock: Clock, distance: Length) -> Point {
    aim.towards(clock.from_twelve(shot), distance)
}

impl TryFrom<u8> for Clock {
    type Error = ClockError;

    fn try_from(hour: u8) -> Result<Clock, ClockError> {
        Clock::new(hour).ok_or(ClockError)
    }
}

impl From<Clock> for u8 {
    fn from(clock: Clock) -> u8 {
        clock.0
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an hour from 1 to 12")
    }
}

impl std::error::Error for ClockError {}

/// `3 o'clock`.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o'clock", self.0)
    }
}
