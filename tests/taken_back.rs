//! Commands that are taken back or given again: what does not come about leaves no trace.

mod desk;

use std::sync::Arc;

use desk::{opened, refused, taken_up, told};
use houserule::pack::HouseFile;

#[test]
fn dice_that_cannot_be_leave_the_command_and_the_log_as_they_were() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "row a1 0202");
    told(&mut console, "shoot a1 at b1 --dice 4,1");
    told(&mut console, "undo --past-dice");
    told(&mut console, "redo");
    let before = (told(&mut console, "log"), told(&mut console, "log --md"), console.session.records().len());
    let state = console.session.state().fingerprint();
    for (dice, why) in [("4,7", "a d6 has no 7"), ("4,1,2", "was not thrown"), ("4", "nobody")] {
        let refused = refused(&mut console, &format!("fix {dice}"));
        assert!(refused.contains(why) || dice == "4", "{refused}");
        assert_eq!(
            (told(&mut console, "log"), told(&mut console, "log --md"), console.session.records().len()),
            before
        );
        assert_eq!(console.session.state().fingerprint(), state);
    }
    // Those that can be stand in its place, and what was taken back is told once.
    told(&mut console, "fix 6,6");
    let log = told(&mut console, "log");
    assert_eq!(log.matches("dice taken back: shoot a1 at b1").count(), 1, "{log}");
    assert_eq!(log.matches("dice corrected: shoot a1 at b1").count(), 1, "{log}");
    let report = told(&mut console, "log --md");
    assert!(report.contains("- *dice corrected:* shoot a1 at b1"), "{report}");
    assert!(report.contains("- *dice taken back:* shoot a1 at b1"), "{report}");
    assert!(log.contains("shoot a1 at b1 --dice 6,6"), "{log}");
    let again = taken_up(&console);
    assert_eq!(again.state().fingerprint(), console.session.state().fingerprint());
    assert_eq!(again.log().len(), console.session.log().len());
    // One step is the row, one the shot.
    assert_eq!(told(&mut console, "undo 2 --past-dice").lines().count(), 2);
}

#[test]
fn commands_that_are_undone_are_counted_from_one() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "row a1 0202");
    for line in ["undo 0", "redo 0", "undo some"] {
        let told = refused(&mut console, line);
        assert!(told.contains("expected how many, from 1 on, found"), "{told}");
    }
    assert!(refused(&mut console, "undo 2").contains("only 1 can be undone"));
}

#[test]
fn a_mark_that_was_undone_is_gone_to_by_redo() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "mark start");
    told(&mut console, "row a1 0202");
    told(&mut console, "mark rowed");
    told(&mut console, "done");
    told(&mut console, "mark ended");
    let ended = console.session.state().fingerprint();
    assert_eq!(told(&mut console, "goto start").matches("undone: ").count(), 2);
    assert_eq!(told(&mut console, "goto rowed"), "redone: row a1 0202\n");
    assert_eq!(told(&mut console, "goto ended"), "redone: done\n");
    assert_eq!(console.session.state().fingerprint(), ended);
    assert_eq!(told(&mut console, "goto ended"), "nothing to do: you are there\n");
    let again = taken_up(&console);
    assert_eq!((again.state().fingerprint(), again.marks().count()), (ended, 3));
    // What was played otherwise since has no such moment any more.
    told(&mut console, "goto rowed");
    told(&mut console, "row a1 0203");
    let lost = refused(&mut console, "goto ended");
    assert!(
        lost.contains("the moment that was marked `ended` was undone, and then played otherwise"),
        "{lost}"
    );
    assert_eq!(console.session.marks().collect::<Vec<_>>(), ["rowed", "start"]);
}

#[test]
fn a_mark_is_a_moment_of_the_line_of_play_in_which_it_was_set() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    for line in ["done", "done", "fork other", "undo 2", "row a1 0202", "mark here", "switch main"] {
        told(&mut console, line);
    }
    let before = console.session.state().fingerprint();
    let elsewhere = refused(&mut console, "goto here");
    assert!(elsewhere.contains("the mark `here` is in the branch `other`, not in `main`"), "{elsewhere}");
    assert!(elsewhere.contains("`switch other`, then `goto here`"), "{elsewhere}");
    assert_eq!(console.session.state().fingerprint(), before);
    told(&mut console, "switch other");
    told(&mut console, "done");
    assert_eq!(told(&mut console, "goto here"), "undone: done\n");
}

/// The generator throws the same die in whatever command comes next.
#[test]
fn a_command_that_is_broken_off_behind_dice_of_the_program_is_known() {
    let two = "fn wave(skiff) {\n    roll(1, 6, \"shot\", skiff.side, \"wind\");\n    \
               choose(skiff.side, \"which colour\", [\"red\", \"white\"]);\n}\n";
    let house = HouseFile { name: "wind.rhai".into(), text: two.into() };
    let mut console = opened("skiffs", vec![house], &Arc::default());
    // Before any step there is nothing to undo, but the log has it.
    refused(&mut console, "wave a1");
    assert!(told(&mut console, "log").contains("broken off after it had told something: wave a1"));
    told(&mut console, "row a1 0202");
    refused(&mut console, "wave a1");
    assert!(
        refused(&mut console, "undo").contains("`wave a1` was begun behind `row a1 0202` and broken off")
    );
    let again = taken_up(&console);
    assert_eq!(again.log().len(), console.session.log().len());
    told(&mut console, "undo --past-dice");
    // Nothing was thrown before the question of the rule as it is printed.
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "row a1 0202");
    refused(&mut console, "wave a1");
    told(&mut console, "undo");
}

#[test]
fn a_mark_behind_dice_says_how_to_go_back_to_it_all_the_same() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "mark \"turn 1\"");
    told(&mut console, "row a1 0202");
    told(&mut console, "shoot a1 at b1");
    let stopped = refused(&mut console, "goto \"turn 1\"");
    assert!(stopped.contains("`goto \"turn 1\" --past-dice` takes it back"), "{stopped}");
    assert_eq!(told(&mut console, "goto \"turn 1\" --past-dice").matches("undone: ").count(), 2);
}

#[test]
fn a_mark_of_a_branch_that_was_discarded_says_so() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    for line in ["fork bold", "row a1 0202", "mark there", "switch main", "discard bold"] {
        told(&mut console, line);
    }
    let gone = refused(&mut console, "goto there");
    assert!(gone.contains("was in the branch `bold`, which was discarded"), "{gone}");
    let mut again = taken_up(&console);
    assert!(again.goto("there", false).is_err_and(|trouble| format!("{trouble:?}").contains("discarded")));
}
