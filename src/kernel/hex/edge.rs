//! The edges of a map: where its hexes end on each of the four sides of the sheet.

use super::coordinate::Hex;
use super::map::HexMap;

/// One of the four edges of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The first hex of every column.
    Top,
    /// The last hex of every column.
    Bottom,
    /// The first hex of every row.
    Left,
    /// The last hex of every row.
    Right,
}

impl Edge {
    /// All four, each with what it is called.
    pub const NAMED: [(&'static str, Edge); 4] =
        [("top", Edge::Top), ("bottom", Edge::Bottom), ("left", Edge::Left), ("right", Edge::Right)];

    /// The edge of this name.
    pub fn named(name: &str) -> Option<Edge> {
        Edge::NAMED.into_iter().find(|(own, _)| *own == name).map(|(_, edge)| edge)
    }
}

impl HexMap {
    /// The hexes along an edge, from left to right or from top to bottom: the outermost hex of every column, or of
    /// every row, that is on the map. Where hexes are cut out of the sheet the edge goes round the holes.
    pub fn edge(&self, edge: Edge) -> impl Iterator<Item = Hex> {
        let layout = *self.layout();
        let columns = layout.first_column()..layout.first_column() + layout.columns();
        let rows = layout.first_row()..layout.first_row() + layout.rows();
        let upright = matches!(edge, Edge::Top | Edge::Bottom);
        let (lines, along) = if upright { (columns, rows) } else { (rows, columns) };
        let from_the_end = matches!(edge, Edge::Bottom | Edge::Right);
        lines.filter_map(move |line| {
            let place = |at| if upright { layout.hex(line, at) } else { layout.hex(at, line) };
            let on_the_map = |at| place(at).filter(|hex| self.contains(*hex));
            let mut along = along.clone();
            if from_the_end { along.rev().find_map(on_the_map) } else { along.find_map(on_the_map) }
        })
    }
}
