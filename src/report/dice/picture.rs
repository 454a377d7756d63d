//! Formulas as a picture of bars, in SVG. Lengths are counted in tenths of a point, so that nothing needs a float.

use std::fmt::Write as _;

use super::groups::{Group, groups};
use super::words::in_words;
use super::{DiceOdds, PLACES};
use crate::odds::{Natural, Percent};
use crate::report::clip;

const WIDTH: u64 = 8000;
const LEFT: u64 = 620;
const RIGHT: u64 = 200;
/// The part of the picture that bars stand in.
const ROOM: u64 = WIDTH - LEFT - RIGHT;
const TALL: u64 = 3000;
/// About the width of a letter.
const LETTER: u64 = 68;
/// Where so many bars or fewer stand, each is told in percent.
const FEW: usize = 16;

/// Longer formulas are cut short.
const LONGEST_NAME: usize = 40;
/// Bars are at most so wide.
const WIDEST: u64 = 800;

const STYLE: &str = "text{font-family:sans-serif;font-size:12px;fill:#222}\
.title{font-size:18px;font-weight:bold}.note{fill:#555}.grid{stroke:#ddd}.axis{stroke:#555}\
.first{fill:#35618e}.second{fill:url(#stripes);stroke:#b3661a}.mid{text-anchor:middle}.end{text-anchor:end}";

const STRIPES: &str = "<defs><pattern id=\"stripes\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/><rect width=\"3\" height=\"6\" \
fill=\"#b3661a\"/></pattern></defs>\n";

/// A picture of one formula or two: a bar a result, as high as it is likely.
pub fn dice_picture(all: &[DiceOdds]) -> String {
    let all = &all[..all.len().min(2)];
    let groups = groups(&all.iter().map(|told| &told.odds).collect::<Vec<_>>());
    let name = |told: &DiceOdds| escape(&clip(&told.formula.to_string(), LONGEST_NAME, "…"));
    let names: Vec<String> = all.iter().map(name).collect();
    let top = 700 + 200 * all.len() as u64;
    let height = top + TALL + 700;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n{STRIPES}<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        points(WIDTH),
        points(height),
        points(WIDTH),
        points(height),
        names.join(" and "),
    );
    legend(&mut svg, all, &names);
    let bars = Bars {
        groups: &groups,
        series: all.len() as u64,
        top,
        chances: all.iter().all(|t| t.formula.is_chance()),
    };
    bars.grid(&mut svg);
    bars.draw(&mut svg, &names);
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String, all: &[DiceOdds], names: &[String]) {
    let title = names.join(" and ");
    let _ = writeln!(svg, "<text class=\"title\" x=\"{}\" y=\"32\">{title}</text>", points(LEFT));
    for (at, (told, name)) in all.iter().zip(names).enumerate() {
        let y = 560 + 200 * at as u64;
        let odds = &told.odds;
        let words = in_words(&told.formula).map_or_else(String::new, |words| escape(&words) + "; ");
        let text = match told.formula.is_chance() {
            true => format!("{words}{}", odds.chance(&1).percent()),
            false => {
                format!("{words}mean {}, deviation {}", odds.mean().decimal(PLACES), odds.deviation(PLACES))
            }
        };
        let (mut x, mut shown) = (LEFT, text.clone());
        if all.len() > 1 {
            let class = class(at as u64);
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/>",
                points(x),
                points(y - 110)
            );
            x += 200;
            shown = format!("{name}: {text}");
        }
        let _ = writeln!(svg, "<text class=\"note\" x=\"{}\" y=\"{}\">{shown}</text>", points(x), points(y));
    }
}

fn class(series: u64) -> &'static str {
    if series == 0 { "first" } else { "second" }
}

struct Bars<'a> {
    groups: &'a [Group],
    series: u64,
    top: u64,
    chances: bool,
}

