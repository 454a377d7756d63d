//! The sessions of a pack without and with a house rule.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::sessions::{Case, over_threads, played};
use crate::pack::{Library, house_stem};
use crate::report::SessionTold;

/// What came of all sessions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::cli) struct BothWays {
    /// How many were run both ways.
    pub(in crate::cli) run: u64,
    /// Those that come out otherwise.
    pub(in crate::cli) changed: Vec<SessionTold>,
    /// It was broken off.
    pub(in crate::cli) broken_off: bool,
}

/// Runs sessions in memory, without and with house rules. Lines that fail are passed over: what they say is compared, too.
pub(in crate::cli) fn sessions_both_ways(
    library: &Library,
    cases: Vec<Case>,
    house: &[String],
    cancel: &Arc<AtomicBool>,
    goes_on: &mut (dyn FnMut(u64, u64) -> bool + Send),
) -> BothWays {
    let (all, done, goes_on) = (cases.len() as u64, AtomicU64::new(0), Mutex::new(goes_on));
    let results = over_threads(cases, |case| {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let before = transcript(library, &case, &[], cancel);
        let after = transcript(library, &case, &added(&case, house), cancel);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Ok(mut goes_on) = goes_on.lock() {
            goes_on(done, all);
        }
        // What was broken off differs from nothing.
        (!cancel.load(Ordering::Relaxed)).then(|| difference(&case.name, &before, &after))
    });
    let run = results.iter().flatten().count() as u64;
    BothWays { run, broken_off: run < all, changed: results.into_iter().flatten().flatten().collect() }
}

/// The house rules that a session does not have in force by itself.
fn added(case: &Case, house: &[String]) -> Vec<String> {
    let stem = |name: &str| -> String {
        let last = name.rsplit('/').next().unwrap_or(name);
        house_stem(last).unwrap_or(last).to_owned()
    };
    let own: Vec<String> = crate::pack::read_head(&case.text).house.iter().map(|h| stem(h)).collect();
    house.iter().filter(|name| !own.contains(&stem(name))).cloned().collect()
}

fn transcript(library: &Library, case: &Case, house: &[String], cancel: &Arc<AtomicBool>) -> String {
    match played(library, case, house, true, cancel) {
        Ok((text, _)) => text,
        Err(failure) => {
            let first = failure.diagnostics.iter().find(|d| d.is_error());
            format!("it does not begin: {}\n", first.map_or("", |d| &d.title))
        }
    }
}

/// The first line that differs.
fn difference(name: &str, before: &str, after: &str) -> Option<SessionTold> {
    let (mut old, mut new) = (before.lines(), after.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (old.next(), new.next()) {
            (None, None) => return None,
            (old, new) if old == new => {}
            (old, new) => {
                let text = |line: Option<&str>| line.unwrap_or_default().trim().to_owned();
                return Some(SessionTold {
                    name: name.to_owned(),
                    line,
                    before: text(old),
                    after: text(new),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_told_and_nothing_of_what_is_alike() {
        assert_eq!(difference("s", "a\nb\n", "a\nb\n"), None);
        let told = difference("s", "a\n b\nc\n", "a\n d\nc\n").unwrap();
        assert_eq!((told.line, &*told.before, &*told.after), (2, "b", "d"));
        let told = difference("s", "a\n", "a\nb\n").unwrap();
        assert_eq!((told.line, &*told.before, &*told.after), (2, "", "b"));
    }
}
