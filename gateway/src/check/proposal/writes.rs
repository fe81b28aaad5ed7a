//! Proposes keys for what the check never sees: requests that write and their responses, and those of the login if a token was
//! given. They come from what the reads and the responses call the same.

use std::collections::BTreeSet;

use super::request_names::{
    differ_from_responses, flat_names, is_bare, joined_names, known_names, last_object, style, without_table,
};
use super::requests::Requests;
use crate::{
    check::{draft::Draft, responses::nested::without_wrappers},
    contract::{
        field_names::{ALIKE, likeness, says_something},
        request::{self, API_KEY, RequestKey},
        value_type::ExpectedType,
        vocabulary::{CallNames, Vocabulary},
    },
};

const NOT_SENT: &str = "confira: este pedido não é enviado aqui";
const NOT_SENT_NOW: &str = "confira: este pedido não foi enviado desta vez";
const NOT_ANSWERED: &str = "confira: o serviço não respondeu com dados a este pedido";
/// Fewest reads that show where objects stand.
const FEW_READS: usize = 2;
/// The key of a new password, which an API may want twice.
const NEW_PASSWORD: &str = "senhaNova";
const NOT_SEEN: &str = "confira: nenhuma resposta deste tipo chegou aqui";

/// Completes a proposal. `seen` are the types that came.
pub(super) fn propose(draft: &mut Draft, requests: &Requests, seen: &BTreeSet<String>) {
    let found = draft.clone();
    propose_types(draft, &found, seen);
    let found = draft.clone();
    propose_requests(draft, &found, requests);
    propose_wrappers(draft, &found, requests);
    leave_out_own_names(draft);
    propose_numbers(draft, requests);
}

impl Requests<'_> {
    /// Why nothing is known of a request.
    fn unknown(&self, call: &CallNames) -> &'static str {
        match () {
            () if self.sent.contains(&*call.request) => NOT_ANSWERED,
            () if self.writes.contains(call.path) => NOT_SENT,
            () => NOT_SENT_NOW,
        }
    }
}

/// The codes of a write are written as responses have them: as JSON numbers, if claims or most responses do.
fn propose_numbers(draft: &mut Draft, requests: &Requests) {
    for call in Vocabulary::get().calls.iter().filter(|call| requests.writes.contains(call.path)) {
        for key in request::keys_of(&call.request) {
            let path = ["requests", &key.owner, &key.name];
            let field = request::field_for(&key.owner, &key.name);
            let is_code = |name: &str| name.starts_with("cd") || name.starts_with("nr");
            let reason =
                field.filter(|field| is_code(field.name)).and_then(|field| requests.numbers.reason(field.name));
            let Some(reason) = reason.filter(|_| !draft.is_decided(&path)) else { continue };
            if draft.get(&path).is_none() && draft.is_open(&path[..2], &key.name) {
                draft.close(&path[..2], &key.name);
                let line = format!("{} = {{ as = \"number\", key = \"…\" }}", key.name);
                draft.leave_open(&path[..2], line, format!("{NOT_SENT}: como a API chama esta chave?"));
                continue;
            }
            let mut other = draft.clone();
            other.set_number(&key.owner, &key.name, Some(format!("{NOT_SENT}; {reason}")));
            if other.mapping().is_ok() {
                *draft = other;
            }
        }
    }
}

/// A request has the contract's own names unless something else is said.
fn leave_out_own_names(draft: &mut Draft) {
    for (request, names) in &Vocabulary::get().requests {
        for name in names.keys.keys() {
            let path = ["requests", request, name];
            if draft.get(&path).and_then(toml::Value::as_str) == Some(name) && !draft.is_given_entry(&path) {
                draft.remove_with_tables(&path);
            }
        }
    }
}

