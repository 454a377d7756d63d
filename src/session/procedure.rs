//! The order in which the rules of a command are asked, whoever runs them: a session that keeps a record of all
//! they do, or a simulation that keeps none.

use std::sync::Arc;

use crate::data::{Data, ParamKind, Target as DataTarget, Victory};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::{Catalogue, Subject};
use crate::kernel::hex::HexMap;
use crate::kernel::state::{Ending, Place, State, Target};
use crate::kernel::value::{SideId, TerrainId, TypeId, Value};
use crate::rules::{Failure, Needed, RuleCall, Ruleset};

/// What rules that only look are called in messages.
const CHECK: &str = "the check of a command";
const VICTORY: &str = "a victory condition";
/// What a rule that answers the players is called in messages.
pub(crate) const QUESTION: &str = "a question of the players";

/// Who runs rules on a state. What a rule changes stays in the state, for the caller to keep or to take back.
pub(crate) trait Runs {
    /// Runs a rule and hands its answer on.
    ///
    /// # Errors
    /// A refusal, a missing answer, or a mistake in the rules.
    fn run(&mut self, call: RuleCall<'_>) -> Result<Value, Failure>;

    /// The same where nobody needs the answer.
    ///
    /// # Errors
    /// As for [`Runs::run`].
    fn obey(&mut self, call: RuleCall<'_>) -> Result<(), Failure> {
        self.run(call).map(drop)
    }

    /// The state that the rules run on.
    fn state(&mut self) -> &mut State;

    /// Runs the rule that follows every command, where there is one.
    ///
    /// # Errors
    /// As for [`Runs::run`].
    fn follow(&mut self, data: &Data) -> Result<(), Failure> {
        match data.hooks.get("after") {
            Some((after, _)) => self.obey(RuleCall { rule: after, arguments: &[], looking: None }),
            None => Ok(()),
        }
    }

    /// Asks whether a condition of victory is met. Who knows what the conditions looked at need not ask again before that has changed.
    ///
    /// # Errors
    /// Those of `ask`.
    fn judge_by(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<Option<Ending>, Failure>,
    ) -> Result<Option<Ending>, Failure> {
        ask(self)
    }
}

/// Asks the check of a verb whether a command is allowed.
///
/// # Errors
/// As for [`Runs::run`]; a refusal where it is not.
pub(crate) fn check(runs: &mut impl Runs, rule: &Arc<str>, arguments: &[Value]) -> Result<(), Failure> {
    runs.obey(RuleCall { rule, arguments, looking: Some(CHECK) })
}

/// Carries a command out: its rule, what follows every command, then the conditions of victory up to the first that
/// is met.
///
/// # Errors
/// As for [`Runs::run`]; what was changed until then is the caller's to take back.
pub(crate) fn carry_out(
    runs: &mut impl Runs,
    data: &Data,
    rule: Option<&Arc<str>>,
    arguments: &[Value],
) -> Result<(), Failure> {
    act(runs, data, rule, arguments)?;
    judge(runs, data)
}

/// The first part of [`carry_out`]: everything but the conditions of victory.
///
/// # Errors
/// As for [`carry_out`].
pub(crate) fn act(
    runs: &mut impl Runs,
    data: &Data,
    rule: Option<&Arc<str>>,
    arguments: &[Value],
) -> Result<(), Failure> {
    if let Some(rule) = rule {
        runs.obey(RuleCall { rule, arguments, looking: None })?;
    }
    runs.follow(data)
}

/// The second part of [`carry_out`]: ends the game where a condition of victory is met.
///
/// # Errors
/// As for [`carry_out`].
pub(crate) fn judge(runs: &mut impl Runs, data: &Data) -> Result<(), Failure> {
    if runs.state().ending().is_none()
        && let Some(ending) = won(runs, data)?
    {
        runs.state().end(ending);
    }
    Ok(())
}

/// How the game ends by the first condition of victory that is met; nothing where none is.
///
/// # Errors
/// As for [`Runs::run`].
pub(crate) fn won(runs: &mut impl Runs, data: &Data) -> Result<Option<Ending>, Failure> {
    runs.judge_by(|runs| {
        for clause in data.set_up.iter().flat_map(|s| &s.victory) {
            match runs.run(RuleCall { rule: &clause.rule, arguments: &[], looking: Some(VICTORY) })? {
                Value::Bool(true) => {
                    return Ok(Some(Ending { winner: clause.side, reason: clause.reason.clone() }));
                }
                Value::Bool(false) => {}
                other => return Err(Failure::Broken(Box::new(no_condition(data, clause, &other)))),
            }
        }
        Ok(None)
    })
}

/// A condition of victory that is neither true nor false.
fn no_condition(data: &Data, clause: &Victory, answer: &Value) -> Diagnostic {
    let own = data.generated.iter().find(|rule| rule.name == clause.rule);
    let what = own.map_or(VICTORY, |rule| &rule.what);
    let at = own.map_or(clause.origin.span, |rule| rule.text_span);
    Needed::Truth.mistake(what, at, answer)
}

/// What may stand for a parameter of a verb: what the pack's rule lists for it, given the arguments before it. Where
/// there is no such rule, or it refuses or answers nothing, everything of the kind.
///
/// # Errors
/// A mistake in the rule, E0404 where it lists things of another kind or answers no list, or a run that was broken off.
pub(crate) fn candidates(
    runs: &mut impl Runs,
    rules: &Ruleset,
    rule: Option<&Arc<str>>,
    kind: ParamKind,
    before: &[Value],
) -> Result<Arc<[Value]>, Failure> {
    if let Some(rule) = rule {
        match runs.run(RuleCall { rule, arguments: before, looking: Some(QUESTION) }) {
            Ok(Value::List(values)) => {
                // A rule makes its list in one way, so that the first shows what it lists; every decision of a game comes by here.
                return match values.first().filter(|first| !may_stand(kind, first)) {
                    Some(first) => Err(no_choice(rules, rule, kind, &format!("lists {}", first.kind()))),
                    None => Ok(values),
                };
            }
            Ok(Value::Nothing) | Err(Failure::Refused(_)) => {}
            Ok(other) => return Err(no_choice(rules, rule, kind, &format!("answers {}", other.kind()))),
            Err(failure) => return Err(failure),
        }
    }
    Ok(all_of(kind, (rules.catalogue(), rules.map()), runs.state()).into())
}

/// Whether a value that a rule lists may be of a kind. What players type as words may be told by anything.
fn may_stand(kind: ParamKind, value: &Value) -> bool {
    match kind {
        ParamKind::Unit | ParamKind::Units => matches!(value, Value::Unit(_) | Value::Nothing),
        ParamKind::Hex | ParamKind::Hexes => matches!(value, Value::Hex(_) | Value::Nothing),
        ParamKind::Side => matches!(value, Value::Side(_) | Value::Nothing),
        ParamKind::Type => matches!(value, Value::Type(_) | Value::Nothing),
        ParamKind::Terrain => matches!(value, Value::Terrain(_) | Value::Nothing),
        ParamKind::Point => matches!(value, Value::Point(_) | Value::Nothing),
        ParamKind::Number | ParamKind::Inches => matches!(value, Value::Int(_) | Value::Nothing),
        ParamKind::Degrees | ParamKind::Word | ParamKind::Text | ParamKind::Phase => true,
    }
}

/// A rule of choices that lists things of another kind, or does not list.
fn no_choice(rules: &Ruleset, rule: &str, kind: ParamKind, does: &str) -> Failure {
    let word = kind.word();
    let title = format!("rule `{rule}` must list what may stand for `{word}`, and {does}");
    let told = Diagnostic::error(Code::WRONG_RESULT, title);
    let told =
        rules.head_of(rule).into_iter().fold(told, |told, at| told.at(at, "its list gives the choices"));
    let told = told.help("answer a list of the things themselves: `[unit]`, `neighbours(unit.hex)`");
    Failure::Broken(Box::new(told))
}

/// Everything of a kind that could stand in a line.
pub(crate) fn all_of(kind: ParamKind, (catalogue, map): (&Catalogue, &HexMap), state: &State) -> Vec<Value> {
    let numbered = |count: usize, value: fn(u32) -> Value| (0..count as u32).map(value).collect();
    match kind {
        ParamKind::Unit | ParamKind::Units => {
            state.units().filter(|(_, u)| u.place != Place::Out).map(|(id, _)| Value::Unit(id)).collect()
        }
        ParamKind::Hex | ParamKind::Hexes => map.hexes().map(Value::Hex).collect(),
        ParamKind::Side => numbered(catalogue.sides.len(), |i| Value::Side(SideId(i))),
        ParamKind::Type => numbered(catalogue.unit_types.len(), |i| Value::Type(TypeId(i))),
        ParamKind::Terrain => numbered(catalogue.terrain.len(), |i| Value::Terrain(TerrainId(i))),
        ParamKind::Phase => catalogue.phases.iter().map(|p| Value::Text(p.name.clone())).collect(),
        ParamKind::Number
        | ParamKind::Point
        | ParamKind::Inches
        | ParamKind::Degrees
        | ParamKind::Word
        | ParamKind::Text => Vec::new(),
    }
}

/// The state that a scenario begins with, before its first rule.
pub fn initial_state(data: &Data, catalogue: &Catalogue) -> State {
    let mut state = State::default();
    let Some(set_up) = &data.set_up else { return state };
    for placed in &set_up.placed {
        state.enlist(placed.name.clone(), placed.unit_type, placed.side, placed.place);
    }
    set_properties(&mut state, data, catalogue);
    state.commit();
    state
}

/// What the scenario sets for hexes, sides, the game and the units that are there.
pub(crate) fn set_properties(state: &mut State, data: &Data, catalogue: &Catalogue) {
    for set in data.set_up.iter().flat_map(|s| &s.properties) {
        let (subject, target) = match &set.target {
            DataTarget::Hex(hex) => (Subject::Hex, Some(Target::Hex(*hex))),
            DataTarget::Unit(name) => (Subject::Unit, state.unit_named(name).map(Target::Unit)),
            DataTarget::Side(side) => (Subject::Side, Some(Target::Side(*side))),
            DataTarget::Game => (Subject::Game, Some(Target::Game)),
        };
        if let (Some(target), Some((number, _))) = (target, catalogue.property(subject, &set.name)) {
            state.write(target, number as u32, set.value.clone());
        }
    }
}
