//! A game on a table in inches: how its map is read, where units stand, what rules measure, how it is drawn.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use houserule::kernel::catalogue::Catalogue;
use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::plane::{Facing, Footprint, Length, Point, Sketch, Tabletop};
use houserule::kernel::state::State;
use houserule::kernel::value::{UnitId, Value};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::repl::{Console, Front};
use houserule::report::{Style, TableScene, draw_tabletop, draw_tabletop_svg, reach_table};
use houserule::rules::{Door, Event, Roamed};
use houserule::session::{Nobody, Opening, Session, initial_state};

const PACK: &str = r#"
pack table "Table" { version 1.0.0; source "for the tests"; start begin_game; scenario field }
phase play "phase"
roll luck "luck"
command done "end" { form ""; rule begin_game; help "Ends."; example "done" }
command go "go" { form "<unit: unit> to <goal: point> facing <bearing: degrees>"; rule go_to; help "Goes."; example "go a1 to 1 2 facing 3" }
unit piece "Piece" { symbol p }
terrain woods "Woods" { symbol w }
hexside hedge "Hedge" { symbol | }
scenario field "Field" {
  map { table 24 x 18.5; woods "Wood" area 2 2  6 2  6 6  2 6; woods circle 20 15 2; hedge line 10 3  10 12.5 }
  side red "Red"
  side blue "Blue"
  units red { piece a1 a2 at 4 9  12.5 9 facing 90 }
  units blue { piece b1 at 20 15 facing 270.5; piece b2 }
  victory draw when (turn() > 3) "time is up"
}
"#;

const RULES: &str = r#"
//! Rules.

/// House: for the tests
fn begin_game() { begin_phase(turn() + 1, "play", sides()[0]); }

/// House: for the tests
fn go_to(unit, goal, bearing) { stand(unit, goal, facing(bearing)); }

/// House: for the tests
fn body_of(unit) { block(inches(1), inches(1), 4, 2, unit.point, unit.facing) }

/// House: for the tests
fn seen(unit) { footprint(body_of(unit)) }
"#;

/// A folder with this pack in it.
fn written(pack: &str, rules: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("table");
    std::fs::create_dir_all(own.join("rules")).unwrap();
    std::fs::write(own.join("manifest.pack"), pack).unwrap();
    std::fs::write(own.join("rules/10-rules.rhai"), rules).unwrap();
    folder
}

fn loaded(pack: &str, rules: &str) -> Result<Rc<Loaded>, String> {
    let folder = written(pack, rules);
    let library = Library::of_folders([folder.path().to_path_buf()]);
    let request = Request { pack: "table".into(), scenario: Some("field".into()), ..Request::default() };
    load(&library, &request, &Arc::default())
        .map(Rc::new)
        .map_err(|(sources, told)| houserule::diagnostic::render(&told, &sources, false))
}

fn game(more: &str) -> (Rc<Loaded>, State) {
    game_of(PACK, more)
}

fn game_of(pack: &str, more: &str) -> (Rc<Loaded>, State) {
    let loaded = loaded(pack, &format!("{RULES}\n{more}")).unwrap_or_else(|told| panic!("{told}"));
    let state = initial_state(&loaded.data, loaded.rules.catalogue());
    (loaded, state)
}

fn run(loaded: &Loaded, state: &mut State, rule: &str, arguments: &[Value]) -> Value {
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    match loaded.rules.run(state, door, rule, arguments) {
        Ok(run) => run.value,
        Err(failure) => panic!("{failure:?}"),
    }
}

fn asked(body: &str) -> Value {
    let (loaded, mut state) = game(&format!("/// House: for the tests\nfn asked() {{ {body} }}\n"));
    run(&loaded, &mut state, "asked", &[])
}

