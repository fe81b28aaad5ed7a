//! The orders of a list, and a row's place in one.

use std::cmp::Ordering;

use async_graphql::Enum;
use rust_decimal::Decimal;
use services::wire::acionamento::Acionamento;

use super::search::fold;

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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub(super) key: Key,
    pub(super) id: Id,
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

/// The code of a row. A shorter one comes first, so that codes that count upwards are in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Id(pub(super) String);

impl Ord for Id {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl OrdemAcionamentos {
    /// The row's place in this order.
    pub fn place(self, row: &Acionamento) -> Place {
        let key = match self {
            Self::AberturaDesc | Self::AberturaAsc => {
                Key::Instant(row.dt_abertura.timestamp(), row.dt_abertura.timestamp_subsec_nanos())
            }
            Self::ValorDesc | Self::ValorAsc => Key::Amount(row.vl_total.0),
            Self::SeguradoAsc => Key::Name(fold(&row.nm_segurado)),
        };
        Place { key, id: Id(row.cd_acionamento.0.clone()) }
    }

    /// Which of two places comes first.
    pub fn compare(self, a: &Place, b: &Place) -> Ordering {
        match self {
            Self::AberturaDesc | Self::ValorDesc => b.cmp(a),
            Self::AberturaAsc | Self::ValorAsc | Self::SeguradoAsc => a.cmp(b),
        }
    }
}
