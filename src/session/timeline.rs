//! Undo, redo, marks and branches: the past as steps that can be taken back.

use super::log::{Deed, LogEntry};
use super::{Now, Session, Trouble};
use crate::data::line_word;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::dice::Generator;
use crate::kernel::journal::Record;
use crate::kernel::state::{Changes, Clock};

/// What taking a step back, and doing it again, needs.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// Only the state and the generator differ.
    Changes { changes: Changes, before: Box<Generator>, after: Box<Generator> },
    /// What is in force differs too.
    Whole { before: Box<Now>, after: Box<Now> },
}

/// One step of the past.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// Its number among all steps of the session, the same in every branch that has it.
    pub(super) id: u64,
    /// The number of its log entry.
    pub(super) entry: usize,
    /// What it is called when it is taken back.
    pub(super) name: String,
    /// Whether dice were thrown or something was revealed.
    pub(super) rolled: bool,
    /// Whether what was decided in secret was revealed.
    pub(super) revealed: bool,
    /// Whether help that rules had locked was opened: since then the program tells what was to be judged without it.
    pub(super) opened: bool,
    pub(super) way: Way,
}

/// What players know by a step, and would still know once it is taken back; what is told first comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known<'s> {
    Secret,
    Dice,
    Help,
    /// What a command had told that was begun behind the step and broken off.
    BrokenOff(&'s str),
}

impl Known<'_> {
    /// Of which step that is: `` `declare` has opened help again ``; and what follows once it is taken back.
    fn told(self, step: &str) -> (String, &'static str) {
        match self {
            Known::Dice => (
                format!("`{step}` has rolled dice"),
                "once undone, the program's own dice fall the same way again",
            ),
            Known::Secret => (
                format!("`{step}` has revealed what was secret"),
                "once undone, the sides know what each of them had decided",
            ),
            Known::Help => {
                (format!("`{step}` has opened help again"), "what the program has told since stays known")
            }
            Known::BrokenOff(line) => (
                format!("`{line}` was begun behind `{step}` and broken off"),
                "what it had thrown, asked or revealed by then stays known",
            ),
        }
    }

    /// The same for the log.
    fn in_short(self) -> &'static str {
        match self {
            Known::Secret => "what was revealed",
            Known::Dice => "dice",
            Known::Help => "what help may have told",
            Known::BrokenOff(_) => "what was told before it was broken off",
        }
    }
}

/// A line of play that is set aside.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) now: Now,
    pub(super) past: Vec<Step>,
    pub(super) future: Vec<Step>,
    pub(super) log: Vec<LogEntry>,
}

/// Which way a mark was gone to, with the names of the steps between, the first to go first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// They were undone.
    Back(Vec<String>),
    /// They had been undone and were done again.
    On(Vec<String>),
}

/// The moment before the first step, where a step is named by its number: those are counted from 1.
const START: u64 = 0;

/// The number of the last step.
fn last_of(steps: &[Step]) -> u64 {
    steps.last().map_or(START, |step| step.id)
}

/// Whether the moment behind a step lies among these. The start lies in every past.
fn is_in(steps: &[Step], step: u64) -> bool {
    step == START || steps.iter().any(|other| other.id == step)
}

impl Session {
    /// Takes the last `count` steps back and answers their names, last first. Stops before a step by which something is known
    /// unless `past_dice`: dice, a reveal, help that was opened again; the log then says so.
    ///
    /// # Errors
    /// E0707 where there are not so many, E0708 before dice.
    pub fn undo(&mut self, count: usize, past_dice: bool) -> Result<Vec<String>, Trouble> {
        if count == 0 || self.past.len() < count {
            let told = match self.past.len() {
                0 => "there is nothing to undo".to_owned(),
                n => format!("only {n} can be undone"),
            };
            return Err(Trouble::plain(Diagnostic::error(Code::NOTHING_TO_UNDO, told)));
        }
        let typed = if count > 1 { format!("undo {count}") } else { "undo".to_owned() };
        self.undo_by(&typed, count, past_dice)
    }

