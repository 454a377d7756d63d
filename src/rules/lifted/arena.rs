//! The random numbers of a run: what each can still be, what has been decided about them, and what comes of it at the end.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Order};

use dashu_int::UBig;
use rhai::Dynamic;
use rustc_hash::FxHashMap;

use crate::kernel::order::{key_of_numbers, sort_places};
use crate::kernel::state::Target;
use crate::kernel::value::Value;
use crate::rules::convert::{held, lasting};

/// The results of a roll from low to high, each with its weight.
pub type Spread = Rc<[(i64, UBig)]>;

/// A weight for each point.
pub(super) type Weights = Rc<[UBig]>;

/// What is asked of one root: the places of its numbers, and the points at which they differ, from low to high, each with the
/// weight of all points at which they are the same.
struct Share<'a> {
    places: Vec<usize>,
    points: Vec<(usize, Cow<'a, UBig>)>,
}

/// Two numbers that have become one have at most so many points; beyond that one of them is settled.
const MOST_POINTS: usize = 1 << 16;

/// So many rows are listed between two looks at what breaks it off.
const LOOK: u32 = 256;

/// A random number: what it is at each point of what it was made of.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Chance {
    root: usize,
    values: Rc<[i64]>,
}

/// What random numbers are made of: a throw, or several that have been compared or added.
#[derive(Debug, Clone)]
struct Root {
    weights: Rc<[UBig]>,
    /// What the weights are out of.
    total: UBig,
    /// The sum of all weights; less than the total where something had been decided before it was made.
    mass: UBig,
    /// The points that can still be.
    alive: Rc<[u32]>,
    /// What has become of it.
    part: Part,
}

/// What a root has become a part of.
#[derive(Debug, Clone)]
enum Part {
    /// Nothing: it stands by itself.
    Own,
    /// Another root, with the point here for each point there.
    Of(usize, Rc<[u32]>),
    /// Of a sorted list, in which nobody can tell any more which number came from where.
    Sorted,
}

impl Root {
    fn is_own(&self) -> bool {
        matches!(self.part, Part::Own)
    }

    fn weight(&self) -> UBig {
        if self.alive.len() == self.weights.len() {
            return self.mass.clone();
        }
        self.alive.iter().map(|p| &self.weights[*p as usize]).sum()
    }
}

/// One fork of the way that a run has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The branch taken, from 0.
    pub taken: u32,
    /// How many branches there are.
    pub of: u32,
    /// A player has decided, and not chance.
    pub chosen: bool,
}

/// A property that holds a random number.
pub type Slot = (Target, u32);

/// Some random numbers as they can be together, with the weight of it.
struct Row<'a> {
    values: &'a [i64],
    weight: UBig,
}

/// A throw: its results from low to high, with their weights.
#[derive(Debug)]
pub(in crate::rules) struct Thrown {
    pub(super) values: Rc<[i64]>,
    pub(super) weights: Rc<[UBig]>,
    pub(super) total: UBig,
    pub(super) alive: Rc<[u32]>,
}

/// A way put aside.
#[derive(Debug)]
pub(super) struct Aside {
    /// The number of the first tally that is not its own.
    tallies: u64,
    base: usize,
    turns: Vec<Turn>,
    at: usize,
}

/// What a run has come to.
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'a>(pub(super) &'a Inner);

impl Leaf<'_> {
    /// The forks of its way.
    pub fn turns(&self) -> &[Turn] {
        &self.0.turns[..self.0.at]
    }

    /// The properties that hold a random number, in order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        self.0.lifted.iter().map(|(slot, _)| *slot)
    }

    /// What the weights of its results are out of.
    pub fn total(&self) -> UBig {
        self.0.total()
    }

    /// All that a number of the run can be, each with its weight.
    pub fn numbers(&self, number: &Measured, mut each: impl FnMut(i64, UBig)) {
        match &number.0 {
            Figure::Is(number) => self.0.rows(&[], |row| each(*number, row.weight)),
            Figure::Open(open) => {
                self.0.rows(std::slice::from_ref(open), |row| each(row.values[0], row.weight));
            }
        }
    }

    /// All results that the run stands for: the outcome as one text, the numbers in [`Leaf::slots`], and the weight.
    pub fn results(&self, mut each: impl FnMut(&str, &[i64], UBig)) {
        let named = self.0.outcomes.iter().flatten().filter_map(|piece| match piece {
            Piece::Number(number) => Some(number),
            Piece::Text(_) => None,
        });
        let slots = self.0.lifted.iter().map(|(_, number)| number);
        let many = named.clone().count();
        let asked: Vec<Chance> = named.chain(slots).cloned().collect();
        let mut text = String::new();
        self.0.rows(&asked, |row| {
            if many > 0 || text.is_empty() {
                self.0.name(&row.values[..many], &mut text);
            }
            each(&text, &row.values[many..], row.weight);
        });
    }
}

