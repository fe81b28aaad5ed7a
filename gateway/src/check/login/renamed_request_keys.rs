//! The keys of a login's step that a refusal calls otherwise.

use crate::{
    check::{draft::Draft, trials::refusal_names::RefusalNames},
    contract::{
        field_names::{ALIKE, likeness},
        request::RequestKey,
    },
};

/// Minimum likeness of a name that is like no other key of its step.
const SOMEWHAT_ALIKE: f64 = 0.4;

/// The key of the user's e-mail address.
const EMAIL: &str = "email";

/// The keys of a step, each with the name that a refusal has for it.
pub(super) fn find(step: &str, mapping: &Draft, refusal: RefusalNames) -> Vec<(RequestKey, String)> {
    let RefusalNames { names: mut named, unknown, missing, .. } = refusal;
    let sent = mapping.sent_keys(step);
    let is_sent = |key: &RequestKey, name: &String| *name == mapping.request_key(&key.owner, &key.name);
    let is_unknown = |key: &RequestKey| unknown.contains(mapping.request_key(&key.owner, &key.name));
    // One key is unknown and one is missing: it is this one, whatever their names are.
    let unknown_keys: Vec<_> = sent.iter().filter(|key| is_unknown(key)).collect();
    let missing: Vec<_> = missing.iter().filter(|name| !sent.iter().any(|key| is_sent(key, name))).collect();
    if let ([key], [name]) = (&unknown_keys[..], &missing[..]) {
        return vec![((*key).clone(), (*name).clone())];
    }
    let names_unknown = !unknown_keys.is_empty();
    // A key that is named as it was sent is understood. All APIs call an e-mail an e-mail, if
    // in other case, and one that was renamed is renamed once.
    let is_open = |key: &RequestKey| {
        if names_unknown {
            return is_unknown(key);
        }
        let is_named = named.iter().any(|name| is_sent(key, name));
        let is_other_case = || named.iter().any(|name| name.eq_ignore_ascii_case(&key.name));
        !is_named && (key.name != EMAIL || is_other_case()) && mapping.request_key(&key.owner, &key.name) == key.name
    };
    let mut keys: Vec<_> = sent.iter().filter(|key| is_open(key)).cloned().collect();
    named.retain(|name| !sent.iter().any(|key| is_sent(key, name)));
    let mut found = Vec::new();
    // A step may want the e-mail address too, which the contract sends only with the first.
    if sent.iter().all(|key| key.name != EMAIL) {
        let of_first_step = mapping.requested_elsewhere(EMAIL).unwrap_or(EMAIL);
        let is_email = |name: &String| name == of_first_step || likeness(name, EMAIL, "") >= ALIKE;
        if let Some(name) = named.iter().find(|name| is_email(name)).cloned() {
            named.remove(&name);
            let key = RequestKey { owner: step.to_owned(), name: EMAIL.to_owned(), inside: None };
            found.push((key, name));
        }
    }
    for name in &named {
        let like = |key: &RequestKey| likeness(name, &key.name, "");
        let mut alike: Vec<_> = keys.iter().enumerate().map(|(at, key)| (like(key), at)).collect();
        alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let second = alike.get(1).map_or(0.0, |(alike, _)| *alike);
        let is_it = |(alike, _): &&(f64, usize)| *alike >= ALIKE || *alike >= SOMEWHAT_ALIKE && second < SOMEWHAT_ALIKE;
        if let Some((_, at)) = alike.first().filter(is_it) {
            found.push((keys.remove(*at), name.clone()));
        }
    }
    // One key and one name are left.
    named.retain(|name| found.iter().all(|(_, other)| other != name));
    if let ([key], Some(name), 1) = (&keys[..], named.first(), named.len()) {
        found.push((key.clone(), name.clone()));
    }
    found
}
