//! What may follow a line that is begun, with the mistakes of the rules that list it.

use super::words::match_beginnings;
use super::{Candidate, Session, Trouble};
use crate::data::{CommandLine, Part, Verb};
use crate::kernel::value::Value;

/// What may follow a line that is begun.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Following {
    /// What may stand next; several where parts of the form are optional, or a list may go on.
    pub next: Vec<Slot>,
    /// Whether the line may also end there.
    pub may_end: bool,
}

/// A place in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// What belongs there, as forms write it: `<where: hex>`, `on`.
    pub form: String,
    /// What may stand there by the pack's own list, else all of the kind. Nothing for what is listed nowhere: words of the form, and
    /// numbers and texts without a list of the pack.
    pub listed: Option<Vec<Candidate>>,
}

impl Session {
    /// What may follow a line of the game that is begun. Nothing is changed.
    ///
    /// # Errors
    /// E0701, E0706 and E0702 for a line that no command of the phase begins with, what is wrong with its words, a mistake in a
    /// rule that lists, and E0404 where it lists things of another kind.
    pub fn following(&mut self, text: &str, line: &CommandLine) -> Result<Following, Trouble> {
        let verb = self.verb_now(text, line)?.clone();
        let ways = match_beginnings(&verb, line, self.names()).map_err(|m| Trouble::of_line(text, m))?;
        let mut following = Following::default();
        for (parts, values) in ways {
            // A list of things may go on with more of them.
            if let Some((part @ Part::Param { kind, .. }, (Value::List(given), before))) =
                verb.form[..parts].last().zip(values.split_last())
                && kind.is_many()
            {
                let mut slot = self.slot(&verb, part, before)?;
                let given: Vec<Candidate> = given.iter().map(|value| self.candidate(value)).collect();
                slot.listed.iter_mut().for_each(|listed| listed.retain(|one| !given.contains(one)));
                following.next.push(slot);
            }
            match verb.form.get(parts) {
                Some(part) => following.next.push(self.slot(&verb, part, &values)?),
                None => following.may_end = true,
            }
        }
        Ok(following)
    }

    fn slot(&mut self, verb: &Verb, part: &Part, before: &[Value]) -> Result<Slot, Trouble> {
        match part {
            Part::Word(alternatives) => Ok(Slot { form: alternatives.join("|"), listed: None }),
            Part::Param { name, kind, .. } => {
                let listed = self.listed(verb, name, *kind, before);
                let listed = listed.map_err(|why| Trouble::of_failure(why, &self.now.loaded.sources))?;
                let listed = listed.iter().filter(|value| **value != Value::Nothing);
                let listed: Vec<Candidate> = listed.map(|value| self.candidate(value)).collect();
                let is_listed = !listed.is_empty() || verb.choices.contains_key(name);
                Ok(Slot { form: format!("<{name}: {}>", kind.word()), listed: is_listed.then_some(listed) })
            }
        }
    }
}
