//! A game without journal, log or text: state and rules, for simulations and for players that think ahead.
//!
//! What is legal, and what follows a command, is asked of the pack in the same order as a session asks it
//! (`session/procedure.rs`). What was done is taken back change by change, so no state is copied for a command.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::forms::{Forms, Slot};
use super::listed::Listed;
use super::moves::Move;
use super::track::{Met, Track, asking};
use crate::data::{Data, Verb};
use crate::diagnostic::Diagnostic;
use crate::kernel::door::{Answer, Answers, Ask, Stop};
use crate::kernel::state::{Clock, Ending, Part, Parts, Place, State};
use crate::kernel::value::{SideId, Value};
use crate::pack::Loaded;
use crate::rules::{Door, Failure, Recall, RuleCall, Standing};
use crate::session::Session;
use crate::session::procedure::{self, Runs};

/// A time in a game, to come back to. It holds until an earlier one is come back to, or the past is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    changes: usize,
    commands: usize,
}

/// A game that is only played.
pub struct Bout {
    loaded: Rc<Loaded>,
    recall: Rc<Recall>,
    forms: Rc<Forms>,
    state: State,
    /// Who answers what the running command asks.
    door: Door,
    /// The door for what only looks: nobody is asked there.
    closed: Door,
    /// Breaks off whatever is asked next.
    cancel: Arc<AtomicBool>,
    /// The rule that was run last with a mistake in it, and its arguments.
    failed: Option<(Arc<str>, Vec<Value>)>,
    /// The command under way whose next parameter was listed last with a mistake.
    ill_listed: Option<Move>,
    /// The units of the game when no condition of victory was met, what all of these looked at, and its latest version then.
    undecided: Option<(u64, Parts, u64)>,
    listed: Listed,
    /// The rule that follows every command.
    after: Option<Arc<str>>,
    /// The units of the game when that did nothing, what it looked at, and its latest version then; and where memory knows it.
    idle: Option<(u64, Parts, u64)>,
    standing: Option<Standing>,
    /// The rule that was asked last by whoever plays or looks on.
    asked: Option<Arc<str>>,
    /// The way beyond what was kept for good, where it is wanted.
    track: Option<Box<Track>>,
}

impl std::fmt::Debug for Bout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bout").field("clock", self.state.clock()).finish_non_exhaustive()
    }
}

impl Bout {
    /// The game of a loaded scenario before its first rule. [`Bout::begin`] begins it.
    /// `cancel` breaks it off when set, as it does the rules that were loaded with it.
    pub fn new(loaded: Rc<Loaded>, cancel: &Arc<AtomicBool>) -> Bout {
        let state = procedure::initial_state(&loaded.data, loaded.rules.catalogue());
        Bout::of(loaded, state, cancel)
    }

    /// The game of a session as it stands now. What is done here is not done there.
    pub fn of_session(session: &Session) -> Bout {
        Bout::of(session.loaded().clone(), session.state().clone(), session.cancel_flag())
    }

    fn of(loaded: Rc<Loaded>, state: State, cancel: &Arc<AtomicBool>) -> Bout {
        let closed: Door = Rc::new(RefCell::new(Closed));
        let forms = Rc::new(Forms::new(&loaded.data));
        let recall = loaded.recall().clone();
        let door = closed.clone();
        let cancel = cancel.clone();
        let (failed, ill_listed, undecided, listed) = (None, None, None, Listed::default());
        let (idle, standing) = (None, None);
        let after = loaded.data.hooks.get("after").map(|(rule, _)| rule.clone());
        let (asked, track) = (None, None);
        Bout {
            loaded,
            recall,
            forms,
            state,
            door,
            closed,
            cancel,
            failed,
            ill_listed,
            undecided,
            listed,
            after,
            idle,
            standing,
            asked,
            track,
        }
    }

    /// From now on it is kept on what way a mistake in the rules is met.
    pub(super) fn keep_track(&mut self) {
        self.track = Some(Box::default());
    }

    /// The mistake that was met last, with the way to it from where the game was kept for good, or from where it was copied.
    pub(super) fn met(&self) -> Option<&Met> {
        self.track.as_ref()?.met()
    }

    /// From now on everything is as in this state, which is one of the same order of battle or of another.
    pub(super) fn stand(&mut self, state: &State) {
        self.state.clone_from(state);
    }

    /// Whoever answers nothing.
    pub fn nobody(&self) -> Door {
        self.closed.clone()
    }

