//! What a house rule does to a game, as laws.

#[path = "../benches/measure/allocator.rs"]
mod allocator;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use houserule::odds::Ratio;
use houserule::pack::{HouseFile, Library};
use houserule::play::PlayerKind;
use houserule::play::impact::Cost;
use houserule::repl::{GamesAsked, ImpactAsked, Weighed};
use houserule::report::{ImpactTold, MeetingCame, Style, impact_json, impact_page, impact_told};

const PACK: &str = "cgme";
const SCENARIO: &str = "crossroads";

/// The game with a house file of this text; nothing where the pack is not here.
fn asked(name: &str, text: &str) -> Option<ImpactAsked> {
    asked_of(PACK, Some(SCENARIO), name, text)
}

fn asked_of(pack: &str, scenario: Option<&str>, name: &str, text: &str) -> Option<ImpactAsked> {
    let library = Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")]);
    if !library.packs().iter().any(|p| p.id == pack) {
        eprintln!("skipped: there is no pack {pack} here");
        return None;
    }
    Some(ImpactAsked {
        library,
        pack: pack.to_owned(),
        scenario: scenario.map(str::to_owned),
        files: Weighed {
            house: vec![HouseFile { name: name.into(), text: text.into() }],
            ..Weighed::default()
        },
        cost: Cost::default(),
    })
}

fn met(asked: &ImpactAsked) -> ImpactTold {
    asked.meet(&Arc::default(), &mut |_, _, _| true).unwrap()
}

/// So many pairs of a game with very many, which are of all commands and types: where a thing is to be seen among them, it is among all.
const SOME: u64 = 300;

/// The first of very many pairs, so many.
fn met_of(asked: &ImpactAsked, pairs: u64) -> ImpactTold {
    let told = asked.meet(&Arc::default(), &mut |_, done, _| done < pairs).unwrap();
    assert!(told.broken_off && told.pairs.0 == pairs && told.pairs.1 > 1000, "{:?}", told.pairs);
    told
}

fn games(asked: &ImpactAsked, told: &mut ImpactTold, games: u64) {
    let how = GamesAsked { games, seed: 1, player: PlayerKind::Random, turns: 20, threads: 2 };
    asked.play(&how, told, &Arc::default(), &mut |_, _, _| true).unwrap();
}

fn changed(told: &ImpactTold) -> Vec<(&str, &str)> {
    let all = told.meetings.iter().filter(|m| m.change != Some(Ratio::ZERO));
    all.map(|m| (&*m.actor, &*m.target)).collect()
}

#[test]
fn a_house_rule_that_says_nothing_new_changes_nothing() {
    let Some(asked) = asked("idle.units", "// The same as before.\nchange unit gun ATT += 0\n") else {
        return;
    };
    let mut told = met(&asked);
    assert_eq!(told.meetings.len(), 16, "four types meet four");
    assert_eq!(changed(&told), []);
    assert_eq!((told.rules.len(), told.data.len()), (0, 0));
    games(&asked, &mut told, 12);
    assert_eq!((told.games[0].games, told.games[0].otherwise), (12, 0), "the same dice, the same games");
    assert!(told.games[0].sides.iter().all(|s| s.won.0 == s.won.1 && s.moved == (0, 0)));
}

#[test]
fn one_more_in_an_attack_changes_the_attacks_of_that_type_and_no_others() {
    let Some(asked) = asked("guns.units", "change unit gun ATT += 1\n") else { return };
    let told = met(&asked);
    let changed = changed(&told);
    assert!(!changed.is_empty() && changed.iter().all(|(actor, _)| *actor == "Gun"), "{changed:?}");
    let change = |at: usize| told.meetings[at].change.clone();
    assert!((1..told.meetings.len()).all(|at| change(at - 1) >= change(at)), "the most changed first");
    let [datum] = &told.data[..] else { panic!("{:?}", told.data) };
    assert_eq!((datum.before.as_deref(), datum.after.as_deref()), (Some("4"), Some("5")));
    for meeting in &told.meetings {
        for came in [&meeting.before, &meeting.after] {
            let MeetingCame::Odds(odds) = came else { panic!("{meeting:?}") };
            let sum = odds.outcomes().fold(Ratio::ZERO, |sum, o| sum.plus(&odds.chance(o)));
            assert_eq!(sum, Ratio::ONE);
        }
    }
}

