//! Maps as SVG, by laws: what must be in every picture, whatever is drawn.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use super::field::{
    at, catalogue, catalogue_with_camps, layout, map, origin, state, state_with_camps, unit_type,
};
use super::maps::overlay;
use crate::kernel::catalogue::{Catalogue, Side, Write};
use crate::kernel::hex::{Hex, HexMap, Orientation, Shove};
use crate::kernel::layer::Rank;
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, UnitId};
use crate::report::figure::{Figure, Spot};
use crate::report::{
    AttackShown, Overlay, Plate, Roster, SVG_HEAD, Scene, Style, Window, draw_svg, units_table,
};

const SHEETS: [(Orientation, Shove); 4] = [
    (Orientation::Flat, Shove::Odd),
    (Orientation::Flat, Shove::Even),
    (Orientation::Pointy, Shove::Odd),
    (Orientation::Pointy, Shove::Even),
];

fn plate() -> Plate<'static> {
    Plate { title: "The field", moment: "Turn 1, Red, movement", compute: None }
}

fn drawn(map: &HexMap, state: &State, overlay: &Overlay) -> String {
    draw_svg(&Scene::new(map, &catalogue(), state, overlay), &plate())
}

/// Everything at once: reach, way, sight, marks, an attack, a loss.
fn full_overlay(map: &HexMap) -> Overlay {
    let unit = |number: u32, hex: &str| (UnitId(number), at(map, hex));
    Overlay {
        attack: Some(AttackShown {
            attackers: vec![unit(0, "0203"), unit(4, "0403")],
            target: unit(5, "0403"),
            outcome: "wound".to_owned(),
        }),
        destroyed: vec![unit(15, "0404")],
        passing: [at(map, "0303")].into(),
        notes: vec!["told below".to_owned()],
        ..overlay(map)
    }
}

fn with_class<'a, 'd>(document: &'a Document<'d>, class: &'a str) -> impl Iterator<Item = Node<'a, 'd>> {
    document.descendants().filter(move |node| node.attribute("class") == Some(class))
}

fn tooltip(node: Node<'_, '_>) -> String {
    let title = node.children().find(|child| child.has_tag_name("title"));
    title.and_then(|title| title.text()).unwrap_or_default().to_owned()
}

#[test]
fn a_unit_that_is_destroyed_has_no_numbers_that_rules_make_up_for_it() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue = catalogue();
    let strength = catalogue.unit_types[0].attributes.get_mut("STR").expect("it has one");
    strength[0].write = Write::Compute("strength_of".into());
    let state = state(&map);
    let compute = |unit: UnitId, _: &str| Some(if state.unit(unit).place == Place::Out { 0 } else { 7 });
    let plate = Plate { compute: Some(&compute), ..plate() };
    let svg = draw_svg(&Scene::new(&map, &catalogue, &state, &full_overlay(&map)), &plate);
    let document = Document::parse(&svg).unwrap();
    let lost: Vec<String> = with_class(&document, "out").map(tooltip).collect();
    assert!(lost[0].contains("b9") && lost[0].contains("MOV 8") && !lost[0].contains("STR"), "{lost:?}");
    let stands = with_class(&document, "unit").map(tooltip).find(|told| told.starts_with("Red t1,"));
    assert!(stands.is_some_and(|told| told.contains("STR 7")), "{svg}");
}

#[test]
fn a_unit_off_the_map_has_no_numbers_of_the_hex_that_it_is_not_in() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue = catalogue();
    let strength = catalogue.unit_types[0].attributes.get_mut("STR").expect("it has one");
    strength[0].write = Write::Compute("strength_of".into());
    let mut state = state(&map);
    state.enlist("t99", TypeId(0), SideId(0), Place::Reserve);
    // As a game answers: nothing where the number would come from the place of a unit that has none.
    let compute = |unit: UnitId, _: &str| matches!(state.unit(unit).place, Place::Hex(_)).then_some(7);
    let plate = Plate { compute: Some(&compute), ..plate() };
    let scene_of = Overlay::default();
    let svg = draw_svg(&Scene::new(&map, &catalogue, &state, &scene_of), &plate);
    let document = Document::parse(&svg).unwrap();
    let waits = with_class(&document, "unit").find(|unit| tooltip(*unit).contains(" t99, reserve"));
    let waits = waits.expect("drawn");
    assert!(tooltip(waits).contains("MOV 8") && !tooltip(waits).contains("STR"), "{}", tooltip(waits));
    let letters: Vec<&str> = waits.descendants().filter_map(|node| node.text()).collect();
    assert!(letters.iter().any(|text| text.starts_with("– ")), "{letters:?}");
    let style = Style::default();
    let roster =
        Roster { catalogue: &catalogue, map: &map, state: &state, only: None, compute: Some(&compute) };
    let table = units_table(&roster, &style);
    let row = table.lines().find(|line| line.starts_with("t99 ")).expect("listed");
    assert!(row.contains('–') && !row.contains("by rule"), "{row}");
}

