//! Usual names of the keys around the data of a response, in lower case without punctuation; the most usual first.

use contract::{
    envelope::{MESSAGE_KEYS, TEXT_KEYS, is_one_of, is_page_marker, plain_key},
    mapping::KeyPath,
};
use serde_json::Value;

use crate::contract_schema::field_names::{ALIKE, likeness};

/// Keys of the data.
const DATA: &str = "data dados result resultado results resultados content conteudo payload retorno response resposta \
     body corpo value valor objeto object";
/// Keys of a list within the data, besides those of data.
const LISTS: &str = "items itens rows linhas registros records lista list elements elementos values";
/// Keys of the status.
const STATUSES: &str = "status success sucesso succeeded issuccess ok codigo code cod codigoretorno retorno codretorno \
     returncode statuscode codigostatus erro error haserror haserrors resultado result situacao cdretorno cderro coderro codigoerro";
/// Keys of pages and links, besides those that the reader knows.
const PAGES: [&str; 9] = ["count", "previous", "prev", "self", "first", "limit", "offset", "pagesize", "perpage"];
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

/// Whether a path leads to what a response says about its pages, or to a link: neither a status nor a text.
pub(super) fn is_of_pages(path: &KeyPath) -> bool {
    let is_link = || path.keys().iter().any(|key| is_one_of(key, &["links"]));
    is_page_marker(path.last()) || is_one_of(path.last(), &PAGES) || is_link()
}

/// Whether a key is that of a session's token.
pub(super) fn is_token(key: &str) -> bool {
    likeness(key, "dsToken", "Sessao") >= ALIKE
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
