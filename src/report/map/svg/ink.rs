//! Colours of a picture, and what can be read on them.

use crate::kernel::catalogue::{Catalogue, Terrain};
use crate::kernel::value::SideId;
use crate::report::rgb::parse_rgb;

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct Rgb(
    pub(in crate::report) u8,
    pub(in crate::report) u8,
    pub(in crate::report) u8,
);

pub(in crate::report) const BLACK: Rgb = Rgb(0x11, 0x11, 0x11);
pub(in crate::report) const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
/// What everything is drawn on, so that a viewer's own background, dark or light, does not matter.
pub(in crate::report) const PAPER: Rgb = Rgb(0xfd, 0xfc, 0xf8);
/// For what the player should look at: reach, ways, lines of sight, attacks.
pub(in crate::report) const NOTED: Rgb = Rgb(0xff, 0xd4, 0x3b);

/// So many hundredths of white lie over a hex in reach.
pub(super) const WASH: u16 = 35;

/// Ground without a colour of its own.
const GROUND: Rgb = Rgb(0xe6, 0xe2, 0xd6);

/// Colours for sides that name none, in the order of play; they differ for colour-blind eyes too.
const PALETTE: [Rgb; 6] = [
    Rgb(0xb8, 0x32, 0x2a),
    Rgb(0x2b, 0x5f, 0xa8),
    Rgb(0x2e, 0x7d, 0x4f),
    Rgb(0x8a, 0x3f, 0x8f),
    Rgb(0x1c, 0x82, 0x88),
    Rgb(0xb0, 0x7c, 0x10),
];

impl Rgb {
    /// The colour as SVG writes it.
    pub(in crate::report) fn code(self) -> String {
        let Rgb(red, green, blue) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// So many hundredths of another colour mixed into this one.
    pub(in crate::report) fn mixed(self, other: Rgb, hundredths: u16) -> Rgb {
        let part = |own: u8, other: u8| {
            ((u16::from(own) * (100 - hundredths) + u16::from(other) * hundredths + 50) / 100) as u8
        };
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Black or white, whichever is read better on this colour.
    pub(in crate::report) fn ink(self) -> Rgb {
        let Rgb(red, green, blue) = self;
        let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
        if light >= 128_000 { BLACK } else { WHITE }
    }
}

fn parse(text: &str) -> Option<Rgb> {
    let [red, green, blue] = parse_rgb(text)?;
    Some(Rgb(red, green, blue))
}

/// The colour of a side: its own, else one by the order of play.
pub(in crate::report) fn side_colour(catalogue: &Catalogue, side: SideId) -> Rgb {
    let own = catalogue.sides.get(side.index()).and_then(|s| s.colour.as_deref());
    own.and_then(parse).unwrap_or(PALETTE[side.index() % PALETTE.len()])
}

/// The colour of a terrain.
pub(in crate::report) fn terrain_colour(terrain: Option<&Terrain>) -> Rgb {
    terrain.and_then(|t| t.colour.as_deref()).and_then(parse).unwrap_or(GROUND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_as_they_are_read() {
        assert_eq!(parse("#1E90ff").map(Rgb::code).as_deref(), Some("#1e90ff"));
        assert_eq!(Rgb(0x0f, 0, 0xff).code(), "#0f00ff");
    }

    #[test]
    fn ink_is_read_on_any_colour() {
        assert_eq!((BLACK.ink(), WHITE.ink()), (WHITE, BLACK));
        assert_eq!(Rgb(0xc8, 0xd8, 0xa0).ink(), BLACK);
        assert_eq!(Rgb(0x30, 0x40, 0xc0).ink(), WHITE);
        assert_eq!(BLACK.mixed(WHITE, 0), BLACK);
        assert_eq!(BLACK.mixed(WHITE, 100), WHITE);
    }
}
