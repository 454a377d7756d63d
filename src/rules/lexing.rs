//! Where texts, comments and brackets end in a script, without compiling it.

use std::collections::BTreeSet;
use std::ops::Range;

/// The functions that a text defines, as a look at its words tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) public: BTreeSet<String>,
    pub(super) private: BTreeSet<String>,
}

impl Heads {
    /// Adds those of a text: `fn` is no name of anything else, and functions stand nowhere but outside of all others.
    pub(super) fn add(&mut self, text: &str) {
        let (mut at, mut before, mut named) = (0, "", false);
        loop {
            at = behind_blanks(text, at);
            let Some(byte) = text.as_bytes().get(at) else { break };
            if !is_word(*byte) {
                (before, named) = ("", false);
                at = skip(text, at);
                continue;
            }
            let end = at + text.as_bytes()[at..].iter().take_while(|byte| is_word(**byte)).count();
            let word = &text[at..end];
            if named {
                let known = if before == "private" { &mut self.private } else { &mut self.public };
                known.insert(word.to_owned());
            }
            named = word == "fn";
            before = if named { before } else { word };
            at = end;
        }
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_comment(text: &str, at: usize) -> bool {
    matches!(text.as_bytes()[at..], [b'/', b'/' | b'*', ..])
}

/// Behind the blanks and comments that begin here.
pub(super) fn behind_blanks(text: &str, mut at: usize) -> usize {
    while let Some(byte) = text.as_bytes().get(at) {
        at = match byte {
            byte if byte.is_ascii_whitespace() => at + 1,
            _ if is_comment(text, at) => skip(text, at),
            _ => break,
        };
    }
    at
}

/// Where the next bracket, text, character or comment may begin, from here on.
fn next_of_interest(text: &str, at: usize) -> usize {
    let is_of_interest =
        |byte: &u8| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b'`' | b'/');
    text.as_bytes()[at..].iter().position(is_of_interest).map_or(text.len(), |ahead| at + ahead)
}

/// Behind the text, character or comment that begins here, or behind one byte.
pub(super) fn skip(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes[at] {
        b'/' if bytes[at..].starts_with(b"//") => text[at..].find('\n').map_or(text.len(), |end| at + end),
        b'/' if bytes[at..].starts_with(b"/*") => block_comment(text, at),
        b'"' | b'\'' => {
            let mut end = at + 1;
            while end < bytes.len() && bytes[end] != bytes[at] {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(text.len())
        }
        b'`' => {
            let mut end = at + 1;
            while end < bytes.len() {
                match bytes[end] {
                    b'`' if bytes.get(end + 1) == Some(&b'`') => end += 2,
                    b'`' => return end + 1,
                    b'$' if bytes.get(end + 1) == Some(&b'{') => {
                        end = closing(text, end + 1).unwrap_or(text.len());
                    }
                    _ => end += 1,
                }
            }
            text.len()
        }
        _ => at + 1,
    }
}

/// What is put into the text in backticks that begins here: the insides of its `${…}`, as far as they are closed.
pub(super) fn put_into(text: &str, at: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut all, mut at, end) = (Vec::new(), at + 1, skip(text, at));
    while at < end {
        match bytes[at] {
            b'`' => at += 2,
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                let close = closing(text, at + 1).unwrap_or(end);
                if text[..close].ends_with('}') {
                    all.push(at + 2..close - 1);
                }
                at = close;
            }
            _ => at += 1,
        }
    }
    all
}

/// The texts in backticks of a script, the first one first; one that is never closed goes on to the end.
fn texts_in_backticks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let from = at;
            at = skip(text, at);
            if text.as_bytes()[from] == b'`' {
                return Some(from..at);
            }
        }
        None
    })
}

/// Where the text in backticks begins that somebody forgot to close, as what stands at `wrong` lets suppose: it goes over the beginning
/// of a rule, or is not over there. What is wrong may also stand in what is put into it.
pub(super) fn open_text(text: &str, wrong: usize) -> Option<usize> {
    let mut before = texts_in_backticks(text).take_while(|own| own.start < wrong);
    let is_open = |own: &Range<usize>| {
        let is_over = own.end <= wrong
            || put_into(text, own.start).iter().any(|put| (put.start..=put.end).contains(&wrong));
        !is_over
            || own.end == text.len()
            || text[own.clone()].lines().skip(1).any(|line| begins_a_rule(line.trim_start()))
    };
    before.find(is_open).map(|own| own.start)
}

/// Where a text in backticks begins that goes over several lines and ends just before `at`.
pub(super) fn long_text_before(text: &str, at: usize) -> Option<usize> {
    let mut texts = texts_in_backticks(text).take_while(|own| own.end <= at);
    texts.find(|own| own.end == at && text[own.clone()].contains('\n')).map(|own| own.start)
}

/// Whether a rule or the comment above one begins here.
pub fn begins_a_rule(text: &str) -> bool {
    ["///", "fn ", "private fn "].iter().any(|begin| text.starts_with(begin))
}

