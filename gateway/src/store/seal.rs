//! Names that tell nothing, and what lies under them.
//!
//! Both keys come out of the one that seals the login's steps, each by a label of its own, so that nothing that is made
//! with one is of use against another.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305,
    aead::{Aead as _, Payload},
};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretBox};
use sha2::Sha256;

/// Bytes of a nonce.
const NONCE: usize = 24;

/// The name of something in the store.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Makes names, seals and unseals.
pub(super) struct Seal {
    prefix: String,
    names: Hmac<Sha256>,
    cipher: XChaCha20Poly1305,
}

impl Seal {
    pub(super) fn new(key: &SecretBox<[u8; 32]>, prefix: &str) -> Self {
        let derived = |label: &[u8]| mac(key.expose_secret()).chain_update(label).finalize().into_bytes();
        Self {
            prefix: prefix.to_owned(),
            names: mac(&derived(b"gateway store v1: names")),
            cipher: XChaCha20Poly1305::new(&derived(b"gateway store v1: values")),
        }
    }

    pub(super) fn name(&self, what: &str, parts: &[&[u8]]) -> Name {
        let mut digest = self.names.clone();
        digest.update(what.as_bytes());
        for part in parts {
            // With its length, so that no two lists of parts are the same bytes.
            digest.update(&part.len().to_be_bytes());
            digest.update(part);
        }
        let digest = URL_SAFE_NO_PAD.encode(digest.finalize().into_bytes());
        Name(format!("{}:{what}:{digest}", self.prefix))
    }

    pub(super) fn seal(&self, name: &Name, plain: &[u8]) -> Vec<u8> {
        // Drawn from the operating system's generator: so many random bytes never repeat.
        let nonce: [u8; NONCE] = rand::random();
        let sealed = self
            .cipher
            .encrypt(&nonce.into(), Payload { msg: plain, aad: name.0.as_bytes() })
            .expect("ChaCha20 takes messages up to 256 GiB");
        [nonce.as_slice(), &sealed].concat()
    }

    pub(super) fn unseal(&self, name: &Name, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        self.cipher.decrypt(nonce.into(), Payload { msg: sealed, aad: name.0.as_bytes() }).ok()
    }
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use secrecy::SecretBox;

    use super::Seal;

    fn seal(key: u8) -> Seal {
        Seal::new(&SecretBox::new(Box::new([key; 32])), "teste")
    }

    #[test]
    fn a_name_tells_nothing_and_is_the_same_for_all_who_have_the_key() {
        let name = seal(7).name("code", &[b"ana@x.br"]);
        assert!(name.as_str().starts_with("teste:code:") && !name.as_str().contains("ana"), "{}", name.as_str());
        assert!(name == seal(7).name("code", &[b"ana@x.br"]));
        assert!(name != seal(8).name("code", &[b"ana@x.br"]));
        for (what, parts) in [("guess", &[&b"ana@x.br"[..]][..]), ("code", &[b"ana", b"@x.br"]), ("code", &[])] {
            assert!(name != seal(7).name(what, parts));
        }
    }

    #[test]
    fn what_is_sealed_opens_under_its_own_name_with_the_same_key_alone() {
        let (ours, theirs) = (seal(7), seal(8));
        let (name, other) = (ours.name("save", &[b"1"]), ours.name("save", &[b"2"]));
        let sealed = ours.seal(&name, b"52998224725");
        assert!(!sealed.windows(11).any(|bytes| bytes == b"52998224725"));
        assert_eq!(seal(7).unseal(&name, &sealed).as_deref(), Some(&b"52998224725"[..]));
        assert_ne!(sealed, ours.seal(&name, b"52998224725"));
        let mut changed = sealed.clone();
        changed[30] ^= 1;
        assert_eq!((ours.unseal(&other, &sealed), theirs.unseal(&name, &sealed)), (None, None));
        assert_eq!((ours.unseal(&name, &changed), ours.unseal(&name, &sealed[..20])), (None, None));
    }
}
