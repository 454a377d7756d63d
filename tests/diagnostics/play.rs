//! Cases that are played: `*.game` files over the small game in the `game` folder.
//!
//! A line `=== NAME` begins a part. `NAME.rhai` and `NAME.units` are house files, put into force; `packs/…` is a file of
//! the pack, written before the game begins; `lines` and `steps` are typed. A line `!word` is for the test itself:
//! `!open PACK`, `!check`, `!set-up SCENARIO`, `!write PATH TEXT`, `!replace PATH OLD => NEW`, `!remove PATH`, `!leave`, `!spoil LINE`,
//! `!cut BYTES`, `!format NUMBER`, `!resume`; in a file `!lines` and `!variables` stand for so many of them.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use houserule::cli::set_up_faults;
use houserule::diagnostic::render;
use houserule::kernel::journal::{Encoder, Record, decode};
use houserule::pack::{Library, Request, check_pack, load, parts};
use houserule::repl::{Console, Front, Told};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session, Trouble};

struct Table {
    folder: tempfile::TempDir,
    console: Option<Console>,
    out: String,
}

/// Everything that is told of a played case.
pub fn told(path: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/game");
    for file in
        ["manifest.pack", "ledger.txt", "rules/10-fire.rhai", "scenarios/ford.scenario", "tests/ford.play"]
    {
        let to = folder.path().join("packs/skirmish").join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(game.join(file), to).unwrap();
    }
    let mut table = Table { folder, console: None, out: String::new() };
    let text = fs::read_to_string(path).unwrap();
    let parts: Vec<(&str, &str)> = text.split("=== ").skip(1).map(|p| p.split_once('\n').unwrap()).collect();
    for (name, text) in parts.iter().filter(|(n, _)| n.starts_with("packs/")) {
        table.write(name, text);
    }
    for (name, text) in parts.iter().filter(|(n, _)| !n.starts_with("packs/")) {
        match *name {
            "lines" | "steps" => text.lines().for_each(|line| table.step(line)),
            file => {
                let text = match text.trim().split_once(' ') {
                    Some(("!lines", count)) => "\n".repeat(count.parse().unwrap()),
                    Some(("!variables", count)) => {
                        let all: Vec<String> = (1..=count.parse().unwrap())
                            .map(|i: u32| format!("    let a{i} = {i};\n"))
                            .collect();
                        format!("fn hit(target) {{\n{}}}\n", all.concat())
                    }
                    _ => (*text).to_owned(),
                };
                let path = table.write(file, &text);
                table.line(&format!("house add \"{}\"", path.display()));
            }
        }
    }
    let shown = table.folder.path().display().to_string();
    table.out.replace(&format!("{shown}/"), "")
}

impl Table {
    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        // A file that was just written is left to settle before it is read again.
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        path
    }

    fn opening(&self, pack: &str) -> Opening {
        Opening {
            library: Library::of_folders([self.folder.path().join("packs")]),
            pack: pack.to_owned(),
            scenario: None,
            house: Vec::new(),
            seed: 1,
            asker: Rc::new(RefCell::new(Nobody)),
            cancel: Arc::default(),
            journal: Some(self.journal()),
        }
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("game.journal")
    }

    fn tell(&mut self, trouble: &Trouble) {
        if let Trouble::Mistakes(told) = trouble {
            self.out.push_str(&render(&told.1, &told.0, false));
        } else {
            let _ = writeln!(self.out, "{trouble:?}");
        }
    }

    fn console(&mut self) -> &mut Console {
        if self.console.is_none() {
            let session = Session::open(self.opening("skirmish")).unwrap_or_else(|t| panic!("{t:?}"));
            let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
            self.console = Some(Console::new(session, front));
        }
        self.console.as_mut().unwrap()
    }

    fn line(&mut self, line: &str) {
        let shown = line.replace(&format!("{}/", self.folder.path().display()), "");
        let Told { out, err, .. } = self.console().line(line);
        let _ = write!(self.out, "> {shown}\n{out}{err}");
    }

    fn step(&mut self, line: &str) {
        let Some(step) = line.strip_prefix('!') else { return self.line(line) };
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        match word {
            "open" => {
                let pack = rest.replace("./", &format!("{}/", self.folder.path().display()));
                match Session::open(Opening { journal: None, ..self.opening(&pack) }) {
                    Ok(_) => self.out.push_str("opened\n"),
                    Err(trouble) => self.tell(&trouble),
                }
            }
            "check" => {
                let library = Library::of_folders([self.folder.path().join("packs")]);
                let of = |scenario: Option<&str>| {
                    let scenario = scenario.map(str::to_owned);
                    load(
                        &library,
                        &Request { pack: "skirmish".to_owned(), scenario, ..Request::default() },
                        &Arc::default(),
                    )
                };
                let scenarios = parts(&library, "skirmish").scenarios;
                let wrong = || scenarios.iter().find_map(|scenario| of(Some(scenario)).err());
                let (sources, told) = match of(None) {
                    Ok(loaded) => {
                        wrong().unwrap_or_else(|| (loaded.sources.clone(), check_pack(&loaded, &[])))
                    }
                    Err(mistakes) => mistakes,
                };
                self.out.push_str(&render(&told, &sources, false));
            }
            "set-up" => {
                let library = Library::of_folders([self.folder.path().join("packs")]);
                let request = Request {
                    pack: "skirmish".to_owned(),
                    scenario: Some(rest.to_owned()),
                    ..Request::default()
                };
                let loaded =
                    Rc::new(load(&library, &request, &Arc::default()).unwrap_or_else(|t| panic!("{t:?}")));
                self.out.push_str(&render(&set_up_faults(&loaded), &loaded.sources, false));
            }
            "write" => {
                let (path, text) = rest.split_once(' ').unwrap();
                self.write(path, &format!("{text}\n"));
            }
            "replace" => {
                let (path, rest) = rest.split_once(' ').unwrap();
                let (old, new) = rest.split_once(" => ").unwrap();
                let text = fs::read_to_string(self.folder.path().join(path)).unwrap();
                assert!(text.contains(old), "{path} has no `{old}`");
                self.write(path, &text.replace(old, new));
            }
            "remove" => fs::remove_file(self.folder.path().join(rest)).unwrap(),
            "leave" => {
                self.console();
                self.console = None;
            }
            "spoil" => {
                let mut bytes = fs::read(self.journal()).unwrap();
                let line: usize = rest.parse().unwrap();
                let before: usize =
                    bytes.split_inclusive(|b| *b == b'\n').take(line - 1).map(<[u8]>::len).sum();
                bytes[before + 30] ^= 1;
                fs::write(self.journal(), bytes).unwrap();
            }
            "cut" => {
                let mut bytes = fs::read(self.journal()).unwrap();
                bytes.truncate(bytes.len() - rest.parse::<usize>().unwrap());
                fs::write(self.journal(), bytes).unwrap();
            }
            "format" => {
                let mut records = decode(&fs::read(self.journal()).unwrap()).records;
                if let Record::Header(header) = &mut records[0] {
                    header.format = rest.parse().unwrap();
                }
                let mut encoder = Encoder::new();
                let bytes: Vec<u8> = records.iter().flat_map(|r| encoder.encode(r)).collect();
                fs::write(self.journal(), bytes).unwrap();
            }
            "resume" => match Session::resume(&self.journal(), self.opening("skirmish")) {
                Ok((session, warnings)) => {
                    self.out.push_str(&render(&warnings, &session.loaded().sources, false));
                }
                Err(trouble) => self.tell(&trouble),
            },
            other => panic!("no step is called `!{other}`"),
        }
    }
}
