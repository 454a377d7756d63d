//! Loops that look at no variable. A run over its limit ends at its next variable, where the engine knows the place; such a loop
//! has none, so the engine tells only from where all of it was called.

use rhai::{AST, ASTNode, Expr, Position, Stmt};
use rustc_hash::FxHashMap;

use super::nodes::each_node;

/// Where such a loop begins, if there is only one in linked scripts: then that is the one in which a run was lost.
pub(super) fn only_blind_loop(tree: &AST) -> Option<Position> {
    let mut loops: FxHashMap<Position, bool> = FxHashMap::default();
    each_node(tree, &mut |path: &[ASTNode<'_>]| {
        if let Some(at) = path.last().and_then(loop_at) {
            loops.entry(at).or_insert(true);
        }
        if matches!(path.last(), Some(ASTNode::Expr(Expr::Variable(..)))) {
            for at in path.iter().filter_map(loop_at) {
                loops.insert(at, false);
            }
        }
        true
    });
    let mut blind = loops.into_iter().filter(|(_, is_blind)| *is_blind).map(|(at, _)| at);
    blind.next().filter(|_| blind.next().is_none())
}

fn loop_at(node: &ASTNode<'_>) -> Option<Position> {
    match node {
        ASTNode::Stmt(Stmt::While(.., at) | Stmt::Do(.., at) | Stmt::For(.., at)) => Some(*at),
        _ => None,
    }
}
