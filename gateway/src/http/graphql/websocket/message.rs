//! The messages of `graphql-transport-ws`.

use std::borrow::Cow;

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message as Frame, Utf8Bytes},
};
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

use crate::http::{graphql::params::Params, json_body::read_object};

/// A message of a client.
pub(super) enum ClientMessage {
    /// Asks for the connection to be acknowledged.
    ConnectionInit(InitPayload),
    /// Starts an operation.
    Subscribe {
        id: OperationId,
        params: Box<Params>,
    },
    /// Ends an operation.
    Complete(OperationId),
    /// Asks for a pong, which returns the payload.
    Ping(Option<Box<RawValue>>),
    Pong,
}

/// The id of an operation, which the client chose.
pub(super) type OperationId = Box<str>;

/// The payload of `connection_init`.
#[derive(Default)]
pub(super) struct InitPayload(Map<String, Value>);

/// Why the connection is closed.
pub(super) enum CloseReason {
    /// No operation for some time.
    Idle,
    /// The gateway stops: the client connects again, to another one.
    Restart,
    /// A frame is not as RFC 6455 says.
    ProtocolError,
    /// A frame is too long.
    TooBig,
    InvalidMessage,
    /// An operation before the acknowledgement.
    Unauthorized,
    /// What `connection_init` has as `Authorization` is no bearer token.
    Forbidden,
    InitTimeout,
    DuplicateOperation(OperationId),
    TooManyInits,
}

/// The form of all messages.
#[derive(Deserialize)]
struct Form<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    id: Option<OperationId>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
}

impl ClientMessage {
    /// Reads a message; `None` if it is invalid.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let Form { kind, id, payload } = read_object(text.as_bytes()).ok()?;
        let id = id.filter(|id| !id.is_empty());
        Some(match &*kind {
            "connection_init" => {
                let payload = payload.map(|payload| serde_json::from_str(payload.get())).transpose().ok()?;
                Self::ConnectionInit(InitPayload(payload.unwrap_or_default()))
            }
            "subscribe" => Self::Subscribe { id: id?, params: Box::new(read_object(payload?.get().as_bytes()).ok()?) },
            "complete" => Self::Complete(id?),
            "ping" | "pong" if payload.is_some_and(|payload| !payload.get().starts_with('{')) => return None,
            "ping" => Self::Ping(payload.map(ToOwned::to_owned)),
            "pong" => Self::Pong,
            _ => return None,
        })
    }
}

/// Stands for a value that is not text. It has a space, so it equals no token and no key.
const NO_TEXT: &str = "no text";

impl InitPayload {
    /// A header by its name in any case, directly or in the object `headers`. What is neither a text nor null is refused as
    /// a wrong value, not ignored.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let headers = self.0.get("headers").and_then(Value::as_object);
        let mut fields = [Some(&self.0), headers].into_iter().flatten().flatten();
        let (_, value) = fields.find(|(key, value)| key.eq_ignore_ascii_case(name) && !value.is_null())?;
        Some(value.as_str().unwrap_or(NO_TEXT))
    }
}

/// `connection_ack`.
pub(super) fn connection_ack() -> Frame {
    Frame::text(r#"{"type":"connection_ack"}"#)
}

/// `pong`, with the payload of the ping.
pub(super) fn pong(payload: Option<&RawValue>) -> Frame {
    match payload {
        Some(payload) => Frame::text(format!(r#"{{"type":"pong","payload":{payload}}}"#)),
        None => Frame::text(r#"{"type":"pong"}"#),
    }
}

/// `next`: a response of an operation, as JSON.
pub(super) fn next(id: &str, response: &Bytes) -> Frame {
    with_payload("next", id, response)
}

/// `error`, which ends an operation: its errors as a JSON list.
pub(super) fn error(id: &str, errors: &Bytes) -> Frame {
    with_payload("error", id, errors)
}

/// `complete`.
pub(super) fn complete(id: &str) -> Frame {
    Frame::text(format!(r#"{{"id":{},"type":"complete"}}"#, Value::from(id)))
}

fn with_payload(kind: &str, id: &str, payload: &Bytes) -> Frame {
    let before = format!(r#"{{"id":{},"type":"{kind}","payload":"#, Value::from(id));
    let text = [before.as_bytes(), payload, b"}"].concat();
    // Responses are JSON, which is UTF-8.
    Frame::Text(Utf8Bytes::try_from(text).unwrap_or_default())
}

impl CloseReason {
    /// The frame with the code and the text of the protocol.
    pub(super) fn frame(&self) -> CloseFrame {
        let (code, text) = match self {
            Self::Idle => (1000, "Idle"),
            Self::ProtocolError => (1002, "Protocol error"),
            Self::TooBig => (1009, "Message too big"),
            Self::Restart => (1012, "Service Restart"),
            Self::InvalidMessage => (4400, "Invalid message"),
            Self::Unauthorized => (4401, "Unauthorized"),
            Self::Forbidden => (4403, "Forbidden: Authorization must be Bearer and a token"),
            Self::InitTimeout => (4408, "Connection initialisation timeout"),
            // The text of a close frame has 123 bytes at most.
            Self::DuplicateOperation(id) if id.len() <= 64 => {
                return CloseFrame { code: 4409, reason: format!("Subscriber for {id} already exists").into() };
            }
            Self::DuplicateOperation(_) => (4409, "Subscriber already exists"),
            Self::TooManyInits => (4429, "Too many initialisation requests"),
        };
        CloseFrame { code, reason: text.into() }
    }
}
