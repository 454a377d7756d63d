//! The forms of the program's verbs, as their help writes them, read for what may stand where.
//!
//! `[add FILE | remove NAME]`: alternatives, words in small letters, slots in capitals, optional parts in square
//! brackets, flags with their values. So a new verb completes as soon as its form is written.

/// What may stand at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'f> {
    /// One of these words.
    Words(Vec<&'f str>),
    /// Something of this name: `UNIT`, `HEX`, or of one of several, `UNIT|TYPE`.
    Slot(&'f str),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Item<'f> {
    part: Part<'f>,
    optional: bool,
    /// Several may follow each other: `[UNIT]…`.
    many: bool,
}

/// A form, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Form<'f> {
    alternatives: Vec<Vec<Item<'f>>>,
    /// Flags by name without dashes, with what their value may be.
    pub(super) flags: Vec<(&'f str, Option<Part<'f>>)>,
}

/// What may stand behind some words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next<'f> {
    /// One of these parts.
    Parts(Vec<Part<'f>>),
    /// A whole line, which begins with the word of this number, from 0.
    Line(usize),
}

impl<'f> Form<'f> {
    pub(super) fn read(text: &'f str) -> Form<'f> {
        let mut form = Form::default();
        for alternative in alternatives(without_outer_brackets(text.trim())) {
            let mut items = Vec::new();
            let mut optional = false;
            let mut flag = false;
            for token in alternative.split_whitespace() {
                optional |= token.starts_with('[');
                let (token, many) = token.strip_suffix('…').map_or((token, false), |token| (token, true));
                let bare = token.trim_matches(['[', ']', '.']);
                let short = (bare == "-o").then_some("out");
                if let Some(name) = bare.strip_prefix("--").or(short) {
                    form.flags.push((name, None));
                    flag = true;
                } else if let Some((_, value)) = form.flags.last_mut().filter(|_| flag) {
                    *value = Some(part(bare));
                    flag = false;
                } else {
                    items.push(Item { part: part(bare), optional, many });
                }
                if token.ends_with(']') {
                    optional = false;
                    flag = false;
                }
            }
            form.alternatives.push(items);
        }
        form
    }

    /// What may stand behind these words.
    pub(super) fn next(&self, words: &[&str]) -> Next<'f> {
        let mut next: Vec<Part<'f>> = Vec::new();
        for items in &self.alternatives {
            let mut places = reach(items, vec![0]);
            for (number, word) in words.iter().enumerate() {
                if takes_a_line(items, &places) {
                    return Next::Line(number);
                }
                let mut after = Vec::new();
                for place in places {
                    let Some(item) = items.get(place) else { continue };
                    match &item.part {
                        Part::Words(all) if all.iter().any(|w| w.eq_ignore_ascii_case(word)) => {
                            after.push(place + 1);
                        }
                        Part::Slot("TEXT") => after.extend([place, place + 1]),
                        Part::Slot(_) if item.many => after.extend([place, place + 1]),
                        Part::Slot(_) => after.push(place + 1),
                        Part::Words(_) => {}
                    }
                }
                places = reach(items, after);
            }
            if takes_a_line(items, &places) {
                return Next::Line(words.len());
            }
            for place in places {
                if let Some(item) = items.get(place).filter(|i| !next.contains(&i.part)) {
                    next.push(item.part.clone());
                }
            }
        }
        Next::Parts(next)
    }
}

/// The places that can be reached from these by leaving out what is optional.
fn reach(items: &[Item<'_>], from: Vec<usize>) -> Vec<usize> {
    let mut places = from;
    let mut at = 0;
    while at < places.len() {
        let place = places[at];
        if items.get(place).is_some_and(|i| i.optional) && !places.contains(&(place + 1)) {
            places.push(place + 1);
        }
        at += 1;
    }
    places
}

fn takes_a_line(items: &[Item<'_>], places: &[usize]) -> bool {
    places.iter().any(|p| items.get(*p).is_some_and(|i| i.part == Part::Slot("LINE")))
}

fn part(token: &str) -> Part<'_> {
    let is_slot = token.chars().any(char::is_alphabetic) && !token.chars().any(char::is_lowercase);
    if is_slot { Part::Slot(token) } else { Part::Words(token.split('|').collect()) }
}

/// The form without the brackets that hold all of it.
fn without_outer_brackets(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) else { return text };
    let mut deep = 0_i32;
    for letter in inner.chars() {
        match letter {
            '[' => deep += 1,
            ']' => deep -= 1,
            _ => {}
        }
        if deep < 0 {
            return text;
        }
    }
    inner
}

/// The parts between ` | ` outside brackets.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut deep, mut from) = (0_i32, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '(' => deep += 1,
            ']' | ')' => deep -= 1,
            '|' if deep == 0 && text[..at].ends_with(' ') && text[at + 1..].starts_with(' ') => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(form: &'static str, words: &[&str]) -> Vec<Part<'static>> {
        match Form::read(form).next(words) {
            Next::Parts(parts) => parts,
            Next::Line(at) => vec![Part::Words(vec![match at {
                0 => "line 0",
                1 => "line 1",
                _ => "line",
            }])],
        }
    }

    fn words(all: &[&'static str]) -> Part<'static> {
        Part::Words(all.to_vec())
    }

    #[test]
    fn alternatives_words_and_slots() {
        let form = "[add FILE | remove NAME | reload]";
        assert_eq!(next(form, &[]), [words(&["add"]), words(&["remove"]), words(&["reload"])]);
        assert_eq!(next(form, &["add"]), [Part::Slot("FILE")]);
        assert_eq!(next(form, &["remove"]), [Part::Slot("NAME")]);
        assert_eq!(next(form, &["reload"]), []);
        assert_eq!(next("HEX HEX", &["0101"]), [Part::Slot("HEX")]);
        assert_eq!(next("", &[]), []);
    }

    #[test]
    fn optional_parts_may_be_left_out() {
        let form = "[real|auto|ask [SIDE] [KIND] | stats]";
        assert_eq!(next(form, &[]), [words(&["real", "auto", "ask"]), words(&["stats"])]);
        assert_eq!(next(form, &["real"]), [Part::Slot("SIDE"), Part::Slot("KIND")]);
        assert_eq!(next(form, &["real", "red"]), [Part::Slot("KIND")]);
        let form = "[unit|terrain|value] NAME [ATTRIBUTE] VALUE";
        assert_eq!(next(form, &[]), [words(&["unit", "terrain", "value"]), Part::Slot("NAME")]);
        assert_eq!(next(form, &["i1"]), [Part::Slot("ATTRIBUTE"), Part::Slot("VALUE")]);
    }

    #[test]
    fn several_may_follow_each_other() {
        let form = "[UNIT|TYPE]… [--all]";
        assert_eq!(next(form, &[]), [Part::Slot("UNIT|TYPE")]);
        assert_eq!(next(form, &["i1", "i2"]), [Part::Slot("UNIT|TYPE")]);
    }

    #[test]
    fn flags_have_words_or_slots_for_values() {
        let form = Form::read("NAME [--because TEXT] [--as common|referee] [--past-dice] | save FILE");
        assert_eq!(form.next(&[]), Next::Parts(vec![Part::Slot("NAME"), words(&["save"])]));
        assert_eq!(
            form.flags,
            [
                ("because", Some(Part::Slot("TEXT"))),
                ("as", Some(words(&["common", "referee"]))),
                ("past-dice", None)
            ]
        );
    }

    #[test]
    fn the_short_flag_is_the_long_one() {
        let form = Form::read("[HEX] [-o FILE] [--blank]");
        assert_eq!(form.next(&[]), Next::Parts(vec![Part::Slot("HEX")]));
        assert_eq!(form.flags, [("out", Some(Part::Slot("FILE"))), ("blank", None)]);
    }

    #[test]
    fn a_line_in_a_line_begins_at_its_word() {
        assert_eq!(Form::read("[NUMBER] | not LINE").next(&["not", "move", "i1"]), Next::Line(1));
        assert_eq!(Form::read("LINE").next(&[]), Next::Line(0));
        assert_eq!(Form::read("LINE").next(&["move"]), Next::Line(0));
    }
}
