//! Formulas as they are written: `4d6kh3`. What is written is read as the same formula again.

use std::fmt;

use super::pool::{Comparison, Die, Explode, Keep, Pool, Test};
use super::{Extreme, Formula, Rounding, Scale, SetKind, Sign, Success};

/// How often a die is thrown on where the text does not say it.
pub(super) const TIMES: u32 = 10;

impl Explode {
    /// As `!` alone says it.
    pub const UNSAID: u32 = TIMES;
}

/// How tightly a form holds together; what holds less tightly than its place asks is put in brackets.
#[derive(PartialEq, PartialOrd)]
enum Hold {
    Comparison,
    Sum,
    Product,
    Negation,
    Alone,
}

impl Formula {
    fn hold(&self) -> Hold {
        match self {
            Formula::Number(number) if *number < 0 => Hold::Negation,
            Formula::Sum(terms) => match &terms[..] {
                [(Sign::Minus, _)] => Hold::Negation,
                _ => Hold::Sum,
            },
            Formula::Product(_, others) => match is_rounded(others) {
                true => Hold::Alone,
                false => Hold::Product,
            },
            Formula::Compare(..) | Formula::Successes(..) => Hold::Comparison,
            _ => Hold::Alone,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, least: Hold) -> fmt::Result {
        match self.hold() < least {
            true => write!(f, "({self})"),
            false => write!(f, "{self}"),
        }
    }
}

/// A quotient with a direction is written `floor(a / b)`.
fn is_rounded(others: &[(Scale, Formula)]) -> bool {
    matches!(others, [(Scale::Over(Rounding::Down | Rounding::Up), _)])
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Number(number) => write!(f, "{number}"),
            Formula::Total(pool) => write!(f, "{pool}"),
            // Without its number a die would not be counted but compared.
            Formula::Successes(pool, success) if pool.count() == 1 => write!(f, "1{pool}{success}"),
            Formula::Successes(pool, success) => write!(f, "{pool}{success}"),
            Formula::Set(kind, pool) => write!(f, "{kind}({pool})"),
            Formula::Wins(first, second) => write!(f, "wins({first}, {second})"),
            Formula::Sum(terms) => terms.iter().enumerate().try_for_each(|(place, (sign, of))| {
                f.write_str(match (place, sign, terms.len()) {
                    (0, Sign::Plus, _) => "",
                    (0, Sign::Minus, _) => "-",
                    (_, Sign::Plus, _) => " + ",
                    (_, Sign::Minus, _) => " - ",
                })?;
                of.write(f, if place == 0 && *sign == Sign::Minus { Hold::Alone } else { Hold::Product })
            }),
            Formula::Product(first, others) => {
                let around = match others[..] {
                    [(Scale::Over(Rounding::Down), _)] => "floor(",
                    [(Scale::Over(Rounding::Up), _)] => "ceil(",
                    _ => "",
                };
                f.write_str(around)?;
                first.write(f, Hold::Negation)?;
                for (scale, of) in others {
                    f.write_str(if *scale == Scale::Times { " * " } else { " / " })?;
                    of.write(f, Hold::Negation)?;
                }
                f.write_str(if around.is_empty() { "" } else { ")" })
            }
            Formula::Compare(left, comparison, right) => {
                // Dice with a number, alone on the left of a number, would be counted.
                match &**left {
                    Formula::Total(pool) if pool.count() > 1 || pool.grows() => write!(f, "({pool})")?,
                    other => other.write(f, Hold::Sum)?,
                }
                write!(f, " {comparison} ")?;
                right.write(f, Hold::Sum)
            }
            Formula::Extreme(extreme, all) => {
                f.write_str(if *extreme == Extreme::Greatest { "max(" } else { "min(" })?;
                for (place, of) in all.iter().enumerate() {
                    write!(f, "{}{of}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            Formula::Twice(Extreme::Greatest, of) => write!(f, "adv({of})"),
            Formula::Twice(Extreme::Least, of) => write!(f, "dis({of})"),
            Formula::Absolute(of) => write!(f, "abs({of})"),
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count() {
            1 => {}
            count => write!(f, "{count}")?,
        }
        write!(f, "{}", self.die())?;
        if let Some(reroll) = self.reroll() {
            f.write_str(if reroll.once { "ro" } else { "r" })?;
            match reroll.test.comparison {
                Comparison::Equal => write!(f, "{}", reroll.test.number)?,
                _ => write!(f, "{}", reroll.test)?,
            }
        }
        if let Some(explode) = self.explode() {
            f.write_str(if explode.adds_up { "!!" } else { "!" })?;
            if explode.times != TIMES {
                write!(f, "{}", explode.times)?;
            }
        }
        match self.keep() {
            Keep { without_highest: 0, without_lowest: 0 } => Ok(()),
            Keep { without_highest: 0, .. } => write!(f, "kh{}", self.kept()),
            Keep { without_lowest: 0, .. } => write!(f, "kl{}", self.kept()),
            Keep { without_highest, without_lowest } => write!(f, "dh{without_highest}dl{without_lowest}"),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::Faces(sides) => write!(f, "d{sides}"),
            Die::Fate => f.write_str("dF"),
        }
    }
}

impl fmt::Display for Success {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.test)?;
        for (word, face) in [("always", self.always), ("never", self.never)] {
            if let Some(face) = face {
                write!(f, " {word} {face}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.comparison, self.number)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = Comparison::SIGNS.iter().find(|(of, _)| of == self);
        f.write_str(sign.map_or("", |(_, sign)| sign))
    }
}

impl fmt::Display for SetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = SetKind::WORDS.iter().find(|(of, _)| of == self);
        f.write_str(word.map_or("", |(_, word)| word))
    }
}
