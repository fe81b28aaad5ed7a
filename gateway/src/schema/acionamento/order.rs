//! The orders of a list, and the position of a row in an order.

use std::{cmp::Ordering, sync::Arc};

use async_graphql::Enum;
use chrono::{DateTime, Utc};
use contract::acionamento::status_text;
use rust_decimal::Decimal;
use strum::IntoStaticStr;

use crate::{
    loaders::by_code::ByCode,
    schema::{search::fold, text::text_from_service},
    upstream::{acionamentos::Row, lists::Seguradoras},
};

/// Order of a list of acionamentos. Equal rows are ordered by `id` and `sinistro`, so every order is total and the
/// same on every page.
#[derive(Enum, IntoStaticStr, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
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
    /// By name of the insurer, A to Z; those whose insurer is not in the list of insurers are last. Needs that list, and fails
    /// with it: at most one more call per request.
    SeguradoraAsc,
    /// By name of the insurer, Z to A; those whose insurer is not in the list of insurers are first. Needs that list, and fails
    /// with it: at most one more call per request.
    SeguradoraDesc,
    /// By the status as text, A to Z.
    StatusAsc,
    /// By the status as text, Z to A.
    StatusDesc,
}

/// An order, with the insurers if it compares their names: a row has only their code.
pub struct Sorter {
    pub(super) order: OrdemAcionamentos,
    pub(super) seguradoras: Option<Arc<ByCode<Seguradoras>>>,
}

/// What an order compares.
enum SortColumn {
    Abertura,
    Valor,
    Seguradora,
    /// A text of the row.
    Text(fn(&Row<'_>) -> String),
}

/// Sorts after every text.
const NO_TEXT: &str = "\u{10ffff}";

/// The position of a row in an order. It has all that a comparison needs, so it outlives its row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortPosition {
    pub(super) key: SortKey,
    /// Code of the acionamento.
    pub(super) code: String,
    /// Its claim number.
    pub(super) sinistro: String,
}

/// What identifies a row: its claim number too, since an API may give the same code to several acionamentos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RowId<'a> {
    /// Code of the acionamento.
    pub(super) code: &'a str,
    pub(super) sinistro: &'a str,
}

/// What an order compares first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum SortKey {
    Instant(DateTime<Utc>),
    Amount(Decimal),
    /// A folded name.
    Name(String),
}

impl<'a> RowId<'a> {
    pub(super) fn of(row: &'a Row<'_>) -> Self {
        Self { code: &row.cd_acionamento, sinistro: &row.nr_sinistro }
    }
}

impl SortPosition {
    /// What an order compares: the key, and what identifies the row.
    pub(super) fn parts(&self) -> (&SortKey, RowId<'_>) {
        (&self.key, RowId { code: &self.code, sinistro: &self.sinistro })
    }
}

impl OrdemAcionamentos {
    /// Its name in the graph, which cursors have too.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }

    fn column(self) -> SortColumn {
        match self {
            Self::AberturaDesc | Self::AberturaAsc => SortColumn::Abertura,
            Self::ValorDesc | Self::ValorAsc => SortColumn::Valor,
            Self::SeguradoAsc | Self::SeguradoDesc => SortColumn::Text(|row| fold(&row.nm_segurado)),
            Self::SinistroAsc | Self::SinistroDesc => SortColumn::Text(|row| numeric(Some(&row.nr_sinistro))),
            Self::AutorizacaoAsc | Self::AutorizacaoDesc => {
                SortColumn::Text(|row| numeric(row.nr_autorizacao.as_deref()))
            }
            Self::PetAsc | Self::PetDesc => SortColumn::Text(|row| folded(row.nm_pet.as_deref())),
            Self::SeguradoraAsc | Self::SeguradoraDesc => SortColumn::Seguradora,
            Self::StatusAsc | Self::StatusDesc => {
                SortColumn::Text(|row| folded(Some(status_text(&row.cd_status, &row.ds_status))))
            }
        }
    }

