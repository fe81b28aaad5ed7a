//! The acionamentos: claims and service requests.

pub mod connection;
pub mod cursor;
pub mod order;
pub(super) mod rows;
#[cfg(test)]
mod sample;
pub mod save;
pub mod search;

use std::sync::Arc;

use async_graphql::{Context, ID, Object, SimpleObject, Union};
use services::wire::acionamento as wire;

use self::{
    connection::{AcionamentoConnection, FiltroAcionamentos, Listing},
    cursor::PageArguments,
    order::OrdemAcionamentos,
};
use super::{
    error::Error,
    loaders,
    procedimento::Procedimento,
    recusa::Recusa,
    scalars::{Date, DateTime, Decimal, count, out_of_range},
    segurado::{Pet, Segurado},
    seguradora::Seguradora,
    text::{asked, said},
};
use crate::{
    loaders::Question,
    upstream::{
        Age,
        acionamentos::{Acionamentos, Done, Event, Page, Row},
        lists::Placed,
    },
};

/// The acionamentos' part of the queries.
#[derive(Default)]
pub struct AcionamentoQuery;

/// An acionamento: one row of an answer, which it shares with the other rows. A clone is the same row.
#[derive(Clone)]
pub struct Acionamento(Placed<Page>);

/// A procedure of an acionamento.
pub struct ProcedimentoRealizado {
    of: Acionamento,
    at: usize,
}

/// A status of an acionamento. The services own the set of statuses, which may grow: show `descricao`, compare
/// `codigo`, and expect a code that was not there yesterday.
#[derive(Clone, SimpleObject)]
pub struct Status {
    /// Code of the status: `ABERTO`, `EM_ANALISE` or `FATURADO`, for example.
    codigo: ID,
    /// The status in words for people: `Em análise`, for example.
    descricao: String,
}

/// Something that happened to an acionamento.
pub struct Evento {
    of: Acionamento,
    at: usize,
}

/// Whether an acionamento may be reopened: itself if it may, the services' reason if not.
#[derive(Union)]
pub enum ResultadoReabertura {
    /// It may be reopened.
    Acionamento(Acionamento),
    /// It may not.
    Recusa(Recusa),
}

#[Object]
impl AcionamentoQuery {
    /// The acionamento with a claim number; null if there is none.
    ///
    /// Costs one call to the services.
    async fn acionamento(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The claim number (sinistro), whole.")] sinistro: String,
    ) -> Option<Result<Acionamento, Error>> {
        by_sinistro(ctx, &sinistro).await.transpose()
    }

    /// The acionamentos that answer one of four questions, searched, sorted and cut into pages.
    ///
    /// Costs one call to the services at most, whatever the page. Move on with `first` and `after: pageInfo.endCursor`,
    /// back with `last` and `before: pageInfo.startCursor`. A cursor is a place in the order: pages stay right when
    /// acionamentos arrive or leave between them. It is good for its own order only.
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of the field in the graph")]
    async fn acionamentos(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The question: exactly one of its fields.")] filtro: FiltroAcionamentos,
        #[graphql(desc = "Keeps only what holds every one of these words, in any order and in any of: claim, \
                          authorization, name and CPF or CNPJ of the insured, pet, policy, status. Accents, case and \
                          the punctuation of numbers do not count. At most 200 characters; blank keeps all.")]
        busca: Option<String>,
        #[graphql(desc = "Order of the list; `ABERTURA_DESC`, the newest first, if not given.")] ordem: Option<
            OrdemAcionamentos,
        >,
        #[graphql(
            desc = "Rows of the page, counted from its front: 0 to 500. 50 if neither `first` nor `last` is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "The page begins after this cursor.")] after: Option<String>,
        #[graphql(desc = "Rows of the page, counted from its back: 0 to 500. Not together with `first`.")] last: Option<
            i32,
        >,
        #[graphql(desc = "The page ends before this cursor.")] before: Option<String>,
    ) -> Option<Result<AcionamentoConnection, Error>> {
        let page = PageArguments { first, after, last, before };
        Some(acionamentos(ctx, Listing::new(filtro, busca.as_deref(), ordem, page)).await)
    }