    /// The same by another command, which is told with `--past-dice` where something is known. There are so many steps.
    fn undo_by(&mut self, typed: &str, count: usize, past_dice: bool) -> Result<Vec<String>, Trouble> {
        let from = self.past.len() - count;
        let last = self.past[from..].iter().rev().find_map(|step| Some((self.known_by(step)?, step)));
        if let Some((known, step)) = last.filter(|_| !past_dice) {
            let (told, note) = known.told(&step.name);
            let told = Diagnostic::error(Code::PAST_DICE, told)
                .note(note)
                .help(format!("`{typed} --past-dice` takes it back, and the log says so"));
            return Err(Trouble::plain(told));
        }
        self.take_back(count, past_dice)
    }

    /// The same without being asked whether something is known: so it is done again from a journal.
    ///
    /// # Errors
    /// E0707 where there are not so many.
    pub(super) fn undo_again(&mut self, count: usize, past_dice: bool) -> Result<(), Trouble> {
        match self.past.len() < count {
            true => self.undo(count, past_dice).map(drop),
            false => self.take_back(count, past_dice).map(drop),
        }
    }

    fn take_back(&mut self, count: usize, past_dice: bool) -> Result<Vec<String>, Trouble> {
        let from = self.past.len() - count;
        let known = self.most_telling(self.past[from..].iter()).map(Known::in_short);
        self.record(Record::Undo { count: count as u32, past_dice })?;
        let mut names = Vec::new();
        for _ in 0..count {
            if let Some(step) = self.past.pop() {
                self.step_back(&step);
                self.mark_taken_back(step.entry, true);
                names.push(step.name.clone());
                self.future.push(step);
            }
        }
        if let Some(what) = known {
            self.note_entry(Deed::PastDice, format!("{what} taken back: {}", names.join("; ")));
        }
        Ok(names)
    }

    /// The game as it was before a step, which is the last one.
    fn step_back(&mut self, step: &Step) {
        match &step.way {
            Way::Changes { changes, before, .. } => {
                self.now.state.undo(changes);
                self.now.generator = (**before).clone();
            }
            Way::Whole { before, after } => {
                self.pass_over(&before.house, &after.house);
                self.now = (**before).clone();
            }
        }
    }

    /// The game as it was after a step, which is the next one.
    fn step_on(&mut self, step: &Step) {
        match &step.way {
            Way::Changes { changes, after, .. } => {
                self.now.state.redo(changes);
                self.now.generator = (**after).clone();
            }
            Way::Whole { after, .. } => self.now = (**after).clone(),
        }
    }

    /// Goes back before the last step, in the place of which a command is carried out; it is given up only with that.
    pub(super) fn begin_mending(&mut self) {
        let Some(step) = self.past.pop() else { return };
        self.step_back(&step);
        self.mended = Some(step);
    }

    /// The step that was to be given up stands again, where it has not been given up.
    pub(super) fn end_mending(&mut self) {
        let Some(step) = self.mended.take() else { return };
        self.step_on(&step);
        self.past.push(step);
    }

    /// Gives the step up in the place of which a command has been carried out, as an undo before that one; `clock` is that
    /// of its beginning.
    pub(super) fn give_mended_up(&mut self, clock: &Clock) -> Result<(), Trouble> {
        let Some(step) = &self.mended else { return Ok(()) };
        let (entry, name) = (step.entry, step.name.clone());
        self.record(Record::Undo { count: 1, past_dice: true })?;
        self.future.extend(self.mended.take());
        self.mark_taken_back(entry, true);
        self.note_entry_at(clock, Deed::PastDice, format!("dice corrected: {name}"));
        Ok(())
    }

