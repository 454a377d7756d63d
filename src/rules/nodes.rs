//! All that stands in a syntax tree.

use rhai::{AST, ASTNode, Stmt};

/// Shows every node with those around it, the outermost first, until `on_node` answers false. The engine's own walk passes
/// over what a loop is left with, in `break answer`.
pub(super) fn each_node(tree: &AST, on_node: &mut dyn FnMut(&[ASTNode<'_>]) -> bool) {
    tree.walk(&mut |path: &[ASTNode<'_>]| with_answer_of_loop(path, on_node));
}

fn with_answer_of_loop(path: &[ASTNode<'_>], on_node: &mut dyn FnMut(&[ASTNode<'_>]) -> bool) -> bool {
    if !on_node(path) {
        return false;
    }
    let Some(ASTNode::Stmt(Stmt::BreakLoop(Some(answer), ..))) = path.last() else { return true };
    answer.walk(&mut path.to_vec(), &mut |path: &[ASTNode<'_>]| with_answer_of_loop(path, on_node))
}
