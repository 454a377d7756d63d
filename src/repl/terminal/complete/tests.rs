//! What is offered, without a terminal, in a small game of its own.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Offers, complete};
use crate::data::parse_line;
use crate::pack::Library;
use crate::session::{Nobody, Opening, Session, Trouble};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal")
}

fn session_of(scenario: &str) -> Session {
    let opened = Session::open(Opening {
        library: Library::of_folders([folder()]),
        pack: "skirmish".into(),
        scenario: Some(scenario.into()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    });
    opened.unwrap_or_else(|trouble| panic!("{}", first(&trouble)))
}

fn first(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Mistakes(told) => told.1[0].title.clone(),
        other => format!("{other:?}"),
    }
}

fn session() -> Session {
    session_of("ford")
}

fn type_in(session: &mut Session, line: &str) {
    session
        .command(line, &parse_line(line).unwrap())
        .unwrap_or_else(|trouble| panic!("{line}: {}", first(&trouble)));
}

fn offers(session: &mut Session, line: &str) -> Offers {
    complete(line, line.len(), session)
}

/// What is put into the line.
fn inserts(session: &mut Session, line: &str) -> Vec<String> {
    offers(session, line).offers.into_iter().map(|o| o.insert).collect()
}

#[test]
fn verbs_of_the_phase_come_first_and_of_other_phases_last() {
    let mut session = session();
    let all = offers(&mut session, "").offers;
    assert_eq!((all[0].insert.as_str(), all[0].about.as_str()), ("march ", "move a unit"));
    assert_eq!(all[1].insert, "done ");
    assert_eq!(all[2].insert, "map ");
    let last = all.last().unwrap();
    assert_eq!(
        (last.insert.as_str(), last.about.as_str()),
        ("shoot ", "shoot at a unit (not in this phase)")
    );
    assert_eq!(inserts(&mut session, "ma"), ["march ", "map ", "mark ", "mail "]);
    assert!(all.iter().all(|o| !o.about.is_empty()));
}

#[test]
fn arguments_are_what_the_rules_allow_now() {
    let mut session = session();
    let own = offers(&mut session, "march ");
    assert_eq!(own.start, 6);
    let shown: Vec<(&str, &str)> = own.offers.iter().map(|o| (&*o.insert, &*o.about)).collect();
    assert_eq!(
        shown,
        [("a1 ", "Foot of Red, 0101"), ("a2 ", "Foot of Red, 0102"), ("guard ", "Foot of Red, 0103")]
    );
    // Two hexes far at most, and not back to where it stands.
    assert!(inserts(&mut session, "march a1 0").contains(&"0201 ".to_owned()));
    assert!(!inserts(&mut session, "march a1 0").contains(&"0501 ".to_owned()));
    type_in(&mut session, "done");
    assert_eq!(inserts(&mut session, "shoot a1 a2 "), ["guard ", "on "]);
    assert_eq!(inserts(&mut session, "s a1 on "), ["z1 ", "z2 "]);
}

#[test]
fn an_ambiguous_beginning_is_a_list_and_a_case_is_no_matter() {
    let mut session = session();
    assert_eq!(inserts(&mut session, "march A"), ["a1 ", "a2 "]);
    assert_eq!(inserts(&mut session, "march GU"), ["guard "]);
    assert_eq!(inserts(&mut session, "march nobody"), Vec::<String>::new());
}

#[test]
fn a_word_in_the_middle_keeps_the_blank_behind_it() {
    let mut session = session();
    let found = complete("mar a1 0201", 3, &mut session);
    assert_eq!((found.start, found.offers.len()), (0, 2));
    assert_eq!(found.offers[0].insert, "march");
}

