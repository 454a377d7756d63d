//! Text made safe within Markdown: what a pack or a player wrote is shown, never obeyed.

use super::tidy::tidy;

/// The text as Markdown that shows just this text, on one line: tidied, with a backslash before every sign that
/// Markdown would take for its own.
pub fn escape_markdown(text: &str) -> String {
    let clean = tidy(text);
    let clean = clean.trim();
    let mut out = String::with_capacity(clean.len());
    // Figures and a full stop or bracket at the beginning would make a list.
    let figures = clean.bytes().take_while(u8::is_ascii_digit).count();
    for (at, letter) in clean.char_indices() {
        let always = matches!(
            letter,
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$'
        );
        let begins = at == 0 && matches!(letter, '#' | '-' | '+' | '=' | ':');
        let lists = figures > 0 && at == figures && matches!(letter, '.' | ')');
        if always || begins || lists {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_markdown_are_shown_and_not_obeyed() {
        for (given, shown) in [
            ("t3 attacks b1", "t3 attacks b1"),
            ("a|b*c_d<e>", "a\\|b\\*c\\_d\\<e\\>"),
            ("# not a heading", "\\# not a heading"),
            ("- no list, a-b", "\\- no list, a-b"),
            ("1. no list, 2. neither", "1\\. no list, 2. neither"),
            ("`code` [link](x) &amp; \\", "\\`code\\` \\[link\\](x) \\&amp; \\\\"),
            ("two\nlines\x1b[31m", "two lines"),
        ] {
            assert_eq!(escape_markdown(given), shown, "{given}");
        }
    }
}
