//! Proposes the key of a list for a service that refused every call: that of the others.

use std::collections::BTreeSet;

use crate::{
    check::{
        draft::Draft,
        report::{
            findings::{CheckReport, EndpointReport},
            verdict::Problem,
        },
    },
    contract::vocabulary::{Vocabulary, last_segment},
};

const DOUBT: &str = "confira: este serviço recusou tudo; nos outros a lista está nesta chave";

pub(super) fn propose(draft: &mut Draft, report: &CheckReport) {
    let lists: Vec<_> = Vocabulary::get().calls.iter().filter(|call| call.is_list).map(|call| call.path).collect();
    let keys: BTreeSet<_> = lists.iter().filter_map(|path| draft.list_of(path)).map(str::to_owned).collect();
    let Some(key) = keys.first().filter(|_| keys.len() == 1) else { return };
    for endpoint in report.endpoints.iter().filter(|one| lists.contains(&one.path) && is_refused(one)) {
        let path = ["calls", last_segment(endpoint.path), "list"];
        if draft.get(&path).is_none() {
            draft.set(&path, key.as_str(), Some(DOUBT.to_owned()));
        }
    }
}

fn is_refused(endpoint: &EndpointReport) -> bool {
    let is_refusal = |problem| matches!(problem, Some(Problem::Refused | Problem::RequestRefused));
    !endpoint.calls.is_empty() && endpoint.calls.iter().all(|call| is_refusal(call.problem))
}
