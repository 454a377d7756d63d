//! What a command that is not given may come to: exactly, repeated, or by playing it many times.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::execute::verb_called;
use super::log::Deed;
use super::procedure::{self, Runs};
use super::timeline::Way;
use super::typed::{TypedLine, place_in};
use super::words::LineMistake;
use super::{Session, Trouble};
use crate::data::{CommandLine, ParamKind, Part, Verb, is_inch_sign, parse_line, without_flags};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::dice::{Generator, Seeded};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::secret::Written;
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::odds::{
    Chain, Course, Distribution, Estimate, Limit, NoOdds, OVER_BEFORE, Plays, Policy, REFUSED,
    has_any_outcome, place_by_numbers, sort_by_numbers,
};
use crate::pack::Loaded;
use crate::rules::{Failure, Refusal, RuleCall};

/// A command that the rules allow, and whose odds are asked. It holds on to what was in force.
#[derive(Debug)]
pub struct Asking {
    /// The command as it would be typed.
    pub line: String,
    /// What the numbers of its outcomes stand for, where the pack says so.
    pub parts: Vec<Arc<str>>,
    pub(super) loaded: Rc<Loaded>,
    pub(super) state: State,
    pub(super) rule: Arc<str>,
    pub(super) arguments: Vec<Value>,
    pub(super) cancel: Arc<AtomicBool>,
    /// What the sides are supposed to have decided in secret, and the same in words.
    pub(super) revealed: Option<Vec<Vec<Written>>>,
    pub(super) revealed_told: Vec<String>,
}

impl Session {
    /// The exact distribution of what a command may come to, which the rules have to allow. Decisions that it asks for
    /// take their first option. Nothing is carried out.
    ///
    /// # Errors
    /// As for [`Session::command`]; E0702 where the line gives answers, E0402 where chance goes too many ways.
    pub fn chances(&mut self, text: &str, line: &CommandLine) -> Result<Distribution<String>, Trouble> {
        let asking = self.asking(text, line)?;
        asking.once(&Policy::First).map_err(|why| asking.trouble(why))
    }

    /// A command whose odds are to be asked. Nothing is carried out.
    ///
    /// # Errors
    /// As for [`Session::command`]; E0702 where the line gives answers, E0710 where the rules have locked help.
    pub fn asking(&mut self, text: &str, line: &CommandLine) -> Result<Asking, Trouble> {
        self.check_help_is_open("odds are reckoned")?;
        let answers = ["dice", "choose", "revealed", "sealed"];
        if let Some((flag, _)) = line.flags.iter().find(|(f, _)| answers.contains(&&*f.text)) {
            let told = format!("`--{}` gives the answers that the odds are about", flag.text);
            let mistake = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
            return Err(Trouble::of_line(text, mistake.help("leave it out")));
        }
        self.would_allow(text, line)?;
        let (_, mut calls) = self.prepare(text, line)?;
        // The rule of a verb comes last, behind its check.
        let Some(call) = calls.pop() else {
            let told = "internal error: a command has no rule";
            return Err(Trouble::plain(Diagnostic::error(Code::RULE_FAILED, told)));
        };
        let verb = self.verb(&line.verb.text);
        Ok(Asking {
            line: text.trim().to_owned(),
            parts: verb.map(|verb| verb.parts.clone()).unwrap_or_default(),
            loaded: self.now.loaded.clone(),
            state: self.now.state.clone(),
            rule: call.rule,
            arguments: call.arguments,
            cancel: self.cancel.clone(),
            revealed: None,
            revealed_told: Vec::new(),
        })
    }
}

/// Several commands in one text: `attack i1 on b1 | attack i2 on b1`. A part that begins with none of these verbs takes the place of
/// the last word before it, and several names where a form ends with one are one command each:
/// `attack i1 on b1 | b2`, `attack i1 on b1, b2`.
///
/// They stand at a place of what was typed, and tell their mistakes there.
///
/// # Errors
/// A part that is no line.
pub fn lines_of(verbs: &[Verb], typed: &str, at: Range<usize>) -> Result<Vec<TypedLine>, Trouble> {
    let mut lines: Vec<TypedLine> = Vec::new();
    for part in between_bars(&typed[at]) {
        let read = |line: &TypedLine| {
            parse_line(&line.text).map_err(|error| {
                let text = &line.text;
                let mistake = LineMistake::new(Code::USAGE, error.message.clone(), 0..text.len());
                line.told(Trouble::of_line(text, mistake), typed)
            })
        };
        let mut line = TypedLine::of(typed, [place_in(typed, part)]);
        if let Some(before) = lines.last()
            && verb_called(verbs, &read(&line)?.verb.text).is_none()
            && let Some(last) = read(before)?.words.last()
        {
            let begin = before.typed(0..last.start);
            line = TypedLine::of(typed, begin.into_iter().chain([place_in(typed, part)]));
        }
        let parsed = read(&line)?;
        lines.extend(one_each(verbs, typed, line, &parsed));
    }
    Ok(lines)
}

