//! What metrics, spans and the access log say of a request or a call. Each value is one of a known set.

use std::sync::Arc;

use opentelemetry::KeyValue;
use strum::{IntoStaticStr, VariantArray};

use super::attributes;

/// The operation name of a document that is not trusted.
const OTHER: &str = "other";

/// The route of a request. Its name is never a path: the portal's contain claim numbers.
#[derive(Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub(crate) enum Route {
    #[strum(serialize = "/graphql")]
    Graph,
    /// Each operation over it has an access log entry.
    #[strum(serialize = "/graphql (websocket)")]
    WebSocket,
    #[strum(serialize = "/mcp")]
    Mcp,
    #[strum(serialize = "/healthz")]
    Live,
    #[strum(serialize = "/readyz")]
    Ready,
    #[strum(serialize = "/*")]
    Files,
}

/// The GraphQL operation of a request.
#[derive(Clone, Debug)]
pub struct OperationLabel {
    /// The name of the trusted document, if it is one.
    pub document: Option<Arc<str>>,
    /// `query`, `mutation` or `subscription`.
    pub kind: &'static str,
}

/// The distinct codes of the errors in a response; an extension of the response.
#[derive(Clone, Debug, Default)]
pub struct ErrorCodes(pub Vec<&'static str>);

impl OperationLabel {
    /// The name of the trusted document, or `other`.
    pub(super) fn name(&self) -> &str {
        self.document.as_deref().unwrap_or(OTHER)
    }

    pub(super) fn attributes(&self) -> [KeyValue; 2] {
        let name = self.document.clone().unwrap_or_else(|| OTHER.into());
        [KeyValue::new(attributes::OPERATION_NAME, name), KeyValue::new(attributes::OPERATION_TYPE, self.kind)]
    }
}

/// What an operation costs: its calls to the services and the rows of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationCost {
    /// By the definitions and the values of the variables, before it runs.
    pub estimated: u64,
    /// So far: calls that were sent, retries included, and rows in the response.
    pub actual: u64,
}

/// A request that ended.
pub(super) struct EndedRequest<'a> {
    pub(super) method: &'static str,
    pub(super) route: Route,
    pub(super) status: u16,
    pub(super) operation: Option<&'a OperationLabel>,
    /// The tool that sent it.
    pub(super) tool: Option<&'a Arc<str>>,
    pub(super) codes: &'a [&'static str],
}

impl EndedRequest<'_> {
    pub(super) fn attributes(&self) -> Vec<KeyValue> {
        let mut attributes = vec![
            KeyValue::new(attributes::METHOD, self.method),
            KeyValue::new(attributes::ROUTE, <&str>::from(self.route)),
            KeyValue::new(attributes::STATUS, i64::from(self.status)),
        ];
        attributes.extend(self.operation.into_iter().flat_map(OperationLabel::attributes));
        attributes.extend(self.tool.map(|tool| KeyValue::new(attributes::TOOL, Arc::clone(tool))));
        attributes
    }
}

/// A call to a service that ended.
pub(super) struct EndedCall {
    pub(super) path: &'static str,
    /// Earlier attempts of the same read.
    pub(super) resends: u32,
    /// `ok`, the kind of failure, or `abandoned`.
    pub(super) outcome: &'static str,
}

impl EndedCall {
    pub(super) fn attributes(&self) -> [KeyValue; 2] {
        [KeyValue::new(attributes::ENDPOINT, self.path), KeyValue::new(attributes::OUTCOME, self.outcome)]
    }
}

/// A cache of the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CacheName {
    /// Lists of acionamentos.
    Lists,
    /// Insurers and procedures.
    References,
    /// Plans of documents that were sent as text.
    Documents,
}

impl CacheName {
    pub(super) fn lookup_attributes(self, result: CacheResult) -> [KeyValue; 2] {
        let (cache, result): (&str, &str) = (self.into(), result.into());
        [KeyValue::new(attributes::CACHE, cache), KeyValue::new(attributes::CACHE_RESULT, result)]
    }
}

/// Result of a cache lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CacheResult {
    /// Found.
    Hit,
    /// Not found.
    Miss,
    /// An expired entry was used because the service failed (stale-if-error).
    Stale,
}

/// How subscriptions are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum StreamTransport {
    /// Multipart over HTTP.
    Multipart,
    /// Server-sent events.
    #[strum(serialize = "sse")]
    EventStream,
    /// `graphql-transport-ws`.
    WebSocket,
}

impl StreamTransport {
    pub(super) fn attribute(self) -> [KeyValue; 1] {
        [KeyValue::new(attributes::TRANSPORT, <&str>::from(self))]
    }
}

/// The current state of a service.
#[derive(Clone, Copy, Debug)]
pub struct ServiceState {
    /// Its path.
    pub path: &'static str,
    /// State of its circuit breaker: `closed`, `open` or `half-open`.
    pub breaker: &'static str,
    /// Calls in flight.
    pub calls: usize,
    /// Calls that wait for the concurrency limit.
    pub waiting: usize,
}
