//! Names of files and folders, to be typed.

use std::path::Path;

use super::{Found, found};

/// The files that go on as typed, folders with a `/`. `fits` says which files are offered.
pub(super) fn files(typed: &str, fits: impl Fn(&str) -> bool) -> Vec<Found> {
    let (folder, begin) = match typed.rfind('/') {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed),
    };
    let place = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let entries = std::fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
    let mut all: Vec<Found> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !begin.starts_with('.');
            if hidden || name.chars().any(char::is_control) {
                return None;
            }
            if entry.path().is_dir() {
                let mut folder = found(format!("{folder}{name}/"), "folder");
                folder.goes_on = true;
                return Some(folder);
            }
            fits(&name).then(|| found(format!("{folder}{name}"), "file"))
        })
        .collect();
    all.sort_by(|a, b| a.candidate.cmp(&b.candidate));
    all
}
