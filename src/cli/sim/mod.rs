//! `sim`: many games, counted; and their parts added up.

mod again;
mod answer;
mod failures;
mod merge;
mod rows;
mod sheet;

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::arguments::{Sim, SimCommand};
use super::choose;
use super::failure::{Failure, Outcome, refuse_hidden, tell_house_warnings, usage};
use super::found_session;
use super::interrupt;
use super::kept_file::{hold, is_same_file, must_be_file, must_be_no_lock, write_whole};
use super::look::Look;
use super::page::{Streams, remark};
use super::players;
use super::progress::Progress;
use super::share::{self, Part};
use crate::diagnostic::{Diagnostic, counted};
use crate::pack::{HouseFile, Library, Loaded, Request, load, read_text};
use crate::play::simulate::{
    Counts, Done, Head, Job, MOST_COMMANDS, Plan, Ranges, Results, TakesRows, Until, columns, difference,
    run_kept,
};
use crate::play::{PlayerKind, processors};
use crate::repl::Status;
use crate::session::Session;
use answer::{Precision, show};
use rows::Rows;
use sheet::sheet;

/// How many games there are in all where nothing is said.
const GAMES: u64 = 1000;

/// The same where they end by `--until`: enough for the intervals of sides that win alike to be narrower than 0.1 %.
const MOST_UNTIL: u64 = 1_000_000;

/// What `-o` is for.
const ON_OUT: &str = "`-o FILE.json` keeps the result, and `--json` prints it";

/// What `--csv` is for.
const ON_CSV: &str = "`--csv FILE` keeps a row for each game";

/// How often what is done is kept.
const KEPT_EVERY: Duration = Duration::from_secs(2);

/// Carries out `sim`.
pub(super) fn sim(library: &Library, arguments: &Sim, look: &Look) -> Outcome {
    match &arguments.command {
        Some(SimCommand::Merge { files, out }) => merge::merge(library, files, out.as_deref(), look),
        // To the last word: who is told to end twice still writes what is done, and lets go of its files.
        None => interrupt::busy(|| play(library, arguments, look)),
    }
}

fn play(library: &Library, arguments: &Sim, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let wanted = Wanted::of(arguments)?;
    check_files(arguments)?;
    let (plan, loaded) = plan(library, arguments)?;
    refuse_hidden(&loaded)?;
    tell_house_warnings(&loaded, look);
    if !plan.players.iter().all(|p| p.is_repeatable()) {
        let told = "a player by the clock plays no two games alike: these results cannot be had again";
        remark(told, look, &mut page);
    }
    // Held until all is written; what is told behind that may end the program.
    let files: Vec<&Path> = arguments.out.iter().chain(&arguments.csv).map(PathBuf::as_path).collect();
    let held = files.into_iter().map(|path| hold(path, look, &mut page)).collect::<Result<Vec<_>, _>>()?;
    let (before, is_enough) = before(arguments, &wanted, plan.head(&loaded), &loaded)?;
    // Where nothing is said the folder may be one that nobody writes to, and no game fails.
    arguments.failures.as_deref().map_or(Ok(()), found_session::make_room)?;
    let run = Run { arguments, wanted: &wanted, plan: &plan, loaded: &loaded, look };
    let missing = before.ranges.missing(wanted.range.clone());
    if missing.is_empty() || is_enough {
        let results = run.without_a_game(before, is_enough, &mut page)?;
        drop(held);
        run.show(&results, &mut page);
        return Ok(run.tell_failures(&results, &mut page));
    }
    let played = run.play(&before, &missing)?;
    drop(held);
    run.show(&played.results, &mut page);
    let broken_off = run.tell_what_is_left(&played, &mut page);
    let status = if broken_off { Status::Broken.exit_code() } else { 0 };
    Ok(status.max(run.tell_failures(&played.results, &mut page)))
}

/// Which games are wanted.
struct Wanted {
    /// How many in all, where that was said.
    given: Option<u64>,
    /// How many in all otherwise, too.
    all: u64,
    until: Option<Until>,
    part: Option<Part>,
    /// Those of this run.
    range: Range<u64>,
    /// How many in all, those of the range among them.
    games: u64,
}

