//! Where Redis is. `config/login.rs` declares the setting.

use std::{fmt, time::Duration};

use redis::IntoConnectionInfo as _;
use secrecy::{ExposeSecret as _, SecretString};

/// How long a request waits for Redis, which normally answers within 1 ms.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(200);
/// Prefix of the keys in Redis, which keeps them apart from those of other programs.
const PREFIX: &str = "acionamentos";

/// The Redis that several gateways share.
#[derive(Clone, Debug)]
pub struct RedisSettings {
    /// Its address.
    pub url: RedisUrl,
    /// Prefix of all keys of these gateways.
    pub prefix: String,
    /// How long a request waits for a script.
    pub response_timeout: Duration,
}

impl RedisSettings {
    /// The Redis at an address.
    pub fn new(url: RedisUrl) -> Self {
        Self { url, prefix: PREFIX.to_owned(), response_timeout: RESPONSE_TIMEOUT }
    }
}

/// Address of a Redis or a Valkey with its credentials; `Debug` shows none of them.
#[derive(Clone)]
pub struct RedisUrl(pub(super) redis::Client);

impl RedisUrl {
    /// Reads `redis://`, `rediss://` or `unix:`; `None` for anything else. A fragment is refused, since `#insecure` would
    /// turn off the verification of certificates.
    pub fn parse(url: &SecretString) -> Option<Self> {
        let url = url.expose_secret().trim();
        if url.contains('#') {
            return None;
        }
        let info = url.into_connection_info().ok()?;
        redis::Client::open(info).ok().map(Self)
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("RedisUrl")
    }
}

#[cfg(test)]
mod tests {
    use super::RedisUrl;

    #[test]
    fn an_address_comes_in_every_usual_form_and_never_shows_its_password() {
        for url in [
            "redis://redis.example",
            " redis://:senha@redis.example:6380/2 ",
            "redis://ana:s%40nha@10.0.0.1/1?protocol=resp3",
            "rediss://redis.example",
            "valkey://[::1]:6379",
            "unix:///run/redis/redis.sock?db=1&user=ana&pass=senha",
            "unix:/run/redis/redis.sock",
            "redis+unix:///run/redis/redis.sock",
        ] {
            let address = RedisUrl::parse(&url.into()).unwrap_or_else(|| panic!("{url}"));
            assert_eq!(format!("{address:?}"), "RedisUrl");
        }
        for url in
            ["", "redis.example:6379", "http://redis.example", "redis://", "redis://h/um", "rediss://h/#insecure"]
        {
            assert!(RedisUrl::parse(&url.into()).is_none(), "{url}");
        }
    }
}