    /// Whether an acionamento may be reopened: the acionamento if it may, the services' reason if not. Reopen it with the
    /// mutation `reabrirAcionamento`.
    ///
    /// Costs one call to the services.
    async fn reabertura(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The claim number (sinistro), whole.")] sinistro: String,
    ) -> Option<Result<ResultadoReabertura, Error>> {
        Some(reabertura(ctx, &sinistro).await)
    }
}

async fn by_sinistro(ctx: &Context<'_>, sinistro: &str) -> Result<Option<Acionamento>, Error> {
    let loaders = loaders(ctx)?;
    let answer = loaders.acionamentos(Question::Sinistro(asked("sinistro", sinistro)?), Age::Fresh).await?;
    Ok(answer.first().map(Acionamento))
}

async fn acionamentos(ctx: &Context<'_>, listing: Result<Listing, Error>) -> Result<AcionamentoConnection, Error> {
    let loaders = loaders(ctx)?;
    Ok(listing?.load(loaders).await?)
}

async fn reabertura(ctx: &Context<'_>, sinistro: &str) -> Result<ResultadoReabertura, Error> {
    let loaders = loaders(ctx)?;
    match loaders.reabertura(&asked("sinistro", sinistro)?).await {
        Ok(answer) => Ok(ResultadoReabertura::Acionamento(Acionamento(Placed::new(&answer.page(&[0]), 0)))),
        Err(error) => Recusa::from_upstream(error).map(ResultadoReabertura::Recusa),
    }
}

/// A claim or service request for a pet.
#[Object]
impl Acionamento {
    /// Code of the acionamento.
    async fn id(&self) -> ID {
        ID::from(&*self.row().cd_acionamento)
    }

    /// Its claim number.
    async fn sinistro(&self) -> &str {
        &self.row().nr_sinistro
    }

    /// Its authorization number; null until it is authorised.
    async fn autorizacao(&self) -> Option<&str> {
        said(self.row().nr_autorizacao.as_deref())
    }

    /// Its status now.
    async fn status(&self) -> Status {
        Status::new(&self.row().cd_status, &self.row().ds_status)
    }

    /// When it was opened.
    async fn aberto_em(&self) -> DateTime {
        DateTime(self.row().dt_abertura)
    }

    /// Day of the event that it is about; null where the services do not say.
    async fn ocorrido_em(&self) -> Option<Date> {
        self.row().dt_ocorrencia.map(Date)
    }

    /// Day on which it was billed; null until then.
    async fn faturado_em(&self) -> Option<Date> {
        self.row().dt_faturamento.map(Date)
    }

    /// Its total value in BRL.
    async fn valor_total(&self) -> Decimal {
        self.row().vl_total.into()
    }

    /// Note; null where there is none.
    async fn observacao(&self) -> Option<&str> {
        said(self.row().ds_observacao.as_deref())
    }

    /// Its insurer, from the list of insurers, which is read once per request whatever the number of acionamentos. Null
    /// where that list does not have it; asking for its `id` alone costs no call.
    async fn seguradora(&self, ctx: &Context<'_>) -> Option<Result<Seguradora, Error>> {
        Seguradora::by_code(ctx, &self.row().cd_seguradora).await
    }

    /// The insured.
    async fn segurado(&self) -> Segurado {
        Segurado::named(&self.row().nr_cpf_cnpj, &self.row().nm_segurado)
    }

    /// Number of the insured's policy; null where the services do not say.
    async fn apolice(&self) -> Option<&str> {
        said(self.row().nr_apolice.as_deref())
    }

    /// The pet; null where the services name none.
    async fn pet(&self) -> Option<Pet> {
        let row = self.row();
        let (Some(code), Some(name)) = (&row.cd_pet, &row.nm_pet) else { return None };
        Some(Pet::named(&row.nr_cpf_cnpj, code, name, row.ds_especie.as_deref()))
    }

    /// What was done.
    async fn procedimentos(&self) -> Vec<ProcedimentoRealizado> {
        self.done().collect()
    }

    /// What happened to it, oldest first.
    async fn historico(&self) -> Vec<Evento> {
        self.events().collect()
    }

    /// Claim number of the acionamento that this one reopens; null where it reopens none.
    async fn sinistro_origem(&self) -> Option<&str> {
        said(self.row().nr_sinistro_origem.as_deref())
    }

