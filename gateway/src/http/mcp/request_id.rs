//! The id of a request.

use async_graphql::Value;

/// The id of a request: a text or an integer.
#[derive(Clone)]
pub(super) struct RequestId(pub(super) Value);
