//! The 21 services: a typed function each, over `read` or `write`.
//!
//! All calls are POST, so only the caller knows what a call may do: a read may be repeated, shared and cached, a write is
//! sent once at most. Types say who may call: functions that require a session are on [`SessionClient`], which only a
//! session holds; those of the login are on [`LoginClient`]. This module knows nothing of GraphQL, and no other module
//! knows the HTTP client.
//!
//! # The stack of a read, outermost first
//!
//! 1. **Cache** (`read_write`, `response_cache`): lists of acionamentos for their next pages, reference data. Outermost: a hit
//!    costs no layer below. Expired reference data is served while the service fails.
//! 2. **Single flight** (`single_flight`): equal reads of a session in flight together are one call. Above the retry: all
//!    waiters share one retry budget.
//! 3. **Retry** (`call_layers`, `retry`): once, within a budget, and only if the first call cannot have been processed.
//!    Above admission: a retry queues again.
//!    A list that comes in pages (`pages`) is a call a page, each with its retry, within one deadline.
//! 4. **Admission** (`admission`): `circuit_breaker` (does a failing service get calls), and semaphores (how many at a time, of
//!    a session and in all), one state per service. Above telemetry: only calls that are sent are measured.
//! 5. **Telemetry** (`telemetry::request`): span, duration and outcome of a call.
//! 6. **Deadline**: one for the read, from when it first queues: waiting counts.
//! 7. **HTTP** (`http_client`): headers, a pooled connection, TLS.
//! 8. **Response** (`response`, `body_budget`, `drift`): status, size limit, memory budget, parsing in the API's spelling
//!    ([`crate::mapping`]). Failures become `error::Fault`; samples show when the fields of a service change.
//!
//! A write has an **idempotency store** (`idempotency`, `save`) in place of 1 to 3: a repeated key replays its response. It is not
//! cancelled when its caller leaves, and invalidates what it made stale. Layers 4 to 8 are the same.
//!
//! The layers are plain `async` functions, not tower services: each would box its future.

pub mod acionamentos;
mod admission;
mod announcements;
mod base_url;
pub mod body_budget;
mod call_key;
mod call_layers;
mod call_request;
mod changed_user;
mod circuit_breaker;
mod client;
mod drift;
mod ended_sessions;
mod endpoint;
mod error;
mod health;
mod http_client;
mod idempotency;
pub mod lists;
mod login_client;
mod pages;
mod probe;
mod read_paths;
mod read_write;
mod response;
mod response_cache;
mod response_data;
mod retry;
mod save;
mod saved;
pub mod segurado;
mod session_client;
mod settings;
mod single_flight;
mod stack_trace;
mod state;
mod tls;

pub use self::{
    announcements::Change,
    base_url::{BaseUrl, InvalidBaseUrl},
    call_key::SessionId,
    client::Upstream,
    error::{ConnectError, Error, Fault, WriteOutcome},
    health::Health,
    idempotency::IdempotencyKey,
    login_client::{EmailCheck, LoginClient, digest},
    probe::RawResponse,
    read_paths::ReadPaths,
    response_cache::CachePolicy,
    response_data::ResponseData,
    session_client::{Freshness, SessionClient},
    settings::UpstreamSettings,
    stack_trace::has_stack_trace,
    tls::UpstreamTls,
};
