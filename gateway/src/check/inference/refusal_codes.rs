//! Finds the key of the code that tells refusals apart, where the envelope's status does not:
//! `{"success": false, "errors": [{"code": "NOT_FOUND", "message": "…"}]}`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use services::wire::{
    envelope::{DATA, STATUS},
    spelling::KeyPath,
};
use toml::Value;

use super::{
    missing_claim::is_specific,
    refusals,
    usual_names::{code_rank, is_code_key},
};
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        responses::{
            http_status::is_success,
            nested::{self, plain},
            observation::{self, Observation},
        },
    },
    mapping::refusals::codes_in,
};

/// The entry of the file.
pub(in crate::check) const CODE: [&str; 2] = ["envelope", "code"];
/// The reason where one code came, or successes have the key too.
const ONE_CODE: &str = "confira: só um código veio em recusas";
const IN_SUCCESSES: &str = "confira: também vem com sucesso";
/// The reason of another key that tells the same refusals apart.
const EQUALLY_GOOD: &str = "distingue as mesmas recusas";
/// Longest code.
const MAX_LENGTH: usize = 40;
/// Most digits of a code; an identifier of the request has more.
const MAX_DIGITS: usize = 7;

/// A refusal with a message.
struct Refusal<'a> {
    http: u16,
    text: String,
    body: &'a RawValue,
}

/// A key that holds codes in refusals.
struct Candidate {
    path: String,
    /// Each code with the HTTP statuses of its refusals.
    values: BTreeMap<String, BTreeSet<u16>>,
    doubt: Option<&'static str>,
    rank: f64,
}

/// Proposes the key. It is sure where refusals have different codes, and successes none.
pub(super) fn infer(draft: &mut Draft, seen: &[Observation]) {
    if draft.get(&CODE).is_some() {
        return;
    }
    let refusals: Vec<_> = seen.iter().filter_map(|one| refusal(draft, one)).collect();
    let successes: Vec<&RawValue> =
        seen.iter().filter(|one| is_success(one.http)).filter_map(|one| serde_json::from_str(one.body).ok()).collect();
    let successes: Vec<_> =
        successes.into_iter().filter(|body| !refusals.iter().any(|one| one.body.get() == body.get())).collect();
    let paths: BTreeSet<_> =
        refusals.iter().flat_map(|one| codes_within(draft, one.body)).map(|(path, _)| path.to_string()).collect();
    let found = paths.into_iter().filter_map(|path| candidate(draft, path, &refusals, &successes));
    let mut found: Vec<_> = found.collect();
    found.sort_by(|one, other| other.values.len().cmp(&one.values.len()).then(other.rank.total_cmp(&one.rank)));
    let [best, others @ ..] = &found[..] else { return };
    if is_told_by_status(draft, &refusals, best) {
        return;
    }
    draft.set(&CODE, best.path.as_str(), best.doubt.map(str::to_owned));
    for other in others.iter().filter(|other| other.values.len() == best.values.len()) {
        let line = format!("{} = {}", CODE[1], Value::from(other.path.as_str()));
        draft.leave_open(&CODE[..1], line, EQUALLY_GOOD.to_owned());
    }
}

/// The code of the menu's refusal without a session, unless other refusals have it too. A code of its own shows that the key
/// tells refusals apart.
pub(in crate::check) fn of_signed_out(draft: &mut Draft, body: &[u8], seen: &[Observation]) -> Option<String> {
    let key: KeyPath = draft.get(&CODE)?.as_str()?.parse().ok()?;
    let others: BTreeSet<_> = seen
        .iter()
        .filter_map(|one| refusal(draft, one))
        .flat_map(|one| codes_in(one.body.get().as_bytes(), &key))
        .collect();
    let code = codes_in(body, &key).into_iter().find(|code| is_code(code) && !others.contains(code))?;
    if draft.doubt(&CODE) == Some(ONE_CODE) && !others.is_empty() {
        draft.forget_doubt(&CODE);
    }
    Some(code)
}