fn one_each(verbs: &[Verb], typed: &str, whole: TypedLine, line: &CommandLine) -> Vec<TypedLine> {
    let verb = verb_called(verbs, &line.verb.text);
    let Some(each) = verb.and_then(|verb| each_at_the_end(&verb.form, line)) else { return vec![whole] };
    let before = whole.typed(0..each[0].start);
    let line_of = |at| TypedLine::of(typed, before.iter().cloned().chain(whole.typed(at)));
    each.into_iter().map(line_of).collect()
}

/// The places of several names where the form of a command ends with one.
fn each_at_the_end(form: &[Part], line: &CommandLine) -> Option<Vec<Range<usize>>> {
    let [.., Part::Word(literals), Part::Param { kind, .. }] = form else { return None };
    if kind.is_many() || *kind == ParamKind::Text {
        return None;
    }
    let is_literal = |word: &str| literals.iter().any(|literal| literal.eq_ignore_ascii_case(word));
    let at = line.words.iter().rposition(|w| !w.quoted && is_literal(&w.text))?;
    // A point takes two words.
    let (named, each) = (&line.words[at + 1..], kind.words());
    if named.len() <= each || named.len() % each > 0 {
        return None;
    }
    Some(named.chunks(each).map(|words| words[0].start..words[each - 1].end).collect())
}

impl Session {
    /// What the last command of the game might have come to, from where it was given; none where none was given. Nothing is
    /// carried out or taken back.
    ///
    /// # Errors
    /// As for [`Session::chances`].
    pub fn chances_of_last(&mut self) -> Option<Result<Distribution<String>, Trouble>> {
        let mut before = self.now.clone();
        let mut line = None;
        for step in self.past.iter().rev() {
            match &step.way {
                Way::Changes { changes, .. } => before.state.undo(changes),
                Way::Whole { before: whole, .. } => before = (**whole).clone(),
            }
            line = self.entry(Some(step.entry)).filter(|entry| entry.deed == Deed::Command);
            if line.is_some() {
                break;
            }
        }
        let text = without_flags(&line?.line);
        if let Err(locked) = self.check_help_is_open("odds are reckoned") {
            return Some(Err(locked));
        }
        let after = std::mem::replace(&mut self.now, before);
        let parsed = parse_line(&text).map_err(|error| {
            Trouble::of_line(&text, LineMistake::new(Code::USAGE, error.message, 0..text.len()))
        });
        let chances = parsed.and_then(|parsed| self.chances(&text, &parsed));
        self.now = after;
        Some(chances)
    }

    /// Answers a question with changes of the data in force that are gone again afterwards: no ruling, and nothing of the
    /// game.
    ///
    /// # Errors
    /// What is wrong with the changes, as for a house file.
    pub fn supposing<T>(
        &mut self,
        changes: &str,
        asked: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, Trouble> {
        let loaded = self.now.loaded.supposing(changes, &self.cancel)?;
        let after = self.now.over(loaded)?;
        let before = std::mem::replace(&mut self.now, after);
        let answer = asked(self);
        self.now = before;
        Ok(answer)
    }
}

/// The parts between bars that stand in no quotes and no brackets.
pub fn between_bars(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut from) = (0usize, false, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' if !quoted && is_inch_sign(text, at) => {}
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            '|' if !quoted && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// How repetitions that were played came out: after so many times, what had happened how often; where nothing was to end them, what
/// each time came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repeats {
    /// By times from 1 on: how often it had ended, or that time came to it, by the outcome.
    pub steps: Vec<BTreeMap<String, u64>>,
    /// How many were played.
    pub of: u64,
}

impl Asking {
    /// What an answer may cost; none for as much as usual.
    pub fn set_limit(&self, limit: Option<Limit>) {
        self.loaded.reckoner().set_limit(limit.unwrap_or_default());
    }

    /// What a value is called on the table.
    pub fn called(&self, value: &Value) -> String {
        super::called_in(&self.loaded, &self.state, value)
    }

    /// Why there are no odds, as it is told.
    pub fn trouble(&self, why: NoOdds) -> Trouble {
        let refused = matches!(why, NoOdds::Refused(_)).then(|| self.refused()).flatten();
        refused.map_or_else(|| Trouble::of_odds(why, &self.loaded.sources), Trouble::Refused)
    }

    /// How the rules refuse, in a play of the command.
    fn refused(&self) -> Option<Box<Refusal>> {
        let door = Rc::new(RefCell::new(Thrown { revealed: self.revealed.clone(), ..Thrown::new(1) }));
        match self.loaded.rules.run(&mut self.state.clone(), door, &self.rule, &self.arguments) {
            Err(Failure::Refused(refusal)) => Some(refusal),
            _ => None,
        }
    }

