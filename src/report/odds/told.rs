//! Odds of commands at the terminal: rows with bars, commands side by side, a row for each time.

use rustc_hash::FxHashMap;

use super::means::{Mean, means};
use super::{GOING_ON, OddsOf, OddsRows, OddsShare, by_outcome, called, outcomes, share_of, summed};
use crate::diagnostic::counted;
use crate::odds::{Natural, Ratio};
use crate::report::dice::{bar, bar_width};
use crate::report::tables::goes_on;
use crate::report::{Cell, Column, Listing, Room, Stop, Style};

/// Bars are worked out in so many parts of the whole.
const PARTS: u32 = 1_000_000;

/// Decimals of an expected number of times.
const PLACES: u32 = 2;

/// Tables with more outcomes than these are cut,
const LONGEST: usize = 40;

/// to so many of the likeliest.
const LIKELIEST: usize = 20;

/// More outcomes of each time than these stand below one another.
const MOST_COLUMNS: usize = 5;

/// The odds of commands: one with bars, several side by side; those that are repeated one after the other. With `whole`
/// no fraction is shortened. Outcomes are told until it is enough.
pub fn odds_told(all: &[OddsOf], whole: bool, style: &Style, stop: Stop<'_>) -> String {
    let mut text = String::new();
    let singles: Vec<(&OddsOf, &OddsRows)> =
        all.iter().filter_map(|of| Some((of, of.once.as_ref()?))).collect();
    match singles[..] {
        [] => {}
        [(of, rows)] => {
            text.push_str(&head(of, style));
            if of.refused.is_none() {
                text.push_str(&one(of, rows, whole, style, stop));
            }
        }
        _ => {
            for (of, _) in &singles {
                text.push_str(&head(of, style));
            }
            text.push_str(&beside(&singles, whole, style, stop));
        }
    }
    for of in all.iter().filter(|of| of.once.is_none()) {
        text.push_str(&head(of, style));
        text.push_str(&steps(of, whole, style, stop));
    }
    if style.ascii { crate::report::to_ascii(&text).into_owned() } else { text }
}

/// The command, and what is to be known of its odds.
fn head(of: &OddsOf, style: &Style) -> String {
    let mut text = format!("{}\n", style.paint(style.strong(), &style.clean(&of.line)));
    if let Some(reason) = &of.refused {
        text.push_str(&style.lines(&format!("refused: {reason}")));
    }
    let told = of.estimated.iter().chain(&of.remarks);
    told.for_each(|remark| text.push_str(&style.lines(remark)));
    text
}

/// `mean: surface 4.33, core 3.94, heart 1.94`; nothing where outcomes are no numbers.
fn mean(means: &[Mean], style: &Style) -> String {
    let means: Vec<String> = means.iter().map(Mean::text).collect();
    if means.is_empty() { String::new() } else { style.lines(&format!("mean: {}", means.join(", "))) }
}

/// The likeliest of rows that are too many, the likeliest first, and what is said of it.
fn cut(rows: &OddsRows, whole: bool) -> Option<(OddsRows, String)> {
    if whole || rows.len() <= LONGEST {
        return None;
    }
    // Of equally likely ones those that come first. The others need no order.
    let mut by_chance: Vec<usize> = (0..rows.len()).collect();
    let order = |a: &usize, b: &usize| rows[*b].1.compare(&rows[*a].1).then(a.cmp(b));
    by_chance.select_nth_unstable_by(LIKELIEST, order);
    by_chance.truncate(LIKELIEST);
    by_chance.sort_unstable_by(order);
    let likeliest: OddsRows = by_chance.iter().map(|at| rows[*at].clone()).collect();
    let shown = likeliest.iter().skip(1).fold(likeliest[0].1.clone(), |sum, (_, share)| sum.plus(share));
    let told = format!(
        "these are the {LIKELIEST} likeliest of {} outcomes; the other {} together: {}; `--all` lists all",
        rows.len(),
        rows.len() - LIKELIEST,
        shown.others().percent()
    );
    Some((likeliest, told))
}

