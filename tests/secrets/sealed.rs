//! Seals that stay closed from one command to a later one: what lies under them is nowhere before it is opened, and what opens
//! them is checked against the digest that the game has held since.

use houserule::kernel::value::Value;
use houserule::odds::{Measure, Policy};

use super::*;

/// What Red writes under seal, so that it is found wherever it should not be.
const WORD: &str = "zanzibar";

impl Machine {
    /// The same game, taken up again from its file.
    fn resumed(self, seed: u64) -> Machine {
        let Machine { folder, people, session } = self;
        let post = session.post().cloned();
        drop(session);
        let opening = opening(people.clone(), seed);
        let (mut session, warnings) = Session::resume(&folder.path().join("game.journal"), opening).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        session.set_post(post);
        Machine { folder, people, session }
    }

    fn openings(&self) -> PathBuf {
        self.folder.path().join("game.openings")
    }

    /// Everything that a program or a person could look at without asking for an opening.
    fn everything(&self) -> String {
        let session = &self.session;
        format!(
            "{:?}{:?}{:?}{}{}",
            session.state(),
            session.log(),
            session.records(),
            serde_json::to_string(session.records()).unwrap(),
            self.shown()
        )
    }

    fn bond(&mut self) -> [String; 2] {
        ["red", "blue"].map(|side| {
            let (value, _) = self.session.evaluate(&format!("(side(\"{side}\").bond)")).unwrap();
            value.to_string()
        })
    }
}

#[test]
fn nothing_shows_what_lies_under_a_seal_before_it_is_opened() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red", &["7", WORD]).unwrap();
    for command in ["cast 0101 --revealed 0,0,0,0 --dice 1,1", "end"] {
        machine.gives(command, &[]).unwrap();
    }
    let keeps = machine.openings();
    let hides = |machine: &Machine| {
        assert!(!machine.everything().contains(WORD), "{}", machine.everything());
        let mut kept = 0;
        for (path, bytes) in files(machine.folder.path()) {
            assert_eq!(holds(&bytes, WORD), path == keeps, "{path:?}");
            kept += usize::from(path == keeps);
        }
        assert_eq!(kept, 1);
    };
    hides(&machine);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(machine.openings()).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others may read it: {mode:o}");
    }
    // Nor is it in anything that is taken up again, undone or done again.
    let mut machine = machine.resumed(4);
    machine.session.undo(2, true).unwrap();
    machine.session.redo(2).unwrap();
    hides(&machine);
    machine.gives("open", &[]).unwrap();
    assert_eq!(machine.bond(), ["7", "0"]);
    assert!(machine.everything().contains(WORD));
    // The journal now has the answer with its nonce, and plays the same game.
    let machine = machine.resumed(4);
    assert!(machine.session.log().iter().all(|entry| !entry.taken_back || entry.line != "open"));
}

#[test]
fn nothing_but_a_command_opens_a_seal() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red --sealed 7,abc", &[]).unwrap();
    machine.gives("pledge blue", &["3", WORD]).unwrap();
    let before = machine.session.records().len();
    for expression in [
        "(open_sealed([side(\"red\").pledge]))",
        "(open_sealed([side(\"blue\").pledge])[0][0] == 3)",
        "(open_pledges())",
        "({ try { open_sealed([side(\"blue\").pledge]) } catch { } })",
        "([1].map(|x| open_sealed([side(\"blue\").pledge])))",
    ] {
        let answer = machine.session.evaluate(expression);
        assert!(!matches!(&answer, Ok((value, _)) if *value != Value::Nothing), "{expression}: {answer:?}");
        assert!(!format!("{answer:?}").contains(WORD), "{expression}: {answer:?}");
    }
    assert_eq!(machine.session.records().len(), before);
    machine.gives("open", &[]).unwrap();
    assert_eq!(machine.bond(), ["7", "3"]);
}

#[test]
fn an_expression_writes_no_letter() {
    let mut machine = Machine::by_mail(RED, 4);
    assert_eq!(machine.gives("pledge red", &["7", WORD]), Ok(2));
    let letters = |machine: &Machine| {
        let names = fs::read_dir(machine.letters()).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect::<std::collections::BTreeSet<_>>()
    };
    let before = letters(&machine);
    for expression in ["(open_sealed([side(\"red\").pledge]))", "(volley())", "(swear())"] {
        machine.people.borrow_mut().lines = ["3", "3", "3", "3"].map(str::to_owned).into();
        assert!(machine.session.evaluate(expression).is_err(), "{expression}");
    }
    assert_eq!(letters(&machine), before);
    assert!(!before.iter().any(|name| name.ends_with(".opening")));
}

