//! Bars made of signs, in eighths of a column where the alphabet has them.

use crate::odds::Natural;
use crate::report::Style;

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar as long as a part of the greatest, which takes `width` columns. Whatever is not nothing can be seen.
pub(in crate::report) fn bar(part: &Natural, greatest: &Natural, width: usize, style: &Style) -> String {
    if part.is_zero() || greatest.is_zero() {
        return String::new();
    }
    let eighths = part * (width * 8) / greatest;
    let eighths = usize::try_from(&eighths).unwrap_or(width * 8);
    if style.ascii {
        return match (eighths + 4) / 8 {
            0 => ".".to_owned(),
            whole => "#".repeat(whole),
        };
    }
    match (eighths / 8, eighths % 8) {
        (0, 0) => EIGHTHS[1].to_owned(),
        (whole, rest) => "█".repeat(whole) + EIGHTHS[rest],
    }
}
