//! Who throws which dice, and whether they are fair.

use serde_json::{Value as Json, json};

use crate::diagnostic::counted;
use crate::kernel::dice::{DiceStats, Fairness, Thrown};
use crate::kernel::journal::DiceSetting;
use crate::report::Style;
use crate::session::Session;

fn setting_word(setting: DiceSetting) -> &'static str {
    match setting {
        DiceSetting::Auto => "auto",
        DiceSetting::Real => "real",
        DiceSetting::Ask => "ask",
    }
}

/// The settings in force, a line each.
pub(in crate::repl) fn dice_policy(session: &Session) -> String {
    let catalogue = session.loaded().rules.catalogue();
    let mut text = String::new();
    for (side, kind, setting) in session.dice_policy().settings() {
        let whose = side.map_or("all sides".to_owned(), |s| catalogue.side(s).title.to_string());
        let which = kind.map_or("all rolls".to_owned(), |k| format!("{k} rolls"));
        text.push_str(&format!("{whose}, {which}: {}\n", setting_word(setting)));
    }
    text
}

fn who(thrown: Thrown) -> &'static str {
    match thrown {
        Thrown::Auto => "the program's",
        Thrown::Entered => "your own",
    }
}

/// A histogram for each size of dice, with the chance that fair dice are so uneven.
pub(in crate::repl) fn dice_stats(stats: &DiceStats, style: &Style) -> String {
    let mut text = String::new();
    for (thrown, histogram) in stats.histograms() {
        text.push_str(&format!(
            "d{}, {}: {}\n",
            histogram.sides(),
            who(thrown),
            counted(histogram.dice(), "die")
        ));
        let most = (1..=histogram.sides()).map(|f| histogram.of(f)).max().unwrap_or(0).max(1);
        for face in 1..=histogram.sides().min(20) {
            let count = histogram.of(face);
            let bar = (count * 40).div_ceil(most) as usize;
            let sign = if style.ascii || style.plain { "#" } else { "█" };
            let bar = if style.plain { String::new() } else { format!(" {}", sign.repeat(bar)) };
            text.push_str(&format!("  {face:>2}: {count}{bar}\n"));
        }
        text.push_str(&match histogram.fairness() {
            Fairness::TooFew { needed, .. } => {
                format!("  too few to say whether they are fair; {needed} would do\n")
            }
            Fairness::Tested { chi_square, freedom, p } => format!(
                "  fair dice are at least so uneven in {:.1} % of games (chi-square {chi_square:.2}, {})\n",
                p * 100.0,
                counted(freedom, "degree")
            ),
        });
    }
    if text.is_empty() { "no dice have been thrown\n".to_owned() } else { text }
}

/// The same as one JSON object.
pub(in crate::repl) fn dice_stats_json(stats: &DiceStats) -> Json {
    let all: Vec<Json> = stats
        .histograms()
        .map(|(thrown, histogram)| {
            let faces: Vec<u64> = (1..=histogram.sides()).map(|f| histogram.of(f)).collect();
            let fairness = match histogram.fairness() {
                Fairness::TooFew { needed, .. } => json!({"needed": needed}),
                Fairness::Tested { chi_square, freedom, p } => {
                    json!({"chi_square": chi_square, "freedom": freedom, "p": p})
                }
            };
            json!({"sides": histogram.sides(), "thrown": who(thrown), "faces": faces, "fairness": fairness})
        })
        .collect();
    json!({"schema": "houserule.dice/1", "dice": all})
}
