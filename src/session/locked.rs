//! Help that the rules have locked: the program then neither measures nor reckons nor draws for the players. Commands of
//! the game are free of it.

use super::{Session, Trouble};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Failure, Run, Trace};

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

    /// What runs beside the game's commands while help is locked is recorded, so that it can be seen what it read.
    pub fn record_under_lock(&self) {
        if self.state().help_lock().is_some() {
            self.now.loaded.rules.set_recording(true);
        }
    }

    /// What a run beside the game's commands came to, which is told while help is locked only where it does not measure.
    ///
    /// # Errors
    /// E0710 with the reason that the rules gave; what the run failed with.
    pub fn told_under_lock(&self, what: &str, run: Result<Run, Failure>) -> Result<Run, Trouble> {
        match run {
            Ok(run) => {
                self.check_tells_no_places(what, &run.trace)?;
                Ok(run)
            }
            Err(failure) => {
                self.check_fails_without_places(what, &failure)?;
                Err(Trouble::of_failure(failure, &self.now.loaded.sources))
            }
        }
    }

    /// That a run may be told now: anything but where something is.
    pub(super) fn check_tells_no_places(&self, what: &str, trace: &Trace) -> Result<(), Trouble> {
        match trace.tells_places() {
            true => self.check_help_is_open(&format!("{what} measures")),
            false => Ok(()),
        }
    }

    /// The same for what broke off: what it has to say, and that it broke off at all, may be what it measured.
    pub(super) fn check_fails_without_places(&self, what: &str, failure: &Failure) -> Result<(), Trouble> {
        match failure {
            Failure::Refused(refusal) => self.check_tells_no_places(what, &refusal.trace),
            // It was never run.
            Failure::Broken(told) if told.code == Code::BAD_EXPRESSION => Ok(()),
            Failure::Broken(_) | Failure::Stopped(_) => {
                self.check_help_is_open(&format!("{what} may measure"))
            }
        }
    }
}
