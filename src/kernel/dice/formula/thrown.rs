//! What faces that were thrown make of a formula, and which dice are to be thrown next.

use std::fmt;

use super::super::generator::Generator;
use super::pool::{Die, Explode, Keep, Pool};
use super::{Formula, Scale, SetKind, Sign};

/// Plain dice to be thrown together, with faces from 1 on. A Fate die is thrown as a d3 whose middle is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// How many, at least one.
    pub count: u32,
    /// Faces of each, at least two.
    pub sides: u32,
}

/// What the faces thrown so far come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// These are to be thrown next; their faces are to be put behind those thrown so far.
    Needs(Plain),
    /// All is thrown.
    Done(Throw),
}

/// A throw of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// The result.
    pub result: i64,
    /// The pools as they fell, in order.
    pub fallen: Vec<Fallen>,
}

/// A pool as it fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    /// The pool.
    pub pool: Pool,
    /// Its dice, in the order in which they were thrown first.
    pub dice: Vec<FallenDie>,
}

/// A die as it fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FallenDie {
    /// What it is worth.
    pub value: i64,
    /// What it showed, in worth: a list for each time it was thrown on, in it what it showed until it was not thrown
    /// again.
    pub shown: Vec<Vec<i64>>,
    /// Whether it is kept.
    pub kept: bool,
}

/// Why the faces do not make a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misread {
    /// A die has no such face.
    NoSuchFace {
        /// The face.
        face: u32,
        /// Faces of the die.
        sides: u32,
    },
    /// More faces than dice.
    TooMany {
        /// How many faces are too many.
        over: usize,
    },
    /// The result does not fit 64 bits.
    TooLarge,
    /// It would be divided by zero.
    DividesByZero,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::NoSuchFace { face, sides } => write!(f, "a d{sides} has no {face}"),
            Misread::TooMany { over: 1 } => write!(f, "one face more is given than dice are thrown"),
            Misread::TooMany { over } => write!(f, "{over} faces more are given than dice are thrown"),
            Misread::TooLarge => write!(f, "the result does not fit 64 bits"),
            Misread::DividesByZero => write!(f, "it would be divided by zero"),
        }
    }
}

impl std::error::Error for Misread {}

/// Why reading stopped.
enum Halt {
    Needs(Plain),
    Misread(Misread),
}

struct Reader<'a> {
    faces: std::slice::Iter<'a, u32>,
    fallen: Vec<Fallen>,
}

impl Formula {
    /// What the faces thrown so far come to: the result, or the dice to be thrown next. Begin with no faces, throw
    /// what is needed, put the faces behind the others, and read again.
    ///
    /// # Errors
    /// Where the faces do not fit the dice, or the result is no number of 64 bits.
    pub fn read(&self, faces: &[u32]) -> Result<Reading, Misread> {
        let mut reader = Reader { faces: faces.iter(), fallen: Vec::new() };
        match reader.formula(self) {
            Ok(_) if reader.faces.len() > 0 => Err(Misread::TooMany { over: reader.faces.len() }),
            Ok(result) => Ok(Reading::Done(Throw { result, fallen: reader.fallen })),
            Err(Halt::Needs(plain)) => Ok(Reading::Needs(plain)),
            Err(Halt::Misread(misread)) => Err(misread),
        }
    }

    /// Throws it with the dice of a generator.
    ///
    /// # Errors
    /// Where the result is no number of 64 bits.
    pub fn throw(&self, generator: &mut Generator) -> Result<Throw, Misread> {
        let mut faces = Vec::new();
        loop {
            match self.read(&faces)? {
                Reading::Done(throw) => return Ok(throw),
                Reading::Needs(Plain { count, sides }) => {
                    faces.extend((0..count).map(|_| generator.die(sides)));
                }
            }
        }
    }
}

impl FallenDie {
    /// A die by what it showed until it was not thrown again.
    fn of(shown: Vec<i64>) -> FallenDie {
        FallenDie { value: shown.last().copied().unwrap_or(0), shown: vec![shown], kept: true }
    }
}

const TOO_LARGE: Halt = Halt::Misread(Misread::TooLarge);

