//! The engine: prepares documents and runs their operations.

use std::sync::Arc;

use async_graphql::{Request, Variables};

use super::{
    caller::Caller,
    dependencies::GraphDependencies,
    document_cache::DocumentCache,
    document_error::DocumentError,
    error::argument_error,
    executor,
    graph::Graph,
    limits::{self, DocumentLimits},
    prepared::{Operation, PreparedDocument},
    public_query,
    response::Response,
    validation, variables,
};
use crate::telemetry::{CacheName, CacheResult, Telemetry};

/// Longest public query in bytes. Longer texts are not parsed for callers who may send no documents.
const MAX_PUBLIC_QUERY: usize = 256;

/// What an engine is made of.
pub struct EngineParts {
    /// What all requests share.
    pub dependencies: GraphDependencies,
    /// The limits of one document.
    pub limits: DocumentLimits,
    /// Counts lookups in the caches of documents.
    pub telemetry: Telemetry,
    /// Whether there is a federation router.
    pub has_router: bool,
    /// Whether async-graphql executes documents, as the test oracle.
    pub is_oracle: bool,
}

/// Prepares and runs documents. A clone shares the caches.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    parts: EngineParts,
    documents: DocumentCache,
    /// The documents of a router, which are valid in its schema alone.
    router_documents: DocumentCache,
}

impl Engine {
    /// An engine with empty caches.
    pub fn new(parts: EngineParts) -> Self {
        if parts.has_router {
            // A fault of the router's schema stops the start, not its first request.
            validation::schema(Graph::Subgraph);
        }
        let (documents, router_documents) = (DocumentCache::new(), DocumentCache::new());
        Self { inner: Arc::new(Inner { parts, documents, router_documents }) }
    }

    /// Prepares the text of a document for a graph, or finds it in the cache.
    ///
    /// # Errors
    /// The response to a document that cannot run.
    pub fn prepare(&self, graph: Graph, text: &str) -> Result<Arc<PreparedDocument>, Response> {
        let Inner { parts, documents, router_documents } = &*self.inner;
        let documents = match graph {
            Graph::Public => documents,
            Graph::Subgraph => router_documents,
        };
        let cached = documents.get(text);
        let result = if cached.is_some() { CacheResult::Hit } else { CacheResult::Miss };
        parts.telemetry.metrics().cache_lookup(CacheName::DocumentCache, result);
        if let Some(cached) = cached {
            return Ok(cached);
        }
        let prepared = PreparedDocument::for_graph(graph, text, &parts.limits).map_err(DocumentError::into_response)?;
        let prepared = Arc::new(prepared);
        documents.insert(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Prepares a document for a caller who may send trusted documents only: `None` unless the request is a
    /// [`public_query`]. It is not cached, so that no client can fill the cache.
    pub fn prepare_public(
        &self,
        text: &str,
        operation_name: Option<&str>,
        variables: &Variables,
    ) -> Option<Arc<PreparedDocument>> {
        if text.len() > MAX_PUBLIC_QUERY {
            return None;
        }
        limits::check_tokens(text, &self.inner.parts.limits).ok()?;
        let parsed = validation::parse(text).ok()?;
        public_query::is_public(&parsed, operation_name, variables)
            .then(|| PreparedDocument::of_valid(Graph::Public, &parsed).ok().map(Arc::new))?
    }

    /// Runs an operation of a document.
    pub async fn run(
        &self,
        document: &PreparedDocument,
        operation: &Operation,
        mut variables: Variables,
        caller: Caller,
    ) -> Response {
        let completed = self.complete(operation, &mut variables, &caller);
        if let Some(explanation) = caller.telemetry().explanation()
            && let Ok(parsed) = validation::parse(document.text())
        {
            let cost = operation.cost(&variables);
            let limits = limits::uses(&parsed, &cost, &self.inner.parts.limits, caller.max_cost());
            explanation.set_cost(cost.total(), serde_json::json!(limits));
        }
        if let Err(refused) = completed {
            return refused;
        }
        if self.inner.parts.is_oracle {
            return self.run_oracle(document, operation, variables, caller).await;
        }
        self.execute(operation, &variables, &caller).await
    }

    /// Checks the variables of an operation, adds their defaults, and checks what it costs with them.
    pub(super) fn complete(
        &self,
        operation: &Operation,
        variables: &mut Variables,
        caller: &Caller,
    ) -> Result<(), Response> {
        variables::coerce(operation.variables(), variables)
            .map_err(|error| error.into_response(caller.knows_types()))?;
        let refuse = |error| DocumentError::from(error).into_response();
        let cost = operation.cost(variables);
        limits::check_query_complexity(&cost, &self.inner.parts.limits).map_err(refuse)?;
        if let Some(max) = caller.max_cost() {
            caller.telemetry().set_estimated_cost(cost.total());
            limits::check_tool_max_cost(cost.total(), max).map_err(refuse)?;
        }
        Ok(())
    }

    /// Runs an operation with complete variables.
    pub(super) async fn execute(&self, operation: &Operation, variables: &Variables, caller: &Caller) -> Response {
        let dependencies = &self.inner.parts.dependencies;
        let telemetry = caller.telemetry();
        telemetry.set_estimated_cost(operation.cost(variables).total());
        let response = operation.run(executor::Request { caller, dependencies }, variables).await;
        telemetry.record_cost();
        response
    }

    /// Lets async-graphql execute the document.
    async fn run_oracle(
        &self,
        document: &PreparedDocument,
        operation: &Operation,
        variables: Variables,
        caller: Caller,
    ) -> Response {
        let mut request = Request::new(&**document.text()).variables(variables);
        request.operation_name = document.name_of(operation).map(ToString::to_string);
        if !caller.sees_schema() {
            request = request.disable_introspection();
        }
        let request = request.data(self.inner.parts.dependencies.clone()).data(Arc::new(caller));
        let mut response = document.graph().execute_by_engine()(request).await;
        argument_error::describe_errors(&mut response);
        Response::of_oracle(response)
    }
}
