//! Dice of one size thrown together, and which of them are thrown again, thrown on, or kept.

use std::fmt;

/// How many dice one pool may have.
pub const MOST_DICE: u32 = 100_000;

/// How many faces a die may have.
pub const MOST_FACES: u32 = 1_000_000;

/// A kind of die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Die {
    /// 1 to so many, each equally likely.
    Faces(u32),
    /// A Fate die: -1, 0 and 1.
    Fate,
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Less.
    Less,
    /// At most.
    AtMost,
    /// Equal.
    Equal,
    /// Not equal.
    Unequal,
    /// At least.
    AtLeast,
    /// More.
    More,
}

/// What a die must show for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// How it is compared.
    pub comparison: Comparison,
    /// With what.
    pub number: i64,
}

/// Which dice are thrown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reroll {
    /// What a die shows that is thrown again.
    pub test: Test,
    /// Once, whatever it shows then; else until it shows something else.
    pub once: bool,
}

/// Dice at their highest face are thrown on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explode {
    /// How often at most one die is thrown on; then what it shows stands, even its highest face.
    pub times: u32,
    /// Whether the throws of one die are added up to one die; else each is a die more.
    pub adds_up: bool,
}

/// Which dice are kept: all but so many of the highest and so many of the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keep {
    /// How many of the highest are left out.
    pub without_highest: u32,
    /// How many of the lowest are left out.
    pub without_lowest: u32,
}

/// Why there are no such dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No die at all.
    NoDice,
    /// More than [`MOST_DICE`].
    TooManyDice,
    /// A die of no face, or of one.
    NoDie(u32),
    /// A die of more than [`MOST_FACES`].
    TooManyFaces,
    /// None would be kept, or more than there are.
    Keeps {
        /// How many are left.
        kept: i64,
        /// Of how many.
        of: u32,
    },
    /// Every face would be thrown again, for ever.
    NeverStops,
    /// No face fits what is thrown again.
    NeverMet(Test),
    /// Thrown on without end, or not at all.
    Times(u32),
    /// Dice that become more cannot be ranked.
    GrowsAndKeeps,
}

/// The most throws that a die may be thrown on.
const MOST_TIMES: u32 = 1000;

