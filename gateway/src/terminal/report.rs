//! Reports of responses and of a closed standard output, on standard error.

use std::io::{self, ErrorKind};

use super::{
    client::{GraphQlError, GraphqlResponse, failure},
    outcome::{Error, Status},
};
use crate::config::QueryCommand;

/// Reports the errors of a response, a line each, and what to do about them.
pub(super) fn report_errors(response: &GraphqlResponse, arguments: &QueryCommand) -> Status {
    if response.errors.is_empty() {
        return Status::Done;
    }
    report_lines(&response.errors);
    let outcome = failure(&response.errors);
    match outcome {
        Status::NoSession if arguments.token().is_some() => {
            eprintln!(
                "gateway: o token de --token ou GATEWAY_TOKEN não vale mais em {}: informe outro, ou nenhum para usar a sessão \
                 de gateway login",
                arguments.graph.address()
            );
        }
        Status::NoSession => eprintln!("gateway: para entrar: gateway login --url {}", arguments.graph.address()),
        _ if arguments.graph.tool_key().is_none()
            && response.errors.iter().any(GraphQlError::is_untrusted_document) =>
        {
            eprintln!("gateway: aqui a chave de uma ferramenta vai em --tool-key ou GATEWAY_TOOL_KEY");
        }
        _ => {}
    }
    outcome
}

/// Reports errors, a line each, and how long to wait if that mends them.
pub(super) fn report_lines(errors: &[GraphQlError]) {
    for error in errors {
        eprintln!("gateway: {}", error.line());
    }
    if let Some(hint) = wait_hint(errors) {
        eprintln!("gateway: {hint}");
    }
}

/// What scripts read of a rate limit that a wait mends.
pub(super) fn wait_hint(errors: &[GraphQlError]) -> Option<String> {
    let wait = errors.iter().filter_map(GraphQlError::wait).max()?;
    (failure(errors) == Status::RateLimited).then(|| format!("repita em {} s", wait.as_secs()))
}

/// Output that nobody reads any more (`| head`) is no error.
pub(super) fn stopped(error: io::Error, outcome: Status) -> Result<Status, Error> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(outcome) } else { Err(error.into()) }
}
