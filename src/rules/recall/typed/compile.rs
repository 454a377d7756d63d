//! Functions of the scripts read to trees, each when it is first needed.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{
    AST, ASTFlags, ASTNode, Expr as Syntax, FnCallExpr, FnPtr, ImmutableString, OpAssignment, Position,
    ScriptFuncDef, Stmt,
};
use rustc_hash::FxHashSet;

use super::lists;
use super::members::Member;
use super::natives;
use super::tree::{Block, Chain, Code, Expr, For, Link, Method, Native, Operator, Over, is_truth};
use super::value::Val;
use crate::kernel::catalogue::Catalogue;
use crate::rules::recall::apart::{looks_into, takes};
use crate::rules::recall::memory::Memory;
use crate::rules::recall::trie::FunctionId;
use crate::rules::receivers::without_copy;

/// The functions of the scripts, by number.
#[derive(Debug, Default)]
pub(in crate::rules::recall) struct Trees(Vec<Tree>);

#[derive(Debug)]
struct Tree {
    parameters: Vec<ImmutableString>,
    /// Its body.
    alone: AST,
    /// The variables in which what stands for a hex may be.
    free: FxHashSet<ImmutableString>,
    /// Only the engine may run it.
    plainly: bool,
    state: RefCell<State>,
}

/// Whether a function has been read.
#[derive(Debug, Clone)]
enum State {
    Untried,
    /// It is being read, or the engine has to run it.
    Not,
    Read(Rc<Code>),
}

impl Trees {
    /// Adds a function. `free` names the variables in which what stands for a hex may be.
    pub(in crate::rules::recall) fn add(
        &mut self,
        definition: &ScriptFuncDef,
        alone: AST,
        plainly: bool,
        free: FxHashSet<ImmutableString>,
    ) {
        let parameters = definition.params.to_vec();
        self.0.push(Tree { parameters, alone, free, plainly, state: RefCell::new(State::Untried) });
    }

    /// The tree of a function; nothing where the engine has to run it.
    pub(super) fn code(
        &self,
        function: FunctionId,
        memory: &Memory,
        catalogue: &Catalogue,
    ) -> Option<Rc<Code>> {
        let tree = self.0.get(function as usize)?;
        match &*tree.state.borrow() {
            State::Read(code) => return Some(code.clone()),
            State::Not => return None,
            State::Untried => {}
        }
        // A function that makes itself as a closure is left to the engine.
        *tree.state.borrow_mut() = State::Not;
        let code = self.read(tree, memory, catalogue).map(Rc::new);
        if let Some(code) = &code {
            *tree.state.borrow_mut() = State::Read(code.clone());
        }
        code
    }

    fn read(&self, tree: &Tree, memory: &Memory, catalogue: &Catalogue) -> Option<Code> {
        if tree.plainly || tree.parameters.len() > 32 {
            return None;
        }
        let mut statements: Vec<Stmt> = Vec::new();
        tree.alone.walk(&mut |path: &[ASTNode<'_>]| {
            if let [ASTNode::Stmt(statement)] = path {
                statements.push((*statement).clone());
            }
            // What is inside is cloned with what is around it.
            true
        });
        let scope = tree.parameters.iter().cloned().zip(0..).collect();
        let mut reader = Reader {
            trees: self,
            memory,
            catalogue,
            free: &tree.free,
            scope,
            places: tree.parameters.len(),
            written: Vec::new(),
            captured: Vec::new(),
            of_loops: Vec::new(),
            is_kept: true,
            is_plain: true,
            compares: false,
            is_thin: true,
            is_of_sides: false,
            parts: 0,
        };
        let body = reader.block(&statements)?;
        // A variable that a closure has captured is the closure's too: here it would be a copy.
        if reader.captured.iter().any(|place| reader.written.contains(place)) {
            return None;
        }
        let parameters = tree.parameters.len();
        let own = reader.written.iter().filter(|place| **place < parameters);
        Some(Code {
            parameters,
            places: reader.places,
            writes: own.fold(0, |writes, place| writes | 1 << place),
            is_thin: reader.is_thin && reader.parts <= MOST_OF_THIN,
            is_truth: is_truth(&body),
            body,
            is_plain: reader.is_plain,
            compares: reader.compares,
        })
    }
}

