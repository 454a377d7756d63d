//! A small battlefield that the pictures show.

use std::sync::Arc;

use crate::diagnostic::{SourceMap, Span};
use crate::kernel::catalogue::{
    Amount, AttributeDef, AttributeForm, Catalogue, Listed, Modifier, Origin, PropertyDef, Side, Subject,
    Terrain, UnitType, Write, Written,
};
use crate::kernel::hex::{Hex, HexMap, Hexside, Layout, Orientation, Shove};
use crate::kernel::layer::{Layer, Rank};
use crate::kernel::state::{Place, State, Target};
use crate::kernel::value::{SideId, TerrainId, TypeId, Value};

pub const CLEAR: TerrainId = TerrainId(0);
pub const WOODS: TerrainId = TerrainId(1);
pub const HILL: TerrainId = TerrainId(2);
pub const TOWN: TerrainId = TerrainId(3);
pub const RIVER: TerrainId = TerrainId(4);
pub const BRIDGE: TerrainId = TerrainId(5);

pub fn origin(rank: Rank, name: &str, line: usize) -> Origin {
    let mut sources = SourceMap::default();
    let file = sources.add("field", "");
    Origin {
        layer: Arc::new(Layer { rank, name: name.into() }),
        span: Span::new(file, line, line),
        cites: None,
    }
}

fn attribute(name: &str, subject: Subject, line: usize) -> ((Subject, Arc<str>), AttributeDef) {
    let definition = AttributeDef {
        name: name.into(),
        title: name.into(),
        subject,
        form: AttributeForm::Number,
        qualifies: None,
        default: None,
        range: (-99, 99),
        listed: Default::default(),
        origin: origin(Rank::Core, "core", line),
        first: origin(Rank::Core, "core", line).span,
    };
    ((subject, name.into()), definition)
}

fn set(value: i64) -> Vec<Written> {
    vec![Written { write: Write::Set(Value::Int(value)), origin: origin(Rank::Core, "core", 1) }]
}

pub fn unit_type(name: &str, symbol: &str, strength: i64, move_points: i64) -> UnitType {
    UnitType {
        name: name.into(),
        title: name.into(),
        base: None,
        symbol: symbol.into(),
        hull: None,
        attributes: [("STR".into(), set(strength)), ("MOV".into(), set(move_points))].into(),
        exceptions: Default::default(),
        origin: origin(Rank::Core, "core", 1),
    }
}

fn terrain(name: &str, symbol: &str, colour: &str, hexside: bool, cost: i64) -> Terrain {
    Terrain {
        name: name.into(),
        title: name.into(),
        hexside,
        symbol: symbol.into(),
        colour: Some(colour.into()),
        attributes: [("cost".into(), set(cost))].into(),
        modifiers: Vec::new(),
        origin: origin(Rank::Core, "core", 1),
    }
}

pub fn catalogue() -> Catalogue {
    let side = |name: &str, title: &str, colour: Option<&str>| Side {
        name: name.into(),
        title: title.into(),
        colour: colour.map(Into::into),
    };
    let wounds = PropertyDef {
        name: "wounds".into(),
        subject: Subject::Unit,
        default: Value::Int(0),
        title: "wounds".into(),
        listed: Default::default(),
        origin: origin(Rank::Core, "core", 1),
    };
    let mut woods = terrain("woods", "♣", "#228b22", false, 2);
    woods.modifiers = vec![
        Modifier {
            attribute: "STR".into(),
            amount: Amount::Points(2),
            when: Some("when_1".into()),
            when_text: Some("unit.wounds == 0".into()),
            origin: origin(Rank::Core, "core", 1),
        },
        Modifier {
            attribute: "STR".into(),
            amount: Amount::Percent(-50),
            when: None,
            when_text: None,
            origin: origin(Rank::Core, "core", 1),
        },
    ];
    let mut guard = unit_type("guard", "G", 4, 3);
    guard
        .attributes
        .get_mut("STR")
        .expect("it has one")
        .push(Written { write: Write::Add(1), origin: origin(Rank::House, "stronger guards", 1) });
    Catalogue {
        attributes: [
            attribute("STR", Subject::Unit, 1),
            attribute("MOV", Subject::Unit, 2),
            attribute("cost", Subject::Terrain, 3),
        ]
        .into(),
        properties: vec![wounds],
        unit_types: vec![unit_type("tank", "T", 5, 8), guard, unit_type("gun", "", 2, 1)],
        terrain: vec![
            terrain("clear", ".", "#888888", false, 1),
            woods,
            terrain("hill", "▲", "#a0522d", false, 2),
            terrain("town", "#", "grey", false, 1),
            terrain("river", "≈", "#1e90ff", true, 1),
            terrain("bridge", "=", "#deb887", true, 0),
        ],
        sides: vec![side("red", "Red", Some("#cc0000")), side("blue", "Blue Army", None)],
        ..Catalogue::default()
    }
}

