//! Monte Carlo tree search: commands tried again and again, the promising ones more often.
//!
//! A node is a position in which a side decides; below it are commands, and below each command what its rules were
//! answered, dice and decisions, each leading to the next node. A command is chosen by its mean so far and by how
//! seldom it was tried (UCT); which commands are tried at all grows with the visits of the node, at the root from the
//! best of [`GreedyPlayer`](super::GreedyPlayer) on, below it the best of a few that are drawn by lot. From a new node it
//! is played on in the same way until the phase of the root comes round again, where the position is estimated: so every
//! way is judged at the same time of the game, and the enemy has had his answer.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::bout::Bout;
use super::estimate::Estimate;
use super::greedy::{best_option, valued};
use super::moves::Move;
use super::outlook::Throws;
use super::player::{Dilemma, Player, by_lot};
use super::random::RandomPlayer;
use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, Answers, Ask, Given, Stop};
use crate::kernel::secret::{Secret, Written};
use crate::kernel::state::Clock;
use crate::kernel::value::SideId;
use crate::rules::{Door, Failure};

/// How much a command that was seldom tried is preferred, as a part of what lies between the best and the worst.
const CURIOSITY: f64 = 0.5;
/// What lies between them is not taken for less.
const LEAST_SPREAD: f64 = 0.02;
/// A way has so many commands at most, where the phase does not come round sooner.
const LONGEST_WAY: usize = 60;
/// The best of so many commands drawn by lot is played.
const DRAWN: usize = 3;
/// At the root, what greedy play thinks of a command counts as so many visits.
const TRUST: f64 = 20.0;

/// How long a search goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// So many times a way is gone. The same game gives the same command.
    Ways(u32),
    /// So long. The command then depends on the speed of the machine.
    Time(Duration),
}

/// Searches a tree of commands and answers.
#[derive(Debug)]
pub struct TreePlayer {
    effort: Effort,
    generator: Generator,
    estimate: Estimate,
}

impl TreePlayer {
    /// A player whose search follows from a generator.
    pub fn of(effort: Effort, generator: Generator) -> Self {
        TreePlayer { effort, generator, estimate: Estimate::default() }
    }
}

/// A position in which a side decides.
struct Node {
    side: SideId,
    visits: u32,
    branches: Vec<Branch>,
    /// Commands that were not tried yet, the best last; below the root they are found by lot.
    untried: Vec<Branch>,
    is_root: bool,
}

/// A command with what came of it.
struct Branch {
    command: Move,
    visits: f64,
    /// The sum of the shares of a won game that it came to, for the side that gives it.
    sum: f64,
    /// By what its rules were answered, the node that it leads to.
    outcomes: Vec<(Vec<Given>, usize)>,
}

impl Branch {
    fn new(command: Move) -> Branch {
        Branch { command, visits: 0.0, sum: 0.0, outcomes: Vec::new() }
    }

    fn mean(&self) -> f64 {
        if self.visits > 0.0 { self.sum / self.visits } else { 0.5 }
    }
}

/// Thrown dice and decisions, with what they were.
struct Logged {
    throws: Throws,
    log: Vec<Given>,
}

impl Answers for Logged {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let answer = self.throws.answer(ask)?;
        self.log.push(answer.given.clone());
        Ok(answer)
    }
}

struct Search<'a> {
    nodes: Vec<Node>,
    estimate: &'a mut Estimate,
    lot: RandomPlayer,
    answers: Rc<RefCell<Logged>>,
    door: Door,
    curiosity: f64,
    /// The time of the game at the root.
    clock: Clock,
}

