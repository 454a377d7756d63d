//! `points` and `trial`: what units are worth, and whether they are, on a game whose answers are known.

mod desk;

use std::sync::Arc;

use desk::{fixtures, json, opened, refused, told};
use houserule::odds::Ratio;
use houserule::pack::{HouseFile, Library};
use houserule::play::PlayerKind;
use houserule::play::trial::{Fighter, TrialPlan};
use houserule::repl::{Console, TrialAsked, Weighed};
use houserule::report::{SVG_HEAD, Style, TrialTold, TrialVerdict, trial_json, trial_picture, trial_told};
use serde_json::Value;

fn console(pack: &str) -> Console {
    opened(pack, Vec::new(), &Arc::default())
}

fn library() -> Library {
    Library::of_folders([fixtures()])
}

fn house(text: &str) -> HouseFile {
    HouseFile { name: "house.rhai".into(), text: text.into() }
}

fn ready(name: &str) -> HouseFile {
    let text = std::fs::read_to_string(fixtures().join("arena/house").join(name)).unwrap();
    HouseFile { name: name.into(), text: text.into() }
}

fn asked(types: &[&str], games: u64) -> TrialAsked {
    let plan = TrialPlan {
        library: library(),
        pack: "arena".into(),
        scenario: None,
        types: types.iter().map(ToString::to_string).collect(),
        factors: Vec::new(),
        count: 1,
        apart: None,
        games,
        seed: 1,
        turns: 40,
        commands: 5000,
        fighter: Fighter::Attack,
    };
    TrialAsked { plan, files: Weighed::default(), threads: 2 }
}

fn tried(asked: &TrialAsked) -> TrialTold {
    asked.told(&mut |_, _| true).unwrap().told.unwrap()
}

fn place(told: &TrialTold, name: &str) -> usize {
    told.types.iter().position(|(own, _)| own == name).unwrap()
}

#[test]
fn an_order_of_battle_is_added_up() {
    let mut console = console("arena");
    insta::assert_snapshot!("order of battle", told(&mut console, "points"));
    insta::assert_snapshot!("types", told(&mut console, "points types"));
    insta::assert_snapshot!("parts", told(&mut console, "points twin b1"));
    insta::assert_snapshot!("one with its parts", told(&mut console, "points twin"));
    insta::assert_snapshot!("csv", told(&mut console, "points blue --csv --all"));
}

/// Every sum is that of its entries, and an entry that has parts is that of these.
fn check_sum(sum: &Value) -> i64 {
    let number = |of: &Value| {
        let fraction = of["points"]["fraction"].as_str().unwrap();
        let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
        above.parse::<i64>().unwrap() * (10 / below.parse::<i64>().unwrap())
    };
    let items = sum["items"].as_array().unwrap();
    for item in items {
        for part in item["parts"].as_array().unwrap() {
            check_sum(part);
        }
    }
    let total: i64 = items.iter().map(number).sum();
    assert_eq!(number(sum), total, "{sum}");
    total
}

#[test]
fn parts_add_up_to_what_a_unit_is_worth() {
    let mut console = console("arena");
    let all = json(&mut console, "points types");
    let types = all["points_of"].as_array().unwrap();
    assert_eq!(types.len(), 6);
    for of in types {
        let sums = of["sums"].as_array().unwrap();
        let price = sums.iter().find(|s| s["label"].as_str().unwrap().starts_with("price")).unwrap();
        check_sum(price);
        assert_eq!(price["points"], of["points"]);
    }
    let sides = json(&mut console, "points")["sides"].clone();
    assert_eq!(sides[0]["points"]["fraction"], "65");
    assert_eq!(sides[1]["points"]["fraction"], "105");
}

#[test]
fn points_follow_the_rules_in_force_and_the_units_in_play() {
    let mut console = console("arena");
    told(&mut console, "set boy ATT 9");
    assert!(told(&mut console, "points boy").contains("boy, Boy: 28.0 points"));
    told(&mut console, "undo");
    told(&mut console, "house add free-boys");
    assert!(told(&mut console, "points b1").contains("b1, Boy, Red: 12.0 points"));
    // Rules may look at losses, and whoever is out of play is worth nothing to his side.
    told(&mut console, "ruling \"fn price_of(unit) { 10 * (unit.HITS - unit.hurt) }\"");
    told(&mut console, "ruling \"fn may_strike(who, whom) { }\"");
    told(&mut console, "strike s1 at g1 --dice 6");
    assert!(told(&mut console, "points g1").contains("Blue: 4.0 points"));
    for _ in 0..3 {
        told(&mut console, "strike s1 at t1 --dice 6");
    }
    let blue = json(&mut console, "points blue");
    assert_eq!(
        (&blue["sides"][0]["units"], &blue["sides"][0]["points"]["fraction"]),
        (&2.into(), &"7".into())
    );
}