impl Wanted {
    fn of(arguments: &Sim) -> Result<Wanted, Failure> {
        let given = arguments.games.as_deref().map(share::games).transpose()?;
        let until = arguments.until.as_deref().map(Until::parse).transpose();
        let until = until.map_err(Diagnostic::usage)?;
        let part =
            arguments.shard.as_deref().map(|shard| Part::parse(shard, |name| std::env::var(name).ok()));
        let part = part.transpose()?;
        let all = given.unwrap_or(if until.is_some() { MOST_UNTIL } else { GAMES });
        let (range, games) = match (&arguments.range, part) {
            (Some(range), _) => {
                let range = share::range(range)?;
                (range.clone(), all.max(range.end))
            }
            (None, Some(part)) => (part.games(all), all),
            (None, None) => (0..all, all),
        };
        Ok(Wanted { given, all, until, part, range, games })
    }
}

/// Refuses names of files before anything is played.
fn check_files(arguments: &Sim) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        must_be_file("-o", path, ON_OUT)?;
    }
    if let Some(path) = &arguments.csv {
        must_be_file("--csv", path, ON_CSV)?;
    }
    if let (Some(out), Some(csv)) = (&arguments.out, &arguments.csv)
        && is_same_file(out, csv)
    {
        let told = format!("`-o` and `--csv` are both `{}`", csv.display());
        return Err(usage(told, "name a file for each: results and rows are not kept in one"));
    }
    if let (Some(out), Some(csv)) = (&arguments.out, &arguments.csv) {
        must_be_no_lock(("--csv", csv), ("-o", out))?;
        must_be_no_lock(("-o", out), ("--csv", csv))?;
    }
    Ok(())
}

/// The results that are kept already, or none of the plan, and whether they are enough.
fn before(arguments: &Sim, wanted: &Wanted, head: Head, loaded: &Loaded) -> Result<(Results, bool), Failure> {
    let earlier = arguments.out.as_deref().map(|path| earlier(path, &head, Some(loaded)));
    let earlier = earlier.transpose()?.flatten();
    let known = earlier.as_ref().map_or(0, |results| results.games);
    let is_enough =
        wanted.until.zip(earlier.as_ref()).is_some_and(|(until, results)| until.is_met_by(results));
    let Range { start, end } = wanted.range;
    if let Some(given) = wanted.given.filter(|given| end > known.max(*given)) {
        let told = format!("`--range {start}..{end}` goes beyond `--games {given}`");
        return Err(usage(told, &format!("raise that: `--games {end}`")));
    }
    let nothing = || Results { head, games: 0, ranges: Ranges::default(), counts: Counts::default() };
    let mut results = earlier.unwrap_or_else(nothing);
    results.games = results.games.max(wanted.games);
    Ok((results, is_enough))
}

/// A run whose texts are loaded, with all that was asked.
#[derive(Clone, Copy)]
struct Run<'a> {
    arguments: &'a Sim,
    wanted: &'a Wanted,
    plan: &'a Plan,
    loaded: &'a Loaded,
    look: &'a Look,
}

/// What games came to, and all results with those that were kept before.
struct PlayedOn {
    done: Done,
    results: Results,
    /// The file of rows has some behind those that came.
    has_more_rows: bool,
}

