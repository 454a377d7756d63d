//! Exact odds of whatever packs throw dice for: the same as by every die listed, and what many plays come to.

mod all_cores;
#[path = "../benches/measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::state::State;
use houserule::kernel::value::{UnitId, Value};
use houserule::odds::{
    Account, Asked, Distribution, Limit, Natural, NoOdds, Plays, Policy, Reckoner, TooMuch, is_refused,
    outcomes,
};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::play::{Bout, Player, RandomPlayer, on_deep_stack};
use houserule::rules::{Door, Event, Failure};
use houserule::session::initial_state;

/// So many plays of one command of a pack are held against its exact odds,
const PLAYS: u64 = 100_000;

/// and so many of each further one,
const FEWER: u64 = 5_000;

/// in so many states, as far as there are as many,
const SAMPLED: u64 = 20;

/// where each further one takes no longer than this: some commands end a turn, and take long.
const SAMPLING: Duration = Duration::from_millis(1500);

/// Every die is listed where that takes so many runs at most.
const MOST_LISTED: f64 = 3000.0;

fn library(folder: &str) -> Library {
    Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)])
}

fn loaded(library: &Library, pack: &str, scenario: Option<&str>) -> Option<Rc<Loaded>> {
    let request =
        Request { pack: pack.to_owned(), scenario: scenario.map(str::to_owned), ..Request::default() };
    load(library, &request, &Arc::default()).ok().map(Rc::new)
}

/// So many runs, however long they take.
fn account(runs: u64) -> Account {
    Account::of(Limit { runs, time: Duration::MAX })
}

/// Each die and each option in turn; none where that is more than so many runs.
fn listed(loaded: &Loaded, state: &State, rule: &str, arguments: &[Value]) -> Option<Distribution<String>> {
    let asked = Asked { rules: &loaded.rules, start: state, rule, arguments };
    let found = outcomes(asked, &[], &account(MOST_LISTED as u64)).ok()?;
    let common = found.values().fold(1, |common, chance| common / divisor(common, chance.of) * chance.of);
    Distribution::of(found.into_iter().map(|(o, c)| (o, Natural::from(common / c.of * c.ways))))
}

/// The greatest number that divides both.
fn divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// Cells of which fewer are expected are one cell, where plays are few.
const FEWEST: f64 = 5.0;

/// How a command is played.
struct Sampling {
    most: u64,
    seed: u64,
    time: Duration,
    fewest: f64,
}

impl Sampling {
    /// So many times, however long that takes, each cell for itself.
    fn whole(plays: u64) -> Sampling {
        Sampling { most: plays, seed: 7, time: Duration::MAX, fewest: 0.0 }
    }
}

/// So many plays at a time, between two looks at the clock.
const SLICE: u64 = 250;

/// Pearson's statistic for so many plays, or as many as there is time for, and its degrees of freedom; the expected counts are exact.
fn looks_like(
    loaded: &Loaded,
    state: &State,
    (rule, arguments): (&str, &[Value]),
    Sampling { most, seed, time, fewest }: Sampling,
    odds: &Distribution<String>,
) -> (f64, f64) {
    let (reckoner, began) = (loaded.reckoner(), Instant::now());
    let (mut counts, mut plays) = (BTreeMap::<String, u64>::new(), 0);
    while plays < most && (plays == 0 || began.elapsed() < time) {
        let never = AtomicBool::new(false);
        let slice = Plays { times: SLICE, seed: seed << 32 | plays, revealed: None };
        let part = reckoner.estimate(state, rule, arguments, slice, &never).unwrap();
        part.counts.into_iter().for_each(|(outcome, count)| *counts.entry(outcome).or_default() += count);
        plays += part.of;
    }
    let (mut statistic, mut cells, mut seen) = (0.0, 0.0f64, 0);
    let mut rare = (0.0, 0);
    let distance = |count: u64, expected: f64| (count as f64 - expected).powi(2) / expected;
    for outcome in odds.outcomes() {
        let chance: f64 = odds.chance(outcome).decimal(12).parse().unwrap();
        let expected = chance * plays as f64;
        let count = counts.get(outcome).copied().unwrap_or_default();
        seen += count;
        if expected < fewest {
            rare = (rare.0 + expected, rare.1 + count);
        } else {
            statistic += distance(count, expected);
            cells += 1.0;
        }
    }
    assert_eq!(seen, plays, "something fell that has no odds: {counts:?}");
    if rare.0 >= 1.0 {
        statistic += distance(rare.1, rare.0);
        cells += 1.0;
    } else {
        assert!(rare.1 <= 7, "{rule}: what hardly ever comes fell {} times", rare.1);
    }
    let freedom = (cells - 1.0).max(0.0);
    assert_fair(rule, statistic, freedom);
    (statistic, freedom)
}

