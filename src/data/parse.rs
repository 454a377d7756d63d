//! From text to tree. Mistakes of form are told here, all of them; what words mean is not asked yet.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::block::{BlockParser, Rule};
use super::notation::{fraction, percent, range, whole};
use super::text::check_text;
use super::tree::{Body, Entry, Token, TokenKind, Tree};
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span};

/// How many mistakes of form are told of one file.
const MOST_TOLD: usize = 100;

/// Reads a data file. What can be read is in the tree also where there are mistakes.
///
/// # Errors
/// Those of [`check_text`]; `UNCLOSED` for blocks, brackets and texts that are never closed; `SYNTAX` for characters
/// that stand alone; `TOO_LARGE` for numbers that do not fit 64 bits.
pub fn parse(file: FileId, sources: &SourceMap) -> (Tree, Vec<Diagnostic>) {
    let diagnostics = check_text(file, sources);
    let mut reader = Reader { file, diagnostics };
    let mut tree = Tree { file, entries: Vec::new() };
    if reader.diagnostics.iter().any(|d| d.code == Code::TOO_LARGE) {
        return (tree, reader.diagnostics);
    }
    match BlockParser::parse(Rule::file, &sources.file(file).text) {
        Ok(mut pairs) => {
            if let Some(pair) = pairs.next() {
                tree.entries = reader.entries(pair);
            }
        }
        // The grammar matches every text, so only the parser's own limits can stop it.
        Err(_) => reader.diagnostics.push(
            Diagnostic::error(Code::TOO_LARGE, "a data file is nested too deep to be read")
                .at(Span::new(file, 0, 0), ""),
        ),
    }
    if reader.diagnostics.len() > MOST_TOLD {
        reader.diagnostics.truncate(MOST_TOLD);
        if let Some(last) = reader.diagnostics.last_mut() {
            last.notes.push("more mistakes follow in this file".to_owned());
        }
    }
    reader.diagnostics.sort_by_key(|d| d.labels.first().map(|l| l.span.start));
    (tree, reader.diagnostics)
}

