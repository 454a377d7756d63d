//! Which rule a place in a script belongs to.

use std::cell::RefCell;

use super::link::RuleInfo;
use crate::diagnostic::{FileId, Span};

/// Spans of rules by file and place. Filled once the stack is linked.
#[derive(Debug, Default)]
pub(super) struct RuleIndex(RefCell<Vec<(FileId, u32, u32, usize)>>);

impl RuleIndex {
    pub(super) fn fill(&self, rules: &[RuleInfo]) {
        let mut spans: Vec<_> =
            rules.iter().enumerate().map(|(i, r)| (r.span.file, r.span.start, r.span.end, i)).collect();
        spans.sort_unstable();
        *self.0.borrow_mut() = spans;
    }

    /// The rule around a place. Rules do not nest, so the last that begins before it is the only candidate.
    pub(super) fn rule_at(&self, span: Span) -> Option<usize> {
        let spans = self.0.borrow();
        let at = spans
            .partition_point(|(file, start, ..)| (*file, *start) <= (span.file, span.start))
            .checked_sub(1)?;
        let (file, _, end, rule) = spans[at];
        (file == span.file && span.start <= end).then_some(rule)
    }
}
