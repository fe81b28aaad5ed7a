//! The orders of a list, and the position of a row in an order.

use std::{cmp::Ordering, sync::Arc};

use async_graphql::Enum;
use rust_decimal::Decimal;

use super::search::{self, Search, fold};
use crate::{
    schema::scalars,
    upstream::acionamentos::{Acionamentos, Criteria, Row, RowFilter, SearchFields, Selection, SortFields},
};

/// Order of a list of acionamentos. Equal rows are ordered by `id`, so every order is total and the same on every page.
#[derive(Enum, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OrdemAcionamentos {
    /// Most recently opened first.
    #[default]
    AberturaDesc,
    /// Least recently opened first.
    AberturaAsc,
    /// Highest total value first.
    ValorDesc,
    /// Lowest total value first.
    ValorAsc,
    /// By name of the insured, A to Z; accents and case are ignored, as in all orders by a text.
    SeguradoAsc,
    /// By name of the insured, Z to A.
    SeguradoDesc,
    /// Lowest claim number first.
    SinistroAsc,
    /// Highest claim number first.
    SinistroDesc,
    /// Lowest authorization number first; those without one are last.
    AutorizacaoAsc,
    /// Highest authorization number first; those without one are first.
    AutorizacaoDesc,
    /// By name of the pet, A to Z; those without one are last.
    PetAsc,
    /// By name of the pet, Z to A; those without one are first.
    PetDesc,
    /// By the status as text, A to Z.
    StatusAsc,
    /// By the status as text, Z to A.
    StatusDesc,
}

/// What an order compares.
enum SortColumn {
    Abertura,
    Valor,
    Segurado,
    /// Another text.
    Text(fn(&SearchFields<'_>) -> String),
}

/// Sorts after every text.
const NO_TEXT: &str = "\u{10ffff}";

/// The position of a row in an order. It has all that a comparison needs, so it outlives its row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortPosition {
    pub(super) key: SortKey,
    pub(super) id: String,
}

/// The position of a row, borrowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SortPositionRef<'a> {
    key: &'a SortKey,
    id: &'a str,
}

/// What an order compares first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum SortKey {
    /// Seconds since 1970 and nanoseconds.
    Instant(i64, u32),
    Amount(Decimal),
    /// A folded name.
    Name(String),
}

impl Ord for SortPositionRef<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(other.key).then_with(|| by_id(self.id, other.id))
    }
}

impl PartialOrd for SortPositionRef<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl SortKey {
    /// The position of the row with this key and an id.
    pub(super) fn position_of<'a>(&'a self, id: &'a str) -> SortPositionRef<'a> {
        SortPositionRef { key: self, id }
    }
}

impl<'a> From<&'a SortPosition> for SortPositionRef<'a> {
    fn from(place: &'a SortPosition) -> Self {
        Self { key: &place.key, id: &place.id }
    }
}

impl OrdemAcionamentos {
    fn column(self) -> SortColumn {
        match self {
            Self::AberturaDesc | Self::AberturaAsc => SortColumn::Abertura,
            Self::ValorDesc | Self::ValorAsc => SortColumn::Valor,
            Self::SeguradoAsc | Self::SeguradoDesc => SortColumn::Segurado,
            Self::SinistroAsc | Self::SinistroDesc => SortColumn::Text(|row| folded(row.numbers[0])),
            Self::AutorizacaoAsc | Self::AutorizacaoDesc => SortColumn::Text(|row| folded(row.numbers[1])),
            Self::PetAsc | Self::PetDesc => SortColumn::Text(|row| folded(row.texts[1])),
            Self::StatusAsc | Self::StatusDesc => SortColumn::Text(|row| folded(row.texts[2])),
        }
    }

    fn is_descending(self) -> bool {
        match self {
            Self::AberturaDesc
            | Self::ValorDesc
            | Self::SeguradoDesc
            | Self::SinistroDesc
            | Self::AutorizacaoDesc
            | Self::PetDesc
            | Self::StatusDesc => true,
            Self::AberturaAsc
            | Self::ValorAsc
            | Self::SeguradoAsc
            | Self::SinistroAsc
            | Self::AutorizacaoAsc
            | Self::PetAsc
            | Self::StatusAsc => false,
        }
    }

