//! Odds by a policy where the rules are run die by die: the tree of answers folded while it is gone through.

use super::super::fraction::Fraction;
use super::super::natural::Natural;
use super::super::outcome::{has_any_outcome, is_refused, refused_for};
use super::super::{Asked, NoOdds, Outcomes, each_leaf};
use super::willed::Policy;
use crate::kernel::dice::Choices;
use crate::kernel::door::Answer;
use crate::rules::{Account, Failure};

/// The exact distribution of outcomes, given the first answers, where open decisions follow the policy. Those in secret take their first
/// way. Refusals are outcomes with their reasons.
///
/// # Errors
/// As for [`super::super::outcomes`], and a refusal that is certain.
pub(super) fn outcomes_by(
    asked: Asked<'_>,
    given: &[Answer],
    policy: &Policy,
    account: &Account,
) -> Result<Outcomes, NoOdds> {
    let choices = if *policy == Policy::First { Choices::First } else { Choices::Open };
    let mut first = None;
    // For each fork of the way whether a player decides there, and what the branches behind it that are done have come to.
    let mut forks: Vec<(bool, Option<Outcomes>)> = Vec::new();
    let mut all = Outcomes::new();
    each_leaf(asked, given, choices, account, |came, chance, path| {
        let outcome = came.unwrap_or_else(|refusal| {
            let outcome = refused_for(&refusal.reason);
            first.get_or_insert(refusal);
            outcome
        });
        let new = path.forks.iter().skip(forks.len()).map(|decided| (*decided, None));
        forks.extend(new.collect::<Vec<_>>());
        let mut branch = Outcomes::from([(outcome, chance)]);
        for (decided, done) in forks.drain(path.kept..).rev() {
            branch = together(policy, decided, done, branch)?;
        }
        match forks.last_mut() {
            Some((decided, done)) => *done = Some(together(policy, *decided, done.take(), branch)?),
            None => all = branch,
        }
        Ok(())
    })?;
    match first {
        // Whatever falls: that is the answer.
        Some(refusal) if all.keys().all(|outcome| is_refused(outcome)) => {
            Err(NoOdds::Failed(Failure::Refused(refusal)))
        }
        _ => Ok(all),
    }
}

/// Branches of a fork with one more: all of them, or, where a player decides, the one that the policy wants. Of equal ones the first is
/// taken.
fn together(
    policy: &Policy,
    decided: bool,
    before: Option<Outcomes>,
    branch: Outcomes,
) -> Result<Outcomes, NoOdds> {
    let Some(mut before) = before else { return Ok(branch) };
    if !decided {
        for (outcome, chance) in branch {
            let sum = before.entry(outcome).or_insert(Fraction::ZERO);
            *sum = sum.plus(chance).ok_or(NoOdds::TooMany)?;
        }
        return Ok(before);
    }
    let (known, new) = (hoped_for(&before, policy)?, hoped_for(&branch, policy)?);
    let cross = |a: Fraction, b: Fraction| Natural::from(a.ways) * Natural::from(b.of);
    let is_wanted = match policy {
        Policy::First => false,
        Policy::Best(_) => cross(new, known) > cross(known, new),
        Policy::Worst(_) => cross(new, known) < cross(known, new),
    };
    Ok(if is_wanted { branch } else { before })
}

/// How likely what the policy is about is among these, of all that may come.
fn hoped_for(all: &Outcomes, policy: &Policy) -> Result<Fraction, NoOdds> {
    let wanted = all.iter().filter(|(outcome, _)| has_any_outcome(outcome, policy.words()));
    wanted.map(|(_, chance)| *chance).try_fold(Fraction::ZERO, Fraction::plus).ok_or(NoOdds::TooMany)
}
