//! The rows of a list, which borrow their texts from it.

use contract::{
    acionamento as wire,
    value::{InPlace, Label, Text},
};

use crate::upstream::lists::list;

list! {
    /// The rows, with the response body that they borrow from.
    pub(super) rows_in_body::RowsInBody,
    /// An acionamento that borrows from a list.
    Row = contract::acionamento::Acionamento
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

/// A row that borrows from nothing.
pub(super) fn owned_row<S: AsRef<str>>(row: &wire::Acionamento<S>) -> Row<'static> {
    fn own<S: AsRef<str>>(text: &S) -> InPlace<'static> {
        text.as_ref().to_owned().into()
    }
    let text = |Text(text): &Text<S>| Text(own(text));
    let label = |Label(text): &Label<S>| Label(own(text));
    let procedure = |done: &wire::ProcedimentoRealizado<S>| RowProcedure {
        cd_procedimento: text(&done.cd_procedimento),
        ds_procedimento: label(&done.ds_procedimento),
        qt_procedimento: done.qt_procedimento,
        vl_procedimento: done.vl_procedimento,
    };
    let event = |event: &wire::Evento<S>| RowEvent {
        dt_evento: event.dt_evento,
        cd_status: text(&event.cd_status),
        ds_status: label(&event.ds_status),
        nm_usuario: event.nm_usuario.map_ref(own),
        ds_observacao: event.ds_observacao.map_ref(own),
    };
    Row {
        cd_acionamento: text(&row.cd_acionamento),
        nr_sinistro: text(&row.nr_sinistro),
        nr_autorizacao: row.nr_autorizacao.map_ref(text),
        cd_status: text(&row.cd_status),
        ds_status: label(&row.ds_status),
        dt_abertura: row.dt_abertura,
        dt_ocorrencia: row.dt_ocorrencia,
        dt_faturamento: row.dt_faturamento,
        vl_total: row.vl_total,
        ds_observacao: row.ds_observacao.map_ref(own),
        cd_seguradora: text(&row.cd_seguradora),
        nr_apolice: row.nr_apolice.map_ref(text),
        nr_cpf_cnpj: text(&row.nr_cpf_cnpj),
        nm_segurado: label(&row.nm_segurado),
        cd_pet: row.cd_pet.map_ref(text),
        nm_pet: row.nm_pet.map_ref(own),
        ds_especie: row.ds_especie.map_ref(own),
        nr_sinistro_origem: row.nr_sinistro_origem.map_ref(text),
        nr_sinistro_reabertura: row.nr_sinistro_reabertura.map_ref(text),
        fl_pode_reabrir: row.fl_pode_reabrir,
        procedimentos: row.procedimentos.iter().map(procedure).collect(),
        historico: row.historico.iter().map(event).collect(),
    }
}
