//! Help, and leaving.

use super::super::console::{Console, Input};
use super::super::show;
use super::super::told::{Status, Told};
use super::{BUILT_IN, built_in};
use crate::data::Verb;
use crate::diagnostic::{Code, did_you_mean, explain};
use crate::report::Style;
use crate::rules::{PrimitiveDoc, Ruleset};
use crate::session::{LineMistake, Session, Trouble};

pub(super) fn help(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let Some(topic) = input.line.words.first() else { return Ok(Told::fine(overview(console))) };
    // A member may be named with what has it: `unit.side`.
    let is_member = topic.text.contains('.');
    let name = &*topic.text;
    let style = console.front.style;
    let rules = &console.session.loaded().rules;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(console.session.verb(name).map(|verb| verb_help(&console.session, verb, &style)));
    if parts.is_empty() {
        parts.extend(built_in(name).map(|verb| show::built_in_help(&console.session, verb, &style)));
        parts.extend(explain(name).map(|(code, text)| style.lines(&format!("{code}: {text}"))));
    }
    match name {
        "primitives" => parts.push(rules.primitives().iter().map(|p| primitive(p, &style)).collect()),
        "members" => parts.push(rules.members().iter().map(|p| primitive(p, &style)).collect()),
        "rules" | "rule" => parts.push(list_of_rules(rules, &style)),
        _ => {}
    }
    let known = rules.primitives().iter().chain(rules.members());
    parts.extend(known.filter(|p| p.name() == name).map(|p| primitive(p, &style)));
    if is_member && parts.is_empty() {
        let is_it = |doc: &&PrimitiveDoc| doc.signature.split([' ', '(']).next() == Some(name);
        parts.extend(rules.members().iter().filter(is_it).map(|p| primitive(p, &style)));
    }
    if name == "prior" && parts.is_empty() {
        parts.push(style.outdented("prior(…)") + &style.indented(PRIOR));
    }
    if parts.is_empty() {
        parts.extend(show::rule_text(&console.session, name, &style));
    }
    if parts.is_empty() {
        parts.extend(of_the_language(rules, name));
    }
    if !parts.is_empty() {
        return Ok(Told::fine(parts.join("\n")));
    }
    Err(unknown(console, input, topic))
}

/// What `prior` does: a word of the language of rules, and no primitive.
const PRIOR: &str = "In a rule that overrides another: calls the rule below it, with the same number of arguments. Below lie, from the top down, the \
                     referee, common sense, house rules, unit rules, the game world and the core.";

/// All rules in force, each with the first sentence of what is said of it.
fn list_of_rules(rules: &Ruleset, style: &Style) -> String {
    let own = rules.rules().iter().filter(|r| r.is_in_force());
    let mut list: Vec<String> = own
        .map(|r| format!("{}({}){}: {}", r.name, r.parameters.join(", "), r.of_type(), r.doc.summary()))
        .collect();
    list.sort();
    list.iter().map(|rule| style.outdented(rule)).collect()
}

/// How a function of the script language is called.
fn of_the_language(rules: &Ruleset, name: &str) -> Option<String> {
    let forms = rules.forms_of_the_language(name);
    (!forms.is_empty()).then(|| {
        format!(
            "{}\n  a function of the script language, Rhai; its book tells what it does\n",
            forms.join("\n")
        )
    })
}

fn unknown(console: &Console, input: &Input<'_>, topic: &crate::data::LineWord) -> Trouble {
    let loaded = console.session.loaded();
    let mut known: Vec<String> = loaded.data.verbs.iter().map(|v| v.name.to_string()).collect();
    known.extend(BUILT_IN.iter().map(|v| v.name.to_owned()));
    known.extend(loaded.rules.rules().iter().filter(|r| !r.expression).map(|r| r.name.to_string()));
    let (primitives, members) = (loaded.rules.primitives(), loaded.rules.members());
    known.extend(primitives.iter().chain(members).map(|p| p.name().to_owned()));
    let told = format!("there is no help on `{}`", topic.text);
    let mistake = LineMistake::new(Code::NOT_FOUND, told, topic.start..topic.end);
    Trouble::of_line(
        input.text,
        match did_you_mean(&topic.text, known.iter().map(String::as_str)) {
            Some(near) => mistake.help(format!("did you mean `{near}`?")),
            None => mistake.help("`help` lists the topics"),
        },
    )
}

fn overview(console: &Console) -> String {
    let loaded = console.session.loaded();
    let style = console.front.style;
    let mut text = format!("{}\n", loaded.pack().manifest.title);
    let phase = &console.session.state().clock().phase;
    let usable = console.session.usable_verbs();
    for verb in &loaded.data.verbs {
        let now = match verb.is_of(phase) {
            true if usable.iter().any(|other| other.name == verb.name) => "",
            true => " (not possible now)",
            false => " (not in this phase)",
        };
        text.push_str(&style.entry(&verb.name, &format!("{}{now}", verb.title)));
    }
    text.push_str("The program\n");
    for verb in BUILT_IN {
        text.push_str(&style.entry(verb.name, verb.about));
    }
    let of_now = loaded.data.verbs.iter().find(|verb| verb.is_of(phase));
    let one = of_now.or(loaded.data.verbs.first()).map_or("odds", |verb| &*verb.name);
    text.push_str(&style.lines(&format!(
        "`help {one}` helps with one; also `help rules`, `help primitives`, `help members` (`unit.side`), and the code of any message."
    )));
    text.push_str(
        &style.lines("(expression) in brackets asks the rules: (turn() + 1), (units_of(active()).len())"),
    );
    text
}

fn primitive(doc: &PrimitiveDoc, style: &Style) -> String {
    style.outdented(doc.signature) + &style.indented(doc.text)
}

/// Each example stands in a line of its own, however long it is, so that it can be copied.
fn verb_help(session: &Session, verb: &Verb, style: &Style) -> String {
    let mut text = style.outdented(&format!("{} {}", verb.name, verb.form_text));
    text.push_str(&style.indented(&verb.help));
    if !verb.aliases.is_empty() {
        text.push_str(&style.indented(&format!("short: {}", verb.short_names().join(", "))));
    }
    if !verb.phases.is_empty() {
        let all: Vec<&str> = verb.phases.iter().map(|p| &**p).collect();
        text.push_str(&style.indented(&format!("phase: {}", all.join(", "))));
    }
    let examples = show::of_a_verb(session, verb);
    text.extend(examples.iter().map(|e| style.clean(&format!("  for example: {e}")) + "\n"));
    let check = verb.check.as_ref().map(|c| format!("`{c}`, then ")).unwrap_or_default();
    let rule = &verb.rule;
    text.push_str(&style.indented(&format!("carried out by {check}`{rule}`; `rules {rule}` shows the rule")));
    text.push_str(&style.indented(
        "dice and choices can be given with the line: --dice 3,5 --choose 1 (the referee's: --as referee)",
    ));
    text
}

pub(super) fn quit(_: &mut Console, _: &Input<'_>) -> Result<Told, Trouble> {
    Ok(Told { status: Status::Leave, ..Told::default() })
}
