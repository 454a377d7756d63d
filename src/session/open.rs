//! Beginning a game: a scenario set up, its first rule run, its journal begun.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::dice_policy::DicePolicy;
use super::door::SharedAsker;
use super::execute::{Call, GivenWith, given_with};
use super::log::Deed;
use super::procedure::initial_state;
use super::secret::Openings;
use super::store::Store;
use super::{LineMistake, Now, Session, Trouble};
use crate::data::parse_line;
use crate::diagnostic::{Code, Diagnostic, shell_word};
use crate::kernel::dice::{GENERATOR, Generator};
use crate::kernel::door::Answer;
use crate::kernel::journal::{DiceSetting, FORMAT, Header, HouseText, PackUse, Record};
use crate::kernel::secret::Digest;
use crate::pack::{HouseFile, Library, Loaded, Request, load, load_default};

/// The line under which the set-up stands in the journal and the log.
pub(super) const SET_UP: &str = "(set-up)";

/// Dice of expressions have a key of their own, which tells nothing of the game's.
const ASIDE: &str = "houserule dice of expressions 1";

/// What a game is begun with.
pub struct Opening {
    /// Where packs are found.
    pub library: Library,
    /// The pack, by id or path.
    pub pack: String,
    /// The scenario; none for the pack's default.
    pub scenario: Option<String>,
    /// House files, lowest first, with where they came from, for those that are to be watched.
    pub house: Vec<(HouseFile, Option<PathBuf>)>,
    /// The seed of the generator.
    pub seed: u64,
    /// Who answers for people.
    pub asker: SharedAsker,
    /// Breaks off whatever runs when set.
    pub cancel: Arc<AtomicBool>,
    /// Where the game is saved as it goes; none for a game that is not kept.
    pub journal: Option<PathBuf>,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening")
            .field("pack", &self.pack)
            .field("scenario", &self.scenario)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Begins a game.
    ///
    /// # Errors
    /// What is wrong with packs and house files (E01xx to E05xx), E0505 for an unknown scenario, E0607 where the
    /// journal cannot be begun.
    pub fn open(opening: Opening) -> Result<Session, Trouble> {
        Self::open_given(opening, "")
    }

    /// Begins a game in which the set-up is answered so, as a line is: `--dice 3,5 --choose 1`.
    ///
    /// # Errors
    /// As for [`Session::open`], and E0705 for answers that do not fit.
    pub fn open_given(opening: Opening, given: &str) -> Result<Session, Trouble> {
        Self::begin(opening, given, DiceSetting::Auto).map_err(|(trouble, _)| trouble)
    }

    /// The same as [`Session::open`]; where the set-up fails, with what its rule was answered until then.
    pub(crate) fn open_told(opening: Opening) -> Result<Session, (Trouble, Vec<Answer>)> {
        Self::begin(opening, "", DiceSetting::Auto)
    }

    /// Begins a game in which people throw all dice from the first on, those of the set-up included.
    ///
    /// # Errors
    /// As for [`Session::open`]; where the set-up is broken off, nothing is kept of the game.
    pub fn open_with_real_dice(opening: Opening) -> Result<Session, Trouble> {
        Self::begin(opening, "", DiceSetting::Real).map_err(|(trouble, _)| trouble)
    }

    fn begin(opening: Opening, given: &str, dice: DiceSetting) -> Result<Session, (Trouble, Vec<Answer>)> {
        let journal = opening.journal.clone();
        let (mut session, given) = Self::begin_unset(opening, given, dice).map_err(|t| (t, Vec::new()))?;
        session.set_up(given, None).map_err(|trouble| {
            let answered = std::mem::take(&mut session.answered);
            if let Some(path) = journal {
                // Nothing was played, and a game that is not set up cannot be taken up.
                session.store = None;
                let _ = std::fs::remove_file(path);
            }
            (trouble, answered)
        })?;
        Ok(session)
    }

    /// A game before its set-up, with its journal begun, and what the set-up is to be answered.
    fn begin_unset(
        opening: Opening,
        given: &str,
        dice: DiceSetting,
    ) -> Result<(Session, GivenWith), Trouble> {
        let text = format!("set-up {given}");
        let line = parse_line(&text).map_err(|e| {
            Trouble::of_line(&text, LineMistake::new(Code::USAGE, e.message.clone(), 0..text.len()))
        })?;
        let given = given_with(&text, &line)?;
        let journal = opening.journal.clone();
        let mut session = Self::prepare_game(opening)?;
        let header = session.header();
        if let Some(path) = &journal {
            let store =
                Store::create(path, &header).map_err(|told| {
                    Trouble::plain(told.help(
                        "`--no-journal` plays without saving, and `HOUSERULE_HOME` names another folder",
                    ))
                })?;
            session.store = Some(store);
            session.openings = Rc::new(RefCell::new(Openings::beside(path)));
        }
        session.records.push(Record::Header(header));
        if dice != DiceSetting::Auto {
            session.set_dice(None, None, dice)?;
        }
        Ok((session, given))
    }

    /// The scenario of a pack that is played when none is named.
    ///
    /// # Errors
    /// E0505 where the pack names none and has several; what is wrong with the pack.
    pub fn default_scenario(library: &Library, pack: &str) -> Result<String, Trouble> {
        let request = Request { pack: pack.to_owned(), ..Request::default() };
        default_scenario(library, &request, &Arc::default())
    }