impl Fault {
    /// What next.
    pub fn help(self) -> Option<&'static str> {
        match self {
            Fault::NoDice => Some("throw at least one die: `1d6`"),
            Fault::NoDie(_) => Some("a die has at least two faces: `d6`; a number stands alone: `+ 1`"),
            Fault::GrowsAndKeeps => Some("`!!` adds the throws of one die up instead: `3d6!!kh1`"),
            Fault::NeverMet(_) | Fault::NeverStops => Some("name a face that the die has, and not all: `r1`"),
            Fault::Keeps { .. } => Some("keep at least one, and at most all: `4d6kh3`, `4d6dl1`"),
            Fault::Times(_) | Fault::TooManyDice | Fault::TooManyFaces => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoDice => write!(f, "no dice are thrown"),
            Fault::TooManyDice => write!(f, "more than {MOST_DICE} dice are thrown together"),
            Fault::NoDie(0) => write!(f, "a die has no face"),
            Fault::NoDie(_) => write!(f, "a die has one face and leaves nothing to chance"),
            Fault::TooManyFaces => write!(f, "a die has more than {MOST_FACES} faces"),
            Fault::Keeps { kept, of } if *kept < 1 => write!(f, "none of {of} dice would be kept"),
            Fault::Keeps { kept, of } => write!(f, "{kept} of {of} dice cannot be kept"),
            Fault::NeverStops => write!(f, "every face would be thrown again, without end"),
            Fault::NeverMet(test) => write!(f, "no face of the die is {test}"),
            Fault::Times(0) => write!(f, "a die is thrown on at least once"),
            Fault::Times(_) => write!(f, "a die is thrown on more than {MOST_TIMES} times"),
            Fault::GrowsAndKeeps => {
                write!(f, "`!` makes more dice of one, and which of them are kept would be unclear")
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Dice of one size thrown together. There are always dice, and some are always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    count: u32,
    die: Die,
    reroll: Option<Reroll>,
    explode: Option<Explode>,
    keep: Keep,
}

impl Pool {
    /// So many dice of a kind, all kept.
    ///
    /// # Errors
    /// No dice, too many, or a die that is none.
    pub fn new(count: u32, die: Die) -> Result<Pool, Fault> {
        match (count, die) {
            (0, _) => Err(Fault::NoDice),
            (MOST_DICE.., _) if count > MOST_DICE => Err(Fault::TooManyDice),
            (_, Die::Faces(faces @ ..=1)) => Err(Fault::NoDie(faces)),
            (_, Die::Faces(faces)) if faces > MOST_FACES => Err(Fault::TooManyFaces),
            _ => Ok(Pool { count, die, reroll: None, explode: None, keep: Keep::default() }),
        }
    }

    /// The same, but that some dice are thrown again.
    ///
    /// # Errors
    /// Where no face, or every face, is thrown again.
    pub fn rerolling(self, reroll: Reroll) -> Result<Pool, Fault> {
        let again = self.die.values().filter(|v| reroll.test.holds(*v)).count() as u64;
        match again {
            0 => Err(Fault::NeverMet(reroll.test)),
            _ if again == u64::from(self.die.sides()) && !reroll.once => Err(Fault::NeverStops),
            _ => Ok(Pool { reroll: Some(reroll), ..self }),
        }
    }

    /// The same, but that dice at their highest face are thrown on.
    ///
    /// # Errors
    /// Where it is not once at least, or where dice that become more are to be ranked.
    pub fn exploding(self, explode: Explode) -> Result<Pool, Fault> {
        match explode.times {
            times if times == 0 || times > MOST_TIMES => Err(Fault::Times(times)),
            _ if !explode.adds_up && self.keep != Keep::default() => Err(Fault::GrowsAndKeeps),
            _ => Ok(Pool { explode: Some(explode), ..self }),
        }
    }

    /// The same, but that only some dice are kept.
    ///
    /// # Errors
    /// Where none would be, or where the dice become more.
    pub fn keeping(self, keep: Keep) -> Result<Pool, Fault> {
        let kept = i64::from(self.count) - i64::from(keep.without_highest) - i64::from(keep.without_lowest);
        match self.explode {
            _ if kept < 1 => Err(Fault::Keeps { kept, of: self.count }),
            Some(Explode { adds_up: false, .. }) if keep != Keep::default() => Err(Fault::GrowsAndKeeps),
            _ => Ok(Pool { keep, ..self }),
        }
    }

    /// How many dice are thrown.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// What dice they are.
    pub fn die(&self) -> Die {
        self.die
    }

    /// Which of them are thrown again.
    pub fn reroll(&self) -> Option<Reroll> {
        self.reroll
    }

    /// Whether they are thrown on.
    pub fn explode(&self) -> Option<Explode> {
        self.explode
    }

    /// Which of them are kept.
    pub fn keep(&self) -> Keep {
        self.keep
    }

    /// How many of them are kept.
    pub fn kept(&self) -> u32 {
        self.count - self.keep.without_highest - self.keep.without_lowest
    }

    /// True where one die becomes several.
    pub fn grows(&self) -> bool {
        self.explode.is_some_and(|e| !e.adds_up)
    }
}

impl Die {
    /// How many faces it has.
    pub fn sides(self) -> u32 {
        match self {
            Die::Faces(sides) => sides,
            Die::Fate => 3,
        }
    }

    /// What a face, from 1 on, is worth.
    pub fn value(self, face: u32) -> i64 {
        match self {
            Die::Faces(_) => i64::from(face),
            Die::Fate => i64::from(face) - 2,
        }
    }

    /// What its faces are worth, from low to high.
    pub fn values(self) -> impl Iterator<Item = i64> {
        (1..=self.sides()).map(move |face| self.value(face))
    }

    /// What its highest face is worth.
    pub fn highest(self) -> i64 {
        self.value(self.sides())
    }
}

impl Comparison {
    /// Every comparison, with the sign that it is written with.
    pub const SIGNS: [(Comparison, &'static str); 6] = [
        (Comparison::Less, "<"),
        (Comparison::AtMost, "<="),
        (Comparison::Equal, "="),
        (Comparison::Unequal, "!="),
        (Comparison::AtLeast, ">="),
        (Comparison::More, ">"),
    ];

    /// Whether it holds between two.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::AtLeast => left >= right,
            Comparison::More => left > right,
        }
    }
}

impl Test {
    /// Whether a die passes it.
    pub fn holds(self, value: i64) -> bool {
        self.comparison.holds(value, self.number)
    }
}
