//! A trial for programs: CSV of types or of meetings, and JSON of all.

use serde_json::{Value as Json, json};

use super::{TrialFactor, TrialRefit, TrialStack, TrialTold, verdict, weight};
use crate::odds::Ratio;
use crate::report::sheet::Sheet;

/// Decimals of points and strengths: the last ones of the fractions behind them are rounded anyway.
const PLACES: u32 = 6;

/// A row for each type and stack of rules.
pub fn trial_csv(told: &TrialTold) -> String {
    let mut sheet = Sheet::new(&[
        "type", "title", "rules", "points", "won", "strength", "residual", "error", "fair", "from", "to",
        "verdict",
    ]);
    for (rules, stack) in told.stacks() {
        for ((name, title), of) in told.types.iter().zip(&stack.standings) {
            let decimal = |number: &Ratio| number.decimal(PLACES);
            let fair = |at: usize| of.fair.as_ref().map_or_else(String::new, |fair| decimal(&fair[at]));
            let mut row = vec![name.clone(), title.clone(), rules.to_owned()];
            row.extend([&of.points, &of.won, &of.strength, &of.residual, &of.error].map(decimal));
            row.extend([fair(0), fair(1), fair(2), verdict(of.verdict).to_owned()]);
            sheet.rows.push(row);
        }
    }
    sheet.csv()
}

/// A row for each meeting and stack of rules.
pub fn trial_meetings_csv(told: &TrialTold) -> String {
    let mut sheet =
        Sheet::new(&["one", "other", "rules", "won", "lost", "drawn", "by what was left", "failed"]);
    for (rules, stack) in told.stacks() {
        for ((one, other), fought) in told.meetings.iter().zip(&stack.fought) {
            let mut row = vec![told.types[*one].0.clone(), told.types[*other].0.clone(), rules.to_owned()];
            let counts = [fought.won, fought.lost, fought.drawn, fought.late, fought.failed];
            row.extend(counts.map(|count| count.to_string()));
            sheet.rows.push(row);
        }
    }
    sheet.csv()
}

fn number(of: &Ratio) -> Json {
    of.decimal(PLACES).into()
}

fn stack(told: &TrialTold, of: &TrialStack) -> Json {
    let types: Vec<Json> = told
        .types
        .iter()
        .zip(&of.standings)
        .map(|((name, title), standing)| {
            let fair = standing
                .fair
                .as_ref()
                .map(|[fair, low, high]| json!({"points": number(fair), "from": number(low), "to": number(high)}));
            json!({"type": name, "title": title, "points": number(&standing.points), "won": number(&standing.won),
                "strength": number(&standing.strength), "residual": number(&standing.residual),
                "error": number(&standing.error), "fair": fair, "verdict": verdict(standing.verdict)})
        })
        .collect();
    let meetings: Vec<Json> = told
        .meetings
        .iter()
        .zip(&of.fought)
        .map(|((one, other), fought)| {
            json!({"one": told.types[*one].0, "other": told.types[*other].0, "won": fought.won, "lost": fought.lost,
                "drawn": fought.drawn, "by_what_was_left": fought.late, "failed": fought.failed})
        })
        .collect();
    let line = of.line.as_ref().map(
        |[intercept, slope, error]| json!({"intercept": number(intercept), "slope": number(slope), "error": number(error)}),
    );
    let optional = |number: &Option<Ratio>| number.as_ref().map(|n| n.decimal(PLACES));
    json!({"types": types, "meetings": meetings, "line": line, "explained": optional(&of.explained),
        "twice_the_points_win": optional(&of.double), "misfit": optional(&of.misfit),
        "factors": of.refit.as_ref().map(refit)})
}

fn refit(of: &TrialRefit) -> Json {
    let factor = |of: &TrialFactor| {
        let fights = of.in_fights.as_ref();
        let fights = fights
            .map(|[by, low, high]| json!({"exponent": number(by), "from": number(low), "to": number(high)}));
        json!({"name": of.name, "in_points": number(&of.in_points), "in_fights": fights, "verdict": weight(of.verdict)})
    };
    json!({"of": of.factors.iter().map(factor).collect::<Vec<_>>(),
        "points_explained": of.points_explained.as_ref().map(number),
        "fights_explained": of.fights_explained.as_ref().map(number)})
}

/// Schema `houserule.trial/1`. Numbers that were worked out are texts of decimals.
pub fn trial_json(told: &TrialTold) -> Json {
    json!({"schema": "houserule.trial/1", "title": told.title, "how": told.how, "house": told.house,
        "before": stack(told, &told.before), "after": told.after.as_ref().map(|after| stack(told, after)),
        "remarks": told.remarks})
}
