//! `test --coverage`: the rules, and the branches within rules, that no session reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;

use super::super::arguments::Test;
use super::super::failure::Outcome;
use super::super::interrupt;
use super::super::look::Look;
use super::super::page::{Page, Streams};
use super::sessions::{Verdict, cases, packs};
use super::watched::{OwnRules, Run, own_rules, per_mille, percent, watch};
use crate::diagnostic::counted;
use crate::pack::Library;
use crate::rules::{Block, BlockKind, Survey, Surveyed};

/// What the sessions reach of one file.
struct FileReached<'a> {
    path: &'a str,
    branches: usize,
    /// The blocks that are not reached, with their scripts, in the order of the file.
    left: Vec<(&'a Surveyed, &'a Block)>,
}

impl FileReached<'_> {
    fn reached(&self) -> usize {
        self.branches - self.left.len()
    }
}

/// Carries out `test --coverage`.
pub(super) fn coverage(library: &Library, arguments: &Test, look: &Look) -> Outcome {
    let survey: Arc<Survey> = Arc::default();
    let mut own = Vec::new();
    for pack in packs(library, &arguments.what) {
        own.push(own_rules(library, &survey, &pack)?);
    }
    let cases = cases(library, &arguments.what, arguments.filter.as_deref())?;
    let runs = interrupt::busy(|| watch(library, &survey, cases));
    let mut page = Streams { ascii: look.style.ascii };
    for run in &runs {
        if let Verdict::Failed(at, _) = &run.verdict {
            page.err(&format!("{at}: this session stops here, and reaches no more\n"));
        }
    }
    let reached: BTreeSet<usize> = runs.iter().flat_map(|r| r.reached.iter().copied()).collect();
    let mut status = 0;
    for rules in &own {
        let files = files(rules, &reached);
        let sessions = runs.iter().filter(|run| comes_by(run, rules)).count();
        if !tell(rules, &files, sessions, arguments.coverage_at_least, look, &mut page) {
            status = 1;
        }
    }
    Ok(status)
}

/// Whether a session reaches any rule of a pack; those of other packs may, too.
fn comes_by(run: &Run, rules: &OwnRules) -> bool {
    let blocks = |script: &Surveyed| script.first..script.first + script.outline.blocks.len();
    rules.scripts.iter().any(|script| run.reached.range(blocks(script)).next().is_some())
}

/// File by file, those of which the least is reached first.
fn files<'a>(rules: &'a OwnRules, reached: &BTreeSet<usize>) -> Vec<FileReached<'a>> {
    let mut files: BTreeMap<&str, FileReached<'a>> = BTreeMap::new();
    for script in &rules.scripts {
        let empty = || FileReached { path: &script.path, branches: 0, left: Vec::new() };
        let file = files.entry(&script.path).or_insert_with(empty);
        for (number, block) in script.outline.blocks.iter().enumerate() {
            file.branches += 1;
            if !reached.contains(&(script.first + number)) {
                file.left.push((script, block));
            }
        }
    }
    let mut files: Vec<FileReached<'a>> = files.into_values().collect();
    // a/b < c/d, without rounding.
    files.sort_by(|a, b| (a.reached() * b.branches).cmp(&(b.reached() * a.branches)));
    files
}

/// Shows one pack; false where it misses what was asked.
fn tell(
    rules: &OwnRules,
    files: &[FileReached<'_>],
    sessions: usize,
    at_least: Option<u8>,
    look: &Look,
    page: &mut Streams,
) -> bool {
    let branches: usize = files.iter().map(|f| f.branches).sum();
    let reached: usize = files.iter().map(FileReached::reached).sum();
    let whole = |f: &&FileReached<'_>| !f.left.is_empty();
    let is_rule = |block: &&Block| block.kind == BlockKind::Rule;
    let all = rules.scripts.iter().flat_map(|s| &s.outline.blocks).filter(is_rule).count();
    let unreached =
        files.iter().flat_map(|f| &f.left).filter(|(_, block)| block.kind == BlockKind::Rule).count();
    for file in files.iter().filter(whole) {
        if look.json {
            for (script, block) in &file.left {
                let rule = &script.outline.rules[block.rule];
                let line = json!({"schema": "houserule.unreached/1", "pack": rules.name, "file": script.path,
                    "line": script.line_of(block.start), "kind": block.kind.word(), "rule": rule.name, "ids": rule.ids});
                page.out(&format!("{line}\n"));
            }
        } else {
            page.out(&sheet(file, look));
        }
    }
    let enough = at_least.is_none_or(|percent| reached * 100 >= usize::from(percent) * branches);
    if look.json {
        let sum = json!({"schema": "houserule.coverage/1", "pack": rules.name, "sessions": sessions,
            "rules": all, "rules_reached": all - unreached, "branches": branches, "branches_reached": reached,
            "per_mille": per_mille(reached, branches), "enough": enough});
        page.out(&format!("{sum}\n"));
        return enough;
    }
    let sum = format!(
        "{} of {}, {} of {}, by {}",
        all - unreached,
        counted(all, "rule"),
        reached,
        counted(branches, "branch"),
        counted(sessions, "session")
    );
    let name = look.style.paint(look.style.strong(), &look.style.clean(&rules.name));
    page.out(&format!("{name}: {} reached: {sum}\n", percent(reached, branches)));
    if let Some(percent) = at_least.filter(|_| !enough) {
        page.out(&format!("less than the {percent} % that were asked for\n"));
    }
    enough
}

/// The lines of one file. What is in a rule or a branch that is not reached is counted there and not told by itself.
fn sheet(file: &FileReached<'_>, look: &Look) -> String {
    let style = &look.style;
    let mut text = format!(
        "{}  {} ({} of {})\n",
        style.paint(style.noted(), &style.clean(file.path)),
        percent(file.reached(), file.branches),
        file.reached(),
        file.branches
    );
    let mut at = 0;
    while let Some((script, block)) = file.left.get(at) {
        let is_inside = |(other, inner): &&(&Surveyed, &Block)| {
            other.first == script.first && block.inside.contains(&inner.start)
        };
        let within = file.left[at + 1..].iter().take_while(is_inside).count();
        let rule = &script.outline.rules[block.rule];
        let mut line = format!("  {}:{}  ", file.path, script.line_of(block.start));
        line.push_str(&match block.kind {
            BlockKind::Rule | BlockKind::Expression => format!("{} `{}`", block.kind.word(), rule.name),
            kind => format!("{} in `{}`", kind.word(), rule.name),
        });
        if within > 0 {
            line.push_str(&format!(", with {} in it", counted(within, "branch")));
        }
        for id in &rule.ids {
            line.push_str(&format!(" · {id}"));
        }
        text.push_str(&style.clean(&line));
        text.push('\n');
        at += 1 + within;
    }
    text
}
