//! Players that are not people: what they may do, and that those who think beat those who do not.

mod all_cores;
#[path = "../benches/measure/allocator.rs"]
mod allocator;

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use houserule::data::parse_line;
use houserule::kernel::dice::Generator;
use houserule::kernel::door::{Ask, Stop};
use houserule::kernel::secret::{Secret, Written};
use houserule::kernel::value::SideId;
use houserule::pack::{Library, Loaded, Request, load};
use houserule::play::{Bout, Dilemma, Move, Player, PlayerKind, RandomPlayer, Step, Table, on_deep_stack};
use houserule::rules::Failure;
use houserule::session::{Asker, Opening, Question, Session};

fn library() -> Library {
    Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")])
}

fn duel() -> Rc<Loaded> {
    let request =
        Request { pack: "duel".to_owned(), scenario: Some("strip".to_owned()), ..Request::default() };
    Rc::new(load(&library(), &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1)))
}

fn world_of_colours(scenario: &str) -> Rc<Loaded> {
    let library = Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")]);
    let (pack, scenario) = ("countercolors".to_owned(), Some(scenario.to_owned()));
    let request = Request { pack, scenario, ..Request::default() };
    Rc::new(load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1)))
}

/// Plays a game to its end and answers its winner, with all commands as lines.
fn game(loaded: &Rc<Loaded>, players: [PlayerKind; 2], number: u64) -> (Option<SideId>, Vec<String>) {
    let mut bout = Bout::new(loaded.clone(), &Arc::default());
    let start = bout.state().clone();
    let mut table = Table::new(players.map(|kind| kind.player(Generator::new(0))).into());
    let lots = |side: SideId| Generator::of_stream([3; 32], number << 8 | u64::from(side.0));
    table.begin(&mut bout, &start, Generator::of_stream([2; 32], number), lots).unwrap();
    let mut lines = Vec::new();
    while bout.state().ending().is_none() {
        match table.step(&mut bout).unwrap() {
            Step::Played(command) => lines.push(command.line(&bout)),
            Step::DeadEnd => panic!("a dead end after {lines:?}"),
        }
        assert!(lines.len() < 1000, "the game does not end");
    }
    (bout.state().ending().unwrap().winner, lines)
}

/// How many of so many games the first player wins, playing each side as often as the other.
fn wins(first: PlayerKind, second: PlayerKind, games: u64) -> u64 {
    let loaded = duel();
    let mut won = 0;
    for number in 0..games {
        let (players, own) =
            if number % 2 == 0 { ([first, second], SideId(0)) } else { ([second, first], SideId(1)) };
        won += u64::from(on_deep_stack(|| game(&loaded, players, number)).0 == Some(own));
    }
    won
}

/// In the duel no side has an edge but to move first, which both players do equally often. A player no better than the
/// other wins at most half of the games; 34 of 40 or more come to it with a probability below one in 100,000.
#[test]
fn greedy_play_beats_random_play() {
    let won = wins(PlayerKind::Greedy, PlayerKind::Random, 40);
    assert!(won >= 34, "greedy has won {won} of 40");
}

/// Units that wait off the map are as far from the enemy as can be: coming in is a gain.
#[test]
fn greedy_play_brings_units_onto_the_map() {
    let loaded = world_of_colours("ambush");
    on_deep_stack(|| {
        let mut bout = Bout::new(loaded.clone(), &Arc::default());
        let start = bout.state().clone();
        let mut table = Table::new([PlayerKind::Greedy; 2].map(|kind| kind.player(Generator::new(0))).into());
        let lots = |side: SideId| Generator::of_stream([3; 32], u64::from(side.0));
        table.begin(&mut bout, &start, Generator::of_stream([2; 32], 0), lots).unwrap();
        let raiders = |bout: &Bout| {
            let mut units = bout.state().units();
            units.any(|(_, unit)| unit.side == SideId(0) && unit.place.hex().is_some())
        };
        for _ in 0..40 {
            if raiders(&bout) {
                return;
            }
            assert!(matches!(table.step(&mut bout).unwrap(), Step::Played(_)));
        }
        panic!("nobody has come in");
    });
}

