//! Finds out how services refuse: the statuses of HTTP, and where a refusal says why to the user.

use serde_json::value::RawValue;
use services::wire::envelope::MESSAGES;

use super::usual_names::{MESSAGE_NAMES, bonus, is_success_text};
use crate::{
    check::{
        draft::Draft,
        responses::{nested, observation::Observation},
    },
    contract::{comparison::Members, field_names::words_of_name, value_type::ValueType},
};

/// HTTP statuses with which services refuse any request.
const REFUSALS: [i64; 4] = [400, 404, 409, 422];

/// The statuses of HTTP whose body is a refusal with a message; those that no read gets have a doubt.
pub(super) fn infer(draft: &mut Draft, seen: &[Observation]) {
    let path = ["envelope", "refusals"];
    let mut known = draft.values(&path).to_vec();
    let before = known.len();
    for status in seen_before(draft) {
        if !known.contains(&status) {
            known.push(status);
        }
    }
    let mut found: Vec<MessageKey> = Vec::new();
    for one in seen.iter().filter(|one| matches!(one.http, 400 | 404 | 409 | 412 | 422)) {
        let Ok(body) = serde_json::from_str::<&RawValue>(one.body) else { continue };
        if !draft.has_message(one.body.as_bytes()) {
            let Some(key) = message_key(body) else { continue };
            if !found.iter().any(|other| other.path == key.path) {
                found.push(key);
            }
        }
        let status = toml::Value::from(i64::from(one.http));
        if !draft.values(&["session", "ended", "http"]).contains(&status) && !known.contains(&status) {
            known.push(status);
        }
    }
    // What is written for people comes before what is written for programmers.
    found.sort_by(|one, other| other.rank.total_cmp(&one.rank));
    add_message_keys(draft, &found);
    if known.len() == before {
        return;
    }
    let ended = draft.values(&["session", "ended", "http"]);
    let unseen: Vec<_> = REFUSALS.map(toml::Value::from).into_iter().collect();
    let unseen: Vec<_> = unseen.into_iter().filter(|one| !known.contains(one) && !ended.contains(one)).collect();
    let mut doubt = None;
    if !draft.is_given_entry(&path) && !unseen.is_empty() {
        let told: Vec<_> = unseen.iter().map(ToString::to_string).collect();
        let (list, are) = match told.split_last() {
            Some((last, [])) => (last.clone(), "não apareceu: é comum"),
            Some((last, others)) => (format!("{} e {last}", others.join(", ")), "não apareceram: são comuns"),
            None => return,
        };
        doubt = Some(format!("confira: nas leituras HTTP {list} {are} nas recusas de um gravar"));
        known.extend(unseen);
    }
    known.sort_by_key(toml::Value::as_integer);
    draft.set(&path, known, doubt);
}

/// The statuses of the file's unsure list that its reason does not call unseen: a proposal before this one saw them, or the
/// operator added them.
fn seen_before(draft: &Draft) -> Vec<toml::Value> {
    let Some((toml::Value::Array(statuses), reason)) = draft.doubted(&["envelope", "refusals"]) else {
        return Vec::new();
    };
    let unseen: Vec<_> = reason.split(|letter: char| !letter.is_ascii_digit()).collect();
    statuses.iter().filter(|status| !unseen.contains(&status.to_string().as_str())).cloned().collect()
}

/// Whether the only message is what a server or a framework says of every such status.
fn is_page_of_server(members: &Members, key: &str) -> bool {
    matches!(key, "error" | "title") && ["timestamp", "traceId", "path"].iter().any(|key| members.value(key).is_some())
}

/// Rank of a text that by its name or its language is for the user.
const FOR_USER: f64 = 1.0;

/// Where a refusal says why.
struct MessageKey {
    /// The path of its text, or of the list of its texts.
    path: String,
    /// How much it seems to be written for the user.
    rank: f64,
    /// Another text of the same refusal that is as good.
    other: Option<String>,
}

/// The message of a refusal: beside its other keys, or in one of its objects.
fn message_key(body: &RawValue) -> Option<MessageKey> {
    if let Some(found) = message_key_here(body) {
        return Some(found);
    }
    let members = serde_json::from_str::<Members>(body.get()).ok()?;
    let objects = members.0.iter().filter(|(_, value)| ValueType::of(value.get()) == ValueType::Object);
    let found = objects.filter_map(|(key, value)| Some((key, message_key_here(value)?)));
    let (key, mut found) = found.max_by(|(_, one), (_, other)| one.rank.total_cmp(&other.rank))?;
    let around = nested::text(&[key]);
    found.path = format!("{around}.{}", found.path);
    found.other = found.other.map(|other| format!("{around}.{other}"));
    Some(found)
}

