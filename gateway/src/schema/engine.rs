//! The engine: prepares documents and runs their operations.
//!
//! A request goes one way: the text or the id of a document → its plans ([`Engine::prepare`], cached) → one of its operations
//! ([`PreparedDocument::resolve`]) → variables and cost ([`Engine::check`]) → [`Engine::run`].

pub(super) mod document;
mod document_cache;
pub mod graph;
pub mod limits;
pub(super) mod memory_meter;
pub mod operation_kind;
pub mod persisted_documents;
pub mod prepared;
pub mod request_error;
pub mod response;
pub(super) mod validation;
mod variables;

use std::sync::Arc;

use async_graphql::Variables;

use self::{
    document_cache::DocumentCache,
    graph::Graph,
    limits::DocumentLimits,
    prepared::PreparedDocument,
    request_error::{RequestError, ValueFault},
    response::Response,
};
use super::{
    executor::{Operation, reference_execution},
    request::{Caller, GraphDependencies, OperationRequest},
};
use crate::telemetry::{CacheName, CacheResult, Telemetry};

/// What an engine is made of.
pub struct EngineParts {
    /// What all requests share.
    pub dependencies: GraphDependencies,
    /// The limits of one document.
    pub limits: DocumentLimits,
    /// Counts lookups in the caches of documents.
    pub telemetry: Telemetry,
    /// Whether the graph is a subgraph of a federation router too.
    pub is_subgraph: bool,
    /// Whether async-graphql executes documents, as the reference execution of the tests.
    pub is_reference_execution: bool,
}

/// Prepares and runs documents. A clone shares the caches.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

/// A request that may run: its variables are of their types, and it costs no more than its sender may spend.
pub struct CheckedRequest {
    pub(super) operation: Arc<Operation>,
    pub(super) variables: Variables,
    cost: u64,
}

struct Inner {
    parts: EngineParts,
    documents: DocumentCache,
    /// The documents for the subgraph, which are valid in its schema alone.
    subgraph_documents: DocumentCache,
}

impl Engine {
    /// An engine with empty caches.
    pub fn new(parts: EngineParts) -> Self {
        if parts.is_subgraph {
            // A fault of the subgraph's schema stops the start, not its first request.
            validation::schema(Graph::Subgraph);
        }
        let (documents, subgraph_documents) = (DocumentCache::new(), DocumentCache::new());
        Self { inner: Arc::new(Inner { parts, documents, subgraph_documents }) }
    }

    /// Prepares the text of a document for a graph, or finds it in the cache.
    ///
    /// # Errors
    /// The response to a document that cannot run.
    pub fn prepare(&self, graph: Graph, text: &str) -> Result<Arc<PreparedDocument>, Response> {
        let Inner { parts, documents, subgraph_documents } = &*self.inner;
        let documents = match graph {
            Graph::Public => documents,
            Graph::Subgraph => subgraph_documents,
        };
        let cached = documents.get(text);
        let result = if cached.is_some() { CacheResult::Hit } else { CacheResult::Miss };
        parts.telemetry.metrics().cache_lookup(CacheName::Documents, result);
        if let Some(cached) = cached {
            return Ok(cached);
        }
        let prepared =
            PreparedDocument::parse_and_plan(graph, text, &parts.limits).map_err(|error| error.into_response(true))?;
        let prepared = Arc::new(prepared);
        documents.insert(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Checks the variables of a request, and what its operation costs with them.
    ///
    /// # Errors
    /// The response to a request that must not run.
    pub fn check(
        &self,
        operation: &Arc<Operation>,
        mut variables: Variables,
        caller: &Caller,
    ) -> Result<CheckedRequest, Response> {
        let refuse = |error: RequestError| error.into_response(caller.knows_types);
        variables::coerce(&operation.variables, &mut variables).map_err(refuse)?;
        if let Some(condition) = operation.null_condition(&variables) {
            let fault = RequestError::InvalidValue(condition.name.to_string(), ValueFault::Null, condition.position);
            return Err(refuse(fault));
        }
        let cost = operation.cost(&variables);
        let total = cost.total();
        if let Some(explanation) = caller.telemetry.explanation()
            && let Ok(document) = validation::parse(&operation.text, &self.inner.parts.limits)
        {
            let uses = limits::uses_of_all_limits(&document, &cost, &self.inner.parts.limits, caller.max_cost);
            explanation.set_cost(total, serde_json::json!(uses));
        }
        // Also of a request that is refused.
        caller.telemetry.set_estimated_cost(total);
        limits::check_cost(&cost, &self.inner.parts.limits, caller.max_cost).map_err(refuse)?;
        Ok(CheckedRequest { operation: Arc::clone(operation), variables, cost: total })
    }

    /// Runs a request; of a subscription this is one event.
    pub async fn run(&self, request: &CheckedRequest, caller: &Caller) -> Response {
        let Inner { parts: EngineParts { dependencies, is_reference_execution, .. }, .. } = &*self.inner;
        let CheckedRequest { operation, variables, cost } = request;
        let request = OperationRequest { caller, dependencies };
        if *is_reference_execution {
            return reference_execution::run(operation, request, variables).await;
        }
        let telemetry = &caller.telemetry;
        telemetry.set_estimated_cost(*cost);
        let response = operation.run(request, variables).await;
        telemetry.record_cost();
        response
    }
}
