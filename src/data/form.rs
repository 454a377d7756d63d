//! The forms of verbs: `<attackers: units> (on|at) <target: unit> [<why: text>]`.

use std::sync::Arc;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::command::{CommandParser, Rule};
use super::verb::{ParamKind, Part};
use crate::diagnostic::did_you_mean;

/// How many characters a form may have.
const LONGEST: usize = 1000;

/// Reads the form of a verb.
///
/// # Errors
/// What is wrong with it and what to write instead, as title and help of a diagnostic.
pub fn parse_form(text: &str) -> Result<Vec<Part>, (String, String)> {
    let shape =
        || "a form is words and parameters: `<attackers: units> on <target: unit> [<why: text>]`".to_owned();
    if text.len() > LONGEST {
        return Err((format!("a form is longer than {LONGEST} bytes"), shape()));
    }
    let mut pairs = CommandParser::parse(Rule::form, text).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        let rest: String = text.get(at..).unwrap_or_default().chars().take(20).collect();
        let title = match rest.is_empty() {
            true => "a form breaks off".to_owned(),
            false => format!("a form breaks at `{rest}`"),
        };
        (title, shape())
    })?;
    let mut parts = Vec::new();
    for pair in pairs.next().into_iter().flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::literal => parts.push(Part::Word(vec![Arc::from(pair.as_str())])),
            Rule::alternatives => {
                parts.push(Part::Word(pair.into_inner().map(|p| Arc::from(p.as_str())).collect()));
            }
            Rule::param => parts.push(param(pair, false)?),
            Rule::optional => {
                if let Some(inner) = pair.into_inner().next() {
                    parts.push(param(inner, true)?);
                }
            }
            _ => {}
        }
    }
    check_names(&parts)?;
    check_order(&parts)?;
    Ok(parts)
}

/// What stands behind a parameter that takes a list, or one that may be left out, must be told apart from it.
fn check_order(parts: &[Part]) -> Result<(), (String, String)> {
    for pair in parts.windows(2) {
        let [Part::Param { name, kind, optional }, Part::Param { name: next, optional: next_is, .. }] = pair
        else {
            continue;
        };
        let put = |before: &str| format!("put a word between them: `{before} with <{next}: …>`");
        if kind.is_many() {
            let told =
                format!("`<{next}>` could never be given: `<{name}>` takes all {} behind it", kind.word());
            return Err((told, put(&format!("<{name}: {}>", kind.word()))));
        }
        if *optional && !next_is {
            let told = format!(
                "`[<{name}>]` could never be left out: what stands for `<{next}>` would be taken for it"
            );
            return Err((told, put(&format!("[<{name}: {}>]", kind.word()))));
        }
    }
    Ok(())
}

fn param(pair: Pair<'_, Rule>, optional: bool) -> Result<Part, (String, String)> {
    let mut names = pair.into_inner().map(|p| p.as_str());
    let (name, kind) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    let Some(kind) = ParamKind::named(kind) else {
        let kinds = || ParamKind::ALL.iter().map(|(word, _)| *word);
        let help = match did_you_mean(kind, kinds()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("kinds are {}", kinds().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ")),
        };
        return Err((format!("a parameter cannot be of the kind `{kind}`"), help));
    };
    Ok(Part::Param { name: Arc::from(name), kind, optional })
}

fn check_names(parts: &[Part]) -> Result<(), (String, String)> {
    let mut seen = Vec::new();
    for part in parts {
        if let Part::Param { name, .. } = part {
            if seen.contains(&name) {
                return Err((
                    format!("two parameters are called `{name}`"),
                    "give each parameter its own name".to_owned(),
                ));
            }
            seen.push(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_words_and_parameters() {
        let form = parse_form("<attackers: units> (on|at) <target:unit> [<why: text>]").unwrap();
        assert_eq!(
            form,
            [
                Part::Param { name: "attackers".into(), kind: ParamKind::Units, optional: false },
                Part::Word(vec!["on".into(), "at".into()]),
                Part::Param { name: "target".into(), kind: ParamKind::Unit, optional: false },
                Part::Param { name: "why".into(), kind: ParamKind::Text, optional: true },
            ]
        );
        assert_eq!(parse_form(" "), Ok(vec![]));
    }

    #[test]
    fn a_broken_form_says_where() {
        assert_eq!(parse_form("<a: unit> <b").unwrap_err().0, "a form breaks at `<b`");
        assert_eq!(parse_form("to > <b: hex>").unwrap_err().0, "a form breaks at `> <b: hex>`");
        assert_eq!(
            parse_form("<a: unt>").unwrap_err(),
            ("a parameter cannot be of the kind `unt`".to_owned(), "did you mean `unit`?".to_owned())
        );
        assert!(parse_form("<a: unit> <a: hex>").is_err());
        // What can never be told apart can never be given, or left out.
        let told = |form| parse_form(form).map_err(|(told, _)| told);
        assert!(told("<a: units> <b: number>").unwrap_err().starts_with("`<b>` could never be given"));
        assert!(told("[<a: hex>] <b: number>").unwrap_err().starts_with("`[<a>]` could never be left out"));
        assert!(told("<a: units> by <b: number> [<c: hex>] [<d: number>]").is_ok());
    }
}
