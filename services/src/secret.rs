//! Generates codes, tokens and passwords, and hashes them for storage. No secret is stored in clear text.

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use md5::Md5;
use rand::RngExt;
use sha2::{Digest, Sha256};

use contract::login::CODE_LENGTH;

/// Letters and digits without look-alikes (0 and O; 1, I and L).
const CODE_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/// An access code.
pub(crate) fn random_code() -> String {
    let mut rng = rand::rng();
    (0..CODE_LENGTH).map(|_| char::from(CODE_ALPHABET[rng.random_range(0..CODE_ALPHABET.len())])).collect()
}

/// A session's token: 256 random bits in hexadecimal.
pub(crate) fn random_token() -> String {
    hex(&rand::rng().random::<[u8; 32]>())
}

/// A temporary password, to be changed at the next login: 64 random bits in hexadecimal.
pub(crate) fn random_password() -> String {
    hex(&rand::rng().random::<[u8; 8]>())
}

/// The stored form of tokens and codes. They are random and short-lived, so a fast hash is sufficient.
pub(crate) fn sha256(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

/// The digest that callers send instead of the password (MD5, lower-case hexadecimal).
pub(crate) fn password_digest(senha: &str) -> String {
    hex(&Md5::digest(senha))
}

/// Whether a text has the form of such a digest.
pub(crate) fn is_digest(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The stored form of a password digest: Argon2id with a random salt. Takes about 20 ms of CPU time.
pub(crate) fn hash_password(digest: &str) -> String {
    Argon2::default().hash_password(digest.as_bytes()).expect("the default parameters are valid").to_string()
}

/// Whether a digest matches a stored hash. Takes as long as [`hash_password`].
pub(crate) fn verify_password(digest: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(digest.as_bytes(), &hash).is_ok())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
