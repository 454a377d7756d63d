//! From the trees of all layers to one [`Data`], lowest layer first.
//!
//! A layer is gone through three times: what it declares, what it defines, what it changes. So the order of its
//! files and of the blocks in them does not matter, except between changes of one thing. Names that lead to other
//! definitions (a base, a terrain) are followed at the end, when all layers have spoken.

mod attributes;
mod bounds;
mod change;
mod commands;
mod declare;
mod exceptions;
mod hold;
mod hulls;
mod limits;
mod maps;
mod names;
mod patchwork;
mod reader;
mod resolve;
mod roster;
mod scenario;
mod sides;
mod tables;
mod tabletop;
mod terrain;
mod typed;
mod units;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;

use self::limits::Used;
pub(super) use self::reader::Line;
use self::terrain::TerrainDraft;
use self::units::TypeDraft;
use super::manifest::read_manifest;
use super::notation::has_unfit_number;
use super::tree::{Body, Entry, TokenKind, Tree};
use super::types::{Data, GeneratedRule, NamedFor, Overridden, RuleRef};
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span, unseen_in};
use crate::kernel::catalogue::{Origin, Subject};
use crate::kernel::layer::{Layer, Rank};

/// The data files of one layer.
#[derive(Debug, Clone)]
pub struct LayerFiles {
    /// The layer.
    pub layer: Arc<Layer>,
    /// Its files as [`parse`](super::parse) read them, in the order of their names.
    pub trees: Vec<Arc<Tree>>,
}

/// Puts the data of `layers` together, lowest first. With a scenario its sides, its order of battle and its changes
/// are part of it; the changes stand as those of the world, after the world's own.
///
/// # Errors
/// All mistakes together. What could be read is there all the same, so that more can be told of it; only a load
/// without errors may be played.
pub fn assemble(
    layers: &[LayerFiles],
    scenario: Option<&str>,
    sources: &SourceMap,
) -> (Data, Vec<Diagnostic>) {
    let nobody = Arc::new(Layer { rank: Rank::Core, name: Arc::from("") });
    let mut assembly = Assembly {
        sources,
        layer: nobody,
        block: None,
        cite: None,
        told: Vec::new(),
        told_at: BTreeSet::new(),
        data: Data::default(),
        units: IndexMap::new(),
        terrain: IndexMap::new(),
        gone: BTreeMap::new(),
        own_units: BTreeMap::new(),
        waiting: BTreeSet::new(),
        waiting_symbols: BTreeSet::new(),
        waiting_maps: BTreeMap::new(),
        asleep: BTreeSet::new(),
        used: Used::default(),
    };
    let mut chosen = assembly.find_scenario(layers, scenario);
    assembly.put_to_sleep(layers, scenario);
    let above = layers.iter().position(|files| files.layer.rank > Rank::World).unwrap_or(layers.len());
    for (at, files) in layers.iter().enumerate() {
        if at == above
            && let Some(chosen) = &mut chosen
        {
            assembly.change_by_scenario(chosen);
        }
        assembly.layer = files.layer.clone();
        for pass in [Pass::Declare, Pass::Define, Pass::Change] {
            for entry in assembly.awake(files) {
                assembly.block(entry, pass);
            }
        }
    }
    if above == layers.len()
        && let Some(chosen) = &mut chosen
    {
        assembly.change_by_scenario(chosen);
    }
    assembly.resolve();
    assembly.read_maps(layers);
    if let Some(chosen) = chosen {
        assembly.set_up(chosen);
    }
    assembly.data.elsewhere.extend(assembly.gone.keys().map(|(_, name)| name.clone()));
    assembly.data.deleted = assembly.gone;
    let mut told = assembly.told;
    if told.len() > MOST_TOLD {
        told.truncate(MOST_TOLD);
        let more = "there are more mistakes than these; the rest is not told";
        told.push(Diagnostic::error(Code::TOO_LARGE, more).help("mend these first, and ask again"));
    }
    told.sort_by_key(|d| {
        d.labels.first().map_or((u32::MAX, 0), |label| (label.span.file.0, label.span.start))
    });
    (assembly.data, told)
}

/// How many mistakes of a stack are told; where there are more, reading stops.
const MOST_TOLD: usize = 200;

/// Which of the three times a layer is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Declare,
    Define,
    Change,
}

