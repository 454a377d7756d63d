//! A line of a session looked at without playing the game up to it: its flags, and whether its words fit the form of its verb.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::choose::Chosen;
use crate::data::{CommandLine, LineWord, Verb, parse_line};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::state::State;
use crate::pack::{HouseFile, Library, Loaded, Mistakes, Request, load};
use crate::repl::{Within, built_in, check_typed, commands_within, expected_truth};
use crate::session::{
    Names, Session, Trouble, check_flags, initial_state, match_beginnings, match_words, no_verb, verb_called,
};

/// The game of a session as it is set up, where it can be loaded.
pub(super) struct Game {
    loaded: Loaded,
    state: State,
    /// The sessions that play it with the places of what they expect to be true, which is looked at in one go.
    expected: RefCell<(SourceMap, Vec<Span>)>,
}

/// The games of sessions. Many sessions play the same one, which is loaded once.
pub(super) struct Games<'a> {
    library: &'a Library,
    known: Vec<(Chosen, Vec<HouseFile>, Option<Rc<Game>>)>,
}

impl<'a> Games<'a> {
    /// Those of packs in this library.
    pub(super) fn new(library: &'a Library) -> Self {
        Games { library, known: Vec::new() }
    }

    /// Where the packs are.
    pub(super) fn library(&self) -> &'a Library {
        self.library
    }

    /// The game that is played with these house rules; nothing where it cannot be loaded.
    pub(super) fn of(&mut self, chosen: Chosen, house: Vec<HouseFile>) -> Option<Rc<Game>> {
        let is_known = |known: &&(Chosen, Vec<HouseFile>, _)| known.0 == chosen && known.1 == house;
        if let Some((.., game)) = self.known.iter().find(is_known) {
            return game.clone();
        }
        let game = Game::of(self.library, chosen.clone(), house.clone()).map(Rc::new);
        self.known.push((chosen, house, game.clone()));
        game
    }

    /// What is wrong with what the sessions expect to be true, game by game.
    pub(super) fn expected_wrongly(&self) -> impl Iterator<Item = Mistakes> {
        self.known.iter().filter_map(|(.., game)| game.as_ref()).map(|game| game.expected_wrongly())
    }
}

impl Game {
    /// With these house rules.
    fn of(library: &Library, chosen: Chosen, house: Vec<HouseFile>) -> Option<Game> {
        let library = library.with_neighbours(&chosen.pack);
        let scenario = chosen.scenario.or_else(|| Session::default_scenario(&library, &chosen.pack).ok());
        let request = Request { pack: chosen.pack, scenario, house, ..Request::default() };
        let loaded = load(&library, &request, &Arc::default()).ok()?;
        let state = initial_state(&loaded.data, loaded.rules.catalogue());
        Some(Game { loaded, state, expected: RefCell::default() })
    }

    /// What is in force in it.
    pub(super) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The commands of the game, those of its house rules among them.
    pub(super) fn verbs(&self) -> &[Verb] {
        &self.loaded.data.verbs
    }

    /// What is wrong with a line, in bytes of it; nothing where only playing on could tell. What is only tried may be wrong on purpose.
    pub(super) fn mistake(&self, text: &str, line: &CommandLine) -> Option<Diagnostic> {
        let verb = &*line.verb.text;
        let checked = match verb_called(self.verbs(), verb) {
            Some(own) => check_flags(text, line).and_then(|()| self.fits(own, text, line, false)),
            None if built_in(verb).is_some() => {
                check_typed(text, line).and_then(|()| self.asked_about(text, line))
            }
            None => Ok(()),
        };
        match checked {
            Err(Trouble::Mistakes(told)) => told.1.into_iter().next(),
            _ => None,
        }
    }

    /// Keeps what a session expects to be true, with its places in the session, as long as the rules are those that it begins with.
    pub(super) fn expect(&self, session: &str, text: &str, expressions: Vec<Span>) {
        if expressions.is_empty() {
            return;
        }
        let (sources, places) = &mut *self.expected.borrow_mut();
        let file = sources.add(session, text);
        places.extend(expressions.into_iter().map(|place| Span { file, ..place }));
    }

    /// What is wrong with that, as far as it is seen without playing.
    fn expected_wrongly(&self) -> Mistakes {
        let (sources, places) = &*self.expected.borrow();
        let found = self.loaded.rules.check_expressions(sources, places, "whether the session goes on");
        (sources.clone(), found)
    }

    /// The expression that a line expects to be true, where the verb of the program is meant.
    pub(super) fn expects<'l>(&self, text: &'l str, line: &'l CommandLine) -> Option<&'l LineWord> {
        let verb = &*line.verb.text;
        let is_own = verb_called(self.verbs(), verb).is_some();
        let is_expect = !is_own && built_in(verb).is_some_and(|verb| verb.name == "expect");
        is_expect.then(|| expected_truth(text, line)).flatten()
    }

    /// The commands that a line of the program asks about are told in the same way.
    fn asked_about(&self, text: &str, line: &CommandLine) -> Result<(), Trouble> {
        for Within { line: asked, is_begun } in commands_within(text, line, self.verbs()) {
            let Ok(parsed) = parse_line(&asked.text) else { continue };
            let fits = match verb_called(self.verbs(), &parsed.verb.text) {
                Some(verb) => self.fits(verb, &asked.text, &parsed, is_begun),
                None => Err(no_verb(self.verbs(), &asked.text, &parsed)),
            };
            fits.map_err(|trouble| asked.told(trouble, text))?;
        }
        Ok(())
    }

    /// Which names there are may change in play; how many words there are, and which ones of the form, may not.
    fn fits(&self, verb: &Verb, text: &str, line: &CommandLine, is_begun: bool) -> Result<(), Trouble> {
        let rules = &self.loaded.rules;
        let names = Names { catalogue: rules.catalogue(), map: rules.map(), state: &self.state };
        let matched = match is_begun {
            true => match_beginnings(verb, line, names).map(drop),
            false => match_words(verb, line, names).map(drop),
        };
        match matched {
            Err(mistake) if mistake.code == Code::USAGE => Err(Trouble::of_line(text, mistake)),
            _ => Ok(()),
        }
    }
}
