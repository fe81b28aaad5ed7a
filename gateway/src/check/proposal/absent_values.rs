//! How requests say that there is no value, as responses do, and how they say that one is removed, which no response shows.

use toml::{Table, Value};

use super::requests::Requests;
use crate::{
    check::draft::Draft,
    contract::{request, vocabulary::Vocabulary},
};

const PATH: [&str; 2] = ["writing", "null"];

pub(super) fn propose(draft: &mut Draft, requests: &Requests) {
    if requests.has_no_null && draft.get(&PATH).is_none() {
        let doubt = "confira: nas respostas o que não há não vem, em vez de null".to_owned();
        draft.set(&PATH, "omit", Some(doubt));
    }
    if requests.has_empty_texts && draft.get(&PATH).is_none() {
        let doubt = "confira: nas respostas o que não há é um texto vazio, nunca null".to_owned();
        let mut other = draft.clone();
        other.set(&PATH, "empty", Some(doubt.clone()));
        match other.mapping() {
            Ok(_) => *draft = other,
            // A number cannot be empty.
            Err(_) => draft.leave_open(&["writing"], "null = \"empty\"".to_owned(), doubt),
        }
    }
    if draft.get(&PATH).and_then(Value::as_str) == Some("omit") {
        leave_removals_open(draft, requests);
    }
}

/// Where absent values are left out, an empty text removes what there was. An API may want null, or no key.
fn leave_removals_open(draft: &mut Draft, requests: &Requests) {
    let vocabulary = Vocabulary::get();
    for call in vocabulary.calls.iter().filter(|call| requests.writes.contains(call.path)) {
        let keys = request::keys_of(&call.request).into_iter();
        for key in keys.filter(|key| vocabulary.requests[&key.owner].keys[&key.name].null_removes) {
            let path = ["requests", &*key.owner, &*key.name];
            let entry = draft.get(&path);
            if draft.is_decided(&path) || entry.is_some_and(|entry| entry.get("null").is_some()) {
                continue;
            }
            let spelling = match entry {
                Some(Value::Table(table)) => table.get("key").cloned(),
                None if draft.is_open(&path[..2], &key.name) => Some("…".into()),
                entry => entry.cloned(),
            };
            let members = spelling.map(|spelling| ("key".to_owned(), spelling)).into_iter();
            let table: Table = members.chain([("null".to_owned(), "null".into())]).collect();
            let reason = "se a API não remove o valor com um texto vazio, que é o que vai sem esta linha, mas com null; ou \"omit\", \
                          se o remove quando a chave falta";
            draft.leave_open(&path[..2], format!("{} = {}", key.name, Value::from(table)), reason.to_owned());
        }
    }
}
