//! Random draws that come out the same on every machine.
//!
//! ChaCha is fixed by its specification; how `rand` turns its words into ranges and choices may
//! change between versions, so that is done here, in whole numbers.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

/// A source of draws.
pub(super) struct Draw(ChaCha8Rng);

/// The parts of the demo data. Each draws for itself, so the insured and their pets stay the same
/// people on every day, although the number of policies and acionamentos' draws depends on the date.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Pessoas = 1,
    Apolices = 2,
    Acionamentos = 3,
}

impl Draw {
    pub(super) fn new(seed: u64, part: Part) -> Self {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        words.set_stream(part as u64);
        Self(words)
    }

    /// A number from 0 to `bound` - 1; `bound` is above 0.
    fn below(&mut self, bound: u64) -> u64 {
        // The 64-bit word as a fraction of 2^64; its bias is far below what anyone could see here.
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
    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.index(list.len())]
    }

    /// Where in a list of that length, which is above 0.
    pub(super) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("less than a usize")
    }

    /// One of a list, as likely as its weight; the weights have a sum above 0.
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

    /// Puts a list into a random order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.index(last + 1);
            list.swap(last, other);
        }
    }
}
