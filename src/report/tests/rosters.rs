//! Tables of units and terrain.

use std::sync::Arc;

use super::field::{catalogue, map, state};
use super::obeys_its_style;
use crate::kernel::catalogue::{Catalogue, Listed, Measure, Write};
use crate::kernel::hex::{Orientation, Shove};
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::state::{State, Target};
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::report::{
    Roster, Style, terrain_json, terrain_table, type_told, unit_told, units_json, units_table,
};

fn with_roster(only: Option<&[UnitId]>, check: impl Fn(&Roster<'_>)) {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue: Catalogue = catalogue();
    let strength = catalogue.unit_types[2].attributes.get_mut("STR").expect("it has one");
    strength[0].write = Write::Compute("gun_strength".into());
    let mut state = state(&map);
    state.write(Target::Unit(UnitId(1)), 0, Value::Int(2));
    let compute = |unit: UnitId, rule: &str| (rule == "gun_strength").then_some(i64::from(unit.0));
    let roster = Roster { catalogue: &catalogue, map: &map, state: &state, only, compute: Some(&compute) };
    check(&roster);
}

#[test]
fn units_are_listed_with_what_is_printed_and_what_is_changed() {
    with_roster(None, |roster| {
        insta::assert_snapshot!("units", units_table(roster, &Style::default()));
        insta::assert_snapshot!(
            "units_narrow",
            units_table(roster, &Style { width: 32, ..Style::default() })
        );
        for width in [32, 80] {
            obeys_its_style(|style| units_table(roster, style), width);
        }
        let json = units_json(roster);
        assert_eq!(json["schema"], "houserule.units/1");
        assert_eq!(json["units"].as_array().map(Vec::len), Some(16));
    });
}

#[test]
fn what_a_unit_with_a_number_of_its_own_has_from_its_type_is_no_change() {
    with_roster(Some(&[UnitId(0)]), |roster| {
        let mut catalogue = roster.catalogue.clone();
        let of = roster.state.unit(UnitId(0)).unit_type;
        // Its type is printed by a world, and a house rule has changed one number of it; a scenario makes one unit of its own.
        let layer = |rank, name: &str| Arc::new(Layer { rank, name: name.into() });
        let general = &mut catalogue.unit_types[of.index()];
        general.origin.layer = layer(Rank::World, "vale");
        for writes in general.attributes.values_mut() {
            writes.iter_mut().for_each(|written| written.origin.layer = layer(Rank::World, "vale"));
        }
        let mut changed = general.attributes["MOV"][0].clone();
        (changed.write, changed.origin.layer) = (Write::Add(1), layer(Rank::House, "swift"));
        general.attributes.get_mut("MOV").unwrap().push(changed.clone());
        let mut own = general.clone();
        (own.name, own.base) = ("own".into(), Some(of));
        own.origin.layer = layer(Rank::World, "scenario one");
        let told = |catalogue: &Catalogue, of: TypeId| {
            let mut state = State::default();
            let unit = roster.state.unit(UnitId(0));
            state.enlist(&*unit.name, of, unit.side, unit.place);
            let table = units_table(&Roster { catalogue, state: &state, ..*roster }, &Style::default());
            table.lines().nth(2).unwrap().split_whitespace().skip(4).map(str::to_owned).collect::<Vec<_>>()
        };
        let as_general = told(&catalogue, of);
        assert_eq!(as_general, ["5", "*9"], "only the changed number has a star");
        let id = TypeId(catalogue.unit_types.len() as u32);
        catalogue.unit_types.push(own);
        assert_eq!(told(&catalogue, id), as_general);
        // For programs it is of that type, too, where its own is called as it is.
        let unit = roster.state.unit(UnitId(0));
        catalogue.unit_types[id.index()].name = unit.name.clone();
        let mut state = State::default();
        state.enlist(&*unit.name, id, unit.side, unit.place);
        let json = units_json(&Roster { catalogue: &catalogue, state: &state, ..*roster });
        assert_eq!(json["units"][0]["type"], *catalogue.unit_type(of).name);
        changed.origin.layer = layer(Rank::Referee, "ruling 1");
        catalogue.unit_types[id.index()].attributes.get_mut("STR").unwrap().push(changed);
        assert_eq!(told(&catalogue, id), ["*6", "*9"]);
    });
}

#[test]
fn units_of_one_side() {
    let red: Vec<UnitId> = [0, 1, 2, 3, 4, 14].map(UnitId).into();
    with_roster(Some(&red), |roster| {
        insta::assert_snapshot!(
            "units_of_red",
            units_table(roster, &Style { plain: true, ..Style::default() })
        );
        insta::assert_json_snapshot!("units_of_red_json", units_json(roster));
        let unknown = Roster { compute: None, only: None, ..*roster };
        assert!(units_table(&unknown, &Style::default()).contains("by rule"));
        let nobody = Roster { state: &State::default(), ..*roster };
        assert_eq!(units_table(&nobody, &Style::default()), "no units\n");
    });
}

#[test]
fn one_unit_is_told_in_full() {
    with_roster(None, |roster| {
        let mut catalogue = roster.catalogue.clone();
        let mut more = catalogue.properties[0].clone();
        (more.name, more.title, more.default) = ("gone".into(), "length moved".into(), Value::Int(0));
        more.listed.measure = Measure::Inches;
        let mut inner = more.clone();
        (inner.name, inner.listed) = ("course".into(), Listed { inner: true, ..Listed::default() });
        catalogue.properties.extend([more, inner]);
        let with = Listed { with: Some("STR".into()), ..Listed::default() };
        catalogue.attributes.values_mut().for_each(|of| {
            if &*of.name == "MOV" {
                of.listed = with.clone();
            }
        });
        catalogue.unit_types[0].attributes.remove("STR");
        let mut state = roster.state.clone();
        state.write(Target::Unit(UnitId(1)), 1, Value::Int(3_500));
        state.write(Target::Unit(UnitId(1)), 2, Value::Int(7));
        let roster = Roster { catalogue: &catalogue, state: &state, only: Some(&[UnitId(1)]), ..*roster };
        let style = Style::default();
        insta::assert_snapshot!("unit", unit_told(&roster, UnitId(1), false, &style));
        insta::assert_snapshot!("unit_all", unit_told(&roster, UnitId(1), true, &style));
        insta::assert_snapshot!("unit_type", type_told(&roster, TypeId(1), &style));
        let listed = units_table(&roster, &style);
        assert!(listed.contains("wounds 2, gone 3.5\""), "{listed}");
        assert!(!listed.contains("course") && !listed.contains("MOV"), "{listed}");
        for width in [32, 80] {
            obeys_its_style(|style| unit_told(&roster, UnitId(1), true, style), width);
            obeys_its_style(|style| type_told(&roster, TypeId(1), style), width);
        }
    });
}

#[test]
fn terrain_is_listed_with_its_modifiers() {
    insta::assert_snapshot!("terrain", terrain_table(&catalogue(), &Style::default()));
    insta::assert_json_snapshot!("terrain_json", terrain_json(&catalogue()));
    for width in [40, 80] {
        obeys_its_style(|style| terrain_table(&catalogue(), style), width);
    }
    assert_eq!(terrain_table(&Catalogue::default(), &Style::default()), "no terrain\n");
}

#[test]
fn what_the_type_below_has_got_is_no_change_of_a_number_of_its_own() {
    with_roster(Some(&[UnitId(0)]), |roster| {
        let mut catalogue = roster.catalogue.clone();
        let of = roster.state.unit(UnitId(0)).unit_type;
        let writes = catalogue.unit_types[of.index()].attributes.get_mut("MOV").unwrap();
        let own = writes[0].clone();
        let mut ruled = own.clone();
        (ruled.write, ruled.origin.layer) =
            (Write::Set(Value::Int(9)), Arc::new(Layer { rank: Rank::Referee, name: "1".into() }));
        // The referee has changed the type that it is made from, over which it says its own number.
        *writes = vec![own.clone(), ruled.clone(), own.clone()];
        assert!(!units_table(&Roster { catalogue: &catalogue, ..*roster }, &Style::default()).contains('*'));
        catalogue.unit_types[of.index()].attributes.insert("MOV".into(), vec![own, ruled]);
        assert!(units_table(&Roster { catalogue: &catalogue, ..*roster }, &Style::default()).contains("*9"));
    });
}
