//! The syntax tree of a data file: entries, each of tokens and perhaps a block, everywhere with its place.

use crate::diagnostic::{FileId, SourceMap, Span};

/// One data file as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The text.
    pub file: FileId,
    /// The entries at the top of the file, in order.
    pub entries: Vec<Entry>,
}

/// Tokens on a line, perhaps with a block: `STR 2`, `in swamp { cost 1 }`, `unit infantry "Infantry" { … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// All of it.
    pub span: Span,
    /// The tokens before the block, cites left out. Empty for a block without a head.
    pub tokens: Vec<Token>,
    /// The block.
    pub body: Option<Body>,
    /// What the source calls it: `@X-13` or `@"Table 1"`, without the `@` and the quotes.
    pub cite: Option<Span>,
    /// True where a comma stands before it, on which `MOV 3, Max 1` depends.
    pub after_comma: bool,
}

impl Entry {
    /// The place of the tokens before the block, or of the whole entry where there are none.
    pub fn head(&self) -> Span {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => Span { end: last.span.end, ..first.span },
            _ => self.span,
        }
    }

    /// The entries of the block; none without one.
    pub fn entries(&self) -> &[Entry] {
        match &self.body {
            Some(Body::Entries { entries, .. }) => entries,
            _ => &[],
        }
    }

    /// The text of the first token, where it is a word.
    pub fn key<'s>(&self, sources: &'s SourceMap) -> Option<&'s str> {
        self.tokens.first().filter(|t| t.kind == TokenKind::Word).map(|t| sources.text(t.span))
    }
}

/// What stands in the braces of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Entries.
    Entries {
        /// In order.
        entries: Vec<Entry>,
        /// The opening brace.
        open: Span,
    },
    /// The script text of `rules { … }`, without the word and the braces.
    Script(Span),
}

/// One token with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its notation.
    pub kind: TokenKind,
    /// The place.
    pub span: Span,
}

/// The notations that tokens are told apart by. A number too large for 64 bits has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a key, or a rating such as `H-1`.
    Word,
    /// `"…"`.
    Text,
    /// `3`, `-1`, `+2`, `0304`.
    Number {
        /// Its value; nothing where it does not fit 64 bits.
        value: Option<i64>,
        /// True where a `+` or `-` stands before it.
        signed: bool,
    },
    /// `-50%`.
    Percent(Option<i64>),
    /// `-99..99`, ends included.
    Range(Option<(i64, i64)>),
    /// `1/2`, and hexsides like `0304/0305`.
    Pair(Option<(i64, i64)>),
    /// `#c03030`.
    Colour,
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
    /// `*=`.
    Multiply,
    /// `( … )`: an expression of the script language; the place is that of the text inside.
    Expression,
    /// Anything else that stands together.
    Other,
}
