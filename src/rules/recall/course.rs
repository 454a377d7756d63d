//! What a command asks and does as one course: its check, and behind that its rule, with all that they call.
//!
//! Rules are small and call each other, and each call hands on what it is about. A command that is given again and again need not go
//! through all of them: what they ask is noted once more, question by question, by the slots of the command alone, none asked twice
//! unless something was done in between that bears on it; and what is done is done as late as can be, which leaves out what something
//! else takes the place of at once. The course of a check ends at a gate, and what the rule does goes on from
//! there, for it is asked in the same state. Where a course is not known as far as it would have to go, the tries of the rules are.

use smallvec::SmallVec;

use super::lately::There;
use super::lexicon::Lexicon;
use super::memory::Inner;
use super::slots::{Slots, Spots, spot};
use super::trie::{Callee, End, FunctionId, RootId, Step, Trie, Unsteady};
use super::word::{Arguments, INT, Word};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Deed, Query, State};
use crate::kernel::value::Value;

/// The number of a gate.
pub(super) type GateId = u32;

/// Where the course of a check ends and that of the rule behind it begins.
#[derive(Debug)]
pub(super) struct Gate {
    /// What was asked on the way here.
    asked: Vec<Step>,
    /// The rules behind it, and the roots of their courses.
    behind: SmallVec<[(FunctionId, RootId); 1]>,
}

impl Gate {
    /// About as much room as so many nodes.
    pub(super) const NODES: usize = 40;

    /// The root of the course of a rule behind it.
    #[inline]
    pub(super) fn course(&self, rule: FunctionId) -> Option<RootId> {
        self.behind.iter().find(|(known, _)| *known == rule).map(|(_, root)| *root)
    }
}

/// The check that was asked last, or whatever else only looks and is about more than a unit.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// The state that it was asked in; 0 is none.
    stamp: u64,
    /// Which tries these were.
    tries: u64,
    arguments: Arguments,
    pub(super) function: FunctionId,
    root: RootId,
    /// Where its course has led.
    pub(super) gate: Option<GateId>,
    /// What is in its slots, as they were at the gate if there is one.
    pub(super) slots: Slots,
}

impl Passed {
    /// A check begins with this in its slots; it has not come to a gate.
    pub(super) fn begin(&mut self, slots: &Slots) {
        (self.stamp, self.gate, self.slots) = (0, None, *slots);
    }

    /// It is asked about this. Whether it allows it is told by the rule behind it, which is not asked otherwise.
    pub(super) fn is_asked(
        &mut self,
        state: &State,
        arguments: &[Value],
        There { function, root, tries, .. }: There,
        lexicon: &mut Lexicon,
    ) {
        (self.stamp, self.tries, self.function, self.root) = (state.stamp(), tries, function, root);
        self.arguments.clear();
        self.arguments.extend(arguments.iter().map(|value| lexicon.of_value(value)));
    }

    /// Nothing was asked.
    pub(super) fn forget(&mut self) {
        (self.stamp, self.gate) = (0, None);
    }

    /// Whether it was asked about this, and nothing has been done since.
    #[inline]
    pub(super) fn is_of(&self, state: &State, arguments: &[Value], inner: &mut Inner) -> bool {
        let is_it = |(known, value): (&Word, &Value)| *known == inner.lexicon.of_value(value);
        self.stamp == state.stamp()
            && self.tries == inner.tries
            && self.arguments.len() == arguments.len()
            && self.arguments.iter().zip(arguments).all(is_it)
    }

    /// Whether the rule of a root begins with the same in its slots, by the same arguments.
    pub(super) fn begins_as(&self, trie: &Trie, root: RootId, slots: &Slots) -> bool {
        let is_same = self.slots.units == slots.units && self.slots.spots.starts_with(&slots.spots);
        is_same && trie.arguments(self.root) == trie.arguments(root)
    }
}

/// Whether it pays to know the courses of a check, or of a rule behind checks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Worth {
    /// How often a command was given behind it, up to where that is enough, if it is a check.
    followed: u8,
    /// What courses that were not known have cost, less what those were worth that were.
    spent: u16,
    /// Not any more.
    is_off: bool,
}

impl Worth {
    /// So often the rule has to follow first.
    const OFTEN: u8 = 8;
    /// As many courses may be new as known ones make up for, and half as many more as this.
    const MOST: u16 = 1024;
    /// To note one takes longer than is gained by one that is known.
    const NEW: u16 = 2;

    pub(super) fn is_off(self) -> bool {
        self.is_off
    }

    pub(super) fn is_there(self) -> bool {
        self.followed == Worth::OFTEN && !self.is_off
    }

    /// Whether known ones make up for anything.
    pub(super) fn is_spent(self) -> bool {
        self.spent > 0
    }

    /// The rule was asked right behind the check.
    pub(super) fn is_followed(&mut self) {
        self.followed = (self.followed + 1).min(Worth::OFTEN);
    }

