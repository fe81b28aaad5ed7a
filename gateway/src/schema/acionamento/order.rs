//! The orders of a list, and a row's place in one.

use std::{cmp::Ordering, sync::Arc};

use async_graphql::Enum;
use rust_decimal::Decimal;

use super::search::{Search, fold};
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
    /// Looked at only where the keys are equal, so that sorting thousands of rows does not fetch each from memory.
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
        // A shorter code comes first, so that codes that count upwards are in the order of their numbers.
        let by_id = || self.id.len().cmp(&other.id.len()).then_with(|| self.id.cmp(other.id));
        self.key.cmp(other.key).then_with(by_id)
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
        list.selection(criteria, move |list| self.select_now(list, search.as_ref())).await
    }

    /// The same on the thread that asks, and not remembered.
    pub fn select_now(self, list: &Acionamentos, search: Option<&Search>) -> Selection {
        let mut finder = search.map(Search::finder);
        let mut sum = Some(scalars::Decimal(Decimal::ZERO));
        let found =
            list.places().filter(|at| finder.as_mut().is_none_or(|finder| finder.finds(&list.search_fields(*at))));
        // Their keys side by side: sorting thousands of rows does not fetch each from memory.
        let mut keyed: Vec<_> = found
            .map(|at| {
                let row = list.sort_fields(at);
                sum = sum.and_then(|sum| sum.plus(scalars::Decimal(row.valor_total)));
                (self.key(&row), row.id, at)
            })
            .collect();
        keyed.sort_by(|(a, a_id, _), (b, b_id, _)| self.compare(a.place_of(a_id), b.place_of(b_id)));
        Selection { places: keyed.into_iter().map(|(_, _, at)| at).collect(), sum: sum.map(|sum| sum.0) }
    }

    /// Which of two places comes first.
    pub fn compare<'a>(self, a: impl Into<PlaceOf<'a>>, b: impl Into<PlaceOf<'a>>) -> Ordering {
        let (a, b) = (a.into(), b.into());
        match self {
            Self::AberturaDesc | Self::ValorDesc => b.cmp(&a),
            Self::AberturaAsc | Self::ValorAsc | Self::SeguradoAsc => a.cmp(&b),
        }
    }
}