fn one(of: &OddsOf, rows: &OddsRows, whole: bool, style: &Style, stop: Stop<'_>) -> String {
    let means = means(of);
    let cut = cut(rows, whole);
    let (rows, below) = cut.as_ref().map_or((rows, ""), |(rows, told)| (rows, told));
    let mut columns = vec![
        Column::text(&outcome_head(of, &means)),
        Column::number("chance"),
        Column::number("fraction").room(if whole { Room::Keep } else { Room::Drop }),
        Column::number("cumulative"),
    ];
    let cells: Vec<Vec<String>> = summed(rows, stop)
        .map(|(name, share, sum)| {
            vec![called(name).to_owned(), share.percent(), fraction(share, whole), sum.percent()]
        })
        .collect();
    let bars = bar_width(&columns, &cells, 1, style);
    columns.extend(bars.map(|_| Column::text("")));
    let mut listing = Listing::new(columns);
    let most = rows.iter().map(|(_, share)| parts(share)).max().unwrap_or_default();
    for ((_, share), row) in rows.iter().zip(cells) {
        let bar = bars.map(|width| bar(&parts(share), &most, width, style));
        listing.row(row.into_iter().chain(bar).map(Cell::from));
    }
    let below = if below.is_empty() { String::new() } else { style.lines(below) };
    mean(&means, style)
        + &listing.draw_until(style, stop)
        + &below
        + &shortened(rows.iter().map(|(_, share)| share), whole, style)
}

/// The head of the outcomes, with what their numbers stand for.
fn outcome_head(of: &OddsOf, means: &[Mean]) -> String {
    let is_parted = means.len() == of.parts.len() && of.parts.len() > 1;
    if is_parted { of.parts.join(",") } else { "outcome".to_owned() }
}

/// A column a command; with several of one form only what differs stands at their heads.
fn beside(all: &[(&OddsOf, &OddsRows)], whole: bool, style: &Style, stop: Stop<'_>) -> String {
    let lines: Vec<&str> = all.iter().map(|(of, _)| of.line.as_str()).collect();
    let names = heads(&lines);
    let mut wanted = outcomes(all.iter().map(|(_, rows)| *rows));
    let below = cut_beside(all, &mut wanted, whole);
    let is_cut = !below.is_empty();
    let means: Vec<Vec<Mean>> = all.iter().map(|(of, _)| means(of)).collect();
    let told = all.iter().position(|(of, _)| of.refused.is_none()).unwrap_or(0);
    let mut columns = vec![Column::text(&outcome_head(all[told].0, &means[told]))];
    for name in &names {
        columns.extend([Column::number(name), Column::number("fraction").room(Room::Drop)]);
        columns.extend((!is_cut).then(|| Column::number("cumulative").room(Room::Drop)));
    }
    let mut listing = Listing::new(columns);
    let mut told: Vec<Beside<'_>> = all.iter().map(|(_, rows)| Beside::of(rows)).collect();
    for (_, outcome) in wanted.iter().enumerate().take_while(|(at, _)| goes_on(*at, stop)) {
        let mut row = vec![Cell::from(called(outcome))];
        for ((of, _), column) in all.iter().zip(&mut told) {
            if of.refused.is_some() {
                row.extend(["refused", ""].into_iter().chain((!is_cut).then_some("")).map(Cell::from));
                continue;
            }
            let share = column.share(outcome);
            row.push(Cell::from(share.map_or_else(|| "0 %".to_owned(), OddsShare::percent)));
            row.push(Cell::from(share.map_or_else(|| "0".to_owned(), |share| fraction(share, whole))));
            if is_cut {
                continue;
            }
            row.push(Cell::from(column.sum_up_to(outcome)));
        }
        listing.row(row);
    }
    let below = if below.is_empty() { String::new() } else { style.lines(&below) };
    // What is refused, or comes to no numbers, has none.
    let means = names.iter().zip(means.iter().map(|means| mean(means, style)));
    let means: String = means
        .filter(|(_, mean)| !mean.is_empty())
        .map(|(name, mean)| format!("{}, {mean}", style.clean(name)))
        .collect();
    means
        + &listing.draw_until(style, stop)
        + &below
        + &shortened(all.iter().flat_map(|(_, rows)| rows.iter().map(|(_, s)| s)), whole, style)
}

