//! Settings of subscriptions.

use std::time::Duration;

use clap::{Args, value_parser};

use super::{
    error::{ConfigError, config_error},
    value::{WithRemedy, positive, time},
};
use crate::schema::subscriptions::SubscriptionSettings;

/// Subscriptions, which send a response again whenever it changes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Subscriptions")]
#[group(skip)]
pub(super) struct SubscriptionArgs {
    /// How often the services are read again for a subscription. Reads also follow every save at once. While nothing changes
    /// the interval grows to twice, while a service fails to four times. Subscriptions of a session to the same document with
    /// the same variables share one read.
    #[arg(long, global = true, env = "GATEWAY_LIVE_INTERVAL", value_name = "TIME", default_value = "15s", value_parser = time)]
    live_interval: Duration,
    /// Most open subscriptions. Each takes some 15 KiB, most of it for its connection.
    #[arg(long, global = true, env = "GATEWAY_MAX_SUBSCRIPTIONS", value_name = "NUMBER", default_value_t = SubscriptionSettings::default().streams, value_parser = positive())]
    max_subscriptions: u32,
    /// Most open subscriptions of a session.
    #[arg(long, global = true, env = "GATEWAY_MAX_SUBSCRIPTIONS_PER_SESSION", value_name = "NUMBER", default_value_t = SubscriptionSettings::default().streams_per_session, value_parser = positive())]
    max_subscriptions_per_session: u32,
    /// Memory of the latest events of all subscriptions, in MiB: 1 to 16384. Subscriptions that share a read share its event.
    #[arg(long, global = true, env = "GATEWAY_SUBSCRIPTION_MIB", value_name = "MIB", default_value_t = 32, value_parser = WithRemedy(value_parser!(u16).range(1..=16384), "use um número inteiro de 1 a 16384"))]
    subscription_mib: u16,
}

impl SubscriptionArgs {
    /// A read for a subscription may take as long as a request.
    pub(super) fn validate(self, request_timeout: Duration) -> Result<SubscriptionSettings, ConfigError> {
        if self.max_subscriptions_per_session > self.max_subscriptions {
            return Err(config_error(
                "GATEWAY_MAX_SUBSCRIPTIONS_PER_SESSION é maior que GATEWAY_MAX_SUBSCRIPTIONS: diminua o primeiro",
            ));
        }
        Ok(SubscriptionSettings {
            interval: self.live_interval,
            streams: self.max_subscriptions,
            streams_per_session: self.max_subscriptions_per_session,
            memory_bytes: usize::from(self.subscription_mib) * 1024 * 1024,
            read_timeout: request_timeout,
        })
    }
}
