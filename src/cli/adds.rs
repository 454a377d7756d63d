//! What a house file brings along, in words: its rules, what it changes, and what was not there before.

use std::sync::Arc;

use crate::data::Data;
use crate::diagnostic::counted;
use crate::kernel::hex::HexMap;
use crate::kernel::plane::Tabletop;
use crate::pack::Loaded;
use crate::play::impact::Overrides;

/// So many maps are told by name.
const MOST_MAPS: usize = 3;

/// So many units that are changed for themselves, and scenarios.
const MOST_NAMES: usize = 3;

/// `2 rules, 1 change of data, a new map ford (9 x 7, 59 hexes)`. `bare` is the same game without the file, which is the last
/// layer of `loaded`; where it could not be loaded, only rules and changes are told. None where nothing of the file is in force.
pub(super) fn adds(loaded: &Loaded, bare: Option<&Loaded>) -> Option<String> {
    let layer = &loaded.layers.last()?.layer;
    let own = loaded.rules.rules().iter().filter(|r| !r.expression && r.layer == *layer);
    let mut rules = own.count();
    let changed = loaded.data.overridden.iter().filter(|o| o.new.layer == *layer);
    let mut changes = changed.count();
    let mut new = Vec::new();
    if let Some(bare) = bare {
        let mut overrides = Overrides::default();
        overrides.add(bare, loaded);
        // Rules for a type of units have the rank of the type.
        rules += overrides.rules.iter().filter(|rule| rule.is_for_one_type).count();
        changes += others(&overrides, loaded, bare);
        let maps = maps(&loaded.data, &bare.data);
        // A map that stands for another one is told as the map that it is.
        changes = changes.saturating_sub(maps.iter().filter(|map| !map.is_new).count());
        new = things(loaded, bare);
        match maps.len() > MOST_MAPS {
            true => new.push(counted(maps.len(), "map")),
            false => new.extend(maps.iter().map(Map::told)),
        }
    }
    let mut parts: Vec<String> = Vec::new();
    parts.extend((rules > 0).then(|| counted(rules, "rule")));
    parts.extend((changes > 0).then(|| format!("{} of data", counted(changes, "change"))));
    parts.extend(new);
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `unit i1 changed for itself in ford and moor`, of what a file adds in each scenario that it does something in.
pub(super) fn in_scenarios(adds: &[(String, String)]) -> String {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for (scenario, adds) in adds {
        match told.iter_mut().find(|(known, _)| known == adds) {
            Some((_, scenarios)) => scenarios.push(scenario),
            None => told.push((adds, vec![scenario])),
        }
    }
    let each = told.iter().map(|(adds, scenarios)| match scenarios.len() > MOST_NAMES {
        true => format!("{adds} in {}", counted(scenarios.len(), "scenario")),
        false => format!("{adds} in {}", scenarios.join(" and ")),
    });
    each.collect::<Vec<_>>().join("; ")
}

/// How many data of what was there before are others without standing over anything that was written, such as one modifier more.
fn others(overrides: &Overrides, with: &Loaded, without: &Loaded) -> usize {
    let before = &without.data.catalogue;
    let is_old = |what: &str| match what.split(' ').collect::<Vec<_>>()[..] {
        ["unit", name, ..] => before.type_named(name).is_some(),
        ["terrain", name, ..] => before.terrain_named(name).is_some(),
        _ => false,
    };
    let is_told = |what: &str| with.data.overridden.iter().any(|change| change.what == what);
    overrides.data.iter().filter(|datum| is_old(&datum.what) && !is_told(&datum.what)).count()
}

/// A map that a file has.
struct Map {
    name: String,
    size: String,
    is_new: bool,
}

impl Map {
    fn told(&self) -> String {
        let which = if self.is_new { "a new" } else { "another" };
        format!("{which} map `{}` ({})", self.name, self.size)
    }
}

/// The maps that are new, or others under the same names.
fn maps(with: &Data, without: &Data) -> Vec<Map> {
    let is_known = |name: &str| without.maps.contains_key(name) || without.tabletops.contains_key(name);
    let hexes = with.maps.iter().filter(|(name, map)| without.maps.get(*name) != Some(*map));
    let tables = with.tabletops.iter().filter(|(name, table)| without.tabletops.get(*name) != Some(*table));
    let sized = hexes.map(|(name, map)| (name, sheet(map)));
    let sized = sized.chain(tables.map(|(name, table)| (name, inches(table))));
    sized.map(|(name, size)| Map { name: name.to_string(), size, is_new: !is_known(name) }).collect()
}

/// `9 x 7, 59 hexes`.
fn sheet(map: &HexMap) -> String {
    let layout = map.layout();
    format!("{} x {}, {}", layout.columns(), layout.rows(), counted(map.hexes().count(), "hex"))
}

/// `72" x 48"`.
fn inches(table: &Tabletop) -> String {
    format!("{} x {}", table.width(), table.depth())
}

/// How much there is of what can be named and was not there before.
fn things(with: &Loaded, without: &Loaded) -> Vec<String> {
    let (new, old) = (&with.data, &without.data);
    let (of, before) = (&new.catalogue, &old.catalogue);
    // A unit that is changed for itself has a type of its own, named like it.
    let is_own = |name: &str| new.set_up.iter().flat_map(|s| &s.placed).any(|unit| &*unit.name == name);
    let types = of.unit_types.iter().filter(|t| before.type_named(&t.name).is_none());
    let (own, types): (Vec<_>, Vec<_>) = types.partition(|t| is_own(&t.name));
    let terrain = of.terrain.iter().filter(|t| before.terrain_named(&t.name).is_none());
    let attributes = of.attributes.keys().filter(|key| !before.attributes.contains_key(*key));
    let is_old = |subject, name: &str| before.property(subject, name).is_some();
    let properties = of.properties.iter().filter(|p| !is_old(p.subject, &p.name));
    let values = of.values.keys().filter(|name| !before.values.contains_key(*name));
    let tables = of.tables.keys().filter(|name| !before.tables.contains_key(*name));
    let hulls = of.hulls.iter().filter(|hull| !before.hulls.iter().any(|old| old.name == hull.name));
    let phases = of.phases.iter().filter(|phase| !before.phases.iter().any(|old| old.name == phase.name));
    let rolls =
        of.roll_kinds.iter().filter(|roll| !before.roll_kinds.iter().any(|old| old.name == roll.name));
    let commands = new.verbs.iter().filter(|verb| !old.verbs.iter().any(|old| old.name == verb.name));
    let scenarios = new.scenarios.keys().filter(|name| !old.scenarios.contains_key(*name));
    let all = [
        (types.len(), "unit type", "unit types"),
        (terrain.count(), "terrain", "terrains"),
        (hulls.count(), "hull", "hulls"),
        (attributes.count(), "attribute", "attributes"),
        (properties.count(), "property", "properties"),
        (values.count(), "value", "values"),
        (tables.count(), "table", "tables"),
        (commands.count(), "command", "commands"),
        (phases.count(), "phase", "phases"),
        (rolls.count(), "roll", "rolls"),
        (scenarios.count(), "scenario", "scenarios"),
    ];
    let there_is = all.into_iter().filter(|(count, ..)| *count > 0);
    let new =
        there_is.map(|(count, one, more)| format!("{count} new {}", if count == 1 { one } else { more }));
    let names: Vec<&Arc<str>> = own.iter().map(|of_one| &of_one.name).collect();
    changed_alone(&names).into_iter().chain(new).collect()
}

/// Units that have numbers of their own.
fn changed_alone(names: &[&Arc<str>]) -> Option<String> {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [] => None,
        [one] => Some(format!("unit {one} changed for itself")),
        more if more.len() > MOST_NAMES => {
            Some(format!("{} changed for themselves", counted(more.len(), "unit")))
        }
        more => Some(format!("units {} changed for themselves", more.join(" and "))),
    }
}
