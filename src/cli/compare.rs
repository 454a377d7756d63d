//! `rules diff`: what two stacks do otherwise, in the words of rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use super::choose;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use crate::diagnostic::Span;
use crate::pack::{
    BELOW, HouseFile, Library, Loaded, REACHED, Request, Saying, Sayings, calls_prior, load, sayings,
};

/// Compares two stacks, each written `PACK+HOUSE+HOUSE`: exit status 0 where they are alike, 2 where not.
pub(super) fn diff(library: &Library, old: &str, new: &str, look: &Look) -> Outcome {
    let stacks = [stack(library, old)?, stack(library, new)?];
    let [old, new] = [&stacks[0], &stacks[1]].map(sayings);
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort();
    names.dedup();
    let mut page = Streams { ascii: look.style.ascii };
    let (mut changed, mut alike) = (0, 0);
    for name in names {
        let (before, after) = (old.get(name), new.get(name));
        // Which layers there are is told of each of them.
        if name.ends_with(REACHED) && !before.zip(after).is_some_and(|(old, new)| is_reordered(old, new)) {
            continue;
        }
        if is_covered(name, &old, &new) || before.zip(after).is_some_and(|(old, new)| old.is_same(new)) {
            alike += 1;
            continue;
        }
        changed += 1;
        if look.json {
            let side = |s: Option<&Saying>| s.map(|s| json!({"text": s.told(), "place": s.place}));
            let told = json!({"schema": "houserule.difference/1", "what": name, "old": side(before), "new": side(after)});
            page.out(&format!("{told}\n"));
        } else {
            page.out(&look.style.clean_lines(&told(name, before, after)));
        }
    }
    let waits: BTreeSet<(Arc<str>, String)> = stacks.iter().flat_map(waiting).collect();
    for (name, place) in waits {
        if look.json {
            page.out(&format!(
                "{}\n",
                json!({"schema": "houserule.waiting/1", "what": &*name, "place": place})
            ));
        } else {
            page.out(&look.style.clean_lines(&format!(
                "`{name}` is not here: what {place} changes of that waits for a scenario that has, as in PACK/SCENARIO\n"
            )));
        }
    }
    if !look.json {
        let words = if changed == 0 { "nothing differs".to_owned() } else { format!("{changed} differ") };
        page.out(&format!("{words}, {alike} alike\n"));
    }
    Ok(if changed == 0 { 0 } else { 2 })
}

/// Whether `prior` reaches the layers that are in both of these lists in another order.
fn is_reordered(old: &Saying, new: &Saying) -> bool {
    let [old, new] = [old, new].map(|saying| saying.text.split(", ").collect::<Vec<_>>());
    let in_new = old.iter().filter(|layer| new.contains(layer));
    let in_old = new.iter().filter(|layer| old.contains(layer));
    !in_new.eq(in_old)
}

/// Whether a rule lies below another one in one of the stacks only, and that is told of the one above, or that one never calls it.
fn is_covered(name: &str, old: &Sayings, new: &Sayings) -> bool {
    let Some((above, _)) =
        name.split_once(BELOW).filter(|_| !old.contains_key(name) || !new.contains_key(name))
    else {
        return false;
    };
    match (old.get(above), new.get(above)) {
        (Some(before), Some(after)) => !before.is_same(after) || !calls_prior(&after.text),
        _ => true,
    }
}

/// What house files change that no scenario of the stack has: what it is, and where that stands.
fn waiting(loaded: &Loaded) -> Vec<(Arc<str>, String)> {
    let told = |(name, span): &(Arc<str>, Span)| (name.clone(), loaded.sources.place(*span));
    loaded.data.waiting.iter().map(told).collect()
}

fn told(name: &str, before: Option<&Saying>, after: Option<&Saying>) -> String {
    let short = |text: &str| name.ends_with(REACHED) || (!text.contains('\n') && text.len() < 100);
    match (before, after) {
        (Some(old), Some(new)) if old.told() != new.told() && short(old.told()) && short(new.told()) => {
            format!("{name}: {} -> {} ({} -> {})\n", old.told(), new.told(), old.place, new.place)
        }
        (Some(old), Some(new)) if short(old.told()) => {
            format!("{name}: another one ({} -> {})\n", old.place, new.place)
        }
        (Some(old), Some(new)) => format!("{name}: another text ({} -> {})\n", old.place, new.place),
        (Some(old), None) => format!("{name}: only before ({})\n", old.place),
        (None, Some(new)) if short(new.told()) => format!("{name}: new, {} ({})\n", new.told(), new.place),
        (None, Some(new)) => format!("{name}: new ({})\n", new.place),
        (None, None) => String::new(),
    }
}

fn stack(library: &Library, text: &str) -> Result<Loaded, Failure> {
    let mut parts = text.split(['+', ',']).map(str::trim).filter(|p| !p.is_empty());
    let chosen = choose::choose(library, parts.next())?;
    let library = library.with_neighbours(&chosen.pack);
    let mut house: Vec<HouseFile> = Vec::new();
    for name in parts {
        house.push(choose::house(&library, &chosen.pack, name, None)?.0);
    }
    let request = Request { pack: chosen.pack, scenario: chosen.scenario, house, rulings: Vec::new() };
    Ok(load(&library, &request, &Arc::default())?)
}
