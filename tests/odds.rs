//! Exact odds of scripted rules against answers that two other programs have worked out.

use std::sync::Arc;

use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::state::State;
use houserule::kernel::value::{UnitId, Value};
use houserule::odds::{Course, Distribution, Policy, Reckoner};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::session::initial_state;

struct Table {
    loaded: Loaded,
    state: State,
    reckoner: Reckoner,
}

fn table() -> Table {
    let library = Library::of_folders([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures").into()]);
    let request = Request { pack: "chances".into(), scenario: Some("table".into()), ..Request::default() };
    let loaded = load(&library, &request, &Arc::default())
        .unwrap_or_else(|(sources, told)| panic!("{}", houserule::diagnostic::render(&told, &sources, false)));
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let dice = Seeded { generator: Generator::new(1) };
    loaded.rules.run(&mut state, std::rc::Rc::new(std::cell::RefCell::new(dice)), "begin_game", &[]).unwrap();
    state.commit();
    let reckoner = Reckoner::new(&loaded.rules);
    Table { loaded, state, reckoner }
}

/// One line an outcome, in the order of their texts.
fn lines(odds: &Distribution<String>) -> String {
    odds.listed()
}

fn once(rule: &str) -> String {
    let table = table();
    lines(&table.reckoner.once(&table.state, rule, &[], &Policy::First).unwrap())
}

#[test]
fn an_attack_of_three_units() {
    assert_eq!(once("attack_together"), include_str!("golden/odds/attack.tsv"));
}

#[test]
fn an_attack_again_and_again_on_a_target_that_wears_down() {
    let table = table();
    let target = [Value::Unit(UnitId(1))];
    let course = Course {
        rule: "attack_worn_down",
        arguments: &target,
        after: None,
        victory: Vec::new(),
        until: vec!["destroy".to_owned()],
        telling: Some("round_and_wounds"),
    };
    let reached = table.reckoner.chain(&table.state, course).within(6).unwrap();
    assert_eq!(lines(&reached.outcomes), include_str!("golden/odds/attacks-in-turns.tsv"));
}
