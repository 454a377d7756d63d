//! Which rule has answered a value that is of no use where it is asked for: compared in vain, as a cost, in a call that does not take it.
//! It is looked up in the scripts once that has failed, so that no run pays for it.

use std::collections::BTreeSet;

use rhai::{AST, ASTFlags, ASTNode, Dynamic, Expr, FnCallExpr, FnPtr, Position, Stmt, StmtBlock};

use super::calls::{Alone, all_alone, called};
use super::failure::Callers;
use super::kinds::kind_called;
use super::link::is_closure;
use super::nodes::each_node;
use super::ordering::is_sign;
use super::receivers::without_copy;

/// So many calls are followed at most.
const DEEPEST: usize = 32;

/// A rule that has answered something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answered {
    /// The name by which it is called.
    pub(super) rule: String,
    /// Where its function begins.
    pub(super) begins: Position,
    /// Where the answer itself is written, in this rule or in one that it calls, if it can be but one place.
    pub(super) written: Option<Position>,
}

/// The rule whose answer stood on one side, 0 or 1, of the comparison at a place; none where that is no answer of a rule, or it is not
/// certain.
pub(super) fn answered(
    rules: &AST,
    at: Position,
    callers: &Callers,
    side: usize,
    value: &Dynamic,
) -> Option<Answered> {
    let functions = Functions(all_alone(rules));
    let compared = |call: &FnCallExpr, place: Position| {
        let is_it = place == at && is_sign(&call.name) && call.args.len() == 2;
        is_it.then(|| call.args[side].clone())
    };
    let rule = match functions.find(compared) {
        Some((function, compared)) => functions.rule_of(&compared, function, callers, DEEPEST)?,
        // What is typed stands in no function.
        None => functions.called(&first_call(rules, compared)?)?,
    };
    Some(functions.answer_of(rule, Some(value)))
}

/// The same for what a closure has answered to the call at a place, which has but this one.
pub(super) fn answered_in_closure(rules: &AST, at: Position, value: &Dynamic) -> Option<Answered> {
    let functions = Functions(all_alone(rules));
    let (_, closure) = functions.find(|call, place| (place == at).then(|| only_closure(call)).flatten())?;
    let closure = functions.0.iter().position(|(own, _)| own.name == closure.as_str())?;
    let rule = functions.handed_on(closure, DEEPEST);
    let found = functions.answer_of(rule, Some(value));
    // Of a closure there is nothing to tell but where it says so.
    (found.written.is_some() || !is_closure(functions.0[rule].0)).then_some(found)
}

/// The rule whose answer the call at a place does not take, of arguments of these kinds, with its kind. Numbers are what is asked for
/// most, so it is none where that is not the only other answer of a rule that is handed over.
pub(super) fn answered_to_call(
    rules: &AST,
    at: Position,
    callers: &Callers,
    kinds: &[String],
) -> Option<(Answered, String)> {
    let functions = Functions(all_alone(rules));
    let (function, arguments) = functions.find(|call, place| (place == at).then(|| call.args.clone()))?;
    // What a method is called on is no argument in the text.
    let kinds = kinds.get(kinds.len().checked_sub(arguments.len())?..)?;
    let handed = arguments.iter().zip(kinds).filter(|(_, kind)| *kind != &kind_called("i64"));
    let answered = handed.filter_map(|(argument, kind)| {
        Some((functions.rule_of(argument, function, callers, DEEPEST)?, kind))
    });
    match answered.collect::<Vec<_>>()[..] {
        [(rule, kind)] => Some((functions.answer_of(rule, None), kind.clone())),
        _ => None,
    }
}

/// The rule whose answer is that of the call at a place itself.
pub(super) fn answered_at(rules: &AST, at: Position) -> Option<Answered> {
    let functions = Functions(all_alone(rules));
    let own = |call: &FnCallExpr, place| {
        (place == at).then(|| functions.named(&call.name, call.args.len())).flatten()
    };
    let (_, rule) = functions.find(own)?;
    Some(functions.answer_of(rule, None))
}

/// The closure that a call is given, where it is given but one.
fn only_closure(call: &FnCallExpr) -> Option<String> {
    let mut closures = Vec::new();
    for argument in &call.args {
        argument.walk(&mut Vec::new(), &mut |path| {
            if let Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) = path.last() {
                closures.extend(value.clone().try_cast::<FnPtr>().map(|own| own.fn_name().to_owned()));
            }
            true
        });
    }
    match &mut closures[..] {
        [only] => Some(std::mem::take(only)),
        _ => None,
    }
}

