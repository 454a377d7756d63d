//! Dice from the generator.

use super::asked::asked;
use super::generator::Generator;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};

/// Answers rolls from the generator. It decides nothing: a choice is left to a player or bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeded {
    /// The generator, open so that a session can put it back to where it stood.
    pub generator: Generator,
}

impl Seeded {
    /// Dice of a seed, from its first one.
    pub fn new(seed: u64) -> Self {
        Seeded { generator: Generator::new(seed) }
    }
}

impl Answers for Seeded {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let Ask::Roll(roll) = ask else {
            return Err(Stop::Missing(format!("{} is asked, and the dice do not decide", asked(ask))));
        };
        let by = By::Auto(self.generator.thrown());
        let faces = (0..roll.count).map(|_| self.generator.die(roll.sides)).collect();
        Ok(Answer { given: Given::Dice(faces), by })
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::samples;
    use super::*;

    #[test]
    fn a_roll_says_how_many_dice_went_before() {
        let mut dice = Seeded::new(42);
        let first = dice.answer(&samples::dice(2, 6)).unwrap();
        let second = dice.answer(&samples::dice(3, 6)).unwrap();
        assert_eq!(first, Answer { given: Given::Dice(vec![2, 5]), by: By::Auto(0) });
        assert_eq!(second, Answer { given: Given::Dice(vec![1, 6, 5]), by: By::Auto(2) });
        assert_eq!(second.given.misfit(&samples::dice(3, 6)), None);
    }

    #[test]
    fn a_choice_is_left_to_others() {
        let stop = Seeded::new(1).answer(&samples::choice(2)).unwrap_err();
        assert_eq!(stop.to_string(), "a decision (which way?) is asked, and the dice do not decide");
    }
}
