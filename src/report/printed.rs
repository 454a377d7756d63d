//! Attributes as tables show them: in the order of declaration, with what the layers have made of them.

use std::sync::Arc;

use crate::kernel::catalogue::{
    AttributeDef, AttributeForm, Catalogue, Origin, Subject, Write, Writes, Written,
};
use crate::kernel::value::Value;
use crate::kernel::writes::fold;

/// An attribute as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Printed {
    /// Its value; none where only a rule can say it.
    pub(super) value: Option<Value>,
    /// Whether a layer above that of the print has written to it.
    pub(super) changed: bool,
}

impl Printed {
    /// The attribute from its writes, or its default. `is_change` tells which of the writes are no print.
    pub(super) fn of(
        writes: Option<&Writes>,
        definition: &AttributeDef,
        is_change: impl Fn(&Written) -> bool,
        compute: impl Fn(&str) -> Option<i64>,
    ) -> Printed {
        let Some(writes) = writes else {
            return Printed { value: Some(definition.default.clone().unwrap_or_default()), changed: false };
        };
        let value = fold(writes, |rule| compute(rule).ok_or(())).ok().map(|(value, _)| value);
        Printed { value, changed: in_force(writes).iter().any(is_change) }
    }

    /// The value, behind a star where it is changed, so that figures stay below each other; empty where there is none, and
    /// `unsaid` where only a rule could say it.
    pub(super) fn text(&self, unsaid: &str, called: impl Fn(&Value) -> String) -> String {
        let star = if self.changed { "*" } else { "" };
        match &self.value {
            Some(Value::Nothing) => star.to_owned(),
            Some(value) => format!("{star}{}", called(value)),
            None => format!("{star}{unsaid}"),
        }
    }
}

/// The last whole value with what is added to it: what stands below it, as of the type that a type is made from, is no part of it.
fn in_force(writes: &[Written]) -> &[Written] {
    let is_whole = |own: &Written| matches!(own.write, Write::Set(_) | Write::Compute(_) | Write::Delete);
    &writes[writes.iter().rposition(is_whole).unwrap_or(0)..]
}

/// Whether a layer above the one that prints the thing has written this.
pub(super) fn is_above(written: &Written, print: &Origin) -> bool {
    let layer = &written.origin.layer;
    layer.rank >= print.layer.rank && *layer != print.layer
}

/// The attributes of a subject with these forms, in the order of declaration.
pub(super) fn declared<'a>(
    catalogue: &'a Catalogue,
    subject: Subject,
    forms: &[AttributeForm],
) -> Vec<(&'a Arc<str>, &'a AttributeDef)> {
    let all = catalogue
        .attributes
        .iter()
        .filter(|((of, _), definition)| *of == subject && forms.contains(&definition.form));
    let mut declared: Vec<_> = all.map(|((_, name), definition)| (name, definition)).collect();
    declared.sort_by_key(|(_, definition)| definition.first);
    declared
}
