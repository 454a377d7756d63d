//! `rules diff`: what two stacks do otherwise, in the words of rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::choose;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use crate::kernel::catalogue::{Amount, Modifier, Write, Written};
use crate::pack::{HouseFile, Library, Loaded, Request, load};

/// What is in force under a name: what it says, and where it comes from.
type Saying = BTreeMap<String, (String, String)>;

/// What stands in the name of a rule that a higher layer overrides.
const BELOW: &str = ", below in ";

/// Compares two stacks, each written `PACK+HOUSE+HOUSE`: exit status 0 where they are alike, 2 where not.
pub(super) fn diff(library: &Library, old: &str, new: &str, look: &Look) -> Outcome {
    let (old, new) = (saying(&stack(library, old)?), saying(&stack(library, new)?));
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort();
    names.dedup();
    let mut page = Streams { ascii: look.style.ascii };
    let (mut changed, mut alike) = (0, 0);
    for name in names {
        let (before, after) = (old.get(name), new.get(name));
        // That a rule has another one above it is told of the one above.
        let covered = name.contains(BELOW) && (before.is_none() || after.is_none());
        if covered || before.map(|b| &b.0) == after.map(|a| &a.0) {
            alike += 1;
            continue;
        }
        changed += 1;
        if look.json {
            let side =
                |s: Option<&(String, String)>| s.map(|(text, place)| json!({"text": text, "place": place}));
            let told = json!({"schema": "houserule.difference/1", "what": name, "old": side(before), "new": side(after)});
            page.out(&format!("{told}\n"));
        } else {
            page.out(&look.style.clean_lines(&told(name, before, after)));
        }
    }
    if !look.json {
        let words = if changed == 0 { "nothing differs".to_owned() } else { format!("{changed} differ") };
        page.out(&format!("{words}, {alike} alike\n"));
    }
    Ok(if changed == 0 { 0 } else { 2 })
}

fn told(name: &str, before: Option<&(String, String)>, after: Option<&(String, String)>) -> String {
    let short = |text: &str| !text.contains('\n') && text.len() < 60;
    match (before, after) {
        (Some((old, from)), Some((new, to))) if short(old) && short(new) => {
            format!("{name}: {old} -> {new} ({from} -> {to})\n")
        }
        (Some((_, from)), Some((_, to))) => format!("{name}: another text ({from} -> {to})\n"),
        (Some((_, from)), None) => format!("{name}: only before ({from})\n"),
        (None, Some((new, to))) if short(new) => format!("{name}: new, {new} ({to})\n"),
        (None, Some((_, to))) => format!("{name}: new ({to})\n"),
        (None, None) => String::new(),
    }
}

fn stack(library: &Library, text: &str) -> Result<Loaded, Failure> {
    let mut parts = text.split(['+', ',']).map(str::trim).filter(|p| !p.is_empty());
    let chosen = choose::choose(library, parts.next())?;
    let library = choose::with_neighbours(library, &chosen.pack);
    let mut house: Vec<HouseFile> = Vec::new();
    for name in parts {
        house.push(choose::house(&library, &chosen.pack, name, None)?.0);
    }
    let request = Request { pack: chosen.pack, scenario: chosen.scenario, house, rulings: Vec::new() };
    Ok(load(&library, &request, &Arc::default())?)
}

/// All that is in force, by name.
fn saying(loaded: &Loaded) -> Saying {
    let mut all = Saying::new();
    let place = |span| loaded.sources.place(span);
    for rule in loaded.rules.rules().iter().filter(|r| !r.expression && !r.name.contains("__")) {
        let of = rule.unit_type.as_ref().map_or_else(String::new, |t| format!(" of {t}"));
        let name = match rule.overridden {
            // What a rule calls with `prior` counts, too.
            true => format!("rule {}{of}{BELOW}{}", rule.name, rule.layer),
            false => format!("rule {}{of}", rule.name),
        };
        all.insert(name, (loaded.sources.text(rule.span).to_owned(), place(rule.span)));
    }
    let catalogue = &loaded.data.catalogue;
    let text = |writes: &[Written]| writes.iter().map(|w| written(loaded, w)).collect::<Vec<_>>().join(" ");
    let last = |writes: &[Written]| writes.last().map_or_else(String::new, |w| place(w.origin.span));
    for value in catalogue.values.values() {
        all.insert(format!("value {}", value.name), (text(&value.writes), last(&value.writes)));
    }
    for unit in &catalogue.unit_types {
        for (name, writes) in &unit.attributes {
            all.insert(format!("unit {} {name}", unit.name), (text(writes), last(writes)));
        }
    }
    for terrain in &catalogue.terrain {
        for (name, writes) in &terrain.attributes {
            all.insert(format!("terrain {} {name}", terrain.name), (text(writes), last(writes)));
        }
        let modifiers: Vec<String> = terrain.modifiers.iter().map(modifier).collect();
        if !modifiers.is_empty() {
            let text = (modifiers.join(", "), place(terrain.origin.span));
            all.insert(format!("terrain {} modifiers", terrain.name), text);
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
                all.insert(name, (cell.to_string(), place(origin.span)));
            }
        }
    }
    for verb in &loaded.data.verbs {
        let check = verb.check.as_ref().map_or_else(String::new, |c| format!(", checked by {c}"));
        let text =
            format!("{}, carried out by {}{check}, in {}", verb.form_text, verb.rule, verb.phases.join(" "));
        all.insert(format!("command {}", verb.name), (text, place(verb.origin.span)));
    }
    all
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
