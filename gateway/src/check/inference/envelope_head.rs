//! Finds the status and the messages that stand in an object beside the data: `{"cabecalho": {"codigo": "00"}, "conteudo": []}`.

use serde_json::value::RawValue;
use services::wire::spelling::KeyPath;

use super::{
    success_values::{DataKind, as_toml, data_kind},
    usual_names::{MESSAGE_NAMES, STATUS_NAMES, bonus},
};
use crate::{
    check::responses::{http_status::is_success, nested, observation::Observation},
    contract::value_type::ValueType,
};

/// Fewest responses with data that show a status where none was refused.
const FEW_RESPONSES: usize = 3;

/// The object beside the data.
pub(super) struct EnvelopeHead {
    /// The path of the status.
    pub(super) status: String,
    /// Its value where data came.
    pub(super) success: toml::Value,
    /// The path of the messages.
    pub(super) messages: Option<String>,
}

/// `around` is the key around every response, `data` that of the data.
pub(super) fn find(seen: &[Observation], around: Option<&str>, data: &str) -> Option<EnvelopeHead> {
    let data = KeyPath::of_key(data);
    let kind_of = |one: &Observation, body: &RawValue| match is_success(one.http) {
        true => data_kind(one.contract, nested::at(body, &data)),
        false => DataKind::None,
    };
    let bodies = seen.iter().filter(|one| matches!(one.http, 200..=299 | 400..=499));
    let bodies: Vec<_> = bodies.filter_map(|one| Some((one, inside(one.body, around)?))).collect();
    let (with, without): (Vec<_>, Vec<_>) =
        bodies.iter().copied().partition(|(one, body)| kind_of(one, body) == DataKind::Filled);
    let value = |body: &RawValue, path: &KeyPath| as_toml(&serde_json::from_str(nested::at(body, path)?.get()).ok()?);
    let (_, first) = with.first()?;
    let within = nested::keys_within(first);
    let in_head = || within.iter().filter(|(path, _)| path.keys().len() > 1 && path.keys()[0] != data.keys()[0]);
    let last = |path: &KeyPath| path.keys().last().cloned().unwrap_or_default();
    let statuses = in_head().filter_map(|(path, _)| {
        let success = value(first, path)?;
        let is_same = with.iter().all(|(_, body)| value(body, path).as_ref() == Some(&success));
        // Another value in a refusal proves it; a step of the login succeeds without data.
        let is_other = |(_, body): &&(&Observation, &RawValue)| value(body, path).is_some_and(|other| other != success);
        let is_proven = without.iter().any(|one| is_other(&one));
        let mut refused = without.iter().filter(|(one, _)| !is_success(one.http));
        let is_told = refused.all(|(_, body)| value(body, path).as_ref() != Some(&success));
        let rank = bonus(STATUS_NAMES, &last(path));
        let is_likely = rank > 0.0 && is_told && (is_proven || with.len() >= FEW_RESPONSES);
        (is_same && is_likely).then_some((rank, path, success))
    });
    let (_, path, success) = statuses.max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    let beside = &path.keys()[..path.keys().len() - 1];
    let messages = in_head().filter(|(other, value)| {
        let kind = ValueType::of(value.get());
        let is_message = kind.is_text() || matches!(kind, ValueType::Null | ValueType::List);
        is_message && *other != *path && other.keys()[..other.keys().len() - 1] == *beside
    });
    let messages = messages.map(|(path, _)| (bonus(MESSAGE_NAMES, &last(path)), path)).filter(|(rank, _)| *rank > 0.0);
    let messages = messages.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, path)| path.to_string());
    Some(EnvelopeHead { status: path.to_string(), success, messages })
}

/// The body within the key around it.
fn inside<'a>(body: &'a str, around: Option<&str>) -> Option<&'a RawValue> {
    let body = serde_json::from_str(body).ok()?;
    around.map_or(Some(body), |key| nested::at(body, &KeyPath::of_key(key)))
}
