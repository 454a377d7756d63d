//! Many games on several threads, with results that do not depend on how many.
//!
//! The numbers of games are cut into batches at fixed places. Threads take batches as they come; what they counted is
//! added up in the order of the batches, so that what is decided on the way (to stop early) is always decided on the
//! same games. No thread runs far ahead, so that little waits for its turn.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::counts::Counts;
use super::game::{Came, Games};
use super::plan::{Head, Plan};
use super::ranges::Ranges;
use crate::odds::wilson;
use crate::pack::Loaded;
use crate::play::stack::STACK;

/// Batches begin at multiples of this.
pub const BATCH: u64 = 64;
/// Batches that may wait for an earlier one, for each thread.
const AHEAD: u64 = 8;
/// How often it is looked whether to break off.
const LOOK: Duration = Duration::from_millis(50);

/// When enough games were played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until {
    /// The 95 % interval of every side's share of wins is narrower than so much to either side.
    pub within: f64,
}

impl Until {
    /// Reads `ci<1%`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Until, String> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let percent = bare.strip_prefix("ci<").and_then(|rest| rest.strip_suffix('%'));
        let percent = percent.and_then(|digits| digits.parse::<f64>().ok());
        match percent.filter(|p| p.is_finite() && *p > 0.0 && *p < 50.0) {
            Some(percent) => Ok(Until { within: percent / 100.0 }),
            None => Err(format!("`{text}` is not of the form `ci<1%`")),
        }
    }

    /// Whether these games are enough.
    pub fn is_met(self, counts: &Counts) -> bool {
        counts.games > 0 && counts.won.values().all(|won| half_width(*won, counts.games) < self.within)
    }

    /// About how many games it will take in all, going by these; where there are none yet, by sides that win alike.
    pub fn about(self, counts: &Counts) -> u64 {
        let even = Counts { games: 100, won: [(String::new(), 50)].into(), ..Counts::default() };
        let known = if counts.games > 0 { counts } else { &even };
        let widths = known.won.values().map(|won| half_width(*won, known.games));
        // An interval gets narrower by the root of the number of games.
        let times = (widths.fold(0.0, f64::max) / self.within).powi(2);
        (known.games as f64 * times).ceil() as u64
    }
}

/// How far the 95 % interval of a share goes to either side.
fn half_width(won: u64, of: u64) -> f64 {
    let (low, high) = wilson(won, of);
    (high - low) / 2.0
}

/// What is to be played.
pub struct Job<'a> {
    /// What is simulated.
    pub plan: &'a Plan,
    /// What the plan loads, so nothing is wrong with it.
    pub loaded: &'a Loaded,
    /// The head of its results.
    pub head: &'a Head,
    /// The games that are wanted, by number.
    pub wanted: &'a Ranges,
    /// How many threads play.
    pub threads: usize,
    /// When it is enough, and what was counted before.
    pub until: Option<(Until, &'a Counts)>,
    /// Takes the row of each game, in the order of the games; the first is the heads of the columns.
    pub rows: Option<&'a mut dyn TakesRows>,
    /// Looked at now and then: whether to break off, given how many games are done.
    pub goes_on: &'a mut dyn FnMut(u64) -> bool,
}

/// Where the rows of games go.
pub trait TakesRows {
    /// Takes the rows of some games, those of each batch together.
    fn take(&mut self, rows: &str);

    /// Whether rows could be taken now that do not follow those before: games of a run that was broken off, with others between
    /// that were not played. Where they cannot, these games count as not played.
    fn has_room(&mut self, rows: &str) -> bool {
        let _ = rows;
        true
    }
}

impl<F: FnMut(&str)> TakesRows for F {
    fn take(&mut self, rows: &str) {
        self(rows);
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Done {
    /// The games that were played.
    pub ranges: Ranges,
    /// What was counted.
    pub counts: Counts,
    /// It was enough before all that were wanted were played.
    pub early: bool,
    /// It was broken off.
    pub broken_off: bool,
}

/// A batch that was played, or as far as it was.
struct Batch {
    number: u64,
    played: Ranges,
    /// Whether none of its games is left.
    is_whole: bool,
    counts: Counts,
    rows: String,
}

/// The batches that are still to be taken.
struct Queue {
    rest: Box<dyn Iterator<Item = Range<u64>> + Send>,
    taken: u64,
    added: u64,
}

/// What the threads share.
struct Shared {
    queue: Mutex<Queue>,
    moved: Condvar,
    /// Breaks off all games.
    halt: Arc<AtomicBool>,
    ahead: u64,
    /// How many games came to an end, those of batches under way too: slow players shall show that they get on.
    games: AtomicU64,
}

/// Plays the games.
pub fn run(job: Job<'_>) -> Done {
    run_kept(job, &mut |_| {})
}

/// The same, with all that is done so far each time that some more games are, in their order and without a gap, so that it
/// can be kept: rows of other games have not been told yet.
pub fn run_kept(job: Job<'_>, kept: &mut dyn FnMut(&Done)) -> Done {
    let threads = job.threads.clamp(1, 1024);
    let halt: Arc<AtomicBool> = Arc::default();
    let rest = Box::new(batches(job.wanted.clone()));
    let shared = Shared {
        queue: Mutex::new(Queue { rest, taken: 0, added: 0 }),
        moved: Condvar::new(),
        halt: halt.clone(),
        ahead: AHEAD * threads as u64,
        games: AtomicU64::new(0),
    };
    let (plan, head, wants_rows) = (job.plan, job.head, job.rows.is_some());
    let columns = Games::columns(job.loaded);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for number in 0..threads {
            let (sender, shared) = (sender.clone(), &shared);
            let spawned = std::thread::Builder::new()
                .name(format!("games {number}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(plan, head, shared, wants_rows, &sender));
            // With fewer threads it takes longer, and comes to the same.
            if spawned.is_err() && number > 0 {
                break;
            }
        }
        drop(sender);
        let mut sum = Sum { done: Done::default(), rows: job.rows, until: job.until };
        sum.row(&columns);
        collect(&mut sum, &receiver, &shared, job.goes_on, kept);
        sum.done
    })
}

/// The heads of the columns of rows, as the first row that a job tells.
pub fn columns(loaded: &Loaded) -> String {
    Games::columns(loaded)
}

/// The wanted games, cut at multiples of [`BATCH`].
fn batches(wanted: Ranges) -> impl Iterator<Item = Range<u64>> + Send {
    let ranges: Vec<Range<u64>> = wanted.iter().collect();
    ranges.into_iter().flat_map(|range| {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let from = at;
            at = ((from / BATCH + 1) * BATCH).min(range.end);
            (from < range.end).then_some(from..at)
        })
    })
}

