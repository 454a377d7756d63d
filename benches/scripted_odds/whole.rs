//! The same problems as whole processes, as they are asked at a shell: this program beside eurydice, an interpreter of AnyDice's
//! language in Rust, which the bench builds for itself.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::measure::median;

/// The version of the peer.
const VERSION: &str = "0.1.0";

/// So many CPU seconds are measured at least before the mean of them is taken: the system counts them in hundredths.
const LONG: f64 = 0.3;

/// So many such means the middle one is taken of.
const TIMES: usize = 5;

/// A problem as it is asked at a shell, and in AnyDice's language.
struct Question {
    /// As the bench calls it.
    name: &'static str,
    /// What stands behind `houserule`; `PACK/` stands for the folder of their packs.
    asked: &'static [&'static str],
    /// The program; nothing where it cannot be written.
    program: &'static str,
}

const QUESTIONS: [Question; 8] = [
    Question {
        name: "attack",
        asked: &["odds", "PACK/attack", "attack"],
        program: "
function: told MARGIN:n {
  if MARGIN >= 2 { result: 2 }
  if MARGIN >= 0 { result: 1 }
  result: 0
}
output [told (d6 + 5) - (d6 + 4)]",
    },
    Question {
        name: "attacks in six turns",
        asked: &["odds", "PACK/attack", "wear b1 until destroy times 6"],
        program: "
function: after STATE:n TURN:n MARGIN:n {
  if MARGIN >= 2 { result: STATE + 10 * TURN }
  if MARGIN >= 0 { result: STATE + 1 }
  result: STATE
}
function: turn STATE:n TURN:n {
  if STATE >= 10 { result: STATE }
  result: [after STATE TURN (d6 + 4) - (d6 + 6 - STATE)]
}
S: 0
loop T over {1..6} { S: [turn S T] }
output S",
    },
    Question {
        name: "four volleys",
        asked: &["odds", "PACK/volleys", "volleys"],
        program: "
function: volley SHOWN:n ROLL:n {
  if ROLL = 20 { result: 1 }
  if ROLL = 1 { result: 0 }
  result: ROLL >= SHOWN
}
function: left N:n { if N < 0 { result: 0 } result: N }
output [left 12 - 5d[volley 1, d20] - 5d[volley 7, d20] - 5d[volley 15, d20] - 5d[volley 25, d20]]",
    },
    Question {
        name: "missile",
        asked: &["odds", "PACK/missile", "missile"],
        program: "
function: through N:n { if N < 0 { result: 0 } result: N }
output 10000 * [through 5d6 - 3d6] + 100 * [through 4d6 - 3d6] + [through 3d6 - 3d6]",
    },
    Question {
        name: "best three of ten",
        asked: &["dice", "10d6kh3"],
        program: "output [highest 3 of 10d6]",
    },
    Question {
        name: "six ability scores",
        asked: &["odds", "PACK/scores", "scores"],
        program: "
function: sorted S:s {
  result: ((((1@S * 20 + 2@S) * 20 + 3@S) * 20 + 4@S) * 20 + 5@S) * 20 + 6@S
}
output [sorted 6d[highest 3 of 4d6]]",
    },
    Question {
        name: "battle of 30 against 30",
        asked: &["odds", "PACK/battle", "battle until over"],
        program: "
function: won A:s B:s {
  if #A >= 2 & #B >= 2 { result: (1@A > 1@B) + (2@A > 2@B) }
  result: 1@A > 1@B
}
function: round STATE:n {
  A: STATE / 100
  B: STATE - 100 * A
  if A = 0 | B = 0 { result: STATE }
  if A = 1 & B = 1 { result: STATE - 100 + 99 * ONETOONE }
  if A = 2 & B = 1 { result: STATE - 100 + 99 * TWOTOONE }
  if B = 1 { result: STATE - 100 + 99 * THREETOONE }
  if A = 1 { result: STATE - 100 + 99 * ONETOTWO }
  if A = 2 { result: STATE - 200 + 99 * TWOTOTWO }
  result: STATE - 200 + 99 * THREETOTWO
}
ONETOONE: [won 1d6, 1d6]
TWOTOONE: [won 2d6, 1d6]
THREETOONE: [won 3d6, 1d6]
ONETOTWO: [won 1d6, 2d6]
TWOTOTWO: [won 2d6, 2d6]
THREETOTWO: [won 3d6, 2d6]
S: 3030
loop T over {1..60} { S: [round S] }
output S",
    },
    Question { name: "200d6", asked: &["dice", "200d6"], program: "output 200d6" },
];

