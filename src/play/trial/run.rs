//! All fights of a plan, on several threads; the result does not depend on how many.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::factors::{check_factors, factors_of};
use super::fight::{Came, Field, in_words};
use super::ground::Ground;
use super::plan::TrialPlan;
use crate::data::{LineWord, ParamKind, Placed};
use crate::diagnostic::{Code, Diagnostic, SourceMap};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::odds::Ratio;
use crate::pack::{HouseFile, Loaded, Mistakes};
use crate::play::stack::STACK;
use crate::play::{with_every_type, worth_of};
use crate::rules::Failure;
use crate::session::{LineMistake, Names, one};

/// A thread takes so many fights at a time.
const BATCH: u64 = 10;
/// So many tasks of a pair come one after the other, as many as a usual trial has: what rules have answered for a pair is soon asked again.
const ROUND: u64 = 4;
/// The word for all types.
const ALL: &str = "all";
/// How often it is looked whether to break off.
const LOOK: Duration = Duration::from_millis(50);

/// A type that takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth {
    /// Its name.
    pub name: String,
    /// Its long name.
    pub title: String,
    /// What the pack's rule says that it is worth.
    pub worth: i64,
    /// The attributes that points are taken apart by.
    pub factors: Vec<i64>,
}

impl Worth {
    /// Its points; `per` of what the rule answers are one.
    pub(super) fn points(&self, per: i64) -> Ratio {
        Ratio::from(self.worth).over(&Ratio::from(per))
    }
}

/// How two types fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fought {
    /// The one, by its place among the types.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Fights that the one won.
    pub won: u64,
    /// Fights that the other won.
    pub lost: u64,
    /// Fights that nobody won.
    pub drawn: u64,
    /// Of all these, how many were decided by what was left after the last turn.
    pub late: u64,
    /// Fights that could not go on; they count for nobody.
    pub failed: u64,
}

impl Fought {
    /// Fights that were fought to the end.
    pub fn fights(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Counts other fights of the same two as well.
    fn add(&mut self, others: &Fought) {
        self.won += others.won;
        self.lost += others.lost;
        self.drawn += others.drawn;
        self.late += others.late;
        self.failed += others.failed;
    }
}

/// What came of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tried {
    /// The pack and the scenario: `arena/ring`.
    pub game: String,
    /// The types, in the order in which they were named or stand in the data.
    pub types: Vec<Worth>,
    /// Every pair once.
    pub fought: Vec<Fought>,
    /// How far apart they began, in words.
    pub place: String,
    /// Why fights could not go on, each reason with how often.
    pub failures: BTreeMap<String, u64>,
    /// How much of what the rule answers is one point.
    pub per: i64,
    /// What the factors of the types are called.
    pub factors: Vec<String>,
    /// It was broken off.
    pub broken_off: bool,
}

/// A part of the fights of a pair.
#[derive(Debug, Clone, Copy)]
struct Task {
    pair: usize,
    from: u64,
    to: u64,
}

/// All tasks, by number: rounds of so many of each pair, so that a long trial that is broken off can tell of all. They are worked out
/// and not listed, for there may be many.
#[derive(Debug, Clone, Copy)]
struct Tasks {
    pairs: usize,
    /// Fights of each pair.
    games: u64,
}

impl Tasks {
    fn at(self, number: u64) -> Option<Task> {
        let of_a_pair = self.games.div_ceil(BATCH);
        let round = number.checked_div(self.pairs as u64 * ROUND)?;
        let (begin, in_round) = (round * ROUND, number % (self.pairs as u64 * ROUND));
        // The last round may be shorter.
        let of_a_pair = of_a_pair.saturating_sub(begin).min(ROUND);
        let pair =
            usize::try_from(in_round.checked_div(of_a_pair)?).ok().filter(|pair| *pair < self.pairs)?;
        let from = (begin + in_round % of_a_pair) * BATCH;
        Some(Task { pair, from, to: (from + BATCH).min(self.games) })
    }
}

