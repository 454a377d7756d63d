//! What was read, put together: data assembled, scripts linked over them.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::load::{Loaded, Loader, Mistakes, PackInfo, Read};
use crate::data::{self, Data, HOOKS, LayerFiles, NamedFor, ParamKind, RuleRef, RuleSource};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::catalogue::{Catalogue, Subject};
use crate::kernel::hex::HexMap;
use crate::kernel::layer::Rank;
use crate::odds::Reckoner;
use crate::rules::{ExpressionRule, LayerScripts, RuleReference, Ruleset, ScriptStack, UnitScript};

impl Loaded {
    /// The same with data changed by a referee, as long as that is supposed. `cancel` is as for [`load`](super::load()).
    ///
    /// No file is read again; nor are the scripts, where the change only sets other values.
    ///
    /// # Errors
    /// The mistakes of the changes, and those that they make elsewhere.
    pub fn supposing(&self, changes: &str, cancel: &Arc<AtomicBool>) -> Result<Loaded, Mistakes> {
        let mut loader = Loader {
            sources: self.sources.clone(),
            diagnostics: Vec::new(),
            layers: self.read.clone(),
            probe: self.probe.clone(),
            of_manifests: Vec::new(),
            is_whole: true,
        };
        loader.text_layer(Rank::Referee, &Arc::from("supposed"), &Arc::from(changes));
        let supposed = loader.link(self.packs.clone(), self.scenario.clone(), cancel, Some(self))?;
        // A unit that gets numbers of its own is a type of its own: those who suppose the like go on from there.
        self.supposed.replace(Some(supposed.reckoner().clone()));
        Ok(supposed)
    }

    /// The rules over other data, and odds of them, without linking anything anew; nothing where that will not do.
    fn over(
        &self,
        stack: &ScriptStack,
        catalogue: &Arc<Catalogue>,
        map: &Arc<HexMap>,
        cancel: &Arc<AtomicBool>,
    ) -> Option<(Rc<Ruleset>, Rc<Reckoner>)> {
        let supposed = self.supposed.borrow().clone();
        [Some(self.reckoner().clone()), supposed].into_iter().flatten().find_map(|ready| {
            let rules = Rc::new(ready.rules().over(stack, catalogue.clone(), map.clone(), cancel)?);
            let reckoner = Rc::new(ready.over(&rules));
            Some((rules, reckoner))
        })
    }
}

fn scripts_of(read: &Read) -> LayerScripts {
    LayerScripts { layer: read.info.layer.clone(), spans: read.scripts.clone() }
}

impl Loader {
    /// The data files that were read, layer by layer.
    pub(super) fn layer_files(&self) -> Vec<LayerFiles> {
        let files = |of: &Read| LayerFiles { layer: of.info.layer.clone(), trees: of.trees.clone() };
        self.layers.iter().map(files).collect()
    }

    /// What is wrong with files by themselves, where it is not known what they build on. Names would look unknown that a pack below
    /// defines.
    pub(super) fn mistakes_of_form(mut self) -> Mistakes {
        let stack = ScriptStack {
            sources: self.sources,
            layers: self.layers.iter().map(scripts_of).collect(),
            probe: self.probe,
            ..ScriptStack::default()
        };
        self.diagnostics.append(&mut self.of_manifests);
        self.diagnostics.extend(Ruleset::syntax(&stack));
        (stack.sources, self.diagnostics)
    }

