//! Tables of whole numbers and words, and changes to their cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::notation::whole;
use super::super::tree::{Entry, Token, TokenKind};
use super::declare::unknown_key;
use super::limits::check_room;
use super::reader::unquoted;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::kernel::catalogue::{Origin, Table, Write};
use crate::kernel::value::Value;
use crate::kernel::writes::multiply;

impl Assembly<'_> {
    /// `table crt "Combat results" { columns 1 2 3; row 2: 0 0 1 }`.
    pub(super) fn table(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the table")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        if let Some(old) = self.data.catalogue.tables.get(&name).map(|t| t.origin.clone()) {
            if old.layer == origin.layer {
                self.twice(&format!("table `{name}`"), span, old.span);
                return Ok(());
            }
            self.overridden(format!("table {name}"), &old, &origin);
        }
        let mut table = Table {
            name: name.clone(),
            title,
            columns: Vec::new(),
            rows: Vec::new(),
            range: None,
            rising: false,
            origin,
            cells: BTreeMap::new(),
        };
        for entry in joined(entry.entries()) {
            if self.is_full() {
                return Ok(());
            }
            let read = self.table_entry(&mut table, &entry);
            self.take(read);
        }
        if table.columns.is_empty() {
            self.tell(
                Diagnostic::error(Code::MISSING_KEY, format!("table `{name}` has no columns"))
                    .at(span, "")
                    .help("write `columns 1 2 3` before its rows"),
            );
        }
        self.data.catalogue.tables.insert(name, table);
        Ok(())
    }

    fn table_entry(&self, table: &mut Table, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        let (key, span) = line.word("`columns` or `row`")?;
        match &*key {
            "columns" => {
                if !table.columns.is_empty() {
                    return Err(Diagnostic::error(Code::DUPLICATE, "a table has two lines of columns")
                        .at(span, "the second")
                        .help("write all columns on one line"));
                }
                check_room(line.rest().len().saturating_sub(1), "columns of a table", entry.head())?;
                table.columns = line.rest().iter().map(|t| self.cell(*t)).collect();
                line.no_body()
            }
            "row" => {
                let (head, cells) = self.row(&mut line)?;
                if table.columns.is_empty() {
                    // Told of once, for the whole table.
                    return Ok(());
                }
                if cells.len() != table.columns.len() {
                    return Err(wrong_length(span, cells.len(), table.columns.len()));
                }
                if table.rows.iter().any(|(other, _)| *other == head) {
                    return Err(Diagnostic::error(
                        Code::DUPLICATE,
                        format!("row `{head}` stands in the table twice"),
                    )
                    .at(entry.head(), "the second")
                    .help("give each row its own head"));
                }
                check_room(table.rows.len(), "rows of a table", entry.head())?;
                table.rows.push((head, cells));
                line.no_body()
            }
            "range" => {
                table.range = Some(line.range("a range like `0..6`")?);
                line.done()
            }
            "rising" => {
                table.rising = true;
                line.done()
            }
            _ => Err(unknown_key(&key, span, "a table", &["columns", "row", "range", "rising"])),
        }
    }

    /// `2: 0 0 1`, past the word `row`.
    fn row(&self, line: &mut Line<'_, '_>) -> Result<(Value, Vec<Value>), Diagnostic> {
        let Some(head) = line.next() else {
            return Err(line.expected("the head of the row, as in `row 2: 0 0 1`"));
        };
        let text = self.sources.text(head.span);
        let value = match text.strip_suffix(':') {
            Some(text) => number_or_text(text),
            None => {
                let colon = line.skip(TokenKind::Other).is_some_and(|t| line.text_of(t) == ":");
                if !colon {
                    return Err(Diagnostic::error(Code::SYNTAX, "a row has no `:` behind its head")
                        .at(head.span, "")
                        .help(format!("write `row {text}: …`")));
                }
                self.cell(head)
            }
        };
        Ok((value, line.rest().iter().map(|t| self.cell(*t)).collect()))
    }

    /// A whole number, or whatever else stands there as text.
    fn cell(&self, token: Token) -> Value {
        match token.kind {
            TokenKind::Text => Value::Text(unquoted(self.sources, token)),
            _ => number_or_text(self.sources.text(token.span)),
        }
    }

    /// `change table crt { row 3 column 2 = 1; row 4: 0 1 1 }`.
    pub(super) fn change_table(
        &mut self,
        (name, span): (Arc<str>, Span),
        entries: &[Entry],
    ) -> Result<(), Diagnostic> {
        let Some(mut table) = self.data.catalogue.tables.get(&name).cloned() else {
            let names = self.data.catalogue.tables.keys().map(|n| &**n);
            return Err(self.unknown((Code::NOTHING_TO_CHANGE, "table"), &name, span, names));
        };
        for entry in joined(entries) {
            if self.is_full() {
                return Ok(());
            }
            let read = self.change_cell(&mut table, &entry);
            self.take(read);
        }
        self.data.catalogue.tables.insert(name, table);
        Ok(())
    }

    fn change_cell(&mut self, table: &mut Table, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        let origin = self.origin(entry);
        if !line.skip_word("row") {
            return Err(line
                .expected("`row`")
                .help("write `row 3 column 2 = 1`, or a whole row `row 3: 0 1 1`"));
        }
        let Some(head) = line.peek() else { return Err(line.expected("the head of a row")) };
        let is_whole = self.sources.text(head.span).ends_with(':')
            || line.rest().get(1).is_some_and(|t| self.sources.text(t.span) == ":");
        if is_whole {
            let (head, cells) = self.row(&mut line)?;
            if cells.len() != table.columns.len() {
                return Err(wrong_length(entry.head(), cells.len(), table.columns.len()));
            }
            let row = match table.rows.iter().position(|(other, _)| *other == head) {
                Some(row) => row,
                None => {
                    check_room(table.rows.len(), "rows of a table", entry.head())?;
                    table.rows.push((head, cells.clone()));
                    table.rows.len() - 1
                }
            };
            for (column, cell) in cells.into_iter().enumerate() {
                if table.rows[row].1[column] != cell {
                    self.put(table, (row, column), cell, &origin);
                }
            }
            return line.no_body();
        }
        line.next();
        let wanted = self.cell(head);
        let Some(row) = table.rows.iter().position(|(other, _)| *other == wanted) else {
            return Err(no_head("row", &wanted, head.span, table, table.rows.iter().map(|(head, _)| head)));
        };
        if !line.skip_word("column") {
            return Err(line.expected("`column`").help("write `row 3 column 2 = 1`"));
        }
        let Some(head) = line.next() else { return Err(line.expected("the head of a column")) };
        let wanted = self.cell(head);
        let Some(column) = table.columns.iter().position(|other| *other == wanted) else {
            return Err(no_head("column", &wanted, head.span, table, table.columns.iter()));
        };
        let value = self.changed_cell(&mut line, &table.rows[row].1[column])?;
        line.done()?;
        self.put(table, (row, column), value, &origin);
        Ok(())
    }

    /// What `= 1`, `= 20*`, `+= 1` makes of a cell.
    fn changed_cell(&mut self, line: &mut Line<'_, '_>, old: &Value) -> Result<Value, Diagnostic> {
        let operator = line.peek();
        match operator.map(|t| t.kind) {
            Some(TokenKind::Set) => {
                line.next();
                match line.next() {
                    Some(token) if token.kind != TokenKind::Expression => Ok(self.cell(token)),
                    _ => Err(line.expected("a number or a word")),
                }
            }
            Some(TokenKind::Add | TokenKind::Subtract | TokenKind::Multiply) => {
                let span = operator.map_or(line.end(), |t| t.span);
                let Value::Int(number) = *old else {
                    return Err(Diagnostic::error(
                        Code::BAD_PATCH,
                        format!("the cell `{old}` is not a number"),
                    )
                    .at(span, "")
                    .help("write `= …`"));
                };
                Ok(Value::Int(match self.operation(line, "a cell", &[])? {
                    Write::Add(points) => number.saturating_add(points),
                    Write::Multiply(above, below) => multiply(number, above, below),
                    _ => number,
                }))
            }
            _ => Err(Diagnostic::error(Code::BAD_PATCH, "the change of a cell does not say how")
                .at(line.peek().map_or(line.end(), |t| t.span), "")
                .help("write `row 3 column 2 = 1` or `row 3 column 2 += 1`")),
        }
    }

    fn put(&mut self, table: &mut Table, (row, column): (usize, usize), value: Value, origin: &Origin) {
        let old = table.cells.get(&(row, column)).unwrap_or(&table.origin).clone();
        let what = format!("table {} row {} column {}", table.name, table.rows[row].0, table.columns[column]);
        self.overridden(what, &old, origin);
        table.rows[row].1[column] = value;
        table.cells.insert((row, column), origin.clone());
    }
}

