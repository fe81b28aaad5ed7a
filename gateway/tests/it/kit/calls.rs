//! The calls that reached the services.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::{self, Body, Bytes},
    extract::Request,
    http::HeaderMap,
    middleware::{Next, from_fn},
    response::Response,
};
use contract::acionamento::IDEMPOTENCY_KEY;
use serde_json::Value;

/// The calls that reached the services, in order.
#[derive(Clone, Default)]
pub(crate) struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Records each call to a router.
    pub(crate) fn record(&self, services: Router) -> Router {
        let calls = self.clone();
        services.layer(from_fn(move |request, next| record(calls.clone(), request, next)))
    }

    /// Takes the calls so far.
    pub(super) fn take(&self) -> Vec<Call> {
        std::mem::take(&mut *self.0.lock().expect("no test panics while it records"))
    }

    /// The calls so far.
    pub(crate) fn so_far(&self) -> Vec<Call> {
        self.0.lock().expect("no test panics while it records").clone()
    }
}

/// A call that reached the services.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Call {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a body in JSON")
    }
}

async fn record(calls: Calls, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = body::to_bytes(body, usize::MAX).await.expect("a body");
    let text = |name: &str| parts.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
    calls.0.lock().expect("no test panics while it records").push(Call {
        // Includes any query, though calls must not have one.
        path: parts.uri.to_string(),
        authorization: text("authorization"),
        idempotency_key: text(IDEMPOTENCY_KEY),
        headers: parts.headers.clone(),
        body: body.clone(),
    });
    next.run(Request::from_parts(parts, Body::from(body))).await
}
