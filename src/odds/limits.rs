//! What an exact answer may cost. What would cost more is refused, at the beginning wherever that can be foreseen.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::natural::{Natural, words};
use crate::diagnostic::{Code, Diagnostic};

/// How many outcomes a distribution may have.
pub const MOST_OUTCOMES: u64 = 2_000_000;

/// How many words of 64 bits all weights of a distribution may take: 192 MB.
const MOST_WORDS: u64 = 24 << 20;

/// What one answer may cost. Costs are counted in about a nanosecond each, but never by the clock: what is refused on one
/// machine is refused on all.
const MOST_WORK: u64 = 1_500_000_000;

/// What a figure may cost that stands beside others, of which there may be many.
const LITTLE_WORK: u64 = 60_000_000;

/// What it costs to find a row among others, beside what is done with it.
pub(super) const LOOK_UP: u64 = 120;

/// What it costs to add numbers of so many words.
pub(super) fn cost_of_sum(words: u64) -> u64 {
    words.saturating_add(10)
}

/// What it costs to multiply, or to divide, numbers of so many words.
pub(super) fn cost_of_product(left: u64, right: u64) -> u64 {
    (left.saturating_mul(right) / 2).saturating_add(20)
}

/// Why there is no exact answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMuch {
    /// More outcomes than are counted.
    Outcomes(u128),
    /// Weights with more digits than can be kept for so many outcomes.
    Digits {
        /// Outcomes.
        outcomes: u64,
        /// Decimal digits of their total.
        digits: u64,
    },
    /// An answer that is known, but too long to be written out result by result.
    List {
        /// Outcomes.
        outcomes: u64,
        /// Decimal digits of their total.
        digits: u64,
    },
    /// More states of a chain than are gone through.
    States(usize),
    /// Dice that fall in more ways than can be counted one by one.
    Uncounted,
    /// A repetition of rules that can be followed one time only.
    Unfollowed,
    /// More steps than are taken.
    Work,
    /// Not too much, but broken off.
    Cancelled,
    /// An outcome that does not fit 64 bits.
    Number,
    /// A division by an outcome that may be zero.
    DividesByZero,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Outcomes(outcomes) => write!(f, "it has {outcomes} outcomes, more than {MOST_OUTCOMES}"),
            TooMuch::Digits { outcomes, digits } => {
                write!(f, "it has {outcomes} outcomes whose weights have {digits} digits each")
            }
            TooMuch::List { outcomes, digits } => {
                write!(f, "it has {outcomes} results whose fractions have up to {digits} digits each")
            }
            TooMuch::States(most) => write!(f, "it goes on through more than {most} different states"),
            TooMuch::Uncounted => f.write_str("its dice fall in more ways than can be counted"),
            TooMuch::Unfollowed => f.write_str(
                "its rules catch errors, or ask for types, and are not followed from one time to the next",
            ),
            TooMuch::Cancelled => f.write_str("broken off"),
            TooMuch::Work => f.write_str("the exact answer would take too long"),
            TooMuch::Number => f.write_str("an outcome does not fit 64 bits"),
            TooMuch::DividesByZero => f.write_str("it may divide by zero"),
        }
    }
}

impl std::error::Error for TooMuch {}

impl TooMuch {
    /// The same as a diagnostic about what was asked, with what next.
    pub fn diagnostic(&self, asked: &str) -> Diagnostic {
        let told = match self {
            TooMuch::List { .. } => format!("`{asked}` is too long for a list: {self}"),
            _ => format!("`{asked}` has no exact answer: {self}"),
        };
        match self {
            TooMuch::List { .. } => Diagnostic::error(Code::DICE_LIMIT, told).help(
                "the table, without `--csv` and `--json`, puts results together; or ask for fewer dice",
            ),
            TooMuch::DividesByZero => Diagnostic::error(Code::DICE_FAULT, told)
                .help("divide by something that is never zero: `max(1, d6 - 2)`"),
            TooMuch::Number | TooMuch::Cancelled => Diagnostic::error(Code::DICE_LIMIT, told),
            TooMuch::Outcomes(_)
            | TooMuch::Digits { .. }
            | TooMuch::States(_)
            | TooMuch::Uncounted
            | TooMuch::Unfollowed
            | TooMuch::Work => Diagnostic::error(Code::DICE_LIMIT, told)
                .help("ask for fewer dice, or see how they fall with `--roll 1000`"),
        }
    }
}

