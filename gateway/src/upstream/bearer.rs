//! The services that want a session.

use std::{fmt, sync::Arc};

use hyper::header::HeaderValue;
use services::{
    cpf_cnpj::CpfCnpj,
    wire::{
        acionamento::{
            Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus,
            ListaAcionamentosBySinistro, ListaAcionamentosByStatus, RetornaAcionamentoReabertura, SalvaSinistroWeb,
            is_idempotency_key,
        },
        login::{AtualizaUsuario, Usuario},
        menu::{ItemMenu, ListaMenuUsuario},
        painel::{
            QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes,
            TotalAcionamentoFaturadosMes, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradorasMes,
        },
        procedimento::ListaProcedimento,
        segurado::{PesquisaSegurado, Segurado},
        seguradora::ListaSeguradora,
    },
};

use super::{
    Error, Upstream,
    acionamentos::Acionamentos,
    calls::Caller,
    key::Session,
    lists::{Procedimentos, Seguradoras, TotaisMensais, TotaisPorSeguradora},
    memory::RequestMemory,
};
use crate::telemetry::request::RequestTelemetry;

/// The services as one caller reaches them: every call carries the caller's own `Authorization`.
/// A clone is the same door.
///
/// Each function is one call and fails with [`Error`].
#[derive(Clone)]
pub struct Bearer {
    inner: Arc<Inner>,
}

struct Inner {
    upstream: Upstream,
    authorization: HeaderValue,
    session: Session,
    telemetry: Arc<RequestTelemetry>,
    memory: Arc<RequestMemory>,
}

/// How old the answer to a read may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Age {
    /// It is asked for now.
    Fresh,
    /// One that is kept will do, if there is any: the reader looks at the next page of what was there.
    MayBeKept,
}

/// Longest token that is sent on, in bytes.
const MAX_TOKEN: usize = 4096;

/// Whether a text can be a session's token: not the `0` that stands for none, and fit for a header.
pub(super) fn is_token(text: &str) -> bool {
    (1..=MAX_TOKEN).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) && text != "0"
}

/// The caller's name for a write, which makes it safe to repeat: 1 to 200 visible ASCII characters.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(HeaderValue);

impl IdempotencyKey {
    /// The key if `text` can be one.
    pub fn parse(text: &str) -> Option<Self> {
        HeaderValue::from_str(text).ok().filter(|_| is_idempotency_key(text)).map(Self)
    }

    pub(super) fn header(&self) -> &HeaderValue {
        &self.0
    }
}

impl Bearer {
    pub(super) fn new(upstream: Upstream, authorization: HeaderValue, telemetry: Arc<RequestTelemetry>) -> Self {
        let (session, memory) = (Session::of(&authorization), upstream.request_memory());
        Self { inner: Arc::new(Inner { upstream, authorization, session, telemetry, memory }) }
    }

    pub(super) fn upstream(&self) -> &Upstream {
        &self.inner.upstream
    }

    pub(super) fn authorization(&self) -> &HeaderValue {
        &self.inner.authorization
    }

