//! The file of a picture: written whole, and never over something that is not a picture of this program.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::repl::verbs::write;
use crate::report::SVG_HEAD;
use crate::session::Trouble;

/// Writes a picture. A file that is there is written over where this program has drawn it or it is empty; any other
/// only by force.
///
/// # Errors
/// E0702 where the name does not end in `.svg`, E0607 where the file may not or cannot be written.
pub fn write_picture(file: &str, svg: &str, force: bool) -> Result<(), Trouble> {
    let path = Path::new(file);
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        let told = Diagnostic::error(Code::USAGE, format!("`{file}` does not end in `.svg`"));
        return Err(Trouble::plain(
            told.note("pictures are SVG, which any browser shows").help("-o board.svg"),
        ));
    }
    if !force && !is_ours(path) {
        let told = format!("`{file}` is there already, and houserule has not drawn it");
        let told = Diagnostic::error(Code::CANNOT_WRITE, told);
        return Err(Trouble::plain(told.help("`--force` writes over it")));
    }
    write(path, svg)
}

/// Whether nothing would be lost.
fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return !path.exists() };
    let mut head = Vec::new();
    // What cannot be read is not known to be ours.
    let read = file.take(SVG_HEAD.len() as u64).read_to_end(&mut head);
    read.is_ok() && (head.is_empty() || head == SVG_HEAD.as_bytes())
}
