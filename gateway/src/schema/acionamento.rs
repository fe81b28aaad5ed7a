//! The acionamentos: claims and service requests.

pub mod connection;
pub mod cursor;
pub mod order;
#[cfg(test)]
mod sample;
pub mod save;
pub mod search;

use std::sync::Arc;

use macros::{object, union};
use services::wire::acionamento as wire;

use self::{
    connection::{AcionamentoConnection, FiltroAcionamentos, Listing},
    cursor::{DEFAULT_ROWS, MOST_ROWS, PageArguments},
    order::OrdemAcionamentos,
};
use super::{
    error::Error,
    executor::{Context, Resolved},
    procedimento::Procedimento,
    recusa::Recusa,
    scalars::{Date, DateTime, Decimal, IdText, count},
    segurado::{Pet, Segurado},
    seguradora::Seguradora,
    text::{asked, said},
};
use crate::{
    loaders::{
        acionamento::{AcionamentoLoader, AcionamentosLoader, ReaberturaLoader},
        seguradora::SeguradorasLoader,
    },
    upstream::{
        acionamentos::{Acionamentos, Done, Event, Page, Row},
        lists::RowRef,
    },
};

/// The acionamentos' part of the queries.
#[derive(Default)]
pub struct AcionamentoQuery;

/// An acionamento: one row of an answer, which it shares with the other rows. A clone is the same row.
#[derive(Clone)]
pub struct Acionamento(RowRef<Page>);

/// A procedure of an acionamento.
pub struct ProcedimentoRealizado<'a>(&'a Done<'a>);

/// A status of an acionamento. The services own the set of statuses, which may grow: show `descricao`, compare
/// `codigo`, and expect a code that was not there yesterday.
#[object]
pub struct Status<'a> {
    /// Code of the status: `ABERTO`, `EM_ANALISE` or `FATURADO`, for example.
    codigo: IdText<'a>,
    /// The status in words for people: `Em análise`, for example.
    descricao: &'a str,
}

/// Something that happened to an acionamento.
pub struct Evento<'a>(&'a Event<'a>);

/// Whether an acionamento may be reopened: itself if it may, the services' reason if not.
#[union]
pub enum ResultadoReabertura {
    /// It may be reopened.
    Acionamento(Acionamento),
    /// It may not.
    Recusa(Recusa),
}

#[object]
impl AcionamentoQuery {
    /// The acionamento with a claim number; null if there is none.
    ///
    /// Costs one call to the services.
    #[loads(AcionamentoLoader)]
    fn acionamento(
        &self,
        context: &Context<'_>,
        /// The claim number (sinistro), whole.
        sinistro: &str,
    ) -> Resolved<Option<Acionamento>> {
        by_sinistro(context, sinistro)
    }

    /// The acionamentos that answer one of four questions, searched, sorted and cut into pages.
    ///
    /// Costs one call to the services at most, whatever the page. Move on with `first` and `after: pageInfo.endCursor`,
    /// back with `last` and `before: pageInfo.startCursor`. A cursor is a place in the order: pages stay right when
    /// acionamentos arrive or leave between them. It is good for its own order only.
    #[loads(AcionamentosLoader)]
    #[list_size(first, last; DEFAULT_ROWS, MOST_ROWS)]
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of the field in the graph")]
    fn acionamentos(
        &self,
        context: &Context<'_>,
        /// The question: exactly one of its fields.
        filtro: FiltroAcionamentos,
        /// Keeps only what holds every one of these words, in any order and in any of: claim, authorization, name and CPF or
        /// CNPJ of the insured, pet, policy, status. Accents, case and the punctuation of numbers do not count. At most 200
        /// characters; blank keeps all.
        busca: Option<String>,
        /// Order of the list; `ABERTURA_DESC`, the newest first, if not given.
        ordem: Option<OrdemAcionamentos>,
        /// Rows of the page, counted from its front: 0 to 500. 50 if neither `first` nor `last` is given.
        first: Option<i32>,
        /// The page begins after this cursor.
        after: Option<String>,
        /// Rows of the page, counted from its back: 0 to 500. Not together with `first`.
        last: Option<i32>,
        /// The page ends before this cursor.
        before: Option<String>,
    ) -> Resolved<Option<Arc<AcionamentoConnection>>> {
        context.authenticated()?;
        let page = PageArguments { first, after, last, before };
        Listing::new(filtro, busca, ordem, page, context.caches_lists())?.load(context).map(Some)
    }

