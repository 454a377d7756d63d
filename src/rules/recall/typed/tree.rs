//! What functions are read to.

use std::rc::Rc;

use rhai::{FnPtr, Identifier, ImmutableString, Position};

use super::members::Member;
use super::value::Val;
use crate::rules::recall::trie::FunctionId;

/// A function: its parameters are its first places.
#[derive(Debug)]
pub(in crate::rules::recall) struct Code {
    pub(super) parameters: usize,
    /// How many places its variables need.
    pub(super) places: usize,
    pub(super) body: Block,
    /// The parameters, a bit each, that it writes to.
    pub(super) writes: u64,
    /// What may run inside of its caller: it only reads properties, compares and reckons.
    pub(super) is_plain: bool,
    /// Whether it compares what may be units.
    pub(super) compares: bool,
    /// What is too little to be remembered by itself: a few steps without questions with many answers, and without loops and closures but
    /// over sides.
    pub(in crate::rules::recall) is_thin: bool,
    /// Whether it evidently comes to a truth. That is less than what it came from, and so worth remembering for whoever comes to more.
    pub(in crate::rules::recall) is_truth: bool,
}

impl Code {
    /// Whether it writes to any of its parameters.
    pub(in crate::rules::recall) fn writes_to_parameters(&self) -> bool {
        self.writes != 0
    }
}

/// Whether what statements come to is evidently true or false.
pub(super) fn is_truth(statements: &[Expr]) -> bool {
    match statements.last() {
        Some(Expr::Return(Some(value))) => is_truth(std::slice::from_ref(value)),
        Some(Expr::If(parts)) => is_truth(&parts.1) || is_truth(&parts.2),
        Some(Expr::Block(block)) => is_truth(block),
        Some(Expr::Const(value)) => matches!(value, Val::Bool(_)),
        Some(Expr::And(_) | Expr::Or(_) | Expr::Not(_)) => true,
        Some(Expr::Binary(operator, _)) => operator.compares(),
        _ => false,
    }
}

/// Statements, of which the last gives the value.
pub(in crate::rules::recall) type Block = Box<[Expr]>;

/// An expression or a statement; every one has a value.
#[derive(Debug)]
pub(in crate::rules::recall) enum Expr {
    Const(Val),
    Local(usize),
    /// A text with values put into it.
    Text(Block),
    List(Block),
    Map(Box<[(Identifier, Expr)]>),
    Block(Block),
    And(Block),
    Or(Block),
    Coalesce(Block),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Binary(Operator, Box<(Expr, Expr)>),
    /// A rule of the scripts.
    Rule(FunctionId, Block),
    /// A primitive, or a function of the language.
    Native(Box<Native>),
    /// A closure with the places of what it captures.
    Closure(Box<(FnPtr, Rc<Code>, Box<[usize]>)>),
    /// The hex of what is in a place, where it is only looked into or handed on.
    Standing(Box<(usize, Member)>),
    /// What stands before a dot or a bracket, and all that follows.
    Chain(Box<Chain>),
    If(Box<(Expr, Block, Block)>),
    Let(usize, Box<Expr>),
    Set(usize, Box<Expr>),
    /// `variable += value`, and the like.
    SetBy(usize, Operator, Box<Expr>),
    /// `variable.property = value`, also by an operator.
    SetMember(Box<(usize, Member, Option<Operator>, Expr)>),
    /// `variable[place] = value`.
    SetItem(Box<(usize, Expr, Option<Operator>, Expr)>),
    While(Box<(Expr, Block)>),
    For(Box<For>),
    Break(Option<Box<Expr>>),
    Continue,
    Return(Option<Box<Expr>>),
}

/// A loop over a list, or over numbers.
#[derive(Debug)]
pub(super) struct For {
    pub(super) over: Over,
    pub(super) item: usize,
    pub(super) counter: Option<usize>,
    pub(super) body: Block,
}

#[derive(Debug)]
pub(super) enum Over {
    List(Expr),
    /// From, to, and whether that is one of them.
    Numbers(Expr, Expr, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Operator {
    /// The sign that scripts have for it.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
        }
    }

    fn compares(self) -> bool {
        use Operator::*;
        matches!(self, Equal | Unequal | Less | AtMost | Greater | AtLeast)
    }

    pub(super) fn of_sign(sign: &str) -> Option<Operator> {
        use Operator::*;
        let all =
            [Add, Subtract, Multiply, Divide, Remainder, Equal, Unequal, Less, AtMost, Greater, AtLeast];
        all.into_iter().find(|operator| operator.sign() == sign)
    }
}

/// A call of a primitive, or of a function of the language.
#[derive(Debug)]
pub(super) struct Native {
    pub(super) name: ImmutableString,
    pub(super) known: Option<super::natives::Known>,
    pub(super) arguments: Block,
    pub(super) at: Position,
}

#[derive(Debug)]
pub(super) struct Chain {
    pub(super) base: Expr,
    pub(super) links: Box<[Link]>,
}

#[derive(Debug)]
pub(super) enum Link {
    Member(Member),
    Item(Expr),
    Method(Method),
}

#[derive(Debug)]
pub(super) struct Method {
    pub(super) name: ImmutableString,
    pub(super) known: Option<super::lists::Known>,
    pub(super) arguments: Block,
    pub(super) at: Position,
    /// The variable that it is called on, where it may write to it.
    pub(super) writes: Option<usize>,
}
