//! `why`: a session file run in silence or a saved game taken up to be looked at, and one of its results explained.

use std::cell::RefCell;
use std::rc::Rc;

use super::arguments::Why;
use super::failure::Outcome;
use super::feed::{Feed, worst};
use super::interrupt;
use super::look::Look;
use super::odds::console;
use super::page::{Page, SharedPage, Streams, Transcript};
use super::play_file::{PlayFile, pack_around};
use super::saved;
use crate::pack::{Library, read_text};
use crate::repl::Console;

/// Carries out `why`.
pub(super) fn why(library: &Library, arguments: &Why, look: &Look) -> Outcome {
    let name = arguments.file.to_string_lossy();
    if saved::is_named(library, &name) {
        let mut console = console(library, &name, &[], look)?;
        return Ok(explained(&mut console, arguments, look));
    }
    let text = read_text(&arguments.file)?;
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
    if let Some(stopped) = failed.first() {
        // What came before the mistake can still be explained.
        Streams { ascii: look.style.ascii }.err(&format!(
            "{}{}",
            stopped.told,
            stopped.line_of("the session stops here", look.json)
        ));
        // Of a file that is no session nobody asks for the set-up, which may be that of any game.
        if console.session.commands_given() == 0 && arguments.number.is_none() {
            return Ok(worst(&failed));
        }
    }
    Ok(worst(&failed).max(explained(&mut console, arguments, look)))
}

/// Explains the result, and answers the exit status.
fn explained(console: &mut Console, arguments: &Why, look: &Look) -> u8 {
    let mut page = Streams { ascii: look.style.ascii };
    let number = arguments.number.map(|n| format!(" {n}")).unwrap_or_default();
    let told = console.line(&format!("why{number}{}", if arguments.all { " --all" } else { "" }));
    page.out(&told.out);
    page.err(&told.err);
    told.status.exit_code()
}
