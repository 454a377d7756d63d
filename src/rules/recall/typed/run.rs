//! Trees carried out.

use std::rc::Rc;

use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, NativeCallContext, Position, Scope};
use smallvec::SmallVec;

use super::equipment::Equipment;
use super::tree::{Block, Chain, Code, Expr, For, Link, Over};
use super::value::{Closure, Val};
use crate::kernel::state::Query;
use crate::rules::primitives::Kit;
use crate::rules::raise::{Outcome, is_refusal};
use crate::rules::recall::memory::Memory;
use crate::rules::scene::Stage;

/// The language's own limits of what a list, a map and a text may hold.
pub(super) const MOST_ITEMS: usize = 4096;
pub(super) const MOST_NAMES: usize = 1024;
const MOST_BYTES: usize = 4096;

/// The variables of a function.
type Places = SmallVec<[Val; 8]>;

/// What carries a tree out.
pub(in crate::rules::recall) struct Machine<'m> {
    pub(super) memory: &'m Memory,
    pub(in crate::rules::recall) stage: &'m Stage,
    pub(in crate::rules::recall) engine: &'m Engine,
    equipment: Rc<Equipment>,
}

/// Why a statement goes no further.
pub(super) enum Exit {
    Error(Box<EvalAltResult>),
    Return(Val),
    Break(Val),
    Continue,
}

impl From<Box<EvalAltResult>> for Exit {
    fn from(error: Box<EvalAltResult>) -> Exit {
        Exit::Error(error)
    }
}

type Went = Result<Val, Exit>;

