//! The response to a request, before it is sent.

use std::borrow::Cow;

use bytes::Bytes;

use super::memory_meter::MemoryMeter;
use crate::{
    schema::error::{Error, ErrorCode, ResponseError},
    upstream::body_budget::RequestMemory,
};

/// The response to a GraphQL request.
pub struct Response {
    /// [`Self::BEFORE_DATA`] and the data as JSON; empty where the document did not run.
    json: Vec<u8>,
    meter: MemoryMeter,
    /// Its errors.
    pub errors: Vec<ResponseError>,
    /// `extensions.explain`, as JSON.
    explanation: Option<Box<[u8]>>,
    is_out_of_memory: bool,
}

impl Response {
    /// The bytes before the data of a response without errors.
    pub(in crate::schema) const BEFORE_DATA: &[u8] = b"{\"data\":";

    /// The response to a document that ran. The JSON begins with [`Self::BEFORE_DATA`].
    pub(in crate::schema) fn new(json: Vec<u8>, meter: MemoryMeter, errors: Vec<ResponseError>) -> Self {
        Self { json, meter, errors, explanation: None, is_out_of_memory: false }
    }

    /// The response to a document that did not run.
    pub(in crate::schema) fn refused(errors: Vec<ResponseError>) -> Self {
        Self { json: Vec::new(), meter: MemoryMeter::default(), errors, explanation: None, is_out_of_memory: false }
    }

    /// The response of one error, without data.
    pub(super) fn error(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(code, message).into()
    }

    /// The same; its error says more to developers.
    pub fn with_detail(self, detail: &str) -> Self {
        Self { errors: self.errors.into_iter().map(|error| error.with_detail(detail)).collect(), ..self }
    }

    /// The response to a document that its caller may not send.
    pub fn document_not_trusted(message: impl Into<Cow<'static, str>>) -> Self {
        Self::error(ErrorCode::DocumentNotTrusted, message)
    }

    /// The response to an unknown document id, or one of a document that this caller may not run. Apollo Client recognises it by
    /// this message, and sends the text.
    pub fn document_not_found(detail: &str) -> Self {
        Self::error(ErrorCode::PersistedQueryNotFound, "PersistedQueryNotFound").with_detail(detail)
    }

    /// The response to a query that exceeds the memory budget.
    pub fn no_memory() -> Self {
        Self { is_out_of_memory: true, ..Error::no_memory().into() }
    }

    /// Whether it is [`Self::no_memory`].
    pub fn is_out_of_memory(&self) -> bool {
        self.is_out_of_memory
    }

    /// The response to a request that took too long. A mutation may have been done all the same, or be done later.
    pub fn timed_out(is_query: bool) -> Self {
        if is_query {
            return Self::error(ErrorCode::UpstreamTimeout, "A resposta demorou demais. Tente novamente.");
        }
        let message = "Resultado desconhecido: a resposta demorou demais. O pedido pode ter sido atendido.";
        Self::error(ErrorCode::UpstreamOutcomeUnknown, message)
    }

    /// The same with what the request did.
    pub fn explained(self, explanation: Vec<u8>) -> Self {
        Self { explanation: Some(explanation.into()), ..self }
    }

    /// Whether the document ran.
    pub fn ran(&self) -> bool {
        !self.json.is_empty()
    }

    /// Its data as JSON, if the document ran.
    pub fn data(&self) -> Option<&[u8]> {
        self.json.get(Self::BEFORE_DATA.len()..)
    }

    /// The codes of its errors, each once.
    pub fn codes(&self) -> Vec<ErrorCode> {
        let mut codes = Vec::new();
        for code in self.errors.iter().map(|error| error.extensions.code) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }

    /// Seconds to wait before the request is sent again, if one of its errors says so.
    pub fn retry_after(&self) -> Option<u64> {
        self.errors.iter().filter_map(|error| error.extensions.retry_after).max()
    }

    /// The same, which counts in the memory of its request until it is sent; [`Self::no_memory`] if that is exhausted. A short
    /// response, and that of a mutation, are sent all the same.
    pub fn counted(mut self, memory: &RequestMemory) -> Self {
        if self.meter.reserve_whole(memory, self.json.capacity()).is_some() { self } else { Self::no_memory() }
    }

    /// The response as JSON. Errors come first: the reader of a long response learns at once that it is incomplete.
    ///
    /// # Errors
    /// An error cannot be serialized.
    pub fn into_json(self) -> Result<Bytes, serde_json::Error> {
        let (json, meter) = self.write_json()?;
        Ok(meter.finish(json))
    }

    /// Its errors as a JSON list; an empty one if they cannot be serialized.
    pub fn errors_as_json(&self) -> Bytes {
        serde_json::to_vec(&self.errors).map_or(Bytes::from_static(b"[]"), Bytes::from)
    }

    /// The response as JSON, and what counts it.
    ///
    /// # Errors
    /// An error cannot be serialized.
    pub(in crate::schema) fn write_json(self) -> Result<(Vec<u8>, MemoryMeter), serde_json::Error> {
        let Self { mut json, meter, errors, explanation, .. } = self;
        if !errors.is_empty() {
            let mut to = b"{\"errors\":".to_vec();
            serde_json::to_writer(&mut to, &errors)?;
            if !json.is_empty() {
                to.extend_from_slice(b",\"data\":");
                to.extend_from_slice(&json[Self::BEFORE_DATA.len()..]);
            }
            json = to;
        }
        if let Some(explanation) = explanation {
            json.extend_from_slice(b",\"extensions\":{\"explain\":");
            json.extend_from_slice(&explanation);
            json.push(b'}');
        }
        json.push(b'}');
        Ok((json, meter))
    }
}

/// The response to a request that was refused.
impl From<Error> for Response {
    fn from(error: Error) -> Self {
        Self::refused(vec![error.into()])
    }
}
