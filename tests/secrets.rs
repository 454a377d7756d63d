//! Decisions in secret: nothing is shown before the reveal, by mail nothing can be changed after it, and the journal
//! plays the same game.

#[path = "secrets/sealed.rs"]
mod sealed;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;

use houserule::data::parse_line;
use houserule::kernel::door::{Given, Stop};
use houserule::kernel::journal::Record;
use houserule::kernel::secret::{Nonce, Opening as SecretOpening, Written};
use houserule::kernel::value::SideId;
use houserule::pack::Library;
use houserule::session::{Asker, Opening, Post, Question, Session, Trouble};

const RED: SideId = SideId(0);
const BLUE: SideId = SideId(1);

/// Lines typed by people, and all that they were shown.
#[derive(Default)]
struct People {
    lines: VecDeque<String>,
    shown: String,
}

impl Asker for People {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.shown.push_str(&format!("{question:?}\n"));
        self.lines.pop_front().ok_or_else(|| Stop::Missing("nobody is there".to_owned()))
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn tell(&mut self, text: &str) {
        self.shown.push_str(&format!("{text}\n"));
    }
}

/// A machine with a game, its people, and the folder of its letters.
struct Machine {
    folder: tempfile::TempDir,
    people: Rc<RefCell<People>>,
    session: Session,
}

impl Machine {
    fn new(seed: u64) -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let people = Rc::new(RefCell::new(People::default()));
        let opening =
            Opening { journal: Some(folder.path().join("game.journal")), ..opening(people.clone(), seed) };
        let session = Session::open(opening).unwrap();
        Machine { folder, people, session }
    }

    fn by_mail(side: SideId, seed: u64) -> Machine {
        let mut machine = Machine::new(seed);
        let folder = machine.letters();
        machine.session.set_post(Some(Post { folder, here: vec![side] }));
        machine
    }

    fn letters(&self) -> PathBuf {
        self.folder.path().join("letters")
    }

    /// Gives a command, with what its people type.
    fn gives(&mut self, command: &str, lines: &[&str]) -> Result<usize, String> {
        self.people.borrow_mut().lines = lines.iter().map(ToString::to_string).collect();
        self.session.command(command, &parse_line(command).unwrap()).map_err(|trouble| match trouble {
            Trouble::Stopped(stop) => stop.to_string(),
            Trouble::Refused(refusal) => refusal.reason.to_string(),
            Trouble::Mistakes(told) => told.1[0].title.clone(),
        })
    }

    fn shown(&self) -> String {
        self.people.borrow().shown.clone()
    }

    /// The letter with this ending, of this side.
    fn letter(&self, side: &str, ending: &str) -> PathBuf {
        let end = format!("-{side}.{ending}");
        let mut found = fs::read_dir(self.letters()).unwrap().map(|entry| entry.unwrap().path());
        found.find(|path| path.to_str().unwrap().ends_with(&end)).unwrap_or_else(|| panic!("no {end}"))
    }

    fn sends(&self, other: &Machine, side: &str, ending: &str) {
        let letter = self.letter(side, ending);
        fs::create_dir_all(other.letters()).unwrap();
        fs::copy(&letter, other.letters().join(letter.file_name().unwrap())).unwrap();
    }

    /// The faces that this many six-sided dice of an expression show.
    fn throws_aside(&mut self, count: usize) -> String {
        let throw = format!("(roll_each({count}, 6, \"surge\", (), \"beside the game\"))");
        self.session.evaluate(&throw).unwrap().0.to_string()
    }

    fn lives(&mut self) -> [String; 2] {
        ["red", "blue"].map(|side| {
            let (value, _) = self.session.evaluate(&format!("(side(\"{side}\").lives)")).unwrap();
            value.to_string()
        })
    }
}