/// Five sigma and more above what is expected of fair plays is too much.
fn assert_fair(what: &str, statistic: f64, freedom: f64) {
    assert!(statistic < freedom + 6.0 * (2.0 * freedom).sqrt() + 15.0, "{what}: {statistic} for {freedom}");
}

/// In how many ways the dice and the options of one play can come, whatever else may be asked in others; none where the
/// rule does not run.
fn ways_of_a_play(loaded: &Loaded, state: &State, rule: &str, arguments: &[Value]) -> Option<f64> {
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(5) }));
    let run = loaded.rules.run(&mut state.clone(), door, rule, arguments).ok()?;
    let ways = run.trace.events.iter().map(|event| match event {
        Event::Rolled { ask, .. } => f64::from(ask.sides).powf(f64::from(ask.count)),
        Event::Chose { ask, .. } => ask.options.len() as f64,
        _ => 1.0,
    });
    Some(ways.product())
}

/// What was compared of a pack.
#[derive(Default)]
struct Compared {
    /// Commands with every die listed.
    listed: usize,
    /// Of those the ones that were also played often.
    sampled: u64,
    /// The statistics of all plays of them together, and their degrees of freedom.
    statistics: (f64, f64),
    /// Commands with too many dice for that, played some times.
    played: usize,
}

impl Compared {
    fn command(&mut self, loaded: &Loaded, state: &State, (rule, arguments): (&str, &[Value]), line: &str) {
        // To begin a list that is never ended takes the most of the time.
        let is_short = ways_of_a_play(loaded, state, rule, arguments).is_none_or(|ways| ways <= MOST_LISTED);
        if let Some(plain) = is_short.then(|| listed(loaded, state, rule, arguments)).flatten() {
            let odds = loaded.reckoner().once(state, rule, arguments, &Policy::First);
            let odds = odds.unwrap_or_else(|why| panic!("{line}: {why:?}"));
            assert_eq!(odds, plain.reduced(), "{line}");
            self.listed += usize::from(odds.len() > 1);
            // The first few, and then some from all over the game.
            let is_one = self.listed <= 8 || self.listed.is_multiple_of(3);
            if odds.len() > 1 && is_one && self.sampled < SAMPLED {
                let sampling = match self.sampled {
                    0 => Sampling::whole(PLAYS),
                    at => Sampling { most: FEWER, seed: 7 + at, time: SAMPLING, fewest: FEWEST },
                };
                let (statistic, freedom) = looks_like(loaded, state, (rule, arguments), sampling, &odds);
                self.statistics.0 += statistic;
                self.statistics.1 += freedom;
                self.sampled += 1;
            }
        } else if self.played < 6 {
            // More dice than can be listed: some plays have to do.
            let reckoner = Reckoner::new(&loaded.rules);
            reckoner.set_limit(Limit { runs: 10_000, time: Duration::from_secs(5) });
            let odds = match reckoner.once(state, rule, arguments, &Policy::First) {
                Ok(odds) => odds,
                // Dice that are thrown again and again while they are equal have no last one.
                Err(NoOdds::TooMany | NoOdds::TooMuch(TooMuch::Uncounted)) => return,
                Err(why) => panic!("{line}: {why:?}"),
            };
            if odds.len() > 1 {
                looks_like(loaded, state, (rule, arguments), Sampling::whole(4_000), &odds);
                self.played += 1;
            }
        }
    }