impl Run<'_> {
    /// Tells why no game is played, and keeps that where nobody has kept anything yet.
    fn without_a_game(
        self,
        mut results: Results,
        is_enough: bool,
        page: &mut Streams,
    ) -> Result<Results, Failure> {
        let Wanted { part, range, all, .. } = self.wanted;
        let told = match part.filter(|_| range.is_empty()) {
            Some(part) => format!("{part} of {} has no game", counted(*all, "game")),
            None => {
                let name =
                    self.arguments.out.as_deref().map_or_else(String::new, |p| p.display().to_string());
                let is_done = results.ranges.missing(range.clone()).is_empty();
                let what = if is_done { "has these games already" } else { "has enough games already" };
                format!("{name} {what}; none was played")
            }
        };
        remark(&told, self.look, page);
        if is_enough {
            results.games = results.ranges.end();
        }
        if range.is_empty() {
            keep_nothing(self.arguments, &results, &columns(self.loaded))?;
        }
        Ok(results)
    }

    /// Plays what is missing and keeps it.
    fn play(self, before: &Results, missing: &Ranges) -> Result<PlayedOn, Failure> {
        let Run { arguments, wanted, plan, loaded, .. } = self;
        let has_results = arguments.out.is_some();
        let begin = |csv| Rows::begin(csv, &columns(loaded), (&before.ranges, missing), has_results);
        let csv = RefCell::new(arguments.csv.as_deref().map(begin).transpose()?);
        let done = carry_out(arguments, (plan, loaded), missing, wanted.until, before, &csv)?;
        let has_more_rows = csv.into_inner().map(Rows::end).transpose()?.unwrap_or(false);
        let mut results = joined(before, &done)?;
        if done.early {
            results.games = results.ranges.end();
        }
        if let Some(path) = &arguments.out {
            write_whole(path, results.text().as_bytes())?;
        }
        Ok(PlayedOn { done, results, has_more_rows })
    }

    fn show(self, results: &Results, page: &mut Streams) {
        let asked = self.arguments.until.as_deref().zip(self.wanted.until);
        let precision = asked.map(|(asked, until)| Precision::of(asked, until, &results.counts));
        show(results, precision, || sheet(results, self.loaded), self.look, page);
    }

    /// Tells what was not played, and whether that is because the run was broken off.
    fn tell_what_is_left(self, played: &PlayedOn, page: &mut Streams) -> bool {
        let left = played.results.ranges.missing(self.wanted.range.clone());
        let broken_off = !played.done.early && !left.is_empty();
        if broken_off {
            let kept = self.what_is_kept();
            let told = match &self.arguments.until {
                Some(asked) => format!("broken off before `{asked}` was reached: {kept}"),
                None => format!("broken off with {} left: {kept}", counted(left.count(), "game")),
            };
            remark(&told, self.look, page);
        }
        if let Some(path) = self.arguments.csv.as_ref().filter(|_| played.has_more_rows && !broken_off) {
            let told = format!("{} has rows of games, too, that were not played", path.display());
            remark(&told, self.look, page);
        }
        broken_off
    }

    /// How a run that was broken off is gone on with.
    fn what_is_kept(self) -> String {
        match (&self.arguments.out, &self.arguments.csv) {
            (Some(path), _) => {
                format!("{} has what is done; the same command plays the rest", path.display())
            }
            (None, Some(path)) => format!(
                "{} has the rows of what is done, no result: the same command plays these games again and goes on behind \
                 them; `-o FILE` keeps the result, too",
                path.display()
            ),
            (None, None) => "what is done was not kept; `-o FILE` keeps it".to_owned(),
        }
    }

    /// Tells of games that failed and saves them; the exit status that they give.
    fn tell_failures(self, results: &Results, page: &mut Streams) -> u8 {
        let folder = self.arguments.failures.as_deref().unwrap_or(Path::new("."));
        let saved = failures::tell_saved(self.plan, &results.counts, folder, self.look, page);
        saved.max(u8::from(results.counts.failed > 0))
    }
}

/// Results with those of games that were played beside them.
///
/// # Errors
/// Games that both have.
fn joined(before: &Results, done: &Done) -> Result<Results, Diagnostic> {
    let mut all = before.clone();
    let played = Results {
        head: before.head.clone(),
        games: before.games,
        ranges: done.ranges.clone(),
        counts: done.counts.clone(),
    };
    all.merge(&played, ["the file", "this run"])?;
    Ok(all)
}

/// Keeps that a part has no games: whoever adds the parts up names a file of each. What is there already stays.
fn keep_nothing(arguments: &Sim, results: &Results, heads: &str) -> Result<(), Failure> {
    let nothing = Ranges::default();
    if let Some(csv) = arguments.csv.as_deref().filter(|csv| !csv.exists()) {
        let mut rows = Rows::begin(csv, heads, (&nothing, &nothing), arguments.out.is_some())?;
        rows.add(heads);
        rows.end()?;
    }
    match arguments.out.as_deref().filter(|out| !out.exists()) {
        Some(out) => write_whole(out, results.text().as_bytes()),
        None => Ok(()),
    }
}

/// What is to be played, loaded once to see that nothing is wrong with it.
fn plan(library: &Library, arguments: &Sim) -> Result<(Plan, Loaded), Failure> {
    let chosen = choose::choose(library, arguments.game.as_deref())?;
    let library = library.with_neighbours(&chosen.pack).kept();
    let scenario = match chosen.scenario {
        Some(scenario) => scenario,
        None => Session::default_scenario(&library, &chosen.pack)?,
    };
    let mut house: Vec<HouseFile> = Vec::new();
    for name in &arguments.house {
        house.push(choose::house(&library, &chosen.pack, name, None)?.0);
    }
    let request = Request {
        pack: chosen.pack.clone(),
        scenario: Some(scenario.clone()),
        house: house.clone(),
        rulings: Vec::new(),
    };
    let loaded = load(&library, &request, &Arc::default())?;
    if loaded.data.set_up.is_none() {
        return Err(Session::no_scenario(&loaded, &chosen.pack, &scenario).into());
    }
    let sides: Vec<String> = loaded.rules.catalogue().sides.iter().map(|s| s.name.to_string()).collect();
    let players: Vec<PlayerKind> = players::by_side(&arguments.players, &sides)?;
    let plan = Plan {
        library,
        pack: chosen.pack,
        scenario,
        house,
        seed: arguments.seed,
        players,
        turns: arguments.turns,
        commands: MOST_COMMANDS,
    };
    Ok((plan, loaded))
}

