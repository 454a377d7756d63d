//! What may be typed next: words of a verb's form, and what is legal there now.

use std::collections::VecDeque;

use super::execute::GivenWith;
use super::procedure::{self, Runs};
use super::words::{LineMistake, Names, one};
use super::{Session, Trouble, about, called};
use crate::data::{LineWord, ParamKind, Part, Verb};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{UnitId, Value};
use crate::rules::{Door, Failure, RuleCall, Ruleset, Run};

/// Something that may be typed, with a line on what it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// What is put into the line.
    pub text: String,
    /// What it is.
    pub about: String,
}

/// What the form of a verb expects next.
enum Next<'v> {
    Words(&'v [std::sync::Arc<str>]),
    Parameter { name: &'v str, kind: ParamKind },
}

/// Asks rules what they list, and keeps nothing of it.
pub(super) struct Looker<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) state: &'a mut State,
    pub(super) door: Door,
}

impl Runs for Looker<'_> {
    fn run(&mut self, RuleCall { rule, arguments, looking }: RuleCall<'_>) -> Result<Value, Failure> {
        let what = looking.unwrap_or(procedure::QUESTION);
        let run = self.rules.look(self.state, self.door.clone(), rule, arguments, what)?;
        Ok(run.value)
    }

    fn state(&mut self) -> &mut State {
        self.state
    }
}

impl Session {
    /// What may stand next in a line of the game, whose words so far are complete. Legal things where the pack
    /// lists them, else all of the kind.
    pub fn next_words(&mut self, verb: &str, words: &[LineWord]) -> Vec<Candidate> {
        let Some(verb) = self.verb(verb).cloned() else { return Vec::new() };
        let (next, before) = expected(&verb, words, self.names());
        let mut candidates = Vec::new();
        for next in next {
            match next {
                Next::Words(words) => candidates
                    .extend(words.iter().map(|w| Candidate { text: w.to_string(), about: String::new() })),
                Next::Parameter { name, kind } => {
                    let values = self.candidates(&verb, name, kind, &before);
                    candidates.extend(values.iter().map(|v| self.candidate(v)));
                }
            }
        }
        let taken: Vec<&str> = words.iter().map(|w| &*w.text).collect();
        candidates.retain(|c| !taken.contains(&c.text.as_str()));
        candidates
    }

    /// What may stand for a parameter. Nothing is changed, and a mistake in the pack's list is not told here.
    fn candidates(&mut self, verb: &Verb, name: &str, kind: ParamKind, before: &[Value]) -> Vec<Value> {
        self.listed(verb, name, kind, before).unwrap_or_else(|_| self.all_of(kind))
    }

    /// The same, with the mistakes in the pack's list.
    ///
    /// # Errors
    /// A mistake in the rule that lists, E0404 where it lists things of another kind, or a run that was broken off.
    pub(super) fn listed(
        &mut self,
        verb: &Verb,
        name: &str,
        kind: ParamKind,
        before: &[Value],
    ) -> Result<Vec<Value>, Failure> {
        // What a pack lists may tell more than is told while help is locked: who is in range, for one.
        if self.now.state.help_lock().is_some() {
            return Ok(self.all_of(kind));
        }
        let door = self.door(&[], GivenWith::default(), Some(VecDeque::new()));
        let loaded = self.now.loaded.clone();
        let mut looker = Looker { rules: &loaded.rules, state: &mut self.now.state, door };
        let rule = verb.choices.get(name);
        let values = procedure::candidates(&mut looker, &loaded.rules, rule, kind, before)?;
        Ok(values.to_vec())
    }

    /// Everything of a kind that could stand in a line.
    pub fn all_of(&self, kind: ParamKind) -> Vec<Value> {
        let rules = &self.now.loaded.rules;
        procedure::all_of(kind, (rules.catalogue(), rules.map()), &self.now.state)
    }

    /// A value as it is typed, with what it is.
    pub fn candidate(&self, value: &Value) -> Candidate {
        let catalogue = self.now.loaded.rules.catalogue();
        let (text, about) = match value {
            Value::Unit(unit) => (called(&self.now, value), self.about(*unit)),
            Value::Hex(_) | Value::Circle(_) => (called(&self.now, value), about(&self.now, value)),
            Value::Side(s) => (catalogue.side(*s).name.to_string(), catalogue.side(*s).title.to_string()),
            Value::Type(t) => {
                (catalogue.unit_type(*t).name.to_string(), catalogue.unit_type(*t).title.to_string())
            }
            Value::Terrain(t) => {
                (catalogue.terrain_def(*t).name.to_string(), catalogue.terrain_def(*t).title.to_string())
            }
            other => (other.to_string(), String::new()),
        };
        Candidate { text, about }
    }

