//! What a client may take: connections, time and bytes. A slow client (slowloris) is cut off by one of the timeouts, which are
//! all here.

use std::time::Duration;

use crate::upstream::Timeouts;

/// How long closing a connection may take, with a WebSocket or without.
pub(super) const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// A client of HTTP/2 is pinged after this time without a frame, and disconnected when it does not respond.
pub(super) const HTTP2_PING_INTERVAL: Duration = Duration::from_secs(15);
/// How long a client of HTTP/2 may take to respond to a ping.
pub(super) const HTTP2_PING_TIMEOUT: Duration = Duration::from_secs(10);
/// A WebSocket client that sends nothing between two pings is disconnected.
pub(super) const WEBSOCKET_PING_INTERVAL: Duration = Duration::from_secs(12);

/// Limits of clients that tests set; an operator sets none of them directly. What no test sets is a constant above.
#[derive(Clone, Debug)]
pub struct ClientLimits {
    /// Maximum number of connections of all clients.
    pub connections: u32,
    /// Maximum number of connections per peer, which may be a proxy; for IPv6, per /64.
    pub connections_per_address: u32,
    /// Maximum number of requests in progress, of all clients.
    pub requests: u32,
    /// Maximum number of requests in progress of one client, who may be behind proxies; for IPv6, per /64.
    pub requests_per_address: u32,
    /// Idle timeout of a connection: the head of its next request must be complete (`connection`).
    pub idle_timeout: Duration,
    /// Idle timeout before a connection's first request (header-read timeout), and timeout of the TLS handshake (`connection`).
    pub head_timeout: Duration,
    /// Timeout of a request body (`json_body`).
    pub body_timeout: Duration,
    /// Timeout of a GraphQL request, from its head to its response.
    pub request_timeout: Duration,
    /// Timeout of a response write without progress (write timeout: `connection`, `http2_stall`).
    pub send_timeout: Duration,
    /// Maximum size of a request head, in bytes.
    pub head_bytes: u32,
    /// Maximum size of the body of a GraphQL request, in bytes.
    pub body_bytes: usize,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            connections_per_address: 12_288,
            // Their bodies count in the memory budget.
            requests: 4096,
            requests_per_address: 3072,
            // Longer than proxies keep their idle connections.
            idle_timeout: Duration::from_secs(60),
            // A head is one packet or a few: enough time even if a mobile network loses some.
            head_timeout: Duration::from_secs(10),
            // 64 KiB at 64 kbit/s take 8 s.
            body_timeout: Duration::from_secs(10),
            request_timeout: Timeouts::MIN_REQUEST,
            // Longer than a mobile network's usual interruption.
            send_timeout: Duration::from_secs(30),
            // The usual limit of servers and proxies, with space for a long token.
            head_bytes: 16 * 1024,
            // The portal's largest operation has 4 KiB; GraphiQL also sends less.
            body_bytes: 64 * 1024,
        }
    }
}
