//! What is proposed for a field.

/// Maximum number of keys that are shown for a field.
pub(super) const MAX_CANDIDATES: usize = 5;

/// What is proposed for a field of a type.
#[derive(Debug, PartialEq)]
pub(super) struct Proposal {
    pub(super) field: String,
    pub(super) decision: Decision,
}

#[derive(Debug, PartialEq)]
pub(super) enum Decision {
    /// The key that holds it.
    Key { key: String, doubt: Option<String> },
    /// The keys that may hold it, none of which is proposed, with the reason.
    Open { candidates: Vec<String>, reason: String },
}
