//! The sessions of packs, run and compared with their snapshots.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::json;

use super::super::arguments::Test;
use super::super::choose;
use super::super::difference::difference;
use super::super::failure::{Failure, Outcome, cannot_write, usage};
use super::super::feed::{Feed, Stopped};
use super::super::look::Look;
use super::super::page::{Page, SharedPage, Streams, Transcript};
use super::super::play_file::{PlayFile, pack_around};
use super::super::snapshot::{Snapshot, accept, drop_pending, leave_pending, snapshot_path};
use crate::diagnostic::{Code, Diagnostic, counted, render, shell_word};
use crate::pack::{Library, Source, read_text};
use crate::play::processors;

/// A session of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Case {
    /// The pack, as the library takes it.
    pub(in crate::cli) pack: String,
    /// `pack/tests/name.play`.
    pub(in crate::cli) name: String,
    /// Path inside the pack.
    pub(in crate::cli) inside: String,
    pub(in crate::cli) text: Arc<str>,
    /// Its snapshot as it is now.
    pub(in crate::cli) snapshot: Option<Arc<str>>,
    /// The session's file; none in a pack that is part of the program.
    pub(in crate::cli) file: Option<PathBuf>,
}

/// How a session came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Verdict {
    /// As in the snapshot.
    Passed,
    /// There is no snapshot yet; the transcript.
    New(String),
    /// Not as in the snapshot: what that says, and the transcript.
    Changed(String, String),
    /// It stopped early: where, and what was said there.
    Failed(String, String),
}

/// Carries out `test`.
pub(super) fn test(library: &Library, arguments: &Test, look: &Look) -> Outcome {
    let cases = cases(library, &arguments.what, arguments.filter.as_deref())?;
    let results = run_all(library, cases);
    report(&results, arguments.accept, look)
}

/// The sessions of the named packs, of all packs where none is named.
pub(in crate::cli) fn cases(
    library: &Library,
    what: &[String],
    filter: Option<&str>,
) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for name in &named(library, what) {
        if is_session(name) {
            cases.push(single(Path::new(name))?);
        } else {
            let pack = choose::pack_of(library, name).unwrap_or_else(|| name.clone());
            cases.extend(of_pack(library, &pack)?);
        }
    }
    if let Some(filter) = filter {
        cases.retain(|case| case.name.contains(filter));
        if cases.is_empty() {
            let told = format!("no session has `{filter}` in its name");
            return Err(usage(told, "`houserule test --verbose` names each session that it runs"));
        }
    }
    Ok(cases)
}

/// The packs that the named things are or belong to, as the library takes them.
pub(super) fn packs(library: &Library, what: &[String]) -> Vec<String> {
    let mut packs: Vec<String> = Vec::new();
    for name in named(library, what) {
        let around = if is_session(&name) { pack_around(Path::new(&name)) } else { None };
        let pack = around.or_else(|| choose::pack_of(library, &name)).unwrap_or(name);
        if !packs.contains(&pack) {
            packs.push(pack);
        }
    }
    packs
}

fn named(library: &Library, what: &[String]) -> Vec<String> {
    if what.is_empty() { choose::all_meant(library) } else { what.to_vec() }
}

fn is_session(name: &str) -> bool {
    name.ends_with(".play") && Path::new(name).is_file()
}

fn of_pack(library: &Library, pack: &str) -> Result<Vec<Case>, Failure> {
    let files = library.pack(pack)?;
    let sessions = files.files.iter().filter(|(p, _)| p.starts_with("tests/") && p.ends_with(".play"));
    let cases = sessions.map(|(path, text)| Case {
        pack: pack.to_owned(),
        name: format!("{}/{path}", files.name),
        inside: path.clone(),
        text: text.clone(),
        snapshot: files.files.get(&path.replace(".play", ".snap")).cloned(),
        file: match &files.source {
            Source::Folder(folder) => Some(folder.join(path)),
            Source::Embedded => None,
        },
    });
    Ok(cases.collect())
}

fn single(path: &Path) -> Result<Case, Failure> {
    let name = path.to_string_lossy().replace('\\', "/");
    let Some(pack) = pack_around(path) else {
        let told = Diagnostic::error(Code::USAGE, format!("`{name}` is in no pack"));
        return Err(told.help(format!("`houserule run {}` runs it", shell_word(&name))).into());
    };
    let snapshot = snapshot_path(path);
    let inside = path
        .canonicalize()
        .ok()
        .and_then(|p| Some(p.strip_prefix(&pack).ok()?.to_string_lossy().replace('\\', "/")));
    Ok(Case {
        pack,
        inside: inside.unwrap_or_else(|| name.clone()),
        text: read_text(path)?,
        snapshot: if snapshot.is_file() { Some(read_text(&snapshot)?) } else { None },
        file: Some(path.to_owned()),
        name,
    })
}

