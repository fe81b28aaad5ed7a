//! The keys of an envelope, from its table.

use contract::{
    envelope::KEYS,
    mapping::{EnvelopeMapping, KeyPath},
};

use super::{
    call_tables::CallTables,
    error::MappingError,
    file::{KeyOrFalse, NullData, one_or_more::OneOrMore},
    keys::path_of,
};

/// The keys of one service's envelope.
pub(super) fn of_call(tables: &CallTables) -> Result<EnvelopeMapping, MappingError> {
    let (table, place, style) = (&tables.envelope, tables.envelope_place(), tables.file.names.style);
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

/// The key of one service's data that holds the list, or the object; `None`: the data is the list (or the object) itself.
pub(super) fn list_of_call(tables: &CallTables) -> Result<Option<KeyPath>, MappingError> {
    match (&tables.own.list, &tables.envelope.list) {
        (Some(KeyOrFalse::Key(list)), _) => path_of(list, || tables.place("list")).map(Some),
        (None, Some(list)) if tables.call.is_list => path_of(list, || "envelope.list".to_owned()).map(Some),
        _ => Ok(None),
    }
}
