//! The full table of a command by two printed numbers: the real command in each cell, under the rules in force.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::super::console::{Console, Input};
use super::super::outcomes::instead_of;
use super::super::own_file::write_picture;
use super::super::told::{Status, Told};
use super::asked::{Axis, Form, Wanted};
use super::{decisions, is_final, reached};
use crate::data::parse_line;
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::odds::{Distribution, NoOdds, has_any_outcome, has_outcome};
use crate::report::{
    OddsTable, UNKNOWN_CELL, odds_table_csv, odds_table_json, odds_table_md, odds_table_picture,
    odds_table_told,
};
use crate::session::{Asking, LineMistake, Trouble, TypedLine};

/// Works the table out cell by cell.
pub(super) fn table(
    console: &mut Console,
    input: &Input<'_>,
    wanted: &Wanted,
    line: &TypedLine,
    rows: &Axis,
    columns: &Axis,
) -> Result<Told, Trouble> {
    let (typed, line) = (line, line.text.as_str());
    let in_line = |trouble| typed.told(trouble, input.text);
    let parsed =
        parse_line(line).map_err(|_| Trouble::plain(Diagnostic::error(Code::USAGE, "no command")))?;
    // As things stand: what is wrong with the command is told before anything is changed.
    let plain = super::asking(console, wanted, line, &parsed).map_err(in_line)?;
    let mut found: Vec<Vec<Option<Distribution<String>>>> = Vec::new();
    let mut status = Status::Fine;
    let mut missing = None;
    'rows: for row in rows.from..=rows.to {
        let mut cells = Vec::new();
        for column in columns.from..=columns.to {
            let changes = format!("{}\n{}\n", rows.change(console, row), columns.change(console, column));
            let cell = console.session.supposing(&changes, |session| {
                let mut asking = session.asking(line, &parsed)?;
                if let Some(revealed) = &wanted.revealed {
                    asking.reveal(revealed)?;
                }
                asking.set_limit(Some(wanted.limit));
                let began = Instant::now();
                match asking.once(&wanted.policy) {
                    Ok(odds) => Ok(Some(odds)),
                    Err(why) if is_final(&why) || why == NoOdds::Cancelled => Err(asking.trouble(why)),
                    Err(why) => {
                        missing.get_or_insert_with(|| reached(wanted, &why, began));
                        Ok(None)
                    }
                }
            });
            let cell = cell.map_err(|trouble| in_flags(trouble, &changes, input, [rows, columns]));
            match cell.and_then(|cell| cell.map_err(in_line)) {
                Ok(odds) => cells.push(odds),
                // It can be broken off anywhere: in the rules, or while a cell's rules are put together.
                Err(_) if !found.is_empty() && console.session.cancel_flag().load(Ordering::Relaxed) => {
                    status = Status::Broken;
                    break 'rows;
                }
                Err(trouble) => return Err(trouble),
            }
        }
        found.push(cells);
    }
    if status == Status::Fine && missing.is_none() {
        check_outcomes(input, wanted, &plain, &found)?;
    }
    let mut told = told(wanted, line, rows, columns, &plain, &found, status);
    if let Some(why) = missing {
        let unknown = told.cells.iter().flatten().filter(|cell| cell.is_none()).count();
        let all = counted(rows.count() * columns.count(), "cell");
        // It may stand in a row that was broken off.
        if unknown > 0 {
            told.remarks.push(format!("{unknown} of {all} not known, `{UNKNOWN_CELL}`: {why}"));
        }
    }
    if let Some(file) = &wanted.out {
        write_picture(file, &odds_table_picture(&told), wanted.force)?;
    }
    let out = match wanted.form(console.front.json) {
        Form::Json => odds_table_json(&told).to_string(),
        Form::Csv => odds_table_csv(&told),
        Form::Markdown => odds_table_md(&told),
        Form::Text => {
            let mut text = odds_table_told(&told, &console.front.style);
            if let Some(file) = &wanted.out {
                text.push_str(&format!("the picture is in {file}\n"));
            }
            text
        }
    };
    Ok(Told { status, ..Told::fine(out) })
}

