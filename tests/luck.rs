//! The luck of a game's dice: read from the log, out again with undo, the same whoever throws.

mod desk;

use std::sync::Arc;

use desk::{opened, told};
use houserule::kernel::value::SideId;
use houserule::odds::Ratio;
use houserule::repl::Console;
use houserule::session::LuckLedger;

/// Each `pass` throws a die of the side whose turn it is, dice in notation, and a die of nobody.
const HOUSE: &str = "fn pass() {
    roll(1, 6, \"shot\", active(), \"first die\");
    dice(\"3d6kh1\", \"shot\", active(), \"best of three\");
    dice(\"(2d6) <= 7\", \"shot\", active());
    roll(1, 6, \"shot\", (), \"weather\");
    begin_phase(turn(), \"act\", sides()[if active() == sides()[0] { 1 } else { 0 }]);
}
";

fn console() -> (Console, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("thrown.rhai");
    std::fs::write(&house, HOUSE).unwrap();
    let mut console = opened("duel", Vec::new(), &Arc::default());
    told(&mut console, &format!("house add {}", house.display()));
    (console, folder)
}

fn percentiles(ledger: &LuckLedger) -> Vec<String> {
    let percentile =
        |roll: &houserule::session::RollLuck| roll.luck.as_ref().unwrap().percentile().to_string();
    ledger.rolls.iter().map(percentile).collect()
}

#[test]
fn every_roll_has_its_place_and_those_of_nobody_count_for_nobody() {
    let (mut console, _folder) = console();
    told(&mut console, "pass --dice 6,1,4,2,3,4,1");
    let ledger = console.session.luck();
    let dice: Vec<&str> = ledger.rolls.iter().map(|roll| &*roll.dice).collect();
    assert_eq!(dice, ["d6", "3d6kh1", "(2d6) <= 7", "d6"]);
    let results: Vec<i64> = ledger.rolls.iter().map(|roll| roll.result).collect();
    assert_eq!(results, [6, 4, 1, 1]);
    // The highest of three: 27 of 216 show less than 4, 37 just 4. Seven or less come in 21 of 36.
    assert_eq!(percentiles(&ledger), ["11/12", "91/432", "17/24", "1/12"]);
    let (red, blue) = (&ledger.sides[0], &ledger.sides[1]);
    assert_eq!((red.0, red.1.rolls, blue.1.rolls), (SideId(0), 3, 0));
    let (luckiest, unluckiest) = ledger.extremes.unwrap();
    assert_eq!((luckiest, unluckiest), (0, 1), "the weather is nobody's");
    let luck = told(&mut console, "luck");
    assert!(luck.contains("Red, first die: 6 of d6, percentile 91.67 %, entered by red"), "{luck}");
    assert!(luck.contains("left out: 1 roll"), "{luck}");
    let log = told(&mut console, "log");
    assert!(log.contains("Red, (2d6) <= 7: yes of (2d6) <= 7, percentile 70.83 %"), "{log}");
}

#[test]
fn what_is_undone_is_out_of_the_luck_and_back_when_it_is_redone() {
    let (mut console, _folder) = console();
    told(&mut console, "pass");
    let before = told(&mut console, "luck --json");
    told(&mut console, "pass");
    let after = told(&mut console, "luck --json");
    assert_ne!(before, after);
    told(&mut console, "undo --past-dice");
    assert_eq!(told(&mut console, "luck --json"), before);
    told(&mut console, "redo");
    assert_eq!(told(&mut console, "luck --json"), after);
}

#[test]
fn dice_typed_in_are_as_lucky_as_the_programs() {
    let (mut thrown, _one) = console();
    told(&mut thrown, "pass");
    let faces: Vec<String> = thrown
        .session
        .log()
        .iter()
        .flat_map(|entry| entry.trace.iter())
        .flat_map(|trace| {
            trace
                .answers()
                .flat_map(|answer| match &answer.given {
                    houserule::kernel::door::Given::Dice(faces) => {
                        faces.iter().map(u32::to_string).collect::<Vec<String>>()
                    }
                    other => panic!("{other:?}"),
                })
                .collect::<Vec<String>>()
        })
        .collect();
    assert_eq!(faces.len(), 7);
    let log = told(&mut thrown, "log");
    // Dice that are read together are told by the first of them.
    assert!(
        log.contains(", auto #0\n") && log.contains(", auto #1\n") && log.contains(", auto #4\n"),
        "{log}"
    );
    let (mut typed, _two) = console();
    told(&mut typed, &format!("pass --dice {}", faces.join(",")));
    assert_eq!(percentiles(&typed.session.luck()), percentiles(&thrown.session.luck()));
    assert_eq!(typed.session.luck().sides, thrown.session.luck().sides);
}

#[test]
fn without_dice_there_is_no_luck() {
    let (mut console, _folder) = console();
    assert_eq!(told(&mut console, "luck"), "no dice have been thrown\n");
    assert!(
        console
            .session
            .luck()
            .sides
            .iter()
            .all(|(_, total)| total.chance.is_none() && total.mean != Some(Ratio::ONE))
    );
}
