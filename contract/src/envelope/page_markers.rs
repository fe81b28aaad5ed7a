//! What a response says about the pages of its list: keys beside the list or around it, known by their names or named by a
//! mapping ([`PageKeys`]).

use serde::Deserialize as _;
use serde_json::Value;

use crate::{
    json_reader::{JsonReader, Unreadable},
    mapping::{KeyPath, PageKeys},
    value::flag,
};

/// What a response says about the pages of its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageMarkers {
    /// Whether there are more: a flag, or the address or token of the next page.
    pub more: Option<bool>,
    /// The number of pages.
    pub pages: Option<u64>,
    /// The number of rows in all pages.
    pub total: Option<u64>,
}

impl PageMarkers {
    /// Whether there are more rows after so many rows of so many pages; `None` if the response does not say.
    pub fn says_more(&self, rows: usize, pages: usize) -> Option<bool> {
        let than = |known: Option<u64>, read: usize| known.map(|known| known > read as u64);
        self.more.or_else(|| than(self.pages, pages)).or_else(|| than(self.total, rows))
    }

    /// Reads the value of a key near the list. `around` are the keys of the objects beside the list that have it.
    pub(super) fn read(
        &mut self,
        reader: &mut JsonReader<'_, '_>,
        around: &[&str],
        key: &str,
        configured: &PageKeys,
    ) -> Result<(), Unreadable> {
        let path = [around, &[key]].concat();
        if let Some(marker) = Marker::of(&path, configured)
            && !reader.is_object()
            && !reader.is_filled()
        {
            self.add(marker, &Value::deserialize(reader)?, configured.counts_from_zero);
            return Ok(());
        }
        let leads = |(_, known): (Marker, &KeyPath)| known.keys().iter().any(|outer| outer == key);
        let has_markers = || is_one_of(key, &PAGES) || is_link(&path) || configured.all().any(leads);
        if around.len() > MAX_DEPTH || !reader.is_object() || !has_markers() {
            return reader.skip();
        }
        let mut is_first = true;
        while let Some(inner) = reader.key(is_first)? {
            is_first = false;
            self.read(reader, &path, &inner, configured)?;
        }
        Ok(())
    }

    fn add(&mut self, marker: Marker, value: &Value, counts_from_zero: bool) {
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            value => value.as_u64(),
        };
        // The number of pages, from the number of the last one. With pages counted from 1, a last page 0 tells nothing.
        let pages = number.map(|last: u64| if counts_from_zero { last.saturating_add(1) } else { last });
        let pages = pages.filter(|pages| *pages > 0);
        // Words of `[values.flags]` are not used: a mapping may have swapped them for another flag.
        match (marker, flag(value).ok()) {
            (Marker::More, Some(more)) => self.more = Some(more),
            (Marker::LastPage, _) if number.is_some() => self.pages = pages.or(self.pages),
            (Marker::Last | Marker::LastPage, Some(last)) => self.more = Some(!last),
            (Marker::More, None) => match value {
                // No address and no token of a next page.
                Value::Null => self.more = Some(false),
                Value::String(next) => self.more = Some(!next.trim().is_empty()),
                _ => self.more = number.map(|next| next > 0).or(self.more),
            },
            // `last` may also be the number of the last page.
            (Marker::Last | Marker::LastPage, None) => self.pages = pages.or(self.pages),
            (Marker::Pages, _) => self.pages = number.or(self.pages),
            (Marker::Total, _) => self.total = number.or(self.total),
        }
    }
}

/// Most objects around one that is read: `meta.pagination.links.next.href`. Deeper ones are skipped without recursion.
const MAX_DEPTH: usize = 3;

/// The meaning of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    More,
    /// Whether it is the last page.
    Last,
    /// The same, or the number of the last page.
    LastPage,
    Pages,
    Total,
}

