//! Compression of long GraphQL responses by gzip. Lists shrink to a tenth. Static files are compressed at build time, and the portal's
//! page by `portal_page`.

use std::{convert::Infallible, future::ready, sync::Arc};

use axum::{
    body::{Body, HttpBody as _},
    extract::Request,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT_ENCODING, CONTENT_ENCODING},
    },
    response::Response,
};
use http_body_util::BodyExt as _;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_http::{
    CompressionLevel,
    compression::{CompressionLayer, Predicate as _, predicate::SizeAbove},
};

use crate::upstream::body_budget::RequestMemory;

/// Minimum size of compressed responses. Shorter ones take few packets. Responses with a token are always shorter, so that
/// a compressed length reveals nothing about a token (BREACH).
const COMPRESSED_FROM: u16 = 8 * 1024;

/// Memory of a compressor until its response is sent, in bytes. Measured: a third of a mebibyte.
const COMPRESSOR_BYTES: usize = 512 * 1024;

/// The encodings that a client accepts.
pub(super) struct AcceptedEncodings(Vec<HeaderValue>);

impl AcceptedEncodings {
    pub(super) fn read(headers: &HeaderMap) -> Self {
        Self(headers.get_all(ACCEPT_ENCODING).iter().cloned().collect())
    }

    /// Compresses a long response.
    ///
    /// The layer wraps each response instead of the service: its body type contains the state of the compressor, which
    /// would be copied for each short response too.
    pub(super) async fn compress(self, mut answer: Response) -> Response {
        // A stream: compression would hold back its events.
        if answer.size_hint().exact().is_none() {
            return answer;
        }
        let is_long = SizeAbove::new(COMPRESSED_FROM);
        let memory = answer.extensions_mut().remove::<Arc<RequestMemory>>();
        if !is_long.should_compress(&answer) {
            return answer;
        }
        // Not compressed if the memory budget is exhausted.
        let Ok(permit) = memory.map(|memory| memory.try_take(COMPRESSOR_BYTES)).transpose() else { return answer };
        let mut request = Request::new(Body::empty());
        for accepted in self.0 {
            request.headers_mut().append(ACCEPT_ENCODING, accepted);
        }
        let mut answer = Some(answer);
        let only = service_fn(move |_: Request| ready(Ok::<_, Infallible>(answer.take().unwrap_or_default())));
        let layer = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_long);
        let Ok(compressed) = Box::pin(layer.layer(only).oneshot(request)).await;
        // The client does not accept gzip.
        if !compressed.headers().contains_key(CONTENT_ENCODING) {
            return compressed.map(Body::new);
        }
        compressed.map(|body| {
            Body::new(body.map_frame(move |frame| {
                // It counts until the body is dropped.
                let _counted = &permit;
                frame
            }))
        })
    }
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
