//! Files that the program writes whole and knows again by how they begin: pictures, pages, saved games, reports of games. None is
//! written over a file that is something else.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::report::{PAGE_HEAD, SVG_HEAD};
use crate::session::Trouble;
use crate::session::store::{Access, cannot_write, check_free, is_saved_game, write_whole};

/// How a battle report in Markdown begins as a file; readers of the report do not see it.
pub(super) const REPORT_HEAD: &str = "<!-- a battle report, by houserule -->\n";

/// How a battle report begins as a page.
pub(super) const REPORT_PAGE_HEAD: &str = "<!doctype html>\n<!-- a battle report, by houserule -->\n";

/// How a session begins that plays a game again. Sessions that people have written begin otherwise.
pub(super) const SESSION_HEAD: &str = "# A game, written out by houserule.\n";

/// The longest first entry of a log as JSON that is looked at, in bytes.
const LONGEST_ENTRY: u64 = 1 << 24;

/// What must be true of a file that is there already, so that nothing is lost by writing over it. An empty one may always be.
struct Kind<'a> {
    is_ours: &'a dyn Fn(&Path) -> bool,
    made: &'static str,
}

/// How a file has to be called.
struct Called {
    ending: &'static str,
    note: &'static str,
}

const PICTURE: Kind<'_> = Kind { is_ours: &|path| begins(path, SVG_HEAD), made: "drawn" };

const PICTURE_NAME: Called = Called { ending: "svg", note: "pictures are SVG, which any browser shows" };

const PAGE: Kind<'_> = Kind { is_ours: &|path| begins(path, PAGE_HEAD), made: "written" };

const PAGE_NAME: Called = Called { ending: "html", note: "it is a page for any browser" };

const RULINGS_NAME: Called =
    Called { ending: "units", note: "rulings are a house file of data, the rules among them in blocks" };

const SAVED_GAME: Kind<'_> = Kind { is_ours: &is_saved_game, made: "saved a game in" };

fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    write_whole(path, text.as_bytes(), Access::AsBefore)
        .map_err(|why| Trouble::plain(cannot_write(path, why)))
}

/// That a picture may be written there: what takes long asks before it begins.
///
/// # Errors
/// E0702 where the name does not end in `.svg`, E0607 where something else is there that is not to be written over by force.
pub fn may_write_picture(file: &str, force: bool) -> Result<(), Trouble> {
    PICTURE_NAME.check(file)?;
    PICTURE.may_be_written(file, force)
}

/// Writes a picture. A file that is there is written over where this program has drawn it or it is empty; any other
/// only by force.
///
/// # Errors
/// As for [`may_write_picture`], and E0607 where the file cannot be written.
pub fn write_picture(file: &str, svg: &str, force: bool) -> Result<(), Trouble> {
    may_write_picture(file, force)?;
    write(Path::new(file), svg)
}

/// The same as [`may_write_picture`] for a page.
///
/// # Errors
/// E0702 where the name does not end in `.html`, E0607 where something else is there that is not to be written over by force.
pub fn may_write_page(file: &str, force: bool) -> Result<(), Trouble> {
    PAGE_NAME.check(file)?;
    PAGE.may_be_written(file, force)
}

/// Writes a page. A file that is there is written over where it is such a page or empty; any other only by force.
///
/// # Errors
/// As for [`may_write_page`], and E0607 where the file cannot be written.
pub fn write_page(file: &str, html: &str, force: bool) -> Result<(), Trouble> {
    may_write_page(file, force)?;
    write(Path::new(file), html)
}

/// Writes a saved game. A file that is there is written over where it is a saved game or empty; any other only by force, and
/// never the one in which this game is saved as it goes: what is done from then on would be lost.
///
/// # Errors
/// E0607 where it is another file, and where it cannot be written.
pub(super) fn write_game(file: &str, journal: &str, own: Option<&Path>, force: bool) -> Result<(), Trouble> {
    let whole = |path: &Path| path.canonicalize().ok();
    if own.and_then(whole).is_some_and(|own| whole(Path::new(file)) == Some(own)) {
        let told = format!("this game is saved in `{file}` as it goes");
        let told = Diagnostic::error(Code::CANNOT_WRITE, told);
        return Err(Trouble::plain(told.help("all of it is there; a copy needs another name")));
    }
    SAVED_GAME.may_be_written(file, force)?;
    // Who plays it would go on in a file that has lost its name.
    if is_saved_game(Path::new(file))
        && let Err(told) = check_free(Path::new(file))
        && told.code == Code::JOURNAL_LOCKED
    {
        return Err(Trouble::plain(told.help("save this game under another name")));
    }
    write(Path::new(file), journal)
}

