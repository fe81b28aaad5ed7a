//! Keys that reveal nothing, and encrypted values.
//!
//! Both subkeys are derived from the key that seals the login's steps, each with a label of its own, so that a text made
//! with one is of no use with another.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305,
    aead::{Aead as _, Payload},
};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretBox};
use sha2::Sha256;

const NONCE_BYTES: usize = 24;

/// A key in Redis.
#[derive(Clone, PartialEq, Eq)]
pub struct RedisKey(String);

impl RedisKey {
    /// Its text: `prefix:kind:digest`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Makes keys, encrypts and decrypts.
pub(super) struct StoreCrypto {
    prefix: String,
    key_digest: Hmac<Sha256>,
    cipher: XChaCha20Poly1305,
}

impl StoreCrypto {
    pub(super) fn new(secret: &SecretBox<[u8; 32]>, prefix: &str) -> Self {
        let derived = |label: &[u8]| mac(secret.expose_secret()).chain_update(label).finalize().into_bytes();
        Self {
            prefix: prefix.to_owned(),
            key_digest: mac(&derived(b"gateway store v1: names")),
            cipher: XChaCha20Poly1305::new(&derived(b"gateway store v1: values")),
        }
    }

    pub(super) fn key(&self, kind: &str, parts: &[&[u8]]) -> RedisKey {
        let mut digest = self.key_digest.clone();
        digest.update(kind.as_bytes());
        for part in parts {
            // The length makes the encoding injective.
            digest.update(&part.len().to_be_bytes());
            digest.update(part);
        }
        let digest = URL_SAFE_NO_PAD.encode(digest.finalize().into_bytes());
        RedisKey(format!("{}:{kind}:{digest}", self.prefix))
    }

    pub(super) fn encrypt(&self, key: &RedisKey, plain: &[u8]) -> Vec<u8> {
        // 24 random bytes: a nonce does not repeat.
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let encrypted = self
            .cipher
            .encrypt(&nonce.into(), Payload { msg: plain, aad: key.0.as_bytes() })
            .expect("ChaCha20 takes messages up to 256 GiB");
        [nonce.as_slice(), &encrypted].concat()
    }

    pub(super) fn decrypt(&self, key: &RedisKey, encrypted: &[u8]) -> Option<Vec<u8>> {
        let (nonce, encrypted) = encrypted.split_first_chunk::<NONCE_BYTES>()?;
        self.cipher.decrypt(nonce.into(), Payload { msg: encrypted, aad: key.0.as_bytes() }).ok()
    }
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use secrecy::SecretBox;

    use super::StoreCrypto;

    fn crypto(secret: u8) -> StoreCrypto {
        StoreCrypto::new(&SecretBox::new(Box::new([secret; 32])), "teste")
    }

    #[test]
    fn a_key_reveals_nothing_and_is_the_same_for_all_who_have_the_secret() {
        let key = crypto(7).key("code", &[b"ana@x.br"]);
        assert!(key.as_str().starts_with("teste:code:") && !key.as_str().contains("ana"), "{}", key.as_str());
        assert!(key == crypto(7).key("code", &[b"ana@x.br"]));
        assert!(key != crypto(8).key("code", &[b"ana@x.br"]));
        for (kind, parts) in [("guess", &[&b"ana@x.br"[..]][..]), ("code", &[b"ana", b"@x.br"]), ("code", &[])] {
            assert!(key != crypto(7).key(kind, parts));
        }
    }

    #[test]
    fn a_value_is_decrypted_only_under_its_own_key_with_the_same_secret() {
        let (ours, theirs) = (crypto(7), crypto(8));
        let (key, other) = (ours.key("save", &[b"1"]), ours.key("save", &[b"2"]));
        let encrypted = ours.encrypt(&key, b"52998224725");
        assert!(!encrypted.windows(11).any(|bytes| bytes == b"52998224725"));
        assert_eq!(crypto(7).decrypt(&key, &encrypted).as_deref(), Some(&b"52998224725"[..]));
        assert_ne!(encrypted, ours.encrypt(&key, b"52998224725"));
        let mut changed = encrypted.clone();
        changed[30] ^= 1;
        assert_eq!((ours.decrypt(&other, &encrypted), theirs.decrypt(&key, &encrypted)), (None, None));
        assert_eq!((ours.decrypt(&key, &changed), ours.decrypt(&key, &encrypted[..20])), (None, None));
    }
}
