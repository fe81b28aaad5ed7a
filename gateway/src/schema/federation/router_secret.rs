//! The secret by which a router is known: GATEWAY_FEDERATION_KEY, not a `#[key]` of a type.

use std::fmt;

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The federation key of a router, as its digest: it cannot be read out of the memory.
#[derive(Clone)]
pub struct RouterSecret([u8; 32]);

impl RouterSecret {
    /// The key must be long enough not to be guessed.
    pub fn new(key: &str) -> Self {
        Self(Sha256::digest(key).into())
    }

    /// Whether a text is the key. Compares in constant time.
    pub fn matches(&self, text: &str) -> bool {
        let digest: [u8; 32] = Sha256::digest(text).into();
        self.0.ct_eq(&digest).into()
    }
}

impl fmt::Debug for RouterSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }
}
