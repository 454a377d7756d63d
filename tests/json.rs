//! The JSON that programs read: one object a line, each with a schema, and the shape of each schema kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use houserule::pack::Library;
use houserule::repl::{Console, Front};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};
use serde_json::Value;

/// Lines that between them answer with every schema of the console.
const LINES: [&str; 24] = [
    "now",
    "units",
    "terrain",
    "map",
    "reach f1",
    "los f1 b4",
    "branches",
    "rules",
    "(turn() + 1)",
    "why not attack f1 on b4",
    "done",
    "now attack f1 on",
    "odds attack f1 on b4 until destroy",
    "odds attack f1 on b4 --rows f1.ATT=1..2 --columns b4.DEF=1..2",
    "attack f1 on f2",
    "attack f1 on b4 --dice 3,4",
    "why",
    "dice stats",
    "luck",
    "dice 4d6kh3 --at-least 15",
    "dice 2d6!!kh1 --roll 2 --seed 1",
    "impact stout-foot --games 4",
    "log",
    "mvoe f1",
];

/// Lines about what no pack has, in games of the tests.
const OF_FIXTURES: [(&str, &str); 6] = [
    ("arena", "points twin"),
    ("arena", "trial sword axe boy shield giant --games 20 --factors \"ATT, DEF\" --house grown-boys"),
    ("rafts", "hull a1"),
    ("rafts", "map"),
    ("rafts", "los a1 t1"),
    ("depths", "best P(hit) for feint on boat --given left"),
];

/// The type of a JSON value: its keys, and one element for a list.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(fields.iter().map(|(k, v)| (k.clone(), shape(v))).collect()),
        Value::Array(items) => {
            let mut shapes: Vec<Value> = Vec::new();
            for one in items.iter().map(shape) {
                if !shapes.contains(&one) {
                    shapes.push(one);
                }
            }
            shapes.truncate(3);
            Value::Array(shapes)
        }
        Value::Null => "nothing".into(),
        Value::Bool(_) => "true or false".into(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "text".into(),
    }
}

#[test]
fn every_line_of_json_has_a_schema_and_each_schema_its_shape() {
    let library = Library::of_folders([std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")]);
    if !library.packs().iter().any(|p| p.id == "cgme") {
        eprintln!("skipped: there is no pack cgme here");
        return;
    }
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut shapes: BTreeMap<String, Value> = BTreeMap::new();
    let of_packs = LINES.map(|line| ("cgme", line));
    let mut consoles: BTreeMap<&str, Console> = BTreeMap::new();
    for (pack, typed) in of_packs.into_iter().chain(OF_FIXTURES) {
        let console = consoles.entry(pack).or_insert_with(|| {
            let session = Session::open(Opening {
                library: library.clone().with_folder(fixtures.clone()),
                pack: pack.to_owned(),
                scenario: (pack == "cgme").then(|| "firing-line".to_owned()),
                house: Vec::new(),
                seed: 1,
                asker: Rc::new(RefCell::new(Nobody)),
                cancel: Arc::default(),
                journal: None,
            });
            let front = Front { style: Style::default(), json: true, verbose: false, interactive: false };
            Console::new(session.unwrap(), front)
        });
        let told = console.line(typed);
        let lines: Vec<&str> = told.out.lines().chain(told.err.lines()).collect();
        assert!(!lines.is_empty(), "`{typed}` answers nothing");
        for line in lines {
            let value: Value =
                serde_json::from_str(line).unwrap_or_else(|e| panic!("`{typed}`: {e}: {line}"));
            let schema =
                value["schema"].as_str().unwrap_or_else(|| panic!("`{typed}` has no schema: {line}"));
            shapes.entry(schema.to_owned()).or_insert_with(|| shape(&value));
        }
    }
    let docs = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md"))
        .unwrap();
    for schema in shapes.keys() {
        assert!(docs.contains(schema), "docs/json.md does not tell of {schema}");
    }
    insta::assert_json_snapshot!("shapes", shapes);
}
