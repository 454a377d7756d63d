//! Where packs are found: folders on disk first, then what the program carries in itself.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::{PackFiles, Source};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Probe;

/// The packs that the program carries in itself: path below `rulesets/`, text.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// A pack that can be found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackName {
    /// Its id, which is its folder's name.
    pub id: String,
    /// Where it comes from.
    pub source: Source,
}

/// The places where packs are looked for, first to last.
#[derive(Debug, Clone, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    embedded: bool,
    probe: Option<Arc<Probe>>,
    /// The packs that were read, where that is done once.
    kept: Option<Arc<Mutex<BTreeMap<String, PackFiles>>>>,
}

impl Library {
    /// The folders of `HOUSERULE_PACKS`, then `rulesets/` where the program runs, then the program itself.
    pub fn standard() -> Library {
        let mut folders = Library::folders_named();
        folders.push(PathBuf::from("rulesets"));
        Library { folders, embedded: true, ..Library::default() }
    }

    /// The folders of `HOUSERULE_PACKS`, be they there or not.
    pub fn folders_named() -> Vec<PathBuf> {
        let paths = env::var_os("HOUSERULE_PACKS").unwrap_or_default();
        env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty()).collect()
    }

    /// Only these folders.
    pub fn of_folders(folders: impl IntoIterator<Item = PathBuf>) -> Library {
        Library { folders: folders.into_iter().collect(), ..Library::default() }
    }

    /// The same with one more folder, looked at first.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Library {
        self.folders.insert(0, folder.into());
        self
    }

    /// The same with the neighbours of a pack that is named by its path: it may stand on one of them.
    #[must_use]
    pub fn with_neighbours(&self, pack: &str) -> Library {
        let folder = Path::new(pack).canonicalize().ok().filter(|p| p.join("manifest.pack").is_file());
        match folder.as_deref().and_then(Path::parent) {
            Some(parent) if Library::is_path(pack) => self.clone().with_folder(parent),
            _ => self.clone(),
        }
    }

    /// The same, which reads each pack once, as do its copies: what is loaded later is what was loaded first, whatever has become
    /// of the files meanwhile.
    #[must_use]
    pub fn kept(self) -> Library {
        Library { kept: Some(Arc::default()), ..self }
    }

    /// Whether a name is taken for the path of a folder: no id has a slash, and none begins with a dot.
    pub fn is_path(name: &str) -> bool {
        name.contains(['/', '\\']) || name.starts_with('.')
    }

    /// The same, with something that looks at all scripts that are loaded.
    #[must_use]
    pub fn with_probe(mut self, probe: Arc<Probe>) -> Library {
        self.probe = Some(probe);
        self
    }

    /// What looks at the scripts that are loaded.
    pub(super) fn probe(&self) -> Option<Arc<Probe>> {
        self.probe.clone()
    }

    /// Every pack, by id; where two have one id, the one that is found first.
    pub fn packs(&self) -> Vec<PackName> {
        let mut packs: Vec<PackName> = Vec::new();
        let mut add = |id: String, source: Source| {
            if !packs.iter().any(|p| p.id == id) {
                packs.push(PackName { id, source });
            }
        };
        for folder in &self.folders {
            let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            let mut found: Vec<PathBuf> =
                entries.map(|e| e.path()).filter(|p| p.join("manifest.pack").is_file()).collect();
            found.sort();
            for path in found {
                let id = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                add(id, Source::Folder(path));
            }
        }
        if self.embedded {
            for (path, _) in EMBEDDED.iter().filter(|(p, _)| p.ends_with("/manifest.pack")) {
                if let Some(id) = path.strip_suffix("/manifest.pack").filter(|id| !id.contains('/')) {
                    add(id.to_owned(), Source::Embedded);
                }
            }
        }
        packs.sort();
        packs
    }

    /// The packs that are played when none is named, best first: the lines of `default.txt` beside the packs.
    pub fn defaults(&self) -> Vec<String> {
        let mut texts: Vec<String> =
            self.folders.iter().filter_map(|f| std::fs::read_to_string(f.join("default.txt")).ok()).collect();
        if self.embedded {
            texts.extend(EMBEDDED.iter().filter(|(p, _)| *p == "default.txt").map(|(_, t)| (*t).to_owned()));
        }
        let lines = texts.iter().flat_map(|t| t.lines()).map(str::trim);
        lines.filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_owned).collect()
    }

    /// The files of a pack, by id or by the path of its folder.
    ///
    /// # Errors
    /// E0501 where there is none of this name; what reading it found wrong.
    pub fn pack(&self, name: &str) -> Result<PackFiles, Diagnostic> {
        let Some(kept) = &self.kept else { return self.read(name) };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(files) = kept.get(name) {
            return Ok(files.clone());
        }
        let files = self.read(name)?;
        kept.insert(name.to_owned(), files.clone());
        Ok(files)
    }

    fn read(&self, name: &str) -> Result<PackFiles, Diagnostic> {
        let path = Path::new(name);
        if Library::is_path(name) && path.is_dir() {
            return PackFiles::read(path);
        }
        let packs = self.packs();
        match packs.iter().find(|p| p.id == name) {
            Some(PackName { source: Source::Folder(folder), .. }) => PackFiles::read(folder),
            Some(PackName { source: Source::Embedded, .. }) => Ok(PackFiles::embedded(name, EMBEDDED)),
            None => {
                let known: Vec<&str> = packs.iter().map(|p| p.id.as_str()).collect();
                let title = match name.contains(['/', '\\']) {
                    true => format!("there is nothing at `{name}`, and no pack is called so"),
                    false => format!("no pack is called `{name}`"),
                };
                Err(Diagnostic::error(Code::NO_PACK, title)
                    .note(format!("packs here: {}", known.join(", ")))
                    .near(name, known))
            }
        }
    }
}
