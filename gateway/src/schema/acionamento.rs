//! Acionamentos: claims and service requests.

pub mod connection;
pub mod cursor;
pub mod filter;
pub mod order;
pub mod query;
mod reopen;
#[cfg(test)]
pub(super) mod sample;
pub mod save;
pub mod subscription;
mod unknown_code;

use contract::{
    acionamento::{self as wire, ListaAcionamentosBySinistro},
    seguradora::ListaSeguradora,
};
use macros::object;

use super::{
    error::Error,
    executor::{Context, Resolved},
    procedimento::Procedimento,
    scalars::{Date, DateTime, Decimal, IdText, count},
    segurado::types::{Pet, Segurado},
    seguradora::Seguradora,
    text::{text_argument, text_from_service},
};
use crate::upstream::{
    acionamentos::{Acionamentos, Row, RowEvent, RowProcedure},
    lists::RowRef,
};

/// An acionamento: a row of a response, which all rows of the response keep.
pub struct Acionamento(RowRef<Acionamentos>);

/// A procedure in a row of a response.
pub struct ProcedimentoRealizado<'a>(&'a RowProcedure<'a>);

/// A status of an acionamento. The services own the set of statuses, which may grow: show `descricao`, compare `codigo`, and
/// handle unknown codes.
#[object]
pub struct Status<'a> {
    /// Code of the status: `ABERTO`, `EM_ANALISE` or `FATURADO`, for example.
    codigo: IdText<'a>,
    /// The status as text: `Em análise`, for example.
    descricao: &'a str,
}

/// An event in a row of a response.
pub struct Evento<'a>(&'a RowEvent<'a>);

/// A claim or service request for a pet.
#[object]
impl Acionamento {
    /// Code of the acionamento. An API may give the same one to several: `sinistro` identifies it.
    fn id(&self) -> IdText<'_> {
        IdText(&self.row().cd_acionamento)
    }

    /// Its claim number.
    fn sinistro(&self) -> &str {
        &self.row().nr_sinistro
    }

    /// Its authorization number; null until it is authorized.
    fn autorizacao(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.row().nr_autorizacao.text()?))
    }

    /// Its current status.
    fn status(&self) -> Status<'_> {
        Status::new(&self.row().cd_status, &self.row().ds_status)
    }

    /// When it was opened.
    fn aberto_em(&self) -> DateTime {
        DateTime(self.row().dt_abertura)
    }

    /// Day of the event; null if unknown.
    fn ocorrido_em(&self) -> Result<Option<Date>, Error> {
        Ok(self.row().dt_ocorrencia.read()?.copied().map(Date))
    }

    /// Day of billing; null until then.
    fn faturado_em(&self) -> Result<Option<Date>, Error> {
        Ok(self.row().dt_faturamento.read()?.copied().map(Date))
    }

    /// Its total value in BRL.
    fn valor_total(&self) -> Decimal {
        self.row().vl_total.into()
    }

    /// Note; null if there is none.
    fn observacao(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.row().ds_observacao.text()?))
    }

    /// Code of its insurer.
    fn codigo_seguradora(&self) -> IdText<'_> {
        IdText(&self.row().cd_seguradora)
    }

    /// Its insurer, from the list of insurers; null if it is not in that list.
    /// `codigoSeguradora` needs no further call.
    #[loads(ListaSeguradora, prefetch)]
    fn seguradora(&self, context: &Context<'_>) -> Resolved<Option<Seguradora<'_>>> {
        Seguradora::by_code(context, &self.row().cd_seguradora)
    }

    /// The insured.
    fn segurado(&self) -> Segurado<'_> {
        Segurado::InRow { cpf_cnpj: &self.row().nr_cpf_cnpj, name: &self.row().nm_segurado }
    }

    /// Number of the insured's policy; null if unknown.
    fn apolice(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.row().nr_apolice.text()?))
    }

    /// The pet; null if there is none.
    fn pet(&self) -> Result<Option<Pet<'_>>, Error> {
        let row = self.row();
        let (code, name) = (text_from_service(row.cd_pet.text()?), text_from_service(row.nm_pet.text()?));
        let (Some(code), Some(name)) = (code, name) else { return Ok(None) };
        Ok(Some(Pet::InRow { code, name, species: row.ds_especie.text(), cpf_cnpj: &row.nr_cpf_cnpj }))
    }

    /// The procedures that were done.
    fn procedimentos(&self) -> Vec<ProcedimentoRealizado<'_>> {
        self.row().procedimentos.iter().map(ProcedimentoRealizado).collect()
    }

    /// Its history, oldest event first.
    fn historico(&self) -> Vec<Evento<'_>> {
        self.row().historico.iter().map(Evento).collect()
    }

    /// Claim number of the acionamento that this one reopens; null if it reopens none.
    fn sinistro_origem(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.row().nr_sinistro_origem.text()?))
    }

    /// Claim number of the acionamento that reopened this one; null if none did.
    fn sinistro_reabertura(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.row().nr_sinistro_reabertura.text()?))
    }

    /// The acionamento that this one reopens; null if it reopens none. One call to the services for each different one;
    /// `sinistroOrigem` needs none.
    #[loads(ListaAcionamentosBySinistro)]
    fn origem(&self, context: &Context<'_>) -> Resolved<Option<Acionamento>> {
        text_from_service(self.row().nr_sinistro_origem.text()?)
            .map_or(Ok(None), |sinistro| Acionamento::by_sinistro(context, sinistro.to_owned()))
    }

    /// The acionamento that reopened this one; null if none did. One call to the services for each different one;
    /// `sinistroReabertura` needs none.
    #[loads(ListaAcionamentosBySinistro)]
    fn reabertura(&self, context: &Context<'_>) -> Resolved<Option<Acionamento>> {
        text_from_service(self.row().nr_sinistro_reabertura.text()?)
            .map_or(Ok(None), |sinistro| Acionamento::by_sinistro(context, sinistro.to_owned()))
    }

    /// Whether it may be reopened; null if the services do not send it. The query `reabertura` gives their reason.
    fn pode_reabrir(&self) -> Result<Option<bool>, Error> {
        Ok(self.row().fl_pode_reabrir.read()?.copied())
    }

    /// The acionamento with a claim number that a caller or a row gives.
    #[key]
    #[loads(ListaAcionamentosBySinistro)]
    fn by_sinistro(context: &Context<'_>, sinistro: String) -> Resolved<Option<Self>> {
        let sinistro = text_argument("sinistro", &sinistro)?;
        let answer = context.load(&ListaAcionamentosBySinistro { sinistro: sinistro.clone() })?;
        // A service that ignores the number, or searches for numbers that contain it, answers with others.
        Ok(answer.with_number(&sinistro).map(Self))
    }
}

