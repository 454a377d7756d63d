//! Layers to one set of functions, in which the highest definition wins for every caller.
//!
//! Every layer is compiled by itself. The highest definition of a rule keeps its name; each lower one is kept
//! as a clone whose name says which layer it lies below, and `prior` in that layer was mapped to that name. So
//! callers in any layer reach the winner, `prior` reaches the next one down, and positions stay true.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rhai::{AST, FnAccess, Module, ScriptFuncDef, Shared};

use super::calls::called;
use super::check_links::MOST_TOLD;
use super::compile::Compiler;
use super::compiled::{Call, Compiled};
use super::doc::RuleDoc;
use super::lexing::Heads;
use super::mapper::{BELOW, MARK, Names};
use super::natives::NativeNames;
use super::stack::{LayerScripts, ScriptStack};
use super::unit_rules::{self, TypeTree};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::kernel::layer::{Layer, Rank};

/// All scripts together may have so many bytes, and all data so many expressions.
const MOST_BYTES: usize = 1 << 20;
pub(super) const MOST_EXPRESSIONS: usize = 2000;

/// One definition of a rule in one layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInfo {
    /// The rule's name.
    pub name: Arc<str>,
    /// Names of its parameters.
    pub parameters: Vec<String>,
    /// Its layer.
    pub layer: Arc<Layer>,
    /// The unit type that it belongs to, for a unit rule.
    pub unit_type: Option<Arc<str>>,
    /// From its `fn` to its closing brace.
    pub span: Span,
    /// What its doc comment says.
    pub doc: RuleDoc,
    /// True for a private helper.
    pub private: bool,
    /// True where it was made from an expression in data.
    pub expression: bool,
    /// True where a higher layer defines the same rule; a unit type does that for its units only, so it does not count.
    pub overridden: bool,
}

impl RuleInfo {
    /// Whether it is carried out where its name is called: none of a higher layer stands in its place.
    pub fn is_in_force(&self) -> bool {
        !self.private && !self.expression && !self.overridden
    }

    /// ` of guard` for a rule of a unit type, nothing for others: what stands behind its name where it is told.
    pub fn of_type(&self) -> String {
        self.unit_type.as_ref().map_or_else(String::new, |unit_type| format!(" of {unit_type}"))
    }
}

/// A text of rules as it was compiled, for a twin that compiles it with other words in it.
pub(super) struct LinkedText {
    pub(super) span: Span,
    /// What stands before it and behind it, where it is an expression of the data.
    pub(super) around: Option<(String, &'static str)>,
    pub(super) names: Names,
    /// Its functions in the order of the text, not under the names yet that depend on other layers.
    pub(super) functions: Vec<Shared<ScriptFuncDef>>,
}

/// What linking comes to. With an error among the diagnostics nothing may be run.
type Outcome = (Option<Linked>, Vec<Diagnostic>);

/// What linking yields.
pub(super) struct Linked {
    pub(super) ast: AST,
    pub(super) texts: Vec<LinkedText>,
    pub(super) rules: Vec<RuleInfo>,
}

/// A definition on its way into the module.
pub(super) struct Definition {
    /// Place in the order of precedence.
    pub(super) order: usize,
    /// What the layer is called in linked names.
    pub(super) key: String,
    pub(super) function: Shared<ScriptFuncDef>,
    pub(super) rule: usize,
}

/// The linker's working state.
pub(super) struct Linker<'a> {
    pub(super) compiler: Compiler<'a>,
    pub(super) natives: &'a NativeNames,
    pub(super) stack: &'a ScriptStack,
    pub(super) rules: Vec<RuleInfo>,
    pub(super) slots: BTreeMap<String, Vec<Definition>>,
    /// Private helpers and unit rules under their linked names.
    pub(super) fixed: Vec<Shared<ScriptFuncDef>>,
    pub(super) calls: Vec<Call>,
    pub(super) texts: Vec<LinkedText>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Rules that layers give different numbers of parameters.
    pub(super) other_arity: BTreeSet<String>,
}

/// What a first look at a text tells: its public and private functions.
pub(super) struct Glance {
    pub(super) public: Vec<(String, Vec<String>, Span)>,
    pub(super) private: BTreeSet<String>,
}

impl<'a> Linker<'a> {
    pub(super) fn new(compiler: Compiler<'a>, natives: &'a NativeNames, stack: &'a ScriptStack) -> Self {
        Linker {
            compiler,
            natives,
            stack,
            rules: Vec::new(),
            slots: BTreeMap::new(),
            fixed: Vec::new(),
            calls: Vec::new(),
            texts: Vec::new(),
            diagnostics: Vec::new(),
            other_arity: BTreeSet::new(),
        }
    }

