//! What stands for the words in capitals of a form: units, hexes, names, files.

use super::files::files;
use super::{Found, found};
use crate::data::ParamKind;
use crate::diagnostic::CODES;
use crate::kernel::catalogue::Subject;
use crate::kernel::state::Place;
use crate::pack::house_stem;
use crate::repl::verbs::BUILT_IN;
use crate::session::Session;

/// What may stand for a slot of a form. `before` are the words behind the verb so far.
pub(super) fn fill(session: &Session, verb: &str, slot: &str, before: &[&str], typed: &str) -> Vec<Found> {
    if slot.contains('|') {
        let mut all: Vec<Found> =
            slot.split('|').flat_map(|one| fill(session, verb, one, before, typed)).collect();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|found| seen.insert(found.candidate.text.clone()));
        return all;
    }
    match slot {
        "UNIT" => all_of(session, ParamKind::Unit),
        "TYPE" => all_of(session, ParamKind::Type),
        // The name of a unit stands for its hex; there are few of them and many hexes.
        "HEX" | "PLACE" if typed.is_empty() => units_on_the_map(session),
        "HEX" | "PLACE" => {
            let mut all = units_on_the_map(session);
            all.extend(all_of(session, ParamKind::Hex));
            all
        }
        "SIDE" => all_of(session, ParamKind::Side),
        "KIND" => {
            let kinds = &session.loaded().rules.catalogue().roll_kinds;
            kinds.iter().map(|k| found(&*k.name, &*k.title)).collect()
        }
        "NUMBER" if verb == "why" => entries(session),
        "NAME" => names(session, verb, before),
        "ATTRIBUTE" => attributes(session, before),
        "FILE" if matches!(verb, "house" | "trial") => {
            let mut all = ready_houses(session);
            all.extend(files(typed, |name| house_stem(name).is_some()));
            all
        }
        "FILE" if matches!(verb, "map" | "reach" | "los" | "hull") => {
            files(typed, |name| name.ends_with(".svg"))
        }
        "FILE" => files(typed, |_| true),
        "CODE" => codes(),
        "TOPIC" => topics(session, typed),
        _ => Vec::new(),
    }
}

/// Rules and primitives with what they do.
pub(super) fn functions(session: &Session) -> Vec<(String, String)> {
    let rules = &session.loaded().rules;
    let own = rules.rules().iter().filter(|r| r.is_in_force() && r.unit_type.is_none());
    let mut all: Vec<(String, String)> = own.map(|r| (r.name.to_string(), r.doc.summary())).collect();
    all.extend(rules.primitives().iter().map(|p| (p.name().to_owned(), p.text.to_owned())));
    all.retain(|(name, _)| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    all.sort();
    all
}

fn all_of(session: &Session, kind: ParamKind) -> Vec<Found> {
    let values = session.all_of(kind);
    values.iter().map(|v| Found { candidate: session.candidate(v), goes_on: false }).collect()
}

fn units_on_the_map(session: &Session) -> Vec<Found> {
    let units = session.state().units().filter(|(_, u)| matches!(u.place, Place::Hex(_) | Place::Table(..)));
    units.map(|(id, _)| Found { candidate: session.candidate(&id.into()), goes_on: false }).collect()
}

/// What the log has to explain, the last first.
fn entries(session: &Session) -> Vec<Found> {
    let told = session.log().iter().rev().filter(|e| e.trace.is_some());
    told.map(|e| found(e.number.to_string(), &*e.line)).collect()
}

fn names(session: &Session, verb: &str, before: &[&str]) -> Vec<Found> {
    match verb {
        "goto" => session.marks().map(|m| found(m, "mark")).collect(),
        "switch" | "discard" => session.branches().1.map(|b| found(b, "line of play")).collect(),
        "house" => session.house().iter().map(|h| found(&*h.name, "in force")).collect(),
        "rules" => {
            let catalogue = session.loaded().rules.catalogue();
            let attributes = catalogue.attributes.values().map(|a| found(&*a.name, &*a.title));
            let values = catalogue.values.values().map(|v| found(&*v.name, &*v.title));
            let mut all: Vec<Found> = attributes.chain(values).collect();
            let rules = session.loaded().rules.rules().iter().filter(|r| !r.private && !r.expression);
            all.extend(rules.map(|r| found(&*r.name, r.doc.summary())));
            all
        }
        "set" => set_names(session, before.first().copied()),
        "trial" => all_of(session, ParamKind::Type),
        "points" => [ParamKind::Unit, ParamKind::Type, ParamKind::Side]
            .into_iter()
            .flat_map(|kind| all_of(session, kind))
            .collect(),
        _ => Vec::new(),
    }
}

/// What a ruling can set: units, unit types, terrain, values, as far as the first word leaves it open.
fn set_names(session: &Session, kind: Option<&str>) -> Vec<Found> {
    let mut all = Vec::new();
    if matches!(kind, None | Some("unit")) {
        all.extend(all_of(session, ParamKind::Unit));
        all.extend(all_of(session, ParamKind::Type));
    }
    if matches!(kind, None | Some("terrain")) {
        all.extend(all_of(session, ParamKind::Terrain));
    }
    if matches!(kind, None | Some("value")) {
        let values = session.loaded().rules.catalogue().values.values();
        all.extend(values.map(|v| found(&*v.name, &*v.title)));
    }
    all
}

/// The attributes of whatever was named before: of terrain where it is a terrain, else of units.
fn attributes(session: &Session, before: &[&str]) -> Vec<Found> {
    let catalogue = session.loaded().rules.catalogue();
    let name = match before {
        [.., "unit" | "terrain" | "value"] | [] => return Vec::new(),
        ["value", ..] => return Vec::new(),
        [.., name] => *name,
    };
    let is_value = before.len() == 1 && catalogue.values.contains_key(name);
    if is_value {
        return Vec::new();
    }
    let subject = if catalogue.terrain_named(name).is_some() { Subject::Terrain } else { Subject::Unit };
    let own = catalogue.attributes.values().filter(|a| a.subject == subject);
    own.map(|a| found(&*a.name, &*a.title)).collect()
}

fn ready_houses(session: &Session) -> Vec<Found> {
    let mut all = Vec::new();
    for pack in session.loaded().packs.iter() {
        for (stem, path) in pack.houses() {
            let name = format!("{}/{path}", pack.files.name);
            let in_force = session.house().iter().any(|h| *h.name == *name);
            if !in_force {
                all.push(found(stem, about_file(&pack.files.files[path])));
            }
        }
    }
    all
}

/// What a house file says of itself: its first comment.
fn about_file(text: &str) -> String {
    let comment = text.lines().find_map(|l| l.trim().strip_prefix("//")).unwrap_or_default();
    let line = comment.trim_start_matches(['/', '!']).trim();
    if line.is_empty() { "ready house rule".to_owned() } else { line.to_owned() }
}

fn codes() -> Vec<Found> {
    let first = |text: &str| text.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned();
    CODES.iter().map(|(code, text)| found(code.0, first(text))).collect()
}

fn topics(session: &Session, typed: &str) -> Vec<Found> {
    let verbs = &session.loaded().data.verbs;
    let mut all: Vec<Found> = verbs.iter().map(|v| found(&*v.name, &*v.title)).collect();
    all.extend(BUILT_IN.iter().map(|v| found(v.name, v.about)));
    all.push(found("primitives", "what rules may ask the kernel"));
    all.push(found("members", "what rules may read behind a point: `unit.side`"));
    if !typed.is_empty() {
        all.extend(functions(session).into_iter().map(|(name, about)| found(name, about)));
        all.extend(codes());
    }
    all
}