/// The words that begin a block, with the pass in which it is read.
const BLOCKS: [(&str, Pass); 21] = [
    ("pack", Pass::Declare),
    ("attribute", Pass::Declare),
    ("rating", Pass::Declare),
    ("flag", Pass::Declare),
    ("word", Pass::Declare),
    ("property", Pass::Declare),
    ("phase", Pass::Declare),
    ("roll", Pass::Declare),
    ("value", Pass::Define),
    ("table", Pass::Define),
    ("hull", Pass::Define),
    ("unit", Pass::Define),
    ("terrain", Pass::Define),
    ("hexside", Pass::Define),
    ("command", Pass::Define),
    ("map", Pass::Define),
    ("scenario", Pass::Define),
    ("rules", Pass::Define),
    ("notes", Pass::Define),
    ("change", Pass::Change),
    ("delete", Pass::Change),
];

/// The words that begin what rules name in texts.
const DECLARING: [&str; 13] = [
    "attribute",
    "rating",
    "flag",
    "word",
    "property",
    "phase",
    "roll",
    "value",
    "table",
    "side",
    "unit",
    "terrain",
    "hexside",
];

/// The data in the making.
struct Assembly<'s> {
    sources: &'s SourceMap,
    /// The layer that is being read.
    layer: Arc<Layer>,
    /// The block that is being read.
    block: Option<Span>,
    /// Its cite, for entries without their own.
    cite: Option<Arc<str>>,
    told: Vec<Diagnostic>,
    /// Places of which something has been told already, so that a number is not blamed twice.
    told_at: BTreeSet<Span>,
    data: Data,
    units: IndexMap<Arc<str>, TypeDraft>,
    terrain: IndexMap<Arc<str>, TerrainDraft>,
    /// What layers have deleted: kind and name.
    gone: BTreeMap<(&'static str, Arc<str>), Origin>,
    /// Units of the scenario's order of battle, by name: the type, and where they stand.
    own_units: BTreeMap<Arc<str>, (Arc<str>, Origin)>,
    /// Units of scenarios that are not being played, and what the files of those define: a change to one of them
    /// waits.
    waiting: BTreeSet<Arc<str>>,
    /// Symbols of terrain that files of scenarios define which are not being played.
    waiting_symbols: BTreeSet<Arc<str>>,
    /// Maps of terrain that is not there without its scenario, with what is wrong with them here.
    waiting_maps: BTreeMap<Arc<str>, Vec<Diagnostic>>,
    /// Files of scenarios that are not being played. What they define beside the scenario is the scenario's own.
    asleep: BTreeSet<FileId>,
    used: Used,
}

impl<'s> Assembly<'s> {
    /// Leaves out the `.scenario` files without the scenario that is played, and notes what they define.
    fn put_to_sleep(&mut self, layers: &[LayerFiles], scenario: Option<&str>) {
        for tree in layers.iter().flat_map(|files| &files.trees) {
            let mut scenarios =
                tree.entries.iter().filter(|e| e.key(self.sources) == Some("scenario")).peekable();
            let is_for_one =
                self.sources.file(tree.file).path.ends_with(".scenario") && scenarios.peek().is_some();
            if !is_for_one || scenarios.any(|entry| self.second_word(entry) == scenario) {
                continue;
            }
            self.asleep.insert(tree.file);
            for entry in &tree.entries {
                if let (Some(kind @ ("unit" | "terrain" | "hexside")), Some(name)) =
                    (entry.key(self.sources), self.second_word(entry))
                {
                    self.waiting.insert(Arc::from(name));
                    if kind == "terrain" {
                        self.waiting_symbols.insert(self.symbol_of_terrain(entry, name));
                    }
                }
                for entry in std::iter::once(entry).chain(entry.entries()) {
                    if entry.key(self.sources).is_some_and(|key| DECLARING.contains(&key)) {
                        let words = entry.tokens.iter().skip(1).filter(|token| token.kind == TokenKind::Word);
                        self.data
                            .elsewhere
                            .extend(words.map(|token| Arc::from(self.sources.text(token.span))));
                    }
                }
            }
        }
    }

