//! `watch`: checks and tests a pack again whenever one of its files has changed, or one of the packs that it stands on.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::check::{check_whole, show};
use super::choose::pack_of;
use super::failure::{Failure, Outcome};
use super::look::Look;
use super::page::{Page, Streams};
use super::test;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{Library, Request, Source, load};

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Carries out `watch`; Ctrl-C ends it.
pub(super) fn watch(library: &Library, pack: &str, look: &Look) -> Outcome {
    let pack = pack_of(library, pack).unwrap_or_else(|| pack.to_owned());
    let Source::Folder(own) = library.pack(&pack)?.source else {
        let told =
            Diagnostic::error(Code::USAGE, format!("`{pack}` is part of the program and never changes"));
        return Err(told.help("name the folder of a pack").into());
    };
    let mut page = Streams { ascii: look.style.ascii };
    let mut folders = vec![own];
    loop {
        below(library, &pack, &mut folders);
        let seen = stamps(&folders);
        if let Err(failure) = once(library, &pack, look) {
            failure.tell(look);
        }
        if !look.json {
            page.err("waiting for changes; Ctrl-C ends this\n");
        }
        while stamps(&folders) == seen {
            sleep(PAUSE);
        }
        // An editor writes several files, or one in several goes: wait until nothing moves any more.
        let mut last = stamps(&folders);
        loop {
            sleep(PAUSE);
            let now = stamps(&folders);
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

/// The folders of the packs that a pack stands on, too. While it cannot be loaded, those that are known already.
fn below(library: &Library, pack: &str, folders: &mut Vec<PathBuf>) {
    let request = Request { pack: pack.to_owned(), ..Request::default() };
    let Ok(loaded) = load(&library.with_neighbours(pack), &request, &Arc::default()) else { return };
    for info in loaded.packs.iter() {
        if let Source::Folder(folder) = &info.files.source
            && !folders.iter().any(|known| **known == **folder)
        {
            folders.push(folder.to_path_buf());
        }
    }
}

/// Every file below some folders with its size and when it was written; what `test` writes itself is left out.
fn stamps(folders: &[PathBuf]) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let mut found = Vec::new();
    let mut folders = folders.to_vec();
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
