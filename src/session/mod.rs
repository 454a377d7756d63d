//! A game under way: what is in force, the state and the journal. What the REPL, the tests, bots and any other
//! front drive.
//!
//! The game is its journal: the scenario, then commands with the answers given. Every change goes through
//! [`Session`], which makes it durable before it is acknowledged.

mod action;
mod advice;
mod asker;
mod chances;
mod complete;
mod dice_policy;
mod door;
mod execute;
mod following;
mod foresight;
mod hearing;
mod house;
mod locked;
mod log;
mod luck;
mod open;
pub(crate) mod procedure;
mod resume;
mod retake;
mod rulings;
mod secret;
pub mod store;
mod supposed;
mod timeline;
mod trouble;
mod typed;
mod usable;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::kernel::dice::{DiceStats, Generator};
use crate::kernel::door::Answer;
use crate::kernel::journal::Record;
use crate::kernel::state::State;
use crate::kernel::value::{SideId, Value};
use crate::pack::{HouseFile, Library, Loaded};

pub use action::{Action, MapDeed};
pub use advice::{Advice, Advised, NoAdvice};
pub use asker::{Asker, Nobody, Question, Sealing};
pub use chances::{Asking, Decisions, Repeats, between_bars, lines_of};
pub use complete::Candidate;
pub use dice_policy::DicePolicy;
pub use door::{SharedAsker, parts_given};
pub use execute::{check_flags, no_verb, verb_called};
pub use following::{Following, Slot};
pub use house::{FileSince, HouseNews};
pub use log::{Deed, LogEntry, given_again};
pub use luck::{LuckLedger, RollLuck};
pub use open::Opening;
pub use procedure::initial_state;
pub use resume::{command_to_resume, last_game, saved_games};
pub use rulings::{RULINGS_HEAD, Ruling, RulingForm, RulingsHouse};
pub use secret::Post;
pub use timeline::Gone;
pub use trouble::Trouble;
pub use typed::{TypedLine, place_in};
pub use words::{Arguments, LineMistake, Names, match_beginnings, match_words, one, place};

pub(crate) use words::rest_is_optional;

use secret::Openings;
use store::Store;
use timeline::{Branch, Step};

/// Everything that undo brings back.
#[derive(Debug, Clone)]
struct Now {
    loaded: Rc<Loaded>,
    state: State,
    house: Vec<HouseFile>,
    rulings: Vec<Ruling>,
    policy: DicePolicy,
    generator: Generator,
}

/// A game under way.
pub struct Session {
    library: Library,
    cancel: Arc<AtomicBool>,
    asker: SharedAsker,
    /// Where some sides sit at other machines.
    post: Option<Post>,
    /// What opens the seals that the state holds.
    openings: Rc<RefCell<Openings>>,
    pack: String,
    scenario: String,
    seed: u64,
    now: Now,
    /// Dice of expressions that are typed.
    aside: Generator,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The step in the place of which a command is being carried out with other dice: it is given up once that has succeeded.
    mended: Option<Step>,
    /// How many steps were taken in all branches.
    steps: u64,
    /// By the number of a step, the last command that was begun behind it and broken off when it had told something.
    broken_off: BTreeMap<u64, String>,
    log: Vec<LogEntry>,
    /// What the last command that failed was answered until then.
    answered: Vec<Answer>,
    /// By name, the number of the step behind which a mark was set, or that of the start.
    marks: BTreeMap<String, u64>,
    /// The sides that the program plays, with the names of its players.
    players: BTreeMap<SideId, Arc<str>>,
    branch: String,
    branches: BTreeMap<String, Branch>,
    /// By the number of a step, the branch that had it when it was discarded.
    discarded: BTreeMap<u64, String>,
    records: Vec<Record>,
    store: Option<Store>,
    /// What whoever runs the session has against what is put in force above the packs.
    against: fn(&Loaded) -> Vec<Diagnostic>,
    /// House files that came from the disk, to be watched.
    watched: BTreeMap<Arc<str>, PathBuf>,
    next_ruling: usize,
    /// Texts of watched files that were refused, so that each is told only once.
    refused: BTreeMap<Arc<str>, Arc<str>>,
    /// Watched files that are not there any more, so that each is told only once.
    gone: BTreeSet<Arc<str>>,
    /// Texts of watched files of which the reload was undone: each is read again only once the file has changed once more.
    passed_over: BTreeMap<Arc<str>, Arc<str>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("pack", &self.pack)
            .field("scenario", &self.scenario)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// What is in force.
    pub fn loaded(&self) -> &Rc<Loaded> {
        &self.now.loaded
    }

    /// Where everything is.
    pub fn state(&self) -> &State {
        &self.now.state
    }

    /// What happened, oldest first; what was taken back is marked.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// How many commands were given, without those taken back.
    pub fn commands_given(&self) -> usize {
        self.log.iter().filter(|e| e.deed == Deed::Command && !e.taken_back).count()
    }

    /// The entry of this number, or the last of a command.
    pub fn entry(&self, number: Option<usize>) -> Option<&LogEntry> {
        match number {
            Some(number) => self.log.iter().find(|e| e.number == number),
            None => self.log.iter().rev().find(|e| e.trace.is_some() && !e.taken_back),
        }
    }

    /// The rulings in force.
    pub fn rulings(&self) -> &[Ruling] {
        &self.now.rulings
    }

    /// The house files in force, lowest first.
    pub fn house(&self) -> &[HouseFile] {
        &self.now.house
    }

    /// Who throws which dice.
    pub fn dice_policy(&self) -> &DicePolicy {
        &self.now.policy
    }