    /// The same game once more.
    #[must_use]
    pub fn copy(&self) -> Bout {
        Bout {
            loaded: self.loaded.clone(),
            recall: self.recall.clone(),
            forms: self.forms.clone(),
            state: self.state.clone(),
            door: self.closed.clone(),
            closed: self.closed.clone(),
            cancel: self.cancel.clone(),
            failed: None,
            ill_listed: None,
            undecided: self.undecided,
            listed: Listed::default(),
            after: self.after.clone(),
            idle: self.idle,
            standing: self.standing,
            asked: None,
            track: self.track.as_ref().map(|_| Box::default()),
        }
    }

    /// Begins the game anew from `start`, as the pack's first rule has it.
    ///
    /// # Errors
    /// As for [`Bout::play`].
    pub fn begin(&mut self, start: &State, door: &Door) -> Result<(), Failure> {
        self.state.clone_from(start);
        let loaded = self.loaded.clone();
        let rule = loaded.data.hooks.get("start").map(|(rule, _)| rule);
        self.carry_out(rule, &[], door)?;
        self.forget();
        Ok(())
    }

    /// What is in force.
    pub fn loaded(&self) -> &Rc<Loaded> {
        &self.loaded
    }

    /// Where everything is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// A verb of the game by its number.
    pub fn verb(&self, verb: usize) -> &Verb {
        &self.loaded.data.verbs[verb]
    }

    /// The side that decides now: that whose phase it is; where it is nobody's, the first in the order of play that
    /// has a unit in play.
    pub fn decides(&self) -> SideId {
        self.state.clock().side.unwrap_or_else(|| {
            let in_play = self.state.units().filter(|(_, u)| u.place != Place::Out);
            in_play.map(|(_, u)| u.side).min().unwrap_or(SideId(0))
        })
    }

    /// The parameters of a verb, in order.
    pub(super) fn slots(&self, verb: usize) -> &[Slot] {
        self.forms.slots(verb)
    }

    pub(super) fn forms(&self) -> &Rc<Forms> {
        &self.forms
    }

    /// Whether a parameter of a verb can only be left out behind these arguments, with the one before it.
    pub fn is_left_out(&self, verb: usize, slot: usize, before: &[Value]) -> bool {
        self.slots(verb).get(slot).is_some_and(|slot| slot.is_left_out(before))
    }

    /// What may stand for a parameter of a verb, given the arguments before it, as the pack lists it.
    ///
    /// # Errors
    /// A mistake in the rule that lists, or a run that was broken off.
    pub fn choices(&mut self, verb: usize, slot: usize, before: &[Value]) -> Result<&[Value], Failure> {
        // What is in force stays the same.
        let place = match self.listed.known(&self.state, verb, slot, before) {
            Some(place) => place,
            None => self.list(verb, slot, before)?,
        };
        Ok(self.listed.at(place))
    }

    /// Asks the pack for the same, which is kept; tells where.
    fn list(&mut self, verb: usize, slot: usize, before: &[Value]) -> Result<usize, Failure> {
        let forms = self.forms.clone();
        let Some(Slot { rule, kind, .. }) = forms.slots(verb).get(slot) else {
            return Ok(self.listed.keep(&self.state, Parts::NONE, (verb, slot, before), Arc::from([])));
        };
        let loaded = self.loaded.clone();
        self.close();
        // There is hardly ever anything to forget, and to write so much anew takes as long as the rest.
        if self.failed.is_some() || self.ill_listed.is_some() {
            (self.failed, self.ill_listed) = (None, None);
        }
        self.recall.look_anew();
        match procedure::candidates(self, &loaded.rules, rule.as_ref(), *kind, before) {
            Ok(candidates) => {
                let mut parts = self.recall.looked_at();
                // Where no rule lists, all units in play are listed.
                parts.add(Part::IN_PLAY);
                Ok(self.listed.keep(&self.state, parts, (verb, slot, before), candidates))
            }
            Err(failure) => {
                if let Failure::Broken(told) = &failure {
                    self.ill_listed = Some(Move { verb, arguments: before.into() });
                    self.meet(told);
                }
                Err(failure)
            }
        }
    }

    /// Whether a command is allowed now.
    ///
    /// # Errors
    /// A mistake in the check of the verb, or a run that was broken off. A refusal is no error.
    pub fn allows(&mut self, command: &Move) -> Result<bool, Failure> {
        self.allows_with(command.verb, &command.arguments)
    }

