//! Linked rules, ready to be run on a state.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, Position, Scope};

use super::budget::{Budget, Limits};
use super::calls::{CallGraph, all_alone};
use super::check_answers::check_answers;
use super::check_compared::check_compared;
use super::check_deleted::check_deleted;
use super::check_names::check_names;
use super::check_words::{Declared, check_words};
use super::compile::Compiler;
use super::convert::{from_dynamic, to_dynamic};
use super::engine::closed_engine;
use super::failure::{Failure, Refusal, Teller, marked};
use super::index::RuleIndex;
use super::lines::Lines;
use super::link::{LinkedText, Linker, RuleInfo};
use super::mapper::{Mapper, Names};
use super::naming::Naming;
use super::natives::{Members, NativeNames, PrimitiveDoc, Registrar};
use super::primitives::{self, Kit};
use super::probe::Probe;
use super::scene::{Door, Stage};
use super::stack::ScriptStack;
use super::trace::Trace;
use super::unit_rules::TypeTree;
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::state::State;
use crate::kernel::value::Value;

/// A run needs so much stack below it; deep data is dropped recursively.
const RED_ZONE: usize = 64 << 20;
/// Where less is left, a run gets a stack of its own of this size, of which only the used part costs memory.
const STACK: usize = 256 << 20;

/// What a run of a rule came to. Its changes stand in the state, not committed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What the rule answered.
    pub value: Value,
    /// What it did on the way.
    pub trace: Trace,
}

/// The rules of all layers in force, linked. Belongs to one thread.
pub struct Ruleset {
    engine: Engine,
    stack: ScriptStack,
    types: TypeTree,
    ast: AST,
    texts: Rc<[LinkedText]>,
    /// Who calls whom, once somebody has asked.
    calls: OnceCell<CallGraph>,
    rules: Rc<[RuleInfo]>,
    primitives: Vec<PrimitiveDoc>,
    /// The reference of what can be read behind a point.
    members: Members,
    natives: Rc<NativeNames>,
    stage: Rc<Stage>,
    lines: Rc<Lines>,
    sources: Rc<SourceMap>,
    index: Rc<RuleIndex>,
    budget: Rc<Budget>,
    recording: Cell<bool>,
    closures: Rc<RefCell<BTreeMap<String, usize>>>,
    mapper: Mapper,
    probe: Option<Arc<Probe>>,
}

impl std::fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ruleset").field("rules", &self.rules.len()).finish_non_exhaustive()
    }
}

impl Ruleset {
    /// Links the scripts of all layers over the data of all layers. `cancel` breaks off any run when set.
    ///
    /// The diagnostics may hold warnings; with an error among them there is no ruleset.
    pub fn link(
        stack: &ScriptStack,
        catalogue: Arc<Catalogue>,
        map: Arc<HexMap>,
        cancel: Arc<AtomicBool>,
    ) -> (Option<Ruleset>, Vec<Diagnostic>) {
        on_deep_stack(|| Self::link_here(stack, catalogue, map, cancel))
    }

