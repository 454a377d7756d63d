//! Files that the program writes whole and knows again by how they begin: pictures and pages. None is written over a file that
//! is something else.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::verbs::write;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::{PAGE_HEAD, SVG_HEAD};
use crate::session::Trouble;

/// A kind of such files.
struct Kind {
    ending: &'static str,
    head: &'static str,
    note: &'static str,
    example: &'static str,
    made: &'static str,
}

const PICTURE: Kind = Kind {
    ending: "svg",
    head: SVG_HEAD,
    note: "pictures are SVG, which any browser shows",
    example: "-o board.svg",
    made: "drawn",
};

const PAGE: Kind = Kind {
    ending: "html",
    head: PAGE_HEAD,
    note: "it is a page for any browser",
    example: "-o impact.html",
    made: "written",
};

/// That a picture may be written there: what takes long asks before it begins.
///
/// # Errors
/// E0702 where the name does not end in `.svg`, E0607 where something else is there that is not to be written over by force.
pub fn may_write_picture(file: &str, force: bool) -> Result<(), Trouble> {
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

impl Kind {
    fn may_be_written(&self, file: &str, force: bool) -> Result<(), Trouble> {
        let path = Path::new(file);
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(self.ending)) {
            let told = Diagnostic::error(Code::USAGE, format!("`{file}` does not end in `.{}`", self.ending));
            return Err(Trouble::plain(told.note(self.note).help(self.example)));
        }
        if !force && !self.is_ours(path) {
            let told = format!("`{file}` is there already, and houserule has not {} it", self.made);
            let told = Diagnostic::error(Code::CANNOT_WRITE, told);
            return Err(Trouble::plain(told.help("`--force` writes over it")));
        }
        Ok(())
    }

    /// Whether nothing would be lost.
    fn is_ours(&self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return !path.exists() };
        let mut head = Vec::new();
        // What cannot be read is not known to be ours.
        let read = file.take(self.head.len() as u64).read_to_end(&mut head);
        read.is_ok() && (head.is_empty() || head == self.head.as_bytes())
    }
}
