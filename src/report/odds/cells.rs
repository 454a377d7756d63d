//! The full table of a command by two numbers: a row for each of the one, a column for each of the other.

use serde_json::{Value as Json, json};

use super::called;
use crate::odds::{Natural, Percent, Ratio};
use crate::report::figure::{Figure, Spot};
use crate::report::sheet::Sheet;
use crate::report::{Cell, Column, Listing, Style};

/// Stands in a cell whose odds take too long.
pub const UNKNOWN: &str = "?";

/// A command's odds for every pair of two numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OddsTable {
    /// The command.
    pub line: String,
    /// What the rows change, and to what.
    pub rows: (String, Vec<i64>),
    /// What the columns change, and to what.
    pub columns: (String, Vec<i64>),
    /// The outcomes that are told, in their order.
    pub outcomes: Vec<String>,
    /// By row, column and outcome; none where a cell takes too long. Rows that are not worked out are missing.
    pub cells: Vec<Vec<Option<Vec<Ratio>>>>,
    /// What is to be known of it.
    pub remarks: Vec<String>,
}

impl OddsTable {
    fn title(&self, outcome: &str) -> String {
        format!("{}: {}, {} by {}", self.line, called(outcome), self.rows.0, self.columns.0)
    }

    fn sheet(&self, at: usize, cell: &dyn Fn(&Ratio) -> String) -> Sheet {
        let corner = format!("{} \\ {}", self.rows.0, self.columns.0);
        let heads = std::iter::once(corner).chain(self.columns.1.iter().map(i64::to_string));
        let rows = self.rows.1.iter().zip(&self.cells).map(|(number, row)| {
            let shown = |chances: &Option<Vec<Ratio>>| match chances {
                Some(chances) => cell(&chances[at]),
                None => UNKNOWN.to_owned(),
            };
            std::iter::once(number.to_string()).chain(row.iter().map(shown)).collect()
        });
        Sheet { heads: heads.collect(), rows: rows.collect() }
    }
}

/// `41.67`, without its sign.
fn bare(ratio: &Ratio) -> String {
    ratio.percent().trim_end_matches(" %").to_owned()
}

/// In whole percents, `42`; `<1` and `>99` where it is not 0 or 100.
fn whole(ratio: &Ratio) -> String {
    let hundredths = hundredths(ratio);
    match (hundredths + 50) / 100 {
        _ if ratio.is_zero() => "0".to_owned(),
        _ if *ratio == Ratio::ONE => "100".to_owned(),
        0 => "<1".to_owned(),
        100 => ">99".to_owned(),
        share => share.to_string(),
    }
}

fn hundredths(ratio: &Ratio) -> u64 {
    let part = Natural::try_from(ratio.above().clone()).unwrap_or(Natural::ZERO);
    Percent { part, of: ratio.below().clone() }.hundredths()
}

/// The table for people, one of each outcome: in percent, with as many decimals as there is room for.
pub fn odds_table_told(table: &OddsTable, style: &Style) -> String {
    let mut text = String::new();
    for (at, outcome) in table.outcomes.iter().enumerate() {
        let fine = grid(table, at, &bare);
        let is_wide =
            fine.draw(&Style { width: usize::MAX, ..*style }).lines().any(|l| l.len() > style.width);
        let listing = if is_wide { grid(table, at, &whole) } else { fine };
        let title = style.clean(&format!("{}, in percent", table.title(outcome)));
        text.push_str(&format!("{}\n{}", style.paint(style.strong(), &title), listing.draw(style)));
    }
    for remark in &table.remarks {
        text.push_str(&format!("{}\n", style.clean(remark)));
    }
    text
}

fn grid(table: &OddsTable, at: usize, cell: &dyn Fn(&Ratio) -> String) -> Listing {
    let sheet = table.sheet(at, cell);
    let mut listing = Listing::new(sheet.heads.iter().map(|head| Column::number(head)));
    for row in sheet.rows {
        listing.row(row.into_iter().map(Cell::from));
    }
    listing
}

/// A row for each cell and outcome, with its fraction; one for a cell that takes too long.
pub fn odds_table_csv(table: &OddsTable) -> String {
    let mut sheet =
        Sheet::new(&["command", &table.rows.0, &table.columns.0, "outcome", "fraction", "chance"]);
    for (row, cells) in table.rows.1.iter().zip(&table.cells) {
        for (column, chances) in table.columns.1.iter().zip(cells) {
            let mut push = |told: [String; 3]| {
                let place = [table.line.clone(), row.to_string(), column.to_string()];
                sheet.rows.push(place.into_iter().chain(told).collect());
            };
            match chances {
                Some(chances) => table.outcomes.iter().zip(chances).for_each(|(outcome, chance)| {
                    push([called(outcome).to_owned(), chance.to_string(), chance.percent()]);
                }),
                None => push([UNKNOWN.to_owned(), String::new(), String::new()]),
            }
        }
    }
    sheet.csv()
}

