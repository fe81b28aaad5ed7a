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
pub struct PageSigns {
    /// Whether there are more: a flag, or the address or token of the next page.
    pub more: Option<bool>,
    /// The number of pages.
    pub pages: Option<u64>,
    /// The number of rows in all pages.
    pub total: Option<u64>,
}

impl PageSigns {
    /// Whether there are more rows after so many rows of so many pages; `None` if the response does not say.
    pub fn says_more(&self, rows: usize, pages: usize) -> Option<bool> {
        let than = |known: Option<u64>, read: usize| known.map(|known| known > read as u64);
        self.more.or_else(|| than(self.pages, pages)).or_else(|| than(self.total, rows))
    }

    /// Reads the value of a key near the list. `around` is the key of the object that has it, if that stands beside the list.
    pub(super) fn read(
        &mut self,
        reader: &mut JsonReader<'_, '_>,
        around: Option<&str>,
        key: &str,
        said: &PageKeys,
    ) -> Result<(), Unreadable> {
        if let Some(sign) = Sign::of(around, key, said)
            && !reader.is_object()
            && !reader.is_filled()
        {
            self.add(sign, &Value::deserialize(reader)?);
            return Ok(());
        }
        let is_page = || is_one_of(key, &PAGES) || said.all().any(|(_, path)| path.keys()[0] == key);
        if around.is_some() || !reader.is_object() || !is_page() {
            return reader.skip();
        }
        let mut is_first = true;
        while let Some(inner) = reader.key(is_first)? {
            is_first = false;
            self.read(reader, Some(key), &inner, said)?;
        }
        Ok(())
    }

    fn add(&mut self, sign: Sign, value: &Value) {
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            value => value.as_u64(),
        };
        // Only by the usual words: those of a mapping may be of a flag that is inverted.
        match (sign, flag(value).ok()) {
            (Sign::More, Some(more)) => self.more = Some(more),
            // 1 says the same as the number of pages.
            (Sign::Last, Some(last)) => self.more = Some(!last),
            (Sign::More, None) => match value {
                // No address and no token of a next page.
                Value::Null => self.more = Some(false),
                Value::String(next) => self.more = Some(!next.trim().is_empty()),
                _ => self.more = number.map(|next| next > 0).or(self.more),
            },
            // `lastPage` may be its number.
            (Sign::Last | Sign::Pages, _) => self.pages = number.or(self.pages),
            (Sign::Total, _) => self.total = number.or(self.total),
        }
    }
}

/// The meaning of a key.
#[derive(Clone, Copy)]
enum Sign {
    More,
    Last,
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
const LAST: [&str; 7] = ["last", "islast", "islastpage", "lastpage", "ultima", "ultimapagina", "isultima"];
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

impl Sign {
    fn of(around: Option<&str>, key: &str, said: &PageKeys) -> Option<Self> {
        let is_said = |path: &KeyPath| match (path.keys(), around) {
            ([one], _) => one == key,
            ([outer, inner], Some(around)) => outer == around && inner == key,
            _ => false,
        };
        let by_mapping = said.all().find(|(_, path)| is_said(path)).map(|(sign, _)| sign);
        let named = [(&MORE[..], Self::More), (&LAST, Self::Last), (&COUNT, Self::Pages), (&TOTAL, Self::Total)];
        by_mapping.or_else(|| named.into_iter().find(|(names, _)| is_one_of(key, names)).map(|(_, sign)| sign))
    }
}

impl PageKeys {
    fn all(&self) -> impl Iterator<Item = (Sign, &KeyPath)> {
        let all = [
            (Sign::More, &self.more),
            (Sign::Last, &self.last),
            (Sign::Pages, &self.pages),
            (Sign::Total, &self.total),
        ];
        all.into_iter().filter_map(|(sign, path)| Some((sign, path.as_ref()?)))
    }
}

fn is_one_of(key: &str, names: &[&str]) -> bool {
    let plain: String = key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    names.contains(&&*plain)
}
