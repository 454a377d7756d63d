//! Playing the games of a plan over several threads.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use super::counts::Counts;
use super::finding::{Finding, with_answers};
use super::plan::{About, Plan};
use super::ranges::{Range, gaps, joined};
use crate::diagnostic::{Diagnostic, SourceMap};
use crate::kernel::dice::Generator;
use crate::kernel::state::{Place, State};
use crate::kernel::value::SideId;
use crate::pack::{Loaded, Request, load};
use crate::play::stack::STACK;
use crate::play::{Bout, Broken, Step, Table};
use crate::rules::Failure;

/// Games are shared out, and the wish to stop early is looked at, in batches of so many. Part of what a result hangs on
/// when it stops early.
pub const BATCH: u64 = 64;
/// A game with more commands than this never ends.
const MOST_COMMANDS: u64 = 100_000;
/// So many games that went wrong are kept whole.
const MOST_FINDINGS: usize = 20;

/// What came of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Simulated {
    /// The totals of the games that were played.
    pub counts: Counts,
    /// Which games these are, in order.
    pub ranges: Vec<Range>,
    /// The first games that went wrong.
    pub findings: Vec<Finding>,
    /// Whether it stopped early because the wish for precision was fulfilled.
    pub precise: bool,
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Games played so far.
    pub done: u64,
    /// Games asked for.
    pub of: u64,
}

type Mistakes = (SourceMap, Vec<Diagnostic>);

struct Batch {
    range: Range,
    counts: Counts,
    findings: Vec<Finding>,
}

/// Plays the games of some ranges. `enough` is asked after each batch, in the order of the games; where it says so, the
/// batches behind are left out, whether they were played or not. `cancel` stops at the next game; what is done is kept.
///
/// # Errors
/// What is wrong with the packs.
pub fn simulate(
    plan: &Plan,
    ranges: &[Range],
    threads: usize,
    enough: &dyn Fn(&Counts) -> bool,
    progress: &mut dyn FnMut(Progress),
    cancel: &Arc<AtomicBool>,
) -> Result<Simulated, Mistakes> {
    let batches: Vec<Range> = ranges.iter().flat_map(|range| in_batches(*range)).collect();
    let of = ranges.iter().map(|r| r.games()).sum();
    let next = AtomicU64::new(0);
    let stop = Arc::new(AtomicBool::new(false));
    let mut whole = Simulated::default();
    let mut early: Vec<Option<Batch>> = batches.iter().map(|_| None).collect();
    let (mut due, mut done) = (0, 0);
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel::<Result<(usize, Batch), Mistakes>>();
        for _ in 0..threads.clamp(1, batches.len().max(1)) {
            let (send, next, batches, stop) = (send.clone(), &next, &batches, stop.clone());
            let work = move || {
                let worker = match Worker::new(plan, cancel) {
                    Ok(worker) => worker,
                    Err(mistakes) => return drop(send.send(Err(mistakes))),
                };
                worker.work(batches, next, &stop, cancel, &send);
            };
            // Without a thread there are fewer of them; where there is none at all, nothing is received.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(send);
        let mut fault = None;
        for received in receive {
            match received {
                Ok((at, batch)) => {
                    done += batch.counts.games;
                    early[at] = Some(batch);
                }
                Err(mistakes) => {
                    fault.get_or_insert(mistakes);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            while !whole.precise
                && let Some(batch) = early.get_mut(due).and_then(Option::take)
            {
                let is_whole = batch.counts.games == batches[due].games();
                whole.take(batch);
                due += 1;
                if is_whole && enough(&whole.counts) {
                    whole.precise = true;
                    stop.store(true, Ordering::Relaxed);
                }
            }
            progress(Progress { done, of });
        }
        fault.map_or(Ok(()), Err)
    })?;
    if !whole.precise {
        // Broken off: some batches behind the first gap are done, too.
        for batch in early.into_iter().flatten() {
            whole.take(batch);
        }
    }
    whole.findings.sort_by_key(|f| f.game);
    whole.findings.truncate(MOST_FINDINGS);
    Ok(whole)
}

impl Simulated {
    fn take(&mut self, batch: Batch) {
        self.counts.add(&batch.counts);
        self.ranges.push(batch.range);
        // No game is in two batches.
        self.ranges = joined(std::mem::take(&mut self.ranges)).unwrap_or_default();
        self.findings.extend(batch.findings);
    }

    /// The games of a whole that were not played.
    pub fn missing(&self, whole: Range) -> Vec<Range> {
        gaps(&self.ranges, whole)
    }
}

/// Batches begin at the same games whatever range they are asked for in.
fn in_batches(range: Range) -> impl Iterator<Item = Range> {
    let first = range.from / BATCH;
    let last = range.to.div_ceil(BATCH);
    (first..last)
        .map(move |at| Range { from: (at * BATCH).max(range.from), to: ((at + 1) * BATCH).min(range.to) })
}

/// One thread's own rules, players and game.
struct Worker<'p> {
    plan: &'p Plan,
    about: About,
    loaded: Rc<Loaded>,
    start: State,
    bout: Bout,
    table: Table,
}

