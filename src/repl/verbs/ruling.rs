//! House rules and rulings, while the game is under way.

use std::collections::BTreeSet;

use super::super::console::{Console, Input};
use super::super::outcomes::quoted;
use super::super::own_file::write_rulings;
use super::super::show;
use super::super::told::Told;
use crate::data::{LineWord, line_word};
use crate::diagnostic::{Code, Diagnostic, Label, SourceMap, Span, counted, did_you_mean, render_within};
use crate::kernel::catalogue::Subject;
use crate::kernel::journal::Scope;
use crate::kernel::layer::Rank;
use crate::rules::begins_a_rule;
use crate::session::{LineMistake, RULINGS_HEAD, RulingForm, Trouble};

/// Rank, scope and reason from the flags.
fn flags(input: &Input<'_>, form: &str) -> Result<(Rank, Scope, String), Trouble> {
    let rank = match input.line.flag("as").flatten() {
        None | Some("referee") => Rank::Referee,
        Some("common" | "common-sense") => Rank::CommonSense,
        Some(other) => {
            return Err(
                input.usage(format!("a ruling is made `--as common` or `--as referee`, not `{other}`"), form)
            );
        }
    };
    let scope = match input.line.flag("for").flatten() {
        None | Some("game") => Scope::Game,
        Some("turn") => Scope::Turn,
        Some("roll") => Scope::Roll,
        Some(other) => {
            return Err(
                input.usage(format!("a ruling holds `--for roll`, `turn` or `game`, not `{other}`"), form)
            );
        }
    };
    let reason = input.line.flag("because").flatten().unwrap_or("no reason given").to_owned();
    Ok((rank, scope, reason))
}

pub(super) fn set(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "set {unit} {attribute} 5 --because \"dug in\"";
    let form = &*show::example(&console.session, form).unwrap_or_else(|| "set NAME ATTRIBUTE 5".to_owned());
    let (rank, scope, reason) = flags(input, form)?;
    if let Some(word) = input.line.words.iter().find(|w| w.text.starts_with('+') && !w.text.starts_with("+="))
    {
        let number = &word.text[1..];
        let told = format!("`{}` does not say whether it is added or set", word.text);
        let help = format!("write `+={number}` to add, `{number}` to set");
        let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end).help(help);
        return Err(Trouble::of_line(input.text, mistake));
    }
    let mut words: Vec<&str> = input.line.words.iter().map(|w| &*w.text).collect();
    let kind = match words.first() {
        Some(&kind @ ("unit" | "terrain" | "value")) if words.len() > 1 && !is_value(console, kind) => {
            words.remove(0);
            Some(kind)
        }
        _ => None,
    };
    let text = match words[..] {
        [kind @ ("side" | "hex" | "game"), .., _, _] if kind_of(console, kind).is_none() => {
            return Err(no_number(input, &format!("a property of a {kind}"), &input.line.words[0]));
        }
        [name, property, _] if kind_of(console, name).is_some() && is_property(console, property) => {
            let word = &input.line.words[input.line.words.len() - 2];
            return Err(no_number(input, &format!("the property `{property}`"), word));
        }
        [name, attribute] if kind_of(console, name).is_some() && attribute.parse::<f64>().is_err() => {
            return Err(input.usage(format!("to what is `{attribute}` of `{name}` set?"), form));
        }
        [name, value] => format!("change value {name} {}", written(None, value)),
        [name, _, extra] if kind == Some("value") || (kind.is_none() && is_value(console, name)) => {
            let told = format!("`{extra}` is one word too many: `{name}` is one number");
            let at = input.line.words.last().map_or(0..0, |word| word.start..word.end);
            let mistake = LineMistake::new(Code::USAGE, told, at).help(format!("set {name} 5"));
            return Err(Trouble::of_line(input.text, mistake));
        }
        [name, attribute, value] => {
            let kind =
                kind.or_else(|| kind_of(console, name)).unwrap_or_else(|| kind_with(console, attribute));
            format!("change {kind} {name} {{ {} }}", written(Some(attribute), value))
        }
        [name, attribute, qualifier, value]
            if has_attribute(console, &format!("{attribute}_{qualifier}")) =>
        {
            let told = format!("`{qualifier}` of `{attribute}` has one name");
            return Err(input.usage(told, &format!("set {name} {attribute}_{qualifier} {value}")));
        }
        _ => return Err(input.usage("what is to be set to what?", form)),
    };
    let what = words.join(" ");
    let form = RulingForm { rank, scope, reason: reason.clone(), text: text.clone(), what: what.clone() };
    let made = console.session.rule(form).map_err(|why| where_typed(why, &text, input));
    let number = made.map_err(|why| with_attributes(why, console, kind, &words))?;
    let told = format!("{rank} ruling {number}, {}: {what} ({reason})", show::scope(scope));
    Ok(Told::fine(console.front.style.lines(&told)))
}

