//! Text from packs and players made safe to print: no escape sequences, no control characters, one line.
//!
//! A unit's name is a stranger's text; printed as it is, it could move the cursor, recolour the terminal or
//! write its title.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// The text without escape sequences, control characters and invisible marks that turn the reading direction.
/// Tabs and line breaks become spaces, so what comes out is one line.
pub fn tidy(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| !is_control(letter)) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\x1b' => skip_escape(&mut letters),
            '\u{9b}' => skip_control_sequence(&mut letters),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => skip_string(&mut letters),
            '\t' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            letter if is_control(letter) => {}
            letter => clean.push(letter),
        }
    }
    Cow::Owned(clean)
}

/// The text with no byte above `~`: typographic signs and accented Latin letters by their nearest kin, anything
/// else as `?`.
pub fn to_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut ascii = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            ascii.push(letter);
        } else {
            ascii.push_str(nearest(letter));
        }
    }
    Cow::Owned(ascii)
}

fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What follows an escape: a control sequence, a string, or some letters between blank and `/` and one more.
fn skip_escape(letters: &mut Peekable<Chars<'_>>) {
    match letters.peek() {
        Some('[') => {
            letters.next();
            skip_control_sequence(letters);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            letters.next();
            skip_string(letters);
        }
        _ => {
            while letters.next_if(|letter| (' '..='/').contains(letter)).is_some() {}
            letters.next_if(|letter| ('0'..='~').contains(letter));
        }
    }
}

/// Parameters and the letter that ends them.
fn skip_control_sequence(letters: &mut Peekable<Chars<'_>>) {
    while letters.next_if(|letter| (' '..='?').contains(letter)).is_some() {}
    letters.next_if(|letter| ('@'..='~').contains(letter));
}

/// Everything up to the string terminator. A string without end hides the rest, as it would in a terminal.
fn skip_string(letters: &mut Peekable<Chars<'_>>) {
    while let Some(letter) = letters.next() {
        match letter {
            '\x07' | '\u{9c}' => return,
            '\x1b' if letters.peek() == Some(&'\\') => {
                letters.next();
                return;
            }
            _ => {}
        }
    }
}

fn nearest(letter: char) -> &'static str {
    match letter {
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' => " ",
        '‐'..='―' | '−' | '─' => "-",
        '‘' | '’' | '‚' | '′' => "'",
        '“' | '”' | '„' | '″' | '«' | '»' => "\"",
        '…' => "...",
        '·' | '•' | '∙' => ".",
        '×' => "x",
        '÷' => "/",
        '±' => "+-",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '≈' => "~",
        '→' => "->",
        '←' => "<-",
        '½' => "1/2",
        '¼' => "1/4",
        '¾' => "3/4",
        '§' => "S.",
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Č' => "C",
        'ç' | 'ć' | 'č' => "c",
        'Ð' | 'Ď' | 'Đ' => "D",
        'ð' | 'ď' | 'đ' => "d",
        'È'..='Ë' | 'Ē' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ę' | 'ě' => "e",
        'Ğ' => "G",
        'ğ' => "g",
        'Ì'..='Ï' | 'Ī' | 'İ' => "I",
        'ì'..='ï' | 'ī' | 'ı' => "i",
        'Ł' => "L",
        'ł' => "l",
        'Ñ' | 'Ń' | 'Ň' => "N",
        'ñ' | 'ń' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ř' => "R",
        'ř' => "r",
        'Ś' | 'Ş' | 'Š' => "S",
        'ś' | 'ş' | 'š' => "s",
        'ß' => "ss",
        'Ť' => "T",
        'ť' => "t",
        'Þ' => "Th",
        'þ' => "th",
        'Ù'..='Ü' | 'Ū' | 'Ů' | 'Ű' => "U",
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => "u",
        'Ý' | 'Ÿ' => "Y",
        'ý' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => "?",
    }
}