#[test]
fn a_seal_is_taken_back_freely_and_its_opening_only_on_purpose() {
    let mut machine = Machine::new(4);
    let begin = machine.session.state().fingerprint();
    machine.gives("pledge red", &["7", "a"]).unwrap();
    machine.session.undo(1, false).unwrap();
    assert_eq!(machine.session.state().fingerprint(), begin);
    machine.session.redo(1).unwrap();
    machine.gives("pledge blue", &["3", "b"]).unwrap();
    let sealed = machine.session.state().fingerprint();
    machine.gives("open", &[]).unwrap();
    let opened = machine.session.state().fingerprint();
    let Err(Trouble::Mistakes(told)) = machine.session.undo(1, false) else { panic!() };
    assert_eq!(told.1[0].title, "`open` has revealed what was secret");
    machine.session.undo(1, true).unwrap();
    assert_eq!(machine.session.state().fingerprint(), sealed);
    // The same dice fall, the same is opened.
    machine.gives("open", &[]).unwrap();
    assert_eq!(machine.session.state().fingerprint(), opened);
    assert_eq!(machine.bond(), ["7", "3"]);
    // A seal that is made again is another seal.
    let other = {
        let mut other = Machine::new(4);
        other.gives("pledge red", &["7", "a"]).unwrap();
        other.gives("pledge blue", &["3", "b"]).unwrap();
        other.session.state().fingerprint()
    };
    assert_ne!(other, sealed);
}

#[test]
fn what_opens_a_seal_is_missed_by_name_and_nothing_is_lost() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red", &["7", WORD]).unwrap();
    let mut machine = machine.resumed(4);
    let before = machine.session.state().fingerprint();
    let (there, elsewhere) = (machine.openings(), machine.folder.path().join("elsewhere"));
    // What was read when the game was taken up is known; only a process that begins without it misses it.
    fs::rename(&there, &elsewhere).unwrap();
    machine = machine.resumed(4);
    assert_eq!(machine.gives("open", &[]).unwrap_err(), "nobody is there");
    let shown = machine.shown();
    assert!(
        shown.contains("Red has sealed: pledge of Red; what opens it is not in")
            && shown.contains("game.openings"),
        "{shown}"
    );
    assert_eq!(machine.session.state().fingerprint(), before);
    // It comes back while the question stands.
    fs::rename(&elsewhere, &there).unwrap();
    machine.gives("open", &[]).unwrap();
    assert_eq!(machine.bond(), ["7", "0"]);
}

