//! How things are shown: with colour or without, in which alphabet, how wide.

use anstyle::{Ansi256Color, AnsiColor, Color};

use super::rgb::parse_rgb;
use super::tidy::{tidy, to_ascii};
use super::wrap::wrap;
use crate::kernel::catalogue::{Catalogue, Side};
use crate::kernel::value::SideId;

/// How a piece of text is painted. Without colour it changes nothing.
pub type Ink = anstyle::Style;

/// How everything is shown. Nothing is ever told by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether text is painted with escape sequences.
    pub colour: bool,
    /// No byte above `~`.
    pub ascii: bool,
    /// One record a line, no boxes and no drawings: for screen readers and for other programs. Lines are not
    /// broken then.
    pub plain: bool,
    /// How many columns a line may take; `usize::MAX` where lines are not broken.
    pub width: usize,
}

impl Default for Style {
    /// 80 columns without colour.
    fn default() -> Self {
        Style { colour: false, ascii: false, plain: false, width: 80 }
    }
}

/// Colours for sides that name none, in the order of play.
const PALETTE: [AnsiColor; 6] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightBlue,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
];

/// What is put before and behind the units of a side, in the order of play, so that no colour is needed.
const MARKS: [(&str, &str); 6] = [("[", "]"), ("(", ")"), ("<", ">"), ("{", "}"), ("!", "!"), ("|", "|")];

impl Style {
    /// Text of a pack or a player, safe to print in this style.
    pub fn clean(&self, text: &str) -> String {
        let tidy = tidy(text);
        if self.ascii { to_ascii(&tidy).into_owned() } else { tidy.into_owned() }
    }

    /// How many columns a line may take; without end where plain, for there a record is a line.
    pub fn line_width(&self) -> usize {
        if self.plain { usize::MAX } else { self.width }
    }

    /// Whether a line ends where there is no more room.
    pub fn breaks_lines(&self) -> bool {
        self.line_width() != usize::MAX
    }

    /// A sentence of a pack, a player or the program in lines that fit, each ended.
    pub fn lines(&self, sentence: &str) -> String {
        wrap(&self.clean(sentence), self.line_width()).iter().map(|line| format!("{line}\n")).collect()
    }

    /// An entry of a list: a name two columns in, and beside it what it is, in lines that fit.
    pub fn entry(&self, name: &str, told: &str) -> String {
        const NAMES: usize = 13;
        let room = self.line_width().saturating_sub(NAMES).max(1);
        let lines = wrap(&self.clean(told), room).into_iter().enumerate();
        let entry = lines.map(|(at, line)| match at {
            0 => format!("  {:<10} {line}\n", self.clean(name)),
            _ => format!("{:NAMES$}{line}\n", ""),
        });
        entry.collect()
    }

    /// An entry of a list, two columns in; what does not fit goes on further in.
    pub fn hanging(&self, text: &str) -> String {
        let text = self.clean(text);
        let room = |indent: usize| self.line_width().saturating_sub(indent).max(1);
        if wrap(&text, room(2)).len() == 1 {
            return format!("  {text}\n");
        }
        let lines = wrap(&text, room(6)).into_iter().enumerate();
        lines.map(|(at, line)| format!("{}{line}\n", if at == 0 { "  " } else { "      " })).collect()
    }

    /// An entry of a list at the left edge; what does not fit goes on four columns in.
    pub fn outdented(&self, text: &str) -> String {
        let text = self.clean(text);
        if wrap(&text, self.line_width()).len() == 1 {
            return format!("{text}\n");
        }
        let lines = wrap(&text, self.line_width().saturating_sub(4)).into_iter().enumerate();
        lines.map(|(at, line)| format!("{}{line}\n", if at == 0 { "" } else { "    " })).collect()
    }

    /// A sentence in lines that fit two columns in, below what it is about. What is in lines already keeps them.
    pub fn indented(&self, text: &str) -> String {
        let room = self.line_width().saturating_sub(2);
        let lines = text.split('\n').flat_map(|line| wrap(&self.clean(line), room));
        lines.map(|line| format!("  {line}\n")).collect()
    }

    /// The same as [`Style::clean`] for text of several lines.
    pub fn clean_lines(&self, text: &str) -> String {
        text.split('\n').map(|line| self.clean(line)).collect::<Vec<_>>().join("\n")
    }

