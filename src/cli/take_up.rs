//! Saved games taken up: what the command line says beside one is carried out in it, or refused with what to do instead.

use std::io::{Write, stdin, stdout};
use std::path::Path;

use super::arguments::Begin;
use super::choose::Chosen;
use super::failure::{Failure, tell_warnings, usage};
use super::look::Look;
use super::page::{Page, Streams};
use super::saved;
use crate::diagnostic::{counted, shell_word};
use crate::kernel::journal::{DiceSetting, Header};
use crate::session::store::{check_free, head_of};
use crate::session::{Opening, Session, Trouble};

/// Refuses what cannot stand beside a saved game that is named like a pack: another saved game, or a new one.
///
/// # Errors
/// E0702.
pub(super) fn must_be_alone(file: &str, begin: &Begin) -> Result<(), Failure> {
    let help = format!("`houserule play {}` takes the saved game up", shell_word(file));
    match &begin.resume {
        _ if begin.new => Err(usage(format!("`{file}` is a saved game, and `--new` begins another"), &help)),
        Some(Some(other)) if other != file => {
            Err(usage(format!("`{file}` and `{other}` cannot both be taken up"), &help))
        }
        _ => Ok(()),
    }
}

/// Refuses what contradicts the saved game in this file: another pack or scenario, another seed, house rules to begin with.
/// Nothing is said of a file that is no saved game; that is for whoever opens it.
///
/// # Errors
/// E0702, with what to type instead.
pub(super) fn must_fit(path: &Path, named: &Chosen, begin: &Begin) -> Result<(), Failure> {
    let Some(head) = head_of(path) else { return Ok(()) };
    let shown = path.display();
    if !is_of(&head, named) {
        let beside = [Some(&*named.pack).filter(|pack| !pack.is_empty()), named.scenario.as_deref()];
        let beside = beside.into_iter().flatten().collect::<Vec<_>>().join("/");
        let told = format!("`{shown}` is a game of `{}`, not of `{beside}`", head.scenario);
        let help = "name the saved game alone; `--resume` with a pack alone takes up the last game of that";
        return Err(usage(told, help));
    }
    if let Some(seed) = begin.seed.filter(|seed| *seed != head.seed) {
        let told = format!("`{shown}` was begun with `--seed {}`, and goes on with its dice", head.seed);
        return Err(usage(told, &format!("`seed {seed}` in the game throws them from another seed")));
    }
    if let Some(house) = begin.house.first() {
        let told =
            format!("`--house {house}` is for a new game; `{shown}` goes on with the rules that it has");
        return Err(usage(told, &format!("`house add {house}` in the game puts it into force")));
    }
    Ok(())
}

/// Whether a saved game is one of what was named, as far as anything was. A pack that is named by its path may be saved by its id.
fn is_of(head: &Header, named: &Chosen) -> bool {
    let (pack, scenario) = head.scenario.rsplit_once('/').unwrap_or((&head.scenario, ""));
    let last = |pack: &str| Path::new(pack).file_name().map(|name| name.to_owned());
    let is_pack = named.pack.is_empty() || named.pack == pack || last(&named.pack) == last(pack);
    is_pack && named.scenario.as_deref().is_none_or(|named| named == scenario)
}

/// Takes a saved game up as the command line says, and tells of a torn end.
pub(super) fn take_up(path: &Path, opening: Opening, begin: &Begin, look: &Look) -> Result<Session, Failure> {
    let (mut session, warnings) = match begin.no_journal {
        true => Session::resume_unsaved(path, opening)?,
        false => Session::resume(path, opening)?,
    };
    tell_warnings(warnings, look);
    if begin.real_dice && !session.dice_policy().is_all(DiceSetting::Real) {
        session.set_dice(None, None, DiceSetting::Real)?;
    }
    Ok(session)
}

/// Offers the last game of this scenario that is not over; none where there is none or it is not wanted.
pub(super) fn offer(opening: &Opening, begin: &Begin, look: &Look) -> Result<Option<Session>, Failure> {
    let scenario = format!("{}/{}", opening.pack, opening.scenario.as_deref().unwrap_or_default());
    let Some(path) = saved::last_begun(&scenario)? else { return Ok(None) };
    let again = || Opening { house: Vec::new(), journal: None, ..copy(opening) };
    // Before the answer the file is left as it is: to take a game up may cut off a torn end.
    let looked = check_free(&path).map_err(Trouble::plain).and_then(|()| Session::look_at(&path, again()));
    let session = match looked {
        Ok((session, _)) => session,
        // It may be open elsewhere or not replay any more; a new game is no worse for that.
        Err(trouble) => {
            Failure::from(trouble).tell(look);
            return Ok(None);
        }
    };
    if session.state().ending().is_some() {
        return Ok(None);
    }
    let mut done = counted(session.commands_given(), "command");
    if !session.rulings().is_empty() {
        done += &format!(", {}", counted(session.rulings().len(), "ruling"));
    }
    let turn = session.state().clock().turn;
    if let Some(flag) = only_for_new(begin) {
        let told = format!(
            "{flag} begins a new game. The last one, turn {turn} ({done}), is taken up by `houserule play --resume {}`.",
            shell_word(&path.to_string_lossy())
        );
        Streams { ascii: look.style.ascii }.out(&look.style.lines(&told));
        return Ok(None);
    }
    let question = format!("resume turn {turn} ({done})? [Y/n] ");
    match says_yes(&question, look) {
        true => take_up(&path, again(), begin, look).map(Some),
        false => Ok(None),
    }
}

/// What was typed that no saved game takes, so that none is offered.
fn only_for_new(begin: &Begin) -> Option<&'static str> {
    match begin {
        Begin { seed: Some(_), .. } => Some("`--seed`"),
        Begin { house, .. } if !house.is_empty() => Some("`--house`"),
        _ => None,
    }
}

/// Asks until the answer is yes or no; an empty line is yes, and so is the end of input. Where nothing can be read it is no.
fn says_yes(question: &str, look: &Look) -> bool {
    let mut streams = Streams { ascii: look.style.ascii };
    loop {
        streams.out(question);
        let _ = stdout().flush();
        let mut answer = String::new();
        // Who cannot be understood has agreed to nothing.
        if stdin().read_line(&mut answer).is_err() {
            return false;
        }
        match is_yes(&answer) {
            Some(yes) => return yes,
            None => streams.out("`y` takes that game up, `n` begins a new one; commands come after that\n"),
        }
    }
}

/// Whether an answer is yes; nothing where it is neither yes nor no.
fn is_yes(answer: &str) -> Option<bool> {
    match answer.trim().to_lowercase().as_str() {
        "" | "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

fn copy(opening: &Opening) -> Opening {
    Opening {
        library: opening.library.clone(),
        pack: opening.pack.clone(),
        scenario: opening.scenario.clone(),
        house: opening.house.clone(),
        seed: opening.seed,
        asker: opening.asker.clone(),
        cancel: opening.cancel.clone(),
        journal: opening.journal.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_neither_yes_nor_no() {
        for (answer, yes) in [
            ("\n", Some(true)),
            ("", Some(true)),
            ("Y\n", Some(true)),
            (" yes \n", Some(true)),
            ("No\r\n", Some(false)),
            ("n\n", Some(false)),
            ("now\n", None),
            ("move w1 to 0205\n", None),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
