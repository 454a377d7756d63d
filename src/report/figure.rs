//! The frame, the texts and the lines of pictures of numbers, in SVG. Lengths are counted in tenths of a point, so that nothing
//! needs a float.

use std::fmt::Write as _;

use super::SVG_HEAD;
use super::escape::tidy_escape;

/// How texts and axes look in all of them.
const STYLE: &str = "text{font-family:sans-serif;font-size:12px;fill:#222}\
.title{font-size:18px;font-weight:bold}.note{fill:#555}.grid{stroke:#ddd}.axis{stroke:#555}\
.mid{text-anchor:middle}.end{text-anchor:end}";

/// A place of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: u64,
    pub(super) y: u64,
}

/// A picture under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figure {
    svg: String,
}

impl Figure {
    /// An empty one of this width and height. `style` is what it adds to the style of all, `patterns` what fills may name.
    pub(super) fn new((width, height): (u64, u64), title: &str, style: &str, patterns: &str) -> Figure {
        let [width, height] = [width, height].map(points);
        let svg = format!(
            "{SVG_HEAD}<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}{style}</style>\n{patterns}\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            tidy_escape(title),
        );
        Figure { svg }
    }

    /// A text whose baseline begins there.
    pub(super) fn text(&mut self, class: &str, at: Spot, told: &str) {
        let [x, y] = [at.x, at.y].map(points);
        let _ =
            writeln!(self.svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", tidy_escape(told));
    }

    /// A line.
    pub(super) fn line(&mut self, class: &str, from: Spot, to: Spot) {
        let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(points);
        let _ =
            writeln!(self.svg, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }

    /// A rectangle, with what is told where it is pointed at; nothing where that is empty.
    pub(super) fn rect(&mut self, class: &str, at: Spot, (wide, tall): (u64, u64), told: &str) {
        let [x, y, wide, tall] = [at.x, at.y, wide, tall].map(points);
        let rect = format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\"");
        let _ = match told.is_empty() {
            true => writeln!(self.svg, "{rect}/>"),
            false => writeln!(self.svg, "{rect}><title>{}</title></rect>", tidy_escape(told)),
        };
    }

    /// A circle, with what is told where it is pointed at.
    pub(super) fn circle(&mut self, class: &str, middle: Spot, radius: u64, told: &str) {
        let [x, y, radius] = [middle.x, middle.y, radius].map(points);
        let _ = writeln!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"><title>{}</title></circle>",
            tidy_escape(told)
        );
    }

    /// A triangle as large as a circle of that radius, upright or on its point, with what is told where it is pointed at.
    pub(super) fn triangle(&mut self, class: &str, middle: Spot, radius: u64, upright: bool, told: &str) {
        let (above, below) = (middle.y.saturating_sub(radius), middle.y + radius);
        let (base, point) = if upright { (below, above) } else { (above, below) };
        let [left, right, x, base, point] =
            [middle.x.saturating_sub(radius), middle.x + radius, middle.x, base, point].map(points);
        let _ = writeln!(
            self.svg,
            "<polygon class=\"{class}\" points=\"{left},{base} {right},{base} {x},{point}\"><title>{}</title></polygon>",
            tidy_escape(told)
        );
    }

    /// The whole of it.
    pub(super) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// Tenths of a point as points.
fn points(tenths: u64) -> String {
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}
