//! Settings of the Redis that several gateways share.

use std::time::Duration;

use clap::Args;
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    error::{ConfigError, config_error},
    value::{prefix, secret},
};
use crate::shared_store::{RedisSettings, RedisUrl};

/// How long a request waits for a script. Redis responds within a millisecond; after this time it no longer helps a
/// request.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(200);

#[derive(Args)]
#[command(next_help_heading = "Several gateways")]
#[group(skip)]
pub(super) struct RedisArgs {
    /// Redis or Valkey that several gateways share: `redis://user:password@redis.example:6379/0`, `rediss://redis.example`
    /// with TLS, or `unix:///run/redis/redis.sock`. It holds rate limits, used login steps, idempotency keys and ended
    /// sessions, unreadable without the GATEWAY_DESAFIO_KEY of all gateways. REDIS_URL is the same. Without Redis, or while
    /// it is unreachable, each gateway uses its own memory.
    #[arg(long, global = true, env = "GATEWAY_REDIS_URL", value_name = "URL", hide_env_values = true, value_parser = secret)]
    redis_url: Option<SecretString>,
    /// The same, under the name that platforms set.
    #[arg(long, global = true, env = "REDIS_URL", value_name = "URL", hide = true, hide_env_values = true, value_parser = secret)]
    platform_redis_url: Option<SecretString>,
    /// Prefix of all keys in Redis, so that several installations can share one: letters, digits, `.`, `_`, `-` and `:`.
    #[arg(long, global = true, env = "GATEWAY_REDIS_PREFIX", value_name = "TEXT", default_value = "acionamentos", value_parser = prefix)]
    redis_prefix: String,
}

impl RedisArgs {
    /// `None` without a Redis. With one a configured key is needed: a random key would share nothing.
    pub(super) fn validate(self, has_key: bool) -> Result<Option<RedisSettings>, ConfigError> {
        let (name, url) = match (self.redis_url, self.platform_redis_url) {
            (Some(url), _) => ("GATEWAY_REDIS_URL", url),
            (None, Some(url)) => ("REDIS_URL", url),
            (None, None) => return Ok(None),
        };
        if url.expose_secret().trim().is_empty() {
            return Err(config_error(&format!("{name} está vazia: informe o endereço do Redis, ou tire a variável")));
        }
        let url = RedisUrl::parse(&url).ok_or_else(|| {
            config_error(&format!(
                "{name} não é um endereço de Redis: use redis://usuario:senha@servidor:6379/0, rediss://servidor ou \
                 unix:///caminho, com os caracteres especiais da senha como %40"
            ))
        })?;
        if !has_key {
            return Err(config_error(&format!(
                "{name} pede GATEWAY_DESAFIO_KEY, a mesma em todos os gateways: gere uma com `openssl rand -base64 32`"
            )));
        }
        Ok(Some(RedisSettings { url, prefix: self.redis_prefix, response_timeout: RESPONSE_TIMEOUT }))
    }
}
