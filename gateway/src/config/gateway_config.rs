//! All settings: as given, and validated.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, value_parser};

use super::{
    calls::CallArgs,
    http::{HttpArgs, HttpConfig},
    login::{LoginArgs, LoginConfig},
    services::{ServicesArgs, ServicesConfig},
    telemetry::TelemetryArgs,
    value::{ConfigError, Environment, time},
};
use crate::{
    http::{ClientLimits, graceful_shutdown::GracefulShutdown},
    login::rate_limit::LoginRateLimits,
    schema::subscriptions::SubscriptionSettings,
    telemetry::Collector,
};

/// All settings, not validated yet.
#[derive(Args)]
pub struct GatewayArgs {
    /// Where the gateway runs. Production requires a login key, starts the reference services only with GATEWAY_EMBED, and
    /// then refuses a database with demo users.
    #[arg(long, global = true, env = "GATEWAY_ENVIRONMENT", default_value = "development", value_enum)]
    environment: Environment,
    #[command(flatten)]
    http: HttpArgs,
    #[command(flatten)]
    services: ServicesArgs,
    #[command(flatten)]
    calls: CallArgs,
    #[command(flatten)]
    login: LoginArgs,
    #[command(flatten)]
    telemetry: TelemetryArgs,
    /// Poll interval of subscriptions, for tests with clients of third parties.
    #[arg(long, global = true, env = "GATEWAY_LIVE_INTERVAL", hide = true, value_name = "TIME", value_parser = time)]
    live_interval: Option<Duration>,
    /// Most access codes sent to one e-mail address within 15 minutes, for tests, which leave logins incomplete.
    #[arg(long, global = true, env = "GATEWAY_MAX_CODES_PER_EMAIL", hide = true, value_name = "NUMBER", value_parser = value_parser!(u16).range(1..))]
    max_codes_per_email: Option<u16>,
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
    /// The login, and what gateways share.
    pub login: LoginConfig,
    /// Rate limits of the login.
    pub rate_limits: LoginRateLimits,
    /// Limits and interval of subscriptions.
    pub subscriptions: SubscriptionSettings,
    /// The log, metrics and traces.
    pub telemetry: TelemetryArgs,
    /// Where metrics and traces are sent.
    pub collector: Option<Collector>,
}

impl GatewayArgs {
    /// Validates the settings.
    ///
    /// # Errors
    /// [`ConfigError`]: one of them, or a combination, cannot be used.
    pub fn validate(self) -> Result<Config, ConfigError> {
        let environment = self.environment;
        let mut rate_limits = LoginRateLimits::default();
        if let Some(codes) = self.max_codes_per_email {
            rate_limits.codes_per_email = codes.into();
        }
        let mut subscriptions =
            SubscriptionSettings { read_timeout: self.calls.timeouts().request(), ..SubscriptionSettings::default() };
        if let Some(interval) = self.live_interval {
            subscriptions.interval = interval;
        }
        Ok(Config {
            environment,
            collector: self.telemetry.collector(environment)?,
            http: self.http.validate(environment)?,
            login: self.login.validate(environment)?,
            services: self.services.validate(environment)?,
            calls: self.calls,
            rate_limits,
            subscriptions,
            telemetry: self.telemetry,
        })
    }

    /// Uses the file of `--propose` as the mapping; no mapping if that file does not exist yet.
    pub fn propose(&mut self, path: &Path) {
        self.services.mapping = path.exists().then(|| path.to_owned());
    }

    /// Where the gateway listens, and whether with TLS. The other settings may be invalid: they may have changed since its start.
    pub fn health_address(&self) -> (SocketAddr, bool) {
        (self.http.listen, self.http.tls_cert.is_some())
    }

    /// The folder of the tools. The other settings may be invalid.
    pub fn tools(self) -> Option<PathBuf> {
        self.http.tools
    }
}

impl Config {
    /// Values of settings without a fixed default that were not given, by their names.
    pub fn derived_defaults(&self) -> Vec<(&'static str, String)> {
        let mut derived = vec![
            ("documents", <&str>::from(self.http.document_policy).to_owned()),
            ("drain-delay", format!("{}s", self.http.drain_delay.as_secs())),
            ("cache", self.calls.cache_mib().to_string()),
            ("embed", matches!(self.services, ServicesConfig::Embedded(_)).to_string()),
        ];
        if let ServicesConfig::Embedded(settings) = &self.services {
            derived.push(("demo", settings.demo.to_string()));
        }
        derived
    }

    /// Limits of clients.
    pub fn client_limits(&self) -> ClientLimits {
        ClientLimits { request_timeout: self.calls.timeouts().request(), ..ClientLimits::default() }
    }

    /// Graceful shutdown.
    pub fn drain(&self) -> GracefulShutdown {
        GracefulShutdown::new(self.http.drain_delay, self.calls.timeouts().stop())
    }
}
