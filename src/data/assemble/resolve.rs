//! The end of an assembly: names are followed, types get what they inherit, numbers are held against their ranges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Assembly;
use super::exceptions::ExceptionDraft;
use super::roster::initial;
use super::units::{MOST_BASES, TypeDraft};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{AttributeDef, Exception, Subject, Terrain, UnitType, Write, Writes, Written};
use crate::kernel::value::{HullId, TerrainId, TypeId, Value};
use crate::kernel::writes::fold;

impl Assembly<'_> {
    /// Fills the catalogue from the drafts.
    pub(super) fn resolve(&mut self) {
        self.resolve_terrain();
        self.resolve_units();
        self.check_values();
        self.check_tables();
        self.check_typed();
    }

    fn resolve_terrain(&mut self) {
        for (_, draft) in std::mem::take(&mut self.terrain) {
            let what = format!("terrain {}", draft.name);
            let attributes = self.with_defaults(Subject::Terrain, draft.held.attributes, &what);
            self.data.catalogue.terrain.push(Terrain {
                symbol: draft.symbol.unwrap_or_else(|| initial(&draft.name).to_string().into()),
                name: draft.name,
                title: draft.title,
                hexside: draft.hexside,
                colour: draft.colour,
                attributes,
                modifiers: draft.held.modifiers,
                origin: draft.origin,
            });
        }
    }

    fn resolve_units(&mut self) {
        let drafts = std::mem::take(&mut self.units);
        let index: BTreeMap<Arc<str>, usize> =
            drafts.keys().cloned().enumerate().map(|(i, n)| (n, i)).collect();
        let terrain: BTreeMap<Arc<str>, TerrainId> = (self.data.catalogue.terrain.iter().enumerate())
            .map(|(i, terrain)| (terrain.name.clone(), TerrainId(i as u32)))
            .collect();
        let drafts: Vec<TypeDraft> = drafts.into_values().collect();
        let bases = self.bases(&drafts, &index);
        let mut done: Vec<Option<UnitType>> = vec![None; drafts.len()];
        for start in 0..drafts.len() {
            // The chain of bases that are not done yet, the nearest first; `bases` has no cycles and no long chains.
            let mut chain = vec![start];
            while let Some(base) = bases[chain[chain.len() - 1]].filter(|base| done[*base].is_none()) {
                chain.push(base);
            }
            for &at in chain.iter().rev().filter(|at| done[**at].is_none()).collect::<Vec<_>>() {
                let base = bases[at].and_then(|base| Some((TypeId(base as u32), done[base].clone()?)));
                done[at] = Some(self.resolve_unit(&drafts[at], base, &terrain));
            }
        }
        self.data.catalogue.unit_types = done.into_iter().flatten().collect();
        self.check_exceptions();
    }

    /// What unit types make of a terrain stands above what the terrain says by itself, and within the same ranges.
    fn check_exceptions(&mut self) {
        let catalogue = &self.data.catalogue;
        let mut met: Vec<(String, AttributeDef, Writes)> = Vec::new();
        for unit_type in &catalogue.unit_types {
            for (terrain, exception) in &unit_type.exceptions {
                let terrain = catalogue.terrain_def(exception.counts_as.unwrap_or(*terrain));
                for (name, own) in &exception.attributes {
                    let Some(def) = catalogue.attributes.get(&(Subject::Terrain, name.clone())) else {
                        continue;
                    };
                    let printed = terrain.attributes.get(name).into_iter().flatten();
                    let writes: Writes = printed.chain(own).cloned().collect();
                    let what = format!("terrain {} as met by {}", terrain.name, unit_type.name);
                    met.push((what, def.clone(), writes));
                }
            }
        }
        for (what, def, writes) in met {
            let writes = above_default(&def, writes);
            self.check_writes(
                &writes,
                &what,
                &def.name,
                |s, number, span| s.out_of_range(&def, number, span),
                def.range,
            );
        }
    }

    /// The base of each type; nothing for one that is unknown, leads back, or is too far down.
    fn bases(&mut self, drafts: &[TypeDraft], index: &BTreeMap<Arc<str>, usize>) -> Vec<Option<usize>> {
        let mut bases: Vec<Option<usize>> = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let base = draft.base.as_ref().and_then(|(name, span)| {
                let found = index.get(name).copied();
                if found.is_none() && !self.is_full() {
                    let types = drafts.iter().filter(|other| !self.own_units.contains_key(&other.name));
                    let names = types.map(|d| &*d.name).filter(|n| *n != &*draft.name);
                    let told = self.unknown((Code::UNKNOWN_TYPE, "unit type"), name, *span, names);
                    self.tell(told);
                }
                found
            });
            bases.push(base);
        }
        let mut cut = BTreeSet::new();
        let mut depth: Vec<Option<usize>> = vec![None; drafts.len()];
        for start in 0..drafts.len() {
            let mut chain = vec![start];
            let mut on_chain = BTreeSet::from([start]);
            let mut reached = 0;
            while let Some(base) = bases[chain[chain.len() - 1]] {
                if let Some(known) = depth[base] {
                    reached = known + 1;
                    break;
                }
                if !on_chain.insert(base) {
                    self.tell(cycle(drafts, &chain, base));
                    cut.insert(chain[chain.len() - 1]);
                    bases[chain[chain.len() - 1]] = None;
                    break;
                }
                chain.push(base);
            }
            for (i, &at) in chain.iter().rev().enumerate() {
                depth[at] = Some(reached + i);
            }
        }
        for (at, draft) in drafts.iter().enumerate() {
            if depth[at].is_some_and(|depth| depth > MOST_BASES) {
                bases[at] = None;
                self.tell(
                    Diagnostic::error(
                        Code::TOO_LARGE,
                        format!("unit type `{}` inherits over more than {MOST_BASES} steps", draft.name),
                    )
                    .at(draft.base.as_ref().map_or(draft.origin.span, |(_, span)| *span), "")
                    .help("inherit from a type nearer to the beginning"),
                );
            }
        }
        bases
    }

    fn resolve_unit(
        &mut self,
        draft: &TypeDraft,
        base: Option<(TypeId, UnitType)>,
        terrain: &BTreeMap<Arc<str>, TerrainId>,
    ) -> UnitType {
        let what = format!("unit {}", draft.name);
        let (base_id, base) = base.unzip();
        let mut attributes = base.as_ref().map(|b| b.attributes.clone()).unwrap_or_default();
        let writes = attributes.values().chain(draft.held.attributes.values()).map(Vec::len).sum();
        let room = self.use_writes(writes, draft.origin.span);
        if self.take(room).is_none() {
            attributes.clear();
        }
        for (name, writes) in &draft.held.attributes {
            let all: &mut Writes = attributes.entry(name.clone()).or_default();
            all.extend(writes.iter().cloned());
            // One unit of an order of battle is still of its type: what a higher rank says of all of them comes after
            // what a lower rank says of this one.
            if self.own_units.contains_key(&draft.name) {
                all.sort_by_key(|written| written.origin.layer.rank);
            }
        }
        let attributes = self.with_defaults(Subject::Unit, attributes, &what);
        let mut exceptions = base.as_ref().map(|b| b.exceptions.clone()).unwrap_or_default();
        for (name, exception) in &draft.exceptions {
            match terrain.get(name) {
                Some(id) => self.add_exception(exceptions.entry(*id).or_default(), exception, terrain),
                None => self.no_terrain(name, exception.named, terrain),
            }
        }
        let first = || initial(&draft.name).to_string().into();
        let inherited_symbol = || base.as_ref().map(|b| b.symbol.clone());
        let of_base = base.as_ref().filter(|_| self.own_units.contains_key(&draft.name));
        let hull = match &draft.hull {
            Some((name, span)) => self.hull_named(name, *span),
            None => base.as_ref().and_then(|b| b.hull),
        };
        UnitType {
            name: draft.name.clone(),
            title: draft
                .title
                .clone()
                .or_else(|| of_base.map(|b| b.title.clone()))
                .unwrap_or_else(|| draft.name.clone()),
            base: base_id,
            symbol: draft.symbol.clone().or_else(inherited_symbol).unwrap_or_else(first),
            hull,
            attributes,
            exceptions,
            origin: draft.origin.clone(),
        }
    }

    fn hull_named(&mut self, name: &Arc<str>, span: Span) -> Option<HullId> {
        let found = self.data.catalogue.hull_named(name);
        if found.is_none() && !self.told_at.contains(&span) && !self.is_full() {
            let names = self.data.catalogue.hulls.iter().map(|hull| &*hull.name);
            let told = self.unknown((Code::UNKNOWN_HULL, "hull"), name, span, names);
            self.tell(told);
        }
        found
    }

    fn add_exception(
        &mut self,
        exception: &mut Exception,
        draft: &ExceptionDraft,
        terrain: &BTreeMap<Arc<str>, TerrainId>,
    ) {
        if let Some((name, span)) = &draft.counts_as {
            match terrain.get(name) {
                Some(id) => exception.counts_as = Some(*id),
                None => self.no_terrain(name, *span, terrain),
            }
        }
        for (name, writes) in &draft.held.attributes {
            exception.attributes.entry(name.clone()).or_default().extend(writes.iter().cloned());
        }
        for name in &draft.ignores {
            if !exception.ignores.contains(name) {
                exception.ignores.push(name.clone());
            }
        }
        exception.modifiers.extend(draft.held.modifiers.iter().cloned());
        exception.origin = Some(draft.origin.clone());
    }

    fn no_terrain(&mut self, name: &str, span: Span, terrain: &BTreeMap<Arc<str>, TerrainId>) {
        if !self.told_at.contains(&span) && !self.is_full() {
            let told =
                self.unknown((Code::UNKNOWN_TERRAIN, "terrain"), name, span, terrain.keys().map(|n| &**n));
            self.tell(told);
        }
    }

    /// Attributes that only add get the declared default to add to; then every number is held against its range.
    fn with_defaults(
        &mut self,
        subject: Subject,
        attributes: BTreeMap<Arc<str>, Writes>,
        what: &str,
    ) -> BTreeMap<Arc<str>, Writes> {
        let mut checked = BTreeMap::new();
        for (name, writes) in attributes {
            let Some(def) = self.data.catalogue.attributes.get(&(subject, name.clone())).cloned() else {
                continue;
            };
            let writes = above_default(&def, writes);
            self.check_writes(
                &writes,
                what,
                &name,
                |s, number, span| s.out_of_range(&def, number, span),
                def.range,
            );
            checked.insert(name, writes);
        }
        checked
    }

    fn check_values(&mut self) {
        for (name, named) in self.data.catalogue.values.clone() {
            let (least, greatest) = named.range;
            let declared = named.writes[0].origin.clone();
            self.check_writes(
                &named.writes,
                "value",
                &name,
                |_, number, span| {
                    let title = format!("value `{name}` comes to {number}, outside {least}..{greatest}");
                    let told = Diagnostic::error(Code::OUT_OF_RANGE, title).at(span, "");
                    let told = match declared.span == span {
                        true => told,
                        false => told.at(declared.span, format!("{} sets the range here", declared.layer)),
                    };
                    told.help(format!("stay within {least}..{greatest}"))
                },
                named.range,
            );
        }
    }

    /// Follows the writes as far as they do not depend on the game.
    fn check_writes(
        &mut self,
        writes: &[Written],
        what: &str,
        name: &str,
        outside: impl Fn(&Self, i64, crate::diagnostic::Span) -> Diagnostic,
        range: (i64, i64),
    ) {
        let known = writes.iter().rposition(|w| matches!(w.write, Write::Compute(_)));
        if known.is_some() {
            return;
        }
        let Ok((_, steps)) = fold(writes, |_| Err::<i64, ()>(())) else { return };
        let mut before = &Value::Nothing;
        for step in &steps {
            let adds = matches!(step.written.write, Write::Add(_) | Write::Multiply(..));
            let span = step.written.origin.span;
            if adds && *before == Value::Nothing && self.told_at.insert(span) {
                self.tell(
                    Diagnostic::error(
                        Code::BAD_PATCH,
                        format!("{what} has no `{name}` to add to or multiply"),
                    )
                    .at(span, "")
                    .help(format!("set it: `{name} = 1`")),
                );
            }
            before = &step.after;
        }
        if let Some(step) = steps.last()
            && let Value::Int(number) = step.after
            && (number < range.0 || number > range.1)
            && !self.told_at.contains(&step.written.origin.span)
        {
            let told = outside(self, number, step.written.origin.span);
            self.tell(told);
        }
    }
}

