//! One unit, or one unit type, with everything that is printed on it and has happened to it, line by line.

use super::printed::declared;
use super::roster::Roster;
use super::style::{Ink, Style};
use super::tables::{Cell, Column, Listing, Room};
use super::terrain::modifier;
use crate::kernel::catalogue::{AttributeForm, Exception, Subject, UnitType};
use crate::kernel::state::Target;
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::kernel::writes::fold;

/// Forms that are a name with a value.
const VALUES: [AttributeForm; 3] = [AttributeForm::Number, AttributeForm::Rating, AttributeForm::Word];

/// A unit: its place, what is printed, what is no longer as at the start. `all` also tells the properties that are, and
/// those that only serve the rules.
pub fn unit_told(roster: &Roster<'_>, unit: UnitId, all: bool, style: &Style) -> String {
    let of = roster.state.unit(unit);
    let definition = roster.catalogue.unit_type(of.unit_type);
    let place = roster.place(of);
    let title = format!("{}, {} of {}, {place}", of.name, roster.type_title(of), roster.side_title(of));
    let compute = roster.asked_of(unit);
    let mut text = painted(style.strong(), &title, style);
    text.push_str(&printed(roster, definition, &compute, Roster::unsaid(of), style));
    let mut now = listing();
    let mut left_out = 0;
    for (at, property) in roster.catalogue.properties.iter().enumerate() {
        let value = roster.state.property(roster.catalogue, Target::Unit(unit), at as u32);
        let is_open = roster.state.help_lock().is_none() || !value.tells_place();
        if property.subject != Subject::Unit || !is_open {
            continue;
        }
        if !all && (property.listed.inner || value == property.default) {
            left_out += 1;
            continue;
        }
        let value = roster.measured(property, &value);
        now.row([&*property.name, &value, &property.title].map(Cell::from));
    }
    if !now.rows.is_empty() {
        text.push_str(&(painted(style.strong(), "now", style) + &now.draw(style)));
    }
    if left_out > 0 {
        let told = match left_out {
            1 => "1 property is as at the start or only serves the rules; `--all` tells it too".to_owned(),
            n => {
                format!("{n} properties are as at the start or only serve the rules; `--all` tells them too")
            }
        };
        text.push_str(&style.lines(&told));
    }
    text
}

/// The numbers that lists tell of a type: `ATT 3, DEF 2`. Those that only a rule can say are left out.
pub fn type_numbers(roster: &Roster<'_>, unit_type: TypeId) -> String {
    let definition = roster.catalogue.unit_type(unit_type);
    let numbers = roster.attributes().into_iter().filter(|of| !of.listed.inner).filter_map(|of| {
        let value =
            roster.printed(definition, of, &|_| None).value.filter(|value| *value != Value::Nothing)?;
        Some(format!("{} {}", of.name, roster.called().text(&value)))
    });
    numbers.collect::<Vec<_>>().join(", ")
}

/// A unit type as it is printed.
pub fn type_told(roster: &Roster<'_>, unit_type: TypeId, style: &Style) -> String {
    let definition = roster.catalogue.unit_type(unit_type);
    let title = if definition.title.is_empty() { &definition.name } else { &definition.title };
    let title = match definition.base {
        Some(base) => format!("{title}, a kind of {}", roster.catalogue.unit_type(base).name),
        None => title.to_string(),
    };
    painted(style.strong(), &title, style) + &printed(roster, definition, &|_| None, "by rule", style)
}

/// A sentence in lines that fit, each painted and ended.
fn painted(ink: Ink, sentence: &str, style: &Style) -> String {
    style.lines(sentence).lines().map(|line| style.paint(ink, line) + "\n").collect()
}

fn listing() -> Listing {
    Listing::new([Column::text(""), Column::text("").room(Room::Wrap), Column::text("").room(Room::Wrap)])
}

/// Attributes with their long names, flags, the hull, and what it makes of terrain. `unsaid` is told where no rule
/// answers.
fn printed(
    roster: &Roster<'_>,
    definition: &UnitType,
    compute: &dyn Fn(&str) -> Option<i64>,
    unsaid: &str,
    style: &Style,
) -> String {
    let catalogue = roster.catalogue;
    let mut listing = listing();
    let mut is_changed = false;
    for (name, attribute) in declared(catalogue, Subject::Unit, &VALUES) {
        let printed = roster.printed(definition, attribute, compute);
        if printed.value == Some(Value::Nothing) && !printed.changed {
            continue;
        }
        is_changed |= printed.changed;
        let ink = if printed.changed { style.noted() } else { Ink::new() };
        let value = Cell::inked(printed.text(unsaid, |value| roster.called().text(value)), ink);
        listing.row([Cell::from(&**name), value, Cell::from(&*attribute.title)]);
    }
    for (name, flag) in declared(catalogue, Subject::Unit, &[AttributeForm::Flag]) {
        let printed = roster.printed(definition, flag, compute);
        if printed.value == Some(Value::Bool(true)) {
            is_changed |= printed.changed;
            let star = if printed.changed { "*" } else { "" };
            listing.row([Cell::from(&**name), Cell::from(star), Cell::from(&*flag.title)]);
        }
    }
    if let Some(hull) = definition.hull.map(|hull| catalogue.hull(hull)) {
        listing.row([Cell::from("hull"), Cell::from(&*hull.name), Cell::from("`hull` shows its circles")]);
    }
    for (terrain, exception) in &definition.exceptions {
        let name = format!("in {}", catalogue.terrain_def(*terrain).name);
        listing.row([Cell::from(name), Cell::default(), Cell::from(differs(roster, exception))]);
    }
    let mut text = listing.draw(style);
    if is_changed {
        text.push_str(&painted(
            style.faint(),
            "* changed by a layer; `rules origin NAME` tells where",
            style,
        ));
    }
    text
}

/// `as clear, cost 3, ignores DEF, +1 ATT when …`.
fn differs(roster: &Roster<'_>, exception: &Exception) -> String {
    let mut parts = Vec::new();
    if let Some(other) = exception.counts_as {
        parts.push(format!("as {}", roster.catalogue.terrain_def(other).name));
    }
    for (name, writes) in &exception.attributes {
        let value = fold(writes, |_| Err(())).ok().map(|(value, _)| value);
        let value = value.map_or_else(|| "by rule".to_owned(), |value| roster.called().text(&value));
        parts.push(format!("{name} {value}"));
    }
    for ignored in &exception.ignores {
        let what = if &**ignored == "*" { "all modifiers" } else { ignored };
        parts.push(format!("ignores {what}"));
    }
    parts.extend(exception.modifiers.iter().map(modifier));
    parts.join(", ")
}
