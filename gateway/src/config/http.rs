//! Settings of the HTTP server: address, TLS, shutdown, documents, agents, proxies, CORS and hosts. Its limits are constants:
//! `http::ClientLimits`.

use std::{net::SocketAddr, path::PathBuf, str::FromStr as _, time::Duration};

use clap::{ArgAction, Args};
use ipnet::IpNet;
use secrecy::{ExposeSecret as _, SecretString};

use super::value::{ConfigError, Environment, config_error, given, identity, item, network, page, time_or_none};
use crate::{
    client_address::TrustedProxies,
    http::cross_origin::{BrowserPolicy, Host, Origin},
    schema::engine::persisted_documents::DocumentPolicy,
    tls::Identity,
    tools::key::KeyDigest,
};

/// Shortest key of a router, in characters.
const MIN_KEY: usize = 32;

#[derive(Args)]
#[command(next_help_heading = "HTTP")]
pub(super) struct HttpArgs {
    /// Address to listen on.
    #[arg(long, global = true, env = "GATEWAY_LISTEN", default_value = "127.0.0.1:8080")]
    pub(super) listen: SocketAddr,
    /// PEM file with the gateway's certificate and its intermediates: with it the gateway terminates TLS itself, and speaks
    /// HTTP/2 and HTTP/1.1. SIGHUP reloads it.
    #[arg(long, global = true, env = "GATEWAY_TLS_CERT", value_name = "FILE")]
    pub(super) tls_cert: Option<PathBuf>,
    /// PEM file with the certificate's private key, not encrypted.
    #[arg(long, global = true, env = "GATEWAY_TLS_KEY", value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// Page for people without an account or password, which the portal's login links to: a URL, or an absolute path of the
    /// gateway.
    #[arg(long, global = true, env = "GATEWAY_CADASTRO_URL", value_name = "URL", default_value = "/cadastro.html", value_parser = page)]
    cadastro_url: String,
    /// Who may send documents of their own, beside the portal's and those of a tool's manifest. A tool that has a manifest runs
    /// only that and the portal's. Default: open in development, trusted-or-tool in production.
    #[arg(long, global = true, env = "GATEWAY_DOCUMENTS", value_enum)]
    documents: Option<DocumentPolicy>,
    /// Key of a federation router, at least 32 characters (`openssl rand -hex 32`). With it in X-Federation-Key the graph is a
    /// subgraph: `_service` and `_entities`, and any document. Without it there is no such graph.
    #[arg(long, global = true, env = "GATEWAY_FEDERATION_KEY", value_name = "KEY", hide_env_values = true)]
    federation_key: Option<SecretString>,
    /// Whether agents may call tools by the Model Context Protocol: POST /mcp, with the token of a session.
    #[arg(long, global = true, env = "GATEWAY_MCP", value_name = "BOOL", action = ArgAction::Set, default_value = "false")]
    mcp: bool,
    /// Folder with tools for agents, one GraphQL document each: NAME.graphql. They are added to those of the gateway; one with the
    /// name of such a tool stands in its place. Not read unless GATEWAY_MCP is true.
    #[arg(long, global = true, env = "GATEWAY_MCP_TOOLS", value_name = "FOLDER")]
    mcp_tools: Option<PathBuf>,
    /// Folder of the tools, one TOML file each: NAME.toml. `gateway tools add NAME` writes one and prints its key. SIGHUP
    /// reads them again.
    #[arg(long, global = true, env = "GATEWAY_TOOLS", value_name = "FOLDER")]
    pub(super) tools: Option<PathBuf>,
    /// Networks of the proxies in front of the gateway, separated by commas: `10.0.0.0/8,::1/128`. Their
    /// `X-Forwarded-For` or `Forwarded` gives the client address. Without it all clients behind a proxy count as one.
    #[arg(long, global = true, env = "GATEWAY_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',')]
    #[arg(value_parser = |text: &str| item(text, network))]
    trusted_proxies: Vec<Option<IpNet>>,
    /// Other origins that may use the graph (CORS), separated by commas: https://portal.example.
    #[arg(long, global = true, env = "GATEWAY_ALLOWED_ORIGINS", value_name = "ORIGINS", value_delimiter = ',', value_parser = |text: &str| item(text, Origin::from_str))]
    allowed_origins: Vec<Option<Origin>>,
    /// Allowed hosts, separated by commas: portal.example. Requests to others get 421, health checks excepted. Empty: any
    /// host; in development on a loopback address pages of loopback names only.
    #[arg(long, global = true, env = "GATEWAY_HOSTS", value_name = "NAMES", value_delimiter = ',', value_parser = |text: &str| item(text, Host::from_str))]
    hosts: Vec<Option<Host>>,
    /// How long the gateway still accepts connections after SIGTERM, while /readyz answers 503: until load balancers have
    /// noticed. 0s in development, 5s in production.
    #[arg(long, global = true, env = "GATEWAY_DRAIN_DELAY", value_name = "TIME", value_parser = time_or_none)]
    drain_delay: Option<Duration>,
}

