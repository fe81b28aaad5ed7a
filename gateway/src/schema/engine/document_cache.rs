//! The cache of documents that clients sent: parsing, validating and planning is most of what a small query costs.

use std::sync::Arc;

use moka::sync::Cache;

use super::prepared::PreparedDocument;

/// Most bytes of the cached documents' texts.
const MAX_TEXTS: usize = 1024 * 1024;
/// Most cached documents. The plan of a short text may be large, but not larger than the limits of a document allow.
const MAX_ENTRIES: usize = 256;

/// Prepared documents by their texts. The most used ones stay.
pub(super) struct DocumentCache(Cache<Arc<str>, Arc<PreparedDocument>>);

impl DocumentCache {
    pub(super) fn new() -> Self {
        // A text weighs at least 4 KiB, so that at most 256 fit.
        let weigher = |text: &Arc<str>, _: &Arc<PreparedDocument>| {
            u32::try_from(text.len().max(MAX_TEXTS / MAX_ENTRIES)).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(MAX_TEXTS as u64).weigher(weigher).build())
    }

    pub(super) fn get(&self, text: &str) -> Option<Arc<PreparedDocument>> {
        self.0.get(text)
    }

    pub(super) fn insert(&self, document: Arc<PreparedDocument>) {
        self.0.insert(Arc::clone(&document.text), document);
        // Evict now: by itself moka waits for dozens of insertions, each of which may take hundreds of kilobytes.
        self.0.run_pending_tasks();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{DocumentCache, MAX_ENTRIES, MAX_TEXTS};
    use crate::schema::engine::prepared::PreparedDocument;

    fn prepared(text: &str) -> Arc<PreparedDocument> {
        PreparedDocument::trusted(text).map(Arc::new).ok().unwrap()
    }

    #[test]
    fn frequently_used_documents_stay_and_the_cache_is_bounded_by_entries_and_by_the_length_of_texts() {
        for comment in [0, MAX_TEXTS / 20] {
            let cache = DocumentCache::new();
            let most = MAX_ENTRIES.min(MAX_TEXTS / comment.max(1));
            let frequent = "{ __typename }";
            cache.insert(prepared(frequent));
            for at in 0..3 * most {
                assert!(cache.get(frequent).is_some(), "{at}");
                cache.insert(prepared(&format!("{{ a{at}: __typename }} #{}", "x".repeat(comment))));
                assert!(cache.0.iter().count() <= most, "{at}");
            }
            assert!(cache.0.iter().count() > most / 2, "{}", cache.0.iter().count());
        }
    }
}
