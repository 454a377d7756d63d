//! The file of a page: written whole, and never over something that is not a page of this program.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::verbs::write;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::PAGE_HEAD;
use crate::session::Trouble;

/// Writes a page. A file that is there is written over where it is such a page or empty; any other only by force.
///
/// # Errors
/// E0702 where the name does not end in `.html`, E0607 where the file may not or cannot be written.
pub fn write_page(file: &str, html: &str, force: bool) -> Result<(), Trouble> {
    let path = Path::new(file);
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        let told = Diagnostic::error(Code::USAGE, format!("`{file}` does not end in `.html`"));
        return Err(Trouble::plain(told.note("it is a page for any browser").help("-o impact.html")));
    }
    if !force && !is_ours(path) {
        let told = format!("`{file}` is there already, and houserule has not written it");
        let told = Diagnostic::error(Code::CANNOT_WRITE, told);
        return Err(Trouble::plain(told.help("`--force` writes over it")));
    }
    write(path, html)
}

/// Whether nothing would be lost.
fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return !path.exists() };
    let mut head = Vec::new();
    // What cannot be read is not known to be ours.
    let read = file.take(PAGE_HEAD.len() as u64).read_to_end(&mut head);
    read.is_ok() && (head.is_empty() || head == PAGE_HEAD.as_bytes())
}
