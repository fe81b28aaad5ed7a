//! Usual names of the keys around the data of a response, in lower case without punctuation; the most usual first.

use contract::envelope::{MESSAGE_KEYS, TEXT_KEYS, is_one_of, plain_key};
use serde_json::Value;

/// Keys of the data.
const DATA: &str = "data dados result resultado results resultados content conteudo payload retorno response resposta \
     body corpo value valor objeto object";
/// Keys of a list within the data, besides those of data.
const LISTS: &str = "items itens rows linhas registros records lista list elements elementos";
/// Keys of the status.
const STATUSES: &str = "status success sucesso succeeded issuccess ok codigo code cod codigoretorno retorno codretorno \
     returncode statuscode codigostatus erro error haserror haserrors resultado result situacao cdretorno cderro coderro codigoerro";
/// Keys of errors, whose texts are for the user.
const ERRORS: [&str; 2] = ["erros", "errors"];

/// How usual a key is for the data; 0 is the most usual.
pub(super) fn data_rank(key: &str) -> Option<usize> {
    DATA.split(' ').position(|name| name == plain_key(key))
}

/// The same for a list within the data.
pub(super) fn list_rank(key: &str) -> Option<usize> {
    LISTS.split(' ').chain(DATA.split(' ')).position(|name| name == plain_key(key))
}

/// The same for the status.
pub(super) fn status_rank(key: &str) -> Option<usize> {
    STATUSES.split(' ').position(|name| name == plain_key(key))
}

/// The same for the texts for the user.
pub(super) fn message_rank(key: &str) -> Option<usize> {
    MESSAGE_KEYS.iter().chain(&ERRORS).position(|name| *name == plain_key(key))
}

/// Whether a key usually has a text for the user.
pub(in crate::check) fn is_message_key(key: &str) -> bool {
    message_rank(key).is_some() || is_one_of(key, &TEXT_KEYS)
}

/// Whether a value says anything.
pub(super) fn is_filled(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => members.values().any(is_filled),
        Value::Bool(_) | Value::Number(_) => true,
    }
}
