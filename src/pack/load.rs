//! A pack, the packs that it stands on, house rules and rulings, put together and linked.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::files::PackFiles;
use super::library::Library;
use super::session_head::read_head;
use crate::data::{self, Data, Entry, LedgerEntry, Manifest, Tree};
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span, did_you_mean};
use crate::kernel::layer::{Layer, Rank};
use crate::odds::Reckoner;
use crate::rules::{Probe, Recall, Ruleset};

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
    pub packs: Rc<[PackInfo]>,
    /// The layers, lowest first.
    pub layers: Vec<LayerInfo>,
    /// The data.
    pub data: Data,
    /// The rules.
    pub rules: Rc<Ruleset>,
    /// What was found, but stops nothing.
    pub warnings: Vec<Diagnostic>,
    /// The layers as they were read, and the scenario.
    pub(super) read: Vec<Read>,
    pub(super) scenario: Option<String>,
    /// What looks at the scripts; none in play.
    pub(super) probe: Option<Arc<Probe>>,
    pub(super) recall: OnceCell<Rc<Recall>>,
    pub(super) reckoner: OnceCell<Rc<Reckoner>>,
    /// Odds of what was supposed last.
    pub(super) supposed: RefCell<Option<Rc<Reckoner>>>,
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

    /// The scenario; none for the data and rules alone.
    pub fn scenario(&self) -> Option<&str> {
        self.scenario.as_deref()
    }

    /// The pack that was asked for.
    pub fn pack(&self) -> &PackInfo {
        // A load begins with the pack that was asked for, so the chain is never empty.
        &self.packs[self.packs.len() - 1]
    }

    /// What was found that house files have to do with; what packs warn of without them is told by their own checks.
    pub fn house_warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        let houses = self.layers.iter().filter(|info| info.layer.rank == Rank::House);
        let files: Vec<FileId> = houses.flat_map(|info| info.files.iter().copied()).collect();
        self.warnings
            .iter()
            .filter(move |told| told.labels.iter().any(|label| files.contains(&label.span.file)))
    }

    /// The text of a ready house rule of any pack in the chain, by its name, that of its file, or the long one that it has in force.
    pub fn ready_house(&self, name: &str) -> Option<HouseFile> {
        self.packs.iter().rev().find_map(|pack| {
            let long = |path: &str| format!("{}/{path}", pack.files.name);
            let is_named = |path: &str| format!("/{}", long(path)).ends_with(&format!("/{name}"));
            let (_, path) = pack.houses().find(|(stem, path)| *stem == name || is_named(path))?;
            Some(HouseFile { name: Arc::from(long(path)), text: pack.files.files[path].clone() })
        })
    }

    /// What to type for a house file in force: the short name of a ready one where that leads to it, else its whole name.
    pub fn house_as_typed<'n>(&self, name: &'n str) -> &'n str {
        let last = name.rsplit('/').next().unwrap_or(name);
        let short = house_stem(last).unwrap_or(last);
        let leads_there = self.ready_house(short).is_some_and(|file| *file.name == *name);
        if leads_there { short } else { name }
    }
}

/// What loading found wrong, with the texts that it is about.
pub type Mistakes = (SourceMap, Vec<Diagnostic>);

/// Loads a stack. `cancel` breaks off any run of its rules when set.
///
/// # Errors
/// All mistakes of all files together.
pub fn load(library: &Library, request: &Request, cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
    load_with(library, request, |_, _| None, cancel)
}

/// The same with the default scenario where none is named ([`Loaded::scenario`]); without one where the manifests name none.
///
/// # Errors
/// As for [`load`].
pub fn load_default(
    library: &Library,
    request: &Request,
    cancel: &Arc<AtomicBool>,
) -> Result<Loaded, Mistakes> {
    load_with(library, request, Loader::default_scenario, cancel)
}

