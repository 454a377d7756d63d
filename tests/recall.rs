//! Rules recalled answer as rules run do: random games of every pack, every call made both ways and compared.

mod all_cores;
#[path = "../benches/measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use houserule::data::{ParamKind, Part, Verb};
use houserule::diagnostic::{Code, render};
use houserule::kernel::catalogue::Subject;
use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::door::{Answer, Answers, Ask, By, Given, Roll, Stop};
use houserule::kernel::hex::Hex;
use houserule::kernel::state::{Ending, Place, State, Target};
use houserule::kernel::value::{SideId, UnitId, Value};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::rules::{Door, Failure, Recall};
use houserule::session::initial_state;

/// Every scenario of every pack that can be loaded here.
fn scenarios() -> Vec<(String, String)> {
    let library = Library::standard();
    let mut all = Vec::new();
    for pack in library.packs() {
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        match load(&library, &request, &Arc::default()) {
            Ok(loaded) => all.extend(loaded.data.scenarios.keys().map(|s| (pack.id.clone(), s.to_string()))),
            Err((_, told)) => eprintln!("{} is skipped: {}", pack.id, told[0].title),
        }
    }
    all
}

/// Throws the dice, takes the last option, and notes what was asked.
struct Noting {
    dice: Seeded,
    asked: Vec<Ask>,
    /// Whether dice are thrown while whoever asks holds on to what it works on.
    is_quick: bool,
}

impl Answers for Noting {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        self.asked.push(match ask.clone() {
            // Memory does not tell what dice are thrown for: nobody reads that there.
            Ask::Roll(roll) => Ask::Roll(Roll { purpose: "".into(), ..roll }),
            ask => ask,
        });
        match ask {
            Ask::Roll(_) => self.dice.answer(ask),
            Ask::Choose(choice) => {
                Ok(Answer { given: Given::Chosen(choice.options.len() - 1), by: By::Forced })
            }
            Ask::Decide(secrets) => {
                let last = secrets.drawn(|count| count - 1);
                Ok(Answer { given: Given::written_by(last, &By::Forced), by: By::Forced })
            }
            Ask::Seal(secrets) => Ok(Answer { given: Given::supposed(secrets, &By::Forced), by: By::Forced }),
        }
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        let is_asked = self.is_quick && matches!(ask, Ask::Roll(_));
        is_asked.then(|| self.answer(ask).expect("dice are always thrown"))
    }
}

/// What there is in a state, whatever has been there and is gone again since it was committed.
fn settled(state: &State) -> State {
    let mut settled = state.clone();
    settled.settle();
    settled
}

/// A game of which every rule is called plainly and through memory.
struct Both {
    place: String,
    loaded: Loaded,
    recall: Recall,
    names: BTreeMap<String, Arc<str>>,
    state: State,
    generator: Generator,
    calls: u64,
}

impl Both {
    fn begin(pack: &str, scenario: &str) -> Both {
        Both::of(&Library::standard(), pack, scenario, None)
    }

    /// With so much room in memory, where it is said.
    fn of(library: &Library, pack: &str, scenario: &str, room: Option<usize>) -> Both {
        let request =
            Request { pack: pack.to_owned(), scenario: Some(scenario.to_owned()), ..Request::default() };
        let loaded = load(library, &request, &Arc::default())
            .unwrap_or_else(|(sources, told)| panic!("{}", render(&told, &sources, false)));
        let recall = match room {
            Some(room) => Recall::with_room(&loaded.rules, room),
            None => Recall::new(&loaded.rules),
        };
        let state = initial_state(&loaded.data, loaded.rules.catalogue());
        let place = format!("{pack}/{scenario}");
        let names = BTreeMap::new();
        Both { place, loaded, recall, names, state, generator: Generator::new(1), calls: 0 }
    }

    fn again(&mut self, seed: u64) {
        self.state = initial_state(&self.loaded.data, self.loaded.rules.catalogue());
        self.generator = Generator::new(seed);
        if let Some((rule, _)) = self.loaded.data.hooks.get("start").cloned() {
            self.call(&rule, &[], None);
        }
        self.follow();
    }

    fn below(&mut self, count: usize) -> usize {
        self.generator.die(count.max(1) as u32) as usize - 1
    }

    fn door(&self) -> Rc<RefCell<Noting>> {
        let dice = Seeded { generator: Generator::of_stream([7; 32], self.calls) };
        Rc::new(RefCell::new(Noting { dice, asked: Vec::new(), is_quick: self.calls.is_multiple_of(2) }))
    }

