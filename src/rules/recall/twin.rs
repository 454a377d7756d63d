//! The same rules linked a second time, so that every call of one by another passes through memory.
//!
//! The bodies are the very ones of the plain rules, under other names; under a rule's own name stands a primitive that
//! looks into memory first. What scripts mean does not change, only how often they are run; texts that nobody reads are left out.

use std::any::TypeId;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, Module, Position, ScriptFuncDef, Stmt};

use super::apart::Apart;
use super::course::Worth;
use super::grounds::Grounds;
use super::memory::{Function, Memory};
use super::trie::FunctionId;
use super::typed::{Equipment, Trees};
use crate::rules::bodies::as_body;
use crate::rules::calls::alone;
use crate::rules::dotted::calling_behind_dots;
use crate::rules::link::is_closure;
use crate::rules::primitives::Kit;

/// Primitives that search the map, whose answer may be a rule's own.
const SEARCHES: [&str; 1] = ["reach"];

/// Puts all functions of linked rules into an engine, behind memory.
pub(super) fn link(engine: &mut Engine, kit: &Kit, memory: &Rc<Memory>, rules: &AST) {
    let stage = &kit.stage;
    let mut definitions: Vec<_> = rules.iter_fn_def().cloned().collect();
    definitions.sort_by(|a, b| (&a.name, a.params.len()).cmp(&(&b.name, b.params.len())));
    let bodies: Vec<AST> = definitions.iter().map(alone).collect();
    let plainly = calling_behind_dots(&definitions, &bodies);
    let mut apart = Apart::new(&stage.catalogue, &stage.map);
    let mut module = Module::new();
    let mut closures: Vec<(FunctionId, Expr)> = Vec::new();
    for ((definition, alone), plainly) in definitions.iter().zip(&bodies).zip(&plainly) {
        let closure = is_closure(definition);
        let last = last_call(alone);
        apart.add(definition, alone);
        let own = as_body(definition);
        let parameters = own.params.len();
        let tail = last.as_ref().and_then(|(call, at, _)| match call {
            Expr::FnCall(call, _) if SEARCHES.contains(&&*call.name) => Some(*at),
            _ => None,
        });
        let mut inner = memory.inner.borrow_mut();
        let id = inner.functions.len() as FunctionId;
        inner.asked.push(0);
        inner.functions.push(Function {
            body: own.name.to_string(),
            is_closure: closure,
            stands_for: None,
            tail,
            apart: 0,
            handed_on: 0,
            looked_into: 0,
            opaque: false,
            plainly: *plainly,
            runs: 0,
            waits: 0,
            is_loose: false,
            courses: Worth::default(),
        });
        drop(inner);
        let name = definition.name.to_string();
        memory.names.borrow_mut().entry(name.clone()).or_default().push((parameters, id));
        if closure {
            if let Some((call, _, true)) = last
                && hands_on(definition, &call)
            {
                closures.push((id, call));
            }
        } else {
            let types = vec![TypeId::of::<Dynamic>(); parameters];
            let (stage, memory) = (stage.clone(), memory.clone());
            engine.register_raw_fn(&name, &types, move |context, arguments| {
                memory.call(&stage, context.engine(), id, arguments)
            });
        }
        module.set_script_fn(own);
    }
    apart.settle();
    let mut inner = memory.inner.borrow_mut();
    inner.grounds = Grounds::new(&stage.catalogue, &stage.map);
    for (function, definition) in inner.functions.iter_mut().zip(&definitions) {
        function.apart = apart.of(definition);
        function.handed_on = apart.handed_on(definition);
        function.looked_into = apart.looked_into(definition);
    }
    drop(inner);
    for (id, call) in closures {
        if let Expr::FnCall(call, _) = call
            && let Some(rule) = memory.function(&call.name, call.args.len())
        {
            memory.inner.borrow_mut().functions[id as usize].stands_for = Some(rule);
        }
    }
    memory.bodies.fill(module);
    let mut trees = Trees::default();
    for ((definition, alone), plainly) in definitions.iter().zip(bodies).zip(plainly) {
        trees.add(definition, alone, plainly, apart.free_variables(definition));
    }
    *memory.equipment.borrow_mut() = Some(Rc::new(Equipment::new(trees, kit.clone())));
}

/// The call that a function ends with, its place, and whether it is all that the function does.
fn last_call(alone: &AST) -> Option<(Expr, Position, bool)> {
    let mut statements = 0;
    let mut last = None;
    alone.walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements += 1;
            last = match statement {
                Stmt::FnCall(call, at) => Some((Expr::FnCall(call.clone(), *at), *at)),
                Stmt::Expr(expression) => match &**expression {
                    Expr::FnCall(_, at) => Some(((**expression).clone(), *at)),
                    _ => None,
                },
                _ => None,
            };
        }
        true
    });
    last.map(|(call, at)| (call, at, statements == 1))
}

/// Whether a call has just the parameters of its function as arguments, in their order.
fn hands_on(definition: &ScriptFuncDef, call: &Expr) -> bool {
    let Expr::FnCall(call, _) = call else { return false };
    let names = call.args.iter().map(|argument| match argument {
        Expr::Variable(variable, ..) => Some(&*variable.1),
        _ => None,
    });
    call.args.len() == definition.params.len()
        && names.zip(definition.params.iter()).all(|(name, parameter)| name == Some(&**parameter))
}