    fn is_descending(self) -> bool {
        matches!(
            self,
            Self::AberturaDesc
                | Self::ValorDesc
                | Self::SeguradoDesc
                | Self::SinistroDesc
                | Self::AutorizacaoDesc
                | Self::PetDesc
                | Self::SeguradoraDesc
                | Self::StatusDesc
        )
    }

    /// Whether it compares the names of insurers.
    pub(in crate::schema) fn is_by_seguradora(self) -> bool {
        matches!(self.column(), SortColumn::Seguradora)
    }

    /// Compares two rows in this order: by their keys, then by what identifies them.
    pub(super) fn compare(self, (a, a_id): (&SortKey, RowId<'_>), (b, b_id): (&SortKey, RowId<'_>)) -> Ordering {
        let ascending = a.cmp(b).then_with(|| by_id(a_id, b_id));
        if self.is_descending() { ascending.reverse() } else { ascending }
    }
}

impl Sorter {
    /// The sort key of a row.
    pub(super) fn key(&self, row: &Row<'_>) -> SortKey {
        match self.order.column() {
            SortColumn::Abertura => SortKey::Instant(row.dt_abertura.to_utc()),
            SortColumn::Valor => SortKey::Amount(row.vl_total.0),
            SortColumn::Seguradora => SortKey::Name(self.seguradora(&row.cd_seguradora)),
            SortColumn::Text(text) => SortKey::Name(text(row)),
        }
    }

    /// The folded name of the insurer with a code.
    fn seguradora(&self, code: &str) -> String {
        let listed = self.seguradoras.as_ref().and_then(|insurers| insurers.find(code));
        listed.map_or_else(|| folded(None), |listed| fold(&listed.row().nm_seguradora))
    }

    /// The position of a row in this order.
    pub(super) fn position(&self, row: &Row<'_>) -> SortPosition {
        let RowId { code, sinistro } = RowId::of(row);
        SortPosition { key: self.key(row), code: code.to_owned(), sinistro: sinistro.to_owned() }
    }
}

impl SortKey {
    /// Its text in a cursor.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Instant(instant) => instant.to_rfc3339(),
            Self::Amount(amount) => amount.to_string(),
            Self::Name(name) => name.clone(),
        }
    }

    /// The key of an order from its text in a cursor.
    pub(super) fn parse(text: String, order: OrdemAcionamentos) -> Option<Self> {
        match order.column() {
            SortColumn::Abertura => text.parse().ok().map(Self::Instant),
            SortColumn::Valor => Decimal::from_str_exact(&text).ok().map(Self::Amount),
            SortColumn::Seguradora | SortColumn::Text(_) => Some(Self::Name(text)),
        }
    }
}

/// A text of a service as it is compared; a missing or empty one comes after all others.
pub(super) fn folded(text: Option<&str>) -> String {
    text_from_service(text).map_or_else(|| NO_TEXT.to_owned(), fold)
}

/// A number of a claim or an authorization as it is compared: digits in sequence by their value, so that 9 is before 10.
fn numeric(number: Option<&str>) -> String {
    // The number of digits becomes one character, '0' plus the number. 40 gives 'X', still before lower-case letters.
    const MAX_DIGITS: u8 = 40;
    let number = folded(number);
    let mut key = String::with_capacity(number.len() + 2);
    let mut rest = &*number;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        key += &rest[..start];
        rest = &rest[start..];
        let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[..end].trim_start_matches('0');
        // Of two numbers the one with more digits is greater.
        key.push(char::from(b'0' + u8::try_from(digits.len()).unwrap_or(MAX_DIGITS).min(MAX_DIGITS)));
        key += digits;
        rest = &rest[end..];
    }
    key + rest
}

/// Shorter codes and claim numbers come first, so that sequential numbers are in numeric order.
fn by_id(a: RowId<'_>, b: RowId<'_>) -> Ordering {
    let by_number = |a: &str, b: &str| a.len().cmp(&b.len()).then_with(|| a.cmp(b));
    by_number(a.code, b.code).then_with(|| by_number(a.sinistro, b.sinistro))
}
