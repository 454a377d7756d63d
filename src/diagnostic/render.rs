//! Diagnostics for people and for programs: the lines with carets, and JSON.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::json;

use super::unseen::with_marks;
use super::wrap::{shown_width, wrap};
use super::{Diagnostic, Label, Severity, SourceMap, Span};

/// How many lines of one file are shown for one diagnostic at most; labels farther off become notes.
const MOST_LINES: u32 = 200;

/// The longest line that is shown as it is; of longer ones a part around the mistake is.
const LONGEST_LINE: usize = 240;

/// How many bytes of it are shown on either side of a mistake in a line that is too long.
const AROUND: usize = 60;

/// What is left of a line for words at least, however narrow the terminal is.
const FEWEST_COLUMNS: usize = 16;

/// All of `diagnostics` as text for people, with an empty line between them. Control characters of the
/// sources cannot reach the terminal.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, colour: bool) -> String {
    render_within(diagnostics, sources, colour, usize::MAX)
}

/// The same in so many columns: sentences are broken between words. Lines of the sources stand as they are.
pub fn render_within(
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
    colour: bool,
    columns: usize,
) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        if !text.is_empty() {
            text.push('\n');
        }
        let excerpts = excerpts(diagnostic, sources);
        text.push_str(&renderer.render(&[group(diagnostic, &excerpts, columns)]));
        text.push('\n');
    }
    text
}

/// All of `diagnostics` for programs, one object each, schema `houserule.diagnostic/1`. Lines and columns count from
/// 1, columns in characters; the end is not included.
pub fn to_json(diagnostics: &[Diagnostic], sources: &SourceMap) -> Vec<serde_json::Value> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let first = diagnostic.labels.first().map(|label| place(label, sources));
            let field = |name: &str| first.as_ref().map(|f| f[name].clone());
            json!({
                "schema": "houserule.diagnostic/1",
                "code": diagnostic.code.0,
                "severity": word(diagnostic.severity),
                "title": diagnostic.title,
                "file": field("file"),
                "line": field("line"),
                "column": field("column"),
                "end_line": field("end_line"),
                "end_column": field("end_column"),
                "labels": diagnostic.labels.iter().map(|label| place(label, sources)).collect::<Vec<_>>(),
                "notes": diagnostic.notes,
                "help": diagnostic.help,
            })
        })
        .collect()
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn place(label: &Label, sources: &SourceMap) -> serde_json::Value {
    let file = sources.file(label.span.file);
    let (line, column) = file.line_column(label.span.start);
    let (end_line, end_column) = file.line_column(label.span.end);
    json!({
        "file": &*file.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "text": label.text,
    })
}

fn group<'a>(diagnostic: &Diagnostic, excerpts: &'a [Excerpt<'_>], columns: usize) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    // The numbers of lines stand before everything but the title.
    let numbers = excerpts.iter().map(Excerpt::last_line).max().map_or(0, |line| line.to_string().len());
    let head = format!("{}[{}]: ", word(diagnostic.severity), diagnostic.code.0).len();
    let title = within(&diagnostic.title, columns, head);
    let mut group = Group::with_title(level.primary_title(title).id(diagnostic.code.0));
    let message = |text: &str| within(text, columns, numbers + " = note: ".len());
    let mut aside = Vec::new();
    for excerpt in excerpts {
        let mut snippet =
            Snippet::source(&excerpt.text).path(&excerpt.path).line_start(excerpt.line as usize).fold(true);
        for (range, label, primary) in &excerpt.marks {
            let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mark = kind.span(range.clone());
            let ends = numbers + " |  ".len() + excerpt.column(range.end);
            let is_shown = !label.is_empty() && ends + shown_width(label) <= columns;
            snippet = snippet.annotation(if is_shown { mark.label(with_marks(label)) } else { mark });
            // What has no room behind its mark is told below.
            if !is_shown && !label.is_empty() {
                let place = format!("{}:{}: ", excerpt.path, excerpt.line_of(range.start));
                aside.push(if *primary { (*label).to_owned() } else { place + label });
            }
        }
        group = group.element(snippet);
    }
    for note in aside.iter().chain(&diagnostic.notes) {
        group = group.element(Level::NOTE.message(message(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(message(help)));
    }
    group
}

/// Some lines of a file with what is said at them.
struct Excerpt<'a> {
    path: String,
    text: String,
    /// The number of its first line.
    line: u32,
    marks: Vec<(std::ops::Range<usize>, &'a str, bool)>,
}

impl Excerpt<'_> {
    /// The number of its last line.
    fn last_line(&self) -> u32 {
        self.line_of(self.text.len())
    }

    /// The number of the line that a byte is in.
    fn line_of(&self, byte: usize) -> u32 {
        self.line + self.text[..byte].matches('\n').count() as u32
    }

    /// How many columns of a line there are before a byte.
    fn column(&self, byte: usize) -> usize {
        let before = &self.text[..byte];
        shown_width(before.rsplit('\n').next().unwrap_or(before))
    }
}

/// A message line by line in so many columns, of which some stand before it.
fn within(text: &str, columns: usize, before: usize) -> String {
    let room = columns.saturating_sub(before).max(FEWEST_COLUMNS);
    let lines = text.split('\n').flat_map(|line| wrap(&with_marks(line), room));
    lines.collect::<Vec<_>>().join("\n")
}

/// The labels by file, in order of first mention; a label far from the others of its file stands alone.
fn excerpts<'a>(diagnostic: &'a Diagnostic, sources: &SourceMap) -> Vec<Excerpt<'a>> {
    let mut groups: Vec<(Span, Vec<usize>)> = Vec::new();
    for (i, label) in diagnostic.labels.iter().enumerate() {
        let file = sources.file(label.span.file);
        let line = |byte| file.line_of(byte);
        let near = groups.iter_mut().find(|(span, _)| {
            span.file == label.span.file
                && line(span.start.min(label.span.start)) + MOST_LINES > line(span.end.max(label.span.end))
                && !is_long(sources, *span)
                && !is_long(sources, label.span)
        });
        match near {
            Some((span, labels)) => {
                span.start = span.start.min(label.span.start);
                span.end = span.end.max(label.span.end);
                labels.push(i);
            }
            None => groups.push((label.span, vec![i])),
        }
    }
    groups.into_iter().map(|(span, labels)| excerpt(diagnostic, span, &labels, sources)).collect()
}

