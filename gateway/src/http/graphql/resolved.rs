//! The document of a request, and what its sender may do with it.

use std::sync::Arc;

use async_graphql::Variables;
use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode},
};

use super::params::{DocumentSource, Params};
use crate::{
    http::{
        error_response::ErrorResponse,
        gateway_state::GatewayState,
        headers::{EXPLAIN, FEDERATION_KEY, TOOL_KEY, sent_text, single_text},
    },
    schema::{
        engine::{
            graph::Graph,
            persisted_documents::{DocumentId, DocumentPolicy},
            prepared::PreparedDocument,
            response,
        },
        error::{Error, ErrorCode},
        executor::Operation,
        request::Caller,
        subscriptions::{OpenSubscription, SubscriptionRequest},
    },
    telemetry::{OperationLabel, StreamTransport, request::RequestTelemetry},
    tools::{Tool, ToolDocuments},
};

/// The keys that a request has, and whether it asks for an explanation.
#[derive(Clone)]
pub(in crate::http) struct SentKeys {
    /// The key of a tool.
    pub(super) tool_key: Option<String>,
    /// The key of a federation router.
    pub(super) federation_key: Option<String>,
    /// Whether it asks for an explanation (`X-Explain: true`).
    pub(super) explain: bool,
}

impl SentKeys {
    /// Reads the headers of a request.
    pub(in crate::http) fn of(headers: &HeaderMap) -> Self {
        let key = |name| sent_text(headers, name).map(str::to_owned);
        Self {
            tool_key: key(&TOOL_KEY),
            federation_key: key(&FEDERATION_KEY),
            explain: single_text(headers, &EXPLAIN) == Some("true"),
        }
    }

    /// The tool, and the graph that the sender sees. Without a key that is the public one. The log and the metrics name the
    /// tool from now on.
    ///
    /// # Errors
    /// `UNKNOWN_KEY`: a key was sent that is not configured. To run the request without it would hide that.
    pub(in crate::http) fn identify(
        &self,
        shared: &GatewayState,
        telemetry: &RequestTelemetry,
    ) -> Result<(Option<Arc<Tool>>, Graph), response::Response> {
        let known = |key| shared.parts.tools.by_key(key).ok_or_else(Error::unknown_tool_key);
        let tool = self.tool_key.as_deref().map(known).transpose()?;
        let graph = match self.federation_key.as_deref() {
            None => Graph::Public,
            Some(sent) if shared.parts.federation_key.as_ref().is_some_and(|secret| secret.matches(sent)) => {
                Graph::Subgraph
            }
            Some(_) => return Err(Error::unknown_federation_key().into()),
        };
        if let Some(tool) = &tool {
            telemetry.set_tool(Arc::clone(&tool.name));
        }
        Ok((tool, graph))
    }
}

/// Why a request does not run.
pub(super) enum Refusal {
    /// It is no GraphQL request, or not one for its method.
    Http(ErrorResponse),
    /// Its sender may not send it, or its document cannot run.
    Graph(response::Response),
}

impl Refusal {
    /// Its status in the log, for an operation over WebSocket.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Http(refused) => refused.status,
            Self::Graph(_) => StatusCode::BAD_REQUEST,
        }
    }

    /// The codes of its errors.
    pub(super) fn codes(&self) -> Vec<ErrorCode> {
        match self {
            Self::Http(refused) => vec![refused.code],
            Self::Graph(refused) => refused.codes(),
        }
    }

    /// Its errors as a JSON list, for an operation over WebSocket.
    pub(super) fn errors(&self) -> Bytes {
        match self {
            Self::Http(refused) => refused.errors(),
            Self::Graph(refused) => refused.errors_as_json(),
        }
    }
}

impl From<ErrorResponse> for Refusal {
    fn from(refusal: ErrorResponse) -> Self {
        Self::Http(refusal)
    }
}

impl From<response::Response> for Refusal {
    fn from(refusal: response::Response) -> Self {
        Self::Graph(refusal)
    }
}

/// A request whose operation was found, and which its caller may send.
pub(in crate::http) struct ResolvedRequest {
    document: Arc<PreparedDocument>,
    pub(super) operation: Arc<Operation>,
    pub(super) variables: Variables,
    /// The tool that sent it: its responses have the cost.
    pub(super) tool: Option<Arc<Tool>>,
    /// The sender, with what the policy and the tool permit filled in.
    pub(super) caller: Caller,
}

