//! The services. A read names its call of the contract (`Session::{read, read_list, read_reference}`); a service has a
//! function of its own only where its answer is checked, as that of a write is.
//!
//! All calls are POST, so only the caller knows what a call may do: a read may be repeated, shared and cached, a write is
//! sent once at most. Types say who may call: functions that require a session are on [`Session`], those of the login on
//! [`LoginClient`]. This module knows nothing of GraphQL, and no other module knows the HTTP client.
//!
//! # A read, outermost first
//!
//! 1. `read_cached` (`read`, `response_cache`): lists of acionamentos for their next pages, reference data. Outermost: a hit
//!    costs no layer below. Expired reference data is served while the service fails. Other reads begin with `fetch`.
//! 2. `fetch` (`read`) and `SingleFlight::run` (`single_flight`): equal reads of a session in flight together are one call.
//!    Above the retry: all waiters share one retry budget.
//! 3. `read_unshared` (`read`): one deadline for all that follows, waiting included. A list that comes in pages (`pages`) is a
//!    call a page, each with its retry.
//! 4. `send_with_retry` (`call`): once, within a budget, and only if the first call cannot have been processed. Above
//!    admission: a retry waits again.
//! 5. `send_once` (`call`): admission (`admission`: is the service healthy, `circuit_breaker`, and how many calls are in flight,
//!    of a session and in all), then telemetry, so that only calls that are sent are measured.
//! 6. `HttpClient::post` (`http_client`): headers, a pooled connection, TLS. Then, still in `send_once`, the response: its
//!    status (`response`), size limit and memory (`response_body`, `body_budget`), parsing by the mapping ([`crate::mapping`]),
//!    and `drift`, which notices when the fields of a service change. Failures become `error::Fault`.
//!
//! A write skips 1 to 4, and is not cancelled when its caller leaves. A save begins with the **idempotency store** instead
//! (`save`, `idempotency`): under a repeated key nothing is sent, and what was saved is read. It invalidates what it made stale.
//!
//! The layers are plain `async` functions, not tower services: each would box its future.

pub mod acionamentos;
mod admission;
mod announcements;
pub mod body_budget;
mod call;
mod call_context;
mod call_key;
mod circuit_breaker;
mod drift;
mod ended_sessions;
mod endpoint;
mod error;
mod http_client;
mod idempotency;
pub mod lists;
mod login_client;
mod pages;
mod probe;
mod read;
mod response;
mod response_body;
mod response_cache;
mod response_data;
mod save;
mod session;
mod session_id;
mod settings;
mod single_flight;
mod stack_trace;
mod state;

pub use self::{
    announcements::Change,
    error::{Error, Fault, WriteOutcome},
    http_client::CONNECT_TIMEOUT,
    idempotency::IdempotencyKey,
    login_client::{EmailCheck, LoginClient, digest},
    probe::RawResponse,
    response_cache::CachePolicy,
    response_data::ResponseData,
    session::{Freshness, Session},
    session_id::SessionId,
    settings::{Timeouts, UpstreamSettings, UpstreamTls},
    stack_trace::has_stack_trace,
    state::Upstream,
};
pub(crate) use self::{login_client::opens_code_step, response::without_content, session::bearer_token};
