//! Rulings: what the players agree on, or the referee says, during the game. Each is a layer of its own.

use std::sync::Arc;

use super::log::Deed;
use super::timeline::{Step, Way};
use super::{LineMistake, Now, Session, Trouble};
use crate::data::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::Hex;
use crate::kernel::journal::{Record, Scope};
use crate::kernel::layer::Rank;
use crate::kernel::plane::Piece;
use crate::kernel::secret::{Row, Secret, Takes};
use crate::kernel::state::{Place, State, Target, Unit};
use crate::kernel::value::{CircleId, Value};
use crate::pack::{HouseFile, Loaded, Request, RulingText, load};
use crate::rules::{RuleInfo, begins_a_rule, lone_bracket};

/// How rulings begin that are written out as a house file.
pub const RULINGS_HEAD: &str = "// Rulings of a session, written out as a house file.\n";

/// A ruling in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Its number in the session, from 1.
    pub number: usize,
    /// Common sense or referee.
    pub rank: Rank,
    /// How long it holds.
    pub scope: Scope,
    /// Why.
    pub reason: String,
    /// What it says, in the form of a data file.
    pub text: Arc<str>,
    /// What it says, in words, as it was typed.
    pub what: String,
    /// The turn in which it was made.
    pub turn: u32,
}

/// What a ruling is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingForm {
    /// Common sense or referee.
    pub rank: Rank,
    /// How long it holds.
    pub scope: Scope,
    /// Why.
    pub reason: String,
    /// What it says: a `change …` of the data, or a rule, `fn limit(hex) { 6 }`.
    pub text: String,
    /// The same as it was typed.
    pub what: String,
}

/// Rulings as a house file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingsHouse {
    /// Its text.
    pub text: String,
    /// How many rulings are in it.
    pub count: usize,
    /// The numbers of those that are not, since they hold for a turn or a roll only.
    pub passing: Vec<usize>,
}

/// How the text of a ruling begins that is rules and nothing else.
const RULES: &str = "rules {";

impl Ruling {
    /// The line that makes the same ruling.
    fn typed(&self) -> String {
        let rank = if self.rank == Rank::CommonSense { "common" } else { "referee" };
        let scope = match self.scope {
            Scope::Roll => "roll",
            Scope::Turn => "turn",
            Scope::Game => "game",
        };
        let text = self.text.trim();
        let bare = text.strip_prefix(RULES).and_then(|t| t.strip_suffix('}')).unwrap_or(text).trim();
        format!("ruling {} --because {} --as {rank} --for {scope}", quoted(bare), quoted(&self.reason))
    }

    fn layer_text(&self) -> RulingText {
        RulingText { rank: self.rank, name: self.layer_name(), text: self.text.clone() }
    }

    /// What its layer is called.
    fn layer_name(&self) -> Arc<str> {
        Arc::from(format!("ruling {}", self.number))
    }
}

impl Session {
    /// Makes a ruling: linked, put on top of its rank, recorded with its reason. A step that undo takes back.
    ///
    /// # Errors
    /// What is wrong with its text, as for a house file. Nothing has changed then.
    pub fn rule(&mut self, form: RulingForm) -> Result<usize, Trouble> {
        let are_bare = begins_a_rule(form.text.trim_start());
        if are_bare && let Some(at) = lone_bracket(&form.text) {
            let (told, help) = match form.text.as_bytes()[at] {
                b'(' | b'[' | b'{' => ("this bracket is never closed", "close it where it ends"),
                _ => ("this bracket closes nothing", "leave it out, or open one before it"),
            };
            let mistake = LineMistake::new(Code::UNCLOSED, told, at..at + 1).help(help);
            return Err(Trouble::of_line(&form.text, mistake));
        }
        let text = match are_bare {
            // Lines of their own, so that what is told of them shows what was typed.
            true => format!("{RULES}\n{}\n}}\n", form.text),
            // From a journal it has its end already.
            false => format!("{}\n", form.text.trim_end_matches('\n')),
        };
        let ruling = Ruling {
            number: self.next_ruling,
            rank: form.rank,
            scope: form.scope,
            reason: form.reason,
            text: Arc::from(text),
            what: form.what,
            turn: self.now.state.clock().turn,
        };
        let mut rulings = self.now.rulings.clone();
        rulings.push(ruling.clone());
        let after = self.relinked(self.now.house.clone(), rulings)?;
        self.record(Record::Ruling {
            rank: ruling.rank,
            scope: ruling.scope,
            reason: ruling.reason.clone(),
            text: ruling.text.to_string(),
            what: ruling.what.clone(),
        })?;
        let deed =
            Deed::Ruling { number: ruling.number, what: ruling.what.clone(), reason: ruling.reason.clone() };
        let name = format!("ruling {}: {}", ruling.number, ruling.what);
        self.take_step(after, deed, name, ruling.typed());
        self.next_ruling += 1;
        Ok(ruling.number)
    }

