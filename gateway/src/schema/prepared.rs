//! Documents, prepared once and run often.
//!
//! Parsing, validating and planning a document is most of what a small one costs, and clients send the same ones all day. So
//! each is prepared once. Only what may run is cached, and no more than [`CACHE_BYTES`] of it. The values of variables are
//! checked each time.

use std::sync::Arc;

use async_graphql::{
    Name, Positioned, Request, ServerError, Variables,
    parser::{
        parse_query,
        types::{ExecutableDocument, OperationDefinition, VariableDefinition},
    },
};
use moka::sync::Cache as Moka;

use super::{
    Caller, ExecutorParts, GraphDependencies, SCHEMA,
    document_error::DocumentError,
    error::engine,
    executor::{self, Operation},
    limits::{self, DocumentLimits},
    public_query,
    response::Response,
    validation, variables,
};
use crate::telemetry::{Cache, CacheResult, Telemetry};

/// Most memory of the documents that clients sent, in bytes.
const CACHE_BYTES: usize = 8 * 1024 * 1024;
/// Longest text that may be harmless, in bytes: no more is parsed for those who may not send documents.
const MAX_PUBLIC_QUERY: usize = 256;

/// A document that was parsed, is within the limits, is valid and has a plan.
pub struct Prepared {
    text: Arc<str>,
    operations: Vec<(Option<Name>, Operation)>,
    /// What it is called, if it is one of the portal's.
    name: Option<Arc<str>>,
}

impl Prepared {
    /// Parses, validates and plans a document, within the limits.
    ///
    /// # Errors
    /// [`DocumentError`] says why it cannot run.
    pub fn new(text: &str, limits: &DocumentLimits) -> Result<Self, DocumentError> {
        limits::check_tokens(text, limits)?;
        let parsed = validation::parse(text).map_err(|error| DocumentError::syntax(error, text))?;
        limits::check(&parsed.document, limits)?;
        let document = validation::validate(parsed).map_err(DocumentError::Invalid)?;
        let prepared = Self::of(text, &document).ok_or_else(|| {
            DocumentError::Invalid(vec![ServerError::new("the plan lacks a field of the schema", None)])
        })?;
        limits::check_costs(prepared.operations.iter().map(|(_, operation)| operation.cost()), limits)?;
        Ok(prepared)
    }

    /// Plans a document that is valid; `None` if it is not.
    fn of(text: &str, parsed: &ExecutableDocument) -> Option<Self> {
        let plan = |(name, operation): (Option<&Name>, &Positioned<OperationDefinition>)| {
            Some((name.cloned(), Operation::new(parsed, &operation.node)?))
        };
        let operations = parsed.operations.iter().map(plan).collect::<Option<_>>()?;
        Some(Self { text: text.into(), operations, name: None })
    }

    /// The same, as one of the portal's.
    pub(super) fn named(self, name: Arc<str>) -> Self {
        Self { name: Some(name), ..self }
    }

    /// What it is called, if it is one of the portal's. What others call theirs is not told.
    pub fn name(&self) -> Option<Arc<str>> {
        self.name.clone()
    }

    /// The name of its operation; the first in the alphabet where it has more than one.
    pub(super) fn operation_name(&self) -> Option<&Name> {
        self.operations.iter().filter_map(|(name, _)| name.as_ref()).min()
    }

    /// The operation that a request names, or the only one; `None` if it is not clear which one that is.
    pub fn operation(&self, name: Option<&str>) -> Option<&Operation> {
        match (name, &self.operations[..]) {
            (None, [(_, only)]) => Some(only),
            (None, _) => None,
            (Some(name), all) => {
                all.iter().find(|(known, _)| known.as_ref().is_some_and(|known| known == name)).map(|(_, found)| found)
            }
        }
    }

    /// How much memory it takes, in bytes.
    fn weight(&self) -> usize {
        let operations = self.operations.iter().map(|(_, operation)| operation.weight());
        size_of::<Self>() + self.text.len() + operations.sum::<usize>()
    }
}

/// Runs documents on the graph. A clone is the same.
#[derive(Clone)]
pub struct Executor {
    inner: Arc<Inner>,
}

struct Inner {
    environment: GraphDependencies,
    limits: DocumentLimits,
    telemetry: Telemetry,
    documents: DocumentCache,
    is_oracle: bool,
}

impl Executor {
    /// One that knows no document yet.
    pub fn new(parts: ExecutorParts) -> Self {
        let ExecutorParts { environment, limits, telemetry, is_oracle } = parts;
        let documents = DocumentCache::new();
        Self { inner: Arc::new(Inner { environment, limits, telemetry, documents, is_oracle }) }
    }