/// A function while it is read. What cannot be read is nothing.
struct Reader<'t> {
    trees: &'t Trees,
    memory: &'t Memory,
    catalogue: &'t Catalogue,
    /// The variables in which what stands for a hex may be.
    free: &'t FxHashSet<ImmutableString>,
    /// The variables that are known here, the innermost last, with their places.
    scope: Vec<(ImmutableString, usize)>,
    places: usize,
    /// The places that are written to after they were begun, and those that closures have captured.
    written: Vec<usize>,
    captured: Vec<usize>,
    /// The places of the variables of loops, which the language writes to in each round.
    of_loops: Vec<usize>,
    /// Whether what is read may be kept for longer than a call of a primitive takes.
    is_kept: bool,
    is_plain: bool,
    compares: bool,
    is_thin: bool,
    /// Whether closures that are read here are called for sides, of which there are few.
    is_of_sides: bool,
    /// Expressions read so far.
    parts: usize,
}

/// A function of more expressions is not thin.
const MOST_OF_THIN: usize = 60;

/// Methods that call closures, and keep none.
const CALLING: [&str; 9] = ["filter", "some", "all", "find", "map", "reduce", "for_each", "sort", "dedup"];

/// Whether a list is one of sides, which are few.
fn is_sides(list: &Syntax) -> bool {
    matches!(list, Syntax::FnCall(call, _) if matches!(&*call.name, "sides" | "sides_at" | "sides_within"))
}