    /// What the files of a layer say, those left out that are asleep.
    fn awake<'e>(&self, files: &'e LayerFiles) -> Vec<&'e Entry> {
        let awake = files.trees.iter().filter(|tree| !self.asleep.contains(&tree.file));
        awake.flat_map(|tree| &tree.entries).collect()
    }

    /// The `map` blocks of all layers, which need the whole terrain.
    fn read_maps(&mut self, layers: &[LayerFiles]) {
        for files in layers {
            self.layer = files.layer.clone();
            for entry in self.awake(files) {
                if entry.key(self.sources) == Some("map") {
                    let read = self.map_block(entry);
                    self.take(read);
                }
            }
        }
    }

    fn block(&mut self, entry: &Entry, pass: Pass) {
        if self.is_full() {
            return;
        }
        let Some(key) = entry.key(self.sources) else {
            if pass == Pass::Declare {
                self.not_a_block(entry);
            }
            return;
        };
        let Some((_, when)) = BLOCKS.iter().find(|(word, _)| *word == key) else {
            if pass == Pass::Declare {
                self.unknown_block(entry, key);
            }
            return;
        };
        let in_declarations = key == "change" && self.second_word(entry) == Some("attribute");
        if *when != pass && !(in_declarations && pass == Pass::Declare) {
            return;
        }
        self.block = Some(entry.span);
        self.cite = entry.cite.map(|span| Arc::from(self.sources.text(span)));
        let read = match key {
            "pack" => self.manifest(entry),
            "attribute" | "rating" | "flag" | "word" => self.attribute(entry, key),
            "property" => self.property(entry),
            "phase" => self.phase(entry),
            "roll" => self.roll(entry),
            "value" => self.value(entry),
            "table" => self.table(entry),
            "hull" => self.hull(entry),
            "unit" => self.unit(entry),
            "terrain" | "hexside" => self.terrain_block(entry, key == "hexside"),
            "command" => self.command(entry),
            "rules" => self.script(entry),
            "notes" => self.notes(entry),
            "change" if in_declarations && pass != Pass::Declare => Ok(()),
            "change" => self.change(entry),
            "delete" => self.delete(entry),
            _ => Ok(()),
        };
        if let Err(diagnostic) = read {
            self.tell(diagnostic);
        }
        (self.block, self.cite) = (None, None);
    }

    fn second_word(&self, entry: &Entry) -> Option<&'s str> {
        entry.tokens.get(1).filter(|t| t.kind == TokenKind::Word).map(|t| self.sources.text(t.span))
    }

    fn manifest(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let (manifest, told) = read_manifest(entry, &self.layer, self.sources);
        self.told.extend(told);
        let Some(manifest) = manifest else { return Ok(()) };
        for (hook, (rule, origin)) in &manifest.hooks {
            let what = format!("the hook `{hook}`");
            if &**hook == "worth" {
                self.data.worth_per = manifest.worth_per;
            }
            self.refer(rule, NamedFor::Hook(hook.clone()), origin.clone());
            if let Some((_, old)) = self.data.hooks.insert(hook.clone(), (rule.clone(), origin.clone())) {
                self.overridden(what, &old, origin);
            }
        }
        self.data.manifests.push(manifest);
        Ok(())
    }

    /// `notes "…"`: for readers of the file only.
    fn notes(&self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        line.text("a text")?;
        line.done()
    }

    fn script(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        match &entry.body {
            Some(Body::Script(span)) if entry.tokens.len() == 1 => {
                self.data.scripts.push((self.layer.clone(), *span));
                Ok(())
            }
            _ => Err(Diagnostic::error(Code::SYNTAX, "`rules` here has no block of rules")
                .at(entry.head(), "")
                .help(
                    "write `rules { fn … }`; rules in files of their own stand in the pack's `rules` folder",
                )),
        }
    }

    fn not_a_block(&mut self, entry: &Entry) {
        let title = match entry.tokens.first() {
            Some(token) => format!("expected a block, found `{}`", self.shown(token.span)),
            None => "a block has no head".to_owned(),
        };
        self.tell(
            Diagnostic::error(Code::SYNTAX, title)
                .at(entry.head(), "")
                .help("a block begins with its kind and its name: `unit infantry \"Infantry\" { … }`"),
        );
    }

    fn unknown_block(&mut self, entry: &Entry, key: &str) {
        let words = BLOCKS.iter().map(|(word, _)| *word);
        let mut told = Diagnostic::error(Code::UNKNOWN_BLOCK, format!("`{key}` is not a kind of block"))
            .at(entry.tokens[0].span, "")
            .near(key, words.clone());
        if told.help.is_none() {
            told = told.help(format!("blocks are {}", list(words)));
        }
        self.tell(told);
    }

    fn line<'e>(&self, entry: &'e Entry) -> Line<'e, 's> {
        Line::new(entry, self.sources)
    }

    /// Where an entry comes from.
    fn origin(&self, entry: &Entry) -> Origin {
        let own = entry.cite.map(|span| Arc::from(self.sources.text(span)));
        Origin { layer: self.layer.clone(), span: entry.head(), cites: own.or_else(|| self.cite.clone()) }
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        if let Some(label) = diagnostic.labels.first() {
            self.told_at.insert(label.span);
            // A word with an unseen character in it has been told of when the file was read.
            let text = self.sources.text(label.span);
            if text.len() < 200 && diagnostic.code != Code::BAD_TEXT && unseen_in(text).next().is_some() {
                return;
            }
            // So has a number that does not fit, which stands as another one here.
            if diagnostic.code == Code::OUT_OF_RANGE && has_unfit_number(text) {
                return;
            }
        }
        // Units on one line share their type and their hex, and so their mistakes.
        let is_told = self.told.iter().rev().take(10).any(|told| *told == diagnostic);
        if !self.is_full() && !is_told {
            self.told.push(diagnostic);
        }
    }

    /// Whether so much has been told that more would be of no use.
    fn is_full(&self) -> bool {
        self.told.len() > MOST_TOLD
    }

    /// Takes the value of something that was read, or tells why it was not.
    fn take<T>(&mut self, read: Result<T, Diagnostic>) -> Option<T> {
        read.map_err(|diagnostic| self.tell(diagnostic)).ok()
    }

    /// A rule for an expression in the data.
    fn generate(
        &mut self,
        text: Span,
        params: &[&'static str],
        what: String,
    ) -> Result<Arc<str>, Diagnostic> {
        if self.sources.text(text).trim().is_empty() {
            return Err(Diagnostic::error(Code::BAD_EXPRESSION, "an expression is empty")
                .at(text, "")
                .help("write what it comes to: `(own_hexes(unit))`"));
        }
        let name: Arc<str> = format!("data__{}", self.data.generated.len() + 1).into();
        self.data.generated.push(GeneratedRule {
            name: name.clone(),
            params: params.to_vec(),
            text_span: text,
            layer: self.layer.clone(),
            what,
        });
        Ok(name)
    }

    fn refer(&mut self, rule: &Arc<str>, named_for: NamedFor, origin: Origin) {
        self.data.rule_refs.push(RuleRef { rule: rule.clone(), named_for, origin });
    }

    /// Records that a higher layer changed something, and warns where two files of one rank both write it.
    fn overridden(&mut self, what: String, old: &Origin, new: &Origin) {
        if old.layer != new.layer {
            let (old, new) = (old.clone(), new.clone());
            self.data.overridden.push(Overridden { what: what.clone(), old, new });
        }
        // A scenario means to change its world, a world the one that it extends, and who rules anew of the same thing that.
        let is_meant = match new.layer.rank {
            Rank::House => false,
            rank => old.layer != new.layer || rank > Rank::House,
        };
        if old.layer.rank == new.layer.rank && old.span.file != new.span.file && !is_meant {
            self.told.push(
                Diagnostic::warning(
                    Code::TWO_WRITERS,
                    format!("{what} is written by two {} files; the later one wins", new.layer.rank),
                )
                .at(new.span, "this one wins")
                .at(old.span, "over this one")
                .help("leave one of the two out, or load them in the other order"),
            );
        }
    }

    /// Text of the source as a message shows it.
    fn shown(&self, span: Span) -> &'s str {
        shown(self.sources, span)
    }

    /// An unknown name, with "did you mean", and with a note where a layer has deleted what it named.
    fn unknown<'n>(
        &self,
        (code, kind): (Code, &'static str),
        name: &str,
        span: Span,
        names: impl Iterator<Item = &'n str>,
    ) -> Diagnostic {
        let told = Diagnostic::error(code, format!("no {kind} is called `{name}`")).at(span, "");
        match self.gone.get(&(kind, Arc::from(name))) {
            Some(origin) => told
                .at(origin.span, format!("{} deletes it here", origin.layer))
                .help("name another, or take the `delete` out"),
            None => {
                let names: Vec<&str> = names.collect();
                let told = told.near(name, names.iter().copied());
                match told.help.is_none() && (1..=MOST_LISTED).contains(&names.len()) {
                    true => told.help(format!("there are {}", list(names.into_iter()))),
                    false => told,
                }
            }
        }
    }

    /// The names of declared attributes of a subject.
    fn attribute_names(&self, subject: Subject) -> impl Iterator<Item = &str> + Clone {
        let defs = self.data.catalogue.attributes.values().filter(move |def| def.subject == subject);
        defs.map(|def| match &def.qualifies {
            // A qualifier is written without its attribute.
            Some(of) => &def.name[of.len() + 1..],
            None => &*def.name,
        })
    }
}

/// How many names a message lists at most.
const MOST_LISTED: usize = 12;

/// Names as a list for messages.
fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.take(2 * MOST_LISTED + 1).map(|name| format!("`{name}`")).collect();
    if names.len() > 2 * MOST_LISTED {
        names[2 * MOST_LISTED] = "…".to_owned();
    }
    names.join(", ")
}

/// Text of the source as a message shows it, cut where it is long.
fn shown(sources: &SourceMap, span: Span) -> &str {
    let text = sources.text(span);
    let end = text.char_indices().nth(60).map_or(text.len(), |(at, _)| at);
    text[..end].lines().next().unwrap_or_default()
}