/// Runs sessions, as many at a time as the machine has cores; the results are in the order of the sessions.
pub(in crate::cli) fn run_all(library: &Library, cases: Vec<Case>) -> Vec<(Case, Verdict)> {
    over_threads(cases, |case| {
        let verdict = run_case(library, &case, &Arc::default());
        (case, verdict)
    })
}

/// Does something with each of many things, as many at a time as the machine has cores; the results are in their order.
pub(super) fn over_threads<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let count = things.len();
    let queue: Mutex<VecDeque<(usize, T)>> = Mutex::new(things.into_iter().enumerate().collect());
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(count));
    let worker = || loop {
        let next = queue.lock().ok().and_then(|mut q| q.pop_front());
        let Some((number, thing)) = next else { break };
        let result = work(thing);
        if let Ok(mut done) = done.lock() {
            done.push((number, result));
        }
    };
    let threads = processors().min(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Plays a session in memory, under more house rules: its transcript, and the lines that failed; the first of them ends it
/// unless it is to keep going.
///
/// # Errors
/// Where it does not begin.
pub(super) fn played(
    library: &Library,
    case: &Case,
    house: &[String],
    keep_going: bool,
    cancel: &Arc<AtomicBool>,
) -> Result<(String, Vec<Stopped>), Failure> {
    let library = library.with_neighbours(&case.pack);
    let page = Rc::new(RefCell::new(Transcript::default()));
    let shared: SharedPage = page.clone();
    let file = PlayFile {
        name: &case.name,
        text: &case.text,
        folder: case.file.as_deref().and_then(Path::parent),
        pack: Some(&case.pack),
        house,
        echo: true,
        keep_going,
        ..PlayFile::default()
    };
    let (mut console, script) = file.open(&library, &Look::of_transcripts(), &shared, cancel)?;
    let failed = Feed { keep_going, echo: true }.run(&mut console, &script, &shared);
    let text = std::mem::take(&mut page.borrow_mut().text);
    Ok((text, failed))
}

/// Runs one session and compares its transcript. `cancel` breaks it off when set.
pub(in crate::cli) fn run_case(library: &Library, case: &Case, cancel: &Arc<AtomicBool>) -> Verdict {
    let (page, failed) = match played(library, case, &[], false, cancel) {
        Ok(played) => played,
        Err(failure) => {
            let told = render(&failure.diagnostics, &failure.sources, false);
            return Verdict::Failed(format!("{}:1:1", case.name), told);
        }
    };
    if let Some(stopped) = failed.first() {
        return Verdict::Failed(stopped.place.to_string(), format!("> {}\n{}", stopped.line, stopped.told));
    }
    let body = without_head(&page).to_owned();
    match case.snapshot.as_deref().map(Snapshot::parse) {
        None | Some(None) => Verdict::New(body),
        Some(Some(snapshot)) if snapshot.says(&body) => Verdict::Passed,
        Some(Some(snapshot)) => Verdict::Changed(snapshot.body, body),
    }
}

/// The transcript without the comments that say what is played: they are no part of what happens.
fn without_head(text: &str) -> &str {
    let is_head = |line: &str| {
        ["# Rules:", "# Scenario:", "# Seed:", "# House:"].iter().any(|key| line.starts_with(key))
    };
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n').filter(|(line, _)| is_head(line)) {
        let _ = line;
        rest = after;
    }
    rest
}

/// Tells how all came out, and writes what is new.
pub(in crate::cli) fn report(results: &[(Case, Verdict)], accepts: bool, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let (mut passed, mut failed, mut changed, mut new, mut accepted) = (0, 0, 0, 0, 0);
    for (case, verdict) in results {
        let file = case.file.as_deref().map(snapshot_path);
        let snapshot = |body: &str| Snapshot { source: case.inside.clone(), body: body.to_owned() };
        let mut kept = "";
        match (verdict, &file) {
            (Verdict::New(body) | Verdict::Changed(_, body), Some(path)) => {
                let written = if accepts {
                    kept = "accepted";
                    accept(path, &snapshot(body))
                } else if may_leave_pending() {
                    leave_pending(path, &snapshot(body))
                } else {
                    Ok(())
                };
                written.map_err(|error| cannot_write(path, &error))?;
            }
            (Verdict::Passed, Some(path)) => {
                drop_pending(path).map_err(|error| cannot_write(path, &error))?;
            }
            _ => {}
        }
        let word = match verdict {
            Verdict::Passed => "passed",
            _ if !kept.is_empty() => kept,
            Verdict::New(_) => "new",
            Verdict::Changed(..) => "changed",
            Verdict::Failed(..) => "failed",
        };
        match word {
            "passed" => passed += 1,
            "accepted" => accepted += 1,
            "new" => new += 1,
            "changed" => changed += 1,
            _ => failed += 1,
        }
        tell(case, verdict, word, look, &mut page);
    }
    let sums =
        [(passed, "passed"), (failed, "failed"), (changed, "changed"), (new, "new"), (accepted, "accepted")];
    if look.json {
        let mut sum = json!({"schema": "houserule.tests/1"});
        for (count, what) in sums {
            sum[what] = count.into();
        }
        page.out(&format!("{sum}\n"));
    } else {
        let shown = sums
            .iter()
            .filter(|(n, what)| *n > 0 || *what == "passed")
            .map(|(n, what)| format!("{n} {what}"));
        page.out(&format!(
            "{}: {}\n",
            counted(results.len(), "session"),
            shown.collect::<Vec<_>>().join(", ")
        ));
        if changed + new > 0 {
            page.out("`houserule review` goes through what has changed; `--accept` takes it all\n");
        }
    }
    Ok(u8::from(failed + changed + new > 0))
}

