//! The units as a table: what each is, where it is, what is printed on it and what has happened to it.

use std::ops::Range;

use serde_json::{Map, Value as Json, json};

use super::called::Called;
use super::printed::{Printed, declared, is_above};
use super::style::{Ink, Style, long_name};
use super::tables::{Cell, Column, Listing, Room};
use super::tidy::tidy;
use crate::kernel::catalogue::{
    AttributeDef, AttributeForm, Catalogue, Measure, PropertyDef, Subject, UnitType, Written,
};
use crate::kernel::hex::HexMap;
use crate::kernel::plane::{Length, Turn};
use crate::kernel::state::{Place, State, Target, Unit};
use crate::kernel::value::{UnitId, Value};

/// Forms of attributes that have a column of their own.
const IN_COLUMNS: [AttributeForm; 2] = [AttributeForm::Number, AttributeForm::Rating];

/// Answers for the rules of computed attributes: the unit, the rule's name. Nothing where the number has no meaning, as one
/// that comes from the hex of a unit that is in none.
pub type Compute<'a> = &'a dyn Fn(UnitId, &str) -> Option<i64>;

/// Which units are listed, and what knows about them.
#[derive(Clone, Copy)]
pub struct Roster<'a> {
    /// What is printed.
    pub catalogue: &'a Catalogue,
    /// The map, for hex numbers.
    pub map: &'a HexMap,
    /// The state.
    pub state: &'a State,
    /// Only these units; without it all.
    pub only: Option<&'a [UnitId]>,
    /// Asks the rule of a computed attribute for a unit; without it, or without an answer, `by rule` is shown, and off the
    /// map a dash. It is not asked for a unit that is out of play: what rules say of nobody is not what it had when it fell.
    pub compute: Option<Compute<'a>>,
}

impl std::fmt::Debug for Roster<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Roster").field("only", &self.only).finish_non_exhaustive()
    }
}

/// The units in order of battle, each line ended. A star marks what a layer has changed on the print. Where one table of
/// it all does not fit, what is printed stands in tables of its own, in which units with the same numbers share a row.
pub fn units_table(roster: &Roster<'_>, style: &Style) -> String {
    let rows: Vec<Row<'_>> = roster.rows();
    if rows.is_empty() {
        return "no units\n".to_owned();
    }
    let attributes = roster.attributes();
    let is_shown = |at: &usize| !attributes[*at].listed.inner && rows.iter().any(|row| !row.is_blank(*at));
    let shown: Vec<usize> = (0..attributes.len()).filter(is_shown).collect();
    let heads: Vec<Column> =
        shown.iter().map(|at| Column::number(&attributes[*at].name).room(Room::Drop)).collect();
    let numbers = |row: &Row<'_>| shown.iter().map(|at| roster.number(row, *at, style)).collect();
    let whole = standing(roster, &rows, &heads, &numbers, style);
    let mut out = if whole.fits(style) {
        whole.draw(style)
    } else {
        let mut text = standing(roster, &rows, &[], &|_| Vec::new(), style).draw(style);
        let mut from = 0;
        while from < heads.len() {
            let alike = |to| numbers_alike(roster, &rows, &heads, &numbers, from..to);
            let to = (from + 1..=heads.len()).rev().find(|to| alike(*to).fits(style)).unwrap_or(heads.len());
            text.push_str(&format!("\n{}", alike(to).draw(style)));
            from = to;
        }
        text
    };
    if rows.iter().any(|row| shown.iter().any(|at| row.attributes[*at].changed)) {
        out.push_str(&style.paint(style.faint(), "* changed by a layer"));
        out.push('\n');
    }
    out
}