    /// A rule's name, always the same text, by which memory knows it again.
    fn name(&mut self, rule: &str) -> Arc<str> {
        self.names.entry(rule.to_owned()).or_insert_with(|| Arc::from(rule)).clone()
    }

    /// What a rule answers, the same both ways; none where it refuses.
    fn call(&mut self, rule: &str, arguments: &[Value], looks: Option<&'static str>) -> Option<Value> {
        self.calls += 1;
        let place = format!("{}, `{rule}` of {arguments:?}, call {}", self.place, self.calls);
        let (mut plain, plain_door) = (self.state.clone(), self.door());
        let rules = &self.loaded.rules;
        let ran = match looks {
            Some(what) => rules.look(&mut plain, plain_door.clone(), rule, arguments, what),
            None => rules.run(&mut plain, plain_door.clone(), rule, arguments),
        };
        let noting = self.door();
        let door: Door = noting.clone();
        let name = self.name(rule);
        let known = self.recall.by_course();
        let recalled = self.recall.call(&mut self.state, &door, &name, arguments, looks);
        if self.recall.by_course() == known {
            assert_eq!(plain, self.state, "{place}");
        } else {
            // A command that is known as a whole leaves out what it takes back itself.
            assert_eq!(settled(&plain), settled(&self.state), "{place}");
        }
        assert_eq!(plain_door.borrow().asked, noting.borrow().asked, "{place}");
        match (ran, recalled) {
            (Ok(run), Ok(value)) => {
                assert_eq!(run.value, value, "{place}");
                let outcomes: Vec<String> = self.recall.outcomes().iter().map(ToString::to_string).collect();
                assert_eq!(run.trace.outcomes().collect::<Vec<_>>(), outcomes, "{place}");
                Some(value)
            }
            (Err(Failure::Refused(one)), Err(Failure::Refused(other))) => {
                assert_eq!(one.reason, other.reason, "{place}");
                None
            }
            (Err(Failure::Stopped(one)), Err(Failure::Stopped(other))) => {
                assert_eq!(one, other, "{place}");
                None
            }
            (Err(Failure::Broken(one)), Err(Failure::Broken(other))) => {
                assert_eq!(one, other, "{place}");
                None
            }
            (ran, recalled) => panic!("{place}: plainly {ran:?}, recalled {recalled:?}"),
        }
    }

    fn follow(&mut self) {
        if let Some((rule, _)) = self.loaded.data.hooks.get("after").cloned() {
            self.call(&rule, &[], None);
        }
        let victory = self.loaded.data.set_up.iter().flat_map(|s| s.victory.clone()).collect::<Vec<_>>();
        for clause in victory {
            if self.state.ending().is_some() {
                break;
            }
            if self.call(&clause.rule, &[], Some("a victory condition")) == Some(Value::Bool(true)) {
                self.state.end(Ending { winner: clause.side, reason: clause.reason });
            }
        }
        self.state.commit();
    }

    /// A verb with arguments from the pack's lists, carried out where the check allows it.
    fn attempt(&mut self, verb: &Verb) -> bool {
        let mut arguments: Vec<Value> = Vec::new();
        for part in &verb.form {
            let Part::Param { name, kind, .. } = part else { continue };
            let Some(rule) = verb.choices.get(name) else {
                arguments.push(Value::Nothing);
                continue;
            };
            let Some(Value::List(all)) = self.call(rule, &arguments.clone(), Some("a list")) else {
                return false;
            };
            if all.is_empty() {
                return false;
            }
            let one = all[self.below(all.len())].clone();
            let many = matches!(kind, ParamKind::Units | ParamKind::Hexes);
            arguments.push(if many { Value::list([one]) } else { one });
        }
        if let Some(check) = &verb.check
            && self.call(check, &arguments, Some("the check of a command")).is_none()
        {
            return false;
        }
        let done = self.call(&verb.rule, &arguments, None).is_some();
        if done {
            self.follow();
        }
        done
    }

    fn play(&mut self, commands: usize) {
        for _ in 0..commands {
            if self.state.ending().is_some() {
                return;
            }
            let phase = self.state.clock().phase.clone();
            let verbs: Vec<Verb> = self.loaded.data.verbs.clone();
            let verbs: Vec<Verb> =
                verbs.into_iter().filter(|v| v.phases.is_empty() || v.phases.contains(&phase)).collect();
            let verb = verbs[self.below(verbs.len())].clone();
            self.attempt(&verb);
        }
    }
}

