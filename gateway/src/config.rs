//! The settings: each is one clap declaration of its flag, environment variable, default and meaning.
//!
//! [`load`] reads flags, the environment and a file; [`GatewayArgs::validate`] validates them and returns a [`Config`], or
//! one sentence with what is wrong and the remedy.
//!
//! `…Args` are settings as given, `…Config` the same once checked where its type differs, `…Command` the arguments of a
//! command. `…Settings` belong to the module that is built with them.

mod cache;
mod calls;
mod check_command;
mod cli;
mod effective;
mod file;
mod http;
mod limits;
mod load;
mod log;
mod login;
mod redis;
mod services;
mod subscriptions;
mod telemetry;
mod terminal;
#[cfg(test)]
mod tests;
mod tls;
mod value;

use std::time::Duration;

use clap::{Args, ValueEnum, builder::EnumValueParser};

pub use self::{
    calls::CallArgs,
    check_command::CheckCommand,
    cli::{Cli, Command, ToolsCommand, command},
    effective::EffectiveSettings,
    http::HttpConfig,
    load::{LoadError, UnknownVariable, load, unknown_variables},
    log::{LogArgs, LogFormat},
    login::LoginProtectionConfig,
    services::ServicesConfig,
    telemetry::TelemetryConfig,
    terminal::{GraphArgs, LoginCommand, LogoutCommand, QueryCommand},
};
use self::{
    limits::DocumentLimitArgs, login::LoginProtectionArgs, redis::RedisArgs, subscriptions::SubscriptionArgs,
    telemetry::TelemetryArgs, value::WithRemedy,
};
use crate::{
    http::graceful_shutdown::GracefulShutdown,
    schema::{limits::DocumentLimits, subscriptions::SubscriptionSettings},
    shared_store::RedisSettings,
    tls::Identity,
    tools::{ToolSettings, Tools, ToolsError},
    upstream,
};

/// All settings, not validated yet.
#[derive(Args)]
#[group(skip)]
pub struct GatewayArgs {
    /// Where the gateway runs. Production requires a login key, starts the reference services only with GATEWAY_EMBED, and
    /// then refuses a database with demo users.
    #[arg(long, global = true, env = "GATEWAY_ENVIRONMENT", default_value = "development", value_parser = WithRemedy(EnumValueParser::<Environment>::new(), "use development ou production"))]
    environment: Environment,
    #[command(flatten)]
    http: http::HttpArgs,
    #[command(flatten)]
    services: services::ServicesArgs,
    #[command(flatten)]
    calls: CallArgs,
    #[command(flatten)]
    limits: DocumentLimitArgs,
    #[command(flatten)]
    subscriptions: SubscriptionArgs,
    #[command(flatten)]
    login: LoginProtectionArgs,
    #[command(flatten)]
    redis: RedisArgs,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    telemetry: TelemetryArgs,
}

/// Where the gateway runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// On a developer's machine.
    Development,
    /// With real data.
    Production,
}

impl Environment {
    /// Its name in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Development => "development",
            Self::Production => "production",
        }
    }
}

/// The validated settings.
#[derive(Debug)]
pub struct Config {
    /// Where the gateway runs.
    pub environment: Environment,
    /// HTTP with clients.
    pub http: HttpConfig,
    /// The services.
    pub services: ServicesConfig,
    /// Calls to the services.
    pub calls: CallArgs,
    /// Limits of a document.
    pub limits: DocumentLimits,
    /// Limits and interval of subscriptions.
    pub subscriptions: SubscriptionSettings,
    /// The login.
    pub login: LoginProtectionConfig,
    /// The Redis that gateways share, if any.
    pub redis: Option<RedisSettings>,
    /// The log.
    pub log: LogArgs,
    /// Metrics and traces.
    pub telemetry: TelemetryConfig,
}

/// What is wrong with the settings and how to mend it: one sentence for the operator, in Portuguese.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// A file that a setting names cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A certificate, its key or an authority.
    #[error(transparent)]
    Tls(#[from] crate::tls::Error),
    /// A tool.
    #[error(transparent)]
    Tools(#[from] ToolsError),
}

impl GatewayArgs {
    /// Validates the settings.
    ///
    /// # Errors
    /// [`ConfigError`]: one of them, or a combination, cannot be used.
    pub fn validate(self) -> Result<Config, ConfigError> {
        let Self { environment, http, services, calls, limits, subscriptions, login, redis, log, telemetry } = self;
        let http = http.validate(environment)?;
        Ok(Config {
            environment,
            redis: redis.validate(login.has_key())?,
            login: login.validate(environment)?,
            services: services.validate(environment)?,
            calls: calls.validate()?,
            limits: limits.validate(),
            subscriptions: subscriptions.validate(http.limits.request_timeout)?,
            log: log.validate()?,
            telemetry: telemetry.validate()?,
            http,
        })
    }
}

impl Config {
    /// Values of settings without a fixed default that were not given, by their names.
    fn derived_defaults(&self) -> Vec<(&'static str, String)> {
        let drain = self.drain();
        let mut derived = vec![
            ("documents", self.http.policy.as_str().to_owned()),
            ("hsts", self.http.browsers.hsts.to_string()),
            ("drain-delay", format!("{}s", drain.delay.as_secs())),
            ("drain-timeout", format!("{}s", drain.limit.as_secs())),
            ("cache-mib", self.calls.cache_mib().to_string()),
            ("embed", matches!(self.services, ServicesConfig::Embedded(_)).to_string()),
        ];
        if let ServicesConfig::Embedded(settings) = &self.services {
            derived.push(("demo", settings.demo_seed.is_some().to_string()));
        }
        derived
    }

    /// The certificate that the gateway presents to the services.
    pub fn upstream_identity(&self) -> Option<&Identity> {
        match &self.services {
            ServicesConfig::At { tls, .. } => tls.identity.as_ref(),
            ServicesConfig::Embedded(_) => None,
        }
    }

    /// How the tools are read.
    pub fn tools(&self) -> ToolSettings {
        let HttpConfig { tools, policy, .. } = &self.http;
        ToolSettings { folder: tools.clone(), limits: self.limits, policy: *policy }
    }

    /// Reads the files that the settings name, to validate them.
    ///
    /// # Errors
    /// [`FileError`]: one of them cannot be used.
    pub fn try_files(&self) -> Result<(), FileError> {
        for identity in self.http.identity.iter().chain(self.upstream_identity()) {
            identity.read()?;
        }
        if let ServicesConfig::At { tls: upstream::UpstreamTls { authorities: Some(authorities), .. }, .. } =
            &self.services
        {
            authorities.read()?;
        }
        Tools::open(self.tools())?;
        Ok(())
    }

    /// Graceful shutdown. By default requests in flight have a third more time than the calls of the slowest one may take.
    pub fn drain(&self) -> GracefulShutdown {
        let longest = (self.calls.longest() * 4 / 3).max(Duration::from_secs(30));
        GracefulShutdown::new(self.http.drain_delay, self.http.drain_timeout.unwrap_or(longest))
    }
}

fn config_error(text: &str) -> ConfigError {
    ConfigError(text.to_owned())
}
