//! Hit logs: of units as they stand, or blank ones of types; of units without a hull what is damaged.

use std::collections::BTreeSet;

use super::super::console::Console;
use super::super::named::one_of;
use super::super::own_file::write_picture;
use super::super::told::Told;
use super::damage::{self, damage};
use super::no_such;
use crate::data::{LineWord, ParamKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::state::Place;
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::report::{HitLog, Roster, hull_json, hull_picture, hull_told, type_numbers};
use crate::session::{Session, Trouble};

/// What is to be drawn.
#[derive(Debug, Clone, Default)]
pub struct HullWanted {
    /// Units or types; all units in play that have a hull, where none is named.
    pub named: Vec<LineWord>,
    /// Whether nothing is marked: a sheet for each type.
    pub blank: bool,
    /// The file of the picture; `-` for the standard output.
    pub out: Option<String>,
    /// Whether a file that is no picture of this program is written over.
    pub force: bool,
    /// Whether it is told as JSON.
    pub json: bool,
}

/// Whose log it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Unit(UnitId),
    Type(TypeId),
}

/// Draws hit logs.
///
/// # Errors
/// E0702 and E0703 for words that name nothing with a hull, E0709 where the game has no hulls, what the rule of the pack fails
/// with, E0607 for a file that cannot be written.
pub fn draw_hulls(console: &mut Console, text: &str, wanted: &HullWanted) -> Result<Told, Trouble> {
    let rules = console.session.loaded().rules.clone();
    let catalogue = rules.catalogue();
    if catalogue.hulls.is_empty() && (wanted.blank || !damage::is_told(&console.session)) {
        let told = Diagnostic::error(Code::NOT_FOUND, "no unit of this game has a hull");
        return Err(Trouble::plain(
            told.help("a pack defines one by `hull NAME { … }` and gives it to a unit type by `hull NAME`"),
        ));
    }
    let whose = whose(&console.session, text, wanted)?;
    let mut logs = Vec::new();
    let mut without = Vec::new();
    for of in whose {
        if let Whose::Unit(unit) = of
            && catalogue.unit_type(type_of(&console.session, of)).hull.is_none()
        {
            match damage(&mut console.session, unit)? {
                Some(told) => without.push(told),
                None if wanted.named.is_empty() => {}
                None => {
                    let name = console.session.called(&Value::Unit(unit));
                    let told = format!("{name} has no hull, and nothing of it is damaged part by part");
                    let error = Diagnostic::error(Code::NOT_FOUND, told);
                    return Err(Trouble::plain(error.help("`units` lists what is told of units")));
                }
            }
            continue;
        }
        let kind = catalogue.unit_type(type_of(&console.session, of));
        let Some(hull) = kind.hull.map(|id| catalogue.hull(id)) else { continue };
        let (name, marked) = match of {
            Whose::Type(_) => (String::new(), BTreeSet::new()),
            Whose::Unit(unit) => {
                (console.session.state().unit(unit).name.to_string(), marked(&mut console.session, unit)?)
            }
        };
        let state = console.session.state();
        let roster = Roster { catalogue, map: rules.map(), state, only: None, compute: None };
        let printed = type_numbers(&roster, type_of(&console.session, of));
        logs.push(HitLog { name, title: kind.title.to_string(), printed, hull, marked });
    }
    let is_json = wanted.json || console.front.json;
    if let Some(file) = &wanted.out {
        if logs.is_empty() && !without.is_empty() {
            let told = Diagnostic::error(Code::NOT_FOUND, "there is no hull to be drawn");
            return Err(Trouble::plain(told.help("without `-o` the damage is told part by part")));
        }
        let data = &console.session.loaded().data;
        let title = match wanted.blank {
            true => data.manifests.last().map_or("", |pack| &*pack.title),
            false => data.set_up.as_ref().map_or("", |scenario| &*scenario.title),
        };
        let title = title.to_owned();
        let svg = hull_picture(&logs, &title);
        if file == "-" {
            return Ok(Told::fine(svg));
        }
        write_picture(file, &svg, wanted.force)?;
        let json = is_json.then(|| hull_json(&logs).to_string());
        return Ok(Told::fine(json.unwrap_or_else(|| format!("written to {file}"))));
    }
    let mut told: Vec<String> = Vec::new();
    let style = &console.front.style;
    if !logs.is_empty() || without.is_empty() {
        told.push(if is_json { hull_json(&logs).to_string() } else { hull_told(&logs, style) });
    }
    if !without.is_empty() {
        told.push(if is_json { damage::json(&without).to_string() } else { damage::table(&without, style) });
    }
    Ok(Told::fine(told.join("\n")))
}