#[test]
fn a_changed_opening_is_named_wherever_it_comes_from() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red", &["7", WORD]).unwrap();
    let path = machine.openings();
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, told) in [
        (r#"{"number":7}"#, r#"{"number":8}"#, "its answer is another one than was sealed"),
        (r#""side":"red""#, r#""side":"blue""#, "it is of side `blue`"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replace(from, to)).unwrap();
        machine = machine.resumed(4);
        assert_eq!(machine.gives("open", &[]).unwrap_err(), "nobody is there");
        assert!(machine.shown().contains(told), "{told}: {}", machine.shown());
    }
    fs::write(&path, &text).unwrap();
    machine = machine.resumed(4);
    let told = "`--revealed` does not open what Red has sealed (pledge of Red): it is another answer, or another nonce";
    assert_eq!(machine.gives(&format!("open --revealed 6,{WORD}"), &[]).unwrap_err(), told);
    machine.gives(&format!("open --revealed 7,{WORD}"), &[]).unwrap();

    // Every replay checks the answer and the nonce against the digest in the earlier record.
    let records = machine.session.records().to_vec();
    let people = || Rc::new(RefCell::new(People::default()));
    Session::replay(records.clone(), opening(people(), 0), &mut Vec::new()).unwrap();
    let changes: [fn(&mut houserule::kernel::door::Revealed); 3] = [
        |one| one.written[0] = Written::Number(8),
        |one| one.seal.as_mut().unwrap().nonce = Nonce([0; 32]),
        |one| one.seal = None,
    ];
    for change in changes {
        let mut changed = records.clone();
        let Some(Record::Command { answers, .. }) = changed.last_mut() else { panic!() };
        let Given::Revealed(all) = &mut answers[0].given else { panic!() };
        change(&mut all[0]);
        let Err(Trouble::Mistakes(told)) = Session::replay(changed, opening(people(), 0), &mut Vec::new())
        else {
            panic!("a changed opening is replayed")
        };
        assert!(told.1[0].title.contains("the journal's opening of Red is false"), "{}", told.1[0].title);
    }
}

#[test]
fn lines_of_the_log_play_the_same_game_whoever_holds_the_openings() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red", &["7", "a"]).unwrap();
    machine.gives("pledge blue --sealed 3,b", &[]).unwrap();
    machine.gives("open", &[]).unwrap();
    machine.gives("oaths", &["1", "c", "2", "d"]).unwrap();
    let end = machine.session.state().fingerprint();
    let lines: Vec<String> = machine
        .session
        .log()
        .iter()
        .skip(1)
        .map(|entry| {
            let answers: Vec<_> = entry.trace.as_ref().unwrap().answers().cloned().collect();
            let flags = houserule::session::given_again(&answers.iter().collect::<Vec<_>>());
            format!("{} {flags}", entry.line.split(" --").next().unwrap())
        })
        .collect();
    assert!(lines[1].ends_with("--sealed 3,b"), "{}", lines[1]);
    let mut again = Machine::new(4);
    for line in &lines {
        again.gives(line, &[]).unwrap();
    }
    assert_eq!(again.session.state().fingerprint(), end);
    // Both pledges are still under seal there, and nobody can open them.
    assert_eq!(again.gives("open", &[]).unwrap_err(), "nobody is there");
}

#[test]
fn what_does_not_seal_is_named() {
    let mut machine = Machine::new(4);
    let before = machine.session.state().fingerprint();
    for (line, told) in [
        ("pledge red --sealed 3", "`--sealed` has no answer left for: pledge of Red"),
        ("pledge red --sealed 10,a", "pledge of Red: points: type a number from 0 to 9"),
        ("pledge red --sealed 1,a,2", "the line seals more than was asked"),
        ("volley --revealed 6,0,1,5 --sealed 1", "the line seals more than was asked"),
        ("pledge red --choose 1", "decisions under seal are not given with `--choose`; they are asked"),
    ] {
        assert_eq!(machine.gives(line, &[]).unwrap_err(), told, "{line}");
    }
    assert_eq!(machine.session.state().fingerprint(), before);
}

#[test]
fn odds_do_not_look_under_a_seal() {
    let odds = |points: &str| {
        let mut machine = Machine::new(4);
        machine.gives("pledge red", &[points, WORD]).unwrap();
        machine.gives("pledge blue", &["3", "b"]).unwrap();
        let line = parse_line("open").unwrap();
        let odds = machine.session.chances("open", &line).unwrap();
        let told = format!("{odds:?}");
        assert!(!machine.everything().contains(WORD));
        told
    };
    assert_eq!(odds("3"), odds("9"));
}

