use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::catalogue::{
    AttributeDef, AttributeForm, Catalogue, Origin, PhaseDef, PropertyDef, RollKind, Side, Subject, UnitType,
    Write, Written,
};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, Value};

/// Answers every roll with the same face and every choice with the first option.
struct Always(u32);

impl Answers for Always {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let given = match ask {
            Ask::Roll(roll) => Given::Dice(vec![self.0; roll.count as usize]),
            Ask::Choose(_) => Given::Chosen(0),
            Ask::Decide(secrets) => Given::written_by(secrets.first(), &By::Forced),
            Ask::Seal(secrets) => Given::supposed(secrets, &By::Forced),
        };
        Ok(Answer { given, by: By::Auto(0) })
    }
}

fn door() -> Door {
    Rc::new(RefCell::new(Always(3)))
}

fn layer(rank: Rank, name: &str) -> Arc<Layer> {
    Arc::new(Layer { rank, name: name.into() })
}

#[derive(Default)]
pub(super) struct Fixture {
    stack: ScriptStack,
}

impl Fixture {
    fn file(&mut self, name: &str, text: &str) -> Span {
        let id = self.stack.sources.add(name, text);
        Span::new(id, 0, text.len())
    }

    pub(super) fn layer(mut self, rank: Rank, name: &str, text: &str) -> Self {
        let span = self.file(&format!("{name}.rhai"), text);
        self.stack.layers.push(LayerScripts { layer: layer(rank, name), spans: vec![span] });
        self
    }

    fn unit(mut self, unit_type: &str, text: &str) -> Self {
        let span = self.file(&format!("{unit_type}.rhai"), text);
        self.stack.units.push(UnitScript {
            unit_type: unit_type.into(),
            span,
            layer: layer(Rank::World, "w"),
        });
        self
    }

    fn link(&self) -> (Option<Ruleset>, Vec<Diagnostic>) {
        let stack = ScriptStack { notation: Some(crate::data::read_notation), ..self.stack.clone() };
        Ruleset::link(
            &stack,
            Arc::new(catalogue()),
            Arc::new(HexMap::default()),
            Arc::new(AtomicBool::new(false)),
        )
    }

    pub(super) fn rules(&self) -> Ruleset {
        let (rules, diagnostics) = self.link();
        rules.unwrap_or_else(|| {
            panic!("{:#?}", diagnostics.iter().map(|d| (d.code, &d.title, &d.labels)).collect::<Vec<_>>())
        })
    }

    fn codes(&self) -> Vec<&'static str> {
        self.link().1.iter().map(|d| d.code.0).collect()
    }

    fn run(&self, rule: &str, arguments: &[Value]) -> Result<Run, Failure> {
        self.rules().run(&mut state(), door(), rule, arguments)
    }

    fn int(&self, rule: &str, arguments: &[Value]) -> i64 {
        match self.run(rule, arguments) {
            Ok(Run { value: Value::Int(number), .. }) => number,
            other => panic!("{other:#?}"),
        }
    }
}

fn origin() -> Origin {
    let mut sources = SourceMap::default();
    Origin { layer: layer(Rank::Core, "core"), span: Span::new(sources.add("x", ""), 0, 0), cites: None }
}

fn unit_type(name: &str, base: Option<u32>, strength: i64) -> UnitType {
    let written = Written { write: Write::Set(Value::Int(strength)), origin: origin() };
    UnitType {
        name: name.into(),
        title: name.into(),
        base: base.map(TypeId),
        symbol: "u".into(),
        hull: None,
        attributes: [("STR".into(), vec![written])].into(),
        exceptions: Default::default(),
        origin: origin(),
    }
}