fn message_key_here(body: &RawValue) -> Option<MessageKey> {
    let members = serde_json::from_str::<Members>(body.get()).ok()?;
    let said = members.0.iter().filter(|(key, value)| {
        let kind = ValueType::of(value.get());
        let is_said =
            kind.is_text() && kind != ValueType::EmptyText || matches!(kind, ValueType::List | ValueType::Object);
        let is_text_of_language = key == "value" && members.value("lang").is_some();
        is_said && (is_text_of_language || bonus(MESSAGE_NAMES, key) > 0.0) && !is_page_of_server(&members, key)
    });
    let text = |value: &RawValue| serde_json::from_str::<String>(value.get()).unwrap_or_default();
    let mut all: Vec<_> = said.map(|(key, value)| (rank(key, &text(value)), &**key, *value)).collect();
    all.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    let &(best, key, value) = all.first()?;
    let is_text = |value: &RawValue| ValueType::of(value.get()).is_text();
    let rivals = all[1..].iter().find(|(rank, key, value)| {
        best.floor() <= rank.floor() && is_text(value) && !matches!(*key, "title" | "error" | "erro")
    });
    let other = rivals.filter(|_| is_text(value)).map(|(_, key, _)| nested::text(&[key]));
    let own = nested::text(&[key]);
    let inner = if ValueType::of(value.get()) == ValueType::Object { message_key_here(value) } else { None };
    let path = inner.map_or_else(|| own.clone(), |inner| format!("{own}.{}", inner.path));
    Some(MessageKey { path, rank: best, other })
}

/// How much a text seems to be written for the user: by its name, by its language, and by how usual its name is.
pub(super) fn rank(key: &str, text: &str) -> f64 {
    let key_words = words_of_name(key);
    let has = |words: &[&str]| words.iter().any(|word| key_words.iter().any(|one| one == word));
    let of_user = has(&["user", "usuario", "cliente", "friendly", "amigavel", "display"]);
    let of_programmer = has(&["technical", "tecnica", "tecnico", "developer", "debug", "internal"]);
    2.0 * f64::from(u8::from(of_user)) + f64::from(u8::from(is_portuguese(text))) - f64::from(u8::from(of_programmer))
        + bonus(MESSAGE_NAMES, key)
}

/// Whether a text has letters or words that Portuguese has and English does not.
fn is_portuguese(text: &str) -> bool {
    const WORDS: [&str; 14] =
        ["não", "nao", "de", "do", "da", "os", "um", "uma", "para", "este", "esta", "com", "foi", "já"];
    let lower = text.to_lowercase();
    lower.contains(['ã', 'õ', 'ç', 'é', 'á', 'í', 'ó', 'ú', 'ê'])
        || lower.split(|c: char| !c.is_alphabetic()).any(|word| WORDS.contains(&word))
}

/// Whether a response has a text in its messages that does not say success.
pub(in crate::check) fn has_refusal_text(draft: &Draft, body: &[u8]) -> bool {
    let Ok(body) = serde_json::from_slice::<&RawValue>(body) else { return false };
    let found = draft.message_paths();
    let mut values = found.iter().flat_map(|path| nested::all_at(body, path));
    values.any(|value| {
        let says_something = !matches!(value.get(), "null" | "[]" | "{}" | "\"\"");
        says_something && nested::plain(value).is_none_or(|text| !is_success_text(&text))
    })
}

/// Whether a body is a refusal that says why, and not a server's page about a path.
pub(in crate::check) fn has_message(body: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(body).is_ok_and(|body| message_key(body).is_some())
}

/// Adds the keys of the messages to those before them. An operator's are kept.
fn add_message_keys(draft: &mut Draft, found: &[MessageKey]) {
    let path = ["envelope", MESSAGES];
    if found.is_empty() || draft.is_given_entry(&path) {
        return;
    }
    let mut keys: Vec<String> = match draft.get(&path) {
        Some(toml::Value::Array(keys)) => keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
        Some(key) => key.as_str().map(str::to_owned).into_iter().collect(),
        None => Vec::new(),
    };
    for key in found {
        if !keys.contains(&key.path) {
            keys.push(key.path.clone());
        }
    }
    let doubt = found.iter().find_map(|key| key.other.as_ref().filter(|other| !keys.contains(*other)));
    // Ranks are sorted: the first is the best.
    let is_for_user = found.first().is_some_and(|key| key.rank >= FOR_USER);
    let doubt = match doubt {
        Some(other) => Some(format!("confira: também podia ser {other}")),
        None => (!is_for_user).then(|| "confira: o texto que veio não parece escrito para o usuário".to_owned()),
    };
    match <[String; 1]>::try_from(keys) {
        Ok([key]) => draft.set(&path, key, doubt),
        Err(keys) => draft.set(&path, keys, doubt),
    }
}
