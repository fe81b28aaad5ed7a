//! Runs the operation of a request.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::time::{Instant, timeout_at};

use super::resolved::ResolvedRequest;
use crate::{
    http::gateway_state::GatewayState,
    schema::{caller::Caller, error::Error, operation_kind::OperationKind, response},
    upstream::body_budget::RequestMemory,
};

/// A query or a mutation that ran, or did not in time.
pub(in crate::http) struct Execution {
    pub(in crate::http) response: response::Response,
    /// What the response counts in until it is sent.
    pub(in crate::http) memory: Arc<RequestMemory>,
    /// The status of a failure of the execution itself: out of time, or out of memory.
    pub(super) failure: Option<StatusCode>,
}

/// Runs a query or a mutation until its deadline.
pub(in crate::http) async fn execute(
    shared: &GatewayState,
    resolved: ResolvedRequest,
    caller: Caller,
    deadline: Instant,
) -> Execution {
    let memory = caller.memory().cloned().unwrap_or_else(|| shared.upstream.request_memory());
    let checked = match shared.engine.check(&resolved.operation, resolved.variables, &caller) {
        Ok(checked) => checked,
        Err(response) => return Execution { response, memory, failure: None },
    };
    let is_query = resolved.operation.kind == OperationKind::Query;
    // Boxed: it is large, and every enclosing future would copy it.
    let running = Box::pin(shared.engine.run(&checked, &caller));
    let (response, failure) = match timeout_at(deadline, running).await {
        Err(_) => (response::Response::timed_out(is_query), Some(StatusCode::GATEWAY_TIMEOUT)),
        Ok(_) if is_query && memory.is_exhausted() => {
            (Error::no_memory().into(), Some(StatusCode::SERVICE_UNAVAILABLE))
        }
        Ok(response) => (response, None),
    };
    Execution { response, memory, failure }
}