/// A number that a run has come to.
#[derive(Debug, Clone)]
pub struct Measured(pub(super) Figure);

/// It may still be open.
#[derive(Debug, Clone)]
pub(super) enum Figure {
    Is(i64),
    Open(Chance),
}

/// A piece of the name of an outcome.
#[derive(Debug, Clone)]
pub(in crate::rules) enum Piece {
    Text(Rc<str>),
    Number(Chance),
}

/// The random numbers of the run under way.
#[derive(Debug, Default)]
pub(in crate::rules) struct Inner {
    roots: Vec<Root>,
    /// The first root of the call whose ways are gone; those before it are none of its business.
    base: usize,
    turns: Vec<Turn>,
    at: usize,
    /// A number was used that has gone into a sorted list.
    pub(super) is_lost: Cell<bool>,
    /// What stands in properties in place of a number.
    pub(super) lifted: Vec<(Slot, Chance)>,
    /// What stands in tallies beside their sums.
    pub(super) tallies: FxHashMap<u64, Chance>,
    pub(super) outcomes: Vec<Vec<Piece>>,
    /// Breaks off whatever is under way when set.
    cancel: Arc<AtomicBool>,
    /// How much has been listed since the flag was looked at.
    listed: Cell<u32>,
}

/// The same, shared between the engine's functions.
pub(in crate::rules) type Arena = Rc<RefCell<Inner>>;

impl Inner {
    /// Random numbers that this flag breaks off.
    pub(super) fn new(cancel: Arc<AtomicBool>) -> Inner {
        Inner { cancel, ..Inner::default() }
    }

    /// Whether all is to be broken off. What a run has come to may then not be the whole of it.
    pub(super) fn is_broken_off(&self) -> bool {
        self.cancel.load(Order::Relaxed)
    }

    /// The same, looked at from time to time only.
    fn is_cut(&self) -> bool {
        let listed = self.listed.get().wrapping_add(1);
        self.listed.set(listed);
        listed.is_multiple_of(LOOK) && self.is_broken_off()
    }

    /// Begins a run on the way that is next.
    pub(super) fn begin(&mut self) {
        self.roots.clear();
        self.base = 0;
        self.at = 0;
        self.is_lost.set(false);
        self.lifted.clear();
        self.tallies.clear();
        self.outcomes.clear();
    }

    /// Forgets the way.
    pub(super) fn restart(&mut self) {
        self.begin();
        self.turns.clear();
    }

    /// Puts the way aside, for a call inside it to go all its own. The call's tallies are those from this number on.
    pub(super) fn put_aside(&mut self, tallies: u64) -> Aside {
        Aside {
            tallies,
            base: std::mem::replace(&mut self.base, self.roots.len()),
            turns: std::mem::take(&mut self.turns),
            at: std::mem::take(&mut self.at),
        }
    }

    /// Begins a run of the call inside on its next way.
    pub(super) fn begin_inside(&mut self, outer: &Aside) {
        self.forget_inside(outer);
        self.at = 0;
    }

    fn forget_inside(&mut self, outer: &Aside) {
        self.roots.truncate(self.base);
        self.tallies.retain(|tally, _| *tally < outer.tallies);
    }

    /// Takes up the way that was put aside.
    pub(super) fn take_up(&mut self, aside: Aside) {
        self.forget_inside(&aside);
        Aside { base: self.base, turns: self.turns, at: self.at, .. } = aside;
    }

    /// Whether the way has come to a fork.
    pub(super) fn has_turned(&self) -> bool {
        self.at > 0
    }

