//! Secrets, which neither a log nor an error may show.

use schemars::JsonSchema;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize, Serializer};

/// A password digest, access code, session token or API key. It has no `Debug` or `Display`, so neither logs nor errors can
/// show it, and its memory is wiped on drop. Only serialization exposes it.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(from = "String")]
#[schemars(with = "String", inline)]
pub struct Secret(SecretString);

impl Secret {
    /// The secret itself, to compare it or to send it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<String> for Secret {
    fn from(secret: String) -> Self {
        Self(secret.into())
    }
}

impl From<&SecretString> for Secret {
    fn from(secret: &SecretString) -> Self {
        Self(secret.clone())
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.expose())
    }
}
