//! Drawing the game: the map, a reach, a line of sight, at the terminal or into a picture.

use super::super::console::{Console, Input};
use super::super::drawing::{Wanted, draw};
use super::super::told::Told;
use crate::data::LineWord;
use crate::session::Trouble;

pub(super) fn map(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let wanted = Wanted { map: true, hex: input.line.words.first().cloned(), ..flags(input)? };
    draw(console, input.text, &wanted)
}

pub(super) fn reach(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let unit = word(input, 0, "reach UNIT")?;
    let wanted = Wanted { reach: Some(unit), ..flags(input)? };
    draw(console, input.text, &wanted)
}

pub(super) fn los(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "los HEX HEX";
    let wanted = Wanted { sight: Some([word(input, 0, form)?, word(input, 1, form)?]), ..flags(input)? };
    draw(console, input.text, &wanted)
}

fn word(input: &Input<'_>, at: usize, form: &str) -> Result<LineWord, Trouble> {
    input.line.words.get(at).cloned().ok_or_else(|| input.usage("something is missing", form))
}

fn flags(input: &Input<'_>) -> Result<Wanted, Trouble> {
    let value =
        |name: &str| input.line.flags.iter().find(|(n, _)| &*n.text == name).and_then(|(_, v)| v.clone());
    let out = value("out");
    if input.has_flag("out") && out.is_none() {
        return Err(input.usage("to which file?", "map -o board.svg"));
    }
    Ok(Wanted {
        hex: value("hex"),
        blank: input.has_flag("blank"),
        bare: input.has_flag("no-numbers"),
        json: input.has_flag("json"),
        out: out.map(|word| word.text.to_string()),
        force: input.has_flag("force"),
        ..Wanted::default()
    })
}
