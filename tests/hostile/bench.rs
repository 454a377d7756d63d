//! The small pack that the rows attack, and what must hold for each.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use houserule::pack::Library;
use houserule::repl::{Console, Front, Status, Told};
use houserule::report::Style;
use houserule::rules::memory;
use houserule::session::{Nobody, Opening, Session, Trouble};

/// No row may take longer. The grammar of the data is made for a release build, and slow in others.
const LONGEST: Duration = Duration::from_secs(2);
const LONGEST_READING: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });
/// No row may hold more, beyond what was held at its start.
const MOST_MEMORY: isize = 128 << 20;

pub const MANIFEST: &str = r#"pack small "Small" { version 1.0.0; start begin; after follow; reach reachable; sight seen; scenario one }
attribute ATT "attack"
property game x 0
property unit hits 0
property unit tired false
phase p "phase"
roll fate "fate"
value limit 5
command act "act" { form "<u: unit>"; check may; rule act; help "acts"; example "act m" }
command plain "plain" { form ""; rule plain; help "counts"; example "plain" }
unit man "Man" { ATT 1 }
unit lucky "Lucky" from man { ATT (luck(unit)) }
terrain clear "Clear"
terrain woods "Woods" { +1 ATT when (applies(unit, hex)) }
"#;

pub const SCENARIO: &str = r#"scenario one "One" {
  map { hexes flat odd 3 x 3; base clear; woods at 0202 }
  side red "Red"; side blue "Blue"
  units red { man m at 0101; lucky l at 0202 }
  units blue { man b at 0303 }
  victory red when (ended()) "it is over"
}
"#;

pub const RULES: &str = r#"fn begin() { begin_phase(1, "p", side("red")); }
fn follow() { }
fn may(u) { require(u.in_play, "it is in play"); }
fn act(u) { let g = game(); g.x += strength(u); }
fn plain() { let g = game(); g.x += 1; }
fn reachable(u) { reach(hex_of(u), 3, (), |from, to| cost(from, to)) }
fn cost(from, to) { 1 }
fn seen(a, b) { sight(a, b, |how, hexes| blocks(how, hexes)) }
fn blocks(how, hexes) { false }
fn ended() { false }
fn luck(unit) { 1 }
fn applies(unit, hex) { true }
fn strength(u) {
    let t = tally("strength");
    t.printed(u, "ATT");
    for ground in terrains_for(u, hex_of(u)) {
        for m in modifiers(u, ground, "ATT") { t.add(m, m.points); }
    }
    t.total
}
"#;

/// A folder with the small pack in it.
pub struct Bench {
    pub folder: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        let bench = Bench { folder: tempfile::tempdir().unwrap() };
        bench.write("packs/small/manifest.pack", MANIFEST);
        bench.write("packs/small/scenarios/one.scenario", SCENARIO);
        bench.write("packs/small/rules/10.rhai", RULES);
        bench
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        // A file that was just written is left to settle before it is read again.
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        path
    }

    pub fn opening(&self, pack: &str) -> Opening {
        Opening {
            library: Library::of_folders([self.folder.path().join("packs")]),
            pack: pack.to_owned(),
            scenario: None,
            house: Vec::new(),
            seed: 1,
            asker: Rc::new(RefCell::new(Nobody)),
            cancel: Arc::default(),
            journal: None,
        }
    }

    pub fn console(&self) -> Console {
        let session = Session::open(self.opening("small")).unwrap_or_else(|t| panic!("{}", told(&t)));
        console(session)
    }
}

pub fn console(session: Session) -> Console {
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    Console::new(session, front)
}

pub fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Mistakes(told) => houserule::diagnostic::render(&told.1, &told.0, false),
        other => format!("{other:?}"),
    }
}

/// What came of a line in a word: the code of a mistake, `refused`, `stopped` or `fine`.
pub fn outcome(told: &Told) -> String {
    let code = told.err.split("error[").nth(1).and_then(|rest| rest.split(']').next());
    match (code, told.status) {
        (Some(code), _) => code.to_owned(),
        (None, Status::Refused) => "refused".to_owned(),
        (None, Status::Fine) => "fine".to_owned(),
        (None, _) => "stopped".to_owned(),
    }
}

/// Whether the row is asked for.
pub fn is_wanted(name: &str) -> bool {
    std::env::var("HOSTILE_ROW").map_or(true, |wanted| wanted == name)
}

/// Holds a row to the limits of time and memory. A machine that is busy with something else gets a second try.
pub fn within_limits<T>(name: &str, work: impl Fn() -> T) -> T {
    within(LONGEST, name, work)
}

