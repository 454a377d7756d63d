//! The examples of the grammar pages are true: those of `block.md` and the verbs of `command.md` are one pack.

use super::Stack;
use crate::kernel::layer::Rank;

/// What stands between the fences of a page.
fn examples(page: &str) -> String {
    let fences = page.split("```").skip(1).step_by(2);
    fences.filter(|fence| fence.starts_with('\n')).collect()
}

#[test]
fn the_examples_of_the_pages_are_read() {
    let block = examples(include_str!("../../../grammar/block.md"));
    let command = examples(include_str!("../../../grammar/command.md"));
    // What the pages leave out because it is like what they show.
    let rest = "attribute TGH; attribute RNG { range 0..9 }; attribute terrain crossing; attribute STR
        attribute MOV { range 0..99; qualifier Max }; attribute terrain cost { default 1 }; rating terrain H
        flag unit flies; flag terrain once; property unit wounds 0; property hex burning false
        property side points 0; property game rolled 0; phase attack; value stacking 5
        terrain clear { symbol . }; terrain swamp; terrain hills; terrain snow
        unit tank { TGH 1 }; unit scout; unit engineer";
    let shown = block.replace("{ … }", "{ }").replace("\"…\"", "\"some\"");
    // The first example is about the shape only.
    let shown = &shown[shown.find("pack fords").unwrap()..];
    let (changes, others): (Vec<&str>, Vec<&str>) =
        shown.lines().partition(|line| line.starts_with("change ") || line.starts_with("delete "));
    let (data, told) = Stack::default()
        .layer(Rank::Core, "core", rest)
        .layer(Rank::World, "world", &others.join("\n"))
        .file("verbs.units", &command)
        .layer(Rank::House, "house", &changes.join("\n"))
        .assemble(Some("ford"));
    assert!(told.is_empty(), "{told}");
    assert_eq!(data.set_up.unwrap().placed.len(), 7);
}