/// One of several commands, told row by row.
struct Beside<'r> {
    /// Its outcomes with their places among them.
    shares: FxHashMap<&'r str, (usize, &'r OddsShare)>,
    /// What is left to be added up.
    rest: Box<dyn Iterator<Item = OddsShare> + 'r>,
    /// How many are added up, and what they come to.
    sum: (usize, Option<OddsShare>),
}

impl<'r> Beside<'r> {
    fn of(rows: &'r OddsRows) -> Beside<'r> {
        let placed = rows.iter().enumerate().map(|(at, (name, share))| (name.as_str(), (at, share)));
        let rest = Box::new(summed(rows, &|| false).map(|(.., sum)| sum));
        Beside { shares: placed.collect(), rest, sum: (0, None) }
    }

    fn share(&self, outcome: &str) -> Option<&'r OddsShare> {
        self.shares.get(outcome).map(|(_, share)| *share)
    }

    /// The sum up to the last of its own outcomes that has been told, this one or one above it.
    fn sum_up_to(&mut self, outcome: &str) -> String {
        let place = self.shares.get(outcome).map_or(0, |(at, _)| at + 1);
        while self.sum.0 < place {
            self.sum = (self.sum.0 + 1, self.rest.next());
        }
        self.sum.1.as_ref().map_or_else(|| "0 %".to_owned(), OddsShare::percent)
    }
}

/// Of outcomes that are too many leaves those that are likeliest with any of the commands, in their order, and tells what
/// the others come to.
fn cut_beside(all: &[(&OddsOf, &OddsRows)], wanted: &mut Vec<&str>, whole: bool) -> String {
    if whole || wanted.len() <= LONGEST {
        return String::new();
    }
    let known: Vec<_> = all.iter().map(|(_, rows)| by_outcome(rows)).collect();
    let chance = |known: &FxHashMap<&str, &OddsShare>, name: &str| {
        known.get(name).map_or(Ratio::ZERO, |share| share.ratio())
    };
    let mut likeliest: Vec<(Ratio, &str)> = wanted
        .iter()
        .map(|name| (known.iter().map(|known| chance(known, name)).max().unwrap_or(Ratio::ZERO), *name))
        .collect();
    likeliest.sort_by(|a, b| b.0.cmp(&a.0));
    likeliest.truncate(LIKELIEST);
    let of = wanted.len();
    wanted.retain(|name| likeliest.iter().any(|(_, kept)| kept == name));
    let told = all.iter().zip(&known).filter(|((of, _), _)| of.refused.is_none());
    let rest = told.map(|(_, known)| {
        let shown = wanted.iter().fold(Ratio::ZERO, |sum, name| sum.plus(&chance(known, name)));
        OddsShare::Exact(Ratio::ONE.minus(&shown)).percent()
    });
    format!(
        "these are the {LIKELIEST} likeliest of {of} outcomes; the other {} together: {}; `--all` lists all",
        of - LIKELIEST,
        rest.collect::<Vec<_>>().join(" and ")
    )
}

/// What each command is called at the head of its columns: its words without those that all begin with.
fn heads(lines: &[&str]) -> Vec<String> {
    let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
    let same = |at: usize| {
        let word = words[0].get(at);
        word.is_some() && words.iter().all(|all| all.len() > at + 1 && all.get(at) == word)
    };
    let common = (0..).take_while(|at| same(*at)).count();
    let short: Vec<String> = words.iter().map(|all| all[common..].join(" ")).collect();
    let is_different = (1..short.len()).all(|at| !short[..at].contains(&short[at]));
    if is_different { short } else { (1..=lines.len()).map(|number| format!("no. {number}")).collect() }
}

