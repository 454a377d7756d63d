//! What is in force: layers, house rules, rulings, the origin of a rule or number.

use serde_json::{Value as Json, json};

use crate::kernel::catalogue::{Catalogue, Origin, Write, Written};
use crate::kernel::journal::Scope;
use crate::kernel::layer::Rank;
use crate::play::impact::Overrides;
use crate::report::{Cell, Column, Listing, Style};
use crate::rules::{RuleDoc, first_sentence};
use crate::session::{FileSince, Session, Trouble};

/// The layers in order, with version and hash, and the rulings.
pub(in crate::repl) fn layers(session: &Session, style: &Style) -> String {
    let mut listing = Listing::new([
        Column::text("rank"),
        Column::text("layer"),
        Column::text("version"),
        Column::text("hash"),
    ]);
    for layer in &session.loaded().layers {
        listing.row([
            Cell::from(layer.layer.rank.words()),
            Cell::from(&*layer.layer.name),
            Cell::from(layer.version.as_str()),
            Cell::from(layer.hash.as_str()),
        ]);
    }
    let mut text =
        format!("The layers in force, the lowest first; a higher one wins.\n{}", listing.draw(style));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    if !session.rulings().is_empty() {
        text.push_str(&rulings(session, style));
    }
    let ready: Vec<String> = session
        .loaded()
        .packs
        .iter()
        .flat_map(|p| p.houses().map(|(stem, _)| stem.to_owned()).collect::<Vec<_>>())
        .collect();
    if !ready.is_empty() {
        let told = format!("Ready house rules: {}. `house add NAME` puts one into force.", ready.join(", "));
        text.push_str(&crate::report::wrap(&told, style.width).join("\n"));
        text.push('\n');
    }
    text
}

/// The same as one JSON object.
pub(in crate::repl) fn layers_json(session: &Session) -> Json {
    let layers: Vec<Json> = session
        .loaded()
        .layers
        .iter()
        .map(|l| {
            json!({"rank": l.layer.rank.words(), "layer": &*l.layer.name, "version": l.version, "hash": l.hash})
        })
        .collect();
    let rulings: Vec<Json> = session
        .rulings()
        .iter()
        .map(|r| {
            json!({"number": r.number, "rank": r.rank.words(), "for": scope(r.scope), "reason": r.reason,
                "what": r.what, "turn": r.turn})
        })
        .collect();
    json!({"schema": "houserule.layers/1", "layers": layers, "rulings": rulings})
}

/// The rulings in force.
pub(in crate::repl) fn rulings(session: &Session, style: &Style) -> String {
    if session.rulings().is_empty() {
        return "no rulings\n".to_owned();
    }
    session
        .rulings()
        .iter()
        .map(|r| {
            let told =
                format!("{} ruling {}, {}: {} ({})", r.rank, r.number, scope(r.scope), r.what, r.reason);
            told.split('\n').map(|line| style.outdented(line)).collect::<String>()
        })
        .collect()
}

/// How long a ruling holds, in words.
pub(in crate::repl) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Roll => "for the next roll",
        Scope::Turn => "for this turn",
        Scope::Game => "for the game",
    }
}

/// The house files in force and those that are ready.
pub(in crate::repl) fn house(session: &Session) -> String {
    let mut text = String::new();
    for file in session.house() {
        let since = match session.file_since(file) {
            FileSince::Same => "",
            FileSince::Gone => "; the file is gone, and its last text is in force",
            FileSince::Wrong => "; the file is wrong now, and its text before that is in force",
            FileSince::Changed => "; the file has changed: `house reload` puts it into force",
        };
        text.push_str(&format!("in force: {}{since}\n", file.name));
    }
    if session.house().is_empty() {
        text.push_str("no house rules in force\n");
    }
    for pack in session.loaded().packs.iter() {
        for (stem, path) in pack.houses() {
            let about = about_house(&pack.files.files[path]);
            text.push_str(&format!("ready: {stem}{}{about}\n", if about.is_empty() { "" } else { " - " }));
        }
    }
    text
}

/// What a house file says of itself: the first sentence of its first comment, or its `House:` line where that is all of it.
fn about_house(text: &str) -> String {
    let lines = || text.lines().map(str::trim);
    let bare = |line: &str| line.trim_start_matches(['/', '!']).trim().to_owned();
    let is_comment = |line: &&str| line.starts_with("//");
    let named =
        lines().filter(is_comment).map(bare).find_map(|l| l.strip_prefix("House:").map(str::to_owned));
    let comment = lines().skip_while(|line| !is_comment(line)).take_while(is_comment).map(bare);
    let first = first_sentence(&RuleDoc::parse(comment.collect::<Vec<_>>().iter().map(String::as_str)).text);
    Some(first).filter(|first| !first.is_empty()).or(named).unwrap_or_default().trim().to_owned()
}

