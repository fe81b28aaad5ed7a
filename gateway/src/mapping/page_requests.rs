//! Lists that come in pages: how they are requested, and which keys of responses describe them.

use bytes::Bytes;
use contract::mapping::{KeyPath, PageKeys};
use serde_json::Value;

use super::{
    added_keys::{Added, query, with_keys},
    call_tables::CallTables,
    error::MappingError,
    file::pages::{PagePlace, PagesOrFalse, PagesTable},
    keys::path_of,
};

/// How the pages of a list are requested.
#[derive(Debug)]
pub(crate) struct PageRequests {
    key: KeyPath,
    counts: PageUnit,
    place: PagePlace,
    size: Option<KeyPath>,
    /// Their table in the file.
    table: String,
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
    /// The keys that stand in the body, or in the query string, with their places in the file.
    pub(super) fn keys_in(&self, place: PagePlace) -> impl Iterator<Item = (String, &KeyPath)> {
        let page = match self.counts {
            PageUnit::Pages { .. } => "page",
            PageUnit::Rows => "offset",
        };
        let all = [(page, &self.key)].into_iter().chain(self.size.iter().map(|key| ("size", key)));
        all.filter(move |_| self.place == place).map(|(key, path)| (format!("{}.{key}", self.table), path))
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

/// How the pages of one service's list are requested, if it has any, and which keys of responses describe them.
pub(super) fn of_call(tables: &CallTables) -> Result<(Option<PageRequests>, PageKeys), MappingError> {
    match &tables.own.pages {
        Some(PagesOrFalse::Pages(own)) => pages(own, &tables.place("pages")),
        None if tables.call.is_list => pages(&tables.file.pages, "pages"),
        _ => Ok((None, PageKeys::default())),
    }
}

fn pages(table: &PagesTable, place: &str) -> Result<(Option<PageRequests>, PageKeys), MappingError> {
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
        _ => {
            let requests =
                PageRequests { key, counts, place: table.place, size, table: place.to_owned(), rows: table.rows };
            Ok((Some(requests), keys))
        }
    }
}
