//! Which functions have an effect: what calls none of them may be left out where nobody reads what it answers, or what it
//! only tells.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rhai::{Engine, ScriptFuncDef, Shared};
use rustc_hash::FxHashSet;

use super::answers::answering_nothing;
use super::calls::{
    ASSIGNING, CHANGING, FunctionNames, LOOPING, THROWING, WRITING, alone, called, calling, calls_in, reading,
};
use super::engine::raw_engine;
use super::ruleset::Ruleset;
use crate::kernel::catalogue::{Write, Written};

/// Primitives that ask, change, end or decide something. So does what is thrown, and a loop without an end.
const WITH_EFFECT: [&str; 30] = [
    "roll",
    "roll_each",
    "dice",
    "choose",
    "decide_in_secret",
    "seal_in_secret",
    "open_sealed",
    "outcome",
    "refuse",
    "require",
    "place",
    "remove",
    "stand",
    "lay_down",
    "lock_help",
    "open_help",
    "reserve",
    "reset",
    "begin_phase",
    "next_turn",
    "end_game",
    "call",
    "curry",
    "reach",
    "way",
    "tally",
    "add",
    "when",
    "skip",
    "prior",
];

/// Primitives that tell or show something and do nothing else.
const TELLING: [&str; 6] =
    ["say", "sketch_way", "sketch_line", "sketch_flight", "sketch_arc", "sketch_circle"];

/// Primitives that ask expressions of the data for what they answer.
const ASKING_DATA: [&str; 2] = ["printed", "modifiers"];

/// The names of all functions that may have an effect, rules among them. Functions that call whatever closure they are
/// given may have any; so may methods whose name a map may hold a closure under, and what asks an expression of the data that has
/// one.
fn with_effect(rules: &Ruleset) -> FunctionNames {
    let (calls, natives) = (rules.calls(), rules.natives());
    let known = |name: &str| natives.knows(name);
    let held: Vec<String> = calls.held().iter().map(|name| calling(name)).collect();
    let in_maps = held.iter().map(String::as_str).chain(calls.unknown(&known));
    let certain: Vec<&str> = WITH_EFFECT.into_iter().chain([WRITING, THROWING]).chain(in_maps).collect();
    // An expression is handed no closure, and what its own ones do counts as done by what makes them.
    let mut asked: BTreeSet<String> = BTreeSet::new();
    loop {
        let effects = calls.reaching(certain.iter().copied().chain(asked.iter().map(String::as_str)));
        // By the names that texts call functions by, all expressions are one; none calls another by its name.
        let expressions =
            rules.rules().iter().filter(|rule| rule.expression && effects.contains(called(&rule.name)));
        let expressions: FxHashSet<&str> = expressions.map(|rule| &*rule.name).collect();
        let functions =
            rules.ast().iter_fn_def().filter(|function| expressions.contains(function.name.as_str()));
        let has_effect =
            |function: &&Shared<ScriptFuncDef>| !calls_in(&alone(function)).is_disjoint(&effects);
        let with_effect: Vec<&str> =
            functions.filter(has_effect).map(|function| function.name.as_str()).collect();
        let before = asked.len();
        if !with_effect.is_empty() {
            asked.extend(computed_by(rules, &with_effect).map(reading));
            asked.extend(ASKING_DATA.map(str::to_owned));
        }
        if asked.len() == before {
            break;
        }
    }
    let closures = natives.of_closures().chain([LOOPING]);
    calls.reaching(certain.into_iter().chain(closures).chain(asked.iter().map(String::as_str)))
}

/// The attributes that one of these expressions computes for something.
fn computed_by<'r>(rules: &'r Ruleset, expressions: &'r [&str]) -> impl Iterator<Item = &'r str> {
    let catalogue = rules.catalogue();
    let of_units = catalogue.unit_types.iter().flat_map(|own| &own.attributes);
    let all = of_units.chain(catalogue.terrain.iter().flat_map(|own| &own.attributes));
    let is_so =
        |written: &Written| matches!(&written.write, Write::Compute(rule) if expressions.contains(&&**rule));
    all.filter(move |(_, writes)| writes.iter().any(is_so)).map(|(name, _)| &**name)
}

/// Tells which expressions have no effect, and which functions only tell something.
pub(super) struct Quiet<'r> {
    rules: &'r Ruleset,
    reader: OnceCell<Engine>,
    effects: OnceCell<FunctionNames>,
    telling: OnceCell<FunctionNames>,
    nothing: OnceCell<FunctionNames>,
}

