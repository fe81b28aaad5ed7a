//! The login.

use clap::Args;
use secrecy::{SecretBox, SecretString};

use super::{
    Environment, Wrong,
    value::{key, secret},
    wrong,
};

/// The settings as they are given.
#[derive(Args)]
#[command(next_help_heading = "Login")]
#[group(skip)]
pub(super) struct Settings {
    /// Key that seals the steps of the login: 32 bytes as base64 or hex (`openssl rand -base64 32`), the same on every
    /// instance. Without one a random key is made at start, and a restart ends the logins that are under way.
    #[arg(long, global = true, env = "GATEWAY_DESAFIO_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    desafio_key: Option<SecretString>,
}

/// How people log in.
#[derive(Debug)]
pub struct Login {
    /// Seals the steps of the login.
    pub desafio_key: SecretBox<[u8; 32]>,
}

impl Settings {
    pub(super) fn check(self, environment: Environment) -> Result<Login, Wrong> {
        let desafio_key = match &self.desafio_key {
            Some(text) => key(text).ok_or_else(|| {
                wrong("GATEWAY_DESAFIO_KEY não tem 32 bytes em base64 ou hexadecimal: gere uma com `openssl rand -base64 32`")
            })?,
            None if environment == Environment::Production => {
                return Err(wrong("em produção falta GATEWAY_DESAFIO_KEY: gere uma com `openssl rand -base64 32`"));
            }
            None => SecretBox::init_with(rand::random),
        };
        Ok(Login { desafio_key })
    }
}
