//! What carries attributes and modifiers while layers write to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Assembly;
use super::attributes::Writing;
use super::limits::MOST_WRITES;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Amount, Modifier, Origin, Write, Writes};

/// The attributes and modifiers of a unit type, a terrain, or an exception, as far as layers have written them.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    pub(super) attributes: BTreeMap<Arc<str>, Writes>,
    pub(super) modifiers: Vec<Modifier>,
}

impl Assembly<'_> {
    /// Adds what one entry writes. `has` tells of attributes that are inherited, which may be taken away.
    pub(super) fn hold(
        &mut self,
        held: &mut Held,
        writings: Vec<Writing>,
        what: &str,
        has: impl Fn(&Self, &str) -> bool,
    ) {
        for writing in writings {
            match writing {
                Writing::Attribute(name, written) => {
                    let writes = held.attributes.get(&name);
                    if written.write == Write::Delete && writes.is_none() && !has(self, &name) {
                        let names: Vec<&str> = held.attributes.keys().map(|n| &**n).collect();
                        let told = Diagnostic::error(
                            Code::NOTHING_TO_CHANGE,
                            format!("{what} has no `{name}` to delete"),
                        )
                        .at(written.origin.span, "")
                        .near(&name, names);
                        self.tell(told);
                        continue;
                    }
                    if let Some(old) = writes.and_then(|w| w.last()) {
                        let is_set = |write: &Write| matches!(write, Write::Set(_) | Write::Compute(_));
                        let (before, now) = (&old.origin, &written.origin);
                        let is_of_this_block = self.block.is_some_and(|block| block.has(before.span));
                        if is_set(&old.write) && is_set(&written.write) && is_of_this_block {
                            let told = set_twice(&format!("`{name}` of {what}"), now.span, before.span);
                            self.tell(told);
                            continue;
                        }
                        let both_add = matches!((&old.write, &written.write), (Write::Add(_), Write::Add(_)));
                        let (old, new) = (old.origin.clone(), written.origin.clone());
                        if !both_add || old.layer.rank != new.layer.rank {
                            self.overridden(format!("{what} {name}"), &old, &new);
                        }
                    }
                    let writes = held.attributes.entry(name).or_default();
                    if writes.len() == MOST_WRITES {
                        self.tell(too_often(what, written.origin.span));
                        continue;
                    }
                    writes.push(written);
                }
                Writing::Modifier(modifier) if held.modifiers.len() == MOST_WRITES => {
                    self.tell(too_often(what, modifier.origin.span));
                }
                Writing::Modifier(modifier) => held.modifiers.push(modifier),
                Writing::DropModifier(attribute, amount, origin) => {
                    self.drop_modifier(held, (&attribute, amount), &origin, what);
                }
            }
        }
    }

    fn drop_modifier(
        &mut self,
        held: &mut Held,
        (attribute, amount): (&Arc<str>, Amount),
        origin: &Origin,
        what: &str,
    ) {
        let at = held.modifiers.iter().position(|m| m.attribute == *attribute && m.amount == amount);
        if let Some(at) = at {
            let old = held.modifiers.remove(at).origin;
            self.overridden(format!("{what} {}", modifier_words(attribute, amount)), &old, origin);
            return;
        }
        let have: Vec<String> =
            held.modifiers.iter().map(|m| format!("`{}`", modifier_words(&m.attribute, m.amount))).collect();
        let told = Diagnostic::error(
            Code::NOTHING_TO_CHANGE,
            format!("{what} has no modifier `{}` to delete", modifier_words(attribute, amount)),
        )
        .at(origin.span, "");
        self.tell(match have.is_empty() {
            true => told.help("it has no modifiers"),
            false => told.help(format!("it has {}", have.join(", "))),
        });
    }
}

/// Two numbers for one thing in a block, of which the second would take the place of the first without a word.
fn set_twice(what: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error(Code::DUPLICATE, format!("{what} is set twice"))
        .at(second, "the second")
        .at(first, "the first")
        .help("delete one of the two")
}

fn too_often(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::TOO_LARGE, format!("{what} is written to more than {MOST_WRITES} times"))
        .at(span, "")
}

/// A modifier as it is written: `+2 TGH`, `-50% TGH`.
pub(super) fn modifier_words(attribute: &str, amount: Amount) -> String {
    match amount {
        Amount::Points(points) => format!("{points:+} {attribute}"),
        Amount::Percent(percent) => format!("{percent:+}% {attribute}"),
    }
}