#[test]
fn what_has_no_points_is_said() {
    let mut console = console("arena");
    assert!(refused(&mut console, "points swrod").contains("did you mean `sword`?"));
    assert!(refused(&mut console, "trial swrod axe").contains("did you mean `sword`?"));
    assert!(refused(&mut console, "trial sword").contains("two unit types or more"));
    assert!(refused(&mut console, "trial --player greedy").contains("did you mean `--players`?"));
    assert!(refused(&mut console, "trial --players clever").contains("players are `attack`, `random`"));
    assert!(refused(&mut console, "trial --players tree:2s").contains("plays otherwise on another machine"));
    assert!(refused(&mut console, "trial --count 0").contains("from 1 to 20"));
    let mut depths = self::console("depths");
    assert!(refused(&mut depths, "points").contains("no rule of this game tells what a unit is worth"));
    assert!(refused(&mut depths, "trial").contains("no rule of this game tells what a unit is worth"));
}

#[test]
fn of_two_that_are_equal_the_dearer_one_is_too_dear() {
    let told = tried(&asked(&[], 60));
    assert_eq!(told.types.len(), 6);
    let of = |name: &str| &told.before.standings[place(&told, name)];
    assert_eq!(of("twin").verdict, TrialVerdict::Dear);
    assert_ne!(of("sword").verdict, TrialVerdict::Dear);
    let fair = |name: &str| of(name).fair.clone().unwrap();
    // What would be fair for the one is fair for the other.
    assert!(fair("twin")[1] < fair("sword")[2] && fair("sword")[1] < fair("twin")[2]);
    // The strength that is told lies between the ends of its interval.
    for standing in &told.before.standings {
        let [middle, low, high] = standing.fair.clone().unwrap();
        assert!(low < middle && middle < high);
    }
}

#[test]
fn whoever_is_named_first_and_however_many_threads_make_no_difference() {
    let one = tried(&asked(&["sword", "axe", "giant"], 30));
    let turned = tried(&asked(&["giant", "sword", "axe"], 30));
    for (name, _) in &one.types {
        let (first, second) = (&one.before.standings[place(&one, name)], place(&turned, name));
        let second = &turned.before.standings[second];
        assert_eq!((&first.points, &first.won), (&second.points, &second.won));
        assert_eq!(first.strength.decimal(30), second.strength.decimal(30));
    }
    let alone = TrialAsked { threads: 1, ..asked(&["sword", "axe", "giant"], 30) };
    let many = TrialAsked { threads: 5, ..alone.clone() };
    assert_eq!(trial_json(&tried(&alone)), trial_json(&one));
    assert_eq!(trial_json(&tried(&many)), trial_json(&one));
    let mut other = alone.clone();
    other.plan.seed = 2;
    assert_ne!(trial_json(&tried(&other)), trial_json(&one));
}

#[test]
fn what_counts_in_fights_and_not_in_the_points_counts_too_little() {
    let mut asked = asked(&["sword", "axe", "boy", "shield", "giant"], 200);
    let by_hits = "/// Only what can be taken costs.\nfn price_of(unit) { unit.HITS * 100 }\n";
    asked.files.besides.push(house(by_hits));
    asked.plan.factors = ["HITS", "ATT", "DEF"].map(str::to_owned).to_vec();
    let refit = tried(&asked).before.refit.unwrap();
    let [hits, attack, defence] = &refit.factors[..] else { panic!("{refit:?}") };
    // A price is so many times the hits: to the power of one, and of nothing else.
    let in_points = [hits, attack, defence].map(|of| of.in_points.decimal(9));
    assert_eq!(in_points, ["1", "0", "0"]);
    assert_eq!(refit.points_explained.unwrap().decimal(9), "1");
    assert_eq!([attack.verdict, defence.verdict], [TrialVerdict::Cheap, TrialVerdict::Cheap]);
    assert_ne!(hits.verdict, TrialVerdict::Cheap);
    assert!(refit.fights_explained.unwrap() > Ratio::new(95, 100u8));
}

