//! The value of an attribute from the writes of its layers, lowest first.

use super::catalogue::{Write, Written};
use super::value::Value;

/// One write with the value that stands after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'a> {
    /// The write.
    pub written: &'a Written,
    /// The value after it.
    pub after: Value,
}

/// The value after all writes, and each step to it. `compute` answers for the rules of computed values.
///
/// Multiplication rounds toward zero; adding to nothing, or multiplying it, leaves nothing.
///
/// # Errors
/// What `compute` fails with.
pub fn fold<'a, E>(
    writes: &'a [Written],
    mut compute: impl FnMut(&str) -> Result<i64, E>,
) -> Result<(Value, Vec<Step<'a>>), E> {
    let mut value = Value::Nothing;
    let mut steps = Vec::with_capacity(writes.len());
    for written in writes {
        value = match (&written.write, value) {
            (Write::Set(new), _) => new.clone(),
            (Write::Compute(rule), _) => Value::Int(compute(rule)?),
            (Write::Add(by), Value::Int(old)) => Value::Int(old.saturating_add(*by)),
            (Write::Multiply(by, over), Value::Int(old)) => {
                let product = i128::from(old) * i128::from(*by) / i128::from((*over).max(1));
                Value::Int(product.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
            }
            (Write::Delete, _) => Value::Nothing,
            (Write::Add(_) | Write::Multiply(..), other) => other,
        };
        steps.push(Step { written, after: value.clone() });
    }
    Ok((value, steps))
}
