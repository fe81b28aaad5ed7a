//! The services that want a session.

use std::{fmt, sync::Arc};

use reqwest::header::HeaderValue;
use secrecy::ExposeSecret;
use services::wire::{
    Call,
    acionamento::{
        Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosBySeguradoraStatus, ListaAcionamentosBySinistro,
        ListaAcionamentosByStatus, RetornaAcionamentoReabertura, SalvaSinistroWeb, is_idempotency_key,
    },
    login::{AtualizaUsuario, Usuario},
    menu::{ItemMenu, ListaMenuUsuario},
    painel::{
        QuantidadeTotal, Total, TotalAcionamentoAbertosDia, TotalAcionamentoAbertosMes, TotalAcionamentoFaturadosMes,
        TotalMensal, TotalSeguradoras, TotalStatusAcionamentoAno, TotalStatusSeguradora, TotalStatusSeguradorasMes,
    },
    procedimento::{ListaProcedimento, Procedimento},
    segurado::{PesquisaSegurado, Segurado},
    seguradora::{ListaSeguradora, Seguradora},
};

use super::{Error, Upstream};

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
    pub(super) fn new(upstream: Upstream, authorization: HeaderValue) -> Self {
        Self { inner: Arc::new(Inner { upstream, authorization }) }
    }

    pub(super) fn authorization(&self) -> &HeaderValue {
        &self.inner.authorization
    }

    /// `/LoginUsuarioWeb/atualiza-usuario`: changes the user's name and phone.
    pub async fn atualiza_usuario(&self, nome: String, telefone: Option<String>) -> Result<Usuario, Error> {
        let api_key = self.inner.upstream.inner.api_key.expose_secret().to_owned();
        self.write(&AtualizaUsuario { api_key, nome, telefone }, None).await
    }

    /// `/Menu/lista-menu-usuario`: the user's menu.
    pub async fn lista_menu_usuario(&self) -> Result<Vec<ItemMenu>, Error> {
        self.read(&ListaMenuUsuario {}).await
    }

    /// `/PesquisaSegurado/pesquisa-segurado`: the insured with a tax id, given without punctuation.
    pub async fn pesquisa_segurado(&self, cpf_cnpj: String) -> Result<Segurado, Error> {
        self.read(&PesquisaSegurado { cpf_cnpj }).await
    }

    /// `/AcionamentoWeb/salva-sinistro-web`: saves an acionamento, new or a reopening.
    pub async fn salva_sinistro_web(
        &self,
        acionamento: &SalvaSinistroWeb,
        key: &IdempotencyKey,
    ) -> Result<Acionamento, Error> {
        self.write(acionamento, Some(key)).await
    }

    /// `/seguradora/lista-seguradora`: all insurers.
    pub async fn lista_seguradora(&self) -> Result<Vec<Seguradora>, Error> {
        self.read(&ListaSeguradora {}).await
    }

    /// `/procedimento/lista-listaprocedimento`: all procedures.
    pub async fn lista_procedimento(&self) -> Result<Vec<Procedimento>, Error> {
        self.read(&ListaProcedimento {}).await
    }

    /// `/ConsultaAcionamento/total-status-acionamento-ano`: a year's totals by month and status.
    pub async fn total_status_acionamento_ano(&self, ano: i32) -> Result<Vec<TotalMensal>, Error> {
        self.read(&TotalStatusAcionamentoAno { ano }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-status`: all acionamentos in a status.
    pub async fn lista_acionamentos_by_status(&self, status: String) -> Result<Vec<Acionamento>, Error> {
        self.read(&ListaAcionamentosByStatus { status }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-autorizacao`: all acionamentos with an authorization number.
    pub async fn lista_acionamentos_by_autorizacao(&self, autorizacao: String) -> Result<Vec<Acionamento>, Error> {
        self.read(&ListaAcionamentosByAutorizacao { autorizacao }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-sinistro`: the acionamento with a claim number, or none.
    pub async fn lista_acionamentos_by_sinistro(&self, sinistro: String) -> Result<Vec<Acionamento>, Error> {
        self.read(&ListaAcionamentosBySinistro { sinistro }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-seguradora-status`: all acionamentos of an insurer in a status.
    pub async fn lista_acionamentos_by_seguradora_status(
        &self,
        seguradora: String,
        status: String,
    ) -> Result<Vec<Acionamento>, Error> {
        self.read(&ListaAcionamentosBySeguradoraStatus { seguradora, status }).await
    }

    /// `/DashBoard/total-acionamento-abertos-dia`: those opened today.
    pub async fn total_acionamento_abertos_dia(&self) -> Result<Total, Error> {
        self.read(&TotalAcionamentoAbertosDia {}).await
    }

    /// `/DashBoard/total-acionamento-abertos-mes`: those opened this month.
    pub async fn total_acionamento_abertos_mes(&self) -> Result<Total, Error> {
        self.read(&TotalAcionamentoAbertosMes {}).await
    }

    /// `/DashBoard/total-acionamento-faturados-mes`: those billed this month.
    pub async fn total_acionamento_faturados_mes(&self) -> Result<Total, Error> {
        self.read(&TotalAcionamentoFaturadosMes {}).await
    }

    /// `/DashBoard/total-seguradoras`: how many insurers are active.
    pub async fn total_seguradoras(&self) -> Result<QuantidadeTotal, Error> {
        self.read(&TotalSeguradoras {}).await
    }

    /// `/DashBoard/total-status-seguradoras-mes`: this month's totals by insurer and status.
    pub async fn total_status_seguradoras_mes(&self) -> Result<Vec<TotalStatusSeguradora>, Error> {
        self.read(&TotalStatusSeguradorasMes {}).await
    }

    /// `/AcionamentoReabertura/retorna-acionamento-reabertura`: the acionamento if it may be reopened.
    pub async fn retorna_acionamento_reabertura(&self, sinistro: String) -> Result<Acionamento, Error> {
        self.read(&RetornaAcionamentoReabertura { sinistro }).await
    }

    /// A call that changes nothing: may be repeated, shared and cached.
    async fn read<C: Call>(&self, call: &C) -> Result<C::Data, Error> {
        let answer = self.inner.upstream.inner.transport.post(call, self.authorization(), None).await?;
        super::accepted::<C>(answer)
    }

    /// A call that changes something: sent exactly once.
    async fn write<C: Call>(&self, call: &C, key: Option<&IdempotencyKey>) -> Result<C::Data, Error> {
        let answer = self.inner.upstream.inner.transport.post(call, self.authorization(), key).await?;
        super::accepted::<C>(answer)
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Bearer")
    }
}
