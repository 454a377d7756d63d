//! What is in force in words: every rule and every datum by name, with what it says and where it comes from. For
//! comparisons of two stacks.

use std::collections::BTreeMap;

use super::load::Loaded;
use crate::data::{Placed, SetUp, Verb, Victory};
use crate::diagnostic::counted;
use crate::kernel::catalogue::{Amount, Catalogue, Modifier, Origin, Subject, Write, Written};
use crate::kernel::hex::HexMap;
use crate::kernel::value::Value;
use crate::kernel::writes::fold;
use crate::rules::RuleInfo;

/// What is in force under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saying {
    /// What it says: the text of a rule, `3`, `3 +1`.
    pub text: String,
    /// Where it comes from: a file with its line.
    pub place: String,
    /// The number or word that all layers come to, where no rule has to be asked for it.
    pub value: Option<String>,
    /// What is compared with it and is too long to be shown: all hexes of a map.
    whole: String,
}

impl Saying {
    /// What it comes to, or else what it says.
    pub fn told(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.text)
    }

    /// Whether it comes to the same as another.
    pub fn is_same(&self, other: &Saying) -> bool {
        let is_whole = self.whole == other.whole;
        (is_whole && self.text == other.text) || (self.value.is_some() && self.value == other.value)
    }
}

/// Everything, by name: `rule defence_of`, `unit foot`, `value stacking`.
pub type Sayings = BTreeMap<String, Saying>;

/// What stands in the name of a rule that a higher layer overrides.
pub const BELOW: &str = ", below in ";

/// What stands behind the name of a rule whose layers are told, from the highest down to the last that `prior` reaches.
pub const REACHED: &str = ", from above";

/// Whether a rule calls the one below it, comments and texts left out.
pub fn calls_prior(text: &str) -> bool {
    let bare =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let word = |c: char| c.is_alphanumeric() || c == '_';
    bare.match_indices("prior").any(|(at, found)| {
        let (before, after) = (&bare[..at], &bare[at + found.len()..]);
        !before.ends_with(word) && after.trim_start().starts_with('(')
    })
}

/// All that is in force, by name.
pub fn sayings(loaded: &Loaded) -> Sayings {
    let mut all = Sayings::new();
    let place = |span| loaded.sources.place(span);
    for rule in loaded.rules.rules().iter().filter(|r| !r.expression && !r.name.contains("__")) {
        let of = rule.of_type();
        let name = match rule.overridden {
            // What a rule calls with `prior` counts, too.
            true => format!("rule {}{of}{BELOW}{}", rule.name, rule.layer),
            false => format!("rule {}{of}", rule.name),
        };
        all.insert(name, bare(loaded.sources.text(rule.span).to_owned(), place(rule.span)));
    }
    reached(loaded, &mut all);
    let catalogue = &loaded.data.catalogue;
    let text = |writes: &[Written]| writes.iter().map(|w| written(loaded, w)).collect::<Vec<_>>().join(" ");
    let last = |writes: &[Written]| writes.last().map_or_else(String::new, |w| place(w.origin.span));
    let of = |writes: &[Written]| Saying {
        text: text(writes),
        place: last(writes),
        value: value(writes),
        whole: String::new(),
    };
    for value in catalogue.values.values() {
        all.insert(format!("value {}", value.name), of(&value.writes));
        let range =
            bare(range(value.range), value.writes.first().map_or_else(String::new, |w| place(w.origin.span)));
        all.insert(format!("range of value {}", value.name), range);
    }
    for unit in &catalogue.unit_types {
        for (name, writes) in &unit.attributes {
            all.insert(format!("unit {} {name}", unit.name), of(writes));
        }
        for (terrain, exception) in &unit.exceptions {
            let there = format!("unit {} in {}", unit.name, catalogue.terrain_def(*terrain).name);
            for (name, writes) in &exception.attributes {
                all.insert(format!("{there} {name}"), of(writes));
            }
            let written = exception.origin.as_ref().map_or_else(String::new, |origin| place(origin.span));
            let counts_as = exception.counts_as.map(|other| catalogue.terrain_def(other).name.to_string());
            let ignored: Vec<&str> = exception.ignores.iter().map(|name| &**name).collect();
            let others = [("counts as", counts_as.unwrap_or_default()), ("ignores", ignored.join(", "))];
            for (what, told) in others.into_iter().filter(|(_, told)| !told.is_empty()) {
                all.insert(format!("{there} {what}"), bare(told, written.clone()));
            }
            modifiers(loaded, &there, &exception.modifiers, &mut all);
        }
    }
    for terrain in &catalogue.terrain {
        for (name, writes) in &terrain.attributes {
            all.insert(format!("terrain {} {name}", terrain.name), of(writes));
        }
        modifiers(loaded, &format!("terrain {}", terrain.name), &terrain.modifiers, &mut all);
    }
    for table in catalogue.tables.values() {
        for (row, (head, cells)) in table.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let name = format!(
                    "table {} {head} {}",
                    table.name,
                    table.columns.get(column).map_or_else(String::new, ToString::to_string)
                );
                let origin = table.cells.get(&(row, column)).unwrap_or(&table.origin);
                all.insert(name, bare(cell.to_string(), place(origin.span)));
            }
        }
    }
    for verb in &loaded.data.verbs {
        all.insert(format!("command {}", verb.name), bare(command(verb), place(verb.origin.span)));
    }
    named(loaded, &mut all);
    declarations(loaded, &mut all);
    printed_whole(loaded, &mut all);
    all
}