    /// What a run answers, each answer with its weight; random numbers in lists are settled. None where an answer is not of the
    /// lasting kind.
    pub(super) fn answered(&mut self, answer: &Dynamic) -> Option<Vec<(Value, UBig)>> {
        let mut rows = Vec::new();
        match held::<Chance>(answer) {
            Some(chance) => self.rows(&[chance], |row| rows.push((Value::Int(row.values[0]), row.weight))),
            None => {
                let value = self.all_settled(answer)?;
                self.rows(&[], |row| rows.push((value.clone(), row.weight)));
            }
        }
        Some(rows)
    }

    fn all_settled(&mut self, answer: &Dynamic) -> Option<Value> {
        if let Some(chance) = held::<Chance>(answer) {
            return Some(Value::Int(self.settle(&chance)));
        }
        match answer.as_array_ref() {
            Ok(items) => {
                items.iter().map(|item| self.all_settled(item)).collect::<Option<Vec<_>>>().map(Value::list)
            }
            Err(_) => lasting(answer),
        }
    }

    /// Whether nothing has been thrown on the way so far.
    pub(super) fn is_certain(&self) -> bool {
        self.roots.is_empty() && self.at == 0
    }

    /// What all weights are out of.
    pub(super) fn total(&self) -> UBig {
        let roots = self.roots[self.base..].iter().filter(|r| r.is_own());
        roots.fold(UBig::ONE, |total, root| total * &root.total)
    }

    /// Goes on to the next way, if there is one.
    pub(super) fn advance(&mut self) -> bool {
        // A run that ended early has not come to the end of the way of an earlier one.
        self.turns.truncate(self.at);
        while let Some(last) = self.turns.last_mut() {
            if last.taken + 1 < last.of {
                last.taken += 1;
                return true;
            }
            self.turns.pop();
        }
        false
    }

    /// The branch that the run takes of so many.
    pub(super) fn fork(&mut self, of: u32, chosen: bool) -> u32 {
        if self.at == self.turns.len() {
            self.turns.push(Turn { taken: 0, of, chosen });
        }
        self.at += 1;
        self.turns[self.at - 1].taken
    }

    /// The number of a throw.
    pub(super) fn throw(&mut self, thrown: &Thrown) -> Chance {
        let (weights, alive) = (thrown.weights.clone(), thrown.alive.clone());
        let (total, mass) = (thrown.total.clone(), thrown.total.clone());
        self.roots.push(Root { weights, total, mass, alive, part: Part::Own });
        Chance { root: self.roots.len() - 1, values: thrown.values.clone() }
    }

    /// The number in terms of what its root has become a part of.
    fn current(&self, chance: &Chance) -> Chance {
        let mut chance = chance.clone();
        while let Part::Of(root, points) = &self.roots[chance.root].part {
            let values = points.iter().map(|p| chance.values[*p as usize]).collect();
            chance = Chance { root: *root, values };
        }
        if matches!(self.roots[chance.root].part, Part::Sorted) {
            self.is_lost.set(true);
        }
        chance
    }

    /// What a function makes of it; none where that is no number at some point.
    pub(super) fn map(&self, chance: &Chance, of: impl Fn(i64) -> Option<i64>) -> Option<Chance> {
        let chance = self.current(chance);
        let alive = &self.roots[chance.root].alive;
        if alive.len() == chance.values.len() {
            let values = chance.values.iter().map(|v| of(*v)).collect::<Option<_>>()?;
            return Some(Chance { root: chance.root, values });
        }
        let mut values: Vec<i64> = vec![0; chance.values.len()];
        for point in alive.iter() {
            values[*point as usize] = of(chance.values[*point as usize])?;
        }
        Some(Chance { root: chance.root, values: values.into() })
    }