/// Writes what begins with a head of its own. A file that is there is written over where it begins so too or is empty; any other
/// only by force.
///
/// # Errors
/// E0607 where it is another file, and where it cannot be written.
pub(super) fn write_headed(file: &str, head: &str, text: &str, force: bool) -> Result<(), Trouble> {
    Kind { is_ours: &|path| begins(path, head), made: "written" }.may_be_written(file, force)?;
    write(Path::new(file), text)
}

/// The same for rulings, which are a house file.
///
/// # Errors
/// E0702 where the name does not end in `.units`, and as for [`write_headed`].
pub(super) fn write_rulings(file: &str, head: &str, text: &str, force: bool) -> Result<(), Trouble> {
    RULINGS_NAME.check(file)?;
    write_headed(file, head, text, force)
}

/// The same for the log as JSON, a list or an entry a line, which is known again by the schema of its first entry.
///
/// # Errors
/// As for [`write_headed`].
pub(super) fn write_log(file: &str, schema: &str, text: &str, force: bool) -> Result<(), Trouble> {
    let is_ours = |path: &Path| {
        let Ok(file) = File::open(path) else { return false };
        let mut lines = BufReader::new(file.take(LONGEST_ENTRY)).split(b'\n').map_while(Result::ok);
        let Some(entry) = lines.find(|line| line != b"[") else { return false };
        let entry = serde_json::from_slice::<serde_json::Value>(entry.strip_suffix(b",").unwrap_or(&entry));
        entry.is_ok_and(|entry| entry["schema"] == schema)
    };
    Kind { is_ours: &is_ours, made: "written" }.may_be_written(file, force)?;
    write(Path::new(file), text)
}

impl Called {
    fn check(&self, file: &str) -> Result<(), Trouble> {
        let ending = Path::new(file).extension();
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case(self.ending)) {
            return Ok(());
        }
        let told = Diagnostic::error(Code::USAGE, format!("`{file}` does not end in `.{}`", self.ending));
        // A folder such as `.` has no name that could end otherwise.
        let help = match Path::new(file).file_name() {
            Some(_) => format!("call it `{}`", Path::new(file).with_extension(self.ending).display()),
            None => format!(
                "name a file: `{}`",
                Path::new(file).join("NAME").with_extension(self.ending).display()
            ),
        };
        Err(Trouble::plain(told.note(self.note).help(help)))
    }
}

impl Kind<'_> {
    fn may_be_written(&self, file: &str, force: bool) -> Result<(), Trouble> {
        let path = Path::new(file);
        let there = path.metadata();
        // Whoever looked into a pipe would wait for whoever writes it. Not even force makes a file of what is none.
        if there.as_ref().is_ok_and(|there| !there.is_file()) {
            let told = format!("`{file}` is there already, and is no file");
            return Err(Trouble::plain(Diagnostic::error(Code::CANNOT_WRITE, told).help("name a file")));
        }
        let is_empty = || there.is_ok_and(|there| there.len() == 0);
        if force || !path.exists() || is_empty() || (self.is_ours)(path) {
            return Ok(());
        }
        let told = format!("`{file}` is there already, and houserule has not {} it", self.made);
        Err(Trouble::plain(Diagnostic::error(Code::CANNOT_WRITE, told).help("`--force` writes over it")))
    }
}

/// Whether a file begins so. What cannot be read is not known to be ours.
fn begins(path: &Path, head: &str) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|f| f.take(head.len() as u64).read_to_end(&mut beginning));
    read.is_ok() && beginning == head.as_bytes()
}