impl Reader<'_> {
    fn formula(&mut self, formula: &Formula) -> Result<i64, Halt> {
        match formula {
            Formula::Number(number) => Ok(*number),
            Formula::Total(pool) => {
                self.pool(pool)?.iter().try_fold(0i64, |sum, v| sum.checked_add(*v)).ok_or(TOO_LARGE)
            }
            Formula::Successes(pool, success) => {
                Ok(self.pool(pool)?.iter().filter(|v| success.is_met(**v)).count() as i64)
            }
            Formula::Set(kind, pool) => Ok(set(*kind, self.pool(pool)?)),
            Formula::Wins(first, second) => {
                let (first, second) = (self.pool(first)?, self.pool(second)?);
                Ok(wins(first, second))
            }
            Formula::Sum(terms) => terms.iter().try_fold(0i64, |sum, (sign, of)| {
                let value = self.formula(of)?;
                let sum = match sign {
                    Sign::Plus => sum.checked_add(value),
                    Sign::Minus => sum.checked_sub(value),
                };
                sum.ok_or(TOO_LARGE)
            }),
            Formula::Product(first, others) => {
                let first = self.formula(first)?;
                others.iter().try_fold(first, |product, (scale, of)| {
                    let value = self.formula(of)?;
                    match scale.apply(product, value) {
                        None if *scale != Scale::Times && value == 0 => {
                            Err(Halt::Misread(Misread::DividesByZero))
                        }
                        scaled => scaled.ok_or(TOO_LARGE),
                    }
                })
            }
            Formula::Compare(left, comparison, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                Ok(i64::from(comparison.holds(left, right)))
            }
            Formula::Extreme(extreme, all) => {
                let values: Result<Vec<i64>, Halt> = all.iter().map(|of| self.formula(of)).collect();
                Ok(values?.into_iter().reduce(|a, b| extreme.of(a, b)).unwrap_or(0))
            }
            Formula::Twice(extreme, of) => {
                let (first, second) = (self.formula(of)?, self.formula(of)?);
                Ok(extreme.of(first, second))
            }
            Formula::Absolute(of) => self.formula(of)?.checked_abs().ok_or(TOO_LARGE),
        }
    }

    /// The values of a pool's dice that are kept.
    fn pool(&mut self, pool: &Pool) -> Result<Vec<i64>, Halt> {
        let thrown = self.throw(pool, pool.count())?;
        let mut dice: Vec<FallenDie> = thrown.into_iter().map(FallenDie::of).collect();
        if let Some(explode) = pool.explode() {
            self.explode(pool, explode, &mut dice)?;
        }
        leave_out(pool.keep(), &mut dice);
        let kept = dice.iter().filter(|d| d.kept).map(|d| d.value).collect();
        self.fallen.push(Fallen { pool: *pool, dice });
        Ok(kept)
    }

    /// So many dice, those that are thrown again included: for each what it showed, last what stands.
    fn throw(&mut self, pool: &Pool, count: u32) -> Result<Vec<Vec<i64>>, Halt> {
        let mut dice: Vec<Vec<i64>> = self.plain(pool.die(), count)?.into_iter().map(|v| vec![v]).collect();
        let Some(reroll) = pool.reroll() else { return Ok(dice) };
        let mut again: Vec<usize> = (0..dice.len()).collect();
        loop {
            again.retain(|at| dice[*at].last().is_some_and(|v| reroll.test.holds(*v)));
            let count = u32::try_from(again.len()).unwrap_or(u32::MAX);
            if count == 0 {
                return Ok(dice);
            }
            let values = self.plain(pool.die(), count)?;
            for (at, value) in again.iter().zip(values) {
                dice[*at].push(value);
            }
            if reroll.once {
                return Ok(dice);
            }
        }
    }

    /// Throws dice at their highest face on, those of one round together.
    fn explode(&mut self, pool: &Pool, explode: Explode, dice: &mut Vec<FallenDie>) -> Result<(), Halt> {
        let highest = pool.die().highest();
        let mut under_way: Vec<usize> = (0..dice.len()).collect();
        for _ in 0..explode.times {
            under_way.retain(|at| dice[*at].shown.last().and_then(|s| s.last()) == Some(&highest));
            let count = u32::try_from(under_way.len()).unwrap_or(u32::MAX);
            if count == 0 {
                break;
            }
            let thrown = self.throw(pool, count)?;
            for (at, shown) in under_way.iter_mut().zip(thrown) {
                let further = FallenDie::of(shown);
                if explode.adds_up {
                    let die = &mut dice[*at];
                    die.value = die.value.checked_add(further.value).ok_or(TOO_LARGE)?;
                    die.shown.extend(further.shown);
                } else {
                    *at = dice.len();
                    dice.push(further);
                }
            }
        }
        Ok(())
    }

    /// The worth of so many plain dice, thrown together.
    fn plain(&mut self, die: Die, count: u32) -> Result<Vec<i64>, Halt> {
        let sides = die.sides();
        if self.faces.len() < count as usize {
            return Err(Halt::Needs(Plain { count, sides }));
        }
        let faces = self.faces.by_ref().take(count as usize);
        faces
            .map(|&face| match (1..=sides).contains(&face) {
                true => Ok(die.value(face)),
                false => Err(Halt::Misread(Misread::NoSuchFace { face, sides })),
            })
            .collect()
    }
}

fn leave_out(keep: Keep, dice: &mut [FallenDie]) {
    if keep == Keep::default() {
        return;
    }
    let mut order: Vec<usize> = (0..dice.len()).collect();
    order.sort_by_key(|at| dice[*at].value);
    let highest = order.iter().rev().take(keep.without_highest as usize);
    for at in order.iter().take(keep.without_lowest as usize).chain(highest) {
        dice[*at].kept = false;
    }
}

fn set(kind: SetKind, mut values: Vec<i64>) -> i64 {
    values.sort_unstable();
    let runs: Vec<&[i64]> = values.chunk_by(|a, b| a == b).collect();
    let sizes = runs.iter().map(|run| run.len());
    let answer = match kind {
        SetKind::Pairs => sizes.map(|size| size / 2).sum(),
        SetKind::Triples => sizes.map(|size| size / 3).sum(),
        SetKind::Largest => sizes.max().unwrap_or(0),
        SetKind::Different => runs.len(),
        SetKind::Straight => {
            let faces: Vec<i64> = runs.iter().map(|run| run[0]).collect();
            faces.chunk_by(|a, b| a + 1 == *b).map(<[i64]>::len).max().unwrap_or(0)
        }
    };
    answer as i64
}

fn wins(mut first: Vec<i64>, mut second: Vec<i64>) -> i64 {
    first.sort_unstable_by(|a, b| b.cmp(a));
    second.sort_unstable_by(|a, b| b.cmp(a));
    first.iter().zip(&second).filter(|(a, b)| a > b).count() as i64
}
