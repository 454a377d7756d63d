//! Carrying out a command of the game: checked by the rules, answered through the door, committed whole or not
//! at all.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::action::Action;
use super::door::{CommandDoor, DieGiven, Fallen, lacks_part, parts_given};
use super::foresight::Foresight;
use super::hearing::Hearing;
use super::log::{Deed, LogEntry, given_again};
use super::procedure::{self, Runs};
use super::retake::Retake;
use super::timeline::{Step, Way};
use super::words::{LineMistake, match_words};
use super::{Session, Trouble, about, called};
use crate::data::{CommandLine, Verb, without_flag};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::door::{Answer, By, Given};
use crate::kernel::journal::{DiceSetting, Record};
use crate::kernel::state::{Change, Changes, Place, State};
use crate::kernel::value::Value;
use crate::pack::Loaded;
use crate::rules::{Event, Failure, RuleCall, Trace};

/// A rule to be run with its arguments.
pub(super) struct Call {
    pub(super) rule: Arc<str>,
    pub(super) arguments: Vec<Value>,
}

/// Runs rules and keeps one record of all that they do.
struct Recorder<'a> {
    loaded: &'a Loaded,
    state: &'a mut State,
    door: &'a Rc<RefCell<CommandDoor>>,
    whole: Trace,
}

impl Runs for Recorder<'_> {
    fn run(&mut self, RuleCall { rule, arguments, looking }: RuleCall<'_>) -> Result<Value, Failure> {
        let door = self.door.clone();
        let run = self.loaded.rules.call(self.state, door, rule, arguments, looking)?;
        self.whole.events.extend(run.trace.events);
        self.whole.reads.extend(run.trace.reads);
        self.whole.measured |= run.trace.measured;
        self.whole.undrawn += run.trace.undrawn;
        self.whole.operations += run.trace.operations;
        Ok(run.value)
    }

    fn state(&mut self) -> &mut State {
        self.state
    }
}

impl Session {
    /// The verb of this name or short name.
    pub fn verb(&self, name: &str) -> Option<&Verb> {
        verb_called(&self.now.loaded.data.verbs, name)
    }

    /// Carries out a line of the game and answers the number of its log entry.
    ///
    /// # Errors
    /// A refusal of the rules, a mistake in the line, a mistake in the rules, or no answer to a roll; the state is
    /// then as it was.
    pub fn command(&mut self, text: &str, line: &CommandLine) -> Result<usize, Trouble> {
        self.command_by(text, line, None)
    }

    /// The same of a line that a player of the program gives, who is named.
    ///
    /// # Errors
    /// As for [`Session::command`].
    pub fn command_by(
        &mut self,
        text: &str,
        line: &CommandLine,
        by: Option<Arc<str>>,
    ) -> Result<usize, Trouble> {
        // Flags first: an unknown one leaves its value among the words.
        let given = given_with(text, line)?;
        self.command_given(text, line, given, by)
    }

    fn command_given(
        &mut self,
        text: &str,
        line: &CommandLine,
        given: GivenWith,
        by: Option<Arc<str>>,
    ) -> Result<usize, Trouble> {
        let (verb, calls) = self.prepare(text, line)?;
        let door = self.door(&calls, given, None);
        match line.flag("as").flatten() {
            None => {}
            Some("referee") => door.borrow_mut().by_referee = true,
            Some(other) => {
                let told = format!("dice are given by players, or `--as referee`, not `{other}`");
                return Err(Trouble::of_line(text, LineMistake::new(Code::USAGE, told, at_flag(line, "as"))));
            }
        }
        let name = format!("{} {}", verb, words(line));
        self.carry_out(text, name.trim(), Deed::Command, &calls, &door, by)
    }

    /// What the last command that failed was answered until then, decisions in secret among it: for who plays all sides himself.
    pub(crate) fn answered(&self) -> &[Answer] {
        &self.answered
    }

