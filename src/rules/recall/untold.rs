//! Texts that nobody reads, left out of the rules that are recalled: what is only told or shown, the labels and reasons of tallies, what
//! dice are thrown for, the reason of a requirement that is met, and why a search may not go on; then also what is handed on for nothing
//! but such texts. To put them together takes time; and the name of a unit or a hex in one of them would make a rule look which that is
//! where nothing else hangs on it. A text that calls anything with an effect stays.

use std::ops::Range;

use rhai::{AST, Engine};
use rustc_hash::FxHashMap;

use super::idle::{Idle, functions, name_of};
use crate::rules::anew::changed;
use crate::rules::calls::FunctionNames;
use crate::rules::effects::Quiet;
use crate::rules::lexing::{CallText, calls_of, drops_answer, skip};
use crate::rules::mapper::Mapper;
use crate::rules::ruleset::Ruleset;

/// A function with the number of its arguments, and which of these are only read by people.
type Told = (&'static str, usize, &'static [usize]);

/// Methods of tallies.
const REASONS: [Told; 3] = [("add", 2, &[1]), ("when", 3, &[2]), ("skip", 2, &[0, 1])];

/// Primitives.
const LABELS: [Told; 3] = [("tally", 1, &[0]), ("roll", 5, &[4]), ("roll_each", 5, &[4])];

/// Primitives that refuse.
const REFUSALS: [Told; 2] = [("refuse", 1, &[0]), ("require", 2, &[1])];

/// Searches of the map with the number of their arguments, of which the last is what each step costs.
const SEARCHES: [(&str, usize); 2] = [("reach", 4), ("way", 5)];

/// Stands for the reason for which a step of a search is refused: most searches pass such a step over, and nobody asks why. Who is to be
/// told it asks the plain engine.
pub(super) const UNTOLD: &str = "⟨untold⟩";

/// The linked scripts without such texts; as they are where something looks at them, or where they do not compile.
pub(super) fn without_texts(rules: &Ruleset, engine: &Engine, mapper: &Mapper) -> AST {
    let quiet = Quiet::new(rules);
    let tells = |name: &str, is_answer_dropped| quiet.only_tells(name, is_answer_dropped);
    let is_quiet = |text: &str| quiet.is_quiet(text);
    let made = match &rules.stack().probe {
        None => {
            let is_held = |name: &str| rules.calls().held().contains(name);
            let texts: Vec<&str> = functions(rules).collect();
            let costs = cost_rules(rules, &texts);
            let is_cost = |name: &str| costs.contains(name);
            let leave_out = |text| (text, left_out(text, &is_cost, &is_quiet, &tells, &is_held));
            let texts: Vec<(&str, String)> = texts.into_iter().map(leave_out).collect();
            let idle = Idle::of(&texts);
            let known: FxHashMap<&str, &String> = texts.iter().map(|(text, made)| (*text, made)).collect();
            let leave_out = |text: &str| {
                known.get(text).map_or_else(|| text.to_owned(), |made| idle.left_out(made, &is_quiet))
            };
            changed(rules, engine, mapper, &leave_out)
        }
        Some(_) => None,
    };
    made.unwrap_or_else(|| rules.ast().clone())
}

/// The names of all that searches may call to learn what a step costs. `texts` are the functions.
fn cost_rules(rules: &Ruleset, texts: &[&str]) -> FunctionNames {
    let searching =
        texts.iter().filter(|text| SEARCHES.iter().any(|(name, _)| text.contains(&format!("{name}("))));
    let asked = searching.flat_map(|text| {
        let calls = calls_of(text);
        let costs: Vec<Range<usize>> = calls.iter().filter_map(|call| cost_of_step(call, text)).collect();
        let is_asked = move |call: &CallText<'_>| costs.iter().any(|cost| cost.contains(&call.at));
        calls.into_iter().filter(is_asked).map(|call| call.name)
    });
    rules.calls().reached(asked)
}

