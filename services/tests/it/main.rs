//! The services through their front door: requests to the router over a database of the test's own.
#![expect(clippy::unwrap_used, reason = "tests: a failure's text is all that matters")]

mod fixture;
mod imports;
mod kit;
mod process;

mod acionamento;
mod contract;
mod demo;
mod durability;
mod http;
mod login;
mod mail;
mod openapi;
mod painel;
mod program;
mod save;
mod tidy;
mod usuario;
