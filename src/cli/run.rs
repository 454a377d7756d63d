//! `run`: session files, one after the other.

use super::arguments::Run;
use super::failure::Outcome;
use super::feed::{Feed, worst};
use super::interrupt;
use super::look::Look;
use super::page::Streams;
use super::play_file::{PlayFile, pack_around};
use crate::pack::{Library, read_text};

/// Carries out `run`.
pub(super) fn run(library: &Library, arguments: &Run, look: &Look) -> Outcome {
    let cancel = interrupt::cancel_flag();
    let mut status = 0;
    for path in &arguments.files {
        let text = read_text(path)?;
        let name = path.to_string_lossy();
        let pack = pack_around(path);
        let file = PlayFile {
            name: &name,
            text: &text,
            folder: path.parent(),
            pack: pack.as_deref(),
            scenario: arguments.scenario.as_deref(),
            seed: arguments.seed,
            house: &arguments.house,
            echo: false,
            keep_going: arguments.keep_going,
        };
        let page = Streams { ascii: look.style.ascii }.shared();
        let (mut console, script) = file.open(library, look, &page, &cancel)?;
        let feed = Feed { keep_going: arguments.keep_going, echo: false };
        status = status.max(worst(&feed.run(&mut console, &script, &page)));
        if interrupt::is_interrupted() || (status != 0 && !arguments.keep_going) {
            break;
        }
    }
    Ok(status)
}