/// If the objects of several reads stand under the same key, that of a call that was not sent will too.
fn propose_wrappers(draft: &mut Draft, found: &Draft, requests: &Requests) {
    let vocabulary = Vocabulary::get();
    let has_object = |call: &&CallNames| {
        let data = call.data.as_ref().and_then(|name| vocabulary.types.get(name));
        !call.is_list && data.is_some_and(|names| !names.keys.is_empty())
    };
    let (seen, others): (Vec<_>, Vec<_>) = vocabulary
        .calls
        .iter()
        .filter(has_object)
        .partition(|call| requests.understood.contains(call.request.as_str()));
    for call in others.iter().filter(|call| requests.writes.contains(call.path)) {
        let like = seen.iter().find(|read| read.data == call.data && found.list_of(read.path).is_some());
        let path = ["calls", call.last_segment(), "list"];
        let Some(read) = like.filter(|_| found.get(&path).is_none()) else { continue };
        let Some(key) = found.list_of(read.path) else { continue };
        // A read of the same type whose data are one object of it.
        let is_bare =
            |other: &&&CallNames| other.data == call.data && other.path != read.path && comes_bare(found, other);
        let told = requests.unknown(call);
        match understood_reads(requests).iter().find(is_bare) {
            None => draft.set(&path, key, Some(format!("{told}; na consulta do mesmo tipo é assim"))),
            Some(bare) => {
                let (wrapped, bare) = (read.last_segment(), bare.last_segment());
                let reason = format!(
                    "{told}; assim vem de {wrapped}, mas de {bare} vem direto, que é o que vale sem esta linha"
                );
                draft.leave_open(&path[..2], format!("list = {}", toml::Value::from(key)), reason);
            }
        }
    }
    let reads: Vec<_> = seen.iter().filter(|call| call.session).collect();
    let keys: BTreeSet<_> = seen.iter().map(|call| found.list_of(call.path)).collect();
    let Some(Some(key)) = keys.first().filter(|_| keys.len() == 1 && reads.len() >= FEW_READS) else { return };
    // A service that was asked and refused shows nothing, and neither do the others show it.
    for call in others.into_iter().filter(|call| !requests.sent.contains(&*call.request)) {
        let path = ["calls", call.last_segment(), "list"];
        if found.get(&path).is_none() {
            draft.set(&path, *key, Some(format!("{}; nas consultas é assim", requests.unknown(call))));
        }
    }
}

/// The reads that were understood.
fn understood_reads<'a>(requests: &Requests) -> Vec<&'a CallNames> {
    Vocabulary::get().calls.iter().filter(|call| requests.understood.contains(call.request.as_str())).collect()
}

/// Whether the data of a call are the object itself, as far as the lists of others show where the contract has a list.
fn comes_bare(found: &Draft, call: &CallNames) -> bool {
    let wraps_lists = || Vocabulary::get().calls.iter().any(|one| one.is_list && found.list_of(one.path).is_some());
    found.list_of(call.path).is_none() && (!call.is_list || wraps_lists())
}

