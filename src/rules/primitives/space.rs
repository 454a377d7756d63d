//! Questions about the map. Costs and what blocks a line are asked of the rules, through closures.

use std::rc::Rc;

use rhai::{Array, Dynamic, EvalAltResult, FnPtr, NativeCallContext};

use super::Kit;
use crate::kernel::hex::{
    Denial, Edge, Entry, Hex, LineStep, Reach, ReachError, Sight, reach, sight, way_to,
};
use crate::kernel::state::Query;
use crate::kernel::value::{UnitId, Value};
use crate::rules::convert::{Game, lasting};
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, bad_answer, is_refusal, refused, too_much};
use crate::rules::recall::{Memory, Search, Ways, way_found};
use crate::rules::scene::{Bar, SearchKey, Stage};
use crate::rules::trace::{Event, Reached, Spot};

/// What `pass_only(cost)` answers: a hex may be entered on the way, but no move may end in it.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct PassOnly(pub(in crate::rules) i64);

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.measuring(&kit.stage, |registrar| simple(registrar, kit));
    let stage = kit.stage.clone();
    registrar.add(
        "hex(number: text) -> Hex",
        "The hex of a printed number, such as `hex(\"0304\")`.",
        move |number: &str| match stage.map.layout().parse_number(number) {
            Ok(hex) => Ok(hex),
            Err(error) => bad(error.to_string()),
        },
    );
    // A handle to compare with, so that `game() == game()` needs no thought.
    registrar.natives.native("==", |_: Game, _: Game| true);
    registrar.measuring(&kit.stage, |registrar| ways(registrar, kit));
}

fn ways(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "pass_only(cost: int) -> cost",
        "The answer of a cost rule for a hex that may be passed through, where no move may end.",
        PassOnly,
    );
    registrar.add(
        "reach(from: Hex, budget: int, most_hexes: int, cost: closure) -> array",
        "The hexes in which a move may end, nearest number first, the start not among them. `cost` is called as \
         `|from, to|` and answers what it costs to enter `to`, `pass_only(cost)`, or refuses. `()` for \
         `most_hexes` sets no limit.",
        move |context: NativeCallContext<'_>, from: Hex, budget: i64, most: Dynamic, cost: FnPtr| -> Outcome<Array> {
            if let Some((_, found)) = recalled(&own, &context, (from, None), budget, &most, &cost)? {
                return Ok(found.goals(&own.stage.map).into_iter().map(Dynamic::from).collect());
            }
            let found = search(&own, &context, from, None, budget, &most, &cost)?;
            let mut hexes: Vec<Reached> = found
                .iter()
                .filter(|(hex, _)| *hex != from)
                .map(|(hex, r)| Reached { hex, cost: r.cost, steps: r.steps, may_stop: r.may_stop })
                .collect();
            hexes.sort_by_key(|r| own.stage.map.layout().index(r.hex));
            let stops = hexes.iter().filter(|r| r.may_stop).map(|r| Dynamic::from(r.hex)).collect();
            if let Some(mut scene) = own.stage.scene_mut() {
                scene.event(Event::Reach(hexes));
            }
            Ok(stops)
        },
    );
    let own = kit.clone();
    registrar.add(
        "way(from: Hex, to: Hex, budget: int, most_hexes: int, cost: closure) -> array",
        "The hexes of the cheapest way, the start not among them; refuses, with the reason, where there is none.",
        move |context: NativeCallContext<'_>,
              from: Hex,
              to: Hex,
              budget: i64,
              most: Dynamic,
              cost: FnPtr|
              -> Outcome<Array> {
            let stage = &own.stage;
            let hexes = |path: &[Hex]| path.iter().copied().map(Dynamic::from).collect();
            if let Some((memory, found)) = recalled(&own, &context, (from, Some(to)), budget, &most, &cost)? {
                let way = found.way(&stage.map, to, |bar| memory.reason(*bar).to_string());
                return way.map(|way| hexes(&way)).or_else(|reason| refused(stage, Spot::default(), reason));
            }
            let found = search(&own, &context, from, Some(to), budget, &most, &cost)?;
            way_found(&stage.map, to, &found, |bar| bar.text.clone()).map(|way| hexes(&way)).or_else(|reason| {
                let spot = match found.barred(&stage.map, to).first().map(|b| &b.why) {
                    Some(Denial::Refused(bar)) if found.get(to).is_none() => bar.spot.clone(),
                    _ => own.spot(&context),
                };
                refused(stage, spot, reason)
            })
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "sight(from: Hex, to: Hex, blocks: closure) -> any",
        "`()` where the line between the centres is free, else what `blocks` said. It is called as \
         `|how, hexes|` for everything between the two hexes, in order: `\"through\"` a hex, `\"across\"` or \
         `\"along\"` the hexside between two, or a `\"corner\"` of three; `false` or `()` does not block.",
        move |context: NativeCallContext<'_>, from: Hex, to: Hex, blocks: FnPtr| -> Outcome<Dynamic> {
            let seen = sight(from, to, |step| {
                let how = match step {
                    LineStep::Through(_) => "through",
                    LineStep::Across(_) => "across",
                    LineStep::Along(_) => "along",
                    LineStep::Corner(_) => "corner",
                };
                let hexes: Array =
                    step.hexes().filter(|h| stage.map.contains(*h)).map(Dynamic::from).collect();
                let answer: Dynamic = aside(&stage, || {
                    stage.call_closure(&context, &blocks, &[&Dynamic::from(how), &Dynamic::from_array(hexes)])
                })?;
                let free = answer.is_unit() || matches!(answer.as_bool(), Ok(false));
                Ok::<_, Box<EvalAltResult>>((!free).then_some(answer))
            })?;
            match seen {
                Sight::Clear => Ok(Dynamic::UNIT),
                Sight::Blocked { by, .. } => Ok(by),
            }
        },
    );
}