/// The same for what reads large data files.
pub fn within_limits_of_reading<T>(name: &str, work: impl Fn() -> T) -> T {
    within(LONGEST_READING, name, work)
}

fn within<T>(longest: Duration, name: &str, work: impl Fn() -> T) -> T {
    let measure = || {
        let start = memory::held();
        memory::reset_peak();
        let begin = Instant::now();
        let result = work();
        (result, begin.elapsed(), memory::peak() - start)
    };
    let (mut result, mut time, memory) = measure();
    if time > longest {
        (result, time, _) = measure();
    }
    if std::env::var_os("HOSTILE_ROW").is_some() {
        println!("{name}: {time:?}, {} KiB", memory >> 10);
    }
    assert!(time < longest, "{name} took {time:?}");
    assert!(memory < MOST_MEMORY, "{name} held {} MiB", memory >> 20);
    result
}

/// A line with a house file in force, or a house file that is refused.
pub struct Row {
    pub name: &'static str,
    /// The text of the house file; `.units` where it does not begin with `fn`.
    pub house: String,
    pub line: &'static str,
    /// What may come of it.
    pub comes: &'static [&'static str],
    /// What the answer has to say.
    pub says: &'static [&'static str],
}

/// `rows! { name: "rules", "line" => "E0402", "in the answer"; … }`
#[macro_export]
macro_rules! rows {
    ($($name:ident: $house:expr, $line:literal => $($comes:literal)|+ $(, $says:literal)*;)*) => {
        vec![$($crate::bench::Row {
            name: stringify!($name),
            house: String::from($house),
            line: $line,
            comes: &[$($comes),+],
            says: &[$($says),*],
        }),*]
    };
}

/// Runs all rows and tells of all that fail.
pub fn run(rows: Vec<Row>) {
    let bench = Bench::new();
    let mut wrong = Vec::new();
    for row in rows.iter().filter(|r| is_wanted(r.name)) {
        let data = ["change ", "unit ", "delete ", "command ", "scenario ", "map ", "value ", "// nothing"];
        let begin = row.house.trim_start_matches('\u{FEFF}');
        let kind = if data.iter().any(|d| begin.starts_with(d)) { "units" } else { "rhai" };
        let file = bench.write(&format!("{}.{kind}", row.name), &row.house);
        let came = std::panic::catch_unwind(|| match kind {
            "units" => within_limits_of_reading(row.name, || one(&bench, row, &file)),
            _ => within_limits(row.name, || one(&bench, row, &file)),
        });
        match came {
            Ok(Ok(())) => {}
            Ok(Err(why)) => wrong.push(format!("## {}: {why}", row.name)),
            Err(_) => wrong.push(format!("## {}: panicked", row.name)),
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn one(bench: &Bench, row: &Row, file: &Path) -> Result<(), String> {
    let mut console = bench.console();
    let begun = console.session.state().fingerprint();
    let added = match row.house.is_empty() {
        true => Told::default(),
        false => console.line(&format!("house add \"{}\"", file.display())),
    };
    let before = console.session.state().fingerprint();
    if before != begun {
        return Err("the state changed while the file was put into force".to_owned());
    }
    let in_force = outcome(&added) == "fine";
    let answer = if in_force { console.line(row.line) } else { added };
    let came = outcome(&answer);
    let text = format!("{}{}", answer.out, answer.err);
    let shown: String = text.chars().take(3000).collect();
    if text.contains('\u{1b}') {
        return Err("an escape reaches the terminal".to_owned());
    }
    if !row.comes.contains(&came.as_str()) {
        return Err(format!("came {came}, not {:?}\n{shown}", row.comes));
    }
    if let Some(missing) = row.says.iter().find(|s| !text.contains(**s)) {
        return Err(format!("does not say `{missing}`\n{shown}"));
    }
    if text.len() > 100_000 {
        return Err(format!("the answer has {} bytes", text.len()));
    }
    if came != "fine" && console.session.state().fingerprint() != before {
        return Err("the state changed".to_owned());
    }
    // What is wrong with the rules in force is mended by taking them out; then all goes on.
    if in_force && !row.house.is_empty() {
        let removed = console.line(&format!("house remove \"{}\"", file.display()));
        if outcome(&removed) != "fine" {
            return Err(format!("cannot be removed\n{}{}", removed.out, removed.err));
        }
    }
    if console.session.state().ending().is_none() {
        let next = console.line("plain");
        if outcome(&next) != "fine" {
            return Err(format!("the next command does not work\n{}{}", next.out, next.err));
        }
    }
    Ok(())
}