/// Whether anything has an attribute of this name.
fn has_attribute(console: &Console, name: &str) -> bool {
    console.session.loaded().rules.catalogue().attributes.keys().any(|(_, own)| **own == *name)
}

/// Mistakes in the text that a line was made into, told in the line: nobody has typed that text. What is told of other texts
/// becomes a note, since only a line that stands alone is shown as one that was typed.
fn where_typed(trouble: Trouble, made: &str, input: &Input<'_>) -> Trouble {
    let Trouble::Mistakes(told) = &trouble else { return trouble };
    let (from, mistakes) = &**told;
    let is_made = |label: &Label| from.file(label.span.file).text.trim_end() == made.trim_end();
    if !mistakes.iter().all(|mistake| mistake.labels.iter().any(is_made)) {
        return trouble;
    }
    let words = &input.line.words;
    let whole = words.first().map_or(0, |w| w.start)..words.last().map_or(0, |w| w.end);
    let mut sources = SourceMap::default();
    let file = sources.add("command", input.text);
    let mut mistakes = mistakes.clone();
    for mistake in &mut mistakes {
        let (own, others): (Vec<Label>, Vec<Label>) = mistake.labels.drain(..).partition(is_made);
        for mut label in own {
            let text = from.text(label.span);
            let is_it = |word: &&LineWord| *word.text == *text || word.text.ends_with(text);
            // `DEF = x` was typed as two words, of which the last is what cannot be.
            let is_last = |word: &&LineWord| text.ends_with(&*word.text);
            let word = words.iter().find(is_it).or_else(|| words.iter().rfind(is_last));
            let at = word.map_or(whole.clone(), |word| word.start..word.end);
            label.span = Span::new(file, at.start, at.end);
            mistake.labels.push(label);
        }
        mistake.notes.extend(others.iter().map(|label| match &*label.text {
            "" => from.place(label.span),
            text => format!("{}: {text}", from.place(label.span)),
        }));
    }
    Trouble::Mistakes(Box::new((sources, mistakes)))
}

/// The same with attributes alone where a word is none: the other keys of a data file hold no number that could be set.
fn with_attributes(trouble: Trouble, console: &Console, kind: Option<&str>, words: &[&str]) -> Trouble {
    let (Trouble::Mistakes(told), [name, attribute, _]) = (&trouble, words) else { return trouble };
    let (from, mistakes) = &**told;
    let subject = match kind.or_else(|| kind_of(console, name)) {
        Some("terrain") => Subject::Terrain,
        _ => Subject::Unit,
    };
    let attributes = console.session.loaded().rules.catalogue().attributes.values();
    let names: Vec<&str> = attributes.filter(|own| own.subject == subject).map(|own| &*own.name).collect();
    let help = match did_you_mean(attribute, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`set` takes {}", quoted(&names)),
    };
    let mut mistakes = mistakes.clone();
    let unknown =
        mistakes.iter_mut().filter(|mistake| mistake.code == Code::UNKNOWN_KEY && !names.is_empty());
    unknown.for_each(|mistake| mistake.help = Some(help.clone()));
    (from.clone(), mistakes).into()
}

/// `DEF = 5`, `DEF += 1`: how a data file writes it. A number alone is the new one, whatever its sign.
fn written(attribute: Option<&str>, value: &str) -> String {
    let change = ["+=", "-=", "*=", "="].iter().find_map(|sign| Some((*sign, value.strip_prefix(sign)?)));
    let (sign, number) = change.unwrap_or(("=", value));
    match attribute {
        Some(attribute) => format!("{attribute} {sign} {number}"),
        None => format!("{sign} {number}"),
    }
}

/// What a name names: a unit, a unit type or a terrain.
fn kind_of(console: &Console, name: &str) -> Option<&'static str> {
    let catalogue = console.session.loaded().rules.catalogue();
    let unit = console.session.state().unit_named(name).is_some() || catalogue.type_named(name).is_some();
    match unit {
        true => Some("unit"),
        false => catalogue.terrain_named(name).map(|_| "terrain"),
    }
}

/// What has an attribute of this name, where nothing is called as what is to be changed.
fn kind_with(console: &Console, attribute: &str) -> &'static str {
    let attributes = console.session.loaded().rules.catalogue().attributes.values();
    let mut subjects = attributes.filter(|own| *own.name == *attribute).map(|own| own.subject);
    match (subjects.next(), subjects.next()) {
        (Some(Subject::Terrain), None) => "terrain",
        _ => "unit",
    }
}

