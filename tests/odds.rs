//! Exact odds of scripted rules against answers that two other programs have worked out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use houserule::kernel::catalogue::Subject;
use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::state::{State, Target};
use houserule::kernel::value::{SideId, UnitId, Value};
use houserule::odds::{Course, Distribution, Limit, Plays, Policy, Reckoner};
use houserule::pack::{Library, Request, load};
use houserule::session::initial_state;

// Digests of the answers, a line an outcome, sorted; each was worked out by two other programs.
const FOUR_VOLLEYS: &str = "f49ec645a630cecd2a6e453119f76759ee9c223b02fd30ae81638284d0e99371";
const MISSILE: &str = "63398b6e37d63a5b9d9ee1c555b7a5b62ffb2162efd5a49e3212bf19073b6a61";
const TWO_HUNDRED: &str = "50b2a52f9d0631711c14d33efbbaa9498f9648ada6f8448ea01995b7188be87e";
const SIX_SCORES: &str = "d2ac6ac38c3ced86ef8579e249f012e6f0c682e46728c03d4de14b0b1a4a81b8";
const LAYERS_TORN: &str = "da46bdcdfdba61658cd8e015dd1fa41c634d9e46ab02ffbada175b08f8e169b6";
const SEVEN_LAYERS: &str = "767e16d1af301b2fd6995b617afeab80566d1c3540c5ed8f4383c24aae1c1914";
const MELEE: &str = "7e20bb5437b04a26a9e01fe8b114a9536d415a6685d87fd8747282d8e0be74a7";

struct Table {
    state: State,
    reckoner: Reckoner,
}

