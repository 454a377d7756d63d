//! The number to hit of GEM is a law with eight ties; the table of the pack is held to it, cell by cell.

use std::sync::Arc;

use houserule::kernel::value::Value;
use houserule::pack::{Library, Request, load};

/// Where the law lies halfway between two numbers, the source has this one: (OFF, DEF, number).
const TIES: [(i64, i64, i64); 8] =
    [(1, 4, 19), (2, 8, 19), (4, 3, 9), (8, 6, 9), (3, 4, 13), (6, 8, 13), (4, 1, 3), (8, 2, 3)];

/// Cells that a natural 20 or 1 alone decides.
const MARKED: [(i64, i64, &str); 4] = [(1, 9, "20*"), (1, 10, "20*"), (9, 1, "2!"), (10, 1, "2!")];

/// Twice the law and by what it is divided: 21 less 20 times the chance, which is OFF / (2 DEF), or 1 less DEF / (2 OFF) where OFF
/// is greater.
fn twice_the_law(off: i64, def: i64) -> (i64, i64) {
    if def >= off { (2 * (21 * def - 10 * off), def) } else { (2 * (off + 10 * def), off) }
}

#[test]
fn every_cell_follows_the_law() {
    let library = Library::standard();
    if library.pack("gem").is_err() {
        return;
    }
    let loaded =
        load(&library, &Request { pack: "gem".into(), ..Request::default() }, &Arc::default()).unwrap();
    let table = &loaded.data.catalogue.tables["to_hit"];
    assert_eq!((table.rows.len(), table.columns.len()), (10, 10));
    let (mut ties, mut marks) = (0, 0);
    for (head, cells) in &table.rows {
        let Value::Int(off) = *head else { panic!("a row is headed by a number") };
        for (column, cell) in table.columns.iter().zip(cells) {
            let Value::Int(def) = *column else { panic!("a column is headed by a number") };
            let number = match cell {
                Value::Int(number) => *number,
                Value::Text(mark) => {
                    marks += 1;
                    assert!(MARKED.contains(&(off, def, &**mark)), "({off}, {def}) {mark}");
                    mark.trim_end_matches(['*', '!']).parse().unwrap()
                }
                other => panic!("({off}, {def}) {other:?}"),
            };
            let (doubled, by) = twice_the_law(off, def);
            // Halfway is where the doubled law is an odd whole number.
            if doubled % by == 0 && doubled / by % 2 == 1 {
                ties += 1;
                assert!(TIES.contains(&(off, def, number)), "tie ({off}, {def}) {number}");
            } else {
                assert!((2 * number * by - doubled).abs() < by, "({off}, {def}) {number}");
            }
        }
    }
    assert_eq!((ties, marks), (TIES.len(), MARKED.len()));
}
