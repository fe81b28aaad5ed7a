//! What requests carry beside the contract: keys of the body and of the query string, and those of a list's pages.

use bytes::Bytes;
use contract::mapping::{KeyPath, PageKeys, ScalarValue};
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::{
    error::MappingError,
    file::{
        CallTable, MappingFile,
        pages::{AddedKeys, PagePlace, PagesOrFalse, PagesTable},
    },
    keys::path_of,
};
use crate::contract_schema::vocabulary::{CallNames, Vocabulary};

/// Keys beside those of the contract, with their values.
pub(super) type Added = Vec<(KeyPath, Value)>;

/// How the pages of a list are requested.
#[derive(Debug)]
pub(crate) struct PageRequests {
    key: KeyPath,
    counts: PageUnit,
    place: PagePlace,
    size: Option<KeyPath>,
    /// Rows of a full page, if that is known.
    pub(crate) rows: Option<u32>,
}

/// What the key of a page counts.
#[derive(Debug)]
enum PageUnit {
    /// Pages, from this number.
    Pages { first: u32 },
    /// The rows before it.
    Rows,
}

impl PageRequests {
    /// Its keys that stand in the body, or in the query string, with their places in the file.
    pub(super) fn keys(&self, place: PagePlace, table: &str) -> Vec<(String, &KeyPath)> {
        let page = match self.counts {
            PageUnit::Pages { .. } => "page",
            PageUnit::Rows => "offset",
        };
        let all = [(page, &self.key)].into_iter().chain(self.size.iter().map(|key| ("size", key)));
        all.filter(|_| self.place == place).map(|(key, path)| (format!("{table}.{key}"), path)).collect()
    }

    /// The body of the request for the page after so many pages with so many rows, and more for its query string.
    pub(crate) fn request(&self, body: &Bytes, pages: usize, rows: usize) -> (Bytes, String) {
        let number = match self.counts {
            PageUnit::Pages { first } => first as usize + pages,
            PageUnit::Rows => rows,
        };
        let size = self.size.iter().zip(self.rows).map(|(path, rows)| (path.clone(), Value::from(rows)));
        let added: Added = [(self.key.clone(), Value::from(number))].into_iter().chain(size).collect();
        match self.place {
            PagePlace::Body => (with_keys(body, &added), String::new()),
            PagePlace::Query => (body.clone(), query(&added)),
        }
    }
}

/// How a list's pages are requested, if it has any, and which keys of responses describe them.
pub(super) fn pages(table: &PagesTable, place: &str) -> Result<(Option<PageRequests>, PageKeys), MappingError> {
    let path = |key: &str, text: &Option<String>| {
        text.as_ref().map(|text| path_of(text, || format!("{place}.{key}"))).transpose()
    };
    let keys = PageKeys {
        more: path("more", &table.more)?,
        last: path("last", &table.last)?,
        pages: path("pages", &table.pages)?,
        total: path("total", &table.total)?,
        counts_from_zero: table.first == Some(0),
    };
    let size = path("size", &table.size)?;
    let invalid =
        |key: &str, what: &str| Err(MappingError::at(&[format!("{place}.{key}")], format!("{place}: {what}")));
    let (key, counts) = match (path("page", &table.page)?, path("offset", &table.offset)?) {
        (Some(_), Some(_)) => return invalid("offset", "page e offset não servem juntos: diga um dos dois"),
        (None, Some(_)) if table.first.is_some() => return invalid("first", "first é de page: offset começa em 0"),
        (Some(key), None) => (key, PageUnit::Pages { first: table.first.unwrap_or(1) }),
        (None, Some(key)) => (key, PageUnit::Rows),
        // Without a request for pages only the keys of the response mean anything.
        (None, None) => {
            let of_requests = PagesTable { more: None, last: None, pages: None, total: None, ..table.clone() };
            return match of_requests == PagesTable::default() {
                true => Ok((None, keys)),
                false => invalid("page", "falta page, a chave do pedido com o número da página"),
            };
        }
    };
    match (&size, table.rows) {
        (Some(_), None) => invalid("size", "falta rows, quantas linhas pedir por página"),
        (_, Some(0)) => invalid("rows", "rows não pode ser 0"),
        _ => Ok((Some(PageRequests { key, counts, place: table.place, size, rows: table.rows }), keys)),
    }
}

/// The services whose lists come in pages; `None`: every list.
pub(super) fn paged_lists(file: &MappingFile) -> Result<Option<&[String]>, MappingError> {
    let lists = || Vocabulary::get().calls.iter().filter(|call| call.is_list).map(CallNames::last_segment);
    if let Some(name) = file.pages.lists.iter().flatten().find(|name| !lists().any(|list| list == *name)) {
        return Err(MappingError::unknown("pages.lists", "pages.lists: a lista", name, lists()));
    }
    let of_one =
        |(_, call): &(_, &CallTable)| matches!(&call.pages, Some(PagesOrFalse::Pages(pages)) if pages.lists.is_some());
    match file.calls.iter().find(of_one) {
        Some((name, _)) => Err(MappingError::at(
            &[format!("calls.\"{name}\".pages.lists")],
            format!("calls.\"{name}\".pages: lists só serve em [pages]"),
        )),
        None => Ok(file.pages.lists.as_deref()),
    }
}

/// The keys that a table of the file adds.
pub(super) fn added(table: &AddedKeys, place: &str) -> Result<Added, MappingError> {
    let value = |value: &ScalarValue| match value {
        ScalarValue::Flag(flag) => (*flag).into(),
        ScalarValue::Number(number) => (*number).into(),
        ScalarValue::Text(text) => text.as_str().into(),
    };
    table.iter().map(|(key, written)| Ok((path_of(key, || format!("{place}.{key}"))?, value(written)))).collect()
}

/// What the file adds to the query string of a service. No key may have the name of another that stands there.
pub(super) fn added_to_query<'p>(
    file: &MappingFile,
    table: &CallTable,
    place: &str,
    of_pages: impl Iterator<Item = (String, &'p KeyPath)>,
) -> Result<Added, MappingError> {
    let mut query = file.sending.query.clone();
    query.extend(table.query.clone());
    let place_of = |key: &String| if table.query.contains_key(key) { place } else { "sending.query" };
    let mut keys: Vec<(String, String)> = of_pages.map(|(place, path)| (place, path.to_string())).collect();
    keys.extend(query.keys().map(|key| (format!("{}.{key}", place_of(key)), key.clone())));
    keys.extend(file.sending.query_api_key.iter().map(|key| ("sending.query-api-key".to_owned(), key.clone())));
    for (at, (own_place, key)) in keys.iter().enumerate() {
        if let Some((other, _)) = keys[..at].iter().find(|(_, of)| of == key) {
            let text = format!("{other} e {own_place} de {place} não podem ter os dois o nome {key}");
            return Err(MappingError::at(&[other, own_place], text));
        }
    }
    added(&query, place)
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
fn with_keys(body: &Bytes, added: &Added) -> Bytes {
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
