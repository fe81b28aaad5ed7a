//! What people and programs meet: where the gateway listens, how much a client may take up, which pages and which
//! documents are let in, and what the portal leads to.

use std::{net::SocketAddr, path::PathBuf, str::FromStr as _, time::Duration};

use clap::{
    ArgAction, Args, ValueEnum,
    builder::{BoolValueParser, EnumValueParser, PathBufValueParser},
    value_parser,
};
use secrecy::{ExposeSecret, SecretString};

use super::{
    Environment, Wrong,
    tls::{PEM_FILE, identity},
    value::{Else, List, TRUE_OR_FALSE, items, list, page, positive, secret, time, time_or_none},
    wrong,
};
use crate::{
    http::{
        ClientLimits,
        cross_origin::{BrowserPolicy, Host, Origin},
    },
    schema::trusted_documents::{DocumentPolicy, ToolKeys},
    tls::Identity,
};

/// Fewest characters of a tool key.
const SHORTEST_KEY: usize = 32;

/// The settings as they are given.
#[derive(Args)]
#[command(next_help_heading = "HTTP")]
#[group(skip)]
pub(super) struct Settings {
    /// Address to listen on.
    #[arg(long, global = true, env = "GATEWAY_LISTEN", default_value = "127.0.0.1:8080", value_parser = Else(SocketAddr::from_str, "use um endereço e uma porta, como 127.0.0.1:8080"))]
    listen: SocketAddr,
    /// Certificate with which the gateway itself speaks TLS, as a PEM file: its own first, then those that lead to its
    /// authority. SIGHUP has it read anew.
    #[arg(long, global = true, env = "GATEWAY_TLS_CERT", value_name = "FILE", value_parser = Else(PathBufValueParser::new(), PEM_FILE))]
    tls_cert: Option<PathBuf>,
    /// Key of that certificate, as a PEM file without a password.
    #[arg(long, global = true, env = "GATEWAY_TLS_KEY", value_name = "FILE", value_parser = Else(PathBufValueParser::new(), PEM_FILE))]
    tls_key: Option<PathBuf>,
    /// Page for people who have no account or forgot their password, to which the portal's login leads: an address, or an
    /// absolute path of the gateway's own.
    #[arg(long, global = true, env = "GATEWAY_CADASTRO_URL", value_name = "URL", default_value = "/cadastro.html", value_parser = page)]
    cadastro_url: String,
    /// Which documents run: any (open); the portal's, and any for whoever sends a tool key in X-Tool-Key
    /// (trusted-or-token); or the portal's alone, without GraphiQL (trusted-only). Open in development, trusted-or-token
    /// in production.
    #[arg(long, global = true, env = "GATEWAY_DOCUMENTS", hide_possible_values = true, value_name = "open|trusted-or-token|trusted-only", value_parser = Else(EnumValueParser::<Documents>::new(), "use open, trusted-or-token ou trusted-only"))]
    documents: Option<Documents>,
    /// Tool keys, separated by commas, each of at least 32 characters (`openssl rand -hex 32`).
    #[arg(long, global = true, env = "GATEWAY_TOOL_KEYS", value_name = "KEYS", hide_env_values = true, value_parser = secret)]
    tool_keys: Option<SecretString>,
    /// Origins besides the gateway's own whose pages may use the graph, separated by commas: https://portal.example.
    #[arg(long, global = true, env = "GATEWAY_ALLOWED_ORIGINS", value_name = "ORIGINS", value_parser = |text: &str| list(text, Origin::from_str))]
    allowed_origins: Vec<List<Origin>>,
    /// The only names under which the gateway answers, separated by commas: portal.example. Without any, it answers under
    /// every name. The health checks answer under every name.
    #[arg(long, global = true, env = "GATEWAY_HOSTS", value_name = "NAMES", value_parser = |text: &str| list(text, Host::from_str))]
    hosts: Vec<List<Host>>,
    /// Whether browsers are told to come with TLS only, for a year: where there is TLS in front of the gateway, or where
    /// it speaks TLS itself. On in production with GATEWAY_TLS_CERT, otherwise off.
    #[arg(long, global = true, env = "GATEWAY_HSTS", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true, value_parser = Else(BoolValueParser::new(), TRUE_OR_FALSE))]
    hsts: Option<bool>,
    /// Most connections at a time; the system's limit for open files may allow fewer. Where all are taken, a new one takes
    /// the place of the one that has been idle for longest.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = 16_384, value_parser = positive())]
    max_connections: u32,
    /// The same of one address, or one /64 of IPv6. Behind a proxy all clients have its address.
    #[arg(long, global = true, env = "GATEWAY_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value_t = 12_288, value_parser = positive())]
    max_connections_per_address: u32,
    /// How long a connection may wait for its next request. A proxy in front should close its own before.
    #[arg(long, global = true, env = "GATEWAY_IDLE_TIMEOUT", value_name = "TIME", default_value = "60s", value_parser = time)]
    idle_timeout: Duration,
    /// How long the head of a request may take to arrive.
    #[arg(long, global = true, env = "GATEWAY_HEAD_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    head_timeout: Duration,
    /// How long its body may take.
    #[arg(long, global = true, env = "GATEWAY_BODY_TIMEOUT", value_name = "TIME", default_value = "10s", value_parser = time)]
    body_timeout: Duration,
    /// How long a request to the graph may take from its head to its answer. What was to be changed may then still be.
    #[arg(long, global = true, env = "GATEWAY_REQUEST_TIMEOUT", value_name = "TIME", default_value = "15s", value_parser = time)]
    request_timeout: Duration,
    /// How long a client may take nothing of its answer.
    #[arg(long, global = true, env = "GATEWAY_SEND_TIMEOUT", value_name = "TIME", default_value = "30s", value_parser = time)]
    send_timeout: Duration,
    /// For how long connections are still taken after the signal to stop, while /readyz says 503 and answers close their
    /// connections: until balancers have noticed. 0s in development, 5s in production.
    #[arg(long, global = true, env = "GATEWAY_DRAIN_DELAY", value_name = "TIME", value_parser = time_or_none)]
    drain_delay: Option<Duration>,
    /// How long requests under way may then go on. By default a third more than the longest request may take by the
    /// timeouts of its calls, and 30s at least.
    #[arg(long, global = true, env = "GATEWAY_DRAIN_TIMEOUT", value_name = "TIME", value_parser = time)]
    drain_timeout: Option<Duration>,
    /// Largest head of a request, in KiB: 1 to 64.
    #[arg(long, global = true, env = "GATEWAY_MAX_HEAD_KIB", value_name = "KIB", default_value_t = 16, value_parser = Else(value_parser!(u16).range(1..=64), "use um número inteiro de 1 a 64"))]
    max_head_kib: u16,
    /// Largest body of a request to the graph, in KiB: 1 to 1024. The portal's largest operation has some 4.
    #[arg(long, global = true, env = "GATEWAY_MAX_BODY_KIB", value_name = "KIB", default_value_t = 64, value_parser = Else(value_parser!(u16).range(1..=1024), "use um número inteiro de 1 a 1024"))]
    max_body_kib: u16,
}

