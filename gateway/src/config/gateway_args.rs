//! All settings as given, and their validation.

use clap::{Args, builder::EnumValueParser};

use super::{
    calls::CallArgs, environment::Environment, error::ConfigError, gateway_config::Config, http::HttpArgs,
    limits::DocumentLimitArgs, log::LogArgs, login::LoginProtectionArgs, redis::RedisArgs, services::ServicesArgs,
    subscriptions::SubscriptionArgs, telemetry::TelemetryArgs, value::WithRemedy,
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
    http: HttpArgs,
    #[command(flatten)]
    services: ServicesArgs,
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
