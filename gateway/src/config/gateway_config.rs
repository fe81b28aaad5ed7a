//! The validated settings.

use std::time::Duration;

use super::{
    calls::CallArgs, environment::Environment, http::HttpConfig, log::LogArgs, login::LoginProtectionConfig,
    services::ServicesConfig, telemetry::TelemetryConfig,
};
use crate::{
    http::graceful_shutdown::GracefulShutdown,
    schema::{limits::DocumentLimits, subscriptions::SubscriptionSettings},
    shared_store::RedisSettings,
    tls::Identity,
    tools::ToolSettings,
};

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

impl Config {
    /// Values of settings without a fixed default that were not given, by their names.
    pub(super) fn derived_defaults(&self) -> Vec<(&'static str, String)> {
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

    /// Graceful shutdown. By default requests in flight have a third more time than the calls of the slowest one may take.
    pub fn drain(&self) -> GracefulShutdown {
        let longest = (self.calls.longest() * 4 / 3).max(Duration::from_secs(30));
        GracefulShutdown::new(self.http.drain_delay, self.http.drain_timeout.unwrap_or(longest))
    }
}
