//! What requests carry beside the contract, in the body or in the query string.

use bytes::Bytes;
use contract::mapping::KeyPath;
use serde_json::{Map, Value, json};
use url::form_urlencoded;

use super::{
    call_tables::CallTables,
    error::MappingError,
    file::sending::AddedKeys,
    keys::{check_distinct, path_of},
};

/// Keys beside those of the contract, with their values.
pub(super) type Added = Vec<(KeyPath, Value)>;

/// The keys that a table of the file adds.
pub(super) fn parse_added_keys(table: &AddedKeys, place: &str) -> Result<Added, MappingError> {
    table.iter().map(|(key, value)| Ok((path_of(key, || format!("{place}.{key}"))?, json!(value)))).collect()
}

/// What the file adds to the query string of a service. No key may have the name of another that stands there.
pub(super) fn added_to_query<'p>(
    tables: &CallTables,
    of_pages: impl Iterator<Item = (String, &'p KeyPath)>,
) -> Result<Added, MappingError> {
    let (of_all, own, place) = (&tables.file.sending, &tables.own.query, tables.place("query"));
    let mut query = of_all.query.clone();
    query.extend(own.clone());
    let place_of = |key: &String| if own.contains_key(key) { &place } else { "sending.query" };
    let mut keys: Vec<(String, String)> = of_pages.map(|(place, path)| (place, path.to_string())).collect();
    keys.extend(query.keys().map(|key| (format!("{}.{key}", place_of(key)), key.clone())));
    keys.extend(of_all.query_api_key.iter().map(|key| ("sending.query-api-key".to_owned(), key.clone())));
    check_distinct(keys, "o nome")?;
    parse_added_keys(&query, &place)
}

/// A query string.
pub(super) fn query(added: &Added) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (path, value) in added {
        // In an address a point is a character like others.
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        query.append_pair(&path.keys().join("."), &value);
    }
    query.finish()
}

/// A body with more keys.
pub(super) fn with_keys(body: &Bytes, added: &Added) -> Bytes {
    let mut object: Map<String, Value> = serde_json::from_slice(body).expect("a request is an object");
    for (path, value) in added {
        insert(&mut object, path.keys(), value.clone());
    }
    serde_json::to_vec(&object).expect("a JSON object has text keys").into()
}

fn insert(object: &mut Map<String, Value>, path: &[String], value: Value) {
    match path {
        [] => {}
        [key] => {
            object.insert(key.clone(), value);
        }
        [key, within @ ..] => {
            let inner = object.entry(key.clone()).or_insert_with(|| Map::new().into());
            if !inner.is_object() {
                *inner = Map::new().into();
            }
            if let Value::Object(inner) = inner {
                insert(inner, within, value);
            }
        }
    }
}
