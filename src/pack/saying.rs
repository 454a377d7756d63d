//! What is in force in words: every rule and every datum by name, with what it says and where it comes from. For
//! comparisons of two stacks.

use std::collections::BTreeMap;

use super::load::Loaded;
use crate::data::Verb;
use crate::kernel::catalogue::{Amount, Modifier, Write, Written};
use crate::kernel::value::Value;
use crate::kernel::writes::fold;

/// What is in force under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saying {
    /// What it says: the text of a rule, `3`, `3 +1`.
    pub text: String,
    /// Where it comes from: a file with its line.
    pub place: String,
    /// The number or word that all layers come to, where no rule has to be asked for it.
    pub value: Option<String>,
}

impl Saying {
    /// What it comes to, or else what it says.
    pub fn told(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.text)
    }

    /// Whether it comes to the same as another.
    pub fn is_same(&self, other: &Saying) -> bool {
        self.text == other.text || (self.value.is_some() && self.value == other.value)
    }
}

/// Everything, by name: `rule defence_of`, `unit foot`, `value stacking`.
pub type Sayings = BTreeMap<String, Saying>;

/// What stands in the name of a rule that a higher layer overrides.
pub const BELOW: &str = ", below in ";

/// All that is in force, by name.
pub fn sayings(loaded: &Loaded) -> Sayings {
    let mut all = Sayings::new();
    let place = |span| loaded.sources.place(span);
    for rule in loaded.rules.rules().iter().filter(|r| !r.expression && !r.name.contains("__")) {
        let of = rule.of_type();
        let name = match rule.overridden {
            // What a rule calls with `prior` counts, too.
            true => format!("rule {}{of}{BELOW}{}", rule.name, rule.layer),
            false => format!("rule {}{of}", rule.name),
        };
        all.insert(name, bare(loaded.sources.text(rule.span).to_owned(), place(rule.span)));
    }
    let catalogue = &loaded.data.catalogue;
    let text = |writes: &[Written]| writes.iter().map(|w| written(loaded, w)).collect::<Vec<_>>().join(" ");
    let last = |writes: &[Written]| writes.last().map_or_else(String::new, |w| place(w.origin.span));
    let of = |writes: &[Written]| Saying { text: text(writes), place: last(writes), value: value(writes) };
    for value in catalogue.values.values() {
        all.insert(format!("value {}", value.name), of(&value.writes));
    }
    for unit in &catalogue.unit_types {
        for (name, writes) in &unit.attributes {
            all.insert(format!("unit {} {name}", unit.name), of(writes));
        }
        for (terrain, exception) in &unit.exceptions {
            let there = format!("unit {} in {}", unit.name, catalogue.terrain_def(*terrain).name);
            for (name, writes) in &exception.attributes {
                all.insert(format!("{there} {name}"), of(writes));
            }
            let written = exception.origin.as_ref().map_or_else(String::new, |origin| place(origin.span));
            let counts_as = exception.counts_as.map(|other| catalogue.terrain_def(other).name.to_string());
            let ignored: Vec<&str> = exception.ignores.iter().map(|name| &**name).collect();
            let modifiers: Vec<String> = exception.modifiers.iter().map(modifier).collect();
            let others = [
                ("counts as", counts_as.unwrap_or_default()),
                ("ignores", ignored.join(", ")),
                ("modifiers", modifiers.join(", ")),
            ];
            for (what, told) in others.into_iter().filter(|(_, told)| !told.is_empty()) {
                all.insert(format!("{there} {what}"), bare(told, written.clone()));
            }
        }
    }
    for terrain in &catalogue.terrain {
        for (name, writes) in &terrain.attributes {
            all.insert(format!("terrain {} {name}", terrain.name), of(writes));
        }
        let modifiers: Vec<String> = terrain.modifiers.iter().map(modifier).collect();
        if !modifiers.is_empty() {
            let told = bare(modifiers.join(", "), place(terrain.origin.span));
            all.insert(format!("terrain {} modifiers", terrain.name), told);
        }
    }
    for table in catalogue.tables.values() {
        for (row, (head, cells)) in table.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let name = format!(
                    "table {} {head} {}",
                    table.name,
                    table.columns.get(column).map_or_else(String::new, ToString::to_string)
                );
                let origin = table.cells.get(&(row, column)).unwrap_or(&table.origin);
                all.insert(name, bare(cell.to_string(), place(origin.span)));
            }
        }
    }
    for verb in &loaded.data.verbs {
        all.insert(format!("command {}", verb.name), bare(command(verb), place(verb.origin.span)));
    }
    all
}

/// The form of a command, where it has one, and which rules carry it out in which phases.
fn command(verb: &Verb) -> String {
    let form = Some(verb.form_text.to_string()).filter(|form| !form.is_empty());
    let check = verb.check.as_ref().map(|check| format!("checked by {check}"));
    let phases = (!verb.phases.is_empty()).then(|| format!("in {}", verb.phases.join(" ")));
    let parts = [form, Some(format!("carried out by {}", verb.rule)), check, phases];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn bare(text: String, place: String) -> Saying {
    Saying { text, place, value: None }
}

fn value(writes: &[Written]) -> Option<String> {
    match fold(writes, |_| Err(())) {
        Ok((Value::Nothing, _)) => Some("nothing".to_owned()),
        Ok((value @ (Value::Int(_) | Value::Text(_) | Value::Bool(_)), _)) => Some(value.to_string()),
        _ => None,
    }
}

/// `3`, `+1`, `x2`: what one layer has written.
fn written(loaded: &Loaded, written: &Written) -> String {
    match &written.write {
        Write::Set(value) => value.to_string(),
        // The rule's name is made up and says nothing; the expression does.
        Write::Compute(rule) => {
            let made = loaded.data.generated.iter().find(|g| g.name == *rule);
            made.map_or_else(|| rule.to_string(), |g| format!("({})", loaded.sources.text(g.text_span)))
        }
        Write::Add(by) => format!("{by:+}"),
        Write::Multiply(by, 1) => format!("x{by}"),
        Write::Multiply(by, over) => format!("x{by}/{over}"),
        Write::Delete => "deleted".to_owned(),
    }
}

fn modifier(modifier: &Modifier) -> String {
    let amount = match &modifier.amount {
        Amount::Points(points) => format!("{points:+}"),
        Amount::Percent(percent) => format!("{percent:+}%"),
    };
    let when = modifier.when_text.as_ref().map_or_else(String::new, |w| format!(" when {w}"));
    format!("{amount} {}{when}", modifier.attribute)
}
