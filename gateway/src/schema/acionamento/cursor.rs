//! Cursors, and the page between them.
//!
//! A cursor is the position of a row in an order, not its number (keyset pagination): it stays valid when rows are added,
//! removed or changed between two pages, and on every gateway. In an order by insurer it has the insurer's name, so rows of a
//! renamed one may be skipped or repeated. It is not signed: a changed cursor is another position in a list that the caller may
//! read anyway.

use std::{cmp::Ordering, ops::Range};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::order::{OrdemAcionamentos, SortPosition, Sorter};
use crate::{
    schema::error::Error,
    upstream::{Freshness, acionamentos::Row},
};

/// Rows of a page without `first` and `last`.
pub(in crate::schema) const DEFAULT_ROWS: i32 = 50;
/// Most rows of a page. `DocumentLimits::keyed_calls` and `MAX_REPRESENTATIONS` allow twice as many.
pub(in crate::schema) const MAX_ROWS: i32 = 500;

/// Version of the cursors' format.
const VERSION: u8 = 4;
/// Longest cursor in bytes: room for about 12,000 characters of texts. The services' names are far shorter.
const MAX_LENGTH: usize = 16 * 1024;

/// The arguments of a page.
#[derive(Clone, Copy, Default)]
pub struct PageArguments<'a> {
    /// Rows from the start.
    pub first: Option<i32>,
    /// Cursor before the first row.
    pub after: Option<&'a str>,
    /// Rows from the end.
    pub last: Option<i32>,
    /// Cursor after the last row.
    pub before: Option<&'a str>,
}

impl PageArguments<'_> {
    /// Whether cached lists will do: a page that follows another one belongs to the lists that the user has seen. The first
    /// page is always read anew.
    pub(super) fn freshness(&self, lists: usize) -> Freshness {
        if self.after.is_some() || self.before.is_some() {
            return Freshness::MayBeCached;
        }
        // No page length belongs to one of several lists.
        if lists > 1 {
            return Freshness::Fresh;
        }
        let rows = self.first.or(self.last).unwrap_or(DEFAULT_ROWS);
        Freshness::FreshPage { rows: rows.try_into().unwrap_or_default() }
    }
}

/// The bounds of a page: the positions around it, and its number of rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageBounds {
    after: Option<SortPosition<'static>>,
    before: Option<SortPosition<'static>>,
    rows: FirstOrLast,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FirstOrLast {
    First(usize),
    Last(usize),
}

impl PageBounds {
    /// Validates the arguments of a page.
    ///
    /// # Errors
    /// `BAD_USER_INPUT`: they contradict each other, are out of range, or a cursor is invalid or of another order.
    pub fn new(arguments: PageArguments<'_>, order: OrdemAcionamentos) -> Result<Self, Error> {
        let PageArguments { first, after, last, before } = arguments;
        let rows = match (first, last) {
            (Some(_), Some(_)) => {
                return Err(Error::bad_user_input("Use \"first\" para avançar ou \"last\" para voltar, não os dois."));
            }
            (Some(first), None) => FirstOrLast::First(count("first", first)?),
            (None, Some(last)) => FirstOrLast::Last(count("last", last)?),
            (None, None) if before.is_some() && after.is_none() => FirstOrLast::Last(count("last", DEFAULT_ROWS)?),
            (None, None) => FirstOrLast::First(count("first", DEFAULT_ROWS)?),
        };
        let read = |name, cursor: Option<&str>| cursor.map(|cursor| decode(name, cursor, order)).transpose();
        Ok(Self { after: read("after", after)?, before: read("before", before)?, rows })
    }

    /// The page's range of a sorted list. `compare` compares a row with a position.
    pub fn cut<T>(&self, sorted: &[T], compare: impl Fn(&T, &SortPosition<'_>) -> Ordering) -> Range<usize> {
        let until = |bound: &SortPosition<'_>, included: Ordering| {
            sorted.partition_point(|row| {
                let ordering = compare(row, bound);
                ordering == Ordering::Less || ordering == included
            })
        };
        let start = self.after.as_ref().map_or(0, |after| until(after, Ordering::Equal));
        let end = self.before.as_ref().map_or(sorted.len(), |before| until(before, Ordering::Less)).max(start);
        match self.rows {
            FirstOrLast::First(rows) => start..end.min(start.saturating_add(rows)),
            FirstOrLast::Last(rows) => start.max(end.saturating_sub(rows))..end,
        }
    }
}