/// Whose logs are wanted; of those that nobody has named some may have no hull.
fn whose(session: &Session, text: &str, wanted: &HullWanted) -> Result<Vec<Whose>, Trouble> {
    let catalogue = session.loaded().rules.catalogue();
    let mut whose = match (wanted.named.is_empty(), wanted.blank) {
        (true, true) => (0..catalogue.unit_types.len() as u32).map(|at| Whose::Type(TypeId(at))).collect(),
        (true, false) => {
            let in_play = session.state().units().filter(|(_, unit)| unit.place != Place::Out);
            in_play.map(|(id, _)| Whose::Unit(id)).collect()
        }
        (false, _) => {
            let named = wanted.named.iter().map(|word| {
                let found = named(session, text, word)?;
                match catalogue.unit_type(type_of(session, found)).hull {
                    Some(_) => Ok(found),
                    None if matches!(found, Whose::Unit(_)) && !wanted.blank && damage::is_told(session) => {
                        Ok(found)
                    }
                    None => Err(no_such(text, word, &format!("`{}` has no hull", word.text))),
                }
            });
            named.collect::<Result<Vec<_>, Trouble>>()?
        }
    };
    if wanted.blank {
        // Two units of a type have the same blank log.
        let mut seen = BTreeSet::new();
        whose = whose
            .into_iter()
            .map(|of| type_of(session, of))
            .filter(|of| seen.insert(*of))
            .map(Whose::Type)
            .collect();
    }
    Ok(whose)
}

/// The unit of this name, or the type.
fn named(session: &Session, text: &str, word: &LineWord) -> Result<Whose, Trouble> {
    match one_of(word, &[ParamKind::Unit, ParamKind::Type], session.names(), &[]) {
        Ok(Value::Unit(unit)) => Ok(Whose::Unit(unit)),
        Ok(Value::Type(of)) => Ok(Whose::Type(of)),
        Ok(_) => Err(no_such(text, word, "expected a unit or a unit type")),
        Err(mistake) => Err(Trouble::of_line(text, mistake)),
    }
}

fn type_of(session: &Session, whose: Whose) -> TypeId {
    match whose {
        Whose::Unit(unit) => session.state().unit(unit).unit_type,
        Whose::Type(of) => of,
    }
}

/// The circles that the pack's rule calls marked; none where it has no such rule.
fn marked(session: &mut Session, unit: UnitId) -> Result<BTreeSet<usize>, Trouble> {
    let hook = session.loaded().data.hooks.get("marked").map(|(rule, _)| rule.clone());
    let Some(rule) = hook else { return Ok(BTreeSet::new()) };
    let answer = session.ask(&rule, &[Value::Unit(unit)])?.value;
    let circles = match answer {
        Value::List(circles) => circles,
        _ => return Ok(BTreeSet::new()),
    };
    // A circle of another hull, left from before its type got this one, is no circle of this log.
    let state = session.state();
    let own = session.loaded().rules.catalogue().unit_type(state.unit(unit).unit_type).hull;
    let at = |value: &Value| match value {
        Value::Circle(id) if Some(id.hull) == own => Some(id.at as usize),
        _ => None,
    };
    Ok(circles.iter().filter_map(at).collect())
}
