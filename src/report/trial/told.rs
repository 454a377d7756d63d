//! A trial at the terminal.

use super::{TrialFought, TrialRefit, TrialStack, TrialTold, verdict, weight};
use crate::odds::Ratio;
use crate::report::{Cell, Column, Listing, Room, Style};

/// Decimals of points, and of strengths.
const PLACES: u32 = 1;
const FINE: u32 = 2;

/// The types, the strongest for their points first, what the line says, and with `all` who beat whom how often.
pub fn trial_told(told: &TrialTold, all: bool, style: &Style) -> String {
    let mut text = String::new();
    let mut say = |sentence: &str| text.push_str(&style.lines(sentence));
    say(&told.title);
    say(&told.how);
    if told.after.is_some() {
        say(&format!("without and with {}", told.house.join(", ")));
    }
    text.push('\n');
    text.push_str(&types(told, style));
    text.push('\n');
    for (name, stack) in told.stacks() {
        words(name, stack).iter().for_each(|sentence| text.push_str(&style.lines(sentence)));
    }
    for (name, stack) in told.stacks() {
        if let Some(refit) = &stack.refit {
            text.push('\n');
            text.push_str(&factors(name, refit, style));
        }
    }
    told.remarks.iter().for_each(|remark| text.push_str(&style.lines(remark)));
    if all {
        for (name, stack) in told.stacks() {
            text.push('\n');
            text.push_str(&meetings(told, name, stack, style));
        }
    }
    if style.ascii { crate::report::to_ascii(&text).into_owned() } else { text }
}

/// Of each type its points, what it won, what would be fair.
fn types(told: &TrialTold, style: &Style) -> String {
    let mut columns = vec![Column::text("type")];
    let many = told.after.is_some();
    for (name, _) in told.stacks() {
        let head = |what: &str| if many { format!("{what} {name}") } else { what.to_owned() };
        columns.push(Column::number(&head("points")).room(if many { Room::Drop } else { Room::Keep }));
        columns.push(Column::number(&head("won")));
        columns.push(Column::number(&head("fair")));
        columns.push(Column::number("95 %").room(Room::Drop));
        columns.push(Column::text(""));
    }
    let mut listing = Listing::new(columns);
    let mut order: Vec<usize> = (0..told.types.len()).collect();
    order.sort_by(|a, b| told.before.standings[*b].residual.cmp(&told.before.standings[*a].residual));
    // A column has as many places in each row. What would be fair stands beside the ends of its interval.
    let places: Vec<(u32, u32)> = told
        .stacks()
        .map(|(_, stack)| {
            let fair = stack.standings.iter().filter_map(|of| of.fair.as_ref()).flatten();
            let points = stack.standings.iter().map(|of| &of.points);
            (Ratio::places(points, PLACES), Ratio::places(fair, PLACES))
        })
        .collect();
    for at in order {
        let (name, title) = &told.types[at];
        let twice = told.types.iter().filter(|(_, other)| other == title).count() > 1;
        let mut row = vec![Cell::from(if twice { format!("{title} ({name})") } else { title.clone() })];
        for ((_, stack), (of_points, of_fair)) in told.stacks().zip(&places) {
            let of = &stack.standings[at];
            let points = |points: &Ratio| points.with_places(*of_fair);
            let (fair, ends) = match &of.fair {
                Some([fair, low, high]) => (points(fair), format!("{} to {}", points(low), points(high))),
                None => ("–".to_owned(), String::new()),
            };
            row.push(Cell::from(of.points.with_places(*of_points)));
            row.push(Cell::from(of.won.percent()));
            row.extend([fair, ends].map(Cell::from));
            row.push(Cell::inked(verdict(of.verdict), style.strong()));
        }
        listing.row(row);
    }
    listing.leave_out_blank();
    listing.draw(style)
}