    /// The rulings in force, lowest first: by rank, then in the order in which they were made.
    fn rulings_in_order(&self) -> Vec<&Ruling> {
        let mut rulings: Vec<&Ruling> = self.now.rulings.iter().collect();
        rulings.sort_by_key(|ruling| (ruling.rank, ruling.number));
        rulings
    }

    /// The rulings in force as house files, lowest first: a file each, so that what is ruled on twice stays so.
    pub fn rulings_as_houses(&self) -> Vec<HouseFile> {
        let rulings = self.rulings_in_order().into_iter();
        let file = |ruling: &Ruling| HouseFile {
            name: format!("ruling-{}.units", ruling.number).into(),
            text: ruling.text.clone(),
        };
        rulings.map(file).collect()
    }

    /// The rulings for the rest of the game as one house file that does the same. Those that hold for a turn or a roll are left out,
    /// and rules that a later ruling has put others in the place of.
    ///
    /// # Errors
    /// E0107 where one file cannot hold them all, since one of two on the same rule builds on the other.
    pub fn rulings_as_house(&self) -> Result<RulingsHouse, Trouble> {
        let rulings = self.rulings_in_order();
        let (lasting, passing): (Vec<&Ruling>, Vec<&Ruling>) =
            rulings.into_iter().partition(|ruling| ruling.scope == Scope::Game);
        let mut house = RulingsHouse {
            text: String::from(RULINGS_HEAD),
            count: lasting.len(),
            passing: passing.iter().map(|ruling| ruling.number).collect(),
        };
        for (at, ruling) in lasting.iter().enumerate() {
            house.text.push_str(&format!(
                "\n// {} ruling {} in turn {}: {}\n",
                ruling.rank, ruling.number, ruling.turn, ruling.reason
            ));
            match self.overruled(ruling, &lasting[at + 1..])? {
                Some(by) => house.text.push_str(&format!("// Ruling {by} stands in its place.\n")),
                None => house.text.push_str(&ruling.text),
            }
        }
        Ok(house)
    }

    /// The ruling above this one that has put its own rules in the place of all that this one says; none where none of them rules on
    /// the same.
    fn overruled(&self, ruling: &Ruling, above: &[&Ruling]) -> Result<Option<usize>, Trouble> {
        let own: Vec<&RuleInfo> = self.rules_of(ruling).collect();
        let is_same = |one: &RuleInfo, other: &RuleInfo| {
            one.name == other.name
                && one.parameters.len() == other.parameters.len()
                && one.unit_type == other.unit_type
        };
        let sources = &self.now.loaded.sources;
        for upper in above {
            let shared: Vec<&RuleInfo> =
                self.rules_of(upper).filter(|rule| own.iter().any(|own| is_same(own, rule))).collect();
            let Some(first) = shared.first() else { continue };
            let builds_on = shared.iter().any(|rule| sources.text(rule.span).contains("prior("));
            let is_whole = ruling.text.trim_start().starts_with(RULES) && shared.len() == own.len();
            if builds_on || !is_whole {
                let told = format!(
                    "rulings {} and {} both rule on `{}`, and one file cannot hold both",
                    ruling.number, upper.number, first.name
                );
                return Err(Trouble::plain(
                    Diagnostic::error(Code::DUPLICATE, told)
                        .help("rule once more, on all of it, and that stands in the place of both"),
                ));
            }
            return Ok(Some(upper.number));
        }
        Ok(None)
    }

