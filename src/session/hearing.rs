//! What players hear before they are asked: what the rule has said, and what sides have revealed. The result of a command
//! tells only what they have not heard yet.

use super::door::CommandDoor;

/// Something that the players have not heard yet.
#[derive(Debug)]
enum Unheard {
    /// A rule has said it.
    Said(String),
    /// A side had decided it in secret.
    Revealed(String),
}

/// What the rules of a command have told.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    unheard: Vec<Unheard>,
    /// How many lines rules have said in this run.
    said: usize,
    /// How many of them the players have heard, in this run or in one before a step back.
    heard: usize,
}

impl Hearing {
    /// A rule has said a line. In a run after a step back it may have been heard before.
    pub(super) fn says(&mut self, text: &str) {
        self.said += 1;
        if self.said > self.heard {
            self.unheard.push(Unheard::Said(text.to_owned()));
        }
    }

    /// Sides have revealed what they had decided in secret.
    pub(super) fn reveals(&mut self, told: impl IntoIterator<Item = String>) {
        self.unheard.extend(told.into_iter().map(Unheard::Revealed));
    }

    /// Whether all that was revealed was heard.
    pub(super) fn has_told_reveals(&self) -> bool {
        !self.unheard.iter().any(|unheard| matches!(unheard, Unheard::Revealed(_)))
    }

    /// How many lines rules have said in this run.
    pub(super) fn said(&self) -> usize {
        self.said
    }

    /// How many lines of the result the players have heard.
    pub(super) fn heard(&self) -> usize {
        self.heard
    }

    /// The command is run again from its beginning, and is the same for so many lines.
    pub(super) fn again(&mut self, lines: usize) {
        *self = Hearing { heard: self.heard.min(lines), ..Hearing::default() };
    }
}

impl CommandDoor {
    /// Tells what was not heard yet, before anything else is asked.
    pub(super) fn tell_unheard(&mut self) {
        for unheard in std::mem::take(&mut self.hearing.unheard) {
            let mut asker = self.asker.borrow_mut();
            match unheard {
                Unheard::Said(text) => self.hearing.heard += usize::from(asker.hears(&text)),
                Unheard::Revealed(text) => asker.note(&text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_step_back_only_what_may_be_new_is_told() {
        let mut hearing = Hearing::default();
        ["one", "two", "three"].into_iter().for_each(|line| hearing.says(line));
        assert_eq!((hearing.said(), hearing.unheard.len()), (3, 3));
        hearing.unheard.clear();
        hearing.heard = 3;
        // Two lines were said when the question was asked that is asked again.
        hearing.again(2);
        ["one", "two", "other"].into_iter().for_each(|line| hearing.says(line));
        assert!(matches!(&hearing.unheard[..], [Unheard::Said(line)] if line == "other"));
        assert_eq!(hearing.heard(), 2);
    }

    #[test]
    fn lines_of_rules_are_no_reveals() {
        let mut hearing = Hearing::default();
        hearing.says("one");
        assert!(hearing.has_told_reveals());
        hearing.reveals(["revealed: Red: 3".to_owned()]);
        assert!(!hearing.has_told_reveals());
    }
}