    /// Text with its ink.
    pub fn paint(&self, ink: Ink, text: &str) -> String {
        if !self.colour || text.is_empty() { text.to_owned() } else { format!("{ink}{text}{ink:#}") }
    }

    /// For heads of tables and results.
    pub fn strong(&self) -> Ink {
        Ink::new().bold()
    }

    /// For places, frames and what did not apply.
    pub fn faint(&self) -> Ink {
        Ink::new().dimmed()
    }

    /// For refusals.
    pub fn refused(&self) -> Ink {
        Ink::new().fg_color(Some(Color::Ansi(AnsiColor::Red))).bold()
    }

    /// For what was changed, and for what the player should look at.
    pub fn noted(&self) -> Ink {
        Ink::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow))).bold()
    }

    /// The ink of a side: its own colour, else one by the order of play.
    pub fn side_ink(&self, catalogue: &Catalogue, side: SideId) -> Ink {
        let own = catalogue.sides.get(side.index()).and_then(|s| s.colour.as_deref());
        let colour = own.and_then(parse_colour).unwrap_or(Color::Ansi(PALETTE[side.index() % PALETTE.len()]));
        Ink::new().fg_color(Some(colour)).bold()
    }

    /// The ink of a terrain, by the colour that its pack gives it.
    pub fn terrain_ink(&self, colour: Option<&str>) -> Ink {
        Ink::new().fg_color(colour.and_then(parse_colour))
    }

    /// The name of a side, with its ink.
    pub fn side_name(&self, catalogue: &Catalogue, side: SideId) -> String {
        let name = catalogue.sides.get(side.index()).map_or_else(String::new, |s| self.clean(long_name(s)));
        self.paint(self.side_ink(catalogue, side), &name)
    }
}

/// The long name of a side, or its name where it has none.
pub(super) fn long_name(side: &Side) -> &str {
    if side.title.is_empty() { &side.name } else { &side.title }
}

/// The two marks around units of a side that tell it without colour. From the seventh side on they repeat.
pub(super) fn side_marks(side: SideId) -> (&'static str, &'static str) {
    MARKS[side.index() % MARKS.len()]
}

/// A colour as packs write it: the nearest of the 256 that every terminal has.
fn parse_colour(text: &str) -> Option<Color> {
    // The cube of 6 × 6 × 6 colours begins at 16.
    let [red, green, blue] = parse_rgb(text)?.map(|part| ((u16::from(part) * 5 + 127) / 255) as u8);
    Some(Color::Ansi256(Ansi256Color(16 + 36 * red + 6 * green + blue)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_the_nearest_colour_that_it_has() {
        assert_eq!(parse_colour("#ff0000"), Some(Color::Ansi256(Ansi256Color(196))));
        assert_eq!(parse_colour("#000000"), Some(Color::Ansi256(Ansi256Color(16))));
        assert_eq!(parse_colour("no colour"), None);
    }

    #[test]
    fn what_is_indented_keeps_its_lines_and_breaks_between_words() {
        let style = Style { width: 14, ..Style::default() };
        assert_eq!(style.indented("one two three\nfour"), "  one two\n  three\n  four\n");
        assert_eq!(Style { plain: true, ..style }.indented("one two three"), "  one two three\n");
    }

    #[test]
    fn what_hangs_goes_on_further_in() {
        let style = Style { width: 14, ..Style::default() };
        assert_eq!(style.hanging("one two"), "  one two\n");
        assert_eq!(style.hanging("one two three four"), "  one two\n      three\n      four\n");
        assert_eq!(Style { plain: true, ..style }.hanging("one two three four"), "  one two three four\n");
    }

    #[test]
    fn an_entry_of_a_list_breaks_beside_its_name() {
        let style = Style { width: 26, ..Style::default() };
        let told = "  map        one two three\n             four\n";
        assert_eq!(style.entry("map", "one two three four"), told);
        let plain = Style { plain: true, ..style };
        assert_eq!(plain.entry("map", "one two three four"), "  map        one two three four\n");
    }

    #[test]
    fn without_colour_paint_changes_nothing() {
        let style = Style::default();
        assert_eq!(style.paint(style.strong(), "t3"), "t3");
        let style = Style { colour: true, ..style };
        assert_eq!(tidy(&style.paint(style.strong(), "t3")), "t3");
    }
}
