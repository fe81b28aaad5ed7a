//! Settings of the login.

use clap::{ArgAction, Args, builder::BoolValueParser};
use ipnet::IpNet;
use secrecy::{SecretBox, SecretString};

use super::{
    environment::Environment,
    error::{ConfigError, config_error},
    value::{CommaList, TRUE_OR_FALSE, WithRemedy, items, key, list, network, positive, secret, size},
};
use crate::session::{
    client_address::TrustedProxies, login_protection::UnknownEmails, login_rate_limit::LoginRateLimits,
};

#[derive(Args)]
#[command(next_help_heading = "Login")]
#[group(skip)]
pub(super) struct LoginProtectionArgs {
    /// Key that seals the steps of the login: 32 bytes as base64 or hex (`openssl rand -base64 32`), the same on every
    /// gateway. Without one a random key is made at the start, and a restart ends the logins in progress.
    #[arg(long, global = true, env = "GATEWAY_DESAFIO_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    desafio_key: Option<SecretString>,
    /// Most access codes sent to one e-mail address within 15 minutes. Codes of completed logins do not count.
    #[arg(long, global = true, env = "GATEWAY_MAX_CODES_PER_EMAIL", value_name = "NUMBER", default_value_t = number(LoginRateLimits::default().codes_per_email), value_parser = positive())]
    max_codes_per_email: u32,
    /// Most wrong codes and passwords for one e-mail address within 15 minutes, changes of the password included.
    #[arg(long, global = true, env = "GATEWAY_MAX_GUESSES_PER_EMAIL", value_name = "NUMBER", default_value_t = number(LoginRateLimits::default().guesses_per_email), value_parser = positive())]
    max_guesses_per_email: u32,
    /// Most login attempts (codes sent, codes and passwords checked) within 15 minutes from one client address, or one /64
    /// of IPv6. A whole clinic may share one address.
    #[arg(long, global = true, env = "GATEWAY_MAX_LOGIN_ATTEMPTS_PER_ADDRESS", value_name = "NUMBER", default_value_t = number(LoginRateLimits::default().per_client_address), value_parser = positive())]
    max_login_attempts_per_address: u32,
    /// Most login attempts within 15 minutes in all.
    #[arg(long, global = true, env = "GATEWAY_MAX_LOGIN_ATTEMPTS", value_name = "NUMBER", default_value_t = number(LoginRateLimits::default().overall), value_parser = positive())]
    max_login_attempts: u32,
    /// Networks of the proxies in front of the gateway, separated by commas: `10.0.0.0/8,::1/128`. Their
    /// `X-Forwarded-For` or `Forwarded` gives the client address. Without it all clients behind a proxy count as one.
    #[arg(long, global = true, env = "GATEWAY_TRUSTED_PROXIES", value_name = "NETWORKS", value_parser = |text: &str| list(text, network))]
    trusted_proxies: Vec<CommaList<IpNet>>,
    /// Whether an e-mail address that the services refuse is answered as if a code were on its way. For services whose
    /// answers tell known from unknown addresses; their text is then not shown.
    #[arg(long, global = true, env = "GATEWAY_HIDE_UNKNOWN_EMAILS", value_name = "true|false", default_value_t = false, action = ArgAction::Set, hide_possible_values = true, value_parser = WithRemedy(BoolValueParser::new(), TRUE_OR_FALSE))]
    hide_unknown_emails: bool,
}

/// How people log in.
#[derive(Debug)]
pub struct LoginProtectionConfig {
    /// Seals the steps of the login.
    pub desafio_key: SecretBox<[u8; 32]>,
    /// Rate limits.
    pub rate_limits: LoginRateLimits,
    /// Proxies whose headers give the client address.
    pub proxies: TrustedProxies,
    /// What a caller learns of an e-mail address that the services refuse.
    pub unknown_emails: UnknownEmails,
}

impl LoginProtectionArgs {
    /// Whether there is a key that other gateways can have too.
    pub(super) fn has_key(&self) -> bool {
        self.desafio_key.is_some()
    }

    pub(super) fn validate(self, environment: Environment) -> Result<LoginProtectionConfig, ConfigError> {
        let desafio_key = match &self.desafio_key {
            Some(text) => key(text).ok_or_else(|| {
                config_error("GATEWAY_DESAFIO_KEY não tem 32 bytes em base64 ou hexadecimal: gere uma com `openssl rand -base64 32`")
            })?,
            None if environment == Environment::Production => {
                return Err(config_error("em produção falta GATEWAY_DESAFIO_KEY: gere uma com `openssl rand -base64 32`"));
            }
            None => SecretBox::init_with(rand::random),
        };
        Ok(LoginProtectionConfig {
            desafio_key,
            rate_limits: LoginRateLimits {
                codes_per_email: size(self.max_codes_per_email),
                guesses_per_email: size(self.max_guesses_per_email),
                per_client_address: size(self.max_login_attempts_per_address),
                overall: size(self.max_login_attempts),
            },
            proxies: TrustedProxies::new(&items(self.trusted_proxies)),
            unknown_emails: if self.hide_unknown_emails { UnknownEmails::HIDDEN } else { UnknownEmails::Revealed },
        })
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
