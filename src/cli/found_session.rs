//! Sessions that show what broke in games that nobody watched. They are run from anywhere.

use std::fs;
use std::path::{Path, PathBuf};

use super::failure::{Failure, cannot_write};
use super::kept_file::write_whole;
use crate::pack::Library;

/// Makes the folder for sessions where it is missing, and sees whether files can be written there: nobody shall learn behind long play
/// that nothing can be saved.
///
/// # Errors
/// E0607 where they cannot.
pub(super) fn make_room(folder: &Path) -> Result<(), Failure> {
    let trial = folder.join(format!(".{}.part", std::process::id()));
    let write = || {
        fs::create_dir_all(folder)?;
        fs::File::create_new(&trial)?;
        fs::remove_file(&trial)
    };
    write().map_err(|error| cannot_write(folder, &error))
}

/// Saves a session of a pack in a folder, which is made where it is missing, and answers where.
///
/// # Errors
/// E0607 where it cannot be written.
pub(super) fn save(folder: &Path, pack: &str, rest: &str, text: &str) -> Result<PathBuf, Failure> {
    let pack = Path::new(pack).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let path = folder.join(format!("{pack}-{rest}.play"));
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    write_whole(&path, kept_in(folder, text).as_bytes())?;
    Ok(path)
}

/// A session whose head has paths from here, with those that lead to the same from a folder.
fn kept_in(folder: &Path, text: &str) -> String {
    let scenario = |line: &str| {
        let (pack, scenario) = line.strip_prefix("# Scenario: ")?.rsplit_once('/')?;
        let seen = seen_from(folder, pack).filter(|_| Library::is_path(pack))?;
        Some(format!("# Scenario: {seen}/{scenario}"))
    };
    let house = |line: &str| {
        // Ready house rules are no files.
        let name = line.strip_prefix("# House: ").filter(|name| Path::new(name).is_file())?;
        Some(format!("# House: {}", seen_from(folder, name)?))
    };
    let seen = |line: &str| scenario(line).or_else(|| house(line)).unwrap_or_else(|| line.to_owned());
    text.lines().map(|line| seen(line) + "\n").collect()
}

/// A path from here as a folder sees it: from there if the folder lies in the one that the program runs in, so that both can be
/// moved together, else whole. Nothing where there is nothing.
fn seen_from(folder: &Path, named: &str) -> Option<String> {
    let whole = Path::new(named).canonicalize().ok()?;
    let here = Path::new(".").canonicalize().ok()?;
    let folder = folder.canonicalize().ok()?;
    match folder.strip_prefix(here) {
        Ok(below) if Path::new(named).is_relative() => Some(match below.components().count() {
            0 => named.to_owned(),
            depth => "../".repeat(depth) + named.trim_start_matches("./"),
        }),
        _ => Some(whole.to_string_lossy().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_head_lead_to_the_same_from_the_folder_of_the_session() {
        let text = "# Scenario: ./src/cli\n# Seed: 1\n# House: build.rs\n# House: ready\nbuild.rs\n";
        assert_eq!(kept_in(Path::new("."), text), text);
        let below =
            "# Scenario: ../../src/cli\n# Seed: 1\n# House: ../../build.rs\n# House: ready\nbuild.rs\n";
        assert_eq!(kept_in(Path::new("src/cli"), text), below);
        let elsewhere = tempfile::tempdir().unwrap();
        let here = Path::new(".").canonicalize().unwrap();
        let here = here.display();
        let whole = format!(
            "# Scenario: {here}/src/cli\n# Seed: 1\n# House: {here}/build.rs\n# House: ready\nbuild.rs\n"
        );
        assert_eq!(kept_in(elsewhere.path(), text), whole);
        // A pack by its name is found wherever packs are.
        assert_eq!(kept_in(elsewhere.path(), "# Scenario: src/cli\n"), "# Scenario: src/cli\n");
    }
}