/// The results that a file of a plan has already; nothing where it is not there yet.
///
/// # Errors
/// A file that has no results, or those of another plan: it is not written over.
fn earlier(path: &Path, head: &Head, loaded: Option<&Loaded>) -> Result<Option<Results>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let name = path.display().to_string();
    let results = Results::read(&name, &read_text(path)?)?;
    match difference(&results.head, head) {
        None => {
            loaded.map_or(Ok(()), |loaded| results.check_losses(&name, loaded))?;
            Ok(Some(results))
        }
        Some(differs) => {
            let told = format!("`{}` has the results of another plan: {differs}", path.display());
            Err(usage(told, "name another file, or delete this one"))
        }
    }
}

fn carry_out(
    arguments: &Sim,
    (plan, loaded): (&Plan, &Loaded),
    missing: &Ranges,
    until: Option<Until>,
    before: &Results,
    csv: &RefCell<Option<Rows>>,
) -> Result<Done, Failure> {
    let threads = arguments.threads.unwrap_or_else(processors);
    let expected = |until: Until, counts: &Counts| {
        until.about(counts).saturating_sub(before.counts.games).clamp(1, missing.count().max(1))
    };
    let total = until.map_or(missing.count(), |until| expected(until, &before.counts));
    let on_break = match (&arguments.out, &arguments.csv) {
        (Some(_), _) => "keeps what is done",
        (None, Some(_)) => "keeps the rows",
        (None, None) => "only tells what is done",
    };
    let progress = RefCell::new(Progress::new("games", total, on_break));
    let trouble: RefCell<Option<Failure>> = RefCell::new(None);
    let cancel = interrupt::cancel_flag();
    let mut goes_on = |done: u64| {
        progress.borrow_mut().tell(done);
        let is_well = trouble.borrow().is_none() && csv.borrow().as_ref().is_none_or(Rows::is_well);
        is_well && !cancel.load(Ordering::Relaxed)
    };
    let mut rows = csv;
    let (mut last, mut games) = (Instant::now(), 0);
    let mut kept = |done: &Done| {
        if let Some(until) = until {
            let mut all = before.counts.clone();
            all.add(&done.counts);
            progress.borrow_mut().expect(expected(until, &all));
        }
        if last.elapsed() >= KEPT_EVERY && done.counts.games > games {
            (last, games) = (Instant::now(), done.counts.games);
            let kept = keep(arguments, before, done, csv.borrow_mut().as_mut());
            *trouble.borrow_mut() = kept.err();
        }
    };
    let job = Job {
        plan,
        loaded,
        head: &before.head,
        wanted: missing,
        threads,
        until: until.map(|until| (until, &before.counts)),
        rows: if arguments.csv.is_some() { Some(&mut rows) } else { None },
        goes_on: &mut goes_on,
    };
    let done = run_kept(job, &mut kept);
    progress.borrow_mut().end();
    match trouble.into_inner() {
        Some(trouble) => Err(trouble),
        None => Ok(done),
    }
}

impl TakesRows for &RefCell<Option<Rows>> {
    fn take(&mut self, rows: &str) {
        if let Some(csv) = &mut *self.borrow_mut() {
            csv.add(rows);
        }
    }

    fn has_room(&mut self, rows: &str) -> bool {
        self.borrow_mut().as_mut().is_none_or(|csv| csv.has_room(rows))
    }
}

/// Keeps what is done so far, so that little is lost where the program is killed or the power fails: first the rows, then
/// the results, which so never tell of a game that has no row.
fn keep(arguments: &Sim, before: &Results, done: &Done, csv: Option<&mut Rows>) -> Result<(), Failure> {
    if let Some(csv) = csv {
        csv.keep()?;
    }
    let Some(path) = &arguments.out else { return Ok(()) };
    write_whole(path, joined(before, done)?.text().as_bytes())
}