#[test]
fn one_unit_changed_for_itself_is_compared_with_the_type_that_it_came_from() {
    let Some(of_one) = asked("one.units", "change unit i1 ATT += 1\n") else { return };
    let Some(of_all) = asked("all.units", "change unit infantry ATT += 1\n") else { return };
    let (one, all) = (met(&of_one), met(&of_all));
    let [datum] = &one.data[..] else { panic!("{:?}", one.data) };
    assert_eq!(
        (&*datum.what, datum.before.as_deref(), datum.after.as_deref()),
        ("unit i1 ATT", Some("2"), Some("3"))
    );
    let odds = |told: &ImpactTold, actor: &str, target: &str| {
        let meeting = told.meetings.iter().find(|m| m.actor == actor && m.target == target).unwrap();
        (meeting.before.clone(), meeting.after.clone(), meeting.change.clone())
    };
    assert_eq!(odds(&one, "Infantry (i1)", "Gun"), odds(&all, "Infantry", "Gun"));
    assert!(changed(&one).iter().all(|(actor, _)| *actor == "Infantry (i1)"), "{:?}", changed(&one));
    assert!(one.meetings.iter().all(|m| m.change != Some(Ratio::ONE)));
}

#[test]
fn a_rule_is_told_with_what_it_stands_above_and_whether_it_calls_it() {
    let text = "/// Everybody hits harder.\n/// House: harder\nfn attack_of(unit, target) { prior(unit, target) + 1 }\n";
    let Some(asked) = asked("harder.rhai", text) else { return };
    let told = met(&asked);
    let [rule] = &told.rules[..] else { panic!("{:?}", told.rules) };
    let (layer, place, ids, calls) = rule.replaces.clone().unwrap();
    assert_eq!((&*rule.name, &*rule.purpose, &*layer, calls), ("attack_of", "harder", "core cgme", true));
    assert!(place.starts_with("cgme/rules/") && rule.place == "harder.rhai:3", "{place} {}", rule.place);
    assert!(!ids.is_empty());
    assert_eq!(changed(&told).len(), told.meetings.len());
}

#[test]
fn what_is_forbidden_altogether_changes_by_all_there_is() {
    let text =
        "/// Nobody shoots.\n/// House: peace\nfn may_attack(attackers, target) { refuse(\"a truce\") }\n";
    let Some(asked) = asked("truce.rhai", text) else { return };
    let told = met(&asked);
    assert!(!told.meetings.is_empty());
    for meeting in &told.meetings {
        assert_eq!(meeting.change, Some(Ratio::ONE));
        assert_eq!(meeting.after, MeetingCame::Refused("a truce".to_owned()));
    }
}

#[test]
fn broken_off_it_tells_what_is_known() {
    let Some(asked) = asked("guns.units", "change unit gun ATT += 1\n") else { return };
    let told = asked.meet(&Arc::new(AtomicBool::new(false)), &mut |_, done, _| done < 5).unwrap();
    assert!(told.broken_off && told.pairs.0 == 5 && told.pairs.1 == 16, "{:?}", told.pairs);
    assert_eq!(impact_json(&told)["complete"], false);
}

#[test]
fn a_pair_that_was_broken_off_is_not_told_as_one_that_cannot_meet() {
    let Some(asked) = asked("guns.units", "change unit gun ATT += 1\n") else { return };
    for last in [0, 3] {
        let cancel = Arc::new(AtomicBool::new(false));
        let mut listen = |_: &'static str, done: u64, _: u64| {
            cancel.store(done == last, Ordering::Relaxed);
            true
        };
        let told = asked.meet(&cancel, &mut listen).unwrap();
        assert!(told.broken_off && told.pairs.0 == last, "{:?}", told.pairs);
        assert_eq!(told.unmet, []);
        assert_eq!(told.meetings.len() as u64, last);
    }
}

