//! A trial as a picture: strength over points.

use super::{TrialStack, TrialTold, TrialVerdict};
use crate::odds::{Fixed, Ratio};
use crate::report::figure::{Figure, Spot};
use crate::report::{clip, shown_width, wrap};

const WIDTH: u64 = 8400;
const LEFT: u64 = 900;
const RIGHT: u64 = 500;
const ROOM: u64 = WIDTH - LEFT - RIGHT;
const TOP: u64 = 1250;
const TALL: u64 = 4600;
const BOTTOM: u64 = 800;
/// About the width of a letter, and the height of a line.
const LETTER: u64 = 72;
const LINE: u64 = 140;
/// Half the width of a mark.
const MARK: u64 = 45;
/// Longer names are cut short.
const LONGEST: usize = 22;

const STYLE: &str = "\
.line{stroke:#35618e;stroke-width:1.5}.with{stroke-dasharray:5 4}.bar{stroke:#999}.move{stroke:#999;stroke-dasharray:2 2}\
.fair{fill:#35618e;stroke:#fff}.cheap{fill:#3b7a3b;stroke:#fff}.dear{fill:#b3661a;stroke:#fff}\
.open{fill:#fff;stroke-width:1.5}.open.fair{stroke:#35618e}.open.cheap{stroke:#3b7a3b}.open.dear{stroke:#b3661a}";

/// Chances of winning against a type of mean strength, at which lines stand: so many times in so many.
const CHANCES: [(u32, u32); 11] = [
    (1, 1000),
    (1, 100),
    (1, 20),
    (1, 10),
    (1, 4),
    (1, 2),
    (3, 4),
    (9, 10),
    (19, 20),
    (99, 100),
    (999, 1000),
];

/// The ends of an interval of 95 %, in hundredths of standard errors.
const ENDS: i64 = 196;

/// What the axes stand for.
struct Frame {
    across: (Fixed, Fixed),
    up: (Fixed, Fixed),
}

/// Strength over points: a mark for each type with its interval, and the line that tells strength from points. Under house
/// rules each type has a second mark.
pub fn trial_picture(told: &TrialTold) -> String {
    let frame = Frame::of(told);
    let mut figure = Figure::new((WIDTH, TOP + TALL + BOTTOM), &told.title, STYLE, "");
    head(&mut figure, told);
    frame.grid(&mut figure);
    figure.text("mid", Spot { x: LEFT + ROOM / 2, y: TOP + TALL + 480 }, "points");
    figure.text("", Spot { x: LEFT - 780, y: TOP - 110 }, "wins against a type of mean strength");
    for (at, (_, stack)) in told.stacks().enumerate() {
        frame.line(&mut figure, stack, at > 0);
    }
    let first: Vec<Spot> = told.before.standings.iter().map(|s| frame.spot(&s.points, &s.strength)).collect();
    for (at, (_, stack)) in told.stacks().enumerate() {
        frame.marks(&mut figure, told, stack, (at > 0).then_some(&first));
    }
    names(&mut figure, told, &first);
    figure.finish()
}

/// What it is called, how it was fought, and what the marks stand for.
fn head(figure: &mut Figure, told: &TrialTold) {
    figure.text("title", Spot { x: LEFT, y: 320 }, &told.title);
    let letters = ((WIDTH - LEFT) / LETTER) as usize;
    for (at, line) in wrap(&told.how, letters).iter().take(2).enumerate() {
        figure.text("note", Spot { x: LEFT, y: 520 + 200 * at as u64 }, line);
    }
    let rest = match told.after.is_some() {
        false => "bars are 95 % intervals".to_owned(),
        true => format!("hollow and dashed: with {}", told.house.join(", ")),
    };
    let judged =
        told.stacks().filter(|(_, stack)| stack.standings.iter().any(|of| of.fair.is_some())).count();
    let marks = match judged {
        0 => format!("nobody's points can be told to be fair or not; {rest}"),
        of => {
            let or_not = if of < told.stacks().count() { ", or not judged" } else { "" };
            format!(
                "▲ green: too cheap, ▼ brown: too dear, ● blue: fair as far as can be told{or_not}; {rest}"
            )
        }
    };
    figure.text("note", Spot { x: LEFT, y: 920 }, &marks);
}