/// Where both sides stand on ground that is better than what lies between them, one of them goes on all the same in the end.
#[test]
fn greedy_play_comes_to_an_end_where_standing_still_is_safer() {
    let loaded = world_of_colours("castle-napping");
    let ended = |number| on_deep_stack(|| game(&loaded, [PlayerKind::Greedy; 2], number)).0.is_some();
    assert!((0..6).all(ended), "nobody has won");
}

#[test]
fn tree_search_beats_random_play() {
    // 21 of 24 or more: below one in 7,000.
    let won = wins(PlayerKind::parse("tree:12").unwrap(), PlayerKind::Random, 24);
    assert!(won >= 21, "tree search has won {won} of 24");
}

#[test]
fn the_same_generators_give_the_same_game() {
    let loaded = duel();
    for kind in ["random", "greedy", "tree:20"] {
        let players = [PlayerKind::parse(kind).unwrap(), PlayerKind::Random];
        let lines = game(&loaded, players, 5);
        assert_eq!(lines, game(&loaded, players, 5), "{kind}");
        assert_ne!(lines.1, game(&loaded, players, 6).1, "{kind}");
    }
}

#[test]
fn thinking_leaves_the_game_as_it_was() {
    let mut bout = Bout::new(duel(), &Arc::default());
    let start = bout.state().clone();
    let mut table = Table::new(vec![
        PlayerKind::Random.player(Generator::new(0)),
        PlayerKind::Random.player(Generator::new(0)),
    ]);
    table.begin(&mut bout, &start, Generator::new(1), |side| Generator::new(u64::from(side.0))).unwrap();
    for _ in 0..30 {
        for kind in ["random", "greedy", "tree:10"] {
            let before = bout.state().clone();
            PlayerKind::parse(kind).unwrap().player(Generator::new(4)).choose(&mut bout).unwrap();
            assert_eq!(*bout.state(), before, "{kind}");
        }
        if bout.state().ending().is_some() || table.step(&mut bout).unwrap() == Step::DeadEnd {
            break;
        }
    }
}

/// Takes what the player at the table would take: the first option.
struct First;

impl Asker for First {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        assert!(matches!(question.ask, Ask::Choose(_)));
        Ok("1".to_owned())
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn tell(&mut self, text: &str) {
        panic!("{text}");
    }
}

/// A session and a bout that are given the same commands and the same dice come to the same states, command by command:
/// what follows a command is one procedure. Every command reads as it is written.
#[test]
fn a_bout_and_a_session_go_the_same_way() {
    for seed in 0..4 {
        let opening = Opening {
            library: library(),
            pack: "duel".to_owned(),
            scenario: Some("strip".to_owned()),
            house: Vec::new(),
            seed,
            asker: Rc::new(RefCell::new(First)),
            cancel: Arc::default(),
            journal: None,
        };
        let mut session = Session::open(opening).unwrap();
        let mut bout = Bout::new(session.loaded().clone(), &Arc::default());
        let start = bout.state().clone();
        // The player of choices inside rules takes the first option, as the asker of the session does.
        struct FirstOption(RandomPlayer);
        impl Player for FirstOption {
            fn name(&self) -> String {
                "first option".to_owned()
            }
            fn begin(&mut self, generator: Generator) {
                self.0.begin(generator);
            }
            fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, houserule::rules::Failure> {
                self.0.choose(bout)
            }
            fn decide(
                &mut self,
                _: &mut houserule::play::Dilemma<'_>,
            ) -> Result<usize, houserule::rules::Failure> {
                Ok(0)
            }
            fn write(
                &mut self,
                secret: &houserule::kernel::secret::Secret,
            ) -> Vec<houserule::kernel::secret::Written> {
                secret.sheet.drawn(|_| 0)
            }
        }
        let seat = || -> Box<dyn Player> { Box::new(FirstOption(RandomPlayer::new(0))) };
        let mut table = Table::new(vec![seat(), seat()]);
        table
            .begin(&mut bout, &start, Generator::new(seed), |side| Generator::new(u64::from(side.0) + 9))
            .unwrap();
        while bout.state().ending().is_none() {
            let before = Bout::of_session(&session);
            let Step::Played(command) = table.step(&mut bout).unwrap() else { panic!("a dead end") };
            let text = command.line(&bout);
            assert_eq!(Move::of_text(&text, &before).as_ref(), Some(&command), "{text}");
            session.command(&text, &parse_line(&text).unwrap()).unwrap_or_else(|t| panic!("{text}: {t:?}"));
            assert_eq!(session.state().fingerprint(), bout.state().fingerprint(), "{text}");
        }
    }
}

