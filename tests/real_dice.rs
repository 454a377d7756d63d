//! Dice that people throw: what a question says that they need, and which of them can be corrected.

mod desk;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use desk::{fixtures, refused, told};
use houserule::kernel::door::Stop;
use houserule::pack::{HouseFile, Library};
use houserule::repl::{Console, Front};
use houserule::report::Style;
use houserule::session::{Asker, Opening, Question, Session};

/// Answers in order; keeps what was asked, and in brackets what was told before it.
#[derive(Default)]
struct Thrower {
    answers: VecDeque<&'static str>,
    asked: Vec<String>,
}

impl Asker for Thrower {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.asked.push(question.text.clone());
        let answer = self.answers.pop_front();
        answer.map(str::to_owned).ok_or_else(|| Stop::Missing(question.text.clone()))
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn tell(&mut self, text: &str) {
        panic!("{text}");
    }

    fn note(&mut self, text: &str) {
        self.asked.push(format!("({text})"));
    }

    fn hears(&mut self, text: &str) -> bool {
        self.asked.push(format!("({text})"));
        true
    }
}

/// A duel under a house rule, all of whose dice are thrown by people.
fn opened(house: &str, answers: &[&'static str]) -> (Console, Rc<RefCell<Thrower>>) {
    let thrower =
        Rc::new(RefCell::new(Thrower { answers: answers.iter().copied().collect(), asked: Vec::new() }));
    let session = Session::open_with_real_dice(Opening {
        library: Library::of_folders([fixtures()]),
        pack: "duel".to_owned(),
        scenario: None,
        house: vec![(HouseFile { name: "house.rhai".into(), text: house.into() }, None)],
        seed: 5,
        asker: thrower.clone(),
        cancel: Arc::default(),
        journal: None,
    });
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    (Console::new(session.unwrap_or_else(|trouble| panic!("{trouble:#?}")), front), thrower)
}

#[test]
fn a_die_that_no_outcome_tells_of_is_not_called_idle() {
    let house = "fn pass() {
        let die = roll(1, 6, \"shot\", active(), \"to hit\");
        if die < 3 { outcome(\"miss\"); return; }
        outcome(\"hit\");
        roll(1, 6, \"shot\", active(), \"scatter\");
        let first = units_of(active())[0];
        if roll(1, 6, \"shot\", active(), \"nerve\") < 4 { first.done = true; }
    }";
    let (mut console, thrower) = opened(house, &["5", "2", "1"]);
    told(&mut console, "pass");
    let asked = ["Red, to hit: 1d6, needs 3+ hit, else miss", "Red, scatter: 1d6", "Red, nerve: 1d6"];
    assert_eq!(thrower.borrow().asked, asked);
}

#[test]
fn a_die_that_changes_nothing_at_all_is_told_as_such() {
    let house = "fn pass() { outcome(\"hit\"); roll(1, 6, \"shot\", active(), \"for show\"); }";
    let (mut console, thrower) = opened(house, &["5"]);
    told(&mut console, "pass");
    assert_eq!(thrower.borrow().asked, ["Red, for show: 1d6, any: hit"]);
}

#[test]
fn dice_of_the_set_up_are_not_corrected() {
    let house = "fn begin_game() { prior(); roll(1, 6, \"shot\", (), \"weather\"); }\n\
        fn pass() { roll(1, 6, \"shot\", active(), \"first\"); }";
    let (mut console, _thrower) = opened(house, &["5", "2"]);
    let told_of = refused(&mut console, "fix 3");
    assert!(told_of.contains("the dice of the set-up cannot be corrected"), "{told_of}");
    told(&mut console, "pass");
    told(&mut console, "fix 3");
    told(&mut console, "undo --past-dice");
    let told_of = refused(&mut console, "fix 3");
    assert!(told_of.contains("the dice of the set-up cannot be corrected"), "{told_of}");
}

#[test]
fn dice_behind_the_corrected_ones_stand_as_they_fell() {
    let house = "fn pass() {
        for n in 0..2 { say(`${n}: ${roll(2, 6, \"shot\", active(), \"shots\")}`); }
        if roll(1, 8, \"shot\", active(), \"more\") > 4 { roll(1, 6, \"shot\", active(), \"still more\"); }
    }";
    let (mut console, thrower) = opened(house, &["6 6", "2 3", "8", "1", "5"]);
    told(&mut console, "pass");
    let fixed = told(&mut console, "fix 4 2");
    assert!(fixed.contains("0: 6") && fixed.contains("1: 5"), "{fixed}");
    let questions = || thrower.borrow().asked.iter().filter(|line| !line.starts_with('(')).count();
    assert_eq!(questions(), 4, "nobody throws again");
    // Whoever gives the line again gets the same dice.
    let logged = |console: &mut Console, line: &str| {
        let log = told(console, "log");
        assert!(log.lines().any(|told| told.trim_end().ends_with(line)), "{log}");
    };
    logged(&mut console, "pass --dice 4,2,2,3,8,1");
    // A roll is corrected as a whole.
    assert!(refused(&mut console, "fix 1").contains("2d6 asked, only 1 left"));
    // With fewer dice none is too many.
    told(&mut console, "fix 1 1 1 1 2");
    logged(&mut console, "pass --dice 1,1,1,1,2");
    // Those that it needs now and has not thrown yet are thrown.
    told(&mut console, "fix 1 1 1 1 5");
    assert_eq!(questions(), 5);
    logged(&mut console, "pass --dice 1,1,1,1,5,5");
    assert!(refused(&mut console, "fix 1 1 1 1 2 3").contains("dice"));
}

/// A corrected die may lead to a throw that was none before; those behind it are still for what they were thrown for.
#[test]
fn dice_stand_for_what_they_were_thrown_for() {
    let house = "fn pass() {
        if roll(1, 6, \"shot\", active(), \"first\") > 3 { say(`extra ${roll(1, 6, \"shot\", active(), \"extra\")}`); }
        say(`answer ${roll(1, 6, \"shot\", sides()[1], \"answer\")}`);
    }";
    let (mut console, thrower) = opened(house, &["2", "5", "1"]);
    told(&mut console, "pass");
    let fixed = told(&mut console, "fix 6");
    assert!(fixed.contains("extra 1") && fixed.contains("answer 5"), "{fixed}");
    assert_eq!(thrower.borrow().asked.len(), 3, "what is new is asked, and nothing else");
    let log = told(&mut console, "log");
    assert!(log.contains("pass --dice 6,1,5"), "{log}");
    let fixed = told(&mut console, "fix 3");
    assert!(!fixed.contains("extra") && fixed.contains("answer 5"), "{fixed}");
    // What the program throws in between stands in the line, too, so that it gives the same dice again.
    told(&mut console, "dice auto");
    let fixed = told(&mut console, "fix 5");
    let extra = fixed.lines().find_map(|line| line.strip_prefix("extra ")).unwrap();
    let log = told(&mut console, "log");
    assert!(log.contains(&format!("pass --dice 5,{extra},5")), "{log}");
}

/// Dice of the program stay its own, and it goes on behind them.
#[test]
fn dice_of_the_program_stand_as_its_own() {
    let house =
        "fn pass() { for n in 0..3 { say(`${n}: ${roll(1, 100, \"shot\", active(), `shot ${n}`)}`); } }";
    let (mut console, _thrower) = opened(house, &[]);
    told(&mut console, "dice auto");
    let thrown = told(&mut console, "pass --dice 7");
    let faces = |told: &str| -> Vec<String> {
        told.lines().filter_map(|line| Some(line.split_once(": ")?.1.to_owned())).take(3).collect()
    };
    let fixed = told(&mut console, "fix 8");
    assert_eq!(faces(&fixed)[1..], faces(&thrown)[1..], "{fixed}");
    let log = told(&mut console, "log");
    assert!(log.contains("pass --dice 8\n") && log.contains("auto #"), "{log}");
    let next = told(&mut console, "pass");
    assert_ne!(faces(&next)[..2], faces(&thrown)[1..], "what is thrown next was not seen before: {next}");
}

/// A face that is given for a new throw takes none of those away that stand.
#[test]
fn a_corrected_line_may_have_a_die_for_what_is_new() {
    let house = "fn pass() {
        if roll(1, 6, \"shot\", active(), \"first\") > 3 { say(`extra ${roll(1, 6, \"shot\", active(), \"extra\")}`); }
        for n in 0..2 { say(`${n}: ${roll(1, 6, \"shot\", sides()[1], \"answer\")}`); }
    }";
    let (mut console, thrower) = opened(house, &["1", "6", "3"]);
    told(&mut console, "pass");
    let fixed = told(&mut console, "fix 5 4");
    assert!(fixed.contains("extra 4") && fixed.contains("0: 6") && fixed.contains("1: 3"), "{fixed}");
    let questions = thrower.borrow().asked.iter().filter(|line| !line.starts_with('(')).count();
    assert_eq!(questions, 3, "nobody throws again");
    assert!(told(&mut console, "log").contains("pass --dice 5,4,6,3"));
}

#[test]
fn what_a_rule_has_said_is_heard_before_it_asks_and_not_told_twice() {
    let house = "fn pass() {
        let die = 0;
        while die < 3 {
            die = roll(1, 6, \"shot\", active(), \"first\");
            say(if die < 3 { `${die} is thrown again` } else { `${die} is enough` });
        }
        say(`over ${roll(1, 6, \"shot\", active(), \"second\")}`);
    }";
    let (mut console, thrower) = opened(house, &["2", "5", "back", "4", "1"]);
    let passed = told(&mut console, "pass");
    let asked = thrower.borrow().asked.join("\n").replace(", needs", "\nneeds").replace(", any", "\nany");
    let heard: Vec<&str> =
        asked.lines().filter(|line| !line.starts_with("needs") && !line.starts_with("any")).collect();
    let (first, second) = ("Red, first: 1d6", "Red, second: 1d6");
    let mut wanted = vec![first, "(2 is thrown again)", first, "(5 is enough)", second];
    // What was heard before the question that is asked again is not told anew.
    wanted.extend(["(taken back: 5)", first, "(4 is enough)", second]);
    assert_eq!(heard, wanted);
    assert!(passed.starts_with("over 1\n"), "{passed}");
    let log = told(&mut console, "log");
    assert!(log.contains("2 is thrown again\n") && log.contains("4 is enough\n"), "{log}");
}
