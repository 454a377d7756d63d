//! A few things in a row, as many as there is room for, copied as one value and without a place of their own in memory.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::kernel::hex::Hex;
use crate::kernel::value::UnitId;

/// What can stand where nothing has been put yet.
pub(in crate::rules) trait Blank: Copy {
    /// Any such thing; nobody looks at it.
    const BLANK: Self;
}

impl Blank for UnitId {
    const BLANK: UnitId = UnitId(0);
}

impl Blank for Hex {
    const BLANK: Hex = Hex::new(0, 0);
}

/// At most `N` things. How many there are is as wide as they are: with gaps behind it a copy is made of pieces that wait for each other.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Few<T, const N: usize> {
    count: u32,
    items: [T; N],
}

impl<T: Blank, const N: usize> Few<T, N> {
    #[inline]
    pub(super) fn new() -> Self {
        Few { count: 0, items: [T::BLANK; N] }
    }

    /// Puts one more behind the others. Who fills it sees to it that there is room.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        self.items[self.count as usize] = item;
        self.count += 1;
    }

    /// One that has been put there; who asks knows that it has.
    #[inline]
    pub(super) fn at(&self, number: usize) -> T {
        self.items[number % N]
    }

    #[inline]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items[..self.count as usize].iter_mut()
    }

    /// Keeps the first of them.
    #[inline]
    pub(super) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count as u32);
    }

    /// Takes others in place of all, each in the place of one of those. They are put there one by one: whoever copies what was written in
    /// pieces a moment ago has to wait for all of them.
    #[inline]
    pub(super) fn take(&mut self, of: &Self, other: impl Fn(T) -> T) {
        self.count = of.count;
        // Never more than there is room for, which the compiler does not know.
        for at in 0..(of.count as usize).min(N) {
            self.items[at] = other(of.items[at]);
        }
    }

    /// As many others, each in the place of one of these.
    #[inline]
    pub(super) fn each(&self, other: impl Fn(T) -> T) -> Self {
        let mut all = Few::new();
        all.take(self, other);
        all
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.count as usize]
    }
}

impl<T: Blank, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::new()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Blank, const N: usize> FromIterator<T> for Few<T, N> {
    /// What there is no room for is left out.
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut few = Few::new();
        all.into_iter().take(N).for_each(|item| few.push(item));
        few
    }
}