/// Whose each unit is, where it stands, its numbers and what has happened to it.
fn standing(
    roster: &Roster<'_>,
    rows: &[Row<'_>],
    heads: &[Column],
    numbers: &dyn Fn(&Row<'_>) -> Vec<Cell>,
    style: &Style,
) -> Listing {
    let mut columns = vec![
        Column::text("unit"),
        Column::text("type").room(Room::Wrap).yielding(),
        Column::text("side").room(Room::Wrap),
        Column::text(if roster.catalogue.tabletop.is_some() { "place" } else { "hex" }).room(Room::Wrap),
    ];
    columns.extend_from_slice(heads);
    let has_events = rows.iter().any(|row| row.told_events().next().is_some());
    columns.extend(has_events.then(|| Column::text("now").room(Room::Wrap)));
    let mut listing = Listing::new(columns);
    for row in rows {
        let ink = style.side_ink(roster.catalogue, row.unit.side);
        let mut cells = vec![
            Cell::inked(&*row.unit.name, ink),
            Cell::from(roster.type_title(row.unit)),
            Cell::inked(roster.side_title(row.unit), ink),
            Cell::from(roster.place(row.unit)),
        ];
        cells.extend(numbers(row));
        let events = row.told_events().map(|(property, value)| roster.event(property, value));
        cells.push(Cell::from(events.collect::<Vec<_>>().join(", ")));
        listing.row(cells);
    }
    listing
}

/// Some of the numbers alone; units of one type share a row where all their numbers are the same.
fn numbers_alike(
    roster: &Roster<'_>,
    rows: &[Row<'_>],
    heads: &[Column],
    numbers: &dyn Fn(&Row<'_>) -> Vec<Cell>,
    shown: Range<usize>,
) -> Listing {
    let mut alike: Vec<(&str, Vec<Cell>, Vec<&str>)> = Vec::new();
    for row in rows {
        let (title, cells) = (roster.type_title(row.unit), numbers(row));
        match alike.iter_mut().find(|(of, same, _)| *of == title && *same == cells) {
            Some((_, _, units)) => units.push(&row.unit.name),
            None => alike.push((title, cells, vec![&row.unit.name])),
        }
    }
    let first = [Column::text("type").room(Room::Wrap), Column::text("units").room(Room::Wrap)];
    let mut listing = Listing::new(first.into_iter().chain(heads[shown.clone()].iter().cloned()));
    for (title, cells, units) in alike {
        let first = [Cell::from(title), Cell::from(units.join(" "))];
        listing.row(first.into_iter().chain(cells[shown.clone()].iter().cloned()));
    }
    listing
}

/// The same for programs, schema `houserule.units/1`.
pub fn units_json(roster: &Roster<'_>) -> Json {
    let attributes = roster.attributes();
    let called = roster.called();
    let unit = |row: &Row<'_>| {
        let printed = attributes.iter().zip(&row.attributes).filter(|(_, p)| p.value != Some(Value::Nothing));
        let printed: Map<String, Json> = printed
            .map(|(definition, printed)| {
                let value = printed.value.as_ref().map(|value| called.json(value));
                let by_rule = printed.value.is_none();
                let told = json!({ "value": value, "changed": printed.changed, "by_rule": by_rule });
                (tidy(&definition.name).into_owned(), told)
            })
            .collect();
        let events: Map<String, Json> =
            row.events.iter().map(|(p, v)| (tidy(&p.name).into_owned(), called.json(v))).collect();
        let is_locked = roster.state.help_lock().is_some();
        let (place, hex) = match row.unit.place {
            Place::Hex(_) | Place::Table(..) if is_locked => ("locked", Json::Null),
            Place::Hex(hex) => ("map", called.json(&Value::Hex(hex))),
            Place::Table(at, _) => ("table", called.json(&Value::Point(at))),
            Place::Reserve => ("reserve", Json::Null),
            Place::Out => ("out", Json::Null),
        };
        json!({
            "name": tidy(&row.unit.name),
            "type": called.json(&Value::Type(roster.catalogue.printed_type(&row.unit.name, row.unit.unit_type))),
            "side": tidy(&roster.catalogue.side(row.unit.side).name),
            "place": place,
            "hex": hex,
            "attributes": printed,
            "properties": events,
        })
    };
    json!({ "schema": "houserule.units/1", "units": roster.rows().iter().map(unit).collect::<Vec<_>>() })
}

/// One unit with what is listed of it.
pub(super) struct Row<'a> {
    pub(super) unit: &'a Unit,
    pub(super) attributes: Vec<Printed>,
    /// Properties that are not as they were at the start.
    pub(super) events: Vec<(&'a PropertyDef, Value)>,
}

impl Row<'_> {
    /// The properties that a list tells.
    pub(super) fn told_events(&self) -> impl Iterator<Item = (&PropertyDef, &Value)> {
        self.events.iter().filter(|(property, _)| !property.listed.inner).map(|(p, value)| (*p, value))
    }

    /// Whether a unit has no value for an attribute, by its place among them.
    pub(super) fn is_blank(&self, attribute: usize) -> bool {
        self.attributes[attribute].value == Some(Value::Nothing)
    }
}

impl<'a> Roster<'a> {
    /// What knows the names of values.
    pub(super) fn called(&self) -> Called<'a> {
        Called { catalogue: self.catalogue, map: self.map, state: self.state }
    }

    /// The attributes of units that have columns, in the order of declaration.
    pub(super) fn attributes(&self) -> Vec<&'a AttributeDef> {
        declared(self.catalogue, Subject::Unit, &IN_COLUMNS).into_iter().map(|(_, d)| d).collect()
    }

    fn rows(&self) -> Vec<Row<'a>> {
        let units = self.state.units().filter(|(id, _)| self.only.is_none_or(|only| only.contains(id)));
        let attributes = self.attributes();
        units.map(|(id, unit)| self.row(id, unit, &attributes)).collect()
    }

    /// One unit, with these attributes.
    pub(super) fn row(&self, id: UnitId, unit: &'a Unit, attributes: &[&'a AttributeDef]) -> Row<'a> {
        let definition = self.catalogue.unit_type(unit.unit_type);
        let compute = self.asked_of(id);
        let properties = self.catalogue.properties.iter().enumerate();
        let events = properties.filter(|(_, p)| p.subject == Subject::Unit).filter_map(|(at, property)| {
            let value = self.state.property(self.catalogue, Target::Unit(id), at as u32);
            let is_told = self.state.help_lock().is_none() || !value.tells_place();
            (is_told && value != property.default).then_some((property, value))
        });
        let attributes = attributes.iter().map(|attribute| self.printed(definition, attribute, &compute));
        Row { unit, attributes: attributes.collect(), events: events.collect() }
    }

    /// What answers for the rules of one unit's computed attributes.
    pub(super) fn asked_of(&self, unit: UnitId) -> impl Fn(&str) -> Option<i64> + use<'a> {
        let compute = self.compute.filter(|_| self.state.unit(unit).place != Place::Out);
        move |rule| compute.and_then(|compute| compute(unit, rule))
    }

    /// What stands for a number that only a rule could say, and that it does not say of a unit.
    pub(super) fn unsaid(unit: &Unit) -> &'static str {
        match unit.place {
            Place::Hex(_) | Place::Table(..) => "by rule",
            Place::Reserve | Place::Out => "–",
        }
    }

    /// An attribute of a type; absent where it goes with another one that the type does not have.
    pub(super) fn printed(
        &self,
        of: &UnitType,
        attribute: &AttributeDef,
        compute: &dyn Fn(&str) -> Option<i64>,
    ) -> Printed {
        let printed = |attribute: &AttributeDef| {
            let is_change = |written: &_| self.is_change(of, &attribute.name, written);
            Printed::of(of.attributes.get(&attribute.name), attribute, is_change, compute)
        };
        let other = attribute.listed.with.as_ref();
        let other = other.and_then(|name| self.catalogue.attributes.get(&(Subject::Unit, name.clone())));
        match other.map(|other| printed(other).value) {
            Some(Some(Value::Nothing | Value::Bool(false))) => {
                Printed { value: Some(Value::Nothing), changed: false }
            }
            _ => printed(attribute),
        }
    }

    /// Whether a write is no print. What a type has from another one, as a unit with a number of its own has the rest from its
    /// type, is a change only where it is one there.
    fn is_change(&self, of: &UnitType, attribute: &str, written: &Written) -> bool {
        let base = of.base.map(|base| self.catalogue.unit_type(base));
        let inherited =
            base.filter(|base| base.attributes.get(attribute).is_some_and(|all| all.contains(written)));
        is_above(written, &of.origin) && inherited.is_none_or(|base| self.is_change(base, attribute, written))
    }

    /// The cell of an attribute, by its place among those of the row.
    fn number(&self, row: &Row<'_>, attribute: usize, style: &Style) -> Cell {
        let printed = &row.attributes[attribute];
        let ink = if printed.changed { style.noted() } else { Ink::new() };
        Cell::inked(printed.text(Self::unsaid(row.unit), |value| self.called().text(value)), ink)
    }

    /// The long name of its type.
    pub(super) fn type_title(&self, unit: &Unit) -> &'a str {
        let definition = self.catalogue.unit_type(unit.unit_type);
        if definition.title.is_empty() { &definition.name } else { &definition.title }
    }

    pub(super) fn side_title(&self, unit: &Unit) -> &'a str {
        self.catalogue.sides.get(unit.side.index()).map_or("", long_name)
    }

    /// The hex that it is in, or why it is in none.
    pub(super) fn place(&self, unit: &Unit) -> String {
        match unit.place {
            Place::Hex(_) | Place::Table(..) if self.state.help_lock().is_some() => "locked".to_owned(),
            Place::Hex(hex) => self.called().text(&Value::Hex(hex)),
            Place::Table(at, facing) => format!("{at} {facing}"),
            Place::Reserve => "reserve".to_owned(),
            Place::Out => "out".to_owned(),
        }
    }

    /// `wounds 2`, or the bare name of what is true or false.
    pub(super) fn event(&self, property: &PropertyDef, value: &Value) -> String {
        let name = &property.name;
        match value {
            Value::Bool(true) => name.to_string(),
            Value::Bool(false) | Value::Nothing => format!("not {name}"),
            value => format!("{name} {}", self.measured(property, value)),
        }
    }

    /// The value of a property, in what it measures.
    pub(super) fn measured(&self, property: &PropertyDef, value: &Value) -> String {
        match (property.listed.measure, value) {
            (Measure::Inches, Value::Int(n)) => Length::thousandths(*n).to_string(),
            (Measure::Degrees, Value::Int(n)) => match Turn::millionths(*n).to_string() {
                one if one == "1" => "1 degree".to_owned(),
                more => format!("{more} degrees"),
            },
            (_, value) => self.called().text(value),
        }
    }
}
