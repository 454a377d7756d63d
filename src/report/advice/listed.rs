//! Advice for programs: CSV and JSON, with every fraction whole.

use serde_json::{Value as Json, json};

use super::{AdviceOf, AdviceWay, PLACES};
use crate::odds::Ratio;
use crate::report::sheet::Sheet;

/// A row for each answer of both sides.
pub fn advice_csv(of: &AdviceOf) -> String {
    let mut sheet = Sheet::new(&[
        "side",
        "answer",
        "taken",
        "against the mixture",
        "gives away",
        "seen through",
        "gives away seen through",
        "reply",
    ]);
    for side in &of.sides {
        for way in &side.ways {
            sheet.rows.push(vec![
                side.title.clone(),
                way.told.clone(),
                way.taken.to_string(),
                way.against_mixture.0.to_string(),
                way.against_mixture.1.to_string(),
                way.when_known.0.to_string(),
                way.when_known.1.to_string(),
                way.reply.clone(),
            ]);
        }
    }
    sheet.csv()
}

fn number(of: &Ratio) -> Json {
    json!({"fraction": of.to_string(), "decimal": of.decimal(PLACES)})
}

fn way(way: &AdviceWay) -> Json {
    json!({"answer": way.told, "taken": number(&way.taken),
        "against_mixture": {"comes_to": number(&way.against_mixture.0), "gives_away": number(&way.against_mixture.1)},
        "seen_through": {"comes_to": number(&way.when_known.0), "gives_away": number(&way.when_known.1),
            "reply": way.reply}})
}

/// Schema `houserule.advice/1`. Fractions are texts, since they may have any length.
pub fn advice_json(of: &AdviceOf) -> Json {
    let sides: Vec<Json> = of
        .sides
        .iter()
        .zip(["high", "low"])
        .map(|(side, wants)| {
            let ways: Vec<Json> = side.ways.iter().map(way).collect();
            json!({"side": side.title, "wants": wants, "question": side.question, "answers": ways})
        })
        .collect();
    let given: Vec<Json> = of
        .given
        .iter()
        .map(|given| json!({"side": of.sides[given.side].title, "answer": way(&of.sides[given.side].ways[given.way])}))
        .collect();
    let matrix: Vec<Vec<String>> =
        of.matrix.iter().map(|row| row.iter().map(Ratio::to_string).collect()).collect();
    json!({"schema": "houserule.advice/1", "line": of.line, "measure": of.measure, "value": number(&of.value),
        "sides": sides, "given": given, "matrix": matrix, "remarks": of.remarks})
}
