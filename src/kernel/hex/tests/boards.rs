//! Edges of maps, the half turn of a sheet, and boards of two colours.

use super::*;

/// A board in rows of `o`, `x` and `_` for what is left out.
fn drawn(layout: &Layout, board: &Patchwork) -> Vec<String> {
    let row = |row: u32| {
        let columns = layout.first_column()..layout.first_column() + layout.columns();
        let sign = |column: u32| match layout.hex(column, row).and_then(|hex| board.patch(hex)) {
            Some(Patch::First) => 'o',
            Some(Patch::Second) => 'x',
            None => '_',
        };
        columns.map(sign).collect()
    };
    (layout.first_row()..layout.first_row() + layout.rows()).map(row).collect()
}

fn board_map(layout: Layout, board: &Patchwork) -> HexMap {
    let mut map = HexMap::new(layout);
    board.left_out().for_each(|hex| map.cut_out(hex).expect("it is on the sheet"));
    map
}

/// The hexes of a colour and those next to them.
fn territory(map: &HexMap, board: &Patchwork, patch: Patch) -> Vec<Hex> {
    let own = |hex: Hex| board.patch(hex) == Some(patch);
    map.hexes().filter(|hex| own(*hex) || map.neighbours(*hex).any(own)).collect()
}

/// An edge on which a colour has less than its share of the hexes.
fn edge_without_room(layout: Layout, seed: u64, grain: u32) -> Option<String> {
    let board = Patchwork::new(layout, seed, grain);
    let map = board_map(layout, &board);
    let poor = |(name, edge): &(&str, Edge)| {
        let hexes: Vec<Hex> = map.edge(*edge).collect();
        let own = |patch: Patch| hexes.iter().filter(|hex| board.patch(**hex) == Some(patch)).count();
        let least = own(Patch::First).min(own(Patch::Second));
        // Of the corners, and of a stone in every third hex, an edge need not have its share.
        (least < hexes.len().saturating_sub(2) / 3).then(|| format!("{name}: {least} of {}", hexes.len()))
    };
    Edge::NAMED.iter().find_map(poor)
}

fn piece_of(hexes: &[Hex], first: Hex) -> usize {
    let mut piece = vec![first];
    let mut at = 0;
    while let Some(&here) = piece.get(at) {
        at += 1;
        let next: Vec<Hex> =
            here.neighbours().into_iter().filter(|h| hexes.contains(h) && !piece.contains(h)).collect();
        piece.extend(next);
    }
    piece.len()
}

proptest! {
    #[test]
    fn both_colours_have_as_many_hexes_but_for_the_middle_one(layout in any_layout(14, 14), seed in any::<u64>()) {
        let board = Patchwork::new(layout, seed, 3);
        let count = |patch: Patch| layout.hexes().filter(|hex| board.patch(*hex) == Some(patch)).count();
        let more = |patch: Patch| usize::from(board.middle().is_some_and(|(_, of)| of == patch));
        prop_assert_eq!(count(Patch::First) - more(Patch::First), count(Patch::Second) - more(Patch::Second));
        let all = count(Patch::First) + count(Patch::Second);
        prop_assert_eq!(board.middle().is_some(), all % 2 == 1);
    }

    #[test]
    fn a_half_turn_twice_is_where_it_began(layout in any_layout(20, 20)) {
        let mut sticking_out = 0;
        for hex in layout.hexes() {
            match layout.half_turn(hex) {
                Some(turned) => prop_assert_eq!(layout.half_turn(turned), Some(hex)),
                None => sticking_out += 1,
            }
        }
        let lines = match layout.orientation() {
            Orientation::Flat => layout.columns(),
            Orientation::Pointy => layout.rows(),
        };
        prop_assert_eq!(sticking_out, if lines % 2 == 0 { 0 } else { lines / 2 });
    }

    #[test]
    fn a_half_turn_keeps_neighbours(layout in any_layout(12, 12)) {
        for hex in layout.hexes() {
            for other in hex.neighbours() {
                if let (Some(a), Some(b)) = (layout.half_turn(hex), layout.half_turn(other)) {
                    prop_assert!(a.is_adjacent(b));
                }
            }
        }
    }

    #[test]
    fn a_patchwork_is_the_other_colours_mirror_under_a_half_turn(
        layout in any_layout(24, 24),
        seed: u64,
        grain in 1..12_u32,
    ) {
        let board = Patchwork::new(layout, seed, grain);
        for hex in layout.hexes() {
            let turned = layout.half_turn(hex);
            prop_assert_eq!(turned.is_some(), board.patch(hex).is_some(), "only what sticks out is left out");
            if let Some(turned) = turned.filter(|turned| *turned != hex) {
                prop_assert_eq!(board.patch(turned), board.patch(hex).map(Patch::other));
            }
        }
    }

    #[test]
    fn every_edge_of_a_patchwork_has_room_for_both_colours(
        layout in any_layout(30, 30),
        seed: u64,
        grain in 1..40_u32,
    ) {
        prop_assert_eq!(edge_without_room(layout, seed, grain), None);
    }

    #[test]
    fn the_territory_of_a_colour_is_in_one_piece(
        layout in any_layout(18, 18),
        seed: u64,
        grain in 1..20_u32,
    ) {
        prop_assume!(layout.columns() > 2 && layout.rows() > 2);
        let board = Patchwork::new(layout, seed, grain);
        let map = board_map(layout, &board);
        for patch in [Patch::First, Patch::Second] {
            let own = territory(&map, &board, patch);
            prop_assert_eq!(piece_of(&own, own[0]), own.len(), "{:?}\n{}", patch, drawn(&layout, &board).join("\n"));
        }
    }
}

