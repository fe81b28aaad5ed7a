//! Keys of writes that an API may not know, because what else is sent says the same: the insurer of a policy. A strict API
//! refuses every save that has one, and no read shows it. The same request without the required keys shows the names of all.

use schemars::JsonSchema as _;
use services::wire::login::AtualizaUsuario;

use super::{requests::Requests, writes::is_renamed};
use crate::{
    check::draft::Draft,
    contract::{
        request::{self, API_KEY, RequestKey},
        vocabulary::{CallNames, Omitted, Vocabulary},
    },
};

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

/// How to find out, without writing anything, what the API calls the keys that are guesses: by a request with the optional ones
/// alone. A refusal names those that it does not know, and the required ones that did not come.
pub(super) fn how_to_find_out(draft: &Draft, requests: &Requests) -> Vec<String> {
    if !is_renamed(draft, "Acionamento") {
        return Vec::new();
    }
    let writes = Vocabulary::get().calls.iter().filter(|call| requests.writes.contains(call.path));
    let told = writes.filter_map(|call| {
        let all = request::keys_of(&call.request);
        let own: Vec<_> = all.into_iter().filter(|key| key.inside.is_none() && key.name != API_KEY).collect();
        let is_guess = |key: &RequestKey| {
            let entry = ["requests", &key.owner, &key.name];
            draft.doubt(&entry).is_some() || draft.is_open(&entry[..2], &key.name)
        };
        let has_guess = own.iter().any(is_guess);
        let keys = own.into_iter().filter(|key| is_optional(key) && is_guess(key) && has_name(draft, key));
        // A change of the user may have no required key: it takes no value of this kind.
        let is_change = call.request == AtualizaUsuario::schema_name();
        let member = |key: RequestKey| {
            let entry = draft.get(&["requests", &key.owner, &key.name]).and_then(|entry| entry.get("as")?.as_str());
            let value = match entry {
                _ if is_change => "[]",
                Some("number") => "1",
                _ => "\"1\"",
            };
            format!("\"{}\":{value}", draft.request_key(&key.owner, &key.name))
        };
        let body: Vec<_> = keys.map(member).collect();
        let path = draft.get(&["calls", call.last_segment(), "path"]).and_then(toml::Value::as_str);
        has_guess.then(|| {
            format!(
                "{} conhece estas chaves? Envie só {{{}}}, sem as obrigatórias: uma API que confere as chaves recusa sem gravar, e \
                 diz as que não conhece (têm outro nome, ou são false no arquivo) e as que faltam. Se ela grava mesmo assim, quem a \
                 opera sabe",
                path.unwrap_or(call.path),
                body.join(",")
            )
        })
    });
    told.collect()
}

/// Whether a request may come without a key.
fn is_optional(key: &RequestKey) -> bool {
    let names = &Vocabulary::get().requests[&key.owner].keys[&key.name];
    names.is_nullable || names.omitted == Omitted::SameRequest
}

/// Whether something says what a key is called; a line to fill in does not.
fn has_name(draft: &Draft, key: &RequestKey) -> bool {
    let entry = ["requests", &key.owner, &key.name];
    let mut lines = draft.open_lines(&entry[..2], &key.name);
    draft.get(&entry).is_some() || lines.any(|line| !line.contains('…'))
}

/// The keys without which a request is the same.
fn omissible(call: &CallNames) -> Vec<RequestKey> {
    let requests = &Vocabulary::get().requests;
    let is_omissible =
        |key: &RequestKey| key.name != API_KEY && requests[&key.owner].keys[&key.name].omitted == Omitted::SameRequest;
    request::keys_of(&call.request).into_iter().filter(is_omissible).collect()
}