    /// Does the last `count` steps that were taken back again and answers their names.
    ///
    /// # Errors
    /// E0707 where there are not so many.
    pub fn redo(&mut self, count: usize) -> Result<Vec<String>, Trouble> {
        if count == 0 || self.future.len() < count {
            let told = match self.future.len() {
                0 => "there is nothing to redo".to_owned(),
                n => format!("only {n} can be redone"),
            };
            return Err(Trouble::plain(Diagnostic::error(Code::NOTHING_TO_UNDO, told)));
        }
        self.record(Record::Redo { count: count as u32 })?;
        let mut names = Vec::new();
        for _ in 0..count {
            if let Some(step) = self.future.pop() {
                self.step_on(&step);
                self.mark_taken_back(step.entry, false);
                names.push(step.name.clone());
                self.past.push(step);
            }
        }
        Ok(names)
    }

    /// The log entries of the steps that can be taken back, the last first.
    pub fn past(&self) -> impl Iterator<Item = &LogEntry> {
        self.past.iter().rev().filter_map(|step| self.entry(Some(step.entry)))
    }

    /// The log entries of the steps that can be done again, the next first.
    pub fn future(&self) -> impl Iterator<Item = &LogEntry> {
        self.future.iter().rev().filter_map(|step| self.entry(Some(step.entry)))
    }

