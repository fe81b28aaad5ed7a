//! Who sends a request: the session and the address of the client.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::ConnectInfo,
    http::{Extensions, HeaderMap, HeaderName, header},
};

use super::{gateway_state::GatewayState, headers::single_text};
use crate::{client_address::ClientAddress, schema::request::Caller, telemetry::request::RequestTelemetry};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The session and address of a request.
pub(super) fn caller(
    shared: &GatewayState,
    headers: &HeaderMap,
    peer: Option<SocketAddr>,
    telemetry: &Arc<RequestTelemetry>,
) -> Caller {
    // Two `Authorization` headers are ambiguous: they count as none.
    let authorization = single_text(headers, &header::AUTHORIZATION);
    let session = shared.upstream.session(authorization, telemetry);
    Caller::new(client_address(shared, headers, peer), session, Arc::clone(telemetry))
}

/// The address of the connection's peer: the client, or a proxy.
pub(super) fn peer(request: &Extensions) -> Option<SocketAddr> {
    request.get().map(|ConnectInfo(peer)| *peer)
}

/// The address of a client, who may be behind proxies.
pub(super) fn client_address(shared: &GatewayState, headers: &HeaderMap, peer: Option<SocketAddr>) -> ClientAddress {
    peer.map_or(ClientAddress::UNKNOWN, |peer| {
        let (forwarded_for, forwarded) = (values(headers, X_FORWARDED_FOR), values(headers, header::FORWARDED));
        shared.parts.proxies.client(peer.ip(), &forwarded_for, &forwarded)
    })
}

/// The values of a header. A value that is not text becomes empty, which ends a list of addresses.
fn values(headers: &HeaderMap, name: HeaderName) -> Vec<&str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
}