    /// Puts together what was read. `before` has the scripts of the same files linked already.
    pub(super) fn link(
        mut self,
        packs: Rc<[PackInfo]>,
        scenario: Option<String>,
        cancel: &Arc<AtomicBool>,
        before: Option<&Loaded>,
    ) -> Result<Loaded, Mistakes> {
        let (data, told) = data::assemble(&self.layer_files(), scenario.as_deref(), &self.sources);
        let read = std::mem::take(&mut self.layers);
        let mut scripts: Vec<LayerScripts> = read.iter().map(scripts_of).collect();
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
            elsewhere: data.elsewhere.clone(),
            enlisted: data.set_up.iter().flat_map(|s| &s.placed).map(|unit| unit.name.clone()).collect(),
            deleted: data.deleted.clone(),
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
        let map = Arc::new(map);
        let (rules, reckoner) = match before.and_then(|before| before.over(&stack, &catalogue, &map, cancel))
        {
            Some((rules, reckoner)) => (rules, OnceCell::from(reckoner)),
            None => {
                let (rules, told) = Ruleset::link(&stack, catalogue, map, cancel.clone());
                self.diagnostics.extend(told);
                match rules {
                    Some(rules) => (Rc::new(rules), OnceCell::new()),
                    None => return Err((stack.sources, self.diagnostics)),
                }
            }
        };
        Ok(Loaded {
            recall: OnceCell::new(),
            reckoner,
            supposed: RefCell::default(),
            sources: stack.sources,
            packs,
            layers: read.iter().map(|of| of.info.clone()).collect(),
            data,
            rules,
            warnings: self.diagnostics,
            probe: stack.probe,
            read,
            scenario,
        })
    }
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
    let mut takes: BTreeMap<&str, Vec<Option<Subject>>> = BTreeMap::new();
    for verb in &data.verbs {
        let all: Vec<Option<Subject>> = verb.kinds().map(subject_of).collect();
        for rule in [Some(&verb.rule), verb.check.as_ref()].into_iter().flatten() {
            match takes.get_mut(&**rule) {
                // Where several commands name it, what they all hand on is certain.
                Some(known) if known.len() == all.len() => {
                    known
                        .iter_mut()
                        .zip(&all)
                        .for_each(|(known, own)| *known = known.filter(|k| Some(*k) == *own));
                }
                Some(known) => known.clear(),
                None => drop(takes.insert(rule, all.clone())),
            }
        }
    }
    data.rule_refs
        .iter()
        .map(|r| RuleReference {
            rule: r.rule.clone(),
            arguments: arguments(data, r),
            is_check: matches!(r.named_for, NamedFor::Check(_)),
            takes: takes.get(&*r.rule).cloned().unwrap_or_default(),
            span: r.origin.span,
        })
        .collect()
}

/// The number of arguments that a rule is called with where data name it; none where something else is in force there.
fn arguments(data: &Data, named: &RuleRef) -> Option<usize> {
    let verb = |name: &Arc<str>| data.verbs.iter().find(|verb| verb.name == *name);
    match &named.named_for {
        NamedFor::Hook(hook) => {
            data.hooks.get(hook).filter(|(rule, _)| *rule == named.rule)?;
            HOOKS.iter().find(|(name, _)| *name == &**hook).map(|(_, parameters)| parameters.len())
        }
        NamedFor::Rule(of) => {
            verb(of).filter(|verb| verb.rule == named.rule).map(|verb| verb.params().count())
        }
        NamedFor::Check(of) => {
            let verb = verb(of).filter(|verb| verb.check.as_ref() == Some(&named.rule));
            verb.map(|verb| verb.params().count())
        }
        NamedFor::Choices(of, parameter) => {
            let verb = verb(of).filter(|verb| verb.choices.get(parameter) == Some(&named.rule))?;
            Some(verb.params().take_while(|own| *own != parameter).count())
        }
    }
}

/// What has the properties of a parameter of this kind.
fn subject_of(kind: ParamKind) -> Option<Subject> {
    match kind {
        ParamKind::Unit => Some(Subject::Unit),
        ParamKind::Hex => Some(Subject::Hex),
        ParamKind::Side => Some(Subject::Side),
        _ => None,
    }
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
                    None if own.layer.rank >= Rank::House => {
                        let told = Diagnostic::error(Code::BAD_LINK, "a house file names no file of rules");
                        let help = "write the rules into the block itself: `rules { fn … }`";
                        diagnostics.push(told.at(*at, "").help(help));
                        continue;
                    }
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
