//! One game after the other at the same table, counted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::counts::{Counts, Failed, First};
use super::plan::{Head, Key, Plan};
use crate::diagnostic::{Diagnostic, SourceMap, counted};
use crate::kernel::door::{Answer, Stop};
use crate::kernel::state::{Place, State};
use crate::kernel::value::SideId;
use crate::pack::Loaded;
use crate::play::track::Met;
use crate::play::{Bout, Move, Step, Table};
use crate::rules::{Failure, Refusal};

/// A reason for the end of a game has so many letters at most.
const MOST_LETTERS: usize = 200;

/// Why a game has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A mistake in the rule that begins the game, or its refusal.
    SetUp(Failure),
    /// A mistake in the rules, or a check that allows what its rule refuses; with the command, if one was under way.
    Rules(Option<Box<Move>>, Failure),
    /// The rules allow nothing, and the game is not over.
    DeadEnd,
    /// The game has more commands than it may have.
    Endless,
    /// The program itself has failed.
    Panic(String),
}

/// A set-up has no check that could refuse before.
pub(in crate::play) const SET_UP_REFUSES: &str = "the set-up refuses";

impl Fault {
    /// Why, in a line, with the place in the rules.
    pub fn words(&self, sources: &SourceMap) -> String {
        let refused = |what: &str, refusal: &Refusal| {
            let place = refusal.spot.span.map_or_else(String::new, |s| format!(" at {}", sources.place(s)));
            format!("{what}: {}{place}", refusal.reason)
        };
        match self {
            Fault::SetUp(Failure::Broken(told)) | Fault::Rules(_, Failure::Broken(told)) => {
                placed(told, sources)
            }
            Fault::SetUp(Failure::Refused(refusal)) => refused(SET_UP_REFUSES, refusal),
            Fault::Rules(_, Failure::Refused(refusal)) => {
                refused("the check allows what the rule refuses", refusal)
            }
            Fault::SetUp(Failure::Stopped(stop)) | Fault::Rules(_, Failure::Stopped(stop)) => {
                stop.to_string()
            }
            Fault::DeadEnd => "the rules allow nothing, and the game is not over".to_owned(),
            Fault::Endless => "the game has more commands than it may have".to_owned(),
            Fault::Panic(words) => format!("internal error: {words}"),
        }
    }
}

/// A mistake in a line.
fn placed(told: &Diagnostic, sources: &SourceMap) -> String {
    let place = told.labels.first().map_or_else(String::new, |l| format!(" at {}", sources.place(l.span)));
    format!("{} {}{place}", told.code, told.title)
}

/// What one game came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    /// It has ended, or is as long as it may be.
    Over,
    /// It could not go on.
    Failed(Fault),
    /// It was broken off and does not count.
    BrokenOff,
}

/// Sees the set-up of a game and every command, with what the rules were answered.
pub(super) type Witness<'a> = &'a mut dyn FnMut(&Bout, Option<&Move>, Vec<Answer>);

/// A table at which the games of a plan are played, with what was counted.
pub(super) struct Games {
    loaded: Rc<Loaded>,
    plan: Plan,
    key: Key,
    cancel: Arc<AtomicBool>,
    bout: Bout,
    start: State,
    table: Table,
    /// The turn in which the last command of the game was given. What ends a game by its turns sees that when the next one begins.
    turn: u32,
    /// Units of a side and a type that were lost: sides by types.
    lost: Vec<u64>,
    counts: Counts,
    /// The row of the game last played, where rows are wanted.
    pub(super) row: Option<String>,
}

impl Games {
    pub(super) fn new(plan: &Plan, head: &Head, loaded: Rc<Loaded>, cancel: &Arc<AtomicBool>) -> Games {
        let bout = Bout::new(loaded.clone(), cancel);
        let start = bout.state().clone();
        let catalogue = loaded.rules.catalogue();
        let lost = vec![0; catalogue.sides.len() * catalogue.unit_types.len()];
        let key = Key::of(head);
        let table = table(plan, key);
        Games {
            plan: plan.clone(),
            key,
            cancel: cancel.clone(),
            bout,
            start,
            table,
            turn: 0,
            lost,
            counts: Counts::default(),
            row: None,
            loaded,
        }
    }

