//! What a house rule overrides: rules, with what they stand above, and data, with what it was.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::own::{own_types, stands_for};
use crate::kernel::catalogue::Subject;
use crate::pack::{BELOW, Loaded, Saying, calls_prior, sayings};
use crate::rules::RuleInfo;

/// A definition that the house rule stands above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Its layer: what kind it is, and whose.
    pub layer: String,
    /// Its file and line.
    pub place: String,
    /// The ids of the source that it carries out.
    pub ids: Vec<String>,
    /// Whether the new one calls it.
    pub is_called: bool,
}

/// A rule of the house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// Its name; with the unit type that it is for, where it is only for one.
    pub name: String,
    /// Whether it is only for one unit type.
    pub is_for_one_type: bool,
    /// Its layer.
    pub layer: String,
    /// Its file and line.
    pub place: String,
    /// What it is for, in the words of its author.
    pub purpose: String,
    /// What it stands above; none for a rule that is new.
    pub replaces: Option<Replaced>,
}

/// A datum that is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataChange {
    /// What: `unit foot DEF`.
    pub what: String,
    /// What it was; none where it is new.
    pub before: Option<String>,
    /// What it is; none where it is gone.
    pub after: Option<String>,
    /// Where that is written.
    pub place: String,
}

/// Everything that a house rule overrides, over all scenarios that were looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overrides {
    /// Rules, in the order of the file.
    pub rules: Vec<RuleChange>,
    /// Data, by name.
    pub data: Vec<DataChange>,
}

impl Overrides {
    /// Adds what `after` overrides of `before`, both with the same scenario, unless it is known from another one.
    pub fn add(&mut self, before: &Loaded, after: &Loaded) {
        for change in rules(before, after) {
            if !self.rules.contains(&change) {
                self.rules.push(change);
            }
        }
        for change in data(before, after) {
            if !self.data.contains(&change) {
                self.data.push(change);
            }
        }
    }

    /// The terrain whose data is another.
    pub fn terrain(&self) -> Vec<String> {
        let names = self.data.iter().filter_map(|d| d.what.strip_prefix("terrain ")?.split(' ').next());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.dedup();
        names
    }
}

fn rules(before: &Loaded, after: &Loaded) -> Vec<RuleChange> {
    let is_known = |rule: &RuleInfo| {
        let text = after.sources.text(rule.span);
        let same =
            |r: &&RuleInfo| r.name == rule.name && r.layer == rule.layer && r.unit_type == rule.unit_type;
        before.rules.rules().iter().filter(same).any(|r| before.sources.text(r.span) == text)
    };
    let is_own = |r: &&RuleInfo| !r.private && !r.expression && !is_known(r);
    let own = after.rules.rules().iter().filter(is_own);
    let told = own.map(|rule| {
        let below = below(before, rule);
        let replaces = below.map(|old| Replaced {
            layer: old.layer.to_string(),
            place: before.sources.place(old.span),
            ids: old.doc.all_ids().map(str::to_owned).collect(),
            is_called: calls_prior(after.sources.text(rule.span)),
        });
        RuleChange {
            name: format!("{}{}", rule.name, rule.of_type()),
            is_for_one_type: rule.unit_type.is_some(),
            layer: rule.layer.to_string(),
            place: after.sources.place(rule.span),
            purpose: rule.doc.house.clone().unwrap_or_else(|| rule.doc.summary()),
            replaces,
        }
    });
    told.collect()
}

/// The definition that is in force without the house: that of the same unit type, else that of all.
fn below<'a>(before: &'a Loaded, rule: &RuleInfo) -> Option<&'a RuleInfo> {
    let same = |r: &&RuleInfo| r.name == rule.name && r.is_in_force();
    let candidates = || before.rules.rules().iter().filter(same);
    let own = candidates().rfind(|r| r.unit_type.is_some() && r.unit_type == rule.unit_type);
    own.or_else(|| candidates().rfind(|r| r.unit_type.is_none()))
}

