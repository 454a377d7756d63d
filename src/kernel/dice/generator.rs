//! The frozen generator: the same seed gives the same dice on every platform and in every version.
//!
//! ChaCha with 8 rounds, keyed by `seed_from_u64` of rand_core 0.10 (eight outputs of PCG32 XSH-RR, each added to
//! the key in little-endian order), stream 0. A die is cut from one 32-bit word by Lemire's multiplication with
//! rejection, written out here because the uniform distributions of `rand` may change between versions. The golden
//! values under `tests/golden` come from a second implementation, in Python.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The generator's name in journals. Whatever changes a single die needs another name.
pub const GENERATOR: &str = "chacha8/1";

/// The generator of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator {
    words: ChaCha8Rng,
    thrown: u64,
}

impl Generator {
    /// The generator of a seed, before its first die.
    pub fn new(seed: u64) -> Self {
        Generator { words: ChaCha8Rng::seed_from_u64(seed), thrown: 0 }
    }

    /// One of the 2^64 independent streams of a key. Game `stream` of a simulation takes its own, so that totals
    /// do not depend on how the games are shared out.
    pub fn of_stream(key: [u8; 32], stream: u64) -> Self {
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        Generator { words, thrown: 0 }
    }

    /// Throws one die: 1 to `sides`, both included, each equally likely. A die of 0 or 1 sides shows 1.
    #[inline]
    pub fn die(&mut self, sides: u32) -> u32 {
        self.thrown += 1;
        let sides = sides.max(1);
        loop {
            let product = u64::from(self.words.next_u32()) * u64::from(sides);
            // Fewer are rejected than there are sides, so the division is hardly ever needed.
            if product as u32 >= sides || product as u32 >= sides.wrapping_neg() % sides {
                return (product >> 32) as u32 + 1;
            }
        }
    }

    /// How many dice it has thrown.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_dice_of_seed_42_are_frozen() {
        let mut generator = Generator::new(42);
        let faces: Vec<u32> = (0..12).map(|_| generator.die(6)).collect();
        assert_eq!(faces, [2, 5, 1, 6, 5, 3, 3, 4, 5, 2, 4, 1]);
        assert_eq!(generator.thrown(), 12);
    }

    #[test]
    fn a_thousand_values_of_every_die_are_those_of_the_second_implementation() {
        let golden = include_str!("../../../tests/golden/dice.txt");
        let lines: Vec<&str> = golden.lines().filter(|l| !l.starts_with('#')).collect();
        let seeds: Vec<u64> = lines[0].split(' ').skip(1).map(|s| s.parse().unwrap()).collect();
        assert_eq!((seeds.len(), lines.len()), (8, 100));
        for (sides, line) in (2..=100).zip(&lines[1..]) {
            let mut found = format!("d{sides}");
            for &seed in &seeds {
                let mut generator = Generator::new(seed);
                // FNV-1a over the faces, one byte each.
                let hash = (0..1000).fold(0xcbf2_9ce4_8422_2325_u64, |h, _| {
                    (h ^ u64::from(generator.die(sides))).wrapping_mul(0x100_0000_01b3)
                });
                found += &format!(" {hash:016x}");
            }
            assert_eq!(&found, line);
        }
    }

    #[test]
    fn streams_of_one_key_differ_and_repeat() {
        let twelve = |stream| {
            let mut generator = Generator::of_stream([7; 32], stream);
            (0..12).map(|_| generator.die(20)).collect::<Vec<_>>()
        };
        assert_eq!(twelve(3), twelve(3));
        assert_ne!(twelve(3), twelve(4));
    }

    #[test]
    fn a_die_of_one_side_shows_it() {
        assert_eq!((Generator::new(1).die(1), Generator::new(1).die(0)), (1, 1));
    }
}
