//! Compression of long GraphQL responses by gzip: lists shrink to a tenth. Streams are not compressed, since their events would be
//! held back. Static files are compressed at build time, and the portal's page by `portal_page`.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    http::{
        Extensions, HeaderMap, StatusCode, Version,
        header::{ACCEPT_ENCODING, CONTENT_ENCODING},
    },
    response::Response,
};
use http_body_util::BodyExt as _;
use tower::util::MapResponseLayer;
use tower_http::{CompressionLevel, compression::CompressionLayer};

use crate::upstream::body_budget::{BodyPermit, RequestMemory};

/// Minimum size of compressed responses. Shorter ones take few packets. Responses with a token are always shorter, so that
/// a compressed length reveals nothing about a token (BREACH).
const COMPRESSED_FROM: usize = 8 * 1024;

/// Memory of a compressor until its response is sent, in bytes. Measured: a third of a mebibyte.
const COMPRESSOR_BYTES: usize = 512 * 1024;

/// Memory reserved for compressing a response. It is an extension of the response; without it [`layer`] does not compress.
#[derive(Clone)]
pub(super) struct CompressorMemory {
    _counted: Arc<BodyPermit>,
}

impl CompressorMemory {
    /// For a response of this length, if it is long and the memory budget is not exhausted.
    pub(super) fn take(memory: &RequestMemory, length: usize) -> Option<Self> {
        let counted = (length >= COMPRESSED_FROM).then(|| memory.try_take(COMPRESSOR_BYTES).ok()).flatten()?;
        Some(Self { _counted: Arc::new(counted) })
    }
}

/// Compresses the responses of routes whose clients accept gzip.
pub(super) fn layer<S: Clone + Send + Sync + 'static>(routes: Router<S>) -> Router<S> {
    let has_memory = |_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions| {
        extensions.get::<CompressorMemory>().is_some()
    };
    let layer = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(has_memory);
    routes.layer(layer).layer(MapResponseLayer::new(hold_memory))
}

/// The memory counts until the compressed body is dropped.
fn hold_memory(mut response: Response) -> Response {
    let memory = response.extensions_mut().remove::<CompressorMemory>();
    if memory.is_none() || !response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _counted = &memory;
            frame
        }))
    })
}

/// Whether `Accept-Encoding` accepts an encoding.
pub(super) fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').any(|item| {
            let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
            let weight = weight.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
            name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|q| q > 0.0)
        })
    })
}