    /// Prepares the text of a document, or finds it prepared.
    ///
    /// # Errors
    /// The response to a text that cannot be a document, asks for too much or does not fit the graph.
    pub fn prepare(&self, text: &str) -> Result<Arc<Prepared>, Response> {
        let known = self.inner.documents.get(text);
        self.inner
            .telemetry
            .cache_lookup(Cache::Documents, if known.is_some() { CacheResult::Hit } else { CacheResult::Miss });
        if let Some(known) = known {
            return Ok(known);
        }
        let prepared = Arc::new(Prepared::new(text, &self.inner.limits).map_err(DocumentError::into_response)?);
        self.inner.documents.insert(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Prepares the text of a document for somebody who may not send any: `None` unless the request is harmless (see
    /// [`public_query::is_public`]). Nothing is remembered, so that nobody can fill the memory.
    pub fn prepare_public(&self, text: &str, name: Option<&str>, variables: &Variables) -> Option<Arc<Prepared>> {
        if text.len() > MAX_PUBLIC_QUERY {
            return None;
        }
        limits::check_tokens(text, &self.inner.limits).ok()?;
        let parsed = parse_query(text).ok()?;
        public_query::is_public(&parsed, name, variables).then(|| Prepared::of(text, &parsed).map(Arc::new))?
    }

    /// Runs an operation of a document.
    pub async fn run(
        &self,
        prepared: &Prepared,
        operation: &Operation,
        mut variables: Variables,
        caller: Caller,
    ) -> Response {
        if let Err(error) = variables::check(operation.variable_definitions(), &variables) {
            return error.into_response(caller.sees_schema);
        }
        add_defaults(operation.variable_definitions(), &mut variables);
        let Inner { environment, is_oracle, .. } = &*self.inner;
        if *is_oracle {
            return self.run_oracle(prepared, operation, variables, caller).await;
        }
        operation.run(executor::Request { caller: &caller, environment }, &variables).await
    }

    /// Has async-graphql execute the document.
    async fn run_oracle(
        &self,
        prepared: &Prepared,
        operation: &Operation,
        variables: Variables,
        caller: Caller,
    ) -> Response {
        let mut request = Request::new(&*prepared.text).variables(variables);
        request.operation_name = prepared
            .operations
            .iter()
            .find(|(_, other)| std::ptr::eq(other, operation))
            .and_then(|(name, _)| name.as_ref().map(ToString::to_string));
        if !caller.sees_schema {
            request = request.disable_introspection();
        }
        let request = request.data(self.inner.environment.clone()).data(Arc::new(caller));
        let mut response = SCHEMA.execute(request).await;
        engine::describe_errors(&mut response);
        Response::of_oracle(response)
    }
}

/// Gives each variable that was left out its default, as the specification has it.
fn add_defaults(definitions: &[Positioned<VariableDefinition>], variables: &mut Variables) {
    for definition in definitions {
        if let Some(default) = &definition.node.default_value
            && !variables.contains_key(&definition.node.name.node)
        {
            variables.insert(definition.node.name.node.clone(), default.node.clone());
        }
    }
}

/// The documents that clients sent, by their texts: those asked for most, as far as their weight allows.
struct DocumentCache(Moka<Arc<str>, Arc<Prepared>>);

impl DocumentCache {
    fn new() -> Self {
        let weigher = |_: &Arc<str>, prepared: &Arc<Prepared>| u32::try_from(prepared.weight()).unwrap_or(u32::MAX);
        Self(Moka::builder().max_capacity(CACHE_BYTES as u64).weigher(weigher).build())
    }

    fn get(&self, text: &str) -> Option<Arc<Prepared>> {
        self.0.get(text)
    }

    fn insert(&self, prepared: Arc<Prepared>) {
        self.0.insert(Arc::clone(&prepared.text), prepared);
        // Evicts now: by itself the cache waits for dozens of insertions, each of which may weigh hundreds of kilobytes.
        self.0.run_pending_tasks();
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        usize::try_from(self.0.weighted_size()).expect("no more than the most")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{CACHE_BYTES, DocumentCache, Prepared};
    use crate::schema::limits::DocumentLimits;

    fn prepared(text: &str) -> Arc<Prepared> {
        Prepared::new(text, &DocumentLimits::default()).map(Arc::new).ok().unwrap()
    }

    #[test]
    fn what_is_asked_for_again_and_again_stays_and_the_rest_is_bounded_by_its_weight() {
        let documents = DocumentCache::new();
        let often = "{ __typename }";
        documents.insert(prepared(often));
        // Names that are all different, so that each field has a place in the plan.
        let fields: String = (0..29).map(|at| format!("x{at}: nome ")).collect();
        let long = |at: usize| format!("{{ a{at}: seguradoras {{ {fields} }} }}");
        let one = prepared(&long(0)).weight();
        for at in 0..3 * CACHE_BYTES / one {
            assert!(documents.get(often).is_some(), "{at}");
            documents.insert(prepared(&long(at)));
            assert!(documents.bytes() <= CACHE_BYTES, "{at}");
        }
        assert!(documents.bytes() > CACHE_BYTES / 2, "{}", documents.bytes());
    }
}
