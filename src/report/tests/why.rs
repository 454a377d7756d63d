//! Explanations of real runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::field::{catalogue, map, state};
use super::obeys_its_style;
use crate::diagnostic::Span;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::hex::{Orientation, Shove};
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::value::{UnitId, Value};
use crate::report::{GameNames, Names, Style, dice_summary, why_json, why_not, why_not_json, why_tree};
use crate::rules::{Failure, LayerScripts, Refusal, Ruleset, Run, ScriptStack};

const CORE: &str = "\
/// What a unit brings into an attack.
/// Rule: CORE-7
fn strength(u) {
    let t = tally(`strength of ${u}`);
    t.printed(u, \"STR\");
    t.when(u.wounds > 0, -1, \"wounded\");
    t.total
}

/// Rule: CORE-8
fn attack(a, b) {
    require(a.side != b.side, \"they are on the same side\");
    require(b.wounds == 0, \"`\" + b.name + \"` is wounded already\");
    let t = tally(`odds of ${a} on ${b}`);
    t.add(strength(a), \"attacker\");
    t.add(-strength(b), \"defender\");
    t.skip(\"surprise\", \"the attack comes from the front\");
    let odds = t.total;
    let dice = roll_each(2, 6, \"attack\", a.side, \"attacker\");
    let other = roll(1, 6, \"attack\", b.side, \"defender\");
    let way = choose(b.side, \"retreat where?\", [b.hex, a]);
    say(`${a} attacks ${b}` + \"\\x1b[2J\");
    outcome(if odds + other > 3 { \"retreat\" } else { \"repulsed\" });
}
";

const HOUSE: &str = "fn strength(u) {
    let t = tally(`strength of ${u}`);
    t.add(prior(u), \"by the book\");
    t.add(1, \"a home crowd, which shouts so loudly that nobody hears the guns of the other side any more\");
    t.total
}
";

/// Fives and the first option; dice come from the generator, by hand and by force in turn.
struct Table(u64);

impl Answers for Table {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let by =
            [By::Auto(12), By::Entered(Some("Blue Army".into())), By::Forced][self.0 as usize % 3].clone();
        self.0 += 1;
        let given = match ask {
            Ask::Roll(roll) => Given::Dice((0..roll.count).map(|die| 5 - die).collect()),
            Ask::Choose(_) => Given::Chosen(0),
            Ask::Decide(secrets) => Given::written_by(secrets.first(), &By::Forced),
            Ask::Seal(secrets) => Given::supposed(secrets, &By::Forced),
        };
        Ok(Answer { given, by })
    }
}

fn rules(house: bool) -> Ruleset {
    let mut stack = ScriptStack::default();
    // The data of the field say that they come from the first text.
    stack.sources.add("field.units", "STR\nMOV\n");
    let mut add = |rank: Rank, name: &str, text: &str| {
        let file = stack.sources.add(format!("{name}.rhai"), text);
        let layer = Arc::new(Layer { rank, name: name.into() });
        stack.layers.push(LayerScripts { layer, spans: vec![Span::new(file, 0, text.len())] });
    };
    add(Rank::Core, "core", CORE);
    if house {
        add(Rank::House, "home", HOUSE);
    }
    let mut catalogue = catalogue();
    catalogue.roll_kinds =
        vec![crate::kernel::catalogue::RollKind { name: "attack".into(), title: "attack".into() }];
    let map = map(Orientation::Flat, Shove::Even);
    let cancel = Arc::new(AtomicBool::new(false));
    let (rules, diagnostics) = Ruleset::link(&stack, Arc::new(catalogue), Arc::new(map), cancel);
    rules.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn attack(rules: &Ruleset, on: u32) -> Result<Run, Failure> {
    let mut state = state(rules.map());
    let door = Rc::new(RefCell::new(Table(0)));
    rules.run(&mut state, door, "attack", &[Value::Unit(UnitId(2)), Value::Unit(UnitId(on))])
}

fn refused(rules: &Ruleset) -> Box<Refusal> {
    match attack(rules, 0) {
        Err(Failure::Refused(refusal)) => refusal,
        other => panic!("{other:#?}"),
    }
}

#[test]
fn a_run_is_explained_as_a_tree() {
    let rules = rules(true);
    rules.set_recording(true);
    let run = attack(&rules, 6).expect("it is legal");
    let state = state(rules.map());
    let names = GameNames { rules: &rules, state: &state };
    let tree = |style: &Style| why_tree(&run.trace, &names, style);
    insta::assert_snapshot!("why", tree(&Style::default()));
    insta::assert_snapshot!("why_narrow_ascii", tree(&Style { ascii: true, width: 50, ..Style::default() }));
    insta::assert_snapshot!("why_plain", tree(&Style { plain: true, ..Style::default() }));
    insta::assert_json_snapshot!("why_json", why_json(&run.trace, &names));
    assert_eq!(dice_summary(&run.trace, &Style::default()), "attacker 5+4, defender 5");
    for width in [24, 40, 80, 120] {
        obeys_its_style(tree, width);
    }
    for width in [0, 1, usize::MAX] {
        assert!(!tree(&Style { width, ..Style::default() }).is_empty());
    }
}

#[test]
fn a_refusal_gives_its_reason_first() {
    let rules = rules(false);
    let refusal = refused(&rules);
    let state = state(rules.map());
    let names = GameNames { rules: &rules, state: &state };
    let told = |style: &Style| why_not(&refusal, &names, style);
    assert!(told(&Style::default()).starts_with("refused: they are on the same side\n"));
    insta::assert_snapshot!("why_not", told(&Style::default()));
    let json = why_not_json(&refusal, &names);
    assert_eq!(json["schema"], "houserule.why/1");
    assert_eq!(json["refused"]["reason"], "they are on the same side");
    obeys_its_style(told, 60);
}

#[test]
fn a_refusal_lists_what_was_met_and_counted() {
    let rules = rules(false);
    let run = attack(&rules, 6).expect("it is legal");
    let refusal = Refusal {
        reason: "needs 2 MOV, has 1".to_owned(),
        spot: crate::rules::Spot::default(),
        trace: run.trace,
    };
    let state = state(rules.map());
    let names = GameNames { rules: &rules, state: &state };
    insta::assert_snapshot!("why_not_with_more", why_not(&refusal, &names, &Style::default()));
    assert_eq!(names.called(&Value::Nothing), "nothing");
}
