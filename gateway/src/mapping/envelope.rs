//! The keys of an envelope, from its table.

use contract::{
    envelope::KEYS,
    mapping::{EnvelopeMapping, KeyPath},
};

use super::{
    error::MappingError,
    file::{EnvelopeTable, KeyOrFalse, NameStyle, NullData, one_or_more::OneOrMore},
    keys::path_of,
};

/// The table of one service's envelope: `own` over `general`, key by key.
pub(super) fn merged(general: &EnvelopeTable, own: &EnvelopeTable) -> EnvelopeTable {
    fn or<T: Clone>(own: &Option<T>, general: &Option<T>) -> Option<T> {
        own.as_ref().or(general.as_ref()).cloned()
    }
    // Without a key of the data there is no envelope that could have a status, unless the service says its key.
    let has_none = own.data == Some(KeyOrFalse::False) && own.status.is_none();
    EnvelopeTable {
        status: if has_none { Some(KeyOrFalse::False) } else { or(&own.status, &general.status) },
        success: or(&own.success, &general.success),
        messages: or(&own.messages, &general.messages),
        data: or(&own.data, &general.data),
        list: general.list.clone(),
        null_data: or(&own.null_data, &general.null_data),
        code: or(&own.code, &general.code),
        refusals: or(&own.refusals, &general.refusals),
    }
}

/// Checks the keys of an envelope, which has its place in the file.
pub(super) fn checked_keys(
    table: &EnvelopeTable,
    style: NameStyle,
    place: &str,
) -> Result<EnvelopeMapping, MappingError> {
    let default = EnvelopeMapping::default();
    let [status, messages, data] = KEYS.map(|key| KeyPath::of_key(&style.name(key)));
    let key = |name: &str, given: &Option<KeyOrFalse>, default| match given {
        None => Ok(Some(default)),
        Some(KeyOrFalse::False) => Ok(None),
        Some(KeyOrFalse::Key(key)) => path_of(key, || format!("{place}.{name}")).map(Some),
    };
    let named = table.messages.as_ref().map(OneOrMore::all);
    let named = named.map(|keys| keys.iter().map(|key| path_of(key, || format!("{place}.messages"))).collect());
    let mut envelope = EnvelopeMapping {
        status: key("status", &table.status, status)?,
        success: table.success.clone().unwrap_or(default.success),
        messages: named.transpose()?.unwrap_or_else(|| vec![messages]),
        data: key("data", &table.data, data)?,
        null_is_success: table.null_data == Some(NullData::Success),
    };
    if envelope.data.is_none() && table.status.is_none() {
        envelope.status = None;
    }
    if envelope.success.is_empty() {
        return Err(MappingError::of(&format!("{place}.success"), "está vazio: nada seria sucesso"));
    }
    let status = envelope.status.iter().map(|path| ("status", path));
    let messages = envelope.messages.iter().map(|path| ("messages", path));
    let data = envelope.data.iter().map(|path| ("data", path));
    let paths: Vec<_> = status.chain(messages).chain(data).collect();
    for (at, (key, path)) in paths.iter().enumerate() {
        let Some((other, of)) = paths[..at].iter().find(|(_, of)| path.overlaps(of)) else {
            continue;
        };
        let text = match of == path {
            true => format!("duas chaves de {place} têm o mesmo nome: {path}"),
            false => format!("duas chaves de {place} não podem estar uma dentro da outra: {path} e {of}"),
        };
        return Err(MappingError::at(&[format!("{place}.{other}"), format!("{place}.{key}")], text));
    }
    Ok(envelope)
}
