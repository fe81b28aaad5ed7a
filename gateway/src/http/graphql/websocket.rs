//! GraphQL over WebSocket: the subprotocol `graphql-transport-ws`, to the letter of its PROTOCOL.md
//! (github.com/enisdenjo/graphql-ws). Queries and mutations run in it as they do over HTTP.
//!
//! The bearer token and the keys are in the payload of `connection_init` (`Authorization`, `X-Tool-Key`, `X-Federation-Key`),
//! since browsers cannot set headers here; headers of the handshake count where it has none.
//!
//! Frames are tokio-tungstenite's, the protocol is ours (some 300 lines), in place of async-graphql-axum: that would execute
//! documents past the plans and limits, and deviates from `graphql-transport-ws` (no 4408, 4409 or `error`, no ping, an unfair
//! order). The connection stays in the task that holds its permit (`http/connection/upgrade.rs`), which axum's `ws` would leave.

mod connection;
mod identity;
mod message;
mod operation;

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header},
    response::Response,
};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use self::{connection::WebSocketConnection, identity::HandshakeHeaders};
use crate::http::{
    caller::client_address,
    connection::upgrade::Upgrade,
    error_response::ErrorResponse,
    gateway_state::GatewayState,
    headers::{CLIENT_NAME, FEDERATION_KEY, TOOL_KEY, sent_text, single, single_text},
};

/// The subprotocol.
const PROTOCOL: &str = "graphql-transport-ws";
/// The version of RFC 6455.
const VERSION: &str = "13";

/// Whether a request opens a WebSocket.
pub(super) fn is_handshake(request: &Request) -> bool {
    request.method() == Method::GET && has_token(request.headers(), &header::UPGRADE, "websocket")
}

/// Opens a WebSocket.
pub(super) fn open(shared: Arc<GatewayState>, request: &Request) -> Result<Response, ErrorResponse> {
    let headers = request.headers();
    if request.version() != Version::HTTP_11 || !has_token(headers, &header::CONNECTION, "upgrade") {
        return Err(ErrorResponse::bad_request("Um WebSocket começa por HTTP/1.1, com Connection: Upgrade."));
    }
    if single_text(headers, &header::SEC_WEBSOCKET_VERSION) != Some(VERSION) {
        let error = ErrorResponse::new(
            StatusCode::UPGRADE_REQUIRED,
            "UPGRADE_REQUIRED",
            "A única versão de WebSocket aceita é a 13.",
        );
        return Err(error.with(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static(VERSION)));
    }
    let Some(key) = single(headers, &header::SEC_WEBSOCKET_KEY) else {
        return Err(ErrorResponse::bad_request("Falta o cabeçalho Sec-WebSocket-Key."));
    };
    if !has_token(headers, &header::SEC_WEBSOCKET_PROTOCOL, PROTOCOL) {
        return Err(ErrorResponse::bad_request("O único subprotocolo aceito é graphql-transport-ws."));
    }
    let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes())).expect("it is Base64");
    let text = |name: &HeaderName| single_text(headers, name).map(str::to_owned);
    let key = |name: &HeaderName| sent_text(headers, name).map(str::to_owned);
    let handshake = HandshakeHeaders {
        authorization: text(&header::AUTHORIZATION),
        tool_key: key(&TOOL_KEY),
        federation_key: key(&FEDERATION_KEY),
        client_name: text(&CLIENT_NAME),
        address: client_address(
            &shared,
            headers,
            request.extensions().get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| *peer),
        ),
    };
    let mut response = Response::new(Body::empty());
    // They hold the case of the request's header names, which hyper repeats: Python's gql looks up `Sec-WebSocket-Protocol` by its
    // case.
    *response.extensions_mut() = request.extensions().clone();
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let to = response.headers_mut();
    to.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    to.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    to.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    to.insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOL));
    let upgrade =
        Upgrade::new(async move |io, first| WebSocketConnection::new(shared, handshake).serve(io, first).await);
    response.extensions_mut().insert(upgrade);
    Ok(response)
}

/// Whether a header that lists tokens has one, in any case.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(token))
}