#[test]
fn a_name_that_is_a_word_of_the_form_is_quoted() {
    let mut bout = Bout::new(duel(), &Arc::default());
    let start = bout.state().clone();
    let seats = (0..2).map(|_| PlayerKind::Random.player(Generator::new(0))).collect();
    Table::new(seats).begin(&mut bout, &start, Generator::new(1), |_| Generator::new(1)).unwrap();
    let unit = bout.state().unit_named("to").unwrap();
    let hex = bout.choices(0, 1, &[unit.into()]).unwrap()[0].clone();
    let command = Move { verb: 0, arguments: [unit.into(), hex].into() };
    let line = command.line(&bout);
    assert!(line.starts_with("step \"to\" to 0"), "{line}");
    assert_eq!(Move::of_text(&line, &bout), Some(command));
}

/// Random for so many commands, which leads into the thick of it, greedy from then on.
struct Late {
    random: RandomPlayer,
    greedy: Box<dyn Player>,
    left: u32,
    thought: Rc<Cell<u32>>,
}

impl Late {
    fn now(&mut self) -> &mut dyn Player {
        if self.left > 0 { &mut self.random } else { &mut *self.greedy }
    }
}

impl Player for Late {
    fn name(&self) -> String {
        self.greedy.name()
    }

    fn begin(&mut self, generator: Generator) {
        self.random.begin(generator.clone());
        self.greedy.begin(generator);
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        self.thought.set(self.thought.get() + u32::from(self.left == 0));
        let chosen = self.now().choose(bout);
        self.left = self.left.saturating_sub(1);
        chosen
    }

    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure> {
        self.now().decide(dilemma)
    }

    fn write(&mut self, secret: &Secret) -> Vec<Written> {
        self.now().write(secret)
    }

    fn looks_ahead(&self) -> bool {
        self.greedy.looks_ahead()
    }
}

/// Who looks ahead runs rules inside rules, with answers that are only supposed: nothing of that may come out as a mistake of the
/// rules.
#[test]
fn whoever_looks_ahead_finds_no_mistake_in_any_pack() {
    let library = Library::standard();
    let loaded = |pack: &str, scenario| {
        let request = Request { pack: pack.to_owned(), scenario, ..Request::default() };
        load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1))
    };
    let mut all = Vec::new();
    for pack in library.packs() {
        let scenarios = loaded(&pack.id, None).data.scenarios;
        all.extend(scenarios.keys().map(|scenario| (pack.id.clone(), scenario.to_string())));
    }
    all_cores::for_each(&all, |(pack, scenario)| {
        let loaded = Rc::new(loaded(pack, Some(scenario.clone())));
        on_deep_stack(|| look_ahead(&loaded, &format!("{pack}/{scenario}")));
    });
}

/// Plays on until some commands were thought about, and then for as long as a test may take.
fn look_ahead(loaded: &Rc<Loaded>, place: &str) {
    let mut bout = Bout::new(loaded.clone(), &Arc::default());
    let start = bout.state().clone();
    let thought = Rc::new(Cell::new(0));
    let late = || -> Box<dyn Player> {
        let greedy = PlayerKind::Greedy.player(Generator::new(0));
        Box::new(Late { random: RandomPlayer::new(0), greedy, left: 30, thought: thought.clone() })
    };
    let sides = loaded.rules.catalogue().sides.iter().map(|_| late()).collect();
    let mut table = Table::new(sides);
    let lots = |side: SideId| Generator::of_stream([5; 32], u64::from(side.0));
    table.begin(&mut bout, &start, Generator::of_stream([4; 32], 0), lots).unwrap();
    let began = Instant::now();
    let mut commands = 0;
    let is_long = |thought: u32| thought > 2 && began.elapsed() > Duration::from_secs(2);
    while bout.state().ending().is_none() && !is_long(thought.get()) {
        match table.step(&mut bout) {
            Ok(Step::Played(_)) => commands += 1,
            other => panic!("{place}, after {commands} commands: {other:?}"),
        }
    }
    eprintln!("{place}: {commands} commands, {} thought about", thought.get());
}