fn propose_requests(draft: &mut Draft, found: &Draft, requests: &Requests) {
    let understood = &requests.understood;
    // Keys that a read sent in the contract's spelling, and was understood.
    let plain: BTreeSet<_> = understood
        .iter()
        .flat_map(|request| request::keys_of(request))
        .filter(|key| found.request_key(&key.owner, &key.name) == key.name)
        .map(|key| key.name)
        .collect();
    // If a read wanted the responses' names, and none understood others, a write will want them too.
    let of_reads = Vocabulary::get().calls.iter().filter(|call| call.session && understood.contains(&*call.request));
    let understands_others = of_reads.flat_map(|call| request::keys_of(&call.request)).any(|key| {
        let field = request::field_for(&key.owner, &key.name);
        let spelling = field.and_then(|field| found.spelling(field.owner, field.name)).map(without_wrappers);
        spelling.is_some_and(|spelling| found.request_key(&key.owner, &key.name) == key.name && spelling != key.name)
    });
    // Where few names are the contract's, those of a write hardly are.
    let is_foreign = is_renamed(found, "Acionamento");
    let flat = flat_names(found, understood);
    let names = known_names(found, understood);
    let differs = differ_from_responses(found, understood, flat);
    let wants_response_names =
        !differs && (is_foreign || found.has_requests_spelled_as_responses() && !understands_others);
    let style = style(found, understood);
    let knows_login = found.is_decided(&["types", "Sessao", "dsToken"]);
    // A login that was read before is known, though a token was given now.
    let is_known = |call: &CallNames| call.is_login_step && knows_login && !requests.sent.contains(&*call.request);
    let calls = Vocabulary::get().calls.iter().filter(|call| !understood.contains(call.request.as_str()));
    for call in calls.filter(|call| !is_known(call)) {
        let is_sent = requests.sent.contains(&*call.request);
        let told = requests.unknown(call);
        for key in request::keys_of(&call.request) {
            let path = ["requests", &key.owner, &key.name];
            let writes = requests.writes.contains(call.path);
            if found.get(&path).is_some() || plain.contains(&key.name) && !(writes && is_foreign) {
                continue;
            }
            let of_reads = found.requested_elsewhere(&key.name);
            let spelled = || match &key.inside {
                // The rows of a list in the response have the names of those in the request.
                Some(list) => spelling_in_list(found, list, &key),
                None => {
                    let field = request::field_for(&key.owner, &key.name)?;
                    // A name that requests and responses share may be the API's, too.
                    let own = || requests.came.get(field.owner).filter(|_| field.name == key.name)?.get(field.name);
                    found.spelling(field.owner, field.name).or_else(|| own().copied()).map(str::to_owned)
                }
            };
            // Where the claim has it in an object, the object's own type has its plain name: the pet of the insured.
            let of_own_type = || {
                let field = request::field_for(&key.owner, &key.name)?;
                let plain: BTreeSet<_> =
                    found.spellings_of(field.name).into_iter().filter(|one| !one.contains('.')).collect();
                plain.first().filter(|one| plain.len() == 1 && !is_bare(one)).map(|one| (*one).to_owned())
            };
            // The name of its object, where the type of the object has no other: `id` of the pet.
            let object_of = |name: &str| {
                let field =
                    request::field_for(&key.owner, &key.name).filter(|_| key.inside.is_none() && is_bare(name))?;
                let nested = found.spellings_of(field.name).into_iter().find_map(|one| Some(last_object(one)?.0));
                nested.filter(|object| says_something(object)).map(str::to_owned)
            };
            let is_list = Vocabulary::get().requests[&key.owner].keys[&key.name].expected == ExpectedType::List;
            let of_responses = || {
                let spelling = spelled()?;
                let plain = without_wrappers(&spelling);
                if is_list {
                    return Some(vec![plain.to_owned()]);
                }
                match last_object(plain) {
                    None => match object_of(plain) {
                        Some(object) => Some(joined_names(&names, flat, &object, plain)),
                        None => Some(vec![plain.to_owned()]),
                    },
                    // The way into a nested object of a response is no name of a key.
                    Some((object, key)) if !says_something(object) => Some(vec![key.to_owned()]),
                    Some((object, key)) if is_bare(key) => Some(joined_names(&names, flat, object, key)),
                    Some((object, key)) => flat.map(|flat| flat(object, key)).or_else(of_own_type).map(|one| vec![one]),
                }
            };
            let responses = of_responses().unwrap_or_default();
            let in_style = style.filter(|_| differs && key.name != API_KEY).map(|style| style(&key.name));
            let (spelling, reason, is_likely) = match (of_reads, in_style.clone(), responses.first()) {
                (Some(spelling), ..) => (spelling.to_owned(), "as consultas dizem assim", true),
                (None, Some(spelling), _) => (spelling, "as consultas escrevem assim os nomes", false),
                (None, None, Some(_)) if responses.len() > 1 => {
                    for name in &responses {
                        let line = format!("{} = {}", key.name, toml::Value::from(name.as_str()));
                        draft.leave_open(&path[..2], line, format!("{told}; as respostas o têm dentro de um objeto"));
                    }
                    continue;
                }
                (None, None, Some(spelling)) => (spelling.clone(), "as respostas dizem assim", wants_response_names),
                // A read that was refused for another reason may be right as it is.
                (None, None, None) if is_sent && !requests.refused.contains(&*call.request) => continue,
                (None, None, None)
                    if is_foreign
                        && (key.name != API_KEY || writes && found.requested_elsewhere(API_KEY).is_some()) =>
                {
                    let reason = format!("{told}: como a API chama esta chave?");
                    draft.leave_open(&path[..2], format!("{} = \"…\"", key.name), reason);
                    if key.name == NEW_PASSWORD {
                        let reason = format!("{told}; se a API pede também a confirmação");
                        draft.leave_open(&path[..2], format!("{NEW_PASSWORD} = [\"…\", \"…\"]"), reason);
                    }
                    continue;
                }
                (None, None, None) => continue,
            };
            if spelling == key.name {
                // Only a name that was confirmed is settled, where few names are the contract's.
                if writes && is_foreign {
                    let line = format!("{0} = \"{0}\"", key.name);
                    draft.leave_open(&path[..2], line, format!("{told}; {reason}, como o contrato"));
                }
                continue;
            }
            for other in responses.iter().filter(|_| in_style.is_some() && of_reads.is_none()) {
                let line = format!("{} = {}", key.name, toml::Value::from(without_table(other)));
                draft.leave_open(&path[..2], line, format!("{told}; as respostas dizem assim"));
            }
            let reason = format!("{told}; {reason}");
            // A wrong key would lock everybody out; a key of the login may be of the login alone.
            if is_likely && call.session && key.name != API_KEY {
                let own = format!("; sem esta linha vai {}", key.name);
                let own = Some(own).filter(|_| writes && of_reads.is_none()).unwrap_or_default();
                draft.set(&path, spelling, Some(reason + &own));
            } else {
                let line = format!("{} = {}", key.name, toml::Value::from(spelling));
                draft.leave_open(&path[..2], line, reason);
                if writes && call.session && key.name == API_KEY {
                    let reason = format!("{told}; se a API só pede a chave no login");
                    draft.leave_open(&path[..2], format!("{API_KEY} = false"), reason);
                }
            }
        }
    }
}

