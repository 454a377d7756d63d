//! Maps and scenarios.

use super::{Stack, fixture};
use crate::data::{Data, Target};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::layer::Rank;
use crate::kernel::state::Place;
use crate::kernel::value::Value;
use crate::kernel::writes::fold;

const FORD: &str = r##"
map ford "The ford" {
  hexes flat odd 8 x 6
  base clear
  woods at 0203 0204, 0501..0602
  +minefield at 0203
  river along 0304/0305, 0404/0405
  holes 0101
}
scenario ford "The ford at dusk" {
  map ford
  side red "Red army" { colour #C03030 }
  side blue
  side green "Bystanders"
  units red {
    infantry i1 i2 i3 at 0102
    tank t1 "Old Bess" at 0202 { TGH += 1 }
    engineer e1 e2 at 0301 0302
  }
  units blue { tank t2 /* off the map */ }
  victory red when (left("blue") == 0) "Blue has no units left"
  victory draw when (turn() > 8) "time is up"
  change value stacking = 3
  change unit i2 { STR = 9 }
  set hex 0304 burning true; set unit i1 wounds 1
  set game rolled 3
  notes "A ford " "at dusk."
}
"##;

fn stack() -> Stack {
    fixture().layer(Rank::World, "world", FORD)
}

fn hex(map: &HexMap, number: &str) -> Hex {
    map.layout().parse_number(number).unwrap()
}

fn terrain(data: &Data, map: &HexMap, number: &str) -> Vec<String> {
    let ids = map.terrain(hex(map, number));
    ids.iter().map(|id| data.catalogue.terrain_def(*id).name.to_string()).collect()
}

#[test]
fn a_map_is_read() {
    let data = stack().good(None);
    let map = &data.maps["ford"];
    assert_eq!((map.layout().columns(), map.layout().rows()), (8, 6));
    assert_eq!(terrain(&data, map, "0102"), ["clear"]);
    assert_eq!(terrain(&data, map, "0203"), ["woods", "minefield"]);
    assert_eq!(terrain(&data, map, "0602"), ["woods"]);
    assert_eq!(terrain(&data, map, "0603"), ["clear"]);
    assert!(!map.contains(hex(map, "0101")));
    assert_eq!(map.hexside(hex(map, "0304"), hex(map, "0305")).len(), 1);
    assert!(data.set_up.is_none());
    assert_eq!(&*data.scenarios["ford"].title, "The ford at dusk");
}

#[test]
fn a_map_can_be_drawn_with_or_without_blanks() {
    let drawn = "map drawn {
        hexes pointy even 4x3 from 0 0
        legend m clear+minefield _ hole # woods
        rows {
          . . w w
          .m__
          # . . ~
        }
      }
      change terrain swamp { symbol ~ }";
    let data = fixture().layer(Rank::World, "world", drawn).good(None);
    let map = &data.maps["drawn"];
    assert_eq!(terrain(&data, map, "0200"), ["woods"]);
    assert_eq!(terrain(&data, map, "0101"), ["clear", "minefield"]);
    assert!(!map.contains(hex(map, "0201")));
    assert_eq!(terrain(&data, map, "0002"), ["woods"]);
    assert_eq!(terrain(&data, map, "0302"), ["swamp"]);
}

#[test]
fn a_symbol_that_several_terrains_declare_is_that_of_the_map_s_own_layer() {
    let map = |rows: &str| format!("map drawn {{ hexes flat odd 2x1; rows {{ {rows} }} }}");
    let stack =
        |core: &str, world: &str| fixture().layer(Rank::Core, "low", core).layer(Rank::World, "world", world);
    let grass = "terrain grass { symbol g }";
    let data = stack("terrain gravel { symbol g }", &format!("{grass} {}", map("g g"))).good(None);
    assert_eq!(terrain(&data, &data.maps["drawn"], "0101"), ["grass"]);
    let data = stack(&format!("terrain gravel {{ symbol g }} {}", map("g g")), grass).good(None);
    assert_eq!(terrain(&data, &data.maps["drawn"], "0101"), ["gravel"]);
    let both = format!("{grass} terrain gravel {{ symbol g }} {}", map("g g"));
    let (_, told) = stack("", &both).assemble(None);
    assert!(told.contains("the symbol `g` stands for several terrains: `grass`, `gravel`"), "{told}");
    let said = stack("", &both.replace("rows", "legend g grass; rows")).good(None);
    assert_eq!(terrain(&said, &said.maps["drawn"], "0101"), ["grass"]);
}

