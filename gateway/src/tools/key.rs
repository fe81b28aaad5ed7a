//! Keys of tools and of the federation router, of which only digests are stored: no key can be read out of a file or the memory.

use std::fmt;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a key. A key has 256 random bits, so that its digest needs neither salt nor stretching. Nor are
/// digests compared in constant time: who learned one would still not know the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyDigest([u8; 32]);

impl KeyDigest {
    /// The digest of a key.
    pub fn hash(key: &str) -> Self {
        Self(Sha256::digest(key).into())
    }

    /// Whether a text is the key.
    pub fn matches(&self, text: &str) -> bool {
        *self == Self::hash(text)
    }

    /// Parses `sha256:` and 64 hexadecimal digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digest = HEXLOWER_PERMISSIVE.decode(text.strip_prefix("sha256:")?.as_bytes()).ok()?;
        Some(Self(digest.try_into().ok()?))
    }

    /// The form that [`Self::parse`] reads.
    pub(super) fn to_text(self) -> String {
        format!("sha256:{}", HEXLOWER.encode(&self.0))
    }
}

/// Its beginning, which distinguishes two keys.
impl fmt::Display for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}…", HEXLOWER.encode(&self.0[..4]))
    }
}

impl fmt::Debug for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A new key: 256 random bits as hexadecimal digits.
pub(super) fn random_key() -> String {
    HEXLOWER.encode(&rand::random::<[u8; 32]>())
}