fn count(name: &str, rows: i32) -> Result<usize, Error> {
    match usize::try_from(rows) {
        Ok(count) if rows <= MAX_ROWS => Ok(count),
        Ok(_) => Err(Error::bad_user_input(format!("\"{name}\" pode ser no máximo {MAX_ROWS}."))),
        Err(_) => Err(Error::bad_user_input(format!("\"{name}\" não pode ser negativo."))),
    }
}

/// The cursor of a row.
pub(super) fn of_row(row: &Row<'_>, sorter: &Sorter) -> String {
    encode(&sorter.position(row), sorter.order)
}

fn encode(position: &SortPosition<'_>, order: OrdemAcionamentos) -> String {
    let content = serde_json::json!([VERSION, order, position]);
    URL_SAFE_NO_PAD.encode(content.to_string())
}

fn decode(argument: &str, cursor: &str, order: OrdemAcionamentos) -> Result<SortPosition<'static>, Error> {
    let invalid =
        || Error::bad_user_input(format!("O cursor de \"{argument}\" não é válido. Comece de novo, sem cursor."));
    if cursor.len() > MAX_LENGTH {
        return Err(invalid());
    }
    let content = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| invalid())?;
    let (version, order_of_cursor, position): (u8, OrdemAcionamentos, SortPosition<'static>) =
        serde_json::from_slice(&content).map_err(|_| invalid())?;
    if version != VERSION {
        return Err(invalid());
    }
    if order_of_cursor != order {
        return Err(Error::bad_user_input(format!(
            "O cursor de \"{argument}\" é de uma lista em outra ordem. Comece de novo, sem cursor."
        )));
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use async_graphql::resolver_utils::EnumType as _;
    use base64::Engine as _;
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::{OrdemAcionamentos, PageArguments, PageBounds, SortPosition, Sorter, decode, encode};
    use crate::schema::acionamento::{
        order::{SortKey, folded},
        sample,
    };

    fn orders() -> impl Iterator<Item = OrdemAcionamentos> {
        OrdemAcionamentos::items().iter().map(|item| item.value)
    }

    /// The position of a row whose sort key many others share, and whose code another one has.
    fn place(order: OrdemAcionamentos, id: u32, key: i64, name: &str) -> SortPosition<'static> {
        let (code, sinistro) = ((id / 2).to_string(), id.to_string());
        let mut row = sample::row(&code);
        row.dt_abertura += chrono::TimeDelta::milliseconds(key * 250);
        row.vl_total = contract::value::Money::from_centavos(key * 5);
        row.nm_segurado = name.into();
        row.nr_sinistro = sinistro.as_str().into();
        let key = match order {
            _ if order.is_by_seguradora() => SortKey::Name(folded(Some(name))),
            _ => Sorter { order, seguradoras: None }.position(&row).key,
        };
        SortPosition { key, code: code.into(), sinistro: sinistro.into() }
    }

    fn sort(order: OrdemAcionamentos, mut places: Vec<SortPosition<'static>>) -> Vec<SortPosition<'static>> {
        places.sort_by(|a, b| order.compare(a, b));
        places
    }

    fn page(arguments: PageArguments<'_>) -> PageBounds {
        PageBounds::new(arguments, OrdemAcionamentos::AberturaDesc).unwrap()
    }

    fn cut(arguments: PageArguments<'_>) -> std::ops::Range<usize> {
        let sorted: Vec<_> = (0..100).rev().map(|at| place(OrdemAcionamentos::AberturaDesc, at, 0, "")).collect();
        page(arguments).cut(&sorted, |row, limit| OrdemAcionamentos::AberturaDesc.compare(row, limit))
    }

    /// The cursor of a row of the list that `cut` paginates.
    fn at(row: u32) -> Option<String> {
        Some(encode(&place(OrdemAcionamentos::AberturaDesc, 99 - row, 0, ""), OrdemAcionamentos::AberturaDesc))
    }

    #[test]
    fn pages_are_cut_from_the_front_the_back_and_between_cursors() {
        let none = PageArguments::default;
        assert_eq!(cut(none()), 0..50);
        assert_eq!(cut(PageArguments { first: Some(10), ..none() }), 0..10);
        assert_eq!(cut(PageArguments { first: Some(0), ..none() }), 0..0);
        assert_eq!(cut(PageArguments { first: Some(500), ..none() }), 0..100);
        assert_eq!(cut(PageArguments { last: Some(10), ..none() }), 90..100);
        assert_eq!(cut(PageArguments { after: at(9).as_deref(), ..none() }), 10..60);
        assert_eq!(cut(PageArguments { before: at(90).as_deref(), ..none() }), 40..90);
        assert_eq!(
            cut(PageArguments { after: at(9).as_deref(), before: at(90).as_deref(), first: Some(5), ..none() }),
            10..15
        );
        assert_eq!(
            cut(PageArguments { after: at(9).as_deref(), before: at(90).as_deref(), last: Some(5), ..none() }),
            85..90
        );
        assert_eq!(cut(PageArguments { after: at(9).as_deref(), before: at(12).as_deref(), ..none() }), 10..12);
        assert_eq!(cut(PageArguments { after: at(99).as_deref(), ..none() }), 100..100);
        assert_eq!(cut(PageArguments { before: at(0).as_deref(), ..none() }), 0..0);
        assert!(cut(PageArguments { after: at(50).as_deref(), before: at(40).as_deref(), ..none() }).is_empty());
    }

    fn keys() -> impl Strategy<Value = Vec<(i64, &'static str)>> {
        vec((0_i64..4, select(vec!["Ana", "ÂNA", "Zé", "bia", ""])), 0..40)
    }

    proptest! {
        #[test]
        fn a_cursor_is_decoded_to_its_position(
            order in select(orders().collect::<Vec<_>>()),
            id in any::<u32>(),
            key in -1_000_000_i64..1_000_000,
            name in any::<String>(),
        ) {
            let place = place(order, id, key, &name);
            prop_assert_eq!(decode("after", &encode(&place, order), order).unwrap(), place);
        }

        #[test]
        fn any_bytes_are_decoded_to_one_position_or_refused(bytes in vec(any::<u8>(), 0..80), version in any::<bool>()) {
            let mut bytes = bytes;
            if version && let Some(first) = bytes.first_mut() {
                *first = super::VERSION;
            }
            let text = super::URL_SAFE_NO_PAD.encode(&bytes);
            for order in orders() {
                if let Ok(place) = decode("after", &text, order) {
                    prop_assert_eq!(decode("after", &encode(&place, order), order).unwrap(), place);
                }
            }
        }

        /// Pages through a list, forwards or backwards, while rows are added and removed between pages.
        #[test]
        fn paging_gives_each_row_that_stays_once(
            order in select(orders().collect::<Vec<_>>()),
            backward in any::<bool>(),
            size in 1_i32..7,
            rows in keys(),
            arriving in vec(keys(), 0..30),
            leaving in any::<proptest::sample::Index>(),
        ) {
            let ids = &mut (0_u32..);
            let mut make = |rows: Vec<(i64, &str)>| -> Vec<SortPosition<'static>> {
                rows.into_iter().zip(ids.by_ref()).map(|((key, name), id)| place(order, id, key, name)).collect()
            };
            let mut list = sort(order, make(rows));
            let mut staying = list.clone();
            let mut seen: Vec<SortPosition<'static>> = Vec::new();
            let mut cursor = None;
            let mut arriving = arriving.into_iter();
            loop {
                let arguments = if backward {
                    PageArguments { last: Some(size), before: cursor.as_deref(), ..PageArguments::default() }
                } else {
                    PageArguments { first: Some(size), after: cursor.as_deref(), ..PageArguments::default() }
                };
                let bounds = PageBounds::new(arguments, order).unwrap();
                let range = bounds.cut(&list, |row, limit| order.compare(row, limit));
                let more = if backward { range.start > 0 } else { range.end < list.len() };
                let rows = &list[range];
                let edge = if backward { rows.first() } else { rows.last() };
                cursor = edge.map(|place| encode(place, order));
                if backward {
                    seen.splice(0..0, rows.iter().cloned());
                } else {
                    seen.extend(rows.iter().cloned());
                }
                if !more {
                    break;
                }
                // Even the cursor's own row may be removed.
                let gone = list.remove(leaving.index(list.len()));
                staying.retain(|place| *place != gone || seen.contains(place));
                list = sort(order, list.into_iter().chain(make(arriving.next().unwrap_or_default())).collect());
            }
            // Strictly ordered, so each row comes at most once.
            for pair in seen.windows(2) {
                prop_assert_eq!(order.compare(&pair[0], &pair[1]), std::cmp::Ordering::Less);
            }
            for place in staying {
                prop_assert!(seen.contains(&place));
            }
        }
    }
}
