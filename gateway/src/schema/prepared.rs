//! Documents, prepared once and run often.
//!
//! Parsing and validating a document is most of what a small one costs, and clients send the same ones all day. So each
//! is parsed, measured and validated once. Only what may run is kept, and no more than [`CACHE_BYTES`] of it. The values of
//! variables are checked each time.

mod weight;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use async_graphql::{
    CacheControl, Request, Response, ServerError, ValidationMode, ValidationResult, Variables,
    async_trait::async_trait,
    extensions::{Extension, ExtensionContext, ExtensionFactory, NextValidation},
    parser::{
        parse_query,
        types::{ExecutableDocument, OperationDefinition, OperationType},
    },
};
use moka::sync::Cache as Moka;

use super::{
    Builder, Caller, Parts, Schema, builder, document, limited,
    limits::{self, Limits},
    rows::{self, AsOne},
    validation, variables,
};
use crate::telemetry::{Cache, Found, Telemetry};

/// Most memory of the documents that clients sent, in bytes. The portal's largest weighs 30 KB.
const CACHE_BYTES: usize = 8 * 1024 * 1024;
/// Longest text that may be harmless, in bytes: no more is parsed for those who may not send documents.
const MOST_HARMLESS: usize = 256;

/// A document that was parsed, is within the limits and is valid.
pub struct Prepared {
    document: ExecutableDocument,
    /// What it is called, if it is one of the portal's.
    name: Option<Arc<str>>,
    /// Whether what it asks for may answer as one.
    as_one: bool,
    /// Whether the engine has run it: it runs each document first, so that tests can compare its answer with later ones.
    ran: AtomicBool,
}

impl Prepared {
    pub(super) fn new(document: ExecutableDocument) -> Self {
        Self { as_one: AsOne::of(&document).is_some(), document, name: None, ran: AtomicBool::new(false) }
    }

    /// The same, as one of the portal's.
    pub(super) fn named(self, name: Arc<str>) -> Self {
        Self { name: Some(name), ..self }
    }

    /// What it is called, if it is one of the portal's. What others call theirs is not told.
    pub fn name(&self) -> Option<Arc<str>> {
        self.name.clone()
    }

    /// The document.
    pub fn document(&self) -> &ExecutableDocument {
        &self.document
    }

    /// What the engine runs.
    fn request(&self, name: Option<String>, variables: Variables, caller: Caller) -> Request {
        let mut request = Request::new("").variables(variables);
        if !caller.sees_schema {
            request = request.disable_introspection();
        }
        request = request.data(caller);
        if self.as_one {
            request = request.data(AsOne);
        }
        request.set_parsed_query(self.document.clone());
        request.operation_name = name;
        request
    }

    /// How much memory it takes, beside a text of some length that it is kept by, in bytes.
    fn weight(&self, text: usize) -> usize {
        size_of::<Self>() + text + weight::of(&self.document)
    }
}

/// Runs documents on the graph. A clone is the same.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    limits: Limits,
    telemetry: Telemetry,
    /// Runs what is known to be valid.
    engine: Schema,
    /// The same of what may answer as one.
    as_one: Schema,
    documents: DocumentCache,
}

impl Engine {
    /// An engine that knows no document yet.
    pub fn new(parts: Parts) -> Self {
        let Parts { login, guard, clock, limits, telemetry } = parts;
        let ready =
            |builder: Builder| builder.data(login.clone()).data(guard.clone()).data(Arc::clone(&clock)).finish();
        let engine = ready(limited(&limits).validation_mode(ValidationMode::Fast));
        let as_one = ready(builder().extension(Valid));
        Self { inner: Arc::new(Inner { limits, telemetry, engine, as_one, documents: DocumentCache::new() }) }
    }