impl<'m> Machine<'m> {
    /// Nothing before the functions are there.
    pub(in crate::rules::recall) fn new(
        memory: &'m Memory,
        stage: &'m Stage,
        engine: &'m Engine,
    ) -> Option<Machine<'m>> {
        let equipment = memory.equipment()?;
        Some(Machine { memory, stage, engine, equipment })
    }

    pub(super) fn kit(&self) -> &Kit {
        &self.equipment.kit
    }

    /// The tree of a function, if there is one.
    pub(in crate::rules::recall) fn code(&self, function: u32) -> Option<Rc<Code>> {
        self.equipment.trees.code(function, self.memory, &self.stage.catalogue)
    }

    /// Runs a function. Whatever is neither an answer nor a refusal is for the plain engine to tell.
    pub(in crate::rules::recall) fn run(&self, code: &Code, arguments: &[Val]) -> Outcome<Val> {
        let depth = self.memory.bodies.go_down()?;
        let answer = self.run_with(code, arguments.iter().cloned());
        self.memory.bodies.come_up(depth);
        match answer {
            Err(error) if !is_refusal(&error) && !self.is_stopped() => self.lost(),
            answer => answer,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stage.scene().is_some_and(|scene| scene.stopped.is_some())
    }

    /// The same as a part of the function that runs already.
    fn run_with(&self, code: &Code, arguments: impl Iterator<Item = Val>) -> Outcome<Val> {
        let mut places = Places::with_capacity(code.places);
        arguments.take(code.parameters).for_each(|argument| places.push(argument));
        places.resize(code.places, Val::Nothing);
        match self.block(&code.body, &mut places) {
            Ok(value) | Err(Exit::Return(value)) => Ok(value),
            Err(Exit::Error(error)) => Err(error),
            Err(Exit::Break(_) | Exit::Continue) => self.lost(),
        }
    }

    /// What this comes to only the plain engine can tell.
    pub(super) fn lost<T>(&self) -> Outcome<T> {
        self.memory.is_over.set(true);
        Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
    }

    /// One step, of so many that a run has.
    pub(super) fn step(&self) -> Outcome<()> {
        if self.kit().budget.step() { self.lost() } else { Ok(()) }
    }

    /// The answer to a query, noted.
    pub(super) fn ask(&self, query: Query) -> Val {
        match self.memory.has_read(self.stage, query) {
            Some(word) => self.memory.inner.borrow().lexicon.val(word),
            None => Val::Nothing,
        }
    }

    /// What primitives are told of who calls them.
    pub(super) fn context<'c>(&'c self, name: &'c str, at: Position) -> NativeCallContext<'c> {
        let global = self.equipment.global(self.engine, &self.memory.bodies);
        NativeCallContext::new_with_all_fields(self.engine, name, None, global, at)
    }

    /// Calls what the engine knows by a name, and tells it from where. The first argument may be written to where `writes` says so.
    pub(super) fn call_at(
        &self,
        name: &str,
        writes: bool,
        arguments: &mut [&mut Dynamic],
        at: Position,
    ) -> Outcome<Dynamic> {
        self.context(name, at).call_native_fn_raw(name, writes, arguments)
    }

    /// The same with values of trees, of what does not note where it was called from: what the engine has found under a name
    /// is kept for the next time.
    pub(super) fn through(&self, name: &str, arguments: &[&Val]) -> Outcome<Val> {
        self.step()?;
        let told = |value: &&Val| self.memory.told_val(value).to_dynamic();
        let mut values: SmallVec<[Dynamic; 4]> = arguments.iter().map(told).collect();
        let mut lent: SmallVec<[&mut Dynamic; 4]> = values.iter_mut().collect();
        let mut global = self.equipment.global(self.engine, &self.memory.bodies).clone();
        let mut caches = self.equipment.caches.take().unwrap_or_default();
        let mut scope = Scope::new();
        let answer = EvalContext::new(self.engine, &mut global, &mut caches, &mut scope, None)
            .call_native_fn_raw(name, false, &mut lent);
        self.equipment.caches.set(Some(caches));
        self.fitting(Val::of(answer?))
    }

    /// Calls a closure as the one question that it is.
    pub(super) fn call_closure(&self, closure: &Closure, arguments: &[Val]) -> Outcome<Val> {
        let all = || closure.captured.iter().chain(arguments).cloned();
        if let Some(code) = &closure.code {
            let is_unit = |value: Val| matches!(value, Val::Unit(_));
            // To compare units tells which they are, and that is better asked in a function of its own.
            if code.is_plain && !(code.compares && all().any(is_unit)) {
                return self.run_with(code, all());
            }
        }
        let all: SmallVec<[Val; 4]> = all().collect();
        match self.memory.function(closure.pointer.fn_name(), all.len()) {
            Some(function) => self.rule(function, &all),
            None => self.lost(),
        }
    }

    /// Calls a function of the scripts.
    pub(super) fn rule(&self, function: u32, arguments: &[Val]) -> Outcome<Val> {
        self.step()?;
        self.memory.call_with_vals(self, function, arguments)
    }

    fn block(&self, block: &Block, places: &mut Places) -> Went {
        let Some((last, before)) = block.split_last() else { return Ok(Val::Nothing) };
        for statement in before {
            self.eval(statement, places)?;
        }
        self.eval(last, places)
    }

    fn truth(&self, condition: &Expr, places: &mut Places) -> Result<bool, Exit> {
        match self.eval(condition, places)? {
            Val::Bool(truth) => Ok(truth),
            _ => Ok(self.lost()?),
        }
    }

    fn all(&self, all: &[Expr], places: &mut Places) -> Result<SmallVec<[Val; 4]>, Exit> {
        let mut values = SmallVec::new();
        for one in all {
            values.push(self.eval(one, places)?);
        }
        Ok(values)
    }

    fn eval(&self, expression: &Expr, places: &mut Places) -> Went {
        Ok(match expression {
            Expr::Const(value) => value.clone(),
            Expr::Local(place) => places[*place].clone(),
            Expr::Text(parts) => self.text(parts, places)?,
            Expr::List(items) => {
                let items = self.all(items, places)?.into_vec();
                self.list(items)?
            }
            Expr::Map(items) => {
                let mut all = std::collections::BTreeMap::new();
                for (name, value) in items {
                    all.insert(name.clone(), self.eval(value, places)?);
                }
                Val::Map(Rc::new(all))
            }
            Expr::Block(block) => self.block(block, places)?,
            Expr::And(all) => {
                for one in all {
                    if !self.truth(one, places)? {
                        return Ok(Val::Bool(false));
                    }
                }
                Val::Bool(true)
            }
            Expr::Or(all) => {
                for one in all {
                    if self.truth(one, places)? {
                        return Ok(Val::Bool(true));
                    }
                }
                Val::Bool(false)
            }
            Expr::Coalesce(all) => {
                let mut value = Val::Nothing;
                for one in all {
                    value = self.eval(one, places)?;
                    if !matches!(value, Val::Nothing) {
                        break;
                    }
                }
                value
            }
            Expr::Not(one) => Val::Bool(!self.truth(one, places)?),
            Expr::Negative(one) => match self.eval(one, places)? {
                Val::Int(number) => match number.checked_neg() {
                    Some(number) => Val::Int(number),
                    None => self.lost()?,
                },
                other => self.through("-", &[&other])?,
            },
            Expr::Binary(operator, both) => {
                let left = self.eval(&both.0, places)?;
                let right = self.eval(&both.1, places)?;
                self.operate(*operator, left, right)?
            }
            Expr::Rule(function, arguments) => {
                let arguments = self.all(arguments, places)?;
                self.rule(*function, &arguments)?
            }
            Expr::Native(native) => {
                let arguments = self.all(&native.arguments, places)?;
                self.step()?;
                self.call_native(native, &arguments)?
            }
            Expr::Closure(parts) => {
                let (pointer, code, captured) = &**parts;
                let captured = captured.iter().map(|place| places[*place].clone()).collect();
                Val::Closure(Rc::new(Closure {
                    pointer: pointer.clone(),
                    code: Some(code.clone()),
                    captured,
                }))
            }
            Expr::Standing(parts) => self.standing(&places[parts.0], &parts.1)?,
            Expr::Chain(chain) => self.chain(chain, places)?,
            Expr::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let branch = if self.truth(condition, places)? { then } else { otherwise };
                self.block(branch, places)?
            }
            Expr::Let(place, value) => {
                places[*place] = self.eval(value, places)?;
                Val::Nothing
            }
            Expr::Set(place, value) => {
                places[*place] = self.eval(value, places)?;
                Val::Nothing
            }
            Expr::SetBy(place, operator, value) => {
                let value = self.eval(value, places)?;
                let before = std::mem::replace(&mut places[*place], Val::Nothing);
                places[*place] = self.operate_on(*operator, before, value)?;
                Val::Nothing
            }
            Expr::SetMember(parts) => {
                let (place, member, operator, value) = &**parts;
                let mut value = self.eval(value, places)?;
                if let Some(operator) = operator {
                    let before = self.member(&places[*place], member)?;
                    value = self.operate_on(*operator, before, value)?;
                }
                let mut of = std::mem::replace(&mut places[*place], Val::Nothing);
                let written = self.set_member(&mut of, member, value);
                places[*place] = of;
                written?;
                Val::Nothing
            }
            Expr::SetItem(parts) => {
                let (place, at, operator, value) = &**parts;
                let mut value = self.eval(value, places)?;
                let at = self.eval(at, places)?;
                if let Some(operator) = operator {
                    let before = self.item(&places[*place], &at)?;
                    value = self.operate_on(*operator, before, value)?;
                }
                match (&mut places[*place], at) {
                    (Val::List(items), Val::Int(at)) => {
                        let at = place_in(items.len(), at);
                        match at.and_then(|at| Rc::make_mut(items).get_mut(at)) {
                            Some(item) => *item = value,
                            None => self.lost()?,
                        }
                    }
                    _ => self.lost()?,
                }
                Val::Nothing
            }
            Expr::While(parts) => {
                let (condition, body) = &**parts;
                while self.truth(condition, places)? {
                    self.step()?;
                    match self.block(body, places) {
                        Ok(_) | Err(Exit::Continue) => {}
                        Err(Exit::Break(value)) => return Ok(value),
                        Err(exit) => return Err(exit),
                    }
                }
                Val::Nothing
            }
            Expr::For(parts) => self.each(parts, places)?,
            Expr::Break(value) => {
                let value = value.as_ref().map_or(Ok(Val::Nothing), |value| self.eval(value, places))?;
                return Err(Exit::Break(value));
            }
            Expr::Continue => return Err(Exit::Continue),
            Expr::Return(value) => {
                let value = value.as_ref().map_or(Ok(Val::Nothing), |value| self.eval(value, places))?;
                return Err(Exit::Return(value));
            }
        })
    }

    /// What a function of the engine has answered, unless that is more than a value may hold.
    pub(super) fn fitting(&self, value: Val) -> Outcome<Val> {
        let fits = match &value {
            Val::Text(text) => text.len() <= MOST_BYTES,
            Val::List(items) => Val::size(items) <= MOST_ITEMS,
            Val::Map(items) => items.len() <= MOST_NAMES,
            _ => true,
        };
        if fits { Ok(value) } else { self.lost() }
    }

    /// A list, unless it is longer than lists may be.
    pub(super) fn list(&self, items: Vec<Val>) -> Outcome<Val> {
        if Val::size(&items) > MOST_ITEMS { self.lost() } else { Ok(Val::list(items)) }
    }

    fn text(&self, parts: &[Expr], places: &mut Places) -> Went {
        let mut text = String::new();
        for part in parts {
            let value = self.eval(part, places)?;
            self.tell(&value, &mut text)?;
            if text.len() > MOST_BYTES {
                return Ok(self.lost()?);
            }
        }
        Ok(Val::Text(text.into()))
    }

    fn each(&self, parts: &For, places: &mut Places) -> Went {
        let For { over, item, counter, body } = parts;
        let round = |at: usize, value: Val, places: &mut Places| -> Result<Option<Val>, Exit> {
            self.step()?;
            if let Some(counter) = counter {
                places[*counter] = Val::Int(at as i64);
            }
            places[*item] = value;
            match self.block(body, places) {
                Ok(_) | Err(Exit::Continue) => Ok(None),
                Err(Exit::Break(value)) => Ok(Some(value)),
                Err(exit) => Err(exit),
            }
        };
        match over {
            Over::List(list) => {
                let Val::List(items) = self.eval(list, places)? else { return Ok(self.lost()?) };
                for (at, value) in items.iter().enumerate() {
                    if let Some(left) = round(at, value.clone(), places)? {
                        return Ok(left);
                    }
                }
            }
            Over::Numbers(from, to, whole) => {
                let (from, to) = (self.eval(from, places)?, self.eval(to, places)?);
                let (Val::Int(from), Val::Int(to)) = (from, to) else { return Ok(self.lost()?) };
                let to = if *whole { i128::from(to) + 1 } else { i128::from(to) };
                for (at, value) in (i128::from(from)..to).enumerate() {
                    if let Some(left) = round(at, Val::Int(value as i64), places)? {
                        return Ok(left);
                    }
                }
            }
        }
        Ok(Val::Nothing)
    }

    /// All that is handed on in a chain comes first, then what it begins with, as the language has it.
    fn chain(&self, chain: &Chain, places: &mut Places) -> Went {
        let mut handed: SmallVec<[Val; 4]> = SmallVec::new();
        for link in &chain.links {
            match link {
                Link::Member(_) => {}
                Link::Item(at) => handed.push(self.eval(at, places)?),
                Link::Method(method) => {
                    for argument in &method.arguments {
                        handed.push(self.eval(argument, places)?);
                    }
                }
            }
        }
        let mut handed = &handed[..];
        let mut links = chain.links.iter();
        // A variable is looked at where it stands.
        let first = match (&chain.base, chain.links.first()) {
            (Expr::Local(place), Some(Link::Member(member))) => {
                links.next();
                self.member(&places[*place], member)?
            }
            (base, _) => self.eval(base, places)?,
        };
        let mut value = first;
        for link in links {
            value = match link {
                Link::Member(member) => self.member(&value, member)?,
                Link::Item(_) => {
                    let (at, others) = handed.split_at(1);
                    handed = others;
                    self.item(&value, &at[0])?
                }
                Link::Method(method) => {
                    let (arguments, others) = handed.split_at(method.arguments.len());
                    handed = others;
                    match method.writes {
                        None => self.method(method, &mut value, arguments)?,
                        Some(place) => {
                            // Nobody else holds on to it, so that it is not copied to be written to.
                            drop(value);
                            let mut own = std::mem::replace(&mut places[place], Val::Nothing);
                            let answer = self.method(method, &mut own, arguments);
                            places[place] = own;
                            answer?
                        }
                    }
                }
            };
        }
        Ok(value)
    }

    fn item(&self, of: &Val, at: &Val) -> Outcome<Val> {
        match (of, at) {
            (Val::List(items), Val::Int(at)) => match place_in(items.len(), *at).map(|at| &items[at]) {
                Some(item) => Ok(item.clone()),
                None => self.lost(),
            },
            (Val::Map(items), Val::Text(name)) => match items.get(name.as_str()) {
                Some(item) => Ok(item.clone()),
                None => self.lost(),
            },
            _ => self.lost(),
        }
    }
}

/// The place of an item, counted from the end where it is below zero.
fn place_in(length: usize, at: i64) -> Option<usize> {
    let at = if at < 0 { at.checked_add(length as i64)? } else { at };
    usize::try_from(at).ok().filter(|at| *at < length)
}
