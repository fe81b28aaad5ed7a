//! The lines of a proposal that only the operator can fill in: paths, keys of a refused login, pages and filters.

use services::wire::envelope::STATUS;

use super::writes;
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        inference::refusal_codes,
        report::findings::{CheckReport, EndpointReport, SentCall},
        report::verdict::Problem,
    },
    contract::{
        request::{self, API_KEY, RequestKey},
        vocabulary::{Vocabulary, last_segment},
    },
    mapping::on_demand,
};

/// Services whose path does not exist get a line. Where most have another path, so do those that were not called.
pub(super) fn of_paths(draft: &mut Draft, report: &CheckReport) {
    for endpoint in &report.endpoints {
        let http = endpoint.calls.last().and_then(|call| call.http).filter(|_| is_elsewhere(draft, endpoint));
        let reason = match http {
            None => continue,
            Some(405) => "HTTP 405: o caminho existe, mas não aceita POST; há outro?".to_owned(),
            Some(http) => format!("HTTP {http}: qual é o caminho?"),
        };
        leave_path_open(draft, endpoint.path, reason);
    }
    let has_own_path = |path: &str| {
        let table = ["calls", last_segment(path)];
        draft.is_open(&table, "path") || draft.get(&[table[0], table[1], "path"]).is_some()
    };
    let (called, others): (Vec<_>, Vec<_>) =
        Vocabulary::get().calls.iter().map(|call| call.path).partition(|path| {
            report.endpoints.iter().any(|endpoint| endpoint.path == *path && !endpoint.calls.is_empty())
        });
    let own = called.iter().filter(|path| has_own_path(path)).count();
    if own * 2 <= called.len() {
        return;
    }
    for path in others.into_iter().filter(|path| !has_own_path(path)).collect::<Vec<_>>() {
        leave_path_open(draft, path, "não foi chamado: qual é o caminho?".to_owned());
    }
}

/// Whether a service is at another path: every call of it says so.
fn is_elsewhere(draft: &Draft, endpoint: &EndpointReport) -> bool {
    let is_told = |call: &SentCall, http| !call.says_nothing && draft.is_refusal(http);
    endpoint.calls.iter().all(|call| matches!(call.http, Some(http @ (404 | 405)) if !is_told(call, http)))
}

fn leave_path_open(draft: &mut Draft, path: &str, reason: String) {
    draft.leave_open(&["calls", last_segment(path)], format!("path = \"{path}\""), reason);
}

const NAME_OF_KEY: &str = "este passo foi recusado: como a API chama esta chave?";
const NAME_OF_OTHER_KEY: &str = "este passo foi recusado: se ele pede também esta chave, como ela se chama?";

/// A step of the login that refused its request gets lines for its keys.
/// `told_names` are what refusals call them, the likeliest first.
pub(super) fn of_login(draft: &mut Draft, report: &CheckReport, told_names: &[(RequestKey, Vec<String>)]) {
    let step = report.endpoints.iter().rfind(|endpoint| endpoint.is_login_step);
    let is_refused = |call: &SentCall| {
        matches!(
            call.problem,
            Some(Problem::RequestRefused | Problem::Refused | Problem::NotEnvelope | Problem::RefusalWithData)
        )
    };
    let Some(step) = step.filter(|step| step.calls.iter().any(is_refused)) else { return };
    let has_header = draft.get(&["headers", "api-key"]).is_some();
    let keys = request::keys_of(&step.request).into_iter().map(|key| (key, NAME_OF_KEY));
    let on_demand = on_demand::keys_of(&step.request).map(|name| {
        (RequestKey { owner: step.request.clone(), name: name.to_owned(), inside: None }, NAME_OF_OTHER_KEY)
    });
    for (key, reason) in on_demand.chain(keys) {
        let table = ["requests", &*key.owner];
        if draft.get(&[table[0], table[1], &key.name]).is_some() || has_header && key.name == API_KEY {
            continue;
        }
        let told = told_names.iter().find(|(one, _)| one.name == key.name).map(|(_, names)| &names[..]);
        // A name that was refused is not proposed again.
        let own = [match told {
            Some(_) if reason == NAME_OF_KEY => "…".to_owned(),
            _ => draft.requested_elsewhere(&key.name).unwrap_or(&key.name).to_owned(),
        }];
        for name in told.filter(|names| !names.is_empty()).unwrap_or(&own) {
            draft.leave_open(&table, format!("{} = {}", key.name, toml::Value::from(name.as_str())), reason.to_owned());
        }
    }
}

