//! `odds` at the table: exact, and in the words of the pack.

mod desk;

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use desk::odds::{console, csv, fractions, pairs};
use desk::{opened, refused, told};
use houserule::data::parse_line;
use houserule::odds::Policy;
use houserule::pack::HouseFile;
use houserule::repl::Console;

#[test]
fn odds_are_exact_in_the_order_of_the_rules_and_change_nothing() {
    let mut console = console(&Arc::default());
    let (state, entries) = (console.session.state().fingerprint(), console.session.log().len());
    let text = told(&mut console, "odds shoot a2 at b1");
    assert_eq!(fractions(&mut console, "odds shoot a2 at b1"), pairs(&[("miss", "2/3"), ("hit", "1/3")]));
    assert!(text.contains("miss     66.67 %       2/3     66.67 %"), "{text}");
    assert!(text.contains("hit      33.33 %       1/3       100 %"), "{text}");
    assert!(text.contains("decisions take their first option"), "{text}");
    assert_eq!((console.session.state().fingerprint(), console.session.log().len()), (state, entries));
}

#[test]
fn what_the_rules_refuse_has_no_odds() {
    let mut console = console(&Arc::default());
    assert!(refused(&mut console, "odds shoot a3 at b1").contains("out of range"));
    assert!(refused(&mut console, "odds shoot a2 at b1 | a3 at b1").contains("error"));
    assert!(refused(&mut console, "odds shoot a2 at b1 until hitt").contains("did you mean `hit`?"));
    assert!(refused(&mut console, "odds shoot a2 at b1 --best destroyd").contains("is no outcome"));
}

#[test]
fn decisions_follow_the_policy_that_is_told() {
    let mut console = console(&Arc::default());
    let mut odds = |line: &str| fractions(&mut console, line);
    assert_eq!(
        odds("odds shoot a2 at b1 --best destroyed"),
        pairs(&[("miss", "2/3"), ("destroyed", "1/6"), ("hit", "1/6")])
    );
    assert_eq!(odds("odds shoot a2 at b1 --best hit"), pairs(&[("miss", "1/2"), ("hit", "1/2")]));
    assert_eq!(odds("odds shoot a2 at b1 --worst destroyed"), pairs(&[("miss", "2/3"), ("hit", "1/3")]));
    let text = told(&mut console, "odds shoot a2 at b1 --best destroyed");
    assert!(text.contains("decisions make destroyed likeliest"), "{text}");
}

#[test]
fn what_decisions_can_avert_is_an_outcome_all_the_same() {
    let mut console = console(&Arc::default());
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { let n = roll(1, 6, `shot`, who[0].side, `die`); \
         if n > 4 && choose(whom.side, `duck?`, [`stand`, `duck`]) == `duck` { n = 0; } outcome(`${n} pips`); }\"",
    );
    let worst = "odds shoot a2 at b1 --worst \"6 pips\"";
    assert!(told(&mut console, worst).contains("with these decisions 6 pips does not come up"));
    let rows = fractions(&mut console, worst);
    assert!(rows.contains(&("0 pips".to_owned(), "1/6".to_owned())), "{rows:?}");
    let wrong = "odds shoot a2 at b1 --worst \"6 pips or 9 pips\"";
    assert!(refused(&mut console, wrong).contains("`9 pips` is no outcome"));
    // Nothing is refused here, which may be asked and expected.
    told(&mut console, "odds shoot a2 at b1 until refused times 3");
    told(&mut console, "expect P(refused) == 0 for shoot a2 at b1");
}

/// Where rules cannot be run with random numbers, die by die, decisions follow the policy alike.
#[test]
fn decisions_follow_the_policy_where_dice_are_listed_one_by_one() {
    for first in ["", "let kind = type_of(1); "] {
        let mut console = console(&Arc::default());
        let ruling = format!(
            "ruling \"fn shoot_at(who, whom, why) {{ {first}let side = who[0].side; let two = || roll(1, 6, `shot`, side, `a die`); \
             let n = two.call(); \
             if n < 6 && choose(side, `keep it?`, [`keep`, `again`]) == `again` {{ n = two.call() + roll(1, 4, `shot`, side, `more`); \
             if choose(whom.side, `duck?`, [`stand`, `duck`, `run`]) == `duck` {{ n -= 1; }} }} \
             outcome(if n >= 5 {{ `hit` }} else {{ `miss` }}); }}\" --because agreed"
        );
        told(&mut console, &ruling);
        assert_eq!(console.session.loaded().reckoner().is_lifted(), first.is_empty());
        let mut of = |tail: &str| fractions(&mut console, &format!("odds shoot a2 at b1{tail}"));
        let odds = |miss: &str, hit: &str| pairs(&[("miss", miss), ("hit", hit)]);
        assert_eq!(of(""), odds("2/3", "1/3"), "5 and 6 are kept");
        // From 1 to 4 it is thrown again, and 18 of 24 come to 5 or more.
        assert_eq!(of(" --best hit"), odds("1/6", "5/6"));
        // A 5 is thrown again, and who ducks is hit by 14 of 24; a 6 hits.
        assert_eq!(of(" --worst hit"), odds("53/72", "19/72"));
        assert_eq!(of(" --best miss"), of(" --worst hit"));
    }
}