impl Bars<'_> {
    /// The most likely group, in hundredths of a percent.
    fn most(&self) -> u64 {
        let shares = self.groups.iter().flat_map(|g| &g.shares);
        shares.map(|s| hundredths(&s.weight, s.total())).max().unwrap_or(1).max(1)
    }

    /// How many hundredths of a percent stand between two lines: 1, 2 or 5 with zeros.
    fn step(&self) -> u64 {
        let steps = (0..6).flat_map(|zeros| [1, 2, 5].map(|s| s * 10u64.pow(zeros)));
        steps.into_iter().find(|step| self.most() / step < 6).unwrap_or(100_000)
    }

    /// What the room up to the top line stands for.
    fn full(&self) -> u64 {
        self.most().div_ceil(self.step()) * self.step()
    }

    fn y(&self, hundredths: u64) -> u64 {
        self.top + TALL - TALL * hundredths / self.full()
    }

    fn grid(&self, svg: &mut String) {
        for line in 0..=self.full() / self.step() {
            let value = line * self.step();
            let y = points(self.y(value));
            let class = if line == 0 { "axis" } else { "grid" };
            let _ = writeln!(
                svg,
                "<line class=\"{class}\" x1=\"{}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/>",
                points(LEFT),
                points(WIDTH - RIGHT)
            );
            let decimals = match (value % 100, value % 10) {
                (0, _) => String::new(),
                (part, 0) => format!(".{}", part / 10),
                (part, _) => format!(".{part:02}"),
            };
            let _ = writeln!(
                svg,
                "<text class=\"note end\" x=\"{}\" y=\"{}\">{}{decimals} %</text>",
                points(LEFT - 80),
                points(self.y(value) + 40),
                value / 100
            );
        }
    }

    fn draw(&self, svg: &mut String, names: &[String]) {
        let count = self.groups.len() as u64;
        let slot = |at: u64| LEFT + ROOM * at / count;
        let longest = self.groups.iter().map(|g| self.label(g).chars().count()).max().unwrap_or(1) as u64;
        // Every so many results are named, so that the names do not run into each other.
        let every = ((longest + 1) * LETTER * count).div_ceil(ROOM).max(1);
        for (at, group) in self.groups.iter().enumerate() {
            let (from, to) = (slot(at as u64), slot(at as u64 + 1));
            let wide = ((to - from) * 3 / 4 / self.series).min(WIDEST);
            let gap = (to - from - wide * self.series) / 2;
            for (series, share) in group.shares.iter().enumerate() {
                if share.weight == Natural::ZERO {
                    continue;
                }
                let value = hundredths(&share.weight, share.total());
                let (x, y) = (from + gap + wide * series as u64, self.y(value));
                let _ = writeln!(
                    svg,
                    "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}: {}, {}</title></rect>",
                    class(series as u64),
                    points(x),
                    points(y),
                    points(wide),
                    points(self.top + TALL - y),
                    names[series],
                    escape(&group.name()),
                    escape(&share.chance()),
                );
                if self.groups.len() <= FEW && self.series == 1 {
                    let _ = writeln!(
                        svg,
                        "<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>",
                        points(x + wide / 2),
                        points(y - 50),
                        escape(share.chance().trim_end_matches(" %"))
                    );
                }
            }
            if (at as u64).is_multiple_of(every) {
                let _ = writeln!(
                    svg,
                    "<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>",
                    points((from + to) / 2),
                    points(self.top + TALL + 190),
                    self.label(group)
                );
            }
        }
        let what = if self.chances { "whether it holds" } else { "result" };
        let _ = writeln!(
            svg,
            "<text class=\"note mid\" x=\"{}\" y=\"{}\">{what}</text>",
            points(LEFT + ROOM / 2),
            points(self.top + TALL + 450)
        );
    }

    /// What stands under a bar.
    fn label(&self, group: &Group) -> String {
        match (self.chances, group.from) {
            (true, 0) => "no".to_owned(),
            (true, _) => "yes".to_owned(),
            (false, from) if from == group.to => from.to_string(),
            (false, from) => format!("{from}–{}", group.to),
        }
    }
}

fn hundredths(part: &Natural, of: &Natural) -> u64 {
    Percent { part: part.clone(), of: of.clone() }.hundredths()
}

/// Tenths of a point as points.
fn points(tenths: u64) -> String {
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
