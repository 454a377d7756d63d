//! Many games on several threads, with results that do not depend on how many.
//!
//! Threads take the lowest games that are left, as many at a time as they play in a moment: one where games are long, a
//! batch where they are short. Nothing that is done stays with a thread for long, and what it has not come to by then it
//! gives back. What has an order (rows, and what is decided on the way, to stop early) is added up in the order of the
//! games, and decided at fixed places alone, so always on the same games. No thread runs far ahead, so that little waits
//! for its turn.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::counts::Counts;
use super::file::Results;
use super::game::{Came, Games};
use super::plan::{Head, MOST_GAMES, Plan};
use super::ranges::Ranges;
use crate::odds::wilson_of_share;
use crate::pack::Loaded;
use crate::play::stack::STACK;

/// Batches begin at multiples of this. Whether it is enough is decided at the end of one, and nobody takes games of two.
pub const BATCH: u64 = 64;
/// Batches whose games may wait for earlier ones, for each thread.
const AHEAD: u64 = 8;
/// No thread takes up another game before it has handed in what it has played for so long.
const HAND_IN: Duration = Duration::from_millis(500);
/// Fewer games tell next to nothing of the shares that many will come to.
const FEW: u64 = 30;
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
        match percent {
            Some(percent) if percent > 0.0 && percent < 50.0 => Ok(Until { within: percent / 100.0 }),
            Some(_) => Err(format!("`{text}` does not lie between `ci<0%` and `ci<50%`, ends not included")),
            None => Err(format!("`{text}` is not of the form `ci<1%`")),
        }
    }

    /// Whether these games are enough.
    pub fn is_met(self, counts: &Counts) -> bool {
        let share = |won: &u64| *won as f64 / counts.games as f64;
        counts.games > 0 && counts.won.values().all(|won| self.is_narrow(share(won), counts.games))
    }

    /// Whether the games of a file are enough. A run that was broken off inside a batch decides at the end of that batch, so
    /// that it ends where it would have ended.
    pub fn is_met_by(self, results: &Results) -> bool {
        let end = results.ranges.end();
        let is_inside =
            !end.is_multiple_of(BATCH) && end < results.games && results.ranges == Ranges::of(0..end);
        !is_inside && self.is_met(&results.counts)
    }

    /// About how many games it will take in all if shares stay as they are in these; where those are few, by sides that win alike.
    pub fn about(self, counts: &Counts) -> u64 {
        let even = Counts { games: 2, won: [(String::new(), 1)].into(), ..Counts::default() };
        let known = if counts.games >= FEW { counts } else { &even };
        let takes = known.won.values().map(|won| self.takes(*won as f64 / known.games as f64));
        takes.max().unwrap_or(0)
    }

    /// How many games tell a share so exactly, [`MOST_GAMES`] where fewer do not. Between none and all of the games that falls
    /// with the root of their number, at these ends with the number itself.
    fn takes(self, share: f64) -> u64 {
        let (mut too_few, mut enough) = (0, MOST_GAMES);
        while enough - too_few > 1 {
            let games = too_few + (enough - too_few) / 2;
            match self.is_narrow(share, games) {
                true => enough = games,
                false => too_few = games,
            }
        }
        enough
    }

    /// Whether the 95 % interval of a share goes less far than asked, to the side to which it goes farther: near none or all it
    /// goes farther inward.
    fn is_narrow(self, share: f64, of: u64) -> bool {
        let (low, high) = wilson_of_share(share, of);
        (high - share).max(share - low) < self.within
    }
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
    /// Takes the rows of some games that follow each other.
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

/// Games that one thread has played, one after the other, all of one batch.
struct Played {
    games: Range<u64>,
    counts: Counts,
    rows: String,
}

/// The games that are still to be taken.
struct Queue {
    /// In order, apart.
    rest: VecDeque<Range<u64>>,
    /// Threads that play, and may give games back.
    at_work: usize,
    /// The first game that is not added up yet.
    next: Option<u64>,
    /// Games that were played and wait for that one.
    waiting: u64,
}

/// What the threads share.
struct Shared {
    queue: Mutex<Queue>,
    moved: Condvar,
    /// Breaks off all games.
    halt: Arc<AtomicBool>,
    /// So many games may wait for an earlier one.
    ahead: u64,
    /// How many games came to an end, those that are not handed in too: slow players shall show that they get on.
    games: AtomicU64,
}

/// Games that a thread has taken; those that it has not played go back to the others.
struct Taken<'a> {
    shared: &'a Shared,
    rest: Range<u64>,
}

/// Plays the games.
pub fn run(job: Job<'_>) -> Done {
    run_kept(job, &mut |_| {})
}

/// The same, with all that is done so far several times a second, so that it can be kept. Where rows or an early end are
/// wanted, these are games in their order and without a gap: rows of other games have not been told yet.
pub fn run_kept(job: Job<'_>, kept: &mut dyn FnMut(&Done)) -> Done {
    // Each thread reads the packs for itself, so there are no more than have a game to play.
    let most = usize::try_from(job.wanted.count()).unwrap_or(usize::MAX).clamp(1, 1024);
    let threads = job.threads.clamp(1, most);
    let queue =
        Queue { rest: job.wanted.iter().collect(), at_work: 0, next: job.wanted.first_from(0), waiting: 0 };
    let shared = Shared {
        queue: Mutex::new(queue),
        moved: Condvar::new(),
        halt: Arc::default(),
        ahead: AHEAD * BATCH * threads as u64,
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
        collect(&mut sum, job.wanted, &receiver, &shared, job.goes_on, kept);
        sum.done
    })
}

