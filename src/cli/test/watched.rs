//! Sessions run while it is noted which blocks of which rules they reach.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::failure::Failure;
use super::sessions::{Case, Verdict, over_threads, run_case};
use crate::pack::{HouseFile, Library, Request, load};
use crate::rules::{Probe, Survey, Surveyed};

/// A session that was run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) case: Case,
    pub(super) verdict: Verdict,
    /// The blocks that it reached, by their numbers in the survey.
    pub(super) reached: BTreeSet<usize>,
    pub(super) took: Duration,
}

/// Runs sessions and notes what they reach.
pub(super) fn watch(library: &Library, survey: &Arc<Survey>, cases: Vec<Case>) -> Vec<Run> {
    over_threads(cases, |case| {
        let probe = Probe::watching(survey);
        let began = Instant::now();
        let mut verdict = run_case(&library.clone().with_probe(probe.clone()), &case, &Arc::default());
        let took = began.elapsed();
        // Marks move columns, and take steps of their own: how the session comes out is for the plain rules to say.
        if matches!(verdict, Verdict::Changed(..) | Verdict::Failed(..)) {
            verdict = run_case(library, &case, &Arc::default());
        }
        Run { case, verdict, reached: probe.reached(), took }
    })
}

/// The rules of one pack, ready house rules among them.
#[derive(Debug)]
pub(super) struct OwnRules {
    /// The pack, as the library takes it.
    pub(super) pack: String,
    /// Its name as shown.
    pub(super) name: String,
    pub(super) scripts: Vec<Surveyed>,
}

/// All scripts of a pack, whether a session loads them or not.
pub(super) fn own_rules(library: &Library, survey: &Arc<Survey>, pack: &str) -> Result<OwnRules, Failure> {
    let library = library.with_neighbours(pack).with_probe(Probe::watching(survey));
    let request = |scenario: Option<&str>, house: Option<HouseFile>| Request {
        pack: pack.to_owned(),
        scenario: scenario.map(str::to_owned),
        house: house.into_iter().collect(),
        ..Request::default()
    };
    let bare = load(&library, &request(None, None), &Arc::default())?;
    for scenario in bare.data.scenarios.keys() {
        load(&library, &request(Some(scenario), None), &Arc::default())?;
    }
    let own = bare.pack();
    for (_, path) in own.houses() {
        let name = Arc::from(format!("{}/{path}", own.files.name));
        let house = HouseFile { name, text: own.files.files[path].clone() };
        load(&library, &request(None, Some(house)), &Arc::default())?;
    }
    let name = own.files.name.to_string();
    let inside = format!("{name}/");
    let mut scripts: Vec<Surveyed> = survey.scripts();
    scripts.retain(|s| s.path.starts_with(&inside));
    scripts.sort_by(|a, b| (&a.path, a.start, a.first).cmp(&(&b.path, b.start, b.first)));
    Ok(OwnRules { pack: pack.to_owned(), name, scripts })
}

/// In thousandths, rounded down, so that only all is 1000. Nothing of nothing is all.
pub(super) fn per_mille(part: usize, whole: usize) -> usize {
    (part * 1000).checked_div(whole).unwrap_or(1000)
}

/// The same as `88.2 %`.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let tenths = per_mille(part, whole);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
