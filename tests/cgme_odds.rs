//! The rules of CGME against its known exact odds, by running them with every face of both dice.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use houserule::kernel::catalogue::Subject;
use houserule::kernel::journal::Scope;
use houserule::kernel::layer::Rank;
use houserule::kernel::value::{SideId, Value};
use houserule::odds::{Account, Asked, Fraction, Limit, outcomes};
use houserule::pack::Library;
use houserule::session::{Nobody, Opening, RulingForm, Session};

/// Attacker's total ATT minus DEF: out of 36 destroyed, wounded, nothing.
const TABLE: [(i64, [u128; 3]); 15] = [
    (-7, [0, 0, 36]),
    (-6, [0, 0, 36]),
    (-5, [0, 1, 35]),
    (-4, [0, 3, 33]),
    (-3, [1, 5, 30]),
    (-2, [3, 7, 26]),
    (-1, [6, 9, 21]),
    (0, [10, 11, 15]),
    (1, [15, 11, 10]),
    (2, [21, 9, 6]),
    (3, [26, 7, 3]),
    (4, [30, 5, 1]),
    (5, [33, 3, 0]),
    (6, [35, 1, 0]),
    (7, [36, 0, 0]),
];

fn known(difference: i64) -> [u128; 3] {
    let within = difference.clamp(-7, 7);
    TABLE.iter().find(|(n, _)| *n == within).map(|(_, row)| *row).unwrap()
}

/// A game of the core's demonstration; none where the pack has been deleted.
fn game() -> Option<Session> {
    game_of("crossroads")
}

fn game_of(scenario: &str) -> Option<Session> {
    let library = Library::standard();
    if !library.packs().iter().any(|p| p.id == "cgme") {
        eprintln!("skipped: there is no pack cgme here");
        return None;
    }
    let opening = Opening {
        library,
        pack: "cgme".to_owned(),
        scenario: Some(scenario.to_owned()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    Some(Session::open(opening).unwrap())
}

fn out_of_36(session: &Session, att: i64, target: &str) -> [u128; 3] {
    let target = session.state().unit_named(target).unwrap();
    let arguments = [
        Value::Int(att),
        Value::list(Vec::new()),
        Value::text("attack"),
        Value::Side(SideId(0)),
        Value::text("i1"),
        Value::Unit(target),
    ];
    let rules = &session.loaded().rules;
    let asked = Asked { rules, start: session.state(), rule: "resolve", arguments: &arguments };
    let distribution = outcomes(asked, &[], &Account::of(Limit { runs: 100, ..Limit::default() })).unwrap();
    let total = distribution.values().try_fold(Fraction::ZERO, |sum, p| sum.plus(*p));
    assert_eq!(total, Some(Fraction::new(1, 1)), "probabilities sum to one");
    ["destroy", "wound", "none"].map(|word| {
        let chance = distribution.get(word).copied().unwrap_or(Fraction::ZERO);
        chance.ways * (36 / chance.of)
    })
}

#[test]
fn every_attack_and_defence_has_the_odds_of_the_table() {
    let Some(mut session) = game() else { return };
    for def in -3..=9 {
        let text = format!("change unit b1 {{ DEF = {def} }}");
        let form = RulingForm {
            rank: Rank::Referee,
            scope: Scope::Game,
            reason: "to try it".to_owned(),
            what: text.clone(),
            text,
        };
        session.rule(form).unwrap();
        for att in -3..=12 {
            assert_eq!(out_of_36(&session, att, "b1"), known(att - def), "ATT {att} against DEF {def}");
        }
        session.undo(1, false).unwrap();
    }
    assert!(session.loaded().rules.catalogue().attributes.contains_key(&(Subject::Unit, "DEF".into())));
}

#[test]
fn the_full_table_of_the_attack_is_that_of_the_table() {
    use houserule::repl::{Console, Front};
    use houserule::report::Style;

    let Some(session) = game_of("firing-line") else { return };
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    console.line("done");
    let told = console.line("odds attack f1 on b4 --rows f1.ATT=-3..12 --columns b4.DEF=-3..9 --csv");
    assert_eq!(told.err, "");
    let mut rows = told.out.lines().skip(1);
    for att in -3..=12 {
        for def in -3..=9 {
            for (word, ways) in ["destroy", "wound", "none"].into_iter().zip(known(att - def)) {
                let chance = if ways == 0 { "0".to_owned() } else { Fraction::new(ways, 36).to_string() };
                let row = format!("attack f1 on b4,{att},{def},{word},{chance},");
                let found = rows.next().unwrap_or_default();
                assert!(found.starts_with(&row), "{row} is {found}");
            }
        }
    }
    assert_eq!(rows.next(), None);
}
