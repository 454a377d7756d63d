//! Sheets filled in beforehand, where it is asked what a command comes to once all have decided in secret.

use std::cell::{Cell, RefCell};

use super::{Secrets, Written};

/// The answers to the one decision in secret of a command.
#[derive(Debug, Default)]
pub struct GivenSheets {
    /// A sheet for each side that is asked; none where all take the first way to fill theirs in.
    written: RefCell<Option<Vec<Vec<Written>>>>,
    /// What was asked since answers were given, the same in all ways.
    asked: RefCell<Option<Secrets>>,
    /// Whether the way that is gone has asked.
    has_asked: Cell<bool>,
}

impl GivenSheets {
    /// From now on these answers are given.
    pub fn give(&self, written: Option<Vec<Vec<Written>>>) {
        *self.written.borrow_mut() = written;
        *self.asked.borrow_mut() = None;
    }

    /// What was asked since.
    pub fn asked(&self) -> Option<Secrets> {
        self.asked.borrow().clone()
    }

    /// A way begins.
    pub fn begin(&self) {
        self.has_asked.set(false);
    }

    /// Whether it has.
    pub fn has_asked(&self) -> bool {
        self.has_asked.get()
    }

    /// What is written on these sheets; `is_certain` where nothing has been left to chance before.
    ///
    /// # Errors
    /// Why answers that were given beforehand do not do.
    pub fn write(&self, secrets: &Secrets, is_certain: bool) -> Result<Vec<Vec<Written>>, &'static str> {
        let given = self.written.borrow();
        let Some(written) = &*given else {
            self.asked.borrow_mut().get_or_insert_with(|| secrets.clone());
            return Ok(secrets.first());
        };
        if self.has_asked.replace(true) {
            return Err("its sides decide in secret more than once");
        }
        if !is_certain {
            return Err("dice fall before its sides decide in secret");
        }
        let mut asked = self.asked.borrow_mut();
        if asked.get_or_insert_with(|| secrets.clone()).of != secrets.of {
            return Err("what its sides decide in secret is not always the same");
        }
        let mut pairs = secrets.of.iter().zip(written);
        let fits = secrets.of.len() == written.len()
            && pairs.all(|(secret, written)| secret.sheet.misfit(written).is_none());
        if fits { Ok(written.clone()) } else { Err("what its sides may write down is not always the same") }
    }
}
