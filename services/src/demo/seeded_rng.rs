//! A random number generator with the same results on every machine.
//!
//! ChaCha is fixed by its specification. How `rand` maps its words to ranges and choices may change between versions, so
//! that is done here, in integers.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

/// A seeded generator.
pub(super) struct SeededRng(ChaCha8Rng);

/// An independent random sequence for each part of the demo data. So the insured and their pets are the same on every day,
/// although the date changes how many numbers the policies and acionamentos consume.
#[derive(Clone, Copy)]
pub(super) enum RngStream {
    Pessoas = 1,
    Apolices = 2,
    Acionamentos = 3,
}

impl SeededRng {
    pub(super) fn new(seed: u64, stream: RngStream) -> Self {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        words.set_stream(stream as u64);
        Self(words)
    }

    /// A number from 0 to `bound` - 1; `bound` is above 0.
    fn below(&mut self, bound: u64) -> u64 {
        // The 64-bit word as a fraction of 2^64; the bias is negligible.
        let scaled = u128::from(self.0.next_u64()) * u128::from(bound);
        u64::try_from(scaled >> 64).expect("the upper half of 128 bits is 64 bits")
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low.saturating_add_unsigned(self.below(low.abs_diff(high) + 1))
    }

    /// True in `percent` of 100 draws.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of a list that is not empty, each as likely as the others.
    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.index(list.len())]
    }

    /// An index into a list of that length, which is above 0.
    pub(super) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("less than a usize")
    }

    /// One of a list, with a probability proportional to its weight; the sum of the weights is above 0.
    pub(super) fn weighted<'a, T>(&mut self, list: &'a [T], weight: impl Fn(&T) -> u64) -> &'a T {
        let mut rest = self.below(list.iter().map(&weight).sum());
        for item in list {
            let weight = weight(item);
            if rest < weight {
                return item;
            }
            rest -= weight;
        }
        unreachable!("a draw is below the sum of the weights")
    }

    /// Shuffles a list.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.index(last + 1);
            list.swap(last, other);
        }
    }
}
