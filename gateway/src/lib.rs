//! One GraphQL graph over the 21 acionamento services, with the portal and GraphiQL inside.
//!
//! # One request's walk
//! `POST /graphql` → what every request passes in [`http`] → [`session`] identifies the caller → one
//! [`schema::caller::Caller`] for the request → [`schema::executor`] runs the plan of its document → a field of [`schema`] →
//! [`loaders`] or the session's [`upstream`] → one HTTP call with a type of `contract` → the service; its response
//! becomes a graph type on the way up. No step calls one before it.

pub mod certificate_reload;
pub mod check;
pub mod config;
mod contract_schema;
pub mod embed;
pub mod healthcheck;
pub mod http;
mod innermost_cause;
mod keyed_limit;
pub mod loaders;
pub mod mapping;
mod nearest_name;
mod operation_documents;
pub mod schema;
pub mod session;
pub mod shared_store;
pub mod signals;
pub mod telemetry;
pub mod terminal;
pub mod tls;
mod toml_error;
pub mod tools;
pub mod upstream;