impl<'p> Worker<'p> {
    fn new(plan: &'p Plan, cancel: &Arc<AtomicBool>) -> Result<Worker<'p>, Mistakes> {
        let request = Request {
            pack: plan.pack.clone(),
            scenario: Some(plan.scenario.clone()),
            house: plan.house.clone(),
            rulings: Vec::new(),
        };
        let loaded = Rc::new(load(&plan.library, &request, cancel)?);
        let about = plan.about(&loaded);
        let bout = Bout::new(loaded.clone(), cancel);
        let start = bout.state().clone();
        let table = Table::new(plan.players.iter().map(|kind| kind.player(Generator::new(0))).collect());
        Ok(Worker { plan, about, loaded, start, bout, table })
    }

    fn work(
        mut self,
        batches: &[Range],
        next: &AtomicU64,
        stop: &AtomicBool,
        cancel: &AtomicBool,
        send: &mpsc::Sender<Result<(usize, Batch), Mistakes>>,
    ) {
        let sides = self.about.players.len();
        let dice = self.about.key(None);
        let lots: Vec<[u8; 32]> = (0..sides).map(|side| self.about.key(Some(side))).collect();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(range) = batches.get(at).filter(|_| !stop.load(Ordering::Relaxed)) else { return };
            let mut batch = Batch {
                range: Range { to: range.from, ..*range },
                counts: Counts::new(sides),
                findings: Vec::new(),
            };
            for game in range.from..range.to {
                if stop.load(Ordering::Relaxed) || cancel.load(Ordering::Relaxed) {
                    break;
                }
                let lots = |side: SideId| Generator::of_stream(lots[side.index()], game);
                if !self.game(game, Generator::of_stream(dice, game), lots, &mut batch) {
                    break;
                }
                batch.range.to = game + 1;
            }
            if send.send(Ok((at, batch))).is_err() || cancel.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Plays a game; false where it was broken off.
    fn game(
        &mut self,
        game: u64,
        dice: Generator,
        lots: impl Fn(SideId) -> Generator,
        batch: &mut Batch,
    ) -> bool {
        let mut commands = 0;
        let mut first = None;
        let mut broken = self.table.begin(&mut self.bout, &self.start, dice.clone(), &lots).err();
        let mut ended = "";
        while broken.is_none() && self.bout.state().ending().is_none() {
            if self.bout.state().clock().turn > self.plan.turns {
                break;
            }
            if commands == MOST_COMMANDS {
                ended = "the game never ends";
                break;
            }
            first.get_or_insert(self.bout.decides());
            match self.table.step(&mut self.bout) {
                Ok(Step::Played(_)) => commands += 1,
                Ok(Step::DeadEnd) => {
                    ended = "nothing is allowed, and the game is not over";
                    break;
                }
                Err(error) => broken = Some(error),
            }
        }
        if let Some(Broken { failure: Failure::Stopped(crate::kernel::door::Stop::Cancelled), .. }) = broken {
            return false;
        }
        let counts = &mut batch.counts;
        counts.games += 1;
        counts.commands += commands;
        counts.dice += self.table.thrown();
        if broken.is_some() || !ended.is_empty() {
            counts.failed += 1;
            if batch.findings.len() < MOST_FINDINGS {
                let what = broken.as_ref().map_or(ended.to_owned(), |b| told(&b.failure));
                let session = self.again(game, &what, dice, lots);
                batch.findings.push(Finding { game, what, session });
            }
            return true;
        }
        self.count(first, counts);
        true
    }

    fn count(&self, first: Option<SideId>, counts: &mut Counts) {
        let state = self.bout.state();
        let winner = state.ending().map(|ending| ending.winner);
        match winner {
            None => counts.unfinished += 1,
            Some(None) => counts.draws += 1,
            Some(Some(side)) => counts.wins[side.index()] += 1,
        }
        if let Some(first) = first {
            counts.first[first.index()].0 += 1;
            counts.first[first.index()].1 += u64::from(winner == Some(Some(first)));
        }
        let turns = state.clock().turn.min(self.plan.turns);
        *counts.turns.entry(turns).or_default() += 1;
        let reason = state.ending().map_or("not over after the last turn", |e| &e.reason);
        *counts.reasons.entry(reason.to_owned()).or_default() += 1;
        let catalogue = self.loaded.rules.catalogue();
        for (_, unit) in state.units() {
            let kind =
                format!("{}: {}", catalogue.side(unit.side).name, catalogue.unit_type(unit.unit_type).name);
            let sum = counts.units.entry(kind).or_default();
            *sum = (sum.0 + 1, sum.1 + u64::from(unit.place == Place::Out));
        }
    }

    /// The game once more, as a session file.
    fn again(
        &mut self,
        game: u64,
        what: &str,
        dice: Generator,
        lots: impl Fn(SideId) -> Generator,
    ) -> String {
        let mut text = format!("# Scenario: {}/{}\n", self.plan.pack, self.plan.scenario);
        for house in &self.plan.house {
            text.push_str(&format!("# House: {}\n", house.name));
        }
        text.push_str(&format!("# Game {game} of seed {}: {}\n", self.plan.seed, what.replace('\n', " ")));
        if self.table.begin(&mut self.bout, &self.start, dice, lots).is_err() {
            return text;
        }
        for _ in 0..MOST_COMMANDS {
            if self.bout.state().ending().is_some() || self.bout.state().clock().turn > self.plan.turns {
                break;
            }
            let before = self.bout.copy();
            match self.table.step(&mut self.bout) {
                Ok(Step::Played(command)) => {
                    text.push_str(&with_answers(&command.line(&before), &self.table.given()));
                    text.push('\n');
                }
                Ok(Step::DeadEnd) => break,
                Err(Broken { command, .. }) => {
                    if let Some(command) = command {
                        text.push_str(&with_answers(&command.line(&before), &self.table.given()));
                        text.push('\n');
                    }
                    break;
                }
            }
        }
        text
    }
}

fn told(failure: &Failure) -> String {
    match failure {
        Failure::Refused(refusal) => format!("refused: {}", refusal.reason),
        Failure::Stopped(stop) => stop.to_string(),
        Failure::Broken(diagnostic) => diagnostic.title.clone(),
    }
}