    /// The rules of a ruling.
    fn rules_of<'s>(&'s self, ruling: &Ruling) -> impl Iterator<Item = &'s RuleInfo> + use<'s> {
        let layer = ruling.layer_name();
        let rules = self.now.loaded.rules.rules().iter();
        rules.filter(move |rule| !rule.expression && rule.layer.name == layer)
    }

    /// Rulings that no longer hold go: those for one roll after a command with dice, those for a turn after it.
    pub(super) fn expire(&mut self, dice: bool, turn_before: u32) -> Result<(), Trouble> {
        let turn = self.now.state.clock().turn;
        let holds = |ruling: &Ruling| match ruling.scope {
            Scope::Roll => !dice,
            Scope::Turn => ruling.turn == turn || turn == turn_before,
            Scope::Game => true,
        };
        let (kept, gone): (Vec<Ruling>, Vec<Ruling>) = self.now.rulings.iter().cloned().partition(holds);
        if gone.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = gone.iter().map(|r| format!("ruling {}: {}", r.number, r.what)).collect();
        let after = self.relinked(self.now.house.clone(), kept)?;
        // It belongs to the command that ended it, so that one undo takes back both.
        let whole = Box::new(after.clone());
        if let Some(step) = self.past.last_mut() {
            let before = match &step.way {
                Way::Changes { changes, before, .. } => {
                    let mut old = self.now.clone();
                    old.state.undo(changes);
                    old.generator = (**before).clone();
                    Box::new(old)
                }
                Way::Whole { before, .. } => before.clone(),
            };
            step.way = Way::Whole { before, after: whole };
        }
        self.now = after;
        self.note_entry(Deed::Expired, format!("no longer holds: {}", names.join("; ")));
        Ok(())
    }

    /// What would be in force with these house files and rulings; the state moves over to it.
    pub(super) fn relinked(&self, house: Vec<HouseFile>, rulings: Vec<Ruling>) -> Result<Now, Trouble> {
        let request = Request {
            pack: self.pack.clone(),
            scenario: Some(self.scenario.clone()),
            house: house.clone(),
            rulings: rulings.iter().map(Ruling::layer_text).collect(),
        };
        let loaded = load(&self.library, &request, &self.cancel)?;
        // What is in force already stays so.
        let known: Vec<String> =
            (self.against)(&self.now.loaded).into_iter().map(|mistake| mistake.title).collect();
        let against = (self.against)(&loaded).into_iter().filter(|mistake| !known.contains(&mistake.title));
        let against: Vec<Diagnostic> = against.collect();
        if !against.is_empty() {
            return Err(Trouble::Mistakes(Box::new((loaded.sources, against))));
        }
        Ok(Now { house, rulings, ..self.now.over(loaded)? })
    }

    /// What would be in force without any house rule or ruling.
    ///
    /// # Errors
    /// Where the packs no longer load by themselves.
    pub fn as_printed(&self) -> Result<Loaded, Trouble> {
        let request = Request {
            pack: self.pack.clone(),
            scenario: Some(self.scenario.clone()),
            house: Vec::new(),
            rulings: Vec::new(),
        };
        Ok(load(&self.library, &request, &self.cancel)?)
    }

    /// Goes over to what is in force after a ruling or a house file, as a step that undo takes back.
    pub(super) fn take_step(&mut self, after: Now, deed: Deed, name: String, typed: String) {
        let before = Box::new(std::mem::replace(&mut self.now, after.clone()));
        let entry = self.note_entry(deed, name.clone());
        if let Some(entry) = self.log.last_mut() {
            entry.typed = typed;
        }
        let id = self.step_id();
        self.past.push(Step {
            id,
            revealed: false,
            opened: false,
            entry,
            name,
            rolled: false,
            way: Way::Whole { before, after: Box::new(after) },
        });
        self.future.clear();
    }
}

impl Now {
    /// The same game with this in force.
    pub(super) fn over(&self, loaded: Loaded) -> Result<Now, Trouble> {
        let state = moved_over(self, &loaded)?;
        Ok(Now {
            loaded: std::rc::Rc::new(loaded),
            state,
            house: self.house.clone(),
            rulings: self.rulings.clone(),
            policy: self.policy.clone(),
            generator: self.generator.clone(),
        })
    }
}

