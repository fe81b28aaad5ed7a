//! Compression by gzip: of long GraphQL responses, of which lists shrink to a tenth, and of the portal's page. Streams are not
//! compressed, since their events would be held back. Static files are compressed at build time.

use std::io::Write as _;

use axum::{
    body::Bytes,
    http::{HeaderMap, header::ACCEPT_ENCODING},
};
use flate2::{Compression, write::GzEncoder};
use tokio::task::spawn_blocking;

use super::headers::read_weighted;
use crate::upstream::body_budget::RequestMemory;

/// Minimum size of compressed responses. Shorter ones take few packets. Responses with a token are always shorter, so that
/// a compressed length reveals nothing about a token (BREACH).
const COMPRESSED_FROM: usize = 8 * 1024;

/// Size from which a response is compressed by a thread of its own: a worker would run no other request for milliseconds.
const BLOCKING_FROM: usize = 256 * 1024;

/// Memory of a compressor, in bytes. Measured: a third of a mebibyte.
const COMPRESSOR_BYTES: usize = 384 * 1024;

/// A response compressed, if it is long and the memory budget is not exhausted. It counts in the budget until it is sent.
pub(super) async fn compress(response: &Bytes, memory: &RequestMemory) -> Option<Bytes> {
    if response.len() < COMPRESSED_FROM {
        return None;
    }
    let mut permit = memory.try_take(COMPRESSOR_BYTES + response.len()).ok()?;
    let plain = response.clone();
    let compress = move || {
        let compressed = gzip(&plain)?;
        permit.shrink(compressed.len());
        Some(permit.of(compressed))
    };
    if response.len() < BLOCKING_FROM { compress() } else { spawn_blocking(compress).await.ok()? }
}

/// The bytes compressed.
pub(super) fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 8), Compression::fast());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok()
}

/// Whether `Accept-Encoding` accepts an encoding.
pub(super) fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        let mut weighted = value.split(',').map(read_weighted);
        weighted.any(|(name, weight)| name.eq_ignore_ascii_case(encoding) && weight > 0.0)
    })
}
