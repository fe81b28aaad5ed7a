//! The services that want a session.

use std::{fmt, sync::Arc, time::Instant};

use reqwest::header::HeaderValue;
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

use super::{
    Error, Fault, Upstream,
    kept::{Kept, Key},
    transport::Read,
};

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
    pub(super) fn new(upstream: Upstream, authorization: HeaderValue) -> Self {
        Self { inner: Arc::new(Inner { upstream, authorization }) }
    }

    pub(super) fn authorization(&self) -> &HeaderValue {
        &self.inner.authorization
    }

    /// Whether lists are ever kept.
    pub fn keeps_lists(&self) -> bool {
        self.inner.upstream.inner.lists.keeps()
    }

    /// `/LoginUsuarioWeb/atualiza-usuario`: changes the user's name and phone.
    pub async fn atualiza_usuario(&self, nome: String, telefone: Option<String>) -> Result<Usuario, Error> {
        let api_key = (&self.inner.upstream.inner.api_key).into();
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
        let _dropped = self.inner.upstream.inner.lists.dropped_around();
        self.write(acionamento, Some(key)).await
    }

    /// `/seguradora/lista-seguradora`: all insurers.
    pub async fn lista_seguradora(&self) -> Result<Arc<Vec<Seguradora>>, Error> {
        self.read_kept(&self.inner.upstream.inner.references, &ListaSeguradora {}, Age::MayBeKept).await
    }

    /// `/procedimento/lista-listaprocedimento`: all procedures.
    pub async fn lista_procedimento(&self) -> Result<Arc<Vec<Procedimento>>, Error> {
        self.read_kept(&self.inner.upstream.inner.references, &ListaProcedimento {}, Age::MayBeKept).await
    }

    /// `/ConsultaAcionamento/total-status-acionamento-ano`: a year's totals by month and status.
    pub async fn total_status_acionamento_ano(&self, ano: i32) -> Result<Vec<TotalMensal>, Error> {
        self.read(&TotalStatusAcionamentoAno { ano }).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-status`: all acionamentos in a status.
    pub async fn lista_acionamentos_by_status(&self, status: String, age: Age) -> Result<Arc<Vec<Acionamento>>, Error> {
        self.read_kept(&self.inner.upstream.inner.lists, &ListaAcionamentosByStatus { status }, age).await
    }

    /// `/ConsultaAcionamento/lista-acionamentos-by-autorizacao`: all acionamentos with an authorization number.
    pub async fn lista_acionamentos_by_autorizacao(
        &self,
        autorizacao: String,
        age: Age,
    ) -> Result<Arc<Vec<Acionamento>>, Error> {
        self.read_kept(&self.inner.upstream.inner.lists, &ListaAcionamentosByAutorizacao { autorizacao }, age).await
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
        age: Age,
    ) -> Result<Arc<Vec<Acionamento>>, Error> {
        let call = ListaAcionamentosBySeguradoraStatus { seguradora, status };
        self.read_kept(&self.inner.upstream.inner.lists, &call, age).await
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
        self.read_measured(call).await.map(|(data, _)| data)
    }

    /// The same, with the length of the answer.
    async fn read_measured<C: Call>(&self, call: &C) -> Result<(C::Data, usize), Error> {
        let inner = &self.inner.upstream.inner;
        match inner.transport.post(call, self.authorization(), None).await {
            Ok(Read { answer, bytes }) => Ok((super::accepted::<C>(answer)?, bytes)),
            Err(error) => {
                if error.fault == Fault::Unauthenticated {
                    inner.lists.drop_session(self.authorization());
                    inner.references.drop_session(self.authorization());
                }
                Err(error)
            }
        }
    }

    /// A read whose answer is kept for this session; `age` says whether a kept one will do.
    async fn read_kept<C>(&self, kept: &Kept, call: &C, age: Age) -> Result<Arc<C::Data>, Error>
    where
        C: Call<Data: Send + Sync + 'static>,
    {
        // A call that cannot be written as JSON fails where it is sent.
        let Some(body) = kept.keeps().then(|| serde_json::to_vec(call).ok()).flatten() else {
            return self.read(call).await.map(Arc::new);
        };
        let key = Key::new(self.authorization(), C::PATH, body);
        if age == Age::MayBeKept
            && let Some(found) = kept.find(&key, Instant::now())
        {
            return Ok(found);
        }
        let ticket = kept.ticket(key);
        let began = Instant::now();
        let (data, bytes) = self.read_measured(call).await?;
        let data = Arc::new(data);
        // What was read takes about twice its JSON.
        kept.keep(ticket, Arc::clone(&data), 2 * bytes, began);
        Ok(data)
    }

    /// A call that changes something: sent exactly once.
    async fn write<C: Call>(&self, call: &C, key: Option<&IdempotencyKey>) -> Result<C::Data, Error> {
        let Read { answer, .. } = self.inner.upstream.inner.transport.post(call, self.authorization(), key).await?;
        super::accepted::<C>(answer)
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Bearer")
    }
}
