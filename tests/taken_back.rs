//! Commands that are taken back or given again: what does not come about leaves no trace.

mod desk;

use std::sync::Arc;

use desk::{opened, refused, taken_up, told};

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
    assert_eq!(log.matches("dice taken back: shoot a1 at b1").count(), 2, "{log}");
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
