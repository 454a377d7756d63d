//! Looks one command ahead: the best by exact odds.

use super::bout::Bout;
use super::estimate::Estimate;
use super::legal::legal;
use super::moves::Move;
use super::outlook::outlook;
use super::player::{Dilemma, Player, below, by_lot};
use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, By, Given};
use crate::kernel::secret::{Secret, Written};
use crate::kernel::value::SideId;
use crate::rules::Failure;

/// So many commands are looked at, drawn by lot where there are more.
const MOST_COMMANDS: usize = 80;
/// Values that differ by less are equal: they are sums of fractions.
const EQUAL: f64 = 1e-9;

/// Gives the command after which its side stands best, by every outcome of the dice. One that only passes the turn
/// is given where no other makes the position better. Equals are drawn by lot.
#[derive(Debug)]
pub struct GreedyPlayer {
    generator: Generator,
    estimate: Estimate,
}

/// A command with its value to the side that gives it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Valued {
    pub(super) command: Move,
    pub(super) value: f64,
}

impl GreedyPlayer {
    /// A player whose draws follow from a generator.
    pub fn of(generator: Generator) -> Self {
        GreedyPlayer { generator, estimate: Estimate::default() }
    }
}

/// The commands that are allowed, with their values, the best first; of equals those without parameters come first,
/// then as they are listed.
///
/// # Errors
/// A mistake in the rules, or a run that was broken off.
pub(super) fn valued(
    bout: &mut Bout,
    side: SideId,
    estimate: &mut Estimate,
    generator: &mut Generator,
) -> Result<Vec<Valued>, Failure> {
    estimate.anew(bout)?;
    let mut all = Vec::new();
    for command in legal(bout, MOST_COMMANDS, generator)? {
        match outlook(bout, &command, side, &[], estimate, generator) {
            Ok(value) => all.push(Valued { command, value }),
            // Its check allows what its rule refuses: not a command to be given.
            Err(Failure::Refused(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    // What merely passes shall not lose against a difference that is none.
    let rounded = |v: &Valued| (v.value / EQUAL).round();
    all.sort_by(|a, b| {
        let passes = |v: &Valued| v.command.arguments.is_empty();
        rounded(b).total_cmp(&rounded(a)).then(passes(b).cmp(&passes(a)))
    });
    Ok(all)
}

/// The place of the option that is best for who decides.
///
/// # Errors
/// As for [`valued`].
pub(super) fn best_option(
    dilemma: &mut Dilemma<'_>,
    estimate: &mut Estimate,
    generator: &Generator,
) -> Result<usize, Failure> {
    let Some(bout) = dilemma.before.as_deref_mut() else { return Ok(0) };
    let side = dilemma.choice.side.unwrap_or_else(|| bout.decides());
    estimate.anew(bout)?;
    let mut best = (0, f64::NEG_INFINITY);
    for option in 0..dilemma.choice.options.len() {
        let mut given = dilemma.given.to_vec();
        given.push(Answer { given: Given::Chosen(option), by: By::Policy("supposed".into()) });
        let value = match outlook(bout, dilemma.command, side, &given, estimate, generator) {
            Ok(value) => value,
            Err(Failure::Refused(_)) => f64::NEG_INFINITY,
            Err(failure) => return Err(failure),
        };
        if value > best.1 + EQUAL {
            best = (option, value);
        }
    }
    Ok(best.0)
}

impl Player for GreedyPlayer {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn begin(&mut self, generator: Generator) {
        self.generator = generator;
        self.estimate = Estimate::default();
    }

    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure> {
        let side = bout.decides();
        let mut all = valued(bout, side, &mut self.estimate, &mut self.generator)?;
        let Some(best) = all.first() else { return Ok(None) };
        let is_best = |v: &&Valued| (v.value - best.value).abs() < EQUAL;
        let equals = match best.command.arguments.is_empty() {
            true => 1,
            false => all.iter().take_while(is_best).count(),
        };
        let chosen = if equals > 1 { below(&mut self.generator, equals) } else { 0 };
        Ok(Some(all.swap_remove(chosen).command))
    }

    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure> {
        best_option(dilemma, &mut self.estimate, &self.generator)
    }

    fn write(&mut self, secret: &Secret) -> Vec<Written> {
        secret.sheet.drawn(|count| by_lot(&mut self.generator, count))
    }
}