/// Lines for what no read shows, where an API has its own names: the header of a save, users that the login refuses, and what a
/// success without data means.
pub(super) fn of_unseen(draft: &mut Draft) {
    if !writes::is_renamed(draft, "Acionamento") {
        return;
    }
    // Codes need a key that carries them.
    let by = |reason: &str| match draft.get(&refusal_codes::CODE).and_then(toml::Value::as_str) {
        Some(key) => ("{ codes = [\"…\"] }", format!("{reason}; codes: o que vem em {key}")),
        None if has_flag_status(draft) => (
            "{ messages = [\"…\"] }",
            format!("{reason}, pelo texto; por codes só com code = \"…\" em [envelope], a chave do código"),
        ),
        None => ("{ codes = [\"…\"] }", reason.to_owned()),
    };
    let (blocked, why_blocked) = by("como o primeiro passo diz que o usuário está bloqueado");
    let (change, why_change) = by("como o primeiro passo diz que a senha deve ser trocada");
    let lines = [
        (
            "headers",
            "idempotency-key",
            "\"…\"",
            "se não é Idempotency-Key; sem ele uma repetição grava duas vezes".to_owned(),
        ),
        ("login", "blocked", blocked, why_blocked),
        ("login", "change-password", change, why_change),
    ];
    for (table, key, value, reason) in lines {
        if draft.get(&[table, key]).is_none() && !draft.is_open(&[table], key) {
            draft.leave_open(&[table], format!("{key} = {value}"), reason);
        }
    }
    let has_success = draft.get(&["envelope", "success"]).is_some();
    if has_success && draft.get(&["envelope", "null-data"]).is_none() && !draft.is_open(&["envelope"], "null-data") {
        let reason = "se null não é recusa: uma lista sem linhas, ou a troca de senha; sem isto é um erro".to_owned();
        draft.leave_open(&["envelope"], "null-data = \"success\"".to_owned(), reason);
    }
}

/// Whether the envelope's status is `true` or `false`, so that no code stands there; or there is none.
fn has_flag_status(draft: &Draft) -> bool {
    let success = draft.values(&["envelope", "success"]);
    draft.envelope_key(STATUS) == EnvelopePath::None || !success.is_empty() && success.iter().all(toml::Value::is_bool)
}

/// Writes a line to fill in for each list whose next page the check could not ask for.
pub(super) fn of_pages(draft: &mut Draft, report: &CheckReport) {
    for endpoint in &report.endpoints {
        let Some(key) = &endpoint.more_pages else { continue };
        let reason = format!(
            "{key} diz que há mais páginas: com que chave o pedido diz qual? (first, in, size: veja gateway mapping)"
        );
        draft.leave_open(&["calls", last_segment(endpoint.path), "pages"], "page = \"…\"".to_owned(), reason);
    }
}

/// Keys of requests that did not filter get a line to fill in.
pub(super) fn of_filters(draft: &mut Draft, report: &CheckReport) {
    for endpoint in &report.endpoints {
        for key in &endpoint.not_applied {
            let reason =
                format!("{} não filtrou: vieram linhas com outros valores; como a API chama esta chave?", key.sent);
            draft.leave_open(&["requests", &endpoint.request], format!("{} = \"…\"", key.name), reason);
        }
    }
}