struct Reader {
    file: FileId,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    /// The entries directly inside a pair.
    fn entries(&mut self, pair: Pair<'_, Rule>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut after_comma = false;
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::entry => {
                    let entry = self.entry(inner, after_comma);
                    after_comma = false;
                    if let Some(cite) = entry.cite {
                        cite_the_list(&mut entries, cite, entry.after_comma);
                    }
                    entries.push(entry);
                }
                Rule::comma => after_comma = true,
                Rule::stray => self.stray(&inner),
                _ => {}
            }
        }
        entries
    }

    fn entry(&mut self, pair: Pair<'_, Rule>, after_comma: bool) -> Entry {
        let span = self.span(&pair);
        let mut entry = Entry { span, tokens: Vec::new(), body: None, cite: None, after_comma };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::body => entry.body = Some(self.body(inner, entry.head())),
                Rule::script => entry.body = Some(self.script(inner, &mut entry.tokens)),
                Rule::cite => entry.cite = self.cite(inner),
                _ => {
                    let token = self.token(inner);
                    entry.tokens.push(token);
                }
            }
        }
        entry
    }

    fn body(&mut self, pair: Pair<'_, Rule>, head: Span) -> Body {
        let open = Span { end: self.span(&pair).start + 1, ..self.span(&pair) };
        if !has(&pair, Rule::body_close) {
            let mut told =
                Diagnostic::error(Code::UNCLOSED, "a block is never closed").at(open, "opened here");
            if head.end <= open.start {
                told = told.at(head, "the block of this");
            }
            self.diagnostics.push(told.help("close it with `}` where it ends"));
        }
        Body::Entries { entries: self.entries(pair), open }
    }

    fn script(&mut self, pair: Pair<'_, Rule>, tokens: &mut Vec<Token>) -> Body {
        let whole = self.span(&pair);
        let word = Span { end: whole.start + 5, ..whole };
        tokens.push(Token { kind: TokenKind::Word, span: word });
        if !has(&pair, Rule::script_close) {
            self.diagnostics.push(
                Diagnostic::error(Code::UNCLOSED, "a block of rules is never closed")
                    .at(word, "opened here")
                    .help(
                        "close it with `}` where it ends; brackets and texts inside must be closed as well",
                    ),
            );
        }
        let raw = pair.into_inner().find(|p| p.as_rule() == Rule::raw);
        Body::Script(raw.map_or(whole, |raw| self.span(&raw)))
    }

    fn cite(&mut self, pair: Pair<'_, Rule>) -> Option<Span> {
        let inner = pair.into_inner().next()?;
        match inner.as_rule() {
            Rule::text => Some(self.text(inner)),
            _ => Some(self.span(&inner)),
        }
    }

    /// The place of a text without its quotes.
    fn text(&mut self, pair: Pair<'_, Rule>) -> Span {
        let whole = self.span(&pair);
        let closed = has(&pair, Rule::text_close);
        if !closed {
            self.diagnostics.push(
                Diagnostic::error(Code::UNCLOSED, "a text is never closed")
                    .at(whole, "opened here")
                    .help("close it with `\"` on the same line; a quote inside is written `\\\"`"),
            );
        }
        Span { start: whole.start + 1, end: whole.end - u32::from(closed), ..whole }
    }

    fn token(&mut self, pair: Pair<'_, Rule>) -> Token {
        let mut span = self.span(&pair);
        let text = pair.as_str();
        let kind = match pair.as_rule() {
            Rule::text => {
                self.text(pair);
                TokenKind::Text
            }
            Rule::expression => {
                span = self.expression(pair);
                TokenKind::Expression
            }
            Rule::operator => match text {
                "=" => TokenKind::Set,
                "+=" => TokenKind::Add,
                "-=" => TokenKind::Subtract,
                _ => TokenKind::Multiply,
            },
            Rule::number => TokenKind::Number {
                value: self.fits(whole(text), span),
                signed: text.starts_with(['+', '-']),
            },
            Rule::percent => TokenKind::Percent(self.fits(percent(text), span)),
            Rule::range => TokenKind::Range(self.fits(range(text), span)),
            Rule::pair => TokenKind::Pair(self.fits(fraction(text), span)),
            Rule::colour => TokenKind::Colour,
            Rule::word => TokenKind::Word,
            _ => TokenKind::Other,
        };
        Token { kind, span }
    }

    fn expression(&mut self, pair: Pair<'_, Rule>) -> Span {
        let whole = self.span(&pair);
        let open = Span { end: whole.start + 1, ..whole };
        if !has(&pair, Rule::raw_close) {
            self.diagnostics.push(
                Diagnostic::error(Code::UNCLOSED, "an expression is never closed")
                    .at(open, "opened here")
                    .help("close it with `)`; brackets and texts inside must be closed as well"),
            );
        }
        pair.into_inner().find(|p| p.as_rule() == Rule::raw).map_or(open, |raw| self.span(&raw))
    }

    fn stray(&mut self, pair: &Pair<'_, Rule>) {
        let span = self.span(pair);
        let what = pair.as_str();
        let told = Diagnostic::error(Code::SYNTAX, format!("`{what}` stands alone")).at(span, "");
        self.diagnostics.push(match what {
            "@" => told.help("write what the source calls it behind it: `@\"Table 1\"`"),
            _ => told.help(format!("delete it, or open a bracket that `{what}` closes")),
        });
    }

    fn fits<T>(&mut self, value: Option<T>, span: Span) -> Option<T> {
        if value.is_none() {
            self.diagnostics.push(
                Diagnostic::error(Code::TOO_LARGE, "a number does not fit 64 bits")
                    .at(span, "")
                    .help(format!("the greatest number is {}", i64::MAX)),
            );
        }
        value
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.file, span.start(), span.end())
    }
}

/// Whether a pair ends with this rule: the closing bracket or quote.
fn has(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone().into_inner().next_back().is_some_and(|p| p.as_rule() == rule)
}

/// A cite at the end of a list with commas is the cite of the whole list.
fn cite_the_list(before: &mut [Entry], cite: Span, mut joined: bool) {
    for entry in before.iter_mut().rev() {
        if !joined || entry.cite.is_some() {
            return;
        }
        entry.cite = Some(cite);
        joined = entry.after_comma;
    }
}
