//! Why it came out so, and what is in force.

use super::super::console::{Console, Input};
use super::super::show;
use super::super::told::Told;
use crate::data::parse_line;
use crate::diagnostic::{Code, Diagnostic, explain as page};
use crate::report::{why_json, why_not, why_not_json, why_short, why_tree};
use crate::session::{LineMistake, Trouble};

pub(super) fn why(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if input.word(0).is_some_and(|w| w.eq_ignore_ascii_case("not")) {
        return why_not_line(console, input);
    }
    let number = match input.word(0) {
        None => None,
        Some(word) => match word.trim_start_matches('#').parse::<usize>() {
            Ok(number) => Some(number),
            Err(_) => {
                return Err(
                    input.usage(format!("`{word}` is no number of the log"), "why [NUMBER] | not LINE")
                );
            }
        },
    };
    let entry = console.session.entry(number).filter(|e| e.trace.is_some());
    let Some((entry, trace)) = entry.and_then(|e| Some((e, e.trace.as_ref()?))) else {
        let told = match number {
            Some(number) => format!("entry {number} of the log has nothing to explain"),
            None => "nothing has happened yet that could be explained".to_owned(),
        };
        return Err(Trouble::plain(
            Diagnostic::error(Code::NOT_FOUND, told).help("`log` numbers what happened"),
        ));
    };
    let names = show::names_of(&entry.loaded, console.session.state());
    if console.front.json || input.has_flag("json") {
        return Ok(Told::fine(why_json(trace, &names).to_string()));
    }
    let mut text = format!("[{}] {}\n", entry.number, console.front.style.clean(&entry.line));
    let style = &console.front.style;
    text.push_str(&if input.has_flag("all") {
        why_tree(trace, &names, style)
    } else {
        why_short(trace, &names, style)
    });
    Ok(Told::fine(text))
}

/// Asks the rules whether they allow a line, and tells what they looked at.
fn why_not_line(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let not = &input.line.words[0];
    let text = input.text.get(not.end..).unwrap_or_default().trim();
    let Ok(line) = parse_line(text) else {
        return Err(input.usage("which command?", "why not attack i1 on b1"));
    };
    let json = console.front.json || input.has_flag("json");
    match console.session.would_allow(text, &line) {
        Ok(trace) => {
            let names = show::names(&console.session);
            match json {
                true => Ok(Told::fine(why_json(&trace, &names).to_string())),
                false => {
                    let tree = why_tree(&trace, &names, &console.front.style);
                    Ok(Told::fine(format!("the rules allow it\n{tree}")))
                }
            }
        }
        Err(Trouble::Refused(refusal)) => {
            let names = show::names(&console.session);
            Ok(Told::fine(match json {
                true => why_not_json(&refusal, &names).to_string(),
                false => why_not(&refusal, &names, &console.front.style),
            }))
        }
        Err(other) => Err(other),
    }
}

pub(super) fn rules(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let json = console.front.json || input.has_flag("json");
    match (input.word(0), input.word(1)) {
        (None, _) if json => Ok(Told::fine(show::layers_json(&console.session).to_string())),
        (None, _) => Ok(Told::fine(show::layers(&console.session, &console.front.style))),
        (Some("origin"), Some(name)) => match show::origin(&console.session, name, &console.front.style) {
            Some(text) => Ok(Told::fine(text)),
            None => Err(not_found(console, name)),
        },
        (Some("diff"), None) => Ok(Told::fine(show::differences(&console.session)?)),
        (Some(name), None) => {
            let (session, style) = (&console.session, &console.front.style);
            // An attribute and a value have no text of their own: where they come from is all there is to tell.
            match show::rule_text(session, name, style).or_else(|| show::origin(session, name, style)) {
                Some(text) => Ok(Told::fine(text)),
                None => Err(not_found(console, name)),
            }
        }
        _ => Err(input.usage("`rules` does not take this", "rules [origin NAME | diff | ID | NAME]")),
    }
}

fn not_found(console: &Console, name: &str) -> Trouble {
    let rules = &console.session.loaded().rules;
    let mut known: Vec<String> =
        rules.rules().iter().filter(|r| !r.expression).map(|r| r.name.to_string()).collect();
    known.extend(rules.catalogue().attributes.keys().map(|(_, n)| n.to_string()));
    known.extend(rules.catalogue().values.keys().map(ToString::to_string));
    let told =
        Diagnostic::error(Code::NOT_FOUND, format!("no rule, attribute, value or id is called `{name}`"));
    Trouble::plain(told.near(name, known.iter().map(String::as_str)))
}

pub(super) fn explain(_: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let Some(code) = input.line.words.first() else {
        return Err(input.usage("which code?", "explain E0304"));
    };
    match page(&code.text) {
        Some((code, text)) => Ok(Told::fine(format!("{code}: {text}"))),
        None => {
            let told = format!("no message has the code `{}`", code.text);
            let mistake = LineMistake::new(Code::NOT_FOUND, told, code.start..code.end);
            Err(Trouble::of_line(input.text, mistake.help("codes look like E0304 or W0311")))
        }
    }
}