    /// Whether the rules allow a line, and what they looked at, without carrying it out.
    ///
    /// # Errors
    /// As for [`Session::command`].
    pub fn would_allow(&mut self, text: &str, line: &CommandLine) -> Result<Trace, Trouble> {
        let (_, calls) = self.prepare(text, line)?;
        // A check asks nobody.
        let door = self.door(&calls, GivenWith::default(), Some(VecDeque::new()));
        let Some(check) = calls.first().filter(|_| calls.len() > 1) else { return Ok(Trace::default()) };
        let loaded = self.now.loaded.clone();
        loaded.rules.set_recording(true);
        let mut recorder =
            Recorder { loaded: &loaded, state: &mut self.now.state, door: &door, whole: Trace::default() };
        let result = procedure::check(&mut recorder, &check.rule, &check.arguments);
        let whole = recorder.whole;
        self.now.state.roll_back(0);
        // What the rules allow and refuse may be a measure as well.
        self.check_tells_no_places("the check of the command", &whole)?;
        if let Err(failure) = result {
            self.check_fails_without_places("the check of the command", &failure)?;
            return Err(Trouble::of_failure(failure, &loaded.sources));
        }
        Ok(whole)
    }

    /// The rules of a line: its check, if the verb has one, then what carries it out.
    pub(super) fn prepare(&self, text: &str, line: &CommandLine) -> Result<(Arc<str>, Vec<Call>), Trouble> {
        let verb = self.verb_now(text, line)?;
        let arguments = match_words(verb, line, self.names()).map_err(|m| Trouble::of_line(text, m))?.values;
        let mut calls = Vec::new();
        if let Some(check) = &verb.check {
            calls.push(Call { rule: check.clone(), arguments: arguments.clone() });
        }
        calls.push(Call { rule: verb.rule.clone(), arguments });
        Ok((verb.name.clone(), calls))
    }

    /// The verb of a line, if it is one of the game and of the phase.
    ///
    /// # Errors
    /// E0701 for another word, E0706 where it is not its time.
    pub(super) fn verb_now(&self, text: &str, line: &CommandLine) -> Result<&Verb, Trouble> {
        let Some(verb) = self.verb(&line.verb.text) else {
            return Err(no_verb(&self.now.loaded.data.verbs, text, line));
        };
        if let Some(ending) = self.now.state.ending() {
            let told = Diagnostic::error(Code::NOT_NOW, "the game is over")
                .note(ending.reason.to_string())
                .help("`undo` goes back, `log` tells the story");
            return Err(Trouble::plain(told));
        }
        let clock = self.now.state.clock();
        if !verb.is_of(&clock.phase) {
            let title = |name: &str| {
                let phases = &self.now.loaded.data.catalogue.phases;
                phases
                    .iter()
                    .find(|p| &*p.name == name)
                    .map_or_else(|| name.to_owned(), |p| p.title.to_string())
            };
            let own: Vec<String> = verb.phases.iter().map(|p| title(p)).collect();
            let now = match clock.phase.is_empty() {
                true => "no phase has begun".to_owned(),
                false => format!("now is the {}", title(&clock.phase)),
            };
            let told = format!("`{}` is for the {}; {now}", verb.name, own.join(" or "));
            let mistake = LineMistake::new(Code::NOT_NOW, told, line.verb.start..line.verb.end)
                .help("`now` tells what may be done");
            return Err(Trouble::of_line(text, mistake));
        }
        Ok(verb)
    }

    pub(super) fn door(
        &self,
        calls: &[Call],
        given: GivenWith,
        replay: Option<VecDeque<Answer>>,
    ) -> Rc<RefCell<CommandDoor>> {
        let loaded = &self.now.loaded;
        let asks = self.now.policy.settings().any(|(.., s)| s != DiceSetting::Auto);
        let foresight = calls
            .last()
            .filter(|_| asks && replay.is_none() && self.now.state.help_lock().is_none())
            .map(|call| Foresight {
                rules: loaded.rules.clone(),
                start: self.now.state.clone(),
                rule: call.rule.clone(),
                arguments: call.arguments.clone(),
            });
        // Names are for people who choose; where answers are there already, nobody does, and a game is dear to copy.
        let now = Rc::new(replay.is_none().then(|| self.now.clone()));
        // Seals that the state holds bring their moment along.
        let has_seal = |answer: &Answer| matches!(&answer.given, Given::Revealed(all) if all.iter().any(|revealed| revealed.seal.is_some()));
        // Where nothing was sealed nobody asks for the moment, which is dear to tell.
        let known = match replay.iter().flatten().any(has_seal) {
            true => self.now.state.fingerprint(),
            false => String::new(),
        };
        let game = format!("{}/{} {} ", self.pack, self.scenario, self.first_seed());
        let (begin, known_of) = (now.clone(), now.clone());
        let GivenWith { dice, standing, choices, revealed, sealed } = given;
        Rc::new(RefCell::new(CommandDoor {
            dice,
            standing,
            choices,
            revealed,
            sealed,
            openings: self.openings.clone(),
            fresh: Vec::new(),
            active: self.now.state.clock().side,
            game,
            pack: loaded.packs.last().map_or_else(String::new, |pack| pack.files.name.to_string()),
            began: Box::new(move || {
                begin.as_ref().as_ref().map_or(known.clone(), |now| now.state.fingerprint())
            }),
            post: self.post.clone(),
            hearing: Hearing::default(),
            by_referee: false,
            policy: self.now.policy.clone(),
            generator: self.now.generator.clone(),
            asker: self.asker.clone(),
            catalogue: loaded.rules.catalogue().clone(),
            foresight,
            called: Box::new(move |value| match &*now {
                Some(now) => called(now, value),
                None => value.to_string(),
            }),
            about: Box::new(move |value| match &*known_of {
                Some(now) => about(now, value),
                None => String::new(),
            }),
            given: Vec::new(),
            has_asked: false,
            has_shown_dice: false,
            retake: Retake::default(),
            replay,
        }))
    }