/// What could tell a random number from another keeps no command from exact odds that does not come to it.
#[test]
fn a_caught_error_elsewhere_leaves_odds_exact() {
    let mut console = console(&Arc::default());
    let mut odds_of = |calls: &str, helper: &str| {
        let rule = format!(
            "fn shoot_at(who, whom, why) {{ let sum = roll(30, 6, `shot`, who[0].side, `dice`){calls}; \
             outcome(if sum > 105 {{ `hit` }} else {{ `miss` }}); }} {helper}"
        );
        told(&mut console, &format!("ruling \"{rule}\" --because agreed"));
        told(&mut console, "odds shoot a2 at b1 --seconds 1 --runs 500")
    };
    let catching = "private fn helped(n) { try { return n / 0; } catch { } 0 }";
    let exact = odds_of("", "");
    assert!(!exact.contains("estimate"), "{exact}");
    assert_eq!(odds_of("", catching), exact);
    assert!(odds_of(" + helped(1)", catching).contains("estimate"));
}

#[test]
fn commands_stand_side_by_side() {
    let mut console = console(&Arc::default());
    told(&mut console, "set a3 RNG 9");
    told(&mut console, "set a3 ATT 5");
    let text = told(&mut console, "odds shoot a2 at b1 | shoot a3 at b1");
    assert!(text.contains("a2 at b1") && text.contains("a3 at b1"), "{text}");
    assert!(text.contains("66.67 %") && text.contains("33.33 %"), "{text}");
    let both = csv(&mut console, "odds shoot a2 at b1 | b2");
    assert_eq!(both.len(), 4, "{both:?}");
}

#[test]
fn each_cell_of_a_table_is_what_the_command_comes_to_with_these_numbers() {
    let mut console = console(&Arc::default());
    let rulings = console.session.rulings().len();
    let line = "odds shoot a2 at b1 --rows a2.ATT=1..4 --columns a2.RNG=8..9 --csv";
    let table = told(&mut console, line);
    assert_eq!(console.session.rulings().len(), rulings, "nothing is ruled");
    for att in 1..=4 {
        told(&mut console, &format!("set a2 ATT {att}"));
        for (outcome, fraction) in fractions(&mut console, "odds shoot a2 at b1") {
            let row = format!("shoot a2 at b1,{att},9,{outcome},{fraction},");
            assert!(table.contains(&row), "{row}\n{table}");
        }
    }
    let only = told(&mut console, &line.replace("--csv", "--outcome hit --md"));
    assert!(only.contains("hit, a2 ATT by a2 RNG") && !only.contains("miss,"), "{only}");
    let wrong = refused(&mut console, "odds shoot a2 at b1 --rows a2.ATK=1..4 --columns a2.RNG=8..9");
    assert!(wrong.contains("E0104"), "{wrong}");
    let same = refused(&mut console, "odds shoot a2 at b1 --rows a2.ATT=1..4 --columns a2.ATT=0..5");
    assert!(same.contains("`a2 ATT` cannot stand in rows and columns at once"), "{same}");
}

