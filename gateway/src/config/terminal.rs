//! Arguments of `gateway login`, `logout` and `query`, which use a running gateway as any client does.

use clap::Args;
use secrecy::SecretString;
use url::Url;

use super::value::given;

/// Which gateway, and as which tool.
#[derive(Args, Clone, Debug)]
pub struct GraphArgs {
    /// Address of the gateway, with or without `/graphql`. HTTPS is checked with the certificate authorities of this machine
    /// (SSL_CERT_FILE names others).
    #[arg(long, env = "GATEWAY_URL", default_value = "http://127.0.0.1:8080", value_parser = graph_url)]
    pub url: Url,
    /// Key of a tool, sent as X-Tool-Key: a gateway in production runs documents other than the portal's only with one.
    #[arg(long, env = "GATEWAY_TOOL_KEY", value_name = "KEY", hide_env_values = true)]
    tool_key: Option<SecretString>,
}

impl GraphArgs {
    /// The key of a tool.
    pub fn tool_key(&self) -> Option<&SecretString> {
        given(self.tool_key.as_ref())
    }

    /// The address as it was given.
    pub fn address(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }
}

/// Log in to a running gateway.
///
/// Asks for the e-mail, the code that arrives there, and the password. Where standard input is no terminal, it is read
/// instead, a line each: first the code (the program waits for it), then the password. GATEWAY_PASSWORD is used instead
/// of asking. The session is stored in a file that only its owner can read, one for each address, below $XDG_STATE_HOME
/// or ~/.local/state.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXIT_STATUS)]
pub struct LoginCommand {
    #[command(flatten)]
    #[expect(missing_docs, reason = "documented at its type")]
    pub graph: GraphArgs,
    /// E-mail address of the user.
    #[arg(long, value_name = "ADDRESS")]
    pub email: Option<String>,
    /// Print the token of the session instead of storing it: `export GATEWAY_TOKEN=$(gateway login --print-token)`.
    #[arg(long)]
    pub print_token: bool,
}

/// End the stored session, at the gateway and on this machine. One that could not be ended is kept.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXIT_STATUS)]
pub struct LogoutCommand {
    #[command(flatten)]
    #[expect(missing_docs, reason = "documented at its type")]
    pub graph: GraphArgs,
}

/// Run a document and print the response.
///
/// The response is printed as JSON, indented on a terminal; its errors, a line each, also on standard error. For example:
/// `gateway query claims.graphql --variables @variables.json --all --lines | jq .sinistro`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXIT_STATUS)]
pub struct QueryCommand {
    /// The document, the path of a file with it, or `-` for standard input. A text with a brace is a document. Of a file with
    /// several operations only the chosen one is sent, with its fragments, as `gateway tools manifest` writes it.
    pub document: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "documented at its type")]
    pub graph: GraphArgs,
    /// Token of a session; by default that of `gateway login`.
    #[arg(long, env = "GATEWAY_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<SecretString>,
    /// Values of the variables: a JSON object, or `@` and the path of a file with one.
    #[arg(long, value_name = "JSON")]
    pub variables: Option<String>,
    /// Name of the operation to run, if the document has several.
    #[arg(long, value_name = "NAME")]
    pub operation: Option<String>,
    /// Follow the list to its end. Needs `$after` as the list's `after`, and `pageInfo { hasNextPage endCursor }`. A rate limit
    /// is waited for, at most a minute each time.
    #[arg(long)]
    pub all: bool,
    /// Print the rows of the list, a line of JSON each.
    #[arg(long)]
    pub lines: bool,
}

impl QueryCommand {
    /// The token of a session.
    pub fn token(&self) -> Option<&SecretString> {
        given(self.token.as_ref())
    }
}

/// Of each of these commands.
const EXIT_STATUS: &str = "\
Exit status:
  0  done
  1  refused: the response has errors (data that came beside them are printed), or the key of a tool is wrong
  2  wrong usage: a file, the variables, a list that cannot be followed, two lists with --lines
  3  no session, or it has ended: `gateway login`; or the login was refused
  4  no gateway answers there
  5  the services failed, too many requests are in progress, or no code was typed: worth repeating (a save with the same `chave`)
  6  a rate limit: standard error says after how many seconds to repeat, if that is known";

/// The address of a gateway.
fn graph_url(text: &str) -> Result<Url, &'static str> {
    const FORM: &str = "use um endereço como https://gateway.example, sem usuário, senha, ? e #";
    let mut url: Url = text.parse().map_err(|_| FORM)?;
    // What is copied from a browser or from another client's settings.
    if let Some(base) = url.path().trim_end_matches('/').strip_suffix("/graphql").map(str::to_owned) {
        url.set_path(&base);
    }
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().or(url.fragment()).is_none();
    if matches!(url.scheme(), "http" | "https") && is_plain { Ok(url) } else { Err(FORM) }
}
