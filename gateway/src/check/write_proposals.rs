//! Proposes keys for what the check never sees: requests that write and their responses, and those of the login if a token was
//! given. They come from what the reads and the responses call the same.

use std::collections::BTreeSet;

use super::draft::Draft;
use crate::contract::{
    request,
    vocabulary::{CallNames, Vocabulary},
};

const NOT_SENT: &str = "confira: este pedido não é enviado aqui";
const NOT_SEEN: &str = "confira: nenhuma resposta deste tipo chegou aqui";

/// Completes a proposal. `understood` are the request types that services answered with data, `seen` the types that came.
pub(super) fn propose(draft: &mut Draft, understood: &BTreeSet<&str>, seen: &BTreeSet<String>) {
    let found = draft.clone();
    propose_requests(draft, &found, understood);
    propose_types(draft, &found, seen);
    propose_wrappers(draft, &found, understood);
}

/// If the object of every read stands under the same key, that of a write will too.
fn propose_wrappers(draft: &mut Draft, found: &Draft, understood: &BTreeSet<&str>) {
    let vocabulary = Vocabulary::get();
    let has_object = |call: &&CallNames| {
        let data = call.data.as_ref().and_then(|name| vocabulary.types.get(name));
        !call.is_list && data.is_some_and(|names| !names.keys.is_empty())
    };
    let (seen, others): (Vec<_>, Vec<_>) =
        vocabulary.calls.iter().filter(has_object).partition(|call| understood.contains(call.request.as_str()));
    let keys: BTreeSet<_> = seen.iter().map(|call| found.list_of(call.path)).collect();
    let Some(Some(key)) = keys.first().filter(|_| keys.len() == 1) else { return };
    for call in others {
        let path = ["calls", call.last_segment(), "list"];
        if found.get(&path).is_none() {
            draft.set(&path, *key, Some(format!("{NOT_SENT}; nas consultas é assim")));
        }
    }
}

fn propose_requests(draft: &mut Draft, found: &Draft, understood: &BTreeSet<&str>) {
    // Keys that a read sent in the contract's spelling, and was understood.
    let plain: BTreeSet<_> = understood
        .iter()
        .flat_map(|request| request::keys_of(request))
        .filter(|key| found.request_key(&key.owner, &key.name) == key.name)
        .map(|key| key.name)
        .collect();
    // If a read wanted the responses' names, and none understood others, a write will want them too.
    let understands_others = understood.iter().flat_map(|request| request::keys_of(request)).any(|key| {
        let field = request::field_for(&key.owner, &key.name);
        let spelling = field.and_then(|field| found.spelling(field.owner, field.name));
        spelling.is_some_and(|spelling| found.request_key(&key.owner, &key.name) == key.name && spelling != key.name)
    });
    let wants_response_names = found.has_requests_spelled_as_responses() && !understands_others;
    for call in Vocabulary::get().calls.iter().filter(|call| !understood.contains(call.request.as_str())) {
        for key in request::keys_of(&call.request) {
            let path = ["requests", &key.owner, &key.name];
            if found.get(&path).is_some() || plain.contains(&key.name) {
                continue;
            }
            let of_reads = found.requested_elsewhere(&key.name);
            let of_responses = || {
                let field = request::field_for(&key.owner, &key.name)?;
                // The way into a nested object of a response is no name of a key.
                found.spelling(field.owner, field.name).filter(|spelling| !spelling.contains('.'))
            };
            let (spelling, reason, is_likely) = match (of_reads, of_responses()) {
                (Some(spelling), _) => (spelling, "as consultas dizem assim", true),
                (None, Some(spelling)) => (spelling, "as respostas dizem assim", wants_response_names),
                (None, None) => continue,
            };
            if spelling == key.name {
                continue;
            }
            let reason = format!("{NOT_SENT}; {reason}");
            // A wrong key would lock everybody out.
            if is_likely && call.session {
                draft.set(&path, spelling, Some(reason));
            } else {
                let line = format!("{} = {}", key.name, toml::Value::from(spelling));
                draft.leave_open(&path[..2], line, reason);
            }
        }
    }
}

fn propose_types(draft: &mut Draft, found: &Draft, seen: &BTreeSet<String>) {
    let types = &Vocabulary::get().types;
    for (name, names) in types.iter().filter(|(name, _)| !seen.contains(*name)) {
        // A type that came with the same keys and more: the user at the login.
        let like = types.iter().find(|(other, of)| {
            seen.contains(*other) && names.keys.keys().all(|key| of.keys.contains_key(key)) && !names.keys.is_empty()
        });
        for key in names.keys.keys() {
            if found.spelling(name, key).is_some() {
                continue;
            }
            if let Some((like, _)) = like {
                if let Some(spelling) = found.spelling(like, key) {
                    draft.set(&["types", name, key], spelling, Some(format!("{NOT_SEEN}; em {like} é assim")));
                }
            } else if let Some(spelling) = found.spellings_of(key).iter().find(|spelling| !spelling.contains('.')) {
                let line = format!("{key} = {}", toml::Value::from(*spelling));
                draft.leave_open(&["types", name], line, format!("{NOT_SEEN}; em outro tipo é assim"));
            }
        }
    }
}
