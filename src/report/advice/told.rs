//! Advice at the terminal.

use super::{AdviceOf, AdviceSide, AdviceWay, PLACES, figure};
use crate::odds::Ratio;
use crate::report::{Cell, Column, Listing, Room, Style};

/// A fraction with more letters is left out; programs get it whole.
const LONGEST: usize = 21;

/// The value, what both had best do, and what single answers give away. With `all` every answer is listed, and no fraction
/// is left out.
pub fn advice_told(of: &AdviceOf, all: bool, style: &Style) -> String {
    let mut text = String::new();
    let mut say = |sentence: &str| text.push_str(&style.lines(sentence));
    let [high, low] = &of.sides;
    say(&format!("{} for {}", of.measure, of.line));
    let (rows, columns) = (high.ways.len(), low.ways.len());
    say(&format!(
        "{} wants it high, {} low: {rows} by {columns} answers, all {} exact",
        high.title,
        low.title,
        rows * columns
    ));
    of.remarks.iter().for_each(|remark| say(remark));
    say(&format!("value: {}{}", figure(of, &of.value), fraction(&of.value, all)));
    for (side, other) in [(high, low), (low, high)] {
        text.push('\n');
        text.push_str(&listing(of, side, other, all, style));
    }
    if !of.given.is_empty() {
        text.push('\n');
    }
    for given in &of.given {
        let (side, other) = (&of.sides[given.side], &of.sides[1 - given.side]);
        text.push_str(&style.lines(&standing(of, side, other, &side.ways[given.way], all)));
    }
    if style.ascii { crate::report::to_ascii(&text).into_owned() } else { text }
}

/// ` (5/12)`, where that is short enough.
fn fraction(of: &Ratio, all: bool) -> String {
    let fraction = of.to_string();
    let fits = all || fraction.len() <= LONGEST;
    if fits && !of.below().is_one() { format!(" ({fraction})") } else { String::new() }
}

/// What a side had best do, the likeliest first; with `all` what gives away least behind it.
fn listing(of: &AdviceOf, side: &AdviceSide, other: &AdviceSide, all: bool, style: &Style) -> String {
    let mut ways: Vec<&AdviceWay> = side.ways.iter().filter(|way| all || !way.taken.is_zero()).collect();
    ways.sort_by(|a, b| {
        let figures = |way: &AdviceWay| (way.against_mixture.1.clone(), way.when_known.1.clone());
        b.taken.cmp(&a.taken).then_with(|| figures(a).cmp(&figures(b)))
    });
    let head = match side.question.is_empty() {
        true => String::new(),
        false => format!("{}: {}\n", style.clean(&side.title), style.clean(&side.question)),
    };
    let mut listing = Listing::new(vec![
        Column::text(&side.title),
        Column::number("taken"),
        Column::number("seen through"),
        Column::number("gives away"),
        Column::text(&format!("best of {}", other.title)).room(Room::Drop),
    ]);
    // Each column has as many places in each row.
    let column = |figure: fn(&AdviceWay) -> &Ratio| match of.is_chance {
        true => None,
        false => Some(Ratio::places(ways.iter().map(|way| figure(way)), PLACES)),
    };
    let places = (column(|way| &way.when_known.0), column(|way| &way.when_known.1));
    let cell = |figure: &Ratio, places: Option<u32>| match places {
        Some(places) => Cell::from(figure.with_places(places)),
        None => Cell::from(figure.percent()),
    };
    for way in &ways {
        listing.row([
            Cell::from(way.told.clone()),
            Cell::from(way.taken.percent()),
            cell(&way.when_known.0, places.0),
            cell(&way.when_known.1, places.1),
            Cell::from(way.reply.clone()),
        ]);
    }
    head + &listing.draw(style)
}

/// What becomes of an answer that was asked about.
fn standing(of: &AdviceOf, side: &AdviceSide, other: &AdviceSide, way: &AdviceWay, all: bool) -> String {
    let told = |(comes_to, gives): &(Ratio, Ratio)| {
        let comes_to = format!("{}{}", figure(of, comes_to), fraction(comes_to, all));
        match gives.is_zero() {
            true => format!("{comes_to}, which gives nothing away"),
            false => format!("{comes_to}, which gives away {}{}", figure(of, gives), fraction(gives, all)),
        }
    };
    let by = match way.reply.is_empty() {
        true => String::new(),
        false => format!(" (by {})", way.reply),
    };
    format!(
        "{}, {}: once {} sees through it{by} {}; against the best mixture of {} {}",
        side.title,
        way.told,
        other.title,
        told(&way.when_known),
        other.title,
        told(&way.against_mixture)
    )
}
