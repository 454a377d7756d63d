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
            (Write::Multiply(by, over), Value::Int(old)) => Value::Int(multiply(old, *by, *over)),
            (Write::Delete, _) => Value::Nothing,
            (Write::Add(_) | Write::Multiply(..), other) => other,
        };
        steps.push(Step { written, after: value.clone() });
    }
    Ok((value, steps))
}

/// A number times `by` over `over`, which is above zero: rounded toward zero, kept to 64 bits.
pub fn multiply(number: i64, by: i64, over: i64) -> i64 {
    let product = i128::from(number) * i128::from(by) / i128::from(over.max(1));
    product.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::{FileId, Span};
    use crate::kernel::catalogue::Origin;
    use crate::kernel::layer::{Layer, Rank};

    fn writes(list: &[Write]) -> Vec<Written> {
        let layer = Arc::new(Layer { rank: Rank::House, name: "test".into() });
        let origin = Origin { layer, span: Span::new(FileId(0), 0, 0), cites: None };
        list.iter().map(|w| Written { write: w.clone(), origin: origin.clone() }).collect()
    }

    fn value(list: &[Write]) -> Value {
        fold(&writes(list), |_| Ok::<_, Infallible>(7)).unwrap().0
    }

    #[test]
    fn a_later_write_works_on_what_the_earlier_left() {
        use Write::*;
        let set = |n| Set(Value::Int(n));
        assert_eq!(value(&[set(3), Add(2), Multiply(1, 2)]), Value::Int(2));
        assert_eq!(value(&[set(3), Multiply(1, 2), Add(2)]), Value::Int(3));
        assert_eq!(value(&[set(3), set(5)]), Value::Int(5));
        assert_eq!(value(&[set(3), Delete]), Value::Nothing);
        assert_eq!(value(&[Add(1)]), Value::Nothing);
        assert_eq!(value(&[Set(Value::text("X")), Add(1)]), Value::text("X"));
    }

    #[test]
    fn a_computed_value_stays_computed() {
        use Write::*;
        assert_eq!(value(&[Set(Value::Int(3)), Compute("r".into()), Add(1)]), Value::Int(8));
    }

    #[test]
    fn products_round_toward_zero_and_stay_in_bounds() {
        assert_eq!(multiply(7, 1, 2), 3);
        assert_eq!(multiply(-7, 1, 2), -3);
        assert_eq!(multiply(i64::MIN, 3, 2), i64::MIN);
        assert_eq!(value(&[Write::Set(Value::Int(i64::MAX)), Write::Add(1)]), Value::Int(i64::MAX));
    }

    #[test]
    fn steps_show_the_running_value() {
        let list = writes(&[Write::Set(Value::Int(3)), Write::Add(2), Write::Multiply(1, 2)]);
        let (_, steps) = fold(&list, |_| Ok::<_, Infallible>(0)).unwrap();
        let values: Vec<Value> = steps.into_iter().map(|s| s.after).collect();
        assert_eq!(values, [Value::Int(3), Value::Int(5), Value::Int(2)]);
    }
}
