//! The login: how its steps are sealed, and how often it may be tried.

use std::time::Duration;

use clap::{ArgAction, Args, builder::BoolValueParser};
use ipnet::IpNet;
use secrecy::{SecretBox, SecretString};

use super::{
    Environment, Wrong,
    value::{Else, List, TRUE_OR_FALSE, items, key, list, network, positive, secret, size, time},
    wrong,
};
use crate::{
    schema::login::protection::UnknownEmails,
    session::{address::Proxies, tries::Ceilings},
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
    /// Wrong codes that end a login: its person starts again with the e-mail address.
    #[arg(long, global = true, env = "GATEWAY_MAX_WRONG_CODES", value_name = "NUMBER", default_value_t = 5, value_parser = positive())]
    max_wrong_codes: u32,
    /// Most access codes that are sent to one e-mail address within 15 minutes; those that a login was finished with
    /// aside.
    #[arg(long, global = true, env = "GATEWAY_MAX_CODES", value_name = "NUMBER", default_value_t = 3, value_parser = positive())]
    max_codes: u32,
    /// Most wrong codes and passwords for one e-mail address within 15 minutes, those of a change of password among them.
    #[arg(long, global = true, env = "GATEWAY_MAX_TRIES", value_name = "NUMBER", default_value_t = 10, value_parser = positive())]
    max_tries: u32,
    /// Most of both within 15 minutes from one client address (of IPv6, from a /64). A whole clinic may have one.
    #[arg(long, global = true, env = "GATEWAY_MAX_TRIES_PER_ADDRESS", value_name = "NUMBER", default_value_t = 300, value_parser = positive())]
    max_tries_per_address: u32,
    /// Most of both within 15 minutes from everybody.
    #[arg(long, global = true, env = "GATEWAY_MAX_TRIES_OVERALL", value_name = "NUMBER", default_value_t = 10_000, value_parser = positive())]
    max_tries_overall: u32,
    /// Networks of the proxies in front of the gateway, with commas between them, as in `10.0.0.0/8,::1/128`: what they say
    /// of a client's address in `X-Forwarded-For` or `Forwarded` counts. Without one nobody's word does, and all who come
    /// through a proxy are one client.
    #[arg(long, global = true, env = "GATEWAY_TRUSTED_PROXIES", value_name = "NETWORKS", value_parser = |text: &str| list(text, network))]
    trusted_proxies: Vec<List<IpNet>>,
    /// Whether an e-mail address that the services refuse is answered as if a code were on its way. For services that
    /// tell the two apart; their text is then not shown.
    #[arg(long, global = true, env = "GATEWAY_HIDE_UNKNOWN_EMAILS", value_name = "true|false", default_value_t = false, action = ArgAction::Set, hide_possible_values = true, value_parser = Else(BoolValueParser::new(), TRUE_OR_FALSE))]
    hide_unknown_emails: bool,
    /// Least time for the first step of the login where unknown e-mail addresses are hidden: more than the services take to
    /// send a code, or the time tells what the answer does not.
    #[arg(long, global = true, env = "GATEWAY_EMAIL_TIME", value_name = "TIME", default_value = "1s", value_parser = time)]
    email_time: Duration,
}

/// How people log in.
#[derive(Debug)]
pub struct Login {
    /// Seals the steps of the login.
    pub desafio_key: SecretBox<[u8; 32]>,
    /// Wrong codes that end a login.
    pub wrong_codes: usize,
    /// How often it may be tried.
    pub ceilings: Ceilings,
    /// Whose word about a client's address counts.
    pub proxies: Proxies,
    /// What becomes known of an e-mail address that the services refuse.
    pub unknown_emails: UnknownEmails,
}

impl Settings {
    /// Whether there is a key that other gateways can have too.
    pub(super) fn has_key(&self) -> bool {
        self.desafio_key.is_some()
    }

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
        Ok(Login {
            desafio_key,
            wrong_codes: size(self.max_wrong_codes),
            ceilings: Ceilings {
                codes: size(self.max_codes),
                guesses: size(self.max_tries),
                from_address: size(self.max_tries_per_address),
                from_everybody: size(self.max_tries_overall),
            },
            proxies: Proxies::new(&items(self.trusted_proxies)),
            unknown_emails: if self.hide_unknown_emails {
                UnknownEmails::Hidden(self.email_time)
            } else {
                UnknownEmails::Told
            },
        })
    }
}
