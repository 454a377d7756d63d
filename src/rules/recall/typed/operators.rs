//! What signs between values come to.

use std::rc::Rc;

use super::run::{MOST_ITEMS, Machine};
use super::tree::Operator;
use super::value::Val;
use crate::kernel::value::Value;
use crate::rules::primitives::called;
use crate::rules::raise::Outcome;
use crate::rules::recall::between::Between;
use crate::rules::recall::word::Word;

impl Machine<'_> {
    pub(super) fn operate(&self, operator: Operator, left: Val, right: Val) -> Outcome<Val> {
        if let (Val::Int(a), Val::Int(b)) = (&left, &right) {
            return self.reckon(operator, *a, *b);
        }
        if matches!(operator, Operator::Equal | Operator::Unequal)
            && let Some(same) = self.are_same(&left, &right)
        {
            return Ok(Val::Bool(same == (operator == Operator::Equal)));
        }
        match (operator, &left, &right) {
            (Operator::Add, Val::Text(a), Val::Text(b)) => self.fitting(Val::Text(format!("{a}{b}").into())),
            (Operator::Add, Val::List(_), Val::List(_)) => self.operate_on(operator, left, right),
            _ => self.through(operator.sign(), &[&left, &right]),
        }
    }

    /// The same where what stands left is written to.
    pub(super) fn operate_on(&self, operator: Operator, mut left: Val, right: Val) -> Outcome<Val> {
        if let (Operator::Add, Val::List(items), Val::List(more)) = (operator, &mut left, &right) {
            if Val::size(items) + Val::size(more) > MOST_ITEMS {
                return self.lost();
            }
            Rc::make_mut(items).extend(more.iter().cloned());
            return Ok(left);
        }
        match (&left, &right) {
            // What else may be added to a list is seldom, and another thing than to add two values.
            (Val::List(_), _) => self.lost(),
            _ => self.operate(operator, left, right),
        }
    }

    fn reckon(&self, operator: Operator, a: i64, b: i64) -> Outcome<Val> {
        let number = match operator {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide => a.checked_div(b),
            Operator::Remainder => a.checked_rem(b),
            Operator::Equal => return Ok(Val::Bool(a == b)),
            Operator::Unequal => return Ok(Val::Bool(a != b)),
            Operator::Less => return Ok(Val::Bool(a < b)),
            Operator::AtMost => return Ok(Val::Bool(a <= b)),
            Operator::Greater => return Ok(Val::Bool(a > b)),
            Operator::AtLeast => return Ok(Val::Bool(a >= b)),
        };
        match number {
            Some(number) => Ok(Val::Int(number)),
            None => self.lost(),
        }
    }

    /// Whether two values are the same; nothing where the engine has to tell.
    fn are_same(&self, left: &Val, right: &Val) -> Option<bool> {
        Some(match (left, right) {
            (Val::Nothing, Val::Nothing) | (Val::Game, Val::Game) => true,
            (Val::Bool(a), Val::Bool(b)) => a == b,
            (Val::Text(a), Val::Text(b)) => a == b,
            (Val::Hex(a), Val::Hex(b)) => self.memory.between(Between::Same(*a, *b)) == Word::bool(true),
            (Val::Side(a), Val::Side(b)) => a == b,
            (Val::Type(a), Val::Type(b)) => a == b,
            (Val::Ground(a), Val::Ground(b)) => a.terrain == b.terrain,
            (Val::Unit(a), Val::Unit(b)) => {
                // Which units these are has been seen.
                self.stage.reveal(*a);
                self.stage.reveal(*b);
                a == b
            }
            (Val::Other(_), _) | (_, Val::Other(_)) => return None,
            _ if std::mem::discriminant(left) == std::mem::discriminant(right) => return None,
            // Values of different kinds are never the same.
            _ => false,
        })
    }

    /// A value as it stands in a text.
    pub(super) fn tell(&self, value: &Val, text: &mut String) -> Outcome<()> {
        match value {
            Val::Text(more) => text.push_str(more),
            Val::Int(number) => text.push_str(&number.to_string()),
            Val::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
            Val::Hex(_) | Val::Unit(_) | Val::Side(_) | Val::Type(_) | Val::Ground(_) => {
                let value = value.to_value().unwrap_or(Value::Nothing);
                text.push_str(&called(self.stage, &value));
            }
            _ => match self.through("to_string", &[value])? {
                Val::Text(more) => text.push_str(&more),
                _ => return self.lost(),
            },
        }
        Ok(())
    }
}
