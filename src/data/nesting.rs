//! How deep brackets are nested, found without recursion before the grammar, which recurses, reads the text.
//!
//! It keeps to the lexical rules of `grammar/block.pest`: texts, comments, and the script language inside `( … )`
//! and `rules { … }`.

/// How deep brackets of all kinds may be nested.
pub(super) const DEEPEST: usize = 64;

/// What [`check_nesting`] finds, as places in bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    /// The first bracket that is too deep; reading stopped there.
    pub(super) too_deep: Option<usize>,
    /// A block comment that the text ends in.
    pub(super) open_comment: Option<usize>,
    /// The greatest depth met.
    pub(super) depth: usize,
}

/// What is open at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A block of entries.
    Block,
    /// A bracket of the script language, by what closes it.
    Script(u8),
    /// A text in back quotes.
    Template,
}

/// Walks the text once.
pub(super) fn check_nesting(text: &str) -> Nesting {
    let mut scan =
        Scan { text: text.as_bytes(), at: 0, open: Vec::new(), found: Nesting::default(), word: 0..0 };
    while scan.at < scan.text.len() && scan.found.too_deep.is_none() && scan.found.open_comment.is_none() {
        match scan.open.last() {
            None | Some(Open::Block) => scan.data(),
            Some(Open::Script(_)) => scan.script(),
            Some(Open::Template) => scan.template(),
        }
    }
    scan.found
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    open: Vec<Open>,
    found: Nesting,
    /// The last bare word of the entry, where nothing but blanks and comments came after it.
    word: std::ops::Range<usize>,
}

impl Scan<'_> {
    fn data(&mut self) {
        let start = self.at;
        match self.text[start] {
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'\n' => self.newline(),
            b'/' if self.looks_at("//") => self.line_comment(),
            b'/' if self.looks_at("/*") => self.block_comment(),
            b'"' => self.data_text(),
            b'@' => {
                self.at += 1;
                match self.text.get(self.at) {
                    Some(b'"') => self.data_text(),
                    _ => self.bare(),
                }
                self.word = 0..0;
            }
            b'(' => self.push(Open::Script(b')')),
            b'{' => {
                let script = &self.text[self.word.clone()] == b"rules";
                self.push(if script { Open::Script(b'}') } else { Open::Block });
            }
            b'}' => {
                self.open.pop();
                self.step();
            }
            b')' | b';' | b',' | b'=' => self.step(),
            _ => {
                self.bare();
                self.word = start..self.at;
            }
        }
    }

    fn script(&mut self) {
        match self.text[self.at] {
            b'\n' => self.newline(),
            b'/' if self.looks_at("//") => self.line_comment(),
            b'/' if self.looks_at("/*") => self.block_comment(),
            b'"' => self.script_text(),
            b'\'' => self.script_char(),
            b'`' => self.push(Open::Template),
            b'(' => self.push(Open::Script(b')')),
            b'[' => self.push(Open::Script(b']')),
            b'{' => self.push(Open::Script(b'}')),
            closer @ (b')' | b']' | b'}') => self.close(closer),
            _ => self.at += 1,
        }
    }

    fn template(&mut self) {
        match self.text[self.at] {
            b'`' => {
                self.open.pop();
                self.at += 1;
            }
            b'$' if self.looks_at("${") => {
                self.at += 1;
                self.push(Open::Script(b'}'));
            }
            _ => self.at += 1,
        }
    }

    /// Closes what `closer` closes and whatever was left open inside it, but nothing outside the script.
    fn close(&mut self, closer: u8) {
        while let Some(Open::Script(expected)) = self.open.last() {
            let closes = *expected == closer;
            self.open.pop();
            if closes {
                self.step();
                return;
            }
        }
    }

    /// A line that can only begin a new block closes everything, unless it stands in a template.
    fn newline(&mut self) {
        if !restarts(&self.text[self.at + 1..]) {
            self.at += 1;
            return;
        }
        while let Some(Open::Script(_)) = self.open.last() {
            self.open.pop();
        }
        if self.open.last() != Some(&Open::Template) {
            self.open.clear();
        }
        self.step();
    }

    fn push(&mut self, open: Open) {
        self.open.push(open);
        self.found.depth = self.found.depth.max(self.open.len());
        if self.open.len() > DEEPEST {
            self.found.too_deep = Some(self.at);
        }
        self.step();
    }

    fn step(&mut self) {
        self.at += 1;
        self.word = 0..0;
    }

    fn bare(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            let stops = b" \t\r\n{}();,\"@=".contains(byte) || self.looks_at("//") || self.looks_at("/*");
            if stops {
                break;
            }
            self.at += 1;
        }
    }

    fn data_text(&mut self) {
        self.step();
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'"' => return self.at += 1,
                b'\n' => return,
                b'\\' if self.ends_line(self.at + 1) => return,
                b'\\' => self.at += 2,
                b'\r' if self.ends_line(self.at) => return,
                _ => self.at += 1,
            }
        }
    }

    fn script_text(&mut self) {
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'"' => return self.at += 1,
                b'\n' => return,
                b'\\' => self.at += 2,
                b'\r' if self.ends_line(self.at) => return,
                _ => self.at += 1,
            }
        }
    }

    fn script_char(&mut self) {
        let rest = &self.text[self.at + 1..];
        let length = match rest.first() {
            None | Some(b'\'' | b'\n') => None,
            Some(b'\\') => {
                let hex = rest.iter().skip(2).take_while(|b| b.is_ascii_hexdigit()).count();
                Some(1 + rest.get(1).map_or(0, |b| width(*b)) + hex)
            }
            Some(byte) => Some(width(*byte)),
        };
        match length {
            Some(length) if rest.get(length) == Some(&b'\'') => self.at += length + 2,
            _ => self.at += 1,
        }
    }

    fn line_comment(&mut self) {
        while self.at < self.text.len() && !self.ends_line(self.at) {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while self.at < self.text.len() {
            if self.looks_at("/*") {
                depth += 1;
                self.at += 2;
                if self.open.len() + depth > DEEPEST {
                    self.found.too_deep = Some(self.at - 2);
                    return;
                }
            } else if self.looks_at("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
        self.found.open_comment = Some(start);
    }

    fn looks_at(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what.as_bytes())
    }

    /// True where a newline stands at `at`, in either of its forms.
    fn ends_line(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.starts_with(b"\n") || rest.starts_with(b"\r\n")
    }
}

/// Bytes of the character that begins so.
fn width(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// The words that begin only blocks, as `restart_word` of the grammar lists them.
const RESTARTS: [&str; 13] = [
    "unit",
    "terrain",
    "hexside",
    "pack",
    "attribute",
    "rating",
    "flag",
    "word",
    "property",
    "roll",
    "value",
    "command",
    "table",
];

fn restarts(line: &[u8]) -> bool {
    let Some(word) = RESTARTS.iter().find(|word| line.starts_with(word.as_bytes())) else { return false };
    let rest = &line[word.len()..];
    let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
    let next = rest.get(blanks);
    blanks > 0 && next.is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'"') || !b.is_ascii())
}