    /// Runs the calls, then what follows every command, and commits it all: state, journal, log. What fails when it had told
    /// something is noted.
    pub(super) fn carry_out(
        &mut self,
        text: &str,
        name: &str,
        deed: Deed,
        calls: &[Call],
        door: &Rc<RefCell<CommandDoor>>,
        by: Option<Arc<str>>,
    ) -> Result<usize, Trouble> {
        let loaded = self.now.loaded.clone();
        let clock = self.now.state.clock().clone();
        let was_locked = self.now.state.help_lock().is_some();
        let done = self.run_whole(calls, door);
        if let Err(trouble) = &done {
            self.now.state.roll_back(0);
            self.end_mending();
            self.answered.clone_from(&door.borrow().given);
            let is_refused = matches!(trouble, Trouble::Refused(_));
            // How far a command came that the rules allow, and what it then asks or misses, may be what was locked.
            let has_told = match was_locked {
                true => !is_refused || door.borrow().has_asked,
                false => door.borrow().has_shown_secrets() || door.borrow().has_shown_dice,
            };
            // Of a set-up that has come to nothing no game is left to tell it in.
            if has_told && deed != Deed::Start {
                self.note_broken_off(text)?;
            }
        }
        let trace = done?;
        let (generator, answers, heard) = {
            let mut door = door.borrow_mut();
            (door.generator.clone(), std::mem::take(&mut door.given), door.hearing.heard())
        };
        // Whoever gives the line of a correction again is to get the dice that stand.
        let line = if self.mended.is_some() { with_dice(text, &answers) } else { text.to_owned() };
        let changes = self.now.state.commit();
        let ending = self.now.state.ending().cloned();
        let state = self.now.state.fingerprint();
        let recorded = self.give_mended_up(&clock).and_then(|()| {
            let (line, by) = (line.clone(), by.as_deref().map(str::to_owned));
            self.record(Record::Command { line, answers, state, by })
        });
        if let Err(trouble) = recorded {
            self.now.state.undo(&changes);
            return Err(trouble);
        }
        let number = self.log.last().map_or(1, |e| e.number + 1);
        let entry = LogEntry {
            number,
            deed,
            line,
            typed: text.to_owned(),
            by,
            turn: clock.turn,
            phase: clock.phase,
            side: clock.side,
            said: trace.said().map(str::to_owned).collect(),
            heard,
            lost: self.lost(&changes),
            action: calls.last().and_then(|c| Action::of(&c.arguments, &trace, &changes, &self.now.state)),
            ending: ending.filter(|_| changes.0.iter().any(|c| matches!(c, Change::Ended { .. }))),
            loaded,
            trace: None,
            taken_back: false,
        };
        // A choice is nothing that chance or another side has shown, nor is a seal: they are taken back freely.
        let is_free = |answer: &Answer| matches!(answer.given, Given::Chosen(_) | Given::Sealed(_));
        let rolled = trace.answers().any(|answer| !is_free(answer));
        let dice = trace.events.iter().any(|e| matches!(e, Event::Rolled { .. }));
        let revealed = trace.events.iter().any(|e| matches!(e, Event::Decided { .. }));
        let locks = changes.0.iter().find_map(|change| match change {
            Change::Help { was, .. } => Some(was.is_some()),
            _ => None,
        });
        let opened = locks == Some(true) && self.now.state.help_lock().is_none();
        self.log.push(LogEntry { trace: Some(Rc::new(trace)), ..entry });
        let before = Box::new(std::mem::replace(&mut self.now.generator, generator));
        let after = Box::new(self.now.generator.clone());
        let id = self.step_id();
        self.past.push(Step {
            id,
            entry: number,
            name: name.to_owned(),
            rolled,
            revealed,
            opened,
            way: Way::Changes { changes, before, after },
        });
        self.future.clear();
        self.expire(dice, clock.turn)?;
        Ok(number)
    }