impl Acionamento {
    #[inline]
    fn row(&self) -> &Row<'_> {
        self.0.row()
    }
}

/// A procedure that is part of an acionamento.
#[object]
impl ProcedimentoRealizado<'_> {
    /// The procedure. `id` and `descricao` need no further call; the other fields come from the list of procedures.
    fn procedimento(&self) -> Procedimento<'_> {
        Procedimento::InRow { code: &self.0.cd_procedimento, description: &self.0.ds_procedimento }
    }

    /// Quantity.
    fn quantidade(&self) -> Result<i32, Error> {
        count(self.0.qt_procedimento, SERVICE)
    }

    /// Unit value in BRL.
    fn valor(&self) -> Decimal {
        self.0.vl_procedimento.into()
    }

    /// Total value in BRL: `quantidade` times `valor`.
    fn total(&self) -> Result<Decimal, Error> {
        let total = Decimal::from(self.0.vl_procedimento).times(self.0.qt_procedimento.0);
        total.ok_or_else(|| Error::out_of_range(SERVICE))
    }
}

/// An event in the history of an acionamento.
#[object]
impl Evento<'_> {
    /// When it happened.
    fn em(&self) -> DateTime {
        DateTime(self.0.dt_evento)
    }

    /// The status that it led to.
    fn status(&self) -> Status<'_> {
        Status::new(&self.0.cd_status, &self.0.ds_status)
    }

    /// Name of the user who caused it; null if unknown.
    fn usuario(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.0.nm_usuario.text()?))
    }

    /// Note; null if there is none.
    fn observacao(&self) -> Result<Option<&str>, Error> {
        Ok(text_from_service(self.0.ds_observacao.text()?))
    }
}

impl<'a> Status<'a> {
    /// A status as the services send it. Without a text it has its code's usual name, or the code.
    pub(super) fn new(code: &'a str, description: &'a str) -> Self {
        Self { codigo: IdText(code), descricao: wire::status_text(code, description) }
    }
}

/// The service that the log names for a number out of range: several services return the same rows.
const SERVICE: &str = "/ConsultaAcionamento";
