//! Answers from a recording: replay.

use super::asked::asked;
use crate::kernel::door::{Answer, Answers, Ask, Stop};

/// Gives the answers of a recording, in order, each checked against what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    answers: Vec<Answer>,
    used: usize,
}

impl Recorded {
    /// A recording, from its first answer.
    pub fn new(answers: Vec<Answer>) -> Self {
        Recorded { answers, used: 0 }
    }

    /// The answers that nothing has asked for yet. After a faithful replay there are none.
    pub fn left(&self) -> &[Answer] {
        &self.answers[self.used..]
    }
}

impl Answers for Recorded {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let number = self.used + 1;
        let Some(answer) = self.answers.get(self.used) else {
            return Err(Stop::Missing(format!(
                "{} is asked, and answer {number} is not recorded",
                asked(ask)
            )));
        };
        if let Some(why) = answer.given.misfit(ask) {
            return Err(Stop::Misfit(format!(
                "{} is asked, and recorded answer {number} does not fit: {why}",
                asked(ask)
            )));
        }
        self.used = number;
        Ok(answer.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::samples;
    use super::*;
    use crate::kernel::door::{By, Given};

    fn recorded(given: Given) -> Answer {
        Answer { given, by: By::Forced }
    }

    #[test]
    fn a_recording_answers_in_order_and_names_what_is_missing() {
        let answers = vec![recorded(Given::Dice(vec![3, 5])), recorded(Given::Chosen(1))];
        let mut replay = Recorded::new(answers.clone());
        assert_eq!(replay.answer(&samples::dice(2, 6)), Ok(answers[0].clone()));
        assert_eq!(replay.left(), &answers[1..]);
        assert_eq!(replay.answer(&samples::choice(2)), Ok(answers[1].clone()));
        let stop = replay.answer(&samples::dice(1, 6)).unwrap_err();
        assert_eq!(
            stop,
            Stop::Missing("1d6 for attack on t3 is asked, and answer 3 is not recorded".to_owned())
        );
    }

    #[test]
    fn an_answer_that_does_not_fit_is_refused_and_kept() {
        let mut replay = Recorded::new(vec![recorded(Given::Dice(vec![7]))]);
        let stop = replay.answer(&samples::dice(1, 6)).unwrap_err();
        assert!(matches!(&stop, Stop::Misfit(why) if why.ends_with("a d6 has no 7")), "{stop}");
        assert_eq!(replay.left().len(), 1);
        assert!(replay.answer(&samples::dice(1, 8)).is_ok());
    }
}