/// The heads of the columns of rows, as the first row that a job tells.
pub fn columns(loaded: &Loaded) -> String {
    Games::columns(loaded)
}

/// What one thread does.
fn work(plan: &Plan, head: &Head, shared: &Shared, wants_rows: bool, sender: &Sender<Played>) {
    if shared.is_over() {
        return;
    }
    // The same texts were loaded a moment ago.
    let Ok(loaded) = plan.load(&shared.halt) else { return };
    let mut games = Games::new(plan, head, Rc::new(loaded), &shared.halt);
    // How long games are is seen by the first one.
    let mut most = 1;
    while let Some(mut taken) = shared.take(most) {
        let (first, begun) = (taken.rest.start, Instant::now());
        let mut rows = String::new();
        while !taken.rest.is_empty() && !shared.halt.load(Ordering::Relaxed) {
            if games.play(taken.rest.start, wants_rows) == Came::BrokenOff {
                break;
            }
            taken.rest.start += 1;
            shared.games.fetch_add(1, Ordering::Relaxed);
            rows.push_str(&games.row.take().unwrap_or_default());
            if begun.elapsed() >= HAND_IN {
                break;
            }
        }
        let took = begun.elapsed();
        if took < HAND_IN / 4 {
            most = (most * 2).min(BATCH);
        } else if took > HAND_IN {
            most = (most / 2).max(1);
        }
        let played = Played { games: first..taken.rest.start, counts: games.take_counts(), rows };
        drop(taken);
        if sender.send(played).is_err() {
            return;
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no game is left for one more thread.
    fn is_over(&self) -> bool {
        let queue = self.queue();
        queue.rest.is_empty() && queue.at_work == 0 || self.halt.load(Ordering::Relaxed)
    }

    /// The next games, so many at most and of one batch, once they are not too far ahead.
    fn take(&self, most: u64) -> Option<Taken<'_>> {
        let mut queue = self.queue();
        loop {
            if self.halt.load(Ordering::Relaxed) {
                return None;
            }
            let first = queue.rest.front().map(|range| range.start);
            let may = match first {
                None if queue.at_work == 0 => return None,
                None => false,
                // What all others wait for is never too far ahead.
                Some(_) => queue.waiting < self.ahead || first == queue.next,
            };
            if may && let Some(range) = queue.rest.pop_front() {
                let batch = (range.start / BATCH + 1) * BATCH;
                let end = range.end.min(batch).min(range.start + most);
                if end < range.end {
                    queue.rest.push_front(end..range.end);
                }
                queue.at_work += 1;
                return Some(Taken { shared: self, rest: range.start..end });
            }
            queue = self.moved.wait_timeout(queue, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells which game is waited for, and how many wait.
    fn tell(&self, next: Option<u64>, waiting: u64) {
        let mut queue = self.queue();
        (queue.next, queue.waiting) = (next, waiting);
        self.moved.notify_all();
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.at_work -= 1;
        if !self.rest.is_empty() {
            let at = queue.rest.partition_point(|range| range.start < self.rest.start);
            queue.rest.insert(at, self.rest.clone());
        }
        self.shared.moved.notify_all();
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

    fn add(&mut self, played: &Played) {
        // No game is taken twice.
        let _ = self.done.ranges.add(played.games.clone());
        self.done.counts.add(&played.counts);
        self.row(&played.rows);
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

/// Adds up what is handed in, until all is there, or it is enough, or it is broken off.
fn collect(
    sum: &mut Sum<'_>,
    wanted: &Ranges,
    receiver: &Receiver<Played>,
    shared: &Shared,
    goes_on: &mut dyn FnMut(u64) -> bool,
    kept: &mut dyn FnMut(&Done),
) {
    // Counts alone add up to the same in any order.
    let has_order = sum.rows.is_some() || sum.until.is_some();
    let mut waiting: BTreeMap<u64, Played> = BTreeMap::new();
    let mut count = 0;
    let mut next = wanted.first_from(0);
    // Whether it may be decided behind a game that it is enough: at the end of a batch, and of what is wanted of it.
    let may_end = |end: u64, next: Option<u64>| end.is_multiple_of(BATCH) || next != Some(end);
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(played) => {
                count += played.games.end - played.games.start;
                if !played.games.is_empty() {
                    waiting.insert(played.games.start, played);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while !sum.done.broken_off
            && let Some(entry) = waiting.first_entry()
            && (!has_order || Some(*entry.key()) == next)
        {
            let played = entry.remove();
            sum.add(&played);
            count -= played.games.end - played.games.start;
            next = wanted.first_from(played.games.end);
            if may_end(played.games.end, next) && sum.is_enough() {
                sum.done.early = true;
                shared.halt.store(true, Ordering::Relaxed);
                return;
            }
        }
        shared.tell(next, count);
        if !sum.done.broken_off {
            kept(&sum.done);
            if !goes_on(shared.games.load(Ordering::Relaxed)) {
                // Every thread hands in how far it has come.
                sum.done.broken_off = true;
                shared.halt.store(true, Ordering::Relaxed);
            }
        }
    }
    // What was broken off may have gaps. Whether it is enough is decided on games without any.
    let mut has_gap = false;
    for (first, played) in waiting {
        has_gap |= has_order && next != Some(first);
        if has_gap && (sum.until.is_some() || !sum.has_room(&played.rows)) {
            break;
        }
        sum.add(&played);
        next = wanted.first_from(played.games.end);
        if may_end(played.games.end, next) && sum.is_enough() {
            sum.done.early = true;
            break;
        }
    }
}
