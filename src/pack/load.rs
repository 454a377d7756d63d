//! A pack, the packs that it stands on, house rules and rulings, put together and linked.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::files::PackFiles;
use super::library::Library;
use crate::data::{self, Data, LayerFiles, LedgerEntry, Manifest, RuleSource, Tree};
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span};
use crate::kernel::hex::HexMap;
use crate::kernel::layer::{Layer, Rank};
use crate::odds::Reckoner;
use crate::rules::{
    ExpressionRule, LayerScripts, Probe, Recall, RuleReference, Ruleset, ScriptStack, UnitScript,
};

/// A house file: its name and whole text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseFile {
    /// Its name as shown, which ends in `.rhai`, `.units` or `.map`.
    pub name: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
}

/// The name of a house file without its ending; nothing for a file of another kind.
pub fn house_stem(name: &str) -> Option<&str> {
    [".rhai", ".units", ".map"].into_iter().find_map(|ending| name.strip_suffix(ending))
}

/// A ruling made in the session, in the form of a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingText {
    /// Common sense or referee.
    pub rank: Rank,
    /// What it is called: `ruling 3`.
    pub name: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
}

/// What is to be loaded.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The pack, by id or by the path of its folder.
    pub pack: String,
    /// The scenario; none for the data and rules alone.
    pub scenario: Option<String>,
    /// House files, lowest first.
    pub house: Vec<HouseFile>,
    /// Rulings, in the order made.
    pub rulings: Vec<RulingText>,
}

/// A session file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFile {
    /// Path inside the pack.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The ids of the source that it shows (`# Rules: X-1, X-2`).
    pub ids: Vec<String>,
}

/// One pack of the chain.
#[derive(Debug, Clone)]
pub struct PackInfo {
    /// What its manifest says.
    pub manifest: Manifest,
    /// Its files.
    pub files: PackFiles,
    /// The hash of its rules, data and scenarios, 16 hex digits.
    pub hash: String,
    /// Its ledger.
    pub ledger: Vec<LedgerEntry>,
    /// Its sessions.
    pub sessions: Vec<SessionFile>,
}

impl PackInfo {
    /// The ready house rules: name without ending, path inside the pack.
    pub fn houses(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.files.keys().filter_map(|path| {
            let name = path.strip_prefix("house/")?;
            Some((house_stem(name)?, path.as_str()))
        })
    }
}

/// A layer in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerInfo {
    /// The layer.
    pub layer: Arc<Layer>,
    /// Version of a pack; empty for others.
    pub version: String,
    /// The hash of its text, 16 hex digits.
    pub hash: String,
    /// Its files.
    pub files: Vec<FileId>,
}

/// Everything that is in force.
#[derive(Debug)]
pub struct Loaded {
    /// All texts.
    pub sources: SourceMap,
    /// The packs, lowest first.
    pub packs: Vec<PackInfo>,
    /// The layers, lowest first.
    pub layers: Vec<LayerInfo>,
    /// The data.
    pub data: Data,
    /// The rules.
    pub rules: Rc<Ruleset>,
    /// What was found, but stops nothing.
    pub warnings: Vec<Diagnostic>,
    recall: OnceCell<Rc<Recall>>,
    reckoner: OnceCell<Rc<Reckoner>>,
}

impl Loaded {
    /// The same rules with a memory, for whoever runs them again and again. Made when first asked for.
    pub fn recall(&self) -> &Rc<Recall> {
        self.recall.get_or_init(|| Rc::new(Recall::new(&self.rules)))
    }

    /// The same rules for odds. Made when first asked for.
    pub fn reckoner(&self) -> &Rc<Reckoner> {
        self.reckoner.get_or_init(|| Rc::new(Reckoner::new(&self.rules)))
    }

    /// The pack that was asked for.
    pub fn pack(&self) -> &PackInfo {
        // A load begins with the pack that was asked for, so the chain is never empty.
        &self.packs[self.packs.len() - 1]
    }

    /// The text of a ready house rule of any pack in the chain.
    pub fn ready_house(&self, name: &str) -> Option<HouseFile> {
        self.packs.iter().rev().find_map(|pack| {
            let (_, path) = pack.houses().find(|(stem, path)| *stem == name || path.ends_with(name))?;
            let shown = format!("{}/{path}", pack.files.name);
            Some(HouseFile { name: Arc::from(shown), text: pack.files.files[path].clone() })
        })
    }
}

/// What loading found wrong, with the texts that it is about.
pub type Mistakes = (SourceMap, Vec<Diagnostic>);

