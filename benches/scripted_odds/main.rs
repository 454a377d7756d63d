//! Odds of scripted rules beside icepool, a Python package of exact dice odds, which the bench installs for itself: the same
//! problems, the same answers, side by side in one run.
//!
//! `cargo bench --bench scripted_odds`: medians of CPU milliseconds inside the process, and then of whole processes beside
//! eurydice (`whole.rs`). Each problem is a pack of its own in `tests/fixtures/chances`, as its author would write it. `-- melee`
//! plays the melee of sixty, too, which takes icepool minutes and is not asked of it.

#[path = "../measure/allocator.rs"]
mod allocator;
#[path = "../measure/mod.rs"]
mod measure;
mod whole;

use std::cell::RefCell;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use houserule::kernel::dice::{Generator, Seeded};
use houserule::kernel::state::State;
use houserule::kernel::value::{SideId, UnitId, Value};
use houserule::odds::{Course, Distribution, Limit, Policy, Ratio, Reckoner};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::session::initial_state;
use measure::{cpu, median};

/// What the melee comes to, a line an outcome, sorted; two other programs came to the same.
const MELEE: &str = "fd7b2e70d7ca2599e8244535a29fa3b237f4b35eda880123d4902b52d3f42f17";

struct Table {
    loaded: Loaded,
    state: State,
}

fn table(folder: &str, pack: &str, scenario: &str) -> Option<Table> {
    let library = Library::of_folders([std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)]);
    let request = Request { pack: pack.into(), scenario: Some(scenario.into()), ..Request::default() };
    let loaded = load(&library, &request, &Arc::default()).ok()?;
    let mut state = initial_state(&loaded.data, loaded.rules.catalogue());
    let dice = Rc::new(RefCell::new(Seeded { generator: Generator::new(1) }));
    loaded.rules.run(&mut state, dice, &loaded.data.hooks.get("start")?.0.clone(), &[]).ok()?;
    state.commit();
    Some(Table { loaded, state })
}

fn course<'a>(rule: &'a str, arguments: &'a [Value], until: &str, telling: &'a str) -> Course<'a> {
    let until = vec![until.to_owned()];
    Course { rule, arguments, after: None, victory: Vec::new(), until, telling: Some(telling) }
}