/// What is left to be spent on an answer.
#[derive(Debug, Clone)]
pub struct Work {
    left: u64,
    /// What breaks it off when set, and what may be spent before it is looked at again.
    cancel: Option<(Arc<AtomicBool>, u64)>,
}

/// What is spent between two looks at the flag that breaks work off: some hundredths of a second.
const UNSEEN: u64 = 20_000_000;

impl Default for Work {
    fn default() -> Self {
        Work { left: MOST_WORK, cancel: None }
    }
}

impl Work {
    /// As much as is spent on one answer.
    pub fn new() -> Work {
        Work::default()
    }

    /// As much as may be spent on a figure that is told beside others.
    pub(super) fn little() -> Work {
        Work { left: LITTLE_WORK, cancel: None }
    }

    /// As much as it takes, for those who know what they ask.
    pub fn without_end() -> Work {
        Work { left: u64::MAX, cancel: None }
    }

    /// The same, broken off where this flag is set. What takes no time at all is brought to its end nevertheless.
    pub(super) fn until(self, cancel: &Arc<AtomicBool>) -> Work {
        Work { cancel: Some((cancel.clone(), UNSEEN)), ..self }
    }

    /// Looks whether so much is left, so many times, before any of it is spent.
    ///
    /// # Errors
    /// Where not so much is left.
    pub(super) fn check(&self, times: u64, cost: u64) -> Result<(), TooMuch> {
        if times.saturating_mul(cost) <= self.left { Ok(()) } else { Err(TooMuch::Work) }
    }

    /// Spends so much, so many times.
    ///
    /// # Errors
    /// Where not so much is left, or it is broken off.
    pub(super) fn spend(&mut self, times: u64, cost: u64) -> Result<(), TooMuch> {
        let spent = times.saturating_mul(cost);
        self.left = self.left.checked_sub(spent).ok_or(TooMuch::Work)?;
        self.look(spent)
    }

    /// Looks whether it is broken off, once so much has been done, which is spent by nobody.
    ///
    /// # Errors
    /// Where it is.
    pub(super) fn look(&mut self, done: u64) -> Result<(), TooMuch> {
        if let Some((cancel, unseen)) = &mut self.cancel {
            *unseen = unseen.saturating_sub(done);
            if *unseen == 0 {
                *unseen = UNSEEN;
                return if cancel.load(Ordering::Relaxed) { Err(TooMuch::Cancelled) } else { Ok(()) };
            }
        }
        Ok(())
    }
}

/// Looks whether so many outcomes out of such a total can be kept.
///
/// # Errors
/// Where there are too many, or their weights are too long.
pub(super) fn check_size(outcomes: u128, total_words: u64) -> Result<u64, TooMuch> {
    let few = u64::try_from(outcomes).ok().filter(|n| *n <= MOST_OUTCOMES);
    let few = few.ok_or(TooMuch::Outcomes(outcomes))?;
    match few.saturating_mul(total_words) <= MOST_WORDS {
        true => Ok(few),
        // A word has 19.27 decimal digits.
        false => Err(TooMuch::Digits { outcomes: few, digits: total_words.saturating_mul(1927) / 100 }),
    }
}

/// At most how many words the power of a total takes, known before it is worked out.
pub(super) fn words_of_power(total: &Natural, power: u32) -> u64 {
    use dashu_int::ops::BitTest;
    match words(total) {
        1 if total.is_one() => 1,
        _ => (total.bit_len() as u64).saturating_mul(u64::from(power)).div_ceil(64).max(1),
    }
}
