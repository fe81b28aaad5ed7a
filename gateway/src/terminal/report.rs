//! Reports of responses and of a closed standard output, on standard error.

use std::io::{self, ErrorKind};

use super::{
    client::{GraphQlError, GraphqlResponse, failure},
    outcome::{CommandOutcome, Error},
};
use crate::config::QueryCommand;

/// Reports the errors of a response, a line each, and what to do about them.
pub(super) fn report_errors(response: &GraphqlResponse, arguments: &QueryCommand) -> CommandOutcome {
    for error in &response.errors {
        eprintln!("gateway: {}", error.line());
    }
    if response.errors.is_empty() {
        return CommandOutcome::Done;
    }
    let outcome = failure(&response.errors);
    match outcome {
        CommandOutcome::Unauthenticated => {
            eprintln!("gateway: para entrar: gateway login --url {}", arguments.graph.address());
        }
        CommandOutcome::RateLimited => {
            if let Some(wait) = response.errors.iter().filter_map(GraphQlError::wait).max() {
                eprintln!("gateway: repita em {} s", wait.as_secs());
            }
        }
        _ => {}
    }
    outcome
}

/// A closed pipe (`| head`) is no error.
pub(super) fn stopped(error: io::Error, outcome: CommandOutcome) -> Result<CommandOutcome, Error> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(outcome) } else { Err(error.into()) }
}
