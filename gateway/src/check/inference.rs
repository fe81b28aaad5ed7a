//! Finds out a dialect from responses: first the envelope, then the keys of each type, until nothing new is found.

use serde_json::value::RawValue;

use super::{
    draft::Draft,
    envelope_inference,
    evidence::Evidence,
    pairing::{self, Decision},
    translation::{DATA, Translation},
    writing_inference,
};
use crate::contract::{Contract, comparison::Members};

/// Most rounds of reading what the last round found.
const MOST_ROUNDS: usize = 8;

/// A response.
pub(super) struct Observation<'a> {
    pub(super) contract: &'a Contract,
    pub(super) http: u16,
    pub(super) body: &'a str,
    /// Whether the call had a session.
    pub(super) has_session: bool,
}

/// Completes a draft with what the responses show.
pub(super) fn infer(draft: &Draft, seen: &[Observation]) -> Draft {
    let mut draft = draft.clone();
    draft.forget_responses();
    for _ in 0..MOST_ROUNDS {
        let before = draft.clone();
        draft.close_all();
        envelope_inference::infer(&mut draft, seen);
        let texts: Vec<_> = seen.iter().filter_map(|one| Some((one.contract, translated(&draft, one)?))).collect();
        let mut evidence = Evidence::default();
        for (contract, text) in &texts {
            if let Some(data) = data(text) {
                evidence.add(contract, data);
            }
        }
        infer_types(&mut draft, &evidence);
        writing_inference::infer(&mut draft, &evidence);
        if draft == before {
            break;
        }
    }
    draft
}

fn infer_types(draft: &mut Draft, evidence: &Evidence) {
    for (name, of) in &evidence.types {
        for proposal in pairing::pair(of, evidence, draft) {
            let field = proposal.field.as_str();
            match proposal.decision {
                Decision::Key { key, doubt } => draft.set(&["types", name, field], key, doubt),
                Decision::Open { candidates, reason } => {
                    for key in candidates {
                        let line = format!("{field} = {}", toml::Value::from(key));
                        draft.leave_open(&["types", name], line, reason.clone());
                    }
                }
            }
        }
        for field in of.absent() {
            let node = &of.contract.nodes[field];
            if draft.get(&["types", name, node.name()]).is_none() && of.contract.requires(field) && of.keys.is_empty() {
                let reason = "obrigatório, e não veio".to_owned();
                draft.leave_open(&["types", name], format!("{} = \"…\"", node.name()), reason);
            }
        }
    }
}

/// A response in the contract's form.
pub(super) fn translated(draft: &Draft, one: &Observation) -> Option<String> {
    let body = one.body.trim_start_matches('\u{feff}');
    Translation { draft, contract: one.contract }.response(one.http, body)
}

/// The data of a response in the contract's form; none of a refusal.
pub(super) fn data(text: &str) -> Option<&RawValue> {
    serde_json::from_str::<Members>(text).ok()?.value(DATA)
}
