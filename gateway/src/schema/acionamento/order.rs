//! The orders of a list, and a row's place in one.

use std::{cmp::Ordering, sync::Arc};

use async_graphql::Enum;
use rust_decimal::Decimal;

use super::search::{self, Search, fold};
use crate::{
    schema::scalars,
    upstream::acionamentos::{Acionamentos, Criteria, Selection, SortFields},
};

/// Order of a list of acionamentos. Rows that are equal in it follow each other by `id`, so every order is complete
/// and the same on every page.
#[derive(Enum, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OrdemAcionamentos {
    /// Most recently opened first.
    #[default]
    AberturaDesc,
    /// Longest ago opened first.
    AberturaAsc,
    /// Highest total value first.
    ValorDesc,
    /// Lowest total value first.
    ValorAsc,
    /// By name of the insured, A to Z; accents and case do not count.
    SeguradoAsc,
}

/// A row's place in an order. It says everything that a comparison needs, so it stays right when the row itself is gone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub(super) key: Key,
    pub(super) id: String,
}

/// The same of a row that is still there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PlaceOf<'a> {
    key: &'a Key,
    id: &'a str,
}

/// What an order looks at first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// Seconds since 1970 and nanoseconds.
    Instant(i64, u32),
    Amount(Decimal),
    /// A folded name.
    Name(String),
}

impl Ord for PlaceOf<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(other.key).then_with(|| by_id(self.id, other.id))
    }
}

impl PartialOrd for PlaceOf<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Key {
    /// The place of the row of an id that has this key.
    pub(super) fn place_of<'a>(&'a self, id: &'a str) -> PlaceOf<'a> {
        PlaceOf { key: self, id }
    }
}

impl<'a> From<&'a Place> for PlaceOf<'a> {
    fn from(place: &'a Place) -> Self {
        Self { key: &place.key, id: &place.id }
    }
}

impl OrdemAcionamentos {
    /// What this order looks at first in a row.
    pub(super) fn key(self, row: &SortFields<'_>) -> Key {
        match self {
            Self::AberturaDesc | Self::AberturaAsc => {
                Key::Instant(row.aberto_em.timestamp(), row.aberto_em.timestamp_subsec_nanos())
            }
            Self::ValorDesc | Self::ValorAsc => Key::Amount(row.valor_total),
            Self::SeguradoAsc => Key::Name(fold(row.segurado)),
        }
    }

    /// The row's place in this order.
    pub fn place<'a>(self, row: impl Into<SortFields<'a>>) -> Place {
        let row = row.into();
        Place { key: self.key(&row), id: row.id.to_owned() }
    }

    /// The rows of a list that a search finds, in this order; all of them without a search.
    pub(super) async fn select(self, list: &Arc<Acionamentos>, search: Option<&Search>) -> Arc<Selection> {
        let criteria = Criteria { order: self as usize, search: search.map(Search::text) };
        let search = search.cloned();
        // Held while this search waits for its turn, for those that search the same list meanwhile.
        let _texts = search.as_ref().map(|_| list.search_texts());
        list.selection(criteria, move |list| self.select_now(list, search.as_ref())).await
    }

    /// The same on the thread that asks, and not remembered.
    pub fn select_now(self, list: &Acionamentos, search: Option<&Search>) -> Selection {
        let shared = search.map(|_| list.search_texts());
        let texts = shared.as_deref().map(|shared| shared.get(list, search::texts));
        let found: Vec<u32> = match (search.map(Search::finder), texts) {
            (Some(finder), Some(texts)) => list.places().filter(|at| finder.finds(&texts.row(*at))).collect(),
            _ => list.places().collect(),
        };
        let mut sum = Some(scalars::Decimal(Decimal::ZERO));
        let rows = found.into_iter().map(|at| {
            let row = list.sort_fields(at);
            sum = sum.and_then(|sum| sum.plus(scalars::Decimal(row.valor_total)));
            (row, at)
        });
        // Their keys side by side: sorting thousands of rows does not fetch each from memory.
        let places = match self {
            Self::AberturaDesc | Self::AberturaAsc => {
                let rows = rows
                    .map(|(row, at)| ((row.aberto_em.timestamp(), row.aberto_em.timestamp_subsec_nanos()), row.id, at));
                self.sort(rows.collect())
            }
            Self::ValorDesc | Self::ValorAsc => {
                self.sort(rows.map(|(row, at)| (row.valor_total, row.id, at)).collect())
            }
            Self::SeguradoAsc => match texts {
                Some(texts) => self.sort(rows.map(|(row, at)| (Name::of(texts.row(at).name), row.id, at)).collect()),
                None => {
                    let rows: Vec<_> = rows.map(|(row, at)| (fold(row.segurado), row.id, at)).collect();
                    self.sort(rows.iter().map(|(name, id, at)| (Name::of(name), *id, *at)).collect())
                }
            },
        };
        Selection { places, sum: sum.map(|sum| sum.0) }
    }

    /// The places of rows by their keys, and by their codes where the keys are equal.
    fn sort<K: Ord>(self, mut keyed: Vec<(K, &str, u32)>) -> Box<[u32]> {
        keyed.sort_by(|(a, a_id, _), (b, b_id, _)| self.direct(a.cmp(b).then_with(|| by_id(a_id, b_id))));
        keyed.into_iter().map(|(_, _, at)| at).collect()
    }

    /// Which of two places comes first.
    pub fn compare<'a>(self, a: impl Into<PlaceOf<'a>>, b: impl Into<PlaceOf<'a>>) -> Ordering {
        self.direct(a.into().cmp(&b.into()))
    }

    /// An ordering in the direction of this order.
    fn direct(self, ascending: Ordering) -> Ordering {
        match self {
            Self::AberturaDesc | Self::ValorDesc => ascending.reverse(),
            Self::AberturaAsc | Self::ValorAsc | Self::SeguradoAsc => ascending,
        }
    }
}