    fn scenario(&mut self, loaded: &Rc<Loaded>) {
        let mut bout = Bout::new(loaded.clone(), &Arc::default());
        let start = bout.state().clone();
        let dice = Seeded { generator: Generator::new(3) };
        let door: Door = Rc::new(RefCell::new(dice));
        bout.begin(&start, &door).unwrap();
        let mut player = RandomPlayer::new(11);
        // Sixty commands, and more where they are mostly movement.
        for at in 0..300 {
            let is_enough = at >= 60 && self.listed + self.played > 5;
            if is_enough || bout.state().ending().is_some() {
                break;
            }
            let Ok(Some(command)) = player.choose(&mut bout) else { break };
            let rule = bout.verb(command.verb).rule.clone();
            let state = bout.state().clone();
            self.command(loaded, &state, (&rule, &command.arguments), &command.line(&bout));
            if bout.play(&command, &door).is_err() {
                break;
            }
        }
    }
}

#[test]
fn odds_of_commands_are_those_of_every_die_listed() {
    let packs = library("rulesets").packs();
    // What takes longest comes first, so that no core waits at the end: the last by its name takes as long as three others.
    let packs: Vec<String> = packs.iter().rev().map(|pack| pack.id.to_string()).collect();
    all_cores::for_each(&packs, |pack| {
        let library = library("rulesets");
        let Some(first) = loaded(&library, pack, None) else { return };
        let (mut compared, began) = (Compared::default(), Instant::now());
        for scenario in first.data.scenarios.keys() {
            let Some(loaded) = loaded(&library, pack, Some(scenario)) else { continue };
            on_deep_stack(|| compared.scenario(&loaded));
        }
        let Compared { listed, sampled, played, statistics, .. } = compared;
        eprintln!(
            "{pack}: {listed} listed, {sampled} of them sampled, {played} played, {:.0?}",
            began.elapsed()
        );
        assert_fair(pack, statistics.0, statistics.1);
        assert!(listed + played > 5, "{pack}: hardly anything was thrown for");
    });
}

/// Where they do not, every answer still comes, die by die, and takes a thousand times as long.
#[test]
fn every_pack_and_ready_house_rule_links_with_random_numbers() {
    let library = library("rulesets");
    let packs = library.packs();
    assert!(packs.len() > 5);
    for pack in packs {
        let plain = loaded(&library, &pack.id, None).unwrap_or_else(|| panic!("{} does not load", pack.id));
        assert!(plain.reckoner().is_lifted(), "{}", pack.id);
        for (house, _) in plain.packs.iter().flat_map(|pack| pack.houses()) {
            let request = Request {
                pack: pack.id.to_string(),
                house: plain.ready_house(house).into_iter().collect(),
                ..Request::default()
            };
            let is_own = plain.pack().houses().any(|(own, _)| own == house);
            match load(&library, &request, &Arc::default()) {
                Ok(under) => assert!(under.reckoner().is_lifted(), "{} under {house}", pack.id),
                // What changes a pack below may not fit what a world has made of it.
                Err((_, told)) => assert!(!is_own, "{} under {house}: {told:?}", pack.id),
            }
        }
    }
}

/// Rules in which random numbers are hard to follow, and such in which it is hard to tell what has a part in the outcome, on a
/// few states.
#[test]
fn odds_of_rules_that_are_hard_to_follow_are_those_of_every_die_listed() {
    assert!(thrown_for("oddities") > 30);
    assert!(thrown_for("aftermath") > 15);
}

