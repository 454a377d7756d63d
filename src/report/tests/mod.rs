//! Pictures for reading, and laws that every picture obeys.

mod battle;
mod dice;
mod field;
mod listings;
mod maps;
mod pictures;
mod rosters;
mod why;

use super::*;

/// Every style that differs in more than its width.
fn styles(width: usize) -> Vec<Style> {
    let mut styles = Vec::new();
    for colour in [false, true] {
        for ascii in [false, true] {
            for plain in [false, true] {
                styles.push(Style { colour, ascii, plain, width });
            }
        }
    }
    styles
}

/// The laws of everything that is drawn: plain and ASCII are what they say, nothing is wider than the style, and
/// colour only adds.
fn obeys_its_style(draw: impl Fn(&Style) -> String, width: usize) {
    for style in styles(width) {
        let drawn = draw(&style);
        let bare = draw(&Style { colour: false, ..style });
        assert!(!bare.contains('\x1b'), "no colour, no escape: {bare}");
        assert_eq!(anstream::adapter::strip_str(&drawn).to_string(), bare);
        if style.ascii {
            assert!(bare.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{bare}");
        }
        if style.plain {
            assert!(!bare.contains(['─', '│', '├', '└', '┼', '╱', '╲']), "{bare}");
        } else {
            for line in bare.lines() {
                assert!(shown_width(line) <= width, "wider than {width}: {line}");
            }
        }
        assert!(bare.lines().all(|line| line.trim_end() == line), "blanks at the end of a line: {bare}");
        assert!(bare.is_empty() || bare.ends_with('\n'));
    }
}