    /// What a function makes of two.
    pub(super) fn map_both(
        &mut self,
        one: &Chance,
        other: &Chance,
        of: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Chance> {
        let (one, other) = self.together(one, other);
        let mut values: Vec<i64> = vec![0; one.values.len()];
        for point in self.roots[one.root].alive.iter() {
            let point = *point as usize;
            values[point] = of(one.values[point], other.values[point])?;
        }
        Some(Chance { root: one.root, values: values.into() })
    }

    /// Both over the same root.
    fn together(&mut self, one: &Chance, other: &Chance) -> (Chance, Chance) {
        let (one, other) = (self.current(one), self.current(other));
        if one.root == other.root {
            return (one, other);
        }
        let size = |root: usize| self.roots[root].alive.len();
        if size(one.root) * size(other.root) > MOST_POINTS {
            let smaller = if size(one.root) < size(other.root) { &one } else { &other };
            self.settle_root(smaller.root);
        }
        let (left, right) = (&self.roots[one.root], &self.roots[other.root]);
        let pairs = || left.alive.iter().flat_map(|i| right.alive.iter().map(move |j| (*i, *j)));
        let weights: Rc<[UBig]> =
            pairs().map(|(i, j)| &left.weights[i as usize] * &right.weights[j as usize]).collect();
        let joined = Root {
            total: &left.total * &right.total,
            mass: left.weight() * right.weight(),
            alive: (0..weights.len() as u32).collect(),
            weights,
            part: Part::Own,
        };
        let (lefts, rights): (Rc<[u32]>, Rc<[u32]>) =
            (pairs().map(|p| p.0).collect(), pairs().map(|p| p.1).collect());
        self.roots.push(joined);
        let root = self.roots.len() - 1;
        self.roots[one.root].part = Part::Of(root, lefts);
        self.roots[other.root].part = Part::Of(root, rights);
        (self.current(&one), self.current(&other))
    }

    /// Whether something holds of it: where it may or may not, the run goes one of both ways.
    pub(super) fn test(&mut self, chance: &Chance, holds: impl Fn(i64) -> bool) -> bool {
        let chance = self.current(chance);
        let alive = self.roots[chance.root].alive.clone();
        let holds = |p: &u32| holds(chance.values[*p as usize]);
        let first = alive.first().is_some_and(holds);
        if alive.iter().all(|p| holds(p) == first) {
            return first;
        }
        let answer = self.fork(2, false) == 0;
        self.roots[chance.root].alive = alive.iter().copied().filter(|p| holds(p) == answer).collect();
        answer
    }

    /// The same of two.
    pub(super) fn test_both(
        &mut self,
        one: &Chance,
        other: &Chance,
        holds: impl Fn(i64, i64) -> bool,
    ) -> bool {
        match self.map_both(one, other, |a, b| Some(i64::from(holds(a, b)))) {
            Some(answer) => self.test(&answer, |a| a != 0),
            None => false,
        }
    }

    /// What numbers show and with which weights, where all are throws of the same dice of which nothing is known yet.
    pub(super) fn equal_throws(&self, items: &[Chance]) -> Option<(Rc<[i64]>, Weights)> {
        let first = items.first()?;
        let weights = &self.roots[first.root].weights;
        for (at, item) in items.iter().enumerate() {
            let root = &self.roots[item.root];
            let same = Rc::ptr_eq(&root.weights, weights) || root.weights == *weights;
            let same = same && item.values == first.values;
            let unknown = root.is_own() && root.alive.len() == root.weights.len();
            if !same || !unknown || items[..at].iter().any(|other| other.root == item.root) {
                return None;
            }
        }
        Some((first.values.clone(), weights.clone()))
    }

    /// Puts a root with these columns in place of those of the numbers.
    pub(super) fn replace_by_sorted(
        &mut self,
        items: &[Chance],
        columns: Vec<Rc<[i64]>>,
        weights: Rc<[UBig]>,
    ) -> Vec<Chance> {
        let total = items.iter().fold(UBig::ONE, |total, item| total * &self.roots[item.root].total);
        for item in items {
            self.roots[item.root].part = Part::Sorted;
        }
        let alive = (0..weights.len() as u32).collect();
        self.roots.push(Root { weights, mass: total.clone(), total, alive, part: Part::Own });
        let root = self.roots.len() - 1;
        columns.into_iter().map(|values| Chance { root, values }).collect()
    }

    /// The number itself: the run goes one way for each that it can be.
    pub(super) fn settle(&mut self, chance: &Chance) -> i64 {
        let chance = self.current(chance);
        let alive = self.roots[chance.root].alive.clone();
        let mut values: Vec<i64> = alive.iter().map(|p| chance.values[*p as usize]).collect();
        values.sort_unstable();
        values.dedup();
        let value = match values[..] {
            [only] => return only,
            _ => values[self.fork(values.len() as u32, false) as usize],
        };
        self.roots[chance.root].alive =
            alive.iter().copied().filter(|p| chance.values[*p as usize] == value).collect();
        value
    }

    /// One point of a root.
    fn settle_root(&mut self, root: usize) {
        let values = (0..self.roots[root].weights.len() as i64).collect();
        self.settle(&Chance { root, values });
    }

    /// Everything thrown so far, as who looks at the table sees it.
    pub(super) fn settle_all(&mut self) {
        for root in self.base..self.roots.len() {
            if self.roots[root].is_own() {
                self.settle_root(root);
            }
        }
    }

    /// All that some random numbers can be together, each with its weight, unless it is broken off. The weights of a run are out of
    /// its total.
    fn rows(&self, asked: &[Chance], mut each: impl FnMut(Row<'_>)) {
        let asked: Vec<Chance> = asked.iter().map(|c| self.current(c)).collect();
        let mut roots: Vec<usize> = asked.iter().map(|c| c.root).collect();
        roots.sort_unstable();
        roots.dedup();
        let inside = self.roots.iter().enumerate().skip(self.base);
        let others = inside.filter(|(at, r)| r.is_own() && !roots.contains(at));
        let certain: UBig = others.fold(UBig::ONE, |weight, (_, root)| weight * root.weight());
        // For each root what is asked of it, merged where it comes to the same.
        let merged: Vec<Share<'_>> = roots.iter().map(|root| self.share(*root, &asked)).collect();
        let mut values = vec![0; asked.len()];
        let mut row = |row: Row<'_>| {
            each(row);
            !self.is_cut()
        };
        combine(&merged, &asked, &mut values, certain, &mut row);
    }

    /// What a root has of what is asked, in its own terms.
    fn share(&self, root: usize, asked: &[Chance]) -> Share<'_> {
        let places: Vec<usize> = (0..asked.len()).filter(|at| asked[*at].root == root).collect();
        let Root { alive, weights, .. } = &self.roots[root];
        let at = |point: u32| places.iter().map(move |at| asked[*at].values[point as usize]);
        let mut keyed: Vec<(u128, u32)> =
            alive.iter().map(|point| (key_of_numbers(at(*point)), *point)).collect();
        let order = |a: u32, b: u32| at(a).cmp(at(b));
        let is_same = |a: &(u128, u32), b: &(u128, u32)| a.0 == b.0 && order(a.1, b.1).is_eq();
        let mut points: Vec<(usize, Cow<'_, UBig>)> = Vec::with_capacity(keyed.len());
        if keyed.is_sorted_by(|a, b| a.0 < b.0) {
            points.extend(alive.iter().map(|p| (*p as usize, Cow::Borrowed(&weights[*p as usize]))));
            return Share { places, points };
        }
        sort_places(&mut keyed, order);
        for same in keyed.chunk_by(is_same) {
            let weight = match same {
                [(_, only)] => Cow::Borrowed(&weights[*only as usize]),
                _ => Cow::Owned(same.iter().map(|(_, point)| &weights[*point as usize]).sum()),
            };
            points.push((same[0].1 as usize, weight));
        }
        Share { places, points }
    }

    /// The outcomes named as one text, with these numbers in it.
    fn name(&self, numbers: &[i64], text: &mut String) {
        text.clear();
        let mut numbers = numbers.iter();
        for (at, pieces) in self.outcomes.iter().enumerate() {
            if at > 0 {
                text.push_str(", ");
            }
            for piece in pieces {
                match piece {
                    Piece::Text(piece) => text.push_str(piece),
                    Piece::Number(_) => push_number(text, numbers.next().copied().unwrap_or_default()),
                }
            }
        }
    }
}

/// Writes a number behind a text. Most have a digit or two, and there are many.
fn push_number(text: &mut String, number: i64) {
    match number {
        0..10 => text.push((b'0' + number as u8) as char),
        10..100 => {
            text.push((b'0' + (number / 10) as u8) as char);
            text.push((b'0' + (number % 10) as u8) as char);
        }
        _ => text.push_str(&number.to_string()),
    }
}

/// Every row in turn, as long as `each` wants more; false where it does not.
fn combine(
    parts: &[Share<'_>],
    asked: &[Chance],
    values: &mut [i64],
    weight: UBig,
    each: &mut impl FnMut(Row<'_>) -> bool,
) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return each(Row { values, weight });
    };
    for (point, more) in &part.points {
        for place in &part.places {
            values[*place] = asked[*place].values[*point];
        }
        if !combine(rest, asked, values, &weight * &**more, each) {
            return false;
        }
    }
    true
}