#[test]
fn an_edge_goes_round_the_holes() {
    let layout = Layout::new(Orientation::Flat, Shove::Even, 3, 3).expect("within three digits");
    let mut map = HexMap::new(layout);
    let number = |hex: Hex| layout.number(hex).expect("on the sheet").to_string();
    map.cut_out(layout.parse_number("0203").expect("on the sheet")).expect("on the map");
    map.cut_out(layout.parse_number("0101").expect("on the sheet")).expect("on the map");
    let along = |edge| map.edge(edge).map(number).collect::<Vec<_>>();
    assert_eq!(along(Edge::Top), ["0102", "0201", "0301"]);
    assert_eq!(along(Edge::Bottom), ["0103", "0202", "0303"]);
    assert_eq!(along(Edge::Left), ["0201", "0102", "0103"]);
    assert_eq!(along(Edge::Right), ["0301", "0302", "0303"]);
    assert_eq!(Edge::named("left"), Some(Edge::Left));
    assert_eq!(Edge::named("west"), None);
}

#[test]
fn a_coarser_grain_has_fewer_borders() {
    let layout = Layout::new(Orientation::Flat, Shove::Even, 30, 30).expect("within three digits");
    let borders = |grain: u32| {
        let count = |seed: u64| {
            let board = Patchwork::new(layout, seed, grain);
            let unlike = |hex: Hex| {
                hex.neighbours().into_iter().filter(move |n| layout.contains(*n)).map(move |n| (hex, n))
            };
            layout.hexes().flat_map(unlike).filter(|(a, b)| board.patch(*a) != board.patch(*b)).count()
        };
        (0..8).map(count).sum::<usize>()
    };
    let borders: Vec<usize> = [1, 2, 3, 5, 9, 15].map(borders).to_vec();
    assert!(borders.is_sorted_by(|a, b| a > b), "{borders:?}");
}

#[test]
fn edges_of_narrow_sheets_have_room_for_both_colours() {
    for (columns, rows) in (1..=2).flat_map(|few| (1..30).flat_map(move |many| [(few, many), (many, few)])) {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for shoved in [Shove::Odd, Shove::Even] {
                let layout = Layout::new(orientation, shoved, columns, rows).expect("within three digits");
                for (seed, grain) in (0..40).flat_map(|seed| [1, 3].map(|grain| (seed, grain))) {
                    assert_eq!(edge_without_room(layout, seed, grain), None, "{layout:?}, {seed}, {grain}");
                }
            }
        }
    }
    let found = Layout::new(Orientation::Pointy, Shove::Odd, 2, 23).expect("within three digits");
    assert_eq!(edge_without_room(found, 15_040_436_075_946_152_094, 1), None);
}

/// Whatever changes these boards changes the boards of everybody's seeds.
#[test]
fn the_boards_of_a_seed_are_frozen() {
    let flat = Layout::new(Orientation::Flat, Shove::Odd, 11, 9).expect("within three digits");
    let board = Patchwork::new(flat, 7, 3);
    let rows = [
        "o_o_o_x_x_o",
        "oooooooxxxo",
        "ooxoooooxxo",
        "ooxxxoooxxo",
        "oooxxoooxxx",
        "xooxxxoooxx",
        "xooxxxxooxx",
        "xooxxxxxxxx",
        "xooooxxxxxx",
    ];
    assert_eq!(drawn(&flat, &board), rows);
    assert_eq!(board.left_out().count(), 5);
    let pointy = Layout::new(Orientation::Pointy, Shove::Even, 12, 8).expect("within three digits");
    let rows = [
        "oooooxxxoxxo",
        "oxxoxxxoxxoo",
        "xxooxxxoxxoo",
        "oxoxxxooxoox",
        "oxxoxxoooxox",
        "xxooxoooxxoo",
        "xxooxoooxoox",
        "xooxoooxxxxx",
    ];
    assert_eq!(drawn(&pointy, &Patchwork::new(pointy, 7, 2)), rows);
}

#[test]
fn only_single_lines_of_an_odd_number_of_hexes_fall_apart() {
    for (orientation, columns, rows) in [Orientation::Flat, Orientation::Pointy]
        .into_iter()
        .flat_map(|o| (1..8).flat_map(move |c| (1..8).map(move |r| (o, c, r))))
    {
        for shove in [Shove::Odd, Shove::Even] {
            let layout = Layout::new(orientation, shove, columns, rows).expect("within three digits");
            let board = Patchwork::new(layout, 5, 2);
            let map = board_map(layout, &board);
            let (all, mut found) = (map.hexes().count(), map.hexes().take(1).collect::<Vec<Hex>>());
            let mut at = 0;
            while at < found.len() {
                let more: Vec<Hex> = map.neighbours(found[at]).filter(|hex| !found.contains(hex)).collect();
                found.extend(more);
                at += 1;
            }
            assert_eq!(board.falls_apart(), found.len() < all, "{columns} x {rows}");
        }
    }
}