fn opening(asker: Rc<RefCell<People>>, seed: u64) -> Opening {
    Opening {
        library: Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")]),
        pack: "secrets".to_owned(),
        scenario: Some("duel".to_owned()),
        house: Vec::new(),
        seed,
        asker,
        cancel: Arc::default(),
        journal: None,
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.path() {
            path if path.is_dir() => all.extend(files(&path)),
            path => all.push((path.clone(), fs::read(path).unwrap())),
        }
    }
    all
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn both_decide_and_it_is_revealed_together() {
    let mut machine = Machine::new(1);
    // The second number of Red is too much with the first: all of it is asked again, and nothing is lost.
    let lines = ["7", "7", "7", "2", "4", "6"];
    machine.gives("cast 0101", &lines).unwrap();
    assert!(machine.shown().contains("the numbers must make 0 to 10 together"), "{}", machine.shown());
    let surge = machine.session.dice_stats();
    assert_eq!(surge.histograms().map(|(_, h)| h.dice()).sum::<u64>(), 2);
    let Record::Command { answers, .. } = machine.session.records().last().unwrap() else { panic!() };
    let Given::Revealed(all) = &answers[0].given else { panic!() };
    let numbers: Vec<&[Written]> = all.iter().map(|revealed| &revealed.written[..]).collect();
    let two = |one, two| [Written::Number(one), Written::Number(two)];
    assert_eq!(numbers, [&two(7, 2)[..], &two(4, 6)[..]]);
    assert!(all.iter().all(|revealed| revealed.seal.is_none()));
}

#[test]
fn the_journal_plays_the_same_game_and_so_does_the_line() {
    let mut machine = Machine::new(3);
    machine.gives("cast 0101", &["7", "2", "4", "6"]).unwrap();
    machine.gives("deploy", &["the ford, 3%", "", "left", "2"]).unwrap();
    machine.gives("volley", &["6", "0", "1", "5"]).unwrap();
    let end = machine.session.state().fingerprint();
    let records = machine.session.records().to_vec();
    let people = Rc::new(RefCell::new(People::default()));
    let replayed = Session::replay(records.clone(), opening(people, 0), &mut Vec::new()).unwrap();
    assert_eq!(replayed.state().fingerprint(), end);
    assert_eq!(replayed.records(), records);

    let mut again = Machine::new(99);
    for entry in machine.session.log().iter().filter(|e| !e.line.is_empty()).skip(1) {
        let answers: Vec<_> = entry.trace.as_ref().unwrap().answers().cloned().collect();
        let flags = houserule::session::given_again(&answers.iter().collect::<Vec<_>>());
        again.gives(&format!("{} {flags}", entry.line), &[]).unwrap();
    }
    assert_eq!(again.session.state().fingerprint(), end);
}

#[test]
fn a_reveal_is_only_undone_on_purpose() {
    let mut machine = Machine::new(3);
    machine.gives("volley", &["6", "0", "1", "5"]).unwrap();
    let Err(Trouble::Mistakes(told)) = machine.session.undo(1, false) else { panic!() };
    assert_eq!(told.1[0].title, "`volley` has revealed what was secret");
    machine.session.undo(1, true).unwrap();
    assert_eq!(machine.session.log().last().unwrap().line, "what was revealed taken back: volley");
    assert_eq!(machine.lives(), ["12", "12"]);
}

#[test]
fn what_does_not_fit_a_request_is_named() {
    let mut machine = Machine::new(3);
    let before = machine.session.state().fingerprint();
    for (line, told) in [
        ("volley --revealed 6,0", "`--revealed` has no answer left for: missiles"),
        ("volley --revealed 6,1,0,6", "missiles: the numbers must make 6 together"),
        ("volley --revealed 7,0,0,6", "missiles: front: type a number from 0 to 6"),
        ("volley --revealed a,0,0,6", "`--revealed` does not answer: missiles"),
        ("volley --revealed 6,0,0,6,1", "the line reveals more than was decided in secret"),
        ("volley --choose 1", "decisions in secret are not given with the line; they are asked"),
    ] {
        assert_eq!(machine.gives(line, &[]).unwrap_err(), told, "{line}");
    }
    assert_eq!(machine.session.state().fingerprint(), before);
}

#[test]
fn a_row_is_explained_and_written_again_before_the_sheet_is_whole() {
    let mut machine = Machine::new(3);
    machine.gives("volley", &["back", "?", "6", "seven", "back", "5", "1", "1", "5"]).unwrap();
    let shown = machine.shown();
    assert!(shown.contains("this is the first row; Ctrl-C gives the whole command up"), "{shown}");
    assert!(shown.contains("type a number from 0 to 6; it is not shown; `back` goes back"), "{shown}");
    assert!(shown.contains("type a number from 0 to 6; `?` helps"), "{shown}");
    let Record::Command { answers, .. } = machine.session.records().last().unwrap() else { panic!() };
    let Given::Revealed(all) = &answers[0].given else { panic!() };
    assert_eq!(all[0].written, [Written::Number(5), Written::Number(1)]);
    assert_eq!(all[1].written, [Written::Number(1), Written::Number(5)]);
}

#[test]
fn two_machines_play_by_mail() {
    let (mut red, mut blue) = (Machine::by_mail(RED, 5), Machine::by_mail(BLUE, 5));
    let before = red.session.state().fingerprint();
    // Each decides alone, and has to wait. Nothing has changed, and nothing that may be sent shows anything.
    for (machine, secret, own) in
        [(&mut red, "deadly-red-ravine", "red"), (&mut blue, "cunning-blue-bog", "blue")]
    {
        let stopped = machine.gives("deploy", &[secret]).unwrap_err();
        assert_eq!(stopped, "nobody is there");
        let keeps = machine.letter(own, "secret");
        for (path, bytes) in files(machine.folder.path()) {
            assert_eq!(holds(&bytes, secret), path == keeps, "{path:?}");
        }
        assert!(!machine.shown().contains(secret), "{}", machine.shown());
        assert_eq!(machine.session.state().fingerprint(), before);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(red.letter("red", "secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others may read it: {mode:o}");
    }
    // A seal is there: who has it may open. What was decided stands, though another line is typed.
    red.sends(&blue, "red", "sealed");
    assert_eq!(blue.gives("deploy", &["another plan"]).unwrap_err(), "nobody is there");
    assert!(blue.shown().contains("Blue has sealed already; that stands."), "{}", blue.shown());
    assert!(!files(&red.letters()).iter().any(|(path, _)| path.to_str().unwrap().ends_with("red.opening")));
    blue.sends(&red, "blue", "sealed");
    blue.sends(&red, "blue", "opening");
    // Red goes on: Blue's opening is there already, so the flanks are asked next, and sealed again.
    assert_eq!(red.gives("deploy", &["1"]).unwrap_err(), "nobody is there");
    red.sends(&blue, "red", "opening");
    assert_eq!(blue.gives("deploy", &["2"]).unwrap_err(), "nobody is there");
    let flanks = |machine: &Machine, side: &str, ending: &str| {
        let end = format!("-{side}.{ending}");
        let all = files(&machine.letters()).into_iter().map(|(path, _)| path);
        all.filter(|path| path.to_str().unwrap().ends_with(&end)).collect::<Vec<_>>()
    };
    let send_all = |from: &Machine, to: &Machine, side: &str, ending: &str| {
        for path in flanks(from, side, ending) {
            fs::copy(&path, to.letters().join(path.file_name().unwrap())).unwrap();
        }
    };
    send_all(&red, &blue, "red", "sealed");
    send_all(&blue, &red, "blue", "sealed");
    assert!(red.gives("deploy", &[]).is_err() && blue.gives("deploy", &[]).is_err());
    send_all(&red, &blue, "red", "opening");
    send_all(&blue, &red, "blue", "opening");
    red.gives("deploy", &[]).unwrap();
    blue.gives("deploy", &[]).unwrap();
    assert_eq!(red.session.state().fingerprint(), blue.session.state().fingerprint());
    assert_eq!(red.lives(), ["11", "10"]);

    // The journal has the seals, and a replay checks them.
    let records = red.session.records().to_vec();
    let people = || Rc::new(RefCell::new(People::default()));
    let replayed = Session::replay(records.clone(), opening(people(), 0), &mut Vec::new()).unwrap();
    assert_eq!(replayed.state().fingerprint(), red.session.state().fingerprint());
    let mut changed = records;
    let Some(Record::Command { answers, .. }) = changed.last_mut() else { panic!() };
    let Given::Revealed(all) = &mut answers[0].given else { panic!() };
    all[1].written = vec![Written::Text("no bog at all".into())];
    let Err(Trouble::Mistakes(told)) = Session::replay(changed, opening(people(), 0), &mut Vec::new()) else {
        panic!("a changed answer is replayed")
    };
    assert!(told.1[0].title.contains("the journal's opening of Blue is false"), "{}", told.1[0].title);
}

/// Both have sealed `volley`, and Red has Blue's seal and its own opening out.
fn sealed_volley() -> (Machine, Machine) {
    let (mut red, mut blue) = (Machine::by_mail(RED, 8), Machine::by_mail(BLUE, 8));
    red.gives("volley", &["6", "0"]).unwrap_err();
    blue.gives("volley", &["1", "5"]).unwrap_err();
    red.sends(&blue, "red", "sealed");
    blue.sends(&red, "blue", "sealed");
    red.gives("volley", &[]).unwrap_err();
    blue.gives("volley", &[]).unwrap_err();
    blue.sends(&red, "blue", "opening");
    (red, blue)
}

#[test]
fn a_false_opening_is_named_and_nothing_is_lost() {
    type Change = fn(&mut SecretOpening);
    let changes: [(Change, &str); 4] = [
        (
            |o| o.written = vec![Written::Number(0), Written::Number(6)],
            "its answer is another one than was sealed",
        ),
        (|o| o.nonce = Nonce([0; 32]), "its nonce is another one"),
        (|o| o.sealed.question = "dice".to_owned(), "is about another question"),
        (|o| o.sealed.side = "red".to_owned(), "is of side `red`"),
    ];
    for (change, told) in changes {
        let (mut red, blue) = sealed_volley();
        let before = red.session.state().fingerprint();
        let path = red.letter("blue", "opening");
        let mut opening: SecretOpening = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut opening);
        fs::write(&path, serde_json::to_vec(&opening).unwrap()).unwrap();
        assert_eq!(red.gives("volley", &[]).unwrap_err(), "nobody is there");
        let shown = red.shown();
        assert!(shown.contains("The opening of `blue` is false") && shown.contains(told), "{told}: {shown}");
        assert_eq!(red.session.state().fingerprint(), before);
        // The right one still counts.
        blue.sends(&red, "blue", "opening");
        red.gives("volley", &[]).unwrap();
    }
}

#[test]
fn the_first_seal_counts() {
    let (mut red, _) = sealed_volley();
    // Blue has seen Red's opening, and sends a new seal with an opening that fits it.
    let mut other = Machine::by_mail(BLUE, 8);
    other.gives("volley", &["0", "6"]).unwrap_err();
    red.sends(&other, "red", "sealed");
    other.gives("volley", &[]).unwrap_err();
    other.sends(&red, "blue", "sealed");
    other.sends(&red, "blue", "opening");
    assert_eq!(red.gives("volley", &[]).unwrap_err(), "nobody is there");
    assert!(red.shown().contains("opens another seal than the one that was given"), "{}", red.shown());
}

#[test]
fn a_seal_of_another_game_is_named() {
    let mut red = Machine::by_mail(RED, 8);
    red.gives("volley", &["6", "0"]).unwrap_err();
    let mut blue = Machine::by_mail(BLUE, 9);
    blue.gives("volley", &["1", "5"]).unwrap_err();
    let name = red.letter("red", "sealed").to_str().unwrap().replace("-red.", "-blue.");
    fs::copy(blue.letter("blue", "sealed"), name).unwrap();
    red.gives("volley", &[]).unwrap_err();
    let told = "is of another moment of the game, or of another game";
    assert!(red.shown().contains(told), "{}", red.shown());
    // Nor can a seal be passed on as one's own.
    fs::copy(red.letter("red", "sealed"), red.letter("blue", "sealed")).unwrap();
    red.gives("volley", &[]).unwrap_err();
    assert!(red.shown().contains("is of side `red`"), "{}", red.shown());
}

/// What a run of the program shows and leaves behind.
fn run(arguments: &[&str], lines: &str) -> (String, Vec<(PathBuf, Vec<u8>)>) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("told.play"), format!("# Scenario: secrets/duel\n# Seed: 4\n{lines}"))
        .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(arguments)
        .current_dir(home.path())
        .env("HOUSERULE_HOME", home.path().join("home"))
        .env("HOUSERULE_PACKS", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no lines is gone by then.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let shown = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let mut left = files(home.path());
    left.retain(|(path, _)| !path.ends_with("told.play"));
    (shown, left)
}