#[test]
fn a_small_picture() {
    let small = HexMap::new(layout(Orientation::Flat, Shove::Even, 2, 1));
    let mut state = State::default();
    state.enlist("t1", TypeId(0), SideId(0), Place::Hex(at(&small, "0101")));
    state.enlist("b1", TypeId(1), SideId(1), Place::Reserve);
    insta::assert_snapshot!("small_picture", drawn(&small, &state, &Overlay::default()));
}

#[test]
fn every_hex_has_one_outline_and_one_tooltip() {
    for (orientation, shoved) in SHEETS {
        let map = map(orientation, shoved);
        for overlay in [Overlay::default(), full_overlay(&map)] {
            let svg = drawn(&map, &state(&map), &overlay);
            let document = Document::parse(&svg).expect("well-formed");
            let mut numbers = BTreeSet::new();
            let mut outlines = BTreeSet::new();
            for hex in with_class(&document, "hex") {
                let polygons: Vec<Node<'_, '_>> =
                    hex.children().filter(|child| child.has_tag_name("polygon")).collect();
                assert_eq!(polygons.len(), 1);
                outlines.insert(polygons[0].attribute("points").expect("an outline").to_owned());
                numbers.insert(tooltip(hex).split(':').next().unwrap_or_default().to_owned());
            }
            let wanted: BTreeSet<String> =
                map.hexes().map(|hex| map.layout().number(hex).unwrap().to_string()).collect();
            assert_eq!((numbers, outlines.len()), (wanted, map.hexes().count()));
        }
    }
}

#[test]
fn every_unit_in_play_has_one_counter() {
    for (orientation, shoved) in SHEETS {
        let map = map(orientation, shoved);
        let state = state(&map);
        let svg = drawn(&map, &state, &full_overlay(&map));
        let document = Document::parse(&svg).expect("well-formed");
        let mut counters: Vec<String> = with_class(&document, "unit").map(tooltip).collect();
        let in_play = state.units().filter(|(_, unit)| unit.place != Place::Out).map(|(_, unit)| unit);
        for unit in in_play {
            let own = counters.iter().position(|told| told.contains(&format!(" {},", unit.name)));
            counters.remove(own.unwrap_or_else(|| panic!("{} has no counter", unit.name)));
        }
        assert_eq!(counters, [""; 0], "counters of nobody");
        let lost: Vec<String> = with_class(&document, "out").map(tooltip).collect();
        assert_eq!(lost.len(), 1);
        assert!(lost[0].contains("b9") && lost[0].ends_with("(destroyed)"), "{lost:?}");
    }
}

