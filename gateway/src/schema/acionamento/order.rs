//! The orders of a list, and a row's place in one.

use std::cmp::Ordering;

use async_graphql::Enum;
use rust_decimal::Decimal;

use super::search::fold;
use crate::upstream::acionamentos::{Acionamentos, ORDERS, Row};

// Every order has its place with the list.
const _: () = assert!(OrdemAcionamentos::SeguradoAsc as usize + 1 == ORDERS);

/// Order of a list of acionamentos. Rows that are equal in it follow each other by `id`, so every order is complete
/// and the same on every page.
#[derive(Enum, Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The place of a row with this key.
    pub(super) fn place_of<'a>(&'a self, row: &'a Row<'_>) -> PlaceOf<'a> {
        PlaceOf { key: self, id: &row.cd_acionamento }
    }
}

impl<'a> From<&'a Place> for PlaceOf<'a> {
    fn from(place: &'a Place) -> Self {
        Self { key: &place.key, id: &place.id }
    }
}

impl OrdemAcionamentos {
    /// What this order looks at first in a row.
    pub(super) fn key(self, row: &Row<'_>) -> Key {
        match self {
            Self::AberturaDesc | Self::AberturaAsc => {
                Key::Instant(row.dt_abertura.timestamp(), row.dt_abertura.timestamp_subsec_nanos())
            }
            Self::ValorDesc | Self::ValorAsc => Key::Amount(row.vl_total.0),
            Self::SeguradoAsc => Key::Name(fold(&row.nm_segurado)),
        }
    }

    /// The row's place in this order.
    pub fn place(self, row: &Row<'_>) -> Place {
        Place { key: self.key(row), id: row.cd_acionamento.to_string() }
    }

    /// Where the rows of an answer are in this order.
    pub(super) fn sort(self, answer: &Acionamentos) -> &[usize] {
        answer.in_order(self as usize, |rows| {
            // Their keys side by side: sorting thousands of rows does not fetch each from memory.
            let mut keyed: Vec<_> = rows.iter().map(|row| (self.key(row), row)).enumerate().collect();
            keyed.sort_by(|(_, (a, a_row)), (_, (b, b_row))| self.compare(a.place_of(a_row), b.place_of(b_row)));
            keyed.into_iter().map(|(at, _)| at).collect()
        })
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
