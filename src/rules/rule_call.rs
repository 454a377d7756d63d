//! A call of a rule from outside.

use std::sync::Arc;

use crate::kernel::value::Value;

/// A rule, and what it is called with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleCall<'c> {
    /// The name of the rule. Memory knows it again by this very text.
    pub(crate) rule: &'c Arc<str>,
    pub(crate) arguments: &'c [Value],
    /// What is called in messages, where it may neither write nor ask.
    pub(crate) looking: Option<&'static str>,
}