#[test]
fn lines_that_end_before_the_reveal_show_nothing() {
    let unfinished = "deploy\nzanzibar-red\n";
    let finished = "deploy\nzanzibar-red\nquagmire-blue\nright\n1\n";
    for arguments in
        [&["play", "secrets", "--seed", "4"][..], &["play", "secrets", "--json"], &["run", "told.play"]]
    {
        let (shown, left) = run(arguments, unfinished);
        assert!(shown.contains("deployment"), "{arguments:?}: {shown}");
        assert!(!shown.contains("zanzibar"), "{arguments:?}: {shown}");
        for (path, bytes) in left {
            assert!(!holds(&bytes, "zanzibar"), "{path:?}");
        }
        let (shown, _) = run(arguments, finished);
        let revealed = shown.find("zanzibar-red").unwrap_or_else(|| panic!("{arguments:?}: {shown}"));
        let last = shown.find("deployment, b1").unwrap();
        assert!(revealed > last, "{arguments:?}: {shown}");
    }
}

#[test]
fn the_sessions_of_the_pack_give_their_snapshots() {
    let (shown, _) = run(&["test", "secrets"], "");
    assert!(shown.contains("2 sessions: 2 passed"), "{shown}");
}

#[test]
fn dice_of_an_expression_tell_nothing_of_those_of_the_game() {
    let game = |aside: usize| {
        let mut machine = Machine::new(4);
        let thrown: Vec<String> = (0..aside).map(|_| machine.throws_aside(12)).collect();
        let mut faces = Vec::new();
        for _ in 0..6 {
            machine.gives("cast 0101 --revealed 0,0,0,0", &[]).unwrap();
            let entry = machine.session.entry(None).unwrap();
            faces.extend(entry.trace.as_ref().unwrap().answers().filter_map(|answer| match &answer.given {
                Given::Dice(faces) => Some(faces[0]),
                _ => None,
            }));
        }
        (thrown, faces)
    };
    let (thrown, faces) = game(3);
    assert_eq!(game(0).1, faces, "the game's own dice fall as they would have");
    assert_eq!(game(3).0, thrown, "the same each time");
    assert_ne!(thrown[0], thrown[1], "no die is thrown twice");
    let told = faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    assert_eq!(faces.len(), 12);
    assert!(!thrown.iter().any(|aside| aside.contains(&told)), "{thrown:?} {told}");
}

#[test]
fn a_command_that_is_broken_off_behind_a_reveal_is_known() {
    let mut machine = Machine::new(4);
    machine.gives("end", &[]).unwrap();
    // Before anything is shown it is given up freely.
    assert!(machine.gives("cast 0101", &["1", "1"]).is_err());
    machine.session.undo(1, false).unwrap();
    machine.gives("end", &[]).unwrap();
    machine.session.set_dice(None, None, houserule::kernel::journal::DiceSetting::Real).unwrap();
    assert!(machine.gives("cast 0101", &["1", "1", "2", "2"]).is_err());
    let Err(Trouble::Mistakes(told)) = machine.session.undo(1, false) else { panic!() };
    assert_eq!(told.1[0].title, "`cast 0101` was begun behind `end` and broken off");
    let last = machine.session.log().last().unwrap();
    assert_eq!(last.line, "broken off after it had told something: cast 0101");
    machine.session.undo(1, true).unwrap();
}