/// Names of keys, in lower case without punctuation.
const MORE: [&str; 20] = [
    "hasnext",
    "hasnextpage",
    "hasmore",
    "hasmorepages",
    "temmais",
    "temproxima",
    "temproximapagina",
    "possuimais",
    "possuiproxima",
    "possuiproximapagina",
    "existemais",
    "existeproximapagina",
    "next",
    "nextlink",
    "odatanextlink",
    "nextpage",
    "nextpageurl",
    "nextcursor",
    "proxima",
    "proximapagina",
];
const LAST: [&str; 5] = ["last", "islast", "islastpage", "ultima", "isultima"];
const LAST_PAGE: [&str; 2] = ["lastpage", "ultimapagina"];
const COUNT: [&str; 9] = [
    "totalpages",
    "totalpaginas",
    "totaldepaginas",
    "pagecount",
    "pagescount",
    "quantidadepaginas",
    "qtdpaginas",
    "qtpaginas",
    "numeropaginas",
];
const TOTAL: [&str; 17] = [
    "total",
    "totalelements",
    "totalelementos",
    "totalcount",
    "totalregistros",
    "totalderegistros",
    "totalitems",
    "totalitens",
    "totalrows",
    "totalrecords",
    "totalresults",
    "totalresultados",
    "quantidadetotal",
    "qtdtotal",
    "recordcount",
    "recordstotal",
    "odatacount",
];
/// Objects that say it.
const PAGES: [&str; 10] =
    ["page", "pages", "paging", "pagination", "pagina", "paginacao", "pageinfo", "meta", "metadata", "links"];

impl Marker {
    fn of(path: &[&str], configured: &PageKeys) -> Option<Self> {
        let (key, around) = path.split_last()?;
        if *key == "href" && is_link(around) {
            return Self::of(around, configured);
        }
        // A mapping may begin at the root or beside the list: their last keys are the same, as far as both go.
        let is_configured =
            |known: &KeyPath| known.keys().iter().rev().zip(path.iter().rev()).all(|(one, other)| one == other);
        let by_mapping = configured.all().find(|(_, known)| is_configured(known)).map(|(marker, _)| marker);
        let named = [
            (&MORE[..], Self::More),
            (&LAST, Self::Last),
            (&LAST_PAGE, Self::LastPage),
            (&COUNT, Self::Pages),
            (&TOTAL, Self::Total),
        ];
        match by_mapping {
            Some(Self::Last) if is_one_of(key, &LAST_PAGE) => Some(Self::LastPage),
            None => {
                // The mapping names another key for it.
                let is_other = |marker: Self| configured.all().any(|(known, _)| known == marker);
                let mut named = named.into_iter().filter(|(_, marker)| !is_other(*marker));
                named.find(|(names, _)| is_one_of(key, names)).map(|(_, marker)| marker)
            }
            known => known,
        }
    }
}

impl PageKeys {
    fn all(&self) -> impl Iterator<Item = (Marker, &KeyPath)> {
        let all = [
            (Marker::More, &self.more),
            (Marker::Last, &self.last),
            (Marker::Pages, &self.pages),
            (Marker::Total, &self.total),
        ];
        all.into_iter().filter_map(|(marker, path)| Some((marker, path.as_ref()?)))
    }
}

/// Whether a key has the links of a response, as HAL's `_links`.
pub(super) fn is_links(key: &str) -> bool {
    is_one_of(key, &["links"])
}

/// Whether keys lead to a link to the next page, as in HAL's `_links`.
fn is_link(path: &[&str]) -> bool {
    matches!(path, [.., around, key] if is_links(around) && is_one_of(key, &MORE))
}

/// Whether a key's name tells of pages.
pub fn is_page_marker(key: &str) -> bool {
    [&MORE[..], &LAST, &LAST_PAGE, &COUNT, &TOTAL].iter().any(|names| is_one_of(key, names))
}

/// Whether a key is one of these names, which are [plain](plain_key).
pub fn is_one_of(key: &str, names: &[&str]) -> bool {
    names.contains(&&*plain_key(key))
}

/// A key in lower case without punctuation.
pub fn plain_key(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
