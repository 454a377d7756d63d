//! Which of the games are asked for here, and when they are enough.

use super::super::arguments::Sim;
use super::super::failure::Failure;
use super::usage;
use crate::play::simulate::Range;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// All games of the simulation.
    pub(super) whole: Range,
    /// Those that are played here.
    pub(super) games: Range,
}

/// The games that the arguments ask for: all, a range, or a share of them.
pub(super) fn asked(arguments: &Sim, games: u64) -> Result<Asked, Failure> {
    let whole = Range { from: 0, to: games };
    if let Some(text) = &arguments.range {
        let range = range(text).ok_or_else(|| {
            usage(
                format!("`{text}` is no range of games"),
                "write `--range 0..500`: from the first up to, but not with, the last",
            )
        })?;
        return Ok(Asked { whole: Range { from: 0, to: games.max(range.to) }, games: range });
    }
    let Some(text) = &arguments.shard else { return Ok(Asked { whole, games: whole }) };
    let environment = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let (k, n) = shard(text, &environment).ok_or_else(|| {
        usage(
            format!("`{text}` is no share of the games"),
            "write `--shard 2/16`; in an array job `--shard /16`, which counts by SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX",
        )
    })?;
    Ok(Asked { whole, games: Range::share(k, n, games) })
}

fn range(text: &str) -> Option<Range> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from < to).then_some(Range { from, to })
}

/// `2/16`, counted from 1; `/16` takes its place from the scheduler.
fn shard(text: &str, environment: &dyn Fn(&str) -> Option<u64>) -> Option<(u64, u64)> {
    let (k, n) = text.split_once('/')?;
    let n: u64 = n.trim().parse().ok().filter(|n| *n > 0)?;
    let k = match k.trim() {
        "" => {
            let slurm = environment("SLURM_ARRAY_TASK_ID");
            let first = environment("SLURM_ARRAY_TASK_MIN").unwrap_or(0);
            // Both are counted from the first of the job, which need not be 1.
            let place = slurm.and_then(|id| id.checked_sub(first)).or(environment("JOB_COMPLETION_INDEX"))?;
            place + 1
        }
        k => k.parse().ok()?,
    };
    (1..=n).contains(&k).then_some((k, n))
}

/// Half the width of an interval that is narrow enough, from `ci<1%`.
pub(super) fn enough(arguments: &Sim) -> Result<Option<f64>, Failure> {
    let Some(text) = &arguments.until else { return Ok(None) };
    let width = text.trim().strip_prefix("ci").map(str::trim).and_then(|t| t.strip_prefix('<'));
    let width =
        width.map(str::trim).and_then(|t| t.strip_suffix('%')).and_then(|t| t.trim().parse::<f64>().ok());
    match width.filter(|w| w.is_finite() && *w > 0.0) {
        Some(percent) => Ok(Some(percent / 100.0)),
        None => Err(usage(
            format!("`{text}` is no precision"),
            "write `--until 'ci<1%'`: until every share of wins is known within 1 percent, 95 times in 100",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_named_or_told_by_the_scheduler() {
        let none = |_: &str| None;
        assert_eq!(shard("2/16", &none), Some((2, 16)));
        for wrong in ["0/16", "17/16", "2/0", "2", "/16", "a/b"] {
            assert_eq!(shard(wrong, &none), None, "{wrong}");
        }
        let slurm = |name: &str| match name {
            "SLURM_ARRAY_TASK_ID" => Some(7),
            "SLURM_ARRAY_TASK_MIN" => Some(1),
            _ => None,
        };
        assert_eq!(shard("/16", &slurm), Some((7, 16)));
        let kubernetes = |name: &str| (name == "JOB_COMPLETION_INDEX").then_some(0);
        assert_eq!(shard("/16", &kubernetes), Some((1, 16)));
    }
}
