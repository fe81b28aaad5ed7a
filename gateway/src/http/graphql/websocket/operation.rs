//! One operation of a connection, as a stream of what its client is sent.

use std::sync::Arc;

use axum::{body::Bytes, http::StatusCode};
use futures_util::{StreamExt as _, future::Either, stream};
use tokio::time::Instant;

use super::{credentials::ClientCredentials, message::OperationId};
use crate::{
    http::{
        error_response::ErrorResponse,
        gateway_state::GatewayState,
        graceful_shutdown::GracefulShutdown,
        graphql::{
            execution::{Execution, execute},
            params::Params,
            resolved::{Refusal, ResolvedRequest},
        },
        request_telemetry,
    },
    schema::{
        engine::operation_kind::OperationKind,
        error::Error,
        subscriptions::{OpenSubscription, Payload},
    },
    telemetry::{ErrorCodes, StreamTransport, access_log::AccessLogEntry},
    upstream::body_budget::RequestMemory,
};

/// What a client is sent of an operation.
pub(super) struct Outgoing {
    pub(super) id: OperationId,
    pub(super) part: Part,
}

/// A part of an operation's result.
pub(super) enum Part {
    /// A response as JSON, and the memory of its request, in which it counts until it is sent.
    Next(Bytes, Option<Arc<RequestMemory>>),
    /// The last part: errors as a JSON list.
    Error(Bytes),
    /// The last part.
    Complete,
    /// The end of a subscription because the gateway stops. The client is sent nothing: it subscribes again elsewhere.
    Stopped,
}

/// Runs an operation.
pub(super) fn run(
    shared: Arc<GatewayState>,
    credentials: Arc<ClientCredentials>,
    id: OperationId,
    params: Params,
) -> impl stream::Stream<Item = Outgoing> + Send {
    let parts = stream::once(start(shared, credentials, params)).flatten();
    parts.map(move |part| Outgoing { id: id.clone(), part })
}

async fn start(
    shared: Arc<GatewayState>,
    credentials: Arc<ClientCredentials>,
    params: Params,
) -> impl stream::Stream<Item = Part> + Send {
    let mut entry = request_telemetry::operation_of_websocket(&shared.parts.telemetry);
    match begin(&shared, &credentials, params, &mut entry).await {
        Ok(Begun::Subscription(subscription)) => {
            let shutdown = shared.parts.shutdown.clone();
            Either::Right(events_of(Box::new(Events { subscription, entry, shutdown })))
        }
        Ok(Begun::Response(parts)) => Either::Left(stream::iter(parts)),
        Err(refusal) => {
            entry.response_started(refusal.status().as_u16(), ErrorCodes::from_iter(refusal.codes()));
            Either::Left(stream::iter(vec![Part::Error(refusal.errors())]))
        }
    }
}

/// An operation that was not refused.
enum Begun {
    Response(Vec<Part>),
    Subscription(OpenSubscription),
}

async fn begin(
    shared: &GatewayState,
    credentials: &ClientCredentials,
    params: Params,
    entry: &mut AccessLogEntry,
) -> Result<Begun, Refusal> {
    // Counts as a request in progress until its response exists, as over HTTP.
    let _permit = shared.requests.try_acquire(credentials.address).ok_or_else(ErrorResponse::busy)?;
    let caller = credentials.caller(shared, &entry.request);
    let resolved = ResolvedRequest::new(shared, params, &credentials.keys, caller)?;
    if resolved.operation.kind == OperationKind::Subscription {
        let subscription = resolved.subscribe(shared, StreamTransport::WebSocket)?;
        entry.response_started(200, ErrorCodes::default());
        return Ok(Begun::Subscription(subscription));
    }
    let deadline = Instant::now() + shared.parts.client_limits.request_timeout;
    let Execution { response, memory, failure } = execute(shared, resolved, deadline).await;
    if !response.ran() && failure.is_none() {
        return Err(response.into());
    }
    let codes = response.codes();
    let json = response.into_json().map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        ErrorResponse::internal()
    })?;
    entry.response_started(failure.unwrap_or(StatusCode::OK).as_u16(), ErrorCodes::from_iter(codes));
    entry.add_body_bytes(json.len());
    Ok(Begun::Response(vec![Part::Next(json, Some(memory)), Part::Complete]))
}

/// A subscription, and its access log entry.
struct Events {
    subscription: OpenSubscription,
    entry: AccessLogEntry,
    shutdown: GracefulShutdown,
}

fn events_of(events: Box<Events>) -> impl stream::Stream<Item = Part> + Send {
    stream::unfold(Some(events), async |events| {
        let mut events = events?;
        let payload = tokio::select! {
            payload = events.subscription.next() => payload,
            () = events.shutdown.stopping() => return Some((Part::Stopped, None)),
        };
        Some(match payload {
            Some(Payload::Response(json)) => {
                events.entry.add_body_bytes(json.len());
                (Part::Next(json, None), Some(events))
            }
            Some(Payload::Failure(errors)) => (Part::Error(errors), None),
            // It ended without an error: the client may subscribe again.
            None => (Part::Complete, None),
        })
    })
}

/// The refusal of an operation beyond the most of a connection.
pub(super) fn too_many(id: OperationId) -> Outgoing {
    let refusal = Refusal::Graph(Error::too_many_subscriptions().into());
    Outgoing { id, part: Part::Error(refusal.errors()) }
}