#[test]
fn seals_go_by_mail_and_are_opened_by_mail() {
    let (mut red, mut blue) = (Machine::by_mail(RED, 5), Machine::by_mail(BLUE, 5));
    // Red seals and waits for nobody; Blue gives the same command and waits for the letter.
    red.gives("pledge red", &["7", WORD]).unwrap();
    assert!(red.shown().contains("Sealed. Send"), "{}", red.shown());
    assert_eq!(blue.gives("pledge red", &[]).unwrap_err(), "nobody is there");
    // It has nothing to send itself, and is not told to.
    assert!(blue.shown().contains("Put what Red sends there, then press Enter"), "{}", blue.shown());
    red.sends(&blue, "red", "sealed");
    blue.gives("pledge red", &[]).unwrap();
    blue.gives("pledge blue", &["3", "quagmire"]).unwrap();
    blue.sends(&red, "blue", "sealed");
    red.gives("pledge blue", &[]).unwrap();
    assert_eq!(red.session.state().fingerprint(), blue.session.state().fingerprint());
    for (machine, other, own) in [(&red, "quagmire", "red"), (&blue, WORD, "blue")] {
        assert!(
            !files(machine.folder.path())
                .iter()
                .any(|(path, bytes)| holds(bytes, other) || path.to_str().unwrap().ends_with("opening"))
        );
        let own = [machine.letter(own, "secret"), machine.openings()];
        for (path, bytes) in files(machine.folder.path()) {
            let kept = [WORD, "quagmire"].iter().any(|word| holds(&bytes, word));
            assert_eq!(kept, own.contains(&path), "{path:?}");
        }
    }
    // Days later.
    let (mut red, mut blue) = (red.resumed(5), blue.resumed(5));
    assert_eq!(red.gives("open", &[]).unwrap_err(), "nobody is there");
    red.sends(&blue, "red", "opening");
    blue.gives("open", &[]).unwrap();
    // A false opening is named, and the right one still counts.
    blue.sends(&red, "blue", "opening");
    let path = red.letter("blue", "opening");
    let mut letter: SecretOpening = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    letter.written[0] = Written::Number(9);
    fs::write(&path, serde_json::to_vec(&letter).unwrap()).unwrap();
    assert_eq!(red.gives("open", &[]).unwrap_err(), "nobody is there");
    assert!(red.shown().contains("The opening of `blue` is false"), "{}", red.shown());
    blue.sends(&red, "blue", "opening");
    red.gives("open", &[]).unwrap();
    assert_eq!(red.session.state().fingerprint(), blue.session.state().fingerprint());
    assert_eq!(red.bond(), ["7", "3"]);
    // Without the file beside the game the letter that is never sent opens as well.
    let mut red = {
        let mut red = Machine::by_mail(RED, 6);
        red.gives("pledge red", &["7", WORD]).unwrap();
        fs::remove_file(red.openings()).unwrap();
        red.resumed(6)
    };
    red.gives("open", &[]).unwrap();
    assert_eq!(red.bond(), ["7", "0"]);
}

#[test]
fn another_command_in_the_place_of_one_that_was_taken_back_has_letters_of_its_own() {
    let mut red = Machine::by_mail(RED, 5);
    red.session.set_post(Some(Post { folder: red.letters(), here: vec![RED] }));
    red.gives("pledge red", &["7", "a"]).unwrap();
    red.session.undo(1, false).unwrap();
    // The same command: what is sealed stands.
    red.gives("pledge red", &[]).unwrap();
    assert!(red.shown().contains("Red has sealed already; that stands."), "{}", red.shown());
    red.session.undo(1, false).unwrap();
    // Another one is another question.
    red.gives("oaths", &["1", "b"]).unwrap_err();
    assert_eq!(
        files(&red.letters()).iter().filter(|(path, _)| path.to_str().unwrap().ends_with("sealed")).count(),
        2
    );
}

#[test]
fn no_line_of_the_program_tells_what_lies_under_a_seal() {
    let lines = format!(
        "pledge red\n5\n{WORD}\nnow\nunits\nlog\nlog --md\nwhy\nwhy --all\nwhy 2 --json\n(side(\"red\").pledge)\n\
         (side(\"red\").pledge.question)\nodds open\nmap\nsave a.journal\nexport a.md\nexport a.html\nexport a.json\n\
         export a.play\nhint random\nhint greedy\nbot blue tree 20\nrules\nluck\nundo\nredo\nbest P(even) for open\n"
    );
    for arguments in [
        &["play", "secrets", "--seed", "4", "--keep-going"][..],
        &["play", "secrets", "--json", "--keep-going"],
    ] {
        let (shown, left) = run(arguments, &lines);
        assert!(shown.contains("pledge of Red") && !shown.contains(WORD), "{arguments:?}: {shown}");
        let kept =
            left.iter().filter(|(_, bytes)| holds(bytes, WORD)).map(|(path, _)| path).collect::<Vec<_>>();
        assert!(kept.iter().all(|path| path.extension().is_some_and(|e| e == "openings")), "{kept:?}");
        assert_eq!(kept.len(), 2, "beside the game and beside its copy: {kept:?}");
    }
}

