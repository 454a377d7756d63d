//! `watch`: checks and tests a pack again whenever one of its files has changed.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::check::{check_whole, show};
use super::choose::pack_of;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use super::test;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{Library, Source};

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Carries out `watch`; Ctrl-C ends it.
pub(super) fn watch(library: &Library, pack: &str, look: &Look) -> Outcome {
    let pack = pack_of(library, pack).unwrap_or_else(|| pack.to_owned());
    let Source::Folder(folder) = library.pack(&pack)?.source else {
        let told =
            Diagnostic::error(Code::USAGE, format!("`{pack}` is part of the program and never changes"));
        return Err(told.help("name the folder of a pack").into());
    };
    let mut page = Streams { ascii: look.style.ascii };
    loop {
        let seen = stamps(&folder);
        if let Err(failure) = once(library, &pack, look) {
            failure.tell(look);
        }
        if !look.json {
            page.err("waiting for changes; Ctrl-C ends this\n");
        }
        while stamps(&folder) == seen {
            sleep(PAUSE);
        }
        // An editor writes several files, or one in several goes: wait until nothing moves any more.
        let mut last = stamps(&folder);
        loop {
            sleep(PAUSE);
            let now = stamps(&folder);
            if now == last {
                break;
            }
            last = now;
        }
    }
}

fn once(library: &Library, pack: &str, look: &Look) -> Result<(), Failure> {
    let checked = check_whole(library, pack);
    show(&checked, look);
    if !checked.has_errors() {
        let cases = test::cases(library, &[pack.to_owned()], None)?;
        test::report(&test::run_all(library, cases), false, look)?;
    }
    Ok(())
}

/// Every file below a folder with its size and when it was written; what `test` writes itself is left out.
fn stamps(folder: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path();
            let Ok(meta) = std::fs::symlink_metadata(&path) else { continue };
            if meta.is_dir() {
                folders.push(path);
            } else if path.extension().is_none_or(|e| e != "new") {
                found.push((path, meta.len(), meta.modified().ok()));
            }
        }
    }
    found.sort();
    found
}