/// The modifiers of something, at the last one that was written, or where one was deleted since.
fn modifiers(loaded: &Loaded, of: &str, held: &[Modifier], all: &mut Sayings) {
    let Some(last) = held.last() else { return };
    let is_deleted = |what: &str| {
        let behind = what.strip_prefix(of).and_then(|rest| rest.strip_prefix(' '));
        behind.is_some_and(|rest| rest.starts_with(['+', '-']))
    };
    let deleted = loaded.data.overridden.iter().rfind(|change| is_deleted(&change.what));
    let since = deleted.map(|change| &change.new).filter(|new| new.layer.rank > last.origin.layer.rank);
    let place = loaded.sources.place(since.unwrap_or(&last.origin).span);
    let told = held.iter().map(modifier).collect::<Vec<_>>().join(", ");
    all.insert(format!("{of} modifiers"), bare(told, place));
}

/// The layers of each rule that calls one below it, highest first, as far as `prior` reaches.
fn reached(loaded: &Loaded, all: &mut Sayings) {
    let rules = loaded.rules.rules();
    let mut by_rule: BTreeMap<_, Vec<&RuleInfo>> = BTreeMap::new();
    for rule in rules.iter().filter(|r| !r.expression && !r.private) {
        by_rule.entry((&rule.name, &rule.unit_type)).or_default().push(rule);
    }
    for definitions in by_rule.into_values().filter(|definitions| definitions.len() > 1) {
        let mut layers = Vec::new();
        for rule in definitions.iter().rev() {
            layers.push(rule.layer.to_string());
            if !calls_prior(loaded.sources.text(rule.span)) {
                break;
            }
        }
        if let (Some(highest), 2..) = (definitions.last(), layers.len()) {
            let name = format!("rule {}{}{REACHED}", highest.name, highest.of_type());
            all.insert(name, bare(layers.join(", "), loaded.sources.place(highest.span)));
        }
    }
}

/// Phases and kinds of rolls with their titles, and the rules that hooks name.
fn named(loaded: &Loaded, all: &mut Sayings) {
    let (data, catalogue) = (&loaded.data, &loaded.data.catalogue);
    let place = |origin: &Origin| loaded.sources.place(origin.span);
    let phases = catalogue.phases.iter().map(|phase| ("phase", &phase.name, &phase.title));
    let rolls = catalogue.roll_kinds.iter().map(|roll| ("roll", &roll.name, &roll.title));
    for (kind, name, title) in phases.chain(rolls) {
        let declared = data.named.get(&(kind, name.clone())).map_or_else(String::new, place);
        all.insert(format!("{kind} {name}"), bare(title.to_string(), declared));
    }
    for (hook, (rule, origin)) in &data.hooks {
        let per = match (&**hook, data.worth_per) {
            ("worth", per @ 2..) => format!(" per {per}"),
            _ => String::new(),
        };
        all.insert(format!("hook {hook}"), bare(format!("{rule}{per}"), place(origin)));
    }
}

