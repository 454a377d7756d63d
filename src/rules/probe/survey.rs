//! Which blocks of which scripts are run, and the one word that is changed.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::Engine;

use super::blocks::BlockKind;
use super::outline::{MARKED, Outline};
use crate::diagnostic::{SourceMap, Span};
use crate::rules::budget::Limits;

/// A script that was compiled under a survey.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// The path of its file, as messages show it.
    pub path: Arc<str>,
    /// Where it begins in its file: its first byte, and the line of that.
    pub start: usize,
    /// The line in which it begins, from 1.
    pub line: u32,
    /// Its text.
    pub text: Arc<str>,
    /// What it is made of.
    pub outline: Arc<Outline>,
    /// The number of its first block in the survey.
    pub first: usize,
}

impl Surveyed {
    /// The line in its file of a byte of its text.
    pub fn line_of(&self, byte: usize) -> u32 {
        self.line + self.text[..byte].bytes().filter(|b| *b == b'\n').count() as u32
    }
}

/// Numbers for the blocks of all scripts that are compiled, the same for every run.
#[derive(Debug, Default)]
pub struct Survey(Mutex<Vec<Surveyed>>);

impl Survey {
    /// All scripts so far.
    pub fn scripts(&self) -> Vec<Surveyed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The number of the first block of a script and its outline; nothing for a text that is no script.
    fn enrol(&self, head: &str, span: Span, sources: &SourceMap) -> Option<(usize, Arc<Outline>)> {
        let (file, text) = (sources.file(span.file), sources.text(span));
        let start = span.start as usize;
        let mut scripts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = scripts.iter().find(|s| s.path == file.path && s.start == start && *s.text == *text);
        if let Some(known) = known {
            return Some((known.first, known.outline.clone()));
        }
        let outline = if head.is_empty() { Outline::of(text)? } else { Outline::of_expression(head, text)? };
        let outline = Arc::new(outline);
        let first = scripts.last().map_or(0, |s| s.first + s.outline.blocks.len());
        let (path, line) = (file.path.clone(), file.line_of(span.start));
        scripts.push(Surveyed { path, start, line, text: Arc::from(text), outline: outline.clone(), first });
        Some((first, outline))
    }
}

/// One word of a file that is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alteration {
    /// The path of the file, as messages show it.
    pub path: Arc<str>,
    /// The bytes of the word in the file.
    pub at: Range<usize>,
    /// What stands there instead.
    pub instead: String,
}

/// What looks at scripts while they are compiled and run.
#[derive(Debug)]
pub enum Probe {
    /// Notes which blocks are run.
    Watching(Arc<Survey>, Mutex<BTreeSet<usize>>),
    /// Changes a word.
    Altering(Alteration),
}

impl Probe {
    /// Notes which blocks are run, by their numbers in a survey.
    pub fn watching(survey: &Arc<Survey>) -> Arc<Probe> {
        Arc::new(Probe::Watching(survey.clone(), Mutex::default()))
    }

    /// The numbers of the blocks that were run.
    pub fn reached(&self) -> BTreeSet<usize> {
        match self {
            Probe::Watching(_, reached) => reached.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            Probe::Altering(_) => BTreeSet::new(),
        }
    }

    /// The text that is compiled in the place of a script, or of an expression behind the head of a function; nothing where it is
    /// its own.
    pub(in crate::rules) fn text(&self, head: &str, span: Span, sources: &SourceMap) -> Option<String> {
        let text = sources.text(span);
        match self {
            Probe::Watching(survey, _) => {
                let (first, outline) = survey.enrol(head, span, sources)?;
                Some(outline.marked(text, first))
            }
            Probe::Altering(alteration) => {
                let from = alteration.at.start.checked_sub(span.start as usize)?;
                let to = alteration.at.end.checked_sub(span.start as usize)?;
                let is_here = alteration.path == sources.file(span.file).path;
                let (before, after) = (text.get(..from)?, text.get(to..)?);
                is_here.then(|| format!("{before}{}{after}", alteration.instead))
            }
        }
    }

    /// What a run may use. Marks take steps and time of their own, which are not the rule's.
    pub(in crate::rules) fn limits(&self) -> Limits {
        let usual = Limits::default();
        match self {
            Probe::Watching(..) => Limits { operations: usual.operations * 3, time: usual.time * 3, ..usual },
            Probe::Altering(_) => usual,
        }
    }

    /// Lets marks call back.
    pub(in crate::rules) fn register(self: &Arc<Self>, engine: &mut Engine) {
        if let Probe::Watching(..) = &**self {
            let probe = self.clone();
            engine.register_fn(MARKED, move |block: i64| probe.note(usize::try_from(block).ok()));
        }
    }

    fn note(&self, block: Option<usize>) {
        if let (Probe::Watching(_, reached), Some(block)) = (self, block) {
            reached.lock().unwrap_or_else(PoisonError::into_inner).insert(block);
        }
    }

    /// A `require` at this place refuses.
    pub(in crate::rules) fn refused(&self, at: Option<Span>, sources: &SourceMap) {
        let (Probe::Watching(survey, _), Some(at)) = (self, at) else { return };
        let file = sources.file(at.file);
        let line = file.line_of(at.start);
        for script in survey.scripts().iter().filter(|s| s.path == file.path) {
            let refusals = script.outline.blocks.iter().enumerate();
            // A mark before it in its line moves its column, so all of a line count as one.
            let here = refusals
                .filter(|(_, b)| b.kind == BlockKind::Refusal && script.line_of(b.start) == line)
                .map(|(number, _)| script.first + number);
            here.for_each(|block| self.note(Some(block)));
        }
    }
}