/// What came of a task.
#[derive(Default)]
struct Part {
    pair: usize,
    done: u64,
    fought: Fought,
    failures: BTreeMap<String, u64>,
}

fn mistake(told: String, help: &str) -> Mistakes {
    (SourceMap::default(), vec![Diagnostic::error(Code::USAGE, told).help(help.to_owned())])
}

/// Fights all that a plan says under house files, lowest first. `goes_on` is told how many fights are done and of how many, and answers whether to go on.
///
/// # Errors
/// What is wrong with packs, house files and the names of types; a pack without a rule of what units are worth.
pub fn trial(
    plan: &TrialPlan,
    house: &[HouseFile],
    threads: usize,
    goes_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Tried, Mistakes> {
    let halt: Arc<AtomicBool> = Arc::default();
    let bare = Rc::new(plan.load(house, &halt)?);
    let wanted = wanted(plan, &bare)?;
    let Some(ground) = Ground::like(&bare, plan.count.max(1), plan.apart) else {
        return Err(mistake("a trial is of scenarios with two sides".to_owned(), "name another scenario"));
    };
    let files = [house, std::slice::from_ref(&ground.file)].concat();
    // What is wrong with the ground is told before any thread begins.
    let meant = Rc::new(plan.load(&files, &halt)?);
    let ids = on_ground(&wanted, &bare, &meant)?;
    // They are worth what they are worth there: what the scenario changes for itself is not in force.
    let types = types(plan, (&meant, &ground), &ids)?;
    let packs: Vec<String> = bare.packs.iter().map(|p| format!("{}:{}", p.manifest.id, p.hash)).collect();
    let pairs: Vec<(usize, usize)> =
        (0..types.len()).flat_map(|one| (one + 1..types.len()).map(move |other| (one, other))).collect();
    let games = plan.games.div_ceil(2) * 2;
    let tasks = Tasks { pairs: pairs.len(), games };
    let mut tried = Tried {
        fought: pairs
            .iter()
            .map(|(one, other)| Fought { one: *one, other: *other, ..Fought::default() })
            .collect(),
        game: game(&bare),
        place: ground.told.clone(),
        per: bare.data.worth_per.max(1),
        factors: plan.factors.clone(),
        types,
        ..Tried::default()
    };
    let all = games * pairs.len() as u64;
    let next = AtomicU64::new(0);
    let named: Vec<(&str, TypeId)> = tried.types.iter().map(|t| t.name.as_str()).zip(ids).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for number in 0..threads.clamp(1, 256) {
            let sender = sender.clone();
            let (next, tasks, pairs, ground, files) = (&next, &tasks, &pairs, &ground, &files);
            let (halt, named, packs) = (&halt, &named, &packs);
            let spawned = std::thread::Builder::new()
                .name(format!("fights {number}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    // The same texts were loaded a moment ago.
                    let Ok(loaded) = plan.load(files, halt) else { return };
                    let mut field = Field::new(plan, ground, Rc::new(loaded), halt);
                    while let Some(task) = tasks.at(next.fetch_add(1, Ordering::Relaxed)) {
                        let (one, other) = pairs[task.pair];
                        let part = fought(&mut field, plan, packs, [named[one], named[other]], &task);
                        let is_whole = part.done == task.to - task.from;
                        if sender.send(part).is_err() || !is_whole {
                            return;
                        }
                    }
                });
            // With fewer threads it takes longer, and comes to the same.
            if spawned.is_err() && number > 0 {
                break;
            }
        }
        drop(sender);
        let mut done = 0;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(part) => {
                    done += part.done;
                    tried.fought[part.pair].add(&part.fought);
                    for (why, often) in part.failures {
                        *tried.failures.entry(why).or_default() += often;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !goes_on(done, all) {
                halt.store(true, Ordering::Relaxed);
            }
        }
        tried.broken_off = done < all;
    });
    Ok(tried)
}