    /// Whom the calls are made for.
    pub(super) fn caller(&self) -> Caller<'_> {
        Caller {
            authorization: &self.inner.authorization,
            session: self.inner.session,
            telemetry: &self.inner.telemetry,
        }
    }

    /// Where the calls leave their marks.
    pub(super) fn telemetry(&self) -> &Arc<RequestTelemetry> {
        &self.inner.telemetry
    }

    /// What the answers of these calls are counted by.
    pub(crate) fn memory(&self) -> &Arc<RequestMemory> {
        &self.inner.memory
    }

    /// Whose calls these are.
    pub(super) fn session(&self) -> Session {
        self.inner.session
    }

    /// Whether lists are ever kept.
    pub fn keeps_lists(&self) -> bool {
        self.inner.upstream.inner.lists.keeps()
    }

    /// `/LoginUsuarioWeb/atualiza-usuario`: changes the user's name and phone.
    pub async fn atualiza_usuario(&self, nome: String, telefone: Option<String>) -> Result<Usuario, Error> {
        let api_key = (&self.inner.upstream.inner.api_key).into();
        self.write(&AtualizaUsuario { api_key, nome, telefone }).await
    }

    /// `/Menu/lista-menu-usuario`: the user's menu.
    pub async fn lista_menu_usuario(&self) -> Result<Arc<Vec<ItemMenu>>, Error> {
        self.read(&ListaMenuUsuario {}).await
    }

    /// `/PesquisaSegurado/pesquisa-segurado`: the insured with a tax id, given without punctuation.
    pub async fn pesquisa_segurado(&self, cpf_cnpj: CpfCnpj) -> Result<Arc<Segurado>, Error> {
        self.read(&PesquisaSegurado { cpf_cnpj }).await
    }

    /// `/AcionamentoWeb/salva-sinistro-web`: saves an acionamento, new or a reopening.
    pub async fn salva_sinistro_web(
        &self,
        acionamento: &SalvaSinistroWeb,
        key: &IdempotencyKey,
    ) -> Result<Acionamento, Error> {
        self.write_once(acionamento, key).await
    }

    /// `/seguradora/lista-seguradora`: all insurers.
    pub async fn lista_seguradora(&self) -> Result<Arc<Seguradoras>, Error> {
        self.read_reference(&ListaSeguradora {}).await
    }

    /// `/procedimento/lista-listaprocedimento`: all procedures.
    pub async fn lista_procedimento(&self) -> Result<Arc<Procedimentos>, Error> {
        self.read_reference(&ListaProcedimento {}).await
    }

    /// `/ConsultaAcionamento/total-status-acionamento-ano`: a year's totals by month and status.
    pub async fn total_status_acionamento_ano(&self, ano: i32) -> Result<Arc<TotaisMensais>, Error> {
        self.read_list(&TotalStatusAcionamentoAno { ano }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-status`: all acionamentos in a status.
    pub async fn lista_acionamentos_by_status(&self, status: String, age: Age) -> Result<Arc<Acionamentos>, Error> {
        self.read_pages(&ListaAcionamentosByStatus { status }, age).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-autorizacao`: all acionamentos with an authorization number.
    pub async fn lista_acionamentos_by_autorizacao(
        &self,
        autorizacao: String,
        age: Age,
    ) -> Result<Arc<Acionamentos>, Error> {
        self.read_pages(&ListaAcionamentosByAutorizacao { autorizacao }, age).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-sinistro`: the acionamento with a claim number, or none.
    pub async fn lista_acionamentos_by_sinistro(&self, sinistro: String) -> Result<Arc<Acionamentos>, Error> {
        self.read_list(&ListaAcionamentosBySinistro { sinistro }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-seguradora-status`: all acionamentos of an insurer in a status.
    pub async fn lista_acionamentos_by_seguradora_status(
        &self,
        seguradora: String,
        status: String,
        age: Age,
    ) -> Result<Arc<Acionamentos>, Error> {
        let call = ListaAcionamentosBySeguradoraStatus { seguradora, status };
        self.read_pages(&call, age).await
    }

    /// `/DashBoard/total-acionamento-abertos-dia`: those opened today.
    pub async fn total_acionamento_abertos_dia(&self) -> Result<Arc<Total>, Error> {
        self.read(&TotalAcionamentoAbertosDia {}).await
    }

    /// `/DashBoard/total-acionamento-abertos-mes`: those opened this month.
    pub async fn total_acionamento_abertos_mes(&self) -> Result<Arc<Total>, Error> {
        self.read(&TotalAcionamentoAbertosMes {}).await
    }

    /// `/DashBoard/total-acionamento-faturados-mes`: those billed this month.
    pub async fn total_acionamento_faturados_mes(&self) -> Result<Arc<Total>, Error> {
        self.read(&TotalAcionamentoFaturadosMes {}).await
    }

    /// `/DashBoard/total-seguradoras`: how many insurers are active.
    pub async fn total_seguradoras(&self) -> Result<Arc<QuantidadeTotal>, Error> {
        self.read(&TotalSeguradoras {}).await
    }

    /// `/DashBoard/total-status-seguradoras-mes`: this month's totals by insurer and status.
    pub async fn total_status_seguradoras_mes(&self) -> Result<Arc<TotaisPorSeguradora>, Error> {
        self.read_list(&TotalStatusSeguradorasMes {}).await
    }

    /// `/AcionamentoReabertura/retorna-acionamento-reabertura`: the acionamento if it may be reopened.
    pub async fn retorna_acionamento_reabertura(&self, sinistro: String) -> Result<Arc<Acionamento>, Error> {
        self.read(&RetornaAcionamentoReabertura { sinistro }).await
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Bearer")
    }
}