#[test]
fn factors_that_tell_nothing_are_refused_before_any_fight() {
    let refused = |types: &[&str], factors: &[&str]| {
        let mut asked = asked(types, 2);
        asked.plan.factors = factors.iter().map(ToString::to_string).collect();
        let mut fights = 0;
        let (_, told) = asked
            .told(&mut |done, _| {
                fights = done;
                true
            })
            .unwrap_err();
        assert_eq!(fights, 0);
        told[0].title.clone()
    };
    let all = ["sword", "axe", "boy", "shield", "giant"];
    assert_eq!(refused(&all, &["HITS", "ATK"]), "no attribute is called `ATK`");
    assert!(refused(&all[..3], &["HITS", "ATT"]).starts_with("3 types cannot tell what counts how much"));
    assert!(refused(&all, &["HITS", "HITS"]).contains("cannot be told apart"));
    assert!(refused(&all, &["EXTRA"]).contains("a factor is a number above 0"));
    assert_eq!(refused(&["sword", "axe", "shield"], &["HITS"]), "the HITS of all these types is 3");
}

#[test]
fn neither_side_is_favoured() {
    // Whoever strikes first kills, so the first side always wins: each type is on it as often as the other.
    let mut asked = asked(&["sword", "axe", "boy"], 10);
    asked.files.besides = vec![house("fn strike_at(who, whom) { remove(whom); }")];
    let told = tried(&asked);
    for fought in &told.before.fought {
        assert_eq!((fought.won, fought.lost, fought.drawn, fought.failed), (5, 5, 0, 0));
    }
    let half = told.before.standings.iter().all(|s| s.won.to_string() == "1/2" && s.strength.is_zero());
    assert!(half, "{:?}", told.before.standings);
}

/// How often a fighter that hits with `own` sixths, and goes first, wins against one that hits with `other` sixths, where
/// three hits are enough for both.
fn duel(own: f64, other: f64) -> f64 {
    fn wins(p: f64, q: f64, left: u32, right: u32) -> f64 {
        // The one to strike has `left` hits to give; whoever misses hands over.
        match (left, right) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            // Until somebody hits: p + (1-p)(1-q)p + …
            _ => {
                let first = p / (1.0 - (1.0 - p) * (1.0 - q));
                // After a hit of the one, the other strikes; after one of the other, the one does.
                first * (1.0 - wins(q, p, right, left - 1)) + (1.0 - first) * wins(p, q, left, right - 1)
            }
        }
    }
    wins(own / 6.0, other / 6.0, 3, 3)
}

#[test]
fn fights_come_out_as_often_as_they_should() {
    // An axe hits a sword on 4 and more, a sword an axe on 5 and more.
    let games = 400;
    let told = tried(&asked(&["axe", "sword", "boy"], games));
    let at = told.meetings.iter().position(|(one, other)| (*one, *other) == (0, 1)).unwrap();
    let (first, second) = (duel(3.0, 2.0), 1.0 - duel(2.0, 3.0));
    let expected = (first + second) / 2.0 * games as f64;
    let deviation = (games as f64 / 2.0 * (first * (1.0 - first) + second * (1.0 - second))).sqrt();
    let won = told.before.fought[at].won as f64;
    assert!((won - expected).abs() < 4.0 * deviation, "{won} of {games}, expected {expected} ± {deviation}");
    assert_eq!(told.before.fought[at].drawn, 0);
}

#[test]
fn a_house_rule_moves_those_whom_it_makes_stronger() {
    let mut asked = asked(&["sword", "boy", "axe", "giant"], 40);
    asked.files.house = vec![ready("grown-boys.units")];
    let told = tried(&asked);
    let after = told.after.clone().unwrap();
    let boy = place(&told, "boy");
    assert!(after.standings[boy].won > told.before.standings[boy].won);
    assert!(after.standings[boy].strength > told.before.standings[boy].strength);
    assert!(after.standings[boy].points > told.before.standings[boy].points);
    assert_eq!(told.house, ["grown-boys"]);
    // A meeting that it does not touch is fought with the same dice.
    for ((one, other), (before, with)) in
        told.meetings.iter().zip(told.before.fought.iter().zip(&after.fought))
    {
        assert_eq!(before == with, *one != boy && *other != boy, "{one} {other}");
    }
    // A price alone changes no fight, and makes whoever is cheaper look stronger for it.
    asked.files.house = vec![ready("free-boys.rhai")];
    let told = tried(&asked);
    let after = told.after.unwrap();
    assert_eq!(told.before.fought, after.fought);
    assert!(after.standings[boy].residual > told.before.standings[boy].residual);
}