impl Reader<'_> {
    fn block(&mut self, statements: &[Stmt]) -> Option<Block> {
        let outside = self.scope.len();
        let read: Option<Vec<Expr>> = statements
            .iter()
            .filter(|statement| !matches!(statement, Stmt::Noop(_) | Stmt::Share(_)))
            .map(|statement| self.statement(statement))
            .collect();
        self.scope.truncate(outside);
        read.map(Vec::into_boxed_slice)
    }

    fn statement(&mut self, statement: &Stmt) -> Option<Expr> {
        Some(match statement {
            Stmt::Expr(expression) => self.expression(expression)?,
            Stmt::FnCall(call, at) => self.call(call, *at)?,
            Stmt::Block(block) => Expr::Block(self.block(block.statements())?),
            Stmt::If(flow, _) => {
                let condition = self.expression(&flow.expr)?;
                let then = self.block(flow.body.statements())?;
                Expr::If(Box::new((condition, then, self.block(flow.branch.statements())?)))
            }
            Stmt::While(flow, _) => {
                self.is_thin = false;
                let condition = match &flow.expr {
                    Syntax::Unit(_) => Expr::Const(Val::Bool(true)),
                    condition => self.expression(condition)?,
                };
                Expr::While(Box::new((condition, self.block(flow.body.statements())?)))
            }
            Stmt::For(parts, _) => {
                let (item, counter, flow) = &**parts;
                self.is_thin &= is_sides(&flow.expr);
                let over = self.over(&flow.expr)?;
                let outside = self.scope.len();
                let counter = counter.as_ref().map(|counter| self.begin(&counter.name));
                let item = self.begin(&item.name);
                self.of_loops.extend(counter.into_iter().chain([item]));
                let body = self.block(flow.body.statements())?;
                self.scope.truncate(outside);
                Expr::For(Box::new(For { over, item, counter, body }))
            }
            Stmt::Var(parts, ..) => {
                let mut value = self.expression(&parts.1)?;
                self.let_stand(&parts.0.name, &mut value);
                Expr::Let(self.begin(&parts.0.name), Box::new(value))
            }
            Stmt::Assignment(parts) => self.assignment(&parts.0, &parts.1.lhs, &parts.1.rhs)?,
            Stmt::BreakLoop(value, flags, _) if flags.contains(ASTFlags::BREAK) => {
                Expr::Break(self.optional(value.as_deref())?)
            }
            Stmt::BreakLoop(None, ..) => Expr::Continue,
            Stmt::Return(value, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                Expr::Return(self.optional(value.as_deref())?)
            }
            _ => return None,
        })
    }

    fn optional(&mut self, value: Option<&Syntax>) -> Option<Option<Box<Expr>>> {
        match value {
            None => Some(None),
            Some(value) => Some(Some(Box::new(self.expression(value)?))),
        }
    }

    /// What a loop goes over.
    fn over(&mut self, list: &Syntax) -> Option<Over> {
        if let Syntax::FnCall(call, _) = list
            && matches!(call.name.as_str(), ".." | "..=")
            && let [from, to] = &call.args[..]
        {
            return Some(Over::Numbers(self.expression(from)?, self.expression(to)?, call.name == "..="));
        }
        self.expression(list).map(Over::List)
    }

    fn begin(&mut self, name: &ImmutableString) -> usize {
        let place = self.places;
        self.places += 1;
        self.scope.push((name.clone(), place));
        place
    }

    fn place(&self, variable: &Syntax) -> Option<usize> {
        let Syntax::Variable(variable, ..) = variable else { return None };
        if !variable.2.is_empty() {
            return None;
        }
        self.scope.iter().rev().find(|(name, _)| *name == variable.1).map(|(_, place)| *place)
    }

    /// The same of a variable that is written to.
    fn place_to_write(&mut self, variable: &Syntax) -> Option<usize> {
        let place = self.place(variable)?;
        self.written.push(place);
        Some(place)
    }

    fn assignment(&mut self, by: &OpAssignment, to: &Syntax, value: &Syntax) -> Option<Expr> {
        let operator = match by.get_op_assignment_info() {
            None => None,
            Some((.., sign)) => Some(Operator::of_sign(sign)?),
        };
        let mut value = self.expression(value)?;
        match to {
            Syntax::Variable(variable, ..) => {
                self.let_stand(&variable.1, &mut value);
                let place = self.place_to_write(to)?;
                Some(match operator {
                    None => Expr::Set(place, Box::new(value)),
                    Some(operator) => Expr::SetBy(place, operator, Box::new(value)),
                })
            }
            Syntax::Dot(parts, flags, _) if !flags.contains(ASTFlags::NEGATED) => {
                self.is_plain = false;
                let place = self.place_to_write(&parts.lhs)?;
                let Syntax::Property(property, at) = &parts.rhs else { return None };
                let member = Member::new(property, *at, self.catalogue);
                Some(Expr::SetMember(Box::new((place, member, operator, value))))
            }
            Syntax::Index(parts, flags, _) if flags.contains(ASTFlags::BREAK) => {
                let place = self.place_to_write(&parts.lhs)?;
                let at = self.expression(&parts.rhs)?;
                Some(Expr::SetItem(Box::new((place, at, operator, value))))
            }
            _ => None,
        }
    }

    /// The hex of a unit need not be known to come into such a variable, nor in a list of it.
    fn let_stand(&self, variable: &ImmutableString, value: &mut Expr) {
        if self.free.contains(variable) {
            match value {
                Expr::List(items) => hand_on(items, |_| true),
                value => hand_on(std::slice::from_mut(value), |_| true),
            }
        }
    }

    fn all(&mut self, all: &[Syntax]) -> Option<Block> {
        self.all_kept(all, true)
    }

    /// The same of what is kept, or is not.
    fn all_kept(&mut self, all: &[Syntax], is_kept: bool) -> Option<Block> {
        let outside = std::mem::replace(&mut self.is_kept, is_kept);
        let read = all.iter().map(|one| self.expression(one)).collect();
        self.is_kept = outside;
        read
    }

    fn expression(&mut self, expression: &Syntax) -> Option<Expr> {
        self.parts += 1;
        Some(match expression {
            Syntax::DynamicConstant(value, _) => match value.clone().try_cast::<FnPtr>() {
                Some(closure) => self.closure(closure, &[])?,
                None => Expr::Const(Val::of((**value).clone())),
            },
            Syntax::BoolConstant(value, _) => Expr::Const(Val::Bool(*value)),
            Syntax::IntegerConstant(value, _) => Expr::Const(Val::Int(*value)),
            Syntax::StringConstant(text, _) => Expr::Const(Val::Text(text.clone())),
            Syntax::Unit(_) => Expr::Const(Val::Nothing),
            Syntax::InterpolatedString(parts, _) => {
                self.is_plain = false;
                Expr::Text(self.all(parts)?)
            }
            Syntax::Array(items, _) => {
                let items = self.all(items)?;
                let constants: Option<Vec<Val>> = items.iter().map(constant).collect();
                match constants {
                    Some(items) => Expr::Const(Val::list(items)),
                    None => Expr::List(items),
                }
            }
            Syntax::Map(parts, _) => {
                let items = parts.0.iter().map(|(name, value)| {
                    Some((rhai::Identifier::from(name.as_str()), self.expression(value)?))
                });
                Expr::Map(items.collect::<Option<_>>()?)
            }
            Syntax::Variable(..) => Expr::Local(self.place(expression)?),
            Syntax::Stmt(block) => Expr::Block(self.block(block.statements())?),
            Syntax::FnCall(call, at) => self.call(call, *at)?,
            Syntax::Dot(..) | Syntax::Index(..) => self.chain(expression)?,
            Syntax::And(all, _) => Expr::And(self.all(all)?),
            Syntax::Or(all, _) => Expr::Or(self.all(all)?),
            Syntax::Coalesce(all, _) => Expr::Coalesce(self.all(all)?),
            _ => return None,
        })
    }

    fn closure(&mut self, pointer: FnPtr, captured: &[Syntax]) -> Option<Expr> {
        self.is_plain = false;
        if pointer.is_curried() {
            return None;
        }
        let places: Option<Box<[usize]>> = captured.iter().map(|variable| self.place(variable)).collect();
        let places = places?;
        let (_, function) = self.memory.closure_named(pointer.fn_name())?;
        let code = self.trees.code(function, self.memory, self.catalogue)?;
        self.is_thin &= self.is_of_sides && code.is_thin;
        if code.writes & ((1_u64 << places.len()) - 1) != 0 {
            return None;
        }
        // A closure that is kept sees what the variable of a loop has become in later rounds.
        if self.is_kept && places.iter().any(|place| self.of_loops.contains(place)) {
            return None;
        }
        self.captured.extend(places.iter());
        Some(Expr::Closure(Box::new((pointer, code, places))))
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) -> Option<Expr> {
        if call.is_qualified() || call.capture_parent_scope {
            return None;
        }
        match (call.name.as_str(), &call.args[..]) {
            ("curry", [Syntax::DynamicConstant(value, _), captured @ ..]) => {
                let closure = value.clone().try_cast::<FnPtr>()?;
                return self.closure(closure, captured);
            }
            ("!", [one]) => return Some(Expr::Not(Box::new(self.expression(one)?))),
            ("-", [one]) => {
                let read = self.expression(one)?;
                return Some(match constant(&read) {
                    Some(Val::Int(number)) => Expr::Const(Val::Int(number.checked_neg()?)),
                    _ => Expr::Negative(Box::new(read)),
                });
            }
            (sign, [left, right]) if call.is_operator_call() => {
                if let Some(operator) = Operator::of_sign(sign) {
                    let mut both = (self.expression(left)?, self.expression(right)?);
                    let with_unit = constant(&both.0).or(constant(&both.1)).is_none();
                    if with_unit && matches!(operator, Operator::Equal | Operator::Unequal) {
                        self.compares = true;
                        for one in [&mut both.0, &mut both.1] {
                            hand_on(std::slice::from_mut(one), |_| true);
                        }
                    }
                    return Some(Expr::Binary(operator, Box::new(both)));
                }
            }
            _ => {}
        }
        self.is_plain = false;
        if let Some(rule) = self.memory.rule_named(&call.name, call.args.len()) {
            let mut arguments = self.all(&call.args)?;
            hand_on(&mut arguments, |at| self.memory.is_apart(rule, at));
            return Some(Expr::Rule(rule, arguments));
        }
        let mut arguments = self.all_kept(&call.args, false)?;
        let count = arguments.len();
        hand_on(&mut arguments, |at| takes_standing(&call.name, count, at));
        let known = natives::Known::of(&call.name, arguments.len());
        self.is_thin &= known.is_some_and(natives::Known::has_few_answers);
        Some(Expr::Native(Box::new(Native { name: call.name.clone(), known, arguments, at })))
    }

    fn chain(&mut self, whole: &Syntax) -> Option<Expr> {
        let (Syntax::Dot(parts, flags, _) | Syntax::Index(parts, flags, _)) = whole else { return None };
        let outside = std::mem::replace(&mut self.is_of_sides, is_sides(&parts.lhs));
        let mut links = Vec::new();
        let (mut is_dot, mut flags, mut rest) = (matches!(whole, Syntax::Dot(..)), *flags, &parts.rhs);
        loop {
            if flags.contains(ASTFlags::NEGATED) {
                return None;
            }
            let more = match rest {
                Syntax::Dot(parts, flags, _) => Some((true, *flags, parts)),
                Syntax::Index(parts, flags, _) => Some((false, *flags, parts)),
                _ => None,
            };
            let more = more.filter(|_| is_dot || !flags.contains(ASTFlags::BREAK));
            let here = more.map_or(rest, |(_, _, parts)| &parts.lhs);
            let base = links.is_empty().then_some(&parts.lhs);
            links.push(if is_dot {
                self.link(here, base, links.last())?
            } else {
                Link::Item(self.expression(here)?)
            });
            let Some((dot, next, parts)) = more else { break };
            (is_dot, flags, rest) = (dot, next, &parts.rhs);
        }
        self.is_of_sides = outside;
        // Whatever a tree calls a method on is a copy.
        let base = self.expression(without_copy(&parts.lhs))?;
        Some(Expr::Chain(Box::new(Chain { base, links: links.into() })))
    }

    /// A link behind a dot. `base` is what it is called on, if it is the first; else `before` is the link before it.
    fn link(&mut self, link: &Syntax, base: Option<&Syntax>, before: Option<&Link>) -> Option<Link> {
        match link {
            Syntax::Property(property, at) => Some(Link::Member(Member::new(property, *at, self.catalogue))),
            Syntax::MethodCall(call, at) => {
                self.is_plain = false;
                let arguments = self.all_kept(&call.args, !CALLING.contains(&&*call.name))?;
                let known = lists::Known::of(&call.name, arguments.len());
                // What is called on a variable may write to it; on a property or an item it would write that back.
                let writes = match (base, known.is_some_and(lists::Known::only_reads)) {
                    (_, true) => None,
                    (Some(base @ Syntax::Variable(..)), false) => Some(self.place_to_write(base)?),
                    (Some(_), false) => None,
                    (None, false) if matches!(before, Some(Link::Method(_))) => None,
                    (None, false) => return None,
                };
                Some(Link::Method(Method { name: call.name.clone(), known, arguments, at: *at, writes }))
            }
            _ => None,
        }
    }
}

/// The hex of a unit need not be known to be handed on. `is_fit` tells the arguments with which no more than that, or looking, is done.
fn hand_on(arguments: &mut [Expr], is_fit: impl Fn(usize) -> bool) {
    for (_, argument) in arguments.iter_mut().enumerate().filter(|(at, _)| is_fit(*at)) {
        if let Expr::Chain(chain) = argument
            && let (Expr::Local(place), [Link::Member(member)]) = (&chain.base, &chain.links[..])
            && member.is_hex_of_unit()
        {
            *argument = Expr::Standing(Box::new((*place, member.clone())));
        }
    }
}

/// Whether an argument of a primitive is a hex of which it need not be known which that is: it is looked into, or a search begins there.
fn takes_standing(primitive: &str, count: usize, at: usize) -> bool {
    looks_into(primitive, count, at) || takes(primitive, count, at)
}

fn constant(read: &Expr) -> Option<Val> {
    match read {
        Expr::Const(value) => Some(value.clone()),
        _ => None,
    }
}
