//! Maps, by eye and by law.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::field::{at, catalogue, catalogue_with_camps, layout, map, state, state_with_camps};
use super::{obeys_its_style, styles};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap, LineStep, Orientation, Shove, line};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, UnitId};
use crate::report::{AttackShown, Overlay, Scene, SightLine, Style, Window};

fn draw_map(
    map: &HexMap,
    catalogue: &Catalogue,
    state: &State,
    overlay: &Overlay,
    style: &Style,
    window: Window,
) -> String {
    crate::report::draw_map(&Scene::new(map, catalogue, state, overlay).within(window), style, None)
}

fn bare() -> Style {
    Style::default()
}

fn drawn(orientation: Orientation, shoved: Shove, style: &Style) -> String {
    let map = map(orientation, shoved);
    draw_map(&map, &catalogue(), &state(&map), &Overlay::default(), style, Window::default())
}

pub(super) fn overlay(map: &HexMap) -> Overlay {
    let (from, to) = (at(map, "0302"), at(map, "0604"));
    let centre = at(map, "0203");
    let reach: BTreeMap<Hex, i64> =
        map.within(centre, 2).map(|hex| (hex, i64::from(hex.distance(centre)) * 3)).collect();
    let path = ["0203", "0304", "0404"].map(|number| at(map, number)).to_vec();
    let line = line(from, to);
    let blocked_at = line.steps().iter().copied().find(|step| matches!(step, LineStep::Across(_)));
    Overlay {
        reach,
        path,
        line: Some(SightLine { line, blocked_at }),
        marks: [(at(map, "0706"), "smoke".to_owned())].into(),
        ..Overlay::default()
    }
}

#[test]
fn a_flat_map() {
    insta::assert_snapshot!("flat_map", drawn(Orientation::Flat, Shove::Even, &bare()));
    let ascii = Style { ascii: true, ..bare() };
    insta::assert_snapshot!("flat_map_ascii", drawn(Orientation::Flat, Shove::Odd, &ascii));
}

#[test]
fn a_pointy_map() {
    insta::assert_snapshot!("pointy_map", drawn(Orientation::Pointy, Shove::Even, &bare()));
    let ascii = Style { ascii: true, ..bare() };
    insta::assert_snapshot!("pointy_map_ascii", drawn(Orientation::Pointy, Shove::Odd, &ascii));
}

#[test]
fn a_map_in_words() {
    let plain = Style { plain: true, ..bare() };
    insta::assert_snapshot!("map_in_words", drawn(Orientation::Flat, Shove::Even, &plain));
}

#[test]
fn reach_path_and_sight_are_laid_over_the_map() {
    let flat = map(Orientation::Flat, Shove::Even);
    let draw = |style: &Style| {
        draw_map(&flat, &catalogue(), &state(&flat), &overlay(&flat), style, Window::default())
    };
    insta::assert_snapshot!("map_overlay", draw(&bare()));
    insta::assert_snapshot!("map_overlay_in_words", draw(&Style { plain: true, ..bare() }));
}

#[test]
fn the_last_attack_is_told_below_the_map() {
    let flat = map(Orientation::Flat, Shove::Even);
    let unit = |number: u32, hex: &str| (UnitId(number), at(&flat, hex));
    let attack = AttackShown {
        attackers: vec![unit(0, "0203"), unit(4, "0403")],
        target: unit(5, "0403"),
        outcome: "destroy".to_owned(),
    };
    let overlay = Overlay { attack: Some(attack), ..Overlay::default() };
    let drawn = draw_map(&flat, &catalogue(), &state(&flat), &overlay, &bare(), Window::default());
    assert!(drawn.contains("last attack: t1 in 0203, r1 in 0403 on b1 in 0403: destroy\n"), "{drawn}");
}