    /// What the command comes to, exactly.
    ///
    /// # Errors
    /// As for [`crate::odds::Reckoner::once`].
    pub fn once(&self, policy: &Policy) -> Result<Distribution<String>, NoOdds> {
        let reckoner = self.loaded.reckoner();
        match &self.revealed {
            None => reckoner.once(&self.state, &self.rule, &self.arguments, policy),
            Some(written) => {
                reckoner.once_revealed(&self.state, &self.rule, &self.arguments, policy, written)
            }
        }
    }

    /// The command again and again, until one of these outcomes; without any, each time is told by what it comes to.
    pub fn chain(&self, until: &[String]) -> Chain<'_> {
        let data = &self.loaded.data;
        let clauses = data.set_up.iter().flat_map(|set_up| &set_up.victory);
        let course = Course {
            rule: &self.rule,
            arguments: &self.arguments,
            after: data.hooks.get("after").map(|(rule, _)| &**rule),
            victory: clauses.map(|c| (c.side, Rc::from(&*c.rule), Arc::from(&*c.reason))).collect(),
            until: until.to_vec(),
            telling: None,
        };
        self.loaded.reckoner().chain(&self.state, course)
    }

    /// The same seed gives the same estimate. Decisions take their first option; where sides have decided in secret, that is supposed.
    ///
    /// # Errors
    /// As for [`crate::odds::Reckoner::estimate`].
    pub fn estimate(&self, plays: u64, seed: u64, cancel: &AtomicBool) -> Result<Estimate, NoOdds> {
        let plays = Plays { times: plays, seed, revealed: self.revealed.as_deref() };
        self.loaded.reckoner().estimate(&self.state, &self.rule, &self.arguments, plays, cancel)
    }

    /// Plays the command again and again, up to so many times, and all that so often.
    ///
    /// # Errors
    /// A rule that fails, or a run that was broken off.
    pub fn play_repeats(
        &self,
        until: &[String],
        times: u32,
        plays: u64,
        seed: u64,
    ) -> Result<Repeats, NoOdds> {
        let mut repeats = Repeats { steps: vec![BTreeMap::new(); times as usize], of: 0 };
        let door = Rc::new(RefCell::new(Thrown::new(seed)));
        for _ in 0..plays {
            let mut state = self.state.clone();
            for time in 0..times as usize {
                let mut table = Table { asking: self, state: &mut state, door: &door, outcome: None };
                let done =
                    procedure::carry_out(&mut table, &self.loaded.data, Some(&self.rule), &self.arguments);
                let outcome = match done {
                    Ok(()) => table.outcome.take().unwrap_or_default(),
                    Err(Failure::Refused(_)) => REFUSED.to_owned(),
                    Err(Failure::Stopped(Stop::Cancelled)) => return Err(NoOdds::Cancelled),
                    Err(failure) => return Err(NoOdds::Failed(failure)),
                };
                if state.ending().is_some() || outcome == REFUSED || has_any_outcome(&outcome, until) {
                    let is_told_each = until.is_empty() && outcome != REFUSED;
                    let later = if is_told_each { OVER_BEFORE.to_owned() } else { outcome.clone() };
                    for step in &mut repeats.steps[time + 1..] {
                        *step.entry(later.clone()).or_default() += 1;
                    }
                    *repeats.steps[time].entry(outcome).or_default() += 1;
                    break;
                }
                if until.is_empty() {
                    *repeats.steps[time].entry(outcome).or_default() += 1;
                }
                state.commit();
            }
            repeats.of += 1;
        }
        Ok(repeats)
    }

    /// Which decisions the command asks for, in so many plays of it.
    pub fn asks_decisions(&self, plays: u32) -> Decisions {
        let revealed = self.revealed.clone();
        let door = Rc::new(RefCell::new(Thrown { revealed, ..Thrown::new(1) }));
        let mut state = self.state.clone();
        let may_ask = self.loaded.rules.may_ask_players(&self.rule);
        for _ in 0..if may_ask { plays } else { 0 } {
            // A refusal is an end of a play like any other here.
            let _ = self.loaded.rules.run(&mut state, door.clone(), &self.rule, &self.arguments);
            state.roll_back(0);
        }
        door.borrow().asked
    }

    /// Whether the rules look at many dice one by one in this command, as one play of it shows.
    pub fn looks_at_each_die(&self) -> bool {
        let door = Rc::new(RefCell::new(Thrown::new(1)));
        let _ = self.loaded.rules.run(&mut self.state.clone(), door.clone(), &self.rule, &self.arguments);
        door.borrow().alone >= MANY_ALONE
    }

