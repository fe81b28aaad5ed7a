//! Stand-in for the login service: only what the demo data needs of it.

use argon2::{Argon2, password_hash::PasswordHasher};

/// Argon2id of a password's digest with a random salt, as a PHC string.
pub(crate) fn hash_password(digest: &str) -> String {
    Argon2::default()
        .hash_password(digest.as_bytes())
        .expect("the default parameters are valid and a digest is short")
        .to_string()
}