impl ResolvedRequest {
    /// Finds the document, and its operation.
    pub(super) fn new(
        shared: &GatewayState,
        mut params: Params,
        keys: &SentKeys,
        caller: Caller,
    ) -> Result<Self, Refusal> {
        let (tool, graph) = keys.identify(shared, &caller.telemetry)?;
        // An explanation names the services: only tools get it, and all clients where any document runs.
        if keys.explain && (tool.is_some() || shared.parts.policy == DocumentPolicy::Open) {
            caller.telemetry.explain();
        }
        let source = params.take_source()?;
        if let Some(tool) = &tool {
            tool.acquire((shared.clock)().timestamp())?;
        }
        let operation_name = params.operation_name.take();
        let variables = params.take_variables();
        let may_send_any = match (graph, tool.as_deref().map(|tool| &tool.documents)) {
            (Graph::Subgraph, _) => true,
            (Graph::Public, Some(documents)) => matches!(documents, ToolDocuments::Any),
            (Graph::Public, None) => shared.parts.policy == DocumentPolicy::Open,
        };
        let documents = AllowedDocuments { shared, tool: tool.as_deref() };
        let document = if may_send_any { documents.find(graph, source)? } else { documents.find_trusted(source)? };
        let operation = Arc::clone(document.resolve(operation_name.as_deref())?);
        Ok(Self { document, operation, variables, tool, caller }.permitted(may_send_any)?)
    }

    /// For a document of the gateway, that of an agent's tool: its only operation. `tool` is the program whose key was sent. The
    /// caller chose no part of the document, and knows its types.
    ///
    /// # Errors
    /// The response if the tool may not run it.
    pub(in crate::http) fn own(
        document: Arc<PreparedDocument>,
        variables: Variables,
        tool: Option<Arc<Tool>>,
        caller: Caller,
    ) -> Result<Self, response::Response> {
        let operation = Arc::clone(document.first_operation());
        Self { document, operation, variables, tool, caller }.permitted(true)
    }

    /// Names the operation in the log and the metrics, checks that the tool may run it, and gives the caller what the policy and
    /// the tool permit. `may_send_any`: the caller may send any document.
    fn permitted(mut self, may_send_any: bool) -> Result<Self, response::Response> {
        let Self { document, operation, tool, caller, .. } = &mut self;
        let label = OperationLabel { document: document.name.clone(), kind: operation.kind.into() };
        caller.telemetry.set_operation(label);
        caller.telemetry.set_document(&document.text);
        if let Some(tool) = tool {
            tool.permit(document, operation.kind)?;
            caller.max_cost = tool.max_cost;
        }
        caller.sees_schema = may_send_any;
        caller.knows_types = may_send_any || tool.is_some();
        Ok(self)
    }

    /// Subscribes the caller.
    ///
    /// # Errors
    /// As [`Subscriptions::subscribe`](crate::schema::subscriptions::Subscriptions::subscribe).
    pub(super) fn subscribe(
        self,
        shared: &GatewayState,
        transport: StreamTransport,
    ) -> Result<OpenSubscription, response::Response> {
        let request = SubscriptionRequest {
            document_name: self.document.name.clone(),
            operation: &self.operation,
            variables: self.variables,
            transport,
            key_state: self.tool.as_deref().map(Tool::key_state),
        };
        shared.subscriptions.subscribe(request, &self.caller)
    }
}

/// The documents that a caller may send.
struct AllowedDocuments<'a> {
    shared: &'a GatewayState,
    tool: Option<&'a Tool>,
}

impl AllowedDocuments<'_> {
    /// The document for a caller who may send any document, or the error response.
    fn find(&self, graph: Graph, source: DocumentSource) -> Result<Arc<PreparedDocument>, response::Response> {
        match source {
            DocumentSource::Trusted(id) => self.by_id(id),
            DocumentSource::Text(text) => self.shared.engine.prepare(graph, &text),
        }
    }

    /// The document for any other caller: a trusted one, by id or text. Everything else gets the same error, which reveals
    /// nothing about the schema.
    fn find_trusted(&self, source: DocumentSource) -> Result<Arc<PreparedDocument>, response::Response> {
        let text = match source {
            DocumentSource::Trusted(id) => return self.by_id(id),
            DocumentSource::Text(text) => text,
        };
        let id = DocumentId::hash(&text);
        self.trusted(id).ok_or_else(|| self.tool.map_or_else(DocumentPolicy::refusal, |tool| tool.refusal(id)))
    }

    fn by_id(&self, id: DocumentId) -> Result<Arc<PreparedDocument>, response::Response> {
        self.trusted(id).ok_or_else(|| self.tool.map_or_else(DocumentPolicy::unknown_id, Tool::unknown_id))
    }

    /// A document of the tool's manifest or of the portal.
    fn trusted(&self, id: DocumentId) -> Option<Arc<PreparedDocument>> {
        let of_tool = match self.tool.map(|tool| &tool.documents) {
            Some(ToolDocuments::Manifest { documents, .. }) => documents.get(id),
            Some(ToolDocuments::Any) | None => None,
        };
        of_tool.or_else(|| self.shared.parts.portal_documents.get(id))
    }
}
