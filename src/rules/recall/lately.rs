//! What was asked from outside a moment ago, with its answer: players ask the same again and again between two changes of the
//! state, and then hardly anything has to be looked up. So are the deeds of what is about no unit, such as the end of a step, which
//! are mostly the same in the same phase of each turn.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::code::Code;
use super::memo::Luck;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Deed, Part, Parts, PhaseNumber, State, Versions};
use crate::kernel::value::{UnitId, Value};
use crate::rules::rule_call::RuleCall;

/// So many are kept.
const MOST: usize = 2048;

/// Of a call that does more nothing is kept.
const MOST_DEEDS: usize = 16;

/// A rule that was asked, of one unit or of none, and what it answered and did.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Asked {
    rule: Arc<str>,
    unit: Option<UnitId>,
    /// The units of the game.
    muster: u64,
    /// The parts of the state that the answer came from, and their latest version then.
    parts: Parts,
    version: u64,
    answer: Value,
    deeds: Option<Rc<[Deed]>>,
    /// What only looked behind them.
    behind: Option<Rc<[(RootId, Code)]>>,
    there: There,
    /// Whether the answer hangs on the phase. Then this tells only where the call is, and the answer of each phase has a place of its own.
    by_phase: bool,
    /// How often its answer or its deeds were the same of late.
    luck: Luck,
}

impl Asked {
    /// Whether it is this rule, named by the very same text, asked of this unit of the same game.
    #[inline]
    fn is(&self, rule: &Arc<str>, unit: Option<UnitId>, muster: u64) -> bool {
        Arc::ptr_eq(&self.rule, rule) && self.unit == unit && self.muster == muster
    }

    /// What a pair of places has of a call; without an answer where they had others, of which that in the second place goes.
    fn own<'p>(
        places: &'p mut Pair,
        rule: &Arc<str>,
        unit: Option<UnitId>,
        muster: u64,
        there: There,
    ) -> &'p mut Asked {
        let is_other = |asked: &Option<Asked>| asked.as_ref().is_some_and(|a| !a.is(rule, unit, muster));
        if is_other(&places[0]) {
            places.swap(0, 1);
            if is_other(&places[0]) {
                places[0] = None;
            }
        }
        places[0].get_or_insert_with(|| Asked {
            rule: rule.clone(),
            unit,
            muster,
            parts: Parts::NONE,
            version: u64::MAX,
            answer: Value::Nothing,
            deeds: None,
            behind: None,
            there,
            by_phase: false,
            luck: Luck::default(),
        })
    }

    /// What it answers, if that holds in this state; else where the call is.
    #[inline]
    fn last(
        &self,
        state: &mut State,
        still: impl FnOnce(&mut State, There, &[(RootId, Code)]) -> Option<Parts>,
    ) -> Last {
        if !self.luck.is_worth_a_try() {
            return Last::There(There { keeps: false, keeps_deeds: false, ..self.there });
        }
        let looked_at = match &self.behind {
            _ if !state.holds(self.parts, self.version) => None,
            Some(behind) => still(state, self.there, behind),
            None => Some(Parts::NONE),
        };
        let Some(looked_at) = looked_at else {
            self.luck.missed();
            return Last::There(self.there);
        };
        self.luck.had();
        let (function, answer) = (self.there.function, self.answer.clone());
        match &self.deeds {
            None => Last::Answer(function, answer, self.parts),
            Some(deeds) => Last::Deeds(function, answer, deeds.clone(), looked_at),
        }
    }
}

/// What a call has done so far, and the versions of the state before.
#[derive(Debug)]
pub(super) struct Done {
    before: Versions,
    deeds: Vec<Deed>,
}

/// The deeds of a call, for who may do them again.
#[derive(Debug, Default)]
pub(super) enum Doing {
    /// Nobody will, or they are too many, or something was done that is not in the state alone.
    #[default]
    Untold,
    Nothing,
    Deeds(Box<Done>),
}

