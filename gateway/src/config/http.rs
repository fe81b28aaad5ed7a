//! What people and programs meet: where the gateway listens, and what the portal leads to.

use std::{net::SocketAddr, str::FromStr as _};

use clap::Args;

use super::value::{Else, page};

/// The settings as they are given.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "HTTP")]
#[group(skip)]
pub struct Http {
    /// Address to listen on.
    #[arg(long, global = true, env = "GATEWAY_LISTEN", default_value = "127.0.0.1:8080", value_parser = Else(SocketAddr::from_str, "use um endereço e uma porta, como 127.0.0.1:8080"))]
    pub listen: SocketAddr,
    /// Page for people who have no account or forgot their password, to which the portal's login leads: an address, or an
    /// absolute path of the gateway's own.
    #[arg(long, global = true, env = "GATEWAY_CADASTRO_URL", value_name = "URL", default_value = "/cadastro.html", value_parser = page)]
    pub cadastro_url: String,
}
