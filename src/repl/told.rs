//! What the console answers to a line.

use crate::diagnostic::Code;

/// How a line came out, with the exit status that it gives a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// Done.
    #[default]
    Fine,
    /// The rules refused, an `expect` failed, a test or check found something.
    Refused,
    /// The line was not understood.
    Usage,
    /// No answer came to what its rules asked.
    Unanswered,
    /// A pack, a rule or data is wrong.
    Rules,
    /// A file or a journal could not be read or written.
    Files,
    /// A limit stopped it.
    Limit,
    /// Broken off by the player.
    Broken,
    /// Leave.
    Leave,
}

impl Status {
    /// The exit status of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Status::Fine | Status::Leave => 0,
            Status::Refused => 1,
            Status::Usage | Status::Unanswered => 2,
            Status::Rules => 3,
            Status::Files => 4,
            Status::Limit => 5,
            Status::Broken => 130,
        }
    }

    /// The worse of two, as the exit status tells. Whoever is to leave leaves in any case.
    fn worse(self, other: Status) -> Status {
        if self == Status::Leave || other != Status::Leave && self.exit_code() >= other.exit_code() {
            self
        } else {
            other
        }
    }

    /// The status of a mistake.
    pub fn of_code(code: Code) -> Status {
        let number = &code.0[1..];
        match code {
            Code::LIMIT | Code::DICE_LIMIT => Status::Limit,
            Code::EXPECTATION | Code::SNAPSHOT | Code::HOLE | Code::NOT_NOW | Code::PAST_DICE => {
                Status::Refused
            }
            Code::NOTHING_TO_UNDO | Code::HELP_LOCKED => Status::Refused,
            _ if number.starts_with("06") => Status::Files,
            _ if number.starts_with("07") || number.starts_with("09") => Status::Usage,
            _ => Status::Rules,
        }
    }
}

/// The answer to a line: what is shown, and how it came out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// For the standard output; whole lines.
    pub out: String,
    /// For the standard error: mistakes and news; whole lines.
    pub err: String,
    /// How it came out.
    pub status: Status,
}

impl Told {
    /// Text and nothing wrong; a line break is added where there is none.
    pub fn fine(text: impl Into<String>) -> Told {
        let mut out = text.into();
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        Told { out, ..Told::default() }
    }

    /// The same with more behind it. What came out worse counts.
    pub fn and(&mut self, more: Told) {
        self.out.push_str(&more.out);
        self.err.push_str(&more.err);
        self.status = self.status.worse(more.status);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_answers_the_worse_one_counts_whichever_came_first() {
        let after = |statuses: &[Status]| {
            let mut all = Told::default();
            statuses.iter().for_each(|status| all.and(Told { status: *status, ..Told::default() }));
            all.status
        };
        assert_eq!(after(&[]), Status::Fine);
        for (one, other, worse) in [
            (Status::Fine, Status::Refused, Status::Refused),
            (Status::Rules, Status::Refused, Status::Rules),
            (Status::Files, Status::Usage, Status::Files),
            (Status::Broken, Status::Limit, Status::Broken),
            (Status::Leave, Status::Fine, Status::Leave),
            (Status::Leave, Status::Rules, Status::Leave),
        ] {
            assert_eq!(after(&[one, other]), worse);
            assert_eq!(after(&[other, one]), worse);
        }
    }
}