/// The state under other printed data: units, properties and what they hold are found again by name.
fn moved_over(now: &Now, loaded: &Loaded) -> Result<State, Trouble> {
    let (old, new) = (now.loaded.rules.catalogue(), loaded.rules.catalogue());
    check_fit(now, loaded).map_err(Trouble::plain)?;
    let unit_type = |unit: &Unit| {
        let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed).find(|p| p.name == unit.name);
        let by_name = || new.type_named(&old.unit_type(unit.unit_type).name);
        placed.map(|p| p.unit_type).or_else(by_name).unwrap_or(unit.unit_type)
    };
    let property = |number: u32| {
        let definition = &old.properties[number as usize];
        new.property(definition.subject, &definition.name).map(|(number, _)| number as u32)
    };
    let piece = |number: u32| {
        let (name, _) = piece_of(old, number)?;
        piece_named(new, name).map(|(number, _)| number)
    };
    let mut state = now.state.rebased(unit_type, property, piece);
    state.map_values(|value| found_again(value, old, new));
    Ok(state)
}

/// The name of a loose piece of terrain, which is how players and rules know it, and the piece.
fn piece_of(catalogue: &Catalogue, number: u32) -> Option<(&str, &Piece)> {
    let piece = catalogue.tabletop.as_ref()?.pieces().get(number as usize)?;
    Some((piece.feature.name.as_deref()?, piece))
}

fn piece_named<'c>(catalogue: &'c Catalogue, name: &str) -> Option<(u32, &'c Piece)> {
    let pieces = catalogue.tabletop.as_ref()?.pieces();
    let at = pieces.iter().position(|piece| piece.feature.name.as_deref() == Some(name))?;
    Some((at as u32, &pieces[at]))
}

/// A value with its handles of printed things found again by name; what is gone becomes nothing.
fn found_again(value: &Value, old: &Catalogue, new: &Catalogue) -> Value {
    match value {
        Value::Type(t) => new.type_named(&old.unit_type(*t).name).map_or(Value::Nothing, Value::Type),
        Value::Terrain(t) => {
            new.terrain_named(&old.terrain_def(*t).name).map_or(Value::Nothing, Value::Terrain)
        }
        Value::Circle(circle) => circle_again(*circle, old, new).map_or(Value::Nothing, Value::Circle),
        // A list of nothing but circles is a list of marks: one that is gone is no mark, and no `()` among them. Where other
        // things are in it a rule knows them by their places, and each keeps its own.
        Value::List(items) if items.iter().all(|v| matches!(v, Value::Circle(_))) => {
            Value::list(items.iter().map(|v| found_again(v, old, new)).filter(|v| *v != Value::Nothing))
        }
        Value::List(items) => Value::list(items.iter().map(|v| found_again(v, old, new))),
        other => other.clone(),
    }
}

/// The circle of the same name of the hull of the same name.
fn circle_again(circle: CircleId, old: &Catalogue, new: &Catalogue) -> Option<CircleId> {
    let hull = new.hull_named(&old.hull(circle.hull).name)?;
    let spot = old.circle(circle).spot;
    let at = new.hull(hull).circles().iter().position(|circle| circle.spot == spot)?;
    Some(CircleId { hull, at: at as u32 })
}