    /// Plays a game and counts it, unless it was broken off.
    pub(super) fn play(&mut self, game: u64, wants_row: bool) -> Came {
        let mut commands = 0;
        let mut first = None;
        let came = self.guarded(game, &mut commands, &mut first, None);
        if came == Came::BrokenOff {
            return came;
        }
        self.count(game, commands, first, &came);
        if wants_row {
            self.row = Some(self.row_of(game, commands, first, &came));
        }
        came
    }

    /// Plays a game again for somebody to see, and does not count it.
    pub(super) fn show(&mut self, game: u64, witness: Witness<'_>) -> Came {
        self.bout.keep_track();
        self.guarded(game, &mut 0, &mut None, Some(witness))
    }

    /// The lines on which a player has met a fault who weighed commands, behind those of the game as it stands; nothing for a
    /// fault of a command that was given. The game has to be shown.
    pub(super) fn way_to(&self, fault: &Fault) -> Option<Met> {
        let way = |bout: &Bout, title: &str| bout.met().filter(|met| met.title == title).cloned();
        match fault {
            Fault::Rules(None, Failure::Broken(told)) => way(&self.bout, &told.title),
            // Whoever decides in the middle of a command can only tell it in words.
            Fault::Rules(Some(_), Failure::Stopped(Stop::Missing(title))) => {
                self.table.weighed(|bout| way(bout?, title))
            }
            _ => None,
        }
    }

    /// The game as it stands, and what the rules of its last command were answered.
    pub(super) fn at_end(&self) -> (&Bout, Vec<Answer>) {
        (&self.bout, self.table.given())
    }

    /// What was counted since the last time.
    pub(super) fn take_counts(&mut self) -> Counts {
        let mut counts = std::mem::take(&mut self.counts);
        let catalogue = self.loaded.rules.catalogue();
        let types = catalogue.unit_types.len();
        for (at, lost) in self.lost.iter_mut().enumerate().filter(|(_, lost)| **lost > 0) {
            let side = catalogue.sides[at / types].name.to_string();
            let unit_type = catalogue.unit_types[at % types].name.to_string();
            counts.lost.entry(side).or_default().insert(unit_type, std::mem::take(lost));
        }
        counts
    }

