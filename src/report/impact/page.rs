//! The impact of a house rule as one page that needs nothing else: to be opened, sent, read on a phone, printed.

use crate::diagnostic::counted;
use std::fmt::Write as _;

use super::unmet::together;
use super::words::sentences;
use super::{ImpactTold, bars, heat, rates};
use crate::report::escape::tidy_escape;

/// How every such page begins.
pub const PAGE_HEAD: &str = "<!doctype html>\n<!-- the impact of a house rule, by houserule -->\n";

/// So many meetings are drawn; the chart has all of them.
const DRAWN: usize = 9;
/// So many rows a table has.
const ROWS: usize = 200;

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn impact_page(told: &ImpactTold) -> String {
    let house = tidy_escape(&told.house.join(" and "));
    let mut page = format!(
        "{PAGE_HEAD}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{house}: what it does to {}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<header>\n<p class=\"kicker\">What a house rule does to {}</p>\n\
         <h1>{house}</h1>\n",
        tidy_escape(&told.title),
        tidy_escape(&told.title),
    );
    if !told.besides.is_empty() {
        let _ = writeln!(
            page,
            "<p class=\"note\">In force both ways: {}</p>",
            tidy_escape(&told.besides.join(", "))
        );
    }
    page.push_str("<ul class=\"lead\">\n");
    for sentence in sentences(told, "→") {
        let _ = writeln!(page, "<li>{}</li>", tidy_escape(&sentence));
    }
    page.push_str("</ul>\n</header>\n");
    meetings(&mut page, told);
    games(&mut page, told);
    overrides(&mut page, told);
    sessions(&mut page, told);
    unmet(&mut page, told);
    page.push_str("<footer><p>");
    if !told.meetings.is_empty() {
        let _ = write!(
            page,
            "The odds of meetings are exact: the pack’s own rule, run with every way the dice can fall, for two units on \
             the plainest ground at every distance up to six hexes, with a comrade beside one of them, and on ground that the house \
             rule changes; outcomes are those that the rule names; of these {} set-ups \
             the one that changes most is shown for each pair. The change is how far the two distributions are apart: the most that \
             the chance of anything has changed. Decisions inside a command take their first option. ",
            told.set_ups,
        );
    }
    let _ = write!(
        page,
        "Wins are counted games; the lines are 95 % intervals.</p>\n<p>houserule {}</p></footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    );
    page
}

fn meetings(page: &mut String, told: &ImpactTold) {
    let changed = told.changed().count();
    if changed == 0 {
        return;
    }
    let head = if changed > DRAWN { "The meetings that change most" } else { "The meetings that change" };
    let _ = write!(
        page,
        "<section>\n<h2>{head}</h2>\n<p class=\"legend\"><span class=\"key before\"></span> without \
         <span class=\"key after\"></span> with the house rule</p>\n<div class=\"grid\">\n"
    );
    told.changed().take(DRAWN).for_each(|meeting| page.push_str(&bars::figure(meeting)));
    page.push_str("</div>\n</section>\n");
    let _ = write!(
        page,
        "<section>\n<h2>Who on whom</h2>\n<p class=\"note\">How much each meeting changes, in percent: who acts at the left, \
         whom it is done to above. A dot is no change, a dash a meeting that cannot be set up.</p>\n{}</section>\n",
        heat::charts(told)
    );
}

fn games(page: &mut String, told: &ImpactTold) {
    let mut played = told.games.iter().filter(|g| g.games > 0).peekable();
    if played.peek().is_none() {
        return;
    }
    page.push_str("<section>\n<h2>Who wins</h2>\n");
    page.push_str(
        "<p class=\"legend\"><span class=\"key round before\"></span> without \
         <span class=\"key round after\"></span> with the house rule, with 95 % intervals</p>\n",
    );
    played.for_each(|games| page.push_str(&rates::figure(games, &told.players)));
    page.push_str("</section>\n");
}

/// A table with a head, as long as it may be.
fn table(page: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    page.push_str("<div class=\"scroll\"><table>\n<thead><tr>");
    heads.iter().for_each(|head| page.push_str(&format!("<th>{}</th>", tidy_escape(head))));
    page.push_str("</tr></thead>\n<tbody>\n");
    let mut left = 0;
    for (at, row) in rows.enumerate() {
        if at >= ROWS {
            left += 1;
            continue;
        }
        page.push_str("<tr>");
        row.iter().for_each(|cell| page.push_str(&format!("<td>{}</td>", tidy_escape(cell))));
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n");
    if left > 0 {
        let _ = writeln!(page, "<p class=\"note\">and {left} more</p>");
    }
}

fn overrides(page: &mut String, told: &ImpactTold) {
    if told.rules.is_empty() && told.data.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>What it overrides</h2>\n");
    if !told.rules.is_empty() {
        let rows = told.rules.iter().map(|rule| {
            let above = match &rule.replaces {
                None => "nothing, it is new".to_owned(),
                Some((layer, place, ids, calls)) => {
                    let ids =
                        if ids.is_empty() { String::new() } else { format!(" · {}", ids.join(" · ")) };
                    format!("{layer}, {place}{ids}{}", if *calls { "; calls it" } else { "" })
                }
            };
            vec![rule.name.clone(), rule.purpose.clone(), above, rule.place.clone()]
        });
        table(page, &["rule", "what for", "stands above", "written in"], rows);
    }
    if !told.data.is_empty() {
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
        let rows =
            told.data.iter().map(|d| vec![d.what.clone(), said(&d.before), said(&d.after), d.place.clone()]);
        table(page, &["what", "without", "with", "written in"], rows);
    }
    page.push_str("</section>\n");
}

fn sessions(page: &mut String, told: &ImpactTold) {
    if told.changed_sessions.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>Sessions that come out otherwise</h2>\n");
    let rows = told
        .changed_sessions
        .iter()
        .map(|s| vec![s.name.clone(), s.line.to_string(), s.before.clone(), s.after.clone()]);
    table(page, &["session", "first line that differs", "without", "with"], rows);
    page.push_str("</section>\n");
}

fn unmet(page: &mut String, told: &ImpactTold) {
    if told.unmet.is_empty() {
        return;
    }
    // A line may stand for one pair, for a command or for a whole scenario.
    let pairs = told.unmet.iter().filter(|u| u.pair.is_some()).count();
    let head = match pairs == told.unmet.len() {
        true => format!("{} could not be set up", counted(pairs, "meeting")),
        false => "What could not be set up".to_owned(),
    };
    let _ = write!(page, "<section>\n<details><summary>{head}</summary>\n");
    let rows = together(told).into_iter().map(|row| row.cells(true).to_vec());
    table(page, &["who", "on whom", "pairs", "command", "scenario", "why"], rows);
    page.push_str("</details>\n</section>\n");
}