    /// Whether an acionamento may be reopened: the acionamento if it may, the services' reason if not. Reopen it with the
    /// mutation `reabrirAcionamento`.
    ///
    /// Costs one call to the services.
    #[loads(ReaberturaLoader)]
    fn reabertura(
        &self,
        context: &Context<'_>,
        /// The claim number (sinistro), whole.
        sinistro: &str,
    ) -> Resolved<Option<ResultadoReabertura>> {
        context.authenticated()?;
        let sinistro = asked("sinistro", sinistro)?;
        Ok(Some(match context.answer(&ReaberturaLoader { sinistro })? {
            Ok(answer) => ResultadoReabertura::Acionamento(Acionamento::of(&answer)?),
            Err(error) => ResultadoReabertura::Recusa(Recusa::from_upstream(error)?),
        }))
    }
}

fn by_sinistro(context: &Context<'_>, sinistro: &str) -> Resolved<Option<Acionamento>> {
    context.authenticated()?;
    let answer = context.load(&AcionamentoLoader { sinistro: asked("sinistro", sinistro)? })?;
    Ok(answer.first().map(Acionamento))
}

/// A claim or service request for a pet.
#[object]
impl Acionamento {
    /// Code of the acionamento.
    fn id(&self) -> IdText<'_> {
        IdText(&self.row().cd_acionamento)
    }

    /// Its claim number.
    fn sinistro(&self) -> &str {
        &self.row().nr_sinistro
    }

    /// Its authorization number; null until it is authorised.
    fn autorizacao(&self) -> Option<&str> {
        said(self.row().nr_autorizacao.as_deref())
    }

    /// Its status now.
    fn status(&self) -> Status<'_> {
        Status::new(&self.row().cd_status, &self.row().ds_status)
    }

    /// When it was opened.
    fn aberto_em(&self) -> DateTime {
        DateTime(self.row().dt_abertura)
    }

    /// Day of the event that it is about; null where the services do not say.
    fn ocorrido_em(&self) -> Option<Date> {
        self.row().dt_ocorrencia.map(Date)
    }

    /// Day on which it was billed; null until then.
    fn faturado_em(&self) -> Option<Date> {
        self.row().dt_faturamento.map(Date)
    }

    /// Its total value in BRL.
    fn valor_total(&self) -> Decimal {
        self.row().vl_total.into()
    }

    /// Note; null where there is none.
    fn observacao(&self) -> Option<&str> {
        said(self.row().ds_observacao.as_deref())
    }

    /// Code of its insurer.
    fn codigo_seguradora(&self) -> IdText<'_> {
        IdText(&self.row().cd_seguradora)
    }

    /// Its insurer, from the list of insurers, which is read once per request whatever the number of acionamentos. Null
    /// where that list does not have it. For its code alone there is `codigoSeguradora`.
    #[loads(SeguradorasLoader)]
    #[prefetch(SeguradorasLoader)]
    fn seguradora(&self, context: &Context<'_>) -> Resolved<Option<Seguradora<'_>>> {
        Seguradora::by_code(context, &self.row().cd_seguradora)
    }

    /// The insured.
    fn segurado(&self) -> Segurado<'_> {
        Segurado::Named { cpf_cnpj: &self.row().nr_cpf_cnpj, name: &self.row().nm_segurado }
    }

    /// Number of the insured's policy; null where the services do not say.
    fn apolice(&self) -> Option<&str> {
        said(self.row().nr_apolice.as_deref())
    }

    /// The pet; null where the services name none.
    fn pet(&self) -> Option<Pet<'_>> {
        let row = self.row();
        let (Some(code), Some(name)) = (&row.cd_pet, &row.nm_pet) else { return None };
        Some(Pet::Named { code, name, species: row.ds_especie.as_deref(), cpf_cnpj: &row.nr_cpf_cnpj })
    }

    /// What was done.
    fn procedimentos(&self) -> impl ExactSizeIterator<Item = ProcedimentoRealizado<'_>> {
        self.row().procedimentos.iter().map(ProcedimentoRealizado)
    }

    /// What happened to it, oldest first.
    fn historico(&self) -> impl ExactSizeIterator<Item = Evento<'_>> {
        self.row().historico.iter().map(Evento)
    }

    /// Claim number of the acionamento that this one reopens; null where it reopens none.
    fn sinistro_origem(&self) -> Option<&str> {
        said(self.row().nr_sinistro_origem.as_deref())
    }

    /// Claim number of the acionamento that reopened this one; null where none did.
    fn sinistro_reabertura(&self) -> Option<&str> {
        said(self.row().nr_sinistro_reabertura.as_deref())
    }

    /// The acionamento that this one reopens; null where it reopens none. One call to the services for each different
    /// one: for its number alone there is `sinistroOrigem`.
    #[loads(AcionamentoLoader)]
    fn origem(&self, context: &Context<'_>) -> Resolved<Option<Acionamento>> {
        said(self.row().nr_sinistro_origem.as_deref()).map_or(Ok(None), |sinistro| by_sinistro(context, sinistro))
    }

    /// The acionamento that reopened this one; null where none did. One call to the services for each different one: for
    /// its number alone there is `sinistroReabertura`.
    #[loads(AcionamentoLoader)]
    fn reabertura(&self, context: &Context<'_>) -> Resolved<Option<Acionamento>> {
        said(self.row().nr_sinistro_reabertura.as_deref()).map_or(Ok(None), |sinistro| by_sinistro(context, sinistro))
    }

    /// Whether it may be reopened now, as the services told when they answered; null where they did not. The query
    /// `reabertura` gives their reason.
    fn pode_reabrir(&self) -> Option<bool> {
        self.row().fl_pode_reabrir
    }
}