/// Writes that only add, above the declared default; others as they are.
fn above_default(def: &AttributeDef, mut writes: Writes) -> Writes {
    if let (Some(default), Some(Write::Add(_) | Write::Multiply(..))) =
        (&def.default, writes.first().map(|first| &first.write))
    {
        let write = Write::Set(default.clone());
        writes.insert(0, Written { write, origin: def.origin.clone() });
    }
    writes
}

fn cycle(drafts: &[TypeDraft], chain: &[usize], back: usize) -> Diagnostic {
    let from = chain.iter().position(|at| *at == back).unwrap_or(0);
    let round: Vec<&str> = chain[from..].iter().chain([&back]).map(|at| &*drafts[*at].name).collect();
    let last = &drafts[chain[chain.len() - 1]];
    let mut told =
        Diagnostic::error(Code::CYCLE, format!("unit type `{}` inherits from itself", drafts[back].name))
            .at(last.base.as_ref().map_or(last.origin.span, |(_, span)| *span), "");
    if round.len() > 2 {
        let way = match round.len() {
            0..=8 => round.join(" → "),
            n => format!("{} → … ({} more) → {}", round[..4].join(" → "), n - 6, round[n - 2..].join(" → ")),
        };
        told = told.note(format!("the way round: {way}"));
    }
    told.help("let one of them stand without `from`")
}