/// What one thread does.
fn work(plan: &Plan, head: &Head, shared: &Shared, wants_rows: bool, sender: &Sender<Batch>) {
    // The same texts were loaded a moment ago.
    let Ok(loaded) = plan.load(&shared.halt) else { return };
    let mut games = Games::new(plan, head, Rc::new(loaded), &shared.halt);
    while let Some((number, range)) = shared.take() {
        let mut played = range.start;
        let mut rows = String::new();
        for game in range.clone() {
            if shared.halt.load(Ordering::Relaxed) || games.play(game, wants_rows) == Came::BrokenOff {
                break;
            }
            played = game + 1;
            shared.games.fetch_add(1, Ordering::Relaxed);
            rows.push_str(&games.row.take().unwrap_or_default());
        }
        let batch = Batch {
            number,
            played: Ranges::of(range.start..played),
            is_whole: played == range.end,
            counts: games.take_counts(),
            rows,
        };
        if sender.send(batch).is_err() {
            return;
        }
    }
}

impl Shared {
    /// The next batch with its number, once it is not too far ahead.
    fn take(&self) -> Option<(u64, Range<u64>)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        while queue.taken >= queue.added + self.ahead && !self.halt.load(Ordering::Relaxed) {
            queue = self.moved.wait_timeout(queue, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        if self.halt.load(Ordering::Relaxed) {
            return None;
        }
        let range = queue.rest.next()?;
        queue.taken += 1;
        Some((queue.taken - 1, range))
    }

    fn added(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).added += 1;
        self.moved.notify_all();
    }
}

/// What was added up so far.
struct Sum<'a> {
    done: Done,
    rows: Option<&'a mut dyn TakesRows>,
    until: Option<(Until, &'a Counts)>,
}

impl Sum<'_> {
    fn row(&mut self, row: &str) {
        if let Some(rows) = &mut self.rows {
            rows.take(row);
        }
    }

    fn add(&mut self, batch: &Batch) {
        // Batches lie apart.
        let _ = self.done.ranges.join(&batch.played);
        self.done.counts.add(&batch.counts);
        self.row(&batch.rows);
    }

    fn has_room(&mut self, rows: &str) -> bool {
        self.rows.as_mut().is_none_or(|taker| taker.has_room(rows))
    }

    fn is_enough(&self) -> bool {
        self.until.as_ref().is_some_and(|(until, before)| {
            let mut all = (*before).clone();
            all.add(&self.done.counts);
            until.is_met(&all)
        })
    }
}

/// Adds batches up in their order until all are there, or it is enough, or it is broken off.
fn collect(
    sum: &mut Sum<'_>,
    receiver: &Receiver<Batch>,
    shared: &Shared,
    goes_on: &mut dyn FnMut(u64) -> bool,
    kept: &mut dyn FnMut(&Done),
) {
    let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
    let mut next = 0;
    loop {
        let received = receiver.recv_timeout(LOOK);
        match received {
            Ok(batch) => {
                waiting.insert(batch.number, batch);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while !sum.done.broken_off
            && let Some(batch) = waiting.remove(&next)
        {
            sum.add(&batch);
            next += 1;
            shared.added();
            if batch.is_whole {
                kept(&sum.done);
            }
            if sum.is_enough() {
                sum.done.early = true;
                shared.halt.store(true, Ordering::Relaxed);
                return;
            }
        }
        if !sum.done.broken_off && !goes_on(shared.games.load(Ordering::Relaxed)) {
            // Every thread hands in how far it has come.
            sum.done.broken_off = true;
            shared.halt.store(true, Ordering::Relaxed);
        }
    }
    // What was broken off may have gaps. Whether it is enough is decided on whole batches without any.
    let mut has_gap = false;
    for (number, batch) in waiting {
        if sum.until.is_some() && (number != next || !batch.is_whole) {
            break;
        }
        has_gap |= number != next;
        if has_gap && !sum.has_room(&batch.rows) {
            break;
        }
        sum.add(&batch);
        has_gap |= !batch.is_whole;
        next = number + 1;
        if sum.is_enough() {
            sum.done.early = true;
            break;
        }
    }
}
