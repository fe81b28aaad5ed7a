//! Integration tests: requests to the router, each test with its own database.
#![expect(clippy::unwrap_used, reason = "in tests a panic is the failure report")]

mod fixture;
mod harness;
mod imports;
mod server_process;

mod acionamento;
mod cli;
mod contract;
mod demo;
mod durability;
mod http;
mod login;
mod mail;
mod openapi;
mod painel;
mod save;
mod seguradora;
mod tidy;
mod usuario;