#[test]
fn what_is_told_with_the_line_opens_without_the_file() {
    let mut machine = Machine::new(4);
    machine.gives("pledge red --sealed 7,a", &[]).unwrap();
    fs::remove_file(machine.openings()).unwrap();
    let mut machine = machine.resumed(4);
    machine.gives("open", &[]).unwrap();
    assert_eq!(machine.bond(), ["7", "0"]);
    // A journal that tells another answer than was sealed is no journal of this game.
    let mut records = machine.session.records().to_vec();
    let sealed = records.iter_mut().find_map(|record| match record {
        Record::Command { line, answers, .. } if line.starts_with("pledge") => answers.first_mut(),
        _ => None,
    });
    let Given::Sealed(all) = &mut sealed.unwrap().given else { panic!() };
    all[0].told.as_mut().unwrap()[0] = Written::Number(6);
    let people = Rc::new(RefCell::new(People::default()));
    let Err(Trouble::Mistakes(told)) = Session::replay(records, opening(people, 0), &mut Vec::new()) else {
        panic!("another answer is replayed")
    };
    assert!(told.1[0].title.contains("the journal's seal of Red"), "{}", told.1[0].title);
    // By mail nothing is sealed in the open.
    let mut red = Machine::by_mail(RED, 5);
    let told = "what is told with `--sealed` is no secret; by mail leave it out, and it is asked";
    assert_eq!(red.gives("pledge red --sealed 7,a", &[]).unwrap_err(), told);
}

#[test]
fn advice_is_the_same_whatever_lies_under_the_seals() {
    let turn = parse_line("turn").unwrap();
    let measure = Measure::Chance(vec!["guessed".to_owned()]);
    let advised = |lines: &[&str], before: &[&str]| {
        let mut machine = Machine::new(4);
        for line in lines {
            machine.gives(line, &[]).unwrap();
        }
        let end = machine.session.state().fingerprint();
        let asking = machine.session.asking_behind(before, "turn", &turn).unwrap();
        assert_eq!(machine.session.state().fingerprint(), end, "nothing is carried out");
        let advice = asking.advice(&measure, &Policy::First, None, 100).unwrap();
        // Two coins of Red are four answers, Blue's one are two.
        assert_eq!(advice.matrix.len(), 4);
        assert!(advice.matrix.iter().all(|row| row.len() == 2));
        assert_eq!(advice.game.value.to_string(), "1/2");
        advice.matrix
    };
    let before = advised(&[], &["coin red", "coin blue"]);
    let red_has = advised(&["coin red --sealed 1,0"], &["coin blue"]);
    let both_have = advised(&["coin red --sealed 1,1", "coin blue --sealed 1"], &[]);
    assert_eq!(before, red_has);
    assert_eq!(before, both_have);
    // What is revealed before could not be known.
    let mut machine = Machine::new(4);
    let trouble = machine.session.asking_behind(&["volley"], "turn", &turn).unwrap_err();
    let Trouble::Stopped(stop) = trouble else { panic!("{trouble:?}") };
    assert!(stop.to_string().contains("`volley` reveals what was secret"), "{stop}");
}

#[test]
fn several_seals_of_a_side_are_so_many_letters() {
    let (mut red, mut blue) = (Machine::by_mail(RED, 5), Machine::by_mail(BLUE, 5));
    let send = |from: &Machine, to: &Machine, side: &str, ending: &str| {
        fs::create_dir_all(to.letters()).unwrap();
        let end = format!("-{side}.{ending}");
        let mut sent = 0;
        for (path, _) in
            files(&from.letters()).into_iter().filter(|(p, _)| p.to_str().unwrap().ends_with(&end))
        {
            fs::copy(&path, to.letters().join(path.file_name().unwrap())).unwrap();
            sent += 1;
        }
        sent
    };
    red.gives("coin red", &["1", "0"]).unwrap();
    assert!(blue.gives("coin red", &[]).is_err());
    assert_eq!(send(&red, &blue, "red", "sealed"), 2);
    blue.gives("coin red", &[]).unwrap();
    blue.gives("coin blue", &["1"]).unwrap();
    send(&blue, &red, "blue", "sealed");
    red.gives("coin blue", &[]).unwrap();
    assert!(blue.gives("turn", &[]).is_err());
    send(&blue, &red, "blue", "opening");
    red.gives("turn", &[]).unwrap();
    assert_eq!(send(&red, &blue, "red", "opening"), 2);
    blue.gives("turn", &[]).unwrap();
    assert_eq!(red.session.state().fingerprint(), blue.session.state().fingerprint());
    assert_eq!(blue.session.entry(None).unwrap().trace.as_ref().unwrap().outcome(), "guessed");
}