    /// Runs the calls until all that they ask is answered, with nothing left over of what the line gave. What it changes is
    /// not committed, nor taken back where it fails.
    fn run_whole(&mut self, calls: &[Call], door: &Rc<RefCell<CommandDoor>>) -> Result<Trace, Trouble> {
        let loaded = self.now.loaded.clone();
        loaded.rules.set_recording(true);
        let trace = loop {
            match self.run_all(calls, door) {
                Ok(trace) => break trace,
                Err(_) if door.borrow_mut().is_to_run_again() => self.now.state.roll_back(0),
                Err(failure) => return Err(Trouble::of_failure(failure, &loaded.sources)),
            }
        };
        let fresh = {
            let mut door = door.borrow_mut();
            door.drop_ahead(None);
            if let Some(told) = surplus(&door) {
                return Err(Trouble::plain(told));
            }
            std::mem::take(&mut door.fresh)
        };
        // What opens a seal is durable before the seal is in the journal.
        self.openings.borrow_mut().keep(fresh).map_err(Trouble::plain)?;
        Ok(trace)
    }

    fn run_all(&mut self, calls: &[Call], door: &Rc<RefCell<CommandDoor>>) -> Result<Trace, Failure> {
        let loaded = self.now.loaded.clone();
        let mut recorder =
            Recorder { loaded: &loaded, state: &mut self.now.state, door, whole: Trace::default() };
        let (last, checks) = match calls.split_last() {
            Some((last, checks)) => (Some(last), checks),
            None => (None, calls),
        };
        for call in checks {
            procedure::check(&mut recorder, &call.rule, &call.arguments)?;
            recorder.whole.checked.append(&mut recorder.whole.events);
        }
        let (rule, arguments) = last.map_or((None, &[][..]), |call| (Some(&call.rule), &call.arguments[..]));
        procedure::carry_out(&mut recorder, &loaded.data, rule, arguments)?;
        Ok(recorder.whole)
    }

    fn lost(&self, changes: &Changes) -> Vec<(Arc<str>, crate::kernel::value::SideId)> {
        let out = changes.0.iter().filter_map(|c| match c {
            Change::Place { unit, is: Place::Out, .. } => Some(self.now.state.unit(*unit)),
            _ => None,
        });
        out.map(|u| (u.name.clone(), u.side)).collect()
    }

    /// Throws the dice of the last command again, as these faces: a die was mistyped. Those behind them stand as they fell, where
    /// they are thrown for the same thing again.
    ///
    /// # Errors
    /// E0707 where the last step rolled nothing, or is the set-up; as for [`Session::command`]. The last command then stands.
    pub fn fix_dice(&mut self, dice: &str) -> Result<usize, Trouble> {
        let Some(step) = self.past.last().filter(|s| s.rolled) else {
            let is_thrown = |event: &Event| matches!(event, Event::Rolled { .. });
            let set_up = self.log.first().filter(|_| self.past.is_empty()).and_then(|e| e.trace.as_ref());
            let (told, help) = match set_up.is_some_and(|trace| trace.events.iter().any(is_thrown)) {
                true => (
                    "the dice of the set-up cannot be corrected",
                    "begin the game anew; `back` at a question takes the die before it back",
                ),
                false => ("the last command has rolled no dice", "`undo` goes further back"),
            };
            return Err(Trouble::plain(Diagnostic::error(Code::NOTHING_TO_UNDO, told).help(help)));
        };
        let entry = self.entry(Some(step.entry));
        let events = entry.and_then(|entry| entry.trace.as_ref()).into_iter().flat_map(|trace| &trace.events);
        let fallen = events.filter_map(|event| match event {
            Event::Rolled { ask, answer } => Some(Fallen { roll: ask.clone(), answer: answer.clone() }),
            _ => None,
        });
        let line = entry.map(|e| e.line.clone()).unwrap_or_default();
        // Who corrects a die has not given the command.
        let by = entry.and_then(|entry| entry.by.clone());
        let typed = dice.split_whitespace().collect::<Vec<_>>().join(",");
        let text = format!("{} --dice {typed}", without_flag(&line, "dice"));
        let parsed = crate::data::parse_line(&text).map_err(|e| {
            Trouble::of_line(&text, LineMistake::new(Code::USAGE, e.message.clone(), 0..text.len()))
        })?;
        let mut given = given_with(&text, &parsed)?;
        given.standing = fallen.collect();
        self.begin_mending();
        let done = self.command_given(&text, &parsed, given, by);
        // Where it has come to nothing the command stands as it was, and nothing is known of it.
        self.end_mending();
        done
    }
}

