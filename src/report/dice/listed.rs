//! All results with their exact odds, for programs: CSV and JSON.

use serde_json::{Value as Json, json};

use super::beside::compared;
use super::words::{in_words, remarks};
use super::{DiceAsked, DiceOdds, PLACES};
use crate::odds::{Distribution, Natural, Percent, Ratio, TooMuch};

/// Longer lists are not written: nobody reads a gigabyte of digits.
const MOST_DIGITS: u64 = 50_000_000;

/// Looks whether all fractions can be written out.
fn check_length(odds: &Distribution<i64>) -> Result<(), TooMuch> {
    let digits = odds.total().to_string().len() as u64;
    let outcomes = odds.len() as u64;
    match outcomes.saturating_mul(digits) <= MOST_DIGITS {
        true => Ok(()),
        false => Err(TooMuch::List { outcomes, digits }),
    }
}

/// One result of the list.
struct Row {
    outcome: i64,
    weight: Natural,
    fraction: String,
    chance: String,
    at_least: String,
    at_most: String,
}

fn rows(odds: &Distribution<i64>) -> impl Iterator<Item = Row> + '_ {
    let total = odds.total();
    let percent = move |part: &Natural| Percent { part: part.clone(), of: total.clone() }.to_string();
    let mut before = Natural::ZERO;
    odds.rows().iter().map(move |(outcome, weight)| {
        let at_least = percent(&(total - &before));
        before += weight;
        Row {
            outcome: *outcome,
            weight: weight.clone(),
            fraction: odds.share(weight.clone()).to_string(),
            chance: percent(weight),
            at_least,
            at_most: percent(&before),
        }
    })
}

/// The results as CSV, a head first: formula, result, chance as a fraction in lowest terms and in percent, chance of at
/// least and of at most as much.
///
/// # Errors
/// [`TooMuch`] where the list would be too long to be read by anybody.
pub fn dice_csv(all: &[DiceOdds]) -> Result<String, TooMuch> {
    let mut text = String::from("formula,result,fraction,chance,at least,at most\n");
    for DiceOdds { formula, odds } in all {
        check_length(odds)?;
        // A formula may have commas, but no quotes.
        let formula = format!("\"{formula}\"");
        for row in rows(odds) {
            let Row { outcome, fraction, chance, at_least, at_most, .. } = row;
            text.push_str(&format!("{formula},{outcome},{fraction},{chance},{at_least},{at_most}\n"));
        }
    }
    Ok(text)
}

/// Formulas with everything that is known of them, schema `houserule.distribution/1`, and of two how they compare, schema
/// `houserule.comparison/1`. Numbers that may have any size are texts.
///
/// # Errors
/// [`TooMuch`] where a list would be too long to be read by anybody.
pub fn dice_json(all: &[DiceOdds], asked: DiceAsked) -> Result<Vec<Json>, TooMuch> {
    let mut told = all.iter().map(|one| distribution(one, asked)).collect::<Result<Vec<Json>, TooMuch>>()?;
    told.extend(compared(all).map(|shares| {
        let [more, equal, less] =
            shares.map(|share| json!({"fraction": share.to_string(), "chance": share.percent()}));
        let formulas: Vec<String> = all.iter().map(|told| told.formula.to_string()).collect();
        json!({"schema": "houserule.comparison/1", "formulas": formulas, "more": more, "equal": equal, "less": less})
    }));
    Ok(told)
}

fn distribution(told: &DiceOdds, asked: DiceAsked) -> Result<Json, TooMuch> {
    let DiceOdds { formula, odds } = told;
    check_length(odds)?;
    let outcomes: Vec<Json> = rows(odds)
        .map(|row| {
            json!({"result": row.outcome, "weight": row.weight.to_string(), "fraction": row.fraction,
                "chance": row.chance, "at_least": row.at_least, "at_most": row.at_most})
        })
        .collect();
    let both = |ratio: &Ratio| json!({"fraction": ratio.to_string(), "decimal": ratio.decimal(PLACES)});
    let answers: Vec<Json> = asked
        .answers(odds)
        .into_iter()
        .map(|(question, p)| json!({"question": question, "fraction": p.to_string(), "chance": p.percent()}))
        .collect();
    Ok(json!({
        "schema": "houserule.distribution/1",
        "formula": formula.to_string(),
        "words": in_words(formula),
        "remarks": remarks(formula),
        "is_chance": formula.is_chance(),
        "mean": both(&odds.mean()),
        "deviation": odds.deviation(PLACES),
        "variance": odds.variance().to_string(),
        "least": odds.least(),
        "greatest": odds.greatest(),
        "total": odds.total().to_string(),
        "outcomes": outcomes,
        "asked": answers,
    }))
}
