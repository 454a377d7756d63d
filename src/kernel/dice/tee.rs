//! Keeps every answer with what it answered, for journals, explanations and statistics.

use crate::kernel::door::{Answer, Answers, Ask, Stop};

/// Passes what is asked on to another source and keeps the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tee<A> {
    /// The source that answers.
    pub inner: A,
    log: Vec<(Ask, Answer)>,
}

impl<A> Tee<A> {
    /// Keeps what `inner` answers from now on.
    pub fn new(inner: A) -> Self {
        Tee { inner, log: Vec::new() }
    }

    /// What was answered, in order. What stopped a rule is not among it.
    pub fn log(&self) -> &[(Ask, Answer)] {
        &self.log
    }
}

impl<A: Answers> Answers for Tee<A> {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let answer = self.inner.answer(ask)?;
        self.log.push((ask.clone(), answer.clone()));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::samples;
    use super::super::{Recorded, Seeded};
    use super::*;

    #[test]
    fn what_a_tee_kept_replays_the_same() {
        let asks = [samples::dice(2, 6), samples::dice(1, 20), samples::dice(5, 10)];
        let mut tee = Tee::new(Seeded::new(9));
        let first: Vec<_> = asks.iter().map(|ask| tee.answer(ask).unwrap()).collect();
        assert!(tee.answer(&samples::choice(2)).is_err());
        let log = tee.log().to_vec();
        assert!(log.iter().map(|(ask, _)| ask).eq(&asks));
        let mut replay = Recorded::new(log.into_iter().map(|(_, answer)| answer).collect());
        assert_eq!(first, asks.iter().map(|ask| replay.answer(ask).unwrap()).collect::<Vec<_>>());
    }
}