    pub(super) fn allows_with(&mut self, verb: usize, arguments: &[Value]) -> Result<bool, Failure> {
        match self.check(verb, arguments) {
            Ok(()) => Ok(true),
            Err(Failure::Refused(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Asks the check of a verb, which refuses with its reason.
    pub(super) fn check(&mut self, verb: usize, arguments: &[Value]) -> Result<(), Failure> {
        let loaded = self.loaded.clone();
        self.close();
        match &loaded.data.verbs[verb].check {
            Some(rule) => procedure::check(self, rule, arguments),
            None => Ok(()),
        }
    }

    /// Gives a command: checked, carried out, with all that follows it. On failure the state is as it was.
    ///
    /// # Errors
    /// A refusal, no answer to what was asked, or a mistake in the rules.
    pub fn play(&mut self, command: &Move, door: &Door) -> Result<(), Failure> {
        self.check(command.verb, &command.arguments)?;
        self.carry_on(command, door)
    }

    /// Carries a command out that is known to be allowed.
    ///
    /// # Errors
    /// As for [`Bout::play`].
    pub fn carry_on(&mut self, command: &Move, door: &Door) -> Result<(), Failure> {
        let loaded = self.loaded.clone();
        let rule = Some(&loaded.data.verbs[command.verb].rule);
        let Some(watched) = self.watched(command, door) else {
            return self.carry_out(rule, &command.arguments, door);
        };
        let result = self.carry_out(rule, &command.arguments, &watched);
        if let Some(track) = &mut self.track {
            track.end(&result);
        }
        result
    }

    /// The door through which a command is answered whose way is kept.
    fn watched(&mut self, command: &Move, door: &Door) -> Option<Door> {
        let mut track = self.track.take()?;
        let watched = track.begin(command.line(self), door);
        self.track = Some(track);
        Some(watched)
    }

    /// Carries a command out, but does not ask yet whether the game is over; [`Bout::judge`] does.
    ///
    /// # Errors
    /// As for [`Bout::play`].
    pub(super) fn act(&mut self, command: &Move, door: &Door) -> Result<(), Failure> {
        let loaded = self.loaded.clone();
        let before = self.state.pending();
        let watched = self.watched(command, door);
        self.door = watched.unwrap_or_else(|| door.clone());
        let rule = Some(&loaded.data.verbs[command.verb].rule);
        let result = procedure::act(self, &loaded.data, rule, &command.arguments);
        self.close();
        if result.is_err() {
            self.state.roll_back(before);
        }
        if let Some(track) = &mut self.track {
            track.end(&result);
        }
        result
    }

    /// Asks whether the game is over, which ends it.
    ///
    /// # Errors
    /// As for [`Bout::choices`].
    pub(super) fn judge(&mut self) -> Result<(), Failure> {
        let loaded = self.loaded.clone();
        let result = procedure::judge(self, &loaded.data);
        if let (Some(track), Err(Failure::Broken(told))) = (&mut self.track, &result) {
            // Whoever gives the last command asks it, too.
            track.meet(told, None);
        }
        result
    }

    fn carry_out(
        &mut self,
        rule: Option<&Arc<str>>,
        arguments: &[Value],
        door: &Door,
    ) -> Result<(), Failure> {
        let loaded = self.loaded.clone();
        let before = self.state.pending();
        self.door = door.clone();
        let came = procedure::carry_out(self, &loaded.data, rule, arguments);
        self.close();
        match came {
            Ok(()) => Ok(()),
            Err(failure) => {
                self.state.roll_back(before);
                Err(failure)
            }
        }
    }

    /// How the game would end if it were as late as it can be: the conditions of victory, asked in a far turn.
    ///
    /// # Errors
    /// As for [`Bout::choices`].
    pub fn ends_late(&mut self, turns: u32) -> Result<Option<Ending>, Failure> {
        let before = self.state.pending();
        let now = self.state.clock().clone();
        self.state.begin(Clock { turn: now.turn.saturating_add(turns), ..now });
        let loaded = self.loaded.clone();
        self.close();
        let ending = procedure::won(self, &loaded.data);
        self.state.roll_back(before);
        ending
    }

    /// Asks a rule something that changes nothing.
    ///
    /// # Errors
    /// As for [`Bout::choices`].
    pub fn ask(&mut self, rule: &str, arguments: &[Value]) -> Result<Value, Failure> {
        self.close();
        // Memory knows a rule by the text that names it, so the same text serves again.
        let rule = self.asked.take().filter(|known| **known == *rule).unwrap_or_else(|| Arc::from(rule));
        let answer = self.run(RuleCall { rule: &rule, arguments, looking: Some(procedure::QUESTION) });
        self.asked = Some(rule);
        answer
    }

    /// The rule in which a mistake was found last, with what it was called with.
    pub fn failed(&self) -> Option<(&str, &[Value])> {
        self.failed.as_ref().map(|(rule, arguments)| (&**rule, &arguments[..]))
    }

    /// The command under way whose next parameter was listed last with a mistake, with the arguments before that.
    pub(super) fn ill_listed(&self) -> Option<&Move> {
        self.ill_listed.as_ref()
    }

    /// A mistake is met by whoever only looks.
    fn meet(&mut self, told: &Diagnostic) {
        if let Some(mut track) = self.track.take() {
            track.meet(told, asking(self));
            self.track = Some(track);
        }
    }

    /// This moment, to come back to.
    pub fn moment(&self) -> Moment {
        let commands = self.track.as_ref().map_or(0, |track| track.len());
        Moment { changes: self.state.pending(), commands }
    }

    /// Takes back whatever was done since a moment.
    pub fn back_to(&mut self, moment: Moment) {
        self.state.roll_back(moment.changes);
        if let Some(track) = &mut self.track {
            track.back_to(moment.commands);
        }
    }

    /// Keeps what was done for good; there is no way back behind this moment.
    pub fn forget(&mut self) {
        self.state.settle();
        if let Some(track) = &mut self.track {
            track.back_to(0);
        }
    }

    /// From now on nobody is asked.
    fn close(&mut self) {
        if !Rc::ptr_eq(&self.door, &self.closed) {
            self.door = self.closed.clone();
        }
    }

    /// The units of the game, what was looked at since somebody wanted to know, and its latest version.
    fn looked_at(&self) -> (u64, Parts, u64) {
        let parts = self.recall.looked_at();
        (self.state.muster(), parts, self.state.latest(parts))
    }

    /// Whether what was looked at is still as it was.
    fn holds(&self, then: Option<(u64, Parts, u64)>) -> bool {
        then.is_some_and(|(muster, parts, version)| {
            muster == self.state.muster() && self.state.holds(parts, version)
        })
    }

    /// The one place where a rule is run, with a place for what it answers.
    fn call(&mut self, call: RuleCall<'_>, answer: &mut Value) -> Result<(), Failure> {
        // Many short rules may run between two looks of the engine at the same flag.
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Failure::Stopped(Stop::Cancelled));
        }
        match self.recall.call_for(&mut self.state, &self.door, call, answer) {
            Ok(()) => Ok(()),
            Err(Failure::Broken(told)) => Err(self.fails(told, call)),
            Err(failure) => Err(failure),
        }
    }

    /// A rule was run with a mistake in it.
    #[cold]
    fn fails(&mut self, told: Box<Diagnostic>, call: RuleCall<'_>) -> Failure {
        self.failed = Some((call.rule.clone(), call.arguments.to_vec()));
        self.ill_listed = None;
        if call.looking.is_some() {
            self.meet(&told);
        }
        Failure::Broken(told)
    }
}

impl Runs for Bout {
    fn run(&mut self, call: RuleCall<'_>) -> Result<Value, Failure> {
        let mut answer = Value::Nothing;
        self.call(call, &mut answer)?;
        Ok(answer)
    }

    fn obey(&mut self, call: RuleCall<'_>) -> Result<(), Failure> {
        self.call(call, &mut Value::Nothing)
    }

    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn follow(&mut self, _: &Data) -> Result<(), Failure> {
        if self.holds(self.idle) {
            return Ok(());
        }
        self.recall.look_anew();
        if let Some(standing) = self.standing
            && self.recall.still_does_nothing(&mut self.state, &self.closed, standing)
        {
            self.idle = Some(self.looked_at());
            return Ok(());
        }
        let Some(after) = self.after.take() else { return Ok(()) };
        let before = self.state.pending();
        let came = self.obey(RuleCall { rule: &after, arguments: &[], looking: None });
        let looked_at = self.looked_at();
        // Who looks at everything may have asked somebody.
        if came.is_ok() && self.state.pending() == before && !looked_at.1.has(Part::EVERYTHING) {
            self.idle = Some(looked_at);
            self.standing = self.recall.standing(&after);
        }
        self.after = Some(after);
        came
    }

    fn judge_by(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<Option<Ending>, Failure>,
    ) -> Result<Option<Ending>, Failure> {
        if self.holds(self.undecided) {
            return Ok(None);
        }
        self.recall.look_anew();
        let ending = ask(self)?;
        if ending.is_none() {
            self.undecided = Some(self.looked_at());
        }
        Ok(ending)
    }
}

/// Answers nothing.
struct Closed;

impl Answers for Closed {
    fn answer(&mut self, _: &Ask) -> Result<Answer, Stop> {
        Err(Stop::Missing("nobody answers while rules are only asked".to_owned()))
    }
}