/// The form of a command, where it has one, which rules carry it out in which phases, and which list what may stand in it.
fn command(verb: &Verb) -> String {
    let form = Some(verb.form_text.to_string()).filter(|form| !form.is_empty());
    let check = verb.check.as_ref().map(|check| format!("checked by {check}"));
    let phases = (!verb.phases.is_empty()).then(|| format!("in {}", verb.phases.join(" ")));
    let choices = verb.choices.iter().map(|(of, rule)| format!("{of} listed by {rule}"));
    let parts = [form, Some(format!("carried out by {}", verb.rule)), check, phases];
    parts.into_iter().flatten().chain(choices).collect::<Vec<_>>().join(", ")
}

/// Properties with their first values, and the ranges of attributes.
fn declarations(loaded: &Loaded, all: &mut Sayings) {
    let catalogue = &loaded.data.catalogue;
    let place = |origin: &Origin| loaded.sources.place(origin.span);
    for property in &catalogue.properties {
        let others = catalogue.properties.iter().filter(|other| other.name == property.name);
        let name = format!("property `{}`{}", property.name, of_subject(others.count(), property.subject));
        all.insert(name, bare(property.default.to_string(), place(&property.origin)));
    }
    for attribute in catalogue.attributes.values() {
        let others = catalogue.attributes.keys().filter(|(_, other)| *other == attribute.name);
        let name = format!("attribute `{}`{}", attribute.name, of_subject(others.count(), attribute.subject));
        let default = attribute.default.as_ref().map_or_else(String::new, |value| format!(", else {value}"));
        all.insert(name, bare(range(attribute.range) + &default, place(&attribute.origin)));
    }
}

/// Hulls, maps and scenarios, each as one: that it is another is told, and not how.
fn printed_whole(loaded: &Loaded, all: &mut Sayings) {
    let catalogue = &loaded.data.catalogue;
    let place = |origin: &Origin| loaded.sources.place(origin.span);
    for hull in &catalogue.hulls {
        let told = counted(hull.circles().len(), "circle");
        let whole = format!("{:?}", (&hull.depths, &hull.kinds, &hull.boxes, hull.circles()));
        all.insert(format!("hull {}", hull.name), Saying { whole, ..bare(told, place(&hull.origin)) });
    }
    for unit in &catalogue.unit_types {
        if let Some(hull) = unit.hull {
            let told = bare(catalogue.hull(hull).name.to_string(), place(&unit.origin));
            all.insert(format!("unit {} hull", unit.name), told);
        }
    }
    for (name, scenario) in &loaded.data.scenarios {
        let layer = scenario.origin.layer.to_string();
        all.insert(format!("scenario {name}"), bare(layer, place(&scenario.origin)));
    }
    for (name, map) in &loaded.data.maps {
        let origin = loaded.data.map_origins.get(name);
        all.insert(format!("map {name}"), map_saying(map, origin.map_or_else(String::new, place)));
    }
    if let Some(set_up) = &loaded.data.set_up {
        let played =
            loaded.data.scenarios.get(&set_up.scenario).map_or_else(String::new, |s| place(&s.origin));
        all.insert("the set-up".to_owned(), set_up_saying(loaded, set_up, played.clone()));
        victories(loaded, set_up, all);
        all.insert("the map that is played on".to_owned(), map_saying(&set_up.map, played));
    }
}

fn map_saying(map: &HexMap, place: String) -> Saying {
    // A map that cannot be written out is empty.
    let whole = serde_json::to_string(map).unwrap_or_default();
    Saying { whole, ..bare(counted(map.hexes().count(), "hex"), place) }
}

