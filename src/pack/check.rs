//! Whether a pack is whole: every id of its ledger carried out by a rule and shown by a session.

use std::collections::BTreeMap;

use super::load::Loaded;
use crate::data::{LedgerEntry, LedgerKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::Terrain;
use crate::kernel::layer::Rank;
use crate::rules::RuleInfo;

/// One id of a ledger with who carries it out and who shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageLine {
    /// The entry of the ledger.
    pub entry: LedgerEntry,
    /// Rules and data that name it: name, and `file:line`.
    pub carried_out_by: Vec<(String, String)>,
    /// What was chosen where the source has a gap, in the pack's words.
    pub chosen: Vec<String>,
    /// Sessions that show it: paths inside the pack.
    pub shown_by: Vec<String>,
}

/// The ids of all ledgers of a chain of packs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// A line an id, in the order of the ledgers, lowest pack first.
    pub lines: Vec<CoverageLine>,
}

/// The rule that is in force in the place of this one, where a higher layer has one.
fn above<'a>(stack: &'a Loaded, rule: &RuleInfo) -> Option<&'a RuleInfo> {
    let mut all = stack.rules.rules().iter();
    rule.overridden.then(|| all.find(|own| own.name == rule.name && own.is_in_force())).flatten()
}

/// Who carries out and who shows each id. `worlds` are packs that stand on this one: their sessions and data
/// count for it too.
pub fn coverage(loaded: &Loaded, worlds: &[Loaded]) -> Coverage {
    let mut rules: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    let mut chosen: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut shown: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for stack in [loaded].into_iter().chain(worlds) {
        for rule in stack.rules.rules().iter().filter(|r| !r.expression) {
            for id in rule.doc.all_ids() {
                let place = stack.sources.place(rule.span);
                let carriers = rules.entry(id).or_default();
                if !carriers.iter().any(|(_, p)| *p == place) {
                    carriers.push((rule.name.to_string(), place));
                }
            }
            for (id, choice) in &rule.doc.gaps {
                let choices = chosen.entry(id).or_default();
                let choice = match above(stack, rule) {
                    None => choice.clone(),
                    Some(above) if above.doc.gaps.iter().any(|(own, _)| own == id) => continue,
                    Some(above) => format!("{choice} (below `{}` of {})", rule.name, above.layer.name),
                };
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
        for (id, what, span) in cites(stack) {
            let carriers = rules.entry(id).or_default();
            let place = stack.sources.place(span);
            if !carriers.iter().any(|(_, p)| *p == place) {
                carriers.push((what, place));
            }
        }
        for pack in stack.packs.iter() {
            for session in &pack.sessions {
                for id in &session.ids {
                    let path = format!("{}/{}", pack.files.name, session.path);
                    let sessions = shown.entry(id).or_default();
                    if !sessions.contains(&path) {
                        sessions.push(path);
                    }
                }
            }
        }
    }
    let entries = loaded.packs.iter().flat_map(|p| &p.ledger);
    let lines = entries
        .map(|entry| CoverageLine {
            entry: entry.clone(),
            carried_out_by: rules.get(&*entry.id).cloned().unwrap_or_default(),
            chosen: chosen.get(&*entry.id).cloned().unwrap_or_default(),
            shown_by: shown.get(&*entry.id).cloned().unwrap_or_default(),
        })
        .collect();
    Coverage { lines }
}

/// Data that cites an id of the source.
fn cites(loaded: &Loaded) -> Vec<(&str, String, crate::diagnostic::Span)> {
    let catalogue = &loaded.data.catalogue;
    let attributes = catalogue.attributes.values().map(|a| (&a.origin, format!("attribute {}", a.name)));
    // Every layer that writes a value may carry a rule of its own source out by it.
    let values = catalogue
        .values
        .values()
        .flat_map(|v| v.writes.iter().map(move |w| (&w.origin, format!("value {}", v.name))));
    let terrain = catalogue.terrain.iter().map(|t| (&t.origin, format!("terrain {}", t.name)));
    let types = catalogue.unit_types.iter().map(|t| (&t.origin, format!("unit {}", t.name)));
    let all = attributes.chain(values).chain(terrain).chain(types);
    all.filter_map(|(origin, what)| Some((origin.cites.as_deref()?, what, origin.span))).collect()
}

/// What is wrong with a pack that can be loaded: its warnings, and holes in its ledger. `worlds` are packs that stand on it.
pub fn check_pack(loaded: &Loaded, worlds: &[Loaded]) -> Vec<Diagnostic> {
    let mut found = loaded.warnings.clone();
    found.extend(misnamed(loaded));
    found.extend(alike_on_maps(loaded));
    found.extend(undocumented(loaded));
    found.extend(holes(loaded, worlds));
    found
}

/// The asked pack where its folder is called otherwise: a copy whose sessions still play the pack that it was made from.
fn misnamed(loaded: &Loaded) -> Option<Diagnostic> {
    let (manifest, folder) = (&loaded.pack().manifest, &loaded.pack().files.name);
    if manifest.id == *folder {
        return None;
    }
    let told = format!("the manifest calls this pack `{}`, and its folder `{folder}`", manifest.id);
    let rename = format!("packs are found by their folders: rename the folder to `{}`", manifest.id);
    // Blanks and the like are no part of a name, but may be of a folder's.
    let is_name = folder.chars().all(|c| c.is_alphanumeric() || "_-'".contains(c));
    let help = match is_name {
        true => {
            format!("{rename}, or write `pack {folder}` here and `# Scenario: {folder}/…` in its sessions")
        }
        false => rename,
    };
    Some(Diagnostic::warning(Code::MISNAMED, told).at(manifest.origin.span, "").help(help))
}

/// Terrain with the symbol of other terrain of its layer. Of another layer it may mean to stand before that on its own maps.
fn alike_on_maps(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut first: BTreeMap<_, &Terrain> = BTreeMap::new();
    let mut found = Vec::new();
    for terrain in &loaded.data.catalogue.terrain {
        let key = (&terrain.origin.layer, terrain.hexside, &terrain.symbol);
        let other = *first.entry(key).or_insert(terrain);
        if other.name != terrain.name {
            let title =
                format!("`{}` and `{}` have the same symbol, `{}`", other.name, terrain.name, terrain.symbol);
            let alike = Diagnostic::warning(Code::SAME_SYMBOL, title).at(terrain.origin.span, "the second");
            found.push(
                alike.at(other.origin.span, "the first").help("give one of them another one: `symbol x`"),
            );
        }
    }
    found
}

/// Rules of packs without a word on where they come from, and ids that no ledger lists.
fn undocumented(loaded: &Loaded) -> Vec<Diagnostic> {
    let known: Vec<&str> = loaded.packs.iter().flat_map(|p| &p.ledger).map(|e| &*e.id).collect();
    let is_closed = |id: &str| {
        let mut entries = loaded.packs.iter().flat_map(|p| &p.ledger);
        let entry = entries.find(|entry| *entry.id == *id);
        entry.is_some_and(|entry| !matches!(entry.kind, LedgerKind::Gap | LedgerKind::Ambiguous))
    };
    let mut found = Vec::new();
    for rule in loaded.rules.rules().iter().filter(|r| !r.expression && r.layer.rank <= Rank::Unit) {
        let head = crate::diagnostic::Span { end: rule.span.start + 2, ..rule.span };
        for id in rule.doc.all_ids().filter(|id| !known.contains(id)) {
            let told = format!("rule `{}` names `{id}`, which no ledger lists", rule.name);
            found
                .push(Diagnostic::error(Code::BAD_LEDGER, told).at(head, "").near(id, known.iter().copied()));
        }
        for (id, _) in rule.doc.gaps.iter().filter(|(id, _)| is_closed(id)) {
            let told = format!("rule `{}` fills the gap `{id}`, which is none in the ledger", rule.name);
            found.push(Diagnostic::error(Code::NO_GAP, told).at(head, "").help(
                "name what is left open in the ledger, `ID gap \"…\"` or `ID ambiguous \"…\"`, or write `/// Rule: ID` or \
                 `/// House: what for`",
            ));
        }
        for (id, _) in rule.doc.gaps.iter().filter(|(_, chosen)| chosen.is_empty()) {
            let told = format!("rule `{}` does not say what was chosen for the gap `{id}`", rule.name);
            let told = Diagnostic::warning(Code::UNDOCUMENTED, told).at(head, "");
            found.push(told.help(format!("write it behind the id: `/// Gap: {id} what was chosen`")));
        }
        if !known.is_empty()
            && !rule.private
            && rule.doc.all_ids().next().is_none()
            && rule.doc.house.is_none()
        {
            found.push(
                Diagnostic::warning(
                    Code::UNDOCUMENTED,
                    format!("rule `{}` does not say where it comes from", rule.name),
                )
                .at(head, "")
                .help(
                    "write `/// Rule: ID`, `/// Gap: ID what was chosen` or `/// House: what for` above it",
                ),
            );
        }
    }
    found
}

/// How an id is carried out, and how it is shown.
const CARRY: &str = "`/// Rule: ID` above a rule says that it carries the id out";
const CHOOSE: &str = "`/// Gap: ID what was chosen` above a rule says that it fills the gap, and how";
const SHOW: &str = "`# Rules: ID` in the head of a session says that it shows the id";

/// Ids of the asked pack's own ledger that nothing carries out or nothing shows.
fn holes(loaded: &Loaded, worlds: &[Loaded]) -> Vec<Diagnostic> {
    let own: Vec<&str> = loaded.pack().ledger.iter().map(|e| &*e.id).collect();
    let mut found = Vec::new();
    for line in coverage(loaded, worlds).lines.iter().filter(|l| own.contains(&&*l.entry.id)) {
        let by_nobody = line.carried_out_by.is_empty() && line.entry.kind != LedgerKind::Program;
        let carry = match line.entry.kind {
            LedgerKind::Gap | LedgerKind::Ambiguous => CHOOSE,
            LedgerKind::Rule | LedgerKind::Program => CARRY,
        };
        let (missing, help) = match (by_nobody, line.shown_by.is_empty()) {
            (true, true) => ("no rule carries it out and no session shows it", format!("{carry}; {SHOW}")),
            (true, false) => ("no rule carries it out", carry.to_owned()),
            (false, true) => ("no session shows it", SHOW.to_owned()),
            (false, false) => continue,
        };
        let kind = match line.entry.kind {
            LedgerKind::Rule | LedgerKind::Program => "",
            LedgerKind::Gap => "gap ",
            LedgerKind::Ambiguous => "ambiguity ",
        };
        found.push(
            Diagnostic::error(Code::HOLE, format!("{kind}{}: {missing}", line.entry.id))
                .at(line.entry.span, "")
                .help(help),
        );
    }
    found
}