/// How often something was thrown for, where the odds of all rules of a pack are those of every die listed.
fn thrown_for(pack: &str) -> usize {
    let library = library("tests/fixtures");
    let loaded = loaded(&library, pack, Some("field")).unwrap();
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    loaded.rules.run(&mut state, door, "begin_game", &[]).unwrap();
    state.commit();
    let rules = loaded.rules.rules().iter().filter(|rule| rule.parameters == ["one", "other"]);
    let mut thrown = 0;
    for rule in rules {
        for (one, other) in [(0, 3), (1, 1), (4, 2)] {
            let arguments = [Value::Unit(UnitId(one)), Value::Unit(UnitId(other))];
            let odds = loaded.reckoner().once(&state, &rule.name, &arguments, &Policy::First);
            let refused = refusals(&loaded, &state, &rule.name, &arguments);
            match (odds, refused) {
                (Ok(odds), None) => {
                    let plain = listed(&loaded, &state, &rule.name, &arguments)
                        .unwrap_or_else(|| panic!("{}: {odds:?}", rule.name));
                    assert_eq!(odds, plain.reduced(), "{}", rule.name);
                    thrown += usize::from(odds.len() > 1);
                }
                // Listing every die stops at a refusal; here it is an outcome like others.
                (Ok(odds), Some(_)) => {
                    let estimate = loaded.reckoner().estimate(
                        &state,
                        &rule.name,
                        &arguments,
                        Plays { times: 2000, seed: 5, revealed: None },
                        &AtomicBool::new(false),
                    );
                    let estimate = estimate.unwrap();
                    let refused = estimate.counts.iter().filter(|(outcome, _)| is_refused(outcome));
                    let share = refused.map(|(_, count)| count).sum::<u64>() as f64 / estimate.of as f64;
                    let exact = odds.chance_where(|outcome| is_refused(outcome));
                    let exact: f64 = exact.decimal(6).parse().unwrap();
                    assert!((share - exact).abs() < 0.06, "{}: {share} and {exact}", rule.name);
                }
                (Err(NoOdds::Refused(one)), Some(other)) => assert_eq!(one, other, "{}", rule.name),
                (Err(NoOdds::Failed(_)), None) => {}
                (odds, refused) => panic!("{}: {odds:?}, {refused:?}", rule.name),
            }
        }
    }
    thrown
}

/// Why some throw is refused; none where all are allowed or the rule fails.
fn refusals(loaded: &Loaded, state: &State, rule: &str, arguments: &[Value]) -> Option<String> {
    let asked = Asked { rules: &loaded.rules, start: state, rule, arguments };
    match outcomes(asked, &[], &account(20_000)) {
        Err(NoOdds::Failed(Failure::Refused(refusal))) => Some(refusal.reason),
        _ => None,
    }
}

/// Who wants a good throw keeps a good one and throws a bad one again; who wants a bad one does the opposite.
#[test]
fn decisions_follow_the_policy_that_is_stated() {
    let library = library("tests/fixtures");
    let loaded = loaded(&library, "oddities", Some("field")).unwrap();
    let state = initial_state(&loaded.data, loaded.rules.catalogue());
    let arguments = [Value::Unit(UnitId(0)), Value::Unit(UnitId(3))];
    let good = |policy: &Policy| {
        let odds = loaded.reckoner().once(&state, "thrown_again", &arguments, policy).unwrap();
        odds.chance(&"good".to_owned()).to_string()
    };
    assert_eq!(good(&Policy::First), "1/2");
    assert_eq!(good(&Policy::Best(vec!["good".to_owned()])), "3/4");
    assert_eq!(good(&Policy::Worst(vec!["good".to_owned()])), "1/4");
    assert_eq!(good(&Policy::Best(vec!["bad".to_owned()])), "1/4");
}

/// A limit that is reached is told, and what is refused for certain is told as a refusal.
#[test]
fn a_limit_that_is_reached_is_told() {
    let library = library("tests/fixtures");
    let loaded = loaded(&library, "oddities", Some("field")).unwrap();
    let state = initial_state(&loaded.data, loaded.rules.catalogue());
    let reckoner = Reckoner::new(&loaded.rules);
    reckoner.set_limit(Limit { runs: 3, time: Duration::from_secs(9) });
    let arguments = [Value::Unit(UnitId(0)), Value::Unit(UnitId(3))];
    assert_eq!(reckoner.once(&state, "as_often", &arguments, &Policy::First), Err(NoOdds::TooMany));
    let plays = Plays { times: 500, seed: 1, revealed: None };
    let estimate = reckoner.estimate(&state, "as_often", &arguments, plays, &AtomicBool::new(false)).unwrap();
    assert_eq!(estimate.of, 500);
}
