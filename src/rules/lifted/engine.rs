//! Runs of rules with random numbers, one for each way that they can go.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::{AST, Dynamic, Engine, Scope};

use super::arena::{Arena, Chance, Figure, Inner, Leaf, Measured, Spread};
use super::called::Calls;
use super::choosing::Choosing;
use super::limit::Account;
use super::operators;
use super::ready::made_ready;
use super::rewritten::{Called, rewritten, sees_through};
use super::standins::{self, Shared};
use super::unneeded::Unneeded;
use crate::diagnostic::SourceMap;
use crate::kernel::dice::formula::Formula;
use crate::kernel::door::{Answer, Answers, Ask, Stop};
use crate::kernel::secret::{GivenSheets, Written};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::bodies::name_of_body;
use crate::rules::budget::{Budget, Limits};
use crate::rules::convert::{from_dynamic, held, to_dynamic};
use crate::rules::dotted::has_dotted;
use crate::rules::engine::closed_engine;
use crate::rules::lines::Lines;
use crate::rules::link::is_closure;
use crate::rules::mapper::{Mapper, Names};
use crate::rules::natives::{Natives, Registrar};
use crate::rules::primitives;
use crate::rules::raise::Outcome;
use crate::rules::ruleset::{Ruleset, on_deep_stack};
use crate::rules::scene::{Door, Stage};

/// What the results of dice are, exactly.
pub trait Spreads {
    /// The total of dice thrown together.
    ///
    /// # Errors
    /// Why it is not worked out.
    fn sum(&self, count: u32, faces: u32) -> Result<Spread, String>;

    /// What dice notation comes to.
    ///
    /// # Errors
    /// Why it is not worked out.
    fn formula(&self, formula: &Formula) -> Result<Spread, String>;
}

/// Linked rules that reckon with random numbers. Belongs to one thread.
pub struct Lifted {
    engine: Engine,
    stage: Rc<Stage>,
    budget: Rc<Budget>,
    mapper: Mapper,
    shared: Shared,
    ast: AST,
}

/// An expression over a state, made ready for random numbers.
#[derive(Debug)]
pub struct Expression(AST);

impl std::fmt::Debug for Lifted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lifted").finish_non_exhaustive()
    }
}

impl Drop for Lifted {
    fn drop(&mut self) {
        // What the engine has found out about functions holds what stands before them, and that holds the bodies.
        self.shared.calls.bodies.forget();
    }
}

/// Why a run came to no end that odds can be made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stuck {
    /// A rule failed with random numbers; the plain engine tells why, or gets through.
    Failed,
    /// Broken off.
    Cancelled,
    /// The dice are more than is worked out.
    Dice(String),
    /// The account is used up.
    TooMany,
    /// A rule asked who is not there.
    Stopped(Stop),
}

/// A run under way.
#[derive(Debug, Clone, Copy)]
pub struct Running<'a>(&'a Lifted);