    /// Claim number of the acionamento that reopened this one; null where none did.
    async fn sinistro_reabertura(&self) -> Option<&str> {
        said(self.row().nr_sinistro_reabertura.as_deref())
    }

    /// The acionamento that this one reopens; null where it reopens none. One call to the services for each different
    /// one: for its number alone there is `sinistroOrigem`.
    async fn origem(&self, ctx: &Context<'_>) -> Option<Result<Acionamento, Error>> {
        by_sinistro(ctx, said(self.row().nr_sinistro_origem.as_deref())?).await.transpose()
    }

    /// The acionamento that reopened this one; null where none did. One call to the services for each different one: for
    /// its number alone there is `sinistroReabertura`.
    async fn reabertura(&self, ctx: &Context<'_>) -> Option<Result<Acionamento, Error>> {
        by_sinistro(ctx, said(self.row().nr_sinistro_reabertura.as_deref())?).await.transpose()
    }

    /// Whether it may be reopened now, as the services told when they answered; null where they did not. The query
    /// `reabertura` gives their reason.
    async fn pode_reabrir(&self) -> Option<bool> {
        self.row().fl_pode_reabrir
    }
}

impl Acionamento {
    fn row(&self) -> &Row<'_> {
        self.0.row()
    }

    fn done(&self) -> impl ExactSizeIterator<Item = ProcedimentoRealizado> {
        (0..self.row().procedimentos.len()).map(|at| ProcedimentoRealizado { of: self.clone(), at })
    }

    fn events(&self) -> impl ExactSizeIterator<Item = Evento> {
        (0..self.row().historico.len()).map(|at| Evento { of: self.clone(), at })
    }
}

impl From<wire::Acionamento> for Acionamento {
    fn from(row: wire::Acionamento) -> Self {
        Self(Placed::new(&Arc::new(Acionamentos::of(&row)).page(&[0]), 0))
    }
}

/// A procedure that is part of an acionamento.
#[Object]
impl ProcedimentoRealizado {
    /// The procedure. `id` and `descricao` come with the acionamento; the rest comes from the list of procedures, which is
    /// read once per request and only when asked for.
    async fn procedimento(&self) -> Procedimento {
        Procedimento::named(&self.row().cd_procedimento, &self.row().ds_procedimento)
    }

    /// How many.
    async fn quantidade(&self) -> Result<i32, Error> {
        count(self.row().qt_procedimento, SERVICE)
    }

    /// Value of one in BRL.
    async fn valor(&self) -> Decimal {
        self.row().vl_procedimento.into()
    }

    /// Value of all of them in BRL: `quantidade` times `valor`.
    async fn total(&self) -> Result<Decimal, Error> {
        let row = self.row();
        let total = Decimal::from(row.vl_procedimento).times(row.qt_procedimento.0);
        total.ok_or_else(|| out_of_range(SERVICE))
    }
}

impl ProcedimentoRealizado {
    fn row(&self) -> &Done<'_> {
        &self.of.row().procedimentos[self.at]
    }
}

/// Something that happened to an acionamento.
#[Object]
impl Evento {
    /// When it happened.
    async fn em(&self) -> DateTime {
        DateTime(self.row().dt_evento)
    }

    /// The status that it led to.
    async fn status(&self) -> Status {
        Status::new(&self.row().cd_status, &self.row().ds_status)
    }

    /// Name of the user who did it; null where the services do not say.
    async fn usuario(&self) -> Option<&str> {
        said(self.row().nm_usuario.as_deref())
    }

    /// Note about it; null where there is none.
    async fn observacao(&self) -> Option<&str> {
        said(self.row().ds_observacao.as_deref())
    }
}

impl Evento {
    fn row(&self) -> &Event<'_> {
        &self.of.row().historico[self.at]
    }
}

impl Status {
    /// A status as the services tell it.
    pub(super) fn new(code: &str, description: &str) -> Self {
        Self { codigo: code.into(), descricao: description.to_owned() }
    }
}

/// Named in the log where a row is not what it should be: several services answer with the same rows.
const SERVICE: &str = "/ConsultaAcionamento";
