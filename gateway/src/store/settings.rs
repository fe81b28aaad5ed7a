//! Where the store is.

use std::{fmt, time::Duration};

use redis::IntoConnectionInfo as _;
use secrecy::{ExposeSecret as _, SecretString};

/// Which store several gateways share, and what is theirs in it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it is.
    pub address: Address,
    /// What all names of these gateways begin with.
    pub prefix: String,
    /// How long a request waits for an answer of it.
    pub patience: Duration,
}

/// Address of a Redis or a Valkey, with whatever it wants to be shown: never printed.
#[derive(Clone)]
pub struct Address(pub(super) redis::Client);

impl Address {
    /// From `redis://`, `rediss://` or `unix:`; `None` where it is none of these. That the certificate of a server is not
    /// looked at cannot be asked for.
    pub fn parse(url: &SecretString) -> Option<Self> {
        let url = url.expose_secret().trim();
        if url.contains('#') {
            return None;
        }
        let address = url.into_connection_info().ok()?;
        redis::Client::open(address).ok().map(Self)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Address")
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

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
            let address = Address::parse(&url.into()).unwrap_or_else(|| panic!("{url}"));
            assert_eq!(format!("{address:?}"), "Address");
        }
        for url in
            ["", "redis.example:6379", "http://redis.example", "redis://", "redis://h/um", "rediss://h/#insecure"]
        {
            assert!(Address::parse(&url.into()).is_none(), "{url}");
        }
    }
}