/// A game of that pack.
fn opening(folder: &Path, journal: Option<PathBuf>) -> Opening {
    Opening {
        library: Library::of_folders([folder.to_path_buf()]),
        pack: "table".into(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal,
    }
}

#[test]
fn units_stand_where_the_scenario_puts_them() {
    let (loaded, state) = game("");
    let place = |name: &str| {
        let place = state.unit(state.unit_named(name).unwrap()).place;
        place.point().zip(place.facing()).map(|(point, facing)| format!("{point} {facing}"))
    };
    assert_eq!(place("a2").as_deref(), Some("(12.5\", 9\") bearing 90"));
    assert_eq!(place("b1").as_deref(), Some("(20\", 15\") bearing 270.5"));
    assert_eq!(place("b2"), None);
    let table = loaded.rules.catalogue().tabletop.clone().unwrap();
    assert_eq!((table.width(), table.depth()), (Length::inches(24), Length::thousandths(18_500)));
    assert_eq!((table.areas().len(), table.lines().len()), (2, 1));
}

#[test]
fn rules_measure_bodies() {
    // Two bases wide, two deep: from 8 to 10 by 8 to 10, looking right.
    let a = "block(inches(1), inches(1), 4, 2, point(inches(10), inches(9)), facing(degrees(90)))";
    let at =
        |x: &str| format!("block(inches(1), inches(1), 4, 2, point({x}, inches(9)), facing(degrees(270)))");
    let number = |body: String| match asked(&body) {
        Value::Int(number) => number,
        other => panic!("{other:?}"),
    };
    let text = |body: String| asked(&body).to_string();
    assert_eq!(number(format!("length_between({a}, {})", at("inches(13)"))), 3000);
    assert_eq!(text(format!("is_within({a}, 3000, {})", at("inches(13)"))), "true");
    assert_eq!(text(format!("is_within({a}, 2999, {})", at("inches(13)"))), "false");
    assert_eq!(text(format!("contact({a}, {})", at("inches(10)"))), "front, front");
    assert_eq!(text(format!("contact({a}, {})", at("inches(11)"))), "nothing");
    assert_eq!(number(format!("models_in_contact({a}, {})", at("inches(10)"))), 2);
    assert_eq!(text(format!("lies({}, \"front\", {a})", at("inches(13)"))), "before");
    assert_eq!(text(format!("in_arc({a}, 0, {})", at("inches(13)"))), "wholly");
    assert_eq!(text(format!("first_touched(ahead(way({a}), inches(9)), [{}])", at("inches(13)"))), "0, 3000");
    assert_eq!(text(format!("under_circle(point(inches(10), inches(9)), inches(1), [{a}])")), "0, 2");
}

#[test]
fn a_body_stands_in_a_terrain_wholly_or_partly() {
    // The wood is 2 to 6 by 2 to 6; the body two inches wide and deep.
    let under = |rule: &str, x: i64| {
        let body = format!("block(inches(1), inches(1), 4, 2, point(inches({x}), inches(5)), facing(0))");
        asked(&format!("{rule}({body}).len()"))
    };
    assert_eq!(under("terrains_under_all", 4), Value::Int(1));
    assert_eq!(under("terrains_under_all", 5), Value::Int(1), "an edge shared counts as inside");
    assert_eq!(under("terrains_under_all", 6), Value::Int(0));
    assert_eq!(under("terrains_under", 6), Value::Int(1));
    assert_eq!(under("terrains_under_all", 12), Value::Int(0));
}

#[test]
fn ways_know_what_they_lead_over() {
    let body = "block(inches(1), inches(1), 1, 1, point(inches(1), inches(4)), facing(degrees(90)))";
    let text = |of: &str| asked(&format!("let course = ahead(way({body}), inches(10)); {of}")).to_string();
    // The wood lies from 2 to 6, the hedge at 10.
    assert_eq!(
        text("ground_of(course).map(|s| [s[0], s[1], s[2].len()])"),
        "0, 1000, 0, 1000, 5000, 1, 5000, 10000, 0"
    );
    assert_eq!(text("lines_crossed(course).map(|l| l[1])"), "9000");
    assert_eq!(text("terrains_under(gone(course, inches(3))).len()"), "1");
    assert_eq!(text("on_table(course.end)"), "true");
    assert_eq!(text("on_table(ahead(course, inches(14)).end)"), "false");
    assert_eq!(text("wheel(course, \"left\", degrees(90)).end.facing == facing(0)"), "true");
    // The front begins at 1, and the table ends at 24. On a circle the base stands against the left edge again after half of it.
    assert_eq!(text("length_on_table(course)"), "10000");
    assert_eq!(text("length_on_table(ahead(course, inches(14)))"), "23000");
    assert_eq!(
        text(
            "length_on_table(bend(way({body}), \"left\", inches(2), degrees(360)))"
                .replace("{body}", body)
                .as_str()
        ),
        "6283"
    );
    assert_eq!(
        text(
            "length_on_table(bend(way({body}), \"right\", inches(2), degrees(360))) < 6284"
                .replace("{body}", body)
                .as_str()
        ),
        "true"
    );
}

#[test]
fn a_rule_puts_units_down_and_undo_takes_them_back() {
    let (loaded, mut state) = game("");
    let start = state.clone();
    let goal = Point::inches(3, 4);
    let arguments = [Value::Unit(UnitId(0)), Value::Point(goal), Value::Int(45_000_000)];
    run(&loaded, &mut state, "go_to", &arguments);
    assert_eq!(state.unit(UnitId(0)).place.point(), Some(goal));
    assert_eq!(state.unit(UnitId(0)).place.facing(), Some(Facing::bearing(45)));
    let changes = state.commit();
    state.undo(&changes);
    assert_eq!(state, start);
    assert_eq!(state.fingerprint(), start.fingerprint());
}

#[test]
fn the_table_is_drawn_the_same_every_time() {
    let (loaded, mut state) = game("");
    let units: Vec<UnitId> =
        state.units().filter(|(_, u)| u.place.point().is_some()).map(|(id, _)| id).collect();
    let bodies: Vec<(UnitId, Vec<Footprint>)> = units
        .iter()
        .map(|unit| {
            (*unit, Footprint::read(&run(&loaded, &mut state, "seen", &[Value::Unit(*unit)])).unwrap())
        })
        .collect();
    let catalogue = loaded.rules.catalogue();
    let table = catalogue.tabletop.as_ref().unwrap();
    let scene = scene(table, catalogue, &state);
    let scene = TableScene { bodies: &bodies, ..scene };
    let svg = draw_tabletop_svg(&scene, "Field <&>", "now");
    assert_eq!(svg, draw_tabletop_svg(&scene, "Field <&>", "now"));
    // Three units of four models, one wood with corners.
    assert_eq!(svg.matches("<polygon").count(), 13);
    assert!(svg.contains("Field &lt;&amp;&gt;"), "{svg}");
    let text = draw_tabletop(&scene, &Style::default());
    // A sign for each unit, on each of its models, with an arrow the way it faces, and both beneath with its name and place.
    let drawn: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    for sign in ['1', '2', 'A'] {
        assert_eq!(
            drawn.iter().map(|line| line.matches(sign).count()).sum::<usize>(),
            4,
            "{sign} in\n{text}"
        );
    }
    assert_eq!(drawn.iter().map(|line| line.matches('→').count()).sum::<usize>(), 2, "{text}");
    assert!(text.contains("  A ← b1 (Piece) (20\", 15\") bearing 270.5"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let ascii = draw_tabletop(&scene, &Style { ascii: true, ..Style::default() });
    assert!(ascii.is_ascii() && ascii.contains("  A < b1 (Piece)"), "{ascii}");
    let plain = draw_tabletop(&scene, &Style { plain: true, ..Style::default() });
    assert!(plain.contains("  b1 (Piece) (20\", 15\") bearing 270.5"), "{plain}");
    // What is too small for its name has it beside, clear of what stands there.
    let size = |of: &str| svg.lines().find(|line| line.contains(of)).map(str::to_owned).unwrap_or_default();
    assert!(size(">Wood<").contains("x=\"520\" y=\"1683\""), "{}", size(">Wood<"));
}

#[test]
fn what_is_smaller_than_a_letter_of_the_map_is_shown() {
    let small = "woods circle 20 15 2; woods \"Mast\" circle 15.3 7.9 0.1; mast box 17.2 3.1  17.3 3.2; hedge line 1.1 10  1.2 10.05";
    let pack = PACK.replacen("woods circle 20 15 2", small, 1).replacen(
        "hexside",
        "terrain mast \"Mast\" { symbol m }\nhexside",
        1,
    );
    let (loaded, state) = game_of(&pack, "");
    let catalogue = loaded.rules.catalogue();
    let scene = scene(catalogue.tabletop.as_ref().unwrap(), catalogue, &state);
    let text = draw_tabletop(&scene, &Style::default());
    let drawn: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    let sign_at = |x: usize, line: usize| drawn[line].chars().nth(1 + x);
    for (sign, x, line) in [('w', 30, 10), ('m', 34, 15), ('|', 2, 8)] {
        assert_eq!(sign_at(x, line), Some(sign), "{text}");
    }
}

fn scene<'a>(table: &'a Tabletop, catalogue: &'a Catalogue, state: &'a State) -> TableScene<'a> {
    TableScene {
        table,
        catalogue,
        state,
        bodies: &[],
        sketches: &[],
        blocked: None,
        spreads: &[],
        mover: None,
    }
}

#[test]
fn what_is_in_reach_is_told_and_shaded() {
    let rules = "/// House: for the tests\nfn about(unit) { \
        let middle = point(inches(14), inches(9)); \
        let mid = places_round(0, unit.point, unit.point, inches(40), []); \
        let ends = reach_round(unit.point, unit.facing, inches(5), inches(5), mid, |turn| abs(turn) / 90000, |from, facing, left, length| { \
            let gone = min(left, length); [gone, gone, `${length_text(gone)} open`, if gone < length { \"tired\" }] }); \
        ends.len() }\n\
        /// House: for the tests\nfn found(unit, goal) { \
        way_round(unit.point, unit.facing, goal, inches(5), inches(5), [], |turn| 0, |from, facing, left, length| [min(2000, length), min(2000, length), \"\", \"a wall\"]) }\n";
    let (loaded, mut state) = game(rules);
    let (unit, _) = state.units().next().unwrap();
    let door = || -> Door { Rc::new(RefCell::new(Seeded { generator: Generator::new(1) })) };
    let told = loaded
        .rules
        .run(&mut state, door(), "about", &[Value::Unit(unit)])
        .map_err(|e| format!("{e:?}"))
        .unwrap();
    let roamed: Vec<&Roamed> = told
        .trace
        .events
        .iter()
        .filter_map(|e| if let Event::Roamed(r) = e { Some(r) } else { None })
        .collect();
    let first = roamed[0];
    assert_eq!((first.stretches.len(), first.is_round, first.way.len()), (72, true, 1));
    let named: Vec<(&str, i64)> = first
        .stretches
        .iter()
        .filter(|s| !s.name.is_empty())
        .map(|s| (&*s.name, s.gone.in_thousandths()))
        .collect();
    assert_eq!(named[..3], [("ahead", 5000), ("45° right", 4500), ("90° right", 4000)]);
    assert_eq!((named[4], named.len()), (("behind", 3000), 8));
    assert!(roamed.len() > 1 && roamed[1..].iter().all(|r| !r.is_round && r.way.len() > 1));
    let table = reach_table("a1", &roamed, &Style::default());
    assert!(table.contains("45° right") && table.contains("0.5\" to turn, 4.5\" open"), "{table}");
    let narrow = reach_table("a1", &roamed, &Style { width: 40, ..Style::default() });
    assert!(narrow.contains("45° right") && narrow.contains("4.5\"") && !narrow.contains('…'), "{narrow}");
    assert!(narrow.contains("left out for want of room: "), "{narrow}");
    let catalogue = loaded.rules.catalogue();
    let printed = catalogue.tabletop.as_ref().unwrap();
    let scene = TableScene { spreads: &roamed, mover: Some("a1"), ..scene(printed, catalogue, &state) };
    let svg = draw_tabletop_svg(&scene, "Field", "now");
    assert!(svg.contains("<title>where a1 may move to</title>"), "{svg}");
    let text = draw_tabletop(&scene, &Style::default());
    assert!(text.contains('·') && text.contains("· where a1 may move to"), "{text}");
    // Who asks for a way gets it, or hears what is against it.
    let mut ask = |x: i64| {
        let goal = Value::Point(Point::new(Length::inches(x), Length::inches(9)));
        run(&loaded, &mut state, "found", &[Value::Unit(unit), goal])
    };
    let Value::List(near) = ask(5) else { panic!() };
    assert_eq!(near[1], Value::Nothing);
    let Value::List(far) = ask(8) else { panic!() };
    let why = "there is no way to (8\", 9\") for 5\"; the straight one leads 2\" for 2\": a wall";
    assert_eq!((&far[0], &far[1]), (&Value::Nothing, &Value::text(why)));
}

#[test]
fn lists_of_a_table_speak_of_tables_and_keep_places_whole() {
    let folder = written(PACK, RULES);
    let session = Session::open(opening(folder.path(), None)).unwrap_or_else(|told| panic!("{told:?}"));
    let style = Style { width: 32, ..Style::default() };
    let mut console = Console::new(session, Front { style, json: false, verbose: false, interactive: false });
    let terrain = console.line("terrain").out;
    assert!(terrain.contains("Woods    areas") && terrain.contains("Hedge    lines"), "{terrain}");
    let units = console.line("units").out;
    for place in ["(12.5\", 9\")", "bearing 90", "bearing", "270.5"] {
        assert!(units.contains(place), "{place}: {units}");
    }
    assert!(!units.contains('…'), "{units}");
}

#[test]
fn inches_may_have_their_sign() {
    let folder = written(PACK, RULES);
    let mut session = Session::open(opening(folder.path(), None)).unwrap_or_else(|told| panic!("{told:?}"));
    for (line, at) in
        [("go a1 to 5\" 6.5\" facing 0", (5000, 6500)), ("go a1 to 7\",2\" facing 0", (7000, 2000))]
    {
        session
            .command(line, &houserule::data::parse_line(line).unwrap())
            .unwrap_or_else(|told| panic!("{told:?}"));
        let place = session.state().unit(UnitId(0)).place.point();
        assert_eq!(place, Some(Point::new(Length::thousandths(at.0), Length::thousandths(at.1))), "{line}");
    }
}

#[test]
fn mistakes_in_tables_are_told_where_they_are() {
    for (right, wrong, told) in [
        ("table 24 x 18.5", "table 24 x 0", "a table is up to 500\" wide and deep"),
        ("table 24 x 18.5", "table 24", "expected `x` and the depth in inches"),
        (
            "area 2 2  6 2  6 6  2 6",
            "area 2 2  6 6  6 2  2 6",
            "expected edges that neither cross nor touch each other",
        ),
        ("circle 20 15 2", "oval 20 15 2", "`oval` is no form of an area or a line"),
        ("line 10 3  10 12.5", "line 10 3", "a line has two points or more"),
        ("at 4 9  12.5 9 facing 90", "at 4 9 facing 90", "there is not one point for each unit"),
        ("at 20 15 facing 270.5", "at 25 15 facing 0", "(25\", 15\") is not on the table"),
        ("at 20 15 facing 270.5", "at 0304", "on a table a unit stands at a point"),
        ("hedge line", "woods line", "`woods` covers areas, it is no line"),
    ] {
        assert!(PACK.contains(right), "{right}");
        let Err(text) = loaded(&PACK.replace(right, wrong), RULES) else { panic!("{wrong} is taken") };
        assert!(text.contains(told), "{wrong}: {text}");
    }
}

#[test]
fn pieces_lie_beside_the_table_until_rules_lay_them() {
    let loose = "hedge line 10 3  10 12.5; loose { woods \"copse\" circle 0 0 1 }; loose { hedge \"fence\" line -2 0  2 0 } }";
    let pack = PACK.replace("hedge line 10 3  10 12.5 }", loose);
    let asked = "/// House: for the tests\nfn asked() {
        let here = block(inches(1), inches(1), 1, 1, point(inches(20), inches(5)), facing(0));
        let way = ahead(way(here), inches(4));
        let before = [pieces(), bunch_of(\"fence\"), is_laid(\"copse\"), terrains_under(here).len(), lines_crossed(way).len()];
        lay_down(\"copse\", point(inches(20), inches(5)), facing(0));
        lay_down(\"FENCE\", point(inches(20), inches(7)), facing(degrees(30)));
        let after = [is_laid(\"copse\"), terrains_under(here).map(|t| t.name), lines_crossed(way).len()];
        [before, after, has_room(\"fence\", point(inches(2), inches(0)), facing(0)), has_room(\"fence\", point(inches(1), inches(0)), facing(0))]
    }\n";
    let loaded = loaded(&pack, &format!("{RULES}\n{asked}")).unwrap_or_else(|told| panic!("{told}"));
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let empty = state.fingerprint();
    let answer = run(&loaded, &mut state, "asked", &[]);
    assert_eq!(answer.to_string(), "copse, fence, 1, false, 0, 0, true, woods, 1, true, false");
    assert_eq!(state.laid().len(), 2);
    assert_ne!(state.fingerprint(), empty);
    state.roll_back(0);
    assert_eq!(state.fingerprint(), empty, "what was laid is taken back with the rest");
    // A handle is of the same piece when another with a lower number is laid, and none lies where there is no room.
    let loaded = loaded_more(
        &pack,
        "/// House: for the tests\nfn asked() {
        lay_down(\"fence\", point(inches(20), inches(7)), facing(0));
        let fence = features().filter(|feature| feature.name == \"fence\")[0];
        let wood = features().filter(|feature| feature.name == \"Wood\")[0];
        lay_down(\"copse\", point(inches(20), inches(5)), facing(0));
        [fence.name, wood.name, features().map(|feature| feature.name)]
    }\n/// House: for the tests\nfn beyond() { lay_down(\"fence\", point(inches(1), inches(0)), facing(0)) }\n",
    );
    let answer = run(&loaded, &mut state, "asked", &[]);
    assert_eq!(answer.to_string(), "fence, Wood, Wood, Woods, copse, Hedge, fence");
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    let told = format!("{:?}", loaded.rules.run(&mut state, door, "beyond", &[]).unwrap_err());
    assert!(told.contains("`fence` has no room on the table with its middle at (1"), "{told}");
    let twice = loaded_with(&pack.replace("\"fence\"", "\"copse\""));
    assert!(twice.contains("two loose pieces are called `copse`"), "{twice}");
}

fn loaded_more(pack: &str, more: &str) -> Rc<Loaded> {
    loaded(pack, &format!("{RULES}\n{more}")).unwrap_or_else(|told| panic!("{told}"))
}

fn loaded_with(pack: &str) -> String {
    loaded(pack, RULES).err().unwrap_or_default()
}

#[test]
fn rules_draw_ways_lines_arcs_and_templates_into_the_picture() {
    let drawn = "/// House: for the tests
fn drawn() {
        let one = block(inches(1), inches(1), 1, 1, point(inches(12), inches(4)), facing(0));
        let other = block(inches(1), inches(1), 1, 1, point(inches(12), inches(9)), facing(0));
        sketch_way(ahead(way(one), inches(6)), inches(2));
        sketch_arc(one, degrees(90), inches(8));
        sketch_line(point(inches(12), inches(4)), point(inches(12), inches(14)), inches(1), [other]);
        sketch_line(point(inches(2), inches(4)), point(inches(2), inches(14)), inches(1), [other]);
        sketch_circle(point(inches(12), inches(9)), inches(2));
        sketch_arc(one, degrees(360), inches(3));
        sketch_arc(one, 0, inches(3));
    }\n";
    let (loaded, mut state) = game(drawn);
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    let trace =
        loaded.rules.run(&mut state, door, "drawn", &[]).unwrap_or_else(|told| panic!("{told:?}")).trace;
    let sketches: Vec<&Sketch> = (trace.events.iter())
        .filter_map(|event| if let Event::Drawn(sketch) = event { Some(sketch) } else { None })
        .collect();
    let inch = Length::inches;
    let [
        Sketch::Way(way),
        Sketch::Arc(arc),
        Sketch::Line { near, .. },
        Sketch::Line { near: free, .. },
        template,
        Sketch::Arc(round),
        Sketch::Arc(ahead),
    ] = sketches[..]
    else {
        panic!("{sketches:?}");
    };
    assert_eq!((way[0], way[way.len() - 1], way.len()), (Point::inches(12, 4), Point::inches(12, 6), 9));
    // From the middle, as far as what is eight inches from the base: ahead, and to both sides by half a right angle.
    for corner in [(12_000, 3500), (12_000, 12_000), (5844, 9656), (18_156, 9656)] {
        let corner = Point::new(Length::thousandths(corner.0), Length::thousandths(corner.1));
        assert!(arc.contains(&corner), "{corner} is not in {arc:?}");
    }
    assert_eq!((near.len(), free.len()), (1, 0));
    assert_eq!(*template, Sketch::Circle { centre: Point::inches(12, 9), radius: inch(2) });
    // All round, and straight ahead from both ends of the front.
    let at = |(x, y)| Point::new(Length::thousandths(x), Length::thousandths(y));
    for corner in [(12_000, 7000), (12_000, 0), (8500, 3500), (15_500, 3500)].map(at) {
        assert!(round.contains(&corner), "{corner} is not in {round:?}");
    }
    assert!(!round.contains(&at((12_000, 3500))), "{round:?}");
    assert_eq!(*ahead, [(11_500, 4000), (11_500, 7000), (12_500, 7000), (12_500, 4000)].map(at));
    let catalogue = loaded.rules.catalogue();
    let table = catalogue.tabletop.as_ref().unwrap();
    let scene = TableScene { sketches: &sketches, ..scene(table, catalogue, &state) };
    let svg = draw_tabletop_svg(&scene, "Field", "now");
    for (told, times) in [
        ("the way<", 1),
        ("the arc<", 4),
        ("too near to the line<", 1),
        ("the template<", 1),
        ("<clipPath", 1),
    ] {
        assert_eq!(svg.matches(told).count(), times, "{told} in\n{svg}");
    }
    // One line is free, the other has its mark; where the rule says that something is in the way, no line is drawn as free.
    assert!(svg.contains(">a line of fire or sight<") && !svg.contains("not free"), "{svg}");
    let svg = draw_tabletop_svg(&TableScene { blocked: Some("Wood <&>"), ..scene }, "Field", "now");
    assert!(!svg.contains(">a line of fire or sight<"), "{svg}");
    assert!(svg.contains(">not free (dashed): Wood &lt;&amp;&gt;<"), "{svg}");
    assert_eq!(svg.matches("<title>Wood &lt;&amp;&gt;</title>").count(), 1, "{svg}");
}

#[test]
fn what_lies_on_the_table_is_found_again_under_other_data_or_the_data_are_refused() {
    let loose =
        "hedge line 10 3  10 12.5; loose { woods \"copse\" circle 0 0 1; hedge \"fence\" line -2 0  2 0 } }";
    let pack = PACK.replace("hedge line 10 3  10 12.5 }", loose).replace(
        "unit piece",
        "command put \"put\" { form \"\"; rule put; help \"Puts.\"; example \"put\" }\nunit piece",
    );
    let put = "/// House: for the tests\nfn put() { lay_down(\"fence\", point(inches(20), inches(7)), facing(0)); }\n";
    let folder = written(&pack, &format!("{RULES}\n{put}"));
    let journal = folder.path().join("game.journal");
    let opening = |journal: Option<PathBuf>| opening(folder.path(), journal);
    let mut session = Session::open(opening(Some(journal.clone()))).unwrap_or_else(|told| panic!("{told:?}"));
    let bare = session.state().fingerprint();
    session.command("put", &houserule::data::parse_line("put").unwrap()).unwrap();
    let laid = session.state().fingerprint();
    session.undo(1, false).unwrap();
    assert_eq!((session.state().fingerprint(), session.state().laid().len()), (bare, 0));
    session.redo(1).unwrap();
    // A saved game that is looked at has the piece where it was laid.
    let (saved, _) = Session::look_at(&journal, opening(None)).unwrap();
    assert_eq!((saved.state().fingerprint(), saved.state().laid()), (laid, session.state().laid()));
    let scenario = &pack[pack.find("scenario field \"Field\"").unwrap()..];
    let file = folder.path().join("other.units");
    let mut add = |right: &str, wrong: &str| {
        assert!(scenario.contains(right), "{right}");
        // Where the order of battle puts b1 is no matter for a game under way.
        let other = scenario.replace(right, wrong).replace("b1 at 20 15", "b1 at 2 2");
        std::fs::write(&file, other).unwrap();
        let added = session.add_house(file.to_str().unwrap());
        let laid: Vec<u32> = session.state().laid().keys().copied().collect();
        (added.map(drop).map_err(|told| format!("{told:?}")), laid)
    };
    for (right, wrong, told) in [
        (
            "hedge \"fence\" line",
            "hedge \"wall\" line",
            "the piece of terrain `fence` lies on the table, and would be gone",
        ),
        (
            "line -2 0  2 0",
            "line -9 0  9 0",
            "the piece of terrain `fence` lies at (20\\\", 7\\\"), where it would have no room",
        ),
        (
            "table 24 x 18.5",
            "table 20.5 x 14",
            "unit `b1` stands at (20\\\", 15\\\"), which would be off the table",
        ),
    ] {
        let (added, laid) = add(right, wrong);
        let refused = added.unwrap_err();
        assert!(refused.contains(told), "{refused}");
        assert_eq!(laid, [1]);
    }
    // The other order gives the fence another number; it is the same fence.
    let (added, laid) = add(
        "woods \"copse\" circle 0 0 1; hedge \"fence\" line -2 0  2 0",
        "hedge \"fence\" line -2 0  2 0; woods \"copse\" circle 0 0 1",
    );
    assert_eq!((added, laid), (Ok(()), vec![0]));
}

#[test]
fn a_picture_says_how_many_figures_it_leaves_out() {
    let drawn =
        "/// House: for the tests\nfn draw() { for at in 0..20010 { sketch_circle(point(at, 0), 1); } }\n";
    let pack = format!(
        "{PACK}command draw \"draw\" {{ form \"\"; rule draw; help \"Draws.\"; example \"draw\" }}\n"
    );
    let folder = written(&pack, &format!("{RULES}\n{drawn}"));
    let session = Session::open(opening(folder.path(), None));
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session.unwrap_or_else(|told| panic!("{told:?}")), front);
    let file = folder.path().join("map.svg").display().to_string();
    let mut answer = |line: &str| console.line(line).out.replace('\n', " ");
    let words = "10 of the 20010 figures that the rules have drawn are left out";
    assert!(!answer(&format!("map -o {file}")).contains("left out"));
    answer("draw");
    assert!(answer(&format!("map -o {file}")).contains(words));
    assert!(std::fs::read_to_string(&file).unwrap().contains(words));
    assert!(!answer(&format!("map -o {file} --blank")).contains("left out"));
    assert!(!std::fs::read_to_string(&file).unwrap().contains("left out"));
}

#[test]
fn figures_beyond_what_a_picture_holds_are_left_out() {
    let (loaded, mut state) = game(
        "/// House: for the tests
fn drawn() {
        for at in 0..30000 { sketch_circle(point(at, 0), 1); }
    }
/// House: for the tests
fn wrong() { sketch_line(point(0, 0), point(1, 1), 1, [3]); }\n",
    );
    let door: Door = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    let trace = loaded.rules.run(&mut state, door.clone(), "drawn", &[]).unwrap().trace;
    let drawn = trace.events.iter().filter(|event| matches!(event, Event::Drawn(_))).count();
    assert_eq!((drawn, trace.undrawn), (20_000, 10_000));
    let told = format!("{:?}", loaded.rules.run(&mut state, door, "wrong", &[]).unwrap_err());
    assert!(told.contains("expected a list of bodies, found a number in it"), "{told}");
}