/// Entries with what stands behind a comma added to the entry before: `columns 1, 2, 3`.
pub(super) fn joined(entries: &[Entry]) -> Vec<Entry> {
    let mut joined: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries {
        match joined.last_mut().filter(|last| entry.after_comma && last.body.is_none()) {
            Some(last) => {
                last.tokens.extend_from_slice(&entry.tokens);
                last.span.end = entry.span.end;
                last.body = entry.body.clone();
                last.cite = last.cite.or(entry.cite);
            }
            None => joined.push(entry.clone()),
        }
    }
    joined
}

fn number_or_text(text: &str) -> Value {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match whole(text).filter(|_| is_number) {
        Some(number) => Value::Int(number),
        None => Value::text(text),
    }
}

fn wrong_length(span: Span, cells: usize, columns: usize) -> Diagnostic {
    Diagnostic::error(
        Code::BAD_VALUE,
        format!("a row has {}, its table {}", counted(cells, "cell"), counted(columns, "column")),
    )
    .at(span, "")
    .help("write `-` for a cell that is empty")
}

fn no_head<'v>(
    kind: &str,
    wanted: &Value,
    span: Span,
    table: &Table,
    heads: impl Iterator<Item = &'v Value>,
) -> Diagnostic {
    let heads: Vec<String> = heads.map(ToString::to_string).collect();
    Diagnostic::error(Code::NOTHING_TO_CHANGE, format!("table `{}` has no {kind} `{wanted}`", table.name))
        .at(span, "")
        .help(format!("it has {}", super::list(heads.iter().map(String::as_str))))
}