/// Accepts what new sessions say; the exit status tells whether all ran to their end.
pub(in crate::cli) fn accept_quietly(results: &[(Case, Verdict)]) -> Outcome {
    let mut status = 0;
    for (case, verdict) in results {
        match (verdict, case.file.as_deref().map(snapshot_path)) {
            (Verdict::New(body) | Verdict::Changed(_, body), Some(path)) => {
                let snapshot = Snapshot { source: case.inside.clone(), body: body.clone() };
                accept(&path, &snapshot).map_err(|error| cannot_write(&path, &error))?;
            }
            (Verdict::Failed(..), _) => status = 1,
            _ => {}
        }
    }
    Ok(status)
}

/// What has become of snapshots that waited.
#[derive(Debug, Default)]
pub(in crate::cli) struct Renewed {
    /// Those that wait still.
    pub(in crate::cli) waiting: Vec<PathBuf>,
    /// In words, those whose sessions fail now. They wait on.
    pub(in crate::cli) failing: Vec<String>,
    /// In words, those of sessions that there are none of any more.
    pub(in crate::cli) gone: Vec<String>,
}

/// Runs the sessions of snapshots of a pack that wait once more, so that what waits is what they say now.
///
/// # Errors
/// E0607.
pub(in crate::cli) fn renewed(
    library: &Library,
    pack: &str,
    waiting: Vec<PathBuf>,
) -> Result<Renewed, Failure> {
    let path_of = |case: &Case| case.file.as_deref().map(snapshot_path);
    let is_waiting = |case: &Case| path_of(case).is_some_and(|path| waiting.contains(&path));
    let cases = of_pack(library, pack)?.into_iter().filter(is_waiting).collect();
    let results = run_all(library, cases);
    let mut renewed = Renewed::default();
    for path in waiting {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let done = match results.iter().find(|(case, _)| path_of(case).as_ref() == Some(&path)) {
            Some((_, Verdict::Failed(at, _))) => {
                let told = format!("{name}: its session fails now, at {at}; `houserule test` tells why");
                renewed.failing.push(told);
                Ok(())
            }
            Some((case, Verdict::New(body) | Verdict::Changed(_, body))) => {
                renewed.waiting.push(path.clone());
                leave_pending(&path, &Snapshot { source: case.inside.clone(), body: body.clone() })
            }
            Some((_, Verdict::Passed)) => drop_pending(&path),
            None => {
                let told = format!("{name}: it waited for a session that there is none of any more");
                renewed.gone.push(told);
                drop_pending(&path)
            }
        };
        done.map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(renewed)
}

/// Where a machine runs the tests, nothing is left behind.
fn may_leave_pending() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty() && v != *"false");
    !is_set("CI") && std::env::var_os("INSTA_UPDATE").is_none_or(|v| v != *"no")
}

fn tell(case: &Case, verdict: &Verdict, word: &str, look: &Look, page: &mut Streams) {
    let style = &look.style;
    if look.json {
        let (at, said) = match verdict {
            Verdict::Failed(at, said) => (Some(at), Some(said)),
            _ => (None, None),
        };
        let diff = match verdict {
            Verdict::Changed(old, new) => Some(difference(old, new, &crate::report::Style::default())),
            _ => None,
        };
        let told = json!({"schema": "houserule.test/1", "session": case.name, "verdict": word, "at": at, "said": said,
            "diff": diff});
        return page.out(&format!("{told}\n"));
    }
    match verdict {
        Verdict::Passed if !look.verbose => {}
        Verdict::Failed(at, said) => {
            let head = style.paint(style.refused(), "failed");
            page.out(&format!("{head} {at}\n"));
            page.out(&said.lines().map(|l| format!("    {}\n", style.clean(l))).collect::<String>());
        }
        Verdict::Changed(old, new) if word == "changed" => {
            page.out(&format!("{} {}\n", style.paint(style.noted(), word), style.clean(&case.name)));
            page.out(&difference(old, new, style));
        }
        _ => page.out(&format!("{word} {}\n", style.clean(&case.name))),
    }
}