/// The table of a problem; each is a pack of its own.
fn table(problem: &str) -> Table {
    let library =
        Library::of_folders([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/chances").into()]);
    let request = Request { pack: problem.into(), scenario: Some("table".into()), ..Request::default() };
    let loaded = load(&library, &request, &Arc::default()).unwrap_or_else(|(sources, told)| {
        panic!("{}", houserule::diagnostic::render(&told, &sources, false))
    });
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let dice = Seeded { generator: Generator::new(1) };
    loaded.rules.run(&mut state, std::rc::Rc::new(std::cell::RefCell::new(dice)), "begin_game", &[]).unwrap();
    state.commit();
    let reckoner = Reckoner::new(&loaded.rules);
    Table { state, reckoner }
}

/// One line an outcome, in the order of their texts.
fn lines(odds: &Distribution<String>) -> String {
    odds.listed()
}

fn once(problem: &str, rule: &str) -> String {
    let table = table(problem);
    lines(&table.reckoner.once(&table.state, rule, &[], &Policy::First).unwrap())
}

fn course<'a>(rule: &'a str, telling: &'a str) -> Course<'a> {
    let until = vec!["over".to_owned()];
    Course { rule, arguments: &[], after: None, victory: Vec::new(), until, telling: Some(telling) }
}

/// Lines in the order of their numbers.
fn by_number(listed: &str) -> String {
    let mut lines: Vec<&str> = listed.lines().collect();
    lines.sort_by_key(|line| line.split('\t').next().and_then(|n| n.parse::<i64>().ok()));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn check_digest(listed: &str, lines: usize, digest: &str) {
    assert_eq!(listed.lines().count(), lines);
    let mut sorted: Vec<&str> = listed.lines().collect();
    sorted.sort_unstable();
    assert_eq!(blake3::hash(sorted.join("\n").as_bytes()).to_hex().as_str(), digest);
}

#[test]
fn an_attack_of_three_units() {
    assert_eq!(once("attack", "attack_together"), include_str!("golden/odds/attack.tsv"));
}

#[test]
fn an_attack_again_and_again_on_a_target_that_wears_down() {
    let table = table("attack");
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

#[test]
fn four_volleys_at_one_target() {
    check_digest(&once("volleys", "four_volleys"), 13, FOUR_VOLLEYS);
}

#[test]
fn the_best_three_of_ten_dice() {
    assert_eq!(
        by_number(&once("best-three", "best_three")),
        by_number(include_str!("golden/odds/best-three-of-ten.tsv"))
    );
}

#[test]
fn three_colours_of_dice_at_once() {
    check_digest(&once("missile", "missile"), 9856, MISSILE);
}

#[test]
fn the_sum_of_two_hundred_dice() {
    check_digest(&once("two-hundred", "two_hundred"), 1001, TWO_HUNDRED);
}

#[test]
fn a_battle_of_thirty_against_thirty_to_the_end() {
    for (problem, rule) in [("battle", "battle_round"), ("battle-by-hand", "battle_round_by_hand")] {
        let table = table(problem);
        let chain = table.reckoner.chain(&table.state, course(rule, "left"));
        let (ends, never, _) = chain.in_the_end().unwrap();
        let told: String = ends.iter().map(|(end, chance)| format!("{end}\t{chance}\n")).collect();
        assert_eq!(told, include_str!("golden/odds/risk-30-30.tsv"));
        assert!(never.is_zero());
    }
}

#[test]
fn six_ability_scores_jointly() {
    check_digest(&once("scores", "six_scores"), 54_264, SIX_SCORES);
}

/// Calls that only roll and answer: 36 dice in twelve of them are four throws to the caller, and 21 in seven of them 3^7 ways
/// of what they answer. The dice have far more ways than the limit.
#[test]
fn calls_stand_for_all_that_is_thrown_in_them() {
    let table = table("layers");
    table.reckoner.set_limit(Limit { runs: 200, time: Duration::from_secs(60) });
    let of = |rule: &str| table.reckoner.once(&table.state, rule, &[], &Policy::First);
    check_digest(&lines(&of("layers_torn_in_all").unwrap()), 13, LAYERS_TORN);
    table.reckoner.set_limit(Limit { runs: 2187, time: Duration::from_secs(60) });
    check_digest(&lines(&of("seven_layers").unwrap()), 36, SEVEN_LAYERS);
    // A rule whose answer is more than a value is run in its caller, and that one still stands for all its dice; three strengths
    // of layers have eight ways each.
    table.reckoner.set_limit(Limit { runs: 2187 + 3 * 8 + 8, time: Duration::from_secs(60) });
    check_digest(&lines(&of("seven_counted_layers").unwrap()), 36, SEVEN_LAYERS);
}

/// What is thrown again until something holds has the odds of the throws of which it holds, worked out here by counting them.
#[test]
fn dice_that_are_thrown_again_are_weighed_without_the_throws_that_do_not_count() {
    let mut differences: BTreeMap<i64, u64> = BTreeMap::new();
    for (one, other) in (1..=6).flat_map(|one| (1..=4).map(move |other| (one, other))) {
        if one != other {
            *differences.entry(one - other).or_default() += 1;
        }
    }
    let mut sums: BTreeMap<i64, u64> = BTreeMap::new();
    for (a, of_a) in &differences {
        for (b, of_b) in &differences {
            for (c, of_c) in &differences {
                *sums.entry(a + b + c).or_default() += of_a * of_b * of_c;
            }
        }
    }
    let expected: String =
        sums.iter().map(|(sum, count)| format!("{sum}\t{}\n", lowest(*count, 8000))).collect();
    assert_eq!(by_number(&once("again", "three_unequal")), expected);
    // A pass answers 2, 4 or 6 with 8 of 36 each and nothing with 4, and 8 of 36 lead to another one.
    assert_eq!(by_number(&once("again", "an_even_number")), "0\t1/7\n2\t2/7\n4\t2/7\n6\t2/7\n");
    assert_eq!(by_number(&once("again", "rounds_gone")), "1\t1/2\n2\t1/4\n3\t1/8\n4\t1/8\n");
}

/// Where an answer is not handed on as it is there are no exact odds, and never false ones.
#[test]
fn a_rule_that_adds_to_what_it_answers_anew_is_not_taken_for_a_throw_again() {
    let table = table("again");
    table.reckoner.set_limit(Limit { runs: 200, time: Duration::from_secs(60) });
    for rule in ["throws_to_a_six", "throws_by_two"] {
        assert!(table.reckoner.once(&table.state, rule, &[], &Policy::First).is_err(), "{rule}");
    }
}

fn lowest(count: u64, of: u64) -> String {
    let (mut a, mut b) = (count, of);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", count / a, of / a)
}

/// Five rounds of smaller blocks; `cargo bench --bench scripted_odds -- melee` plays out those of thirty.
#[test]
fn a_melee_of_five_rounds() {
    let mut table = table("melee");
    smaller_blocks(&mut table);
    let chain = table.reckoner.chain(&table.state, course("melee_round", "after_melee"));
    check_digest(&lines(&chain.within(5).unwrap().outcomes), 984, MELEE);
}

/// Twelve against fourteen.
fn smaller_blocks(table: &mut Table) {
    let (models, _) = table.reckoner.rules().catalogue().property(Subject::Side, "models").unwrap();
    for (side, left) in [(0, 12), (1, 14)] {
        table.state.write(Target::Side(SideId(side)), models as u32, Value::Int(left));
    }
    table.state.commit();
}

/// A round of smaller blocks against 20,000 plays of it: within five standard deviations.
#[test]
fn a_round_of_a_melee_is_what_many_plays_come_to() {
    const PLAYS: u64 = 20_000;
    let mut table = table("melee");
    smaller_blocks(&mut table);
    let odds = table.reckoner.once(&table.state, "melee_round", &[], &Policy::First).unwrap();
    let cancel = AtomicBool::new(false);
    let plays = Plays { times: PLAYS, seed: 3, revealed: None };
    let plays = table.reckoner.estimate(&table.state, "melee_round", &[], plays, &cancel).unwrap();
    assert!(odds.len() > 1);
    for outcome in odds.outcomes() {
        let chance: f64 = odds.chance(outcome).decimal(12).parse().unwrap();
        let sigma = (chance * (1.0 - chance) / PLAYS as f64).sqrt();
        assert!((plays.share(outcome).0 - chance).abs() < 5.0 * sigma, "{outcome}: {chance}, {plays:?}");
    }
}
