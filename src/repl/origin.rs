//! Where a line comes from, so that a mistake in it names its file.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, FileId, SourceMap, Span};

/// The place of a line that was read from somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file's name as the user wrote it.
    pub name: Arc<str>,
    /// The number of the line, from 1.
    pub line: u32,
}

impl Origin {
    /// Mistakes in the line alone, moved to their place in the file.
    pub(super) fn place(&self, text: &str, diagnostics: &[Diagnostic]) -> (SourceMap, Vec<Diagnostic>) {
        let before = self.line.saturating_sub(1) as usize;
        let mut sources = SourceMap::default();
        let file = sources.add(self.name.clone(), "\n".repeat(before) + text);
        let mut moved = diagnostics.to_vec();
        for label in moved.iter_mut().flat_map(|d| &mut d.labels) {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            label.span = Span::new(file, before + start, before + end);
        }
        (sources, moved)
    }
}

/// The text of a typed line, where mistakes are about it and nothing else.
pub(super) fn line_alone(sources: &SourceMap) -> Option<&str> {
    let mut files = sources.files();
    match (files.next(), files.next()) {
        (Some((FileId(0), file)), None) if *file.path == *"command" => Some(&file.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn a_mistake_moves_to_its_place_in_the_file() {
        let mut line = SourceMap::default();
        let file = line.add("command", "  move x");
        let told = [Diagnostic::error(Code::USAGE, "no").at(Span::new(file, 7, 8), "")];
        let origin = Origin { name: "a.play".into(), line: 3 };
        let (sources, told) = origin.place(line_alone(&line).unwrap(), &told);
        let span = told[0].labels[0].span;
        assert_eq!(sources.text(span), "x");
        assert_eq!(sources.file(span.file).line_column(span.start), (3, 8));
    }
}