/// Loads a stack. `cancel` breaks off any run of its rules when set.
///
/// # Errors
/// All mistakes of all files together.
pub fn load(library: &Library, request: &Request, cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
    let mut loader = Loader {
        sources: SourceMap::default(),
        diagnostics: Vec::new(),
        layers: Vec::new(),
        probe: library.probe(),
    };
    let packs = match loader.chain(library, &request.pack) {
        Ok(packs) => packs,
        Err(diagnostic) => {
            loader.diagnostics.push(diagnostic);
            return Err((loader.sources, loader.diagnostics));
        }
    };
    let packs: Vec<PackInfo> = packs.into_iter().filter_map(|files| loader.pack(files)).collect();
    for house in &request.house {
        loader.text_layer(Rank::House, &house.name, &house.text);
    }
    let mut rulings: Vec<&RulingText> = request.rulings.iter().collect();
    rulings.sort_by_key(|r| r.rank);
    for ruling in rulings {
        loader.text_layer(ruling.rank, &ruling.name, &ruling.text);
    }
    loader.finish(packs, request.scenario.as_deref(), cancel)
}

/// The scenario that a pack, or else a pack below it, names as its default; told by the manifests alone.
pub fn default_scenario(library: &Library, pack: &str) -> Option<String> {
    let mut loader = Loader {
        sources: SourceMap::default(),
        diagnostics: Vec::new(),
        layers: Vec::new(),
        probe: library.probe(),
    };
    let chain = loader.chain(library, pack).ok()?;
    chain.iter().rev().find_map(|files| {
        let text = files.files.get("manifest.pack")?.clone();
        let file = loader.sources.add("manifest.pack", text);
        let (tree, _) = data::parse(file, &loader.sources);
        let layer = Arc::new(Layer { rank: Rank::Core, name: files.name.clone() });
        let (name, _) = loader.manifest(&tree, &layer).0?.scenario?;
        Some(name.to_string())
    })
}

/// A layer on its way: its data and its scripts.
struct Pending {
    info: LayerInfo,
    trees: Vec<Tree>,
    scripts: Vec<Span>,
}

struct Loader {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    layers: Vec<Pending>,
    probe: Option<Arc<Probe>>,
}

impl Loader {
    /// The pack and all that it stands on, lowest first.
    fn chain(&mut self, library: &Library, name: &str) -> Result<Vec<PackFiles>, Diagnostic> {
        let mut chain: Vec<PackFiles> = Vec::new();
        let mut wanted = Some((name.to_owned(), None::<Arc<str>>, None::<Span>));
        while let Some((name, least, at)) = wanted.take() {
            let files = library.pack(&name).map_err(|mut diagnostic| {
                if let Some(at) = at {
                    diagnostic.code = Code::NEEDS_PACK;
                    diagnostic = diagnostic.at(at, "extended here");
                }
                diagnostic
            })?;
            if chain.iter().any(|p| p.name == files.name) {
                let way: Vec<&str> = chain.iter().map(|p| &*p.name).chain([&*files.name]).collect();
                return Err(Diagnostic::error(Code::CYCLE, format!("pack `{}` extends itself", files.name))
                    .note(format!("the way round: {}", way.join(" → "))));
            }
            let text = files.files.get("manifest.pack").cloned().unwrap_or_default();
            let file = self.sources.add(format!("{}/manifest.pack", files.name), text);
            let (tree, _) = data::parse(file, &self.sources);
            let layer = Arc::new(Layer { rank: Rank::Core, name: files.name.clone() });
            if let Some(manifest) = self.manifest(&tree, &layer).0 {
                if let (Some(least), Some(at)) = (least, at)
                    && !fits(&manifest.version, &least)
                {
                    return Err(Diagnostic::error(
                        Code::NEEDS_PACK,
                        format!(
                            "pack `{}` is here in version {}, and {least} is needed",
                            manifest.id, manifest.version
                        ),
                    )
                    .at(at, "needed here"));
                }
                wanted =
                    manifest.extends.clone().map(|(name, least, at)| (name.to_string(), least, Some(at)));
            }
            chain.insert(0, files);
        }
        Ok(chain)
    }

    fn manifest(&self, tree: &Tree, layer: &Arc<Layer>) -> (Option<Manifest>, Vec<Diagnostic>) {
        let block = tree.entries.iter().find(|e| self.sources.text(e.head()).starts_with("pack"));
        match block {
            Some(entry) => data::read_manifest(entry, layer, &self.sources),
            None => {
                let start = Span::new(tree.file, 0, 0);
                let told = Diagnostic::error(Code::NO_MANIFEST, "the manifest has no `pack` block")
                    .at(start, "")
                    .help("write `pack NAME \"Title\" { version 1.0.0 }`");
                (None, vec![told])
            }
        }
    }