impl Search<'_> {
    /// Goes one way from the root to a new node, and beyond it by lot.
    fn go(&mut self, bout: &mut Bout) -> Result<(), Failure> {
        let start = bout.moment();
        let result = self.go_and_estimate(bout);
        bout.back_to(start);
        result
    }

    fn go_and_estimate(&mut self, bout: &mut Bout) -> Result<(), Failure> {
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while !self.is_over(bout) && way.len() < LONGEST_WAY {
            self.nodes[at].visits += 1;
            let Some(branch) = self.branch(at, bout)? else { break };
            way.push((at, branch));
            let command = self.nodes[at].branches[branch].command.clone();
            self.answers.borrow_mut().log.clear();
            match bout.carry_on(&command, &self.door) {
                Ok(()) => {}
                Err(Failure::Refused(_)) => {
                    // Allowed by its check and refused by its rule: never to be given.
                    let refused = &mut self.nodes[at].branches[branch];
                    (refused.visits, refused.sum) = (refused.visits + 1.0, f64::NEG_INFINITY);
                    return Ok(());
                }
                Err(failure) => return Err(failure),
            }
            let answers = std::mem::take(&mut self.answers.borrow_mut().log);
            let known = self.nodes[at].branches[branch].outcomes.iter().find(|(a, _)| *a == answers);
            if let Some((_, next)) = known {
                at = *next;
                continue;
            }
            let next = self.nodes.len();
            self.nodes[at].branches[branch].outcomes.push((answers, next));
            self.nodes.push(node(bout.decides(), Vec::new(), false));
            self.play_on(bout, way.len())?;
            break;
        }
        for (node, branch) in way {
            let share = self.estimate.of(bout, self.nodes[node].side)?;
            let branch = &mut self.nodes[node].branches[branch];
            branch.visits += 1.0;
            branch.sum += share;
        }
        Ok(())
    }

    /// The branch to be gone, by its place: a new one while the node has few for its visits.
    fn branch(&mut self, at: usize, bout: &mut Bout) -> Result<Option<usize>, Failure> {
        let node = &mut self.nodes[at];
        let room = 1.0 + f64::from(node.visits).sqrt();
        if (node.branches.len() as f64) < room {
            if let Some(branch) = node.untried.pop() {
                node.branches.push(branch);
                return Ok(Some(node.branches.len() - 1));
            }
            if !node.is_root {
                let Some(command) = self.likely(bout)? else { return Ok(None) };
                let node = &mut self.nodes[at];
                return Ok(Some(match node.branches.iter().position(|b| b.command == command) {
                    Some(known) => known,
                    None => {
                        node.branches.push(Branch::new(command));
                        node.branches.len() - 1
                    }
                }));
            }
        }
        let node = &self.nodes[at];
        let all = ln(node.branches.iter().map(|b| b.visits).sum::<f64>().max(1.0));
        let worth = |b: &Branch| b.mean() + self.curiosity * (all / b.visits.max(1.0)).sqrt();
        let best = node.branches.iter().enumerate().max_by(|(i, a), (j, b)| {
            // Of equals the first.
            worth(a).total_cmp(&worth(b)).then(j.cmp(i))
        });
        Ok(best.map(|(place, _)| place))
    }

    /// The best of a few commands drawn by lot, for the side that decides, with the dice thrown once for each.
    fn likely(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let side = bout.decides();
        let before = bout.moment();
        let mut best: Option<(Move, f64)> = None;
        for _ in 0..DRAWN {
            let Some(command) = self.lot.choose(bout)? else { return Ok(None) };
            if best.as_ref().is_some_and(|(known, _)| *known == command) {
                continue;
            }
            let share = match bout.act(&command, &self.door) {
                Ok(()) => self.estimate.judged(bout, side),
                Err(Failure::Refused(_)) => continue,
                Err(failure) => return Err(failure),
            };
            bout.back_to(before);
            let share = share?;
            if best.as_ref().is_none_or(|(_, known)| share > *known) {
                best = Some((command, share));
            }
        }
        Ok(best.map(|(command, _)| command))
    }

    /// Whether the game is over, or the phase of the root has come round.
    fn is_over(&self, bout: &Bout) -> bool {
        let (now, then) = (bout.state().clock(), &self.clock);
        let round = now.turn > then.turn && now.phase == then.phase && now.side == then.side;
        bout.state().ending().is_some() || round || now.turn > then.turn.saturating_add(1)
    }

    fn play_on(&mut self, bout: &mut Bout, done: usize) -> Result<(), Failure> {
        for _ in done..LONGEST_WAY {
            if self.is_over(bout) {
                break;
            }
            let Some(command) = self.likely(bout)? else { break };
            match bout.carry_on(&command, &self.door) {
                Ok(()) => {}
                Err(Failure::Refused(_)) => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }
}

fn node(side: SideId, untried: Vec<Branch>, is_root: bool) -> Node {
    Node { side, visits: 0, branches: Vec::new(), untried, is_root }
}

impl Player for TreePlayer {
    fn name(&self) -> String {
        match self.effort {
            Effort::Ways(ways) => format!("tree {ways}"),
            Effort::Time(time) => format!("tree {} ms", time.as_millis()),
        }
    }

    fn begin(&mut self, generator: Generator) {
        self.generator = generator;
        self.estimate = Estimate::default();
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let began = Instant::now();
        let side = bout.decides();
        let mut all = valued(bout, side, &mut self.estimate, &mut self.generator)?;
        if all.len() <= 1 {
            return Ok(all.pop().map(|v| v.command));
        }
        let spread = all[0].value - all[all.len() - 1].value;
        let clock = bout.state().clock().clone();
        let curiosity = CURIOSITY * spread.max(LEAST_SPREAD);
        let mut untried = Vec::new();
        for one in all.into_iter().rev() {
            untried.push(Branch { visits: TRUST, sum: TRUST * one.value, ..Branch::new(one.command) });
        }
        // What the search throws is its own, so that the next choice of this player does not repeat it.
        let seed = |generator: &mut Generator| {
            u64::from(generator.die(u32::MAX)) << 32 | u64::from(generator.die(u32::MAX))
        };
        let thrown = Generator::new(seed(&mut self.generator));
        let lot = RandomPlayer::new(seed(&mut self.generator));
        let throws = Throws { given: Vec::new(), asked: 0, generator: thrown };
        let answers = Rc::new(RefCell::new(Logged { throws, log: Vec::new() }));
        let door: Door = answers.clone();
        let nodes = vec![node(side, untried, true)];
        let mut search = Search { nodes, estimate: &mut self.estimate, lot, answers, door, curiosity, clock };
        let mut gone = 0;
        loop {
            let goes_on = match self.effort {
                Effort::Ways(ways) => gone < ways,
                Effort::Time(time) => began.elapsed() < time,
            };
            if !goes_on {
                break;
            }
            search.go(bout)?;
            gone += 1;
        }
        let root = &mut search.nodes[0];
        root.branches.extend(root.untried.pop().filter(|_| gone == 0));
        let best = root.branches.iter().enumerate().max_by(|(i, a), (j, b)| {
            let sound = |b: &Branch| b.sum.is_finite();
            sound(a)
                .cmp(&sound(b))
                .then(a.visits.total_cmp(&b.visits))
                .then(a.mean().total_cmp(&b.mean()))
                .then(j.cmp(i))
        });
        Ok(best.map(|(place, _)| place).map(|place| root.branches.swap_remove(place).command))
    }

    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure> {
        best_option(dilemma, &mut self.estimate, &self.generator)
    }

    fn write(&mut self, secret: &Secret) -> Vec<Written> {
        secret.sheet.drawn(|count| by_lot(&mut self.generator, count))
    }
}

/// The natural logarithm of a number from 1 on, by additions and divisions alone: the same on every platform, which the
/// system's own is not.
fn ln(number: f64) -> f64 {
    let (mut rest, mut halvings) = (number, 0.0);
    while rest > 1.5 {
        rest /= 2.0;
        halvings += 1.0;
    }
    // ln x = 2 artanh((x - 1) / (x + 1)), whose series is short near 1.
    let y = (rest - 1.0) / (rest + 1.0);
    let (mut term, mut sum, mut n) = (y, 0.0, 1.0);
    while n < 30.0 {
        sum += term / n;
        term *= y * y;
        n += 2.0;
    }
    halvings * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_the_system() {
        for number in [1.0, 1.2, 1.5, 2.0, 3.0, 10.0, 12345.678, 1e12] {
            assert!((ln(number) - f64::ln(number)).abs() < 1e-12, "{number}");
        }
    }
}