#[test]
fn commands_go_round_so_that_none_waits_for_another() {
    let nothing = "// The same as before.\n";
    let Some(asked) = asked_of("gem", Some("proving-ground"), "idle.units", nothing) else { return };
    let told = met_of(&asked, 55);
    let verbs: BTreeSet<&str> = told.meetings.iter().map(|m| &*m.verb).collect();
    assert!(["shoot", "edges", "done"].iter().all(|verb| verbs.contains(verb)), "{verbs:?}");
    // Each of them with another pair of types, not one type with all others.
    let actors: BTreeSet<&str> = told.meetings.iter().map(|m| &*m.actor).collect();
    assert!(actors.len() > 3, "{actors:?}");
}

#[test]
fn what_nobody_can_do_is_told_with_all_that_the_rules_say_to_it() {
    let nothing = "// The same as before.\n";
    let Some(asked) = asked_of("driftward", Some("the-gap"), "idle.units", nothing) else { return };
    let told = met(&asked);
    let repair = told.unmet.iter().find(|u| u.verb == "repair" && u.pair.is_none()).unwrap();
    for reason in ["attacker is no tender", "; or ", "target is whole"] {
        assert!(repair.reason.contains(reason), "{}", repair.reason);
    }
}

#[test]
fn on_a_table_units_meet_at_every_distance_and_from_every_side() {
    let text = "change unit archer SHOOT += 1\n";
    let Some(asked) = asked_of("gem", Some("proving-ground"), "archers.units", text) else { return };
    let told = met(&asked);
    let changed: Vec<_> = told.changed().collect();
    assert!(
        !changed.is_empty() && changed.iter().all(|m| m.actor == "Archers" && m.verb == "shoot"),
        "{changed:?}"
    );
    // Six shots, of which one in ten hits where it is far, and then one in five.
    let far = changed.iter().find(|m| m.target == "Spearmen").unwrap();
    assert_eq!(far.place, "9\" apart");
    let missed = |came: &MeetingCame| match came {
        MeetingCame::Odds(odds) => odds.chance(&"0 hits".to_owned()),
        other => panic!("{other:?}"),
    };
    assert_eq!(missed(&far.before), Ratio::new(531_441_i64, 1_000_000_u64));
    assert_eq!(missed(&far.after), Ratio::new(262_144_i64, 1_000_000_u64));
    // Who is in contact fights when the step ends.
    assert!(told.meetings.iter().any(|m| m.verb == "done" && m.place.starts_with("in contact")));
    // What is broad and deep is seen otherwise from its flank.
    assert!(changed.iter().any(|m| m.place.ends_with("from its flank")), "{changed:?}");
}

#[test]
fn on_a_table_a_house_rule_that_says_nothing_new_changes_nothing() {
    let nothing = "// The same as before.\n";
    let Some(asked) = asked_of("gem", Some("proving-ground"), "idle.units", nothing) else { return };
    let told = met(&asked);
    assert!(told.meetings.len() > 80 && told.changed().count() == 0);
}

#[test]
fn units_meet_with_the_weapons_that_the_scenario_gives_them() {
    let text = "change unit L35 ATT += 1\n";
    let Some(asked) = asked_of("mgv", Some("proving-ground"), "sharp.units", text) else { return };
    let told = met(&asked);
    let sharper = changed(&told);
    assert!(!sharper.is_empty() && sharper.iter().all(|(actor, _)| *actor == "L35 (kinetic)"), "{sharper:?}");
    // One that is changed for itself keeps its own weapon, and leaves the others theirs: nothing seems changed that is not.
    let Some(asked) = asked_of("mgv", Some("proving-ground"), "one.units", "change unit r1 ATT += 0\n")
    else {
        return;
    };
    let told = met(&asked);
    assert_eq!(changed(&told), []);
    let actors: BTreeSet<&str> = told.meetings.iter().map(|m| &*m.actor).collect();
    let armed = ["L35 (L35) (kinetic)", "L35 (r1) (kinetic)"];
    assert!(armed.iter().all(|unit| actors.contains(unit)), "{actors:?}");
    // Of a scenario in which players choose the weapons nothing is known but that.
    let Some(asked) = asked_of("mgv", Some("the-spill"), "sharp.units", text) else { return };
    let told = met(&asked);
    let fire = told.unmet.iter().find(|u| u.verb == "fire").unwrap();
    assert!(fire.reason.contains("attacker has no weapon for its main armament"), "{}", fire.reason);
}