#[test]
fn what_properties_mark_has_a_pennant() {
    for (orientation, shoved) in SHEETS {
        let map = map(orientation, shoved);
        let (catalogue, state) = (catalogue_with_camps(), state_with_camps(&map));
        let svg = draw_svg(&Scene::new(&map, &catalogue, &state, &Overlay::default()), &plate());
        let document = Document::parse(&svg).expect("well-formed");
        let mut told: Vec<String> = with_class(&document, "mark").map(tooltip).collect();
        told.sort_unstable();
        assert_eq!(told, ["camp of Blue Army", "camp of Blue Army", "camp of Red", "depot of t9", "well"]);
        assert!(svg.contains("camp of Red: 0203") && svg.contains("camp of Blue Army: 0806, 0502"), "{svg}");
        assert!(with_class(&document, "hex").any(|hex| tooltip(hex).ends_with("; camp of Red")));
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_in_whole_numbers() {
    let map = map(Orientation::Pointy, Shove::Odd);
    let svg = drawn(&map, &state(&map), &full_overlay(&map));
    assert_eq!(svg, drawn(&map, &state(&map), &full_overlay(&map)));
    assert!(svg.starts_with(SVG_HEAD));
    let document = Document::parse(&svg).expect("well-formed");
    let coordinates =
        ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "points", "d", "width", "height", "viewBox"];
    for node in document.descendants() {
        for name in coordinates {
            let value = node.attribute(name).unwrap_or_default();
            assert!(!value.contains('.'), "{name}={value}");
        }
    }
}

#[test]
fn nothing_is_cut_off_at_the_edge_of_the_paper() {
    for (orientation, shoved) in SHEETS {
        let map = map(orientation, shoved);
        let svg = drawn(&map, &state(&map), &full_overlay(&map));
        let document = Document::parse(&svg).expect("well-formed");
        let root = document.root_element();
        let size = |name: &str| root.attribute(name).and_then(|v| v.parse::<i64>().ok()).expect("a size");
        let (width, height) = (size("width"), size("height"));
        let is_defined = |node: Node<'_, '_>| node.ancestors().any(|a| a.has_tag_name("defs"));
        for node in document.descendants().filter(|node| node.is_element() && !is_defined(*node)) {
            let int = |name: &str| node.attribute(name).and_then(|v| v.parse::<i64>().ok());
            let rights = ["x", "x1", "x2", "cx"].into_iter().filter_map(int);
            let downs = ["y", "y1", "y2", "cy"].into_iter().filter_map(int);
            assert!(rights.into_iter().all(|x| (0..=width).contains(&x)), "{node:?}");
            assert!(downs.into_iter().all(|y| (0..=height).contains(&y)), "{node:?}");
            if node.has_tag_name("text")
                && node.ancestors().any(|a| a.attribute("text-anchor") == Some("start"))
            {
                let text: String =
                    node.descendants().filter(Node::is_text).filter_map(|n| n.text()).collect();
                let size = int("font-size").unwrap_or(13);
                let end = int("x").unwrap_or(0) + text.chars().count() as i64 * size * 6 / 10;
                assert!(end <= width, "`{text}` ends at {end} of {width}");
            }
        }
    }
}

#[test]
fn a_window_shows_its_part_and_says_what_is_left_out() {
    let wide = HexMap::new(layout(Orientation::Flat, Shove::Odd, 40, 30));
    let (catalogue, state, overlay) = (catalogue(), State::default(), Overlay::default());
    let scene = Scene::new(&wide, &catalogue, &state, &overlay).within(Window::round(at(&wide, "2015")));
    let svg = draw_svg(&scene, &plate());
    let document = Document::parse(&svg).expect("well-formed");
    assert_eq!(with_class(&document, "hex").count(), 12 * 8);
    assert!(svg.contains("not shown: columns 01 to 13 and 26 to 40, rows 01 to 10 and 19 to 30"), "{svg}");
}

const HOSTILE: &str = "</title><script>alert(1)</script> & \"'\u{1b}[2J\u{0}\u{202e}\u{ffff}]]>";

/// A picture that is well-formed whatever stands in it, has no elements but those that draw, and nothing that runs.
fn is_harmless(svg: &str) {
    let document = Document::parse(svg).expect("well-formed");
    let known = [
        "circle", "clipPath", "defs", "desc", "g", "line", "path", "polygon", "polyline", "rect", "style",
        "svg", "text", "title", "tspan", "use",
    ];
    for node in document.descendants().filter(Node::is_element) {
        assert!(known.contains(&node.tag_name().name()), "{node:?}");
        assert!(node.attributes().all(|a| !a.name().starts_with("on")), "{node:?}");
    }
    assert!(svg.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!svg.contains(['\u{202e}', '\u{ffff}']));
}

#[test]
fn hostile_texts_stay_texts_in_figures() {
    let spot = Spot { x: 10, y: 10 };
    let mut figure = Figure::new((1000, 1000), HOSTILE, "", "");
    figure.text("note", spot, HOSTILE);
    figure.rect("bar", spot, (100, 100), HOSTILE);
    figure.circle("dot", spot, 10, HOSTILE);
    figure.triangle("dot", spot, 10, true, HOSTILE);
    is_harmless(&figure.finish());
}

#[test]
fn hostile_texts_stay_texts() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue: Catalogue = catalogue();
    catalogue.sides.push(Side {
        name: HOSTILE.into(),
        title: HOSTILE.into(),
        colour: Some("\"/><script/>".into()),
    });
    catalogue.unit_types.push(unit_type(HOSTILE, HOSTILE, 1, 1));
    catalogue.terrain[1].title = HOSTILE.into();
    catalogue.terrain[1].colour = Some("url(#x)\" onload=\"x".into());
    catalogue.terrain[1].symbol = "<".into();
    catalogue.terrain[1].origin = origin(Rank::World, HOSTILE, 1);
    let mut state = state(&map);
    state.enlist(HOSTILE, TypeId(3), SideId(2), Place::Hex(at(&map, "0302")));
    state.enlist(HOSTILE, TypeId(3), SideId(2), Place::Reserve);
    let mut overlay = full_overlay(&map);
    overlay.marks.insert(at(&map, "0101"), HOSTILE.to_owned());
    overlay.notes.push(HOSTILE.to_owned());
    if let Some(attack) = &mut overlay.attack {
        attack.outcome = HOSTILE.to_owned();
    }
    let plate = Plate { title: HOSTILE, moment: HOSTILE, compute: None };
    let svg = draw_svg(&Scene::new(&map, &catalogue, &state, &overlay), &plate);
    is_harmless(&svg);
}

