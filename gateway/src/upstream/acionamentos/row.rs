//! The types of a row, which borrows its texts.

use services::wire::{acionamento as wire, value::InPlace};

/// An acionamento that borrows from a list.
pub type Row<'a> = wire::Acionamento<InPlace<'a>>;
/// A procedure of such a row.
pub type RowProcedure<'a> = wire::ProcedimentoRealizado<InPlace<'a>>;
/// An event of its history.
pub type RowEvent<'a> = wire::Evento<InPlace<'a>>;