fn catalogue() -> Catalogue {
    let strength = AttributeDef {
        name: "STR".into(),
        title: "strength".into(),
        subject: Subject::Unit,
        form: AttributeForm::Number,
        qualifies: None,
        default: None,
        range: (-99, 99),
        listed: Default::default(),
        origin: origin(),
        first: origin().span,
    };
    let wounds = PropertyDef {
        name: "wounds".into(),
        subject: Subject::Unit,
        default: Value::Int(0),
        title: "wounds".into(),
        listed: Default::default(),
        origin: origin(),
    };
    let marks = PropertyDef {
        name: "marks".into(),
        default: Value::Nothing,
        title: "marks".into(),
        ..wounds.clone()
    };
    let side = |name: &str| Side { name: name.into(), title: name.into(), colour: None };
    Catalogue {
        attributes: [((Subject::Unit, "STR".into()), strength)].into(),
        properties: vec![wounds, marks],
        unit_types: vec![
            unit_type("foot", None, 2),
            unit_type("guard", Some(0), 3),
            unit_type("gun", None, 5),
        ],
        sides: vec![side("red"), side("blue")],
        phases: vec![PhaseDef { name: "fire".into(), title: "fire".into() }],
        roll_kinds: vec![RollKind { name: "attack".into(), title: "attack".into() }],
        ..Catalogue::default()
    }
}

fn state() -> State {
    let mut state = State::default();
    for (at, name) in ["f", "g", "b"].iter().enumerate() {
        let side = SideId(u32::from(at == 2));
        state.enlist(*name, TypeId(at as u32), side, Place::Hex(Hex { q: at as i32, r: 0 }));
    }
    state
}

fn unit(at: u32) -> Value {
    Value::Unit(crate::kernel::value::UnitId(at))
}

#[test]
fn the_highest_layer_wins_for_lower_callers_too() {
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "fn limit() { 5 }\nfn room() { limit() - 1 }")
        .layer(Rank::World, "world", "fn limit() { prior() + 10 }")
        .layer(Rank::House, "house", "fn limit() { prior() * 2 }");
    assert_eq!(fixture.int("room", &[]), 29);
}

#[test]
fn prior_reaches_down_through_any_depth() {
    let mut fixture = Fixture::default().layer(Rank::Core, "core", "fn n(x) { x }");
    for depth in 0..6 {
        fixture = fixture.layer(
            Rank::House,
            &format!("h{depth}"),
            "fn n(x) { let f = |y| prior(y) + 1; f.call(x) }",
        );
    }
    assert_eq!(fixture.int("n", &[Value::Int(10)]), 16);
}

#[test]
fn private_helpers_of_two_layers_do_not_meet() {
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "private fn help() { 1 }\nfn a() { help() + b() }\nfn b() { 0 }")
        .layer(Rank::House, "house", "private fn help() { 10 }\nfn b() { help() + `${help()}`.len() }");
    assert_eq!(fixture.int("a", &[]), 13);
}

#[test]
fn a_unit_rule_stands_only_where_that_unit_is_the_subject() {
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "fn hit(attacker, target) { attacker.STR * 10 + target.STR }")
        .layer(Rank::House, "house", "fn hit(attacker, target) { prior(attacker, target) + 1000 }")
        .unit("guard", "private fn bonus() { 7 }\nfn hit(attacker, me) { prior(attacker, me) + bonus() }")
        .unit("foot", "fn hit(me, target) { prior(me, target) + 100 }");
    assert_eq!(fixture.int("hit", &[unit(2), unit(0)]), 1052);
    assert_eq!(fixture.int("hit", &[unit(2), unit(1)]), 1060);
    assert_eq!(fixture.int("hit", &[unit(0), unit(1)]), 1130, "both roles have rules");
    assert_eq!(fixture.int("hit", &[unit(1), unit(2)]), 1135, "a guard is a foot");
}

#[test]
fn an_inherited_unit_rule_is_the_prior_of_the_heirs() {
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "fn worth(unit) { 1 }")
        .unit("foot", "fn worth(me) { prior(me) + 10 }")
        .unit("guard", "fn worth(me) { prior(me) + 100 }");
    let worth: Vec<i64> = (0..3).map(|u| fixture.int("worth", &[unit(u)])).collect();
    assert_eq!(worth, [11, 111, 1]);
}

