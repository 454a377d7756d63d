//! `best`: advice for decisions in secret, exact, in the words of the pack, and what it cannot be given for.

mod desk;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use desk::{json, opened, refused, told};
use houserule::pack::HouseFile;
use houserule::repl::{Console, Status};
use serde_json::Value;

fn console() -> Console {
    opened("depths", Vec::new(), &Arc::default())
}

fn value(console: &mut Console, line: &str) -> String {
    json(console, line)["value"]["fraction"].as_str().unwrap().to_owned()
}

/// A small game: so many dice of either side, and the harm that breaks the boat.
fn small(console: &mut Console, charges: u32, plates: u32, strong: u32) {
    for (name, number) in [("charges", charges), ("plates", plates), ("strong", strong)] {
        told(console, &format!("set {name} {number}"));
    }
}

/// The figures that `tests/golden/advice/depths.py` has worked out without the program.
fn golden() -> (String, Vec<Vec<String>>) {
    let text = std::fs::read_to_string(desk::fixtures().join("../golden/advice/depths.txt")).unwrap();
    let mut lines = text.lines();
    let value = lines.next().unwrap().strip_prefix("value ").unwrap().to_owned();
    (value, lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect())
}

fn matrix(answer: &Value) -> Vec<Vec<String>> {
    let rows = answer["matrix"].as_array().unwrap().iter();
    rows.map(|row| row.as_array().unwrap().iter().map(|f| f.as_str().unwrap().to_owned()).collect()).collect()
}

#[test]
fn every_meeting_and_the_value_are_those_that_were_worked_out_elsewhere() {
    let mut console = console();
    small(&mut console, 3, 2, 5);
    let answer = json(&mut console, "best P(broken) for drop on boat");
    let (value, figures) = golden();
    assert_eq!(answer["value"]["fraction"], value);
    assert_eq!(matrix(&answer), figures);
    assert_eq!((figures.len(), figures[0].len()), (10, 6));
}

#[test]
fn rules_that_only_the_plain_engine_runs_come_to_the_same() {
    // `type_of` could look through a random number, so dice are listed one by one in such a game.
    let text = "/// Looked at.\n/// House: for a test\nfn thrown(count, kind, side) {\n    \
        if type_of(count) != \"i64\" { return 0; }\n    prior(count, kind, side)\n}\n";
    let house = HouseFile { name: "plain.rhai".into(), text: text.into() };
    let mut plain = opened("depths", vec![house], &Arc::default());
    let mut lifted = console();
    for console in [&mut plain, &mut lifted] {
        small(console, 2, 1, 5);
    }
    for line in ["best P(broken) for drop on boat", "best mean(unit(\"boat\").harm * 2 - 1) for drop on boat"]
    {
        assert_eq!(json(&mut plain, line), json(&mut lifted, line), "{line}");
    }
}

#[test]
fn a_mean_is_the_sum_of_the_chances_of_more() {
    // The mean of harm is the sum over h of P(harm >= h), meeting by meeting.
    let mut console = console();
    small(&mut console, 2, 1, 5);
    let mean = matrix(&json(&mut console, "best mean(unit(\"boat\").harm) for drop on boat"));
    let is = "best mean(unit(\"boat\").harm >= HARM) for drop on boat";
    let as_number = |fraction: &str| {
        let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
        above.parse::<i64>().unwrap() * (216 / below.parse::<i64>().unwrap())
    };
    let mut sums = vec![vec![0; mean[0].len()]; mean.len()];
    for harm in 1..=12 {
        let at_least = matrix(&json(&mut console, &is.replace("HARM", &harm.to_string())));
        for (row, figures) in sums.iter_mut().zip(&at_least) {
            row.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += as_number(figure));
        }
    }
    let mean: Vec<Vec<i64>> = mean.iter().map(|row| row.iter().map(|f| as_number(f)).collect()).collect();
    assert_eq!(mean, sums);
}

