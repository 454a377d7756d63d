//! Which verbs of the phase something can be done with at this moment.

use std::collections::VecDeque;

use super::Session;
use super::complete::Looker;
use super::execute::GivenWith;
use super::procedure;
use crate::data::{ParamKind, Part, Verb};
use crate::kernel::value::Value;
use crate::rules::Failure;

/// So many rules are asked for a verb; where that does not tell, the verb is listed.
const MOST_ASKED: u32 = 64;

impl Session {
    /// The verbs of the phase without those that the pack's own lists and checks leave nothing for: who has all units on the
    /// map cannot bring one in. Nothing is changed, and a mistake in the pack's rules is not told here.
    pub fn usable_verbs(&self) -> Vec<&Verb> {
        let phase = &self.now.state.clock().phase;
        let of_phase = self.now.loaded.data.verbs.iter().filter(|verb| verb.is_of(phase));
        // What can be done may tell more than is told while help is locked: that somebody is in range, for one.
        if self.now.state.help_lock().is_some() {
            return of_phase.collect();
        }
        let rules = &self.now.loaded.rules;
        let mut state = self.now.state.clone();
        let door = self.door(&[], GivenWith::default(), Some(VecDeque::new()));
        let mut looker = Looker { rules, state: &mut state, door };
        let mut is_usable = |verb: &&Verb| {
            let mut asked = 0;
            looker.can_give(verb, &mut Vec::new(), &mut asked)
        };
        of_phase.filter(|verb| is_usable(verb)).collect()
    }
}

impl Looker<'_> {
    /// Whether a command that goes on like this is among those that the pack lists and allows. Where that is not known,
    /// it may be.
    fn can_give(&mut self, verb: &Verb, before: &mut Vec<Value>, asked: &mut u32) -> bool {
        *asked += 1;
        if *asked > MOST_ASKED {
            return true;
        }
        let parameters = verb.form.iter().filter_map(|part| match part {
            Part::Param { name, kind, optional } => Some((name, *kind, *optional)),
            Part::Word(_) => None,
        });
        let Some((name, kind, optional)) = parameters.clone().nth(before.len()) else {
            let Some(rule) = &verb.check else { return true };
            return !matches!(procedure::check(self, rule, before), Err(Failure::Refused(_)));
        };
        let rule = verb.choices.get(name);
        let Ok(listed) = procedure::candidates(self, self.rules, rule, kind, before) else { return true };
        if rule.is_none() && listed.is_empty() {
            // Numbers, points and texts are listed nowhere.
            return true;
        }
        let value = |value: &Value| match kind {
            ParamKind::Units | ParamKind::Hexes => Value::list([value.clone()]),
            _ => value.clone(),
        };
        let values = listed.iter().map(value).chain(optional.then_some(Value::Nothing));
        values.into_iter().any(|value| {
            before.push(value);
            let can = self.can_give(verb, before, asked);
            before.pop();
            can
        })
    }
}
