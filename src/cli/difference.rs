//! Two texts side by side, line by line, with what goes and what comes.

use similar::{ChangeTag, TextDiff};

use crate::diagnostic::counted;
use crate::report::Style;

/// Lines around a change that are shown.
const AROUND: usize = 3;

/// What goes (`-`) and what comes (`+`), with some lines around; lines that are left out are counted.
pub(super) fn difference(old: &str, new: &str, style: &Style) -> String {
    let ends = |text: &str| format!("{}\n", text.trim_end());
    let (old, new) = (ends(old), ends(new));
    let diff = TextDiff::from_lines(&old, &new);
    let mut text = String::new();
    let mut shown_to = 0;
    for group in diff.grouped_ops(AROUND) {
        let from = group.first().map_or(0, |op| op.old_range().start);
        skipped(&mut text, from - shown_to.min(from), style);
        shown_to = group.last().map_or(shown_to, |op| op.old_range().end);
        for op in &group {
            for change in diff.iter_changes(op) {
                let line = style.clean(change.value().trim_end_matches('\n'));
                let (sign, ink) = match change.tag() {
                    ChangeTag::Equal => (" ", style.faint()),
                    ChangeTag::Delete => ("-", style.refused()),
                    ChangeTag::Insert => ("+", style.noted()),
                };
                text.push_str(&style.paint(ink, &format!("  {sign} {line}")));
                text.push('\n');
            }
        }
    }
    skipped(&mut text, old.lines().count().saturating_sub(shown_to), style);
    text
}

fn skipped(text: &mut String, lines: usize, style: &Style) {
    if lines > 0 {
        let told = format!("  ... {} as before", counted(lines, "line"));
        text.push_str(&style.paint(style.faint(), &told));
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_lines_are_counted_and_near_ones_shown() {
        let old: String = (1..=20).map(|n| format!("line {n}\n")).collect();
        let new = old.replace("line 10\n", "line ten\n");
        let shown = difference(&old, &new, &Style::default());
        assert!(shown.contains("  - line 10\n  + line ten\n"), "{shown}");
        assert!(shown.starts_with("  ... 6 lines as before\n    line 7\n"), "{shown}");
        assert!(shown.ends_with("  ... 7 lines as before\n"), "{shown}");
    }
}
