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
        engine::{operation_kind::OperationKind, response::Response},
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
    /// A response as JSON, and what it counts in until it is sent.
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
    let parts = stream::once(start(shared, credentials, params)).flat_map(|started| match started {
        Started::Single(parts) => Either::Left(stream::iter(parts)),
        Started::Events(events) => Either::Right(events_of(events)),
    });
    parts.map(move |part| Outgoing { id: id.clone(), part })
}

enum Started {
    Single(Vec<Part>),
    Events(Box<Events>),
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

async fn start(shared: Arc<GatewayState>, credentials: Arc<ClientCredentials>, params: Params) -> Started {
    let mut entry = request_telemetry::operation_of_websocket(&shared.parts.telemetry);
    let refuse = |entry: &mut AccessLogEntry, response: &Response| {
        entry.response_started(400, ErrorCodes(response.codes()));
        Started::Single(vec![Part::Error(errors(response))])
    };
    // Counts as a request in progress until its response exists, as over HTTP.
    let Some(_permit) = shared.requests.try_acquire(credentials.address) else {
        let busy = ErrorResponse::busy();
        entry.response_started(503, busy.codes());
        return Started::Single(vec![Part::Error(busy.errors())]);
    };
    let caller = credentials.caller(&shared, &entry.request);
    let resolved = match ResolvedRequest::new(&shared, params, &credentials.keys, caller) {
        Ok(resolved) => resolved,
        Err(Refusal::Graph(refused)) => return refuse(&mut entry, &refused),
        Err(Refusal::Http(refused)) => {
            entry.response_started(400, refused.codes());
            return Started::Single(vec![Part::Error(refused.errors())]);
        }
    };
    if resolved.operation.kind == OperationKind::Subscription {
        return match resolved.subscribe(&shared, StreamTransport::WebSocket) {
            Ok(subscription) => {
                entry.response_started(200, ErrorCodes::default());
                let shutdown = shared.parts.shutdown.clone();
                Started::Events(Box::new(Events { subscription, entry, shutdown }))
            }
            Err(refused) => refuse(&mut entry, &refused),
        };
    }
    let deadline = Instant::now() + shared.parts.client_limits.request_timeout;
    let Execution { response, memory, failure } = execute(&shared, resolved, deadline).await;
    if !response.ran() && failure.is_none() {
        return refuse(&mut entry, &response);
    }
    let codes = response.codes();
    let json = match response.into_json() {
        Ok(json) => json,
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            let internal = ErrorResponse::internal();
            entry.response_started(500, internal.codes());
            return Started::Single(vec![Part::Error(internal.errors())]);
        }
    };
    entry.response_started(failure.unwrap_or(StatusCode::OK).as_u16(), ErrorCodes(codes));
    entry.add_body_bytes(json.len());
    Started::Single(vec![Part::Next(json, Some(memory)), Part::Complete])
}

/// The refusal of an operation beyond the most of a connection.
pub(super) fn too_many(id: OperationId) -> Outgoing {
    Outgoing { id, part: Part::Error(errors(&Error::too_many_subscriptions().into())) }
}

fn errors(response: &Response) -> Bytes {
    response.errors_as_json().map_or(Bytes::from_static(b"[]"), Bytes::from)
}