#[test]
fn others_may_play_and_more_may_fight() {
    let mut asked = asked(&["sword", "axe", "boy"], 4);
    asked.plan.count = 3;
    let three = tried(&asked);
    assert!(three.before.fought.iter().all(|f| f.won + f.lost + f.drawn == 4 && f.failed == 0));
    for fighter in [Fighter::Kind(PlayerKind::Greedy), Fighter::Kind(PlayerKind::Random)] {
        asked.plan.count = 1;
        asked.plan.fighter = fighter;
        let told = tried(&asked);
        assert!(
            told.before.fought.iter().all(|f| f.won + f.lost + f.drawn == 4 && f.failed == 0),
            "{fighter}"
        );
    }
    // Two hexes apart nobody can strike: what is left is the same on both sides.
    asked.plan.fighter = Fighter::Attack;
    asked.plan.apart = Some(2);
    let apart = tried(&asked);
    assert!(apart.before.fought.iter().all(|f| (f.drawn, f.late) == (4, 4)));
    assert!(apart.remarks.iter().any(|remark| remark.starts_with("100 % of the fights were decided by")));
}

#[test]
fn what_breaks_in_a_fight_is_told_and_counts_for_nobody() {
    let mut asked = asked(&["sword", "axe", "boy"], 4);
    asked.files.besides =
        vec![house("fn strike_at(who, whom) { if whom.ATT == 2 { refuse(\"not a boy\"); } remove(whom); }")];
    let told = tried(&asked);
    let failed: u64 = told.before.fought.iter().map(|f| f.failed).sum();
    assert!(failed > 0);
    assert!(
        told.remarks.iter().any(|r| r.contains("could not go on") && r.contains("not a boy")),
        "{:?}",
        told.remarks
    );
}

#[test]
fn a_trial_is_told_and_drawn() {
    let mut console = console("arena");
    insta::assert_snapshot!("trial", told(&mut console, "trial sword twin boy giant --games 20 --meetings"));
    let mut asked = asked(&["sword", "twin", "boy", "giant"], 20);
    asked.files.house = vec![ready("grown-boys.units")];
    let told = tried(&asked);
    let svg = trial_picture(&told);
    assert_eq!(svg, trial_picture(&tried(&asked)));
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let count = |tag: &str| tree.descendants().filter(|node| node.has_tag_name(tag)).count();
    let all = [&told.before, told.after.as_ref().unwrap()].map(|stack| &stack.standings[..]).concat();
    let judged = all.iter().filter(|of| of.verdict != TrialVerdict::Fair).count();
    assert_eq!(all.len(), 8, "one a type, and one more each with the house rule");
    // The shape tells what the colour does.
    assert_eq!([count("circle"), count("polygon")], [8 - judged, judged]);
    assert!(judged > 0);
    let two = tried(&self::asked(&["sword", "boy"], 10));
    assert!(two.before.standings.iter().all(|s| s.verdict == TrialVerdict::Fair && s.fair.is_none()));
}

#[test]
fn it_can_be_broken_off() {
    let found = asked(&["sword", "axe", "giant"], 1000).told(&mut |done, _| done < 20).unwrap();
    assert!(found.broken_off);
}

#[test]
fn a_house_rule_on_trial_stands_below_what_the_referee_has_ruled() {
    // The boy is worth what the ruling says, and no house rule makes him dearer.
    let mut console = console("arena");
    told(&mut console, "set boy ATT 2 --because \"as ruled\"");
    let ruled = json(&mut console, "trial sword axe boy --games 4 --house grown-boys");
    assert_eq!(ruled["house"], serde_json::json!(["grown-boys"]));
    assert_eq!(ruled["before"], ruled["after"], "the house rule is above the ruling");
    // Without it the house rule is all there is.
    told(&mut console, "undo");
    let free = json(&mut console, "trial sword axe boy --games 4 --house grown-boys");
    assert_ne!(free["before"], free["after"]);
}

