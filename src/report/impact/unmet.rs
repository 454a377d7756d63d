//! What could not be set up, told once a reason: the types and commands that it is said of stand together.

use std::collections::{BTreeMap, BTreeSet};

use super::{ImpactTold, UnmetTold};

/// So many types are told by name where not all are asked for.
const MOST_NAMES: usize = 3;

/// Pairs that one thing is said of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Together {
    /// Who acts; nobody by name where it is everybody.
    actors: Vec<String>,
    /// On whom.
    targets: Vec<String>,
    /// How many pairs these are; none where it is said of a command or a scenario as a whole.
    pub(super) pairs: Option<usize>,
    /// The commands.
    verbs: Vec<String>,
    /// The scenarios.
    scenarios: Vec<String>,
    /// Why.
    pub(super) reason: String,
}

impl Together {
    /// Who, on whom, how many pairs, with which commands, in which scenarios, and why. `all` names every type.
    pub(super) fn cells(&self, all: bool) -> [String; 6] {
        [
            named(&self.actors, all),
            named(&self.targets, all),
            self.pairs.map_or_else(String::new, |pairs| pairs.to_string()),
            self.verbs.join(", "),
            self.scenarios.join(", "),
            self.reason.clone(),
        ]
    }
}

/// `Foot, Riders and 4 more`.
fn named(names: &[String], all: bool) -> String {
    match names {
        [] => "anybody".to_owned(),
        names if all || names.len() <= MOST_NAMES + 1 => names.join(", "),
        names => format!("{} and {} more", names[..MOST_NAMES].join(", "), names.len() - MOST_NAMES),
    }
}

/// Everything that could not be set up: first what is said of whole commands, then what is said of the most pairs.
pub(super) fn together(told: &ImpactTold) -> Vec<Together> {
    let mut places: BTreeMap<(&str, &str, &str, bool), usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&UnmetTold>> = Vec::new();
    for one in &told.unmet {
        let key = (&*one.scenario, &*one.verb, &*one.reason, one.pair.is_some());
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let there = Cast::of(told);
    let mut rows: Vec<Together> = groups.iter().flat_map(|group| by_actors(group, &there)).collect();
    // The same may be said of several commands, and of those in several scenarios.
    join(&mut rows, |row| &mut row.verbs);
    join(&mut rows, |row| &mut row.scenarios);
    rows.sort_by_key(|row| std::cmp::Reverse(row.pairs.unwrap_or(usize::MAX)));
    rows
}

/// What is said with one command for one reason, actors of the same targets in one row.
fn by_actors(group: &[&UnmetTold], there: &Cast<'_>) -> Vec<Together> {
    let Some(first) = group.first() else { return Vec::new() };
    let mut targets: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (actor, target) in group.iter().filter_map(|one| one.pair.as_ref()) {
        let place = *places.entry(actor).or_insert(targets.len());
        match targets.get_mut(place) {
            Some((_, targets)) => targets.push(target),
            None => targets.push((actor, vec![target])),
        }
    }
    let row = |actors: Vec<String>, targets: Vec<String>, pairs| Together {
        actors,
        targets,
        pairs,
        verbs: vec![first.verb.clone()],
        scenarios: vec![first.scenario.clone()],
        reason: first.reason.clone(),
    };
    if targets.is_empty() {
        return vec![row(Vec::new(), Vec::new(), None)];
    }
    let mut alike: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (actor, targets) in targets {
        match alike.iter_mut().find(|(_, known)| *known == targets) {
            Some((actors, _)) => actors.push(actor),
            None => alike.push((vec![actor], targets)),
        }
    }
    let all = there.with(&first.scenario, &first.verb);
    let alike = alike.into_iter().map(|(actors, targets)| {
        let pairs = actors.len() * targets.len();
        row(all.names(&actors, 0), all.names(&targets, 1), Some(pairs))
    });
    alike.collect()
}

/// Makes one row of those that differ in nothing but this list and how many pairs they are.
fn join(rows: &mut Vec<Together>, list: impl Fn(&mut Together) -> &mut Vec<String>) {
    let mut joined: Vec<(Together, Together)> = Vec::new();
    for mut row in std::mem::take(rows) {
        let mut rest = row.clone();
        list(&mut rest).clear();
        let pairs = rest.pairs.take();
        let is_whole = pairs.is_none();
        match joined.iter_mut().find(|(of, row)| *of == rest && row.pairs.is_none() == is_whole) {
            Some((_, known)) => {
                list(known).append(list(&mut row));
                known.pairs = known.pairs.zip(pairs).map(|(known, more)| known + more);
            }
            None => joined.push((rest, row)),
        }
    }
    rows.extend(joined.into_iter().map(|(_, row)| row));
}

/// The types that took part in a command of a scenario, or could not: who acts, and who is acted upon.
#[derive(Debug, Default)]
struct Parts<'t>([BTreeSet<&'t str>; 2]);

