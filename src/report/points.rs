//! What units are worth, with the parts of each sum: as a table, as trees, and for other programs.

use serde_json::{Value as Json, json};

use super::sheet::Sheet;
use super::{Cell, Column, Listing, Room, Style};
use crate::diagnostic::counted;
use crate::odds::Ratio;
use crate::rules::TallyRecord;

/// Decimals of a number of points.
const PLACES: u32 = 2;

/// What one unit, or one unit type, is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsOf {
    /// Its name.
    pub name: String,
    /// The long name of its type.
    pub kind: String,
    /// The long name of its side; none for a type.
    pub side: Option<String>,
    /// What the rule answers.
    pub worth: i64,
    /// The sums that it made on its way there.
    pub sums: Vec<TallyRecord>,
}

/// What was asked, answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsTold {
    /// Of what game, and by which rule.
    pub title: String,
    /// How much of what the rule answers is one point.
    pub per: i64,
    /// Units side by side, or types.
    pub all: Vec<PointsOf>,
    /// Whether the parts are told.
    pub with_parts: bool,
}

impl PointsTold {
    fn points(&self, worth: i64) -> Ratio {
        Ratio::from(worth).over(&Ratio::from(self.per))
    }

    /// With as many places in each row, so that they stand below each other.
    fn shown(&self, worth: i64) -> String {
        let shown = self.points(worth).decimal(PLACES);
        let places = PLACES.min(self.per.ilog10()) as usize;
        match (places, shown.split_once('.')) {
            (0, _) => shown,
            (_, Some((whole, part))) => format!("{whole}.{part:0<places$}"),
            (_, None) => format!("{shown}.{}", "0".repeat(places)),
        }
    }

    /// `1 point`, `12.5 points`.
    fn in_words(&self, worth: i64) -> String {
        match self.points(worth).decimal(PLACES) {
            one if one == "1" => "1 point".to_owned(),
            _ => format!("{} points", self.shown(worth)),
        }
    }

    /// Runs of rows of one side.
    fn by_side(&self) -> impl Iterator<Item = &[PointsOf]> {
        self.all.chunk_by(|a, b| a.side == b.side)
    }
}

/// Points as a table, each side with its sum; with parts, a tree below each.
pub fn points_told(told: &PointsTold, style: &Style) -> String {
    let mut text = style.lines(&told.title);
    for rows in told.by_side() {
        if told.with_parts {
            rows.iter().for_each(|of| text.push_str(&tree(told, of, style)));
        }
        if !told.with_parts || rows.len() > 1 {
            text.push_str(&table(told, rows, style));
        }
    }
    if style.ascii { super::to_ascii(&text).into_owned() } else { text }
}

fn table(told: &PointsTold, rows: &[PointsOf], style: &Style) -> String {
    let side = rows.first().and_then(|row| row.side.as_ref());
    let mut listing = Listing::new(vec![
        Column::text(side.map_or("type", |side| side.as_str())),
        Column::text(if side.is_some() { "type" } else { "" }).room(Room::Drop),
        Column::number("points"),
    ]);
    for of in rows {
        let row = [of.name.clone(), of.kind.clone(), told.shown(of.worth)];
        listing.row(row.map(Cell::from));
    }
    if side.is_some() {
        let sum = rows.iter().fold(0i64, |sum, of| sum.saturating_add(of.worth));
        let row = ["together".to_owned(), counted(rows.len(), "unit"), told.shown(sum)];
        listing.row(row.map(|text| Cell::inked(text, style.strong())));
    }
    listing.draw(style)
}

