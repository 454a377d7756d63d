//! Layouts, hex numbers and compass names.

use super::*;

fn hexx_orientation(orientation: Orientation) -> hexx::HexOrientation {
    match orientation {
        Orientation::Flat => hexx::HexOrientation::Flat,
        Orientation::Pointy => hexx::HexOrientation::Pointy,
    }
}

fn hexx_mode(shoved: Shove) -> hexx::OffsetHexMode {
    match shoved {
        Shove::Odd => hexx::OffsetHexMode::Odd,
        Shove::Even => hexx::OffsetHexMode::Even,
    }
}

proptest! {
    #[test]
    fn numbers_read_back_as_the_hex_they_name(layout in any_layout(120, 8)) {
        let digits = 2 * layout.number_digits();
        for hex in layout.hexes() {
            let number = layout.number(hex).expect("it is on the sheet").to_string();
            prop_assert_eq!(number.len(), digits);
            prop_assert_eq!(layout.parse_number(&number), Ok(hex));
        }
    }

    #[test]
    fn map_order_is_dense_and_by_column_then_row(layout in any_layout(20, 20)) {
        let hexes: Vec<Hex> = layout.hexes().collect();
        prop_assert_eq!(hexes.len(), layout.len());
        for (place, hex) in hexes.iter().enumerate() {
            prop_assert_eq!(layout.index(*hex), Some(place));
        }
        let columns_rows: Vec<_> = hexes.iter().map(|hex| layout.column_row(*hex)).collect();
        prop_assert!(columns_rows.is_sorted());
    }

    #[test]
    fn columns_and_rows_are_those_of_hexx(layout in any_layout(120, 40), a: (u32, u32), b: (u32, u32)) {
        let pick = |(column, row): (u32, u32)| {
            (layout.first_column() + column % layout.columns(), layout.first_row() + row % layout.rows())
        };
        let (orientation, mode) = (hexx_orientation(layout.orientation()), hexx_mode(layout.shoved()));
        let [(a, hexx_a), (b, hexx_b)] = [pick(a), pick(b)].map(|(column, row)| {
            let hex = layout.hex(column, row).expect("it is on the sheet");
            let offset = [column as i32, row as i32];
            (hex, hexx::Hex::from_offset_coordinates(offset, mode, orientation))
        });
        prop_assert_eq!(hexx_a, hexx::Hex::new(a.q, a.r));
        prop_assert_eq!(a.distance(b), hexx_a.unsigned_distance_to(hexx_b));
    }

    #[test]
    fn hexes_off_the_sheet_have_no_number(layout in any_layout(12, 12), hex in any_hex()) {
        let listed = layout.hexes().any(|on_sheet| on_sheet == hex);
        prop_assert_eq!(layout.contains(hex), listed);
        prop_assert_eq!(layout.number(hex).is_some(), listed);
        prop_assert_eq!(layout.index(hex).is_some(), listed);
    }

    #[test]
    fn neighbours_are_drawn_on_the_two_sides_of_their_hexside(layout in any_layout(9, 9), hex in any_hex()) {
        let ends = |hex, direction: Direction| {
            let corners = layout.corners(hex);
            [corners[direction.index()], corners[direction.turned(1).index()]]
        };
        for direction in Direction::ALL {
            let neighbour = hex.neighbour(direction);
            let (here, there) = (layout.centre(hex), layout.centre(neighbour));
            let [one, two] = ends(hex, direction);
            prop_assert_eq!((here.0 + there.0, here.1 + there.1), (one.0 + two.0, one.1 + two.1));
            let [two_again, one_again] = ends(neighbour, direction.opposite());
            prop_assert_eq!((one, two), (one_again, two_again));
        }
    }

    #[test]
    fn compass_names_point_where_they_say(layout in any_layout(9, 9), hex in any_hex()) {
        let (x, y) = layout.centre(hex);
        for direction in Direction::ALL {
            let name = layout.orientation().name(direction);
            let (to_x, to_y) = layout.centre(hex.neighbour(direction));
            prop_assert_eq!(name.contains('E'), to_x > x);
            prop_assert_eq!(name.contains('W'), to_x < x);
            prop_assert_eq!(name.contains('N'), to_y < y);
            prop_assert_eq!(name.contains('S'), to_y > y);
        }
    }

    #[test]
    fn shoved_columns_lie_half_a_hex_lower(layout in any_layout(9, 9)) {
        for hex in layout.hexes() {
            let (column, row) = layout.column_row(hex).expect("it is on the sheet");
            let (x, y) = layout.centre(hex);
            let (number, along, count) = match layout.orientation() {
                Orientation::Flat => (column, y, row),
                Orientation::Pointy => (row, x, column),
            };
            let shoved = (number % 2 == 1) == (layout.shoved() == Shove::Odd);
            // Unshoved even columns lie on the drawing's own grid, unshoved odd ones half a hex above it.
            let half = match (layout.shoved(), shoved) {
                (Shove::Odd, true) => 1,
                (Shove::Even, false) => -1,
                _ => 0,
            };
            prop_assert_eq!(along, 2 * i64::from(count) + half);
        }
    }
}

