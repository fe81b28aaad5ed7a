//! Which services were read: what a subscription depends on.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The paths of the services that were read.
#[derive(Debug, Default)]
pub struct ReadPaths(Mutex<Vec<&'static str>>);

impl ReadPaths {
    /// Whether one of these paths was read.
    pub fn contain_any(&self, paths: &[Box<str>]) -> bool {
        let read = self.paths();
        paths.iter().any(|path| read.contains(&&**path))
    }

    pub(super) fn add(&self, path: &'static str) {
        let mut paths = self.paths();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }

    fn paths(&self) -> MutexGuard<'_, Vec<&'static str>> {
        // No operation panics half-way, so a poisoned list is consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
