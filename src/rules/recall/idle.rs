//! Parameters at which a rule does not look any more where texts were left out of it: what is handed on for them need not be worked out.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::untold::{is_gone, replaced};
use crate::rules::lexing::{CallText, calls_of, closing, cut_behind_blocks, is_word, skip};
use crate::rules::ruleset::Ruleset;

/// By the name of a rule and how many parameters it has, those that nobody looks at, a bit each.
#[derive(Debug, Default)]
pub(super) struct Idle<'t>(FxHashMap<(&'t str, usize), u32>);

impl<'t> Idle<'t> {
    /// The idle parameters of all rules. `texts` are the functions of a name as they stand and as they are made; rules of one name
    /// are taken for one.
    pub(super) fn of(texts: &'t [(&'t str, String)]) -> Idle<'t> {
        let mut idle = Idle::default();
        for (text, made) in texts.iter().filter(|(text, made)| text != made) {
            if let (Some(before), Some(after)) = (Head::of(text), Head::of(made)) {
                let unused = after.unused();
                if unused != 0 {
                    idle.0.insert((before.name, before.parameters.len()), unused);
                }
            }
        }
        if !idle.0.is_empty() {
            for (text, made) in texts {
                if let (Some(before), Some(after)) = (Head::of(text), Head::of(made))
                    && let Some(unused) = idle.0.get_mut(&(before.name, before.parameters.len()))
                {
                    *unused &= after.unused();
                }
            }
        }
        idle
    }

    /// A text of rules that hands nothing on for idle parameters, unless working it out has an effect.
    pub(super) fn left_out(&self, text: &str, is_quiet: &dyn Fn(&str) -> bool) -> String {
        if !self.0.keys().any(|(name, _)| text.contains(name)) {
            return text.to_owned();
        }
        // What stands behind the name of the function itself are no arguments.
        let from = Head::of(text).map_or(0, |head| text.len() - head.body.len());
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        for call in calls_of(text).into_iter().filter(|call| call.at >= from) {
            if !is_gone(&call, &changes) {
                let idle = self.arguments(&call, text).into_iter().filter(|own| is_quiet(&text[own.clone()]));
                changes.extend(idle.map(|own| (own, "()".to_owned())));
            }
        }
        replaced(text, changes)
    }

    /// The arguments of a call that are for idle parameters.
    fn arguments(&self, call: &CallText<'_>, text: &str) -> Vec<Range<usize>> {
        if call.is_method || !self.0.keys().any(|(name, _)| *name == call.name) {
            return Vec::new();
        }
        let arguments = call.arguments(text);
        let Some(unused) = self.0.get(&(call.name, arguments.len())) else { return Vec::new() };
        arguments
            .into_iter()
            .enumerate()
            .filter(|(at, _)| unused >> at & 1 == 1)
            .map(|(_, own)| own)
            .collect()
    }
}

/// The texts of all functions, one by one.
pub(super) fn functions(rules: &Ruleset) -> impl Iterator<Item = &str> {
    let rule_texts = rules.texts().iter().filter(|linked| linked.around.is_none());
    let texts = rule_texts.map(|linked| rules.sources().text(linked.span));
    texts.flat_map(cut_behind_blocks)
}

/// The name of the function that a text defines.
pub(super) fn name_of(text: &str) -> Option<&str> {
    Head::of(text).map(|head| head.name)
}

/// A function as its text has it.
struct Head<'t> {
    name: &'t str,
    parameters: Vec<&'t str>,
    body: &'t str,
}

impl<'t> Head<'t> {
    /// The function that a text defines, if it defines one.
    fn of(text: &'t str) -> Option<Head<'t>> {
        let mut words = Words { text, at: 0 };
        words.find(|(_, word)| *word == "fn")?;
        let (at, name) = words.next()?;
        let open = at + name.len() + text[at + name.len()..].find('(')?;
        let close = closing(text, open)?;
        let parameters: Vec<&str> = Words { text: &text[..close], at: open }.map(|(_, word)| word).collect();
        (parameters.len() <= 32).then_some(Head { name, parameters, body: &text[close..] })
    }

    /// The parameters, a bit each, that are not named in the body, not even in a text: another text may be put into it.
    fn unused(&self) -> u32 {
        let is_named = |name: &str| {
            let mut found = self.body.match_indices(name);
            found.any(|(at, _)| {
                let (before, after) = (&self.body.as_bytes()[..at], &self.body.as_bytes()[at + name.len()..]);
                !before.last().is_some_and(|b| is_word(*b)) && !after.first().is_some_and(|b| is_word(*b))
            })
        };
        let unused = self.parameters.iter().enumerate().filter(|(_, name)| !is_named(name));
        unused.fold(0, |unused, (at, _)| unused | 1 << at)
    }
}

/// The words of a text with where they begin, without comments and quoted texts.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let from = self.at;
            if is_word(bytes[from]) {
                let word = bytes[from..].iter().take_while(|byte| is_word(**byte)).count();
                self.at += word;
                return Some((from, &self.text[from..self.at]));
            }
            self.at = skip(self.text, from);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_idle_where_no_rule_of_its_name_looks_at_it() {
        let made = |text: &'static str, made: &str| (text, made.to_owned());
        let texts = [
            made("/// fn no(x)\nfn told(a, who) { say(who); a }", "/// fn no(x)\nfn told(a, who) { ; a }"),
            made("fn told(a, who, b) { a + b }", "fn told(a, who, b) { a + b }"),
            made("fn both(who) { say(who) }", "fn both(who) { }"),
            made("private fn both(who) { who }", "private fn both(who) { who }"),
            made("fn put(who) { say(who); `${who}` }", "fn put(who) { ; `${who}` }"),
            made("fn near(who) { say(who); whose }", "fn near(who) { ; whose }"),
        ];
        let idle = Idle::of(&texts);
        let mut known: Vec<_> = idle.0.iter().filter(|(_, unused)| **unused != 0).collect();
        known.sort();
        assert_eq!(known, [(&("near", 1), &1), (&("told", 2), &0b10)]);
        let text = "told(told(1, x), list_of(x, told(2, y))) + x.told(z) + told(1, 2, 3) + near(me)";
        let left = "told(told(1,()),()) + x.told(z) + told(1, 2, 3) + near(())";
        assert_eq!(idle.left_out(text, &|_| true), left);
        assert_eq!(idle.left_out(text, &|_| false), text);
        assert_eq!(idle.left_out("fn near(who) { near(who) }", &|_| true), "fn near(who) { near(()) }");
    }
}
