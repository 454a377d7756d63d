//! How throws of a formula fell: every die, what was left out, and the result.

use serde_json::{Value as Json, json};

use crate::kernel::dice::formula::{Fallen, Formula, Throw};
use crate::report::Style;

/// A line a throw: the result, then the dice pool by pool. Dice that are left out stand in brackets, `1>4` was thrown
/// again, `6+2` was thrown on.
pub fn dice_throws(formula: &Formula, throws: &[Throw], style: &Style) -> String {
    let wide = throws.iter().map(|t| t.result.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for throw in throws {
        let result = match formula.is_chance() {
            true => if throw.result == 1 { "yes" } else { "no" }.to_owned(),
            false => throw.result.to_string(),
        };
        let result = style.paint(style.strong(), &format!("{result:>wide$}"));
        let dice: Vec<String> = throw.fallen.iter().map(pool).collect();
        text.push_str(format!("{result}  {}", dice.join("; ")).trim_end());
        text.push('\n');
    }
    text
}

/// `4d6kh3: 6 4 (1) 3`.
fn pool(fallen: &Fallen) -> String {
    let dice: Vec<String> = fallen
        .dice
        .iter()
        .map(|die| {
            let again = |shown: &Vec<i64>| shown.iter().map(i64::to_string).collect::<Vec<_>>().join(">");
            let shown = die.shown.iter().map(again).collect::<Vec<_>>().join("+");
            if die.kept { shown } else { format!("({shown})") }
        })
        .collect();
    format!("{}: {}", fallen.pool, dice.join(" "))
}

/// The same as one JSON object, schema `houserule.throws/1`.
pub fn dice_throws_json(formula: &Formula, throws: &[Throw], seed: u64) -> Json {
    let throws: Vec<Json> = throws
        .iter()
        .map(|throw| {
            let pools: Vec<Json> = throw
                .fallen
                .iter()
                .map(|fallen| {
                    let dice: Vec<Json> = fallen
                        .dice
                        .iter()
                        .map(|die| json!({"shown": die.shown, "value": die.value, "kept": die.kept}))
                        .collect();
                    json!({"pool": fallen.pool.to_string(), "dice": dice})
                })
                .collect();
            json!({"result": throw.result, "pools": pools})
        })
        .collect();
    json!({"schema": "houserule.throws/1", "formula": formula.to_string(), "seed": seed, "throws": throws})
}