    fn about(&self, unit: UnitId) -> String {
        let catalogue = self.now.loaded.rules.catalogue();
        let unit = self.now.state.unit(unit);
        let at = match unit.place {
            Place::Hex(_) | Place::Table(..) if self.now.state.help_lock().is_some() => {
                "on the map".to_owned()
            }
            Place::Hex(hex) => called(&self.now, &Value::Hex(hex)),
            Place::Table(at, _) => at.to_string(),
            Place::Reserve => "off the map".to_owned(),
            Place::Out => "out of play".to_owned(),
        };
        format!("{} of {}, {at}", catalogue.unit_type(unit.unit_type).title, catalogue.side(unit.side).title)
    }

    /// Runs a rule for what it answers and tells; nothing is changed.
    ///
    /// # Errors
    /// What the rule fails with.
    pub fn ask(&mut self, rule: &str, arguments: &[Value]) -> Result<Run, Trouble> {
        let door = self.door(&[], GivenWith::default(), Some(VecDeque::new()));
        let loaded = self.now.loaded.clone();
        self.record_under_lock();
        let run = loaded.rules.look(&mut self.now.state, door, rule, arguments, procedure::QUESTION);
        self.now.state.roll_back(0);
        self.told_under_lock("the question", run)
    }

    /// What the rule of a computed attribute says of a unit where it stands; nothing where it cannot say. What it makes of the
    /// place of a unit that has none is no number of that unit, and is nothing, too.
    pub fn computed(&mut self, unit: UnitId, rule: &str) -> Option<i64> {
        let is_off = matches!(self.state().unit(unit).place, Place::Reserve | Place::Out);
        if is_off {
            self.now.loaded.rules.set_recording(true);
        }
        let run = self.ask(rule, &[Value::Unit(unit)]).ok()?;
        if is_off && run.trace.reads.iter().any(|(query, _)| query.asks_where(unit)) {
            return None;
        }
        match run.value {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The value of an expression over the state, in words; nothing is changed. What it throws are dice of its own, which tell
    /// nothing of those that the game will throw.
    ///
    /// # Errors
    /// E0109 for text that is no expression, and what the rules that it calls fail with.
    pub fn evaluate(
        &mut self,
        expression: &str,
    ) -> Result<(Value, std::rc::Rc<crate::rules::Trace>), Trouble> {
        // Words of a question may be what was measured: while help is locked nobody is asked.
        let nobody = self.now.state.help_lock().map(|_| VecDeque::new());
        let door = self.door(&[], GivenWith::default(), nobody);
        let loaded = self.now.loaded.clone();
        self.record_under_lock();
        door.borrow_mut().generator = self.aside.clone();
        let run = loaded.rules.evaluate(&mut self.now.state, door.clone(), expression);
        self.aside = door.borrow().generator.clone();
        let run = self.told_under_lock("the expression", run)?;
        Ok((run.value, std::rc::Rc::new(run.trace)))
    }
}

/// What the form expects behind these words, with the arguments that are complete.
fn expected<'v>(verb: &'v Verb, words: &[LineWord], names: Names<'_>) -> (Vec<Next<'v>>, Vec<Value>) {
    let mut before = Vec::new();
    let mut at = 0;
    for (number, part) in verb.form.iter().enumerate() {
        match part {
            Part::Word(alternatives) => {
                if at >= words.len() {
                    return (vec![Next::Words(alternatives)], before);
                }
                at += 1;
            }
            Part::Param { name, kind, .. } => {
                let parameter = Next::Parameter { name, kind: *kind };
                let stop = verb.form[number + 1..].first();
                let ends = |word: &LineWord| matches!(stop, Some(Part::Word(w)) if w.iter().any(|a| a.eq_ignore_ascii_case(&word.text)));
                if at >= words.len() {
                    return (vec![parameter], before);
                }
                if !kind.is_many() {
                    let value: Result<Value, LineMistake> = one(&words[at], *kind, names);
                    before.push(value.unwrap_or_default());
                    at += 1;
                    continue;
                }
                let run = words[at..].iter().take_while(|w| !ends(w)).count();
                if at + run >= words.len() {
                    let mut next = vec![parameter];
                    if let Some(Part::Word(w)) = stop {
                        next.push(Next::Words(w));
                    }
                    return (next, before);
                }
                let list = words[at..at + run].iter().map(|w| one(w, *kind, names).unwrap_or_default());
                before.push(Value::list(list));
                at += run;
            }
        }
    }
    (Vec::new(), before)
}
