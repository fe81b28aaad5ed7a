//! GraphQL over WebSocket: the subprotocol `graphql-transport-ws`, to the letter of its PROTOCOL.md
//! (github.com/enisdenjo/graphql-ws). Queries and mutations run in it as they do over HTTP.
//!
//! The bearer token and the keys are in the payload of `connection_init` (`Authorization`, `X-Tool-Key`, `X-Federation-Key`),
//! since browsers cannot set headers here; headers of the handshake count where it has none.
//!
//! The handshake and the frames are axum's; the protocol is ours, since async-graphql-axum's deviates from it (no 4408, 4409 or
//! `error`, no ping, an unfair order) and takes responses as values.

mod connection;
mod credentials;
mod message;
mod operation;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts as _, Request, WebSocketUpgrade},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    response::Response,
};

use self::{connection::WebSocketConnection, credentials::ClientCredentials};
use crate::http::{
    caller::{client_address, peer},
    connection::OpenSocket,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    graphql::resolved::SentKeys,
    headers::single_text,
};

/// The subprotocol.
const PROTOCOL: &str = "graphql-transport-ws";
/// Bytes that are read at a time: most messages are shorter.
const READ_BUFFER: usize = 4 * 1024;

/// Whether a request opens a WebSocket.
pub(super) fn is_handshake(request: &Request) -> bool {
    request.method() == Method::GET && has_token(request.headers(), &header::UPGRADE, "websocket")
}

/// Opens a WebSocket.
pub(super) async fn open(shared: Arc<GatewayState>, request: Request) -> Result<Response, ErrorResponse> {
    let (mut head, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut head, &()).await.map_err(|_| {
        ErrorResponse::bad_request(
            "Um WebSocket começa por HTTP/1.1, com Connection: Upgrade, Sec-WebSocket-Key e Sec-WebSocket-Version: 13.",
        )
        .with(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"))
    })?;
    let longest = shared.parts.client_limits.body_bytes;
    let upgrade =
        upgrade.protocols([PROTOCOL]).read_buffer_size(READ_BUFFER).max_message_size(longest).max_frame_size(longest);
    if upgrade.selected_protocol().is_none() {
        return Err(ErrorResponse::bad_request("O único subprotocolo aceito é graphql-transport-ws."));
    }
    let handshake = ClientCredentials {
        authorization: single_text(&head.headers, &header::AUTHORIZATION).map(str::to_owned),
        keys: SentKeys::of(&head.headers),
        address: client_address(&shared, &head.headers, peer(&head.extensions)),
    };
    // The WebSocket counts as a connection for as long as it is open.
    let permit = head.extensions.remove::<OpenSocket>();
    let mut response = upgrade.on_upgrade(async move |socket| {
        let _permit = permit;
        WebSocketConnection::new(shared, handshake).serve(socket).await;
    });
    // The request's extensions hold the case of its header names, which hyper repeats: Python's gql looks up
    // `Sec-WebSocket-Protocol` by its case.
    response.extensions_mut().extend(head.extensions);
    Ok(response)
}

/// Whether a header that lists tokens has one, in any case.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(token))
}