/// The checked settings of the HTTP server.
#[derive(Debug)]
pub struct HttpConfig {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The certificate of TLS with clients, if the gateway terminates it.
    pub identity: Option<Identity>,
    /// Page for people without an account or password.
    pub cadastro_url: String,
    /// Whether agents may call tools.
    pub mcp: bool,
    /// Folder with tools for agents.
    pub mcp_tools: Option<PathBuf>,
    /// Who may send documents of their own.
    pub document_policy: DocumentPolicy,
    /// Folder of the tools.
    pub tools: Option<PathBuf>,
    /// The key of a federation router.
    pub federation_key: Option<KeyDigest>,
    /// CORS, allowed hosts and HSTS.
    pub browsers: BrowserPolicy,
    /// Proxies whose headers give the client address.
    pub proxies: TrustedProxies,
    /// How long connections are still accepted after SIGTERM.
    pub drain_delay: Duration,
}

impl HttpArgs {
    pub(super) fn validate(self, environment: Environment) -> Result<HttpConfig, ConfigError> {
        let (document_policy, drain_delay) = match environment {
            Environment::Development => (DocumentPolicy::Open, Duration::ZERO),
            Environment::Production => (DocumentPolicy::TrustedOrTool, Duration::from_secs(5)),
        };
        let identity = identity(("GATEWAY_TLS_CERT", self.tls_cert), ("GATEWAY_TLS_KEY", self.tls_key))?;
        let hosts: Vec<Host> = self.hosts.into_iter().flatten().collect();
        let browsers = BrowserPolicy {
            origins: self.allowed_origins.into_iter().flatten().collect(),
            // Not in development: a browser that got HSTS once reaches no port of this machine without TLS. In production whether or
            // not the gateway terminates TLS: browsers ignore HSTS that came without it.
            hsts: environment == Environment::Production,
            tls: identity.is_some(),
            only_loopback: environment == Environment::Development
                && self.listen.ip().is_loopback()
                && hosts.is_empty(),
            hosts,
        };
        Ok(HttpConfig {
            listen: self.listen,
            identity,
            cadastro_url: self.cadastro_url,
            mcp: self.mcp,
            mcp_tools: self.mcp_tools,
            document_policy: self.documents.unwrap_or(document_policy),
            tools: self.tools,
            federation_key: federation_key(self.federation_key.as_ref())?,
            browsers,
            proxies: TrustedProxies::new(&self.trusted_proxies.into_iter().flatten().collect::<Vec<_>>()),
            drain_delay: self.drain_delay.unwrap_or(drain_delay),
        })
    }
}

/// The key of a router.
fn federation_key(secret: Option<&SecretString>) -> Result<Option<KeyDigest>, ConfigError> {
    let key = given(secret).map(|key| key.expose_secret().trim());
    if key.is_some_and(|key| key.len() < MIN_KEY || !key.bytes().all(|byte| byte.is_ascii_graphic())) {
        return Err(config_error(
            "GATEWAY_FEDERATION_KEY tem menos de 32 caracteres, ou outros que letras, dígitos e sinais: gere uma com `openssl rand -hex 32`",
        ));
    }
    Ok(key.map(KeyDigest::hash))
}