pub fn layout(orientation: Orientation, shoved: Shove, columns: u32, rows: u32) -> Layout {
    Layout::new(orientation, shoved, columns, rows).expect("within three digits")
}

pub fn at(map: &HexMap, number: &str) -> Hex {
    map.layout().parse_number(number).expect("it is on the sheet")
}

/// Eight columns of six hexes with woods, a hill, a town, and a river that a bridge crosses.
pub fn map(orientation: Orientation, shoved: Shove) -> HexMap {
    let mut map = HexMap::new(layout(orientation, shoved, 8, 6));
    let hexes: Vec<Hex> = map.hexes().collect();
    for hex in hexes {
        map.set_terrain(hex, vec![CLEAR]).expect("on the map");
    }
    for number in ["0102", "0201", "0202", "0302", "0705", "0805", "0806"] {
        let hex = at(&map, number);
        map.set_terrain(hex, vec![WOODS]).expect("on the map");
    }
    for number in ["0604", "0605", "0202"] {
        let hex = at(&map, number);
        map.add_terrain(hex, HILL).expect("on the map");
    }
    let town = at(&map, "0404");
    map.set_terrain(town, vec![TOWN]).expect("on the map");
    // The river runs between the fourth and the fifth column, or between the third and the fourth row.
    for one in map.hexes().collect::<Vec<_>>() {
        for other in one.neighbours() {
            let (Some(a), Some(b)) = (map.layout().column_row(one), map.layout().column_row(other)) else {
                continue;
            };
            let parted = match orientation {
                Orientation::Flat => a.0 == 4 && b.0 == 5,
                Orientation::Pointy => a.1 == 3 && b.1 == 4,
            };
            if parted {
                let hexside = Hexside::between(one, other).expect("they are adjacent");
                map.add_hexside(hexside, RIVER).expect("on the map");
                if a == (4, 3) {
                    map.add_hexside(hexside, BRIDGE).expect("on the map");
                }
            }
        }
    }
    map.cut_out(at(&map, "0801")).expect("on the map");
    map
}

pub fn state(map: &HexMap) -> State {
    let mut state = State::default();
    let mut enlist = |name: &str, unit_type: u32, side: u32, number: &str| {
        let place = match number {
            "reserve" => Place::Reserve,
            "out" => Place::Out,
            number => Place::Hex(at(map, number)),
        };
        state.enlist(name, TypeId(unit_type), SideId(side), place);
    };
    enlist("t1", 0, 0, "0203");
    enlist("t2", 0, 0, "0203");
    enlist("g1", 1, 0, "0203");
    enlist("t3", 0, 0, "0302");
    enlist("r1", 0, 0, "0403");
    enlist("b1", 1, 1, "0403");
    enlist("b2", 1, 1, "0604");
    for name in ["c1", "c2", "c3", "c4", "c5"] {
        enlist(name, 1, 1, "0705");
    }
    enlist("c6", 0, 1, "0705");
    enlist("long-range-gun", 2, 1, "0802");
    enlist("t9", 0, 0, "reserve");
    enlist("b9", 0, 1, "out");
    state
}

/// The catalogue with a property of sides, of units and of the game that maps mark.
pub fn catalogue_with_camps() -> Catalogue {
    let mut catalogue = catalogue();
    for (subject, name) in [(Subject::Side, "camp"), (Subject::Unit, "depot"), (Subject::Game, "well")] {
        let marked = Listed { marked: Some(name.into()), ..Listed::default() };
        catalogue.properties.push(PropertyDef {
            name: name.into(),
            subject,
            default: Value::Nothing,
            title: name.into(),
            listed: marked,
            origin: origin(Rank::Core, "core", 2),
        });
    }
    catalogue
}

/// The state in which both sides have camps, one of them two, a unit that is not there has a depot, and there is a well.
pub fn state_with_camps(map: &HexMap) -> State {
    let mut state = state(map);
    let held = |number: &str| Value::Hex(at(map, number));
    state.write(Target::Side(SideId(0)), 1, held("0203"));
    state.write(Target::Side(SideId(1)), 1, Value::List([held("0806"), held("0502")].into()));
    state.write(Target::Unit(state.unit_named("t9").expect("in reserve")), 2, held("0102"));
    state.write(Target::Game, 3, held("0806"));
    state
}
