//! Reading the tokens of one entry, left to right, with messages that say what was expected and what stands there.

use std::sync::Arc;

use super::super::notation::unescape;
use super::super::tree::{Entry, Token, TokenKind};
use super::names::check_name;
use super::shown;
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};

/// The tokens of an entry and how far they have been read. Cheap to copy, so that a reading can be tried.
#[derive(Clone, Copy)]
pub(in crate::data) struct Line<'e, 's> {
    sources: &'s SourceMap,
    entry: &'e Entry,
    at: usize,
}

impl<'e, 's> Line<'e, 's> {
    /// From the first token on.
    pub(in crate::data) fn new(entry: &'e Entry, sources: &'s SourceMap) -> Self {
        Line { sources, entry, at: 0 }
    }

    /// From the second token on, past the key.
    pub(in crate::data) fn after_key(entry: &'e Entry, sources: &'s SourceMap) -> Self {
        Line { sources, entry, at: 1 }
    }

    pub(in crate::data) fn entry(&self) -> &'e Entry {
        self.entry
    }

    pub(in crate::data) fn peek(&self) -> Option<Token> {
        self.entry.tokens.get(self.at).copied()
    }

    pub(in crate::data) fn next(&mut self) -> Option<Token> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    pub(in crate::data) fn is_done(&self) -> bool {
        self.at >= self.entry.tokens.len()
    }

    pub(in crate::data) fn text_of(&self, token: Token) -> &'s str {
        self.sources.text(token.span)
    }

    /// The tokens that have not been read.
    pub(in crate::data) fn rest(&self) -> &'e [Token] {
        &self.entry.tokens[self.at.min(self.entry.tokens.len())..]
    }

    /// The next token, if it is this word; it is then read.
    pub(in crate::data) fn skip_word(&mut self, word: &str) -> bool {
        let is = self.peek().is_some_and(|t| t.kind == TokenKind::Word && self.text_of(t) == word);
        self.at += usize::from(is);
        is
    }

    /// The next token, if it is of this kind; it is then read.
    pub(in crate::data) fn skip(&mut self, kind: TokenKind) -> Option<Token> {
        let token = self.peek().filter(|t| t.kind == kind);
        self.at += usize::from(token.is_some());
        token
    }

    /// A word that is no key: any word.
    pub(in crate::data) fn word(&mut self, what: &str) -> Result<(Arc<str>, Span), Diagnostic> {
        match self.skip(TokenKind::Word) {
            Some(token) => Ok((Arc::from(self.text_of(token)), token.span)),
            None => Err(self.expected(what)),
        }
    }

    /// A name that is being given: a word of one alphabet.
    pub(in crate::data) fn name(&mut self, what: &str) -> Result<(Arc<str>, Span), Diagnostic> {
        let (name, span) = self.word(what)?;
        check_name(&name, span)?;
        Ok((name, span))
    }

    /// A text in quotes; several in a row are one.
    pub(in crate::data) fn text(&mut self, what: &str) -> Result<Arc<str>, Diagnostic> {
        self.text_or_nothing().ok_or_else(|| self.expected(what))
    }

    /// A text in quotes, if there is one.
    pub(in crate::data) fn text_or_nothing(&mut self) -> Option<Arc<str>> {
        let mut whole: Option<String> = None;
        while let Some(token) = self.skip(TokenKind::Text) {
            whole.get_or_insert_default().push_str(&self.unquoted(token));
        }
        whole.map(Arc::from)
    }

    /// What a text token says, without quotes and escapes.
    pub(in crate::data) fn unquoted(&self, token: Token) -> Arc<str> {
        unquoted(self.sources, token)
    }

    /// A whole number.
    pub(in crate::data) fn number(&mut self, what: &str) -> Result<(i64, Span), Diagnostic> {
        match self.peek() {
            Some(Token { kind: TokenKind::Number { value, .. }, span }) => {
                self.at += 1;
                // One that does not fit has been told of when the file was read.
                Ok((value.unwrap_or_default(), span))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `-99..99`.
    pub(in crate::data) fn range(&mut self, what: &str) -> Result<(i64, i64), Diagnostic> {
        match self.peek() {
            Some(Token { kind: TokenKind::Range(range), span }) => {
                self.at += 1;
                let (least, greatest) = range.unwrap_or((i64::MIN, i64::MAX));
                if least > greatest {
                    return Err(Diagnostic::error(Code::BAD_VALUE, "a range ends below its start")
                        .at(span, "")
                        .help(format!("write `{greatest}..{least}`")));
                }
                Ok((least, greatest))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// `#c03030`.
    pub(in crate::data) fn colour(&mut self) -> Result<Arc<str>, Diagnostic> {
        match self.skip(TokenKind::Colour) {
            Some(token) => Ok(Arc::from(self.text_of(token).to_ascii_lowercase())),
            None => Err(self.expected("a colour like `#c03030`")),
        }
    }

    /// Nothing more, and no block.
    pub(in crate::data) fn done(&self) -> Result<(), Diagnostic> {
        self.no_more()?;
        self.no_body()
    }

    /// No more tokens; a block may follow.
    pub(in crate::data) fn no_more(&self) -> Result<(), Diagnostic> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(Diagnostic::error(
                Code::SYNTAX,
                format!("expected the end of the line, found `{}`", shown(self.sources, token.span)),
            )
            .at(token.span, "")
            .help("put a newline, `;` or `,` before it where something new begins")),
        }
    }

    /// No block.
    pub(in crate::data) fn no_body(&self) -> Result<(), Diagnostic> {
        match &self.entry.body {
            None => Ok(()),
            Some(_) => Err(Diagnostic::error(Code::SYNTAX, "a block stands where none belongs")
                .at(self.entry.head(), "this takes no `{ … }`")
                .help("delete the block, or put a newline or `;` before what it belongs to")),
        }
    }

    /// What to say where something else was expected.
    pub(in crate::data) fn expected(&self, what: &str) -> Diagnostic {
        match self.peek() {
            Some(token) => Diagnostic::error(
                Code::BAD_VALUE,
                format!("expected {what}, found `{}`", shown(self.sources, token.span)),
            )
            .at(token.span, ""),
            None => Diagnostic::error(Code::BAD_VALUE, format!("expected {what}, found the end of the line"))
                .at(self.end(), "it belongs here"),
        }
    }

    /// The place just behind the last token.
    pub(in crate::data) fn end(&self) -> Span {
        let head = self.entry.head();
        match self.entry.tokens.is_empty() {
            true => Span { end: head.start, ..head },
            false => Span { start: head.end, ..head },
        }
    }
}

/// What a text token says, without quotes and escapes.
pub(super) fn unquoted(sources: &SourceMap, token: Token) -> Arc<str> {
    let text = sources.text(token.span);
    let inner = text.strip_prefix('"').unwrap_or(text);
    // A text that was never closed has no quote at its end, but may end in an escaped one.
    let body = inner
        .strip_suffix('"')
        .filter(|body| body.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 0);
    unescape(body.unwrap_or(inner))
}
