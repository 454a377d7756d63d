//! The manifest of a pack: the `pack` block of its `manifest.pack`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::assemble::Line;
use super::tree::{Entry, TokenKind};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::catalogue::Origin;
use crate::kernel::layer::Layer;

/// The hooks that a pack may name a rule for, with the parameters of that rule. `grammar/block.md` tells what each does.
pub const HOOKS: [(&str, &[&str]); 10] = [
    ("start", &[]),
    ("after", &[]),
    ("reach", &["unit"]),
    ("sight", &["from", "to"]),
    ("line", &["from", "to"]),
    ("footprint", &["unit"]),
    ("damage", &["unit"]),
    ("marked", &["unit"]),
    ("faults", &["unit"]),
    ("worth", &["unit"]),
];

/// What a pack says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// Its id, one word.
    pub id: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Its version, as written.
    pub version: Arc<str>,
    /// The pack that it stands on, and the least version of it. A pack with one is of rank world, one without of
    /// rank core.
    pub extends: Option<(Arc<str>, Option<Arc<str>>, Span)>,
    /// Where its rules come from, an entry each.
    pub sources: Vec<Arc<str>>,
    /// The scenario that is played when none is asked for.
    pub scenario: Option<(Arc<str>, Span)>,
    /// By hook, the rule that it names.
    pub hooks: BTreeMap<Arc<str>, (Arc<str>, Origin)>,
    /// How much of what the rule of `worth` answers is one point.
    pub worth_per: i64,
    /// Where it stands.
    pub origin: Origin,
}

/// Reads a `pack` block. The pack loader asks for it before there is a stack, to know what else to load.
///
/// # Errors
/// `MISSING_KEY` without a version, `UNKNOWN_KEY`, `BAD_VALUE`, `DUPLICATE`. There is no manifest where the pack has no
/// name.
pub fn read_manifest(
    entry: &Entry,
    layer: &Arc<Layer>,
    sources: &SourceMap,
) -> (Option<Manifest>, Vec<Diagnostic>) {
    let mut told = Vec::new();
    let origin = |span| Origin { layer: layer.clone(), span, cites: None };
    let mut line = Line::after_key(entry, sources);
    let head = line.name("the name of the pack").and_then(|(id, _)| {
        let title = line.text_or_nothing().unwrap_or_else(|| id.clone());
        line.no_more()?;
        Ok((id, title))
    });
    let (id, title) = match head {
        Ok(head) => head,
        Err(diagnostic) => return (None, vec![diagnostic]),
    };
    let (mut version, mut has_version) = (None, false);
    let mut manifest = Manifest {
        id,
        title,
        version: Arc::from("0"),
        extends: None,
        sources: Vec::new(),
        scenario: None,
        hooks: BTreeMap::new(),
        worth_per: 1,
        origin: origin(entry.head()),
    };
    for entry in entry.entries() {
        let is_version = entry.key(sources) == Some("version");
        has_version |= is_version;
        let read = read_key(&mut manifest, &mut version, entry, sources, &origin);
        told.extend(read.err());
    }
    match version {
        Some(version) => manifest.version = version,
        // What is wrong with the one that is there has been told.
        None if has_version => {}
        None => told.push(
            Diagnostic::error(Code::MISSING_KEY, format!("pack `{}` has no version", manifest.id))
                .at(entry.head(), "")
                .help("write `version 1.0.0` into its block"),
        ),
    }
    (Some(manifest), told)
}

fn read_key(
    manifest: &mut Manifest,
    version: &mut Option<Arc<str>>,
    entry: &Entry,
    sources: &SourceMap,
    origin: &impl Fn(Span) -> Origin,
) -> Result<(), Diagnostic> {
    let mut line = Line::new(entry, sources);
    let (key, span) = line.word("a key of the manifest")?;
    match &*key {
        "version" => {
            let read = take_version(&mut line)?;
            if version.replace(read).is_some() {
                return Err(twice(&key, span));
            }
        }
        "extends" => {
            let (name, at) = line.word("the name of a pack")?;
            let least = if line.is_done() { None } else { Some(take_version(&mut line)?) };
            if manifest.extends.replace((name, least, at)).is_some() {
                return Err(
                    twice(&key, span).note("a pack stands on one other; that one may stand on a third")
                );
            }
        }
        "source" => manifest.sources.push(line.text("a text: where the rules come from")?),
        "scenario" => {
            if manifest.scenario.replace(line.word("the name of a scenario")?).is_some() {
                return Err(twice(&key, span));
            }
        }
        hook if HOOKS.iter().any(|(name, _)| *name == hook) => {
            let (rule, at) = line.word("the name of a rule")?;
            if manifest.hooks.insert(key.clone(), (rule, origin(at))).is_some() {
                return Err(twice(&key, span));
            }
            if hook == "worth" && !line.is_done() {
                manifest.worth_per = take_per(&mut line)?;
            }
        }
        _ => {
            let keys = ["version", "extends", "source", "scenario"]
                .into_iter()
                .chain(HOOKS.iter().map(|(name, _)| *name));
            let told = Diagnostic::error(Code::UNKNOWN_KEY, format!("`{key}` is not a key of a manifest"))
                .at(span, "")
                .near(&key, keys.clone());
            let all: Vec<String> = keys.map(|key| format!("`{key}`")).collect();
            return Err(match told.help {
                Some(_) => told,
                None => told.help(format!("keys are {}", all.join(", "))),
            });
        }
    }
    line.done()
}

/// `per 1000`.
fn take_per(line: &mut Line<'_, '_>) -> Result<i64, Diagnostic> {
    let what = "`per` and a number from 1 on: how much is one point";
    let (word, span) = line.word(what)?;
    let wrong = |span| Diagnostic::error(Code::BAD_VALUE, format!("expected {what}")).at(span, "");
    if &*word != "per" {
        return Err(wrong(span));
    }
    match line.number(what)? {
        (number, _) if number >= 1 => Ok(number),
        (_, span) => Err(wrong(span)),
    }
}

/// `1.0.0`, `1.0` or `1`.
fn take_version(line: &mut Line<'_, '_>) -> Result<Arc<str>, Diagnostic> {
    let what = "a version like `1.0.0`";
    let Some(token) = line.peek() else { return Err(line.expected(what)) };
    let text = line.text_of(token);
    let is_version = matches!(token.kind, TokenKind::Other | TokenKind::Number { .. })
        && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        && text.split('.').count() <= 3;
    if !is_version {
        return Err(line.expected(what));
    }
    line.next();
    Ok(Arc::from(text))
}

fn twice(key: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::DUPLICATE, format!("`{key}` stands in the manifest twice"))
        .at(span, "the second")
        .help("delete one of the two")
}
