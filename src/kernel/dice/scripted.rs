//! Dice given beforehand with a command: `attack tank inf --dice 3,2`.

use super::asked::asked;
use super::text::printed_face;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop, dice};

/// Dice given beforehand, used in order over as many rolls as there are. A choice is left to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scripted {
    faces: Vec<u32>,
    used: usize,
    by: By,
}

impl Scripted {
    /// Faces in the order in which they will be asked for, and who gave them. 0 is read as 10 on a d10 and as 100
    /// on a d100, as the dice are printed.
    pub fn new(faces: Vec<u32>, by: By) -> Self {
        Scripted { faces, used: 0, by }
    }

    /// The dice that no roll has used.
    pub fn left(&self) -> &[u32] {
        &self.faces[self.used..]
    }
}

impl Answers for Scripted {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let Ask::Roll(roll) = ask else {
            return Err(Stop::Missing(format!("{} is asked, and only dice are given", asked(ask))));
        };
        let Some(faces) = self.left().get(..roll.count as usize) else {
            let left = match self.left().len() {
                0 => "no die is left".to_owned(),
                1 => "only 1 die is left".to_owned(),
                n => format!("only {n} dice are left"),
            };
            return Err(Stop::Missing(format!(
                "{} is asked, and {left} of the {} given",
                asked(ask),
                self.faces.len()
            )));
        };
        let given = Given::Dice(faces.iter().map(|&face| printed_face(face, roll.sides)).collect());
        if let Some(why) = given.misfit(ask) {
            let place = self.used + 1;
            let asked = dice(roll.count, roll.sides);
            return Err(Stop::Misfit(format!("{why} ({asked} from the die at place {place} on)")));
        }
        self.used += roll.count as usize;
        Ok(Answer { given, by: self.by.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::samples;
    use super::*;

    fn scripted(faces: &[u32]) -> Scripted {
        Scripted::new(faces.to_vec(), By::Entered(None))
    }

    #[test]
    fn dice_are_used_in_order_over_several_rolls() {
        let mut dice = scripted(&[3, 2, 6, 0]);
        assert_eq!(dice.answer(&samples::dice(2, 6)).unwrap().given, Given::Dice(vec![3, 2]));
        assert_eq!(dice.left(), [6, 0]);
        assert_eq!(dice.answer(&samples::dice(2, 10)).unwrap().given, Given::Dice(vec![6, 10]));
        assert!(dice.left().is_empty());
    }

    #[test]
    fn too_few_or_wrong_dice_are_named_and_nothing_is_used() {
        let mut dice = scripted(&[7]);
        let stop = dice.answer(&samples::dice(2, 6)).unwrap_err();
        assert_eq!(stop.to_string(), "2d6 for attack on t3 is asked, and only 1 die is left of the 1 given");
        let stop = dice.answer(&samples::dice(1, 6)).unwrap_err();
        assert_eq!(stop.to_string(), "a d6 has no 7 (1d6 from the die at place 1 on)");
        assert!(matches!(dice.answer(&samples::choice(2)), Err(Stop::Missing(_))));
        assert_eq!(dice.left(), [7]);
    }
}
