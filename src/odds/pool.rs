//! Pools of dice as multisets: what is asked of them is worked out face by face, with how many dice show it, and never
//! die by die.

use std::collections::{BTreeMap, BTreeSet};

use super::distribution::Distribution;
use super::limits::{LOOK_UP, TooMuch, Work, check_size, cost_of_product, words_of_power};
use super::natural::{Natural, Weight, binomials, is_small, words};

/// Dice that are all distributed alike, of which the highest and the lowest may be left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    die: Distribution<i64>,
    count: u32,
    without_highest: u32,
    without_lowest: u32,
}

impl Pool {
    /// So many dice, all kept.
    pub fn new(die: Distribution<i64>, count: u32) -> Self {
        Pool { die, count, without_highest: 0, without_lowest: 0 }
    }

    /// The same without so many of the highest and so many of the lowest; none is kept where there are no more.
    #[must_use]
    pub fn without(self, highest: u32, lowest: u32) -> Self {
        Pool { without_highest: highest, without_lowest: lowest, ..self }
    }

    /// One die of it.
    pub fn die(&self) -> &Distribution<i64> {
        &self.die
    }

    /// How many dice are thrown.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many are left out, of the highest and of the lowest.
    pub(super) fn left_out(&self) -> (u32, u32) {
        (self.without_highest, self.without_lowest)
    }

    /// How many are kept.
    pub fn kept(&self) -> u32 {
        self.count.saturating_sub(self.without_highest).saturating_sub(self.without_lowest)
    }
}

/// In which order a question is told the faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// From the highest down.
    HighFirst,
    /// From the lowest up.
    LowFirst,
    /// As it is cheapest.
    Any,
}

/// A question asked of pools: what it keeps in mind while it is told, face by face, how many kept dice of each pool show
/// it. The less it keeps in mind, the cheaper it is.
pub trait Question<const POOLS: usize> {
    /// What it keeps in mind.
    type Memory: Ord + Clone;
    /// What it answers.
    type Answer: Ord;

    /// In which order it is told the faces.
    fn order(&self) -> Order {
        Order::Any
    }

    /// What it has in mind at first.
    fn begin(&self) -> Self::Memory;

    /// What it has in mind after one face more. Faces that no kept die shows are told as well, as long as dice are left
    /// that may be kept.
    ///
    /// # Errors
    /// [`TooMuch`] where a number does not fit.
    fn next(&self, memory: &Self::Memory, face: i64, kept: [u32; POOLS]) -> Result<Self::Memory, TooMuch>;

    /// The answer at last.
    fn answer(&self, memory: &Self::Memory) -> Self::Answer;
}

/// The distribution of what a question answers.
///
/// # Errors
/// [`TooMuch`] where there are too many states of mind or answers.
pub fn ask<const POOLS: usize, Q: Question<POOLS>>(
    pools: &[Pool; POOLS],
    question: &Q,
    work: &mut Work,
) -> Result<Distribution<Q::Answer>, TooMuch> {
    let total_words: u64 = pools.iter().map(|p| words_of_power(p.die.total(), p.count)).sum::<u64>().max(1);
    check_size(1, total_words)?;
    let total: Natural = pools.iter().map(|p| p.die.total().pow(p.count as usize)).product();
    let answers = match is_small(&total) {
        true => Walk::<POOLS, u128>::new(pools, question.order(), 1).ask(question, work)?,
        false => Walk::<POOLS, Natural>::new(pools, question.order(), words(&total)).ask(question, work)?,
    };
    check_size(answers.len() as u128, words(&total))?;
    Ok(Distribution::of_sorted(answers))
}

/// A pool seen from the end that is told first.
struct Side<W> {
    count: u32,
    /// So many dice at the first end are left out, then so many are kept.
    skipped: u32,
    kept: u32,
    /// The weight of each face, in the order in which faces are told.
    weights: Vec<Natural>,
    /// The weight of all faces that are told after it.
    after: Vec<Natural>,
    counted: std::marker::PhantomData<W>,
}

struct Walk<const POOLS: usize, W> {
    faces: Vec<i64>,
    sides: [Side<W>; POOLS],
    words: u64,
}

