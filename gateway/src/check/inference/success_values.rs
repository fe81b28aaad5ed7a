//! Finds out which values of the envelope's status mean success: those that came with data.
//!
//! A wrong value would report a refused save as saved. So data that are empty throughout show nothing, since APIs without null
//! fill the data of a refusal so; nor does what came for a value that nobody has; and what an operator wrote is never changed.

use serde_json::{Value, value::RawValue};
use services::wire::envelope::{DATA, STATUS};

use super::{
    data_score::{MIN_SCORE, score},
    refusals::has_refusal_text,
};
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        responses::{
            empty_values::is_empty, http_status::is_success, nested, observation::Observation,
            translation::means_the_same,
        },
    },
    contract::Contract,
};

const SUCCESS: [&str; 2] = ["envelope", "success"];

/// Why the key of the status is left open.
pub(in crate::check) const UNKNOWN_STATUS: &str = "nenhuma resposta mostrou que valor diz sucesso";

/// Longest success value that is proposed, in characters: a word.
const MAX_STATUS_LENGTH: usize = 20;

/// What came where the data of a call stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DataKind {
    /// Data with values.
    Filled,
    /// Data whose values are all empty.
    Empty,
    /// Nothing that looks like the data of the call.
    None,
}

pub(super) fn data_kind(contract: &Contract, data: Option<&RawValue>) -> DataKind {
    match data.filter(|data| score(contract, data) >= MIN_SCORE) {
        Some(data) if serde_json::from_str(data.get()).is_ok_and(|data| is_empty(&data)) => DataKind::Empty,
        Some(_) => DataKind::Filled,
        None => DataKind::None,
    }
}

/// A value of the status that came with data.
struct StatusCode {
    value: Value,
    /// Responses with data.
    times: usize,
    /// Whether each of them had a message.
    has_text: bool,
    /// Whether it came for a value that nobody has.
    is_of_nobody: bool,
}

/// The values that mean success where a file says none.
fn usual() -> [toml::Value; 2] {
    [1.into(), "1".into()]
}

/// Proposes the values of the status that mean success.
pub(super) fn infer(draft: &mut Draft, seen: &[&Observation]) {
    let (EnvelopePath::Key(status), EnvelopePath::Key(data)) = (draft.envelope_key(STATUS), draft.envelope_key(DATA))
    else {
        return;
    };
    let known = draft.values(&SUCCESS).to_vec();
    let is_new = |all: &[toml::Value], value: &Value| !all.iter().any(|one| means_the_same(one, value));
    let codes = codes_with_data(draft, seen, status, data);
    let means_success = |code: &&StatusCode| {
        codes.iter().all(|other| {
            let has_text_alone = code.has_text && !other.has_text;
            let is_of_nobody_alone = code.is_of_nobody && !other.is_of_nobody && other.times > code.times;
            !has_text_alone && !is_of_nobody_alone
        })
    };
    let shown: Vec<_> = codes.iter().filter(means_success).map(|code| &code.value).collect();
    let found = shown.iter().filter(|value| is_new(&known, value) && (!known.is_empty() || is_new(&usual(), value)));
    let mut found: Vec<_> = found.filter_map(|value| as_toml(value)).collect();
    // Before any data came: a flag says by itself what means success.
    let is_true = |one: &&Observation| {
        let value = serde_json::from_str::<&RawValue>(one.body).ok().and_then(|body| nested::at_text(body, status));
        value.is_some_and(|value| value.get() == "true")
    };
    if found.is_empty() && known.is_empty() && !names_failure(status) && seen.iter().copied().any(|one| is_true(&one)) {
        found.push(true.into());
    }
    if found.is_empty() {
        return;
    }
    if draft.is_given_entry(&SUCCESS) {
        let line = format!("success = {}", toml::Value::from([known, found].concat()));
        let reason =
            "com outro valor também vieram dados: diz sucesso? Um código de recusa aqui faz de uma recusa um sucesso";
        draft.leave_open(&SUCCESS[..1], line, reason.to_owned());
        return;
    }
    draft.set(&SUCCESS, [known, found].concat(), None);
}

