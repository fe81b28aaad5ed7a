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
mod browser;
mod calls;
mod captured_log;
mod check;
mod cli;
mod concurrency;
mod connection;
mod deploy;
mod differential;
mod drain;
mod error_codes;
mod extractor;
mod failure;
mod files;
mod kept;
mod limits;
mod login;
mod long_lists;
mod many;
mod memory;
mod menu;
mod outage;
mod page;
mod painel;
mod prepared;
mod procedimento;
mod process;
mod protocol;
mod rate_limit;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod sharing;
mod telemetry;
mod tidy;
mod tls;
mod trusted;
mod upstream_tls;
mod validity;
mod writes;