/// A line with all dice that were not thrown by the program, in the place of those that it gives; with those of the program among
/// them, since dice given with a line are taken in order.
fn with_dice(line: &str, answers: &[Answer]) -> String {
    let are_dice = |answer: &&Answer| matches!(answer.given, Given::Dice(_) | Given::Total(_));
    let mut given: Vec<&Answer> = answers.iter().filter(are_dice).collect();
    let last = given.iter().rposition(|answer| !matches!(answer.by, By::Auto(_)));
    given.truncate(last.map_or(0, |last| last + 1));
    format!("{} {}", without_flag(line, "dice"), given_again(&given)).trim_end().to_owned()
}

/// The place of a flag's value.
fn at_flag(line: &CommandLine, name: &str) -> std::ops::Range<usize> {
    let flag = line.flags.iter().find(|(flag, _)| &*flag.text == name);
    flag.map_or(0..0, |(flag, value)| value.as_ref().map_or(flag.start..flag.end, |v| v.start..v.end))
}

fn words(line: &CommandLine) -> String {
    line.words.iter().map(|w| &*w.text).collect::<Vec<_>>().join(" ")
}

/// Dice and decisions given with the line.
#[derive(Debug, Default)]
pub(super) struct GivenWith {
    pub(super) dice: VecDeque<DieGiven>,
    /// Dice that have fallen in a command that is carried out again.
    pub(super) standing: Vec<Fallen>,
    /// From 1.
    pub(super) choices: VecDeque<String>,
    /// What was decided in secret and is none any more, a part a row.
    pub(super) revealed: VecDeque<String>,
    /// What is to be sealed, a part a row, or the seal itself.
    pub(super) sealed: VecDeque<String>,
}

/// The command of this name or short name.
pub fn verb_called<'v>(verbs: &'v [Verb], name: &str) -> Option<&'v Verb> {
    let own = verbs.iter().find(|v| v.name.eq_ignore_ascii_case(name));
    own.or_else(|| verbs.iter().find(|v| v.is_short(name)))
}

/// That a line begins with none of these commands: E0701.
pub fn no_verb(verbs: &[Verb], text: &str, line: &CommandLine) -> Trouble {
    let names: Vec<&str> = verbs.iter().map(|v| &*v.name).collect();
    let told = format!("no command is called `{}`", line.verb.text);
    let mistake = LineMistake::new(Code::UNKNOWN_COMMAND, told, line.verb.start..line.verb.end);
    let help = match crate::diagnostic::did_you_mean(&line.verb.text, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "the game has no commands".to_owned(),
        None => format!("commands of the game: {}", names.join(", ")),
    };
    Trouble::of_line(text, mistake.help(help))
}

/// That a line of the game has no flag but those that commands take, with something behind them that can be read.
///
/// # Errors
/// E0702 for another flag, E0705 for what stands behind one and is no die or choice.
pub fn check_flags(text: &str, line: &CommandLine) -> Result<(), Trouble> {
    given_with(text, line).map(drop)
}

