//! How one service is spelt: its path, its responses, and what ends a session there.

use std::sync::Arc;

use hyper::StatusCode;
use services::wire::spelling::ResponseSpelling;

use super::pages::PageRequests;

/// How one service is spelt.
#[derive(Debug)]
pub(crate) struct CallSpelling {
    /// Its path below the base URL.
    pub(crate) path: String,
    /// The query string of its address; empty if it has none.
    pub(crate) query: String,
    /// The type of its rows, if its data are a list.
    pub(crate) rows: Option<&'static str>,
    /// How its pages are asked for; `None` if its list comes whole.
    pub(crate) pages: Option<PageRequests>,
    /// Its responses.
    pub(crate) response: ResponseSpelling,
    /// HTTP statuses of refusals.
    pub(super) refusals: Arc<[u16]>,
    /// How it tells that a session ended, beside HTTP 401. `None` if it needs no session.
    pub(super) ended: Option<Arc<SessionEnd>>,
}

/// How the end of a session is told.
#[derive(Debug)]
pub(super) struct SessionEnd {
    pub(super) http: Vec<u16>,
    pub(super) messages: Vec<String>,
}

impl CallSpelling {
    /// Whether an HTTP status means that the session ended.
    pub(crate) fn is_session_end(&self, status: StatusCode) -> bool {
        let is_listed = |ended: &Arc<SessionEnd>| ended.http.contains(&status.as_u16());
        status == StatusCode::UNAUTHORIZED || self.ended.as_ref().is_some_and(is_listed)
    }

    /// Whether the messages of a refusal mean that the session ended.
    pub(crate) fn tells_session_end(&self, messages: &str) -> bool {
        let is_listed = |ended: &Arc<SessionEnd>| ended.messages.iter().any(|text| text.trim() == messages.trim());
        self.ended.as_ref().is_some_and(is_listed)
    }

    /// Whether an HTTP status is a refusal, whose body has the messages.
    pub(crate) fn is_refusal(&self, status: StatusCode) -> bool {
        self.refusals.contains(&status.as_u16())
    }
}