fn game(loaded: &Loaded) -> String {
    let scenario = loaded.data.set_up.as_ref().map_or_else(String::new, |s| format!("/{}", s.scenario));
    format!("{}{scenario}", loaded.pack().manifest.id)
}

/// Some of the fights of a pair. Fights of odd numbers are fought the other way round.
fn fought(
    field: &mut Field,
    plan: &TrialPlan,
    packs: &[String],
    [one, other]: [(&str, TypeId); 2],
    task: &Task,
) -> Part {
    let key = plan.key(packs, one.0, other.0);
    // Whoever is named first, the same type stands on the same side in the same fight.
    let is_turned = one.0 > other.0;
    let mut part = Part { pair: task.pair, ..Part::default() };
    for number in task.from..task.to {
        let one_is_second = (number % 2 == 1) != is_turned;
        let types = if one_is_second { [other.1, one.1] } else { [one.1, other.1] };
        let sum = &mut part.fought;
        match field.fight(types, key, number) {
            Came::Won(side, late) => {
                let one_has_won = (side == 1) == one_is_second;
                if one_has_won {
                    sum.won += 1
                } else {
                    sum.lost += 1
                }
                sum.late += u64::from(late);
            }
            Came::Drawn(late) => {
                sum.drawn += 1;
                sum.late += u64::from(late);
            }
            Came::Failed(why) => {
                sum.failed += 1;
                *part.failures.entry(why).or_default() += 1;
            }
            Came::BrokenOff => return part,
        }
        part.done += 1;
    }
    part
}

/// The types that take part, with what they are worth.
fn types(
    plan: &TrialPlan,
    (loaded, ground): (&Rc<Loaded>, &Ground),
    wanted: &[TypeId],
) -> Result<Vec<Worth>, Mistakes> {
    let somewhere = ground.places(loaded, false).first().copied().unwrap_or(Place::Out);
    let (mut state, first) = with_every_type(loaded, somewhere);
    let mut types = Vec::new();
    for &kind in wanted {
        let of = loaded.rules.catalogue().unit_type(kind);
        let worth = match worth_of(loaded, &mut state, UnitId(first.0 + kind.0)) {
            None => {
                let help = "a pack names one in its manifest: `worth RULE`";
                return Err(mistake("no rule of this game tells what a unit is worth".to_owned(), help));
            }
            Some(Ok(run)) => match run.value {
                Value::Int(worth) if worth > 0 => worth,
                other => {
                    let told = format!("`{}` is worth `{other}`, not more than nothing", of.name);
                    return Err(mistake(told, "leave it out: name the types that are to meet"));
                }
            },
            Some(Err(Failure::Broken(told))) => {
                let told = told.note(format!("it was asked what `{}` is worth", of.name));
                return Err((loaded.sources.clone(), vec![told]));
            }
            Some(Err(failure)) => {
                let why = in_words(&failure, &loaded.sources);
                let told = format!("what `{}` is worth cannot be told: {why}", of.name);
                return Err(mistake(told, "`houserule points` says what each type is worth"));
            }
        };
        let title = if of.title.is_empty() { &of.name } else { &of.title };
        let factors = factors_of(&plan.factors, loaded, &mut state, UnitId(first.0 + kind.0))?;
        types.push(Worth { name: of.name.to_string(), title: title.to_string(), worth, factors });
    }
    check_factors(&plan.factors, &types, loaded.data.worth_per.max(1))?;
    Ok(types)
}