#[test]
fn counters_have_the_numbers_that_the_rules_compute() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue: Catalogue = catalogue();
    let strength = catalogue.unit_types[2].attributes.get_mut("STR").expect("it has one");
    strength[0].write = crate::kernel::catalogue::Write::Compute("gun_strength".into());
    let state = state(&map);
    let overlay = Overlay::default();
    let scene = Scene::new(&map, &catalogue, &state, &overlay);
    let gun = |svg: &str| {
        let document = Document::parse(svg).expect("well-formed");
        with_class(&document, "unit")
            .map(tooltip)
            .find(|told| told.contains("long-range-gun"))
            .expect("drawn")
    };
    let compute = |_: UnitId, rule: &str| (rule == "gun_strength").then_some(77);
    let told = gun(&draw_svg(&scene, &Plate { compute: Some(&compute), ..plate() }));
    assert_eq!(told, "Blue Army long-range-gun, 0802: gun; STR 77, MOV 1");
    let told = gun(&draw_svg(&scene, &plate()));
    assert_eq!(told, "Blue Army long-range-gun, 0802: gun; STR ?, MOV 1");
}

#[test]
fn maps_without_hexes_or_with_one_are_drawn() {
    for map in [HexMap::default(), HexMap::new(layout(Orientation::Pointy, Shove::Odd, 1, 1))] {
        let svg = drawn(&map, &State::default(), &Overlay::default());
        let document = Document::parse(&svg).expect("well-formed");
        assert_eq!(with_class(&document, "hex").count(), map.hexes().count());
    }
}

#[test]
fn a_stack_of_a_thousand_units_is_drawn() {
    let map = HexMap::new(layout(Orientation::Flat, Shove::Odd, 1, 1));
    let mut state = State::default();
    let hex = map.hexes().next().unwrap_or(Hex::new(0, 0));
    for number in 0..1000 {
        state.enlist(format!("u{number}"), TypeId(0), SideId(0), Place::Hex(hex));
    }
    let svg = drawn(&map, &state, &Overlay::default());
    let document = Document::parse(&svg).expect("well-formed");
    assert_eq!(with_class(&document, "unit").count(), 1000);
}

#[test]
fn reach_hides_no_hexside() {
    let map = map(Orientation::Flat, Shove::Even);
    let reached = Overlay { reach: overlay(&map).reach, ..Overlay::default() };
    let svg = drawn(&map, &state(&map), &reached);
    let (last, first) = (svg.rfind("<use href=\"#hr-reach\"").unwrap(), svg.find("<line ").unwrap());
    assert!(last < first, "{svg}");
}

#[test]
fn numbers_in_reach_are_read_on_the_paler_ground() {
    let map = map(Orientation::Flat, Shove::Even);
    let mut catalogue = catalogue();
    for terrain in &mut catalogue.terrain {
        terrain.colour = Some("#aa7722".to_owned().into());
    }
    let reached = Overlay { reach: overlay(&map).reach, ..Overlay::default() };
    let svg = draw_svg(&Scene::new(&map, &catalogue, &state(&map), &reached), &plate());
    let ink = |number: &str| {
        let document = Document::parse(&svg).unwrap();
        let is_number = |node: &Node<'_, '_>| {
            node.has_tag_name("text") && node.text().is_some_and(|text| text.trim() == number)
        };
        document.descendants().find(is_number).and_then(|node| node.attribute("fill").map(str::to_owned))
    };
    assert_eq!(ink("0203").as_deref(), Some("#111111"));
    assert_eq!(ink("0706").as_deref(), Some("#ffffff"));
}
