//! Finds out a mapping from responses: first the envelope, then the keys of each type, until nothing new is found.

mod candidates;
mod data_score;
mod decision;
mod elimination;
pub(super) mod envelope;
mod envelope_head;
mod evidence;
pub(super) mod fit;
mod flags;
mod known_by_values;
mod lists;
mod majority;
pub(super) mod message_texts;
mod missing_claim;
pub(super) mod more_pages;
mod pairing;
pub(super) mod refusal_codes;
pub(super) mod refusals;
pub(super) mod success_values;
pub(super) mod unjoined_codes;
pub(super) mod usual_names;
pub(super) mod values;
pub(super) mod writing;

use std::collections::BTreeSet;

use services::wire::envelope::{DATA, STATUS};

use self::{
    decision::{Decision, Proposal},
    evidence::Evidence,
};
use super::{
    draft::Draft,
    responses::{
        http_status::is_wrong_path,
        observation::{Observation, translated},
    },
};
use crate::contract::{Contract, vocabulary::last_segment};

/// Maximum number of rounds of reading what the last round found.
const MAX_ROUNDS: usize = 8;

/// Completes a draft with what the responses show.
pub(super) fn infer(draft: &Draft, seen: &[Observation]) -> Draft {
    let mut draft = draft.clone();
    draft.forget_responses();
    let seen = &of_right_paths(seen);
    for _ in 0..MAX_ROUNDS {
        let before = draft.clone();
        draft.close_all();
        envelope::infer(&mut draft, seen);
        let texts = texts(&draft, seen);
        let mut evidence = Evidence::collect(&texts);
        evidence.requested = draft.requested_names();
        infer_types(&mut draft, &evidence);
        writing::infer(&mut draft, &evidence);
        flags::infer(&mut draft, &evidence);
        if draft == before {
            break;
        }
    }
    let last = texts(&draft, seen);
    let evidence = Evidence::collect(&last);
    decide_required(&mut draft, &evidence);
    flags::invert(&mut draft, &evidence);
    envelope::infer_null_data(&mut draft, seen);
    success_values::leave_unknown_status_open(&mut draft, seen);
    envelope::doubt_unproven(&mut draft, seen);
    refusal_codes::infer(&mut draft, seen);
    missing_claim::infer(&mut draft, seen);
    // Without a body there is no envelope.
    if draft.get(&["envelope", DATA]).is_none() && seen.iter().any(|one| one.http == 204) {
        let doubt = "confira: houve respostas sem corpo (HTTP 204)".to_owned();
        draft.set(&["envelope", DATA], false, Some(doubt.clone()));
        // Without an envelope HTTP alone says success.
        if draft.get(&["envelope", STATUS]).is_none() {
            draft.close(&["envelope"], STATUS);
            draft.set(&["envelope", STATUS], false, Some(doubt));
        }
    }
    draft
}

/// Where nothing tells which of several keys a required field is, the plainest is proposed with a doubt: without it, no row is
/// read.
fn decide_required(draft: &mut Draft, evidence: &Evidence) {
    for (name, of) in &evidence.types {
        for field in of.absent().into_iter().filter(|&field| of.contract.requires(field)) {
            let field = of.contract.nodes[field].name();
            let mut keys = draft.open_keys(&["types", name], field, pairing::EQUALLY_GOOD);
            keys.sort_by_key(String::len);
            if let [key, others @ ..] = &keys[..] {
                let doubt = format!("confira: também podia ser {}", others.join(" ou "));
                draft.close(&["types", name], field);
                draft.set(&["types", name, field], key.as_str(), Some(doubt));
            }
        }
    }
}

/// The responses in the contract's form.
fn texts<'a>(draft: &Draft, seen: &[Observation<'a>]) -> Vec<(&'a Contract, String)> {
    seen.iter().filter_map(|one| Some((one.contract, translated(draft, one)?))).collect()
}

/// Without the services that never answered with anything but a wrong path: a server's page about that teaches nothing.
fn of_right_paths<'a>(seen: &[Observation<'a>]) -> Vec<Observation<'a>> {
    let right: BTreeSet<_> = seen.iter().filter(|one| !is_wrong_path(one.http)).map(|one| one.contract.path).collect();
    seen.iter().filter(|one| right.contains(one.contract.path)).copied().collect()
}

fn infer_types(draft: &mut Draft, evidence: &Evidence) {
    for (name, of) in &evidence.types {
        let contradicted = pairing::contradicted(of, evidence, draft);
        for proposal in pairing::pair(of, evidence, draft).into_iter().chain(contradicted) {
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
        for path in of.services.keys() {
            for Proposal { field, decision } in pairing::pair_service(of, path, evidence, draft) {
                if let Decision::Key { key, doubt } = decision {
                    draft.set(&["calls", last_segment(path), "types", name, &field], key, doubt);
                }
            }
        }
        majority::settle(draft, name, of);
        for &field in of.fields.keys() {
            draft.forget_unsure(&["types", name, of.contract.nodes[field].name()]);
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
