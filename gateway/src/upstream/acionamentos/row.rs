//! The rows of a list, which borrow their texts from it.

use services::wire::{acionamento as wire, value::InPlace};

use crate::upstream::lists::list;

list! {
    /// The rows, with the response body that they borrow from.
    pub(super) rows_in_body::RowsInBody,
    /// An acionamento that borrows from a list.
    Row = services::wire::acionamento::Acionamento
}

/// A procedure of a row.
pub type RowProcedure<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// An event of its history.
pub type RowEvent<'a> = wire::Evento<InPlace<'a>>;

/// What identifies a row: its claim number too, since an API may give the same code to several acionamentos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowId<'a> {
    /// Code of the acionamento.
    pub code: &'a str,
    /// Its claim number.
    pub sinistro: &'a str,
}

impl<'a> RowId<'a> {
    /// What identifies this row.
    pub fn of(row: &'a Row<'_>) -> Self {
        Self { code: &row.cd_acionamento, sinistro: &row.nr_sinistro }
    }
}