/// What a run does, rule by rule; a refusal ends it.
pub type Course<'a> = &'a mut dyn FnMut(Running<'_>) -> Result<(), Halted>;

/// Looks at what a way has come to: the leaf, the state, the reason where it was refused.
pub type Visit<'a> = &'a mut dyn FnMut(&Leaf<'_>, &mut State, Option<&str>);

/// Why a run ended before its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halted {
    /// The rules refuse, for this reason.
    Refused(String),
    /// There is no going on.
    Stuck(Stuck),
}

/// Nobody is asked: throws and decisions have their stand-ins.
struct Nobody;

impl Answers for Nobody {
    fn answer(&mut self, _: &Ask) -> Result<Answer, Stop> {
        Err(Stop::Missing("nobody answers while odds are reckoned".to_owned()))
    }
}

impl Lifted {
    /// The same rules for random numbers. Nothing where they cannot be made ready for them.
    pub fn new(rules: &Rc<Ruleset>, spreads: Rc<dyn Spreads>) -> Option<Lifted> {
        on_deep_stack(|| Lifted::link(rules, spreads))
    }

    fn link(rules: &Rc<Ruleset>, spreads: Rc<dyn Spreads>) -> Option<Lifted> {
        let lifted =
            Lifted::equipped(rules, (rules.shared_sources().clone(), rules.lines().clone()), spreads);
        lifted.budget.begin();
        let ast = made_ready(rules, &lifted.engine, &lifted.mapper)?;
        Some(lifted.with(ast))
    }

    /// Whether there is no rule that only the plain engine can run.
    pub fn is_whole(&self) -> bool {
        !sees_through(&self.ast) && !has_dotted(&self.ast)
    }

    /// The same over other data ([`Ruleset::over`]): what is made ready is not made ready anew. Nothing of what came out
    /// before is known any more.
    pub fn over(&self, rules: &Rc<Ruleset>) -> Lifted {
        on_deep_stack(|| {
            let Shared { kit, spreads, .. } = &self.shared;
            let texts = (kit.sources.clone(), kit.lines.clone());
            Lifted::equipped(rules, texts, spreads.clone()).with(self.ast.clone())
        })
    }

    /// An engine with all that stands in for primitives, in which no script is linked yet.
    fn equipped(
        rules: &Rc<Ruleset>,
        (sources, lines): (Rc<SourceMap>, Rc<Lines>),
        spreads: Rc<dyn Spreads>,
    ) -> Lifted {
        let looked_at = rules.stack().probe.clone();
        let limits = looked_at.as_ref().map_or_else(Limits::default, |probe| probe.limits());
        let budget = Rc::new(Budget::new(limits, rules.cancel().clone()));
        let stage = Rc::new(Stage::for_odds(rules.catalogue().clone(), rules.map().clone()));
        let mut engine = closed_engine(budget.clone());
        // The budget counts for each run; the engine's own count would go on from run to run.
        engine.set_max_operations(0);
        let kit = primitives::Kit {
            stage: stage.clone(),
            lines,
            sources,
            index: Rc::default(),
            budget: budget.clone(),
            closures: Rc::default(),
            probe: None,
            notation: rules.stack().notation,
        };
        primitives::register(Registrar::new(&mut engine), &kit);
        // What looks at the scripts has changed their texts already; here its marks call back.
        if let Some(probe) = &looked_at {
            probe.register(&mut engine);
        }
        let arena: Arena = Rc::new(RefCell::new(Inner::new(rules.cancel().clone())));
        let mut natives = Natives::default();
        operators::register(&mut natives, &arena);
        let shared = Shared {
            kit,
            arena,
            spreads,
            known: Rc::default(),
            formulas: Rc::default(),
            choosing: Rc::new(Cell::new(Choosing::First)),
            at_once: Rc::default(),
            thrown_at: Rc::default(),
            calls: Rc::new(Calls::new()),
            sheets: Rc::new(GivenSheets::default()),
            unneeded: Rc::new(Unneeded::default()),
        };
        standins::register(&mut natives, &shared);
        natives.put_into(&mut engine);
        let mapper = Mapper::default();
        let tokens = mapper.clone();
        #[allow(deprecated)]
        engine.on_parse_token(move |token, at, _| tokens.map(token, at));
        Lifted { engine, stage, budget, mapper, shared, ast: AST::empty() }
    }

    /// The same with the functions of linked scripts in its engine.
    fn with(mut self, ast: AST) -> Lifted {
        let closures = ast.iter_fn_def().filter(|f| is_closure(f));
        let parameters = closures.map(|f| (f.name.to_string(), f.params.len()));
        self.shared.kit.closures.borrow_mut().extend(parameters);
        Calls::link(&self.shared, &mut self.engine, &ast);
        self.ast = ast;
        self
    }

    /// From now on sides that decide in secret write this down, a sheet each; none for the first way to fill theirs in. Such
    /// answers are for a command that asks once, before any dice fall.
    pub fn give_sheets(&self, written: Option<Vec<Vec<Written>>>) {
        self.shared.sheets.give(written);
    }

    /// An expression made ready; none where it is no expression, or cannot be reckoned with random numbers.
    pub fn expression(&self, text: &str) -> Option<Expression> {
        on_deep_stack(|| {
            self.mapper.begin(Names { expression: true, ..Names::default() });
            let ready = rewritten(text, Called::UNKNOWN);
            // Behind all files, so that no position in it is taken for one of theirs.
            let lines = self.shared.kit.lines.end() as usize;
            let ast = self.engine.compile("\n".repeat(lines) + &ready).ok()?;
            (!sees_through(&ast)).then_some(Expression(ast))
        })
    }

    /// Goes every way that a course of rules can take from a state, which is left as it was. `begin` is called before
    /// the first way, and again where all is to be done anew since some number had to be settled earlier than thought, or
    /// some rule turned out to do more than answer; `visit` after each way with what it came to and the state as it is then. A
    /// refusal is an end like others.
    ///
    /// # Errors
    /// Where a run gets stuck.
    pub fn explore(
        &self,
        (state, choosing, account): (&mut State, Choosing, &Rc<Account>),
        course: Course<'_>,
        begin: &mut dyn FnMut(),
        visit: Visit<'_>,
    ) -> Result<(), Stuck> {
        self.shared.unneeded.ask(false);
        self.go((state, choosing, account), course, begin, visit)
    }

    /// The same where only the outcomes are asked for and whether it was refused: the state behind a way is not known, for what has
    /// no part in them is left out.
    ///
    /// # Errors
    /// Where a run gets stuck.
    pub fn explore_outcomes(
        &self,
        (state, choosing, account): (&mut State, Choosing, &Rc<Account>),
        course: Course<'_>,
        begin: &mut dyn FnMut(),
        visit: &mut dyn FnMut(&Leaf<'_>, Option<&str>),
    ) -> Result<(), Stuck> {
        self.shared.unneeded.ask(true);
        self.go((state, choosing, account), course, begin, &mut |leaf, _, refused| visit(leaf, refused))
    }

    fn go(
        &self,
        (state, choosing, account): (&mut State, Choosing, &Rc<Account>),
        course: Course<'_>,
        begin: &mut dyn FnMut(),
        visit: Visit<'_>,
    ) -> Result<(), Stuck> {
        self.shared.choosing.set(choosing);
        self.shared.calls.begin(state, account);
        let keep = state.pending();
        on_deep_stack(|| {
            loop {
                self.shared.arena.borrow_mut().restart();
                begin();
                match self.every_way(state, account, course, visit) {
                    Err(stuck) => {
                        state.roll_back(keep);
                        let anew = !self.shared.calls.go_plainly()
                            && (self.shared.calls.begins_anew()
                                || (stuck == Stuck::Failed && self.settle_more()));
                        if !anew {
                            return Err(stuck);
                        }
                    }
                    Ok(()) => return Ok(()),
                }
            }
        })
    }

    fn every_way(
        &self,
        state: &mut State,
        account: &Account,
        course: Course<'_>,
        visit: Visit<'_>,
    ) -> Result<(), Stuck> {
        let keep = state.pending();
        loop {
            self.shared.arena.borrow_mut().begin();
            self.shared.sheets.begin();
            self.shared.unneeded.begin();
            self.shared.thrown_at.borrow_mut().clear();
            let door: Door = Rc::new(RefCell::new(Nobody));
            self.stage.enter(std::mem::take(state), door, false, None);
            let result = course(Running(self));
            if let Some(mut scene) = self.stage.leave() {
                *state = std::mem::take(&mut scene.state);
                if scene.has_looked {
                    self.shared.unneeded.was_needed();
                    self.shared.calls.go_anew();
                    return Err(Stuck::Failed);
                }
            }
            let refused = match result {
                Ok(()) => None,
                Err(Halted::Refused(reason)) => Some(reason),
                Err(Halted::Stuck(stuck)) => return Err(stuck),
            };
            if !account.take() {
                return Err(Stuck::TooMany);
            }
            visit(&Leaf(&self.shared.arena.borrow()), state, refused.as_deref());
            state.roll_back(keep);
            // Short runs come to their end without a look at it, and what one has come to may not be listed to its end.
            if self.shared.arena.borrow().is_broken_off() {
                return Err(Stuck::Cancelled);
            }
            if !self.shared.arena.borrow_mut().advance() {
                return Ok(());
            }
        }
    }

    /// From now on all numbers that the failed run has left open are settled when they are thrown; false where there are
    /// none that were not already.
    fn settle_more(&self) -> bool {
        let mut at_once = self.shared.at_once.borrow_mut();
        let before = at_once.len();
        at_once.extend(self.shared.thrown_at.borrow().iter().copied());
        at_once.len() > before
    }
}

impl Running<'_> {
    /// Calls a rule. A random number that it answers is settled.
    ///
    /// # Errors
    /// A refusal, or what keeps the run from going on.
    pub fn call(&self, rule: &str, arguments: &[Value]) -> Result<Value, Halted> {
        let Lifted { engine, shared, .. } = self.0;
        let mut arguments: Vec<Dynamic> = arguments.iter().map(to_dynamic).collect();
        let answer = self.answered(|| shared.calls.run(engine, &name_of_body(rule), &mut arguments))?;
        if let Some(number) = held::<Chance>(&answer) {
            return Ok(Value::Int(shared.arena.borrow_mut().settle(&number)));
        }
        from_dynamic(&answer).map_err(|_| Halted::Stuck(Stuck::Failed))
    }

    /// What an expression comes to, which stays open where it is random: a number, or 1 and 0 for true and false.
    ///
    /// # Errors
    /// As for [`Running::call`]; [`Stuck::Failed`] where it is no number.
    pub fn measure(&self, expression: &Expression) -> Result<Measured, Halted> {
        let answer = self.answered(|| {
            let mut scope = Scope::new();
            self.0.engine.eval_ast_with_scope::<Dynamic>(&mut scope, &expression.0)
        })?;
        if let Some(number) = held::<Chance>(&answer) {
            return Ok(Measured(Figure::Open(number)));
        }
        let number = answer.as_int().or_else(|_| answer.as_bool().map(i64::from));
        number.map(|number| Measured(Figure::Is(number))).map_err(|_| Halted::Stuck(Stuck::Failed))
    }

    /// What the engine comes to, where the run can go on.
    fn answered(&self, work: impl FnOnce() -> Outcome<Dynamic>) -> Result<Dynamic, Halted> {
        let Lifted { stage, budget, shared, .. } = self.0;
        budget.begin();
        let answer = work();
        if budget.tripped() == Some(crate::rules::budget::Tripped::Cancelled) {
            return Err(Halted::Stuck(Stuck::Cancelled));
        }
        if let Some(stuck) = shared.calls.stuck() {
            return Err(Halted::Stuck(stuck));
        }
        if let Some(mut scene) = stage.scene_mut() {
            match (scene.stopped.take(), scene.refused.take()) {
                (Some(Stop::Missing(why)), _) => return Err(Halted::Stuck(Stuck::Dice(why))),
                (Some(stop), _) => return Err(Halted::Stuck(Stuck::Stopped(stop))),
                (None, Some((reason, _))) => return Err(Halted::Refused(reason)),
                (None, None) => {}
            }
        }
        match answer {
            Ok(answer) if budget.tripped().is_none() && !shared.arena.borrow().is_lost.get() => Ok(answer),
            _ => Err(Halted::Stuck(Stuck::Failed)),
        }
    }

    /// What a rule's answer is called: a text as it is, a list with commas between its items.
    ///
    /// # Errors
    /// As for [`Running::call`].
    pub fn named(&self, rule: &str, arguments: &[Value]) -> Result<String, Halted> {
        let answer = self.call(rule, arguments)?;
        let stage = &self.0.stage;
        Ok(match answer {
            Value::List(items) => {
                items.iter().map(|i| primitives::called(stage, i)).collect::<Vec<_>>().join(",")
            }
            other => primitives::called(stage, &other),
        })
    }

    /// The state as the run has made it so far, but for what is random in it.
    pub fn state<T>(&self, look: impl FnOnce(&State) -> T) -> Option<T> {
        self.0.stage.scene().map(|scene| look(&scene.state))
    }
}
