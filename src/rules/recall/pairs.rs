//! The roots of functions with two arguments that were called from outside a moment ago, without a table to be hashed for: most commands
//! are about a unit and a hex.

use super::apart::has_bit;
use super::memory::Inner;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use super::word::Word;
use crate::kernel::hex::HexMap;
use crate::kernel::value::Value;

#[derive(Debug, Clone, Copy)]
struct Pair {
    function: FunctionId,
    arguments: [Word; 2],
    root: RootId,
}

/// Some roots, each in a place of its own as far as there is room.
#[derive(Debug, Default)]
pub(super) struct Pairs(Vec<Option<Pair>>);

impl Pairs {
    /// So many are kept, as a power of two.
    const BITS: u32 = 8;
    const MOST: usize = 1 << Pairs::BITS;

    #[inline]
    fn place(function: FunctionId, [one, other]: [Word; 2]) -> usize {
        let mixed = u64::from(function) ^ one.bits().rotate_left(20) ^ other.bits().rotate_left(40);
        // Only the highest bits of a product hang on all of its factor's.
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Pairs::BITS)) as usize
    }

    /// The root, if it was kept and nothing has taken its place since.
    #[inline]
    pub(super) fn known(&self, function: FunctionId, arguments: [Word; 2]) -> Option<RootId> {
        let known = self.0.get(Pairs::place(function, arguments))?.as_ref()?;
        (known.function == function && known.arguments == arguments).then_some(known.root)
    }

    pub(super) fn keep(&mut self, function: FunctionId, arguments: [Word; 2], root: RootId) {
        self.0.resize(Pairs::MOST, None);
        self.0[Pairs::place(function, arguments)] = Some(Pair { function, arguments, root });
    }
}

impl Inner {
    /// Where the call of a rule with a unit and a hex, or a way that names only its goal, is in the tries, as most commands have them: the
    /// same as by their words, with less to look up. Both come into empty slots. Nothing where they are other arguments, or one of them is
    /// known by itself.
    #[inline]
    pub(super) fn of_unit_and_hex(
        &mut self,
        map: &HexMap,
        function: FunctionId,
        arguments: &[Value],
        slots: &mut Slots,
    ) -> Option<RootId> {
        let [Value::Unit(unit), to] = arguments else { return None };
        let (hex, is_list) = match to {
            Value::Hex(hex) => (*hex, false),
            Value::List(way) => match **way {
                [Value::Hex(hex)] => (hex, true),
                _ => return None,
            },
            _ => return None,
        };
        if !has_bit(self.functions[function as usize].apart, 1) {
            return None;
        }
        let class = *self.classes.get(unit.index())?;
        let spot = Word::spot(self.grounds.of(hex, map)? as usize);
        slots.units.push(*unit);
        slots.spots.push(hex);
        Some(self.trie.root_of_two(function, [class, if is_list { spot.alone() } else { spot }]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_known_for_its_function_and_its_arguments_alone() {
        let mut pairs = Pairs::default();
        let [one, other] = [Word::bool(true), Word::NOTHING];
        assert_eq!(pairs.known(3, [one, other]), None);
        pairs.keep(3, [one, other], 7);
        assert_eq!(pairs.known(3, [one, other]), Some(7));
        assert_eq!(pairs.known(3, [other, one]), None);
        assert_eq!(pairs.known(4, [one, other]), None);
        // There is room for so many at most, and the last is always there.
        for root in 0..2 * Pairs::MOST as RootId {
            pairs.keep(root, [one, other], root);
            assert_eq!(pairs.known(root, [one, other]), Some(root));
        }
    }
}
