//! A random number generator with the same results on every machine.
//!
//! ChaCha is fixed by its specification. How `rand` maps its words to ranges and choices is fixed by the lock file.

use rand::{
    RngExt as _,
    seq::{IndexedRandom as _, SliceRandom as _},
};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};

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

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    /// True in `percent` of 100 draws.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// One of a list that is not empty, each as likely as the others.
    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        list.choose(&mut self.0).expect("a list that is not empty")
    }

    /// One of a list, with a probability proportional to its weight; the sum of the weights is above 0.
    pub(super) fn weighted<'a, T>(&mut self, list: &'a [T], weight: impl Fn(&T) -> u64) -> &'a T {
        list.choose_weighted(&mut self.0, weight).expect("a sum of weights above 0")
    }

    /// Shuffles a list.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        list.shuffle(&mut self.0);
    }
}