    /// Prepares the text of a document, or finds it prepared.
    ///
    /// # Errors
    /// The answer to a text that cannot be a document, asks for too much or does not fit the graph.
    pub fn prepare(&self, text: &str) -> Result<Arc<Prepared>, Box<Response>> {
        let known = self.inner.documents.get(text);
        self.inner.telemetry.looked_up(Cache::Documents, if known.is_some() { Found::Hit } else { Found::Miss });
        if let Some(known) = known {
            return Ok(known);
        }
        limits::check_text(text, &self.inner.limits).map_err(|excess| Box::new(document::excess(excess)))?;
        let parsed = parse_query(text).map_err(|error| Box::new(document::unparsed(error.into())))?;
        limits::check(&parsed, &self.inner.limits).map_err(|excess| Box::new(document::excess(excess)))?;
        validation::validate(text).map_err(|errors| Box::new(document::invalid(errors)))?;
        let prepared = Arc::new(Prepared::new(parsed));
        self.inner.documents.insert(text, Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Prepares the text of a document for somebody who may not send any: `None` unless the request is harmless (see
    /// [`document::is_harmless`]). Nothing is remembered, so that nobody can fill the memory.
    pub fn prepare_harmless(&self, text: &str, name: Option<&str>, variables: &Variables) -> Option<Arc<Prepared>> {
        if text.len() > MOST_HARMLESS {
            return None;
        }
        limits::check_text(text, &self.inner.limits).ok()?;
        let parsed = parse_query(text).ok()?;
        document::is_harmless(&parsed, name, variables).then(|| Arc::new(Prepared::new(parsed)))
    }

    /// Runs an operation of a document.
    pub async fn run(
        &self,
        prepared: &Prepared,
        operation: &OperationDefinition,
        name: Option<String>,
        mut variables: Variables,
        caller: Caller,
    ) -> Response {
        if let Err(wrong) = variables::check(operation, &variables) {
            return document::wrong_variable(wrong, caller.sees_schema);
        }
        add_defaults(operation, &mut variables);
        if prepared.as_one && prepared.ran.load(Ordering::Relaxed) {
            if operation.ty == OperationType::Query
                && let Some(answer) = rows::of_query(&prepared.document, operation, &variables, &caller).await
            {
                return Response::new(answer);
            }
            return self.inner.as_one.execute(prepared.request(name, variables, caller)).await;
        }
        let response = self.inner.engine.execute(prepared.request(name, variables, caller)).await;
        if document::ran(&response) {
            prepared.ran.store(true, Ordering::Relaxed);
        }
        response
    }
}

/// Gives each variable that was left out its default, as the specification has it. The engine by itself does not where
/// `@skip` and `@include` ask for it.
fn add_defaults(operation: &OperationDefinition, variables: &mut Variables) {
    for definition in &operation.variable_definitions {
        if let Some(default) = &definition.node.default_value
            && !variables.contains_key(&definition.node.name.node)
        {
            variables.insert(definition.node.name.node.clone(), default.node.clone());
        }
    }
}

/// Spares the engine its way through a document that is known to be valid, which it takes in its fast mode too. That costs
/// what a few fields cost, and an extension makes every field cost more: so it is for documents of which few fields are left
/// to the engine.
struct Valid;

impl ExtensionFactory for Valid {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait]
impl Extension for Valid {
    async fn validation(
        &self,
        _: &ExtensionContext<'_>,
        _: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        Ok(ValidationResult { cache_control: CacheControl::default(), complexity: 0, depth: 0 })
    }
}

/// The documents that clients sent, by their texts: those asked for most, as far as their weight allows.
struct DocumentCache(Moka<Arc<str>, Arc<Prepared>>);

impl DocumentCache {
    fn new() -> Self {
        let weigher =
            |text: &Arc<str>, prepared: &Arc<Prepared>| u32::try_from(prepared.weight(text.len())).unwrap_or(u32::MAX);
        Self(Moka::builder().max_capacity(CACHE_BYTES as u64).weigher(weigher).build())
    }

    fn get(&self, text: &str) -> Option<Arc<Prepared>> {
        self.0.get(text)
    }

    fn insert(&self, text: &str, prepared: Arc<Prepared>) {
        self.0.insert(text.into(), prepared);
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

    fn prepared(text: &str) -> Arc<Prepared> {
        Arc::new(Prepared::new(async_graphql::parser::parse_query(text).unwrap()))
    }

    #[test]
    fn what_is_asked_for_again_and_again_stays_and_the_rest_is_bounded_by_its_weight() {
        let documents = DocumentCache::new();
        let often = "{ often }";
        documents.insert(often, prepared(often));
        let long = |at: usize| format!("{{ a{at} {} }}", "a { b } ".repeat(50));
        let one = prepared(&long(0)).weight(long(0).len());
        for at in 0..3 * CACHE_BYTES / one {
            assert!(documents.get(often).is_some(), "{at}");
            documents.insert(&long(at), prepared(&long(at)));
            assert!(documents.bytes() <= CACHE_BYTES, "{at}");
        }
        assert!(documents.bytes() > CACHE_BYTES / 2, "{}", documents.bytes());
    }
}