/// A way in which dice of a pool may show a face: so many of them are kept, so many are left to be told.
struct Way<W> {
    kept: u32,
    left: u32,
    weight: W,
}

/// Weights of states by how many dice of each pool are left to be told, and what is in mind.
type States<const POOLS: usize, M, W> = BTreeMap<([u32; POOLS], M), W>;

/// The ways of each pool, which depend on nothing but how many of its dice are left.
type KnownWays<const POOLS: usize, W> = [BTreeMap<u32, Vec<Way<W>>>; POOLS];

/// A state that goes on.
struct Branch<'a, const POOLS: usize, M, W> {
    memory: &'a M,
    weight: &'a W,
    face: i64,
    ways: [&'a [Way<W>]; POOLS],
}

impl<const POOLS: usize, W: Weight> Walk<POOLS, W> {
    fn new(pools: &[Pool; POOLS], order: Order, words: u64) -> Self {
        let mut faces: Vec<i64> = pools.iter().flat_map(|p| p.die.outcomes().copied()).collect();
        faces.sort_unstable();
        faces.dedup();
        // From the end at which fewer dice are left out, the dice that are kept are told sooner.
        let left_out = |of: fn(&Pool) -> u32| -> u64 { pools.iter().map(|p| u64::from(of(p))).sum() };
        let high_first = match order {
            Order::HighFirst => true,
            Order::LowFirst => false,
            Order::Any => left_out(|p| p.without_highest) <= left_out(|p| p.without_lowest),
        };
        if high_first {
            faces.reverse();
        }
        let sides = pools.each_ref().map(|pool| {
            let weights: Vec<Natural> = faces.iter().map(|f| pool.die.weight(f)).collect();
            let mut rest = pool.die.total().clone();
            let after = weights.iter().map(|w| {
                rest -= w;
                rest.clone()
            });
            Side {
                count: pool.count,
                skipped: if high_first { pool.without_highest } else { pool.without_lowest },
                kept: pool.kept(),
                after: after.collect(),
                weights,
                counted: std::marker::PhantomData,
            }
        });
        Walk { faces, sides, words }
    }

    fn ask<Q: Question<POOLS>>(
        &self,
        question: &Q,
        work: &mut Work,
    ) -> Result<Vec<(Q::Answer, Natural)>, TooMuch> {
        let mut answers: BTreeMap<Q::Answer, W> = BTreeMap::new();
        let mut states: States<POOLS, Q::Memory, W> = BTreeMap::new();
        states.insert((self.sides.each_ref().map(Side::first), question.begin()), W::of(&Natural::ONE));
        for (at, &face) in self.faces.iter().enumerate() {
            let mut next: States<POOLS, Q::Memory, W> = BTreeMap::new();
            let known = self.ways(&states, at, work)?;
            for ((left, memory), weight) in &states {
                let ways = std::array::from_fn(|pool| &known[pool][&left[pool]][..]);
                let branch = Branch { memory, weight, face, ways };
                branch.spread(
                    question,
                    work,
                    self.cost_of_branch(),
                    &mut |left, memory, weight| match left.iter().all(|left| *left == 0) {
                        true => answers.entry(question.answer(&memory)).or_insert(W::ZERO).add(&weight),
                        false => next.entry((left, memory)).or_insert(W::ZERO).add(&weight),
                    },
                )?;
            }
            states = next;
        }
        for ((_, memory), weight) in states.iter().filter(|((left, _), _)| left.iter().all(|l| *l == 0)) {
            answers.entry(question.answer(memory)).or_insert(W::ZERO).add(weight);
        }
        Ok(answers.into_iter().map(|(answer, weight)| (answer, weight.natural())).collect())
    }