/// Whether most keys of a type are other than the contract's.
pub(super) fn is_renamed(found: &Draft, type_name: &str) -> bool {
    let Some(names) = Vocabulary::get().types.get(type_name) else { return false };
    let renamed = names.keys.keys().filter(|key| found.spelling(type_name, key).is_some()).count();
    renamed * 2 > names.keys.len()
}

/// The spelling of a key of the rows in a list that a request and its response have.
fn spelling_in_list(found: &Draft, list: &str, key: &RequestKey) -> Option<String> {
    let types = &Vocabulary::get().types;
    let row = types.values().find_map(|names| names.keys.get(list)?.object.as_ref())?;
    let names = types.get(row)?.keys.keys();
    let field = request::field_for(&key.owner, &key.name).map(|field| field.name);
    let alike = |name: &String| likeness(&key.name, name, row) + f64::from(u8::from(Some(name.as_str()) == field));
    let best = names.map(|name| (alike(name), name)).max_by(|(one, _), (other, _)| one.total_cmp(other));
    let (_, name) = best.filter(|(alike, _)| *alike >= ALIKE)?;
    found.spelling(row, name).map(str::to_owned)
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
                // The object of the user within a session is the user where it stands alone.
                let spelling = found.spelling(like, key).map(|spelling| match spelling.split_once('.') {
                    Some((object, inner)) if likeness(object, name, "") >= ALIKE => inner,
                    _ => spelling,
                });
                if let Some(spelling) = spelling {
                    let is_within = found.spelling(like, key) != Some(spelling);
                    let how = if is_within {
                        "está dentro de um objeto, e dentro de um o gateway também o lê"
                    } else {
                        "é assim"
                    };
                    draft.set(&["types", name, key], spelling, Some(format!("{NOT_SEEN}; em {like} {how}")));
                }
            } else if let Some(spelling) = found.spellings_of(key).iter().find(|spelling| !spelling.contains('.')) {
                let line = format!("{key} = {}", toml::Value::from(*spelling));
                draft.leave_open(&["types", name], line, format!("{NOT_SEEN}; em outro tipo é assim"));
            }
        }
    }
}