/// The types that are named, each once: those of the order of battle where none is.
fn wanted(plan: &TrialPlan, loaded: &Loaded) -> Result<Vec<TypeId>, Mistakes> {
    let catalogue = loaded.rules.catalogue();
    let state = State::default();
    let names = Names { catalogue, map: loaded.rules.map(), state: &state };
    let placed = || loaded.data.set_up.iter().flat_map(|s| &s.placed);
    // A unit with numbers of its own has a type of its own in the scenario; on other ground there is only what it is made from.
    let is_own = |p: &&Placed| catalogue.unit_type(p.unit_type).name == p.name;
    let own: BTreeMap<TypeId, TypeId> = placed()
        .filter(is_own)
        .filter_map(|p| Some((p.unit_type, catalogue.unit_type(p.unit_type).base?)))
        .collect();
    let mut wanted: Vec<TypeId> = Vec::new();
    for name in &plan.types {
        if name.eq_ignore_ascii_case(ALL) && !catalogue.unit_types.iter().any(|t| &*t.name == ALL) {
            let all = (0..catalogue.unit_types.len()).map(|at| TypeId(at as u32));
            wanted.extend(all.filter(|kind| !own.contains_key(kind)));
            continue;
        }
        let word = LineWord { text: name.as_str().into(), start: 0, end: name.len(), quoted: true };
        match one(&word, ParamKind::Type, names) {
            Ok(Value::Type(kind)) => wanted.push(kind),
            Ok(_) => {}
            // It is how the trial was asked for that is wrong, and not a pack.
            Err(LineMistake { title, help, .. }) => {
                let told = Diagnostic { help, ..Diagnostic::error(Code::USAGE, title) };
                return Err((SourceMap::default(), vec![told]));
            }
        }
    }
    if plan.types.is_empty() {
        let in_play = placed().filter(|p| p.place != Place::Out).map(|p| p.unit_type);
        wanted.extend(in_play.map(|kind| own.get(&kind).copied().unwrap_or(kind)));
        wanted.sort_unstable();
    }
    let mut seen = BTreeSet::new();
    wanted.retain(|kind| seen.insert(*kind));
    match wanted.len() {
        0 | 1 => Err(mistake("a trial is of two unit types or more".to_owned(), "name some, or `all`")),
        _ => Ok(wanted),
    }
}

/// The same types on the ground, where those are missing that only a unit of the order of battle has.
fn on_ground(wanted: &[TypeId], bare: &Loaded, ground: &Loaded) -> Result<Vec<TypeId>, Mistakes> {
    let all = &ground.rules.catalogue().unit_types;
    let find = |of: &TypeId| {
        let name = &bare.rules.catalogue().unit_type(*of).name;
        let at = all.iter().position(|kind| kind.name == *name);
        at.map(|at| TypeId(at as u32)).ok_or_else(|| {
            let told = format!("`{name}` is a unit of the scenario with numbers of its own, and no type");
            mistake(told, "leave it out: name the types that are to meet")
        })
    };
    wanted.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tasks_are_all_fights_of_all_pairs_once() {
        for (pairs, games) in [(3, 24), (1, 10), (2, 2), (3, 40), (0, 40), (2, 0), (3, 42), (2, 95), (2, 120)]
        {
            let tasks = Tasks { pairs, games };
            let mut all: Vec<(usize, u64)> = (0..)
                .map_while(|number| tasks.at(number))
                .flat_map(|task| (task.from..task.to).map(move |fight| (task.pair, fight)))
                .collect();
            all.sort_by_key(|(pair, _)| *pair);
            let expected: Vec<(usize, u64)> =
                (0..pairs).flat_map(|pair| (0..games).map(move |fight| (pair, fight))).collect();
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn a_long_trial_comes_to_each_pair_before_it_has_done_with_the_first() {
        let tasks = Tasks { pairs: 3, games: 90 };
        let listed: Vec<(usize, u64, u64)> =
            (0..).map_while(|number| tasks.at(number)).map(|task| (task.pair, task.from, task.to)).collect();
        assert_eq!(listed[..5], [(0, 0, 10), (0, 10, 20), (0, 20, 30), (0, 30, 40), (1, 0, 10)]);
        assert_eq!(listed[12], (0, 40, 50));
        assert_eq!(listed[24..], [(0, 80, 90), (1, 80, 90), (2, 80, 90)]);
    }
}