    fn pack(&mut self, files: PackFiles) -> Option<PackInfo> {
        self.diagnostics.extend(files.remarks.iter().cloned());
        let lowest = self.layers.is_empty();
        let rank = if lowest { Rank::Core } else { Rank::World };
        let layer = Arc::new(Layer { rank, name: files.name.clone() });
        let mut pending = Pending {
            info: LayerInfo {
                layer: layer.clone(),
                version: String::new(),
                hash: String::new(),
                files: Vec::new(),
            },
            trees: Vec::new(),
            scripts: Vec::new(),
        };
        let mut hasher = blake3::Hasher::new();
        let mut manifest = None;
        let mut ledger = Vec::new();
        let mut sessions = Vec::new();
        for (path, text) in &files.files {
            let shown = format!("{}/{path}", files.name);
            let in_force = !path.starts_with("house/") && !path.starts_with("tests/");
            if in_force && (path.ends_with(".pack") || is_data(path)) {
                let file = self.add(&shown, text, &mut hasher);
                let (tree, told) = data::parse(file, &self.sources);
                self.diagnostics.extend(told);
                if path == "manifest.pack" {
                    let (found, told) = self.manifest(&tree, &layer);
                    // Assembling tells the same mistakes; only a missing block is told here.
                    if found.is_none() {
                        self.diagnostics.extend(told);
                    }
                    manifest = found;
                }
                pending.info.files.push(file);
                pending.trees.push(tree);
            } else if path.starts_with("rules/") && path.ends_with(".rhai") {
                let file = self.add(&shown, text, &mut hasher);
                pending.info.files.push(file);
                pending.scripts.push(Span::new(file, 0, text.len()));
            } else if in_force && path.ends_with(".rhai") {
                // Rules of a unit type: read when the data names them.
                self.add(&shown, text, &mut hasher);
            } else if path == "ledger.txt" {
                let file = self.sources.add(shown, text.clone());
                let (entries, told) = data::parse_ledger(file, &self.sources);
                self.diagnostics.extend(told);
                ledger = entries;
            } else if path.starts_with("tests/") && path.ends_with(".play") {
                sessions.push(SessionFile { path: path.clone(), text: text.clone(), ids: session_ids(text) });
            }
        }
        let hash = hasher.finalize().to_hex()[..16].to_owned();
        let manifest = manifest?;
        pending.info.hash.clone_from(&hash);
        pending.info.version = manifest.version.to_string();
        self.layers.push(pending);
        Some(PackInfo { manifest, files, hash, ledger, sessions })
    }

