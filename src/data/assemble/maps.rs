//! Hex maps, listed or drawn: `map ford "The ford" { hexes flat odd 8 x 6; base clear; woods at 0203 0204 }`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::tree::{Entry, Token, TokenKind};
use super::declare::unknown_key;
use super::reader::unquoted;
use super::roster::initial;
use super::tables::joined;
use super::tabletop::is_table;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::kernel::hex::{Hex, HexMap, Hexside, Layout, Orientation, Shove};
use crate::kernel::value::TerrainId;

/// Keys of a map's block that are no terrain.
const KEYS: [&str; 7] = ["hexes", "base", "patchwork", "holes", "legend", "rows", "notes"];

/// What the symbols of a drawn map stand for.
#[derive(Default)]
struct Legend {
    /// Terrain, base first, or a hole for none.
    known: BTreeMap<Arc<str>, Vec<TerrainId>>,
    /// Terrain that declares the same symbol as other terrain does, by that symbol.
    shared: BTreeMap<Arc<str>, Vec<TerrainId>>,
    /// Where the map itself says what a symbol stands for.
    written: BTreeMap<Arc<str>, Span>,
}

impl Assembly<'_> {
    /// A `map` block at the top of a file.
    pub(super) fn map_block(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the map")?;
        line.text_or_nothing();
        line.no_more()?;
        let origin = crate::kernel::catalogue::Origin { span, ..self.origin(entry) };
        if let Some(old) = self.data.map_origins.get(&name).cloned() {
            if old.layer == origin.layer {
                self.twice(&format!("map `{name}`"), span, old.span);
                return Ok(());
            }
            self.overridden(format!("map {name}"), &old, &origin);
        }
        self.data.map_origins.insert(name.clone(), origin);
        if is_table(entry, self.sources) {
            let table = self.table_of(entry)?;
            self.data.tabletops.insert(name, table);
            return Ok(());
        }
        let before = self.told.len();
        let read = self.map_of(entry, span);
        let map = self.take(read);
        // It stands in the place of one of a lower layer, whatever is wrong with it.
        self.data.maps.remove(&name);
        self.waiting_maps.remove(&name);
        // What it has of terrain that is not there is right in the scenario that brings it.
        if self.told[before..].iter().any(|told| self.is_for_another_scenario(told)) {
            let told = self.told.split_off(before);
            self.waiting_maps.insert(name, told);
        } else if let Some(map) = map {
            self.data.maps.insert(name, map);
        }
        Ok(())
    }

    /// Whether what is told would be right if another scenario were played.
    fn is_for_another_scenario(&self, told: &Diagnostic) -> bool {
        let [label] = &told.labels[..] else { return false };
        let text = self.sources.text(label.span);
        told.code == Code::UNKNOWN_TERRAIN
            && (self.waiting_symbols.contains(text.trim_matches('"'))
                || text.split('+').any(|name| self.waiting.contains(name)))
    }

    /// The map that a block describes.
    pub(super) fn map_of(&mut self, entry: &Entry, named: Span) -> Result<HexMap, Diagnostic> {
        let entries = joined(entry.entries());
        let mut sheets = entries.iter().filter(|entry| entry.key(self.sources) == Some("hexes"));
        let Some(sheet) = sheets.next() else {
            return Err(Diagnostic::error(Code::MISSING_KEY, "a map does not say which hexes it has")
                .at(named, "")
                .help("write `hexes flat odd 8 x 6` into its block: columns, then rows"));
        };
        if let Some(second) = sheets.next() {
            return Err(Diagnostic::error(Code::DUPLICATE, "a map says twice which hexes it has")
                .at(second.head(), "the second")
                .at(sheet.head(), "the first")
                .help("delete one of the two"));
        }
        let layout = self.layout(sheet)?;
        self.use_hexes(layout.len(), sheet.head())?;
        let mut map = HexMap::new(layout);
        // The order of the lines does not matter for what lies under what: base, patchwork, drawn rows, single
        // hexes, holes.
        let mut legend = self.symbols();
        for key in ["base", "patchwork", "legend", "rows", "", "holes"] {
            for entry in &entries {
                if self.is_full() {
                    return Ok(map);
                }
                let own = entry.key(self.sources).unwrap_or_default();
                let is_terrain = !KEYS.contains(&own);
                if (key.is_empty() && is_terrain) || (!key.is_empty() && own == key) {
                    let read = self.map_entry(&mut map, &mut legend, entry, key);
                    self.take(read);
                }
            }
        }
        Ok(map)
    }

    fn map_entry(
        &mut self,
        map: &mut HexMap,
        legend: &mut Legend,
        entry: &Entry,
        key: &str,
    ) -> Result<(), Diagnostic> {
        let mut line = if key.is_empty() { self.line(entry) } else { Line::after_key(entry, self.sources) };
        match key {
            "base" => {
                let terrain = self.terrains(&mut line, false)?;
                self.list_hexes(map.layout().len(), entry.head())?;
                for hex in map.layout().hexes().collect::<Vec<_>>() {
                    let _ = map.set_terrain(hex, terrain.clone());
                }
            }
            "patchwork" => return self.patchwork(map, line),
            "legend" => {
                while let Some(token) = line.next() {
                    let symbol = self.symbol_text(token);
                    let is_hole = line.skip_word("hole");
                    let read = if is_hole { Ok(Vec::new()) } else { self.terrains(&mut line, false) };
                    let terrain = match read {
                        Ok(terrain) => terrain,
                        Err(told) => {
                            self.tell(told);
                            legend.written.insert(symbol, token.span);
                            continue;
                        }
                    };
                    if let Some(first) = legend.written.insert(symbol.clone(), token.span)
                        && legend.known.get(&symbol) != Some(&terrain)
                    {
                        let told = format!("the legend says twice what `{symbol}` stands for");
                        self.tell(
                            Diagnostic::error(Code::DUPLICATE, told)
                                .at(token.span, "the second")
                                .at(first, "the first")
                                .help("take another symbol for one of them, in the rows, too"),
                        );
                    }
                    legend.known.insert(symbol, terrain);
                }
            }
            "rows" => {
                line.no_more()?;
                return self.rows(map, legend, entry);
            }
            "holes" => {
                for hex in self.hexes(&mut line, map)? {
                    let _ = map.cut_out(hex);
                }
            }
            _ => return self.terrain_at(map, line),
        }
        line.done()
    }

    /// `flat odd 8 x 6`, `pointy even 10x12 from 0 0`.
    fn layout(&self, entry: &Entry) -> Result<Layout, Diagnostic> {
        let help = "write `hexes flat odd 8 x 6`: `flat` or `pointy` at the top; whether `odd` or `even` columns \
                    (rows, if pointy) are shoved; columns x rows; `from 0 0` where they do not count from 1";
        let mut line = Line::after_key(entry, self.sources);
        let orientation = either(&mut line, [("flat", Orientation::Flat), ("pointy", Orientation::Pointy)]);
        let orientation = orientation.map_err(|told| told.help(help))?;
        let shoved = either(&mut line, [("odd", Shove::Odd), ("even", Shove::Even)]);
        let shoved = shoved.map_err(|told| told.help(help))?;
        let size = line.peek().map_or(line.end(), |t| t.span);
        let (columns, rows) = match line.peek() {
            Some(token) if token.kind == TokenKind::Other => {
                let (columns, rows) =
                    line.text_of(token).split_once('x').ok_or_else(|| line.expected("a size").help(help))?;
                line.next();
                (columns.parse().unwrap_or(-1), rows.parse().unwrap_or(-1))
            }
            _ => {
                let columns = line.number("the number of columns").map_err(|d| d.help(help))?.0;
                if !line.skip_word("x") {
                    return Err(line.expected("`x` and the number of rows").help(help));
                }
                (columns, line.number("the number of rows").map_err(|d| d.help(help))?.0)
            }
        };
        let (mut column, mut row) = (1, 1);
        if line.skip_word("from") {
            column = line.number("the number of the first column")?.0;
            row = line.number("the number of the first row")?.0;
        }
        line.done()?;
        let bad = |title: String| Diagnostic::error(Code::BAD_VALUE, title).at(size, "").help(help);
        let small = |n: i64| u32::try_from(n).ok().filter(|n| *n <= Layout::HIGHEST);
        let (Some(columns), Some(rows), Some(column), Some(row)) =
            (small(columns), small(rows), small(column), small(row))
        else {
            return Err(bad(format!("a map has from 1 to {} columns and rows", Layout::HIGHEST)));
        };
        if columns == 0 || rows == 0 {
            return Err(bad("a map has no hexes".to_owned()));
        }
        Layout::new(orientation, shoved, columns, rows)
            .and_then(|layout| layout.counted_from(column, row))
            .map_err(|error| bad(error.to_string()))
    }

    /// `woods at 0203 0204..0206`, `+minefield at 0203`, `river along 0304/0305`.
    fn terrain_at(&mut self, map: &mut HexMap, mut line: Line<'_, '_>) -> Result<(), Diagnostic> {
        let Some(first) = line.peek() else { return Err(line.expected("the name of a terrain")) };
        if first.kind == TokenKind::Word && line.rest().len() == 1 && line.entry().body.is_some() {
            return Err(unknown_key(line.text_of(first), first.span, "a map", &KEYS));
        }
        let adds = line.text_of(first).starts_with('+');
        if line.rest().get(1).is_some_and(|t| self.sources.text(t.span) == "along") {
            let hexside = self.terrain_named(line.text_of(first), first.span, true)?;
            line.next();
            line.skip_word("along");
            while let Some(token) = line.next() {
                let side = self.hexside(token, map)?;
                if map.add_hexside(side, hexside).is_err() {
                    return Err(self.off_the_map(token.span));
                }
            }
            return line.done();
        }
        let terrain = self.terrains(&mut line, adds)?;
        if !line.skip_word("at") {
            return Err(line.expected("`at` and hex numbers, or `along` and hexsides").help(format!(
                "write `{} at 0203 0204` for hexes, `river along 0304/0305` for hexsides; other keys are {}",
                self.shown(first.span),
                super::list(KEYS.into_iter())
            )));
        }
        for hex in self.hexes(&mut line, map)? {
            if adds {
                for terrain in &terrain {
                    let _ = map.add_terrain(hex, *terrain);
                }
            } else {
                let _ = map.set_terrain(hex, terrain.clone());
            }
        }
        line.done()
    }

    /// `clear`, `clear+minefield`; with `adds` also `+minefield`.
    pub(super) fn terrains(
        &mut self,
        line: &mut Line<'_, '_>,
        adds: bool,
    ) -> Result<Vec<TerrainId>, Diagnostic> {
        let token = match line.peek() {
            Some(token) if matches!(token.kind, TokenKind::Word | TokenKind::Other) => token,
            _ => return Err(line.expected("the name of a terrain")),
        };
        line.next();
        let text = line.text_of(token);
        let names = if adds { &text[1..] } else { text };
        names.split('+').map(|name| self.terrain_named(name, token.span, false)).collect()
    }

    pub(super) fn terrain_named(
        &self,
        name: &str,
        span: Span,
        hexside: bool,
    ) -> Result<TerrainId, Diagnostic> {
        let catalogue = &self.data.catalogue;
        let Some(id) = catalogue.terrain_named(name) else {
            let names = catalogue.terrain.iter().filter(|t| t.hexside == hexside).map(|t| &*t.name);
            return Err(self.unknown((Code::UNKNOWN_TERRAIN, "terrain"), name, span, names));
        };
        match (catalogue.terrain_def(id).hexside, hexside) {
            (true, false) => {
                Err(Diagnostic::error(Code::BAD_VALUE, format!("`{name}` lies on hexsides, not in hexes"))
                    .at(span, "")
                    .help(format!("write `{name} along 0304/0305`")))
            }
            (false, true) => {
                Err(Diagnostic::error(Code::BAD_VALUE, format!("`{name}` lies in hexes, not on hexsides"))
                    .at(span, "")
                    .help(format!("write `{name} at 0304`, or declare it as `hexside {name}`")))
            }
            _ => Ok(id),
        }
    }

    /// Hex numbers and blocks of them (`0203..0406`: all columns and rows from the one to the other).
    fn hexes(&mut self, line: &mut Line<'_, '_>, map: &HexMap) -> Result<Vec<Hex>, Diagnostic> {
        let mut hexes = Vec::new();
        if line.is_done() {
            return Err(line.expected("hex numbers"));
        }
        while let Some(token) = line.next() {
            let text = line.text_of(token);
            match text.split_once("..") {
                None => hexes.push(self.hex_numbered(text, token.span, map)?),
                Some((from, to)) => {
                    let layout = map.layout();
                    let corner = |text: &str| {
                        let hex = self.hex_numbered(text, token.span, map)?;
                        Ok(layout.column_row(hex).unwrap_or_default())
                    };
                    let ((left, top), (right, bottom)) = (corner(from)?, corner(to)?);
                    let size =
                        (right + 1).saturating_sub(left) as usize * (bottom + 1).saturating_sub(top) as usize;
                    self.list_hexes(size, token.span)?;
                    for column in left..=right {
                        hexes.extend((top..=bottom).filter_map(|row| layout.hex(column, row)));
                    }
                }
            }
        }
        Ok(hexes)
    }

    /// A hex by its number as printed.
    pub(super) fn hex_numbered(&self, text: &str, span: Span, map: &HexMap) -> Result<Hex, Diagnostic> {
        let hex = map
            .layout()
            .parse_number(text)
            .map_err(|error| Diagnostic::error(Code::BAD_HEX, error.to_string()).at(span, ""))?;
        if map.contains(hex) { Ok(hex) } else { Err(self.off_the_map(span)) }
    }

    fn off_the_map(&self, span: Span) -> Diagnostic {
        Diagnostic::error(Code::BAD_HEX, format!("`{}` is a hole in the map", self.shown(span))).at(span, "")
    }

    /// `0304/0305`, two hexes side by side.
    fn hexside(&self, token: Token, map: &HexMap) -> Result<Hexside, Diagnostic> {
        let text = self.sources.text(token.span);
        let Some((one, other)) = text.split_once('/') else {
            return Err(Diagnostic::error(Code::BAD_VALUE, format!("expected a hexside, found `{text}`"))
                .at(token.span, "")
                .help("name the two hexes that it lies between: `0304/0305`"));
        };
        let number = |text| {
            map.layout()
                .parse_number(text)
                .map_err(|error| Diagnostic::error(Code::BAD_HEX, error.to_string()).at(token.span, ""))
        };
        Hexside::between(number(one)?, number(other)?).ok_or_else(|| {
            Diagnostic::error(Code::BAD_HEX, format!("{one} and {other} do not touch"))
                .at(token.span, "no hexside lies between them")
        })
    }

    /// The symbols that terrain declares. Of terrain with the same symbol that of the map's own layer goes before others.
    fn symbols(&self) -> Legend {
        let mut legend = Legend::default();
        let terrain = &self.data.catalogue.terrain;
        let mut by_symbol: BTreeMap<Arc<str>, Vec<TerrainId>> = BTreeMap::new();
        for (i, terrain) in terrain.iter().enumerate().filter(|(_, t)| !t.hexside) {
            by_symbol.entry(terrain.symbol.clone()).or_default().push(TerrainId(i as u32));
        }
        for (symbol, all) in by_symbol {
            let is_own = |id: &&TerrainId| terrain[id.0 as usize].origin.layer == self.layer;
            let own: Vec<TerrainId> = all.iter().filter(is_own).copied().collect();
            match (&all[..], &own[..]) {
                ([one], _) | (_, [one]) => drop(legend.known.insert(symbol, vec![*one])),
                _ => drop(legend.shared.insert(symbol, all)),
            }
        }
        legend
    }

    /// A drawn map: a line a row, a symbol a hex, with or without blanks between.
    fn rows(&mut self, map: &mut HexMap, legend: &Legend, entry: &Entry) -> Result<(), Diagnostic> {
        let layout = *map.layout();
        let lines = joined(entry.entries());
        if lines.len() != layout.rows() as usize {
            let (found, rows) = (lines.len(), layout.rows());
            return Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("{found} row{} drawn, the map has {rows}", if found == 1 { " is" } else { "s are" }),
            )
            .at(entry.head(), "")
            .help("draw every row, a line each"));
        }
        self.list_hexes(layout.len(), entry.head())?;
        for (drawn, row) in lines.iter().zip(layout.first_row()..) {
            let symbols = self.row_symbols(drawn, layout.columns() as usize);
            if symbols.len() != layout.columns() as usize {
                let (found, columns) = (symbols.len(), layout.columns());
                self.tell(
                    Diagnostic::error(
                        Code::BAD_VALUE,
                        format!(
                            "a drawn row has {}, the map {}",
                            counted(found, "hex"),
                            counted(columns, "column")
                        ),
                    )
                    .at(drawn.head(), "")
                    .help("draw one symbol a hex"),
                );
                continue;
            }
            for ((symbol, span), column) in symbols.into_iter().zip(layout.first_column()..) {
                let Some(hex) = layout.hex(column, row) else { continue };
                match legend.known.get(&symbol) {
                    Some(terrain) if terrain.is_empty() => drop(map.cut_out(hex)),
                    Some(terrain) => drop(map.set_terrain(hex, terrain.clone())),
                    // What is wrong with it is told of the legend.
                    None if legend.written.contains_key(&symbol) => {}
                    None => {
                        let told = self.unknown_symbol(legend, &symbol);
                        if self.is_full() || self.told.iter().any(|d| d.title == told.title) {
                            continue;
                        }
                        self.tell(told.at(span, ""));
                    }
                }
            }
        }
        Ok(())
    }

    /// A symbol that stands for nothing, or for more than one terrain.
    fn unknown_symbol(&self, legend: &Legend, symbol: &str) -> Diagnostic {
        let (what, help) = match legend.shared.get(symbol) {
            Some(shared) => {
                let names = shared.iter().map(|id| &*self.data.catalogue.terrain_def(*id).name);
                (format!("several terrains: {}", super::list(names)), " to say which".to_owned())
            }
            None => {
                let known = super::list(legend.known.keys().map(|s| &**s));
                let known = if known.is_empty() { known } else { format!("; known are {known}") };
                ("no terrain".to_owned(), known)
            }
        };
        Diagnostic::error(Code::UNKNOWN_TERRAIN, format!("the symbol `{symbol}` stands for {what}"))
            .help(format!("write `legend {symbol} …`{help}"))
    }

    fn row_symbols(&self, drawn: &Entry, columns: usize) -> Vec<(Arc<str>, Span)> {
        if drawn.tokens.len() == columns {
            return drawn.tokens.iter().map(|t| (self.symbol_text(*t), t.span)).collect();
        }
        let mut symbols = Vec::new();
        for token in &drawn.tokens {
            let text = self.sources.text(token.span);
            for (at, c) in text.char_indices() {
                let start = token.span.start as usize + at;
                let span = Span::new(token.span.file, start, start + c.len_utf8());
                symbols.push((Arc::from(c.to_string()), span));
            }
        }
        symbols
    }

    /// The symbol that a terrain declares, or else its first letter.
    pub(super) fn symbol_of_terrain(&self, entry: &Entry, name: &str) -> Arc<str> {
        let lines = joined(entry.entries());
        let declared = lines.iter().find(|entry| entry.key(self.sources) == Some("symbol"));
        match declared.and_then(|entry| entry.tokens.get(1)) {
            Some(token) => self.symbol_text(*token),
            None => initial(name).to_string().into(),
        }
    }

    fn symbol_text(&self, token: Token) -> Arc<str> {
        match token.kind {
            TokenKind::Text => unquoted(self.sources, token),
            _ => Arc::from(self.sources.text(token.span)),
        }
    }
}

/// What one of two words stands for.
fn either<T: Copy>(line: &mut Line<'_, '_>, [one, other]: [(&str, T); 2]) -> Result<T, Diagnostic> {
    match [one, other].into_iter().find(|(word, _)| line.skip_word(word)) {
        Some((_, meant)) => Ok(meant),
        None => Err(line.expected(&format!("`{}` or `{}`", one.0, other.0))),
    }
}