/// What each step costs, of the call of a search.
fn cost_of_step(call: &CallText<'_>, text: &str) -> Option<Range<usize>> {
    let (_, count) = SEARCHES.iter().find(|(name, _)| !call.is_method && *name == call.name)?;
    let arguments = call.arguments(text);
    arguments.last().filter(|_| arguments.len() == *count).cloned()
}

/// A text of rules with what nobody reads left out. `is_cost` knows the rules that say what a step of a search costs; `tells` knows the
/// functions that only tell something, by whether their answer is dropped; `is_held` the names under which maps hold closures, whose
/// methods may be no tally's.
fn left_out(
    text: &str,
    is_cost: &dyn Fn(&str) -> bool,
    is_quiet: &dyn Fn(&str) -> bool,
    tells: &dyn Fn(&str, bool) -> bool,
    is_held: &dyn Fn(&str) -> bool,
) -> String {
    let is_idle = |argument: &Range<usize>| {
        let argument = &text[argument.clone()];
        is_put_together(argument) && is_quiet(argument)
    };
    // What stands where, and what is to stand there.
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let mut costs: Vec<Range<usize>> = Vec::new();
    for call in calls_of(text) {
        costs.extend(cost_of_step(&call, text));
        if is_gone(&call, &changes) {
            continue;
        }
        let whole = call.at..call.close;
        match call.name {
            name if call.is_statement
                && tells(name, drops_answer(text, call.close))
                && is_quiet(&format!("[{}]", &text[call.open + 1..call.close - 1])) =>
            {
                // What is last in its block is its answer.
                let instead = if drops_answer(text, call.close) { "" } else { "()" };
                changes.push((whole, instead.to_owned()));
            }
            "refuse" | "require"
                if !call.is_method
                    && (costs.iter().any(|cost| cost.contains(&call.at))
                        || name_of(text).is_some_and(is_cost)) =>
            {
                let why = told(&REFUSALS, &call, text).into_iter().filter(is_idle);
                changes.extend(why.map(|argument| (argument, format!("{UNTOLD:?}"))));
            }
            "require" if call.is_statement => {
                if let [met, why] = &call.arguments(text)[..]
                    && is_idle(why)
                {
                    let (met, why) = (&text[met.clone()], &text[why.clone()]);
                    changes.push((whole, format!("if !({met}) {{ require(false, {why}) }}")));
                }
            }
            name if call.is_method && is_held(name) => {}
            _ => {
                let known = if call.is_method { &REASONS } else { &LABELS };
                let told = told(known, &call, text).into_iter().filter(is_idle);
                changes.extend(told.map(|argument| (argument, "\"\"".to_owned())));
            }
        }
    }
    replaced(text, changes)
}

/// Whether a call stands inside of what is replaced, and so is gone with it.
pub(super) fn is_gone(call: &CallText<'_>, changes: &[(Range<usize>, String)]) -> bool {
    changes.iter().any(|(range, _)| range.contains(&call.at))
}

/// A text with something else in these places.
pub(super) fn replaced(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(range, _)| range.start);
    let mut made = String::with_capacity(text.len());
    let mut kept = 0;
    for (range, instead) in changes {
        made.push_str(&text[kept..range.start]);
        made.push_str(&instead);
        kept = range.end;
    }
    made + &text[kept..]
}

/// The arguments of a call that are only read by people, of what is known to have such.
fn told(known: &[Told], call: &CallText<'_>, text: &str) -> Vec<Range<usize>> {
    let Some((_, count, told)) = known.iter().find(|(name, ..)| *name == call.name) else {
        return Vec::new();
    };
    let arguments = call.arguments(text);
    if arguments.len() == *count {
        told.iter().map(|at| arguments[*at].clone()).collect()
    } else {
        Vec::new()
    }
}

