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
mod calls;
mod check;
mod code;
mod command;
mod concurrency;
mod connection;
mod cross_origin;
mod deploy;
mod differential;
mod document_cache;
mod failure;
mod graceful_shutdown;
mod graphql_over_http;
mod idempotency;
mod import_cycles;
mod limits;
mod log;
mod login;
mod long_lists;
mod many;
mod memory;
mod menu;
mod outage;
mod painel;
mod portal_page;
mod procedimento;
mod program;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod single_flight;
mod static_files;
mod telemetry;
mod tidy;
mod tls;
mod tries;
mod trusted_documents;
mod upstream_tls;
mod validation;