impl Doing {
    /// One more deed, which is done to this state next.
    pub(super) fn does(&mut self, deed: impl FnOnce() -> Deed, state: &State) {
        match self {
            Doing::Untold => {}
            Doing::Nothing => {
                *self = Doing::Deeds(Box::new(Done { before: *state.versions(), deeds: vec![deed()] }));
            }
            Doing::Deeds(done) if done.deeds.len() == MOST_DEEDS => *self = Doing::Untold,
            Doing::Deeds(done) => done.deeds.push(deed()),
        }
    }
}

/// What functions answered that only looked, behind deeds of who called them, and by trails, so that they are soon asked once more; and
/// the parts of the state that they looked at.
#[derive(Debug)]
pub(super) struct Behind {
    answers: SmallVec<[(RootId, Code); 2]>,
    parts: Parts,
}

impl Default for Behind {
    fn default() -> Self {
        Behind { answers: SmallVec::new(), parts: Parts::NONE }
    }
}

impl Behind {
    pub(super) fn add(&mut self, root: RootId, answer: Code, parts: Parts) {
        self.answers.push((root, answer));
        self.parts.join(parts);
    }
}

/// Where the call of a rule is in the tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct There {
    pub(super) function: FunctionId,
    pub(super) root: RootId,
    /// Whether something of what it is about is in a slot.
    pub(super) by_slot: bool,
    /// Which tries these are; they may have been begun anew since.
    pub(super) tries: u64,
    /// Whether its answer is kept: as long as it is the same now and then when it is asked again.
    pub(super) keeps: bool,
    /// Whether its deeds are kept: those of what is about no unit, as long as they are mostly the same.
    pub(super) keeps_deeds: bool,
}

impl There {
    /// The same of a call about one unit or none, with the unit in empty slots; nothing where the tries are others by now.
    #[inline]
    pub(super) fn again(self, arguments: &[Value], tries: u64, slots: &mut Slots) -> Option<There> {
        if self.tries != tries {
            return None;
        }
        if self.by_slot
            && let Some(Some(unit)) = Value::only_unit(arguments)
        {
            slots.units.push(unit);
        }
        Some(self)
    }
}

/// What is known of a call.
#[derive(Debug, PartialEq)]
pub(super) enum Last {
    Nothing,
    /// Where it was.
    There(There),
    /// What it answers, the function that does, and the parts of the state that it has looked at.
    Answer(FunctionId, Value, Parts),
    /// The same of what does these deeds, with the parts that what only looked behind them has looked at before them: it holds if they change
    /// none of these.
    Deeds(FunctionId, Value, Rc<[Deed]>, Parts),
}

/// Two calls whose numbers lead to the same place.
type Pair = [Option<Asked>; 2];

/// The last calls from outside, each in one of a pair of places as far as there is room.
#[derive(Debug)]
pub(super) struct Lately(RefCell<Vec<Pair>>);

impl Default for Lately {
    fn default() -> Self {
        Lately(RefCell::new(vec![[None, None]; MOST / 2]))
    }
}

impl Lately {
    /// What is known of a call: the answer where it holds in this state and is no refusal. `still` tells what functions look at that come to the
    /// same again in this state.
    #[inline]
    pub(super) fn known(
        &self,
        state: &mut State,
        RuleCall { rule, arguments, .. }: RuleCall<'_>,
        still: impl FnOnce(&mut State, There, &[(RootId, Code)]) -> Option<Parts>,
    ) -> Last {
        let Some(unit) = Value::only_unit(arguments) else { return Last::Nothing };
        let (all, muster) = (self.0.borrow(), state.muster());
        let at = |pair: usize| {
            let mut both = all[pair].iter().flatten();
            both.find(|asked| asked.is(rule, unit, muster))
        };
        let first = place(rule, unit);
        let Some(mut asked) = at(first) else { return Last::Nothing };
        if asked.by_phase {
            let Some(now) = at(in_phase(first, state.versions().phase())) else {
                return Last::There(asked.there);
            };
            asked = now;
        }
        asked.last(state, still)
    }

