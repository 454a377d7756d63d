//! The texts that were read, and places in them.

use std::sync::Arc;

/// A text of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A place in a text: bytes, `start` included, `end` not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of bytes of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end.max(start) as u32 }
    }

    /// Whether another one lies within this one.
    pub fn has(&self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// One text with the name that it is called by in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path as shown, with forward slashes, relative to the pack's parent or as the user typed it.
    pub path: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Line and column of a byte, both from 1, the column in characters.
    pub fn line_column(&self, byte: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&s| s <= byte).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let end = (byte as usize).min(self.text.len()).max(start);
        let column = self.text.get(start..end).map_or(1, |t| t.chars().count() as u32 + 1);
        (line as u32 + 1, column)
    }

    /// The byte of a line and column, both from 1, the column in characters; clamped to the line.
    pub fn byte_at(&self, line: u32, column: u32) -> u32 {
        let Some(&start) = self.line_starts.get(line.max(1) as usize - 1) else {
            return self.text.len() as u32;
        };
        let rest = &self.text[start as usize..];
        let in_line = rest.split('\n').next().unwrap_or_default();
        let skip: usize = in_line.chars().take(column.max(1) as usize - 1).map(char::len_utf8).sum();
        start + skip as u32
    }

    /// The bytes of a line, counted from 1, without its newline.
    pub fn line_bytes(&self, line: u32) -> std::ops::Range<usize> {
        let at = line.max(1) as usize - 1;
        let start = self.line_starts.get(at).map_or(self.text.len(), |s| *s as usize);
        let end = self.line_starts.get(at + 1).map_or(self.text.len(), |next| *next as usize - 1);
        start..end.max(start)
    }

    /// The line, counted from 1, in which a byte stands.
    pub fn line_of(&self, byte: u32) -> u32 {
        self.line_starts.partition_point(|&s| s <= byte).max(1) as u32
    }

    /// How many lines it has, at least one.
    pub fn lines(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// All texts of a load. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Takes a text in.
    pub fn add(&mut self, path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        let text: Arc<str> = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        self.files.push(Arc::new(SourceFile { path: path.into(), text, line_starts }));
        FileId(self.files.len() as u32 - 1)
    }

    /// A text by its number.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All texts in the order in which they were read.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f.as_ref()))
    }

    /// `path:line` of a span, as `why` and refusals show it.
    pub fn place(&self, span: Span) -> String {
        let file = self.file(span.file);
        format!("{}:{}", file.path, file.line_column(span.start).0)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let mut map = SourceMap::default();
        let id = map.add("a.units", "one\nzwölf x\n");
        let file = map.file(id);
        let x = file.text.find('x').unwrap() as u32;
        assert_eq!(file.line_column(x), (2, 7));
        assert_eq!(file.byte_at(2, 7), x);
        assert_eq!(map.place(Span::new(id, x as usize, x as usize + 1)), "a.units:2");
        assert_eq!(file.lines(), 3);
    }
}
