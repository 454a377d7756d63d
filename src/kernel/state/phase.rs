//! Numbers by which the phases of sides are known again: a game goes through the same few turn by turn.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use super::Clock;
use crate::kernel::value::SideId;

/// The number of a phase of a side, the same in all states of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PhaseNumber(u32);

/// What has a number: a phase by its name, with the side whose it is.
type Phase = (Arc<str>, Option<SideId>);

/// Phases in the order of their numbers, from 1.
#[derive(Default)]
struct Phases(Vec<Phase>);

static KNOWN: Mutex<Phases> = Mutex::new(Phases(Vec::new()));

thread_local! {
    /// Those that this thread has met, so that threads do not wait for each other.
    static MET: RefCell<Vec<(Phase, PhaseNumber)>> = const { RefCell::new(Vec::new()) };
}

fn is_phase_of((phase, side): &Phase, clock: &Clock) -> bool {
    *side == clock.side && *phase == clock.phase
}

impl Phases {
    /// The number of the phase of a clock; that of none where there are no more.
    fn number(&mut self, clock: &Clock) -> PhaseNumber {
        let known = self.0.iter().position(|phase| is_phase_of(phase, clock));
        let at = known.unwrap_or(self.0.len());
        if at + 1 >= 1 << PhaseNumber::BITS {
            return PhaseNumber::default();
        }
        if known.is_none() {
            self.0.push((clock.phase.clone(), clock.side));
        }
        PhaseNumber(at as u32 + 1)
    }
}

impl PhaseNumber {
    /// So many bits hold a number.
    pub(super) const BITS: u32 = 10;

    /// The number of the phase of a clock. Where more phases were played than there are numbers, it is that of none.
    pub(super) fn of(clock: &Clock) -> PhaseNumber {
        MET.with_borrow_mut(|met| {
            // Whoever begins phases mostly names each by the very same text.
            let is_named_so = |(phase, side): &Phase| *side == clock.side && Arc::ptr_eq(phase, &clock.phase);
            if let Some((_, number)) = met.iter().find(|(phase, _)| is_named_so(phase)) {
                return *number;
            }
            if let Some((phase, number)) = met.iter_mut().find(|(phase, _)| is_phase_of(phase, clock)) {
                phase.0 = clock.phase.clone();
                return *number;
            }
            let number = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).number(clock);
            if number != PhaseNumber::default() {
                met.push(((clock.phase.clone(), clock.side), number));
            }
            number
        })
    }

    /// The number; 0 where it is that of no phase.
    #[inline]
    pub fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(phase: u32, side: u32) -> Clock {
        Clock { turn: phase, phase: format!("phase {phase}").into(), side: Some(SideId(side)) }
    }

    #[test]
    fn a_phase_of_a_side_has_a_number_of_its_own_until_there_are_no_more() {
        let mut phases = Phases::default();
        let most = (1 << PhaseNumber::BITS) - 1;
        for number in 1..=most {
            assert_eq!(phases.number(&clock(number / 2, number % 2)), PhaseNumber(number));
        }
        assert_eq!(phases.number(&clock(most, 0)), PhaseNumber::default());
        assert_eq!(phases.number(&Clock { turn: 0, ..clock(0, 1) }), PhaseNumber(1));
    }

    #[test]
    fn it_is_the_same_on_all_threads() {
        let number = || PhaseNumber::of(&clock(7, 0));
        let here = number();
        assert_ne!((here, here), (PhaseNumber::default(), PhaseNumber::of(&clock(7, 1))));
        assert_eq!(std::thread::spawn(number).join().expect("it has ended"), here);
    }
}