    /// Whether its sort keys are texts.
    pub(super) fn is_by_text(self) -> bool {
        matches!(self.column(), SortColumn::Segurado | SortColumn::Text(_))
    }

    /// Whether its sort keys are instants.
    pub(super) fn is_by_instant(self) -> bool {
        matches!(self.column(), SortColumn::Abertura)
    }

    fn key<'a>(self, row: &SortFields<'_>, texts: impl FnOnce() -> SearchFields<'a>) -> SortKey {
        match self.column() {
            SortColumn::Abertura => SortKey::Instant(row.aberto_em.timestamp(), row.aberto_em.timestamp_subsec_nanos()),
            SortColumn::Valor => SortKey::Amount(row.valor_total),
            SortColumn::Segurado => SortKey::Name(fold(row.segurado)),
            SortColumn::Text(text) => SortKey::Name(text(&texts())),
        }
    }

    /// The sort key of the row of a list at an index, and its code.
    pub(super) fn key_at(self, list: &Acionamentos, at: u32) -> (SortKey, &str) {
        let row = list.sort_fields(at);
        (self.key(&row, || list.search_fields(at)), row.id)
    }

    /// The position of a row in this order.
    pub fn position(self, row: &Row<'_>) -> SortPosition {
        let sorted = SortFields::from(row);
        SortPosition { key: self.key(&sorted, || row.into()), id: sorted.id.to_owned() }
    }

    /// The rows of a list that match a search and a filter, in this order.
    pub(super) async fn select(
        self,
        list: &Arc<Acionamentos>,
        search: Option<&Search>,
        filter: &RowFilter,
    ) -> Arc<Selection> {
        let criteria = Criteria { order: self as usize, search: search.map(Search::text), filter: filter.clone() };
        let (search, filter) = (search.cloned(), filter.clone());
        // Holds the folded texts while this search waits, for other searches of the same list.
        let _texts = search.as_ref().map(|_| list.search_texts());
        list.selection(criteria, move |list| self.select_now(list, search.as_ref(), &filter)).await
    }

    /// The same on the calling thread, and not cached.
    pub fn select_now(self, list: &Acionamentos, search: Option<&Search>, filter: &RowFilter) -> Selection {
        let shared = search.map(|_| list.search_texts());
        let texts = shared.as_deref().map(|shared| list.prepared_texts(shared, search::texts));
        let selected = |at: &u32| filter.is_empty() || list.is_selected(*at, filter);
        let found: Vec<u32> = match (search.map(Search::finder), texts) {
            (Some(finder), Some(texts)) => {
                list.places().filter(selected).filter(|at| finder.finds(&texts.row(*at))).collect()
            }
            _ => list.places().filter(selected).collect(),
        };
        let mut sum = Some(scalars::Decimal(Decimal::ZERO));
        let rows = found.into_iter().map(|at| {
            let row = list.sort_fields(at);
            sum = sum.and_then(|sum| sum.plus(scalars::Decimal(row.valor_total)));
            (row, at)
        });
        // Keys are stored side by side, so that sorting does not fetch each row from memory.
        let places = match self.column() {
            SortColumn::Abertura => {
                let rows = rows
                    .map(|(row, at)| ((row.aberto_em.timestamp(), row.aberto_em.timestamp_subsec_nanos()), row.id, at));
                self.sort(rows.collect())
            }
            SortColumn::Valor => self.sort(rows.map(|(row, at)| (row.valor_total, row.id, at)).collect()),
            SortColumn::Segurado => match texts {
                Some(texts) => self.sort(rows.map(|(row, at)| (Name::new(texts.row(at).name), row.id, at)).collect()),
                None => {
                    let rows: Vec<_> = rows.map(|(row, at)| (fold(row.segurado), row.id, at)).collect();
                    self.sort(rows.iter().map(|(name, id, at)| (Name::new(name), *id, *at)).collect())
                }
            },
            SortColumn::Text(text) => {
                let rows: Vec<_> = rows.map(|(row, at)| (text(&list.search_fields(at)), row.id, at)).collect();
                self.sort(rows.iter().map(|(text, id, at)| (Name::new(text), *id, *at)).collect())
            }
        };
        Selection { places, sum: sum.map(|sum| sum.0) }
    }

    /// The indices of rows, sorted by key and then by code.
    fn sort<K: Ord>(self, mut keyed: Vec<(K, &str, u32)>) -> Box<[u32]> {
        keyed.sort_by(|(a, a_id, _), (b, b_id, _)| self.directed(a.cmp(b).then_with(|| by_id(a_id, b_id))));
        keyed.into_iter().map(|(_, _, at)| at).collect()
    }

    /// Compares two positions in this order.
    pub fn compare<'a>(self, a: impl Into<SortPositionRef<'a>>, b: impl Into<SortPositionRef<'a>>) -> Ordering {
        self.directed(a.into().cmp(&b.into()))
    }

    /// Reverses an ordering if this order is descending.
    fn directed(self, ascending: Ordering) -> Ordering {
        if self.is_descending() { ascending.reverse() } else { ascending }
    }
}