#[test]
fn on_ground_that_a_house_rule_changes_the_target_stands_in_it() {
    let text = "change terrain woods { hard }\n";
    let Some(asked) = asked_of("gem", Some("proving-ground"), "woods.units", text) else { return };
    let told = met_of(&asked, SOME);
    let in_wood = told.changed().find(|m| m.place.contains("the target in"));
    assert!(in_wood.is_some(), "{:?}", told.meetings.iter().map(|m| &m.place).collect::<Vec<_>>());
}

#[test]
fn what_runs_and_time_do_not_suffice_for_is_left_out_and_said_to_be() {
    let text = "/// Dice one by one.\n/// House: many\nfn attack_of(unit, target) { let n = 0; for i in 0..30 { \
                if roll(1, 6, \"attack\", unit.side, \"one\") > 5 { n += 1; } } prior(unit, target) + n / 9 }\n";
    let Some(mut asked) = asked("many.rhai", text) else { return };
    asked.cost.runs = 300;
    let told = met(&asked);
    assert!(
        told.meetings
            .iter()
            .any(|m| matches!(&m.after, MeetingCame::Unknown(why) if why.contains("too many ways")))
    );
    assert!(told.late.is_none() && !told.broken_off);
    asked.cost.time = Some(std::time::Duration::ZERO);
    let told = met(&asked);
    assert_eq!((told.late, told.broken_off, told.pairs.0), (Some(0), false, 0));
    let shown = impact_told(&told, false, &Style::default()).replace('\n', " ");
    assert!(shown.contains("In 0 seconds 0 of") && shown.contains("the rest is left out"), "{shown}");
    assert_eq!(impact_json(&told)["pairs"]["out_of_time"], true);
}

#[test]
fn games_that_fail_are_left_out_of_the_comparison() {
    let text = "/// Breaks.\n/// House: broken\nfn attack_of(unit, target) { if turn() > 4 { [][7] } prior(unit, target) }\n";
    let Some(asked) = asked("some.rhai", text) else { return };
    let mut told = ImpactTold::default();
    games(&asked, &mut told, 12);
    let one = &told.games[0];
    assert!(one.left_out > 0 && one.games > 0, "the test needs some of both: {one:?}");
    assert_eq!((one.games + one.left_out, one.failed), (12, (0, one.left_out)));
    assert!(!told.broken_off);
    assert!(
        one.sides.iter().all(|s| s.won.0 == s.won.1 && s.moved == (0, 0)),
        "what does not fail is the same"
    );
    assert_eq!(one.otherwise, 0);
    let plain = impact_told(&told, true, &Style { plain: true, ..Style::default() });
    let told = plain.replace('\n', " ");
    assert!(told.contains(&format!("{} games failed with the house rule (E0401 ", one.left_out)), "{plain}");
    assert!(told.contains(&format!("): these {} are not compared.", one.left_out)), "{plain}");
}

#[test]
fn where_all_games_fail_nothing_is_known_of_wins() {
    let text = "/// Breaks.\n/// House: broken\nfn begin_turn() { [][7] }\n";
    let Some(asked) = asked("all.rhai", text) else { return };
    let mut told = ImpactTold::default();
    games(&asked, &mut told, 4);
    assert_eq!((told.games[0].games, told.games[0].failed, told.broken_off), (0, (0, 4), false));
    let plain = impact_told(&told, true, &Style { plain: true, ..Style::default() });
    for text in [&plain, &impact_page(&told)] {
        let told = text.replace('\n', " ");
        assert!(told.contains("4 games failed with the house rule (E0401 "), "{text}");
        assert!(told.contains("), so nothing is known of wins."), "{text}");
        assert!(!text.contains("wins 0 %") && !text.contains("Who wins"), "{text}");
    }
    let json = &impact_json(&told)["games"]["scenarios"][0];
    assert_eq!(json["sides"].as_array().unwrap().len(), 0);
    assert!(json["first_failure"]["after"].as_str().unwrap().starts_with("E0401 "), "{json}");
}