    /// The sides that the program plays, each with the name of its player, as the saved game has them.
    pub fn players(&self) -> &BTreeMap<SideId, Arc<str>> {
        &self.players
    }

    /// Commands that can be taken back.
    pub fn undoable(&self) -> usize {
        self.past.len()
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The seed that the game began with.
    pub fn first_seed(&self) -> u64 {
        match self.records.first() {
            Some(Record::Header(header)) => header.seed,
            _ => self.seed,
        }
    }

    /// The house files that the game began with.
    pub fn first_house(&self) -> Vec<&str> {
        match self.records.first() {
            Some(Record::Header(header)) => header.house.iter().map(|h| h.name.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// Where packs are found.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The pack as it was asked for.
    pub fn pack_name(&self) -> &str {
        &self.pack
    }

    /// The scenario's name.
    pub fn scenario_name(&self) -> &str {
        &self.scenario
    }

    /// The branch that is played, and the others.
    pub fn branches(&self) -> (&str, impl Iterator<Item = &str>) {
        (&self.branch, self.branches.keys().map(String::as_str))
    }

    /// The journal's records so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether the file in which the game is saved as it goes is still there; true where it is saved nowhere.
    pub fn journal_is_there(&self) -> bool {
        self.store.as_ref().is_none_or(Store::is_there)
    }

    /// Where the game is saved as it goes; none where it is not.
    pub fn journal_path(&self) -> Option<&std::path::Path> {
        self.store.as_ref().map(Store::path)
    }

    /// Whether a file is called like those that hold what opens seals, which no saved game may be.
    pub fn is_of_openings(path: &std::path::Path) -> bool {
        path.extension().is_some_and(|ending| ending == secret::OPENINGS)
    }

    /// Writes what opens the seals of this game beside a copy of its journal and answers where; nothing where nothing is sealed.
    ///
    /// # Errors
    /// E0607 where the file cannot be written.
    pub fn copy_openings(&self, journal: &std::path::Path) -> Result<Option<PathBuf>, Trouble> {
        self.openings.borrow().copy_beside(journal).map_err(Trouble::plain)
    }

    /// The flag that breaks off a running rule.
    pub fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Who answers for people.
    pub fn asker(&self) -> SharedAsker {
        self.asker.clone()
    }

    /// Sets what speaks against what a house file or a ruling would put in force: mistakes by which it is refused.
    pub fn set_against(&mut self, against: fn(&Loaded) -> Vec<Diagnostic>) {
        self.against = against;
    }

    /// From now on somebody else answers for people.
    pub fn set_asker(&mut self, asker: SharedAsker) {
        self.asker = asker;
    }

    /// Where decisions in secret of sides at other machines come from; none where all sit at this one.
    pub fn post(&self) -> Option<&Post> {
        self.post.as_ref()
    }

    /// From now on only these sides sit at this machine. Where players sit is no part of the game, and not saved.
    pub fn set_post(&mut self, post: Option<Post>) {
        self.post = post;
    }

    /// What names are looked up in.
    pub fn names(&self) -> Names<'_> {
        Names {
            catalogue: self.now.loaded.rules.catalogue(),
            map: self.now.loaded.rules.map(),
            state: &self.now.state,
        }
    }

    /// Every die thrown in this game and not taken back.
    pub fn dice_stats(&self) -> DiceStats {
        let mut stats = DiceStats::default();
        for entry in self.log.iter().filter(|e| !e.taken_back) {
            for event in entry.trace.iter().flat_map(|t| &t.events) {
                if let crate::rules::Event::Rolled { ask, answer } = event {
                    stats.record(&crate::kernel::door::Ask::Roll(ask.clone()), answer);
                }
            }
        }
        stats
    }

    /// What a value is called on the table.
    pub fn called(&self, value: &Value) -> String {
        called(&self.now, value)
    }
}

/// A unit's name, a hex's number, a side's long name.
fn called(now: &Now, value: &Value) -> String {
    called_in(&now.loaded, &now.state, value)
}

/// What a value is, to be told beside what it is called: a hex's terrain, a circle's depth and kind, a unit's type. Never
/// where a unit is, which rules may have locked. Empty where there is nothing to say.
fn about(now: &Now, value: &Value) -> String {
    let rules = &now.loaded.rules;
    let catalogue = rules.catalogue();
    match value {
        Value::Hex(hex) => {
            let terrain = rules.map().terrain(*hex);
            terrain.iter().map(|t| &*catalogue.terrain_def(*t).title).collect::<Vec<_>>().join(", ")
        }
        Value::Unit(unit) => catalogue.unit_type(now.state.unit(*unit).unit_type).title.to_string(),
        Value::Circle(id) => {
            let (hull, circle) = (catalogue.hull(id.hull), catalogue.circle(*id));
            format!("{}, {}", hull.depths[circle.depth], hull.kinds[circle.kind].title)
        }
        _ => String::new(),
    }
}

/// As [`called`], in a state.
fn called_in(loaded: &Loaded, state: &State, value: &Value) -> String {
    let catalogue = loaded.rules.catalogue();
    match value {
        Value::Hex(hex) => {
            loaded.rules.map().layout().number(*hex).map_or_else(|| value.to_string(), |n| n.to_string())
        }
        Value::Unit(unit) => state.unit(*unit).name.to_string(),
        Value::Type(t) => catalogue.unit_type(*t).title.to_string(),
        Value::Side(s) => catalogue.side(*s).title.to_string(),
        Value::Terrain(t) => catalogue.terrain_def(*t).title.to_string(),
        Value::Circle(c) => catalogue.circle(*c).spot.to_string(),
        Value::List(items) => {
            items.iter().map(|v| called_in(loaded, state, v)).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