fn excerpt<'a>(diagnostic: &'a Diagnostic, span: Span, labels: &[usize], sources: &SourceMap) -> Excerpt<'a> {
    let file = sources.file(span.file);
    let (first, column) = file.line_column(span.start);
    let (from, to, path) = if is_long(sources, span) {
        let from = floor(&file.text, (span.start as usize).saturating_sub(AROUND));
        let from = from.max(file.line_bytes(first).start);
        let to = floor(&file.text, (span.start as usize + AROUND).min(file.text.len()));
        let end = file.text[from..to].find('\n').map_or(to, |newline| from + newline);
        (from, end, format!("{} (column {column} of a long line)", file.path))
    } else {
        let last = file.line_of(span.end.max(span.start)).min(first + MOST_LINES);
        let from = file.line_bytes(first).start;
        (from, file.line_bytes(last).end.max(from), file.path.to_string())
    };
    let text = with_marks(file.text[from..to].trim_end_matches('\r'));
    let marks = labels
        .iter()
        .map(|&i| {
            let label = &diagnostic.labels[i];
            let at = |byte: u32| floor(&text, ((byte as usize).clamp(from, to) - from).min(text.len()));
            (at(label.span.start)..at(label.span.end), label.text.as_str(), i == 0)
        })
        .collect();
    Excerpt { path: with_marks(&path), text, line: first, marks }
}

/// Whether the line in which a span begins is too long to be shown whole.
fn is_long(sources: &SourceMap, span: Span) -> bool {
    let file = sources.file(span.file);
    file.line_bytes(file.line_of(span.start)).len() > LONGEST_LINE
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&b| text.is_char_boundary(b)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::Code;
    use super::*;

    #[test]
    fn sentences_are_broken_between_words() {
        let mut sources = SourceMap::default();
        let text = "fn needed(unit) {\n    if unit { 3 } else { wounded(unit) }\n}\n";
        let file = sources.add("house.rhai", text);
        let told = Diagnostic::error(
            Code::RULE_FAILED,
            "expected true or false, found a unit where none can stand",
        )
        .at(Span::new(file, 25, 29), "in rule `needed` (house house)")
        .at(Span::new(file, 43, 50), "and called from here")
        .note("called from `fire` (core skirmish) at skirmish/rules/a-file-with-a-very-long-name.rhai:16")
        .help("look above");
        let shown = render_within(&[told], &sources, false, 40);
        assert_eq!(
            shown,
            "\
error[E0401]: expected true or false,
              found a unit where none
              can stand
 --> house.rhai:2:8
  |
2 |     if unit { 3 } else { wounded(unit) }
  |        ^^^^              -------
  |
  = note: in rule `needed` (house house)
  = note: house.rhai:2: and called from
          here
  = note: called from `fire` (core
          skirmish) at
          skirmish/rules/a-file-with-a-v
          ery-long-name.rhai:16
  = help: look above
"
        );
    }
}