#[test]
fn the_last_attack_is_in_its_hexes() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let map = map(orientation, Shove::Even);
        let unit = |number: u32, hex: &str| (UnitId(number), at(&map, hex));
        let attack = AttackShown {
            attackers: vec![unit(6, "0604")],
            target: unit(15, "0404"),
            outcome: String::new(),
        };
        let overlay =
            Overlay { attack: Some(attack), destroyed: vec![unit(15, "0404")], ..Overlay::default() };
        for style in styles(80).into_iter().filter(|style| !style.plain && !style.colour) {
            let drawn = draw_map(&map, &catalogue(), &state(&map), &overlay, &style, Window::default());
            for told in ["!> (b2)", ">! -b9-", "!> attacked last", ">! was attacked", "- - destroyed"] {
                assert!(drawn.contains(told), "{told} in\n{drawn}");
            }
        }
        // Who stands in a hex is not driven away by what was done there.
        let crowd = Overlay { attack: overlay.attack.clone(), ..Overlay::default() };
        let target = unit(0, "0203");
        let attack = crowd.attack.map(|attack| AttackShown { target, ..attack });
        let overlay = Overlay { attack, ..Overlay::default() };
        let drawn = draw_map(&map, &catalogue(), &state(&map), &overlay, &bare(), Window::default());
        assert!(drawn.contains("[t1 t2]") && drawn.contains("[g1]"), "{drawn}");
    }
}

#[test]
fn the_numbers_of_every_unit_are_in_its_hex_or_below_the_map() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let map = map(orientation, Shove::Even);
        let draw = |overlay: &Overlay, style: &Style| {
            draw_map(&map, &catalogue(), &state(&map), overlay, style, Window::default())
        };
        let drawn = draw(&Overlay::default(), &bare());
        let line = drawn.lines().position(|line| line.contains("(b2)")).expect("it is on the map");
        assert!(drawn.lines().nth(line + 1).is_some_and(|below| below.contains("5 3")), "{drawn}");
        for told in [
            "[t1 t2 r1] 5 8",
            "[g1] 5 3",
            "(b1 c1 c2 c3 c4 c5) 5 3",
            "(c6) 5 8",
            "the numbers of a unit: STR, MOV",
        ] {
            assert!(drawn.contains(told), "{told} in\n{drawn}");
        }
        // What is laid over a hex leaves no room there.
        let reach = Overlay { reach: [(at(&map, "0604"), 2)].into(), ..Overlay::default() };
        assert!(draw(&reach, &bare()).contains("(b1 b2 c1 c2 c3 c4 c5) 5 3"));
        let told = draw(&Overlay::default(), &Style { plain: true, ..bare() });
        assert!(told.contains("Blue Army b2 (STR 5, MOV 3)."), "{told}");
    }
}

#[test]
fn the_numbers_of_a_thousand_units_do_not_bury_the_map() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut state = State::default();
    for number in 0..1000 {
        state.enlist(format!("u{number}"), TypeId(0), SideId(0), Place::Hex(at(&map, "0203")));
    }
    let drawn = draw_map(&map, &catalogue(), &state, &Overlay::default(), &bare(), Window::default());
    assert!(drawn.lines().count() < 60, "{drawn}");
    assert!(drawn.contains("the numbers of 940 more units are in the list of units"), "{drawn}");
}

#[test]
fn types_that_look_alike_are_explained_once() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue = catalogue();
    // A unit that a layer changes has a type of its own.
    catalogue.unit_types.push(catalogue.unit_types[0].clone());
    let mut state = State::default();
    for number in 0..12 {
        state.enlist(format!("u{number}"), TypeId(number % 2 * 3), SideId(0), Place::Hex(at(&map, "0203")));
    }
    let drawn = draw_map(&map, &catalogue, &state, &Overlay::default(), &bare(), Window::default());
    assert_eq!(drawn.matches("T tank").count(), 1, "{drawn}");
}

#[test]
fn without_numbers_no_hex_has_one() {
    let flat = map(Orientation::Flat, Shove::Even);
    let (catalogue, state, overlay) = (catalogue(), state(&flat), Overlay::default());
    let scene = Scene { numbers: false, ..Scene::new(&flat, &catalogue, &state, &overlay) };
    let drawn = crate::report::draw_map(&scene, &bare(), None);
    assert!(flat.hexes().all(|hex| !drawn.contains(&flat.layout().number(hex).unwrap().to_string())));
}

#[test]
fn a_wide_map_is_shown_round_a_hex() {
    let mut wide = HexMap::new(layout(Orientation::Pointy, Shove::Odd, 40, 30));
    for hex in wide.hexes().collect::<Vec<_>>() {
        wide.set_terrain(hex, vec![super::field::CLEAR]).expect("on the map");
    }
    let window = Window { rows: 3, ..Window::round(at(&wide, "2030")) };
    let style = Style { width: 50, ..bare() };
    let drawn = draw_map(&wide, &catalogue(), &State::default(), &Overlay::default(), &style, window);
    insta::assert_snapshot!("map_round_a_hex", drawn);
}

