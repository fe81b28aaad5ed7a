//! Long answers of the graph are compressed for whoever takes that: they are lists, which shrink to a tenth. The files come
//! compressed from the build.

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

use crate::upstream::memory::RequestMemory;

/// HttpService are compressed from here on, in bytes. What is shorter goes in a few packets anyway; and no answer with a
/// token in it is as long, so that nothing can be learned of one by the length of what it was compressed to.
const COMPRESSED_FROM: u16 = 8 * 1024;

/// What a compressor takes up until its answer is sent, in bytes, as it was measured: gzip a third of a mebibyte; brotli
/// nearly four, or less for a short answer.
const GZIP: usize = 512 * 1024;
const BROTLI: usize = 4 * 1024 * 1024;
const BROTLI_PER_BYTE: usize = 8;

/// The encodings that a client accepts.
pub(super) struct Accepted(Vec<HeaderValue>);

impl Accepted {
    pub(super) fn read(headers: &HeaderMap) -> Self {
        Self(headers.get_all(ACCEPT_ENCODING).iter().cloned().collect())
    }

    /// Compresses an answer, if it is a long one.
    ///
    /// The layer stands around the one answer, and not around all that answers: what it gives has room in it for the state
    /// of every compressor, kilobytes with which a short answer would be copied again and again.
    pub(super) async fn compress(self, mut answer: Response) -> Response {
        let is_long = SizeAbove::new(COMPRESSED_FROM);
        let memory = answer.extensions_mut().remove::<Arc<RequestMemory>>();
        if !is_long.should_compress(&answer) {
            return answer;
        }
        // Where there is no memory for a compressor, it goes as it is.
        let length = usize::try_from(answer.size_hint().lower()).unwrap_or(usize::MAX);
        let bytes = length.saturating_mul(BROTLI_PER_BYTE).clamp(GZIP, BROTLI);
        let Ok(mut charge) = memory.map(|memory| memory.charge(bytes)).transpose() else { return answer };
        let mut request = Request::new(Body::empty());
        for accepted in self.0 {
            request.headers_mut().append(ACCEPT_ENCODING, accepted);
        }
        let mut answer = Some(answer);
        let only = service_fn(move |_: Request| ready(Ok::<_, Infallible>(answer.take().unwrap_or_default())));
        let layer = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_long);
        let Ok(compressed) = Box::pin(layer.layer(only).oneshot(request)).await;
        match (compressed.headers().get(CONTENT_ENCODING), &mut charge) {
            // Nobody takes it compressed.
            (None, _) => return compressed.map(Body::new),
            (Some(encoding), Some(charge)) if encoding == "gzip" => charge.shrink(GZIP),
            _ => {}
        }
        compressed.map(|body| {
            Body::new(body.map_frame(move |frame| {
                // It ends with the body.
                let _counted = &charge;
                frame
            }))
        })
    }
}