#[test]
fn mistakes_of_layers_are_found_while_linking() {
    let core = || Fixture::default().layer(Rank::Core, "core", "fn stacking_limit(hex) { 5 }");
    let house = |text: &str| core().layer(Rank::House, "house", text).codes();
    assert_eq!(house("fn stakcing_limit(hex) { 6 }"), ["E0304"]);
    assert_eq!(house("fn stacking_limit() { 6 }"), ["E0303"]);
    assert_eq!(house("fn extra() { prior() }"), ["E0302", "E0304"]);
    assert_eq!(house("prior();"), ["E0306"]);
    assert_eq!(house("let x = 1;"), ["E0308"]);
    assert_eq!(house("fn stacking_limit(hex) { stacking_limt(hex) }"), ["E0310"]);
    assert_eq!(house("fn stacking_limit(hex) { floor_div(1) }"), ["E0310"]);
    assert_eq!(house("fn stacking_limit(hex) { 6 "), ["E0301"]);
    assert_eq!(house("fn stacking_limit(hex) { import \"x\" as y; 6 }"), ["E0312"]);
    assert_eq!(house("fn stacking_limit(hex) { eval(\"6\") }"), ["E0312"]);
    assert_eq!(house("fn distance(a, b) { 6 }"), ["E0305"]);
    assert_eq!(house("fn stacking_limit(hex) { 6 }\nfn stacking_limit(hex) { 7 }"), ["E0107"]);
    let two = core().layer(Rank::House, "a", "fn stacking_limit(hex) { 6 }").layer(
        Rank::House,
        "b",
        "fn stacking_limit(hex) { 7 }",
    );
    assert_eq!(two.codes(), ["W0311"]);
    assert_eq!(two.int("stacking_limit", &[Value::Nothing]), 7);
}

#[test]
fn an_error_names_its_own_file_and_line_whoever_calls() {
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "fn outer(u) {\n    inner(u)\n}\nfn inner(u) { 0 }")
        .layer(Rank::World, "world", "\n\nfn inner(u) {\n    1 + u.STRR\n}");
    let rules = fixture.rules();
    let failure = rules.run(&mut state(), door(), "outer", &[unit(0)]).unwrap_err();
    let diagnostic = failure.diagnostic().unwrap();
    assert_eq!(diagnostic.code, Code::RULE_FAILED);
    assert_eq!(rules.sources().place(diagnostic.labels[0].span), "world.rhai:4");
    assert_eq!(rules.sources().text(diagnostic.labels[0].span), "STRR");
    assert_eq!(diagnostic.help.as_deref(), Some("did you mean `STR`?"));
    assert!(diagnostic.notes.iter().any(|n| n.contains("core.rhai:2")), "{diagnostic:#?}");
}

#[test]
fn a_place_in_a_line_with_a_copy_is_that_of_the_file() {
    let text = |end: &str| format!("fn f(u) {{\n let all = [u]; all.filter(|x| all.len() > 1 || x.{end}\n}}");
    let fixture = Fixture::default().layer(Rank::Core, "core", &text("STRR > 0)"));
    let rules = fixture.rules();
    let failure = rules.run(&mut state(), door(), "f", &[unit(0)]).unwrap_err();
    let diagnostic = failure.diagnostic().unwrap();
    assert_eq!(rules.sources().text(diagnostic.labels[0].span), "STRR");
    let fixture = Fixture::default().layer(Rank::Core, "core", &text("STR > 0); nonesuch()"));
    let (_, told) = fixture.link();
    assert_eq!(fixture.stack.sources.text(told[0].labels[0].span), "nonesuch", "{told:?}");
}

#[test]
fn a_closure_that_looks_at_what_is_sorted_is_told_in_its_own_rule() {
    let fixture =
        Fixture::default().layer(Rank::Core, "core", "fn outer(n) { inner(n) }\nfn inner(n) { n }").layer(
            Rank::House,
            "house",
            "\nfn inner(n) {\n let all = [n, 2];\n all.sort(|a, b| all.len());\n all[0]\n}",
        );
    let rules = fixture.rules();
    let failure = rules.run(&mut state(), door(), "outer", &[Value::Int(1)]).unwrap_err();
    let diagnostic = failure.diagnostic().unwrap();
    assert_eq!(diagnostic.code, Code::RULE_FAILED);
    assert_eq!(diagnostic.title, "a closure in `sort(…)` looks at what `sort` is called on");
    assert_eq!(rules.sources().place(diagnostic.labels[0].span), "house.rhai:2");
    assert!(diagnostic.help.as_ref().is_some_and(|help| help.contains("let before")), "{diagnostic:#?}");
    let copied =
        "\nfn inner(n) { let all = [n, 2]; let before = all; all.sort(|a, b| before.len()); all[0] }";
    let fixture = Fixture::default()
        .layer(Rank::Core, "core", "fn outer(n) { inner(n) }\nfn inner(n) { n }")
        .layer(Rank::House, "house", copied);
    assert!([1, 2].contains(&fixture.int("outer", &[Value::Int(1)])));
}