    /// Whether a rule that the command may come to names an outcome or refuses; false only where none can.
    pub fn may_name_outcomes(&self) -> bool {
        self.loaded.rules.may_name_outcomes(&self.rule)
    }

    /// Whether the rules have this word.
    pub fn is_named(&self, outcome: &str) -> bool {
        let quoted = format!("\"{outcome}\"");
        self.loaded.sources.files().any(|(_, file)| file.text.contains(&quoted))
    }

    /// What has outcomes put in the order in which the rules name them: of the highest file that names all, else of all
    /// files. What they do not name comes last. Where all begin with a number they come by that.
    pub fn in_order<T>(&self, rows: &mut [T], outcome: impl Fn(&T) -> &String) {
        if sort_by_numbers(rows, |row| outcome(row)) {
            return;
        }
        let place = |text: &str, outcome: &str| text.find(&format!("\"{outcome}\""));
        let texts: Vec<&str> = self.loaded.sources.files().map(|(_, file)| &*file.text).collect();
        let outcomes = rows.iter().map(&outcome);
        let named: Vec<String> =
            outcomes.filter(|o| texts.iter().any(|text| place(text, o).is_some())).cloned().collect();
        let one = texts.iter().rposition(|text| named.iter().all(|o| place(text, o).is_some()));
        rows.sort_by_cached_key(|row| {
            let outcome = outcome(row);
            let found = texts.iter().enumerate().filter(|(at, _)| one.is_none_or(|one| one == *at));
            let at = found.filter_map(|(file, text)| Some((file, place(text, outcome)?))).min();
            (at.is_none(), at, place_by_numbers(outcome), outcome.clone())
        });
    }
}

/// Where so many dice are looked at one by one, they are what takes long.
const MANY_ALONE: u32 = 8;

/// Thrown dice, and always the first option.
struct Thrown {
    dice: Seeded,
    asked: Decisions,
    /// How many dice were looked at one by one.
    alone: u32,
    /// What sides write down in secret; none for the first option and the least numbers.
    revealed: Option<Vec<Vec<Written>>>,
}

/// Which decisions a command asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Decisions {
    /// Of one side, with all known that has happened.
    pub openly: bool,
    /// Of several sides at once.
    pub in_secret: bool,
    /// What lies under seal is opened.
    pub under_seal: bool,
}

impl Thrown {
    fn new(seed: u64) -> Thrown {
        Thrown {
            dice: Seeded { generator: Generator::new(seed) },
            asked: Decisions::default(),
            alone: 0,
            revealed: None,
        }
    }
}

impl Answers for Thrown {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        match ask {
            Ask::Roll(roll) => {
                // What is read as it is written is counted at once.
                let is_each = roll.one_by_one.as_deref() == Some("");
                self.alone = self.alone.saturating_add(match roll.count == 1 || is_each {
                    true => roll.count,
                    false => 0,
                });
                self.dice.answer(ask)
            }
            Ask::Choose(_) => {
                self.asked.openly = true;
                Ok(Answer { given: Given::Chosen(0), by: By::Policy("first".into()) })
            }
            Ask::Decide(secrets) => {
                let is_closed = secrets.of.iter().any(|secret| secret.closed.is_some());
                self.asked.in_secret |= !is_closed;
                self.asked.under_seal |= is_closed;
                let by = By::Policy("first".into());
                let revealed = self.revealed.clone().map(|written| Given::written_by(written, &by));
                let given = revealed.filter(|given| given.misfit(ask).is_none());
                Ok(Answer { given: given.unwrap_or_else(|| Given::written_by(secrets.first(), &by)), by })
            }
            Ask::Seal(secrets) => {
                let by = By::Policy("first".into());
                Ok(Answer { given: Given::supposed(secrets, &by), by })
            }
        }
    }
}

/// Runs the rules of one command on a state of its own.
struct Table<'a> {
    asking: &'a Asking,
    state: &'a mut State,
    door: &'a Rc<RefCell<Thrown>>,
    /// What the rule of the command itself came to.
    outcome: Option<String>,
}

impl Runs for Table<'_> {
    fn run(&mut self, RuleCall { rule, arguments, looking }: RuleCall<'_>) -> Result<Value, Failure> {
        let door = self.door.clone();
        let run = self.asking.loaded.rules.call(self.state, door, rule, arguments, looking)?;
        self.outcome.get_or_insert_with(|| run.trace.outcome());
        Ok(run.value)
    }

    fn state(&mut self) -> &mut State {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_part_commands_but_not_inside_quotes_and_brackets() {
        assert_eq!(between_bars("attack a on b | c|attack d on e"), ["attack a on b", "c", "attack d on e"]);
        assert_eq!(between_bars("say \"a|b\" (c|d) |"), ["say \"a|b\" (c|d)"]);
        assert_eq!(between_bars(" | "), Vec::<&str>::new());
    }
}
