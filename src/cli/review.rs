//! `review`: snapshots that wait, one by one.

use std::fs;
use std::io::{BufRead, IsTerminal, stdin};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::arguments::Review;
use super::choose::{all_meant, pack_of};
use super::difference::difference;
use super::failure::{Failure, Outcome, cannot_write};
use super::look::Look;
use super::page::{Page, Streams};
use super::snapshot::{Snapshot, drop_pending, pending_path};
use super::test::{Renewed, renewed};
use crate::diagnostic::counted;
use crate::pack::{Library, Source, read_text};

const KEYS: &str =
    "a accept, r reject, s skip, A accept all, R reject all, S skip all, d show again, q leave";

/// A snapshot that waits.
struct Waiting {
    /// The snapshot that it would replace.
    path: PathBuf,
    name: String,
    /// Empty where there is none yet.
    old: String,
    new: String,
}

/// What becomes of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    Skip,
}

/// Carries out `review`.
pub(super) fn review(library: &Library, arguments: &Review, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    // Who rejects all need not know what it is.
    let Found { waiting, told, failing } = find(library, &arguments.pack, !arguments.reject)?;
    for told in told.iter().chain(&failing) {
        page.err(&format!("{}\n", look.style.clean(told)));
    }
    // Of a session that fails nobody can say what is to be accepted.
    let status = u8::from(!failing.is_empty());
    if waiting.is_empty() && !look.json {
        if failing.is_empty() {
            page.out("nothing waits to be reviewed\n");
        }
        return Ok(status);
    }
    let all = match (arguments.accept, arguments.reject) {
        (true, _) => Some(Decision::Accept),
        (_, true) => Some(Decision::Reject),
        _ => None,
    };
    if all.is_none() && (look.json || !stdin().is_terminal()) {
        for one in &waiting {
            let what = if one.old.is_empty() { "new" } else { "changed" };
            if look.json {
                let diff = difference(&one.old, &one.new, &crate::report::Style::default());
                let told = json!({"schema": "houserule.pending/1", "snapshot": one.name, "verdict": what, "diff": diff});
                page.out(&format!("{told}\n"));
            } else {
                page.out(&format!("{what} {}\n", look.style.clean(&one.name)));
                page.out(&difference(&one.old, &one.new, &look.style));
            }
        }
        if !look.json {
            let waiting = counted(waiting.len(), "snapshot");
            let told = format!(
                "{waiting} not decided: a terminal asks about each, `--accept` or `--reject` decides all\n"
            );
            page.out(&told);
        }
        return Ok(status);
    }
    let mut input = stdin().lock();
    Ok(go_through(&waiting, all, &mut input, look, &mut page)?.max(status))
}

/// Asks for each what becomes of it, unless one answer stands for all.
fn go_through(
    waiting: &[Waiting],
    mut all: Option<Decision>,
    input: &mut dyn BufRead,
    look: &Look,
    page: &mut dyn Page,
) -> Outcome {
    let (mut accepted, mut rejected, mut skipped) = (0, 0, 0);
    for (at, one) in waiting.iter().enumerate() {
        let decision = match all {
            Some(decision) => Some(decision),
            None => ask(one, at + 1, waiting.len(), &mut all, input, look, page),
        };
        // Nobody is left to ask, or has enough: the rest waits on.
        let Some(decision) = decision else {
            skipped += waiting.len() - at;
            break;
        };
        match decision {
            Decision::Accept => {
                fs::rename(pending_path(&one.path), &one.path)
                    .map_err(|error| cannot_write(&one.path, &error))?;
                accepted += 1;
            }
            Decision::Reject => {
                drop_pending(&one.path).map_err(|error| cannot_write(&one.path, &error))?;
                rejected += 1;
            }
            Decision::Skip => skipped += 1,
        }
    }
    page.out(&format!("{accepted} accepted, {rejected} rejected, {skipped} skipped\n"));
    Ok(0)
}