fn block_comment(text: &str, at: usize) -> usize {
    let (mut depth, mut end) = (0, at);
    while end < text.len() {
        match &text.as_bytes()[end..] {
            [b'/', b'*', ..] => (depth, end) = (depth + 1, end + 2),
            [b'*', b'/', ..] => (depth, end) = (depth - 1, end + 2),
            _ => end += 1,
        }
        if depth == 0 {
            return end;
        }
    }
    text.len()
}

/// A text cut behind each block that stands in no other: its functions one by one, and what is behind the last.
pub(super) fn cut_behind_blocks(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, next_of_interest(text, 0));
    while at < text.len() {
        if text.as_bytes()[at] == b'{' {
            at = closing(text, at).unwrap_or(text.len());
            parts.push(&text[from..at]);
            from = at;
        } else {
            at = skip(text, at);
        }
        at = next_of_interest(text, at);
    }
    parts.push(&text[from..]);
    parts
}

/// A bracket without its partner: the first that closes nothing, or else the last that is never closed.
pub fn lone_bracket(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut open, mut at) = (Vec::new(), next_of_interest(text, 0));
    while at < text.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => open.push(at),
            close @ (b')' | b']' | b'}') => {
                let fits =
                    |opened| matches!((bytes[opened], close), (b'(', b')') | (b'[', b']') | (b'{', b'}'));
                if !open.pop().is_some_and(fits) {
                    return Some(at);
                }
            }
            _ => {}
        }
        at = next_of_interest(text, skip(text, at));
    }
    open.pop()
}

/// Behind the bracket that closes the one here.
pub(super) fn closing(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut at) = (0, open);
    while at < text.len() {
        match text.as_bytes()[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        at = skip(text, at);
        if depth == 0 {
            return Some(at);
        }
        at = next_of_interest(text, at);
    }
    None
}

/// Whether a place of a text stands in a block that is not closed before it.
pub(super) fn is_in_block(text: &str, place: usize) -> bool {
    let (mut depth, mut at) = (0_usize, 0);
    while at < place.min(text.len()) {
        match text.as_bytes()[at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = skip(text, at);
    }
    depth > 0
}

/// Whether what follows ends the statement or the block: nothing is done with a call that closes here, unless it is the answer of
/// the block.
pub(super) fn ends_statement(text: &str, close: usize) -> bool {
    end_of_statement(text, close).is_some()
}

/// Whether nothing at all is done with the answer of a call that closes here: other statements of the block follow. Behind the last one a
/// semicolon makes no difference.
pub(super) fn drops_answer(text: &str, close: usize) -> bool {
    let mut at = close;
    while let Some((b';', end)) = end_of_statement(text, at) {
        at = end + 1;
    }
    at > close && end_of_statement(text, at).is_none() && !text[at..].trim().is_empty()
}

/// What ends the statement, and where: a semicolon, or the end of the block. Nothing where more of it follows.
fn end_of_statement(text: &str, close: usize) -> Option<(u8, usize)> {
    let at = behind_blanks(text, close);
    text.as_bytes().get(at).filter(|byte| matches!(byte, b';' | b'}')).map(|byte| (*byte, at))
}

/// A call as it stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CallText<'t> {
    pub(super) name: &'t str,
    /// Where its name begins, where its bracket opens, and behind where it closes.
    pub(super) at: usize,
    pub(super) open: usize,
    pub(super) close: usize,
    /// There is a dot before it.
    pub(super) is_method: bool,
    /// Nothing is done with its answer, unless it is that of a block.
    pub(super) is_statement: bool,
}

impl CallText<'_> {
    /// Where its arguments stand in the text.
    pub(super) fn arguments(&self, text: &str) -> Vec<Range<usize>> {
        let end = self.close - 1;
        let (mut all, mut from, mut at) = (Vec::new(), self.open + 1, self.open + 1);
        // Commas between the parameters of a closure are no commas between arguments.
        let mut in_parameters = false;
        while at < end {
            match text.as_bytes()[at] {
                b'(' | b'[' | b'{' => at = closing(text, at).unwrap_or(end),
                b',' if !in_parameters => {
                    all.push(from..at);
                    (at, from) = (at + 1, at + 1);
                }
                b'|' if text[at..].starts_with("||") => at += 2,
                b'|' => (in_parameters, at) = (!in_parameters, at + 1),
                _ => at = skip(text, at),
            }
        }
        if !text[from..end].trim().is_empty() {
            all.push(from..end);
        }
        all
    }
}

/// A call is closed behind this place.
fn close(call: &mut CallText<'_>, text: &str, behind: usize) {
    call.close = behind;
    call.is_statement &= ends_statement(text, behind);
}