#[test]
fn a_refusal_names_the_rule_and_changes_nothing() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn act(u) {\n u.wounds += 1;\n place(u, u.hex);\n require(u.wounds < 1, \"too weak\");\n}",
    );
    let rules = fixture.rules();
    let mut state = state();
    let before = state.clone();
    let failure = rules.run(&mut state, door(), "act", &[unit(0)]).unwrap_err();
    let Failure::Broken(_) = failure else { panic!("the map is empty, so placing breaks off: {failure:#?}") };
    assert_eq!(state, before);
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn act(u) {\n u.wounds += 1;\n require(true, \"in play\");\n require(u.wounds < 1, \"too weak\");\n}",
    );
    let rules = fixture.rules();
    let Failure::Refused(refusal) = rules.run(&mut state, door(), "act", &[unit(0)]).unwrap_err() else {
        panic!()
    };
    assert_eq!(refusal.reason, "too weak");
    assert_eq!(rules.sources().place(refusal.spot.span.unwrap()), "core.rhai:4");
    assert_eq!(refusal.spot.rule.map(|r| rules.rules()[r].name.to_string()).as_deref(), Some("act"));
    assert!(refusal.trace.events.iter().any(|e| matches!(e, Event::Met { .. })));
    assert_eq!(state, before);
}

#[test]
fn a_tally_keeps_its_reasons_and_the_tallies_it_is_made_of() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn strength(u) { let t = tally(`strength of ${u}`); t.printed(u, \"STR\"); t.when(u.wounds > 0, -1, \"wounded\"); t.total }
         fn sum(a, b) { let t = tally(\"attack\"); t.add(strength(a), \"first\"); t.add(strength(b), \"second\"); t.total }",
    );
    let run = fixture.run("sum", &[unit(0), unit(1)]).unwrap();
    assert_eq!(run.value, Value::Int(5));
    let [Event::Tally(tally)] = &run.trace.events[..] else { panic!("{:#?}", run.trace) };
    assert_eq!((tally.total(), tally.items.len()), (5, 2));
    assert_eq!(&*tally.items[1].parts[0].label, "strength of g");
    assert!(tally.items[1].parts[0].items[1].because.is_some(), "not wounded is in the record");
}

#[test]
fn no_keyword_is_told_for_a_variable_that_is_misspelt() {
    let (_, misspelt) = Fixture::default().layer(Rank::Core, "core", "fn strength(u) { fx }").link();
    let help = misspelt[0].help.clone().unwrap_or_default();
    assert!(misspelt[0].title.contains("`fx`") && help.starts_with("parameters and `let`"), "{misspelt:#?}");
}

#[test]
fn a_tally_of_the_same_kind_is_no_part_of_the_next_because_it_came_to_the_same() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn against(u, n) { let t = tally(`push against ${u}`); t.add(n, \"push\"); t.total }
         fn fire(a, b) { against(a, 5); against(b, 5); let t = tally(\"load\"); t.add(3, \"hull\"); t.add(5, \"push\"); t.total }",
    );
    let run = fixture.run("fire", &[unit(0), unit(1)]).unwrap();
    let [Event::Tally(first), Event::Tally(load)] = &run.trace.events[..] else { panic!("{:#?}", run.trace) };
    assert_eq!((&*first.label, first.items[0].parts.len()), ("push against f", 0));
    // Who bears the name that the entry gives is still a part of it.
    let part = &load.items[1].parts[0];
    assert_eq!((&*part.label, part.items[0].parts.len()), ("push against g", 0));
}

#[test]
fn rolls_and_choices_go_through_the_door_into_the_trace() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn fire(u) { let n = roll(2, 6, \"attack\", u.side, \"fire\"); outcome(\"hit\"); choose((), \"who?\", [u.name, \"x\"]); n }",
    );
    let run = fixture.run("fire", &[unit(0)]).unwrap();
    assert_eq!(run.value, Value::Int(6));
    assert_eq!(run.trace.answers().count(), 2);
    assert_eq!(run.trace.outcome(), "hit");
}

/// Answers roll by roll with the faces of a list.
struct Listed(Vec<Vec<u32>>);

impl Answers for Listed {
    fn answer(&mut self, _: &Ask) -> Result<Answer, Stop> {
        Ok(Answer { given: Given::Dice(self.0.remove(0)), by: By::Auto(0) })
    }
}

#[test]
fn dice_as_they_are_written_go_through_the_door_like_any_other() {
    let thrown = |notation: &str, faces: &[&[u32]]| {
        let text = format!("fn fire(u) {{ dice(\"{notation}\", \"attack\", u.side, \"fire\") }}");
        let fixture = Fixture::default().layer(Rank::Core, "core", &text);
        let door: Door = Rc::new(RefCell::new(Listed(faces.iter().map(|f| f.to_vec()).collect())));
        fixture.rules().run(&mut state(), door, "fire", &[unit(0)]).unwrap()
    };
    assert_eq!(thrown("4d6kh3", &[&[1, 5, 2, 6]]).value, Value::Int(13));
    assert_eq!(thrown("d6 + 2", &[&[4]]).value, Value::Int(6));
    assert_eq!(thrown("2d6! ", &[&[6, 3], &[6], &[2]]).value, Value::Int(17));
    assert_eq!(thrown("5d6>=5", &[&[5, 1, 6, 2, 3]]).value, Value::Int(2));
    assert_eq!(thrown("2d6+1 > d6", &[&[1, 1], &[3]]).value, Value::Bool(false));
    assert_eq!(thrown("2d6+1 > d6", &[&[1, 2], &[3]]).value, Value::Bool(true));
    let run = thrown("2d6! ", &[&[6, 3], &[6], &[2]]);
    let Some(Event::Reckoned(reckoned)) = run.trace.events.last() else { panic!("{:#?}", run.trace) };
    assert_eq!((reckoned.rolls, reckoned.result, &*reckoned.purpose), (3, 17, "fire"));
    assert_eq!(run.trace.answers().count(), 3);
}

#[test]
fn a_mistake_in_dice_notation_is_shown_where_it_is_written() {
    let text = "fn fire(u) {\n    dice(\"4d6kh9\", \"attack\", u.side)\n}";
    let fixture = Fixture::default().layer(Rank::Core, "core", text);
    let (rules, told) = fixture.link();
    let [diagnostic] = &told[..] else { panic!("{told:#?}") };
    assert!(rules.is_none() && diagnostic.code == Code::BAD_ARGUMENT);
    let sources = &fixture.stack.sources;
    assert_eq!(sources.place(diagnostic.labels[0].span), "core.rhai:2");
    assert_eq!(sources.text(diagnostic.labels[0].span), "kh9");
    let text = "fn fire(u) { let n = 9; dice(`4d6kh${n}`, \"attack\", u.side) }";
    let fixture = Fixture::default().layer(Rank::Core, "core", text);
    let failure = fixture.run("fire", &[unit(0)]).unwrap_err();
    let notes = &failure.diagnostic().unwrap().notes;
    assert!(notes.iter().any(|note| note == "4d6kh9\n   ^^^"), "{notes:?}");
}

#[test]
fn reads_are_recorded_when_asked_for() {
    let fixture = Fixture::default().layer(Rank::Core, "core", "fn look(u) { u.wounds + turn() + u.STR }");
    let rules = fixture.rules();
    assert!(rules.run(&mut state(), door(), "look", &[unit(0)]).unwrap().trace.reads.is_empty());
    rules.set_recording(true);
    let run = rules.run(&mut state(), door(), "look", &[unit(0)]).unwrap();
    assert_eq!(run.trace.reads.len(), 2, "what is printed is no read: {:?}", run.trace.reads);
}

/// Thinks for a while, in which it runs a rule of its own that never ends, then answers.
struct Thinker(Rc<Ruleset>);

impl Answers for Thinker {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        std::thread::sleep(std::time::Duration::from_millis(300));
        let inner = self.0.run(&mut state(), door(), "endless", &[]);
        assert_eq!(inner.unwrap_err().diagnostic().map(|d| d.code), Some(Code::LIMIT));
        Always(3).answer(ask)
    }
}

#[test]
fn what_is_done_while_a_rule_waits_is_not_on_its_account() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn act(u) { let n = 0; for i in 0..100 { n += i; } for i in 0..3 { n += roll(1, 6, \"attack\", u.side, \"x\"); } n }
         fn endless() { loop { } }",
    );
    let rules = Rc::new(fixture.rules());
    rules.set_limits(Limits {
        time: std::time::Duration::from_millis(250),
        operations: 100_000,
        ..Limits::default()
    });
    let door: Door = Rc::new(RefCell::new(Thinker(rules.clone())));
    let run = rules.run(&mut state(), door, "act", &[unit(0)]).unwrap();
    assert_eq!(run.value, Value::Int(4959));
    assert!(run.trace.operations < 2000, "{}", run.trace.operations);
}

#[test]
fn where_the_clock_is_ignored_no_rule_is_stopped_for_being_slow() {
    let text = "fn act(u) { let n = 0; for i in 0..1000 { n += i; } n }";
    let rules = Rc::new(Fixture::default().layer(Rank::Core, "core", text).rules());
    rules.set_limits(Limits { time: std::time::Duration::ZERO, ..Limits::default() });
    let run = || rules.run(&mut state(), door(), "act", &[unit(0)]).map(|run| run.value);
    let stopped = run().unwrap_err();
    assert_eq!(stopped.diagnostic().map(|d| d.code), Some(Code::LIMIT));
    rules.ignore_the_clock();
    assert_eq!(run().unwrap(), Value::Int(499_500));
    let endless = Fixture::default().layer(Rank::Core, "core", "fn act(u) { loop { } }");
    let rules = endless.rules();
    rules.ignore_the_clock();
    let stopped = rules.run(&mut state(), door(), "act", &[unit(0)]).unwrap_err();
    assert_eq!(stopped.diagnostic().map(|d| d.code), Some(Code::LIMIT));
}

#[test]
fn hostile_rules_are_stopped_and_named() {
    let loops = [
        "fn act(u) { loop { } }",
        "fn act(u) { act(u) }",
        "fn act(u) { let f = 0; f = |x| { for i in 0..1000000000000 { } }; f.call(1) }",
        "fn act(u) { let s = \"x\"; loop { s += s; } }",
        "fn act(u) { let a = []; loop { a.push(a); } }",
        "fn act(u) { let a = [1, 2, 3]; a.pad(4000, 0); loop { a.map(|x| { loop {} }); } }",
        "fn act(u) { try { loop { } } catch { } 1 }",
        "fn act(u) { let m = #{}; let i = 0; loop { m[`${i}`] = [0].pad(4000, i); i += 1; } }",
        "fn act(u) { let a = []; a.pad(4000, 1); a.sort(|x, y| { loop {} }); 1 }",
    ];
    for text in loops {
        let fixture = Fixture::default().layer(Rank::Core, "core", text);
        let failure = fixture.run("act", &[unit(0)]).unwrap_err();
        let code = failure.diagnostic().map(|d| d.code);
        assert!(matches!(code, Some(Code::LIMIT | Code::RULE_FAILED)), "{text}: {failure:#?}");
    }
    for text in
        ["fn act(u) { sleep(10) }", "fn act(u) { timestamp() }", "fn act(u) { exit() }", "fn act(u) { 1.5 }"]
    {
        let fixture = Fixture::default().layer(Rank::Core, "core", text);
        assert!(fixture.link().0.is_none(), "{text}");
    }
}

#[test]
fn asking_a_property_in_a_search_changes_nothing() {
    let fixture = Fixture::default().layer(
        Rank::Core,
        "core",
        "fn asks(unit, other) {
            unit.marks = [3];
            sight(unit.hex, other.hex, |how, hexes| if unit.marks.contains(3) { 7 })
        }",
    );
    assert_eq!(fixture.int("asks", &[unit(0), unit(2)]), 7);
}