/// What points tell of strength.
fn words(name: &str, stack: &TrialStack) -> Vec<String> {
    let begin = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let mut all = Vec::new();
    match (&stack.line, &stack.double) {
        (Some([_, slope, error]), Some(double)) => {
            let explained = stack.explained.as_ref().map_or_else(String::new, |share| {
                format!("; points explain {} of the spread of strengths", share.percent())
            });
            let places = Ratio::places([slope, error], FINE);
            all.push(format!(
                "{begin}strength rises by {} (standard error {}) where points are multiplied by e, so twice the points win {} of fights{explained}",
                slope.with_places(places),
                error.with_places(places),
                double.percent()
            ));
            if stack.standings.len() < 3 {
                all.push(format!("{begin}two types lie on a line whatever they cost: name three or more"));
            } else if stack.standings.iter().all(|standing| standing.fair.is_none()) {
                all.push(format!(
                    "{begin}it may be chance that strength rises with points, so nobody's can be told to be fair"
                ));
            }
        }
        _ => all.push(format!("{begin}all cost the same, so points tell nothing")),
    }
    if let Some(misfit) = &stack.misfit {
        let two = Ratio::from(2);
        let why = if *misfit > two {
            ": who beats whom depends on more than strength, and intervals are widened"
        } else {
            ""
        };
        all.push(format!(
            "{begin}misfit of single strengths {} (1 where they explain all){why}",
            misfit.decimal(FINE)
        ));
    }
    all
}

/// How much each factor counts in the points, and how much in the fights.
fn factors(name: &str, refit: &TrialRefit, style: &Style) -> String {
    let head =
        if name.is_empty() { "to the power of".to_owned() } else { format!("{name}: to the power of") };
    let mut listing = Listing::new([
        Column::text(&head),
        Column::number("in points"),
        Column::number("in fights"),
        Column::number("95 %"),
        Column::text(""),
    ]);
    let of_points = Ratio::places(refit.factors.iter().map(|factor| &factor.in_points), FINE);
    let fights = refit.factors.iter().filter_map(|factor| factor.in_fights.as_ref());
    let of_fights = Ratio::places(fights.flatten(), FINE);
    for factor in &refit.factors {
        let exponent = |of: &Ratio| of.with_places(of_fights);
        let (seen, ends) = match &factor.in_fights {
            Some([seen, low, high]) => (exponent(seen), format!("{} to {}", exponent(low), exponent(high))),
            None => ("–".to_owned(), String::new()),
        };
        let mut row: Vec<Cell> = [factor.name.clone(), factor.in_points.with_places(of_points), seen, ends]
            .map(Cell::from)
            .to_vec();
        row.push(Cell::inked(weight(factor.verdict), style.strong()));
        listing.row(row);
    }
    let share = |of: &Option<Ratio>| of.as_ref().map_or_else(|| "nothing".to_owned(), Ratio::percent);
    let explained = format!(
        "these explain {} of the spread of points and {} of the spread of strengths",
        share(&refit.points_explained),
        share(&refit.fights_explained)
    );
    listing.leave_out_blank();
    listing.draw(style) + &style.lines(&explained)
}

/// How often whoever stands on the left won against whoever stands at the head.
fn meetings(told: &TrialTold, name: &str, stack: &TrialStack, style: &Style) -> String {
    let head = if name.is_empty() {
        "won in percent, against".to_owned()
    } else {
        format!("{name}: won in percent, against")
    };
    let mut columns = vec![Column::text(&head)];
    columns.extend(told.types.iter().map(|(name, _)| Column::number(name)));
    let mut listing = Listing::new(columns);
    for (at, (name, _)) in told.types.iter().enumerate() {
        let mut row = vec![Cell::from(name.clone())];
        for other in 0..told.types.len() {
            row.push(Cell::from(share(told, stack, at, other)));
        }
        listing.row(row);
    }
    listing.draw(style)
}

fn share(told: &TrialTold, stack: &TrialStack, at: usize, other: usize) -> String {
    let found = told.meetings.iter().zip(&stack.fought).find_map(|((one, two), fought)| {
        let TrialFought { won, lost, drawn, .. } = *fought;
        match (*one == at && *two == other, *one == other && *two == at) {
            (true, _) => Some((2 * won + drawn, won + lost + drawn)),
            (_, true) => Some((2 * lost + drawn, won + lost + drawn)),
            _ => None,
        }
    });
    match found {
        Some((_, 0)) => "?".to_owned(),
        Some((halves, fights)) => Ratio::new(halves * 50, fights).decimal(0),
        None => String::new(),
    }
}
