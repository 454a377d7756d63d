//! Tables of units and terrain.

use super::field::{catalogue, map, state};
use super::obeys_its_style;
use crate::kernel::catalogue::{Catalogue, Write};
use crate::kernel::hex::{Orientation, Shove};
use crate::kernel::state::{State, Target};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::report::{Roster, Style, terrain_json, terrain_table, units_json, units_table};

fn with_roster(side: Option<SideId>, check: impl Fn(&Roster<'_>)) {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue: Catalogue = catalogue();
    let strength = catalogue.unit_types[2].attributes.get_mut("STR").expect("it has one");
    strength[0].write = Write::Compute("gun_strength".into());
    let mut state = state(&map);
    state.write(Target::Unit(UnitId(1)), 0, Value::Int(2));
    let compute = |unit: UnitId, rule: &str| (rule == "gun_strength").then_some(i64::from(unit.0));
    let roster = Roster { catalogue: &catalogue, map: &map, state: &state, side, compute: Some(&compute) };
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
fn units_of_one_side() {
    with_roster(Some(SideId(0)), |roster| {
        insta::assert_snapshot!(
            "units_of_red",
            units_table(roster, &Style { plain: true, ..Style::default() })
        );
        insta::assert_json_snapshot!("units_of_red_json", units_json(roster));
        let unknown = Roster { compute: None, side: Some(SideId(1)), ..*roster };
        assert!(units_table(&unknown, &Style::default()).contains("by rule"));
        let nobody = Roster { state: &State::default(), ..*roster };
        assert_eq!(units_table(&nobody, &Style::default()), "no units\n");
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