#[test]
fn a_rule_that_only_calls_itself_is_told_as_that() {
    let text = "/// For ever.\n/// House: loop\nfn attack_of(unit, target) { attack_of(unit, target) }\n";
    let Some(asked) = asked("loop.rhai", text) else { return };
    let told = met(&asked);
    let why = |meeting: &_| match meeting {
        MeetingCame::Unknown(why) => Some(why.clone()),
        _ => None,
    };
    let all: Vec<String> = told.meetings.iter().filter_map(|m| why(&m.after)).collect();
    assert!(
        !all.is_empty() && all.iter().all(|why| why.contains("E0402") && why.contains("nested")),
        "{all:?}"
    );
}

#[test]
fn names_stay_text_on_the_page_and_in_its_pictures() {
    let text = "change unit gun ATT += 1\nunit mob \"<script>alert(1)</script> & 'co' \\\"x\\\"\" { ATT 9, DEF 1, RNG 1, MOV 1 }\n";
    let Some(asked) = asked("<b>guns.units", text) else { return };
    let mut told = met(&asked);
    games(&asked, &mut told, 4);
    let page = impact_page(&told);
    assert!(!page.contains("<script") && !page.contains("<b>guns"), "{page}");
    assert!(page.contains("&lt;script&gt;"));
    for outside in ["http://", "https://"] {
        let links = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!links.contains(outside), "the page needs nothing else");
    }
    for (at, _) in page.match_indices("<svg") {
        let end = page[at..].find("</svg>").unwrap() + at + 6;
        roxmltree::Document::parse(&page[at..end]).unwrap();
    }
    let plain = impact_told(&told, true, &Style { plain: true, ..Style::default() });
    assert!(plain.contains("who: Gun"), "{plain}");
}

/// The small game of the terminal's tests, in which a shot is one of three spells.
#[test]
fn options_that_no_pair_takes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/skirmish");
    let put = |name: &str, changes: &[(&str, &str)]| {
        let text = std::fs::read_to_string(from.join(name)).unwrap();
        let text = changes.iter().fold(text, |text, (old, new)| text.replace(old, new));
        let path = folder.path().join("mages").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put(
        "manifest.pack",
        &[
            ("pack skirmish", "pack mages"),
            ("<shooters: units> on", "<shooters: units> with <spell: word> on"),
            ("  choices target", "  choices spell spells\n  choices target"),
            ("shoot a1 on z1", "shoot a1 with bane on z1"),
        ],
    );
    let spells = "\n/// What can be cast.\nfn spells(shooters) {\n    [\"bane\", \"dread\", \"eye\"]\n}\n\n/// Begins.";
    put(
        "rules/game.rhai",
        &[
            ("shoot(shooters, target)", "shoot(shooters, spell, target)"),
            ("targets_of(shooters)", "targets_of(shooters, spell)"),
            ("\n/// Begins.", spells),
        ],
    );
    put("forces.units", &[]);
    put("scenarios/ford.scenario", &[]);
    let told = met(&ImpactAsked {
        library: Library::of_folders([folder.path().to_owned()]),
        pack: "mages".to_owned(),
        scenario: None,
        files: Weighed {
            house: vec![HouseFile { name: "far.units".into(), text: "change value far = 2\n".into() }],
            ..Weighed::default()
        },
        cost: Cost::default(),
    });
    let text = impact_told(&told, false, &Style::default());
    assert!(text.contains("`shoot` met with bane for its spell; left out were dread, eye."), "{text}");
    assert!(impact_page(&told).contains("left out were dread, eye"));
    let options = &impact_json(&told)["options"];
    assert_eq!(options[0]["left_out"], serde_json::json!(["dread", "eye"]));
}
