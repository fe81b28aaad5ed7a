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
mod check;
mod code;
mod command;
mod concurrency;
mod connection;
mod deploy;
mod differential;
mod document_cache;
mod drain;
mod extractor;
mod failure;
mod files;
mod kept;
mod limits;
mod log;
mod login;
mod long_lists;
mod many;
mod memory;
mod menu;
mod outage;
mod page;
mod painel;
mod procedimento;
mod process;
mod protocol;
mod schema;
mod secrets;
mod segurado;
mod seguradora;
mod sharing;
mod telemetry;
mod tidy;
mod tls;
mod tries;
mod trusted_documents;
mod upstream_tls;
mod validation;
mod writes;