fn simple(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "distance(a: Hex, b: Hex) -> int",
        "Hexes from one to the other, or from unit to unit; 0 for the same hex, 1 for adjacent ones. Where there is no \
         hex, `()` or a unit off the map, it is very far.",
        move |a: Dynamic, b: Dynamic| {
            const VERY_FAR: i64 = 1_000_000;
            let units = a.clone().try_cast::<UnitId>().zip(b.clone().try_cast::<UnitId>());
            let hexes = a.clone().try_cast::<Hex>().zip(b.clone().try_cast::<Hex>());
            match (units, hexes) {
                (Some((a, b)), _) => match stage.ask(Query::Apart(a, b)) {
                    Value::Int(far) => Ok(far),
                    _ => Ok(VERY_FAR),
                },
                (_, Some((a, b))) => Ok(i64::from(a.distance(b))),
                _ if a.is_unit() || b.is_unit() => Ok(VERY_FAR),
                _ => bad(format!(
                    "distance goes from hex to hex or from unit to unit, not from {} to {}",
                    kind_of(&a),
                    kind_of(&b)
                )),
            }
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "neighbours(hex: Hex) -> array",
        "The adjacent hexes on the map, clockwise.",
        move |hex: Hex| stage.map.neighbours(hex).map(Dynamic::from).collect::<Array>(),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "within(hex: Hex, distance: int) -> array",
        "The hexes of the map up to a distance, the hex itself included, nearest first.",
        move |hex: Hex, distance: i64| {
            stage.map.within(hex, as_distance(distance)).take(4096).map(Dynamic::from).collect::<Array>()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "edge(name: text) -> array",
        "The hexes along an edge of the map, `top`, `bottom`, `left` or `right`: the outermost hex of every column \
         or row, from left to right or from top to bottom.",
        move |name: &str| match Edge::named(name) {
            Some(edge) => Ok(stage.map.edge(edge).map(Dynamic::from).collect::<Array>()),
            None => super::reading::unknown("edge", name, Edge::NAMED.iter().map(|(name, _)| *name)),
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "by_number(hexes: array) -> array",
        "Hexes in the order of their numbers, each once.",
        move |hexes: Array| -> Outcome<Array> {
            let mut found: Vec<Hex> = Vec::with_capacity(hexes.len());
            for item in hexes {
                let kind = kind_of(&item);
                match item.try_cast::<Hex>() {
                    Some(hex) => found.push(hex),
                    None => return bad(format!("by_number takes hexes, not {kind}")),
                }
            }
            Ok(by_number(&stage, found).into_iter().map(Dynamic::from).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add("on_map(hex: Hex) -> bool", "Whether a hex lies on the map.", move |hex: Hex| {
        stage.map.contains(hex)
    });
}

/// A distance in hexes as rules give it, which is not below zero.
pub(in crate::rules) fn as_distance(hexes: i64) -> u32 {
    u32::try_from(hexes.max(0)).unwrap_or(u32::MAX)
}

/// Hexes in the order of their numbers, each once.
pub(in crate::rules) fn by_number(stage: &Stage, mut found: Vec<Hex>) -> Vec<Hex> {
    // Hexes off the map have no number; they come last.
    let place = |hex: &Hex| stage.map.layout().column_row(*hex);
    found.sort_by_cached_key(|hex| (place(hex).is_none(), place(hex), *hex));
    found.dedup();
    found
}

fn name(stage: &Stage, hex: Hex) -> String {
    super::handles::called(stage, &hex.into())
}

fn search(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    from: Hex,
    target: Option<Hex>,
    budget: i64,
    most: &Dynamic,
    cost: &FnPtr,
) -> Outcome<Rc<Reach<Bar>>> {
    let stage = &*kit.stage;
    let from = stage.told(from);
    let most = most_hexes(most)?;
    let told_first = kit.told_first(cost);
    let stamp = stage.scene().map_or(0, |s| s.state.stamp());
    let key = captured(cost).map(|captured| SearchKey {
        stamp,
        from,
        target,
        budget,
        most,
        closure: cost.fn_name().to_owned(),
        captured,
    });
    // What was searched before is no step of this run, so a memory could not tell what it hangs on.
    let key = key.filter(|_| stage.memory.is_none());
    if let Some(found) = key.as_ref().and_then(|key| stage.searched(key)) {
        return Ok(found);
    }
    let start = from;
    let enter = |from: Hex, to: Hex| -> Outcome<Entry<Bar>> {
        let (hexes, first) = ([Dynamic::from(from), Dynamic::from(to)], Dynamic::from(from == start));
        let answer = aside(stage, || match told_first {
            true => stage.call_closure(context, cost, &[&hexes[0], &hexes[1], &first]),
            false => stage.call_closure(context, cost, &[&hexes[0], &hexes[1]]),
        });
        match answer {
            Ok(answer) => {
                if let Ok(cost) = answer.as_int() {
                    Ok(Entry::Yes { cost, may_stop: true })
                } else if let Some(PassOnly(cost)) = answer.clone().try_cast::<PassOnly>() {
                    Ok(Entry::Yes { cost, may_stop: false })
                } else {
                    bad_answer(format!("a cost must be a whole number, not {}", kind_of(&answer)), answer)
                }
            }
            Err(error) => bar(stage, error).map(Entry::No),
        }
    };
    let found = match target {
        Some(target) => way_to(&stage.map, from, target, budget, most, enter),
        None => reach(&stage.map, from, budget, most, enter),
    };
    match found {
        Ok(found) => {
            let found = Rc::new(found);
            // What the closure has written to what it has captured it would have to write again.
            if let Some(key) = key.filter(|key| captured(cost).as_ref() == Some(&key.captured)) {
                stage.keep_search(key, found.clone());
            }
            Ok(found)
        }
        Err(ReachError::Caller(error)) => Err(error),
        Err(ReachError::TooManyWays) => too_much("more ways on the map than can be looked at"),
        Err(ReachError::NegativeCost { to, cost, .. }) => {
            let told = format!("it cannot cost {cost} to enter {}: a cost is 0 or more", name(stage, to));
            bad_answer(told, cost)
        }
    }
}

/// What a closure has captured; nothing where it may be more than the kernel keeps.
fn captured(closure: &FnPtr) -> Option<Vec<Value>> {
    closure.iter_curry().map(|value| lasting(&value.flatten_clone())).collect()
}

fn most_hexes(most: &Dynamic) -> Outcome<Option<u32>> {
    match (most.is_unit(), most.as_int()) {
        (true, _) => Ok(None),
        (false, Ok(number)) => Ok(Some(u32::try_from(number.max(0)).unwrap_or(u32::MAX))),
        (false, Err(kind)) => bad(format!("the most hexes must be a whole number or `()`, not {kind}")),
    }
}

type RecalledReach<'k> = Option<(&'k Memory, Rc<Ways>)>;

/// The same search through memory; nothing where there is none, or where the closure has to be called as it is.
fn recalled<'k>(
    kit: &'k Kit,
    context: &NativeCallContext<'_>,
    (from, target): (Hex, Option<Hex>),
    budget: i64,
    most: &Dynamic,
    cost: &FnPtr,
) -> Outcome<RecalledReach<'k>> {
    let Some(memory) = kit.stage.memory.as_deref() else { return Ok(None) };
    let Some((function, captured, units, told_first)) = memory.cost_function(cost) else { return Ok(None) };
    let most = most_hexes(most)?;
    let search = Search { from, target, budget, most, function, captured, units, told_first };
    let (found, word) = memory.search(&kit.stage, context.engine(), &search, context.call_position())?;
    // Whoever is run by the engine takes the hexes of a way as they are.
    memory.told_word(word);
    Ok(Some((memory, found)))
}

/// Asks without leaving traces: a search looks at many ways that are not gone.
pub(super) fn aside<T>(stage: &Stage, ask: impl FnOnce() -> T) -> T {
    let kept = stage.scene_mut().map(|mut s| {
        s.aside += 1;
        (std::mem::take(&mut s.trace.events), std::mem::take(&mut s.loose))
    });
    let memory = stage.memory.as_deref();
    let named = memory.map(Memory::named);
    let answer = stage.looking("a search on the map", ask);
    if let (Some(memory), Some(named)) = (memory, named) {
        memory.has_named_aside(named);
    }
    if let (Some((events, loose)), Some(mut scene)) = (kept, stage.scene_mut()) {
        scene.aside -= 1;
        scene.trace.events = events;
        scene.loose = loose;
    }
    answer
}

/// A refusal with the rule that made it, however deep in calls, which here only bars a hex; any other error goes on.
fn bar(stage: &Stage, error: Box<EvalAltResult>) -> Outcome<Bar> {
    match stage.scene_mut().filter(|_| is_refusal(&error)).and_then(|mut scene| scene.refused.take()) {
        Some((text, spot)) => Ok(Bar { text, spot }),
        None => Err(error),
    }
}