/// For what cannot be ruled on, since it is no number that is printed.
fn no_number(input: &Input<'_>, what: &str, word: &LineWord) -> Trouble {
    let told = format!("`set` rules on numbers that are printed, and {what} is none");
    let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end);
    Trouble::of_line(input.text, mistake.help("a scenario sets properties, and in a game its commands do"))
}

/// Whether a name is that of a property, which changes in play, and of nothing that is printed.
fn is_property(console: &Console, name: &str) -> bool {
    let catalogue = console.session.loaded().rules.catalogue();
    catalogue.properties.iter().any(|own| *own.name == *name)
        && !catalogue.attributes.keys().any(|(_, own)| **own == *name)
}

/// Whether a name is that of a number of the packs, and of nothing that carries any.
fn is_value(console: &Console, name: &str) -> bool {
    console.session.loaded().rules.catalogue().values.contains_key(name) && kind_of(console, name).is_none()
}

pub(super) fn ruling(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "ruling \"fn stacking_limit(hex) { 6 }\" --because \"agreed\"";
    if input.word(0) == Some("save") {
        let Some(file) = input.word(1) else {
            return Err(input.usage("to which file?", "ruling save FILE.units"));
        };
        let house = console.session.rulings_as_house()?;
        write_rulings(file, RULINGS_HEAD, &house.text, input.has_flag("force"))?;
        let mut told = format!(
            "{} written to {file}; `house add {}` uses it\n",
            counted(house.count, "ruling"),
            line_word(file)
        );
        for number in house.passing {
            told.push_str(&format!("ruling {number} is not in it: it holds for a while only\n"));
        }
        return Ok(Told::fine(told));
    }
    if input.line.words.is_empty() {
        return Ok(Told::fine(show::rulings(&console.session, &console.front.style)));
    }
    let (rank, scope, reason) = flags(input, form)?;
    let text = input.given_text().to_owned();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_change = ["change", "delete", "unit", "terrain"].contains(&first);
    if !is_change && !begins_a_rule(text.trim_start()) {
        return Err(input.usage("a ruling is a rule or a change of the data", form));
    }
    let number = console.session.rule(RulingForm {
        rank,
        scope,
        reason: reason.clone(),
        text: text.clone(),
        what: text,
    })?;
    let told = format!("{rank} ruling {number}, {}: {reason}", show::scope(scope));
    Ok(Told::fine(console.front.style.lines(&told)))
}

pub(super) fn house(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "house [add FILE | remove NAME | reload]";
    match (input.word(0), input.word(1)) {
        (None, _) => {
            let style = console.front.style;
            let told = show::house(&console.session);
            Ok(Told::fine(told.lines().map(|line| style.lines(line)).collect::<String>()))
        }
        (Some("add"), Some(name)) => {
            let before: BTreeSet<String> = {
                let loaded = console.session.loaded();
                loaded.warnings.iter().map(|d| d.fingerprint(&loaded.sources)).collect()
            };
            let name = console.session.add_house(name)?;
            let loaded = console.session.loaded();
            // What the packs warn of without the file is told by their own checks.
            let is_new = |d: &&Diagnostic| !before.contains(&d.fingerprint(&loaded.sources));
            let warnings: Vec<Diagnostic> = loaded.warnings.iter().filter(is_new).cloned().collect();
            let mut told = Told::fine(format!("{name} is in force"));
            let added = console.session.house().iter().find(|file| file.name == name);
            if let Some(idle) = added.and_then(|file| show::idle(&console.session, file)) {
                told.and(Told::fine(console.front.style.lines(&idle)));
            }
            if !warnings.is_empty() {
                let front = &console.front;
                let (colour, width) = (front.style.colour, front.mistake_width());
                told.err = render_within(&warnings, &loaded.sources, colour, width);
            }
            Ok(told)
        }
        (Some("remove"), Some(name)) => {
            let name = console.session.remove_house(name)?;
            Ok(Told::fine(format!("{name} is no longer in force")))
        }
        (Some("reload"), None) => {
            let news = console.session.reload_house();
            let mut told = Told::default();
            for one in &news {
                let one = console.tell_news(one);
                told.out.push_str(&one.out);
                told.err.push_str(&one.err);
                told.status = one.status;
            }
            if news.is_empty() {
                told.out = "no house file has changed\n".to_owned();
            }
            Ok(told)
        }
        (Some("add" | "remove"), None) => Err(input.usage("something is missing", form)),
        _ => Err(input.usage("`house` does not take this", form)),
    }
}