/// The name of each type beside its mark, where no mark and no other name is.
fn names(figure: &mut Figure, told: &TrialTold, first: &[Spot]) {
    let mut taken: Vec<[u64; 4]> = Vec::new();
    taken.extend(first.iter().map(|spot| [spot.x - MARK, spot.y - MARK, spot.x + MARK, spot.y + MARK]));
    for (number, spot) in first.iter().enumerate() {
        let name = clip(&told.types[number].1, LONGEST, "…");
        let wide = LETTER * shown_width(&name) as u64;
        let (right, left) = (spot.x + MARK + 40, spot.x.saturating_sub(MARK + 40 + wide));
        let half = spot.x.saturating_sub(wide / 2);
        let places = [
            (right, spot.y + 45),
            (left, spot.y + 45),
            (half, spot.y.saturating_sub(MARK + 60)),
            (half, spot.y + MARK + 130),
            (right, spot.y + 45 + LINE),
            (right, spot.y.saturating_sub(LINE - 45)),
            (left, spot.y + 45 + LINE),
            (left, spot.y.saturating_sub(LINE - 45)),
        ];
        let area = |(x, y): (u64, u64)| [x, y.saturating_sub(110), x + wide, y + 30];
        let free = |place: &(u64, u64)| {
            let [x0, y0, x1, y1] = area(*place);
            let fits = x0 >= LEFT && x1 <= WIDTH;
            let own = [spot.x - MARK, spot.y - MARK, spot.x + MARK, spot.y + MARK];
            fits && !taken.iter().any(|t| *t != own && x0 < t[2] && t[0] < x1 && y0 < t[3] && t[1] < y1)
        };
        let place = places.iter().find(|place| free(place)).copied().unwrap_or(places[0]);
        taken.push(area(place));
        figure.text("", Spot { x: place.0, y: place.1 }, &name);
    }
}

impl Frame {
    fn of(told: &TrialTold) -> Frame {
        let all = || told.stacks().flat_map(|(_, stack)| &stack.standings);
        let across: Vec<Fixed> = all().map(|s| Fixed::logarithm_of(&s.points)).collect();
        let reach = |s: &super::TrialStanding| s.error.times(&Ratio::new(ENDS, 100u8));
        let up: Vec<Fixed> = all()
            .flat_map(|s| [s.strength.minus(&reach(s)), s.strength.plus(&reach(s))])
            .map(|end| Fixed::from(&end))
            .collect();
        Frame { across: ends(&across), up: ends(&up) }
    }

    fn x(&self, at: &Fixed) -> u64 {
        LEFT + part(at, &self.across, ROOM)
    }

    fn y(&self, at: &Fixed) -> u64 {
        TOP + TALL - part(at, &self.up, TALL)
    }

    fn spot(&self, points: &Ratio, strength: &Ratio) -> Spot {
        Spot { x: self.x(&Fixed::logarithm_of(points)), y: self.y(&Fixed::from(strength)) }
    }