/// All functions, each by its place among them.
struct Functions<'r>(Vec<Alone<'r>>);

impl Functions<'_> {
    /// The first call of which something is found, with the function in which it stands.
    fn find<T>(&self, look: impl Fn(&FnCallExpr, Position) -> Option<T>) -> Option<(usize, T)> {
        let mut trees = self.0.iter().enumerate();
        trees.find_map(|(function, (_, tree))| Some((function, first_call(tree, &look)?)))
    }

    /// The function that an expression calls.
    fn called(&self, expression: &Expr) -> Option<usize> {
        match without_copy(expression) {
            Expr::FnCall(call, _) => self.named(&call.name, call.args.len()),
            _ => None,
        }
    }

    fn named(&self, name: &str, parameters: usize) -> Option<usize> {
        self.0.iter().position(|(own, _)| own.name == name && own.params.len() == parameters)
    }

    /// What is told of an answer of a function, and of this value where it is known.
    fn answer_of(&self, function: usize, value: Option<&Dynamic>) -> Answered {
        let mut written = Vec::new();
        if let Some(value) = value {
            self.written(function, value, &mut Vec::new(), &mut written);
        }
        written.sort_by_key(|at| (at.line(), at.position()));
        written.dedup();
        let (definition, _) = &self.0[function];
        Answered {
            rule: called(&definition.name).to_owned(),
            begins: definition.body.start_position(),
            written: match written[..] {
                [only] => Some(only),
                _ => None,
            },
        }
    }

    /// The function whose answer one hands on as its own, however often; the function itself where that is not certain. A cost that may
    /// only be passed is none that fails.
    fn handed_on(&self, function: usize, steps: usize) -> usize {
        let answers = answers(&self.0[function].1).into_iter();
        let answers = answers.filter(
            |answer| !matches!(without_copy(answer), Expr::FnCall(call, _) if call.name == "pass_only"),
        );
        match (&answers.collect::<Vec<_>>()[..], steps.checked_sub(1)) {
            ([only], Some(steps)) => match self.rule_of(only, function, &[], DEEPEST) {
                Some(other) => self.handed_on(other, steps),
                None => function,
            },
            _ => function,
        }
    }

    /// The rule whose answer an expression is: a call of it, or a variable that is one and nothing else.
    fn rule_of(&self, expression: &Expr, function: usize, callers: &Callers, steps: usize) -> Option<usize> {
        let steps = steps.checked_sub(1)?;
        match without_copy(expression) {
            Expr::Variable(variable, ..) => {
                let (definition, tree) = &self.0[function];
                let parameter = definition.params.iter().position(|own| *own == *variable.1);
                match (&set_to(tree, &variable.1)?[..], parameter) {
                    ([only], None) => self.rule_of(only, function, callers, steps),
                    ([], Some(parameter)) => self.rule_given(parameter, function, callers, steps),
                    _ => None,
                }
            }
            other => self.called(other),
        }
    }

    /// The same for what a function was given where it was called, or what a closure has captured where it was made.
    fn rule_given(
        &self,
        parameter: usize,
        function: usize,
        callers: &Callers,
        steps: usize,
    ) -> Option<usize> {
        let (definition, _) = &self.0[function];
        if is_closure(definition) {
            let (maker, captured) = self.find(|call, _| match &call.args[..] {
                [Expr::DynamicConstant(value, _), captured @ ..] => {
                    let closure = value.clone().try_cast::<FnPtr>()?;
                    let is_it = closure.fn_name() == definition.name.as_str();
                    is_it.then(|| captured.get(parameter).cloned())
                }
                _ => None,
            })?;
            return self.rule_of(&captured?, maker, &[], steps);
        }
        let (((name, at), above), parameters) = (callers.split_first()?, definition.params.len());
        let (caller, given) = self.find(|call, place| {
            let is_it = place == *at && call.name == *name && call.args.len() == parameters;
            is_it.then(|| call.args[parameter].clone())
        })?;
        self.rule_of(&given, caller, above, steps)
    }

    /// Where this value is written among what a function may answer, and among what those answer whose answer it hands on.
    fn written(&self, function: usize, value: &Dynamic, seen: &mut Vec<usize>, found: &mut Vec<Position>) {
        if seen.contains(&function) {
            return;
        }
        seen.push(function);
        let (_, tree) = &self.0[function];
        let mut answers = answers(tree);
        let variables: BTreeSet<String> = answers.iter().filter_map(variable_of).collect();
        answers.extend(variables.iter().flat_map(|variable| set_to(tree, variable).unwrap_or_default()));
        for answer in &answers {
            match self.called(answer) {
                Some(other) => self.written(other, value, seen, found),
                None => found.extend(is_written(answer, value).then(|| answer.position())),
            }
        }
    }
}