/// A text as it is compared; a missing one comes after all others.
fn folded(text: Option<&str>) -> String {
    text.map_or_else(|| NO_TEXT.to_owned(), fold)
}

/// Shorter codes come first, so that sequential numbers are in numeric order.
fn by_id(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// A folded name with its first bytes as a number: most names differ there.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name<'a> {
    first: u64,
    name: &'a str,
}

impl<'a> Name<'a> {
    fn new(name: &'a str) -> Self {
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

    use super::{OrdemAcionamentos, Search, SortPosition, fold};
    use crate::{
        schema::acionamento::sample,
        upstream::acionamentos::{Acionamentos, Row, RowFilter},
    };

    const ORDERS: [OrdemAcionamentos; 14] = [
        OrdemAcionamentos::AberturaDesc,
        OrdemAcionamentos::AberturaAsc,
        OrdemAcionamentos::ValorDesc,
        OrdemAcionamentos::ValorAsc,
        OrdemAcionamentos::SeguradoAsc,
        OrdemAcionamentos::SeguradoDesc,
        OrdemAcionamentos::SinistroAsc,
        OrdemAcionamentos::SinistroDesc,
        OrdemAcionamentos::AutorizacaoAsc,
        OrdemAcionamentos::AutorizacaoDesc,
        OrdemAcionamentos::PetAsc,
        OrdemAcionamentos::PetDesc,
        OrdemAcionamentos::StatusAsc,
        OrdemAcionamentos::StatusDesc,
    ];

    /// Whether one of the row's fields contains a word.
    fn contains(row: &Row<'_>, word: &str) -> bool {
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

    /// The naive selection, row by row.
    fn naive(rows: &[Row<'_>], words: &[String], ordem: OrdemAcionamentos) -> (Vec<String>, Decimal) {
        let found: Vec<_> = rows.iter().filter(|row| words.iter().all(|word| contains(row, word))).collect();
        let mut positions: Vec<SortPosition> = found.iter().map(|row| ordem.position(row)).collect();
        positions.sort_by(|a, b| ordem.compare(a, b));
        (positions.into_iter().map(|position| position.id).collect(), found.iter().map(|row| row.vl_total.0).sum())
    }

    proptest! {
        #[test]
        fn a_selection_equals_the_naive_one(
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
                row.nr_sinistro = policy.as_str().into();
                row.nr_autorizacao = (*day > 0).then(|| policy.as_str().into());
                row.nm_pet = (*amount > 0).then(|| name.as_str().into());
                row
            }).collect();
            let list: Acionamentos = rows.iter().collect();
            let selection = ordem.select_now(&list, Search::new(&words.join(" ")).unwrap().as_ref(), &RowFilter::default());
            let found: Vec<_> = selection.places.iter().map(|at| list.sort_fields(*at).id.to_owned()).collect();
            prop_assert_eq!((found, selection.sum.unwrap()), naive(&rows, &words, ordem));
        }
    }
}
