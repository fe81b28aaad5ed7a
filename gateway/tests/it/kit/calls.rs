//! The calls that reached the services, and services that a test makes up.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Extension, Router,
    body::{self, Body, Bytes},
    extract::Request,
    http::{HeaderMap, request::Parts},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use contract::acionamento::IDEMPOTENCY_KEY;
use serde_json::Value;

use super::serve;

/// Services that answer each call so, and the calls that they got.
pub(crate) async fn services<F>(answer: impl Fn(Call) -> F + Clone + Send + Sync + 'static) -> (SocketAddr, Calls)
where
    F: Future<Output: IntoResponse> + Send + 'static,
{
    let calls = Calls::default();
    let services = Router::new().fallback(move |Extension(call): Extension<Call>| answer(call));
    (serve(calls.record(services)).await, calls)
}

/// The calls that reached the services, in order.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Records each call to a router.
    pub(crate) fn record(&self, services: Router) -> Router {
        let calls = self.clone();
        services.layer(from_fn(move |request, next| record(calls.clone(), request, next)))
    }

    fn add(&self, head: &Parts, body: Bytes) -> Call {
        let mut calls = self.0.lock().expect("no test panics while it records");
        let call = Call::new(head, body, calls.len());
        calls.push(call.clone());
        call
    }

    pub(super) fn take(&self) -> Vec<Call> {
        std::mem::take(&mut *self.0.lock().expect("no test panics while it records"))
    }

    pub(crate) fn so_far(&self) -> Vec<Call> {
        self.0.lock().expect("no test panics while it records").clone()
    }

    /// How many calls of a service arrived so far.
    pub(crate) fn count(&self, path: &str) -> usize {
        self.so_far().iter().filter(|call| call.path == path).count()
    }
}

/// A call that reached the services.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Includes any query, though calls must not have one.
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// How many came before it.
    pub(crate) number: usize,
}

impl Call {
    fn new(head: &Parts, body: Bytes, number: usize) -> Self {
        let text = |name: &str| head.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
        Self {
            path: head.uri.to_string(),
            authorization: text("authorization"),
            idempotency_key: text(IDEMPOTENCY_KEY),
            headers: head.headers.clone(),
            body,
            number,
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a body in JSON")
    }

    /// The token of its session; empty if it has none.
    pub(crate) fn token(&self) -> &str {
        self.authorization.as_deref().and_then(|bearer| bearer.strip_prefix("Bearer ")).unwrap_or_default()
    }
}

async fn record(calls: Calls, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = body::to_bytes(body, usize::MAX).await.expect("a body");
    let call = calls.add(&head, body.clone());
    let mut request = Request::from_parts(head, Body::from(body));
    request.extensions_mut().insert(call);
    next.run(request).await
}
