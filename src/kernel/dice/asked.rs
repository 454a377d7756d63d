//! What is asked, in the words of messages.

use crate::kernel::door::{Ask, dice};
use crate::kernel::secret::Secrets;

/// `2d6 for attack on t3`, or `a decision (which way?)`.
pub(super) fn asked(ask: &Ask) -> String {
    match ask {
        Ask::Roll(roll) if roll.purpose.is_empty() => dice(roll.count, roll.sides),
        Ask::Roll(roll) => format!("{} for {}", dice(roll.count, roll.sides), roll.purpose),
        Ask::Choose(choice) => format!("a decision ({})", choice.question),
        Ask::Decide(secrets) => format!("decisions in secret ({})", questions(secrets)),
        Ask::Seal(secrets) => format!("decisions under seal ({})", questions(secrets)),
    }
}

fn questions(secrets: &Secrets) -> String {
    secrets.of.iter().map(|s| &*s.question).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
pub(super) mod samples {
    //! Requests for the tests of the sources.

    use crate::kernel::door::{Ask, Choice, Roll};
    use crate::kernel::value::Value;

    /// Dice for an attack.
    pub fn roll(count: u32, sides: u32) -> Roll {
        Roll {
            count,
            sides,
            kind: "attack".into(),
            side: None,
            purpose: "attack on t3".into(),
            one_by_one: None,
            asked_at: None,
        }
    }

    /// The same as a request.
    pub fn dice(count: u32, sides: u32) -> Ask {
        Ask::Roll(roll(count, sides))
    }

    /// A decision among the numbers below `options`.
    pub fn choice(options: i64) -> Ask {
        Ask::Choose(Choice {
            question: "which way?".into(),
            side: None,
            options: (0..options).map(Value::Int).collect(),
            asked_at: None,
        })
    }
}
