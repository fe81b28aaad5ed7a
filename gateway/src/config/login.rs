//! Settings of the login and of the Redis that several gateways share. The rate limits of the login are constants:
//! `login::rate_limit`.

use clap::{ArgAction, Args};
use secrecy::{SecretBox, SecretString};

use super::value::{ConfigError, Environment, config_error, key};
use crate::{
    login::protection::UnknownEmails,
    shared_store::{RedisSettings, RedisUrl},
};

#[derive(Args)]
#[command(next_help_heading = "Login")]
pub(super) struct LoginArgs {
    /// Key that seals the steps of the login: 32 bytes as base64 or hex (`openssl rand -base64 32`), the same on every
    /// gateway. Required in production and with GATEWAY_REDIS_URL. Else a random key is made at the start, and a restart ends
    /// the logins in progress.
    #[arg(long, global = true, env = "GATEWAY_DESAFIO_KEY", value_name = "KEY", hide_env_values = true)]
    desafio_key: Option<SecretString>,
    /// Whether an e-mail address that the services refuse is answered as if a code were on its way. For services whose
    /// answers tell known from unknown addresses; their text is then not shown.
    #[arg(long, global = true, env = "GATEWAY_HIDE_UNKNOWN_EMAILS", value_name = "BOOL", default_value_t = false, action = ArgAction::Set)]
    hide_unknown_emails: bool,
    /// Redis or Valkey that several gateways share: `redis://user:password@redis.example:6379/0`, `rediss://redis.example`
    /// with TLS, or `unix:///run/redis/redis.sock`. It holds rate limits, used login steps, idempotency keys and ended
    /// sessions, unreadable without the GATEWAY_DESAFIO_KEY of all gateways. Without Redis, or while it is unreachable, each
    /// gateway uses its own memory.
    #[arg(long, global = true, env = "GATEWAY_REDIS_URL", value_name = "URL", hide_env_values = true)]
    #[arg(help_heading = "Redis")]
    redis_url: Option<SecretString>,
}

/// How people log in, and what gateways share.
#[derive(Debug)]
pub struct LoginConfig {
    /// Seals the steps of the login.
    pub desafio_key: SecretBox<[u8; 32]>,
    /// The Redis that gateways share, if any.
    pub redis: Option<RedisSettings>,
    /// What a caller learns of an e-mail address that the services refuse.
    pub unknown_emails: UnknownEmails,
}

impl LoginArgs {
    pub(super) fn validate(self, environment: Environment) -> Result<LoginConfig, ConfigError> {
        let redis = self.redis_url.as_ref().map(redis).transpose()?;
        let wrong = |what: &str| config_error(&format!("{what}: gere uma com `openssl rand -base64 32`"));
        let desafio_key = match &self.desafio_key {
            Some(text) => key(text).ok_or_else(|| wrong("GATEWAY_DESAFIO_KEY não tem 32 bytes em base64 ou hex"))?,
            None if environment == Environment::Production => {
                return Err(wrong("em produção falta GATEWAY_DESAFIO_KEY"));
            }
            // With a random key each gateway would read only its own entries in Redis.
            None if redis.is_some() => {
                return Err(wrong("GATEWAY_REDIS_URL pede GATEWAY_DESAFIO_KEY, a mesma em todos os gateways"));
            }
            None => SecretBox::init_with(rand::random),
        };
        Ok(LoginConfig {
            desafio_key,
            redis,
            unknown_emails: if self.hide_unknown_emails { UnknownEmails::HIDDEN } else { UnknownEmails::Revealed },
        })
    }
}

fn redis(url: &SecretString) -> Result<RedisSettings, ConfigError> {
    let url = RedisUrl::parse(url).ok_or_else(|| {
        config_error(
            "GATEWAY_REDIS_URL não é um endereço de Redis: use redis://usuario:senha@servidor:6379/0, rediss://servidor ou \
             unix:///caminho, com os caracteres especiais da senha como %40, ou tire a variável",
        )
    })?;
    Ok(RedisSettings::new(url))
}
