//! Commands that are only supposed: what may come of one that follows them. Seals that they make have nothing under them.

use std::cell::RefCell;
use std::rc::Rc;

use super::chances::Asking;
use super::procedure::{self, Runs};
use super::words::LineMistake;
use super::{Session, Trouble};
use crate::data::{CommandLine, parse_line};
use crate::diagnostic::Code;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::pack::Loaded;
use crate::rules::{Door, Failure, RuleCall};

impl Session {
    /// A command whose odds are to be asked as it would stand behind others, which the rules have to allow as well. Nothing is
    /// carried out. The others must not throw dice nor reveal anything: what came of that would have to be known.
    ///
    /// # Errors
    /// As for [`Session::asking`].
    pub fn asking_behind(
        &mut self,
        before: &[&str],
        text: &str,
        line: &CommandLine,
    ) -> Result<Asking, Trouble> {
        let kept = self.now.state.clone();
        let supposed = before.iter().try_for_each(|command| self.suppose(command));
        let asking = supposed.and_then(|()| self.asking(text, line));
        self.now.state = kept;
        asking
    }

    fn suppose(&mut self, text: &str) -> Result<(), Trouble> {
        let line = parse_line(text).map_err(|error| {
            Trouble::of_line(text, LineMistake::new(Code::USAGE, error.message.clone(), 0..text.len()))
        })?;
        let asking = self.asking(text, &line)?;
        let loaded = self.now.loaded.clone();
        let door: Door = Rc::new(RefCell::new(Supposed(asking.line.clone())));
        let mut runs = Supposing { loaded: &loaded, state: &mut self.now.state, door };
        procedure::carry_out(&mut runs, &loaded.data, Some(&asking.rule), &asking.arguments)
            .map_err(|failure| Trouble::of_failure(failure, &loaded.sources))?;
        self.now.state.commit();
        Ok(())
    }
}

/// Answers while a command is supposed, of which this is the line.
struct Supposed(String);

impl Answers for Supposed {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let by = By::Policy("supposed".into());
        let known = |what: &str| {
            Stop::Missing(format!("`{}` {what}: what stands behind it cannot be supposed before", self.0))
        };
        match ask {
            Ask::Roll(_) => Err(known("throws dice")),
            Ask::Decide(_) => Err(known("reveals what was secret")),
            Ask::Choose(_) => Ok(Answer { given: Given::Chosen(0), by }),
            Ask::Seal(secrets) => Ok(Answer { given: Given::supposed(secrets, &by), by }),
        }
    }
}

struct Supposing<'a> {
    loaded: &'a Loaded,
    state: &'a mut State,
    door: Door,
}

impl Runs for Supposing<'_> {
    fn run(&mut self, RuleCall { rule, arguments, looking }: RuleCall<'_>) -> Result<Value, Failure> {
        let door = self.door.clone();
        let run = self.loaded.rules.call(self.state, door, rule, arguments, looking)?;
        Ok(run.value)
    }

    fn state(&mut self) -> &mut State {
        self.state
    }
}
