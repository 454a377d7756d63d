//! `sim merge`: totals of shares put together, exactly.

use std::path::{Path, PathBuf};

use super::super::failure::{Failure, Outcome};
use super::super::look::Look;
use super::super::page::{Page, Streams};
use super::{result, shown};
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::{Range, gaps};

/// Carries out `sim merge`.
pub(super) fn merge(files: &[PathBuf], out: Option<&Path>, csv: Option<&Path>, look: &Look) -> Outcome {
    let mut whole: Option<result::Totals> = None;
    for path in files {
        let totals = result::read(path)?;
        match &mut whole {
            None => whole = Some(totals),
            Some(sum) => {
                if sum.about != totals.about {
                    return Err(other_games(path, &files[0]));
                }
                sum.add(&totals.counts, &totals.ranges).map_err(|(a, b)| result::overlap(a, b))?;
                sum.precise |= totals.precise;
                sum.whole = Range {
                    from: sum.whole.from.min(totals.whole.from),
                    to: sum.whole.to.max(totals.whole.to),
                };
            }
        }
    }
    let Some(whole) = whole else { return Ok(2) };
    if let Some(out) = out {
        result::write(out, &whole)?;
    }
    let mut page = Streams { ascii: look.style.ascii };
    shown::show(&whole, csv, look, &mut page)?;
    let missing = gaps(&whole.ranges, whole.whole);
    for gap in &missing {
        let about = &whole.about;
        let pack = about.packs.last().map_or("", |(name, _)| name);
        let players: Vec<String> =
            about.players.iter().map(|(side, kind)| format!("{side}={kind}")).collect();
        let house: String = about.house.iter().map(|(name, _)| format!(" --house {name}")).collect();
        page.err(&format!(
            "games {}..{} are missing: houserule sim {pack}/{} --range {}..{} --seed {} --players {} --turns {}{house} -o FILE\n",
            gap.from, gap.to, about.scenario, gap.from, gap.to, about.seed, players.join(","), about.turns,
        ));
    }
    Ok(u8::from(!missing.is_empty()))
}

fn other_games(path: &Path, first: &Path) -> Failure {
    let told = format!("`{}` has totals of other games than `{}`", path.display(), first.display());
    Diagnostic::error(Code::MISFIT, told)
        .note("packs, scenario, house rules, players, seed, last turn and program must be the same")
        .into()
}
