//! The game drawn as it stands, with what is asked about it: at the terminal, as a picture, or as JSON.

mod asked;
mod damage;
mod hull;
mod measured;
mod standing;
mod tabletop;

use super::console::{Console, Front};
use super::own_file::write_picture;
use super::show;
use super::told::Told;
use crate::data::{LineWord, ParamKind};
use crate::diagnostic::Code;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{UnitId, Value};
use crate::play::Bout;
use crate::report::{Compute, Overlay, Plate, Scene, Window, draw_map, draw_svg};
use crate::session::{LineMistake, Names, Session, Trouble, one};

use asked::{Answered, no_rule, reach, sight};
use standing::stand;

pub use hull::{HullWanted, draw_hulls};
pub(super) use measured::distance;

/// From so many units on the map on their numbers are recalled.
const MANY_UNITS: usize = 100;

/// What is to be drawn, in the words of the line that asks for it.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Whether the map itself is asked for, and not only the answer to a question.
    pub map: bool,
    /// The hex round which it is drawn.
    pub hex: Option<LineWord>,
    /// The unit whose reach is shown.
    pub reach: Option<LineWord>,
    /// The ends of the line of sight that is shown: two hexes or units; on a table units, or points of two numbers each.
    pub sight: Option<Vec<LineWord>>,
    /// Whether units are left out.
    pub blank: bool,
    /// Whether the numbers of the hexes are left out.
    pub bare: bool,
    /// Whether it is told as JSON.
    pub json: bool,
    /// The file of the picture; `-` for the standard output, none for a drawing at the terminal.
    pub out: Option<String>,
    /// Whether a file that is no picture of this program is written over.
    pub force: bool,
}

/// Draws what is wanted. `text` is the line that asks, for mistakes in its words.
///
/// # Errors
/// E0702, E0703 and the like for words that name nothing; E0709 where the game has no rule that answers; what that rule
/// fails with; E0607 for a file that cannot be written; E0710 where the rules have locked help.
pub fn draw(console: &mut Console, text: &str, wanted: &Wanted) -> Result<Told, Trouble> {
    console.session.check_help_is_open("the map is drawn to scale")?;
    if console.session.loaded().data.catalogue.tabletop.is_some() {
        return tabletop::draw(console, text, wanted);
    }
    let hex = wanted.hex.as_ref().map(|word| named_hex(&console.session, text, word)).transpose()?;
    let mut answers: Vec<Answered> = Vec::new();
    // What was done last would lie across the answer to a question.
    let asks = wanted.reach.is_some() || wanted.sight.is_some();
    let mut overlay = stand(&console.session, !wanted.blank && !asks, wanted.out.is_some());
    if let Some(word) = &wanted.reach {
        let unit = named_unit(&console.session, text, word)?;
        answers.push(reach(&mut console.session, unit, &mut overlay)?);
    }
    if let Some(ends) = &wanted.sight {
        let [from, to] = &ends[..] else {
            let extra = ends.get(2).or(ends.first());
            return Err(match extra {
                Some(word) => no_such(text, word, "a line of sight is between two hexes or units"),
                None => no_rule("sight", "was asked for"),
            });
        };
        let (from, to) = (named_end(&console.session, text, from)?, named_end(&console.session, text, to)?);
        answers.push(sight(&mut console.session, from, to, &mut overlay)?);
    }
    let is_json = console.front.json || wanted.json;
    let style = console.front.style;
    // A question that has nothing to show, and one that is heard, need no map.
    let answer_is_all = !wanted.map && (style.plain || answers.iter().all(|answer| answer.is_empty));
    let ends = answers.iter().find_map(|answer| answer.ends);
    let window = Window { hex, ends, ..Window::default() };
    let mut told = String::new();
    if is_json {
        let rules = &console.session.loaded().rules;
        let json = || show::map_json(rules.map(), rules.catalogue(), console.session.state());
        told.extend(wanted.map.then(|| format!("{}\n", json())));
        told.extend(answers.iter().map(|answer| format!("{}\n", answer.json)));
    }
    if let Some(file) = &wanted.out {
        let window = Window { hex, ..window };
        let svg = picture(&mut console.session, &overlay, window, wanted);
        if file == "-" && !is_json {
            return Ok(Told::fine(svg));
        }
        write_picture(file, &svg, wanted.force)?;
        if !is_json {
            told.extend(answers.iter().map(|answer| wrapped(&answer.text, style.width)));
            told.push_str(&format!("written to {file}"));
        }
    } else if !is_json {
        if !answer_is_all {
            told = on_terminal(console, &overlay, window, wanted);
        }
        told.extend(answers.iter().map(|answer| wrapped(&answer.text, style.width)));
    }
    Ok(Told::fine(told))
}

