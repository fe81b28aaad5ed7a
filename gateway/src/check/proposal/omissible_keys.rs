//! Keys of writes that an API may not know, because what else is sent says the same: the insurer of a policy. A strict API
//! refuses every save that has one, and no read shows it.

use super::writes::{Requests, is_renamed};
use crate::{
    check::draft::Draft,
    contract::{
        request::{self, RequestKey},
        vocabulary::{CallNames, Omitted, Vocabulary},
    },
};

/// The key of the API key, which a header may carry.
const API_KEY: &str = "apiKey";

/// Leaves open that these keys are not sent. `draft` has the keys as they are proposed.
pub(super) fn propose(draft: &mut Draft, requests: &Requests) {
    if !is_renamed(draft, "Acionamento") {
        return;
    }
    for call in Vocabulary::get().calls.iter().filter(|call| requests.writes.contains(call.path)) {
        let said_by = if call.session { "a apólice" } else { "a sessão" };
        for key in omissible(call) {
            if !draft.is_decided(&["requests", &key.owner, &key.name]) {
                let reason = format!("se a API não conhece esta chave: {said_by} diz o mesmo");
                draft.leave_open(&["requests", &key.owner], format!("{} = false", key.name), reason);
            }
        }
    }
}

/// How to find out, without writing anything, whether the API knows the keys that are left open so.
pub(super) fn how_to_find_out(draft: &Draft, requests: &Requests) -> Vec<String> {
    let writes = Vocabulary::get().calls.iter().filter(|call| requests.writes.contains(call.path));
    let told = writes.filter_map(|call| {
        let keys = omissible(call).into_iter().filter(|key| {
            let entry = ["requests", &key.owner];
            draft.open_lines(&entry, &key.name).any(|line| line.ends_with(" = false"))
        });
        let member = |key: RequestKey| {
            let entry = draft.get(&["requests", &key.owner, &key.name]).and_then(|entry| entry.get("as")?.as_str());
            let value = if entry == Some("number") { "1" } else { "\"1\"" };
            format!("\"{}\":{value}", draft.request_key(&key.owner, &key.name))
        };
        let body: Vec<_> = keys.map(member).collect();
        let path = draft.get(&["calls", call.last_segment(), "path"]).and_then(toml::Value::as_str);
        (!body.is_empty()).then(|| {
            format!(
                "{} conhece estas chaves? Envie só {{{}}}, sem as obrigatórias: uma API que confere as chaves recusa sem gravar, e \
                 diz as que não conhece; essas são false no arquivo. Se ela grava mesmo assim, quem a opera sabe",
                path.unwrap_or(call.path),
                body.join(",")
            )
        })
    });
    told.collect()
}

/// The keys without which a request is the same.
fn omissible(call: &CallNames) -> Vec<RequestKey> {
    let requests = &Vocabulary::get().requests;
    let is_omissible =
        |key: &RequestKey| key.name != API_KEY && requests[&key.owner].keys[&key.name].omitted == Omitted::SameRequest;
    request::keys_of(&call.request).into_iter().filter(is_omissible).collect()
}
