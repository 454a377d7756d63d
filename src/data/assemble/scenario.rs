//! Scenarios: what each is called; of the one that is played its changes, sides, order of battle and victory.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::tree::{Entry, TokenKind};
use super::super::types::{Placed, ScenarioSummary, SetProperty, SetUp, Target, Victory};
use super::declare::unknown_key;
use super::roster::{At, Enlisted};
use super::tabletop::is_table;
use super::{Assembly, LayerFiles, Pass};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Origin, Subject};
use crate::kernel::hex::HexMap;
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::state::Place;
use crate::kernel::value::{SideId, TypeId, Value};

/// How many units an order of battle may have.
const MOST_UNITS: usize = 100_000;

const KEYS: [&str; 8] = ["map", "side", "units", "victory", "change", "delete", "set", "notes"];

/// The scenario that is being played, with its layer.
#[derive(Clone)]
pub(super) struct Chosen<'e> {
    name: Arc<str>,
    entry: &'e Entry,
    layer: Arc<Layer>,
    /// The units by side's entry, in order.
    units: Vec<(&'e Entry, Vec<Enlisted<'e>>)>,
}

impl Assembly<'_> {
    /// Notes every scenario's name and units; finds the one to be played.
    pub(super) fn find_scenario<'e>(
        &mut self,
        layers: &'e [LayerFiles],
        wanted: Option<&str>,
    ) -> Option<Chosen<'e>> {
        let mut chosen: Option<(Arc<str>, &Entry)> = None;
        for files in layers {
            self.layer = files.layer.clone();
            for entry in files.trees.iter().flat_map(|tree| &tree.entries) {
                if entry.key(self.sources) != Some("scenario") {
                    continue;
                }
                let read = self.summary(entry);
                let Some(name) = self.take(read) else { continue };
                if wanted == Some(&*name) {
                    chosen = Some((name, entry));
                }
                let rosters = entry.entries().iter().filter(|e| e.key(self.sources) == Some("units"));
                for unit in rosters.flat_map(Entry::entries) {
                    let units = self.enlisted(unit).unwrap_or_default();
                    self.waiting.extend(units.into_iter().map(|unit| unit.name));
                }
            }
        }
        self.check_scenario_names(layers, wanted);
        let (name, entry) = chosen?;
        let layer = Arc::new(Layer { rank: Rank::World, name: format!("scenario {name}").into() });
        Some(Chosen { name, entry, layer, units: Vec::new() })
    }

    fn check_scenario_names(&mut self, layers: &[LayerFiles], wanted: Option<&str>) {
        let names: Vec<Arc<str>> = self.data.scenarios.keys().cloned().collect();
        if let Some(wanted) = wanted.filter(|wanted| !self.data.scenarios.contains_key(*wanted)) {
            let told = Diagnostic::error(Code::NO_SCENARIO, format!("no scenario is called `{wanted}`"))
                .near(wanted, names.iter().map(|n| &**n));
            self.tell(match (&told.help, names.is_empty()) {
                (None, false) => told.help(format!("there are {}", super::list(names.iter().map(|n| &**n)))),
                (None, true) => told.help("the pack has no scenarios"),
                _ => told,
            });
        }
        for entry in layers.iter().flat_map(|files| &files.trees).flat_map(|tree| &tree.entries) {
            if entry.key(self.sources) != Some("pack") {
                continue;
            }
            for key in entry.entries().iter().filter(|e| e.key(self.sources) == Some("scenario")) {
                let Some(token) = key.tokens.get(1) else { continue };
                let name = self.sources.text(token.span);
                if !self.data.scenarios.contains_key(name) {
                    let told =
                        Diagnostic::error(Code::NO_SCENARIO, format!("no scenario is called `{name}`"))
                            .at(token.span, "")
                            .near(name, names.iter().map(|n| &**n));
                    self.tell(told);
                }
            }
        }
    }

    fn summary(&mut self, entry: &Entry) -> Result<Arc<str>, Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the scenario")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let mut notes = Vec::new();
        for entry in entry.entries() {
            let read = match entry.key(self.sources) {
                Some("notes") => {
                    let mut line = self.line(entry);
                    line.next();
                    line.text("a text").map(|text| notes.push(text))
                }
                Some(key) if KEYS.contains(&key) => Ok(()),
                Some(key) => Err(unknown_key(key, entry.tokens[0].span, "a scenario", &KEYS)),
                None => Err(self.line(entry).expected("a key of a scenario")),
            };
            self.take(read);
        }
        let origin = Origin { span, ..self.origin(entry) };
        if let Some(old) = self.data.scenarios.get(&name).map(|s| s.origin.clone()) {
            if old.layer == origin.layer {
                self.twice(&format!("scenario `{name}`"), span, old.span);
            } else {
                self.overridden(format!("scenario {name}"), &old, &origin);
            }
        }
        self.data.scenarios.insert(name.clone(), ScenarioSummary { title, notes, origin });
        Ok(name)
    }

    /// What the scenario changes, between the world's layers and those above; and who its units are.
    pub(super) fn change_by_scenario(&mut self, chosen: &mut Chosen<'_>) {
        self.layer = chosen.layer.clone();
        for entry in chosen.entry.entries() {
            match entry.key(self.sources) {
                Some("change" | "delete") => self.block(entry, Pass::Change),
                Some("units") => {
                    let units = self.roster(entry);
                    chosen.units.push((entry, units));
                }
                _ => {}
            }
        }
    }

    /// The units of one side; each with changes of its own gets a type of its own.
    fn roster<'e>(&mut self, block: &'e Entry) -> Vec<Enlisted<'e>> {
        let mut all = Vec::new();
        for entry in block.entries() {
            if self.is_full() {
                break;
            }
            let read = self.enlisted(entry);
            let Some(units) = self.take(read) else { continue };
            for unit in units {
                if self.own_units.len() >= MOST_UNITS {
                    let title = format!("an order of battle has more than {MOST_UNITS} units");
                    self.tell(
                        Diagnostic::error(Code::TOO_LARGE, title).at(unit.span, "this one is too many"),
                    );
                    return all;
                }
                let origin = Origin { span: unit.span, ..self.origin(entry) };
                if let Some((_, first)) = self.own_units.get(&unit.name) {
                    let first = first.span;
                    self.tell(
                        Diagnostic::error(Code::DUPLICATE, format!("two units are called `{}`", unit.name))
                            .at(unit.span, "the second")
                            .at(first, "the first")
                            .help("give each unit its own name"),
                    );
                    continue;
                }
                if let Some(draft) = self.units.get(&unit.name) {
                    let first = draft.origin.span;
                    self.tell(
                        Diagnostic::error(
                            Code::DUPLICATE,
                            format!("a unit has the name of the unit type `{}`", unit.name),
                        )
                        .at(unit.span, "the unit")
                        .at(first, "the unit type")
                        .help(format!("call the unit `{}1`", unit.name)),
                    );
                    continue;
                }
                self.own_units.insert(unit.name.clone(), (unit.unit_type.0.clone(), origin.clone()));
                if entry.body.is_some() {
                    let base = (unit.unit_type.0.clone(), unit.unit_type.1);
                    self.begin_unit(unit.name.clone(), unit.title.clone(), Some(base), origin);
                    self.unit_entries(&unit.name, entry.entries(), true);
                }
                all.push(unit);
            }
        }
        all
    }

    /// The set-up, when the catalogue is complete.
    pub(super) fn set_up(&mut self, chosen: Chosen<'_>) {
        self.layer = chosen.layer.clone();
        let summary = self.data.scenarios[&chosen.name].clone();
        let mut set_up = SetUp {
            scenario: chosen.name.clone(),
            title: summary.title,
            notes: summary.notes,
            map: HexMap::default(),
            map_name: chosen.name.clone(),
            placed: Vec::new(),
            victory: Vec::new(),
            properties: Vec::new(),
        };
        let entries = chosen.entry.entries();
        for entry in entries {
            let read = match entry.key(self.sources) {
                Some("map") => self.scenario_map(entry, &mut set_up),
                Some("side") => self.side(entry),
                _ => Ok(()),
            };
            self.take(read);
        }
        if self.data.catalogue.sides.is_empty() {
            self.tell(
                Diagnostic::error(Code::MISSING_KEY, format!("scenario `{}` has no sides", chosen.name))
                    .at(chosen.entry.head(), "")
                    .help("write `side red \"Red army\"` into its block, in the order of play"),
            );
        }
        let types: BTreeMap<Arc<str>, TypeId> = (self.data.catalogue.unit_types.iter().enumerate())
            .map(|(i, unit_type)| (unit_type.name.clone(), TypeId(i as u32)))
            .collect();
        let has_map = entries.iter().any(|entry| entry.key(self.sources) == Some("map"));
        for (block, units) in &chosen.units {
            let read = self.side_of(block);
            let Some(side) = self.take(read) else { continue };
            for unit in units {
                if self.is_full() {
                    break;
                }
                let read = self.placed(unit, side, &types, &set_up.map, has_map);
                set_up.placed.extend(self.take(read));
            }
        }
        for entry in entries {
            match entry.key(self.sources) {
                Some("victory") => {
                    let read = self.victory(entry);
                    set_up.victory.extend(self.take(read));
                }
                Some("set") => {
                    let read = self.set_property(entry, &set_up.map);
                    set_up.properties.extend(self.take(read));
                }
                _ => {}
            }
        }
        self.data.set_up = Some(set_up);
    }

    /// `map ford`, or a map of its own: `map { … }`.
    fn scenario_map(&mut self, entry: &Entry, set_up: &mut SetUp) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        if !set_up.map.layout().is_empty() || self.data.catalogue.tabletop.is_some() {
            return Err(Diagnostic::error(Code::DUPLICATE, "a scenario has two maps")
                .at(entry.head(), "the second")
                .help("a scenario is played on one map"));
        }
        if entry.body.is_some() {
            if let Some(TokenKind::Word) = line.peek().map(|t| t.kind) {
                set_up.map_name = line.name("the name of the map")?.0;
            }
            line.text_or_nothing();
            line.no_more()?;
            if is_table(entry, self.sources) {
                self.data.catalogue.tabletop = Some(self.table_of(entry)?);
            } else {
                set_up.map = self.map_of(entry, entry.head())?;
            }
            return Ok(());
        }
        let (name, span) = line.word("the name of a map")?;
        line.done()?;
        if let Some(table) = self.data.tabletops.get(&name) {
            self.data.catalogue.tabletop = Some(table.clone());
            set_up.map_name = name;
            return Ok(());
        }
        match self.data.maps.get(&name) {
            Some(map) => {
                set_up.map = map.clone();
                set_up.map_name = name;
                Ok(())
            }
            None if self.waiting_maps.contains_key(&name) => {
                let told = self.waiting_maps.remove(&name).unwrap_or_default();
                let note = "terrain that another scenario's file declares is there in that scenario alone";
                self.told.extend(told.into_iter().map(|told| told.note(note)));
                Ok(())
            }
            // A map with mistakes has been told of already.
            None if self.data.map_origins.contains_key(&name) => Ok(()),
            None => {
                let told = Diagnostic::error(Code::UNKNOWN_MAP, format!("no map is called `{name}`"))
                    .at(span, "")
                    .near(&name, self.data.maps.keys().map(|n| &**n));
                Err(match told.help {
                    Some(_) => told,
                    None => told.help(format!("define it: `map {name} {{ hexes … }}`")),
                })
            }
        }
    }

    /// The side that a `units` block is of.
    fn side_of(&self, block: &Entry) -> Result<SideId, Diagnostic> {
        let mut line = self.line(block);
        line.next();
        let (name, span) = line.word("the name of a side")?;
        line.no_more()?;
        self.side_named(&name, span)
    }

    fn side_named(&self, name: &str, span: Span) -> Result<SideId, Diagnostic> {
        self.data.catalogue.side_named(name).ok_or_else(|| {
            let names = self.data.catalogue.sides.iter().map(|side| &*side.name);
            let told = Diagnostic::error(Code::UNKNOWN_SIDE, format!("no side is called `{name}`"))
                .at(span, "")
                .near(name, names.clone());
            match told.help {
                Some(_) => told,
                None => told.help(format!("sides here are {}", super::list(names))),
            }
        })
    }

    fn placed(
        &self,
        unit: &Enlisted<'_>,
        side: SideId,
        types: &BTreeMap<Arc<str>, TypeId>,
        map: &HexMap,
        has_map: bool,
    ) -> Result<Placed, Diagnostic> {
        let (type_name, span) = &unit.unit_type;
        let Some(general) = types.get(type_name).filter(|_| !self.own_units.contains_key(type_name)) else {
            let names = types.keys().filter(|name| !self.own_units.contains_key(*name)).map(|n| &**n);
            return Err(self.unknown((Code::UNKNOWN_TYPE, "unit type"), type_name, *span, names));
        };
        // A unit that some layer changes for itself has a type of its own, named like it.
        let unit_type = *types.get(&unit.name).unwrap_or(general);
        let place = match unit.at {
            None => Place::Reserve,
            Some(At::Point(x, y, degrees)) => match &self.data.catalogue.tabletop {
                Some(table) => {
                    let (point, facing) = self.stand((x, y, degrees), table, x.span)?;
                    Place::Table(point, facing)
                }
                None => {
                    return Err(Diagnostic::error(
                        Code::BAD_VALUE,
                        "a unit stands at a point, but there is no table",
                    )
                    .at(x.span, "")
                    .help("on a map of hexes write `at 0101`; for a table write `map { table 48 x 36 }`"));
                }
            },
            Some(At::Hex(at)) if self.data.catalogue.tabletop.is_some() => {
                return Err(Diagnostic::error(Code::BAD_VALUE, "on a table a unit stands at a point")
                    .at(at.span, "")
                    .help("write `at 12.5 30 facing 90`: from the left edge, from the lower edge, degrees clockwise from up"));
            }
            // A map with mistakes has been told of already.
            Some(_) if map.layout().is_empty() && has_map => Place::Reserve,
            Some(At::Hex(at)) if map.layout().is_empty() => {
                return Err(Diagnostic::error(
                    Code::BAD_HEX,
                    "a unit stands on a map that the scenario does not have",
                )
                .at(at.span, "")
                .help("write `map …` into the scenario"));
            }
            Some(At::Hex(at)) => Place::Hex(self.hex_numbered(self.sources.text(at.span), at.span, map)?),
        };
        let title =
            unit.title.clone().unwrap_or_else(|| self.data.catalogue.unit_type(unit_type).title.clone());
        let origin = Origin { span: unit.span, ..self.origin(unit.entry) };
        Ok(Placed { name: unit.name.clone(), title, unit_type, side, place, origin })
    }

    /// `victory draw when (turn() > 8) "time is up"`.
    fn victory(&mut self, entry: &Entry) -> Result<Victory, Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.word("the name of a side, or `draw`")?;
        let side = if &*name == "draw" { None } else { Some(self.side_named(&name, span)?) };
        let help = "write `victory draw when (turn() > 8) \"time is up\"`";
        if !line.skip_word("when") {
            return Err(line.expected("`when` and a condition").help(help));
        }
        let Some(condition) = line.skip(TokenKind::Expression) else {
            return Err(line.expected("a condition in brackets").help(help));
        };
        let reason = line.text("a text: the reason").map_err(|d| d.help(help))?;
        line.done()?;
        let rule = self.generate(condition.span, &[], format!("the condition of victory `{name}`"))?;
        Ok(Victory { side, rule, reason, origin: self.origin(entry) })
    }

    /// What a property may hold that maps mark: a hex by its number, or nothing.
    fn marked_value(&self, line: &mut super::Line<'_, '_>, map: &HexMap) -> Result<Value, Diagnostic> {
        match line.peek() {
            Some(token) if matches!(token.kind, TokenKind::Number { .. }) => {
                line.next();
                let text = self.sources.text(token.span);
                let hex = self.hex_numbered(text, token.span, map);
                Ok(Value::Hex(hex.map_err(|told| told.note("maps mark the hex that this property holds"))?))
            }
            _ if line.skip_word("nothing") => Ok(Value::Nothing),
            _ => Err(line.expected("the number of a hex, or `nothing`: maps mark what this property holds")),
        }
    }

    /// `set hex 0304 burning true`, `set unit i1 wounds 1`, `set side red points 2`, `set game x 3`.
    fn set_property(&mut self, entry: &Entry, map: &HexMap) -> Result<SetProperty, Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (kind, span) = line.word("`hex`, `unit`, `side` or `game`")?;
        let (subject, target) = match &*kind {
            "hex" => {
                let token = line.next().ok_or_else(|| line.expected("a hex number"))?;
                let hex = self.hex_numbered(self.sources.text(token.span), token.span, map)?;
                (Subject::Hex, Target::Hex(hex))
            }
            "unit" => {
                let (name, at) = line.word("the name of a unit")?;
                if !self.own_units.contains_key(&name) {
                    return Err(Diagnostic::error(Code::UNKNOWN_UNIT, format!("no unit is called `{name}`"))
                        .at(at, "")
                        .near(&name, self.own_units.keys().map(|n| &**n)));
                }
                (Subject::Unit, Target::Unit(name))
            }
            "side" => {
                let (name, at) = line.word("the name of a side")?;
                (Subject::Side, Target::Side(self.side_named(&name, at)?))
            }
            "game" => (Subject::Game, Target::Game),
            _ => {
                return Err(Diagnostic::error(Code::BAD_VALUE, format!("`{kind}` cannot have properties"))
                    .at(span, "")
                    .help("`hex`, `unit`, `side` and `game` can"));
            }
        };
        let (name, at) = line.word("the name of a property")?;
        let Some((_, def)) = self.data.catalogue.property(subject, &name) else {
            let known =
                self.data.catalogue.properties.iter().filter(|p| p.subject == subject).map(|p| &*p.name);
            let told = Diagnostic::error(Code::UNKNOWN_KEY, format!("a {kind} has no property `{name}`"))
                .at(at, "")
                .near(&name, known);
            return Err(match told.help {
                Some(_) => told,
                None => told.help(format!("declare it: `property {kind} {name} 0 \"…\"`")),
            });
        };
        let (default, holds_hexes) = (def.default.clone(), def.listed.marked.is_some());
        let at = line.peek().map_or(line.end(), |t| t.span);
        let value = match holds_hexes {
            true => self.marked_value(&mut line, map)?,
            false => self.plain_value(&mut line)?,
        };
        line.done()?;
        let fits = matches!((&default, &value), (Value::Nothing, _) | (_, Value::Nothing));
        if !fits && default.kind() != value.kind() {
            return Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("`{name}` is {}, and `{value}` is {}", default.kind(), value.kind()),
            )
            .at(at, ""));
        }
        Ok(SetProperty { target, name, value, origin: Origin { span: at, ..self.origin(entry) } })
    }
}