impl Acionamento {
    fn row(&self) -> &Row<'_> {
        self.0.row()
    }

    /// The one in a list of one.
    fn of(list: &Arc<Acionamentos>) -> Result<Self, Error> {
        list.first().map(Self).ok_or_else(|| Error::internal("an answer without its acionamento"))
    }
}

impl From<&wire::Acionamento> for Acionamento {
    fn from(row: &wire::Acionamento) -> Self {
        Self(RowRef::new(&Arc::new(Acionamentos::of(row)).page(&[0]), 0))
    }
}

/// A procedure that is part of an acionamento.
#[object]
impl ProcedimentoRealizado<'_> {
    /// The procedure. `id` and `descricao` come with the acionamento; the rest comes from the list of procedures, which is
    /// read once per request and only when asked for.
    fn procedimento(&self) -> Procedimento<'_> {
        Procedimento::Named { code: &self.0.cd_procedimento, description: &self.0.ds_procedimento }
    }

    /// How many.
    fn quantidade(&self) -> Result<i32, Error> {
        count(self.0.qt_procedimento, SERVICE)
    }

    /// Value of one in BRL.
    fn valor(&self) -> Decimal {
        self.0.vl_procedimento.into()
    }

    /// Value of all of them in BRL: `quantidade` times `valor`.
    fn total(&self) -> Result<Decimal, Error> {
        let total = Decimal::from(self.0.vl_procedimento).times(self.0.qt_procedimento.0);
        total.ok_or_else(|| Error::out_of_range(SERVICE))
    }
}

/// Something that happened to an acionamento.
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

    /// Name of the user who did it; null where the services do not say.
    fn usuario(&self) -> Option<&str> {
        said(self.0.nm_usuario.as_deref())
    }

    /// Note about it; null where there is none.
    fn observacao(&self) -> Option<&str> {
        said(self.0.ds_observacao.as_deref())
    }
}

impl<'a> Status<'a> {
    /// A status as the services tell it.
    pub(super) fn new(code: &'a str, description: &'a str) -> Self {
        Self { codigo: IdText(code), descricao: description }
    }
}

/// Named in the log where a row is not what it should be: several services answer with the same rows.
const SERVICE: &str = "/ConsultaAcionamento";
