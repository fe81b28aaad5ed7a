//! The cache of documents that clients sent: parsing, validating and planning is most of what a small query costs.

use std::sync::Arc;

use moka::sync::Cache;

use super::prepared::PreparedDocument;

/// Most memory of the cached documents, in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Prepared documents by their texts. The most used ones stay, as far as their weight allows.
pub(super) struct DocumentCache(Cache<Arc<str>, Arc<PreparedDocument>>);

impl DocumentCache {
    pub(super) fn new() -> Self {
        let weigher =
            |_: &Arc<str>, document: &Arc<PreparedDocument>| u32::try_from(document.weight()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(MAX_BYTES as u64).weigher(weigher).build())
    }

    pub(super) fn get(&self, text: &str) -> Option<Arc<PreparedDocument>> {
        self.0.get(text)
    }

    pub(super) fn insert(&self, document: Arc<PreparedDocument>) {
        self.0.insert(Arc::clone(document.text()), document);
        // Evict now: by itself moka waits for dozens of insertions, each of which may weigh hundreds of kilobytes.
        self.0.run_pending_tasks();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{DocumentCache, MAX_BYTES};
    use crate::schema::{limits::DocumentLimits, prepared::PreparedDocument};

    fn prepared(text: &str) -> Arc<PreparedDocument> {
        PreparedDocument::trusted(text, &DocumentLimits::default()).map(Arc::new).ok().unwrap()
    }

    #[test]
    fn frequently_used_documents_stay_and_the_cache_is_bounded_by_weight() {
        let cache = DocumentCache::new();
        let bytes = || usize::try_from(cache.0.weighted_size()).unwrap();
        let frequent = "{ __typename }";
        cache.insert(prepared(frequent));
        // Different names, so that each field has a slot in the plan.
        let fields: String = (0..29).map(|at| format!("x{at}: nome ")).collect();
        let long = |at: usize| format!("{{ a{at}: seguradoras {{ {fields} }} }}");
        let one = prepared(&long(0)).weight();
        for at in 0..3 * MAX_BYTES / one {
            assert!(cache.get(frequent).is_some(), "{at}");
            cache.insert(prepared(&long(at)));
            assert!(bytes() <= MAX_BYTES, "{at}");
        }
        assert!(bytes() > MAX_BYTES / 2, "{}", bytes());
    }
}