    pub(super) fn had(&mut self) {
        self.spent = self.spent.saturating_sub(1);
    }

    pub(super) fn missed(&mut self) {
        self.spent += Worth::NEW;
        self.is_off |= self.spent > Worth::MOST;
    }

    pub(super) fn give_up(&mut self) {
        self.is_off = true;
    }
}

/// A course that is being noted.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) steps: Vec<Step>,
    /// The questions whose answers still hold.
    pub(super) asked: Vec<Step>,
    /// What is done next, once somebody asks for something that it bears on.
    postponed: Vec<Deed>,
    /// What the command is about. The hexes that it comes by stand behind those that it names.
    pub(super) slots: Slots,
    /// What the hexes are called that a function has brought last.
    pub(super) brought: Spots,
}

impl Course {
    /// A course that begins with this in its slots.
    pub(super) fn new(slots: Slots) -> Course {
        let (steps, asked, postponed) = (Vec::new(), Vec::new(), Vec::new());
        Course { steps, asked, postponed, slots, brought: Spots::new() }
    }

    /// Goes on from a gate.
    pub(super) fn behind(gate: &Gate, slots: Slots) -> Course {
        Course { asked: gate.asked.clone(), ..Course::new(slots) }
    }

    /// Whether the answer to a question is known.
    pub(super) fn knows(&self, is_it: impl Fn(&Step) -> bool) -> bool {
        self.asked.iter().any(is_it)
    }

    /// Notes a question with its answer.
    pub(super) fn ask(&mut self, step: Step) {
        if self.postponed.iter().any(|deed| !holds_behind(&step, deed)) {
            self.catch_up();
        }
        self.asked.push(step.clone());
        self.steps.push(step);
    }

    /// Notes a deed. What it may bear on has to be asked again.
    pub(super) fn does(&mut self, deed: Deed) {
        self.asked.retain(|step| holds_behind(step, &deed));
        match &deed {
            Deed::Place(unit, _) => {
                self.postponed.retain(|known| !matches!(known, Deed::Place(of, _) if of == unit));
            }
            Deed::Write(target, number, _) => {
                let is_it =
                    |known: &Deed| matches!(known, Deed::Write(of, n, _) if (of, n) == (target, number));
                self.postponed.retain(|known| !is_it(known));
            }
            _ => {
                self.catch_up();
                self.steps.push(Step::Do(Box::new(deed)));
                return;
            }
        }
        self.postponed.push(deed);
    }

    /// Nothing more is postponed.
    pub(super) fn catch_up(&mut self) {
        self.steps.extend(self.postponed.drain(..).map(|deed| Step::Do(Box::new(deed))));
    }

    /// What stands for a hex that has come into a slot.
    pub(super) fn name(&self, hex: Hex) -> Option<Hex> {
        self.slots.spots.iter().position(|known| *known == hex).map(spot)
    }
}

/// Whether an answer is the same after a deed, whichever units and hexes are in the slots.
fn holds_behind(step: &Step, deed: &Deed) -> bool {
    let is_of_places = |query: &Query| match query {
        Query::InPlay(_) | Query::UnitsOf(_) => true,
        query => query.tells_places() || matches!(query, Query::OnMap(_)),
    };
    match (step, deed) {
        (Step::Which(..) | Step::Where(..) | Step::Between(..), _) => true,
        // It comes from nothing but what is printed.
        (Step::Call(Callee::Printed(_), ..), _) => true,
        (Step::Read(query, _), Deed::Place(..)) => !is_of_places(query),
        (Step::Read(query, _), Deed::Write(_, number, _) | Deed::Reset(_, number)) => {
            !matches!(query, Query::Property(_, property) if property == number)
        }
        (Step::Read(query, _), Deed::Begin(_) | Deed::Go(..)) => {
            !matches!(query, Query::Turn | Query::Phase | Query::Active)
        }
        (Step::Read(query, _), Deed::NextTurn) => !matches!(query, Query::Turn),
        (Step::Stand(..), deed) => !matches!(deed, Deed::Place(..)),
        _ => false,
    }
}

impl Trie {
    pub(super) fn gate(&self, gate: GateId) -> &Gate {
        &self.gates[gate as usize]
    }

    /// Keeps the course of a check, and tells where it ends.
    ///
    /// # Errors
    /// [`Unsteady`] where it contradicts another one.
    pub(super) fn keep_check(&mut self, root: RootId, course: Course) -> Result<GateId, Unsteady> {
        let begin = match self.roots[root as usize].course {
            Some(begin) => begin,
            None => self.begin_course(root),
        };
        self.roots[root as usize].course = Some(begin);
        let gate = self.gates.len() as GateId;
        self.gates.push(Gate { asked: course.asked, behind: SmallVec::new() });
        self.insert(begin, &course.steps, End::Answer(Word::of(INT, gate.into())))?;
        Ok(gate)
    }

