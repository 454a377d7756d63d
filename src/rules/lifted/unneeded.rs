//! Deeds that have no part in what a command comes to, left out where only outcomes are asked for.
//!
//! A command may throw many dice for what follows from its outcome: it has scored two hits, and now the hits do their
//! damage. Where that damage can name no outcome, can refuse nothing and is decided by nobody in secret, the odds of the hits do not
//! hang on it. So a statement that only calls such a rule, handing it values alone, is passed over, with all its dice. What it would have changed is
//! not known then: if the run reads anything of the state afterwards, all ways are gone anew and that rule is carried
//! out. Nothing is declared for this, and a rule that is overridden so that it does name an outcome is carried out again.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use rhai::{Array, Dynamic};

use super::arena::Chance;
use crate::rules::calls::{FunctionNames, WAY_OF_HEXES, called};
use crate::rules::convert::{Ground, lasting};
use crate::rules::ruleset::Ruleset;

/// Tells whether a call can be passed over now; put before it where it is a statement.
pub(super) const UNNEEDED: &str = "unneeded__";

/// What makes a difference to the odds, wherever it is called.
const COUNTS: [&str; 7] =
    ["outcome", "refuse", "require", "decide_in_secret", "seal_in_secret", "open_sealed", WAY_OF_HEXES];

/// What makes it worth while to pass a call over.
const THROWS: [&str; 3] = ["roll", "roll_each", "dice"];

/// The rules that throw dice, and with all they call can do nothing that odds are about.
pub(super) fn without_outcome(rules: &Ruleset) -> FunctionNames {
    let calls = rules.calls();
    let counts = calls.reaching(COUNTS);
    // Expressions of the data are run where attributes are read, and no call shows that.
    if rules.rules().iter().any(|rule| rule.expression && counts.contains(called(&rule.name))) {
        return FunctionNames::default();
    }
    let mut throwing = calls.reaching(THROWS);
    throwing.retain(|name| !counts.contains(name) && !THROWS.contains(&name.as_str()));
    throwing
}

/// Which calls are passed over in a question.
#[derive(Debug, Default)]
pub(super) struct Unneeded {
    /// Only outcomes are asked for.
    on: Cell<bool>,
    /// Those of the way under way.
    passed: RefCell<BTreeSet<String>>,
    /// Those whose effect was read afterwards, in this question.
    needed: RefCell<BTreeSet<String>>,
}

impl Unneeded {
    /// A question begins; whether only outcomes are asked for.
    pub(super) fn ask(&self, only_outcomes: bool) {
        self.on.set(only_outcomes);
        self.needed.borrow_mut().clear();
    }

    /// A way begins.
    pub(super) fn begin(&self) {
        self.passed.borrow_mut().clear();
    }

    /// Whether a call can be passed over: where it is handed nothing but values. A closure may do anything, wherever it was
    /// made, and a tally is its caller's.
    pub(super) fn may_pass(&self, name: &str, arguments: &Array) -> bool {
        self.on.get() && !self.needed.borrow().contains(name) && arguments.iter().all(is_value)
    }

    /// A call is passed over.
    pub(super) fn pass(&self, name: &str) {
        self.passed.borrow_mut().insert(name.to_owned());
    }

    /// The way has read what it left out might have changed.
    pub(super) fn was_needed(&self) {
        self.needed.borrow_mut().append(&mut self.passed.borrow_mut());
    }
}

/// Whether this is a number, open ones too, or else a value without anything behind it.
fn is_value(value: &Dynamic) -> bool {
    if let Ok(items) = value.as_array_ref() {
        return items.iter().all(is_value);
    }
    value.is::<Chance>() || value.is::<Ground>() || lasting(value).is_some()
}
