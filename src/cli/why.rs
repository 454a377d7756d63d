//! `why`: a session file run in silence, and one of its results explained.

use std::cell::RefCell;
use std::rc::Rc;

use super::arguments::Why;
use super::failure::Outcome;
use super::feed::{Feed, worst};
use super::interrupt;
use super::look::Look;
use super::page::{Page, SharedPage, Streams, Transcript};
use super::play_file::{PlayFile, pack_around};
use crate::pack::{Library, read_text};

/// Carries out `why`.
pub(super) fn why(library: &Library, arguments: &Why, look: &Look) -> Outcome {
    let text = read_text(&arguments.file)?;
    let name = arguments.file.to_string_lossy();
    let pack = pack_around(&arguments.file);
    let file = PlayFile {
        name: &name,
        text: &text,
        folder: arguments.file.parent(),
        pack: pack.as_deref(),
        ..PlayFile::default()
    };
    let silent = Rc::new(RefCell::new(Transcript::default()));
    let shared: SharedPage = silent.clone();
    let (mut console, script) = file.open(library, look, &shared, &interrupt::cancel_flag())?;
    let failed = Feed::default().run(&mut console, &script, &shared);
    let mut page = Streams { ascii: look.style.ascii };
    if let Some(stopped) = failed.first() {
        // What came before the mistake can still be explained.
        page.err(&format!("{}{}: the session stops here\n", stopped.told, stopped.place));
    }
    let told = console.line(&arguments.number.map_or_else(|| "why".to_owned(), |n| format!("why {n}")));
    page.out(&told.out);
    page.err(&told.err);
    Ok(worst(&failed).max(told.status.exit_code()))
}
