//! The gateway through its front door: GraphQL and HTTP into the router, over the real services or over ones that
//! misbehave.
#![expect(clippy::unwrap_used, reason = "tests: a failure's text is all that matters")]

#[path = "../../../services/tests/it/fixture.rs"]
mod fixture;
#[path = "../../../services/tests/it/imports.rs"]
mod imports;
mod kit;
mod pki;
mod redis_server;
mod stub;

mod acionamento;
mod arbitrary_input;
mod cache;
mod check;
mod code;
mod command;
mod concurrency_limit;
mod connection;
mod cross_origin;
mod deploy;
mod differential;
mod graceful_shutdown;
mod graphql_over_http;
mod limits;
mod log;
mod login;
mod long_lists;
mod memory_budget;
mod menu;
mod painel;
mod portal_page;
mod prepared;
mod procedimento;
mod program;
mod resilience;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod shared_redis;
mod single_flight;
mod static_files;
mod telemetry;
mod tidy;
mod tls;
mod tries;
mod trusted_documents;
mod upstream_errors;
mod upstream_requests;
mod upstream_tls;
mod validity;
mod write_outcome;
