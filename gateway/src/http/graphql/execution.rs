//! Runs the operation of a request.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::time::{Instant, timeout_at};

use super::resolved::ResolvedRequest;
use crate::{
    http::gateway_state::GatewayState,
    schema::engine::{operation_kind::OperationKind, response},
    upstream::body_budget::RequestMemory,
};

/// The result of a query or a mutation.
pub(in crate::http) struct Execution {
    pub(in crate::http) response: response::Response,
    /// The memory of the request, in which the response counts until it is sent.
    pub(in crate::http) memory: Arc<RequestMemory>,
    /// The status of a failure of the execution itself: out of time, or out of memory.
    pub(super) failure: Option<StatusCode>,
}

/// Runs a query or a mutation until its deadline.
pub(in crate::http) async fn execute(
    shared: &GatewayState,
    ResolvedRequest { operation, variables, caller, .. }: ResolvedRequest,
    deadline: Instant,
) -> Execution {
    let memory = caller.memory().cloned().unwrap_or_else(|| shared.upstream.request_memory());
    let checked = match shared.engine.check(&operation, variables, &caller) {
        Ok(checked) => checked,
        Err(response) => return Execution { response, memory, failure: None },
    };
    let is_query = operation.kind == OperationKind::Query;
    // Boxed: it is large, and every enclosing future would copy it.
    let running = Box::pin(shared.engine.run(&checked, &caller));
    let (response, failure) = match timeout_at(deadline, running).await {
        Err(_) => (response::Response::timed_out(is_query), Some(StatusCode::GATEWAY_TIMEOUT)),
        Ok(response) => {
            let response = response.counted(&memory);
            let failure = response.is_out_of_memory().then_some(StatusCode::SERVICE_UNAVAILABLE);
            (response, failure)
        }
    };
    Execution { response, memory, failure }
}
