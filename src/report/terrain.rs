//! The terrain as a table: its sign, its attributes and its modifiers as they are written.

use serde_json::{Map, Value as Json, json};

use super::printed::{Printed, declared, is_above};
use super::style::{Ink, Style};
use super::tables::{Cell, Column, Listing, Room};
use super::tidy::tidy;
use crate::kernel::catalogue::{Amount, AttributeDef, AttributeForm, Catalogue, Modifier, Subject, Terrain};
use crate::kernel::value::Value;

const NUMBERS: [AttributeForm; 2] = [AttributeForm::Number, AttributeForm::Rating];
const WORDS: [AttributeForm; 2] = [AttributeForm::Flag, AttributeForm::Word];

/// All terrain, each line ended. A star marks what a layer has changed on the print.
pub fn terrain_table(catalogue: &Catalogue, style: &Style) -> String {
    if catalogue.terrain.is_empty() {
        return "no terrain\n".to_owned();
    }
    let has = |definition: &&AttributeDef| {
        catalogue.terrain.iter().any(|terrain| printed(terrain, definition).value != Some(Value::Nothing))
    };
    let numbers: Vec<&AttributeDef> = attributes(catalogue, &NUMBERS).into_iter().filter(has).collect();
    let mut columns = vec![Column::text("sign"), Column::text("terrain"), Column::text("lies in")];
    columns.extend(numbers.iter().map(|definition| Column::number(&definition.name).room(Room::Drop)));
    columns.extend([Column::text("is").room(Room::Wrap), Column::text("modifiers").room(Room::Wrap)]);
    let mut listing = Listing::new(columns);
    let (within, between) =
        if catalogue.tabletop.is_some() { ("areas", "lines") } else { ("hexes", "hexsides") };
    let mut is_changed = false;
    for terrain in &catalogue.terrain {
        let ink = style.terrain_ink(terrain.colour.as_deref());
        let title = if terrain.title.is_empty() { &terrain.name } else { &terrain.title };
        let mut cells = vec![
            Cell::inked(&*terrain.symbol, ink),
            Cell::from(&**title),
            Cell::from(if terrain.hexside { between } else { within }),
        ];
        for definition in &numbers {
            let printed = printed(terrain, definition);
            is_changed |= printed.changed;
            let ink = if printed.changed { style.noted() } else { Ink::new() };
            cells.push(Cell::inked(printed.text("by rule", Value::to_string), ink));
        }
        cells.push(Cell::from(words(catalogue, terrain).join(", ")));
        let modifiers: Vec<String> = terrain.modifiers.iter().map(modifier).collect();
        cells.push(Cell::from(modifiers.join(", ")));
        listing.row(cells);
    }
    listing.leave_out_blank();
    let mut out = listing.draw(style);
    if is_changed {
        out.push_str(&style.paint(style.faint(), "* changed by a layer"));
        out.push('\n');
    }
    out
}

/// The same for programs, schema `houserule.terrain/1`.
pub fn terrain_json(catalogue: &Catalogue) -> Json {
    let all = [NUMBERS, WORDS].concat();
    let terrain = |terrain: &Terrain| {
        let printed = attributes(catalogue, &all).into_iter().map(|d| (d, printed(terrain, d)));
        let printed: Map<String, Json> = printed
            .filter(|(_, printed)| printed.value != Some(Value::Nothing))
            .map(|(definition, printed)| {
                let value = match &printed.value {
                    Some(Value::Int(number)) => json!(number),
                    Some(Value::Bool(truth)) => json!(truth),
                    Some(other) => json!(tidy(&other.to_string())),
                    None => Json::Null,
                };
                let by_rule = printed.value.is_none();
                let told = json!({ "value": value, "changed": printed.changed, "by_rule": by_rule });
                (tidy(&definition.name).into_owned(), told)
            })
            .collect();
        json!({
            "name": tidy(&terrain.name),
            "title": tidy(&terrain.title),
            "symbol": tidy(&terrain.symbol),
            "hexside": terrain.hexside,
            "attributes": printed,
            "modifiers": terrain.modifiers.iter().map(|m| tidy(&modifier(m)).into_owned()).collect::<Vec<_>>(),
        })
    };
    json!({
        "schema": "houserule.terrain/1",
        "terrain": catalogue.terrain.iter().map(terrain).collect::<Vec<_>>(),
    })
}

fn attributes<'a>(catalogue: &'a Catalogue, forms: &[AttributeForm]) -> Vec<&'a AttributeDef> {
    declared(catalogue, Subject::Terrain, forms).into_iter().map(|(_, definition)| definition).collect()
}

fn printed(terrain: &Terrain, definition: &AttributeDef) -> Printed {
    let is_change = |written: &_| is_above(written, &terrain.origin);
    Printed::of(terrain.attributes.get(&definition.name), definition, is_change, |_| None)
}

/// Flags that are there, and words with their names.
fn words(catalogue: &Catalogue, terrain: &Terrain) -> Vec<String> {
    let printed = attributes(catalogue, &WORDS).into_iter().map(|d| (d, printed(terrain, d)));
    let words = printed.filter_map(|(definition, printed)| match printed.value? {
        Value::Nothing | Value::Bool(false) => None,
        Value::Bool(true) => Some(definition.name.to_string()),
        value => Some(format!("{} {value}", definition.name)),
    });
    words.collect()
}

/// A modifier as it is written: `+2 DEF when unit.dug_in`.
pub(super) fn modifier(modifier: &Modifier) -> String {
    let amount = match modifier.amount {
        Amount::Points(points) => format!("{points:+}"),
        Amount::Percent(percent) => format!("{percent:+}%"),
    };
    let when = modifier.when_text.as_deref().map_or_else(String::new, |when| format!(" when {when}"));
    format!("{amount} {}{when}", modifier.attribute)
}
