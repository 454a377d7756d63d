//! `odds` of what takes long or does not end: repeated, estimated and labelled so, broken off.

mod desk;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use desk::odds::{ENDLESS, console, csv, pairs};
use desk::{refused, told};
use houserule::repl::Status;

#[test]
fn a_repetition_is_told_step_by_step_and_to_its_end() {
    let mut console = console(&Arc::default());
    let rows = csv(&mut console, "odds shoot a2 at b1 until destroyed times 3");
    let destroyed: Vec<&[String; 3]> = rows.iter().filter(|row| row[1] == "destroyed").collect();
    // Every third shot hits, and the second hit destroys.
    assert_eq!(destroyed.iter().map(|row| &*row[2]).collect::<Vec<_>>(), ["1/9", "7/27"]);
    let going: Vec<&str> = rows.iter().filter(|r| r[1] == "still going on").map(|r| &*r[2]).collect();
    assert_eq!(going, ["1", "8/9", "20/27"]);
    let text = told(&mut console, "odds shoot a2 at b1 until destroyed");
    assert!(text.contains("expected number of times: 6\n"), "{text}");
}

#[test]
fn a_budget_says_when_it_is_reached_and_estimates_are_labelled() {
    let mut console = console(&Arc::default());
    told(&mut console, ENDLESS);
    let text = told(&mut console, "odds shoot a2 at b1 --runs 1000");
    assert!(
        text.contains("the exact odds take more than 1000 runs of the rules: an estimate, from"),
        "{text}"
    );
    assert!(text.contains("95 % interval"), "{text}");
    // Of thirty fair coins, fewer than fifteen: (1 - 155117520/2^30) / 2 = 42.8 %.
    let json = told(&mut console, "odds shoot a2 at b1 --runs 1000 --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = json["commands"][0]["outcomes"].as_array().unwrap();
    let many = rows.iter().find(|row| row["outcome"] == "many").unwrap();
    let bound = |side: &str| many[side].as_str().unwrap().trim_end_matches(" %").parse::<f64>().unwrap();
    assert!(bound("from") < 42.8 + 1.0 && bound("to") > 42.8 - 1.0, "{many}");
    assert!(bound("to") - bound("from") < 6.0, "{many}");
    assert_eq!(json["commands"][0]["exact"], false);
}

#[test]
fn ctrl_c_tells_what_is_known_so_far() {
    let cancel: Arc<AtomicBool> = Arc::default();
    let mut console = console(&cancel);
    told(&mut console, ENDLESS);
    let state = console.session.state().fingerprint();
    let flag = cancel.clone();
    let pressed = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        flag.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let told = console.line("odds shoot a2 at b1 --seconds 100 --runs 100000000000");
    let waited = pressed.join().unwrap().elapsed();
    assert_eq!(told.status, Status::Broken, "{}{}", told.out, told.err);
    assert!(told.out.contains("broken off: an estimate"), "{}{}", told.out, told.err);
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    assert_eq!(console.session.state().fingerprint(), state);
}

/// Carries a line out, with Ctrl-C after a while; what was told, and how long that took from then on.
fn broken_off(ruling: &str, line: &str) -> (String, Duration) {
    let cancel: Arc<AtomicBool> = Arc::default();
    let mut console = console(&cancel);
    told(&mut console, ruling);
    let flag = cancel.clone();
    let pressed = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        flag.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let told = console.line(line);
    let waited = pressed.join().unwrap().elapsed();
    assert_eq!(told.status, Status::Broken, "{}{}", told.out, told.err);
    (told.out, waited)
}

/// Each time it hits by one in as many as it has been shot at, so no state comes back.
const EVER_RARER: &str = "ruling \"fn shoot_at(who, whom, why) { whom.hits += 1; \
    outcome(if roll(1, whom.hits + 1, `shot`, whom.side, `die`) == 1 { `hit` } else { `miss` }); }\"";

#[test]
fn ctrl_c_breaks_off_many_short_runs() {
    // Four throws in lists are parted one by one: runs of a few steps each, and two million of them.
    let lists = "ruling \"fn worth_of(unit) { let n = roll(1, 40, `shot`, unit.side, `die`); if n > 20 { [n, 1] } else { [n, 0] } } \
        fn shoot_at(who, whom, why) { outcome([worth_of(whom)[0], worth_of(whom)[0], worth_of(whom)[0], worth_of(whom)[0]]); }\"";
    let (told, waited) = broken_off(lists, "odds shoot a2 at b1 --seconds 100 --runs 100000000000");
    assert!(told.contains("broken off: an estimate"), "{told}");
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

#[test]
fn ctrl_c_breaks_off_a_long_list_of_what_a_run_came_to() {
    let list = "ruling \"fn shoot_at(who, whom, why) { let all = []; \
        for i in 0..5 { all.push(roll(1, 40, `shot`, whom.side, `die`)); } outcome(all); }\"";
    let (told, waited) = broken_off(list, "odds shoot a2 at b1 --seconds 100");
    assert!(told.contains("broken off: an estimate"), "{told}");
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

#[test]
fn ctrl_c_breaks_off_a_chain_and_leaves_what_is_known() {
    let (told, waited) = broken_off(EVER_RARER, "odds shoot a2 at b1 until hit --seconds 100");
    assert!(told.contains("broken off: how it ends is not known"), "{told}");
    assert!(told.contains("95.24 %"), "{told}");
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

#[test]
fn dice_that_cannot_be_counted_are_estimated() {
    let mut console = console(&Arc::default());
    // Rules that catch errors are run die by die: 6^60 ways do not fit 128 bits.
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { let n = 0; try { for i in 0..6 { n += roll(10, 6, `shot`, whom.side, `dice`); } } \
         catch { n = 0; } outcome(if n > 210 { `many` } else { `few` }); }\"",
    );
    let text = told(&mut console, "odds shoot a2 at b1");
    assert!(text.contains("its dice fall in more ways than can be counted: an estimate"), "{text}");
}

#[test]
fn what_never_ends_is_in_the_row_of_the_end() {
    let mut console = console(&Arc::default());
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { if whom.hits == 0 { whom.hits = if roll(1, 3, `shot`, whom.side, `die`) == 1 { 1 } else { 2 }; } \
         outcome(if whom.hits == 1 { `miss` } else { `hit` }); }\"",
    );
    let rows = csv(&mut console, "odds shoot a2 at b1 until hit");
    let end: Vec<&[String; 3]> = rows.iter().filter(|row| row[0] == "end").collect();
    let told_of = |row: &[String; 3]| (row[1].clone(), row[2].clone());
    assert_eq!(
        end.into_iter().map(told_of).collect::<Vec<_>>(),
        pairs(&[("hit", "2/3"), ("still going on", "1/3")])
    );
    let text = told(&mut console, "odds shoot a2 at b1 until hit");
    assert!(text.contains("it never ends in 33.33 %"), "{text}");
    let row = text.lines().find(|line| line.contains("the end")).unwrap();
    assert!(row.contains("66.67 %") && row.contains("33.33 %"), "{text}");
}

#[test]
fn the_advice_for_what_does_not_end_fits_what_was_said() {
    let mut console = console(&Arc::default());
    told(&mut console, "set a2 ATT 0");
    let text = told(&mut console, "odds shoot a2 at b1 until hit times 3");
    assert!(
        !text.contains("say what does") && text.contains("`hit` cannot come of it within 3 times"),
        "{text}"
    );
    let text = told(&mut console, "odds shoot a2 at b1 until hit");
    assert!(!text.contains("say what does") && text.contains("`hit` never comes of it"), "{text}");
}

#[test]
fn without_until_each_time_is_told_by_what_it_comes_to() {
    let mut console = console(&Arc::default());
    let rows = csv(&mut console, "odds shoot a2 at b1 times 3");
    let row = |times: &str, outcome: &str| {
        let found = rows.iter().find(|row| row[0] == times && row[1] == outcome);
        found.map_or("0", |row| &row[2]).to_owned()
    };
    // The second hit destroys, and there is nobody left to be shot at.
    assert_eq!((row("1", "miss"), row("1", "hit")), ("2/3".to_owned(), "1/3".to_owned()));
    assert_eq!((row("2", "miss"), row("2", "hit")), ("2/3".to_owned(), "2/9".to_owned()));
    assert_eq!(row("2", "destroyed"), "1/9");
    let text = told(&mut console, "odds shoot a2 at b1 times 3");
    assert!(!text.contains("still going on") && text.contains("destroyed"), "{text}");
    // More outcomes than have room beside one another stand below one another.
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { outcome(`${roll(1, 8, `shot`, whom.side, `die`)} pips`); }\"",
    );
    let text = told(&mut console, "odds shoot a2 at b1 times 2");
    assert!(text.lines().any(|line| line.starts_with("   2  8 pips   12.50 %       1/8")), "{text}");
}

#[test]
fn all_times_are_listed_where_all_are_asked_for() {
    let mut console = console(&Arc::default());
    let times = |text: &str| {
        text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count()
    };
    let asked = "odds shoot a2 at b1 until destroyed times 30";
    let short = told(&mut console, asked);
    assert!(times(&short) < 10 && short.contains("`--all` lists each"), "{short}");
    assert_eq!(times(&told(&mut console, &format!("{asked} --all"))), 30);
    let rows = csv(&mut console, asked);
    assert_eq!(rows.iter().filter(|row| row[1] == "destroyed").count(), 29, "{rows:?}");
    let json = desk::json(&mut console, asked);
    assert_eq!(json["commands"][0]["steps"].as_array().unwrap().len(), 30);
    assert_eq!(times(&told(&mut console, "odds shoot a2 at b1 until destroyed --all")), 20);
}

#[test]
fn a_table_tells_which_cells_take_too_long() {
    let mut console = console(&Arc::default());
    let table = "odds shoot a2 at b1 --rows a2.ATT=4..6 --columns a2.RNG=8..9 --runs 1";
    let text = told(&mut console, table);
    assert!(text.contains("6 of 6 cells not known, `?`: the exact odds take more than 1 run"), "{text}");
    let text = told(&mut console, &format!("{table} --outcome hit"));
    assert!(text.lines().any(|line| line.split_whitespace().eq(["5", "?", "?"])), "{text}");
    let json = desk::json(&mut console, table);
    assert_eq!(json["fractions"][0][0], serde_json::Value::Null);
    let rows = told(&mut console, &format!("{table} --csv"));
    assert_eq!(rows.lines().nth(1), Some("shoot a2 at b1,4,8,?,,"), "{rows}");
    assert_eq!(rows.lines().count(), 7, "{rows}");
    let file = tempfile::tempdir().unwrap().path().join("odds.svg").display().to_string();
    assert!(
        refused(&mut console, &format!("{table} --outcome hit -o {file}")).contains("E06"),
        "no such folder"
    );
}

#[test]
fn an_estimate_of_dice_looked_at_one_by_one_says_what_to_write_instead() {
    let mut console = console(&Arc::default());
    told(&mut console, ENDLESS);
    let text = told(&mut console, "odds shoot a2 at b1 --runs 500");
    assert!(text.replace('\n', " ").contains("a pool is counted at once by `dice("), "{text}");
    told(
        &mut console,
        "ruling \"fn shoot_at(who, whom, why) { \
        outcome([dice(`30d6>=4`, `shot`, whom.side, `die`)]); }\"",
    );
    let text = told(&mut console, "odds shoot a2 at b1");
    assert!(!text.contains("estimate"), "{text}");
}