/// Whether the game can go on under other printed data: its units, its sides and the places that they are in.
fn check_fit(now: &Now, loaded: &Loaded) -> Result<(), Diagnostic> {
    let (old, new) = (now.loaded.rules.catalogue(), loaded.rules.catalogue());
    let refused = |code: Code, told: String, note: &str| Err(Diagnostic::error(code, told).note(note));
    let names = |catalogue: &Catalogue| catalogue.sides.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
    if names(old) != names(new) {
        let told = format!("the sides of the game would be other ones: {}", names(new).join(", "));
        return refused(Code::UNKNOWN_SIDE, told, "a game goes on with the sides that it was begun with");
    }
    let phase = &now.state.clock().phase;
    if !phase.is_empty() && !new.phases.iter().any(|p| p.name == *phase) {
        let told = format!("the phase under way, `{phase}`, would be gone");
        return refused(Code::UNKNOWN_PHASE, told, "leave it in, or change the rules in another phase");
    }
    for (_, unit) in now.state.units() {
        let name = &old.unit_type(unit.unit_type).name;
        let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed).any(|p| p.name == unit.name);
        if !placed && new.type_named(name).is_none() {
            let told = format!("unit `{}` is in play, and its type `{name}` would be gone", unit.name);
            return refused(
                Code::UNKNOWN_TYPE,
                told,
                "leave the type in as long as it has units in the game",
            );
        }
    }
    let map = loaded.rules.map();
    let off = |hex: Hex| !map.contains(hex);
    let number = |hex: Hex| now.loaded.rules.map().layout().number(hex).map_or("?".into(), |n| n.to_string());
    for (_, unit) in now.state.units() {
        if let Place::Hex(hex) = unit.place
            && off(hex)
        {
            let told = format!("unit `{}` is in hex {}, which would be off the map", unit.name, number(hex));
            return refused(Code::BAD_HEX, told, "a game goes on with a map that has all its units");
        }
    }
    check_table(now, loaded)?;
    let shifted = now.state.written().find_map(|(_, _, value)| shifted_seal(value, old, new));
    if let Some(secret) = shifted {
        let told = format!("what may be answered under seal would be called otherwise: {}", secret.question);
        return refused(Code::BAD_VALUE, told, "a seal binds its question as it was: open it first");
    }
    // Hexes that properties hold are on the board as much as units are: the castle of a side.
    let held = now
        .state
        .written()
        .find_map(|(_, _, value)| hex_in(value, &|hex| off(hex) && now.loaded.rules.map().contains(hex)));
    if let Some(hex) = held {
        let told = format!("hex {} is held in a property, and would be off the map", number(hex));
        return refused(Code::BAD_HEX, told, "a game goes on with a map that has all its hexes");
    }
    for (target, _) in now.state.properties() {
        if let Target::Hex(hex) = target
            && off(hex)
            && now.loaded.rules.map().contains(hex)
        {
            let told = format!("hex {} has properties, and would be off the map", number(hex));
            return refused(Code::BAD_HEX, told, "a game goes on with a map that has all its hexes");
        }
    }
    Ok(())
}

/// The first hex of this sort in a value.
fn hex_in(value: &Value, is_so: &dyn Fn(Hex) -> bool) -> Option<Hex> {
    match value {
        Value::Hex(hex) => Some(*hex).filter(|hex| is_so(*hex)),
        Value::List(items) => items.iter().find_map(|item| hex_in(item, is_so)),
        _ => None,
    }
}

/// A seal whose answers are printed things that have other handles under other printed data. Its digest is over the handles.
fn shifted_seal<'v>(value: &'v Value, old: &Catalogue, new: &Catalogue) -> Option<&'v Secret> {
    let is_shifted = |row: &Row| match &row.takes {
        Takes::Options(options) => options.iter().any(|option| found_again(option, old, new) != *option),
        Takes::Number { .. } | Takes::Text => false,
    };
    match value {
        Value::Seal(secret) => secret.sheet.rows().iter().any(is_shifted).then_some(&**secret),
        Value::List(items) => items.iter().find_map(|item| shifted_seal(item, old, new)),
        _ => None,
    }
}

/// The same for a table: its units stand on it, and what was laid on it can lie there.
fn check_table(now: &Now, loaded: &Loaded) -> Result<(), Diagnostic> {
    let (old, new) = (now.loaded.rules.catalogue(), loaded.rules.catalogue());
    let table = new.tabletop.as_ref();
    let refused = |told: String, note: &str| Err(Diagnostic::error(Code::BAD_VALUE, told).note(note));
    for (_, unit) in now.state.units() {
        if let Place::Table(at, _) = unit.place
            && !table.is_some_and(|table| table.has(at))
        {
            let told = format!("unit `{}` stands at {at}, which would be off the table", unit.name);
            return refused(told, "a game goes on with a table that has all its units");
        }
    }
    for (number, (at, facing)) in now.state.laid() {
        let Some((name, _)) = piece_of(old, *number) else { continue };
        let Some((_, piece)) = piece_named(new, name) else {
            let told = format!("the piece of terrain `{name}` lies on the table, and would be gone");
            return refused(told, "leave it in as long as it lies there");
        };
        let shape = piece.shape.at(*at, *facing);
        if !shape.is_some_and(|shape| table.is_some_and(|table| table.has_room_for(&shape))) {
            let told = format!("the piece of terrain `{name}` lies at {at}, where it would have no room");
            return refused(told, "a game goes on with a table that has room for all that lies on it");
        }
    }
    Ok(())
}
