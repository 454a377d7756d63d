//! Help that the rules have locked: the program then neither measures nor reckons nor draws for the players. Commands of
//! the game are free of it.

use super::{Session, Trouble};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Failure, Trace};

impl Session {
    /// That the program may help the players now. `what` is what it is asked to do: `odds are reckoned`.
    ///
    /// # Errors
    /// E0710 with the reason that the rules gave.
    pub fn check_help_is_open(&self, what: &str) -> Result<(), Trouble> {
        match self.state().help_lock() {
            None => Ok(()),
            Some(reason) => Err(Trouble::plain(
                Diagnostic::error(
                    Code::HELP_LOCKED,
                    format!("not now: {what}, and the rules have locked that"),
                )
                .note(reason.to_string())
                .help("commands of the game are free of it: `now` tells what may be done"),
            )),
        }
    }

    /// The same for an expression that was run: it may tell anything but where something is.
    pub(super) fn check_tells_no_places(&self, trace: &Trace) -> Result<(), Trouble> {
        match trace.reads.iter().any(|(query, _)| query.tells_places()) {
            true => self.check_help_is_open("the expression measures"),
            false => Ok(()),
        }
    }

    /// The same for one that broke off: what it has to say may be what it measured.
    pub(super) fn check_fails_without_places(&self, failure: &Failure) -> Result<(), Trouble> {
        match failure {
            Failure::Refused(refusal) => self.check_tells_no_places(&refusal.trace),
            Failure::Broken(told) if told.code == Code::RULE_FAILED || told.code == Code::BAD_ARGUMENT => {
                self.check_help_is_open("the expression may measure")
            }
            Failure::Broken(_) | Failure::Stopped(_) => Ok(()),
        }
    }
}
