//! Random legal play: what finds dead ends, undo that forgets and rules that break, and what others are measured by.
//!
//! The policy is fixed, for other programs copy it. At each decision, with `W` the verbs of the phase that have
//! parameters, in the order of declaration, `B` those that have none, and `die(n)` one of 1 to `n` from the player's
//! generator:
//!
//! 1. If `W` is not empty, and `B` is empty or `die(4) > 1`: up to 24 tries. A try takes the verb `W[die(|W|) - 1]` and
//!    goes through its parameters in order. An optional one is left out right behind one that was, with no word
//!    between them, else where `die(2) = 1`. For the others the pack's candidates are asked, given the arguments
//!    before; without any, this try has failed. One of `n` candidates is number `die(n) - 1`. A list of units takes `die(min(3, n))` such picks, a pick that was made already dropped; a list
//!    of hexes takes one. Then the verb's check is asked; where it allows the command, that is the command.
//! 2. Otherwise each verb of `B` in order, then one such try with each verb of `W` in order; the first allowed command.
//! 3. Otherwise, since few of many words may be right: all `n` commands that the candidates make up (at most 4,000) are shuffled from
//!    the beginning, number `i` with number `i + die(n - i) - 1`, and the first allowed one is the command; or else the first
//!    allowed one of each verb's own 4,000. Without any it is a dead end.
//!
//! Where a rule asks for a decision among `n` options, it is number `die(n) - 1`. Where it asks for decisions in secret, each
//! row of the side's sheet in order is number `die(n) - 1` of the `n` entries with which the total can still be right; rows
//! with one such entry, and texts, throw no die.

use std::sync::Arc;

use super::bout::Bout;
use super::forms::Forms;
use super::legal::any_legal;
use super::moves::{GivenValues, Move};
use super::player::{Dilemma, Player, below, by_lot};
use crate::data::ParamKind;
use crate::kernel::dice::Generator;
use crate::kernel::secret::{Secret, Written};
use crate::kernel::value::Value;
use crate::rules::Failure;

/// Verbs are tried so often with other words before the verbs without words are.
const TRIES: usize = 24;
/// So many units at most are named in a list.
const MOST_UNITS: usize = 3;

/// Picks legal commands at random, by the packs' own lists of candidates and their own checks.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    generator: Generator,
    /// The arguments of the try under way.
    arguments: GivenValues,
    /// The list of the one hex that was named last, whose room serves again once nobody looks at it any more.
    way: Arc<[Value]>,
}

impl RandomPlayer {
    /// A player whose choices follow from a seed.
    pub fn new(seed: u64) -> Self {
        RandomPlayer::of(Generator::new(seed))
    }

    /// A player whose choices follow from a generator.
    pub fn of(generator: Generator) -> Self {
        RandomPlayer { generator, arguments: GivenValues::new(), way: Arc::from([]) }
    }

    /// A list of this one hex.
    fn way_to(&mut self, hex: Value) -> Value {
        match Arc::get_mut(&mut self.way) {
            Some([only]) => *only = hex,
            _ => self.way = Arc::from([hex]),
        }
        Value::List(self.way.clone())
    }

    fn below(&mut self, count: usize) -> usize {
        below(&mut self.generator, count)
    }

    /// Chooses arguments of a verb at random; whether the rules allow it so.
    fn attempt(&mut self, bout: &mut Bout, forms: &Forms, verb: usize) -> Result<bool, Failure> {
        let slots = forms.slots(verb);
        self.arguments.clear();
        for (number, slot) in slots.iter().enumerate() {
            if slot.optional && (slot.is_left_out(&self.arguments) || self.below(2) == 0) {
                self.arguments.push(Value::Nothing);
                continue;
            }
            let candidates = bout.choices(verb, number, &self.arguments)?;
            if candidates.is_empty() {
                return Ok(false);
            }
            let argument = match slot.kind {
                ParamKind::Units => {
                    let count = 1 + self.below(candidates.len().min(MOST_UNITS));
                    let mut chosen: Vec<Value> = Vec::with_capacity(count);
                    for _ in 0..count {
                        let one = &candidates[self.below(candidates.len())];
                        if !chosen.contains(one) {
                            chosen.push(one.clone());
                        }
                    }
                    Value::list(chosen)
                }
                ParamKind::Hexes => {
                    let hex = candidates[self.below(candidates.len())].clone();
                    self.way_to(hex)
                }
                _ => candidates[self.below(candidates.len())].clone(),
            };
            self.arguments.push(argument);
        }
        bout.allows_with(verb, &self.arguments)
    }

    /// The verb with the arguments that were chosen.
    fn chosen(&mut self, verb: usize) -> Move {
        Move { verb, arguments: std::mem::take(&mut self.arguments) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn begin(&mut self, generator: Generator) {
        self.generator = generator;
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let forms = bout.forms().clone();
        if bout.state().ending().is_some() {
            return Ok(None);
        }
        let verbs = forms.of_phase(&bout.state().clock().phase);
        // Verbs without words end things; they come last, or now and then, so that a game is played at all.
        if !verbs.wordy.is_empty() && (verbs.bare.is_empty() || self.below(4) > 0) {
            // Verbs without a first candidate, a bit each: the pack would list none again, and no die is spent on asking.
            let mut hopeless = 0_u64;
            for _ in 0..TRIES {
                let at = self.below(verbs.wordy.len());
                let bit = 1_u64.checked_shl(at as u32).unwrap_or_default();
                if hopeless & bit != 0 {
                    continue;
                }
                if self.attempt(bout, &forms, verbs.wordy[at])? {
                    return Ok(Some(self.chosen(verbs.wordy[at])));
                }
                if self.arguments.is_empty() {
                    hopeless |= bit;
                }
            }
        }
        for &verb in verbs.bare.iter().chain(&verbs.wordy) {
            if self.attempt(bout, &forms, verb)? {
                return Ok(Some(self.chosen(verb)));
            }
        }
        any_legal(bout, &mut self.generator)
    }

    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure> {
        Ok(self.below(dilemma.choice.options.len()))
    }

    fn write(&mut self, secret: &Secret) -> Vec<Written> {
        secret.sheet.drawn(|count| by_lot(&mut self.generator, count))
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::Hex;

    #[test]
    fn a_list_that_somebody_still_looks_at_is_left_as_it_is() {
        let mut player = RandomPlayer::new(1);
        let hexes = [0, 1, 2].map(|q| Value::Hex(Hex::new(q, 0)));
        let kept = player.way_to(hexes[0].clone());
        for hex in &hexes[1..] {
            assert_eq!(player.way_to(hex.clone()), Value::list([hex.clone()]));
        }
        assert_eq!(kept, Value::list([hexes[0].clone()]));
    }
}
