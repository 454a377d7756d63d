//! The map: holes, terrain, hexsides, and how it is stored.

use super::*;
use crate::kernel::value::TerrainId;

const WOODS: TerrainId = TerrainId(1);
const HILL: TerrainId = TerrainId(2);
const RIVER: TerrainId = TerrainId(3);

fn small_map() -> (HexMap, [Hex; 3]) {
    let layout = Layout::new(Orientation::Pointy, Shove::Odd, 4, 3).expect("within three digits");
    let [a, b, hole] = ["0101", "0201", "0302"].map(|text| layout.parse_number(text).expect("on the sheet"));
    let mut map = HexMap::new(layout);
    map.cut_out(hole).expect("it is on the sheet");
    (map, [a, b, hole])
}

#[test]
fn a_hole_is_off_the_map() {
    let (mut map, [_, _, hole]) = small_map();
    assert!(!map.contains(hole));
    assert_eq!(map.hexes().count(), 11);
    assert!(map.hexes().all(|hex| map.neighbours(hex).all(|neighbour| neighbour != hole)));
    assert_eq!(map.holes().collect::<Vec<_>>(), [hole]);
    assert_eq!(map.set_terrain(hole, vec![WOODS]), Err(OffTheMap(hole)));
    assert!(map.terrain(hole).is_empty());
}

#[test]
fn terrain_keeps_its_order_and_is_not_doubled() {
    let (mut map, [a, b, _]) = small_map();
    map.set_terrain(a, vec![WOODS]).expect("it is on the map");
    map.add_terrain(a, HILL).expect("it is on the map");
    map.add_terrain(a, WOODS).expect("it is on the map");
    assert_eq!(map.terrain(a), [WOODS, HILL]);
    assert!(map.terrain(b).is_empty());
    assert!(map.terrain(Hex::new(99, 99)).is_empty());
}

#[test]
fn a_hexside_has_its_terrain_from_both_hexes() {
    let (mut map, [a, b, hole]) = small_map();
    let hexside = Hexside::between(a, b).expect("they are adjacent");
    map.add_hexside(hexside, RIVER).expect("it is on the map");
    assert_eq!(map.hexside(a, b), [RIVER]);
    assert_eq!(map.hexside(b, a), [RIVER]);
    assert!(map.hexside(a, hole).is_empty());
    map.set_hexside(hexside, Vec::new()).expect("it is on the map");
    assert_eq!(map.hexsides().count(), 0);
}

#[test]
fn cutting_out_hexes_takes_the_hexsides_between_them_along() {
    let (mut map, [a, b, _]) = small_map();
    let hexside = Hexside::between(a, b).expect("they are adjacent");
    map.add_hexside(hexside, RIVER).expect("it is on the map");
    map.cut_out(a).expect("it is on the map");
    assert_eq!(map.hexside(a, b), [RIVER], "the edge of the map keeps its river");
    map.cut_out(b).expect("it is on the map");
    assert!(map.hexside(a, b).is_empty());
    assert!(map.add_hexside(hexside, RIVER).is_err());
}

#[test]
fn a_stored_map_reads_back_as_it_was() {
    let (mut map, [a, b, hole]) = small_map();
    map.set_terrain(b, vec![WOODS, HILL]).expect("it is on the map");
    map.add_hexside(Hexside::between(a, b).expect("adjacent"), RIVER).expect("it is on the map");
    let beside = map.neighbours(hole).next().expect("the hole has neighbours");
    map.add_hexside(Hexside::between(beside, hole).expect("adjacent"), RIVER)
        .expect("one side is on the map");
    for map in [map, HexMap::default()] {
        let text = serde_json::to_string(&map).expect("it is plain data");
        assert_eq!(serde_json::from_str::<HexMap>(&text).expect("it was just written"), map);
    }
}

#[test]
fn a_stored_map_that_does_not_fit_together_is_refused() {
    let (map, _) = small_map();
    let text = serde_json::to_string(&map).expect("it is plain data");
    for (good, bad) in
        [("\"rows\":3", "\"rows\":4"), ("\"rows\":3", "\"rows\":4000"), ("{\"q\":", "{\"q\":7")]
    {
        assert!(serde_json::from_str::<HexMap>(&text.replacen(good, bad, 1)).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn a_map_within_a_distance_is_the_plane_cut_to_the_map(layout in any_layout(8, 8), distance in 0..6_u32) {
        let map = HexMap::new(layout);
        for hex in map.hexes() {
            let near: Vec<Hex> = map.within(hex, distance).collect();
            let cut: Vec<Hex> = hex.within(distance).filter(|near| map.contains(*near)).collect();
            prop_assert_eq!(near, cut);
        }
    }

    #[test]
    fn any_great_distance_covers_the_map(layout in any_layout(12, 12)) {
        let map = HexMap::new(layout);
        let corners = [0, layout.rows() as usize - 1, layout.len() - 1];
        for corner in corners.map(|place| layout.hexes().nth(place).expect("it is on the sheet")) {
            prop_assert_eq!(map.within(corner, u32::MAX).count(), layout.len());
        }
    }
}

#[test]
fn nothing_is_near_a_hex_off_the_map() {
    let (map, [_, _, hole]) = small_map();
    assert_eq!(map.within(hole, 3).count(), 0);
    assert_eq!(map.within(Hex::new(i32::MAX, 0), u32::MAX).count(), 0);
}
