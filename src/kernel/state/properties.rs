//! Property values that were written. Those of units are asked for all the time, so they stand in a table.

use std::collections::BTreeMap;

use super::Target;
use crate::kernel::catalogue::Subject;
use crate::kernel::value::{UnitId, Value};

/// Written properties, in the order of whose they are, then of the catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct Properties {
    /// A row a unit, a column a property.
    units: Vec<Option<Value>>,
    columns: usize,
    /// How many values are written in each column.
    written: Vec<u32>,
    /// Those of hexes, sides and the game, by property: most have none, and then nothing has to be looked for.
    others: Vec<BTreeMap<Target, Value>>,
}

impl PartialEq for Properties {
    /// The same values, however large the table has grown.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Properties {
    #[inline]
    pub(super) fn get(&self, target: Target, property: u32) -> Option<&Value> {
        match target {
            Target::Unit(unit) if (property as usize) < self.columns => {
                self.units.get(unit.index() * self.columns + property as usize)?.as_ref()
            }
            Target::Unit(_) => None,
            _ => self.others.get(property as usize)?.get(&target),
        }
    }

    /// Puts a value in the place of the one that was written, which it answers.
    #[inline(always)]
    pub(super) fn set(&mut self, target: Target, property: u32, value: Option<Value>) -> Option<Value> {
        let Target::Unit(unit) = target else { return self.set_of_other(target, property as usize, value) };
        if property as usize >= self.columns {
            self.widen(property as usize + 1);
        }
        let at = unit.index() * self.columns + property as usize;
        if at >= self.units.len() {
            value.as_ref()?;
            self.units.resize((unit.index() + 1) * self.columns, None);
        }
        let count = &mut self.written[property as usize];
        *count += u32::from(value.is_some());
        let old = std::mem::replace(&mut self.units[at], value);
        *count -= u32::from(old.is_some());
        old
    }

    fn set_of_other(&mut self, target: Target, property: usize, value: Option<Value>) -> Option<Value> {
        if property >= self.others.len() {
            self.others.resize_with(property + 1, BTreeMap::new);
        }
        match value {
            Some(value) => self.others[property].insert(target, value),
            None => self.others[property].remove(&target),
        }
    }

    /// All that is written.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Target, u32, &Value)> {
        let units = self.units.iter().enumerate().filter_map(|(at, value)| {
            let (unit, property) = (at / self.columns, at % self.columns);
            Some((Target::Unit(UnitId(unit as u32)), property as u32, value.as_ref()?))
        });
        let of_each = (0..).zip(&self.others);
        let others =
            of_each.flat_map(|(property, all)| all.iter().map(move |(of, value)| (*of, property, value)));
        let mut others: Vec<(Target, u32, &Value)> = others.collect();
        others.sort_by_key(|(target, property, _)| (*target, *property));
        units.chain(others)
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.units.iter_mut().flatten().chain(self.others.iter_mut().flat_map(BTreeMap::values_mut))
    }

    /// Takes a property from all units of which it is written, in order of battle.
    pub(super) fn take_of_units(&mut self, property: u32, mut each: impl FnMut(UnitId, Value)) {
        let Some(left) = self.written.get_mut(property as usize).filter(|count| **count > 0) else { return };
        let column = self.units.iter_mut().skip(property as usize).step_by(self.columns);
        for (unit, value) in column.enumerate() {
            if let Some(was) = value.take() {
                each(UnitId(unit as u32), was);
                *left -= 1;
                if *left == 0 {
                    return;
                }
            }
        }
    }

    /// Whose property is written, of any kind but units.
    pub(super) fn holders(&self, subject: Subject, property: u32) -> Vec<Target> {
        let all = self.others.get(property as usize).into_iter().flat_map(BTreeMap::keys);
        all.copied().filter(|target| target.subject() == subject).collect()
    }

    #[cold]
    fn widen(&mut self, columns: usize) {
        let old = std::mem::take(self);
        self.columns = columns;
        self.others = old.others;
        self.written = old.written;
        self.written.resize(columns, 0);
        if old.columns == 0 {
            return;
        }
        for row in old.units.chunks(old.columns) {
            self.units.extend(row.iter().cloned());
            self.units.resize(self.units.len() + columns - old.columns, None);
        }
    }
}