#[test]
fn the_other_side_sees_the_same_game() {
    let mut console = console();
    small(&mut console, 3, 2, 5);
    let wins = json(&mut console, "best mean(unit(\"boat\").harm) for drop on boat");
    let loses = json(&mut console, "best mean(-unit(\"boat\").harm) for drop on boat --side blue");
    let (value, other) = (wins["value"]["fraction"].as_str(), loses["value"]["fraction"].as_str());
    assert_eq!(other.unwrap(), format!("-{}", value.unwrap()));
    assert_eq!((&wins["sides"][0]["side"], &loses["sides"][1]["side"]), (&"Red".into(), &"Red".into()));
    let turned: Vec<Vec<String>> = (0..matrix(&loses)[0].len())
        .map(|at| matrix(&loses).iter().map(|row| row[at].trim_start_matches('-').to_owned()).collect())
        .collect();
    assert_eq!(matrix(&wins), turned);
}

#[test]
fn the_game_of_left_and_right_is_the_one_of_the_books() {
    // Entries 1, 0, 0, 1/2: a third left, two thirds right for both, worth a third.
    let mut console = console();
    insta::assert_snapshot!(
        "feint",
        told(&mut console, "best P(hit) for feint on boat --side red --given left --against right")
    );
    assert_eq!(value(&mut console, "best P(hit) for feint on boat"), "1/3");
    assert_eq!(value(&mut console, "best P(missed) for feint on boat"), "2/3");
    assert_eq!(value(&mut console, "best P(hit or missed) for feint on boat"), "1");
}

#[test]
fn an_answer_is_asked_about_in_the_words_of_the_game() {
    // By the name of an option in any case, by its number, by the row's own numbers: the same answer.
    let mut console = console();
    let given = |console: &mut Console, flags: &str| {
        json(console, &format!("best P(hit) for feint on boat {flags}"))["given"].clone()
    };
    let right = given(&mut console, "--given right");
    for words in ["--given Right", "--given 2", "--given \"right\"", "--given=right"] {
        assert_eq!(given(&mut console, words), right, "{words}");
    }
    assert_ne!(given(&mut console, "--given left"), right);
    assert_ne!(
        given(&mut console, "--against right"),
        right,
        "the same word of the other side is another answer"
    );
    // A side by its name or its long name.
    for side in ["red", "Red", "RED"] {
        let answer = json(&mut console, &format!("best P(hit) for feint on boat --side {side}"));
        assert_eq!(
            (&answer["sides"][0]["side"], &answer["sides"][0]["wants"]),
            (&"Red".into(), &"high".into())
        );
    }
    for (flags, words) in [
        ("--given middle", "`middle` is not what the sheet takes"),
        ("--given 3", "choose 1 to 2"),
        ("--given left,right", "the sheet has 1 row to fill in, not 2"),
        ("--given", "`--given` wants something behind it"),
        ("--side boat", "no side is called `boat`"),
    ] {
        let answer = refused(&mut console, &format!("best P(hit) for feint on boat {flags}"));
        assert!(answer.contains(words), "{flags}: {answer}");
    }
}

#[test]
fn answers_are_listed_for_other_programs() {
    let mut console = console();
    insta::assert_snapshot!("feint csv", told(&mut console, "best P(hit) for feint on boat --csv"));
}

#[test]
fn nothing_is_given_and_rulings_are_in_force() {
    let mut console = console();
    let before = told(&mut console, "now");
    let one = value(&mut console, "best P(broken) for drop on boat");
    assert_eq!(told(&mut console, "now"), before);
    told(&mut console, "ruling \"fn harm_at(charges, plates) { 99 }\"");
    assert_eq!(value(&mut console, "best P(broken) for drop on boat"), "1");
    told(&mut console, "undo");
    assert_eq!(value(&mut console, "best P(broken) for drop on boat"), one);
}

