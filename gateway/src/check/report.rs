//! What the check found: per service whether it is served, per field of the contract whether it is read, and what to write into
//! the mapping.

mod redacted;
mod request_filters;
pub(super) mod service;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use contract::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb, status_name},
    menu::ListaMenuUsuario,
    painel::{TotalStatusAcionamentoAno, TotalStatusSeguradorasMes},
};
use serde::Serialize;

use self::service::{Service, ServiceReport, ServiceVerdict};
use super::{
    observed_fields::ObservedType,
    proposal::{self, Line},
    sample::{Outcome, Reading, Sample},
    sampling::CheckRun,
};
use crate::contract_schema::schema::ContractSchema;

/// Version of the JSON document. It rises when the meaning of a key changes.
const FORMAT: u32 = 3;

/// The report.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    format: u32,
    /// Base URL of the services.
    address: String,
    /// Exit status of the command: 0 if all that the portal needs is read, 1 if something is not, 2 if something could not be
    /// checked.
    pub(super) exit: u8,
    session_end: SessionEnd,
    services: Vec<ServiceReport>,
    /// Codes of statuses that the portal does not know.
    unknown_statuses: Vec<String>,
    /// A warning about codes of refusals.
    #[serde(skip_serializing_if = "Option::is_none")]
    unmatched_codes: Option<String>,
    /// What to write into the mapping.
    lines: Vec<Line>,
    not_sent: Vec<NotSent>,
}

/// Whether the gateway sees that a session ended.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionEnd {
    path: &'static str,
    http: Option<u16>,
    is_recognised: bool,
}

/// A service that the check never calls, since it writes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NotSent {
    path: &'static str,
    sent_to: String,
    /// The names of its headers.
    headers: Vec<String>,
}

impl Report {
    pub(super) fn new(run: &CheckRun) -> Self {
        let mapping = &*run.mapping;
        let lines = proposal::lines(&run.samples, run.signed_out.as_ref(), mapping);
        let readings: Vec<(&Sample, Reading)> =
            run.samples.iter().map(|sample| (sample, sample.read(mapping))).collect();
        let of_all_services = observed(&readings);
        let services: Vec<ServiceReport> = ContractSchema::get()
            .calls
            .iter()
            .filter_map(|call| {
                let responses: Vec<_> =
                    readings.iter().filter(|(sample, _)| sample.call.path() == call.path()).collect();
                let service = Service { call, responses, of_all_services: &of_all_services, run };
                match run.not_asked.get(call.path()) {
                    Some(option) if service.responses.is_empty() => Some(service.not_asked(option)),
                    _ => (!service.responses.is_empty()).then(|| service.report()),
                }
            })
            .collect();
        let session_end = session_end(run);
        let unmatched_codes = mapping.unmatched_codes();
        let is_wrong = services.iter().any(|service| service.state == ServiceVerdict::NotServed)
            || unmatched_codes.is_some()
            || session_end.http.is_some_and(|http| http < 500) && !session_end.is_recognised;
        let is_unchecked =
            services.iter().any(|service| service.state != ServiceVerdict::Served) || !session_end.is_recognised;
        let exit = match () {
            () if is_wrong => 1,
            () if is_unchecked => 2,
            () => 0,
        };
        let not_sent = ContractSchema::get()
            .calls
            .iter()
            .filter(|call| services.iter().all(|service| service.path != call.path()));
        let not_sent = not_sent.map(|call| NotSent {
            path: call.path(),
            sent_to: mapping.call(call.path()).path.clone(),
            headers: mapping.headers.names(call.path() == SalvaSinistroWeb::PATH),
        });
        Self {
            format: FORMAT,
            address: run.services.settings.base_url.to_string(),
            exit,
            session_end,
            unknown_statuses: unknown_statuses(run),
            unmatched_codes,
            lines,
            not_sent: not_sent.collect(),
            services,
        }
    }
}

/// The objects of all services, by their type.
fn observed(readings: &[(&Sample, Reading)]) -> BTreeMap<&'static str, ObservedType> {
    let mut all = BTreeMap::<&'static str, ObservedType>::new();
    for name in ContractSchema::get().types.keys() {
        let of_type = all.entry(name).or_default();
        readings.iter().for_each(|(_, reading)| of_type.add(&reading.fields.of_type(name)));
    }
    all
}

fn session_end(run: &CheckRun) -> SessionEnd {
    let signed_out = run.signed_out.as_ref();
    let http = signed_out.and_then(|sample| Some(sample.answer.as_ref().ok()?.status));
    let is_recognised = signed_out.is_some_and(|sample| sample.read(&run.mapping).outcome == Outcome::SessionEnd);
    SessionEnd { path: ListaMenuUsuario::PATH, http, is_recognised }
}

/// The codes of statuses that the portal does not know, as far as they look like codes.
fn unknown_statuses(run: &CheckRun) -> Vec<String> {
    let of_claims = run.data::<ListaAcionamentosByStatus>().unwrap_or_default().into_iter().map(|row| row.cd_status.0);
    let of_year = run.data::<TotalStatusAcionamentoAno>().unwrap_or_default().into_iter().map(|row| row.cd_status.0);
    let of_month = run.data::<TotalStatusSeguradorasMes>().unwrap_or_default().into_iter().map(|row| row.cd_status.0);
    let codes: BTreeSet<String> = of_claims.chain(of_year).chain(of_month).collect();
    codes.into_iter().filter(|code| status_name(code).is_none() && proposal::is_code(code)).collect()
}
