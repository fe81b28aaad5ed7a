//! The types of a row, which borrows its texts, and what identifies it.

use services::wire::{acionamento as wire, value::InPlace};

/// An acionamento that borrows from a list.
pub type Row<'a> = wire::Acionamento<InPlace<'a>>;
/// A procedure of such a row.
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
