//! What is asked of pools: sums, successes, sets, and pairs of opponents.

use super::limits::TooMuch;
use super::pool::{Order, Question};
use crate::kernel::dice::formula::SetKind;

/// The sum of the dice that are kept.
#[derive(Debug, Clone, Copy)]
pub struct SumOfKept;

impl Question<1> for SumOfKept {
    type Memory = i64;
    type Answer = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn next(&self, sum: &i64, face: i64, [kept]: [u32; 1]) -> Result<i64, TooMuch> {
        let part = face.checked_mul(i64::from(kept));
        part.and_then(|part| sum.checked_add(part)).ok_or(TooMuch::Number)
    }

    fn answer(&self, sum: &i64) -> i64 {
        *sum
    }
}

/// How many of the dice that are kept are successes.
#[derive(Debug, Clone, Copy)]
pub struct CountOfKept<F>(pub F);

impl<F: Fn(i64) -> bool> Question<1> for CountOfKept<F> {
    type Memory = i64;
    type Answer = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn next(&self, count: &i64, face: i64, [kept]: [u32; 1]) -> Result<i64, TooMuch> {
        Ok(if self.0(face) { count + i64::from(kept) } else { *count })
    }

    fn answer(&self, count: &i64) -> i64 {
        *count
    }
}

/// How many whole sets of so many equal dice there are; a set of six holds two of three.
#[derive(Debug, Clone, Copy)]
pub struct Sets {
    /// How many dice make a set, at least one.
    pub of: u32,
}

impl Question<1> for Sets {
    type Memory = i64;
    type Answer = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn next(&self, sets: &i64, _: i64, [kept]: [u32; 1]) -> Result<i64, TooMuch> {
        Ok(sets + i64::from(kept / self.of.max(1)))
    }

    fn answer(&self, sets: &i64) -> i64 {
        *sets
    }
}

/// How many dice are in the largest set of equal dice.
#[derive(Debug, Clone, Copy)]
pub struct LargestSet;

impl Question<1> for LargestSet {
    type Memory = i64;
    type Answer = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn next(&self, largest: &i64, _: i64, [kept]: [u32; 1]) -> Result<i64, TooMuch> {
        Ok((*largest).max(i64::from(kept)))
    }

    fn answer(&self, largest: &i64) -> i64 {
        *largest
    }
}

/// How many different faces there are.
#[derive(Debug, Clone, Copy)]
pub struct DifferentFaces;

impl Question<1> for DifferentFaces {
    type Memory = i64;
    type Answer = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn next(&self, different: &i64, _: i64, [kept]: [u32; 1]) -> Result<i64, TooMuch> {
        Ok(different + i64::from(kept > 0))
    }

    fn answer(&self, different: &i64) -> i64 {
        *different
    }
}

/// How many faces follow each other in the longest straight.
#[derive(Debug, Clone, Copy)]
pub struct LongestStraight;

/// The longest straight so far, and the one that may go on: its last face and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Straights {
    longest: i64,
    last: i64,
    length: i64,
}

impl Question<1> for LongestStraight {
    type Memory = Straights;
    type Answer = i64;

    fn begin(&self) -> Straights {
        Straights { longest: 0, last: 0, length: 0 }
    }

    fn next(&self, memory: &Straights, face: i64, [kept]: [u32; 1]) -> Result<Straights, TooMuch> {
        let Straights { longest, last, length } = *memory;
        if kept == 0 {
            // Whatever broke it off is forgotten, so that equal states of mind meet.
            return Ok(Straights { longest, last: 0, length: 0 });
        }
        let goes_on = length > 0 && face.abs_diff(last) == 1;
        let length = if goes_on { length + 1 } else { 1 };
        Ok(Straights { longest: longest.max(length), last: face, length })
    }

    fn answer(&self, memory: &Straights) -> i64 {
        memory.longest
    }
}

/// Two pools, highest against highest, next against next: how many of its pairs each wins. Ties go to the second, the
/// defender; dice without an opponent do nothing.
#[derive(Debug, Clone, Copy)]
pub struct Opposed;

/// How far two pools have been told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duels {
    /// Dice that wait for an opponent: of the first pool above zero, of the second below.
    waiting: i64,
    first: i64,
    second: i64,
}

impl Question<2> for Opposed {
    type Memory = Duels;
    /// Pairs that the first wins, and the second.
    type Answer = (i64, i64);

    fn order(&self) -> Order {
        Order::HighFirst
    }

    fn begin(&self) -> Duels {
        Duels { waiting: 0, first: 0, second: 0 }
    }

    fn next(&self, memory: &Duels, _: i64, [first, second]: [u32; 2]) -> Result<Duels, TooMuch> {
        let (attackers, defenders) = (i64::from(first), i64::from(second));
        let Duels { waiting, first, second } = *memory;
        // Dice that wait are higher than those of this face; equal ones are ties.
        let beaten = defenders.min(waiting.max(0));
        let beating = attackers.min((-waiting).max(0));
        let ties = (attackers - beating).min(defenders - beaten);
        Ok(Duels {
            waiting: waiting + attackers - defenders,
            first: first + beaten,
            second: second + beating + ties,
        })
    }

    fn answer(&self, memory: &Duels) -> (i64, i64) {
        (memory.first, memory.second)
    }
}

/// A question by the word that it has in formulas.
#[derive(Debug, Clone, Copy)]
pub struct SetQuestion(pub SetKind);

impl Question<1> for SetQuestion {
    type Memory = Straights;
    type Answer = i64;

    fn begin(&self) -> Straights {
        LongestStraight.begin()
    }

    fn next(&self, memory: &Straights, face: i64, kept: [u32; 1]) -> Result<Straights, TooMuch> {
        let longest = match self.0 {
            SetKind::Straight => return LongestStraight.next(memory, face, kept),
            SetKind::Pairs => Sets { of: 2 }.next(&memory.longest, face, kept)?,
            SetKind::Triples => Sets { of: 3 }.next(&memory.longest, face, kept)?,
            SetKind::Largest => LargestSet.next(&memory.longest, face, kept)?,
            SetKind::Different => DifferentFaces.next(&memory.longest, face, kept)?,
        };
        Ok(Straights { longest, ..*memory })
    }

    fn answer(&self, memory: &Straights) -> i64 {
        memory.longest
    }
}
