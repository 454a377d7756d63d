//! A tree in the terminal: branches with notes to the right, broken to the width; numbered lines where plain.

use crate::report::style::{Ink, Style};
use crate::report::wrap::{shown_width, wrap};

/// One branch with its parts.
#[derive(Debug, Clone, Default)]
pub(super) struct Branch {
    /// What it says.
    pub(super) text: String,
    /// How that is painted.
    pub(super) ink: Ink,
    /// Where it comes from; stands to the right where there is room.
    pub(super) note: String,
    /// What it consists of.
    pub(super) parts: Vec<Branch>,
}

impl Branch {
    /// A branch without a note and parts.
    pub(super) fn of(text: impl Into<String>) -> Self {
        Branch { text: text.into(), ..Branch::default() }
    }
}

/// Notes stand in one column, but not farther right than this behind short texts.
const FARTHEST_NOTE: usize = 44;

/// However deep a tree is, its texts keep so many columns, at most half of the width.
const LEAST_TEXT: usize = 24;

/// The branches with all their parts, each line ended.
pub(super) fn draw(branches: &[Branch], style: &Style) -> String {
    let mut out = String::new();
    if style.plain {
        number(branches, "", style, &mut out);
        return out;
    }
    let column = note_column(branches, 0);
    for branch in branches {
        draw_branch(branch, "", "", column, style, &mut out);
    }
    out
}

/// Plain: `1.2 text, note`, so that a listener knows where in the tree a line is.
fn number(branches: &[Branch], above: &str, style: &Style, out: &mut String) {
    for (at, branch) in branches.iter().enumerate() {
        let place = format!("{above}{}", at + 1);
        out.push_str(&format!("{place} {}", style.paint(branch.ink, branch.text.trim())));
        if !branch.note.is_empty() {
            out.push_str(&format!(", {}", style.paint(style.faint(), branch.note.trim_end())));
        }
        out.push('\n');
        number(&branch.parts, &format!("{place}."), style, out);
    }
}

/// Where the notes of branches of one level begin.
fn note_column(branches: &[Branch], indent: usize) -> usize {
    let widths = branches.iter().filter(|b| !b.note.is_empty()).map(|b| indent + shown_width(&b.text));
    widths.filter(|wide| *wide <= FARTHEST_NOTE).max().unwrap_or(0) + 2
}

/// `first` stands before the first line of the branch, `rest` before all others.
fn draw_branch(branch: &Branch, first: &str, rest: &str, column: usize, style: &Style, out: &mut String) {
    let glyphs = style.glyphs();
    // What follows below keeps clear of the branches of the parts.
    let below = format!("{rest}{}", if branch.parts.is_empty() { "   " } else { glyphs.beside });
    let room = style.width.saturating_sub(shown_width(first).max(shown_width(&below)));
    let lines = wrap(&branch.text, room);
    for (at, line) in lines.iter().enumerate() {
        let before = if at == 0 { first } else { &below };
        out.push_str(&style.paint(style.faint(), before));
        out.push_str(&style.paint(branch.ink, line.trim_end()));
        if at + 1 == lines.len() {
            note(branch, shown_width(before) + shown_width(line.trim_end()), &below, column, style, out);
        }
        out.push('\n');
    }
    let indent = shown_width(rest) + shown_width(glyphs.branch);
    if indent + LEAST_TEXT.min(style.width / 2) > style.width {
        // Too deep to be drawn deeper: the parts stand below their whole.
        for part in &branch.parts {
            draw_branch(part, first, rest, column, style, out);
        }
        return;
    }
    let column = note_column(&branch.parts, indent);
    for (at, part) in branch.parts.iter().enumerate() {
        let is_last = at + 1 == branch.parts.len();
        let (knot, under) = if is_last { (glyphs.last, "   ") } else { (glyphs.branch, glyphs.beside) };
        draw_branch(part, &format!("{rest}{knot}"), &format!("{rest}{under}"), column, style, out);
    }
}

/// The note behind the text that ends at `end`, or on lines of its own where there is no room.
fn note(branch: &Branch, end: usize, below: &str, column: usize, style: &Style, out: &mut String) {
    if branch.note.is_empty() {
        return;
    }
    let note = branch.note.trim_end();
    for start in [column.max(end + 2), end + 2] {
        if start.saturating_add(shown_width(note)) <= style.width {
            out.push_str(&" ".repeat(start - end));
            out.push_str(&style.paint(style.faint(), note));
            return;
        }
    }
    for line in wrap(note, style.width.saturating_sub(shown_width(below))) {
        out.push('\n');
        out.push_str(&style.paint(style.faint(), format!("{below}{line}").trim_end()));
    }
}