fn tree(told: &PointsTold, of: &PointsOf, style: &Style) -> String {
    let side = of.side.as_ref().map_or_else(String::new, |side| format!(", {side}"));
    let kind = if of.kind == of.name { String::new() } else { format!(", {}", of.kind) };
    let head = style.clean(&format!("{}{kind}{side}: {}", of.name, told.in_words(of.worth)));
    let mut text = format!("{}\n", style.paint(style.strong(), &head));
    let mut rows: Vec<(usize, String, String)> = Vec::new();
    // A sum that is a part of another is told there.
    for sum in &of.sums {
        list(told, sum, 1, &mut rows);
    }
    let width = rows.iter().map(|(deep, reason, _)| 2 * deep + super::shown_width(reason)).max().unwrap_or(0);
    let numbers = rows.iter().map(|(.., number)| number.len()).max().unwrap_or(0);
    for (deep, reason, number) in rows {
        let indent = "  ".repeat(deep);
        let blanks = " ".repeat(width - 2 * deep - super::shown_width(&reason) + 2);
        text.push_str(&format!("{indent}{reason}{blanks}{number:>numbers$}\n"));
    }
    text
}

fn list(told: &PointsTold, sum: &TallyRecord, deep: usize, rows: &mut Vec<(usize, String, String)>) {
    let clean = |text: &str| super::tidy(text).into_owned();
    rows.push((deep, clean(&sum.label), told.shown(sum.total())));
    for item in sum.items.iter().filter(|item| item.because.is_none()) {
        rows.push((deep + 1, clean(&item.reason), told.shown(item.value)));
        item.parts.iter().for_each(|part| list(told, part, deep + 2, rows));
    }
}

/// A row for each; with parts also one for each entry of each sum, with the names of the sums that it stands in.
pub fn points_csv(told: &PointsTold) -> String {
    let mut sheet = Sheet::new(&["name", "type", "side", "part", "points", "fraction"]);
    for of in &told.all {
        let side = of.side.clone().unwrap_or_default();
        let mut row = |part: String, worth: i64| {
            let points = told.points(worth);
            sheet.rows.push(vec![
                of.name.clone(),
                of.kind.clone(),
                side.clone(),
                part,
                points.decimal(PLACES),
                points.to_string(),
            ]);
        };
        row(String::new(), of.worth);
        if told.with_parts {
            of.sums.iter().for_each(|sum| list_csv(sum, "", &mut row));
        }
    }
    sheet.csv()
}

fn list_csv(sum: &TallyRecord, above: &str, row: &mut impl FnMut(String, i64)) {
    let path = if above.is_empty() { sum.label.to_string() } else { format!("{above} / {}", sum.label) };
    row(path.clone(), sum.total());
    for item in sum.items.iter().filter(|item| item.because.is_none()) {
        let own = format!("{path} / {}", item.reason);
        row(own.clone(), item.value);
        item.parts.iter().for_each(|part| list_csv(part, &own, row));
    }
}

/// Schema `houserule.points/1`: all parts are there, whether they are told to people or not.
pub fn points_json(told: &PointsTold) -> Json {
    let number = |worth: i64| {
        let points = told.points(worth);
        json!({"fraction": points.to_string(), "decimal": points.decimal(PLACES)})
    };
    let all: Vec<Json> = told
        .all
        .iter()
        .map(|of| {
            let sums: Vec<Json> = of.sums.iter().map(|sum| sum_json(sum, &number)).collect();
            json!({"name": of.name, "type": of.kind, "side": of.side, "points": number(of.worth), "sums": sums})
        })
        .collect();
    let sides: Vec<Json> = told
        .by_side()
        .filter_map(|rows| {
            let side = rows.first()?.side.as_ref()?;
            let sum = rows.iter().fold(0i64, |sum, of| sum.saturating_add(of.worth));
            Some(json!({"side": side, "units": rows.len(), "points": number(sum)}))
        })
        .collect();
    json!({"schema": "houserule.points/1", "title": told.title, "points_of": all, "sides": sides})
}

fn sum_json(sum: &TallyRecord, number: &impl Fn(i64) -> Json) -> Json {
    let items: Vec<Json> = sum
        .items
        .iter()
        .filter(|item| item.because.is_none())
        .map(|item| {
            let parts: Vec<Json> = item.parts.iter().map(|part| sum_json(part, number)).collect();
            json!({"reason": &*item.reason, "points": number(item.value), "parts": parts})
        })
        .collect();
    json!({"label": &*sum.label, "points": number(sum.total()), "items": items})
}
