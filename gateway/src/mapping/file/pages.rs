//! Lists that come in pages.

use serde::{Deserialize, Deserializer, de};

/// How a list that comes in pages is asked for and what its responses say about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PagesTable {
    /// Key of the request with the number of the page.
    pub page: Option<String>,
    /// Key of the request with the number of rows to leave out, instead of a page's number.
    pub offset: Option<String>,
    /// Number of the first page, 1 if absent.
    pub first: Option<u32>,
    /// Where the keys stand in the request.
    #[serde(rename = "in")]
    pub place: PagePlace,
    /// Key of the request with the number of rows of a page.
    pub size: Option<String>,
    /// The number of rows of a page.
    pub rows: Option<u32>,
    /// Key of the response: whether there are more, or the address or token of the next page.
    pub more: Option<String>,
    /// Key of the response: whether this is the last page.
    pub last: Option<String>,
    /// Key of the response: the number of pages.
    pub pages: Option<String>,
    /// Key of the response: the number of rows in all pages.
    pub total: Option<String>,
}

/// Where the keys of pages stand in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PagePlace {
    /// In the body.
    #[default]
    Body,
    /// In the query string of the address.
    Query,
}

/// The pages of one service's list, or `false`: it comes whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PagesOrFalse {
    /// Its pages.
    Pages(Box<PagesTable>),
    /// It has none.
    False,
}

impl<'de> Deserialize<'de> for PagesOrFalse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not an untagged enum, whose errors would not name the key that is wrong.
        struct TableOrFalse;
        impl<'de> de::Visitor<'de> for TableOrFalse {
            type Value = PagesOrFalse;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("uma tabela, ou false")
            }
            fn visit_bool<E: de::Error>(self, is_paged: bool) -> Result<PagesOrFalse, E> {
                if is_paged {
                    Err(E::invalid_value(de::Unexpected::Bool(true), &self))
                } else {
                    Ok(PagesOrFalse::False)
                }
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<PagesOrFalse, A::Error> {
                let table = PagesTable::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(PagesOrFalse::Pages(Box::new(table)))
            }
        }
        deserializer.deserialize_any(TableOrFalse)
    }
}