    /// A panic is our mistake, but no reason to lose the other games.
    fn guarded(
        &mut self,
        game: u64,
        commands: &mut u64,
        first: &mut Option<SideId>,
        witness: Option<Witness<'_>>,
    ) -> Came {
        let played = catch_unwind(AssertUnwindSafe(|| self.one(game, commands, first, witness)));
        played.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why");
            // What the panic has left behind is not played on with, the memory of rules included.
            if let Ok(loaded) = self.plan.load(&self.cancel) {
                self.loaded = Rc::new(loaded);
            }
            self.bout = Bout::new(self.loaded.clone(), &self.cancel);
            self.table = table(&self.plan, self.key);
            Came::Failed(Fault::Panic(words.to_owned()))
        })
    }

    fn one(
        &mut self,
        game: u64,
        commands: &mut u64,
        first: &mut Option<SideId>,
        mut witness: Option<Witness<'_>>,
    ) -> Came {
        let key = self.key;
        let begun = self.table.begin(&mut self.bout, &self.start, key.dice(game), |side| key.lot(game, side));
        if let Err(broken) = begun {
            return came_of(broken.failure, Fault::SetUp);
        }
        if let Some(witness) = &mut witness {
            witness(&self.bout, None, self.table.given());
        }
        *first = self.moves_first();
        self.turn = self.bout.state().clock().turn.min(self.plan.turns);
        while self.bout.state().ending().is_none() {
            let turn = self.bout.state().clock().turn;
            if turn > self.plan.turns {
                return Came::Over;
            }
            self.turn = turn;
            if *commands == self.plan.commands {
                return Came::Failed(Fault::Endless);
            }
            match self.table.step(&mut self.bout) {
                Ok(Step::Played(command)) => {
                    if let Some(witness) = &mut witness {
                        witness(&self.bout, Some(&command), self.table.given());
                    }
                }
                Ok(Step::DeadEnd) => return Came::Failed(Fault::DeadEnd),
                Err(broken) => {
                    return came_of(broken.failure, |failure| Fault::Rules(broken.command, failure));
                }
            }
            *commands += 1;
            *first = first.or_else(|| self.moves_first());
        }
        Came::Over
    }

    /// The side whose phase it is, once the turns count: who sets up in turn 0 does not move first by it.
    fn moves_first(&self) -> Option<SideId> {
        let clock = self.bout.state().clock();
        clock.side.filter(|_| clock.turn > 0)
    }

    fn count(&mut self, game: u64, commands: u64, first: Option<SideId>, came: &Came) {
        let catalogue = self.loaded.rules.catalogue().clone();
        let name = |side: SideId| catalogue.side(side).name.to_string();
        let counts = &mut self.counts;
        for side in &catalogue.sides {
            counts.won.entry(side.name.to_string()).or_default();
        }
        counts.games += 1;
        counts.commands += commands;
        counts.dice += self.table.thrown();
        let state = self.bout.state();
        let ending = state.ending().filter(|_| *came == Came::Over);
        match (ending, came) {
            (Some(ending), _) => {
                match ending.winner {
                    Some(winner) => *counts.won.entry(name(winner)).or_default() += 1,
                    None => counts.drawn += 1,
                }
                *counts.turns.entry(self.turn).or_default() += 1;
                counts.add_ending(shortened(&ending.reason));
            }
            (None, Came::Failed(fault)) => {
                counts.failed += 1;
                let what =
                    format!("{}, after {}", fault.words(&self.loaded.sources), counted(commands, "command"));
                counts.failures.push(Failed { game, what });
            }
            (None, _) => counts.unfinished += 1,
        }
        if let Some(first) = first {
            let own: &mut First = counts.first.entry(name(first)).or_default();
            own.games += 1;
            match ending {
                Some(ending) if ending.winner == Some(first) => own.won += 1,
                Some(ending) if ending.winner.is_none() => own.drawn += 1,
                Some(_) => {}
                None => own.open += 1,
            }
        }
        let types = catalogue.unit_types.len();
        for (_, unit) in state.units().filter(|(_, u)| u.place == Place::Out) {
            let of = catalogue.printed_type(&unit.name, unit.unit_type);
            self.lost[unit.side.index() * types + of.index()] += 1;
        }
    }

    /// The heads of the columns of rows, in a line.
    pub(super) fn columns(loaded: &Loaded) -> String {
        let lost: Vec<String> =
            loaded.rules.catalogue().sides.iter().map(|s| format!("lost_{}", s.name)).collect();
        format!("game,end,winner,turn,commands,dice,first,{}\n", lost.join(","))
    }

    fn row_of(&self, game: u64, commands: u64, first: Option<SideId>, came: &Came) -> String {
        let catalogue = self.loaded.rules.catalogue();
        let state = self.bout.state();
        let name = |side: Option<SideId>| side.map_or("", |s| &*catalogue.side(s).name);
        let ending = state.ending().filter(|_| *came == Came::Over);
        let (end, winner) = match (ending, came) {
            (Some(ending), _) if ending.winner.is_some() => ("won", name(ending.winner)),
            (Some(_), _) => ("drawn", ""),
            (None, Came::Failed(_)) => ("failed", ""),
            (None, _) => ("unfinished", ""),
        };
        let mut row =
            format!("{game},{end},{winner},{},{commands},{},{}", self.turn, self.table.thrown(), name(first));
        for side in 0..catalogue.sides.len() {
            let lost = state.units().filter(|(_, u)| u.side.index() == side && u.place == Place::Out).count();
            row.push_str(&format!(",{lost}"));
        }
        row.push('\n');
        row
    }
}

/// A reason, of which no more is kept than somebody reads in a table.
fn shortened(reason: &str) -> String {
    match reason.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason.to_owned(),
    }
}

fn table(plan: &Plan, key: Key) -> Table {
    // Each game gives the players generators of its own.
    Table::new(plan.players.iter().map(|kind| kind.player(key.dice(0))).collect())
}

fn came_of(failure: Failure, fault: impl FnOnce(Failure) -> Fault) -> Came {
    match failure {
        Failure::Stopped(Stop::Cancelled) => Came::BrokenOff,
        failure => Came::Failed(fault(failure)),
    }
}