/// A table of Markdown for each outcome, in percent.
pub fn odds_table_md(table: &OddsTable) -> String {
    let mut text = String::new();
    for (at, outcome) in table.outcomes.iter().enumerate() {
        let title = table.title(outcome).replace('*', "\\*");
        text.push_str(&format!("**{title}, in percent**\n\n{}\n", table.sheet(at, &bare).markdown()));
    }
    table.remarks.iter().fold(text, |text, remark| text + remark + "\n")
}

/// The table as JSON, schema `houserule.odds-table/1`: fractions as texts, by row, column and outcome; null
/// where a cell takes too long.
pub fn odds_table_json(table: &OddsTable) -> Json {
    let written = |chances: &Vec<Ratio>| chances.iter().map(Ratio::to_string).collect::<Vec<_>>();
    let cells: Vec<Vec<Option<Vec<String>>>> =
        table.cells.iter().map(|row| row.iter().map(|cell| cell.as_ref().map(written)).collect()).collect();
    json!({
        "schema": "houserule.odds-table/1",
        "line": table.line,
        "rows": {"of": table.rows.0, "numbers": table.rows.1},
        "columns": {"of": table.columns.0, "numbers": table.columns.1},
        "outcomes": table.outcomes,
        "fractions": cells,
        "remarks": table.remarks,
    })
}

/// Tenths of a point: a cell, the room left of the first and above it, and the least width.
const CELL: (u64, u64) = (520, 240);
const LEFT: u64 = 900;
const TOP: u64 = 700;
const NARROWEST: u64 = 4200;
/// From the top of a cell to the foot of its text.
const FOOT: u64 = 160;
/// Percents above these stand on a dark cell.
const DARK: u64 = 5000;

/// Cells have one shade a percent: of a grid there are no more colours than these.
const STYLE: &str = ".mid.dark{fill:#fff}rect{stroke:#fff}.head{font-size:14px;font-weight:bold}";

/// The table as a picture, the likelier the darker; each cell has its percents.
pub fn odds_table_picture(table: &OddsTable) -> String {
    let (wide, tall) = (table.columns.1.len() as u64, table.cells.len() as u64);
    let one = TOP + tall * CELL.1 + 300;
    let width = (LEFT + wide * CELL.0 + 200).max(NARROWEST);
    let mut style = STYLE.to_owned();
    for percent in 0..=100 {
        style.push_str(&format!(".p{percent}{{fill:{}}}", shade(percent)));
    }
    let mut figure = Figure::new((width, one * table.outcomes.len() as u64), &table.line, &style, "");
    for (at, outcome) in table.outcomes.iter().enumerate() {
        let top = one * at as u64;
        figure.text("head", Spot { x: 120, y: top + 220 }, &format!("{}, in percent", table.title(outcome)));
        figure.text("mid", Spot { x: LEFT + wide * CELL.0 / 2, y: top + 440 }, &table.columns.0);
        figure.text("mid", Spot { x: LEFT / 2, y: top + TOP - 80 }, &table.rows.0);
        for (number, column) in table.columns.1.iter().zip(0u64..) {
            let x = LEFT + column * CELL.0 + CELL.0 / 2;
            figure.text("mid", Spot { x, y: top + TOP - 80 }, &number.to_string());
        }
        for ((number, cells), row) in table.rows.1.iter().zip(&table.cells).zip(0u64..) {
            let y = top + TOP + row * CELL.1;
            figure.text("mid", Spot { x: LEFT / 2, y: y + FOOT }, &number.to_string());
            for (chances, column) in cells.iter().zip(0u64..) {
                let x = LEFT + column * CELL.0;
                let Some(chance) = chances.as_ref().map(|chances| &chances[at]) else {
                    figure.text("mid", Spot { x: x + CELL.0 / 2, y: y + FOOT }, UNKNOWN);
                    continue;
                };
                let share = hundredths(chance);
                figure.rect(&format!("p{}", (share + 50) / 100), Spot { x, y }, CELL, &chance.to_string());
                let class = if share > DARK { "mid dark" } else { "mid" };
                figure.text(class, Spot { x: x + CELL.0 / 2, y: y + FOOT }, &bare(chance));
            }
        }
    }
    figure.finish()
}

/// From white for never to the darkest for always.
fn shade(percent: u64) -> String {
    let of = |full: u64| 255 - (255 - full) * percent / 100;
    format!("#{:02x}{:02x}{:02x}", of(0x20), of(0x45), of(0x70))
}
