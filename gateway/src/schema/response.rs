//! The response to a request, before it is sent.

use std::sync::Arc;

use async_graphql::{Pos, ServerError, Value};
use bytes::Bytes;

use super::{
    error::Error,
    json::{self, Counted},
};
use crate::upstream::memory::RequestMemory;

/// What a request is answered.
pub struct Response {
    /// [`Self::BEFORE_DATA`] and the data as JSON; empty where the document did not run.
    json: Vec<u8>,
    counted: Counted,
    errors: Vec<ServerError>,
}

impl Response {
    /// What stands before the data, where there are no errors.
    pub(super) const BEFORE_DATA: &[u8] = b"{\"data\":";

    /// The response of a document that ran. The JSON begins with [`Self::BEFORE_DATA`].
    pub(super) fn new(json: Vec<u8>, counted: Counted, errors: Vec<ServerError>) -> Self {
        Self { json, counted, errors }
    }

    /// The response to a document that did not run.
    pub(super) fn refused(errors: Vec<ServerError>) -> Self {
        Self { json: Vec::new(), counted: Counted::default(), errors }
    }

    /// The response to a query whose answer found no memory.
    pub fn no_memory() -> Self {
        let error = async_graphql::Error::from(Error::no_memory());
        Self::refused(vec![error.into_server_error(Pos::default())])
    }

    /// What async-graphql answered.
    pub(super) fn of_oracle(response: async_graphql::Response) -> Self {
        // An error of a field says which field.
        let ran = response.data != Value::Null || response.errors.iter().any(|error| !error.path.is_empty());
        if !ran {
            return Self::refused(response.errors);
        }
        let mut to = Self::BEFORE_DATA.to_vec();
        json::value(&response.data, &mut to);
        Self::new(to, Counted::default(), response.errors)
    }

    /// Whether the document ran.
    pub fn ran(&self) -> bool {
        !self.json.is_empty()
    }

    /// Its errors.
    pub fn errors(&self) -> &[ServerError] {
        &self.errors
    }

    /// The response as JSON, which counts in the memory of its request until it is sent. Its errors come first, so that
    /// the reader of a long one learns at once that it is not complete.
    ///
    /// # Errors
    /// Those of the errors' extensions that cannot be written.
    pub fn into_json(self, memory: Option<&Arc<RequestMemory>>) -> Result<Bytes, serde_json::Error> {
        let Self { mut json, counted, errors } = self;
        if !errors.is_empty() {
            let mut to = b"{\"errors\":".to_vec();
            serde_json::to_writer(&mut to, &errors)?;
            if !json.is_empty() {
                to.extend_from_slice(b",\"data\":");
                to.extend_from_slice(&json[Self::BEFORE_DATA.len()..]);
            }
            json = to;
        }
        json.push(b'}');
        Ok(counted.or_by(memory).written(json))
    }
}
