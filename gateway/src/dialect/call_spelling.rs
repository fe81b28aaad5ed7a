//! How one service is spelt: its path, its responses, and which refusals mean the end of a session or an empty list.

use std::sync::Arc;

use hyper::StatusCode;
use services::wire::spelling::ResponseSpelling;

use super::{file::RefusalsTable, pages::PageRequests};

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
    /// How it reports that a session ended, besides HTTP 401. `None` if it needs no session.
    pub(super) ended: Option<Arc<Refusals>>,
    /// How it reports that its list is empty, besides a list without rows.
    pub(super) empty: Refusals,
}

/// Refusals that mean something, by HTTP status or text.
#[derive(Debug)]
pub(super) struct Refusals {
    http: Vec<u16>,
    messages: Vec<String>,
}

impl Refusals {
    pub(super) fn new(table: &RefusalsTable) -> Self {
        Self { http: table.http.clone(), messages: table.messages.clone() }
    }

    fn has_status(&self, status: StatusCode) -> bool {
        self.http.contains(&status.as_u16())
    }

    fn has_messages(&self, messages: &str) -> bool {
        self.messages.iter().any(|text| text.trim() == messages.trim())
    }
}

impl CallSpelling {
    /// Whether an HTTP status means that the session ended.
    pub(crate) fn is_session_end(&self, status: StatusCode) -> bool {
        status == StatusCode::UNAUTHORIZED || self.ended.as_ref().is_some_and(|ended| ended.has_status(status))
    }

    /// Whether the messages of a refusal mean that the session ended.
    pub(crate) fn is_session_end_message(&self, messages: &str) -> bool {
        self.ended.as_ref().is_some_and(|ended| ended.has_messages(messages))
    }

    /// Whether a refusal means that the list is empty.
    pub(crate) fn is_empty_list(&self, status: StatusCode, messages: &str) -> bool {
        self.empty.has_status(status) || self.empty.has_messages(messages)
    }

    /// Whether an HTTP status is a refusal, whose body has the messages.
    pub(crate) fn is_refusal(&self, status: StatusCode) -> bool {
        self.refusals.contains(&status.as_u16()) || self.empty.has_status(status)
    }
}
