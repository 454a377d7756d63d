//! Tables and texts, by law.

use super::obeys_its_style;
use crate::report::{Align, Cell, Column, Listing, Room, Style, tidy, to_ascii};

fn listing() -> Listing {
    let mut listing = Listing::new([
        Column::text("unit"),
        Column::number("STR"),
        Column::number("MOV").room(Room::Drop),
        Column::text("what it can do").room(Room::Wrap),
    ]);
    let row = |name: &str, strength: &str, told: &str| {
        [name, strength, "12", told].map(Cell::from).into_iter().collect::<Vec<_>>()
    };
    listing.row(row("t1", "5", "crosses rivers at half speed, and never enters a town"));
    listing.row(row("王の護衛", "-12", "stays beside its king"));
    listing.row([Cell::from("x\x1b[31m")]);
    listing
}

#[test]
fn a_table_breaks_text_and_leaves_columns_out() {
    for (name, width) in [("table_80", 80), ("table_40", 40), ("table_28", 28)] {
        insta::assert_snapshot!(name, listing().draw(&Style { width, ..Style::default() }));
    }
    insta::assert_snapshot!("table_plain", listing().draw(&Style { plain: true, ..Style::default() }));
}

#[test]
fn nothing_is_cut_short_before_text_is_broken_at_every_word_and_what_yields_is_left_out() {
    let mut listing = Listing::new([
        Column::text("direction").room(Room::Wrap),
        Column::text("to").room(Room::Wrap),
        Column::number("ahead"),
        Column::number("costs").yielding(),
        Column::text("ended by").room(Room::Wrap).yielding(),
    ]);
    listing.row(
        ["135° right", "(27.803\", 12.197\")", "5.378\"", "5.378\"", "b1 after 5.379\""].map(Cell::from),
    );
    let drawn = |width| listing.draw(&Style { width, ..Style::default() });
    for width in 27..80 {
        let told = drawn(width);
        let keeps =
            ["135°", "right", "(27.803\"", "12.197\")", "5.378\""].iter().all(|word| told.contains(word));
        assert!(keeps && !told.contains('…'), "{width}: {told}");
    }
    assert!(!drawn(60).contains("left out"));
    assert!(drawn(40).contains("left out for want of room: ended by\n"), "{}", drawn(40));
    assert!(drawn(30).contains("left out for want of room:\ncosts, ended by\n"), "{}", drawn(30));
}

#[test]
fn without_a_width_a_long_text_pushes_away_the_rest_of_its_own_line_alone() {
    let mut listing = Listing::new([Column::text("told").room(Room::Wrap), Column::text("by")]);
    let long = "word ".repeat(40);
    for (told, by) in [("short", "one"), (long.trim_end(), "two")] {
        listing.row([told, by].map(Cell::from));
    }
    let drawn = listing.draw(&Style { width: usize::MAX, ..Style::default() });
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 4, "{drawn}");
    assert_eq!(lines[2], format!("{:<60}  one", "short"));
    assert_eq!(lines[3], format!("{}  two", long.trim_end()));
}

#[test]
fn every_table_obeys_its_style() {
    for width in [12, 20, 28, 40, 80] {
        obeys_its_style(|style| listing().draw(style), width);
    }
    for width in [0, 1, 2, usize::MAX] {
        assert!(!listing().draw(&Style { width, ..Style::default() }).is_empty());
    }
    assert_eq!(Listing::default().draw(&Style::default()), "");
    assert_eq!(Column::number("n").align, Align::Right);
}

#[test]
fn escapes_and_controls_do_not_pass() {
    for (given, shown) in [
        ("plain t3", "plain t3"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07t3", "t3"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\u{9b}2Jb", "ab"),
        ("a\u{9d}0;x\u{9c}b", "ab"),
        ("\x1bPdevice\x1b\\t", "t"),
        ("\x1b(Bt", "t"),
        ("\x1b", ""),
        ("\x1b[", ""),
        ("one\ntwo\tthree\r\n", "one two three "),
        ("a\x08\x07\x7fb", "ab"),
        ("a\u{202e}cba\u{202c}", "acba"),
        ("Ångström 王", "Ångström 王"),
    ] {
        assert_eq!(tidy(given), shown, "{given:?}");
        assert_eq!(tidy(&tidy(given)), tidy(given), "tidying twice changes nothing");
    }
    assert_eq!(to_ascii("Ångström – “½” 王"), "Angstrom - \"1/2\" ?");
}

proptest::proptest! {
    #[test]
    fn tidy_text_has_no_control_characters(text in ".*|[\\x00-\\x9f\\[\\]m;0-9]*") {
        proptest::prop_assert!(!tidy(&text).chars().any(char::is_control));
        proptest::prop_assert!(to_ascii(&tidy(&text)).bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}