#[test]
fn a_house_rule_that_cannot_be_judged_is_told_of() {
    let mut asked = asked(&["sword", "axe", "boy"], 4);
    asked.files.house = vec![house("fn strike_at(who, whom) { refuse(\"nobody strikes\") }")];
    let found = tried(&asked);
    assert!(found.after.is_none());
    assert_eq!(found.house, ["house"]);
    for words in
        ["with house: 12 fights could not go on", "mostly: nobody strikes", "strengths could be told from"]
    {
        assert!(found.remarks.iter().any(|remark| remark.contains(words)), "{words}: {:?}", found.remarks);
    }
    let text = trial_told(&found, false, &Style::default());
    assert!(
        text.contains("with house: the fights came to nothing") && !text.contains("without and with"),
        "{text}"
    );
    // Where not even the fights without it can be judged, it is said why.
    let ruling = "ruling \"fn strike_at(who, whom) { refuse(\\\"nobody strikes\\\") }\"";
    let mut console = console("arena");
    told(&mut console, ruling);
    let answer = refused(&mut console, "trial sword axe boy --games 4");
    assert!(answer.contains("12 fights could not go on") && answer.contains("nobody strikes"), "{answer}");
    // What was broken off before it was fought with the house rule says so.
    let mut asked = self::asked(&["sword", "axe", "giant"], 200);
    asked.files.house = vec![ready("grown-boys.units")];
    let found = asked.told(&mut |done, _| done < 450).unwrap();
    let told = found.told.unwrap();
    assert!(
        found.broken_off && told.remarks.iter().any(|r| r == "with grown-boys: nothing was fought any more")
    );
}

#[test]
fn a_picture_may_be_drawn_anew_and_nothing_else_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (drawn, foreign) = (path("drawn.svg"), path("foreign.svg"));
    let line = |file: &str| format!("trial sword axe boy --games 2 --svg \"{file}\"");
    let mut console = console("arena");
    for _ in 0..2 {
        told(&mut console, &line(&drawn));
    }
    assert!(std::fs::read_to_string(&drawn).unwrap().starts_with(SVG_HEAD));
    std::fs::write(&foreign, "a drawing of my own").unwrap();
    assert!(
        refused(&mut console, &format!("dice 2d6 --svg \"{foreign}\"")).contains("`--force` writes over it")
    );
    told(&mut console, &format!("dice 2d6 --svg \"{drawn}\""));
    // It is asked before the fights, which would take for ever.
    for file in [&foreign, &path("trial.png")] {
        let began = std::time::Instant::now();
        let answer = refused(&mut console, &format!("trial sword axe boy --games 1000000 --svg \"{file}\""));
        assert!(
            answer.contains("`--force` writes over it") || answer.contains("does not end in `.svg`"),
            "{answer}"
        );
        assert!(began.elapsed().as_secs() < 20, "it was fought before it was asked");
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "a drawing of my own");
    told(&mut console, &format!("{} --force", line(&foreign)));
    assert!(std::fs::read_to_string(&foreign).unwrap().starts_with(SVG_HEAD));
}

