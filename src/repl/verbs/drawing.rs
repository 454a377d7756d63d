//! Drawing the game: the map, a reach, a line of sight, at the terminal or into a picture.

use super::super::console::{Console, Input};
use super::super::drawing::{HullWanted, Wanted, distance, draw, draw_hulls};
use super::super::told::Told;
use crate::data::LineWord;
use crate::diagnostic::Code;
use crate::session::{LineMistake, Trouble};

pub(super) fn map(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = flags(input)?;
    words(input, 0, 1, "map [HEX] [-o FILE]")?;
    let hex = input.line.words.first().cloned().or(wanted.hex.clone());
    draw(console, input.text, &Wanted { map: true, hex, ..wanted })
}

pub(super) fn reach(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = flags(input)?;
    let unit = words(input, 1, 1, "reach UNIT [-o FILE]")?.first().cloned();
    draw(console, input.text, &Wanted { reach: unit, ..wanted })
}

pub(super) fn los(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = flags(input)?;
    let sight = words(
        input,
        2,
        4,
        "los PLACE PLACE [-o FILE]: hexes or units, on a table units or points such as 24,12",
    )?;
    draw(console, input.text, &Wanted { sight: Some(sight.to_vec()), ..wanted })
}

pub(super) fn measure(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let ends =
        words(input, 2, 4, "distance PLACE PLACE: hexes or units, on a table units or points such as 24,12")?;
    distance(console, input.text, ends, input.has_flag("json"))
}

pub(super) fn hull(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = flags(input)?;
    let named = input.line.words.clone();
    let (blank, out, force, json) = (wanted.blank, wanted.out, wanted.force, wanted.json);
    draw_hulls(console, input.text, &HullWanted { named, blank, out, force, json })
}

/// The words behind the verb, so many of them.
fn words<'i>(input: &'i Input<'_>, least: usize, most: usize, form: &str) -> Result<&'i [LineWord], Trouble> {
    let words = &input.line.words;
    if let Some(extra) = words.get(most) {
        let told = format!("`{}` is one word too many", extra.text);
        return Err(mistake(input, LineMistake::new(Code::USAGE, told, extra.start..extra.end).help(form)));
    }
    if words.len() < least {
        return Err(input.usage("something is missing", form));
    }
    Ok(words)
}

fn flags(input: &Input<'_>) -> Result<Wanted, Trouble> {
    let flag = |name: &str| input.line.flags.iter().find(|(n, _)| &*n.text == name);
    let value = |name: &str| flag(name).and_then(|(_, value)| value.clone());
    for (name, told, help) in [("out", "to which file?", "-o board.svg"), ("hex", "which hex?", "--hex 0304")]
    {
        if let Some((flag, None)) = flag(name) {
            let wrong = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
            return Err(mistake(input, wrong.help(help)));
        }
    }
    Ok(Wanted {
        hex: value("hex"),
        blank: input.has_flag("blank"),
        bare: input.has_flag("no-numbers"),
        json: input.has_flag("json"),
        out: value("out").map(|word| word.text.to_string()),
        force: input.has_flag("force"),
        ..Wanted::default()
    })
}

fn mistake(input: &Input<'_>, wrong: LineMistake) -> Trouble {
    Trouble::of_line(input.text, wrong)
}