/// A mistake in the changes of data that a cell supposes, told where it was typed: the first line of them comes from the rows, the
/// second from the columns.
fn in_flags(trouble: Trouble, changes: &str, input: &Input<'_>, axes: [&Axis; 2]) -> Trouble {
    let Trouble::Mistakes(told) = &trouble else { return trouble };
    let moved = |mistake: &Diagnostic| {
        let label = mistake.labels.first()?;
        let file = told.0.file(label.span.file);
        if *file.text != *changes {
            return None;
        }
        let axis = axes.get(file.line_column(label.span.start).0 as usize - 1)?;
        let wrong = told.0.text(label.span);
        let name = axis.of.iter().position(|name| name == wrong);
        let at = name.map_or(axis.numbers.clone(), |at| axis.names[at].clone());
        let line = LineMistake::new(mistake.code, mistake.title.clone(), at);
        Some(match &mistake.help {
            Some(help) => line.help(help.clone()),
            None => line,
        })
    };
    match told.1.first().and_then(moved) {
        Some(mistake) => Trouble::of_line(input.text, mistake),
        None => trouble,
    }
}

/// All outcomes of all cells, in the order of the rules.
fn outcomes_of(plain: &Asking, found: &[Vec<Option<Distribution<String>>>]) -> Vec<String> {
    let mut outcomes: Vec<String> =
        found.iter().flatten().flatten().flat_map(|odds| odds.outcomes().cloned()).collect();
    outcomes.sort();
    outcomes.dedup();
    plain.in_order(&mut outcomes, |outcome| outcome);
    outcomes
}

/// That each outcome that is asked for comes up in some cell.
fn check_outcomes(
    input: &Input<'_>,
    wanted: &Wanted,
    plain: &Asking,
    found: &[Vec<Option<Distribution<String>>>],
) -> Result<(), Trouble> {
    let outcomes = outcomes_of(plain, found);
    let known: Vec<&str> = outcomes.iter().map(String::as_str).collect();
    let is_missing = |word: &&String| !known.iter().any(|known| has_outcome(known, word));
    let Some(wrong) = wanted.outcomes.iter().find(is_missing) else { return Ok(()) };
    let at = input.text.rfind(wrong.as_str()).map_or(0..0, |at| at..at + wrong.len());
    let told = LineMistake::new(Code::USAGE, format!("`{wrong}` comes up in no cell of this table"), at);
    Err(Trouble::of_line(input.text, told.help(instead_of(wrong, &known))))
}

fn told(
    wanted: &Wanted,
    line: &str,
    rows: &Axis,
    columns: &Axis,
    plain: &Asking,
    found: &[Vec<Option<Distribution<String>>>],
    status: Status,
) -> OddsTable {
    let mut outcomes = outcomes_of(plain, found);
    if !wanted.outcomes.is_empty() {
        outcomes.retain(|outcome| has_any_outcome(outcome, &wanted.outcomes));
        // What was asked for is told where nothing is known, too.
        if outcomes.is_empty() {
            outcomes.clone_from(&wanted.outcomes);
        }
    }
    let cells = |odds: &Distribution<String>| outcomes.iter().map(|outcome| odds.chance(outcome)).collect();
    let mut remarks: Vec<String> = decisions(wanted, plain).into_iter().collect();
    if status == Status::Broken {
        remarks.push("broken off: the rows that are missing are not known".to_owned());
    }
    OddsTable {
        line: line.to_owned(),
        rows: (rows.name(), (rows.from..=rows.to).take(found.len()).collect()),
        columns: (columns.name(), (columns.from..=columns.to).collect()),
        cells: found.iter().map(|row| row.iter().map(|odds| odds.as_ref().map(cells)).collect()).collect(),
        outcomes,
        remarks,
    }
}

impl Axis {
    /// `i1 ATT`.
    fn name(&self) -> String {
        self.of.join(" ")
    }

    /// How many numbers it goes over.
    fn count(&self) -> usize {
        (self.from..=self.to).count()
    }

    /// The change of data that sets the number, as a house file would.
    fn change(&self, console: &Console, number: i64) -> String {
        let words: Vec<&str> = self.of.iter().map(String::as_str).collect();
        match words[..] {
            ["value", name] => format!("change value {name} = {number}"),
            [name, attribute] => {
                let catalogue = console.session.loaded().rules.catalogue();
                let is_unit = console.session.state().unit_named(name).is_some()
                    || catalogue.type_named(name).is_some();
                let kind =
                    if !is_unit && catalogue.terrain_named(name).is_some() { "terrain" } else { "unit" };
                format!("change {kind} {name} {{ {attribute} = {number} }}")
            }
            [kind, name, attribute] => format!("change {kind} {name} {{ {attribute} = {number} }}"),
            _ => String::new(),
        }
    }
}
