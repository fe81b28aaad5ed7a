//! Whether the services behind the session showed its data, and why they did not.

use super::requests::is_answered;
use crate::{
    check::report::{
        findings::{CheckReport, EndpointReport, TOKEN_OPTION},
        verdict::{Problem, Verdict},
    },
    contract::vocabulary::Vocabulary,
};

/// The reports on the services that need a session.
fn of_session(report: &CheckReport) -> impl Iterator<Item = &EndpointReport> {
    let needs_session = |path: &str| Vocabulary::get().calls.iter().any(|call| call.path == path && call.session);
    report.endpoints.iter().filter(move |endpoint| needs_session(endpoint.path))
}

/// Whether a service showed data of the session.
pub(super) fn has_session_data(report: &CheckReport) -> bool {
    of_session(report).any(|endpoint| endpoint.calls.iter().any(is_answered))
}

/// Whether every service refused the session.
pub(super) fn is_signed_out(report: &CheckReport) -> bool {
    let mut calls = of_session(report).flat_map(|endpoint| &endpoint.calls).peekable();
    calls.peek().is_some() && calls.all(|call| matches!(call.problem, Some(Problem::Unauthorized | Problem::Forbidden)))
}

/// Why no service showed data of the session.
pub(super) fn no_session_data(report: &CheckReport) -> Option<String> {
    let asked = of_session(report).find(|endpoint| endpoint.calls.iter().any(|call| call.problem.is_some()))?;
    Some(format!("nenhum serviço respondeu com dados desta sessão: {}", asked.what_is_left()))
}

/// Why a proposal has nothing from the services behind the session, unless it was told before.
pub(super) fn missing_session(report: &CheckReport) -> Option<String> {
    let is_signed_out = report.endpoints.iter().any(|endpoint| endpoint.ask_with == Some(TOKEN_OPTION));
    let of_login = report.endpoints.iter().rfind(|endpoint| endpoint.is_login_step);
    let remedy = match of_login {
        Some(step) if step.verdict <= Verdict::FitsWithNotes => format!(
            "a resposta de {} não traz um token que se reconheça: diga onde está em [types.Sessao] dsToken",
            step.path
        ),
        Some(step) => format!("o login parou em {}: {}", step.path, step.what_is_left()),
        None => format!("informe {TOKEN_OPTION}"),
    };
    is_signed_out.then(|| format!("sem sessão, os outros serviços não foram perguntados: {remedy}"))
}