/// Which documents run.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Documents {
    Open,
    TrustedOrToken,
    TrustedOnly,
}

/// What people and programs meet.
#[derive(Debug)]
pub struct Http {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The certificate of TLS with clients, if TLS ends here.
    pub identity: Option<Identity>,
    /// Page for people who have no account or forgot their password.
    pub cadastro_url: String,
    /// Who may send documents of their own.
    pub policy: DocumentPolicy,
    /// What browsers are told and asked.
    pub browsers: BrowserPolicy,
    /// What clients may take up.
    pub limits: ClientLimits,
    /// For how long connections are still taken after the signal to stop.
    pub drain_delay: Duration,
    /// How long requests under way may then go on, if somebody said so.
    pub drain_timeout: Option<Duration>,
}

impl Settings {
    pub(super) fn check(self, environment: Environment) -> Result<Http, Wrong> {
        if self.max_connections_per_address > self.max_connections {
            return Err(wrong(
                "GATEWAY_MAX_CONNECTIONS_PER_ADDRESS é maior que GATEWAY_MAX_CONNECTIONS: diminua o primeiro",
            ));
        }
        let policy = self.policy(environment)?;
        let identity = identity(("GATEWAY_TLS_CERT", self.tls_cert), ("GATEWAY_TLS_KEY", self.tls_key))?;
        let tls = identity.is_some();
        // A browser that was told so once would come to nothing on this machine without TLS, on whatever port.
        let hsts = self.hsts.unwrap_or(tls && environment == Environment::Production);
        Ok(Http {
            listen: self.listen,
            identity,
            policy,
            cadastro_url: self.cadastro_url,
            browsers: BrowserPolicy { origins: items(self.allowed_origins), hosts: items(self.hosts), hsts, tls },
            limits: ClientLimits {
                connections: self.max_connections,
                connections_per_address: self.max_connections_per_address,
                idle: self.idle_timeout,
                head: self.head_timeout,
                body: self.body_timeout,
                request: self.request_timeout,
                send: self.send_timeout,
                head_bytes: kibibytes(self.max_head_kib),
                body_bytes: kibibytes(self.max_body_kib),
            },
            drain_delay: self.drain_delay.unwrap_or(match environment {
                Environment::Development => Duration::ZERO,
                Environment::Production => Duration::from_secs(5),
            }),
            drain_timeout: self.drain_timeout,
        })
    }

    fn policy(&self, environment: Environment) -> Result<DocumentPolicy, Wrong> {
        // An empty list has no keys, not an empty one: files of variables often name what they do not set.
        let lists = self.tool_keys.iter().map(ExposeSecret::expose_secret).filter(|keys| !keys.trim().is_empty());
        let keys: Vec<&str> = lists.flat_map(|keys| keys.split(',')).map(str::trim).collect();
        if keys.iter().any(|key| key.chars().count() < SHORTEST_KEY) {
            return Err(wrong(
                "GATEWAY_TOOL_KEYS tem uma chave com menos de 32 caracteres: gere uma com `openssl rand -hex 32`",
            ));
        }
        let documents = self.documents.unwrap_or(match environment {
            Environment::Development => Documents::Open,
            Environment::Production => Documents::TrustedOrToken,
        });
        match documents {
            Documents::TrustedOrToken => Ok(DocumentPolicy::Keyed(ToolKeys::new(keys))),
            // A key that opens nothing is a misunderstanding.
            Documents::TrustedOnly if !keys.is_empty() => {
                Err(wrong("com GATEWAY_DOCUMENTS=trusted-only nenhuma chave serve: tire GATEWAY_TOOL_KEYS"))
            }
            Documents::TrustedOnly => Ok(DocumentPolicy::Closed),
            Documents::Open => Ok(DocumentPolicy::Open),
        }
    }
}

fn kibibytes(number: u16) -> usize {
    usize::from(number) * 1024
}