    /// Keeps the answer to a call that only reads, or does what can be done again.
    pub(super) fn keep(
        &self,
        state: &State,
        RuleCall { rule, arguments, .. }: RuleCall<'_>,
        there: There,
        answer: &Value,
        mut parts: Parts,
        done: Option<(Box<Done>, Behind)>,
    ) {
        let Some(unit) = Value::only_unit(arguments) else { return };
        let versions = done.as_ref().map_or(state.versions(), |(done, _)| &done.before);
        // What has looked at something that was done here would do so again.
        let mut behind = None;
        if let Some((_, Behind { answers, parts: looked_at })) = &done
            && !answers.is_empty()
        {
            if state.versions().changed(versions, *looked_at) == Parts::NONE {
                behind = Some(answers.as_slice().into());
            } else {
                parts.join(*looked_at);
            }
        }
        let (version, phase) = (versions.latest(parts), versions.phase());
        let there = There { keeps: true, keeps_deeds: unit.is_none(), ..there };
        let (mut all, mut at) = (self.0.borrow_mut(), place(rule, unit));
        if parts.has(Part::PHASE) {
            let asked = Asked::own(&mut all[at], rule, unit, state.muster(), there);
            (asked.there, asked.by_phase) = (there, true);
            at = in_phase(at, phase);
        }
        let asked = Asked::own(&mut all[at], rule, unit, state.muster(), there);
        (asked.parts, asked.version, asked.answer) = (parts, version, answer.clone());
        (asked.deeds, asked.behind) = (done.map(|(done, _)| done.deeds.into()), behind);
        (asked.there, asked.by_phase) = (there, false);
    }
}

#[inline]
fn place(rule: &Arc<str>, unit: Option<UnitId>) -> usize {
    let unit = unit.map_or(0, |unit| unit.0.wrapping_add(1));
    spread((rule.as_ptr() as usize >> 4) as u32 ^ unit.wrapping_mul(0x85eb_ca6b))
}

/// The place of what hangs on the phase, in this one. Of other phases than those that have a number it is one, too.
#[inline]
fn in_phase(place: usize, phase: PhaseNumber) -> usize {
    spread(place as u32 + MOST as u32 * (1 + phase.bits() as u32))
}

