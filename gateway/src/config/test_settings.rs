//! Settings for tests that run the program with clients of others. `--help` does not list them.

use std::time::Duration;

use clap::{Args, value_parser};

use super::value::{WithRemedy, time};

#[derive(Args)]
#[group(skip)]
pub(super) struct TestArgs {
    /// How often the services are read again for a subscription: a test cannot wait for the default.
    #[arg(long, global = true, env = "GATEWAY_LIVE_INTERVAL", hide = true, value_name = "TIME", value_parser = time)]
    pub(super) live_interval: Option<Duration>,
    /// Most access codes sent to one e-mail address within 15 minutes: tests leave many logins incomplete.
    #[arg(long, global = true, env = "GATEWAY_MAX_CODES_PER_EMAIL", hide = true, value_name = "NUMBER", value_parser = WithRemedy(value_parser!(u16).range(1..), "use um número inteiro de 1 a 65535"))]
    pub(super) max_codes_per_email: Option<u16>,
}
