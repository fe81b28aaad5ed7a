//! The keys of a login's step that a refusal calls otherwise.

use std::collections::BTreeSet;

use crate::{
    check::draft::Draft,
    contract::{
        field_names::{ALIKE, likeness},
        request::{self, RequestKey},
    },
};

/// Minimum likeness of a name that is like no other key of its step.
const SOMEWHAT_ALIKE: f64 = 0.4;

/// The keys of a step, each with the name that a refusal has for it.
pub(super) fn find(step: &str, dialect: &Draft, mut named: BTreeSet<String>) -> Vec<(RequestKey, String)> {
    let has_header = dialect.get(&["headers", "api-key"]).is_some();
    let sent: Vec<_> = request::keys_of(step).into_iter().filter(|key| !(has_header && key.name == "apiKey")).collect();
    let is_sent = |key: &RequestKey, name: &String| *name == dialect.request_key(&key.owner, &key.name);
    // A key that is named as it was sent is understood. All APIs call an e-mail an e-mail, if
    // in other case, and one that was renamed is renamed once.
    let is_open = |key: &RequestKey| {
        let is_named = named.iter().any(|name| is_sent(key, name));
        let is_other_case = || named.iter().any(|name| name.eq_ignore_ascii_case(&key.name));
        !is_named && (key.name != "email" || is_other_case()) && dialect.request_key(&key.owner, &key.name) == key.name
    };
    let mut keys: Vec<_> = sent.iter().filter(|key| is_open(key)).cloned().collect();
    named.retain(|name| !sent.iter().any(|key| is_sent(key, name)));
    let mut found = Vec::new();
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