    /// Links everything. With an error among the diagnostics nothing may be run.
    pub(super) fn link(mut self, types: &TypeTree) -> Outcome {
        // Unit rules stand above the world and below the house: their orders come in between.
        self.check_size();
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return (None, self.diagnostics);
        }
        // The names in a layer have to be known before any file of it is compiled. Mostly a look at the words tells them; where
        // it does not, or something is wrong, each file is compiled for its names first, and that tells what is wrong.
        let (compiler, natives, stack) = (self.compiler, self.natives, self.stack);
        if let Some(heads) = self.heads()
            && let Some(linked) = Linker::new(compiler, natives, stack).link_under(&heads, true, types)
        {
            return linked;
        }
        let glance = |layer: &LayerScripts| {
            let glance = self.glance(&layer.spans);
            let public = glance.public.into_iter().map(|(name, ..)| name).collect();
            Heads { public, private: glance.private }
        };
        let heads: Vec<Heads> = stack.layers.iter().map(glance).collect();
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return (None, self.diagnostics);
        }
        let linked = self.link_under(&heads, false, types);
        linked.unwrap_or_default()
    }

    /// The functions of each layer, by their words; none where a name is the linker's own.
    fn heads(&self) -> Option<Vec<Heads>> {
        let (lines, sources) = (self.compiler.lines, self.compiler.sources);
        let heads = self.stack.layers.iter().map(|layer| {
            let mut heads = Heads::default();
            for span in &layer.spans {
                lines.base(span.file, sources)?;
                heads.add(sources.text(*span));
            }
            let mut names = heads.public.iter().chain(&heads.private);
            (!names.any(|name| name.contains(MARK))).then_some(heads)
        });
        heads.collect()
    }

    /// Links all layers, whose functions have these names. None where `is_guess` and they have others, or a file does not compile.
    fn link_under(mut self, heads: &[Heads], is_guess: bool, types: &TypeTree) -> Option<Outcome> {
        let stack = self.stack;
        let below = stack.layers.iter().filter(|l| l.layer.rank < Rank::Unit).count();
        let gap = unit_rules::MOST_POSITIONS;
        let order = |at: usize| if at < below { at } else { at + gap };
        let unit_names = unit_rules::names(&self.stack.units, &mut self);
        for (at, layer) in stack.layers.iter().enumerate() {
            let names = self.names(at, heads, &unit_names);
            let before = self.texts.len();
            for span in &layer.spans {
                match self.take_in(*span, &names, order(at), &format!("L{at}"), &layer.layer) {
                    Err(_) if is_guess => return None,
                    Err(diagnostic) => self.diagnostics.push(*diagnostic),
                    Ok(()) => {}
                }
            }
            if is_guess && heads_of(&self.texts[before..]) != heads[at] {
                return None;
            }
        }
        self.expressions();
        unit_rules::link(&mut self, types, below);
        Some(self.chain())
    }

    /// Whether all scripts together are so large that reading them would take long.
    fn check_size(&mut self) {
        let layers = self.stack.layers.iter().flat_map(|l| &l.spans);
        let spans = layers.chain(self.stack.units.iter().map(|u| &u.span));
        let mut bytes = 0;
        for span in spans {
            bytes += (span.end - span.start) as usize;
            if bytes > MOST_BYTES {
                let told = format!("the rules of all layers together have more than {MOST_BYTES} bytes");
                let at = Span { end: span.start, ..*span };
                self.diagnostics.push(Diagnostic::error(Code::TOO_LARGE, told).at(at, "from here on"));
                return;
            }
        }
        if let Some(first) = self.stack.expressions.get(MOST_EXPRESSIONS) {
            let told = format!("the data of all layers has more than {MOST_EXPRESSIONS} expressions");
            self.diagnostics.push(
                Diagnostic::error(Code::TOO_LARGE, told)
                    .at(first.span, "this one is too many")
                    .help("leave packs or house files out"),
            );
        }
    }

    /// Compiles for the names only.
    pub(super) fn glance(&mut self, spans: &[Span]) -> Glance {
        let mut glance = Glance { public: Vec::new(), private: BTreeSet::new() };
        for span in spans {
            match self.compiler.compile("", *span, "", Names::default()) {
                Ok(compiled) => {
                    for function in compiled.functions.iter().filter(|f| !is_closure(f)) {
                        if function.name.contains(MARK) {
                            let at = head(self.span_of(function, *span));
                            let told = format!("`{}` has `{MARK}` in its name", function.name);
                            self.diagnostics.push(
                                Diagnostic::error(Code::RESERVED_NAME, told)
                                    .at(at, "the linker keeps such names for itself")
                                    .help("write a single `_`"),
                            );
                        }
                        let parameters = function.params.iter().map(ToString::to_string).collect();
                        if function.access == FnAccess::Private {
                            glance.private.insert(function.name.to_string());
                        } else {
                            let at = self.span_of(function, *span);
                            glance.public.push((function.name.to_string(), parameters, at));
                        }
                    }
                }
                Err(diagnostic) => self.diagnostics.push(*diagnostic),
            }
        }
        glance
    }

    fn names(&self, at: usize, heads: &[Heads], unit_names: &BTreeSet<String>) -> Names {
        let mut names =
            Names { private: heads[at].private.clone(), mark: format!("in_L{at}"), ..Names::default() };
        let above_units = self.stack.layers[at].layer.rank > Rank::Unit;
        for name in &heads[at].public {
            let lower = heads[..at].iter().any(|below| below.public.contains(name));
            if lower || (above_units && unit_names.contains(name)) {
                names.prior.insert(name.clone(), format!("{name}{BELOW}L{at}"));
            }
        }
        names
    }

    fn take_in(
        &mut self,
        span: Span,
        names: &Names,
        order: usize,
        key: &str,
        layer: &Arc<Layer>,
    ) -> Result<(), Box<Diagnostic>> {
        let compiled = self.compiler.compile("", span, "", names.clone())?;
        self.check_prior(&compiled, names);
        for function in &compiled.functions {
            if is_closure(function) {
                self.fixed.push(function.clone());
                continue;
            }
            let rule = self.rule(function, span, layer, None);
            if function.access == FnAccess::Private {
                self.fixed.push(function.clone());
                continue;
            }
            let name = function.name.to_string();
            let slot = self.slots.entry(name).or_default();
            if let Some(twin) = slot.iter().find(|d| d.key == key) {
                let first = self.rules[twin.rule].span;
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::DUPLICATE,
                        format!("rule `{}` is defined twice in {layer}", function.name),
                    )
                    .at(head(self.rules[rule].span), "defined again here")
                    .at(head(first), "first defined here"),
                );
                continue;
            }
            slot.push(Definition { order, key: key.to_owned(), function: function.clone(), rule });
        }
        self.calls.extend(compiled.calls);
        let functions = compiled.functions;
        self.texts.push(LinkedText { span, around: None, names: names.clone(), functions });
        Ok(())
    }

    pub(super) fn check_prior(&mut self, compiled: &Compiled, names: &Names) {
        // One a rule is enough.
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for (rule, at) in &compiled.found.priors {
            if names.prior.contains_key(rule) || told.len() == MOST_TOLD || !told.insert(rule) {
                continue;
            }
            let span = self.compiler.lines.span(*at, self.compiler.sources);
            let mut diagnostic =
                Diagnostic::error(Code::NO_PRIOR, format!("no lower layer defines `{rule}`"));
            if let Some(span) = span {
                diagnostic = diagnostic.at(span, "there is nothing below this rule");
            }
            let known = self.slots.keys().map(String::as_str).filter(|n| n != rule);
            self.diagnostics.push(match did_you_mean(rule, known) {
                Some(near) => diagnostic.help(format!("did you mean to override `{near}`?")),
                None => diagnostic.help("take the call out, or give the rule the name of the one below"),
            });
        }
    }

    fn expressions(&mut self) {
        for expression in &self.stack.expressions {
            let head = format!("fn {}({}){{", expression.name, expression.parameters.join(","));
            match self.compiler.compile(&head, expression.span, "}", Names::default()) {
                Ok(compiled) => {
                    for function in &compiled.functions {
                        if is_closure(function) {
                            self.fixed.push(function.clone());
                            continue;
                        }
                        let rule = self.rules.len();
                        self.rules.push(RuleInfo {
                            name: expression.name.clone(),
                            parameters: expression.parameters.clone(),
                            layer: expression.layer.clone(),
                            unit_type: None,
                            span: expression.span,
                            doc: RuleDoc { text: expression.what.clone(), ..RuleDoc::default() },
                            private: true,
                            expression: true,
                            overridden: false,
                        });
                        let slot = self.slots.entry(expression.name.to_string()).or_default();
                        let function = function.clone();
                        slot.push(Definition { order: 0, key: "data".to_owned(), function, rule });
                    }
                    self.calls.extend(compiled.calls);
                    self.texts.push(LinkedText {
                        span: expression.span,
                        around: Some((head, "}")),
                        names: Names::default(),
                        functions: compiled.functions,
                    });
                }
                Err(mut diagnostic) => {
                    if diagnostic.code == Code::SCRIPT_SYNTAX {
                        diagnostic.code = Code::BAD_EXPRESSION;
                        diagnostic.notes.push(format!("this expression decides {}", expression.what));
                    }
                    self.diagnostics.push(*diagnostic);
                }
            }
        }
    }

    pub(super) fn rule(
        &mut self,
        function: &ScriptFuncDef,
        span: Span,
        layer: &Arc<Layer>,
        unit_type: Option<Arc<str>>,
    ) -> usize {
        let name = function.name.split(MARK).next().unwrap_or(&function.name);
        let problem = if self.natives.has_name(name) {
            Some(format!("`{name}` is a primitive of the kernel and cannot be a rule"))
        } else if function.access == FnAccess::Public
            && self.natives.is_of_the_language(&function.name, function.params.len())
        {
            Some(format!("`{name}` is a function of the script language and cannot be a rule"))
        } else {
            None
        };
        if let Some(problem) = problem {
            let at = head(self.span_of(function, span));
            self.diagnostics.push(
                Diagnostic::error(Code::RESERVED_NAME, problem)
                    .at(at, "it would stand for every other rule that calls it")
                    .help("choose another name"),
            );
        }
        self.rules.push(RuleInfo {
            name: Arc::from(name),
            parameters: function.params.iter().map(ToString::to_string).collect(),
            layer: layer.clone(),
            unit_type,
            span: self.span_of(function, span),
            doc: RuleDoc::parse(function.comments.iter().map(|c| c.as_str())),
            private: function.access == FnAccess::Private,
            expression: false,
            overridden: false,
        });
        self.rules.len() - 1
    }

    /// From the `fn` of a function to its closing brace.
    pub(super) fn span_of(&self, function: &ScriptFuncDef, within: Span) -> Span {
        let (lines, sources) = (self.compiler.lines, self.compiler.sources);
        let start = lines.span(function.body.start_position(), sources).unwrap_or(within);
        let end = lines.span(function.body.end_position(), sources).unwrap_or(start);
        let before = sources.file(start.file).text.get(..start.start as usize).unwrap_or_default();
        let begin = before.rfind("fn ").unwrap_or(start.start as usize);
        Span::new(start.file, begin, end.end as usize)
    }

    fn chain(mut self) -> Outcome {
        self.check_slots();
        let mut module = Module::new();
        let mut linked: BTreeSet<(String, usize)> = BTreeSet::new();
        let mut put = |module: &mut Module, function: Shared<ScriptFuncDef>| {
            linked.insert((function.name.to_string(), function.params.len()));
            module.set_script_fn(function);
        };
        for function in std::mem::take(&mut self.fixed) {
            put(&mut module, function);
        }
        for (name, slot) in &mut self.slots {
            slot.sort_by_key(|d| d.order);
            let for_all = slot.iter().rposition(|d| self.rules[d.rule].unit_type.is_none());
            let mut below: Vec<usize> = slot.iter().take(for_all.unwrap_or(0)).map(|d| d.rule).collect();
            if below.iter().any(|rule| self.rules[*rule].unit_type.is_some()) {
                // Each type has its own definition, and the linker one for all of them.
                let of_types = self
                    .rules
                    .iter()
                    .enumerate()
                    .filter(|(_, r)| r.unit_type.is_some() && !r.private && *r.name == **name);
                below.extend(of_types.map(|(at, _)| at));
            }
            below.into_iter().for_each(|rule| self.rules[rule].overridden = true);
            for at in 0..slot.len() {
                let function = &slot[at].function;
                let linked = match slot.get(at + 1) {
                    Some(above) => format!("{name}{BELOW}{}", above.key),
                    None => name.clone(),
                };
                let is_named = function.name == linked;
                put(&mut module, if is_named { function.clone() } else { renamed(function, &linked).into() });
            }
        }
        let ast = AST::new(std::iter::empty::<rhai::Stmt>(), module);
        self.check_calls(&linked, &ast);
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return (None, self.diagnostics);
        }
        (Some(Linked { ast, texts: self.texts, rules: self.rules }), self.diagnostics)
    }
}

/// The functions that texts have come to have.
fn heads_of(texts: &[LinkedText]) -> Heads {
    let mut heads = Heads::default();
    for function in texts.iter().flat_map(|text| &text.functions).filter(|function| !is_closure(function)) {
        let is_private = function.access == FnAccess::Private;
        let known = if is_private { &mut heads.private } else { &mut heads.public };
        known.insert(called(&function.name).to_owned());
    }
    heads
}

/// A function under another name.
pub(super) fn renamed(function: &ScriptFuncDef, name: &str) -> ScriptFuncDef {
    let mut function = function.clone();
    function.name = name.into();
    function
}

/// True for the function that the engine makes of a closure.
pub(super) fn is_closure(function: &ScriptFuncDef) -> bool {
    function.name.contains('$')
}

/// The first word of a rule, to point at.
pub(super) fn head(span: Span) -> Span {
    Span { end: span.end.min(span.start + 2), ..span }
}