fn load_with(
    library: &Library,
    request: &Request,
    unnamed: impl Fn(&Loader, &[Found]) -> Option<String>,
    cancel: &Arc<AtomicBool>,
) -> Result<Loaded, Mistakes> {
    let mut loader = Loader::new(library);
    let (found, broken) = loader.chain(library, &request.pack);
    loader.diagnostics.extend(broken);
    if found.is_empty() {
        return Err((loader.sources, loader.diagnostics));
    }
    let scenario = request.scenario.clone().or_else(|| unnamed(&loader, &found));
    let packs: Vec<PackInfo> = found.into_iter().filter_map(|found| loader.pack(found)).collect();
    for (at, house) in request.house.iter().enumerate() {
        // Under another name or path it is the same file still, and would add the same twice.
        if let Some(first) = request.house[..at].iter().find(|other| other.text == house.text) {
            let told = match first.name == house.name {
                true => format!("house file `{}` is named twice", house.name),
                false => format!("house file `{}` says the same as `{}`", house.name, first.name),
            };
            let told = Diagnostic::error(Code::DUPLICATE, told).help("name it once");
            return Err((loader.sources, vec![told]));
        }
        loader.text_layer(Rank::House, &house.name, &house.text);
    }
    let mut rulings: Vec<&RulingText> = request.rulings.iter().collect();
    rulings.sort_by_key(|r| r.rank);
    for ruling in rulings {
        loader.text_layer(ruling.rank, &ruling.name, &ruling.text);
    }
    match loader.is_whole {
        true => loader.link(packs.into(), scenario, cancel, None),
        false => Err(loader.mistakes_of_form()),
    }
}

/// The scenario that a pack, or else a pack below it, names as its default; told by the manifests alone.
pub fn default_scenario(library: &Library, pack: &str) -> Option<String> {
    let mut loader = Loader::new(library);
    let (chain, broken) = loader.chain(library, pack);
    loader.default_scenario(&chain).filter(|_| broken.is_none())
}

/// What a pack has that is loaded by itself, told as far as its files can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// Its scenarios and those of the packs below.
    pub scenarios: Vec<Arc<str>>,
    /// Its ready house rules.
    pub houses: Vec<HouseFile>,
}

/// What of a pack is loaded by itself. A pack with mistakes has all that can be made out.
pub fn parts(library: &Library, pack: &str) -> Parts {
    let mut loader = Loader::new(library);
    let (found, _) = loader.chain(library, pack);
    let houses = found.last().into_iter().flat_map(|Found { files, .. }| {
        let ready = files.files.iter().filter(|(path, _)| path.strip_prefix("house/").is_some_and(is_house));
        ready.map(|(path, text)| HouseFile {
            name: Arc::from(format!("{}/{path}", files.name)),
            text: text.clone(),
        })
    });
    let houses = houses.collect();
    for found in found {
        loader.pack(found);
    }
    let (data, _) = data::assemble(&loader.layer_files(), None, &loader.sources);
    Parts { scenarios: data.scenarios.keys().cloned().collect(), houses }
}

fn is_house(name: &str) -> bool {
    house_stem(name).is_some()
}

/// A layer as it was read: its data and its scripts.
#[derive(Debug, Clone)]
pub(super) struct Read {
    pub(super) info: LayerInfo,
    pub(super) trees: Vec<Arc<Tree>>,
    pub(super) scripts: Vec<Span>,
}

/// A pack that was found, its manifest read.
struct Found {
    files: PackFiles,
    tree: Tree,
    /// What is wrong with the form of the manifest.
    told: Vec<Diagnostic>,
}

/// What has been read so far.
pub(super) struct Loader {
    pub(super) sources: SourceMap,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) layers: Vec<Read>,
    pub(super) probe: Option<Arc<Probe>>,
    /// What is wrong with manifests that can be read all the same. Whoever assembles them finds it, too.
    pub(super) of_manifests: Vec<Diagnostic>,
    /// All that the pack builds on has been found and read.
    pub(super) is_whole: bool,
}

