//! The spelling of an envelope, from its table.

use services::wire::spelling::{EnvelopeSpelling, KeyPath, StatusValue};

use super::{
    error::MappingError,
    file::{
        EnvelopeTable, KeyOrFalse, NullData,
        values::{OneOrMore, ScalarValue},
    },
    keys::path_of,
};

/// Checks the keys of an envelope.
pub(super) fn spelling(table: &EnvelopeTable) -> Result<EnvelopeSpelling, MappingError> {
    let default = EnvelopeSpelling::default();
    let key = |name: &str, given: &Option<KeyOrFalse>, default| match given {
        None => Ok(default),
        Some(KeyOrFalse::False) => Ok(None),
        Some(KeyOrFalse::Key(key)) => path_of(key, || format!("envelope.{name}")).map(Some),
    };
    let value = |value: &ScalarValue| match value {
        ScalarValue::Flag(flag) => StatusValue::Flag(*flag),
        ScalarValue::Number(number) => StatusValue::Number(*number),
        ScalarValue::Text(text) => StatusValue::Text(text.trim().to_owned()),
    };
    let success = table.success.as_ref().map(|values| values.iter().map(value).collect::<Vec<_>>());
    let messages = table.messages.as_ref().map(OneOrMore::all);
    let messages =
        messages.map(|keys| keys.iter().map(|key| path_of(key, || "envelope.messages".to_owned())).collect());
    let mut spelling = EnvelopeSpelling {
        status: key("status", &table.status, default.status)?,
        success: success.unwrap_or(default.success),
        messages: messages.transpose()?.unwrap_or(default.messages),
        data: key("data", &table.data, default.data)?,
        null_is_success: table.null_data == NullData::Success,
    };
    if spelling.data.is_none() && table.status.is_none() {
        spelling.status = None;
    }
    if spelling.success.is_empty() {
        return Err(MappingError::Invalid("envelope.success está vazio: nada seria sucesso".to_owned()));
    }
    let paths: Vec<_> = spelling.status.iter().chain(&spelling.messages).chain(&spelling.data).collect();
    let overlaps = |(at, path): &(usize, &&KeyPath)| {
        paths.iter().enumerate().any(|(other, of)| other < *at && (path.is_within(of) || of.is_within(path)))
    };
    match paths.iter().enumerate().find(overlaps) {
        Some((_, path)) => Err(MappingError::Invalid(format!("duas chaves de envelope têm o mesmo nome: {path}"))),
        None => Ok(spelling),
    }
}
