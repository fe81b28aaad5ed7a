//! Keys of tools, of which only digests are stored: no key can be read out of a file or the memory.

use std::fmt;

use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq};

/// The SHA-256 of a key. A key has 256 random bits, so that its digest needs neither salt nor stretching.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyDigest([u8; 32]);

impl KeyDigest {
    /// The digest of a key.
    pub(super) fn hash(key: &str) -> Self {
        Self(Sha256::digest(key).into())
    }

    /// Parses `sha256:` and 64 hexadecimal digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix("sha256:").filter(|hex| hex.len() == 64 && hex.is_ascii())?;
        let mut digest = [0; 32];
        for (at, byte) in digest.iter_mut().enumerate() {
            *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2).filter(|pair| !pair.starts_with('+'))?, 16).ok()?;
        }
        Some(Self(digest))
    }

    /// The form that [`Self::parse`] reads.
    pub(super) fn to_text(self) -> String {
        format!("sha256:{}", hex(&self.0))
    }
}

impl ConstantTimeEq for KeyDigest {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

/// Its beginning, which distinguishes two keys.
impl fmt::Display for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}…", hex(&self.0[..4]))
    }
}

/// A new key: 256 random bits as hexadecimal digits.
pub(super) fn random_key() -> String {
    hex(&rand::random::<[u8; 32]>())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
