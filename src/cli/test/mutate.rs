//! `test --mutate`: whether the sessions of packs would notice if a rule were another.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::super::arguments::Test;
use super::super::failure::Outcome;
use super::super::interrupt;
use super::super::look::Look;
use super::super::page::{Page, Streams};
use super::super::progress::Progress;
use super::mutants::{self, Mutant};
use super::sessions::{Verdict, cases, packs, run_case};
use super::survivors;
use super::watched::{OwnRules, own_rules, watch};
use crate::diagnostic::counted;
use crate::pack::{HouseFile, Library, Request, load};
use crate::play::processors;
use crate::repl::Status;
use crate::rules::{Probe, Survey};

/// What becomes of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// A session says something else, or stops.
    Noticed,
    /// All sessions that come by say the same.
    Unnoticed,
    /// No session comes by.
    Unreached,
    /// What it makes is no rule.
    Invalid,
}

/// A session that takes longer than this, and much longer than without the change, is broken off: it loops.
const PATIENCE: Duration = Duration::from_secs(10);
const TIMES: u32 = 20;
/// How often it is looked whether something takes too long.
const PAUSE: Duration = Duration::from_millis(20);

/// Carries out `test --mutate`.
pub(super) fn mutate(library: &Library, arguments: &Test, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let survey: Arc<Survey> = Arc::default();
    let mut own: Vec<OwnRules> = Vec::new();
    for pack in packs(library, &arguments.what) {
        own.push(own_rules(library, &survey, &pack)?);
    }
    let cancel = interrupt::cancel_flag();
    let cases = cases(library, &arguments.what, arguments.filter.as_deref())?;
    let mut runs = interrupt::busy(|| watch(library, &survey, cases));
    let mut wrong = 0;
    runs.retain(|run| {
        let fails = matches!(run.verdict, Verdict::Failed(..) | Verdict::Changed(..));
        if fails && !cancel.load(Ordering::Relaxed) {
            page.err(&format!("{} does not pass as it is, and is left out\n", run.case.name));
            wrong += 1;
        }
        !fails
    });
    let mut changes = mutants::all(&own, &runs);
    let all = changes.len();
    if let Some(count) = arguments.sample {
        changes = mutants::sample(changes, count, arguments.seed);
    }
    let fates = interrupt::busy(|| try_all(library, &own, &changes, &cancel));
    let known = fates.iter().flatten().count();
    survivors::tell(&own, &changes, &fates, all, look, &mut page);
    if known < changes.len() {
        page.err(&format!("broken off with {} left\n", counted(changes.len() - known, "change")));
        return Ok(Status::Broken.exit_code());
    }
    Ok(u8::from(wrong > 0))
}

/// One thread that tries changes, and by when the session that it runs has to end.
#[derive(Default)]
struct Bench {
    cancel: Arc<AtomicBool>,
    until: Mutex<Option<Instant>>,
}

impl Bench {
    fn begin(&self, took: Duration) {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        *until = Instant::now().checked_add(PATIENCE.max(took * TIMES));
        self.cancel.store(false, Ordering::Relaxed);
    }

    fn end(&self) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn look(&self, stopped: bool) {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped || until.is_some_and(|until| Instant::now() > until) {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// Tries changes on all cores; those that Ctrl-C came before have no fate.
fn try_all(
    library: &Library,
    own: &[OwnRules],
    changes: &[Mutant<'_>],
    stop: &AtomicBool,
) -> Vec<Option<Fate>> {
    let fates: Vec<Mutex<Option<Fate>>> = changes.iter().map(|_| Mutex::default()).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let threads = processors().min(changes.len());
    let benches: Vec<Bench> = (0..threads).map(|_| Bench::default()).collect();
    let mut progress = Progress::new("changes", changes.len() as u64, "tells what was found");
    let work = |bench: &Bench| {
        while !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(change) = changes.get(at) else { break };
            let fate = try_one(library, own, change, bench);
            // What is broken off has shown nothing.
            if !stop.load(Ordering::Relaxed) {
                *fates[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(fate);
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let work = &work;
    thread::scope(|scope| {
        let handles: Vec<_> = benches.iter().map(|bench| scope.spawn(move || work(bench))).collect();
        while !handles.iter().all(thread::ScopedJoinHandle::is_finished) {
            thread::sleep(PAUSE);
            let stopped = stop.load(Ordering::Relaxed);
            benches.iter().for_each(|bench| bench.look(stopped));
            progress.tell(done.load(Ordering::Relaxed));
        }
    });
    progress.end();
    fates.into_iter().map(|fate| fate.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn try_one(library: &Library, own: &[OwnRules], change: &Mutant<'_>, bench: &Bench) -> Fate {
    let altered = library.clone().with_probe(Arc::new(Probe::Altering(change.alteration())));
    for run in &change.runs {
        bench.begin(run.took);
        let verdict = run_case(&altered, &run.case, &bench.cancel);
        bench.end();
        // A session that has no snapshot notices what its expectations say.
        let is_noticed = match (&run.verdict, &verdict) {
            (Verdict::New(_), Verdict::New(_)) => false,
            (_, verdict) => *verdict != Verdict::Passed,
        };
        if is_noticed {
            let is_rule = !matches!(verdict, Verdict::Failed(..)) || is_valid(&altered, own, change);
            return if is_rule { Fate::Noticed } else { Fate::Invalid };
        }
    }
    match change.runs.is_empty() {
        false => Fate::Unnoticed,
        true if is_valid(&altered, own, change) => Fate::Unreached,
        true => Fate::Invalid,
    }
}

/// Whether the changed rules can still be loaded.
fn is_valid(altered: &Library, own: &[OwnRules], change: &Mutant<'_>) -> bool {
    let path = &*change.script.path;
    let Some(rules) = own.iter().find(|o| o.scripts.iter().any(|s| *s.path == *path)) else { return false };
    let library = altered.with_neighbours(&rules.pack);
    let inside = path.strip_prefix(&*rules.name).and_then(|p| p.strip_prefix('/')).unwrap_or(path);
    let house = library.pack(&rules.pack).ok().filter(|_| Path::new(inside).starts_with("house"));
    let house = house.and_then(|files| files.files.get(inside).cloned());
    let request = Request {
        pack: rules.pack.clone(),
        house: house.map(|text| HouseFile { name: change.script.path.clone(), text }).into_iter().collect(),
        ..Request::default()
    };
    load(&library, &request, &Arc::default()).is_ok()
}
