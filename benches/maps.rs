//! Maps as large as any table has seen, each with a thousand units: loaded, drawn at the terminal and as SVG, and asked
//! where a unit may move to. One is drawn by hand and has printed numbers; one is made from a seed, and its rules compute the
//! numbers of every unit from the hexes round it.

#[path = "measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group};
use houserule::kernel::hex::{Layout, Orientation, Patch, Patchwork, Shove};
use houserule::pack::Library;
use houserule::play::on_deep_stack;
use houserule::repl::{Console, Front, Status, Wanted};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};

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

/// A pack on top of another with one scenario, as an author writes it.
fn large_pack(folder: &Path, name: &str, core: &str, scenario: &str) {
    let pack = folder.join(name);
    std::fs::create_dir_all(pack.join("scenarios")).unwrap_or_else(|e| panic!("{e}"));
    let manifest = format!("pack {name} \"{name}\" {{ version 1.0.0; extends {core} 1.0; scenario all }}\n");
    std::fs::write(pack.join("manifest.pack"), manifest).unwrap_or_else(|e| panic!("{e}"));
    std::fs::write(pack.join("scenarios/all.scenario"), scenario).unwrap_or_else(|e| panic!("{e}"));
}

/// Two colours from a seed, and units that stand on their own.
fn quilt() -> String {
    let layout = Layout::new(Orientation::Flat, Shove::Odd, SIDE as u32, SIDE as u32);
    let layout = layout.unwrap_or_else(|e| panic!("{e}"));
    let colours = Patchwork::new(layout, 9, 3);
    let mut thrown = Thrown(1);
    let mut taken = BTreeSet::new();
    let mut text = format!(
        "scenario all \"The quilt\" {{\n  map {{ hexes flat odd {SIDE} x {SIDE}; patchwork white black seed 9 grain 3 }}\n  \
         side white \"White\"\n  side black \"Black\"\n"
    );
    for (side, colour) in [("white", Patch::First), ("black", Patch::Second)] {
        let _ = writeln!(text, "  units {side} {{");
        let mut placed = 0;
        while placed < UNITS / 2 {
            let (column, row) = thrown.hex();
            let hex = layout.hex(column as u32, row as u32);
            if hex.and_then(|hex| colours.patch(hex)) == Some(colour) && taken.insert((column, row)) {
                let _ = writeln!(text, "    {side}-piece {side}{placed} at {column:03}{row:03}");
                placed += 1;
            }
        }
        text.push_str("  }\n");
    }
    text.push_str("  victory white when (units_left(\"black\") == 0) \"Black has no units left\"\n}\n");
    text
}

/// Terrain listed hex by hex, a river of a thousand hexsides, units in stacks.
fn plains() -> String {
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

fn open(library: &Library, pack: &str) -> Session {
    let opening = Opening {
        library: library.clone(),
        pack: pack.to_owned(),
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
    large_pack(folder.path(), "plains", "cgme", &plains());
    large_pack(folder.path(), "quilt", "countercolors", &quilt());
    let library = Library::standard().with_folder(folder.path());
    for (pack, side) in [("plains", "red"), ("quilt", "white")] {
        map(criterion, &library, pack, side);
    }
}

/// A map of 200 by 200 hexes with 1,000 units, half of them of a side whose movement step it is.
fn map(criterion: &mut Criterion, library: &Library, pack: &str, side: &str) {
    let front = || Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let session = open(library, pack);
    let on_map = session.state().units().filter(|(_, unit)| unit.place.is_on_board()).count();
    assert_eq!(on_map as u64, UNITS, "units that are on the map of {pack}");
    let mut console = Console::new(session, front());

    criterion.bench_function(&format!("{pack}: 200 x 200 hexes and 1,000 units loaded"), |bencher| {
        bencher.iter_batched(|| (), |()| open(library, pack), BatchSize::PerIteration);
    });
    criterion.bench_function(&format!("{pack}: a part of it at the terminal"), |bencher| {
        bencher.iter(|| assert_eq!(console.line("map 100100").status, Status::Fine));
    });
    let picture = Wanted { map: true, out: Some("-".to_owned()), ..Wanted::default() };
    // Nothing is known of the units' numbers yet.
    criterion.bench_function(&format!("{pack}: all of it as SVG"), |bencher| {
        let fresh = || Console::new(open(library, pack), front());
        let draw = |mut console: Console| assert_eq!(console.draw("map", &picture).status, Status::Fine);
        bencher.iter_batched(fresh, draw, BatchSize::PerIteration);
    });
    // Each asks for another unit, since the last search over the map is kept.
    let mut units = (0..UNITS / 2).cycle();
    criterion.bench_function(&format!("{pack}: where a unit may move to"), |bencher| {
        bencher.iter(|| {
            let unit = units.next().unwrap_or_default();
            assert_eq!(console.line(&format!("reach {side}{unit}")).status, Status::Fine);
        });
    });
}

criterion_group! {
    name = tables;
    config = Criterion::default().sample_size(20).without_plots();
    targets = maps
}

fn main() {
    // As the program does, for all that it runs.
    on_deep_stack(tables);
    Criterion::default().configure_from_args().final_summary();
}