    /// The ways of each pool to show a face, by how many of its dice are left. States do not become fewer from face to
    /// face, so each face to come but the last costs as much as this one at least: what that foretells is refused here.
    fn ways<M: Ord>(
        &self,
        states: &States<POOLS, M, W>,
        at: usize,
        work: &mut Work,
    ) -> Result<KnownWays<POOLS, W>, TooMuch> {
        let faces = (self.faces.len() - at).saturating_sub(1).max(1) as u64;
        let mut dice: [BTreeSet<u32>; POOLS] = std::array::from_fn(|_| BTreeSet::new());
        for (left, _) in states.keys() {
            dice.iter_mut().zip(left).for_each(|(dice, left)| {
                dice.insert(*left);
            });
        }
        let told: u64 = dice.iter().flatten().map(|left| u64::from(*left)).sum();
        let cost = cost_of_product(self.words, self.words) + LOOK_UP;
        work.check(told.saturating_mul(faces), cost)?;
        work.spend(told, cost)?;
        let known: KnownWays<POOLS, W> = std::array::from_fn(|pool| {
            dice[pool].iter().map(|left| (*left, self.sides[pool].ways(*left, at))).collect()
        });
        let ways =
            |left: &[u32; POOLS]| (0..POOLS).map(|pool| known[pool][&left[pool]].len() as u64).product();
        let branches = states.keys().map(|(left, _)| -> u64 { ways(left) }).fold(0, u64::saturating_add);
        work.check(branches.saturating_mul(faces), POOLS as u64 * self.cost_of_branch())?;
        Ok(known)
    }

    /// What has been told and what is told now share the words of the total.
    fn cost_of_branch(&self) -> u64 {
        cost_of_product(self.words, self.words) / 4 + LOOK_UP
    }
}

impl<const POOLS: usize, M, W: Weight> Branch<'_, POOLS, M, W> {
    /// All ways in which the dice of all pools may show the face: an odometer over those of each pool.
    fn spread<Q: Question<POOLS, Memory = M>>(
        &self,
        question: &Q,
        work: &mut Work,
        cost: u64,
        reach: &mut impl FnMut([u32; POOLS], M, W),
    ) -> Result<(), TooMuch> {
        if self.ways.iter().any(|w| w.is_empty()) {
            return Ok(());
        }
        let mut turn = [0usize; POOLS];
        loop {
            let chosen: [&Way<W>; POOLS] = std::array::from_fn(|pool| &self.ways[pool][turn[pool]]);
            let weight = chosen.iter().fold(self.weight.clone(), |weight, way| weight.times(&way.weight));
            let memory = question.next(self.memory, self.face, chosen.map(|way| way.kept))?;
            reach(chosen.map(|way| way.left), memory, weight);
            work.spend(POOLS as u64, cost)?;
            let Some(pool) = (0..POOLS).find(|pool| turn[*pool] + 1 < self.ways[*pool].len()) else {
                return Ok(());
            };
            turn[pool] += 1;
            turn[..pool].fill(0);
        }
    }
}

impl<W: Weight> Side<W> {
    /// How many dice are to be told at first.
    fn first(&self) -> u32 {
        if self.kept == 0 { 0 } else { self.count }
    }

    /// The ways in which the dice that are left may show a face. As soon as all that are kept have been told, the
    /// others may show whatever is left.
    fn ways(&self, left: u32, at: usize) -> Vec<Way<W>> {
        if left == 0 {
            return vec![Way { kept: 0, left: 0, weight: W::of(&Natural::ONE) }];
        }
        let told = self.count - left;
        let kept_of = |dice: u32| dice.saturating_sub(self.skipped).min(self.kept);
        let mut after: Vec<Natural> = vec![Natural::ONE];
        let mut ways: Vec<(u32, u32, Natural)> = Vec::new();
        let mut shown = Natural::ONE;
        for (shows, choices) in (0..=left).zip(binomials(left)) {
            let kept = kept_of(told + shows) - kept_of(told);
            let mut weight = choices * &shown;
            shown *= &self.weights[at];
            let all_told = told + shows >= self.skipped.saturating_add(self.kept);
            let left = left - shows;
            if all_told {
                while after.len() <= left as usize {
                    after.push(&after[after.len() - 1] * &self.after[at]);
                }
                weight *= &after[left as usize];
            }
            let left = if all_told { 0 } else { left };
            if weight.is_zero() || (left > 0 && self.after[at].is_zero()) {
                continue;
            }
            match ways.last_mut() {
                Some(same) if same.0 == kept && same.1 == left => same.2 += weight,
                _ => ways.push((kept, left, weight)),
            }
        }
        ways.into_iter().map(|(kept, left, weight)| Way { kept, left, weight: W::of(&weight) }).collect()
    }
}
