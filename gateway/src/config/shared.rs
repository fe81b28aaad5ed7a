//! What several gateways share.

use std::time::Duration;

use clap::Args;
use secrecy::{ExposeSecret as _, SecretString};

use super::{
    Wrong,
    value::{prefix, secret, time},
    wrong,
};
use crate::store::{self, Address};

/// The settings as they are given.
#[derive(Args)]
#[command(next_help_heading = "Several gateways")]
#[group(skip)]
pub(super) struct Settings {
    /// Redis or Valkey that several gateways share, such as `redis://user:password@redis.example:6379/0`,
    /// `rediss://redis.example` with TLS, or `unix:///run/redis/redis.sock`: how often a login was tried, which of its
    /// steps are done, which saves were answered, insurers and procedures. Nobody can read them there without the
    /// GATEWAY_DESAFIO_KEY that all of them have. REDIS_URL is the same. Without one, or while it cannot be reached, each
    /// gateway knows what it has seen itself.
    #[arg(long, global = true, env = "GATEWAY_REDIS_URL", value_name = "URL", hide_env_values = true, value_parser = secret)]
    redis_url: Option<SecretString>,
    /// The same, by the name that platforms give it.
    #[arg(long, global = true, env = "REDIS_URL", value_name = "URL", hide = true, hide_env_values = true, value_parser = secret)]
    platform_redis_url: Option<SecretString>,
    /// What the names of all keys begin with there, so that several installations can share one: letters, digits, `.`,
    /// `_`, `-` and `:`.
    #[arg(long, global = true, env = "GATEWAY_REDIS_PREFIX", value_name = "TEXT", default_value = "acionamentos", value_parser = prefix)]
    redis_prefix: String,
    /// How long a request waits for it. One that does not answer in time is lost: nobody asks it until it was found again.
    #[arg(long, global = true, env = "GATEWAY_REDIS_TIMEOUT", value_name = "TIME", default_value = "200ms", value_parser = time)]
    redis_timeout: Duration,
}

impl Settings {
    /// Where the shared store is, if there is one. All gateways must have one key for it: one of this process's own would
    /// share nothing.
    pub(super) fn check(self, has_key: bool) -> Result<Option<store::Settings>, Wrong> {
        let (name, url) = match (self.redis_url, self.platform_redis_url) {
            (Some(url), _) => ("GATEWAY_REDIS_URL", url),
            (None, Some(url)) => ("REDIS_URL", url),
            (None, None) => return Ok(None),
        };
        if url.expose_secret().trim().is_empty() {
            return Err(wrong(&format!("{name} está vazia: informe o endereço do Redis, ou tire a variável")));
        }
        let address = Address::parse(&url).ok_or_else(|| {
            wrong(&format!(
                "{name} não é um endereço de Redis: use redis://usuario:senha@servidor:6379/0, rediss://servidor ou \
                 unix:///caminho, com os caracteres especiais da senha como %40"
            ))
        })?;
        if !has_key {
            return Err(wrong(&format!(
                "{name} pede GATEWAY_DESAFIO_KEY, a mesma em todos os gateways: gere uma com `openssl rand -base64 32`"
            )));
        }
        Ok(Some(store::Settings { address, prefix: self.redis_prefix, patience: self.redis_timeout }))
    }
}
