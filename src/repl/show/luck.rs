//! The luck ledger, roll by roll and side by side.

use serde_json::{Value as Json, json};

use super::entry::given_by;
use crate::diagnostic::counted;
use crate::kernel::dice::normal_tail;
use crate::odds::{Luck, TotalLuck};
use crate::report::Style;
use crate::session::{LogEntry, LuckLedger, RollLuck, Session};

/// What each side's rolls come to, and the two rolls that will be talked about; with `all` every roll.
pub(in crate::repl) fn luck(session: &Session, all: bool, style: &Style) -> String {
    let ledger = session.luck();
    let mut text = String::new();
    if all {
        for roll in &ledger.rolls {
            text.push_str(&style.lines(&format!("[{}] {}", roll.entry, told(session, roll))));
        }
    }
    for (side, total) in ledger.sides.iter().filter(|(_, total)| total.rolls > 0) {
        let title = &session.loaded().rules.catalogue().side(*side).title;
        text.push_str(&style.lines(&format!("{title}: {}", side_told(total))));
    }
    if let Some((luckiest, unluckiest)) = ledger.extremes {
        for (what, at) in [("luckiest", luckiest), ("unluckiest", unluckiest)] {
            let roll = &ledger.rolls[at];
            text.push_str(&style.lines(&format!("{what}: [{}] {}", roll.entry, told(session, roll))));
        }
    }
    let left_out = ledger.rolls.iter().filter(|roll| !roll.counts()).count();
    if left_out > 0 {
        text.push_str(&format!(
            "left out: {} (of no side, fixed, or without exact odds)\n",
            counted(left_out as u64, "roll")
        ));
    }
    match text.is_empty() {
        true => "no dice have been thrown\n".to_owned(),
        false => text,
    }
}

/// The rolls of an entry, a line each, as they stand in the log.
pub(super) fn luck_lines(session: &Session, entry: &LogEntry) -> Vec<String> {
    entry.luck().iter().map(|roll| told(session, roll)).collect()
}

/// `Red, attack on b4: 6 of d6, percentile 91.67 %, entered by red`
fn told(session: &Session, roll: &RollLuck) -> String {
    let catalogue = session.loaded().rules.catalogue();
    let whose = roll.side.map_or_else(String::new, |side| format!("{}, ", catalogue.side(side).title));
    let came = match (roll.is_test, roll.result) {
        (false, result) => result.to_string(),
        (true, 0) => "no".to_owned(),
        (true, _) => "yes".to_owned(),
    };
    let RollLuck { purpose, dice, .. } = roll;
    let stands = match &roll.luck {
        _ if roll.fixed => String::new(),
        Some(luck) => format!(", percentile {}", luck.percentile().percent()),
        None => ", no exact odds".to_owned(),
    };
    let by = roll.by.as_ref().map_or_else(String::new, |by| format!(", {}", given_by(by)));
    format!("{whose}{purpose}: {came} of {dice}{stands}{by}")
}

/// `12 rolls, mean percentile 61 %, 1.31 standard deviations lucky; fair dice do at least so well in 10.32 % of games`
fn side_told(total: &TotalLuck) -> String {
    let many = counted(total.rolls, "roll");
    let mean = total.mean.as_ref().map_or_else(String::new, |mean| mean.percent());
    let Some(deviations) = total.deviations(2) else { return format!("{many} that could only come so") };
    let size = deviations.trim_start_matches('-');
    if size == "0" {
        return format!("{many}, mean percentile {mean}, neither lucky nor unlucky");
    }
    let how_far =
        if size == "1" { "1 standard deviation".to_owned() } else { format!("{size} standard deviations") };
    let (off, so) = match total.is_bad() {
        true => (format!("{how_far} unlucky;"), "so badly"),
        false => (format!("{how_far} lucky;"), "so well"),
    };
    let chance = match (&total.chance, estimate(total)) {
        (Some(chance), _) => chance.percent(),
        (None, Some(about)) => format!("about {about} %"),
        (None, None) => return format!("{many}, mean percentile {mean}, {off}"),
    };
    format!("{many}, mean percentile {mean}, {off} fair dice do at least {so} in {chance} of games")
}

/// Where the exact probability would take too long, that of the normal distribution, in percent.
fn estimate(total: &TotalLuck) -> Option<String> {
    let deviations: f64 = total.deviations(6)?.trim_start_matches('-').parse().ok()?;
    Some(format!("{:.1}", 100.0 * normal_tail(deviations)))
}

/// One roll for programs.
pub(super) fn roll_json(session: &Session, roll: &RollLuck) -> Json {
    let catalogue = session.loaded().rules.catalogue();
    let share = |of: fn(&Luck) -> crate::odds::Ratio| {
        roll.luck.as_ref().map(|luck| {
            let share = of(luck);
            json!({"fraction": share.to_string(), "percent": share.percent()})
        })
    };
    json!({
        "entry": roll.entry,
        "side": roll.side.map(|side| catalogue.side(side).name.to_string()),
        "purpose": &*roll.purpose,
        "dice": roll.dice,
        "result": roll.result,
        "percentile": share(Luck::percentile),
        "at_most": share(Luck::at_most),
        "counts": roll.counts(),
    })
}

/// The same as one JSON object.
pub(in crate::repl) fn luck_json(session: &Session) -> Json {
    let LuckLedger { rolls, sides, extremes } = session.luck();
    let catalogue = session.loaded().rules.catalogue();
    let sides: Vec<Json> = sides
        .iter()
        .map(|(side, total)| {
            json!({
                "side": catalogue.side(*side).name.to_string(),
                "rolls": total.rolls,
                "mean": total.mean.as_ref().map(|m| json!({"fraction": m.to_string(), "percent": m.percent()})),
                "deviations": total.deviations(6),
                "chance": total.chance.as_ref().map(|c| json!({"fraction": c.to_string(), "percent": c.percent()})),
                "about": match total.chance { Some(_) => None, None => estimate(total) },
            })
        })
        .collect();
    json!({
        "schema": "houserule.luck/1",
        "rolls": rolls.iter().map(|roll| roll_json(session, roll)).collect::<Vec<_>>(),
        "sides": sides,
        "luckiest": extremes.map(|(at, _)| roll_json(session, &rolls[at])),
        "unluckiest": extremes.map(|(_, at)| roll_json(session, &rolls[at])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Distribution;

    #[test]
    fn one_standard_deviation_is_one() {
        let coin = Distribution::die(2);
        let told = |results: &[i64]| side_told(&TotalLuck::of(&[(&coin, results)]));
        assert!(told(&[2]).contains(", 1 standard deviation lucky;"), "{}", told(&[2]));
        assert!(told(&[1]).contains(", 1 standard deviation unlucky;"), "{}", told(&[1]));
        assert!(told(&[1, 1]).contains(", 1.41 standard deviations unlucky;"), "{}", told(&[1, 1]));
        assert!(told(&[1, 2]).contains("neither lucky nor unlucky"), "{}", told(&[1, 2]));
    }
}
