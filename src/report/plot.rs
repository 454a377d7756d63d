//! Bars of probabilities as a picture.

use super::figure::{Figure, Spot};
use super::wrap::wrap;
use crate::odds::Percent;

const WIDTH: u64 = 8000;
const LEFT: u64 = 620;
const RIGHT: u64 = 200;
/// The part of the picture that bars stand in.
const ROOM: u64 = WIDTH - LEFT - RIGHT;
const TALL: u64 = 3000;
/// About the width of a letter.
const LETTER: u64 = 68;
/// So many letters stand beside each other in the title, and in what is told below it.
const TITLE_LETTERS: usize = 62;
const NOTE_LETTERS: usize = 108;
/// From one line to the next, in the title and below it.
const TITLE_LINE: u64 = 240;
const NOTE_LINE: u64 = 200;
/// Where so many bars or fewer stand, each is told in percent.
const FEW: usize = 16;
/// Bars are at most so wide.
const WIDEST: u64 = 800;

/// How bars that stand side by side look.
const CLASSES: [&str; MOST_SERIES] = ["first", "second", "third", "fourth"];

/// So many bars stand side by side at most.
pub(super) const MOST_SERIES: usize = 4;

const STYLE: &str = ".first{fill:#35618e}.second{fill:url(#stripes);stroke:#b3661a}.third{fill:#fff;stroke:#333}\
.fourth{fill:url(#dots);stroke:#3b7a3b}";

const PATTERNS: &str = "<defs><pattern id=\"stripes\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/><rect width=\"3\" height=\"6\" \
fill=\"#b3661a\"/></pattern><pattern id=\"dots\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">\
<rect width=\"5\" height=\"5\" fill=\"#fff\"/><rect width=\"3\" height=\"3\" fill=\"#3b7a3b\"/></pattern></defs>\n";

/// Bars of one result, side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// What stands under it.
    pub(super) label: String,
    /// What it is called where it is pointed at.
    pub(super) name: String,
    /// One share a series, in its order.
    pub(super) shares: Vec<Percent>,
}

/// A picture of bars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plot {
    /// What it is called.
    pub(super) title: String,
    /// A series each, with what is told of it.
    pub(super) series: Vec<(String, String)>,
    /// What is told of all of them.
    pub(super) notes: Vec<String>,
    /// From left to right.
    pub(super) slots: Vec<Slot>,
    /// What stands under all of them.
    pub(super) under: String,
}

/// How high bars are, in hundredths of a percent.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// From one line to the next: 1, 2 or 5 with zeros.
    step: u64,
    /// What the room up to the top line stands for.
    full: u64,
}

impl Plot {
    /// The picture.
    pub(super) fn draw(&self) -> String {
        let size = (WIDTH, self.top() + TALL + 700);
        let mut figure = Figure::new(size, &self.title, STYLE, PATTERNS);
        self.legend(&mut figure);
        // Every bar is measured by it.
        let scale = self.scale();
        self.grid(&mut figure, scale);
        self.bars(&mut figure, scale);
        figure.finish()
    }

    fn top(&self) -> u64 {
        let notes = self.told().iter().map(|(_, lines)| lines.len() as u64).sum::<u64>();
        700 + TITLE_LINE * (self.titles().len() as u64 - 1) + NOTE_LINE * notes
    }

    fn titles(&self) -> Vec<String> {
        wrap(&self.title, TITLE_LETTERS)
    }

    /// What stands below the title, line by line: of each series, which sign it has where there are several, and of all.
    fn told(&self) -> Vec<(Option<usize>, Vec<String>)> {
        let has_signs = self.series.len() > 1;
        let of_series =
            self.series.iter().enumerate().map(|(at, (name, told))| match (has_signs, told.is_empty()) {
                (true, true) => (Some(at), wrap(name, NOTE_LETTERS - 3)),
                (true, false) => (Some(at), wrap(&format!("{name}: {told}"), NOTE_LETTERS - 3)),
                (false, _) => (None, wrap(told, NOTE_LETTERS)),
            });
        let notes = self.notes.iter().map(|note| (None, wrap(note, NOTE_LETTERS)));
        let is_told = |(sign, lines): &(Option<usize>, Vec<String>)| {
            sign.is_some() || lines.iter().any(|l| !l.is_empty())
        };
        of_series.filter(is_told).chain(notes).collect()
    }

