//! Ids of documents, as requests have them.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest as _, Sha256};

/// The prefix of the identifiers that are SHA-256 digests.
const SHA256: &str = "sha256";

/// The SHA-256 of a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DocumentId([u8; 32]);

impl DocumentId {
    /// The id of a text.
    pub fn hash(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// The form that [`Self::from_hex`] reads.
    pub fn to_hex(self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// Parses 64 hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<Self> {
        Some(Self(HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok()?.try_into().ok()?))
    }

    /// The id of a document identifier of GraphQL over HTTP (appendix "Persisted Documents"): 64 lower-case hexadecimal digits,
    /// after `sha256:` or alone, as manifests have them. A custom identifier, or one of another application's method (`x-…:`),
    /// maps to its own hash, which is that of no document's text. `None` if it is malformed: other prefixes are reserved.
    pub fn from_identifier(text: &str) -> Option<Self> {
        let is_unreserved =
            |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
        let digest = |hex: &str| Self::from_hex(hex).filter(|_| !hex.bytes().any(|b| b.is_ascii_uppercase()));
        match text.split_once(':') {
            Some((SHA256, hex)) => digest(hex),
            Some((prefix, payload)) => {
                let is_private = prefix.strip_prefix("x-").is_some_and(is_unreserved) && is_unreserved(payload);
                is_private.then(|| Self::hash(text))
            }
            None => digest(text).or_else(|| is_unreserved(text).then(|| Self::hash(text))),
        }
    }
}