/// Measures all questions. `answers` has what each comes to here: a line an outcome, a tab, its probability.
pub fn compare(answers: &[(&str, String)]) {
    println!("\nwhole processes, CPU milliseconds");
    println!("{:<26}{:>12}{:>12}{:>9}  asked as", "", "houserule", "eurydice", "times");
    let peer = peer();
    if peer.is_none() {
        println!("eurydice cannot be had here; only our own figures follow");
    }
    let mut ratios = Vec::new();
    for question in &QUESTIONS {
        let theirs = peer.as_ref().and_then(|peer| program(peer, question));
        if let Some(theirs) = &theirs {
            let answer = answers.iter().find(|(name, _)| *name == question.name).expect("an answer");
            assert_same(question.name, &answer.1, &told(theirs));
        }
        let (own, other) = (Asked::of(question), theirs);
        let (mut own_times, mut other_times) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            own_times.push(own.cpu());
            other_times.extend(other.as_ref().map(Asked::cpu));
        }
        let (own, asked) = (median(&mut own_times), question.asked.join(" "));
        match other_times.is_empty() {
            false => {
                let other = median(&mut other_times);
                ratios.push(own / other);
                println!("{:<26}{own:>9.2} ms{other:>9.2} ms{:>9.2}  {asked}", question.name, own / other);
            }
            true => println!("{:<26}{own:>9.2} ms{:>12}{:>9}  {asked}", question.name, "no answer", ""),
        }
    }
    if !ratios.is_empty() {
        let most = ratios.iter().copied().fold(0.0, f64::max);
        println!("{:.2} times eurydice in the middle, {most:.2} times at most", median(&mut ratios));
    }
}

/// A command of the shell.
struct Asked {
    program: PathBuf,
    arguments: Vec<String>,
}

impl Asked {
    fn of(question: &Question) -> Asked {
        let packs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/chances/");
        let word = |word: &&str| word.replace("PACK/", packs);
        let program = PathBuf::from(env!("CARGO_BIN_EXE_houserule"));
        Asked { program, arguments: question.asked.iter().map(word).collect() }
    }

    fn run(&self) {
        let status = Command::new(&self.program).args(&self.arguments).stdout(Stdio::null()).status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "{} {:?}",
            self.program.display(),
            self.arguments
        );
    }

    /// CPU milliseconds of the whole process.
    fn cpu(&self) -> f64 {
        let begun = spent_by_children();
        let mut runs = 0;
        while spent_by_children() - begun < LONG {
            self.run();
            runs += 1;
        }
        (spent_by_children() - begun) * 1e3 / f64::from(runs)
    }
}

/// CPU seconds of all processes that were waited for.
fn spent_by_children() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = told.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    // The 16th and 17th field of all, of which two stand before.
    let ticks = fields.iter().skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The peer, built in a temporary folder.
fn peer() -> Option<PathBuf> {
    let folder = std::env::temp_dir().join("houserule-bench-eurydice");
    std::fs::create_dir_all(folder.join("src")).ok()?;
    let manifest = format!(
        "[package]\nname = \"eurydice_runner\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\neurydice_engine = \"={VERSION}\"\n\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).ok()?;
    std::fs::write(folder.join("src/main.rs"), include_str!("eurydice_runner.rs")).ok()?;
    let target = folder.join("target");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status();
    built.is_ok_and(|status| status.success()).then(|| target.join("release/eurydice_runner"))
}

/// The program of a question for the peer; none where the peer has no answer to it.
fn program(peer: &Path, question: &Question) -> Option<Asked> {
    let file = peer.with_file_name(format!("{}.txt", question.name.replace(' ', "_")));
    std::fs::write(&file, question.program).ok()?;
    let asked = Asked { program: peer.to_owned(), arguments: vec![file.to_string_lossy().into_owned()] };
    let answers = Command::new(&asked.program).args(&asked.arguments).stdout(Stdio::null()).status();
    answers.is_ok_and(|status| status.success()).then_some(asked)
}

/// What the peer's program writes.
fn told(asked: &Asked) -> String {
    let out = Command::new(&asked.program).args(&asked.arguments).output().expect("the peer's answer");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// That the same probabilities come up on both sides. The peer writes them as floats, and calls outcomes otherwise.
fn assert_same(name: &str, own: &str, theirs: &str) {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let chance = |line: &str| {
        let (_, chance) = line.rsplit_once('\t').expect("a probability");
        chance.split_once('/').map_or_else(|| number(chance), |(ways, of)| number(ways) / number(of))
    };
    let sorted = |text: &str| {
        let mut chances: Vec<f64> = text.lines().map(chance).collect();
        chances.sort_by(f64::total_cmp);
        chances
    };
    let (own, theirs) = (sorted(own), sorted(theirs));
    let same = own.iter().zip(&theirs).all(|(a, b)| (a - b).abs() <= 1e-9 * a);
    assert!(own.len() == theirs.len() && same, "{name}: eurydice comes to something else");
}
