//! Documents, prepared once and run often.
//!
//! Parsing and validating a document is most of what a small one costs, and clients send the same ones all day. So each
//! is parsed and measured once, and what the validation says is remembered: it depends on nothing but the document, the
//! operation that runs and the [`shape`] of its variables. A request of a shape that was found valid before runs without
//! being validated again, and without the engine if nothing is left to it (see [`rows`]); every other is validated from the
//! ground up. The values of variables are read each time.

use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_graphql::{
    CacheControl, Request, Response, ServerError, ValidationMode, ValidationResult, Value, Variables,
    async_trait::async_trait,
    extensions::{Extension, ExtensionContext, ExtensionFactory, NextValidation},
    parser::{
        parse_query,
        types::{ExecutableDocument, OperationDefinition, OperationType},
    },
};

use super::{
    Builder, Caller, Parts, Schema, builder, document, limited,
    limits::{self, Limits},
    rows::{self, AsOne},
};
use crate::telemetry::{Cache, Found, Telemetry};

/// Most text of ad-hoc documents that are remembered, in bytes. In memory a document has some twenty times its text.
const MOST_TEXT: usize = 512 * 1024;
/// Most shapes of variables that are remembered for one document; a client has one or two.
const MOST_SHAPES: usize = 64;
/// Longest shape that is remembered, in bytes.
const MOST_SHAPE: usize = 1024;

/// A document that was parsed and is within the limits.
pub struct Prepared {
    document: ExecutableDocument,
    /// What it is called, if it is one of the portal's.
    name: Option<Arc<str>>,
    /// Whether what it asks for may answer as one.
    as_one: bool,
    /// The shapes of variables, each with its operation, with which it is valid.
    valid: Mutex<HashSet<String>>,
}

impl Prepared {
    pub(super) fn new(document: ExecutableDocument) -> Self {
        Self { as_one: AsOne::of(&document).is_some(), document, name: None, valid: Mutex::default() }
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
}

/// Runs documents on the graph. A clone is the same.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    limits: Limits,
    telemetry: Telemetry,
    /// Validates from the ground up.
    strict: Schema,
    /// Runs what is known to be valid.
    fast: Schema,
    /// The same of what may answer as one.
    as_one: Schema,
    /// Every name in the graph, the values of its enumerations among them.
    names: HashSet<String>,
    recent: Mutex<Recent>,
}

impl Engine {
    /// An engine that knows no document yet.
    pub fn new(parts: Parts) -> Self {
        let Parts { login, guard, clock, limits, telemetry } = parts;
        let ready =
            |builder: Builder| builder.data(login.clone()).data(guard.clone()).data(Arc::clone(&clock)).finish();
        let strict = ready(limited(&limits));
        let fast = ready(builder().validation_mode(ValidationMode::Fast));
        let as_one = ready(builder().extension(Valid));
        let names = strict.names().into_iter().collect();
        Self { inner: Arc::new(Inner { limits, telemetry, strict, fast, as_one, names, recent: Mutex::default() }) }
    }

    /// Prepares the text of a document, or finds it prepared.
    ///
    /// # Errors
    /// The answer to a text that cannot be a document, or asks for too much.
    pub fn prepare(&self, text: &str) -> Result<Arc<Prepared>, Box<Response>> {
        let known = lock(&self.inner.recent).find(text);
        self.inner.telemetry.looked_up(Cache::Documents, if known.is_some() { Found::Hit } else { Found::Miss });
        if let Some(known) = known {
            return Ok(known);
        }
        limits::check_text(text, &self.inner.limits).map_err(|excess| Box::new(document::excess(excess)))?;
        let parsed = parse_query(text).map_err(|error| Box::new(document::unparsed(error.into())))?;
        limits::check(&parsed, &self.inner.limits).map_err(|excess| Box::new(document::excess(excess)))?;
        document::check_typenames(&parsed)?;
        let prepared = Arc::new(Prepared::new(parsed));
        lock(&self.inner.recent).insert(text, &prepared);
        Ok(prepared)
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
        add_defaults(operation, &mut variables);
        let shape = self.shape(operation, name.as_deref(), &variables);
        let is_known = shape.as_ref().is_some_and(|shape| lock(&prepared.valid).contains(shape));
        if is_known && prepared.as_one {
            if operation.ty == OperationType::Query
                && let Some(answer) = rows::of_query(&prepared.document, operation, &variables, &caller).await
            {
                return Response::new(answer);
            }
            return self.inner.as_one.execute(prepared.request(name, variables, caller)).await;
        }
        if is_known {
            return self.inner.fast.execute(prepared.request(name, variables, caller)).await;
        }
        let response = self.inner.strict.execute(prepared.request(name, variables, caller)).await;
        if document::ran(&response)
            && let Some(shape) = shape
        {
            let mut valid = lock(&prepared.valid);
            if valid.len() < MOST_SHAPES {
                valid.insert(shape);
            }
        }
        response
    }