/// Dice and decisions given with the line, `--dice 3,2 --choose 1 --revealed 3,2`.
pub(super) fn given_with(text: &str, line: &CommandLine) -> Result<GivenWith, Trouble> {
    let GivenWith { mut dice, mut choices, mut revealed, mut sealed, .. } = GivenWith::default();
    for (flag, value) in &line.flags {
        let span = value.as_ref().map_or(flag.start..flag.end, |v| v.start..v.end);
        let value = value.as_ref().map(|v| &*v.text).unwrap_or_default();
        let bad = |title: String, help: &str| {
            Trouble::of_line(text, LineMistake::new(Code::BAD_DIE, title, span.clone()).help(help))
        };
        // A comma before or behind what is given belongs to no word.
        let before = text.get(flag.end..span.start).unwrap_or_default();
        let behind = text.get(span.end..).unwrap_or_default().trim_start_matches([' ', '\t', '"']);
        let is_list = ["dice", "choose", "revealed", "sealed"].contains(&&*flag.text);
        if is_list && (before.contains(',') || behind.starts_with(',') || lacks_part(value)) {
            return Err(bad(
                format!(
                    "something is missing behind `--{}`: nothing stands where a comma says so",
                    flag.text
                ),
                "write all in their order, `--dice 3,2`; only at the end may something be left out, with its comma",
            ));
        }
        match &*flag.text {
            "dice" if value.trim().is_empty() => {
                return Err(bad(
                    "nothing stands behind `--dice`".to_owned(),
                    "write what fell: `--dice 3,2`, or `--dice =9` for a total",
                ));
            }
            "dice" => {
                let parts = value.split(|c: char| c == ',' || c.is_whitespace());
                for part in parts.filter(|part| !part.is_empty()) {
                    let (total, digits) = match part.strip_prefix('=') {
                        Some(digits) => (true, digits),
                        None => (false, part),
                    };
                    let Ok(number) = digits.parse::<u32>() else {
                        return Err(bad(
                            format!("`{part}` is no die"),
                            "write `--dice 3,2`, or `--dice =9` for a total",
                        ));
                    };
                    dice.push_back(if total { DieGiven::Total(number) } else { DieGiven::Face(number) });
                }
            }
            "choose" => {
                for part in parts_given(value) {
                    if part.parse::<usize>() == Ok(0) {
                        return Err(bad(
                            format!("`{part}` is no choice"),
                            "name it, or count from 1: `--choose 2`",
                        ));
                    }
                    choices.push_back(part.to_owned());
                }
            }
            "revealed" => revealed.extend(parts_given(value).map(str::to_owned)),
            "sealed" => sealed.extend(parts_given(value).map(str::to_owned)),
            other => {
                let known = ["dice", "choose", "revealed", "sealed", "as", "json", "verbose"];
                if known.contains(&other) {
                    continue;
                }
                let mut mistake = LineMistake::new(
                    Code::USAGE,
                    format!("no flag is called `--{other}`"),
                    flag.start..flag.end,
                );
                mistake = match crate::diagnostic::did_you_mean(other, known) {
                    Some(near) => mistake.help(format!("did you mean `--{near}`?")),
                    None => mistake
                        .help("commands of the game take `--dice 3,2`, `--choose 1` and `--as referee`"),
                };
                return Err(Trouble::of_line(text, mistake));
            }
        }
    }
    Ok(GivenWith { dice, choices, revealed, sealed, ..GivenWith::default() })
}

/// What the line gave more than the command asked for.
fn surplus(door: &CommandDoor) -> Option<Diagnostic> {
    let (message, help) = match (door.dice.len(), door.revealed.len(), door.choices.len(), door.sealed.len())
    {
        (0, 0, 0, 0) => return None,
        (0, 0, 0, _) => {
            ("the line seals more than was asked".to_owned(), "give as many answers as the command seals")
        }
        (0, 0, ..) => {
            let told = "the line chooses more than there was to choose";
            (told.to_owned(), "give as many choices as the command asks for")
        }
        (0, ..) => {
            let told = "the line reveals more than was decided in secret";
            (told.to_owned(), "give as many answers as the command asks for in secret")
        }
        (1, ..) => {
            let told = "one of the dice given with the line was not thrown";
            (told.to_owned(), "give as many dice as the command rolls")
        }
        (n, ..) => (
            format!("{n} of the dice given with the line were not thrown"),
            "give as many dice as the command rolls",
        ),
    };
    Some(Diagnostic::error(Code::BAD_DIE, message).help(help))
}