impl Parts<'_> {
    /// The names; none where these are all.
    fn names(&self, names: &[&str], part: usize) -> Vec<String> {
        let all = &self.0[part];
        match all.len() > 1 && names.len() == all.len() {
            true => Vec::new(),
            false => names.iter().map(|name| (*name).to_owned()).collect(),
        }
    }
}

/// The parts of every command of every scenario.
#[derive(Debug)]
struct Cast<'t>(BTreeMap<(&'t str, &'t str), Parts<'t>>);

impl<'t> Cast<'t> {
    fn of(told: &'t ImpactTold) -> Cast<'t> {
        let mut all: BTreeMap<(&str, &str), Parts<'t>> = BTreeMap::new();
        let unmet = told.unmet.iter().filter_map(|one| {
            let (actor, target) = one.pair.as_ref()?;
            Some((&one.scenario, &one.verb, actor, target))
        });
        let met = told.meetings.iter().map(|one| (&one.scenario, &one.verb, &one.actor, &one.target));
        for (scenario, verb, actor, target) in unmet.chain(met) {
            let parts = all.entry((scenario, verb)).or_default();
            parts.0[0].insert(actor);
            parts.0[1].insert(target);
        }
        Cast(all)
    }

    fn with(&self, scenario: &'t str, verb: &'t str) -> &Parts<'t> {
        const NOBODY: &Parts<'static> = &Parts([BTreeSet::new(), BTreeSet::new()]);
        self.0.get(&(scenario, verb)).unwrap_or(NOBODY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [&str; 6] = ["Foot", "Riders", "Guns", "Mules", "Carts", "Boats"];

    fn unmet(verb: &str, pair: Option<(&str, &str)>, reason: &str) -> UnmetTold {
        let pair = pair.map(|(actor, target)| (actor.to_owned(), target.to_owned()));
        UnmetTold { scenario: "ford".into(), verb: verb.into(), pair, reason: reason.into() }
    }

    fn cells(unmet: Vec<UnmetTold>, all: bool) -> Vec<String> {
        let told = ImpactTold { unmet, ..ImpactTold::default() };
        together(&told).iter().map(|row| row.cells(all).join(" | ")).collect()
    }

    #[test]
    fn a_reason_is_told_once_for_all_of_whom_it_is_said() {
        let mut all = Vec::new();
        for actor in TYPES {
            for target in TYPES {
                let reason = match (actor, target) {
                    ("Guns", "Foot" | "Riders") => continue,
                    ("Guns", "Boats") => "too far",
                    _ if actor == "Guns" => "they do no harm",
                    _ => "they have no shells",
                };
                all.push(unmet("shell", Some((actor, target)), reason));
            }
        }
        assert_eq!(
            cells(all.clone(), false),
            [
                "Foot, Riders, Mules and 2 more | anybody | 30 | shell | ford | they have no shells",
                "Guns | Guns, Mules, Carts | 3 | shell | ford | they do no harm",
                "Guns | Boats | 1 | shell | ford | too far",
            ]
        );
        assert!(cells(all, true)[0].starts_with("Foot, Riders, Mules, Carts, Boats | anybody"));
    }

    #[test]
    fn commands_that_fail_for_one_reason_stand_together() {
        let mut all = vec![
            unmet("pair", None, "it leaves nothing to chance"),
            unmet("volley", None, "attacker is of no pair"),
            unmet("fire", None, "it leaves nothing to chance"),
        ];
        let moor = UnmetTold { scenario: "moor".into(), ..all[1].clone() };
        all.push(moor);
        assert_eq!(
            cells(all, false),
            [
                "anybody | anybody |  | pair, fire | ford | it leaves nothing to chance",
                "anybody | anybody |  | volley | ford, moor | attacker is of no pair",
            ]
        );
    }
}