    /// That a pack has no scenario of this name.
    pub fn no_scenario(loaded: &Loaded, pack: &str, name: &str) -> Diagnostic {
        let known: Vec<&str> = loaded.data.scenarios.keys().map(|k| &**k).collect();
        Diagnostic::error(Code::NO_SCENARIO, format!("pack `{pack}` has no scenario `{name}`"))
            .note(format!("scenarios: {}", known.join(", ")))
            .near(name, known)
    }

    /// Everything but the journal and the first rule.
    pub(super) fn prepare_game(opening: Opening) -> Result<Session, Trouble> {
        let Opening { library, pack, scenario, house, seed, asker, cancel, .. } = opening;
        let files: Vec<HouseFile> = house.iter().map(|(f, _)| f.clone()).collect();
        let mut request = Request { pack: pack.clone(), scenario, house: files.clone(), rulings: Vec::new() };
        // The manifests name a default nearly always, so that nothing is read twice.
        let mut loaded = load_default(&library, &request, &cancel)?;
        request.scenario = loaded.scenario().map(str::to_owned);
        if request.scenario.is_none() {
            request.scenario = Some(only_scenario(&loaded, &pack)?);
            loaded = load(&library, &request, &cancel)?;
        }
        if loaded.data.set_up.is_none() {
            let name = request.scenario.clone().unwrap_or_default();
            return Err(Trouble::plain(Self::no_scenario(&loaded, &pack, &name)));
        }
        let state = initial_state(&loaded.data, loaded.rules.catalogue());
        let watched: BTreeMap<Arc<str>, PathBuf> =
            house.into_iter().filter_map(|(file, path)| Some((file.name, path?))).collect();
        Ok(Session {
            library,
            cancel,
            asker,
            post: None,
            pack,
            scenario: request.scenario.unwrap_or_default(),
            seed,
            now: Now {
                loaded: Rc::new(loaded),
                state,
                house: files,
                rulings: Vec::new(),
                policy: DicePolicy::default(),
                generator: Generator::new(seed),
            },
            aside: Generator::of_stream(Digest::of(ASIDE, &[&seed.to_le_bytes()]).0, 0),
            past: Vec::new(),
            future: Vec::new(),
            mended: None,
            steps: 0,
            broken_off: BTreeMap::new(),
            log: Vec::new(),
            answered: Vec::new(),
            marks: BTreeMap::new(),
            players: BTreeMap::new(),
            branch: "main".to_owned(),
            branches: BTreeMap::new(),
            discarded: BTreeMap::new(),
            records: Vec::new(),
            store: None,
            openings: Rc::default(),
            watched,
            next_ruling: 1,
            against: |_| Vec::new(),
            refused: BTreeMap::new(),
            gone: BTreeSet::new(),
            passed_over: BTreeMap::new(),
        })
    }

    pub(super) fn header(&self) -> Header {
        let packs = self.now.loaded.packs.iter().map(|p| PackUse {
            id: p.files.name.to_string(),
            version: p.manifest.version.to_string(),
            hash: p.hash.clone(),
        });
        let house =
            self.now.house.iter().map(|h| HouseText { name: h.name.to_string(), text: h.text.to_string() });
        Header {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            packs: packs.collect(),
            scenario: format!("{}/{}", self.pack, self.scenario),
            seed: self.seed,
            generator: GENERATOR.to_owned(),
            house: house.collect(),
        }
    }

    /// Runs the pack's first rule. It is a step like any other, but nothing comes before it to go back to.
    pub(super) fn set_up(
        &mut self,
        given: GivenWith,
        replay: Option<VecDeque<Answer>>,
    ) -> Result<(), Trouble> {
        let calls: Vec<Call> = self
            .now
            .loaded
            .data
            .hooks
            .get("start")
            .map(|(rule, _)| Call { rule: rule.clone(), arguments: Vec::new() })
            .into_iter()
            .collect();
        let door = self.door(&calls, given, replay);
        let done = self.carry_out(SET_UP, "set-up", Deed::Start, &calls, &door, None);
        done.map_err(|trouble| match (trouble, &self.now.loaded.data.set_up) {
            (Trouble::Mistakes(told), Some(set_up)) => {
                let (sources, told) = *told;
                let told: Vec<Diagnostic> = told.into_iter().map(|one| set_up.at_what_is_set(one)).collect();
                (sources, told).into()
            }
            (trouble, _) => trouble,
        })?;
        self.past.clear();
        Ok(())
    }
}

/// The default scenario of a pack, or its only one.
fn default_scenario(
    library: &Library,
    request: &Request,
    cancel: &Arc<AtomicBool>,
) -> Result<String, Trouble> {
    // The manifests tell it nearly always, and reading them takes no time.
    if let Some(name) = crate::pack::default_scenario(library, &request.pack) {
        return Ok(name);
    }
    only_scenario(&load(library, &Request { scenario: None, ..request.clone() }, cancel)?, &request.pack)
}

/// The scenario of a pack that has one only.
fn only_scenario(loaded: &Loaded, pack: &str) -> Result<String, Trouble> {
    let all: Vec<&str> = loaded.data.scenarios.keys().map(|k| &**k).collect();
    match all[..] {
        [only] => Ok(only.to_owned()),
        _ => Err(Trouble::plain(
            Diagnostic::error(Code::NO_SCENARIO, format!("pack `{pack}` has no default scenario"))
                .note(format!("scenarios: {}", all.join(", ")))
                .help(format!("`houserule play {}/SCENARIO`", shell_word(pack))),
        )),
    }
}