impl Quiet<'_> {
    pub(super) fn new(rules: &Ruleset) -> Quiet<'_> {
        Quiet {
            rules,
            reader: OnceCell::new(),
            effects: OnceCell::new(),
            telling: OnceCell::new(),
            nothing: OnceCell::new(),
        }
    }

    /// Whether an expression calls nothing with an effect, and changes no variable: those in it are the caller's. What is no
    /// expression is not quiet.
    pub(super) fn is_quiet(&self, text: &str) -> bool {
        let tree = self.reader.get_or_init(raw_engine).compile_expression(text);
        tree.is_ok_and(|tree| {
            let calls = calls_in(&tree);
            let changes = |name: &str| name == ASSIGNING || CHANGING.contains(&name);
            !calls.iter().any(|name| changes(name)) && calls.is_disjoint(self.effects())
        })
    }

    /// Whether a call of a function of this name tells or shows something and does nothing else: `say`, and where nothing is done
    /// with the answer, or there is none, also rules that are made of the like, in each of their layers.
    pub(super) fn only_tells(&self, name: &str, is_answer_dropped: bool) -> bool {
        let telling = || {
            let mut telling = self.rules.calls().all_reaching(TELLING);
            telling.retain(|name| !self.effects().contains(name));
            telling
        };
        // Few functions tell anything, and to find out which ones answer nothing takes a while.
        self.telling.get_or_init(telling).contains(name) && (is_answer_dropped || self.answers_nothing(name))
    }

    /// Whether a function of this name answers `()` whatever it does.
    pub(super) fn answers_nothing(&self, name: &str) -> bool {
        let natives = self.rules.natives();
        let nothing = || answering_nothing(self.rules.ast(), natives);
        natives.answers_nothing(name) || self.nothing.get_or_init(nothing).contains(name)
    }

    fn effects(&self) -> &FunctionNames {
        self.effects.get_or_init(|| with_effect(self.rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::layer::Rank;
    use crate::rules::tests::Fixture;

    /// What answers nothing is called for what it does. Showing a reach is what a rule is asked for by the program itself.
    #[test]
    fn every_primitive_that_answers_nothing_tells_or_has_an_effect() {
        let rules = Fixture::default().layer(Rank::Core, "core", "/// A rule.\nfn one() { 1 }").rules();
        let told =
            |name: &str| WITH_EFFECT.contains(&name) || TELLING.contains(&name) || name == "show_reach";
        let docs = rules.primitives().iter().filter(|doc| !doc.signature.contains("->"));
        let (known, unknown): (Vec<&str>, Vec<&str>) =
            docs.map(|doc| doc.name()).partition(|name| told(name));
        assert!(known.len() > 20 && unknown.is_empty(), "neither telling nor with an effect: {unknown:?}");
    }

    #[test]
    fn what_changes_or_may_change_something_is_not_quiet() {
        let text = "/// A rule.\nfn looks(x) { let list = [x]; list.push(1); list.len() }\n\
            /// A rule.\nfn takes() { this.pop() }\n/// A rule.\nfn draws(unit) { unit.cards.pop() }\n\
            /// A rule.\nfn maps(f) { let m = #{ max: f, wounds: 1 }; m }";
        let rules = Fixture::default().layer(Rank::Core, "core", text).rules();
        let quiet = Quiet::new(&rules);
        for (text, is_quiet) in [
            ("[`${looks(1)} ${list.len()} ${unit.wounds}`]", true),
            ("[max(1, 2), value(\"base\"), printed(unit, \"STR\")]", true),
            ("[`${list.pop()}`]", false),
            ("[`${pop(list)}`]", false),
            ("[`${text.replace(\"a\", \"b\")}`]", false),
            ("[`${ n += 1; n }`]", false),
            ("[list.takes()]", false),
            ("[draws(unit)]", false),
            ("[`${unit.cards.pop()}`]", false),
            ("[m.max(2)]", false),
            ("[t.value(\"base\")]", false),
            ("[t.printed(unit, \"STR\")]", false),
            ("[stand(unit, point, facing)]", false),
            ("[not an expression]", false),
        ] {
            assert_eq!(quiet.is_quiet(text), is_quiet, "{text}");
        }
    }

    #[test]
    fn a_rule_that_tells_and_answers_is_left_out_only_where_nobody_waits_for_it() {
        let text = "/// A rule.\nfn shows(x) { say(`${x}`); }\n/// A rule.\nfn answers(x) { shows(x); 5 }\n\
            /// A rule.\nfn early(x) { if x { return 5; } shows(x) }\n/// A rule.\nfn branches(x) { if x { shows(1) } else { shows(2); } }";
        let rules = Fixture::default().layer(Rank::Core, "core", text).rules();
        let quiet = Quiet::new(&rules);
        for (name, is_dropped, tells) in [
            ("say", false, true),
            ("shows", false, true),
            ("branches", false, true),
            ("answers", false, false),
            ("answers", true, true),
            ("early", false, false),
            ("early", true, true),
            ("roll", true, false),
        ] {
            assert_eq!(quiet.only_tells(name, is_dropped), tells, "{name}");
        }
    }
}