    /// What the validation can see of a request: the name of its operation, and of each variable what kind of value it
    /// has. A text is its own kind only where it is a name of the graph, as the values of enumerations are: no other text
    /// is told from another. `None` where there is too much to remember.
    fn shape(&self, operation: &OperationDefinition, name: Option<&str>, variables: &Variables) -> Option<String> {
        let mut shape = name.unwrap_or_default().to_owned();
        for definition in &operation.variable_definitions {
            shape.push(';');
            match variables.get(&definition.node.name.node) {
                Some(value) => self.add_shape(value, &mut shape),
                None => shape.push('-'),
            }
            if shape.len() > MOST_SHAPE {
                return None;
            }
        }
        (shape.len() <= MOST_SHAPE).then_some(shape)
    }

    fn add_shape(&self, value: &Value, to: &mut String) {
        match value {
            Value::Null => to.push('0'),
            Value::Boolean(_) => to.push('b'),
            Value::Number(number) => to.push(match (number.as_i64().map(i32::try_from), number.as_u64()) {
                (Some(Ok(_)), _) => 'i',
                (Some(Err(_)), _) => 'l',
                (None, Some(_)) => 'u',
                (None, None) => 'f',
            }),
            Value::String(text) => match self.inner.names.get(text) {
                Some(name) => to.extend(["e", name]),
                None => to.push('s'),
            },
            Value::Enum(name) => to.extend(["n", name]),
            Value::Binary(_) => to.push('x'),
            Value::List(all) => {
                to.push('[');
                for one in all.iter().take(MOST_SHAPE) {
                    self.add_shape(one, to);
                    to.push(',');
                }
                // What was left out makes the shape too long to be remembered.
                to.push(']');
            }
            Value::Object(fields) => {
                to.push('{');
                for (key, one) in fields {
                    // Quoted, so that no key can pass for more than one.
                    to.push_str(&format!("{:?}:", key.as_str()));
                    self.add_shape(one, to);
                    to.push(',');
                }
                to.push('}');
            }
        }
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

/// The ad-hoc documents of late, in two generations: when the younger is full the older is forgotten, so that what is
/// asked for again and again stays.
#[derive(Default)]
struct Recent {
    young: HashMap<Arc<str>, Arc<Prepared>>,
    old: HashMap<Arc<str>, Arc<Prepared>>,
    /// Bytes of the texts of the younger.
    text: usize,
}

impl Recent {
    fn find(&mut self, text: &str) -> Option<Arc<Prepared>> {
        if let Some(known) = self.young.get(text) {
            return Some(Arc::clone(known));
        }
        let known = self.old.remove(text)?;
        self.insert(text, &known);
        Some(known)
    }

    fn insert(&mut self, text: &str, prepared: &Arc<Prepared>) {
        if self.text + text.len() > MOST_TEXT / 2 {
            self.old = mem::take(&mut self.young);
            self.text = 0;
        }
        if self.young.insert(text.into(), Arc::clone(prepared)).is_none() {
            self.text += text.len();
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    // No operation can panic half-way, so what is poisoned is whole.
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{MOST_TEXT, Prepared, Recent};

    fn prepared(text: &str) -> Arc<Prepared> {
        Arc::new(Prepared::new(async_graphql::parser::parse_query(text).unwrap()))
    }

    #[test]
    fn what_is_asked_for_again_and_again_stays_and_the_rest_is_bounded() {
        let mut recent = Recent::default();
        let often = "{ often }";
        let long = |at: usize| format!("{{ a{at} }} #{}", "x".repeat(2000));
        recent.insert(often, &prepared(often));
        for at in 0..2 * MOST_TEXT / 2000 {
            recent.insert(&long(at), &prepared("{ a }"));
            assert!(recent.find(often).is_some(), "{at}");
        }
        assert!(recent.find(&long(0)).is_none());
        let kept: usize = recent.young.keys().chain(recent.old.keys()).map(|text| text.len()).sum();
        assert!(kept <= MOST_TEXT, "{kept}");
    }

    #[test]
    fn an_old_document_that_is_found_is_young_again() {
        let mut recent = Recent::default();
        recent.insert("{ a }", &prepared("{ a }"));
        recent.old = std::mem::take(&mut recent.young);
        let found = recent.find("{ a }").unwrap();
        assert!(recent.old.is_empty() && Arc::ptr_eq(&found, &recent.young["{ a }"]));
    }
}
