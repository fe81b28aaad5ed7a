//! The source lines of the contract with findings: one entry per line, with all its findings.

use std::collections::BTreeMap;

use super::{
    findings::{EndpointReport, Line, SentCall, SessionRule, UnknownField},
    verdict::{FieldState, Problem, Verdict},
    wire_source::{self, SourceLocation},
};
use crate::contract::{value_type::ValueType, vocabulary::last_segment};
use services::wire::envelope::{DATA, STATUS};

/// The name of the line about sessions.
const SESSION: &str = "Call::SESSION";

/// By file and line number: the name there, and the findings.
pub(in crate::check) fn collect(endpoints: &[EndpointReport], session_rule: &SessionRule) -> Vec<Line> {
    let mut lines = LineFindings::default();
    if session_rule.verdict == Verdict::DoesNotFit {
        lines.add(wire_source::session_rule(), SESSION, "sem sessão a resposta não é HTTP 401");
    }
    for endpoint in endpoints {
        for field in endpoint
            .fields
            .iter()
            .filter(|field| matches!(field.state, FieldState::Wrong | FieldState::Suspect | FieldState::Missing))
        {
            for (why, _) in field.findings() {
                lines.add(field.place, &field.name, &why);
            }
        }
        for unknown in endpoint.unknown.iter().filter(|unknown| !unknown.is_new) {
            lines.add_unknown(unknown);
        }
        for call in &endpoint.calls {
            match call.problem {
                Some(problem @ Problem::NoSuchPath) => {
                    lines.add(wire_source::path_of(&endpoint.request), endpoint.path, problem.text())
                }
                Some(problem @ Problem::RequestRefused) => {
                    lines.add(wire_source::type_of(&endpoint.request), endpoint.path, problem.text());
                }
                Some(problem @ Problem::RefusalWithData) => {
                    lines.add(wire_source::envelope(STATUS), "Envelope.status", problem.text());
                }
                Some(problem @ (Problem::Empty | Problem::Html | Problem::NotJson | Problem::NotEnvelope)) => {
                    lines.add(wire_source::type_of("Envelope<T>"), "Envelope", problem.text());
                }
                Some(problem @ Problem::NoData) => {
                    lines.add(wire_source::envelope(DATA), "Envelope.null-data", problem.text());
                }
                Some(Problem::Unread) => lines.add_unread(endpoint, call),
                _ => {}
            }
            let of_envelope = call.envelope.iter().flat_map(|envelope| &envelope.unknown);
            for unknown in of_envelope.filter(|unknown| !unknown.is_new) {
                lines.add_unknown(unknown);
            }
        }
    }
    lines
        .0
        .into_iter()
        .map(|(place, (name, why))| Line { place, mapping: in_mapping(&name, endpoints), name, why })
        .collect()
}

/// The table and key of a mapping for what a line is about.
fn in_mapping(name: &str, endpoints: &[EndpointReport]) -> String {
    let call = endpoints.iter().find(|endpoint| endpoint.path == name || endpoint.request == name);
    match (name.split_once('.'), call) {
        _ if name == SESSION => "[session] ended".to_owned(),
        (_, Some(endpoint)) if endpoint.path == name && !endpoint.is_refused() => {
            format!("[calls.\"{}\"] path", last_segment(endpoint.path))
        }
        (_, Some(endpoint)) if endpoint.path == name => format!("[requests.{}]", endpoint.request),
        (_, Some(endpoint)) => format!("[calls.\"{}\"] list", last_segment(endpoint.path)),
        (Some(("Envelope", key)), _) => format!("[envelope] {key}"),
        (Some((owner, key)), _) => format!("[types.{owner}] {key}"),
        (None, _) if name == "Envelope" => "[envelope]".to_owned(),
        (None, _) => format!("[types.{name}]"),
    }
}

/// The findings per line.
#[derive(Default)]
struct LineFindings(BTreeMap<SourceLocation, (String, Vec<String>)>);

impl LineFindings {
    /// Adds the cause of a parse error that no field explains.
    fn add_unread(&mut self, endpoint: &EndpointReport, call: &SentCall) {
        let status = call.envelope.iter().flat_map(|envelope| &envelope.keys).find(|key| key.name == STATUS);
        match status.map(|key| key.found) {
            Some(None) => self.add(wire_source::envelope(STATUS), "Envelope.status", "ausente, e é obrigatório"),
            Some(Some(found)) if found != ValueType::Integer && !found.is_text() => {
                self.add(wire_source::envelope(STATUS), "Envelope.status", &format!("chegou {}", found.name()));
            }
            _ if endpoint.fields.iter().all(|field| field.state != FieldState::Wrong) => {
                self.add(wire_source::data_of(&endpoint.request), &endpoint.request, Problem::Unread.text());
            }
            _ => {}
        }
    }

    fn add(&mut self, place: Option<SourceLocation>, name: &str, why: &str) {
        let Some(place) = place else { return };
        let (_, all) = self.0.entry(place).or_insert_with(|| (name.to_owned(), Vec::new()));
        if !all.iter().any(|one| one == why) {
            all.push(why.to_owned());
        }
    }

    fn add_unknown(&mut self, unknown: &UnknownField) {
        let why = match &unknown.resembles {
            Some(known) => format!("chegou {}, que parece {known}", unknown.name()),
            None => format!("chegou {}, que o contrato não tem ({})", unknown.name(), unknown.found.name()),
        };
        self.add(unknown.place, &unknown.of, &why);
    }
}
