//! Texts that were compiled before: a pack is loaded again and again, with other scenarios and house files, and most of its texts
//! stay what they are.
//!
//! What a text is compiled to hangs on nothing but the text with its place and on how names are read in it, since every engine is
//! made alike and nothing is folded (`engine.rs`).

use std::cell::RefCell;

use rhai::{Position, ScriptFuncDef, Shared};
use rustc_hash::FxHashMap;

use super::mapper::{Found, Names};
use super::receivers::Put;

/// A thread keeps texts of so many bytes; when there are more, all are forgotten.
const MOST_BYTES: usize = 4 << 20;

/// A call in a script.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) arguments: usize,
    pub(super) at: Position,
    /// It stands behind a point. What is before that is one argument more, or a map that holds what is called.
    pub(super) is_method: bool,
}

/// A compiled text.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    /// Its functions in the order of the text.
    pub(super) functions: Vec<Shared<ScriptFuncDef>>,
    /// Every call in it.
    pub(super) calls: Vec<Call>,
    /// What the token mapper saw.
    pub(super) found: Found,
    /// What was put into its lines first, by line.
    pub(super) put: Vec<(u32, Vec<Put>)>,
}

/// What is compiled: a text at its place in the line space of a stack, and how its names are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Placed {
    pub(super) text: String,
    pub(super) names: Names,
}

#[derive(Default)]
struct Kept {
    texts: FxHashMap<Placed, Compiled>,
    bytes: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

impl Placed {
    /// What it was compiled to before, in this thread.
    pub(super) fn known(&self) -> Option<Compiled> {
        KEPT.with_borrow(|kept| kept.texts.get(self).cloned())
    }

    /// Keeps what it is compiled to.
    pub(super) fn keep(self, compiled: &Compiled) {
        let bytes = self.text.len();
        // What is forgotten is dropped when nothing is lent any more.
        let forgotten = KEPT.with_borrow_mut(|kept| {
            let forgotten = (kept.bytes + bytes > MOST_BYTES).then(|| std::mem::take(kept));
            kept.bytes += bytes;
            kept.texts.insert(self, compiled.clone());
            forgotten
        });
        drop(forgotten);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str) -> Placed {
        Placed { text: text.to_owned(), names: Names::default() }
    }

    fn nothing() -> Compiled {
        Compiled { functions: Vec::new(), calls: Vec::new(), found: Found::default(), put: Vec::new() }
    }

    #[test]
    fn a_text_is_known_by_its_place_and_its_names_until_there_are_too_many() {
        placed("\nfn a() { 1 }").keep(&nothing());
        assert!(placed("\nfn a() { 1 }").known().is_some());
        assert!(placed("\n\nfn a() { 1 }").known().is_none());
        let names = Names { mark: "in_L1".to_owned(), ..Names::default() };
        assert!(Placed { names, ..placed("\nfn a() { 1 }") }.known().is_none());
        placed(&" ".repeat(MOST_BYTES)).keep(&nothing());
        assert!(placed("\nfn a() { 1 }").known().is_none());
    }
}