/// Whether an argument is one text with something put into it.
fn is_put_together(argument: &str) -> bool {
    let text = argument.trim();
    text.starts_with('`') && text.contains("${") && skip(text, 0) == text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_is_left_out_and_everything_else_stands() {
        for (text, made) in [
            ("{ say(`${x} goes`); x }", "{ ; x }"),
            ("{ f(say(`${x}`)) }", "{ f(say(`${x}`)) }"),
            ("let t = tally(`ATT of ${unit}`);", "let t = tally(\"\");"),
            ("let t = tally(\"ATT\");", "let t = tally(\"ATT\");"),
            ("t.add(own(unit, `${a}`), `of ${unit}`);", "t.add(own(unit, `${a}`),\"\");"),
            ("t.skip(`${hex}`, `${who} is ${if a { \"in\" } else { `${b}` }} it`);", "t.skip(\"\",\"\");"),
            ("t.when(n > 1, n, `${n} of them`);", "t.when(n > 1, n,\"\");"),
            ("list.add(`${a}`);", "list.add(`${a}`);"),
            ("roll(1, 6, \"attack\", side, `${a} on ${b}`)", "roll(1, 6, \"attack\", side,\"\")"),
            ("roll(1, 6, \"attack\", `${a} on ${b}`)", "roll(1, 6, \"attack\", `${a} on ${b}`)"),
            ("t.add(1, `a` + `${b}`);", "t.add(1, `a` + `${b}`);"),
            (
                "{ require(a == b(c, d), `${a} is not`); }",
                "{ if !(a == b(c, d)) { require(false,  `${a} is not`) }; }",
            ),
            ("{ require(a, \"no\"); }", "{ require(a, \"no\"); }"),
            ("list.filter(|x| { t.add(1, `${x}`); true })", "list.filter(|x| { t.add(1,\"\"); true })"),
        ] {
            assert_eq!(
                left_out(text, &|_| false, &|_| true, &|name, _| name == "say", &|_| false),
                made,
                "{text}"
            );
            assert_eq!(left_out(text, &|_| false, &|_| false, &|_, _| true, &|_| false), text);
        }
        let text = "{ m.add(1, `${a}`); t.skip(`${a}`, b) }";
        let made = left_out(text, &|_| false, &|_| true, &|_, _| false, &|name| name == "add");
        assert_eq!(made, "{ m.add(1, `${a}`); t.skip(\"\", b) }");
    }

    #[test]
    fn why_a_step_is_refused_is_left_out() {
        for (text, made) in [
            ("fn cost(to) { require(a, `${to}`); 1 }", "fn cost(to) { require(a,\"⟨untold⟩\"); 1 }"),
            (
                "fn cost(to) { if a { refuse(`${to}`); } 1 }",
                "fn cost(to) { if a { refuse(\"⟨untold⟩\"); } 1 }",
            ),
            ("fn cost(to) { require(a, \"no\"); 1 }", "fn cost(to) { require(a, \"no\"); 1 }"),
            ("fn other(to) { refuse(`${to}`) }", "fn other(to) { refuse(`${to}`) }"),
            (
                "fn goes(x) { refuse(`${x}`); way(a, b, c, (), |i, j| { refuse(`${j}`) }) }",
                "fn goes(x) { refuse(`${x}`); way(a, b, c, (), |i, j| { refuse(\"⟨untold⟩\") }) }",
            ),
            // Closures in maps, and rules of the same name with other parameters.
            ("fn cost(m) { m.refuse(`${m}`) }", "fn cost(m) { m.refuse(`${m}`) }"),
            ("fn cost(u) { refuse(u, `${u}`) }", "fn cost(u) { refuse(u, `${u}`) }"),
            ("fn cost(u) { require(u, 1, `${u}`) }", "fn cost(u) { require(u, 1, `${u}`) }"),
            ("fn at(u) { way(u, || refuse(`${u}`)) }", "fn at(u) { way(u, || refuse(`${u}`)) }"),
        ] {
            let leave_out =
                |is_quiet| left_out(text, &|name| name == "cost", &|_| is_quiet, &|_, _| false, &|_| false);
            assert_eq!(leave_out(true), made);
            assert_eq!(leave_out(false), text);
        }
    }
}
