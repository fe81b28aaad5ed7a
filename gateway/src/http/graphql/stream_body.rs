//! Streams of events as bodies of HTTP responses: multipart as Apollo Client reads it, and server-sent events as
//! graphql-sse's protocol has them (distinct connections mode).

use std::{convert::Infallible, future::ready, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use futures_util::{StreamExt as _, stream};
use tokio::time::sleep;

use crate::{
    http::{graceful_shutdown::GracefulShutdown, headers::NO_STORE},
    schema::subscriptions::{OpenSubscription, Payload},
    telemetry::StreamTransport,
};

/// nginx forwards each event at once.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// How events are delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum StreamFraming {
    /// `multipart/mixed` with `subscriptionSpec=1.0`. A client hands a part over when it sees the delimiter after it, so each
    /// delimiter is sent with the part before it.
    Multipart,
    /// `text/event-stream`.
    EventStream,
}

impl StreamFraming {
    /// The transport in metrics.
    pub(super) fn transport(self) -> StreamTransport {
        match self {
            Self::Multipart => StreamTransport::Multipart,
            Self::EventStream => StreamTransport::EventStream,
        }
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Multipart => "multipart/mixed;boundary=graphql;subscriptionSpec=1.0",
            Self::EventStream => "text/event-stream; charset=utf-8",
        })
    }

    /// What is sent at once, so that the client and proxies see that the stream is open.
    fn beginning(self) -> &'static [u8] {
        match self {
            Self::Multipart => b"\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql",
            Self::EventStream => b":\n\n",
        }
    }

    /// What is sent after so much time without an event.
    fn heartbeat(self) -> (Duration, &'static [u8]) {
        match self {
            Self::Multipart => (Duration::from_secs(5), b"\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql"),
            Self::EventStream => (Duration::from_secs(12), b":\n\n"),
        }
    }

    /// The JSON between what stands before and after it.
    fn event(self, payload: Payload) -> [Bytes; 3] {
        let (before, json, after): (&[u8], _, &[u8]) = match (self, payload) {
            (Self::Multipart, Payload::Response(json)) => {
                (b"\r\ncontent-type: application/json\r\n\r\n{\"payload\":", json, b"}\r\n--graphql")
            }
            (Self::Multipart, Payload::Failure(errors)) => (
                b"\r\ncontent-type: application/json\r\n\r\n{\"payload\":null,\"errors\":",
                errors,
                b"}\r\n--graphql--\r\n",
            ),
            (Self::EventStream, Payload::Response(json)) => (b"event: next\ndata: ", json, b"\n\n"),
            (Self::EventStream, Payload::Failure(errors)) => {
                (b"event: next\ndata: {\"errors\":", errors, b"}\n\nevent: complete\ndata:\n\n")
            }
        };
        [Bytes::from_static(before), json, Bytes::from_static(after)]
    }

    /// The end of a stream whose gateway stops: without an error, and of server-sent events without `complete`.
    fn stopped(self) -> Option<&'static [u8]> {
        match self {
            Self::Multipart => Some(b"--\r\n"),
            Self::EventStream => None,
        }
    }
}

/// The response to a subscription.
pub(super) fn respond(framing: StreamFraming, subscription: OpenSubscription, shutdown: GracefulShutdown) -> Response {
    let beginning = stream::once(ready(Bytes::from_static(framing.beginning())));
    // `None` after the last event.
    let events = stream::unfold(Some((subscription, shutdown)), move |open| async move {
        let (mut subscription, shutdown) = open?;
        let (silence, heartbeat) = framing.heartbeat();
        let payload = tokio::select! {
            payload = subscription.next() => payload,
            () = shutdown.stopping() => None,
            () = sleep(silence) => {
                return Some((vec![Bytes::from_static(heartbeat)], Some((subscription, shutdown))));
            }
        };
        let open = matches!(payload, Some(Payload::Response(_))).then_some((subscription, shutdown));
        let frames = match payload {
            Some(payload) => framing.event(payload).into(),
            None => vec![Bytes::from_static(framing.stopped()?)],
        };
        Some((frames, open))
    });
    let frames = beginning.chain(events.map(stream::iter).flatten());
    stream_response(framing, Body::from_stream(frames.map(Ok::<_, Infallible>)))
}

/// A single response as the only event of a stream. In multipart, one that did not run is sent as a failed subscription is: it
/// ends the stream.
pub(super) fn single(framing: StreamFraming, json: Bytes, failure: Option<Payload>) -> Response {
    let (payload, end) = match (framing, failure) {
        (StreamFraming::Multipart, Some(failure)) => (failure, ""),
        (StreamFraming::Multipart, None) => (Payload::Response(json), "--\r\n"),
        (StreamFraming::EventStream, _) => (Payload::Response(json), "event: complete\ndata:\n\n"),
    };
    let [before, json, after] = framing.event(payload);
    let parts = [Bytes::from_static(framing.beginning()), before, json, after, Bytes::from_static(end.as_bytes())];
    stream_response(framing, Body::from_stream(stream::iter(parts.map(Ok::<_, Infallible>))))
}

fn stream_response(framing: StreamFraming, body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, framing.content_type()),
        (header::CACHE_CONTROL, NO_STORE),
        (BUFFERING, HeaderValue::from_static("no")),
    ];
    (headers, body).into_response()
}
