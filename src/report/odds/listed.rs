//! Odds of commands for programs: CSV, Markdown and JSON, with every fraction whole.

use serde_json::{Value as Json, json};

use super::means::means;
use super::{OddsOf, OddsRows, called, summed};
use crate::report::Stop;
use crate::report::sheet::Sheet;

const PLACES: u32 = 4;

/// After how many times a row is: none for a command that is given once.
fn blocks(of: &OddsOf) -> impl Iterator<Item = (String, &OddsRows)> {
    let once = of.once.iter().map(|rows| (String::new(), rows));
    let steps = of.steps.iter().map(|(times, rows)| (times.to_string(), rows));
    once.chain(steps).chain(of.end.iter().map(|end| ("end".to_owned(), &end.rows)))
}

/// A row for each outcome: command, after how many times (`end` for however many), outcome, fraction, chance in percent,
/// the same of all outcomes up to this one, and the bounds of an estimate. Told until it is enough.
pub fn odds_csv(all: &[OddsOf], stop: Stop<'_>) -> String {
    let mut sheet = Sheet::new(&[
        "command",
        "times",
        "outcome",
        "fraction",
        "chance",
        "cumulative fraction",
        "cumulative",
        "from",
        "to",
    ]);
    for of in all {
        if let Some(reason) = &of.refused {
            let told = [of.line.clone(), String::new(), format!("refused: {reason}")];
            sheet.rows.push(told.into_iter().chain(vec![String::new(); 6]).collect());
        }
        for (times, rows) in blocks(of) {
            for (name, share, sum) in summed(rows, stop) {
                let (low, high) = share
                    .interval()
                    .map(|(low, high)| (format!("{low} %"), format!("{high} %")))
                    .unwrap_or_default();
                sheet.rows.push(vec![
                    of.line.clone(),
                    times.clone(),
                    called(name).to_owned(),
                    share.fraction(),
                    share.percent_alone(),
                    sum.fraction(),
                    sum.percent_alone(),
                    low,
                    high,
                ]);
            }
        }
    }
    sheet.csv()
}

/// A table of Markdown for each command. Told until it is enough.
pub fn odds_md(all: &[OddsOf], stop: Stop<'_>) -> String {
    let mut text = String::new();
    for of in all {
        if let Some(reason) = &of.refused {
            text.push_str(&format!("**`{}`**\n\nrefused: {reason}\n\n", of.line.replace('`', "'")));
            continue;
        }
        let mut sheet = match of.once {
            Some(_) => Sheet::new(&["outcome", "chance", "fraction", "cumulative"]),
            None => Sheet::new(&["outcome", "after", "chance", "fraction", "cumulative"]),
        };
        for (times, rows) in blocks(of) {
            for (name, share, sum) in summed(rows, stop) {
                let mut row = vec![called(name).to_owned()];
                row.extend(of.once.is_none().then(|| times.clone()));
                row.extend([share.percent(), share.fraction(), sum.percent()]);
                sheet.rows.push(row);
            }
        }
        let told: String =
            of.estimated.iter().chain(&of.remarks).map(|remark| format!("{remark}\n")).collect();
        let told = if told.is_empty() { told } else { format!("{told}\n") };
        text.push_str(&format!("**`{}`**\n\n{told}{}\n", of.line.replace('`', "'"), sheet.markdown()));
        if let Some(times) = of.end.as_ref().and_then(|end| end.times.as_ref()) {
            text.push_str(&format!("Expected number of times: {times}\n\n"));
        }
    }
    text
}

/// Commands with their odds, schema `houserule.odds/1`. Fractions are texts, since they may have any length.
/// Told until it is enough.
pub fn odds_json(all: &[OddsOf], stop: Stop<'_>) -> Json {
    let listed = |rows: &OddsRows| -> Vec<Json> {
        let each = summed(rows, stop);
        each.map(|(name, share, sum)| {
            let mut told = json!({"outcome": name, "fraction": share.fraction(), "chance": share.percent_alone(),
                "cumulative_fraction": sum.fraction(), "cumulative": sum.percent_alone()});
            if let Some((low, high)) = share.interval() {
                told["from"] = format!("{low} %").into();
                told["to"] = format!("{high} %").into();
            }
            told
        })
        .collect()
    };
    let commands: Vec<Json> = all
        .iter()
        .map(|of| {
            let steps: Vec<Json> =
                of.steps.iter().map(|(times, rows)| json!({"times": times, "outcomes": listed(rows)})).collect();
            let mut told = json!({"line": of.line, "exact": of.estimated.is_none(), "steps": steps});
            if let Some(reason) = &of.refused {
                told["refused"] = reason.as_str().into();
            } else if let Some(rows) = &of.once {
                told["outcomes"] = listed(rows).into();
            }
            let means = means(of);
            if !means.is_empty() {
                let each = means.iter().map(|of| json!({"part": of.part, "mean": of.mean.to_string()}));
                told["means"] = each.collect::<Vec<Json>>().into();
            }
            if let Some(why) = &of.estimated {
                told["estimated"] = why.as_str().into();
            }
            if let Some(end) = &of.end {
                let times =
                    end.times.as_ref().map(|t| json!({"fraction": t.to_string(), "decimal": t.decimal(PLACES)}));
                told["end"] =
                    json!({"outcomes": listed(&end.rows), "never": end.never.to_string(), "expected_times": times});
            }
            told["remarks"] = of.remarks.clone().into();
            told
        })
        .collect();
    json!({"schema": "houserule.odds/1", "commands": commands})
}