#[test]
fn what_is_recalled_is_what_would_have_been_run() {
    all_cores::for_each(&scenarios(), |(pack, scenario)| {
        let mut both = Both::begin(pack, scenario);
        for seed in 0..3 {
            both.again(seed);
            both.play(150);
        }
        let (asked, ran) = both.recall.asked();
        eprintln!(
            "{}: {} calls, {asked} asked, {ran} run, {} kept",
            both.place,
            both.calls,
            both.recall.remembered()
        );
    });
}

#[test]
fn what_is_hardly_ever_remembered_is_what_would_have_been_run_too() {
    let loose = AtomicUsize::new(0);
    all_cores::for_each(&scenarios(), |(pack, scenario)| {
        // In so little room a rule is soon taken for one of those.
        let mut both = Both::of(&Library::standard(), pack, scenario, Some(10_000));
        for seed in 0..2 {
            both.again(seed);
            both.play(90);
        }
        loose.fetch_add(both.recall.hardly_remembered().len(), Ordering::Relaxed);
    });
    let loose = loose.into_inner();
    assert!(loose > 20, "only {loose} of the rules were");
}

/// A game whose rules are hard to recall rightly.
fn field(room: Option<usize>) -> Both {
    of_oddities("field", room)
}

fn of_oddities(scenario: &str, room: Option<usize>) -> Both {
    let library = Library::of_folders([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures").into()]);
    let mut both = Both::of(&library, "oddities", scenario, room);
    both.again(0);
    both
}

/// The same, each rule asked of every pair of units while they move about.
fn oddities(scenario: &str, room: Option<usize>) -> Both {
    let mut both = of_oddities(scenario, room);
    let rules: Vec<String> = both
        .loaded
        .rules
        .rules()
        .iter()
        .filter(|rule| rule.parameters == ["one", "other"])
        .map(|rule| rule.name.to_string())
        .collect();
    assert!(rules.len() > 14, "{rules:?}");
    let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
    for _ in 0..40 {
        for rule in &rules {
            let units: Vec<_> = both.state.units().map(|(id, _)| id).collect();
            let (one, other) = (units[both.below(units.len())], units[both.below(units.len())]);
            both.call(rule, &[Value::Unit(one), Value::Unit(other)], None);
            both.state.commit();
        }
        let unit = both.below(6) as u32;
        let hex = hexes[both.below(hexes.len())];
        both.state.place(UnitId(unit), Place::Hex(hex));
        both.state.commit();
    }
    both
}

#[test]
fn which_unit_it_is_and_what_happens_on_the_way_is_not_forgotten() {
    for scenario in ["field", "banks", "meadow"] {
        let both = oddities(scenario, None);
        let (asked, ran) = both.recall.asked();
        assert!(asked > ran && both.recall.remembered() > 0, "nothing was recalled");
    }
}

#[test]
fn what_is_in_reach_is_known_until_somebody_comes_near() {
    for rule in ["little_way", "little_way_by_side"] {
        let mut both = field(None);
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        let (mut before, mut changed) = (None, 0);
        for _ in 0..400 {
            let reached = both.call(rule, &[Value::Unit(UnitId(0)), Value::Unit(UnitId(1))], None);
            changed += u32::from(reached != before);
            before = reached;
            let (unit, hex) = (UnitId(1 + both.below(5) as u32), hexes[both.below(hexes.len())]);
            both.state.place(unit, Place::Hex(hex));
            both.state.commit();
        }
        let (asked, ran) = both.recall.asked();
        let is_recalled = asked > 2 * ran;
        assert!((50..350).contains(&changed) && is_recalled, "{changed} changes, {ran} of {asked} run");
    }
}

#[test]
fn what_is_near_is_found_from_wherever_one_begins() {
    let rules = ["little_way_past_friends", "little_way_by_steps", "little_way_to_friends"];
    // What is known makes mistakes possible, and so does what is not known yet.
    for (rule, game) in rules.into_iter().flat_map(|rule| (0..10).map(move |game| (rule, game))) {
        let mut both = field(None);
        both.again(game);
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        let mut ways = 0;
        for _ in 0..400 {
            let (unit, hex) = (UnitId(both.below(6) as u32), hexes[both.below(hexes.len())]);
            both.state.place(unit, Place::Hex(hex));
            both.state.commit();
            let one = UnitId(both.below(6) as u32);
            let found = both.call(rule, &[Value::Unit(one), Value::Unit(UnitId(0))], None);
            ways += u32::from(matches!(found, Some(Value::List(found)) if found.len() == 2));
        }
        assert!(ways > 300, "{ways} ways");
    }
}

#[test]
fn what_a_closure_counts_while_a_search_asks_it_is_counted_each_time() {
    let mut both = field(None);
    for unit in 0..6 {
        let arguments = [Value::Unit(UnitId(unit)), Value::Unit(UnitId(0))];
        let Some(Value::List(steps)) = both.call("counted_steps", &arguments, None) else {
            panic!("refused")
        };
        assert!(steps[0] == steps[1] && steps[2] == steps[3] && steps[0] == steps[4], "{steps:?}");
        let Value::List(counted) = &steps[0] else { panic!("{steps:?}") };
        assert!(counted[0] == counted[1] && counted[0] > Value::Int(5), "{counted:?}");
    }
}

#[test]
fn closures_may_look_at_the_list_that_they_are_called_for() {
    let mut both = field(None);
    for rule in ["seen_while_gone_through", "seen_by_the_engine"] {
        for unit in 0..6 {
            let arguments = [Value::Unit(UnitId(unit)), Value::Unit(UnitId(1))];
            let answer = both.call(rule, &arguments, None);
            assert!(answer.is_some(), "{rule} has a mistake in it");
        }
    }
}

#[test]
fn what_one_unit_did_is_known_of_all_of_its_kind() {
    let mut both = field(None);
    let units: Vec<_> = both.state.units().map(|(id, _)| Value::Unit(id)).collect();
    let ran = |both: &Both| both.recall.asked().1;
    // Three red units, then three blue ones: each is marked, and the first of its kind has shown how.
    for (at, unit) in units.iter().enumerate() {
        let before = ran(&both);
        both.call("strength_of", &[unit.clone(), units[5 - at].clone()], None);
        both.state.commit();
        assert_eq!(ran(&both) > before, at % 3 == 0, "unit {at}");
    }
}

#[test]
fn a_little_question_of_so_or_not_is_a_part_of_what_is_only_that() {
    let runs_of = |rule: &str| {
        let mut both = field(None);
        let before = both.recall.asked().1;
        both.call(rule, &[UnitId(0).into(), UnitId(1).into()], None);
        both.recall.asked().1 - before
    };
    assert_eq!([runs_of("is_met_by_day"), runs_of("met_by_either")], [1, 2]);
}

#[test]
fn what_was_found_in_one_hex_is_known_of_all_that_look_alike() {
    let mut both = field(None);
    let map = both.loaded.rules.map().clone();
    let catalogue = both.loaded.rules.catalogue().clone();
    let ran = |both: &Both| both.recall.asked().1;
    // Where something is computed for a hex each is known by itself.
    let (bog, plain): (Vec<Hex>, Vec<Hex>) = map.hexes().partition(|hex| {
        map.terrain(*hex).iter().any(|t| ["bog", "reeds"].contains(&&*catalogue.terrain_def(*t).name))
    });
    assert!(bog.len() == 5 && plain.len() > 20, "{bog:?}");
    for hex in bog {
        let before = ran(&both);
        both.call("crowd", &[Value::Hex(hex)], None);
        assert!(ran(&both) > before, "{hex:?}");
    }
    // Who calls what cannot be remembered has done himself what that did, in the hexes that he knows.
    for (hex, than) in [(0, 0), (0, 1), (1, 0)] {
        both.call("lists_of_both", &[Value::Hex(plain[hex]), Value::Hex(plain[than])], None);
    }
    let mut seen = Vec::new();
    for (hex, than) in plain.iter().flat_map(|hex| plain.iter().map(move |than| (*hex, *than))) {
        let before = ran(&both);
        both.call("sides_in_both", &[Value::Hex(hex), Value::Hex(than)], None);
        let alike = [hex, than].map(|hex| {
            let sides: Vec<_> =
                both.state.units_at(hex).iter().map(|unit| both.state.unit(*unit).side).collect();
            (map.terrain(hex).to_vec(), sides)
        });
        assert_eq!(ran(&both) > before, !seen.contains(&alike), "{hex:?}, {than:?}");
        seen.push(alike);
    }
}

#[test]
fn hexes_that_are_compared_answered_and_gone_to_are_what_they_are() {
    for scenario in ["field", "banks", "meadow"] {
        let mut both = of_oddities(scenario, None);
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        for call in 0..600 {
            let hex = |both: &mut Both| Value::Hex(hexes[both.below(hexes.len())]);
            let (from, to) = (hex(&mut both), hex(&mut both));
            let to = if call % 5 == 0 { from.clone() } else { to };
            both.call("between_two", &[from, to], None);
            both.state.commit();
            let unit = UnitId(both.below(6) as u32).into();
            let path = Value::list((0..both.below(6)).map(|_| hex(&mut both)).collect::<Vec<_>>());
            both.call(["sent", "sent_to"][call % 2], &[unit, path], None);
            both.state.commit();
        }
    }
}

/// Rules that may only look and allow something, by what they are called with.
fn checks(both: &Both, parameters: [&str; 2]) -> Vec<String> {
    let all = both.loaded.rules.rules();
    let checks = all.iter().filter(|rule| rule.parameters == parameters && rule.name.starts_with("may_"));
    checks.map(|rule| rule.name.to_string()).collect()
}

/// Carries a command out behind its check. What it has done can be taken back.
fn carried_out(both: &mut Both, rule: &str, arguments: &[Value]) {
    let before = both.state.clone();
    both.call(rule, arguments, None);
    let mut taken_back = both.state.clone();
    taken_back.roll_back(before.pending());
    assert_eq!(settled(&before), settled(&taken_back), "`{rule}` of {arguments:?}");
    both.state.commit();
}

/// One of the first six units is put into any hex, or now and then out of the game.
fn sent_anywhere(both: &mut Both, hexes: &[Hex]) {
    let unit = UnitId(both.below(6) as u32);
    let place = match both.below(12) {
        0 => Place::Out,
        _ => Place::Hex(hexes[both.below(hexes.len())]),
    };
    both.state.place(unit, place);
    both.state.commit();
}

/// The number of the property that units are marked with.
fn mark(both: &Both) -> u32 {
    let properties = &both.loaded.rules.catalogue().properties;
    properties.iter().position(|property| &*property.name == "mark").expect("a mark") as u32
}

#[test]
fn any_rule_does_behind_a_check_what_it_does_by_itself() {
    all_cores::for_each(&["field", "banks", "meadow"], |scenario| {
        let mut both = of_oddities(scenario, None);
        let checks = checks(&both, ["one", "other"]);
        let all = both.loaded.rules.rules();
        let rules = all.iter().filter(|rule| rule.parameters == ["one", "other"]);
        let rules: Vec<String> = rules.map(|rule| rule.name.to_string()).collect();
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        for check in &checks {
            for rule in &rules {
                for _ in 0..30 {
                    let units: Vec<_> = both.state.units().map(|(id, _)| id).collect();
                    let pair = [(); 2].map(|()| Value::Unit(units[both.below(units.len())]));
                    if both.call(check, &pair, Some("the check of a command")).is_some() {
                        carried_out(&mut both, rule, &pair);
                    }
                    sent_anywhere(&mut both, &hexes);
                }
            }
        }
        assert!(both.recall.by_course() > 100, "{scenario}: {}", both.recall.by_course());
    });
}

#[test]
fn whoever_is_sent_behind_a_check_goes_where_the_rule_alone_sends_him() {
    for scenario in ["field", "banks", "meadow"] {
        let mut both = of_oddities(scenario, None);
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        for call in 0..1500 {
            let from = hexes[both.below(hexes.len())];
            let near: Vec<Hex> = hexes.iter().copied().filter(|hex| hex.distance(from) < 3).collect();
            let unit = UnitId(both.below(6) as u32);
            both.state.place(unit, Place::Hex(from));
            both.state.commit();
            let length = if both.below(5) == 0 { 3 } else { 1 };
            let path = (0..length).map(|_| Value::Hex(near[both.below(near.len())]));
            let command = [unit.into(), Value::list(path.collect::<Vec<_>>())];
            let (check, rule) =
                [("may_be_sent", "sent"), ("may_press", "press"), ("may_be_sent", "sent_to")][call / 500];
            if both.call(check, &command, Some("the check of a command")).is_some() {
                carried_out(&mut both, rule, &command);
                // Whatever has come of it, nothing stands between the two the second time either.
                if call % 3 == 0 && both.call(check, &command, Some("the check of a command")).is_some() {
                    carried_out(&mut both, rule, &command);
                }
            }
        }
        assert!(both.recall.by_course() > 100, "{scenario}: {}", both.recall.by_course());
    }
}

#[test]
fn what_looks_behind_a_deed_sees_what_has_changed_since_it_was_done_last() {
    for scenario in ["field", "banks", "meadow"] {
        for rule in [
            "step_in_company",
            "step_to_go",
            "step_by_marks",
            "step_of_harm",
            "step_to_first_mark",
            "step_without_marks",
        ] {
            let mut both = of_oddities(scenario, None);
            let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
            let (mark, mut answers) = (mark(&both), BTreeSet::new());
            for _ in 0..600 {
                answers.insert(format!("{:?}", both.call(rule, &[], None)));
                both.state.commit();
                // What is hardly ever the same again is not kept.
                if both.below(3) > 0 {
                    continue;
                }
                for _ in 0..both.below(4) {
                    // The first are never marked, so that it is a long way to those who are.
                    let (unit, marked) = (UnitId(3 + both.below(3) as u32), both.below(2) as i64);
                    both.state.write(Target::Unit(unit), mark, Value::Int(marked));
                }
                sent_anywhere(&mut both, &hexes);
            }
            assert!(answers.len() > 1, "{rule} answers nothing but {answers:?}");
        }
    }
}

#[test]
fn what_a_deed_changes_is_not_seen_before_it() {
    // How it is made that a look behind the deed ends early, and then that a look before the deed would see what it undoes.
    type Turn = fn(&mut State, u32, &[Hex]);
    fn mark_all(state: &mut State, number: u32, marks: &[(u32, i64)]) {
        for (unit, value) in marks {
            state.write(Target::Unit(UnitId(*unit)), number, Value::Int(*value));
        }
    }
    let rules: [(&str, &str, Turn, Turn); 2] = [
        (
            "step_to_first_mark",
            "somebody_marked",
            |state, number, _| mark_all(state, number, &[(0, 0), (3, 1), (5, 0)]),
            |state, number, _| mark_all(state, number, &[(3, 0), (5, 1)]),
        ),
        (
            "step_without_marks",
            "somebody_marked_or_in_company",
            |state, _, hexes| {
                state.place(UnitId(0), Place::Hex(hexes[7]));
                state.place(UnitId(0), Place::Hex(hexes[0]));
                state.place(UnitId(4), Place::Hex(hexes[5]));
            },
            |state, number, hexes| {
                state.place(UnitId(4), Place::Hex(hexes[4]));
                mark_all(state, number, &[(3, 1)]);
            },
        ),
    ];
    for (rule, look, ends_early, sees_too_much) in rules {
        let mut both = of_oddities("field", None);
        let hexes: Vec<_> = both.loaded.rules.map().hexes().collect();
        let mark = mark(&both);
        for unit in 0..6 {
            both.state.place(UnitId(unit), Place::Hex(hexes[unit as usize]));
        }
        let mut answers = BTreeSet::new();
        for _ in 0..30 {
            for turn in [ends_early, sees_too_much] {
                turn(&mut both.state, mark, &hexes);
                both.state.commit();
                // What it would see before its deed is known, too.
                both.call(look, &[], Some("a look"));
                answers.insert(format!("{:?}", both.call(rule, &[], None)));
                both.state.commit();
            }
        }
        assert_eq!(answers.len(), 2, "{rule} answers {answers:?}");
    }
}

#[test]
fn commands_of_the_game_that_is_measured_are_soon_known_as_a_whole() {
    let mut both = Both::begin("countercolors", "basic");
    for seed in 0..12 {
        both.again(seed);
        both.play(200);
    }
    let before = both.recall.by_course();
    let (mut moves, verbs) = (0, both.loaded.data.verbs.clone());
    let verb = verbs.iter().find(|verb| &*verb.name == "move").expect("units move");
    both.again(20);
    both.play(60);
    for _ in 0..200 {
        moves += u64::from(verb.phases.contains(&both.state.clock().phase) && both.attempt(verb));
        both.play(1);
    }
    let known = both.recall.by_course() - before;
    assert!(moves > 20 && 2 * known > moves, "{known} of {moves} moves and more");
}

#[test]
fn a_way_is_known_for_all_hexes_that_look_alike() {
    let mut both = of_oddities("meadow", None);
    for unit in 1..6 {
        both.state.place(UnitId(unit), Place::Out);
    }
    both.state.commit();
    let map = both.loaded.rules.map().clone();
    let base = map.terrain(map.hexes().last().expect("a map")).to_vec();
    let clear: Vec<Hex> = map.hexes().filter(|hex| map.terrain(*hex) == base).collect();
    let (mut ways, mut runs) = (0, 0);
    for from in &clear {
        for to in &clear {
            both.state.place(UnitId(0), Place::Hex(*from));
            both.state.commit();
            let before = both.recall.asked().1;
            // Why there is no way names the hex.
            if both.call("sent_to", &[UnitId(0).into(), Value::list([Value::Hex(*to)])], None).is_some() {
                ways += 1;
                runs += both.recall.asked().1 - before;
            }
            both.state.commit();
        }
    }
    assert!(ways > 100 && runs < 30, "{runs} runs for {ways} ways");
}

#[test]
fn what_is_in_reach_is_known_for_all_hexes_that_look_alike() {
    let mut both = of_oddities("meadow", None);
    let map = both.loaded.rules.map().clone();
    let base = map.terrain(map.hexes().last().expect("a map")).to_vec();
    let clear: Vec<Hex> = map.hexes().filter(|hex| map.terrain(*hex) == base).collect();
    for hex in &clear {
        both.state.place(UnitId(0), Place::Hex(*hex));
        both.state.commit();
        both.call("reached_from_here", &[UnitId(0).into()], None);
    }
    let runs = both.recall.asked().1;
    assert!(clear.len() > 12 && runs < 8, "{runs} runs for {} hexes", clear.len());
}

#[test]
fn why_a_step_is_refused_is_found_out_only_where_somebody_is_told() {
    let mut both = of_oddities("meadow", None);
    for unit in 1..6 {
        both.state.place(UnitId(unit), Place::Out);
    }
    let map = both.loaded.rules.map().clone();
    let base = map.terrain(map.hexes().last().expect("a map")).to_vec();
    let clear: Vec<Hex> = map.hexes().filter(|hex| map.terrain(*hex) == base).collect();
    let enemy = UnitId(3);
    let told = |both: &mut Both, rule: &str, arguments: &[Value]| {
        let before = both.recall.plainly();
        let refused = both.call(rule, arguments, None).is_none();
        both.state.commit();
        assert_eq!(both.recall.plainly() > before, refused, "{rule}");
        refused
    };
    let (mut stands, mut refusals, mut runs) = (0, 0, 0);
    for from in &clear {
        for to in clear.iter().filter(|to| from.distance(**to) == 1) {
            both.state.place(UnitId(0), Place::Hex(*from));
            both.state.place(enemy, Place::Hex(*to));
            both.state.commit();
            stands += 1;
            let before = both.recall.asked().1;
            assert!(!told(&mut both, "past_others", &[UnitId(0).into()]));
            runs += both.recall.asked().1 - before;
            refusals += u32::from(told(&mut both, "entered_or_told_why", &[UnitId(0).into(), enemy.into()]));
        }
    }
    assert!(
        stands > 30 && refusals == stands && runs < 20,
        "{runs} runs for {stands} hexes, {refusals} refused"
    );
}

#[test]
fn a_step_between_hexes_that_look_alike_is_known_where_nothing_lies_on_hexsides() {
    let steps = |scenario: &str| {
        let mut both = of_oddities(scenario, None);
        // Nobody is in the way, so that all hexes without terrain of their own look alike.
        for unit in 1..6 {
            both.state.place(UnitId(unit), Place::Out);
        }
        both.state.commit();
        let map = both.loaded.rules.map().clone();
        let clear: Vec<Hex> = map.hexes().filter(|hex| map.terrain(*hex).len() == 1).collect();
        let base = map.terrain(clear[0]).to_vec();
        let clear: Vec<Hex> = clear.into_iter().filter(|hex| map.terrain(*hex) == base).collect();
        for hex in &clear {
            for to in map.neighbours(*hex).filter(|to| clear.contains(to)) {
                let arguments = [UnitId(0).into(), (*hex).into(), to.into(), false.into()];
                both.call("step_of", &arguments, None);
            }
        }
        (both.recall.asked().1, clear.len() as u64)
    };
    let (open, hexes) = steps("field");
    assert!(open < 8 && hexes > 12, "{open} runs for {hexes} hexes");
    let (banks, hexes) = steps("banks");
    assert!(banks > hexes, "{banks} runs for {hexes} hexes");
}

/// Looks into every hex before it answers, in the memory of who asks.
struct Looking {
    recall: Rc<Recall>,
    state: State,
    noting: Noting,
}

impl Answers for Looking {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let door: Door = Rc::new(RefCell::new(Noting {
            dice: self.noting.dice.clone(),
            asked: Vec::new(),
            is_quick: false,
        }));
        let crowd = Arc::from("crowd");
        for hex in self.recall.rules().map().clone().hexes() {
            let found = self.recall.call(&mut self.state, &door, &crowd, &[Value::Hex(hex)], Some("a look"));
            let crowd = self.state.units_at(hex).len() as i64;
            assert_eq!(found.ok(), Some(Value::Int(crowd)), "{hex:?}");
        }
        self.noting.answer(ask)
    }
}

#[test]
fn who_answers_may_look_into_the_hexes_that_he_is_asked_about() {
    let both = field(None);
    let recall = Rc::new(both.recall);
    let rule = Arc::from("asked_in_hexes");
    let units: Vec<_> = both.state.units().map(|(id, _)| Value::Unit(id)).collect();
    for (one, other) in units.iter().flat_map(|one| units.iter().map(move |other| (one, other))) {
        let noting =
            || Noting { dice: Seeded { generator: Generator::new(1) }, asked: Vec::new(), is_quick: false };
        let (mut plain, mut recalled) = (both.state.clone(), both.state.clone());
        let arguments = [one.clone(), other.clone()];
        let door: Door = Rc::new(RefCell::new(noting()));
        let ran = recall.rules().run(&mut plain, door, &rule, &arguments).expect("an answer");
        let looking = Looking { recall: recall.clone(), state: both.state.clone(), noting: noting() };
        let door: Door = Rc::new(RefCell::new(looking));
        let value = recall.call(&mut recalled, &door, &rule, &arguments, None);
        assert_eq!(value.ok(), Some(ran.value), "{one:?}, {other:?}");
        let outcomes: Vec<String> = recall.outcomes().iter().map(ToString::to_string).collect();
        assert_eq!(ran.trace.outcomes().collect::<Vec<_>>(), outcomes, "{one:?}, {other:?}");
    }
}

#[test]
fn nobody_is_asked_about_a_unit_that_stands_for_another() {
    let mut both = field(None);
    let units: Vec<_> = both.state.units().map(|(id, _)| Value::Unit(id)).collect();
    let ask = |both: &mut Both, rule: &str| {
        for unit in units.iter().rev() {
            both.call(rule, &[unit.clone(), units[0].clone()], None);
            both.state.commit();
        }
    };
    ask(&mut both, "asked_late_about_one");
    ask(&mut both, "asked_about_one");
    let (count, _) = both.loaded.rules.catalogue().property(Subject::Side, "count").expect("declared");
    for side in 0..2 {
        both.state.write(Target::Side(SideId(side)), count as u32, Value::Int(7));
    }
    both.state.commit();
    ask(&mut both, "asked_late_about_one");
}

#[test]
fn a_full_memory_is_emptied_and_answers_stay_the_same() {
    const ROOM: usize = 100;
    let mut both = oddities("field", Some(ROOM));
    // A few calls may go over the room, for it is not looked at before each; then all is forgotten.
    for _ in 0..100 {
        both.call("is_first", &[Value::Unit(UnitId(0)), Value::Unit(UnitId(1))], None);
    }
    assert!(both.recall.remembered() < ROOM, "{} are kept", both.recall.remembered());
    let ample = oddities("field", None);
    assert!(ample.recall.remembered() > 3 * ROOM, "the room was never full");
    // What is not worth its room is run plainly.
    assert!(both.recall.plainly() > ample.recall.plainly());
}

/// Whole games are only as fast as the trees: a construct that none can hold sends its rule back to the script engine.
#[test]
fn every_rule_of_the_game_that_is_measured_is_run_from_a_tree() {
    let (pack, scenario) = ("countercolors", "basic");
    if !scenarios().contains(&(pack.to_owned(), scenario.to_owned())) {
        return;
    }
    let both = Both::begin(pack, scenario);
    assert_eq!(both.recall.left_to_the_engine(), Vec::<String>::new());
}

#[test]
fn what_has_no_order_is_told_alike() {
    let mut both = of_oddities("field", None);
    let units = [0, 1].map(|at| Value::Unit(UnitId(at)));
    for pair in [[0, 0], [0, 1]] {
        let pair = pair.map(|at| units[at].clone());
        assert_eq!(both.call("without_order", &pair, None), None);
        let told = both.loaded.rules.run(&mut both.state.clone(), both.door(), "without_order", &pair);
        let told = told.expect_err("there is no order");
        assert_eq!(told.diagnostic().map(|told| told.code), Some(Code::UNORDERED), "{told:?}");
    }
}

#[test]
fn what_the_language_can_do_is_done_by_trees_as_by_the_engine() {
    let mut both = of_oddities("field", None);
    let left = both.recall.left_to_the_engine();
    let units = [Value::Unit(UnitId(0)), Value::Unit(UnitId(1))];
    for rule in
        ["rounds", "lists", "maps", "texts", "kinds", "closures", "left_early", "seen_while_gone_through"]
    {
        assert!(!left.contains(&format!("{rule}__own")), "{rule} is left to the engine: {left:?}");
        let answer = both.call(rule, &units, None);
        assert!(answer.is_some(), "{rule} has a mistake in it");
        both.call(rule, &[units[0].clone(), units[0].clone()], None);
    }
    // A closure that writes to what is shared can only be run where that is.
    assert!(left.contains(&"counting__own".to_owned()), "{left:?}");
    for rule in ["counting", "kept_closures", "too_large", "too_long", "by_case", "refused_inside"] {
        both.call(rule, &units, None);
    }
}