/// The values of the status that came with data.
fn codes_with_data(draft: &Draft, seen: &[&Observation], status: &str, data: &str) -> Vec<StatusCode> {
    let mut codes: Vec<StatusCode> = Vec::new();
    let mut of_nobody: Vec<Value> = Vec::new();
    for one in seen {
        let Ok(body) = serde_json::from_str::<&RawValue>(one.body) else { continue };
        let value = nested::at_text(body, status).and_then(|value| serde_json::from_str::<Value>(value.get()).ok());
        let Some(value) = value else { continue };
        if one.is_provoked {
            of_nobody.push(value);
            continue;
        }
        if !shows_success(one, nested::at_text(body, data)) {
            continue;
        }
        let has_text = draft.has_message(one.body.as_bytes());
        match codes.iter_mut().find(|code| code.value == value) {
            Some(code) => {
                code.times += 1;
                code.has_text &= has_text;
            }
            None => codes.push(StatusCode { value, times: 1, has_text, is_of_nobody: false }),
        }
    }
    for code in &mut codes {
        code.is_of_nobody = of_nobody.contains(&code.value);
    }
    codes
}

/// Whether the data of a response show that its status means success.
fn shows_success(one: &Observation, data: Option<&RawValue>) -> bool {
    !one.is_provoked && data_kind(one.contract, data) == DataKind::Filled
}

/// Whether a flag of this name is true where something failed.
fn names_failure(key: &str) -> bool {
    let key = key.to_lowercase();
    key.contains("err") || key.contains("fail") || key.contains("falh")
}

/// Leaves the key of the status open if no response showed which of its values mean success, with the value that came without a
/// refusal's text beside it: a status without it refuses every response.
pub(super) fn leave_unknown_status_open(draft: &mut Draft, seen: &[Observation]) {
    let path = ["envelope", STATUS];
    let (EnvelopePath::Key(status), EnvelopePath::Key(data)) = (draft.envelope_key(STATUS), draft.envelope_key(DATA))
    else {
        return;
    };
    if draft.get(&path).is_none() || !draft.values(&SUCCESS).is_empty() {
        return;
    }
    let came: Vec<_> = seen
        .iter()
        .filter(|one| is_success(one.http))
        .filter_map(|one| {
            let body = serde_json::from_str::<&RawValue>(one.body).ok()?;
            Some((one, body, nested::at_text(body, status)?))
        })
        .collect();
    let is_shown = came.iter().any(|(one, body, _)| shows_success(one, nested::at_text(body, data)));
    let unrefused = came.iter().filter(|(one, ..)| !one.is_provoked && !has_refusal_text(draft, one.body.as_bytes()));
    let success = unrefused.filter_map(|(.., value)| as_toml(&serde_json::from_str(value.get()).ok()?)).next();
    let is_usual = |value: &toml::Value| usual().contains(value);
    // A line of the operator stays, unless what came contradicts that its success is the usual one.
    let is_settled =
        draft.is_given_entry(&path) && (!draft.is_unproven_status() || success.as_ref().is_none_or(is_usual));
    if is_shown || is_settled {
        return;
    }
    let line = format!("{STATUS} = {}", toml::Value::from(status));
    draft.remove(&path);
    draft.leave_open(&["envelope"], line, UNKNOWN_STATUS.to_owned());
    let (value, reason) = match success {
        Some(value) => (value, "veio sem o texto de uma recusa: diz sucesso? Só com status"),
        None => ("…".into(), "o valor que diz sucesso, com status"),
    };
    draft.leave_open(&["envelope"], format!("success = {}", toml::Value::from(vec![value])), reason.to_owned());
}

/// A value of a status as the file has it.
pub(super) fn as_toml(status: &Value) -> Option<toml::Value> {
    match status {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) if text.chars().count() <= MAX_STATUS_LENGTH => Some(text.trim().into()),
        _ => None,
    }
}