#[test]
fn what_is_supposed_may_be_more_than_a_number_and_is_gone_afterwards() {
    let mut console = console(&Arc::default());
    let before = Rc::as_ptr(console.session.loaded());
    let line = parse_line("shoot a2 at b1").expect("a line");
    let mut destroyed = |changes: &str| {
        let odds = console.session.supposing(changes, |session| {
            let knows = session.loaded().rules.catalogue().type_named("spare").is_some();
            let asking = session.asking("shoot a2 at b1", &line).expect("a command");
            (knows, asking.once(&Policy::First).expect("odds").chance(&"destroyed".to_owned()).to_string())
        });
        odds.unwrap_or_else(|_| panic!("{changes}"))
    };
    assert_eq!(destroyed(""), (false, "0".to_owned()));
    assert_eq!(destroyed("change unit a2 { ATT = 5 }"), (false, "1/3".to_owned()));
    // The scripts are linked anew for another unit type.
    let spare = "unit spare \"Spare\" { symbol s; ATT 1, RNG 1 }\nchange unit a2 { ATT = 5 }";
    assert_eq!(destroyed(spare), (true, "1/3".to_owned()));
    assert!(console.session.supposing("change unit a2 { ATK = 1 }", |_| ()).is_err());
    assert_eq!(Rc::as_ptr(console.session.loaded()), before);
}

