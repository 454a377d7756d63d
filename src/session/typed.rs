//! Lines put together from parts of what was typed, and mistakes in them told where they were typed.

use std::ops::Range;

use super::Trouble;
use crate::diagnostic::{SourceMap, Span};

/// A line that consists of parts of a typed text, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedLine {
    /// The line.
    pub text: String,
    /// The places of its parts in what was typed, in bytes.
    parts: Vec<Range<usize>>,
}

impl TypedLine {
    /// These parts of what was typed.
    pub fn of(typed: &str, parts: impl IntoIterator<Item = Range<usize>>) -> TypedLine {
        let parts: Vec<Range<usize>> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        TypedLine { text: parts.iter().map(|part| &typed[part.clone()]).collect(), parts }
    }

    /// Where some bytes of the line were typed.
    pub fn typed(&self, at: Range<usize>) -> Vec<Range<usize>> {
        let mut before = 0;
        let mut found = Vec::new();
        for part in &self.parts {
            let (from, to) = (at.start.max(before), at.end.min(before + part.len()));
            if from < to {
                found.push(part.start + from - before..part.start + to - before);
            }
            before += part.len();
        }
        found
    }

    /// A place of the line as one of what was typed. What stands in several parts is told at the last of them, and what stands in
    /// none at the end.
    fn place(&self, at: Range<usize>) -> Range<usize> {
        let end = self.parts.last().map_or(0, |part| part.end);
        self.typed(at).pop().unwrap_or(end..end)
    }

    /// Mistakes in this line alone as mistakes in what was typed; anything else as it is.
    pub fn told(&self, trouble: Trouble, typed: &str) -> Trouble {
        let Trouble::Mistakes(told) = &trouble else { return trouble };
        let files: Vec<_> = told.0.files().take(2).collect();
        let path = match files[..] {
            [(_, file)] if *file.text == *self.text => file.path.clone(),
            _ => return trouble,
        };
        let mut sources = SourceMap::default();
        let file = sources.add(path, typed);
        let mut mistakes = told.1.clone();
        for label in mistakes.iter_mut().flat_map(|mistake| &mut mistake.labels) {
            let at = self.place(label.span.start as usize..label.span.end as usize);
            label.span = Span::new(file, at.start, at.end);
        }
        Trouble::Mistakes(Box::new((sources, mistakes)))
    }
}

/// Where a part of a text stands in it.
pub fn place_in(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    start..(start + part.len()).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_line_are_those_where_they_were_typed() {
        let typed = "odds hit a on b | zz";
        let line = TypedLine::of(typed, [5..14, 18..20]);
        assert_eq!(line.text, "hit a on zz");
        assert_eq!(line.place(9..11), 18..20);
        assert_eq!(line.place(4..5), 9..10);
        assert_eq!(line.place(6..11), 18..20);
        assert_eq!(line.place(11..11), 20..20);
        assert_eq!(&typed[place_in(typed, &typed[18..20])], "zz");
    }
}