    /// Names this moment, to come back to.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn mark(&mut self, name: &str) -> Result<(), Trouble> {
        self.record(Record::Mark { name: name.to_owned() })?;
        self.marks.insert(name.to_owned(), last_of(&self.past));
        Ok(())
    }

    /// The marks that lie on the line of play that is played, before and behind the moment of now.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let is_here = |step: u64| is_in(&self.past, step) || is_in(&self.future, step);
        self.marks.iter().filter(move |(_, step)| is_here(**step)).map(|(name, _)| name.as_str())
    }

    /// Goes to a mark: back, which is an undo of all since, or on again to one that was undone.
    ///
    /// # Errors
    /// E0709 for a mark that is unknown or lies on another line of play, E0708 before dice.
    pub fn goto(&mut self, name: &str, past_dice: bool) -> Result<Gone, Trouble> {
        let Some(&step) = self.marks.get(name) else {
            let told = Diagnostic::error(Code::NOT_FOUND, format!("no mark is called `{name}`"));
            return Err(Trouble::plain(told.near(name, self.marks())));
        };
        if is_in(&self.past, step) {
            return match self.past.iter().rev().take_while(|other| other.id != step).count() {
                0 => Ok(Gone::Back(Vec::new())),
                count => {
                    let typed = format!("goto {}", line_word(name));
                    self.undo_by(&typed, count, past_dice).map(Gone::Back)
                }
            };
        }
        // The next step is the last of the future.
        match self.future.iter().rev().position(|other| other.id == step) {
            Some(between) => self.redo(between + 1).map(Gone::On),
            None => Err(self.mark_elsewhere(name, step)),
        }
    }

    /// Why a mark cannot be gone to from the line of play that is played.
    fn mark_elsewhere(&self, name: &str, step: u64) -> Trouble {
        let has_it = |branch: &Branch| is_in(&branch.past, step) || is_in(&branch.future, step);
        let branch = self.branches.iter().find(|(_, branch)| has_it(branch)).map(|(branch, _)| branch);
        Trouble::plain(match branch {
            Some(branch) => {
                let told = format!("the mark `{name}` is in the branch `{branch}`, not in `{}`", self.branch);
                Diagnostic::error(Code::NOT_FOUND, told)
                    .help(format!("`switch {branch}`, then `goto {name}`"))
            }
            None => match self.discarded.get(&step) {
                Some(branch) => {
                    let told = format!("the mark `{name}` was in the branch `{branch}`, which was discarded");
                    Diagnostic::error(Code::NOT_FOUND, told)
                        .help(format!("`mark {name}` sets it anew at this moment"))
                }
                None => {
                    let told =
                        format!("the moment that was marked `{name}` was undone, and then played otherwise");
                    Diagnostic::error(Code::NOT_FOUND, told).help("`log` tells what was taken back")
                }
            },
        })
    }

    /// Writes a note of the players into the log.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn note(&mut self, text: &str) -> Result<(), Trouble> {
        self.record(Record::Note { text: text.to_owned() })?;
        self.note_entry(Deed::Note, text.to_owned());
        Ok(())
    }

    /// Begins another line of play from here and goes on in it.
    ///
    /// # Errors
    /// E0702 where a branch of this name is there already.
    pub fn fork(&mut self, name: &str) -> Result<(), Trouble> {
        if name == self.branch || self.branches.contains_key(name) {
            let told = Diagnostic::error(Code::USAGE, format!("a branch is called `{name}` already"));
            return Err(Trouble::plain(told.help(format!("`switch {name}` goes there"))));
        }
        self.record(Record::Fork { name: name.to_owned() })?;
        self.branches.insert(self.branch.clone(), self.set_aside());
        name.clone_into(&mut self.branch);
        Ok(())
    }

    /// Goes on in another line of play. Stops where something is known by this one that the other has still to judge or to decide
    /// in secret, unless `past_dice`; the log then says so. Dice are free: another line of play is there to be tried.
    ///
    /// # Errors
    /// E0709 where there is none of this name, E0708 where something is known.
    pub fn switch(&mut self, name: &str, past_dice: bool) -> Result<(), Trouble> {
        let told = self.left_behind(name).last().and_then(|step| Some(self.known_by(step)?.told(&step.name)));
        if let Some((told, note)) = told.filter(|_| !past_dice) {
            let told = Diagnostic::error(Code::PAST_DICE, told)
                .note(note)
                .help(format!("`switch {name} --past-dice` goes there, and the log says so"));
            return Err(Trouble::plain(told));
        }
        self.switch_again(name, past_dice)
    }

    /// The steps behind which a branch does not go on, and by which more than dice is known.
    fn left_behind(&self, name: &str) -> Vec<&Step> {
        let Some(branch) = self.branches.get(name) else { return Vec::new() };
        let is_left = |step: &&Step| !branch.past.iter().any(|other| other.id == step.id);
        self.past.iter().filter(is_left).filter(|step| self.is_told_by(step)).collect()
    }

    /// The same without being asked whether something is known: so it is done again from a journal.
    ///
    /// # Errors
    /// E0709 where there is no branch of this name.
    pub(super) fn switch_again(&mut self, name: &str, past_dice: bool) -> Result<(), Trouble> {
        let left = self.left_behind(name);
        let known = self.most_telling(left.iter().copied()).map(Known::in_short);
        let names: Vec<String> = left.iter().rev().map(|step| step.name.clone()).collect();
        let Some(branch) = self.branches.remove(name) else { return Err(self.no_branch(name)) };
        if let Err(trouble) = self.record(Record::Switch { name: name.to_owned(), past_dice }) {
            self.branches.insert(name.to_owned(), branch);
            return Err(trouble);
        }
        self.branches.insert(self.branch.clone(), self.set_aside());
        name.clone_into(&mut self.branch);
        self.take_up(branch);
        if let Some(what) = known {
            self.note_entry(Deed::PastDice, format!("{what} left behind: {}", names.join("; ")));
        }
        Ok(())
    }

    /// Notes that a command was broken off when it had told something: undo of the step before it knows that, in whatever branch.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub(super) fn note_broken_off(&mut self, line: &str) -> Result<(), Trouble> {
        let step = last_of(&self.past);
        if self.broken_off.get(&step).is_some_and(|before| before == line) {
            return Ok(());
        }
        self.record(Record::BrokenOff { line: line.to_owned() })?;
        self.broken_off.insert(step, line.to_owned());
        self.note_entry(Deed::PastDice, format!("broken off after it had told something: {line}"));
        Ok(())
    }

    /// A number for a step that is taken now.
    pub(super) fn step_id(&mut self) -> u64 {
        self.steps += 1;
        self.steps
    }

    /// What is known by a step.
    fn known_by(&self, step: &Step) -> Option<Known<'_>> {
        match self.broken_off.get(&step.id) {
            _ if step.revealed => Some(Known::Secret),
            _ if step.rolled => Some(Known::Dice),
            _ if step.opened => Some(Known::Help),
            line => line.map(|line| Known::BrokenOff(line)),
        }
    }

    /// Whether more than dice is known by a step.
    fn is_told_by(&self, step: &Step) -> bool {
        step.revealed || step.opened || self.broken_off.contains_key(&step.id)
    }

    /// The first to be told of all that is known by these steps.
    fn most_telling<'s>(&'s self, steps: impl Iterator<Item = &'s Step>) -> Option<Known<'s>> {
        steps.filter_map(|step| self.known_by(step)).min()
    }

    /// Gives a line of play up. The one being played cannot be.
    ///
    /// # Errors
    /// E0709 where there is none of this name, or it is being played.
    pub fn discard(&mut self, name: &str) -> Result<(), Trouble> {
        if name == self.branch {
            let told = Diagnostic::error(Code::NOT_FOUND, format!("`{name}` is being played"));
            return Err(Trouble::plain(told.help("`switch` to another branch first")));
        }
        if !self.branches.contains_key(name) {
            return Err(self.no_branch(name));
        }
        self.record(Record::Discard { name: name.to_owned() })?;
        if let Some(branch) = self.branches.remove(name) {
            let steps = branch.past.iter().chain(&branch.future);
            self.discarded.extend(steps.map(|step| (step.id, name.to_owned())));
        }
        Ok(())
    }

    fn no_branch(&self, name: &str) -> Trouble {
        let known: Vec<&str> = self.branches.keys().map(String::as_str).collect();
        let told = Diagnostic::error(Code::NOT_FOUND, format!("no other branch is called `{name}`"));
        Trouble::plain(match known.is_empty() {
            true => told.help("`fork NAME` begins one"),
            false => told.note(format!("branches: {}", known.join(", "))).near(name, known),
        })
    }

    fn set_aside(&self) -> Branch {
        Branch {
            now: self.now.clone(),
            past: self.past.clone(),
            future: self.future.clone(),
            log: self.log.clone(),
        }
    }

    fn take_up(&mut self, branch: Branch) {
        self.now = branch.now;
        self.past = branch.past;
        self.future = branch.future;
        self.log = branch.log;
    }

    fn mark_taken_back(&mut self, entry: usize, taken_back: bool) {
        if let Some(entry) = self.log.iter_mut().find(|e| e.number == entry) {
            entry.taken_back = taken_back;
        }
    }

    /// Makes a record durable; only then may anything be acknowledged.
    pub(super) fn record(&mut self, record: Record) -> Result<(), Trouble> {
        if let Some(store) = &mut self.store {
            // Where a disk was full there may be room by now.
            store.retry().and_then(|()| store.append(&record)).map_err(Trouble::plain)?;
        }
        self.records.push(record);
        Ok(())
    }

    /// Puts something that is no command into the log.
    pub(super) fn note_entry(&mut self, deed: Deed, line: String) -> usize {
        let clock = self.now.state.clock().clone();
        self.note_entry_at(&clock, deed, line)
    }

    fn note_entry_at(&mut self, clock: &Clock, deed: Deed, line: String) -> usize {
        let number = self.log.last().map_or(1, |e| e.number + 1);
        self.log.push(LogEntry {
            number,
            deed,
            typed: String::new(),
            by: None,
            line,
            turn: clock.turn,
            phase: clock.phase.clone(),
            side: clock.side,
            said: Vec::new(),
            heard: 0,
            trace: None,
            loaded: self.now.loaded.clone(),
            lost: Vec::new(),
            action: None,
            ending: None,
            taken_back: false,
        });
        number
    }
}