    fn legend(&self, figure: &mut Figure) {
        let titles = self.titles();
        for (at, line) in titles.iter().enumerate() {
            figure.text("title", Spot { x: LEFT, y: 320 + TITLE_LINE * at as u64 }, line);
        }
        let mut y = 560 + TITLE_LINE * (titles.len() as u64 - 1);
        for (sign, lines) in self.told() {
            if let Some(series) = sign {
                figure.rect(class(series), Spot { x: LEFT, y: y - 110 }, (120, 120), "");
            }
            let x = LEFT + if sign.is_some() { 200 } else { 0 };
            for line in lines {
                figure.text("note", Spot { x, y }, &line);
                y += NOTE_LINE;
            }
        }
    }

    /// The most likely result, in hundredths of a percent.
    fn most(&self) -> u64 {
        let shares = self.slots.iter().flat_map(|slot| &slot.shares);
        shares.map(Percent::hundredths).max().unwrap_or(1).max(1)
    }

    fn scale(&self) -> Scale {
        let most = self.most();
        let steps = (0..6).flat_map(|zeros| [1, 2, 5].map(|s| s * 10u64.pow(zeros)));
        let step = steps.into_iter().find(|step| most / step < 6).unwrap_or(100_000);
        Scale { step, full: most.div_ceil(step) * step }
    }

    fn y(&self, hundredths: u64, scale: Scale) -> u64 {
        self.top() + TALL - TALL * hundredths / scale.full
    }

    fn grid(&self, figure: &mut Figure, scale: Scale) {
        for line in 0..=scale.full / scale.step {
            let value = line * scale.step;
            let y = self.y(value, scale);
            let class = if line == 0 { "axis" } else { "grid" };
            figure.line(class, Spot { x: LEFT, y }, Spot { x: WIDTH - RIGHT, y });
            let decimals = match (value % 100, value % 10) {
                (0, _) => String::new(),
                (part, 0) => format!(".{}", part / 10),
                (part, _) => format!(".{part:02}"),
            };
            let told = format!("{}{decimals} %", value / 100);
            figure.text("note end", Spot { x: LEFT - 80, y: y + 40 }, &told);
        }
    }

    fn bars(&self, figure: &mut Figure, scale: Scale) {
        let (count, series) = (self.slots.len().max(1) as u64, self.series.len().max(1) as u64);
        let edge = |at: u64| LEFT + ROOM * at / count;
        let longest = self.slots.iter().map(|slot| slot.label.chars().count()).max().unwrap_or(1) as u64;
        // Every so many results are named, so that the names do not run into each other.
        let every = ((longest + 1) * LETTER * count).div_ceil(ROOM).max(1);
        for (at, slot) in self.slots.iter().enumerate() {
            let (from, to) = (edge(at as u64), edge(at as u64 + 1));
            let wide = ((to - from) * 3 / 4 / series).min(WIDEST);
            let gap = (to - from - wide * series) / 2;
            for (number, share) in slot.shares.iter().enumerate() {
                if share.part.is_zero() {
                    continue;
                }
                let (x, y) = (from + gap + wide * number as u64, self.y(share.hundredths(), scale));
                let series_name = self.series.get(number).map_or("", |(name, _)| name);
                let told = format!("{series_name}: {}, {share}", slot.name);
                figure.rect(class(number), Spot { x, y }, (wide, self.top() + TALL - y), &told);
                if self.slots.len() <= FEW && series == 1 {
                    let told = share.to_string();
                    figure.text("mid", Spot { x: x + wide / 2, y: y - 50 }, told.trim_end_matches(" %"));
                }
            }
            if (at as u64).is_multiple_of(every) {
                figure.text("mid", Spot { x: (from + to) / 2, y: self.top() + TALL + 190 }, &slot.label);
            }
        }
        let under = Spot { x: LEFT + ROOM / 2, y: self.top() + TALL + 450 };
        figure.text("note mid", under, &self.under);
    }
}

fn class(series: usize) -> &'static str {
    CLASSES[series % CLASSES.len()]
}