/// A line an outcome, sorted.
fn listed<'o>(odds: impl Iterator<Item = (&'o str, Ratio)>) -> String {
    let mut lines: Vec<String> = odds.map(|(outcome, chance)| format!("{outcome}\t{chance}")).collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// What a problem comes to.
enum Odds {
    Outcomes(Distribution<String>),
    Ends(Vec<(String, Ratio)>),
}

impl Odds {
    fn listed(&self) -> String {
        match self {
            Odds::Outcomes(odds) => listed(odds.outcomes().map(|o| (o.as_str(), odds.chance(o)))),
            Odds::Ends(ends) => listed(ends.iter().map(|(end, chance)| (end.as_str(), chance.clone()))),
        }
    }
}

/// A problem as its author wrote it, a pack of its own.
fn problem(pack: &str) -> Table {
    table("tests/fixtures/chances", pack, "table").expect("the problem")
}

fn case(table: &Table, reckoner: &Reckoner, name: &str) -> Odds {
    let target = [Value::Unit(UnitId(1))];
    let rule = match name {
        "attacks in six turns" => {
            let course = course("attack_worn_down", &target, "destroy", "round_and_wounds");
            let reached = reckoner.chain(&table.state, course).within(6).expect("odds");
            return Odds::Outcomes(reached.outcomes);
        }
        "battle of 30 against 30" => {
            let chain = reckoner.chain(&table.state, course("battle_round", &[], "over", "left"));
            return Odds::Ends(chain.in_the_end().expect("odds").0);
        }
        "attack" => "attack_together",
        "four volleys" => "four_volleys",
        "missile" => "missile",
        "best three of ten" => "best_three",
        "six ability scores" => "six_scores",
        "200d6" => "two_hundred",
        other => unreachable!("{other}"),
    };
    Odds::Outcomes(reckoner.once(&table.state, rule, &[], &Policy::First).expect("odds"))
}

/// The problems and their packs.
const CASES: [(&str, &str); 8] = [
    ("attack", "attack"),
    ("attacks in six turns", "attack"),
    ("four volleys", "volleys"),
    ("missile", "missile"),
    ("best three of ten", "best-three"),
    ("six ability scores", "scores"),
    ("battle of 30 against 30", "battle"),
    ("200d6", "two-hundred"),
];

/// So long is measured at least: the system counts in ticks.
const LONG: f64 = 0.06;

/// CPU milliseconds of some work, done with so many things at a time that are made ready beforehand and let go of afterwards.
fn each<T, R>(at_once: usize, ready: impl Fn() -> T, work: impl Fn(&T) -> R) -> f64 {
    let times = (0..5).map(|_| {
        let (mut spent, mut rounds) = (0.0, 0.0);
        while spent < LONG {
            let fresh: Vec<T> = (0..at_once).map(|_| ready()).collect();
            let begin = cpu();
            let done: Vec<R> = fresh.iter().map(&work).collect();
            spent += cpu() - begin;
            rounds += done.len() as f64;
        }
        spent * 1e3 / rounds
    });
    median(&mut times.collect::<Vec<f64>>())
}

/// CPU milliseconds, the rules linked but nothing known of them yet.
fn measured(table: &Table, name: &str) -> (f64, String) {
    let ready = || Reckoner::new(&table.loaded.rules);
    let spent = each(16, ready, |reckoner| case(table, reckoner, name));
    (spent, case(table, &ready(), name).listed())
}

fn main() {
    std::thread::Builder::new()
        .stack_size(400 << 20)
        .spawn(compare)
        .expect("a thread")
        .join()
        .expect("the measurements");
}

fn compare() {
    let table = problem("attack");
    let link = each(16, || (), |()| Reckoner::new(&table.loaded.rules));
    println!("rules of the attacks made ready for odds: {link:.2} ms\n");
    let peer = peer();
    println!("{:<26}{:>12}{:>12}{:>9}", "", "houserule", "icepool", "ratio");
    let (mut ratios, mut answers) = (Vec::new(), Vec::new());
    for (name, pack) in CASES {
        let (own, told) = measured(&problem(pack), name);
        let digest = blake3::hash(told.as_bytes()).to_hex().to_string();
        match peer.iter().find(|(known, ..)| known == name) {
            Some((_, other, theirs)) => {
                assert_eq!(told.lines().count(), *theirs, "{name}: icepool comes to something else");
                println!("{name:<26}{own:>9.3} ms{other:>9.3} ms{:>9.1}", other / own);
                ratios.push(other / own);
            }
            None => println!("{name:<26}{own:>9.3} ms{:>12}  {}", "", &digest[..8]),
        }
        answers.push((name, told));
    }
    if !ratios.is_empty() {
        println!("{:.1} times icepool in the middle", median(&mut ratios));
    }
    if let Some(cgme) = self::table("rulesets", "cgme", "crossroads") {
        println!("\nCGME's table of results, {} cells: {:.2} ms", 16 * 13, results(&cgme));
    }
    whole::compare(&answers);
    if std::env::args().any(|argument| argument == "melee") {
        let table = problem("melee");
        let reckoner = Reckoner::new(&table.loaded.rules);
        reckoner.set_limit(Limit { runs: u64::MAX, time: Duration::from_secs(600) });
        let begin = cpu();
        let chain = reckoner.chain(&table.state, course("melee_round", &[], "over", "after_melee"));
        let odds = chain.within(5).expect("odds").outcomes;
        let spent = cpu() - begin;
        let told = Odds::Outcomes(odds).listed();
        assert_eq!(blake3::hash(told.as_bytes()).to_hex().as_str(), MELEE);
        println!("\nmelee of 30 against 30, five rounds: {spent:.1} s, {}", most_memory());
    }
    let _ = std::io::stdout().flush();
}

/// Every meeting of ATT -3 to 12 with DEF -3 to 9, by CGME's own rule: only their difference tells, but the rule is asked
/// for each.
fn results(cgme: &Table) -> f64 {
    let target = cgme.state.units().next().map(|(unit, _)| unit).expect("a unit");
    each(
        4,
        || Reckoner::new(&cgme.loaded.rules),
        |reckoner| {
            for att in -3..=12 {
                for less in -3..=9 {
                    let arguments = [
                        Value::Int(att - less),
                        Value::list([]),
                        Value::text("attack"),
                        Value::Side(SideId(0)),
                        Value::text("attackers"),
                        Value::Unit(target),
                    ];
                    reckoner.once(&cgme.state, "resolve", &arguments, &Policy::First).expect("odds");
                }
            }
        },
    )
}

/// The most memory that the process has held.
fn most_memory() -> String {
    let told = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(str::trim);
    peak.map_or_else(String::new, |peak| format!("at most {peak}"))
}

/// What icepool takes for the same, and how many outcomes it has; nothing where it cannot be had.
fn peer() -> Vec<(String, f64, usize)> {
    let folder = std::env::temp_dir().join("houserule-bench-icepool");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/scripted_odds/icepool_cases.py");
    let installed = Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--target"])
        .arg(&folder)
        .arg("icepool==2.1.3")
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !installed {
        eprintln!("icepool cannot be installed here; only our own figures follow");
    }
    let ran =
        Command::new("python3").arg(script).env("PYTHONPATH", &folder).stderr(Stdio::inherit()).output();
    let text = ran.map(|out| String::from_utf8_lossy(&out.stdout).into_owned()).unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            let mut parts = line.split('\t');
            Some((parts.next()?.to_owned(), parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        })
        .collect()
}