    fn add(&mut self, shown: &str, text: &Arc<str>, hasher: &mut blake3::Hasher) -> FileId {
        hasher.update(shown.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
        self.sources.add(shown, text.clone())
    }

    /// A house file or a ruling.
    fn text_layer(&mut self, rank: Rank, name: &Arc<str>, text: &Arc<str>) {
        let file = self.sources.add(name.clone(), text.clone());
        let stem = name.rsplit('/').next().unwrap_or(name);
        let stem = house_stem(stem).unwrap_or(stem);
        let layer = Arc::new(Layer { rank, name: Arc::from(stem) });
        let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        let info = LayerInfo { layer, version: String::new(), hash, files: vec![file] };
        let mut pending = Pending { info, trees: Vec::new(), scripts: Vec::new() };
        if name.ends_with(".rhai") {
            pending.scripts.push(Span::new(file, 0, text.len()));
        } else {
            let (tree, told) = data::parse(file, &self.sources);
            self.diagnostics.extend(told);
            pending.trees.push(tree);
        }
        self.layers.push(pending);
    }

    fn finish(
        mut self,
        packs: Vec<PackInfo>,
        scenario: Option<&str>,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Loaded, Mistakes> {
        let mut infos = Vec::new();
        let mut scripts: Vec<LayerScripts> = Vec::new();
        let mut layers: Vec<LayerFiles> = Vec::new();
        for pending in self.layers {
            let layer = pending.info.layer.clone();
            scripts.push(LayerScripts { layer: layer.clone(), spans: pending.scripts });
            layers.push(LayerFiles { layer, trees: pending.trees });
            infos.push(pending.info);
        }
        let (data, told) = data::assemble(&layers, scenario, &self.sources);
        self.diagnostics.extend(told);
        for (layer, span) in &data.scripts {
            if let Some(own) = scripts.iter_mut().find(|s| s.layer == *layer) {
                own.spans.push(*span);
            }
        }
        let units = unit_scripts(&data, &self.sources, &mut self.diagnostics);
        let stack = ScriptStack {
            sources: self.sources,
            layers: scripts,
            units,
            expressions: data.generated.iter().map(expression).collect(),
            references: references(&data),
            probe: self.probe,
            notation: Some(data::read_notation),
        };
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            // Mistakes of data make rules look wrong that are not; but a script's own syntax can be told with them.
            self.diagnostics.extend(Ruleset::syntax(&stack));
            return Err((stack.sources, self.diagnostics));
        }
        let map = data.set_up.as_ref().map_or_else(HexMap::default, |s| s.map.clone());
        let catalogue = Arc::new(data.catalogue.clone());
        let (rules, told) = Ruleset::link(&stack, catalogue, Arc::new(map), cancel.clone());
        self.diagnostics.extend(told);
        match rules {
            Some(rules) => Ok(Loaded {
                recall: OnceCell::new(),
                reckoner: OnceCell::new(),
                sources: stack.sources,
                packs,
                layers: infos,
                data,
                rules: Rc::new(rules),
                warnings: self.diagnostics,
            }),
            None => Err((stack.sources, self.diagnostics)),
        }
    }
}

fn is_data(path: &str) -> bool {
    path.ends_with(".units") || path.ends_with(".map") || path.ends_with(".scenario")
}

/// `1.2` fits a need of `1.1`: the same first number, and no lower after it.
fn fits(version: &str, least: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> { text.split('.').map(|n| n.parse().unwrap_or(0)).collect() };
    let (have, need) = (numbers(version), numbers(least));
    have.first() == need.first() && have >= need
}

/// The ids in the head of a session: `# Rules: X-1, X-2`.
fn session_ids(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|l| l.starts_with('#') || l.trim().is_empty());
    lines
        .filter_map(|l| l.trim_start_matches('#').trim().strip_prefix("Rules:"))
        .flat_map(|ids| ids.split([',', ' ']).map(str::trim).filter(|i| !i.is_empty()).map(str::to_owned))
        .collect()
}

fn expression(generated: &data::GeneratedRule) -> ExpressionRule {
    ExpressionRule {
        name: generated.name.clone(),
        parameters: generated.params.iter().map(ToString::to_string).collect(),
        span: generated.text_span,
        layer: generated.layer.clone(),
        what: generated.what.clone(),
    }
}

/// Every rule that data names, with the number of arguments that it will be called with.
fn references(data: &Data) -> Vec<RuleReference> {
    let mut arguments: BTreeMap<&str, usize> = BTreeMap::new();
    for verb in &data.verbs {
        let all = verb.params().count();
        arguments.insert(&verb.rule, all);
        if let Some(check) = &verb.check {
            arguments.insert(check, all);
        }
        for (parameter, rule) in &verb.choices {
            let before = verb.params().take_while(|p| *p != parameter).count();
            arguments.insert(rule, before);
        }
    }
    for (hook, parameters) in
        [("start", 0), ("after", 0), ("reach", 1), ("sight", 2), ("line", 2), ("damage", 1), ("worth", 1)]
    {
        if let Some((rule, _)) = data.hooks.get(hook) {
            arguments.insert(rule, parameters);
        }
    }
    data.rule_refs
        .iter()
        .map(|r| RuleReference {
            rule: r.rule.clone(),
            arguments: arguments.get(&*r.rule).copied(),
            span: r.origin.span,
        })
        .collect()
}

fn unit_scripts(data: &Data, sources: &SourceMap, diagnostics: &mut Vec<Diagnostic>) -> Vec<UnitScript> {
    let mut scripts = Vec::new();
    for own in &data.unit_rules {
        let span = match &own.source {
            RuleSource::Inline(span) => *span,
            RuleSource::File(name, at) => {
                let folder = sources.file(at.file).path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let clean = !name.contains("..") && !name.starts_with('/') && !name.contains(['\\', ':']);
                let path = format!("{folder}/{name}");
                let found = sources.files().find(|(_, f)| *f.path == path).filter(|_| clean);
                match found {
                    Some((id, file)) => Span::new(id, 0, file.text.len()),
                    None => {
                        let code = if clean { Code::CANNOT_READ } else { Code::BAD_LINK };
                        diagnostics.push(
                            Diagnostic::error(code, format!("the pack has no file `{path}`"))
                                .at(*at, "named here")
                                .help("the file stands beside the data file that names it, inside the pack"),
                        );
                        continue;
                    }
                }
            }
        };
        scripts.push(UnitScript { unit_type: own.unit_type.clone(), span, layer: own.layer.clone() });
    }
    scripts
}
