//! The totals of simulated games: whole numbers that are only added.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Totals of games. Sides are counted in the order of play.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games played.
    pub games: u64,
    /// Games that each side has won.
    pub wins: Vec<u64>,
    /// Games that ended without a winner.
    pub draws: u64,
    /// Games that were not over after the last turn.
    pub unfinished: u64,
    /// Games that were broken off by a mistake in the rules, or where nothing was allowed.
    pub failed: u64,
    /// By how many turns they had: games.
    pub turns: BTreeMap<u32, u64>,
    /// Commands given.
    pub commands: u64,
    /// Dice thrown.
    pub dice: u64,
    /// Games in which each side gave the first command, and those of them that it won.
    pub first: Vec<(u64, u64)>,
    /// By side and unit type: units that were in the games, and those of them that were lost.
    pub units: BTreeMap<String, (u64, u64)>,
    /// By reason, games that ended so.
    pub reasons: BTreeMap<String, u64>,
}

impl Counts {
    /// Nothing yet, for so many sides.
    pub fn new(sides: usize) -> Counts {
        Counts { wins: vec![0; sides], first: vec![(0, 0); sides], ..Counts::default() }
    }

    /// Adds the totals of other games of the same plan.
    pub fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        self.commands += other.commands;
        self.dice += other.dice;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        self.first.resize(self.first.len().max(other.first.len()), (0, 0));
        for (sum, more) in self.wins.iter_mut().zip(&other.wins) {
            *sum += more;
        }
        for (sum, more) in self.first.iter_mut().zip(&other.first) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        for (turns, games) in &other.turns {
            *self.turns.entry(*turns).or_default() += games;
        }
        for (kind, more) in &other.units {
            let sum = self.units.entry(kind.clone()).or_default();
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        for (reason, games) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += games;
        }
    }

    /// The number of turns that a share of the games does not exceed: `quantile(1, 2)` is the median.
    pub fn quantile(&self, part: u64, of: u64) -> u32 {
        let games: u64 = self.turns.values().sum();
        let mut below = 0;
        for (turns, count) in &self.turns {
            below += count;
            if u128::from(below) * u128::from(of) >= u128::from(games) * u128::from(part) {
                return *turns;
            }
        }
        0
    }

    /// Mean and standard deviation of the number of turns.
    pub fn length(&self) -> (f64, f64) {
        let games: u64 = self.turns.values().sum();
        let sum = |power: u32| -> u128 {
            self.turns.iter().map(|(t, n)| u128::from(*t).pow(power) * u128::from(*n)).sum()
        };
        if games == 0 {
            return (0.0, 0.0);
        }
        let (n, first, second) = (games as f64, sum(1) as f64, sum(2) as f64);
        let mean = first / n;
        (mean, (second / n - mean * mean).max(0.0).sqrt())
    }
}