#[test]
fn built_ins_complete_by_their_forms() {
    let mut session = session();
    session.mark("before").unwrap();
    session.fork("daring").unwrap();
    let cases: [(&str, &[&str]); 24] = [
        ("units r", &["red "]),
        ("units red ", &["a1 ", "a2 ", "guard ", "z1 ", "z2 ", "z3 ", "foot ", "red ", "blue "]),
        ("dice ", &["real ", "auto ", "ask ", "stats "]),
        ("dice real r", &["red "]),
        ("dice real red ", &["shot "]),
        ("goto ", &["before "]),
        ("goto before ", &["--past-dice ", "--help "]),
        ("switch ", &["main "]),
        ("set a1 F", &["FIRE "]),
        ("set woods ", &["cost "]),
        ("set a1 FIRE 3 --be", &["--because "]),
        ("set a1 FIRE 3 --as ", &["common ", "referee "]),
        ("set a1 FIRE 3 --as common --for t", &["turn "]),
        ("house add fa", &["far-shots "]),
        ("explain E040", &["E0401 ", "E0402 ", "E0403 ", "E0404 ", "E0405 "]),
        ("help shoot", &["shoot "]),
        ("try mar", &["march ", "mark "]),
        ("now march GU", &["guard "]),
        ("why not march a1 020", &["0201 ", "0202 ", "0203 "]),
        ("best ", &["P ", "mean "]),
        ("best P(hit) for mar", &["march ", "mark "]),
        ("best mean (1) ", &["for "]),
        ("points ty", &["types "]),
        ("trial --players ", &["attack ", "random ", "greedy ", "tree "]),
    ];
    for (line, wanted) in cases {
        assert_eq!(inserts(&mut session, line), wanted, "{line}");
    }
    assert!(inserts(&mut session, "expect refused shoot --").contains(&"--dice ".to_owned()));
    assert_eq!(inserts(&mut session, "note a"), Vec::<String>::new());
    assert_eq!(inserts(&mut session, "# no"), Vec::<String>::new());
}

#[test]
fn names_of_several_words_are_put_in_quotes() {
    let mut session = session();
    session.mark("turn 3").unwrap();
    assert_eq!(inserts(&mut session, "goto tu"), ["\"turn 3\" "]);
    let open = offers(&mut session, "goto \"turn ");
    assert_eq!((open.start, open.offers[0].insert.as_str()), (5, "\"turn 3\" "));
}

#[test]
fn files_go_on_folder_by_folder() {
    let mut session = session();
    let place = folder().join("skirmish");
    let place = place.display();
    assert_eq!(inserts(&mut session, &format!("house add {place}/ho")), [format!("{place}/house/")]);
    let file = format!("{place}/house/far-shots.units ");
    assert_eq!(inserts(&mut session, &format!("house add {place}/house/")), [file.as_str()]);
    assert_eq!(inserts(&mut session, &format!("save \"{place}/house/fa")), [format!("\"{}\" ", file.trim())]);
}

#[test]
fn expressions_know_rules_and_primitives() {
    let mut session = session();
    let found = offers(&mut session, "expect (turn() + units_a");
    assert_eq!((found.start, found.offers[0].insert.as_str()), (17, "units_at("));
    assert_eq!(inserts(&mut session, "(ready_to"), ["ready_to_shoot("]);
}

/// Completion must be felt as immediate; it is not timed exactly where the program is not optimized.
#[test]
fn a_game_of_two_hundred_units_completes_at_once() {
    let mut session = session_of("crowd");
    assert_eq!(session.state().units().count(), 200);
    let most = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });
    for line in ["march ", "march r001 ", "reach ", "map 0", "los b1", "set r", ""] {
        let begun = Instant::now();
        assert!(!offers(&mut session, line).offers.is_empty(), "{line}");
        assert!(begun.elapsed() < most, "{line}: {:?}", begun.elapsed());
    }
    type_in(&mut session, "done");
    for line in ["shoot ", "shoot r010 on "] {
        let begun = Instant::now();
        assert!(!offers(&mut session, line).offers.is_empty(), "{line}");
        assert!(begun.elapsed() < most, "{line}: {:?}", begun.elapsed());
    }
}
