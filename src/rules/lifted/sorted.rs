//! Random numbers in order: all that a list of equal throws can be when it is sorted, without going through it die by die.

use std::rc::Rc;

use dashu_int::UBig;

use super::arena::{Chance, Inner};

/// A sorted list can have so many forms at most; beyond that its numbers are settled.
const MOST_FORMS: u128 = 1 << 17;

impl Inner {
    /// The same numbers from low to high. None where they are not throws of the same dice, or can be too much. What the list
    /// held before cannot be used any more.
    pub(super) fn sorted(&mut self, items: &[Chance]) -> Option<Vec<Chance>> {
        let (values, weights) = self.equal_throws(items)?;
        let (count, faces) = (items.len() as u128, values.len() as u128);
        // C(faces + count - 1, count)
        let forms =
            (0..count).try_fold(1u128, |forms, at| Some(forms.checked_mul(faces + at)? / (at + 1)))?;
        if forms > MOST_FORMS {
            return None;
        }
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|at| values[*at]);
        let columns = vec![Vec::new(); items.len()];
        let mut forms = Forms { values: &values, weights: &weights, order: &order, columns, of: Vec::new() };
        forms.list(&mut Vec::new(), items.len(), 0, UBig::ONE);
        let Forms { columns, of, .. } = forms;
        let columns = columns.into_iter().map(Rc::from).collect();
        Some(self.replace_by_sorted(items, columns, of.into()))
    }
}

/// The lists that are in order, with the weight of each: how many ways there are to throw it.
struct Forms<'a> {
    values: &'a [i64],
    weights: &'a [UBig],
    order: &'a [usize],
    /// The numbers in each place of the lists.
    columns: Vec<Vec<i64>>,
    of: Vec<UBig>,
}

impl Forms<'_> {
    /// Goes on with the values from `from` on, `left` of them.
    fn list(&mut self, begun: &mut Vec<i64>, left: usize, from: usize, weight: UBig) {
        if left == 0 {
            self.columns.iter_mut().zip(&*begun).for_each(|(column, number)| column.push(*number));
            self.of.push(weight);
            return;
        }
        let Some(at) = self.order.get(from).copied() else { return };
        let before = begun.len();
        let mut weight = weight;
        self.list(begun, left, from + 1, weight.clone());
        for many in 1..=left {
            // Choosing which of those left show this value: C(left, many), one factor at a time.
            weight = weight * UBig::from(left + 1 - many) / UBig::from(many) * &self.weights[at];
            begun.push(self.values[at]);
            self.list(begun, left - many, from + 1, weight.clone());
        }
        begun.truncate(before);
    }
}