fn sheet(columns: u32, rows: u32) -> Layout {
    Layout::new(Orientation::Flat, Shove::Even, columns, rows).expect("within three digits")
}

#[test]
fn a_number_is_its_column_and_its_row() {
    let layout = sheet(40, 25);
    let hex = layout.parse_number("0304").expect("it is on the sheet");
    assert_eq!(layout.column_row(hex), Some((3, 4)));
    assert_eq!(layout.number(hex).expect("it is on the sheet").to_string(), "0304");
}

#[test]
fn a_map_past_99_columns_has_three_digits() {
    assert_eq!(sheet(99, 99).number_digits(), 2);
    assert_eq!(sheet(100, 1).number_digits(), 3);
    assert_eq!(sheet(1, 100).number_digits(), 3);
    assert!(sheet(120, 20).parse_number("103004").is_ok());
}

#[test]
fn a_wrong_number_says_what_is_wrong_with_it() {
    let layout = sheet(40, 25);
    let message = |text: &str| layout.parse_number(text).expect_err("it is wrong").to_string();
    assert_eq!(message("03o4"), "expected a hex number of 4 digits, found `03o4`");
    assert_eq!(message(""), "expected a hex number of 4 digits, found ``");
    assert_eq!(message("٠٣٠٤"), "expected a hex number of 4 digits, found `٠٣٠٤`");
    assert_eq!(message("304"), "expected a hex number of 4 digits, found `304` with 3 digits");
    assert_eq!(message("4"), "expected a hex number of 4 digits, found `4` with 1 digit");
    assert_eq!(
        message("4104"),
        "hex number `4104` is off the map: columns run from 01 to 40, rows from 01 to 25"
    );
    assert!(matches!(layout.parse_number("0300"), Err(NumberError::OffTheSheet { .. })));
    let nothing = Layout::default().parse_number("0101").expect_err("there are no hexes");
    assert_eq!(nothing.to_string(), "hex number `0101` is off the map, which has no hexes");
}

#[test]
fn a_sheet_past_three_digits_is_refused() {
    assert!(Layout::new(Orientation::Flat, Shove::Odd, 999, 999).is_ok());
    let error = Layout::new(Orientation::Flat, Shove::Odd, 1000, 1).expect_err("it is too wide");
    assert_eq!(error.to_string(), "expected columns numbered up to 999, found column 1000");
    assert!(sheet(40, 25).counted_from(1, 990).is_err());
    assert!(sheet(999, 0).is_empty());
    assert!(Layout::new(Orientation::Flat, Shove::Odd, u32::MAX, u32::MAX).is_err());
}

#[test]
fn far_coordinates_are_off_every_sheet() {
    for far in [i32::MIN, i32::MAX] {
        for hex in [Hex::new(far, far), Hex::new(far, 0), Hex::new(0, far)] {
            assert!(!sheet(999, 999).contains(hex));
        }
    }
}
