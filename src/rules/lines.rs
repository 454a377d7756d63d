//! One line space for all scripts of a stack, so that a position names its file by itself.
//!
//! Every file owns a range of lines; a script is compiled behind as many line breaks as its range begins at.
//! Then errors, call positions and bodies of functions tell the file, whichever layer calls which.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::receivers::{Put, column_before};
use crate::diagnostic::{FileId, SourceMap, Span};

/// More lines cannot be told apart: the engine's positions have 16 bits.
const MOST_LINES: u32 = 65_000;

/// The line ranges of the files of a stack.
#[derive(Debug, Default)]
pub(super) struct Lines {
    ranges: RefCell<Vec<(u32, u32, FileId)>>,
    next: RefCell<u32>,
    /// What was put into lines before they were compiled.
    put: RefCell<BTreeMap<u32, Vec<Put>>>,
}

impl Lines {
    /// The first line of a file's range; gives it one if it has none. None where the space is used up.
    pub(super) fn base(&self, file: FileId, sources: &SourceMap) -> Option<u32> {
        let mut ranges = self.ranges.borrow_mut();
        if let Some((base, ..)) = ranges.iter().find(|(.., f)| *f == file) {
            return Some(*base);
        }
        let mut next = self.next.borrow_mut();
        // One line before each file is free for the head of a function made from an expression.
        let base = (*next).max(1) + 1;
        let end = base.checked_add(sources.file(file).lines())?;
        if end > MOST_LINES {
            return None;
        }
        *next = end;
        ranges.push((base, end, file));
        Some(base)
    }

    /// The first line that belongs to no file.
    pub(super) fn end(&self) -> u32 {
        *self.next.borrow() + 1
    }

    /// The file and its line of a line of the common space, both from 1.
    pub(super) fn find(&self, line: u32) -> Option<(FileId, u32)> {
        let ranges = self.ranges.borrow();
        let at = ranges.partition_point(|(base, ..)| *base <= line).checked_sub(1)?;
        let (base, end, file) = ranges[at];
        (line <= end).then_some((file, line - base + 1))
    }

    /// The span of a position: the word or sign that begins there.
    pub(super) fn span(&self, position: rhai::Position, sources: &SourceMap) -> Option<Span> {
        let common = position.line()? as u32;
        let (file, line) = self.find(common)?;
        let source = sources.file(file);
        let column = position.position().unwrap_or(1) as u32;
        let column = self.put.borrow().get(&common).map_or(column, |put| column_before(put, column));
        let start = source.byte_at(line, column) as usize;
        let rest = source.text.get(start..).unwrap_or_default();
        let word: usize =
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
        let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        Some(Span::new(file, start, start + length))
    }

    /// Notes what was put into lines before they were compiled, which stands nowhere in the files.
    pub(super) fn note_put(&self, lines: impl IntoIterator<Item = (u32, Vec<Put>)>) {
        self.put.borrow_mut().extend(lines);
    }

    /// The text of a span, placed at its own lines and columns of the common space, behind `head`.
    ///
    /// `head` goes on the line before, so that it moves no column of the text. `instead` stands in the place of the
    /// text, with the same lines.
    pub(super) fn placed(
        &self,
        head: &str,
        span: Span,
        instead: Option<&str>,
        tail: &str,
        sources: &SourceMap,
    ) -> Option<String> {
        let base = self.base(span.file, sources)?;
        let source = sources.file(span.file);
        let (line, column) = source.line_column(span.start);
        let mut text = String::new();
        let breaks = (base + line - 1).saturating_sub(1) as usize;
        if head.is_empty() {
            text.extend(std::iter::repeat_n('\n', breaks));
        } else {
            text.extend(std::iter::repeat_n('\n', breaks.saturating_sub(1)));
            text.push_str(head);
            text.push('\n');
        }
        text.extend(std::iter::repeat_n(' ', column as usize - 1));
        text.push_str(instead.unwrap_or_else(|| sources.text(span)));
        text.push_str(tail);
        Some(text)
    }
}