/// What is found of the first call of which something is.
fn first_call<T>(tree: &AST, look: impl Fn(&FnCallExpr, Position) -> Option<T>) -> Option<T> {
    let mut found = None;
    each_node(tree, &mut |path| {
        if let Some(
            ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at))
            | ASTNode::Stmt(Stmt::FnCall(call, at)),
        ) = path.last()
        {
            found = look(call, *at);
        }
        found.is_none()
    });
    found
}

/// Whether an expression writes this value out.
fn is_written(expression: &Expr, value: &Dynamic) -> bool {
    match expression {
        Expr::StringConstant(text, _) => {
            value.read_lock::<rhai::ImmutableString>().is_some_and(|own| *own == *text)
        }
        Expr::IntegerConstant(own, _) => value.as_int().is_ok_and(|value| value == *own),
        Expr::BoolConstant(own, _) => value.as_bool().is_ok_and(|value| value == *own),
        Expr::Array(..) => value.is_array(),
        Expr::DynamicConstant(own, _) => own.is_array() && value.is_array(),
        _ => false,
    }
}

fn variable_of(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Variable(variable, ..) => Some(variable.1.to_string()),
        _ => None,
    }
}

/// All that a variable is set to, in the order of the text; none where it may have become a text or a list in another way.
fn set_to(tree: &AST, variable: &str) -> Option<Vec<Expr>> {
    let (mut set, mut is_certain) = (Vec::new(), true);
    each_node(tree, &mut |path| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(parts, ..))) if parts.0.name == variable => {
                set.push(parts.1.clone());
            }
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
                if matches!(&parts.1.lhs, Expr::Variable(own, ..) if own.1 == variable) {
                    match parts.0.get_op_assignment_info() {
                        None => set.push(parts.1.rhs.clone()),
                        // What is no number behind any other, `-=`, was none before.
                        Some((_, _, _, "+=", ..)) => is_certain = false,
                        Some(_) => {}
                    }
                }
            }
            Some(ASTNode::Stmt(Stmt::For(parts, ..))) => {
                let counter = parts.1.as_ref().is_some_and(|counter| counter.name == variable);
                is_certain &= parts.0.name != variable && !counter;
            }
            _ => {}
        }
        is_certain
    });
    is_certain.then_some(set)
}

/// The expressions that a function may answer.
pub(super) fn answers(tree: &AST) -> Vec<Expr> {
    let (mut found, mut last) = (Vec::new(), Vec::new());
    each_node(tree, &mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Return(Some(answer), flags, _))) = path.last()
            && !flags.contains(ASTFlags::BREAK)
        {
            found.extend(of_expression(answer));
        }
        // Each statement of the function itself in turn, so that the last one stays.
        if let [ASTNode::Stmt(statement)] = path {
            last = of_statement(statement);
        }
        true
    });
    found.extend(last);
    found
}

fn of_block(block: &StmtBlock) -> Vec<Expr> {
    block.statements().last().map(of_statement).unwrap_or_default()
}

fn of_statement(statement: &Stmt) -> Vec<Expr> {
    match statement {
        Stmt::Expr(answer) => of_expression(answer),
        Stmt::FnCall(call, at) => vec![Expr::FnCall(call.clone(), *at)],
        Stmt::Block(block) => of_block(block),
        Stmt::If(parts, _) | Stmt::TryCatch(parts, _) => {
            [of_block(&parts.body), of_block(&parts.branch)].concat()
        }
        Stmt::Switch(parts, _) => {
            parts.1.expressions.iter().flat_map(|case| of_expression(&case.rhs)).collect()
        }
        _ => Vec::new(),
    }
}

fn of_expression(expression: &Expr) -> Vec<Expr> {
    match without_copy(expression) {
        Expr::Stmt(block) => of_block(block),
        other => vec![other.clone()],
    }
}