fn data(without: &Loaded, with: &Loaded) -> Vec<DataChange> {
    let is_datum = |name: &str| !name.starts_with("rule ") && !name.contains(BELOW);
    let [before, after] = [without, with].map(sayings);
    let names: BTreeMap<&String, ()> = before.keys().chain(after.keys()).map(|n| (n, ())).collect();
    let of_one = [made_for_one(with, without), made_for_one(without, with)];
    let mut told = Vec::new();
    for name in names.into_keys().filter(|n| is_datum(n)) {
        let (mut old, mut new) = (before.get(name), after.get(name));
        // What one unit has is compared with what its type had before it got numbers of its own.
        if let (None, Some(of_type)) = (old, as_of_type(name, &of_one[0])) {
            // What is said of its type is told there.
            if after.get(&of_type).zip(new).is_some_and(|(of_type, own)| of_type.is_same(own)) {
                continue;
            }
            old = before.get(&of_type);
        }
        if let (None, Some(of_type)) = (new, as_of_type(name, &of_one[1])) {
            new = after.get(&of_type);
        }
        if old.zip(new).is_some_and(|(old, new)| old.is_same(new)) {
            continue;
        }
        let shown = |said: &Saying| said.told().to_owned();
        let default = match old {
            Some(_) => None,
            None => default_of(name, &of_one[0], without),
        };
        if default.is_some() && default == new.map(shown) {
            continue;
        }
        told.push(DataChange {
            what: name.clone(),
            before: old.map(shown).or(default),
            // Of a map or a set-up only the size is shown.
            after: new.map(|new| match old.is_some_and(|old| old.told() == new.told()) {
                true => "another one".to_owned(),
                false => shown(new),
            }),
            place: new.or(old).map_or_else(String::new, |s| s.place.clone()),
        });
    }
    told
}

/// The types that a stack has for one unit each and the other has not, with what stands for them there.
fn made_for_one(stack: &Loaded, other: &Loaded) -> Vec<(Arc<str>, Arc<str>)> {
    let own = own_types(stack).into_iter();
    let there = own.map(|(name, bases)| (stands_for(&name, &bases, other), name));
    there.filter(|(there, name)| there != name).map(|(there, name)| (name, there)).collect()
}

/// The name of the same datum of the type that one unit's type was made from: `unit foot ATT` for `unit f1 ATT`.
fn as_of_type(name: &str, of_one: &[(Arc<str>, Arc<str>)]) -> Option<String> {
    let of_unit = name.strip_prefix("unit ")?;
    of_one.iter().find_map(|(own, from)| {
        let attribute = of_unit.strip_prefix(&**own)?.strip_prefix(' ')?;
        Some(format!("unit {from} {attribute}"))
    })
}

/// What stands for a number that nothing says: the default that its declaration has, where what carries it is there.
fn default_of(name: &str, of_one: &[(Arc<str>, Arc<str>)], there: &Loaded) -> Option<String> {
    let (kind, rest) = name.split_once(' ')?;
    let (carrier, attribute) = rest.rsplit_once(' ')?;
    let catalogue = there.rules.catalogue();
    let subject = match kind {
        "unit" => {
            let made_from = of_one.iter().find(|(own, _)| **own == *carrier).map(|(_, from)| &**from);
            catalogue.type_named(made_from.unwrap_or(carrier))?;
            Subject::Unit
        }
        "terrain" => {
            catalogue.terrain_named(carrier)?;
            Subject::Terrain
        }
        _ => return None,
    };
    let default = catalogue.attributes.get(&(subject, Arc::from(attribute)))?.default.as_ref()?;
    Some(default.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prior_is_found_where_it_is_called_and_nowhere_else() {
        assert!(calls_prior("fn f(a) { prior(a) + 1 }"));
        assert!(calls_prior("fn f(a) {\n  prior (a)\n}"));
        for not in ["fn f() { 1 } // prior(a)", "fn f() { a_prior(1) }", "fn f() { let prior = 1; prior }"] {
            assert!(!calls_prior(not), "{not}");
        }
    }
}