#[test]
fn numbers_and_flags_that_mean_nothing_are_refused() {
    let mut console = console("arena");
    for (line, words) in [
        ("trial --turns 0", "`--turns` takes a number from 1 to 1000"),
        ("trial --apart 41", "`--apart` takes a number from 0 to 40"),
        ("trial --games 0", "`--games` takes a number from 1"),
        ("trial --json --csv", "one of `--json` and `--csv`"),
        ("points --json --csv", "one of `--json` and `--csv`"),
        ("points --al", "`points` has no flag `--al`"),
        ("units --sides", "`units` has no flag `--sides`"),
        ("map --no-number", "did you mean `--no-numbers`?"),
        ("undo --past-die", "did you mean `--past-dice`?"),
        // What stands in no line of the game is the program's own, and only a note may hold an `-o`.
        ("why --al", "did you mean `--all`?"),
        ("why 1 --al", "did you mean `--all`?"),
        ("why --al not strike s1 at g1", "did you mean `--all`?"),
        ("expect (1 == 1) --fooo", "`expect` has no flag `--fooo`"),
        ("expect outcome hit --fooo", "`expect` has no flag `--fooo`"),
        ("expect --fooo refused strike s1 at g1", "`expect` has no flag `--fooo`"),
        ("set boy ATT 5 -o x.svg", "`set` has no flag `--out`"),
        ("ruling \"fn price_of(unit) { 1 }\" -o x.svg", "`ruling` has no flag `--out`"),
        // Nor is a word passed over.
        ("expect (1 == 1) blah", "1 | expect (1 == 1) blah\n  |                 ^^^^\n"),
        ("why 1 blah", "`blah` is one word too many"),
        ("rules origin ATT blah", "`blah` is one word too many"),
        ("terrain blah", "`blah` is one word too many"),
    ] {
        let answer = refused(&mut console, line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
    assert!(console.session.rulings().is_empty());
    // The flags of a line within the line are its own, and what is written in a note is no flag.
    for line in ["why not strike s1 at g1 --dice 6", "try strike s1 at g1 --dice 6", "note written -o x.svg"]
    {
        told(&mut console, line);
    }
}

#[test]
fn types_are_worth_what_they_are_where_they_fight() {
    // What the scenario changes for itself is in force in the game, and neither in the fights nor in what is paid for them.
    let drill = "scenario ring \"Drill\" { map { hexes flat odd 3 x 3; base sand }\nside red \"Red\"\nside blue \"Blue\"\n\
                 units red { axe a1 at 0101 }\nunits blue { boy b1 at 0203 }\nchange unit boy EXTRA = 900\n}\n";
    let mut asked = asked(&["boy", "axe"], 2);
    asked.files.besides = vec![HouseFile { name: "drill.units".into(), text: drill.into() }];
    let told = tried(&asked);
    assert_eq!(told.before.standings[place(&told, "boy")].points, Ratio::from(14));
}

#[test]
fn types_of_the_scenario_that_is_played_fight_as_well() {
    // `shield` is declared beside the scenario, in its file; a trial puts the scenario on other ground and keeps it.
    let told = tried(&asked(&["shield", "sword", "giant"], 2));
    assert_eq!(told.before.fought.iter().map(|f| f.failed).sum::<u64>(), 0);
    // Whoever has numbers of its own in the scenario fights as what it is made from, and cannot be named. A house file that defines
    // the scenario anew does not take the ground away.
    let own = "scenario ring \"Another ring\" { map { hexes flat odd 3 x 3; base sand }\nside red \"Red\"\nside blue \"Blue\"\n\
               units red { axe a1 at 0101 { ATT 9 } }\nunits blue { boy b1 at 0203; giant g1 at 0303 }\n}\n";
    let mut other = asked(&[], 2);
    other.files.besides = vec![HouseFile { name: "own.units".into(), text: own.into() }];
    let names = |asked: &TrialAsked| tried(asked).types.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&other), ["axe", "boy", "giant"]);
    other.plan.types = vec!["all".into()];
    assert_eq!(names(&other).len(), 6);
    other.plan.types = vec!["a1".into(), "boy".into()];
    let (_, mistakes) = other.told(&mut |_, _| true).unwrap_err();
    assert!(
        mistakes[0].title.contains("`a1` is a unit of the scenario with numbers of its own"),
        "{mistakes:?}"
    );
    // Words by which the game is typed are words of a trial: any case, the beginning, the long name.
    let named = tried(&asked(&["SHIELD", "Twin of the sword", "gia"], 2));
    let names: Vec<&str> = named.types.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["shield", "twin", "giant"]);
}

fn on_the_pond(games: u64, apart: Option<u32>) -> TrialTold {
    let mut asked = asked(&["raft", "slinger"], games);
    asked.plan.pack = "rafts".into();
    asked.plan.apart = apart;
    tried(&asked)
}

#[test]
fn whoever_cannot_strike_from_where_it_stands_comes_on() {
    // A raft must come within two inches of a slinger that strikes at sixteen.
    let usual = on_the_pond(40, None);
    assert!(usual.how.contains("12\" apart"), "{}", usual.how);
    let fought = usual.before.fought[0];
    assert!(fought.won > 20 && fought.late == 0 && fought.failed == 0, "{fought:?}");
    // From farther off both come on at first.
    let far = on_the_pond(40, Some(40)).before.fought[0];
    assert!(far.won > 20 && far.lost > 0 && far.failed == 0, "{far:?}");
    // Next to each other nobody has to come on, and slingers have their stones all the same.
    assert!(on_the_pond(10, Some(2)).before.fought[0].won > 5);
}

#[test]
fn long_names_and_beginnings_name_units_types_and_sides() {
    let mut console = console("arena");
    for (line, words) in [
        ("points \"twin of the sword\"", "twin, Twin of the sword"),
        ("points gi", "giant, Giant"),
        ("points G1", "g1, Giant, Blue"),
        ("points BLUE", "together"),
    ] {
        let answer = told(&mut console, line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
    let answer = refused(&mut console, "points nobody");
    assert!(answer.contains("no unit or unit type or side is called `nobody`"), "{answer}");
}