fn ask(
    one: &Waiting,
    number: usize,
    count: usize,
    all: &mut Option<Decision>,
    input: &mut dyn BufRead,
    look: &Look,
    page: &mut dyn Page,
) -> Option<Decision> {
    let mut show = true;
    loop {
        if show {
            let head = format!("{number} of {count}: {}", look.style.clean(&one.name));
            page.out(&format!("{}\n", look.style.paint(look.style.strong(), &head)));
            page.out(&difference(&one.old, &one.new, &look.style));
        }
        page.out(&format!("{KEYS}: "));
        let mut line = String::new();
        if input.read_line(&mut line).unwrap_or(0) == 0 {
            page.out("\n");
            return None;
        }
        show = false;
        match line.trim() {
            "a" => return Some(Decision::Accept),
            "r" => return Some(Decision::Reject),
            "s" | "" => return Some(Decision::Skip),
            "A" => *all = Some(Decision::Accept),
            "R" => *all = Some(Decision::Reject),
            "S" => *all = Some(Decision::Skip),
            "d" => show = true,
            "q" => return None,
            other => page.out(&format!("`{}` is none of these\n", look.style.clean(other))),
        }
        if all.is_some() {
            return *all;
        }
    }
}

/// What waits, as the sessions say it now; what is to be told of what does not wait any more, and of sessions that fail.
#[derive(Default)]
struct Found {
    waiting: Vec<Waiting>,
    told: Vec<String>,
    failing: Vec<String>,
}

fn find(library: &Library, names: &[String], renews: bool) -> Result<Found, Failure> {
    let mut names = names.to_vec();
    if names.is_empty() {
        names = all_meant(library);
    }
    let mut found = Found::default();
    for name in names {
        let name = pack_of(library, &name).unwrap_or(name);
        let files = library.pack(&name)?;
        let Source::Folder(folder) = &files.source else { continue };
        let entries = fs::read_dir(folder.join("tests")).into_iter().flatten().filter_map(Result::ok);
        let mut pending: Vec<PathBuf> =
            entries.map(|e| e.path()).filter(|p| p.to_string_lossy().ends_with(".snap.new")).collect();
        pending.sort();
        if pending.is_empty() {
            continue;
        }
        let snapshots = pending.iter().map(|path| path.with_extension("")).collect();
        let renewed = match renews {
            true => renewed(library, &name, snapshots)?,
            false => Renewed { waiting: snapshots, ..Renewed::default() },
        };
        found.told.extend(renewed.gone);
        found.failing.extend(renewed.failing);
        for path in renewed.waiting {
            found.waiting.push(read(&pending_path(&path), &files.name)?);
        }
    }
    Ok(found)
}

fn read(pending: &Path, pack: &str) -> Result<Waiting, Failure> {
    let path = pending.with_extension("");
    let body = |path: &Path| -> Result<String, Failure> {
        let text = read_text(path)?;
        Ok(Snapshot::parse(&text).map_or_else(|| text.to_string(), |s| s.body))
    };
    let file = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Waiting {
        name: format!("{pack}/tests/{file}"),
        old: if path.is_file() { body(&path)? } else { String::new() },
        new: body(pending)?,
        path,
    })
}

#[cfg(test)]
mod tests {
    use super::super::page::Transcript;
    use super::*;

    fn folder(name: &str) -> (PathBuf, Vec<Waiting>) {
        let folder = std::env::temp_dir().join(format!("houserule-review-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let waiting = ["a", "b", "c"].map(|n| {
            let path = folder.join(format!("{n}.snap"));
            fs::write(pending_path(&path), "new\n").unwrap();
            Waiting { path, name: n.to_owned(), old: "old\n".to_owned(), new: "new\n".to_owned() }
        });
        (folder, waiting.into())
    }

    fn left(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().filter_map(Result::ok);
        let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        let _ = fs::remove_dir_all(folder);
        names
    }

    fn typed(name: &str, keys: &str) -> (Vec<String>, String) {
        let (folder, waiting) = folder(name);
        let mut page = Transcript::default();
        go_through(&waiting, None, &mut keys.as_bytes(), &Look::of_transcripts(), &mut page).unwrap();
        (left(&folder), page.text)
    }

    #[test]
    fn one_by_one() {
        let (left, text) = typed("one", "a\nx\nd\nr\ns\n");
        assert_eq!(left, ["a.snap", "c.snap.new"]);
        assert!(text.contains("  - old\n  + new\n") && text.contains("`x` is none of these"), "{text}");
        assert!(text.ends_with("1 accepted, 1 rejected, 1 skipped\n"), "{text}");
    }

    #[test]
    fn all_at_once_and_leaving() {
        assert_eq!(typed("all", "s\nA\n").0, ["a.snap.new", "b.snap", "c.snap"]);
        assert_eq!(typed("none", "R\n").0, Vec::<String>::new());
        let (left, text) = typed("leave", "a\nq\n");
        assert_eq!(left, ["a.snap", "b.snap.new", "c.snap.new"]);
        assert!(text.ends_with("1 accepted, 0 rejected, 2 skipped\n"), "{text}");
    }
}