/// The codes of a refusal, each with its key; not those of the envelope's status or in its data.
pub(in crate::check) fn codes_within(draft: &Draft, body: &RawValue) -> Vec<(KeyPath, String)> {
    let part = |name| match draft.envelope_key(name) {
        EnvelopePath::Key(key) => key.parse::<KeyPath>().ok(),
        EnvelopePath::None => None,
    };
    let (status, data) = (part(STATUS), part(DATA));
    let is_own = |path: &KeyPath| {
        path.keys().last().is_some_and(|key| is_code_key(key))
            && status.as_ref() != Some(path)
            && !data.as_ref().is_some_and(|data| path.is_within(data))
    };
    let all = nested::keys_within_lists(body).into_iter().filter(|(path, _)| is_own(path));
    all.filter_map(|(path, value)| Some((path, plain(value).filter(|text| is_code(text))?))).collect()
}

fn refusal<'a>(draft: &Draft, one: &Observation<'a>) -> Option<Refusal<'a>> {
    let translated = observation::translated(draft, one);
    let is_refused = match one.http {
        http if is_success(http) => {
            translated.as_deref().is_some_and(|text| observation::has_status(text) && !observation::says_success(text))
        }
        400..=499 => draft.has_message(one.body.as_bytes()) || refusals::has_message(one.body.as_bytes()),
        _ => false,
    };
    let text = translated.as_deref().and_then(observation::message).unwrap_or_default();
    is_refused.then_some(())?;
    Some(Refusal { http: one.http, text, body: serde_json::from_str(one.body).ok()? })
}

fn candidate(draft: &Draft, path: String, refusals: &[Refusal], successes: &[&RawValue]) -> Option<Candidate> {
    let key: KeyPath = path.parse().ok()?;
    let mut values: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
    let mut by_text: BTreeMap<(u16, &str), BTreeSet<Vec<String>>> = BTreeMap::new();
    for one in refusals {
        let codes = codes_in(one.body.get().as_bytes(), &key);
        for code in codes.iter().filter(|code| is_code(code)) {
            values.entry(code.clone()).or_default().insert(one.http);
        }
        if !one.text.is_empty() {
            by_text.entry((one.http, &one.text)).or_default().insert(codes);
        }
    }
    // The HTTP status says that too; what one refusal has now one and now another of identifies the request.
    let repeats_http = values.iter().all(|(code, https)| https.iter().all(|http| http.to_string() == *code));
    if repeats_http || by_text.values().any(|codes| codes.len() > 1) {
        return None;
    }
    let of_success: BTreeSet<_> = successes.iter().flat_map(|body| codes_in(body.get().as_bytes(), &key)).collect();
    let of_success: BTreeSet<_> = of_success.into_iter().filter(|code| !code.is_empty()).collect();
    let doubt = match (values.len(), of_success.len()) {
        // Data have another one each.
        (_, 2..) => return None,
        _ if of_success.iter().any(|code| values.contains_key(code)) => return None,
        (0, _) => return None,
        // Other refusals have the same.
        (1, _) => {
            let (code, https) = values.first_key_value()?;
            if https.len() > 1 || !is_specific(code) {
                return None;
            }
            Some(ONE_CODE)
        }
        (_, 1) => Some(IN_SUCCESSES),
        _ => None,
    };
    let beside = |path: &KeyPath| path.keys().split_last().map(|(_, around)| around.to_vec());
    let is_beside = draft.message_paths().iter().any(|message| beside(message) == beside(&key));
    let rank = code_rank(key.keys().last()?) + f64::from(u8::from(is_beside));
    Some(Candidate { path, values, doubt, rank })
}

/// Whether the envelope's status tells at least as many refusals apart, and what the file compares with it stays true.
fn is_told_by_status(draft: &Draft, refusals: &[Refusal], best: &Candidate) -> bool {
    let EnvelopePath::Key(key) = draft.envelope_key(STATUS) else { return false };
    let Ok(key) = key.parse::<KeyPath>() else { return false };
    let values = refusals.iter().filter_map(|one| plain(nested::at(one.body, &key)?));
    let values: BTreeSet<_> = values.filter(|value| is_code(value)).collect();
    values.iter().any(|value| is_specific(value)) && (values.len() >= best.values.len() || draft.has_codes())
}

/// Whether a text may be a code: a word, and no identifier of a request.
fn is_code(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(is_part) && digits <= MAX_DIGITS
}
