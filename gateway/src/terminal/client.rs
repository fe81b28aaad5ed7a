//! GraphQL over HTTP, with reqwest: one request at a time, where its cost does not matter. The client of `upstream` knows the
//! services' errors, retries and limits, none of which are a graph's.

use std::time::Duration;

use reqwest::{
    header::{ACCEPT, HeaderMap, HeaderValue},
    redirect,
};
use rustls::ClientConfig;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::{json::Json, outcome::Error, printable::printable};
use crate::{
    config::GraphArgs,
    tls::{machine_authorities, provider},
};

/// How long the connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a response may take. Gateways answer within GATEWAY_REQUEST_TIMEOUT, at most five minutes.
const TIMEOUT: Duration = Duration::from_secs(310);

/// A graph.
pub(super) struct GraphClient {
    client: reqwest::Client,
    endpoint: Url,
    tool_key: Option<SecretString>,
}

/// What is sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'a> {
    pub(super) query: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) operation_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) variables: &'a Map<String, Value>,
}

/// What comes back.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
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
    /// When a repetition may succeed, in seconds.
    retry_after: Option<u64>,
}

/// A response of a graph.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) json: Json,
    pub(super) errors: Vec<GraphQlError>,
}

impl Response {
    /// The data, if there is any.
    pub(super) fn data(&self) -> Option<&Json> {
        self.json.get("data").filter(|data| !data.is_null())
    }
}

impl GraphQlError {
    pub(super) fn is_unauthenticated(&self) -> bool {
        self.extensions.code.as_deref() == Some("UNAUTHENTICATED")
    }

    /// How long to wait before the request is repeated, if the caller has reached a rate limit.
    pub(super) fn wait(&self) -> Option<Duration> {
        let is_rate_limit = self.extensions.code.as_deref() == Some("RATE_LIMITED");
        self.extensions.retry_after.filter(|_| is_rate_limit).map(Duration::from_secs)
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
        printable(&line)
    }

    /// What it says.
    pub(super) fn message(&self) -> String {
        printable(&self.message)
    }
}

impl GraphClient {
    pub(super) fn new(graph: &GraphArgs) -> Result<Self, Error> {
        let failed = |error: &dyn std::error::Error| Error::Client(error.to_string());
        let roots = machine_authorities();
        if graph.url.scheme() == "https" && roots.is_empty() {
            return Err(Error::NoCertificateAuthorities);
        }
        let tls = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/graphql-response+json, application/json;q=0.9"));
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .user_agent(concat!("gateway/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            // A redirect would send the token or the password to another address.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| failed(&error))?;
        let mut endpoint = graph.url.clone();
        endpoint.set_path(&format!("{}/graphql", endpoint.path().trim_end_matches('/')));
        Ok(Self { client, endpoint, tool_key: graph.tool_key.clone() })
    }

    /// Sends a request, with the token of a session or without.
    pub(super) async fn send(&self, token: Option<&SecretString>, request: &Request<'_>) -> Result<Response, Error> {
        let mut post = self.client.post(self.endpoint.clone()).json(request);
        if let Some(token) = token {
            post = post.bearer_auth(token.expose_secret());
        }
        if let Some(key) = &self.tool_key {
            post = post.header("x-tool-key", key.expose_secret());
        }
        let answer = post.send().await.map_err(|error| self.unreachable(error))?;
        let status = answer.status().as_u16();
        let text = answer.text().await.map_err(|error| self.unreachable(error))?;
        let response = || {
            let json: Json = serde_json::from_str(&text).ok()?;
            let Body { errors } = serde_json::from_str(&text).ok()?;
            (json.get("data").is_some() || !errors.is_empty()).then_some(Response { json, errors })
        };
        response().ok_or_else(|| Error::NotGraphQl(self.endpoint.to_string(), status))
    }

    fn unreachable(&self, error: reqwest::Error) -> Error {
        // The innermost cause says what happened: a name that is not known, a port without a listener, a certificate.
        let error = error.without_url();
        let mut cause: &dyn std::error::Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        Error::Unreachable(self.endpoint.to_string(), printable(&cause.to_string()))
    }
}
