//! The gateway through its front door: GraphQL and HTTP into the router, over the real services or over ones that
//! misbehave.
#![expect(clippy::unwrap_used, reason = "tests: a failure's text is all that matters")]

#[path = "../../../services/tests/it/fixture.rs"]
mod fixture;
mod http1_client;
#[path = "../../../services/tests/it/imports.rs"]
mod imports;
mod kit;
mod pki;
mod protocols;
mod redis_server;
mod scripted_service;
mod stub;

mod acionamento;
mod arbitrary_input;
mod cache;
mod captured_log;
mod check;
mod cli;
mod concurrency_limit;
mod connection_limit;
mod cross_origin;
mod deploy;
mod differential;
mod error_codes;
mod federation;
mod graceful_shutdown;
mod graphql_over_http;
mod http2;
mod limits;
mod login;
mod login_rate_limit;
mod logout;
mod long_lists;
mod mapping;
mod mcp;
mod memory_budget;
mod menu;
mod painel;
mod portal_page;
mod procedimento;
mod program;
mod request_size;
mod request_smuggling;
mod resilience;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod shared_redis;
mod single_flight;
mod slow_clients;
mod static_files;
mod subscriptions;
mod telemetry;
mod terminal;
mod tidy;
mod tls;
mod tools;
mod trusted_documents;
mod upstream_connections;
mod upstream_errors;
mod upstream_tls;
mod validation;
mod write_outcome;