/// All calls of a text, in the order of their names; those inside of texts that are put together are not looked for.
pub(super) fn calls_of(text: &str) -> Vec<CallText<'_>> {
    let bytes = text.as_bytes();
    let (mut calls, mut at, mut before) = (Vec::new(), 0, b';');
    // The brackets that are open, with the call that each belongs to.
    let mut open: Vec<Option<usize>> = Vec::new();
    loop {
        at = behind_blanks(text, at);
        let Some(byte) = bytes.get(at) else { break };
        if !is_word(*byte) {
            before = *byte;
            at = skip(text, at);
            match before {
                b'(' | b'[' | b'{' => open.push(None),
                b')' | b']' | b'}' => {
                    if let Some(call) = open.pop().flatten() {
                        close(&mut calls[call], text, at);
                    }
                }
                _ => {}
            }
            continue;
        }
        let end = at + text[at..].bytes().take_while(|byte| is_word(*byte)).count();
        if bytes.get(end) == Some(&b'(') {
            open.push(Some(calls.len()));
            let is_statement = matches!(before, b'{' | b'}' | b';');
            let (name, is_method) = (&text[at..end], before == b'.');
            calls.push(CallText { name, at, open: end, close: 0, is_method, is_statement });
            (before, at) = (b'(', end + 1);
        } else {
            (before, at) = (b'a', end);
        }
    }
    // What is never closed is no call.
    calls.retain(|call| call.close > 0);
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_behind_its_functions() {
        let text = "/// }\nfn a(x) { if x { '}' } }\nprivate fn b() { `${\"}\"}` } // {";
        assert_eq!(
            cut_behind_blocks(text),
            ["/// }\nfn a(x) { if x { '}' } }", "\nprivate fn b() { `${\"}\"}` }", " // {"]
        );
    }

    #[test]
    fn a_bracket_without_its_partner_is_found() {
        for (text, at) in [
            ("fn a(x) { [x, \"}\"] } // }", None),
            ("fn a(x) { ", Some(8)),
            ("fn a(x) { if x { 2 }", Some(8)),
            ("fn a(x { 2 }", Some(4)),
            ("fn a(x) { 2 } }", Some(14)),
            ("fn a(x) { [2 } ]", Some(13)),
            ("fn a(x) { `${x` }", Some(8)),
        ] {
            assert_eq!(lone_bracket(text), at, "{text}");
        }
    }

    #[test]
    fn what_is_put_into_a_text_is_found() {
        let text = "a(`${1} `` $ {2} ${`${3}}`} ${#{ a: \"}\" }}`, `${4}`)";
        let all: Vec<&str> = put_into(text, 2).into_iter().map(|own| &text[own]).collect();
        assert_eq!(all, ["1", "`${3}}`", "#{ a: \"}\" }"]);
        assert_eq!(put_into("`${1} ${2", 0).len(), 1);
    }

    #[test]
    fn heads_are_found_among_texts_and_comments() {
        let mut heads = Heads::default();
        heads.add(
            "/// fn no()\nfn a(x) { \"fn no()\"; `${\"}\"} fn no()` }\n/* fn /* no */ () */private fn b() { a(|fun| fun) }\n\
             private/**/fn // no\n c(){}fn d(){'\"'}",
        );
        let names = |of: &BTreeSet<String>| of.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!((names(&heads.public), names(&heads.private)), ("a d".to_owned(), "b c".to_owned()));
    }

    #[test]
    fn a_block_that_is_closed_before_a_place_is_none_round_it() {
        let text = "fn a(x) { `}` y }\n// {\nb(z) { w }";
        let within = |word: &str| is_in_block(text, text.rfind(word).unwrap());
        assert_eq!(["x", "y", "z", "w"].map(within), [false, true, false, true]);
        assert!(!is_in_block(text, 0) && !is_in_block(text, 999));
    }

    #[test]
    fn the_answer_of_the_last_statement_is_that_of_its_block() {
        for (text, drops) in [
            ("a(); b", true),
            ("a() ; // }\n b() }", true),
            ("a();; b() }", true),
            ("a() }", false),
            ("a(); }", false),
            ("a();; /* b */ }", false),
            ("a();", false),
            ("a() + b; c", false),
        ] {
            assert_eq!(drops_answer(text, 3), drops, "{text}");
        }
    }

    #[test]
    fn calls_are_found_with_their_arguments() {
        let text = "{ a(1, |x, y| x + y, `${b(2)}`); c.d(e(), [3, 4]) } // f(5)\nlet g = h(\"i(\", j || k);";
        let calls = calls_of(text);
        let names: Vec<_> = calls.iter().map(|c| (c.name, c.is_method, c.is_statement)).collect();
        assert_eq!(names, [("a", false, true), ("d", true, false), ("e", false, false), ("h", false, false)]);
        let arguments = |at: usize| -> Vec<&str> {
            calls[at].arguments(text).into_iter().map(|range| text[range].trim()).collect()
        };
        assert_eq!(arguments(0), ["1", "|x, y| x + y", "`${b(2)}`"]);
        assert_eq!(arguments(1), ["e()", "[3, 4]"]);
        assert_eq!(arguments(2), Vec::<&str>::new());
        assert_eq!(arguments(3), ["\"i(\"", "j || k"]);
        let closed = |text| calls_of(text).iter().map(|call| call.name).collect::<Vec<_>>();
        assert_eq!(closed("a(b(1), [c(2)"), ["b", "c"]);
        assert_eq!(closed("a(1)) } b(2)"), ["a", "b"]);
    }
}
