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
mod calls;
mod captured_log;
mod check;
mod cli;
mod concurrency;
mod connection;
mod cross_origin;
mod deploy;
mod differential;
mod error_codes;
mod failure;
mod graceful_shutdown;
mod graphql_over_http;
mod kept;
mod limits;
mod login;
mod long_lists;
mod many;
mod memory;
mod menu;
mod outage;
mod painel;
mod portal_page;
mod prepared;
mod procedimento;
mod program;
mod rate_limit;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod shared_store;
mod sharing;
mod static_files;
mod telemetry;
mod tidy;
mod tls;
mod trusted_documents;
mod upstream_tls;
mod validity;
mod writes;