/// Each condition of victory, by whom it is for and as which of his it is asked.
fn victories(loaded: &Loaded, set_up: &SetUp, all: &mut Sayings) {
    for (at, victory) in set_up.victory.iter().enumerate() {
        let winner = winner(loaded, victory);
        let number = set_up.victory[..at].iter().filter(|before| before.side == victory.side).count() + 1;
        let name =
            if number == 1 { format!("victory {winner}") } else { format!("victory {winner} ({number})") };
        let made = loaded.data.generated.iter().find(|own| own.name == victory.rule);
        let rule = made.map_or(&*victory.rule, |own| loaded.sources.text(own.text_span));
        let told = format!("when ({rule}) \"{}\"", victory.reason);
        all.insert(name, bare(told, loaded.sources.place(victory.origin.span)));
    }
    // The first that is met ends the game.
    if let Some(first) = set_up.victory.first() {
        let winners: Vec<&str> = set_up.victory.iter().map(|victory| winner(loaded, victory)).collect();
        let told = bare(winners.join(", "), loaded.sources.place(first.origin.span));
        all.insert("victories, as they are asked".to_owned(), told);
    }
}

/// Whom a condition of victory is for.
fn winner<'l>(loaded: &'l Loaded, victory: &Victory) -> &'l str {
    victory.side.map_or("draw", |side| &loaded.data.catalogue.side(side).name)
}

/// Who stands where, and what is set at the beginning.
fn set_up_saying(loaded: &Loaded, set_up: &SetUp, place: String) -> Saying {
    let catalogue = &loaded.data.catalogue;
    let mut whole = String::new();
    for unit in &set_up.placed {
        let (of, side) = (type_name(catalogue, unit), &catalogue.side(unit.side).name);
        whole.push_str(&format!("{} {of} {side} {:?}\n", unit.name, unit.place));
    }
    for set in &set_up.properties {
        whole.push_str(&format!("{:?} {} {}\n", set.target, set.name, set.value));
    }
    whole.push_str(&format!("{:?}", catalogue.tabletop));
    Saying { whole, ..bare(counted(set_up.placed.len(), "unit"), place) }
}

/// The type of a unit; of one that has got numbers of its own, what they were laid over.
fn type_name<'c>(catalogue: &'c Catalogue, unit: &Placed) -> &'c str {
    &catalogue.unit_type(catalogue.printed_type(&unit.name, unit.unit_type)).name
}

/// `0..10`.
fn range((least, greatest): (i64, i64)) -> String {
    format!("{least}..{greatest}")
}

/// What has it, where several kinds of things have one of this name.
fn of_subject(count: usize, subject: Subject) -> &'static str {
    match subject {
        _ if count < 2 => "",
        Subject::Unit => " of units",
        Subject::Terrain => " of terrain",
        Subject::Hex => " of hexes",
        Subject::Side => " of sides",
        Subject::Game => " of the game",
    }
}

fn bare(text: String, place: String) -> Saying {
    Saying { text, place, value: None, whole: String::new() }
}

fn value(writes: &[Written]) -> Option<String> {
    match fold(writes, |_| Err(())) {
        Ok((Value::Nothing, _)) => Some("nothing".to_owned()),
        Ok((value @ (Value::Int(_) | Value::Text(_) | Value::Bool(_)), _)) => Some(value.to_string()),
        _ => None,
    }
}

/// `3`, `+1`, `x2`: what one layer has written.
fn written(loaded: &Loaded, written: &Written) -> String {
    match &written.write {
        Write::Set(value) => value.to_string(),
        // The rule's name is made up and says nothing; the expression does.
        Write::Compute(rule) => {
            let made = loaded.data.generated.iter().find(|g| g.name == *rule);
            made.map_or_else(|| rule.to_string(), |g| format!("({})", loaded.sources.text(g.text_span)))
        }
        Write::Add(by) => format!("{by:+}"),
        Write::Multiply(by, 1) => format!("x{by}"),
        Write::Multiply(by, over) => format!("x{by}/{over}"),
        Write::Delete => "deleted".to_owned(),
    }
}

fn modifier(modifier: &Modifier) -> String {
    let amount = match &modifier.amount {
        Amount::Points(points) => format!("{points:+}"),
        Amount::Percent(percent) => format!("{percent:+}%"),
    };
    let when = modifier.when_text.as_ref().map_or_else(String::new, |w| format!(" when {w}"));
    format!("{amount} {}{when}", modifier.attribute)
}
