//! What the writes of several layers come to: a set, then what is added, multiplied or taken away, in order.

use super::catalogue::{Write, Written};
use super::value::Value;

/// What is left after one write, for `why`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'w> {
    /// The write.
    pub written: &'w Written,
    /// The value after it.
    pub value: Value,
}

/// The value that `writes` come to, lowest layer first; `compute` answers for the rules that they name.
///
/// A product is rounded toward zero. What does not fit 64 bits stays at the bound. Adding to what is no number
/// leaves it as it is.
///
/// # Errors
/// Those of `compute`.
pub fn fold<E>(writes: &[Written], compute: impl FnMut(&str) -> Result<i64, E>) -> Result<Value, E> {
    fold_from(Value::Nothing, writes, compute)
}

/// As [`fold`], for writes to what already has a value: the exceptions of a unit type, over what the terrain says.
///
/// # Errors
/// Those of `compute`.
pub fn fold_from<E>(
    start: Value,
    writes: &[Written],
    mut compute: impl FnMut(&str) -> Result<i64, E>,
) -> Result<Value, E> {
    writes.iter().try_fold(start, |value, written| apply(value, &written.write, &mut compute))
}

/// As [`fold_from`], each write with the value after it. The last step has the result.
///
/// # Errors
/// Those of `compute`.
pub fn steps<E>(
    start: Value,
    writes: &[Written],
    mut compute: impl FnMut(&str) -> Result<i64, E>,
) -> Result<Vec<Step<'_>>, E> {
    let mut value = start;
    let mut steps = Vec::with_capacity(writes.len());
    for written in writes {
        value = apply(value, &written.write, &mut compute)?;
        steps.push(Step { written, value: value.clone() });
    }
    Ok(steps)
}

/// `number` × `above` / `below`, rounded toward zero, kept to 64 bits. `below` is above zero.
pub fn multiply(number: i64, above: i64, below: i64) -> i64 {
    let exact = i128::from(number) * i128::from(above) / i128::from(below.max(1));
    i64::try_from(exact).unwrap_or(if exact < 0 { i64::MIN } else { i64::MAX })
}

fn apply<E>(
    value: Value,
    write: &Write,
    compute: &mut impl FnMut(&str) -> Result<i64, E>,
) -> Result<Value, E> {
    Ok(match (write, value) {
        (Write::Set(set), _) => set.clone(),
        (Write::Compute(rule), _) => Value::Int(compute(rule)?),
        (Write::Delete, _) => Value::Nothing,
        (Write::Add(points), Value::Int(number)) => Value::Int(number.saturating_add(*points)),
        (Write::Multiply(above, below), Value::Int(number)) => Value::Int(multiply(number, *above, *below)),
        (Write::Add(_) | Write::Multiply(..), other) => other,
    })
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
        fold(&writes(list), |_| Ok::<_, Infallible>(7)).unwrap()
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
        let steps = steps(Value::Nothing, &list, |_| Ok::<_, Infallible>(0)).unwrap();
        let values: Vec<Value> = steps.into_iter().map(|s| s.value).collect();
        assert_eq!(values, [Value::Int(3), Value::Int(5), Value::Int(2)]);
    }
}