/// Where a rule, an attribute or a named number comes from: every layer that had a say, lowest first.
pub(in crate::repl) fn origin(session: &Session, name: &str, style: &Style) -> Option<String> {
    let loaded = session.loaded();
    let place = |origin: &Origin| loaded.sources.place(origin.span);
    let mut lines = Vec::new();
    for rule in loaded.rules.rules().iter().filter(|r| &*r.name == name && !r.expression) {
        let state = match (rule.private, rule.overridden) {
            (true, _) => "private: only this layer calls it",
            (false, true) => "overridden",
            (false, false) => "in force",
        };
        lines.push(format!("rule {name}, {}: {}, {state}", rule.layer, loaded.sources.place(rule.span)));
    }
    let catalogue: &Catalogue = loaded.rules.catalogue();
    for ((_, attribute), definition) in catalogue.attributes.iter().filter(|((_, a), _)| &**a == name) {
        lines.push(format!("{attribute} ({}), declared at {}", definition.title, place(&definition.origin)));
    }
    let mut writes = |what: String, all: &[Written]| {
        for written in all {
            lines.push(format!(
                "{what} {} by {}: {}",
                write_text(&written.write),
                written.origin.layer,
                place(&written.origin)
            ));
        }
    };
    if let Some(named) = catalogue.values.get(name) {
        writes(format!("value {name}"), &named.writes);
    }
    for unit_type in &catalogue.unit_types {
        if let Some(all) = unit_type.attributes.get(name) {
            writes(format!("{} {name}", unit_type.name), all);
        }
    }
    for terrain in &catalogue.terrain {
        if let Some(all) = terrain.attributes.get(name) {
            writes(format!("{} {name}", terrain.name), all);
        }
    }
    (!lines.is_empty()).then(|| lines.iter().map(|line| style.outdented(line)).collect())
}

fn write_text(write: &Write) -> String {
    match write {
        Write::Set(value) => format!("= {value}"),
        Write::Compute(_) => "computed".to_owned(),
        Write::Add(by) => format!("{by:+}"),
        Write::Multiply(by, 1) => format!("x {by}"),
        Write::Multiply(by, over) => format!("x {by}/{over}"),
        Write::Delete => "deleted".to_owned(),
    }
}

/// What house rules and rulings change against the packs, numbers with what is printed.
pub(in crate::repl) fn differences(session: &Session) -> Result<String, Trouble> {
    let loaded = session.loaded();
    let mut overrides = Overrides::default();
    overrides.add(&session.as_printed()?, loaded);
    let mut lines = Vec::new();
    for rule in &overrides.rules {
        lines.push(match &rule.replaces {
            Some(below) => {
                format!("rule {}: {} over {} ({})", rule.name, rule.layer, below.layer, rule.place)
            }
            None => format!("rule {}: new in {} ({})", rule.name, rule.layer, rule.place),
        });
    }
    for datum in &overrides.data {
        let told = match (&datum.before, &datum.after) {
            (Some(before), Some(after)) => format!("{after}, printed {before}"),
            (Some(before), None) => format!("gone, printed {before}"),
            (None, after) => format!("{}, not printed", after.as_deref().unwrap_or("nothing")),
        };
        lines.push(format!("{}: {told} ({})", datum.what, datum.place));
    }
    let is_told = |what: &str| overrides.data.iter().any(|datum| datum.what == what);
    let others = loaded.data.overridden.iter().filter(|o| o.new.layer.rank >= Rank::House);
    for change in others.filter(|o| !is_told(&o.what)) {
        let place = loaded.sources.place(change.new.span);
        lines.push(format!("{}: {} over {} ({place})", change.what, change.new.layer, change.old.layer));
    }
    Ok(match lines.is_empty() {
        true => "no house rule or ruling changes anything\n".to_owned(),
        false => lines.join("\n") + "\n",
    })
}

/// A rule with its doc comment and its text, by its name or by an id of the source.
pub(in crate::repl) fn rule_text(session: &Session, name: &str, style: &Style) -> Option<String> {
    let loaded = session.loaded();
    let rules: Vec<_> = loaded
        .rules
        .rules()
        .iter()
        .filter(|r| {
            !r.expression && (&*r.name == name || r.doc.all_ids().any(|id| id.eq_ignore_ascii_case(name)))
        })
        .collect();
    let mut text = String::new();
    for pack in loaded.packs.iter() {
        for entry in pack.ledger.iter().filter(|e| e.id.eq_ignore_ascii_case(name)) {
            text.push_str(&style.outdented(&format!("{}: {}", entry.id, entry.text)));
            text.push('\n');
        }
    }
    for rule in &rules {
        let state = if rule.overridden { ", overridden" } else { "" };
        let place = loaded.sources.place(rule.span);
        text.push_str(&style.outdented(&format!("{} ({}){state} · {place}", rule.name, rule.layer)));
        if !rule.doc.text.is_empty() {
            text.extend(rule.doc.text.lines().map(|line| style.lines(line)));
        }
        let gaps = rule.doc.gaps.iter().map(|(id, what)| format!("{id} ({what})"));
        let ids: Vec<String> = rule.doc.ids.iter().cloned().chain(gaps).collect();
        if !ids.is_empty() {
            text.push_str(&style.outdented(&format!("carries out {}", ids.join(", "))));
        }
        if rules.len() <= 3 {
            text.push_str(&format!("\n{}\n", loaded.sources.text(rule.span)));
        }
        text.push('\n');
    }
    let whole = (!text.is_empty()).then(|| text.trim_end().to_owned() + "\n")?;
    Some(whole.lines().map(|l| style.clean(l) + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_file_says_of_itself_a_whole_sentence() {
        let comment = "\n// Hexes are narrow\n// here. More of that\n// below.\nvalue x 1\n// Else.\n";
        assert_eq!(about_house(comment), "Hexes are narrow here.");
        let named = "/// Hexes are narrow.\n/// House: three fit\nfn f() {}\n";
        assert_eq!(about_house(named), "Hexes are narrow.");
        assert_eq!(about_house("/// House: three fit\nfn f() {}\n"), "three fit");
        assert_eq!(about_house("value x 1\n"), "");
    }
}
