//! The producers in use, by what they produce.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use foldhash::fast::RandomState;

use crate::{schema::persisted_documents::DocumentId, upstream::SessionId};

/// What the subscriptions of a producer have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct ProducerKey {
    pub(super) session: SessionId,
    pub(super) document: DocumentId,
    pub(super) operation_name: Option<Box<str>>,
    /// As JSON.
    pub(super) variables: Box<str>,
}

/// The producers in use.
pub(super) struct Registry<P>(Mutex<Producers<P>>);

type Producers<P> = HashMap<ProducerKey, Arc<P>, RandomState>;

impl<P> Registry<P> {
    pub(super) fn new() -> Self {
        Self(Mutex::default())
    }

    /// The producers. Clients subscribe under this lock.
    pub(super) fn lock(&self) -> MutexGuard<'_, Producers<P>> {
        // No operation panics half-way, so a poisoned map is consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a producer, unless another has its key or `is_over` is false. Whether it is over.
    pub(super) fn remove_if(&self, key: &ProducerKey, producer: &P, is_over: impl FnOnce() -> bool) -> bool {
        let mut producers = self.lock();
        let is_over = is_over();
        if is_over && producers.get(key).is_some_and(|known| std::ptr::eq(&**known, producer)) {
            producers.remove(key);
        }
        is_over
    }
}