    /// Keeps the course of a rule behind a gate.
    ///
    /// # Errors
    /// As for [`Trie::keep_check`].
    pub(super) fn keep_rule(
        &mut self,
        gate: GateId,
        root: RootId,
        course: &Course,
        answer: Word,
    ) -> Result<(), Unsteady> {
        let function = self.roots[root as usize].function;
        let begin = match self.gate(gate).course(function) {
            Some(begin) => begin,
            None => {
                let begin = self.begin_course(root);
                self.gates[gate as usize].behind.push((function, begin));
                begin
            }
        };
        self.insert(begin, &course.steps, End::Answer(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::catalogue::Subject;
    use crate::kernel::state::{Clock, Place, Target};
    use crate::kernel::value::{SideId, UnitId};
    use crate::rules::recall::slots::slot;

    fn mark(of: UnitId, value: i64) -> Deed {
        Deed::Write(Target::Unit(of), 3, Value::Int(value))
    }

    fn reads(query: Query) -> Step {
        Step::Read(query, Word::NOTHING)
    }

    #[test]
    fn courses_are_noted_behind_commands_that_are_given_until_most_of_them_are_new() {
        let mut worth = Worth::default();
        for _ in 0..Worth::OFTEN {
            assert!(!worth.is_there());
            worth.is_followed();
        }
        // So many that are known make up for one that is not.
        let mut give = |known: u16| {
            for course in 0..30_000 {
                if course % (known + 1) == 0 { worth.missed() } else { worth.had() }
            }
            (worth.is_there(), worth.is_off())
        };
        assert_eq!(give(Worth::NEW), (true, false));
        assert_eq!(give(Worth::NEW - 1), (false, true));
        assert_eq!(give(u16::MAX - 1), (false, true));
    }

    #[test]
    fn an_answer_holds_behind_what_does_not_bear_on_it_whoever_is_in_the_slots() {
        let (unit, other, hex) = (UnitId(6), slot(0), Hex::new(1, 1));
        let place = Deed::Place(other, Place::Hex(spot(0)));
        let begin = Deed::Begin(Clock::default());
        let mark_of = |property| reads(Query::Property(Target::Unit(unit), property));
        let cases = [
            (reads(Query::Place(unit)), &place, false),
            (reads(Query::SidesAt(hex)), &place, false),
            (reads(Query::UnitsOf(SideId(0))), &place, false),
            (reads(Query::OnMap(unit)), &place, false),
            (reads(Query::InPlay(unit)), &place, false),
            (Step::Stand(unit, Word::NOTHING), &place, false),
            (mark_of(3), &place, true),
            (reads(Query::Active), &place, true),
            (mark_of(3), &mark(other, 1), false),
            (mark_of(4), &mark(other, 1), true),
            (mark_of(3), &Deed::Reset(Subject::Unit, 3), false),
            (reads(Query::SidesAt(hex)), &mark(other, 1), true),
            (Step::Stand(unit, Word::NOTHING), &mark(other, 1), true),
            (reads(Query::Phase), &begin, false),
            (reads(Query::Turn), &Deed::NextTurn, false),
            (reads(Query::Place(unit)), &begin, true),
            (Step::Which(other, Word::unit(unit)), &place, true),
            (Step::Call(Callee::Printed(0), Slots::default(), Word::NOTHING, false), &place, true),
            (Step::Call(Callee::At(0), Slots::default(), Word::NOTHING, false), &place, false),
            (Step::Call(Callee::Root(0), Slots::default(), Word::NOTHING, false), &begin, false),
            (reads(Query::Help), &Deed::Help(None), false),
        ];
        for (step, deed, holds) in cases {
            assert_eq!(holds_behind(&step, deed), holds, "{step:?} behind {deed:?}");
        }
    }

    #[test]
    fn what_is_done_over_again_at_once_is_done_once_and_before_anybody_asks() {
        let mut course = Course::new(Slots::default());
        let (one, other) = (slot(0), UnitId(6));
        let at = |row: i32| Deed::Place(one, Place::Hex(Hex::new(0, row)));
        course.ask(reads(Query::Phase));
        for deed in [mark(one, 1), at(1), mark(other, 5), mark(one, 2), at(2)] {
            course.does(deed);
        }
        // Nothing of it bears on that.
        course.ask(reads(Query::Turn));
        course.ask(reads(Query::Property(Target::Unit(other), 3)));
        course.does(mark(one, 3));
        course.does(Deed::NextTurn);
        let done = |deed: Deed| Step::Do(Box::new(deed));
        let expected = [
            reads(Query::Phase),
            reads(Query::Turn),
            done(mark(other, 5)),
            done(mark(one, 2)),
            done(at(2)),
            reads(Query::Property(Target::Unit(other), 3)),
            done(mark(one, 3)),
            done(Deed::NextTurn),
        ];
        assert_eq!(course.steps, expected);
        // The turn and the mark have to be asked again.
        assert_eq!(course.asked, [reads(Query::Phase)]);
    }
}