impl Loader {
    fn new(library: &Library) -> Loader {
        Loader {
            sources: SourceMap::default(),
            diagnostics: Vec::new(),
            of_manifests: Vec::new(),
            is_whole: true,
            layers: Vec::new(),
            probe: library.probe(),
        }
    }

    /// The scenario that a pack, or else one below it, names as its default.
    fn default_scenario(&self, chain: &[Found]) -> Option<String> {
        chain.iter().rev().find_map(|Found { files, tree, .. }| {
            let layer = Arc::new(Layer { rank: Rank::Core, name: files.name.clone() });
            let (name, _) = self.manifest(tree, &layer).0?.scenario?;
            Some(name.to_string())
        })
    }

    /// The pack and all that it stands on, lowest first; where one of them is not to be had, those above it, and why.
    fn chain(&mut self, library: &Library, name: &str) -> (Vec<Found>, Option<Diagnostic>) {
        let mut chain = Vec::new();
        let broken = self.climb_down(library, name, &mut chain).err();
        self.is_whole &= broken.is_none();
        (chain, broken)
    }

    fn climb_down(
        &mut self,
        library: &Library,
        name: &str,
        chain: &mut Vec<Found>,
    ) -> Result<(), Diagnostic> {
        let mut wanted = Some((name.to_owned(), None::<Arc<str>>, None::<Span>));
        while let Some((name, least, at)) = wanted.take() {
            let files = library.pack(&name).map_err(|mut diagnostic| {
                if let Some(at) = at {
                    diagnostic.code = Code::NEEDS_PACK;
                    diagnostic = diagnostic.at(at, "extended here");
                }
                diagnostic
            })?;
            if chain.iter().any(|p| p.files.name == files.name) {
                let way = chain.iter().rev().map(|p| &*p.files.name).chain([&*files.name]);
                let way: Vec<&str> = way.skip_while(|name| *name != &*files.name).collect();
                let told = Diagnostic::error(Code::CYCLE, format!("pack `{}` extends itself", files.name))
                    .note(format!("the way round: {}", way.join(" → ")));
                return Err(at.into_iter().fold(told, |told, at| told.at(at, "extended here")));
            }
            let text = files.files.get("manifest.pack").cloned().unwrap_or_default();
            let file = self.sources.add(format!("{}/manifest.pack", files.name), text);
            let (tree, told) = data::parse(file, &self.sources);
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
                self.is_whole &= manifest.extends.is_some() || !self.means_to_extend(&tree);
                wanted =
                    manifest.extends.clone().map(|(name, least, at)| (name.to_string(), least, Some(at)));
            }
            chain.insert(0, Found { files, tree, told });
        }
        Ok(())
    }

    /// Whether a manifest that names no pack to stand on has a line for it, with a mistake.
    fn means_to_extend(&self, tree: &Tree) -> bool {
        let mut keys = tree.entries.iter().flat_map(Entry::entries).filter_map(|e| e.key(&self.sources));
        keys.any(|key| key == "extends" || did_you_mean(key, ["extends"]).is_some())
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

    fn pack(&mut self, Found { files, tree, told }: Found) -> Option<PackInfo> {
        self.diagnostics.extend(files.remarks.iter().cloned());
        let lowest = self.layers.is_empty();
        let rank = if lowest { Rank::Core } else { Rank::World };
        let layer = Arc::new(Layer { rank, name: files.name.clone() });
        let mut read = Read {
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
        let mut read_before = Some((tree, told));
        let mut manifest = None;
        let mut ledger = Vec::new();
        let mut sessions = Vec::new();
        for (path, text) in &files.files {
            let shown = format!("{}/{path}", files.name);
            let in_force = !path.starts_with("house/") && !path.starts_with("tests/");
            if in_force && (path.ends_with(".pack") || is_data(path)) {
                let before = read_before.take_if(|_| path == "manifest.pack");
                let (tree, told) = match before {
                    Some(before) => {
                        hash(&shown, text, &mut hasher);
                        before
                    }
                    None => data::parse(self.add(&shown, text, &mut hasher), &self.sources),
                };
                let file = tree.file;
                self.diagnostics.extend(told);
                if path == "manifest.pack" {
                    let (found, told) = self.manifest(&tree, &layer);
                    match found {
                        Some(_) => self.of_manifests.extend(told),
                        None => self.diagnostics.extend(told),
                    }
                    manifest = found;
                }
                read.info.files.push(file);
                read.trees.push(Arc::new(tree));
            } else if path.starts_with("rules/") && path.ends_with(".rhai") {
                let file = self.add(&shown, text, &mut hasher);
                read.info.files.push(file);
                read.scripts.push(Span::new(file, 0, text.len()));
            } else if in_force && path.ends_with(".rhai") {
                // Rules of a unit type: read when the data names them.
                self.add(&shown, text, &mut hasher);
                let quoted = format!("{}\"", path.rsplit('/').next().unwrap_or(path));
                if !files.files.iter().any(|(path, text)| is_data(path) && text.contains(&quoted)) {
                    self.stray(&shown, "rules stand in the folder `rules`; those of a unit type in the file that its `rules \"…\"` names");
                }
            } else if path == "ledger.txt" {
                let file = self.sources.add(shown, text.clone());
                let (entries, told) = data::parse_ledger(file, &self.sources);
                self.diagnostics.extend(told);
                ledger = entries;
            } else if path.starts_with("tests/") && path.ends_with(".play") {
                sessions.push(SessionFile {
                    path: path.clone(),
                    text: text.clone(),
                    ids: read_head(text).rules,
                });
            } else if path.ends_with(".play") {
                self.stray(&shown, "sessions that `test` runs stand in the folder `tests`");
            }
        }
        let hash = hasher.finalize().to_hex()[..16].to_owned();
        read.info.hash.clone_from(&hash);
        read.info.version = manifest.as_ref().map_or_else(String::new, |m| m.version.to_string());
        self.layers.push(read);
        self.is_whole &= manifest.is_some();
        let manifest = manifest?;
        Some(PackInfo { manifest, files, hash, ledger, sessions })
    }

    /// A file of a known kind in a folder where it means nothing.
    fn stray(&mut self, shown: &str, note: &str) {
        self.diagnostics
            .push(Diagnostic::warning(Code::STRAY_FILE, format!("`{shown}` is not read")).note(note));
    }

    fn add(&mut self, shown: &str, text: &Arc<str>, hasher: &mut blake3::Hasher) -> FileId {
        hash(shown, text, hasher);
        self.sources.add(shown, text.clone())
    }

    /// A house file or a ruling.
    pub(super) fn text_layer(&mut self, rank: Rank, name: &Arc<str>, text: &Arc<str>) {
        let file = self.sources.add(name.clone(), text.clone());
        let stem = name.rsplit('/').next().unwrap_or(name);
        let stem = house_stem(stem).unwrap_or(stem);
        let layer = Arc::new(Layer { rank, name: Arc::from(stem) });
        let hash = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        let info = LayerInfo { layer, version: String::new(), hash, files: vec![file] };
        let mut read = Read { info, trees: Vec::new(), scripts: Vec::new() };
        if name.ends_with(".rhai") {
            read.scripts.push(Span::new(file, 0, text.len()));
        } else {
            let (tree, told) = data::parse(file, &self.sources);
            self.diagnostics.extend(told);
            read.trees.push(Arc::new(tree));
        }
        self.layers.push(read);
    }
}

/// Takes a file into the hash of its pack.
fn hash(shown: &str, text: &str, hasher: &mut blake3::Hasher) {
    hasher.update(shown.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
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
