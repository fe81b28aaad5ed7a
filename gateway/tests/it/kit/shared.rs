//! A value that services answer with and a test changes.

use std::sync::{Arc, Mutex};

/// A clone is the same value.
#[derive(Clone, Default)]
pub(crate) struct Shared<T>(Arc<Mutex<T>>);

impl<T: Clone> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Arc::new(Mutex::new(value)))
    }

    pub(crate) fn get(&self) -> T {
        self.change(|value| value.clone())
    }

    pub(crate) fn set(&self, new: T) {
        self.change(|value| *value = new);
    }

    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.lock().unwrap())
    }
}