    fn grid(&self, figure: &mut Figure) {
        for (part, of) in CHANCES {
            let at = Fixed::logarithm(&part.into()).minus(&Fixed::logarithm(&(of - part).into()));
            if at < self.up.0 || at > self.up.1 {
                continue;
            }
            let y = self.y(&at);
            figure.line("grid", Spot { x: LEFT, y }, Spot { x: LEFT + ROOM, y });
            let told = format!("{} %", Ratio::new(part * 100, of).decimal(1));
            figure.text("end", Spot { x: LEFT - 80, y: y + 40 }, &told);
        }
        let mut last = 0;
        for number in (0..9u32).flat_map(|zeros| [10u64, 15, 20, 30, 50, 70].map(|n| n * 10u64.pow(zeros))) {
            let of = Ratio::new(number, 100u8);
            let at = Fixed::logarithm_of(&of);
            if at < self.across.0 || at > self.across.1 {
                continue;
            }
            let x = self.x(&at);
            if last > 0 && x < last + 420 {
                continue;
            }
            last = x;
            figure.line("grid", Spot { x, y: TOP }, Spot { x, y: TOP + TALL });
            figure.text("mid", Spot { x, y: TOP + TALL + 220 }, &of.decimal(1));
        }
        let corner = Spot { x: LEFT, y: TOP + TALL };
        figure.line("axis", corner, Spot { x: LEFT + ROOM, ..corner });
        figure.line("axis", Spot { y: TOP, ..corner }, corner);
    }

    /// A mark for each type with its interval; under house rules a hollow one, with a line from where it stood without them.
    fn marks(&self, figure: &mut Figure, told: &TrialTold, stack: &TrialStack, without: Option<&Vec<Spot>>) {
        for (number, standing) in stack.standings.iter().enumerate() {
            let spot = self.spot(&standing.points, &standing.strength);
            let reach = standing.error.times(&Ratio::new(ENDS, 100u8));
            let ends = [standing.strength.minus(&reach), standing.strength.plus(&reach)];
            let [low, high] = ends.map(|end| self.spot(&standing.points, &end));
            let class = match standing.verdict {
                TrialVerdict::Cheap => "cheap",
                TrialVerdict::Fair => "fair",
                TrialVerdict::Dear => "dear",
            };
            let open = if without.is_some() { "open " } else { "" };
            if let Some(from) = without.and_then(|without| without.get(number)) {
                figure.line("move", *from, spot);
            }
            figure.line("bar", low, high);
            let name = clip(&told.types[number].1, LONGEST, "…");
            let points = format!("{name}: {} points", standing.points.decimal(1));
            let class = format!("{open}{class}");
            match standing.verdict {
                TrialVerdict::Fair => figure.circle(&class, spot, MARK, &points),
                verdict => figure.triangle(&class, spot, MARK, verdict == TrialVerdict::Cheap, &points),
            }
        }
    }

    /// The line, as far as it is in the picture.
    fn line(&self, figure: &mut Figure, stack: &TrialStack, is_with: bool) {
        let Some([intercept, slope, _]) = &stack.line else { return };
        let (intercept, slope) = (Fixed::from(intercept), Fixed::from(slope));
        let height = |across: &Fixed| intercept.plus(&slope.times(across));
        let mut ends = [self.across.0.clone(), self.across.1.clone()];
        for end in &mut ends {
            let up = height(end);
            let within = up.clone().clamp(self.up.0.clone(), self.up.1.clone());
            if within != up {
                *end = within.minus(&intercept).over(&slope);
            }
        }
        let [from, to] = ends.map(|end| Spot { x: self.x(&end), y: self.y(&height(&end)) });
        figure.line(if is_with { "line with" } else { "line" }, from, to);
    }
}

/// The least and the most, with some room beyond them.
fn ends(of: &[Fixed]) -> (Fixed, Fixed) {
    let zero = Fixed::ZERO;
    let (low, high) = (of.iter().min().unwrap_or(&zero), of.iter().max().unwrap_or(&zero));
    let some = high.minus(low).over(&Fixed::from(14)).max(Fixed::one().over(&Fixed::from(20)));
    (low.minus(&some), high.plus(&some))
}

/// How far between the ends, in parts of `room`.
fn part(at: &Fixed, (low, high): &(Fixed, Fixed), room: u64) -> u64 {
    let share = at.minus(low).over(&high.minus(low));
    let whole = share.clamp(Fixed::ZERO, Fixed::one()).times(&Fixed::from(room as i64));
    whole.ratio().decimal(0).parse().unwrap_or(0)
}
