//! The orders of a list, and the position of a row in an order.

use std::{borrow::Cow, cmp::Ordering, sync::Arc};

use async_graphql::Enum;
use chrono::{DateTime, Utc};
use contract::acionamento::status_text;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::{
    loaders::by_code::ByCode,
    schema::{search::fold, text::text_from_service},
    upstream::{acionamentos::Row, lists::Seguradoras},
};

/// Order of a list of acionamentos. Equal rows are ordered by `id` and `sinistro`, so every order is total and the
/// same on every page.
#[derive(Enum, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
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

/// Sorts after every text.
const NO_TEXT: &str = "\u{10ffff}";

/// The position of a row in an order: all that a comparison needs. The code may be that of several acionamentos, so the claim
/// number belongs to it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortPosition<'a> {
    pub(super) key: SortKey,
    /// Code of the acionamento.
    pub(super) code: Cow<'a, str>,
    /// Its claim number.
    pub(super) sinistro: Cow<'a, str>,
}

/// What an order compares first.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum SortKey {
    Instant(DateTime<Utc>),
    Amount(Decimal),
    /// A folded name.
    Name(String),
}

impl OrdemAcionamentos {
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
        matches!(self, Self::SeguradoraAsc | Self::SeguradoraDesc)
    }

    /// Compares two rows in this order. Of equal keys shorter codes and claim numbers come first, so that sequential numbers are
    /// in numeric order.
    pub(super) fn compare(self, a: &SortPosition<'_>, b: &SortPosition<'_>) -> Ordering {
        let by_number = |a: &str, b: &str| a.len().cmp(&b.len()).then_with(|| a.cmp(b));
        let by_code = || by_number(&a.code, &b.code).then_with(|| by_number(&a.sinistro, &b.sinistro));
        let ascending = a.key.cmp(&b.key).then_with(by_code);
        if self.is_descending() { ascending.reverse() } else { ascending }
    }
}

impl Sorter {
    /// The position of a row in this order.
    pub(super) fn position<'a>(&self, row: &'a Row<'_>) -> SortPosition<'a> {
        SortPosition { key: self.key(row), code: (*row.cd_acionamento).into(), sinistro: (*row.nr_sinistro).into() }
    }

    fn key(&self, row: &Row<'_>) -> SortKey {
        use OrdemAcionamentos as Ordem;
        SortKey::Name(match self.order {
            Ordem::AberturaDesc | Ordem::AberturaAsc => return SortKey::Instant(row.dt_abertura.to_utc()),
            Ordem::ValorDesc | Ordem::ValorAsc => return SortKey::Amount(row.vl_total.0),
            Ordem::SeguradoAsc | Ordem::SeguradoDesc => fold(&row.nm_segurado),
            Ordem::SinistroAsc | Ordem::SinistroDesc => numeric(Some(&row.nr_sinistro)),
            Ordem::AutorizacaoAsc | Ordem::AutorizacaoDesc => numeric(row.nr_autorizacao.as_deref()),
            Ordem::PetAsc | Ordem::PetDesc => folded(row.nm_pet.as_deref()),
            Ordem::SeguradoraAsc | Ordem::SeguradoraDesc => self.seguradora(&row.cd_seguradora),
            Ordem::StatusAsc | Ordem::StatusDesc => folded(Some(status_text(&row.cd_status, &row.ds_status))),
        })
    }

    /// The folded name of the insurer with a code.
    fn seguradora(&self, code: &str) -> String {
        let listed = self.seguradoras.as_ref().and_then(|insurers| insurers.find(code));
        listed.map_or_else(|| folded(None), |listed| fold(&listed.row().nm_seguradora))
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
