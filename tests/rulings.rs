//! Rulings: what they are made of, what is told of them, and what they leave as it was printed.

mod desk;

use std::sync::Arc;

use desk::{opened, told};

#[test]
fn what_rulings_change_is_listed_with_what_is_printed() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    assert_eq!(told(&mut console, "rules diff"), "no house rule or ruling changes anything\n");
    told(&mut console, "set a1 CREW 5 --because \"a passenger\"");
    assert_eq!(told(&mut console, "rules diff"), "unit a1 CREW: 5, printed 2 (ruling 1:1)\n");
    told(&mut console, "set sinks 1");
    told(&mut console, "set barge CREW +=1");
    let listed = told(&mut console, "rules diff");
    for line in [
        "unit a1 CREW: 5, printed 2 (ruling 1:1)",
        "value sinks: 1, printed 2 (ruling 2:1)",
        "unit barge CREW: 4, printed 3 (ruling 3:1)",
    ] {
        assert!(listed.lines().any(|l| l == line), "{line}: {listed}");
    }
    told(&mut console, "undo 3");
    assert_eq!(told(&mut console, "rules diff"), "no house rule or ruling changes anything\n");
}
