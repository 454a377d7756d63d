//! `doc`: the rules of a pack as a reference in Markdown, from their comments, in the order of the rulebook.

use std::fmt::Write as _;
use std::sync::Arc;

use super::choose;
use super::failure::Outcome;
use super::look::Look;
use super::page::{Page, Streams};
use crate::data::Verb;
use crate::pack::{Library, Loaded, Request, load};
use crate::report::escape_markdown as escape;
use crate::rules::RuleInfo;

/// Carries out `doc`.
pub(super) fn doc(library: &Library, pack: Option<&str>, look: &Look) -> Outcome {
    let chosen = choose::choose(library, pack)?;
    let library = library.with_neighbours(&chosen.pack);
    let loaded = load(&library, &Request { pack: chosen.pack, ..Request::default() }, &Arc::default())?;
    Streams { ascii: look.style.ascii }.out(&reference(&loaded));
    Ok(0)
}

fn reference(loaded: &Loaded) -> String {
    let manifest = &loaded.pack().manifest;
    let mut text = format!("# {}\n\nVersion {}.", escape(&manifest.title), manifest.version);
    if let Some((base, ..)) = &manifest.extends {
        let _ = write!(text, " Stands on {}; what is not said here is said there.", escape(base));
    }
    text.push('\n');
    for source in &manifest.sources {
        let _ = writeln!(text, "\nSource: {}", escape(source));
    }
    text.push_str("\n## Commands\n");
    for verb in &loaded.data.verbs {
        command(&mut text, verb);
    }
    // Rules of unit types are of a layer of their own, in files of the pack all the same.
    let own = format!("{}/", loaded.pack().files.name);
    let is_own = |rule: &&RuleInfo| loaded.sources.file(rule.span.file).path.starts_with(&own);
    let rules = loaded.rules.rules().iter().filter(|r| !r.expression && !r.private);
    let mut rules: Vec<&RuleInfo> = rules.filter(is_own).collect();
    rules.sort_by_key(|r| (loaded.sources.file(r.span.file).path.clone(), r.span.start));
    let mut file = None;
    for rule in rules {
        if file != Some(rule.span.file) {
            file = Some(rule.span.file);
            let source = loaded.sources.file(rule.span.file);
            let title = source.text.lines().next().and_then(|l| l.strip_prefix("//!")).map(str::trim);
            let title = title.map_or_else(|| source.path.to_string(), |t| sentence(t).to_owned());
            let _ = write!(text, "\n## {}\n", escape(&title));
        }
        one(&mut text, loaded, rule);
    }
    if !loaded.pack().ledger.is_empty() {
        text.push_str("\n## Ids of the source\n\n");
        for entry in &loaded.pack().ledger {
            let _ = writeln!(text, "- **{}** {}", escape(&entry.id), escape(&entry.text));
        }
    }
    text
}

/// The first sentence, without its full stop.
fn sentence(text: &str) -> &str {
    text.split(". ").next().unwrap_or(text).trim_end_matches('.')
}

fn command(text: &mut String, verb: &Verb) {
    let form = format!("{} {}", verb.name, verb.form_text);
    let _ = write!(text, "\n### {}\n\n`{}`", escape(&verb.name), form.trim());
    if !verb.aliases.is_empty() {
        let _ = write!(text, ", in short `{}`", verb.short_names().join("`, `"));
    }
    if !verb.phases.is_empty() {
        let _ = write!(text, ". Phase: {}", escape(&verb.phases.join(", ")));
    }
    let _ = write!(text, "\n\n{}\n", escape(&verb.help));
    if !verb.examples.is_empty() {
        let _ = write!(text, "\n```\n{}\n```\n", verb.examples.join("\n"));
    }
}

fn one(text: &mut String, loaded: &Loaded, rule: &RuleInfo) {
    let _ = write!(text, "\n### {}({})", escape(&rule.name), escape(&rule.parameters.join(", ")));
    if let Some(unit_type) = &rule.unit_type {
        let _ = write!(text, " of {}", escape(unit_type));
    }
    text.push('\n');
    if !rule.doc.text.is_empty() {
        let _ = write!(text, "\n{}\n", escape(&rule.doc.text));
    }
    let mut ids: Vec<String> = rule.doc.ids.iter().map(|id| escape(id).to_string()).collect();
    ids.extend(
        rule.doc.gaps.iter().map(|(id, chosen)| format!("{} (chosen: {})", escape(id), escape(chosen))),
    );
    if !ids.is_empty() {
        let _ = write!(text, "\nCarries out {}.\n", ids.join(", "));
    }
    let _ = write!(text, "\n{}\n", escape(&loaded.sources.place(rule.span)));
}