fn steps(of: &OddsOf, whole: bool, style: &Style, stop: Stop<'_>) -> String {
    let all = of.steps.iter().map(|(_, rows)| rows).chain(of.end.iter().map(|end| &end.rows));
    let names = outcomes(all);
    if of.until.is_empty() && names.len() > MOST_COLUMNS {
        return each_time(of, whole, style, stop);
    }
    let mut columns = vec![Column::number("after")];
    columns.extend(names.iter().flat_map(|name| {
        let fraction = Column::number("fraction").room(if whole { Room::Keep } else { Room::Drop });
        [Column::number(called(name)), fraction]
    }));
    let mut listing = Listing::new(columns);
    let row = |first: String, rows: &OddsRows| {
        let cells = names.iter().flat_map(|name| {
            let share = share_of(rows, name);
            let percent = share.map_or_else(|| "0 %".to_owned(), OddsShare::percent);
            [percent, share.map_or_else(|| "0".to_owned(), |share| fraction(share, whole))]
        });
        std::iter::once(first).chain(cells).map(Cell::from).collect::<Vec<_>>()
    };
    for (times, rows) in &of.steps {
        listing.row(row(times.to_string(), rows));
    }
    if let Some(end) = &of.end {
        listing.row(row("the end".to_owned(), &end.rows));
    }
    let mut text = listing.draw(style);
    if let Some(end) = &of.end {
        text.push_str(&match &end.times {
            Some(times) => format!("expected number of times: {}\n", expected(times, whole)),
            None => format!(
                "it never ends in {} ({}), so no number of times is expected\n",
                end.never.percent(),
                fraction(&OddsShare::Exact(end.never.clone()), whole)
            ),
        });
    }
    let shares = of.steps.iter().flat_map(|(_, rows)| rows.iter().map(|(_, share)| share));
    let endless = names.iter().all(|name| *name == GOING_ON) && !of.steps.is_empty();
    if endless {
        text.push_str(&style.lines(&why_endless(of)));
    }
    text + &shortened(shares, whole, style)
}

/// What each time comes to, below one another; of too many outcomes the likeliest.
fn each_time(of: &OddsOf, whole: bool, style: &Style, stop: Stop<'_>) -> String {
    let mut listing = Listing::new(vec![
        Column::number("time"),
        Column::text("outcome"),
        Column::number("chance"),
        Column::number("fraction").room(if whole { Room::Keep } else { Room::Drop }),
    ]);
    let mut below = String::new();
    let mut shares = Vec::new();
    for (times, rows) in &of.steps {
        let cut = cut(rows, whole);
        let (rows, told) = cut.as_ref().map_or((rows, ""), |(rows, told)| (rows, told));
        if !told.is_empty() {
            below.push_str(&style.lines(&format!("time {times}: {told}")));
        }
        for (name, share) in rows {
            if !goes_on(shares.len(), stop) {
                break;
            }
            let cells = [times.to_string(), called(name).to_owned(), share.percent(), fraction(share, whole)];
            listing.row(cells.map(Cell::from));
            shares.push(share.clone());
        }
    }
    listing.draw_until(style, stop) + &below + &shortened(shares.iter(), whole, style)
}

/// Why nothing has ended it, and what may be done about that.
fn why_endless(of: &OddsOf) -> String {
    let until = of.until.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
    let last = of.steps.last().map_or(0, |(times, _)| *times);
    match (&of.end, &of.estimated) {
        (Some(_), _) => format!("{until} never comes of it, however often it is repeated"),
        (None, Some(_)) => format!("{until} has not come of it in any of these plays"),
        (None, None) => format!("{until} cannot come of it within {}", counted(u64::from(last), "time")),
    }
}

fn expected(times: &Ratio, whole: bool) -> String {
    let (decimal, share) = (times.decimal(PLACES), OddsShare::Exact(times.clone()));
    let fraction = fraction(&share, whole);
    if fraction == decimal { decimal } else { format!("{decimal} ({fraction})") }
}

fn fraction(share: &OddsShare, whole: bool) -> String {
    if whole { share.fraction() } else { share.short_fraction() }
}

/// Where fractions were cut, how they are had whole.
fn shortened<'a>(mut shares: impl Iterator<Item = &'a OddsShare>, whole: bool, style: &Style) -> String {
    let is_cut = !whole && shares.any(|share| share.short_fraction() != share.fraction());
    let told = "long fractions are shortened; `--all` writes them out";
    if is_cut { format!("{}\n", style.paint(style.faint(), told)) } else { String::new() }
}

/// A share as a number out of [`PARTS`]; whatever is not nothing is one at least.
fn parts(share: &OddsShare) -> Natural {
    let (above, below) = share.part();
    let part = &*above * PARTS / &*below;
    if part.is_zero() && !above.is_zero() { Natural::ONE } else { part }
}
