//! How large text is written where it must fit. All text has letters of one width, so that it can be measured
//! without the fonts of whoever looks at it.

use crate::report::wrap::{clip, shown_width};

/// Fonts of one width, common ones of each system first.
pub(in crate::report) const FONTS: &str =
    "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono','Courier New',monospace";

/// How far a text of this size goes to the right, rounded up: a column takes six tenths of the size.
pub(in crate::report) fn wide(text: &str, size: i64) -> i64 {
    (i64::try_from(shown_width(text)).unwrap_or(i64::MAX / 64).saturating_mul(size * 6) + 9) / 10
}

/// How many columns of this size fit.
pub(super) fn columns_in(width: i64, size: i64) -> usize {
    usize::try_from(width * 10 / (size * 6).max(1)).unwrap_or(0)
}

/// The text in the largest size with which it fits, from `largest` down to `least`; what does not fit even then is
/// cut.
pub(super) fn fitted(text: &str, width: i64, largest: i64, least: i64) -> (String, i64) {
    let columns = i64::try_from(shown_width(text).max(1)).unwrap_or(i64::MAX / 64);
    let size = (width * 10 / (columns * 6)).clamp(least.max(1), largest.max(1));
    (clip(text, columns_in(width, size).max(1), "…"), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fitted_fits() {
        for text in ["i1", "12th Guards", "a very long name of a unit that nobody can read", "兵隊", ""] {
            for width in [10, 27, 54, 200] {
                let (shown, size) = fitted(text, width, 20, 5);
                assert!(wide(&shown, size) <= width + 5, "{shown} {size} in {width}");
                assert!((5..=20).contains(&size));
            }
        }
        assert_eq!(fitted("i1", 54, 12, 6), ("i1".to_owned(), 12));
        assert_eq!(fitted("abcdefgh", 27, 12, 6), ("abcdef…".to_owned(), 6));
    }
}