#[test]
fn pictures_are_whole_and_written_over_only_their_own() {
    let mut console = console(&Arc::default());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odds.svg").display().to_string();
    for line in [
        "odds shoot a2 at b1 | b2",
        "odds shoot a2 at b1 until destroyed times 3",
        "odds shoot a2 at b1 --rows a2.ATT=1..3 --columns a2.RNG=8..9",
    ] {
        told(&mut console, &format!("{line} -o {file}"));
        let svg = std::fs::read_to_string(&file).unwrap();
        assert!(svg.contains("<svg ") && svg.ends_with("</svg>\n"), "{line}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count(), "{line}");
    }
    std::fs::write(&file, "mine").unwrap();
    assert!(refused(&mut console, &format!("odds shoot a2 at b1 -o {file}")).contains("E0607"));
}

#[test]
fn a_picture_says_what_it_has_no_room_for() {
    let mut console = console(&Arc::default());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odds.svg").display().to_string();
    let mut drawn = |line: &str| {
        told(&mut console, &format!("{line} -o {file} --force"));
        std::fs::read_to_string(&file).unwrap()
    };
    let five =
        drawn("odds shoot a2 at b1 | shoot a2 at b1 | shoot a2 at b1 | shoot a2 at b1 | shoot a2 at b2");
    assert!(five.contains(">left out for want of room: shoot a2 at b2</text>"), "{five}");
    // What does not fit on one line goes on below.
    assert!(five.matches("class=\"title\"").count() > 1, "{five}");
    assert!(!drawn("odds shoot a2 at b1").contains("left out"));

    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { outcome(roll(1, 6, \\\"shot\\\", who[0].side, \\\"a shot\\\")); end_game((), \\\"over\\\"); }\"",
    );
    told(&mut console, &format!("odds shoot a2 at b1 until 6 times 3 -o {file} --force"));
    let steps = std::fs::read_to_string(&file).unwrap();
    assert!(
        steps.contains(">left out for want of room: 4 | 5</text>") && steps.contains(">6</text>"),
        "{steps}"
    );
}

#[test]
fn what_is_refused_beside_others_has_no_mean() {
    let mut console = console(&Arc::default());
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { outcome(roll(1, 6, \\\"shot\\\", who[0].side, \\\"a shot\\\")) }\"",
    );
    let beside = told(&mut console, "odds shoot a2 at b1 | shoot a3 at b1");
    assert!(beside.contains("refused: ") && beside.contains("a2 at b1, mean: 3.5\n"), "{beside}");
    assert!(beside.lines().any(|line| line.starts_with("outcome")), "{beside}");
}

#[test]
fn a_number_is_an_outcome_at_the_table_as_in_the_odds() {
    let mut console = console(&Arc::default());
    let rule = |answer: &str| {
        format!(
            "ruling \"fn shoot_at(who, whom, why) {{ let die = roll(1, 6, \\\"shot\\\", who[0].side, \\\"a shot\\\"); outcome({answer}) }}\""
        )
    };
    told(&mut console, &rule("die + 1"));
    assert!(told(&mut console, "odds shoot a2 at b1").contains("mean: 4.5\n"));
    told(&mut console, "shoot a2 at b1 --dice 3");
    told(&mut console, "expect outcome 4");
    told(&mut console, "expect P(4) == 1/6");
    told(&mut console, "undo --past-dice");
    told(&mut console, &rule("7"));
    assert_eq!(fractions(&mut console, "odds shoot a2 at b1"), pairs(&[("7", "1")]));
}

#[test]
fn what_cannot_be_thrown_has_no_odds() {
    let mut console = console(&Arc::default());
    let rule = |dice: &str| {
        format!(
            "ruling \"fn shoot_at(who, whom, why) {{ outcome(dice(\\\"{dice}\\\", \\\"shot\\\", who[0].side)) }}\""
        )
    };
    told(&mut console, &rule("1000d6>=5"));
    assert!(told(&mut console, "odds shoot a2 at b1").contains("mean: 333.33"));
    told(&mut console, &rule("1001d6>=5"));
    for line in ["odds shoot a2 at b1", "shoot a2 at b1"] {
        let answer = console.line(line);
        assert!(answer.err.contains("1001 dice cannot be thrown; 1 to 1000 can"), "{}", answer.err);
    }
}

#[test]
fn a_die_whose_number_a_rule_puts_in_is_counted() {
    let mut console = console(&Arc::default());
    let rule =
        "fn shoot_at(who, whom, why) { let n = 1; outcome(dice(`${n}d6>=5`, \\\"shot\\\", who[0].side)) }";
    told(&mut console, &format!("ruling \"{rule}\""));
    assert_eq!(fractions(&mut console, "odds shoot a2 at b1"), pairs(&[("0", "2/3"), ("1", "1/3")]));
    told(&mut console, "shoot a2 at b1 --dice 5");
    told(&mut console, "expect outcome 1");
}

#[test]
fn outcomes_of_several_numbers_need_no_quotes() {
    let mut console = console(&Arc::default());
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { \
         outcome(if roll(1, 6, \\\"shot\\\", who[0].side, \\\"a shot\\\") > 4 { \\\"9,0,4\\\" } else { \\\"0,0,0\\\" }); }\"",
    );
    for words in ["9,0,4", "\"9,0,4\"", "0,0,0 or 9,0,4"] {
        let answer = told(&mut console, &format!("odds shoot a2 at b1 until {words} --csv"));
        assert!(answer.contains("9,0,4"), "{words}: {answer}");
    }
    told(&mut console, "expect P(9,0,4) == 1/3 for shoot a2 at b1");
    assert!(refused(&mut console, "odds shoot a2 at b1 until 9,0,5").contains("did you mean `9,0,4`?"));
}

#[test]
fn of_many_outcomes_the_likeliest_are_told_and_what_the_others_come_to() {
    let mut console = console(&Arc::default());
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { let die = || roll(1, 10, \\\"shot\\\", who[0].side, \\\"a shot\\\"); \
         outcome([min(die.call(), 9), die.call()]); }\"",
    );
    told(&mut console, "ruling \"change command shoot { parts front rear }\"");
    let answer = told(&mut console, "odds shoot a2 at b1");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[1..3], ["mean: front 5.4, rear 5.5", lines[2]]);
    assert!(lines[2].starts_with("front,rear"), "{answer}");
    // The heads, and the likeliest first: a nine comes as often as two other numbers.
    assert!(lines[4].starts_with("9,1") && lines[13].starts_with("9,10"), "{answer}");
    let below =
        "these are the 20 likeliest of 90 outcomes; the other 70 together: 70.00 %; `--all` lists all";
    assert_eq!(lines.len(), 4 + 20 + below.len().div_ceil(80), "{answer}");
    assert_eq!(lines[24..].join(" "), below);
    assert_eq!(told(&mut console, "odds shoot a2 at b1 --all").lines().count(), 4 + 90);
    let beside = told(&mut console, "odds shoot a2 at b1 | shoot a2 at b1");
    assert!(
        beside.replace("\n", " ").contains("together: 70.00 % and 70.00 %") && !beside.contains("cumulative"),
        "{beside}"
    );
    // What is misspelt is told with a few that are near, not with all of them.
    for line in ["expect P(9,11) == 1/50 for shoot a2 at b1", "odds shoot a2 at b1 --best 9,11"] {
        let answer = refused(&mut console, line);
        assert!(answer.contains("the nearest are") && answer.contains("lists all 90"), "{answer}");
        assert!(answer.len() < 500, "{answer}");
    }
    told(&mut console, "shoot a2 at b1 --dice 4,10");
    told(&mut console, "expect outcome 4,10");
}

#[test]
fn what_is_refused_stands_beside_the_odds_of_the_others() {
    let mut console = console(&Arc::default());
    told(&mut console, "set a2 RNG 2");
    let out = refused(&mut console, "odds shoot a2 at b3");
    assert!(out.contains("b3 is out of range"), "{out}");
    told(&mut console, "set a2 RNG 9");
    // An own counter is no target.
    let text = told(&mut console, "odds shoot a2 at b1 | a3 | b2");
    assert!(text.contains("refused: a3 is out of range"), "{text}");
    let miss = text.lines().find(|line| line.starts_with("miss")).unwrap();
    assert!(miss.contains("refused") && miss.contains("66.67 %"), "{text}");
    let json = desk::json(&mut console, "odds shoot a2 at b1 | a3");
    assert_eq!(json["commands"][1]["refused"], "a3 is out of range");
    assert!(refused(&mut console, "odds shoot a2 at a3 | a2").contains("a3 is out of range"));
}

#[test]
fn an_outcome_that_no_table_has_is_an_error() {
    let mut console = console(&Arc::default());
    let table = "odds shoot a2 at b1 --rows a2.ATT=2..3 --columns b1.RNG=1..2";
    let out = refused(&mut console, &format!("{table} --outcome nope"));
    assert!(out.contains("`nope` comes up in no cell") && out.contains("there are miss, hit"), "{out}");
    assert!(
        refused(&mut console, "odds shoot a2 at b1 --outcome hit").contains("`--outcome` is for a table")
    );
    assert!(told(&mut console, &format!("{table} --outcome hit")).contains("hit"));
}

/// The text above the sign under which a mistake stands, and how many characters are marked.
fn marked(told: &str) -> String {
    let lines: Vec<&str> = told.lines().collect();
    let at = lines.iter().position(|line| line.contains('^')).unwrap_or_else(|| panic!("{told}"));
    let (from, many) = (lines[at].find('^').unwrap(), lines[at].matches('^').count());
    format!("{}<{}>", lines[at - 1][..from].trim_start_matches("1 | "), &lines[at - 1][from..from + many])
}

#[test]
fn mistakes_stand_under_the_words_that_were_typed() {
    let mut console = console(&Arc::default());
    for (line, place) in [
        ("odds shoot a2 at b1 | zz", "odds shoot a2 at b1 | <zz>"),
        ("odds shoot a2 at b1 | shoot zz at b1 times 3", "odds shoot a2 at b1 | shoot <zz>"),
        ("odds shoot zz at b1 | b2", "odds shoot <zz>"),
        ("expect P(hit) == 1/3 for shoot zz at b1", "expect P(hit) == 1/3 for shoot <zz>"),
        ("odds shoot a2 at b1 --rows a9.ATT=1..2 --columns b1.RNG=1..2", "odds shoot a2 at b1 --rows <a9>"),
        (
            "odds shoot a2 at b1 --rows a2.ATT=1..2 --columns b1.RGN=1..2",
            "odds shoot a2 at b1 --rows a2.ATT=1..2 --columns b1.<RGN>",
        ),
        (
            "odds shoot a2 at b1 --rows a2.ATT=7..9 --columns b1.RNG=1..2",
            "odds shoot a2 at b1 --rows a2.ATT=<7..9>",
        ),
        ("odds shoot a2 at zz --rows a2.ATT=1..2 --columns b1.RNG=1..2", "odds shoot a2 at <zz>"),
        ("best P(hit) for shoot a2 at zz", "best P(hit) for shoot a2 at <zz>"),
    ] {
        let told = refused(&mut console, line);
        assert_eq!(marked(&told), place, "{told}");
    }
}

/// One in six is refused, for one reason or another.
const HALTED: &str = "ruling \"fn shoot_at(who, whom, why) { let die = roll(1, 6, `shot`, whom.side, `die`); \
    require(die > 1, `the powder is wet, alas`); require(die < 6, `the gun bursts`); \
    outcome(if die > 3 { `hit` } else { `miss` }); }\"";

#[test]
fn refusals_that_hang_on_dice_are_outcomes_with_their_reasons() {
    for first in ["", "let kind = type_of(1); "] {
        let mut console = console(&Arc::default());
        told(&mut console, &HALTED.replace("{ let die", &format!("{{ {first}let die")));
        let text = told(&mut console, "odds shoot a2 at b1");
        for row in ["hit", "miss", "refused: the powder is wet, alas", "refused: the gun bursts"] {
            assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
        }
        told(&mut console, "expect P(refused) == 1/3 for shoot a2 at b1");
        told(&mut console, "expect P(refused: the gun bursts) == 1/6 for shoot a2 at b1");
        told(
            &mut console,
            "ruling \"fn shoot_at(who, whom, why) { refuse(`no powder ${roll(1, 6, `shot`, whom.side, `die`)}`); }\"",
        );
        let told = refused(&mut console, "odds shoot a2 at b1");
        assert!(told.contains("refused: no powder") && !told.contains("error"), "{told}");
    }
}

#[test]
fn an_expectation_of_chance_without_a_line_is_about_the_last_command() {
    let mut console = console(&Arc::default());
    let none = refused(&mut console, "expect P(hit) == 1/3");
    assert!(none.contains("no command of the game has been given") && none.contains("`for LINE`"), "{none}");
    told(&mut console, "shoot a2 at b1 --dice 1 --choose 2");
    // As it was before the shot, whatever was thrown and ruled since.
    told(&mut console, "expect P(hit) == 1/3");
    told(&mut console, "set a2 ATT 1");
    told(&mut console, "expect P(hit or miss) == 1");
    assert!(refused(&mut console, "expect P(hit) == 1/2").contains("P(hit) is 1/3"));
    told(&mut console, "undo 2 --past-dice");
    assert!(refused(&mut console, "expect P(hit) == 1/3").contains("no command of the game has been given"));
}

#[test]
fn a_command_that_can_name_no_outcome_is_answered_at_once() {
    let house = "command idle \"idle\" {\n  form \"\"\n  rule idle_about\n  help \"Dice for nothing.\"\n  example \"idle\"\n}\n\
        rules {\n/// Dice for nothing.\nfn idle_about() { let n = 0; for i in 0..30 { if roll(1, 6, \"shot\", (), \"die\") > 3 { n += 1; } } \
        let one = units()[0]; one.hits = n; }\n}\n";
    let house = HouseFile { name: "idle.units".into(), text: house.into() };
    let mut console = opened("duel", vec![house], &Arc::default());
    let began = Instant::now();
    let text = told(&mut console, "odds idle");
    assert!(text.contains("name no outcome") && text.contains("`outcome("), "{text}");
    assert!(began.elapsed() < Duration::from_secs(5));
    // One that breaks, or goes on for ever, comes to nothing and not to that.
    for (body, code) in [
        ("let n = 1 / (units().len() - units().len());", "E0401"),
        ("let n = 1; while n > 0 { n += 1; }", "E0402"),
    ] {
        told(&mut console, &format!("ruling \"fn idle_about() {{ {body} }}\""));
        let answer = refused(&mut console, "odds idle");
        assert!(answer.contains(code), "{body}: {answer}");
    }
}

/// Rules that exact odds cannot be had of are played instead.
#[test]
fn what_may_go_on_and_on_or_cannot_be_followed_is_estimated() {
    let rule = |body: &str| format!("ruling \"fn shoot_at(who, whom, why) {{ {body} }}\"");
    let share = |console: &mut Console, line: &str| -> f64 {
        let text = told(console, line);
        assert!(text.contains("an estimate, from"), "{text}");
        let row = text
            .lines()
            .find(|line| line.starts_with("hit "))
            .or(text.lines().find(|line| line.starts_with("    1")));
        let percent = row.unwrap().split_whitespace().nth(1).unwrap();
        percent.parse().unwrap()
    };
    let mut console = console(&Arc::default());
    // A six is thrown again, after a change: two of five come to a hit in the end.
    let again = "let n = roll(1, 6, `shot`, whom.side, `die`); \
        if n == 6 { who[0].hits += 1; shoot_at(who, whom, why); return; } outcome(if n > 3 { `hit` } else { `miss` });";
    told(&mut console, &rule(again));
    assert!((share(&mut console, "odds shoot a2 at b1") - 40.0).abs() < 2.0);
    assert!((share(&mut console, "odds shoot a2 at b1 until hit") - 40.0).abs() < 2.0);
    let caught = "let n = 0; try { n = roll(1, 6, `shot`, whom.side, `die`); if n == 6 { throw `no`; } } catch { n = 0; } \
        outcome(if n > 3 { `hit` } else { `miss` });";
    told(&mut console, &rule(caught));
    assert_eq!(fractions(&mut console, "odds shoot a2 at b1"), pairs(&[("miss", "2/3"), ("hit", "1/3")]));
    assert!((share(&mut console, "odds shoot a2 at b1 until hit") - 33.3).abs() < 2.0);
    // What never ends in any way is told as the mistake that it is.
    told(&mut console, &rule("shoot_at(who, whom, why);"));
    assert!(refused(&mut console, "odds shoot a2 at b1").contains("nested more than"));
}