#[test]
fn what_cannot_be_advised_is_said() {
    let mut console = console();
    for (line, words) in [
        ("best P(seen) for spot on boat", "dice fall before its sides decide in secret"),
        ("best P(quiet) for wait", "nobody decides in secret"),
        ("best P(brocken) for drop on boat", "did you mean `broken`?"),
        ("best P(broken) for drop on boat --cells 100", "28 by 15 answers are more than are worked out"),
        ("best P(broken) for drop on boat --runs 9", "420 meetings take more than"),
        ("best P(broken) for drop on boat --given 1,2", "the sheet has 3 rows to fill in, not 2"),
        ("best P(broken) for drop on boat --given 1,2,2", "the numbers must make 6 together"),
        ("best P(broken) for drop on boat --side green", "no side is called `green`"),
        ("best P(broken) for drop on boat --sides red", "did you mean `--side`?"),
        ("best mean(unit(\"boat\").hex) for drop on boat", "is no number"),
        ("best mean(unit(\"boat\").harn) for drop on boat", "harn"),
        ("best broken for drop on boat", "expected `P(…)` or `mean(…)`"),
        ("best P(broken) for drop on boat --dice 3", "has no flag `--dice`"),
        ("best P(broken) for drop on 0101", "0101"),
    ] {
        let answer = refused(&mut console, line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
    let mut wizards = opened("secrets", Vec::new(), &Arc::default());
    let answer = refused(&mut wizards, "best P(left) for deploy");
    assert!(answer.contains("Red may write any text"), "{answer}");
}

#[test]
fn all_meetings_are_paid_from_one_account_also_where_dice_are_listed() {
    // Six meetings, 36 throws each.
    let text = "/// Looked at.\n/// House: for a test\nfn feint(boat) {\n    \
        if type_of(boat.harm) != \"i64\" { return; }\n    \
        let ways = decide_in_secret([[sides()[1], \"a\", [\"x\", \"y\", \"z\"]], [sides()[0], \"b\", [\"x\", \"y\"]]]);\n    \
        let sum = roll(1, 6, \"charge\", sides()[0], \"one\") * 10 + roll(1, 6, \"charge\", sides()[0], \"two\");\n    \
        if type_of(sum) != \"i64\" { return; }\n    outcome(if ways[0] == ways[1] && sum > 33 { \"hit\" } else { \"missed\" });\n}\n";
    let house = HouseFile { name: "plain.rhai".into(), text: text.into() };
    let mut plain = opened("depths", vec![house], &Arc::default());
    told(&mut plain, "best P(hit) for feint on boat --runs 1000");
    let short = refused(&mut plain, "best P(hit) for feint on boat --runs 100");
    assert!(short.contains("6 meetings take more than"), "{short}");
}

#[test]
fn an_outcome_among_very_many_is_one_all_the_same() {
    let text = "/// Looked at.\n/// House: for a test\nfn feint(boat) {\n    \
        let ways = decide_in_secret([[sides()[1], \"a\", [\"x\", \"y\"]], [sides()[0], \"b\", [\"x\", \"y\"]]]);\n    \
        let shown = roll(1, 1500, \"charge\", sides()[0], \"one\");\n    outcome(`n${shown}`);\n}\n";
    let house = HouseFile { name: "many.rhai".into(), text: text.into() };
    let mut many = opened("depths", vec![house], &Arc::default());
    assert_eq!(value(&mut many, "best P(n1499) for feint on boat"), "1/1500");
    let wrong = refused(&mut many, "best P(n1501) for feint on boat");
    assert!(wrong.contains("n1501"), "{wrong}");
}

#[test]
fn what_is_given_with_a_line_is_named_alike_everywhere() {
    let mut console = console();
    let shown = told(&mut console, "feint on boat --revealed \"le, ri\"");
    assert!(shown.contains("go?: left") && shown.contains("go?: right"), "{shown}");
    // Blanks part no answers: this is one, and there is no such option.
    let one = console.line("feint on boat --revealed \"left right\"");
    assert_ne!(one.status, Status::Fine, "{}", one.out);
    let line = "best P(hit) for feint on boat --side red";
    let short = told(&mut console, &format!("{line} --given le --against ri"));
    assert_eq!(short, told(&mut console, &format!("{line} --given left --against 2")));
}

#[test]
fn it_can_be_broken_off() {
    let cancel: Arc<AtomicBool> = Arc::default();
    let mut console = opened("depths", Vec::new(), &cancel);
    told(&mut console, "best P(hit) for feint on boat");
    cancel.store(true, Ordering::Relaxed);
    let told = console.line("best P(broken) for drop on boat");
    assert_eq!(told.status, Status::Broken, "{}{}", told.out, told.err);
}

#[test]
fn six_dice_against_four_take_no_time() {
    let mut console = console();
    let began = Instant::now();
    let answer = json(&mut console, "best P(broken) for drop on boat");
    assert_eq!((matrix(&answer).len(), matrix(&answer)[0].len()), (28, 15));
    // A second in release; tests are not optimised, and run beside others.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(answer["value"]["fraction"], "64008043/90699264");
}

/// Both go left or right; before and behind it somebody decides openly, and then a die falls.
const OPENLY: &str = "/// Looked at.\n/// House: for a test\nfn feint(boat) {\n    \
    let early = choose(sides()[0], \"how many?\", [1, 2]);\n    \
    let ways = decide_in_secret([[sides()[1], \"a\", 1..=early + 1], [sides()[0], \"b\", 1..=early + 1]]);\n    \
    let how = choose(sides()[1], \"how?\", [\"soft\", \"hard\", \"never\"]);\n    \
    let die = roll(1, 6, \"charge\", sides()[0], \"one\");\n    \
    let hit = ways[0] == ways[1] && how != \"never\" && die >= (if how == \"soft\" { 5 } else { 3 });\n    \
    outcome([die, if hit { \"hit\" } else { \"missed\" }]);\n    outcome(if hit { \"struck\" } else { \"safe\" });\n}\n";

fn openly() -> Console {
    let house = HouseFile { name: "openly.rhai".into(), text: OPENLY.into() };
    opened("depths", vec![house], &Arc::default())
}

#[test]
fn open_decisions_behind_the_one_in_secret_go_by_outcomes() {
    let mut console = openly();
    // Two by two, as the first option before it says; the same way is worth 1/3, 2/3 or nothing.
    // An outcome has the die with it, so each of the six faces that strikes is a row of the odds.
    for (flags, value, (faces, corner)) in [
        ("", "1/6", (2, "1/3")),
        ("--best struck", "1/3", (4, "2/3")),
        ("--worst struck", "0", (0, "0")),
        ("--best safe", "0", (0, "0")),
    ] {
        let answer = json(&mut console, &format!("best P(struck) for feint on boat {flags}"));
        assert_eq!(answer["value"]["fraction"], value, "{flags}");
        let figures = matrix(&answer);
        assert_eq!((figures.len(), &*figures[0][0], &*figures[0][1]), (2, corner, "0"), "{flags}");
        for (revealed, faces) in [("1,1", faces), ("2,2", faces), ("1,2", 0)] {
            let odds = told(&mut console, &format!("odds feint on boat --revealed {revealed} {flags} --csv"));
            assert_eq!(
                odds.lines().filter(|line| line.contains("struck")).count(),
                faces,
                "{revealed} {flags}: {odds}"
            );
        }
        let remark = answer["remarks"][0].as_str().unwrap();
        assert_eq!(remark.contains("first option; `--best OUTCOME`"), flags.is_empty(), "{remark}");
    }
    for (line, words) in [
        ("best P(struck) for feint on boat --best struk", "did you mean `struck`?"),
        ("best P(struck) for feint on boat --best struck --worst safe", "either `--best` or `--worst`"),
        ("best mean(unit(\"boat\").harm) for feint on boat --best struck", "`mean(…)` measures none"),
        ("best P(struk) for feint on boat", "`struck`"),
    ] {
        let answer = refused(&mut console, line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
}

#[test]
fn odds_suppose_what_was_decided_in_secret() {
    let mut console = openly();
    let shown = told(&mut console, "odds feint on boat --revealed 2,1");
    assert!(shown.contains("supposed: Blue, a: 2") && shown.contains("supposed: Red, b: 1"), "{shown}");
    // Each is an entry of the matrix of `best`.
    let mut hunt = self::console();
    let figures = matrix(&json(&mut hunt, "best P(hit) for feint on boat"));
    for (row, one) in ["left", "right"].iter().enumerate() {
        for (column, other) in ["left", "right"].iter().enumerate() {
            let answer = told(&mut hunt, &format!("odds feint on boat --revealed {one},{other} --csv"));
            let hit = answer.lines().find(|line| line.contains("hit")).unwrap_or("0");
            assert!(hit.contains(&*figures[row][column]), "{one} {other}: {answer}");
        }
    }
    // Where that takes too long, plays are counted in which they have decided so; the first options always hit.
    let counted = told(&mut hunt, "odds feint on boat --revealed right,right --runs 1");
    assert!(counted.contains("an estimate, from 20000 plays") && counted.contains("missed"), "{counted}");
    let best = refused(&mut console, "odds feint on boat --revealed 1,1 --best struck --runs 1");
    assert!(best.contains("more than 1 run of the rules") && best.contains("an estimate takes"), "{best}");
    for (line, words) in [
        ("odds wait --revealed 1", "nobody decides in secret"),
        ("odds feint on boat --revealed left", "has no answer left"),
        ("odds feint on boat --revealed left,up", "does not answer"),
        ("odds feint on boat --revealed left,left,left", "more than is decided in secret"),
        ("odds spot on boat --revealed 0,0", "dice fall before its sides decide in secret"),
        ("odds feint on boat times 2 --revealed left,left", "given once"),
        ("odds feint on boat --dice 3", "the answers that the odds are about"),
    ] {
        let answer = refused(&mut hunt, line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
    assert_eq!(
        told(&mut hunt, "odds feint on boat --csv"),
        told(&mut hunt, "odds feint on boat --revealed left,left --csv"),
        "the first options again: nothing is supposed any more"
    );
}

#[test]
fn supposed_answers_count_also_where_dice_are_listed() {
    let text = "/// Looked at.\n/// House: for a test\nfn thrown(count, kind, side) {\n    \
        if type_of(count) != \"i64\" { return 0; }\n    prior(count, kind, side)\n}\n";
    let house = HouseFile { name: "plain.rhai".into(), text: text.into() };
    let mut plain = opened("depths", vec![house], &Arc::default());
    let mut lifted = console();
    for console in [&mut plain, &mut lifted] {
        small(console, 2, 1, 5);
    }
    let line = "odds drop on boat --revealed 0,1,1,0,0,1 --csv";
    assert_eq!(told(&mut plain, line), told(&mut lifted, line));
}

#[test]
fn one_side_alone_is_told_that_nobody_answers_it() {
    let text = "/// Looked at.\n/// House: for a test\nfn feint(boat) {\n    \
        let ways = decide_in_secret([[sides()[1], \"a\", [\"x\", \"y\"]]]);\n    outcome(ways[0]);\n}\n";
    let house = HouseFile { name: "alone.rhai".into(), text: text.into() };
    let mut alone = opened("depths", vec![house], &Arc::default());
    let answer = refused(&mut alone, "best P(x) for feint on boat");
    assert!(answer.contains("Blue alone decides in secret") && answer.contains("--revealed"), "{answer}");
    assert!(told(&mut alone, "odds feint on boat --revealed y --csv").contains("y,"));
}
