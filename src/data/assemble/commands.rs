//! The verbs of the game: `command attack "attack" { alias a; form "…"; rule attack; … }`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::form::parse_form;
use super::super::tree::{Entry, TokenKind};
use super::super::types::NamedFor;
use super::super::verb::{Alias, Verb};
use super::Assembly;
use super::declare::unknown_key;
use super::limits::check_room;
use super::tables::joined;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::Origin;

const KEYS: [&str; 10] =
    ["title", "alias", "form", "phase", "check", "rule", "choices", "parts", "help", "example"];

impl Assembly<'_> {
    /// A declaration; in a higher layer one of the same name takes the place of the lower.
    pub(super) fn command(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the verb")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        let at = self.data.verbs.iter().position(|verb| verb.name == name);
        if let Some(old) = at.map(|at| self.data.verbs[at].origin.clone()) {
            if old.layer == origin.layer {
                self.twice(&format!("command `{name}`"), span, old.span);
                return Ok(());
            }
            self.overridden(format!("command {name}"), &old, &origin);
        }
        self.gone.remove(&("command", name.clone()));
        let mut verb = Verb {
            name: name.clone(),
            title,
            aliases: Vec::new(),
            form: Vec::new(),
            form_text: Arc::from(""),
            phases: Vec::new(),
            check: None,
            rule: Arc::from(""),
            choices: BTreeMap::new(),
            parts: Vec::new(),
            help: Arc::from(""),
            examples: Vec::new(),
            origin,
        };
        self.command_entries(&mut verb, entry.entries());
        if verb.rule.is_empty() {
            self.tell(
                Diagnostic::error(Code::MISSING_KEY, format!("command `{name}` names no rule"))
                    .at(span, "")
                    .help(format!("write `rule {name}` into its block: the rule that carries it out")),
            );
        }
        match at {
            Some(at) => self.data.verbs[at] = verb,
            None => {
                check_room(self.data.verbs.len(), "commands", span)?;
                self.data.verbs.push(verb);
            }
        }
        Ok(())
    }

    /// `change command attack { help "…"; phase any }`.
    pub(super) fn change_command(
        &mut self,
        (name, span): (Arc<str>, Span),
        entries: &[Entry],
    ) -> Result<(), Diagnostic> {
        let Some(at) = self.data.verbs.iter().position(|verb| verb.name == name) else {
            let names = self.data.verbs.iter().map(|verb| &*verb.name);
            return Err(self.unknown((Code::NOTHING_TO_CHANGE, "command"), &name, span, names));
        };
        let mut verb = self.data.verbs[at].clone();
        let new = Origin { layer: self.layer.clone(), span, cites: self.cite.clone() };
        self.overridden(format!("command {name}"), &verb.origin, &new);
        // A list that the change writes is written anew; others stay as they are.
        let writes = |key: &str| entries.iter().any(|entry| entry.key(self.sources) == Some(key));
        if writes("alias") {
            verb.aliases.clear();
        }
        for (key, list) in
            [("phase", &mut verb.phases), ("parts", &mut verb.parts), ("example", &mut verb.examples)]
        {
            if writes(key) {
                list.clear();
            }
        }
        verb.origin = new;
        self.command_entries(&mut verb, entries);
        self.data.verbs[at] = verb;
        Ok(())
    }

    fn command_entries(&mut self, verb: &mut Verb, entries: &[Entry]) {
        let (mut choices, mut has_form) = (Vec::new(), true);
        for entry in joined(entries) {
            if self.is_full() {
                return;
            }
            let read = self.command_entry(verb, &mut choices, &entry);
            has_form &= read.is_ok() || entry.key(self.sources) != Some("form");
            self.take(read);
        }
        // What parameters a form that is wrong is meant to have nobody knows.
        if !has_form {
            return;
        }
        for (param, span, rule) in choices {
            if verb.param(&param).is_none() {
                let told = Diagnostic::error(
                    Code::UNKNOWN_KEY,
                    format!("the form of `{}` has no parameter `{param}`", verb.name),
                )
                .at(span, "")
                .near(&param, verb.params().map(|p| &**p));
                let names: Vec<String> = verb.params().map(|name| format!("`{name}`")).collect();
                self.tell(match told.help {
                    None if !names.is_empty() => told.help(format!("it has {}", names.join(", "))),
                    _ => told,
                });
                continue;
            }
            verb.choices.insert(param, rule);
        }
    }

    fn command_entry(
        &mut self,
        verb: &mut Verb,
        choices: &mut Vec<(Arc<str>, Span, Arc<str>)>,
        entry: &Entry,
    ) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        let (key, span) = line.word("a key of a command")?;
        match &*key {
            "title" => verb.title = line.text("a text")?,
            "alias" => {
                while !line.is_done() {
                    let token = line.next().filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Other));
                    let alias = token.ok_or_else(|| line.expected("a shorter name"))?;
                    verb.aliases.push(Alias { name: Arc::from(line.text_of(alias)), span: alias.span });
                }
            }
            "form" => {
                let at = line.peek().map_or(span, |t| t.span);
                let text = line.text("a text: `form \"<who: units> on <target: unit>\"`")?;
                verb.form = parse_form(&text)
                    .map_err(|(title, help)| Diagnostic::error(Code::SYNTAX, title).at(at, "").help(help))?;
                verb.form_text = text;
            }
            "phase" => {
                while !line.is_done() {
                    let (phase, at) = line.word("the name of a phase")?;
                    self.check_phase(&phase, at);
                    verb.phases.push(phase);
                }
            }
            "check" => verb.check = Some(self.rule_named(&mut line, NamedFor::Check(verb.name.clone()))?),
            "rule" => verb.rule = self.rule_named(&mut line, NamedFor::Rule(verb.name.clone()))?,
            "choices" => {
                let (param, at) = line.word("a parameter of the form")?;
                let rule = self.rule_named(&mut line, NamedFor::Choices(verb.name.clone(), param.clone()))?;
                choices.push((param, at, rule));
            }
            "parts" => {
                while !line.is_done() {
                    let text = line.text_or_nothing();
                    verb.parts.push(match text {
                        Some(text) => text,
                        None => line.word("what a number of its outcomes stands for")?.0,
                    });
                }
            }
            "help" => verb.help = line.text("a text")?,
            "example" => verb.examples.push(line.text("a text: a line as it is typed")?),
            _ => return Err(unknown_key(&key, span, "a command", &KEYS)),
        }
        line.done()
    }

    fn rule_named(
        &mut self,
        line: &mut super::Line<'_, '_>,
        named_for: NamedFor,
    ) -> Result<Arc<str>, Diagnostic> {
        let (rule, span) = line.word("the name of a rule")?;
        let origin = Origin { layer: self.layer.clone(), span, cites: self.cite.clone() };
        self.refer(&rule, named_for, origin);
        Ok(rule)
    }

    fn check_phase(&mut self, phase: &Arc<str>, span: Span) {
        let phases = &self.data.catalogue.phases;
        if !phases.iter().any(|known| known.name == *phase) {
            let told = Diagnostic::error(Code::UNKNOWN_PHASE, format!("no phase is called `{phase}`"))
                .at(span, "")
                .near(phase, phases.iter().map(|p| &*p.name));
            self.tell(match told.help {
                Some(_) => told,
                None => told.help(format!("declare it: `phase {phase} \"…\"`")),
            });
        }
    }
}
