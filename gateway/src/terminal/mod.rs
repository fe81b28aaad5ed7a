//! `gateway login`, `logout` and `query`: a client of a running gateway, on a terminal or in scripts.
//!
//! It speaks GraphQL over HTTP as any client does and knows nothing of the gateway's inside: the gateway may be a different
//! version on another machine. It writes no token to the terminal unless told to.

mod client;
mod json;
mod login;
mod outcome;
mod query;
mod report;
mod rows;
mod session_file;

pub use self::{
    login::{login, logout},
    outcome::{Error, Status},
    query::query,
    session_file::ProcessEnvironment,
};
