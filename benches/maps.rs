//! A map as large as any table has seen, with a thousand units: loaded, drawn at the terminal and as SVG, and asked
//! where a unit may move to.

#[path = "measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use houserule::pack::Library;
use houserule::repl::{Console, Front, Status, Wanted};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};

const CORE: &str = "cgme";
const SIDE: u64 = 200;
const UNITS: u64 = 1000;

/// Numbers that look thrown, the same each time.
struct Thrown(u64);

impl Thrown {
    fn up_to(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// A hex that is not at the edge.
    fn hex(&mut self) -> (u64, u64) {
        (2 + self.up_to(SIDE - 2), 2 + self.up_to(SIDE - 2))
    }
}

/// A pack on top of the core with one scenario, as an author writes it: terrain listed hex by hex, a river of a thousand
/// hexsides, units in stacks.
fn large_pack(folder: &Path) {
    let pack = folder.join("plains");
    std::fs::create_dir_all(pack.join("scenarios")).unwrap_or_else(|e| panic!("{e}"));
    let manifest =
        format!("pack plains \"The plains\" {{ version 1.0.0; extends {CORE} 1.0; scenario all }}\n");
    std::fs::write(pack.join("manifest.pack"), manifest).unwrap_or_else(|e| panic!("{e}"));
    std::fs::write(pack.join("scenarios/all.scenario"), scenario()).unwrap_or_else(|e| panic!("{e}"));
}

fn scenario() -> String {
    let mut thrown = Thrown(1);
    let mut text = String::from(
        "terrain clear \"Clear\" { symbol .; colour #c8d8a0; cost 1 }\n\
         terrain woods \"Woods\" { symbol w; colour #4a7a3a; cost 2; +2 DEF }\n\
         terrain hills \"Hills\" { symbol ^; colour #a08050; cost 2; +1 ATT }\n\
         terrain marsh \"Marsh\" { symbol %; colour #608070; cost 3; -50% DEF }\n\
         hexside river \"River\" { symbol ~; colour #3060c0; crossing 1 }\n",
    );
    for number in 0..20 {
        let _ = writeln!(
            text,
            "unit type{number} \"Type {number}\" {{ symbol {}; ATT {}, DEF 3, RNG 1, MOV {} }}",
            char::from(b'a' + number as u8),
            number % 5,
            3 + number % 4
        );
    }
    let _ = writeln!(
        text,
        "scenario all \"The plains\" {{\n  map {{\n    hexes flat odd {SIDE} x {SIDE}\n    base clear"
    );
    for terrain in ["woods", "hills", "marsh"] {
        for _ in 0..80 {
            let _ = write!(text, "    {terrain} at");
            for _ in 0..40 {
                let (column, row) = thrown.hex();
                let _ = write!(text, " {column:03}{row:03}");
            }
            text.push('\n');
        }
    }
    for row in (2..SIDE).step_by(2) {
        let _ = write!(text, "    river along");
        for column in (20..SIDE).step_by(20) {
            let _ = write!(text, " {column:03}{row:03}/{column:03}{:03}", row + 1);
        }
        text.push('\n');
    }
    text.push_str("  }\n  side red \"Red\"\n  side blue \"Blue\"\n");
    for side in ["red", "blue"] {
        let _ = writeln!(text, "  units {side} {{");
        for number in 0..UNITS / 2 {
            let (column, row) = thrown.hex();
            let kind = number % 20;
            let _ = writeln!(text, "    type{kind} {side}{number} at {column:03}{row:03}");
        }
        text.push_str("  }\n");
    }
    text.push_str("  victory red when (units_left(\"blue\") == 0) \"Blue has no units left\"\n}\n");
    text
}

fn open(library: &Library) -> Session {
    let opening = Opening {
        library: library.clone(),
        pack: "plains".to_owned(),
        scenario: Some("all".to_owned()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    Session::open(opening).unwrap_or_else(|t| panic!("{t:?}"))
}

fn maps(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    large_pack(folder.path());
    let library = Library::standard().with_folder(folder.path());
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(open(&library), front);

    criterion.bench_function("maps: 200 x 200 hexes and 1,000 units loaded", |bencher| {
        bencher.iter_batched(|| (), |()| open(&library), BatchSize::PerIteration);
    });
    criterion.bench_function("maps: a part of it at the terminal", |bencher| {
        bencher.iter(|| assert_eq!(console.line("map 100100").status, Status::Fine));
    });
    let picture = Wanted { map: true, out: Some("-".to_owned()), ..Wanted::default() };
    criterion.bench_function("maps: all of it as SVG", |bencher| {
        bencher.iter(|| assert_eq!(console.draw("map", &picture).status, Status::Fine));
    });
    // Each asks for another unit, since the last search over the map is kept.
    let mut units = (0..UNITS / 2).cycle();
    criterion.bench_function("maps: where a unit may move to", |bencher| {
        bencher.iter(|| {
            let unit = units.next().unwrap_or_default();
            assert_eq!(console.line(&format!("reach red{unit}")).status, Status::Fine);
        });
    });
}

criterion_group! {
    name = tables;
    config = Criterion::default().sample_size(20).without_plots();
    targets = maps
}
criterion_main!(tables);