#[test]
fn every_map_obeys_its_style() {
    for (orientation, shoved) in [
        (Orientation::Flat, Shove::Odd),
        (Orientation::Flat, Shove::Even),
        (Orientation::Pointy, Shove::Odd),
        (Orientation::Pointy, Shove::Even),
    ] {
        let map = map(orientation, shoved);
        for width in [40, 80, 120] {
            let draw = |style: &Style| {
                draw_map(&map, &catalogue(), &state(&map), &overlay(&map), style, Window::default())
            };
            obeys_its_style(draw, width);
        }
    }
}

#[test]
fn every_hex_of_the_window_appears_exactly_once() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        for shoved in [Shove::Odd, Shove::Even] {
            let map = map(orientation, shoved);
            for style in styles(80).into_iter().filter(|style| !style.plain) {
                let drawn = draw_map(
                    &map,
                    &catalogue(),
                    &state(&map),
                    &Overlay::default(),
                    &style,
                    Window::default(),
                );
                for hex in map.layout().hexes() {
                    let number = map.layout().number(hex).expect("on the sheet").to_string();
                    let times = usize::from(map.contains(hex));
                    assert_eq!(drawn.matches(&number).count(), times, "{number} in\n{drawn}");
                }
            }
        }
    }
}

#[test]
fn a_window_shows_its_hex_wherever_it_is() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let map = HexMap::new(layout(orientation, Shove::Odd, 120, 30));
        for hex in map.hexes().step_by(7) {
            let window = Window { rows: 2, ..Window::round(hex) };
            let overlay = Overlay::default();
            let drawn = draw_map(&map, &catalogue(), &State::default(), &overlay, &bare(), window);
            let number = map.layout().number(hex).expect("on the sheet").to_string();
            assert_eq!(drawn.matches(&number).count(), 1, "{number} in\n{drawn}");
        }
    }
}

#[test]
fn maps_without_hexes_are_drawn() {
    let nothing = HexMap::default();
    for style in styles(80) {
        let overlay = Overlay::default();
        let drawn = draw_map(&nothing, &catalogue(), &State::default(), &overlay, &style, Window::default());
        assert_eq!(drawn.is_empty(), !style.plain, "{drawn}");
    }
}

#[test]
fn hostile_names_do_not_reach_the_terminal() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut state = State::default();
    state.enlist("\x1b[2J\x1b]0;x\x07t\n1", TypeId(0), SideId(0), Place::Hex(at(&map, "0302")));
    let draw =
        |style: &Style| draw_map(&map, &catalogue(), &state, &Overlay::default(), style, Window::default());
    obeys_its_style(draw, 80);
    assert!(draw(&bare()).contains("[t 1]"), "{}", draw(&bare()));
}

#[test]
fn a_large_map_is_drawn_at_once() {
    let map = HexMap::new(layout(Orientation::Flat, Shove::Odd, 200, 200));
    let hex = map.layout().hex(100, 100).expect("on the sheet");
    let (catalogue, state, overlay) = (catalogue(), State::default(), Overlay::default());
    let began = Instant::now();
    for _ in 0..10 {
        draw_map(&map, &catalogue, &state, &overlay, &bare(), Window::round(hex));
    }
    // Far below the 50 ms that a player notices, even in a build for debugging on a busy machine.
    assert!(began.elapsed() < Duration::from_millis(10 * 50), "{:?}", began.elapsed());
}

#[test]
fn what_properties_mark_is_on_the_map_whoever_stands_there() {
    let map = map(Orientation::Flat, Shove::Even);
    let draw = |style: &Style| {
        let (catalogue, state) = (catalogue_with_camps(), state_with_camps(&map));
        draw_map(&map, &catalogue, &state, &Overlay::default(), style, Window::default())
    };
    insta::assert_snapshot!("map_with_landmarks", draw(&Style { ascii: true, ..bare() }));
    let told = draw(&Style { plain: true, ..bare() });
    for line in [
        "0203: Red t1 (STR 5, MOV 8), t2 (STR 5, MOV 8), g1 (STR 5, MOV 3); camp of Red.",
        "0806: woods; camp of Blue Army; well.",
        "; camp of Blue Army.\n",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn no_width_is_too_small_or_too_great() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let map = map(orientation, Shove::Odd);
        for width in [0, 1, 7, usize::MAX] {
            for style in styles(width) {
                let drawn =
                    draw_map(&map, &catalogue(), &state(&map), &overlay(&map), &style, Window::default());
                assert!(!drawn.is_empty());
            }
        }
    }
}