    fn link_here(
        stack: &ScriptStack,
        catalogue: Arc<Catalogue>,
        map: Arc<HexMap>,
        cancel: Arc<AtomicBool>,
    ) -> (Option<Ruleset>, Vec<Diagnostic>) {
        let Equipped { engine, kit, docs, members, mapper } =
            Equipped::new(stack, catalogue, map, cancel, Found::default());
        let hiding = check_names(&kit.stage.catalogue, &members);
        if !hiding.is_empty() {
            return (None, hiding);
        }
        let natives = NativeNames::new(&engine, &docs);
        let types = TypeTree::of(&kit.stage.catalogue);
        let compiler = Compiler {
            engine: &engine,
            mapper: &mapper,
            lines: &kit.lines,
            sources: &kit.sources,
            probe: kit.probe.as_deref(),
        };
        kit.budget.begin();
        let (linked, mut diagnostics) = Linker::new(compiler, &natives, stack).link(&types);
        let Some(linked) = linked else { return (None, diagnostics) };
        let declared = Declared {
            catalogue: &kit.stage.catalogue,
            map: &kit.stage.map,
            members: &members,
            stack,
            lines: &kit.lines,
            natives: &natives,
            keys: OnceCell::new(),
        };
        let functions = all_alone(&linked.ast);
        let naming = Naming::of(&functions);
        diagnostics.extend(check_words(&linked.ast, &functions, &naming, &declared));
        diagnostics.extend(check_compared(&functions, &declared));
        diagnostics.extend(check_deleted(&functions, &naming, &declared));
        diagnostics.extend(check_answers(&linked.ast, stack, &kit.lines));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (None, diagnostics);
        }
        kit.index.fill(&linked.rules);
        let closures = linked.ast.iter_fn_def().filter(|f| super::link::is_closure(f));
        kit.closures.borrow_mut().extend(closures.map(|f| (f.name.to_string(), f.params.len())));
        let equipped = Equipped { engine, kit, docs, members, mapper };
        (
            Some(Ruleset::of(
                equipped,
                stack,
                types,
                Rc::new(natives),
                (linked.ast, linked.texts.into(), linked.rules.into()),
            )),
            diagnostics,
        )
    }

    fn of(
        Equipped { engine, kit, docs, members, mapper }: Equipped,
        stack: &ScriptStack,
        types: TypeTree,
        natives: Rc<NativeNames>,
        (ast, texts, rules): (AST, Rc<[LinkedText]>, Rc<[RuleInfo]>),
    ) -> Ruleset {
        Ruleset {
            engine,
            stack: stack.clone(),
            types,
            ast,
            texts,
            calls: OnceCell::new(),
            rules,
            primitives: docs,
            members,
            natives,
            stage: kit.stage,
            lines: kit.lines,
            sources: kit.sources,
            index: kit.index,
            budget: kit.budget,
            recording: Cell::new(false),
            closures: kit.closures,
            mapper,
            probe: kit.probe,
        }
    }

    /// The same rules over other data; nothing where the scripts have to be linked anew for them, since there are other
    /// scripts, expressions or unit types, or data calls rules in another way.
    pub fn over(
        &self,
        stack: &ScriptStack,
        catalogue: Arc<Catalogue>,
        map: Arc<HexMap>,
        cancel: &Arc<AtomicBool>,
    ) -> Option<Ruleset> {
        let types = TypeTree::of(&catalogue);
        if !self.stack.links_as(stack) || self.types != types {
            return None;
        }
        let found =
            Found { lines: self.lines.clone(), index: self.index.clone(), closures: self.closures.clone() };
        let equipped = Equipped::new(stack, catalogue, map, cancel.clone(), found);
        let linked = (self.ast.clone(), self.texts.clone(), self.rules.clone());
        Some(Ruleset::of(equipped, stack, types, self.natives.clone(), linked))
    }

    /// The mistakes of form in the scripts of a stack, each file by itself.
    pub fn syntax(stack: &ScriptStack) -> Vec<Diagnostic> {
        on_deep_stack(|| {
            let budget = Rc::new(Budget::new(Limits::default(), Arc::default()));
            budget.begin();
            let mapper = Mapper::default();
            let mut engine = closed_engine(budget);
            let tokens = mapper.clone();
            #[allow(deprecated)]
            engine.on_parse_token(move |token, at, _| tokens.map(token, at));
            let (lines, natives) = (Lines::default(), NativeNames::default());
            let compiler = Compiler {
                engine: &engine,
                mapper: &mapper,
                lines: &lines,
                sources: &stack.sources,
                probe: None,
            };
            let mut linker = Linker::new(compiler, &natives, stack);
            for layer in &stack.layers {
                linker.glance(&layer.spans);
            }
            linker.diagnostics
        })
    }

    /// Every definition of every rule, in the order in which they were read.
    pub fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    /// The definition of a rule that is in force, private helpers and unit rules left out.
    pub fn rule(&self, name: &str) -> Option<&RuleInfo> {
        self.rules.iter().find(|r| {
            &*r.name == name && !r.overridden && r.unit_type.is_none() && (!r.private || r.expression)
        })
    }

    /// The first word of the definition of a rule that is in force, to point at.
    pub fn head_of(&self, name: &str) -> Option<Span> {
        self.rule(name).map(|rule| super::link::head(rule.span))
    }

    /// The reference of the primitives.
    pub fn primitives(&self) -> &[PrimitiveDoc] {
        &self.primitives
    }

    /// The reference of what the program itself lets scripts read behind a point.
    pub fn members(&self) -> &[PrimitiveDoc] {
        self.members.docs()
    }

    /// How a function of the script language is called, `max(a, b)`, once for each number of arguments; none where the language has none
    /// of this name.
    pub fn forms_of_the_language(&self, name: &str) -> Vec<String> {
        let arguments =
            |count: usize| ('a'..='z').take(count).map(String::from).collect::<Vec<_>>().join(", ");
        let is_own = |count: &usize| self.natives.is_of_the_language(name, *count);
        self.natives
            .arities(name)
            .filter(is_own)
            .map(|count| format!("{name}({})", arguments(count)))
            .collect()
    }

    /// The texts that rules came from.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    pub(super) fn shared_sources(&self) -> &Rc<SourceMap> {
        &self.sources
    }

    /// What is printed.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.stage.catalogue
    }

    /// The map.
    pub fn map(&self) -> &Arc<HexMap> {
        &self.stage.map
    }

    /// The flag that breaks off a run.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        self.budget.cancel()
    }

    /// The scripts of all layers.
    pub(super) fn stack(&self) -> &ScriptStack {
        &self.stack
    }

    /// What scripts may call beside rules.
    pub(super) fn natives(&self) -> &NativeNames {
        &self.natives
    }

    /// The linked scripts.
    pub(super) fn ast(&self) -> &AST {
        &self.ast
    }

    /// The texts that were linked, in their order.
    pub(super) fn texts(&self) -> &[LinkedText] {
        &self.texts
    }

    /// Where the lines of all scripts stand.
    pub(super) fn lines(&self) -> &Rc<Lines> {
        &self.lines
    }

    /// Who calls whom in the linked scripts.
    pub(super) fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::of(&self.ast))
    }

    /// Whether a rule may come to ask a player, as far as its text and those that it calls show; false only where it cannot.
    pub fn may_ask_players(&self, rule: &str) -> bool {
        // Expressions of the data are run where attributes are read, and no call shows that.
        let expressions = self.rules.iter().filter(|rule| rule.expression).map(|rule| &*rule.name);
        self.calls().may_ask(expressions.chain([rule]))
    }

    /// Whether a rule may come to name an outcome or to refuse, as far as its text and those that it calls show; false only where it
    /// cannot.
    pub fn may_name_outcomes(&self, rule: &str) -> bool {
        // Expressions of the data are run where attributes are read, and no call shows that.
        let expressions = self.rules.iter().filter(|rule| rule.expression).map(|rule| &*rule.name);
        self.calls().may_name(expressions.chain([rule]))
    }

    /// What primitives work with, on another stage and with an account of their own.
    pub(super) fn kit(&self, stage: Rc<Stage>, budget: Rc<Budget>) -> Kit {
        let (lines, sources, index) = (self.lines.clone(), self.sources.clone(), self.index.clone());
        let (closures, probe, notation) = (self.closures.clone(), self.probe.clone(), self.stack.notation);
        Kit { stage, lines, sources, index, budget, closures, probe, notation }
    }

    /// Sets the limits of a run.
    pub fn set_limits(&self, limits: Limits) {
        self.budget.limits.set(limits);
    }

    /// From now on a run is limited by its steps and by its memory alone: what many games come to does not hang on how busy the
    /// machine is.
    pub fn ignore_the_clock(&self) {
        self.set_limits(Limits { time: Duration::MAX, ..self.limits() });
    }

    /// The limits of a run.
    pub(super) fn limits(&self) -> Limits {
        self.budget.limits.get()
    }

    /// Whether runs record every read of the state with its answer.
    pub fn set_recording(&self, recording: bool) {
        self.recording.set(recording);
    }

    /// Runs a rule on a state. On success its changes stand in the state, for the caller to commit or to take
    /// back; on failure the state is as it was.
    ///
    /// # Errors
    /// A refusal, a missing answer, or a mistake in the rules (E0401 to E0404).
    pub fn run(
        &self,
        state: &mut State,
        door: Door,
        rule: &str,
        arguments: &[Value],
    ) -> Result<Run, Failure> {
        self.call(state, door, rule, arguments, None)
    }

    /// Runs a rule that may only look: what it would write or ask for is a mistake in it. `what` names it in
    /// the message: `the check of a command`.
    ///
    /// # Errors
    /// As for [`Ruleset::run`].
    pub fn look(
        &self,
        state: &mut State,
        door: Door,
        rule: &str,
        arguments: &[Value],
        what: &'static str,
    ) -> Result<Run, Failure> {
        self.call(state, door, rule, arguments, Some(what))
    }

    /// Runs a rule, one that may only look where `only_looking` names it: as [`Ruleset::look`], else as [`Ruleset::run`].
    ///
    /// # Errors
    /// As for [`Ruleset::run`].
    pub fn call(
        &self,
        state: &mut State,
        door: Door,
        rule: &str,
        arguments: &[Value],
        only_looking: Option<&'static str>,
    ) -> Result<Run, Failure> {
        on_deep_stack(|| self.run_here(state, door, rule, arguments, only_looking))
    }

    /// The value of an expression over a state, which is left as it was whatever the expression does. It may do what a command
    /// may, but decide nothing in secret and open no seal.
    ///
    /// # Errors
    /// As for [`Ruleset::run`], and E0109 for text that is no expression.
    pub fn evaluate(&self, state: &mut State, door: Door, expression: &str) -> Result<Run, Failure> {
        on_deep_stack(|| {
            if expression.len() > super::engine::MAX_SCRIPT_BYTES {
                let told = Diagnostic::error(Code::TOO_LARGE, "the expression is too long");
                return Err(Failure::Broken(Box::new(told)));
            }
            self.mapper.begin(Names { expression: true, ..Names::default() });
            // Behind all files, so that no position in it is taken for one of theirs.
            let text = "\n".repeat(self.lines.end() as usize) + expression;
            self.budget.begin();
            let ast = self.engine.compile(&text).map_err(|error| {
                let at =
                    error.1.position().map_or_else(String::new, |c| format!("; it breaks at character {c}"));
                let mut why = error.0.to_string();
                if let Some(first) = why.get(..1) {
                    why = first.to_lowercase() + &why[1..];
                }
                let mut told =
                    Diagnostic::error(Code::BAD_EXPRESSION, format!("this is no expression: {why}{at}"));
                // A line that fits one is shown with its place.
                if let Some(column) = error.1.position()
                    && !expression.contains('\n')
                    && expression.len() <= MOST_SHOWN
                {
                    told = told.note(marked(expression, column - 1, 1));
                }
                if sets_something(expression) {
                    told = told.help("`==` asks whether two things are the same");
                }
                Failure::Broken(Box::new(told))
            })?;
            let before = state.pending();
            let whole = self.ast.merge(&ast);
            let result = self.on_stage(state, door, "expression", &whole, None, |engine, scope| {
                self.stage.step_beside_the_game();
                engine.eval_ast_with_scope::<Dynamic>(scope, &whole)
            });
            state.roll_back(before);
            result
        })
    }

    fn run_here(
        &self,
        state: &mut State,
        door: Door,
        rule: &str,
        arguments: &[Value],
        only_looking: Option<&'static str>,
    ) -> Result<Run, Failure> {
        let arguments: Vec<Dynamic> = arguments.iter().map(to_dynamic).collect();
        self.on_stage(state, door, rule, &self.ast, only_looking, |engine, scope| {
            let options = CallFnOptions::new().eval_ast(false);
            engine.call_fn_with_options::<Dynamic>(options, scope, &self.ast, rule, arguments)
        })
    }

    /// Lends the state to the primitives while the engine works, and tells what came of it.
    fn on_stage(
        &self,
        state: &mut State,
        door: Door,
        rule: &str,
        scripts: &AST,
        only_looking: Option<&'static str>,
        work: impl FnOnce(&Engine, &mut Scope<'_>) -> Result<Dynamic, Box<EvalAltResult>>,
    ) -> Result<Run, Failure> {
        let keep = state.pending();
        let account = self.budget.snapshot();
        self.stage.enter(std::mem::take(state), door, self.recording.get(), only_looking);
        self.budget.begin();
        let mut scope = Scope::new();
        // A panic of the engine or of a primitive is our mistake, but no reason to lose the game.
        let result = catch_unwind(AssertUnwindSafe(|| work(&self.engine, &mut scope)));
        let operations = self.budget.operations();
        let tripped = self.budget.tripped();
        let Some(mut scene) = self.stage.leave() else {
            return Err(self.failed(rule, "the stage was left before its time"));
        };
        *state = std::mem::take(&mut scene.state);
        let mut trace = std::mem::take(&mut scene.trace);
        trace.operations = operations;
        let outcome = match (result, tripped, scene.stopped, scene.refused) {
            (Err(panic), ..) => Err(self.panicked(rule, &*panic)),
            (Ok(Ok(_)), Some(tripped), ..) => {
                Err(self.teller(rule, scripts, |t| t.tripped(tripped, Position::NONE, false, &[])))
            }
            (Ok(Err(error)), Some(_), ..) => Err(self.teller(rule, scripts, |t| t.tell(&error))),
            (Ok(_), None, Some(stop), _) => Err(Failure::Stopped(stop)),
            (Ok(_), None, None, Some((reason, spot))) => {
                Err(Failure::Refused(Box::new(Refusal { reason, spot, trace })))
            }
            (Ok(Ok(value)), None, None, None) => match from_dynamic(&value) {
                Ok(value) => Ok(Run { value, trace }),
                Err(kind) => Err(self.failed(rule, &format!("`{rule}` answers {kind}"))),
            },
            (Ok(Err(error)), None, None, None) => Err(self.teller(rule, scripts, |t| t.tell(&error))),
        };
        if outcome.is_err() {
            state.roll_back(keep);
        }
        self.budget.restore(account);
        outcome
    }

    fn failed(&self, rule: &str, text: &str) -> Failure {
        let mut diagnostic = Diagnostic::error(Code::WRONG_RESULT, text);
        if let Some(info) = self.rule(rule) {
            diagnostic = diagnostic.at(super::link::head(info.span), "");
        }
        Failure::Broken(Box::new(diagnostic.help(
            "an answer is a number, a text, `true` or `false`, a unit, hex, side, type or terrain, a list of these, or \
             nothing: end with `;` to answer nothing",
        )))
    }

    fn panicked(&self, rule: &str, panic: &(dyn Any + Send)) -> Failure {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why");
        let mut diagnostic = Diagnostic::error(Code::RULE_FAILED, format!("internal error: {words}"));
        if let Some((_, span)) = self.entry(rule) {
            diagnostic = diagnostic.at(span, "while this rule ran");
        }
        Failure::Broken(Box::new(
            diagnostic
                .note("nothing has changed")
                .help("please report it with this rule and the lines typed"),
        ))
    }

    /// The definition in force of the rule that is run, to point at where nothing better is known.
    fn entry(&self, rule: &str) -> Option<(usize, Span)> {
        let at = self.rule(rule)?;
        self.rules.iter().position(|r| std::ptr::eq(r, at)).map(|i| (i, super::link::head(at.span)))
    }

    fn teller<T>(&self, rule: &str, scripts: &AST, tell: impl FnOnce(&Teller<'_>) -> T) -> T {
        let rule_at = |span: Span| self.index.rule_at(span);
        let rule_name = |rule: usize| match self.rules[rule].expression {
            true => self.rule_title(rule),
            false => format!("rule {}", self.rule_title(rule)),
        };
        let decides = |rule: &str| {
            let info = self.rule(rule).filter(|info| info.expression)?;
            Some((info.doc.text.clone(), info.span))
        };
        let names = || {
            let catalogue = &self.stage.catalogue;
            let attributes = catalogue.attributes.keys().map(|(_, name)| name.to_string());
            let properties = catalogue.properties.iter().map(|p| p.name.to_string());
            let members = self.members().iter().map(|member| member.name().to_owned());
            attributes.chain(properties).chain(members).collect::<Vec<_>>()
        };
        let callable = || {
            let rules = self.rules.iter().filter(|rule| !rule.expression).map(|rule| rule.name.to_string());
            rules.chain(self.natives.names().map(str::to_owned)).collect::<Vec<_>>()
        };
        let begins = |name: &str| {
            let function = self.ast().iter_fn_def().find(|function| function.name == name)?;
            Some(function.body.start_position())
        };
        tell(&Teller {
            lines: &self.lines,
            sources: &self.sources,
            budget: &self.budget,
            entry: self.entry(rule),
            rule_at: &rule_at,
            rule_name: &rule_name,
            rule_head: &|rule| super::link::head(self.rules[rule].span),
            decides: &decides,
            names: &names,
            begins: &begins,
            blind_loop: &|| super::blind_loops::only_blind_loop(self.ast()),
            scripts,
            callable: &callable,
        })
    }

    /// A rule's name with its layer: `` `defence` (world marches) ``; of an expression in data what it decides.
    pub fn rule_title(&self, rule: usize) -> String {
        let info = &self.rules[rule];
        match info.expression && !info.doc.text.is_empty() {
            true => format!("{} ({})", info.doc.text, info.layer),
            false => format!("`{}` ({})", info.name, info.layer),
        }
    }
}

/// So long an expression at most is shown again where it is none.
const MOST_SHOWN: usize = 200;

/// Whether a text has a `=` that stands alone.
fn sets_something(expression: &str) -> bool {
    let is_sign = |c: char| "=!<>+-*/".contains(c);
    expression
        .match_indices('=')
        .any(|(at, _)| !expression[..at].ends_with(is_sign) && !expression[at + 1..].starts_with(['=', '>']))
}

/// What linking finds out about scripts: where they stand, which rule is where, what parameters closures have.
#[derive(Default)]
struct Found {
    lines: Rc<Lines>,
    index: Rc<RuleIndex>,
    closures: Rc<RefCell<BTreeMap<String, usize>>>,
}

/// An engine with all primitives, in which no script is linked yet.
struct Equipped {
    engine: Engine,
    kit: Kit,
    docs: Vec<PrimitiveDoc>,
    /// What scripts read behind a point.
    members: Members,
    mapper: Mapper,
}

impl Equipped {
    fn new(
        stack: &ScriptStack,
        catalogue: Arc<Catalogue>,
        map: Arc<HexMap>,
        cancel: Arc<AtomicBool>,
        found: Found,
    ) -> Equipped {
        let limits = stack.probe.as_ref().map_or_else(Limits::default, |probe| probe.limits());
        let budget = Rc::new(Budget::new(limits, cancel));
        let mut engine = closed_engine(budget.clone());
        let kit = Kit {
            stage: Rc::new(Stage::new(catalogue, map)),
            lines: found.lines,
            sources: Rc::new(stack.sources.clone()),
            index: found.index,
            budget,
            closures: found.closures,
            probe: stack.probe.clone(),
            notation: stack.notation,
        };
        let (docs, members) = primitives::register(Registrar::new(&mut engine), &kit);
        let mapper = Mapper::default();
        let tokens = mapper.clone();
        #[allow(deprecated)]
        engine.on_parse_token(move |token, at, _| tokens.map(token, at));
        Equipped { engine, kit, docs, members, mapper }
    }
}

/// Runs on a stack that is deep enough for whatever a script nests.
pub(super) fn on_deep_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK, work)
}