/// Draws a map that no scenario uses: what is asked of units is not asked of it.
///
/// # Errors
/// E0207 and the like for a word that names no hex, E0702 where a unit or a line of sight is asked for, E0607 for a file
/// that cannot be written.
pub fn draw_bare(
    (name, map): (&str, &HexMap),
    catalogue: &Catalogue,
    front: &Front,
    text: &str,
    wanted: &Wanted,
) -> Result<Told, Trouble> {
    let (state, overlay) = (State::default(), Overlay::default());
    if let Some(word) = wanted.reach.as_ref().or(wanted.sight.as_ref().and_then(|ends| ends.first())) {
        let told = format!("`{name}` is a map without a scenario: no rules are asked of it");
        return Err(no_such(text, word, &told));
    }
    let names = Names { catalogue, map, state: &state };
    let named = |word: &LineWord| match one(word, ParamKind::Hex, names) {
        Ok(Value::Hex(hex)) => Ok(hex),
        Ok(_) => Err(no_such(text, word, "expected a hex")),
        Err(mistake) => Err(Trouble::of_line(text, mistake)),
    };
    let hex = wanted.hex.as_ref().map(named).transpose()?;
    let window = Window { hex, ..Window::default() };
    let scene = Scene { numbers: !wanted.bare, window, ..Scene::new(map, catalogue, &state, &overlay) };
    let json = front.json.then(|| show::map_json(map, catalogue, &state).to_string());
    let Some(file) = &wanted.out else {
        return Ok(Told::fine(json.unwrap_or_else(|| draw_map(&scene, &front.style, None))));
    };
    let svg = draw_svg(&scene, &Plate { title: name, moment: "", compute: None });
    if file == "-" && json.is_none() {
        return Ok(Told::fine(svg));
    }
    write_picture(file, &svg, wanted.force)?;
    Ok(Told::fine(json.unwrap_or_else(|| format!("written to {file}"))))
}

/// An answer in lines of so many columns, the last ended.
fn wrapped(text: &str, columns: usize) -> String {
    text.lines().flat_map(|line| crate::report::wrap(line, columns)).map(|line| line + "\n").collect()
}

fn on_terminal(console: &mut Console, overlay: &Overlay, window: Window, wanted: &Wanted) -> String {
    let style = console.front.style;
    drawn(&mut console.session, overlay, window, wanted, |scene, compute| {
        draw_map(scene, &style, Some(compute))
    })
}

/// Draws the game as it stands, with the rules at hand for what they compute of units.
fn drawn(
    session: &mut Session,
    overlay: &Overlay,
    window: Window,
    wanted: &Wanted,
    draw: impl FnOnce(&Scene<'_>, Compute<'_>) -> String,
) -> String {
    let rules = session.loaded().rules.clone();
    let state = if wanted.blank { State::default() } else { session.state().clone() };
    let on_map = state.units().filter(|(_, unit)| matches!(unit.place, Place::Hex(_))).count();
    // Of many units most numbers are recalled from others that stand alike; of few it would take longer to make ready for it.
    let mut bout = (on_map >= MANY_UNITS).then(|| Bout::of_session(session));
    let asked = std::cell::RefCell::new((session, bout.as_mut()));
    let is_on_map = |unit: UnitId| matches!(state.unit(unit).place, Place::Hex(_));
    let compute = |unit: UnitId, rule: &str| match &mut *asked.borrow_mut() {
        (_, Some(bout)) if is_on_map(unit) => match bout.ask(rule, &[Value::Unit(unit)]) {
            Ok(Value::Int(number)) => Some(number),
            _ => None,
        },
        (session, _) => session.computed(unit, rule),
    };
    let scene = Scene::new(rules.map(), rules.catalogue(), &state, overlay);
    draw(&Scene { numbers: !wanted.bare, window, ..scene }, &compute)
}

fn picture(session: &mut Session, overlay: &Overlay, window: Window, wanted: &Wanted) -> String {
    let title = session.loaded().data.set_up.as_ref().map_or_else(String::new, |s| s.title.to_string());
    let moment = if wanted.blank { String::new() } else { show::moment(session) };
    drawn(session, overlay, window, wanted, |scene, compute| {
        draw_svg(scene, &Plate { title: &title, moment: &moment, compute: Some(compute) })
    })
}

fn named(session: &Session, text: &str, word: &LineWord, kind: ParamKind) -> Result<Value, Trouble> {
    one(word, kind, session.names()).map_err(|m| Trouble::of_line(text, m))
}

fn named_hex(session: &Session, text: &str, word: &LineWord) -> Result<Hex, Trouble> {
    match named(session, text, word, ParamKind::Hex)? {
        Value::Hex(hex) => Ok(hex),
        _ => Err(no_such(text, word, "expected a hex")),
    }
}

/// A hex by its number, or that of a unit by its name.
fn named_end(session: &Session, text: &str, word: &LineWord) -> Result<Hex, Trouble> {
    let hex = named_hex(session, text, word);
    if hex.is_ok() || word.text.starts_with(|c: char| c.is_ascii_digit()) {
        return hex;
    }
    // What is no number is told as a name: there is no such unit, or it is in no hex.
    named_unit(session, text, word).and(hex)
}

fn named_unit(session: &Session, text: &str, word: &LineWord) -> Result<UnitId, Trouble> {
    match named(session, text, word, ParamKind::Unit)? {
        Value::Unit(unit) => Ok(unit),
        _ => Err(no_such(text, word, "expected a unit")),
    }
}

fn no_such(text: &str, word: &LineWord, title: &str) -> Trouble {
    Trouble::of_line(text, LineMistake::new(Code::USAGE, title, word.start..word.end))
}

fn place(session: &Session, unit: UnitId) -> Option<Hex> {
    match session.state().unit(unit).place {
        Place::Hex(hex) => Some(hex),
        _ => None,
    }
}
