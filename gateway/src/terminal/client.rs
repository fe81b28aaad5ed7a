//! GraphQL over HTTP, with reqwest: one request at a time, where its cost does not matter. Not the client of `upstream`, which
//! knows the errors, retries and limits of the services.

use std::time::Duration;

use reqwest::{
    StatusCode,
    header::{ACCEPT, HeaderMap, HeaderValue},
    redirect,
};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::Url;

use super::{
    json::{Json, member, printable},
    outcome::{Error, Status},
};
use crate::{config::GraphArgs, innermost_cause::innermost_cause, tls};

/// How long the connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a response may take: a gateway answers within 15 s unless its operator set longer timeouts, and a long list takes
/// longer on a slow connection.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The graph of a gateway.
pub(super) struct GraphClient {
    client: reqwest::Client,
    endpoint: Url,
    tool_key: Option<SecretString>,
}

/// The errors of a response.
#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    errors: Vec<GraphQlError>,
}

/// A GraphQL error.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GraphQlError {
    message: String,
    #[serde(default)]
    path: Vec<Value>,
    #[serde(default)]
    extensions: ErrorExtensions,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorExtensions {
    code: Option<String>,
    /// What is wrong with a document.
    detail: Option<String>,
    /// Seconds to wait before a retry.
    retry_after: Option<u64>,
}

/// A GraphQL response.
#[derive(Debug)]
pub(super) struct GraphqlResponse {
    pub(super) json: Json,
    pub(super) errors: Vec<GraphQlError>,
}

impl GraphqlResponse {
    /// `None` if the response is not one of a graph: without errors it has data, and the status of a success.
    fn parse(status: StatusCode, text: &str) -> Option<Self> {
        let json: Json = serde_json::from_str(text).ok()?;
        let Body { errors } = serde_json::from_str(text).ok()?;
        let has_data = status.is_success() && matches!(member(&json, "data"), Some(Json::Object(_)));
        (has_data || !errors.is_empty()).then_some(Self { json, errors })
    }

    /// The data, if there is any.
    pub(super) fn data(&self) -> Option<&Json> {
        member(&self.json, "data").filter(|data| **data != Json::Null)
    }
}

/// The exit status for these errors, at least one. An error that a retry does not solve decides.
pub(super) fn failure(errors: &[GraphQlError]) -> Status {
    if errors.iter().any(GraphQlError::is_unauthenticated) {
        Status::NoSession
    } else if !errors.iter().all(|error| error.is_rate_limit() || error.is_temporary()) {
        Status::GraphQlErrors
    } else if errors.iter().any(GraphQlError::is_rate_limit) {
        Status::RateLimited
    } else {
        Status::Temporary
    }
}

impl GraphQlError {
    fn code(&self) -> &str {
        self.extensions.code.as_deref().unwrap_or_default()
    }

    pub(super) fn is_unauthenticated(&self) -> bool {
        self.code() == "UNAUTHENTICATED"
    }

    pub(super) fn is_untrusted_document(&self) -> bool {
        self.code() == "DOCUMENT_NOT_TRUSTED"
    }

    fn is_rate_limit(&self) -> bool {
        self.code() == "RATE_LIMITED"
    }

    /// Whether a later request may succeed: a service failed, or the gateway has too many requests in progress.
    fn is_temporary(&self) -> bool {
        let code = self.code();
        code == "TOO_MANY_REQUESTS" || code.starts_with("UPSTREAM_") && code != "UPSTREAM_REJECTED"
    }

    /// How long to wait before the request is repeated, if the caller has reached a rate limit: a second at least.
    pub(super) fn wait(&self) -> Option<Duration> {
        self.extensions.retry_after.filter(|_| self.is_rate_limit()).map(|seconds| Duration::from_secs(seconds.max(1)))
    }

    /// Code, path, message and detail in one line.
    pub(super) fn line(&self) -> String {
        let mut line = self.extensions.code.clone().unwrap_or_else(|| "erro".to_owned());
        if !self.path.is_empty() {
            let step = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
            let path: Vec<_> = self.path.iter().map(step).collect();
            line = format!("{line} em {}", path.join("."));
        }
        line = format!("{line}: {}", self.message);
        if let Some(detail) = &self.extensions.detail {
            line = format!("{line} ({detail})");
        }
        printable(&line).replace('\n', " ")
    }

    /// Its message, for a terminal.
    pub(super) fn message(&self) -> String {
        printable(&self.message)
    }
}

impl GraphClient {
    pub(super) fn new(graph: &GraphArgs) -> Result<Self, Error> {
        let failed = |error: &dyn std::error::Error| Error::new(Status::NoGateway, error.to_string());
        let is_https = graph.url.scheme() == "https";
        let tls = tls::client_config(is_https, None, None).map_err(|error| failed(&error))?;
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/graphql-response+json, application/json;q=0.9"));
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .user_agent(concat!("gateway/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .connect_timeout(CONNECT_TIMEOUT)
            // A redirect would send the token or the password to another address.
            .redirect(redirect::Policy::none());
        // Without TLS a proxy of the environment would read the token or the password.
        let client = if is_https { client } else { client.no_proxy() };
        let client = client.build().map_err(|error| failed(&error))?;
        let mut endpoint = graph.url.clone();
        endpoint.set_path(&format!("{}/graphql", endpoint.path().trim_end_matches('/')));
        Ok(Self { client, endpoint, tool_key: graph.tool_key().cloned() })
    }

    /// Sends a document with one operation, with the token of a session or without.
    pub(super) async fn send(
        &self,
        token: Option<&SecretString>,
        document: &str,
        variables: &Map<String, Value>,
    ) -> Result<GraphqlResponse, Error> {
        let request = json!({ "query": document, "variables": variables });
        let mut post = self.client.post(self.endpoint.clone()).json(&request).timeout(TIMEOUT);
        if let Some(token) = token {
            post = post.bearer_auth(token.expose_secret());
        }
        if let Some(key) = &self.tool_key {
            post = post.header("x-tool-key", key.expose_secret());
        }
        let answer = post.send().await.map_err(|error| self.unreachable(error))?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| self.unreachable(error))?;
        GraphqlResponse::parse(status, &text).ok_or_else(|| {
            let status = status.as_u16();
            let what = format!("respondeu HTTP {status}, e não como um grafo: confira o endereço em --url");
            Error::new(Status::NoGateway, format!("{} {what}", self.endpoint))
        })
    }

    fn unreachable(&self, error: reqwest::Error) -> Error {
        if error.is_builder() {
            return Error::usage(
                "o token ou a chave da ferramenta tem caracteres que nenhum cabeçalho tem, como uma quebra de linha",
            );
        }
        let why = printable(&innermost_cause(&error.without_url()).to_string());
        Error::new(Status::NoGateway, format!("{} não responde: {why}", self.endpoint))
    }
}