/// A place for each number, far from that of the next.
#[inline]
fn spread(number: u32) -> usize {
    // The higher bits of a product hang on all of its factor's.
    (number.wrapping_mul(0x9e37_79b1) >> 16) as usize % (MOST / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::Hex;
    use crate::kernel::state::{Clock, Place, Query, Target};
    use crate::kernel::value::{SideId, TypeId};

    /// A state with this many units in reserve, in a phase of this side.
    fn state(units: u32, side: u32) -> State {
        let mut state = State::default();
        for number in 0..units {
            state.enlist(format!("u{number}"), TypeId(0), SideId(0), Place::Reserve);
        }
        begin(&mut state, side);
        state
    }

    fn begin(state: &mut State, side: u32) {
        let turn = state.clock().turn + 1;
        state.begin(Clock { turn, phase: "movement".into(), side: Some(SideId(side)) });
    }

    fn of(parts: &[Part]) -> Parts {
        let mut all = Parts::NONE;
        parts.iter().for_each(|part| all.add(*part));
        all
    }

    fn call<'c>(rule: &'c Arc<str>, arguments: &'c [Value]) -> RuleCall<'c> {
        RuleCall { rule, arguments, looking: None }
    }

    /// What is known of a call behind whose deeds nobody looked.
    fn known(lately: &Lately, state: &mut State, call: RuleCall<'_>) -> Last {
        lately.known(state, call, |_, _, _| panic!("nobody looked behind deeds"))
    }

    const THERE: There =
        There { function: 1, root: 2, by_slot: false, tries: 3, keeps: true, keeps_deeds: true };

    #[test]
    fn an_answer_holds_until_its_parts_change_and_never_in_a_state_with_other_units() {
        let (mut state, unit) = (state(3, 0), UnitId(2));
        let by_unit = There { by_slot: true, keeps_deeds: false, ..THERE };
        let rule = Arc::from("rule");
        let (arguments, answer) = ([Value::Unit(unit)], Value::Int(7));
        let about_it = call(&rule, &arguments);
        let parts = of(&[Part::place(unit)]);
        let lately = Lately::default();
        lately.keep(&state, about_it, by_unit, &answer, parts, None);
        assert_eq!(known(&lately, &mut state, about_it), Last::Answer(1, answer, parts));
        assert_eq!(known(&lately, &mut state, call(&rule, &[])), Last::Nothing);
        assert_eq!(known(&lately, &mut State::default(), about_it), Last::Nothing);
        state.place(unit, Place::Out);
        let Last::There(there) = known(&lately, &mut state, about_it) else { panic!("not there any more") };
        let mut slots = Slots::default();
        assert_eq!(there.again(&arguments, 4, &mut slots), None);
        assert!(slots.is_empty());
        assert_eq!(there.again(&arguments, 3, &mut slots), Some(by_unit));
        assert_eq!(slots.units[..], [unit]);
    }

    #[test]
    fn two_calls_with_the_same_place_are_both_known_and_a_third_takes_that_of_the_older() {
        let (state, rule) = (state(1, 0), Arc::from("rule"));
        let place_of = |unit: u32| place(&rule, Some(UnitId(unit)));
        let same: Vec<u32> = (0..).filter(|unit| place_of(*unit) == place_of(0)).take(3).collect();
        let arguments = |unit: u32| [Value::Unit(UnitId(unit))];
        let lately = Lately::default();
        let keep = |unit: u32| {
            let there = There { keeps_deeds: false, ..THERE };
            lately.keep(
                &state,
                call(&rule, &arguments(unit)),
                there,
                &Value::Int(unit.into()),
                Parts::NONE,
                None,
            );
        };
        let knows = |unit: u32| match known(&lately, &mut state.clone(), call(&rule, &arguments(unit))) {
            Last::Answer(_, answer, _) => answer == Value::Int(unit.into()),
            last => {
                assert_eq!(last, Last::Nothing);
                false
            }
        };
        keep(same[0]);
        keep(same[1]);
        assert_eq!([0, 1, 2].map(|at| knows(same[at])), [true, true, false]);
        keep(same[2]);
        assert_eq!([0, 1, 2].map(|at| knows(same[at])), [false, true, true]);
        // Who is kept again is the newer one.
        keep(same[1]);
        keep(same[0]);
        assert_eq!([0, 1, 2].map(|at| knows(same[at])), [true, true, false]);
    }

    #[test]
    fn what_hangs_on_the_phase_is_known_again_when_that_comes_again() {
        let (mut state, rule) = (state(1, 0), Arc::from("rule"));
        let parts = of(&[Part::PHASE, Part::IN_PLAY]);
        let lately = Lately::default();
        let answers = |side| Last::Answer(1, Value::Int(side), parts);
        for side in [0, 1] {
            begin(&mut state, side);
            assert!(!matches!(known(&lately, &mut state, call(&rule, &[])), Last::Answer(..)));
            lately.keep(&state, call(&rule, &[]), THERE, &Value::Int(side.into()), parts, None);
        }
        for side in [0, 1, 0] {
            begin(&mut state, side);
            assert_eq!(known(&lately, &mut state, call(&rule, &[])), answers(side.into()));
        }
        state.place(UnitId(0), Place::Out);
        assert!(matches!(known(&lately, &mut state, call(&rule, &[])), Last::There(_)));
    }

    #[test]
    fn deeds_are_known_by_the_state_before_them_until_they_hardly_ever_are_the_same() {
        let (mut state, rule) = (state(2, 0), Arc::from("rule"));
        let (lately, parts) = (Lately::default(), of(&[Part::PHASE, Part::place(UnitId(1))]));
        let deeds = [
            Deed::NextTurn,
            Deed::Go("attack".into(), Some(SideId(0))),
            Deed::Write(Target::Game, 0, Value::Int(1)),
        ];
        let keep = |state: &mut State| {
            let mut doing = Doing::Nothing;
            for deed in &deeds {
                doing.does(|| deed.clone(), state);
                state.carry(deed);
            }
            let Doing::Deeds(done) = doing else { panic!("they are few") };
            lately.keep(
                state,
                call(&rule, &[]),
                THERE,
                &Value::Nothing,
                parts,
                Some((done, Behind::default())),
            );
        };
        keep(&mut state);
        // It is another phase now, and then the same as before.
        assert!(matches!(known(&lately, &mut state, call(&rule, &[])), Last::There(_)));
        begin(&mut state, 0);
        assert_eq!(
            known(&lately, &mut state, call(&rule, &[])),
            Last::Deeds(1, Value::Nothing, deeds.clone().into(), Parts::NONE)
        );
        let mut tells = true;
        for _ in 0..200 {
            state.place(UnitId(1), Place::Reserve);
            begin(&mut state, 0);
            let Last::There(there) = known(&lately, &mut state, call(&rule, &[])) else {
                panic!("a part has changed")
            };
            tells = there.keeps_deeds;
            if tells {
                keep(&mut state);
            }
        }
        assert!(!tells);
    }

    #[test]
    fn what_looked_behind_deeds_is_asked_again_unless_it_looked_at_what_they_did() {
        let (rule, parts) = (Arc::from("rule"), of(&[Part::IN_PLAY]));
        let answers = [(7, Code::bool(true))];
        let keep = |state: &mut State, looked_at: Parts| {
            let (lately, mut doing, mut behind) = (Lately::default(), Doing::Nothing, Behind::default());
            doing.does(|| Deed::NextTurn, state);
            state.carry(&Deed::NextTurn);
            behind.add(answers[0].0, answers[0].1, looked_at);
            let Doing::Deeds(done) = doing else { panic!("there is one") };
            lately.keep(state, call(&rule, &[]), THERE, &Value::Nothing, parts, Some((done, behind)));
            lately
        };
        let mut state = state(2, 0);
        let place = of(&[Part::place(UnitId(1))]);
        let lately = keep(&mut state, place);
        // Where it is another place now, whoever asks again finds out whether that matters.
        for _ in 0..2 {
            for still in [true, false] {
                let found = lately.known(&mut state, call(&rule, &[]), |_, there, asked| {
                    assert_eq!((there, asked), (THERE, &answers[..]));
                    still.then_some(place)
                });
                assert_eq!(
                    matches!(found, Last::Deeds(.., looked_at) if looked_at == place),
                    still,
                    "{found:?}"
                );
            }
            state.place(UnitId(1), Place::Hex(Hex::new(0, 0)));
        }
        // What the answer came from has to be as it was, too.
        state.place(UnitId(0), Place::Out);
        assert!(matches!(known(&lately, &mut state, call(&rule, &[])), Last::There(_)));
        // What the deed itself has changed is asked of the state behind it, so it is not asked before.
        let turn = Query::Turn.parts();
        let lately = keep(&mut state, turn);
        assert!(matches!(known(&lately, &mut state, call(&rule, &[])), Last::There(_)));
    }

    #[test]
    fn of_what_does_much_nothing_is_told() {
        let (mut doing, state) = (Doing::Nothing, State::default());
        (0..MOST_DEEDS).for_each(|_| doing.does(|| Deed::NextTurn, &state));
        assert!(matches!(doing, Doing::Deeds(_)));
        doing.does(|| Deed::NextTurn, &state);
        assert!(matches!(doing, Doing::Untold));
    }
}