#[test]
fn a_patchwork_is_a_map_from_a_seed() {
    let maps = "map even { hexes flat odd 6 x 5; patchwork clear woods+minefield seed 7 grain 2 }
      map same { hexes flat odd 6 x 5; patchwork clear woods+minefield grain 2 seed 7; woods at 0101 }
      map odd { hexes flat odd 5 x 4; patchwork clear woods }";
    let data = fixture().layer(Rank::World, "world", maps).good(None);
    let map = &data.maps["even"];
    let has = |terrain: &str| {
        map.hexes().filter(|h| data.catalogue.terrain_def(map.terrain(*h)[0]).name == terrain.into()).count()
    };
    assert_eq!((has("clear"), has("woods"), map.holes().count()), (15, 15, 0));
    let woods = map.hexes().find(|h| map.terrain(*h).len() == 2).unwrap();
    assert_eq!(terrain(&data, map, &map.layout().number(woods).unwrap().to_string()), ["woods", "minefield"]);
    let same = &data.maps["same"];
    assert_eq!(terrain(&data, same, "0101"), ["woods"], "single hexes lie over a patchwork");
    assert!(map.hexes().skip(1).all(|hex| map.terrain(hex) == same.terrain(hex)));
    let odd = &data.maps["odd"];
    let holes: Vec<String> = odd.holes().map(|h| odd.layout().number(h).unwrap().to_string()).collect();
    assert_eq!(holes, ["0201", "0401"], "what sticks out is left out");
}

#[test]
fn a_scenario_is_set_up() {
    let data = stack().good(Some("ford"));
    let set_up = data.set_up.as_ref().unwrap();
    assert_eq!((&*set_up.map_name, &*set_up.title), ("ford", "The ford at dusk"));
    assert_eq!(&*set_up.notes[0], "A ford at dusk.");
    let sides: Vec<_> = data.catalogue.sides.iter().map(|s| &*s.name).collect();
    assert_eq!(sides, ["red", "blue", "green"]);
    assert_eq!(data.catalogue.sides[0].colour.as_deref(), Some("#c03030"));
    let names: Vec<_> = set_up.placed.iter().map(|p| (&*p.name, &*p.title, p.side.0)).collect();
    assert_eq!(
        names,
        [
            ("i1", "Infantry", 0),
            ("i2", "Infantry", 0),
            ("i3", "Infantry", 0),
            ("t1", "Old Bess", 0),
            ("e1", "engineer", 0),
            ("e2", "engineer", 0),
            ("t2", "Tank", 1),
        ]
    );
    assert_eq!(set_up.placed[6].place, Place::Reserve);
    assert_eq!(set_up.placed[5].place, Place::Hex(hex(&set_up.map, "0302")));
    assert_eq!((set_up.victory[0].side.map(|s| s.0), set_up.victory[1].side), (Some(0), None));
    assert_eq!(set_up.properties.len(), 3);
    assert_eq!(set_up.properties[1].target, Target::Unit("i1".into()));
    let values = &data.catalogue.values["stacking"].writes;
    assert_eq!(fold(values, |_| Err::<i64, ()>(())).unwrap().0, Value::Int(3));
    assert_eq!(values[1].origin.layer.to_string(), "world scenario ford");
}

#[test]
fn one_unit_changed_for_itself_has_its_own_type() {
    let data = stack()
        .layer(Rank::House, "old_bess", "change unit t1 { TGH += 1 }\nchange unit t2 { delete Max }")
        .good(Some("ford"));
    let catalogue = &data.catalogue;
    let placed = &data.set_up.as_ref().unwrap().placed;
    let of = |name: &str| catalogue.unit_type(placed.iter().find(|p| &*p.name == name).unwrap().unit_type);
    assert_eq!(&*of("i1").name, "infantry");
    let bess = of("t1");
    assert_eq!((&*bess.name, &*bess.title), ("t1", "Old Bess"));
    assert_eq!(bess.base, catalogue.type_named("tank"));
    assert_eq!(fold(&bess.attributes["TGH"], |_| Err::<i64, ()>(())).unwrap().0, Value::Int(6));
    let infantry = of("i2");
    assert_eq!(&*infantry.title, "Infantry");
    assert_eq!(fold(&infantry.attributes["STR"], |_| Err::<i64, ()>(())).unwrap().0, Value::Int(9));
}

