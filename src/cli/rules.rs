//! `rules`: the ids of a pack's source with who carries them out, and the packs that there are.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::arguments::{Rules, RulesCommand};
use super::check::worlds;
use super::choose;
use super::compare;
use super::failure::Outcome;
use super::look::Look;
use super::page::{Page, Streams};
use crate::data::LedgerKind;
use crate::diagnostic::counted;
use crate::pack::{CoverageLine, Library, Loaded, Request, Source, coverage, load};
use crate::report::{Cell, Column, Listing, Room};

/// Carries out `rules`.
pub(super) fn rules(library: &Library, arguments: &Rules, list_packs: bool, look: &Look) -> Outcome {
    if let Some(RulesCommand::Diff { old, new }) = &arguments.command {
        return compare::diff(library, old, new, look);
    }
    if list_packs {
        return packs(library, look);
    }
    let chosen = choose::choose(library, arguments.pack.as_deref())?;
    let library = library.with_neighbours(&chosen.pack);
    let request = Request { pack: chosen.pack, ..Request::default() };
    let loaded = load(&library, &request, &Arc::default())?;
    let mut lines = coverage(&loaded, &worlds(&library, &loaded.pack().files.name)).lines;
    if arguments.gaps {
        lines.retain(|l| matches!(l.entry.kind, LedgerKind::Gap | LedgerKind::Ambiguous));
    }
    let mut page = Streams { ascii: look.style.ascii };
    if look.json {
        for line in &lines {
            page.out(&format!("{}\n", line_json(line)));
        }
        for over in overrides(&loaded).iter().filter(|_| !arguments.gaps) {
            page.out(&format!(
                "{}\n",
                json!({"schema": "houserule.override/1", "what": over.0, "new": over.1, "old": over.2})
            ));
        }
        return Ok(0);
    }
    if lines.is_empty() {
        let what = if arguments.gaps { "no gap or ambiguity" } else { "no id" };
        page.out(&format!("the ledger of {} lists {what}\n", loaded.pack().files.name));
    } else {
        page.out(&listing(&lines, arguments.gaps).draw(&look.style));
    }
    let overrides = overrides(&loaded);
    if !arguments.gaps && !overrides.is_empty() {
        page.out(&format!("\n{} of what stands below\n", counted(overrides.len(), "change")));
        for (what, new, old) in overrides {
            page.out(&look.style.clean_lines(&format!("  {what}: {new} over {old}\n")));
        }
    }
    Ok(0)
}

fn listing(lines: &[CoverageLine], gaps: bool) -> Listing {
    let mut columns = vec![Column::text("id"), Column::text("kind"), Column::text("text").room(Room::Wrap)];
    columns.extend(gaps.then(|| Column::text("chosen").room(Room::Wrap)));
    columns.push(Column::text("carried out by").room(Room::Wrap));
    columns.extend((!gaps).then(|| Column::text("shown by").room(Room::Wrap)));
    let mut listing = Listing::new(columns);
    for line in lines {
        let carriers: Vec<String> =
            line.carried_out_by.iter().map(|(name, place)| format!("{name} {place}")).collect();
        let mut cells =
            vec![Cell::from(&*line.entry.id), Cell::from(kind(line)), Cell::from(&*line.entry.text)];
        cells.extend(gaps.then(|| Cell::from(line.chosen.join("; "))));
        cells.push(Cell::from(carriers.join(", ")));
        cells.extend((!gaps).then(|| Cell::from(line.shown_by.join(", "))));
        listing.row(cells);
    }
    listing
}

fn kind(line: &CoverageLine) -> String {
    // The word that ledgers write.
    format!("{:?}", line.entry.kind).to_lowercase()
}

fn line_json(line: &CoverageLine) -> Json {
    let carriers: Vec<Json> =
        line.carried_out_by.iter().map(|(name, place)| json!({"rule": name, "place": place})).collect();
    json!({"schema": "houserule.id/1", "id": &*line.entry.id, "kind": kind(line), "text": &*line.entry.text,
        "chosen": line.chosen, "carried_out_by": carriers, "shown_by": line.shown_by})
}

/// What the pack changes of the packs that it stands on: what, the new place, the old one.
fn overrides(loaded: &Loaded) -> Vec<(String, String, String)> {
    let place = |span| loaded.sources.place(span);
    let all = loaded.rules.rules();
    let mut found = Vec::new();
    let named = |r: &&crate::rules::RuleInfo| !r.expression && !r.private;
    for rule in all.iter().filter(named) {
        let below =
            all.iter().filter(named).rev().find(|r| {
                r.name == rule.name && r.unit_type == rule.unit_type && r.layer.rank < rule.layer.rank
            });
        if let Some(below) = below {
            let what = format!("rule {}", rule.name);
            found.push((
                what,
                format!("{} ({})", rule.layer, place(rule.span)),
                format!("{} ({})", below.layer, place(below.span)),
            ));
        }
    }
    for change in &loaded.data.overridden {
        let told = |o: &crate::kernel::catalogue::Origin| format!("{} ({})", o.layer, place(o.span));
        found.push((change.what.clone(), told(&change.new), told(&change.old)));
    }
    found
}

/// The packs that can be found, with version and place.
fn packs(library: &Library, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let mut listing = Listing::new([
        Column::text("pack"),
        Column::text("version"),
        Column::text("title"),
        Column::text("extends"),
        Column::text("place"),
    ]);
    for pack in library.packs() {
        let place = match &pack.source {
            Source::Embedded => "part of the program".to_owned(),
            Source::Folder(folder) => folder.to_string_lossy().replace('\\', "/"),
        };
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        let loaded = load(library, &request, &Arc::default());
        let (version, title, extends) = match &loaded {
            Ok(loaded) => {
                let manifest = &loaded.pack().manifest;
                let extends =
                    manifest.extends.as_ref().map_or_else(String::new, |(base, ..)| base.to_string());
                (manifest.version.to_string(), manifest.title.to_string(), extends)
            }
            Err((_, told)) => {
                (String::new(), told.first().map_or_else(String::new, |d| d.title.clone()), String::new())
            }
        };
        if look.json {
            let hash = loaded.as_ref().ok().map(|l| l.pack().hash.clone());
            let told = json!({"schema": "houserule.pack/1", "pack": pack.id, "version": version, "title": title,
                "extends": extends, "place": place, "hash": hash, "loads": loaded.is_ok()});
            page.out(&format!("{told}\n"));
        } else {
            listing.row([pack.id, version, title, extends, place].map(Cell::from));
        }
    }
    if !look.json {
        page.out(&listing.draw(&look.style));
    }
    Ok(0)
}