/// A shorter code comes first, so that codes that count upwards are in the order of their numbers.
fn by_id(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// A folded name, with its first bytes beside it: most names differ there.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name<'a> {
    first: u64,
    name: &'a str,
}

impl<'a> Name<'a> {
    fn of(name: &'a str) -> Self {
        let mut first = [0; 8];
        let length = name.len().min(8);
        first[..length].copy_from_slice(&name.as_bytes()[..length]);
        Self { first: u64::from_be_bytes(first), name }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};
    use rust_decimal::Decimal;
    use services::wire::value::Money;

    use super::{OrdemAcionamentos, Place, Search, fold};
    use crate::{
        schema::acionamento::sample,
        upstream::acionamentos::{Acionamentos, Row},
    };

    const ORDERS: [OrdemAcionamentos; 5] = [
        OrdemAcionamentos::AberturaDesc,
        OrdemAcionamentos::AberturaAsc,
        OrdemAcionamentos::ValorDesc,
        OrdemAcionamentos::ValorAsc,
        OrdemAcionamentos::SeguradoAsc,
    ];

    /// Whether one of the row's fields says a word.
    fn says(row: &Row<'_>, word: &str) -> bool {
        let bare = |text: &str| fold(text).replace(['.', '-', '/'], "");
        let numbers = [
            Some(&*row.nr_sinistro),
            row.nr_autorizacao.as_deref(),
            Some(&*row.nr_cpf_cnpj),
            row.nr_apolice.as_deref(),
        ];
        let texts = [Some(&*row.nm_segurado), row.nm_pet.as_deref(), Some(&*row.ds_status)];
        numbers.iter().chain(&texts).flatten().any(|text| fold(text).contains(&fold(word)))
            || !bare(word).is_empty() && numbers.iter().flatten().any(|text| bare(text).contains(&bare(word)))
    }

    /// The codes of what is selected, looked at row by row.
    fn one_by_one(rows: &[Row<'_>], words: &[String], ordem: OrdemAcionamentos) -> (Vec<String>, Decimal) {
        let found: Vec<_> = rows.iter().filter(|row| words.iter().all(|word| says(row, word))).collect();
        let mut places: Vec<Place> = found.iter().map(|row| ordem.place(*row)).collect();
        places.sort_by(|a, b| ordem.compare(a, b));
        (places.into_iter().map(|place| place.id).collect(), found.iter().map(|row| row.vl_total.0).sum())
    }

    proptest! {
        #[test]
        fn a_selection_is_what_each_row_says_by_itself(
            rows in vec(("[AaÁçB ]{0,12}", "[A-C]-?[0-2]{1,3}/[0-2]", 0..3_i64, 0..3_i64), 0..12),
            words in vec("[aÁcb0-2]{1,3}|[0-2]/[0-2]", 0..3),
            ordem in select(&ORDERS[..]),
        ) {
            let codes: Vec<_> = (0..rows.len()).map(|at| (at * 7 % 13).to_string()).collect();
            let rows: Vec<_> = rows.iter().zip(&codes).map(|((name, policy, day, amount), code)| {
                let mut row = sample::row(code);
                row.nm_segurado = name.as_str().into();
                row.nr_apolice = Some(policy.as_str().into());
                row.dt_abertura += chrono::TimeDelta::days(*day);
                row.vl_total = Money::from_centavos(*amount);
                row
            }).collect();
            let list: Acionamentos = rows.iter().collect();
            let selection = ordem.select_now(&list, Search::new(&words.join(" ")).unwrap().as_ref());
            let found: Vec<_> = selection.places.iter().map(|at| list.sort_fields(*at).id.to_owned()).collect();
            prop_assert_eq!((found, selection.sum.unwrap()), one_by_one(&rows, &words, ordem));
        }
    }
}