#[test]
fn a_change_of_a_unit_waits_for_its_scenario() {
    let data = stack().layer(Rank::House, "old_bess", "change unit t1 { TGH += 1 }").good(None);
    assert_eq!(data.catalogue.type_named("t1"), None);
}

#[test]
fn a_map_may_stand_in_its_scenario() {
    let data = fixture()
        .layer(
            Rank::World,
            "world",
            "scenario s { map \"Hill\" { hexes flat even 3 x 3; base clear }; side a; side b }",
        )
        .good(Some("s"));
    let set_up = data.set_up.unwrap();
    assert_eq!((set_up.map.layout().len(), &*set_up.map_name), (9, "s"));
}

#[test]
fn a_property_that_maps_mark_is_set_to_a_hex() {
    let camps = |line: &str| {
        let scenario = format!(
            "property side camp nothing \"camp\" {{ marked \"camp\" }}
             scenario s {{ map {{ hexes flat even 3 x 3; base clear; holes 0303 }}; side a; side b; {line} }}"
        );
        fixture().layer(Rank::World, "world", &scenario)
    };
    let data = camps("set side b camp 0203; set side a camp nothing").good(Some("s"));
    let set_up = data.set_up.as_ref().unwrap();
    let set: Vec<&Value> = set_up.properties.iter().map(|set| &set.value).collect();
    assert_eq!(set, [&Value::Hex(hex(&set_up.map, "0203")), &Value::Nothing]);
    for wrong in ["0909", "0303", "yes", "\"0203\""] {
        let told = camps(&format!("set side b camp {wrong}")).assemble(Some("s")).1;
        assert!(told.contains("this property holds"), "{wrong}: {told}");
    }
}

#[test]
fn what_the_house_says_of_a_type_holds_for_a_unit_that_the_scenario_changes() {
    let data = stack().layer(Rank::House, "stout", "change unit infantry { STR += 1 }").good(Some("ford"));
    let placed = &data.set_up.as_ref().unwrap().placed;
    let of = |name: &str| {
        let unit = placed.iter().find(|p| &*p.name == name).unwrap();
        fold(&data.catalogue.unit_type(unit.unit_type).attributes["STR"], |_| Err::<i64, ()>(())).unwrap().0
    };
    assert_eq!((of("i1"), of("i2")), (Value::Int(3), Value::Int(10)));
}

#[test]
fn what_the_file_of_a_scenario_defines_is_that_scenarios_own() {
    let one = "unit scout { STR 1, TGH 1, RNG 1, MOV 9 }
        terrain moor { symbol m; cost 2 }
        scenario one { map { hexes flat even 3 x 3; base moor }; side a; side b; units a { scout s1 at 0101 } }";
    let two = "unit scout { STR 2, TGH 1, RNG 1, MOV 9 }
        scenario two { map { hexes flat even 3 x 3; base clear }; side a; side b; units a { scout s1 at 0101 } }";
    let stack = || {
        let mut stack = fixture();
        let files = [("one.scenario", one), ("two.scenario", two)];
        files.into_iter().for_each(|(path, text)| stack = std::mem::take(&mut stack).file(path, text));
        stack.layer(Rank::House, "house", "change unit scout { STR += 1 }; change terrain moor { cost = 1 }")
    };
    let attack = |scenario: &str| {
        let data = stack().good(Some(scenario));
        let scout = data.catalogue.type_named("scout").unwrap();
        fold(&data.catalogue.unit_type(scout).attributes["STR"], |_| Err::<i64, ()>(())).unwrap().0
    };
    assert_eq!((attack("one"), attack("two")), (Value::Int(2), Value::Int(3)));
    let data = stack().good(None);
    assert_eq!(data.catalogue.type_named("scout"), None);
    assert_eq!(data.scenarios.len(), 2);
}
