//! Tables in inches: `map field { table 48 x 36; woods area 10 12 16 12 16 18; hedge line 5 5 9.5 5 }`.

use super::super::tree::{Entry, Token, TokenKind};
use super::declare::unknown_key;
use super::tables::joined;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use std::sync::Arc;

use crate::kernel::plane::{
    Area, Facing, Feature, Length, Piece, Point, Polygon, Polyline, Shape, Tabletop, Turn,
};

/// Keys of a table's block that are no terrain.
const KEYS: [&str; 3] = ["table", "loose", "notes"];

/// A table holds so many areas and lines at most, each with so many points.
const MOST_FEATURES: usize = 1000;
const MOST_POINTS: usize = 200;

const FORM_WORDS: [&str; 4] = ["area", "box", "circle", "line"];

const FORMS: &str = "write `woods area 10 12  16 12  16 18` with its corners in order, `woods box 10 12  16 18` with two opposite \
                     ones, `hill circle 24 18  4` with centre and radius, or `hedge line 5 5  9.5 5`";

/// Whether the block of a map describes a table.
pub(super) fn is_table(entry: &Entry, sources: &crate::diagnostic::SourceMap) -> bool {
    entry.entries().iter().any(|entry| entry.key(sources) == Some("table"))
}

impl Assembly<'_> {
    /// The table that a block describes.
    pub(super) fn table_of(&mut self, entry: &Entry) -> Result<Tabletop, Diagnostic> {
        let entries = joined(entry.entries());
        let mut sizes = entries.iter().filter(|entry| entry.key(self.sources) == Some("table"));
        let Some(size) = sizes.next() else { return Err(self.line(entry).expected("`table 48 x 36`")) };
        if let Some(second) = sizes.next() {
            return Err(Diagnostic::error(Code::DUPLICATE, "a table says twice how large it is")
                .at(second.head(), "the second")
                .at(size.head(), "the first")
                .help("delete one of the two"));
        }
        let mut table = self.table_size(size)?;
        for entry in &entries {
            if self.is_full() {
                break;
            }
            if entry.key(self.sources).is_some_and(|key| KEYS.contains(&key)) {
                continue;
            }
            let read = self.feature(entry, table.areas().len() + table.lines().len());
            match self.take(read) {
                Some((feature, Shape::Area(area))) => table.add_area(area, feature),
                Some((feature, Shape::Line(line))) => table.add_line(line, feature),
                None => {}
            }
        }
        let bunches = entries.iter().filter(|entry| entry.key(self.sources) == Some("loose"));
        for (bunch, entry) in (0..).zip(bunches) {
            let read = self.loose(&mut table, entry, bunch);
            self.take(read);
        }
        Ok(table)
    }

    /// `loose { woods "copse" circle 0 0 3; … }`: a bunch of pieces that lie beside the table, each about its own middle.
    fn loose(&mut self, table: &mut Tabletop, entry: &Entry, bunch: u32) -> Result<(), Diagnostic> {
        let line = Line::after_key(entry, self.sources);
        line.no_more()?;
        if entry.entries().is_empty() {
            return Err(Diagnostic::error(Code::MISSING_KEY, "a bunch of loose pieces is empty")
                .at(entry.head(), "")
                .help(
                    "write `loose { woods \"copse\" circle 0 0 3 }`, with places about the middle of each",
                ));
        }
        for entry in joined(entry.entries()) {
            let read = self.feature(&entry, table.pieces().len());
            let Some((feature, shape)) = self.take(read) else { continue };
            let named = |name: &Arc<str>| {
                table.pieces().iter().any(|piece| piece.feature.name.as_deref() == Some(&**name))
            };
            match &feature.name {
                None => self.tell(
                    Diagnostic::error(Code::MISSING_KEY, "a loose piece has no name")
                        .at(entry.head(), "")
                        .help("players name it when they lay it: `woods \"copse\" circle 0 0 3`"),
                ),
                Some(name) if named(name) => self.tell(
                    Diagnostic::error(Code::DUPLICATE, format!("two loose pieces are called `{name}`"))
                        .at(entry.head(), "the second")
                        .help("give each its own name"),
                ),
                Some(_) => table.add_piece(Piece { feature, shape, bunch }),
            }
        }
        Ok(())
    }

    /// `table 48 x 36`: width, then depth, in inches.
    fn table_size(&self, entry: &Entry) -> Result<Tabletop, Diagnostic> {
        let help = "write `table 48 x 36`: inches from left to right, then from bottom to top";
        let mut line = Line::after_key(entry, self.sources);
        let at = line.peek().map_or(line.end(), |token| token.span);
        let width = self.length(&mut line, "the width in inches").map_err(|told| told.help(help))?;
        if !line.skip_word("x") {
            return Err(line.expected("`x` and the depth in inches").help(help));
        }
        let depth = self.length(&mut line, "the depth in inches").map_err(|told| told.help(help))?;
        line.done()?;
        Tabletop::new(width, depth).ok_or_else(|| {
            let title = format!("a table is up to {} wide and deep", Tabletop::LARGEST);
            Diagnostic::error(Code::BAD_VALUE, title).at(at, "").help(help)
        })
    }

    /// `woods "West wood" area 10 12  16 12  16 18`.
    fn feature(&self, entry: &Entry, there_are: usize) -> Result<(Feature, Shape), Diagnostic> {
        let mut line = self.line(entry);
        let (terrain, named) = line.word("the name of a terrain")?;
        if line.is_done() {
            return Err(unknown_key(&terrain, named, "a table", &KEYS));
        }
        let name = line.text_or_nothing();
        let (form, at) = line.word("`area`, `box`, `circle` or `line`").map_err(|told| told.help(FORMS))?;
        if !FORM_WORDS.contains(&&*form) {
            let title = format!("`{form}` is no form of an area or a line");
            return Err(Diagnostic::error(Code::BAD_VALUE, title).at(at, "").help(FORMS));
        }
        if there_are >= MOST_FEATURES {
            let title = format!("a table has more than {MOST_FEATURES} areas and lines");
            return Err(Diagnostic::error(Code::TOO_LARGE, title).at(at, "this one is too many"));
        }
        let is_line = &*form == "line";
        let terrain = self.terrain_named(&terrain, named, is_line).map_err(|told| match told.code {
            Code::BAD_VALUE => not_of_the_form(&terrain, named, is_line),
            _ => told,
        })?;
        let feature = Feature { name, terrain };
        if &*form == "circle" {
            let centre = self.point(&mut line)?;
            let radius = self.length(&mut line, "the radius in inches")?;
            line.done()?;
            if radius <= Length::ZERO {
                let title = format!("a circle with a radius of {radius} covers nothing");
                return Err(Diagnostic::error(Code::BAD_VALUE, title)
                    .at(entry.head(), "")
                    .help("write `hill circle 24 18  4`, with the middle and the radius"));
            }
            return Ok((feature, Shape::Area(Area::Circle { centre, radius })));
        }
        let mut points = Vec::new();
        while !line.is_done() {
            points.push(self.point(&mut line)?);
            if points.len() > MOST_POINTS {
                let title = format!("an area or a line has more than {MOST_POINTS} points");
                return Err(Diagnostic::error(Code::TOO_LARGE, title).at(entry.head(), ""));
            }
        }
        let bad = |title: String| Diagnostic::error(Code::BAD_VALUE, title).at(at, "").help(FORMS);
        let shape = match (&*form, &points[..]) {
            ("area", _) => {
                let polygon = Polygon::new(points).map_err(|error| bad(error.to_string()))?;
                Shape::Area(Area::Polygon(polygon))
            }
            ("box", [corner, opposite]) => {
                let polygon =
                    Polygon::rectangle(*corner, *opposite).map_err(|error| bad(error.to_string()))?;
                Shape::Area(Area::Polygon(polygon))
            }
            ("box", _) => return Err(bad("a box has two opposite corners".to_owned())),
            ("line", [first, _, ..]) if points.iter().all(|point| point == first) => {
                return Err(bad("a line between points that are the same leads nowhere".to_owned()));
            }
            ("line", [_, _, ..]) => Shape::Line(Polyline::new(points)),
            _ => return Err(bad("a line has two points or more".to_owned())),
        };
        Ok((feature, shape))
    }

    /// `12.5 30`: from the left edge, then from the lower one.
    fn point(&self, line: &mut Line<'_, '_>) -> Result<Point, Diagnostic> {
        let x = self.length(line, "a point, `12.5 30`")?;
        let y = self.length(line, "the second number of a point, `12.5 30`")?;
        Ok(Point::new(x, y))
    }

    fn length(&self, line: &mut Line<'_, '_>, what: &str) -> Result<Length, Diagnostic> {
        match line.peek().filter(|token| is_decimal(token.kind)) {
            Some(token) => {
                line.next();
                self.length_of(token)
            }
            None => Err(line.expected(what)),
        }
    }

    fn length_of(&self, token: Token) -> Result<Length, Diagnostic> {
        let text = self.sources.text(token.span);
        text.parse().map_err(|error: crate::kernel::plane::LengthError| {
            Diagnostic::error(Code::BAD_VALUE, error.to_string()).at(token.span, "")
        })
    }

    /// Where a unit stands and which way it faces, on the table.
    pub(super) fn stand(
        &self,
        (x, y, degrees): (Token, Token, Option<Token>),
        table: &Tabletop,
        at: Span,
    ) -> Result<(Point, Facing), Diagnostic> {
        let point = Point::new(self.length_of(x)?, self.length_of(y)?);
        if !table.has(point) {
            let title = format!("{point} is not on the table");
            let size = format!("it is {} wide and {} deep", table.width(), table.depth());
            return Err(Diagnostic::error(Code::BAD_VALUE, title).at(at, "").help(size));
        }
        let turn = degrees.map_or(Ok(Turn::NONE), |token| {
            self.sources
                .text(token.span)
                .parse::<Turn>()
                .map_err(|error| Diagnostic::error(Code::BAD_VALUE, error.to_string()).at(token.span, ""))
        })?;
        Ok((point, Facing::UP.turned(turn)))
    }
}

/// Terrain of areas that is drawn as a line, or the other way round.
fn not_of_the_form(terrain: &str, at: Span, is_line: bool) -> Diagnostic {
    let (title, help) = match is_line {
        true => (
            format!("`{terrain}` covers areas, it is no line"),
            format!("write `{terrain} area …`, or declare it as `hexside {terrain}`"),
        ),
        false => (
            format!("`{terrain}` lies along lines, it covers no area"),
            format!("write `{terrain} line …`, or declare it as `terrain {terrain}`"),
        ),
    };
    Diagnostic::error(Code::BAD_VALUE, title).at(at, "").help(help)
}

/// A number with or without decimals.
pub(super) fn is_decimal(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Number { .. } | TokenKind::Other)
}
