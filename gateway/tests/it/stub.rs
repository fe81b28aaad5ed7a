//! A stub of the services: a test defines typed responses, and calls the gateway in front of them.
//!
//! For cases that the reference services do not offer: 2,000 rows, one failing service, concurrent calls, calls that wait. It
//! records every call.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use contract::{
    acionamento::{Acionamento, Evento, ProcedimentoRealizado},
    envelope::Envelope,
    login::{Sessao, Usuario},
    menu::ItemMenu,
    painel::{TotalMensal, TotalStatusSeguradora},
    procedimento::Procedimento,
    segurado::{Apolice, Pet, Segurado},
    seguradora::{ListaSeguradora, Seguradora},
    value::Money,
};
use serde_json::{Value, json};
use tokio::{
    sync::{Barrier, Semaphore},
    time::timeout,
};

use crate::kit::{Call, Calls, Gateway, GatewayParts, Reply, Setup, TEST_TIMEOUT, advance_tokio, services};

/// A response of the stub.
pub(crate) enum Answer<T> {
    Data(T),
    Refused(&'static str),
    Http(u16),
}

/// The stub before it runs.
#[derive(Default)]
pub(crate) struct StubBuilder {
    answers: HashMap<&'static str, Answerer>,
    together: Option<(Chooser, Barrier)>,
    holds: Option<Chooser>,
    gates: Gates,
}

type Chooser = Box<dyn Fn(&Call) -> bool + Send + Sync>;
type Answerer = Box<dyn Fn(&Call) -> Response + Send + Sync>;

/// Where held calls wait, by their path.
#[derive(Clone, Default)]
struct Gates {
    by_path: Arc<Mutex<HashMap<String, Arc<Gate>>>>,
    are_open: Arc<AtomicBool>,
}

/// The held calls of a service.
struct Gate {
    arrived: Semaphore,
    released: Semaphore,
    abandoned: Semaphore,
}

/// The gateway before a running stub.
pub(crate) struct Stub {
    pub(crate) gateway: Gateway,
    pub(crate) address: SocketAddr,
    calls: Calls,
    gates: Gates,
}

/// Without responses: an unexpected call gets HTTP 500.
pub(crate) fn stub() -> StubBuilder {
    StubBuilder::default()
}

/// Services with one insurer, Pata Segura.
pub(crate) fn one_insurer() -> StubBuilder {
    stub().on::<ListaSeguradora>(|_| Answer::Data(vec![seguradora("3", "Pata Segura")]))
}

impl StubBuilder {
    /// Defines the response of a service.
    pub(crate) fn on<C: contract::Call>(self, answer: impl Fn(C) -> Answer<C::Data> + Send + Sync + 'static) -> Self {
        self.on_session(move |_, call| answer(call))
    }

    /// Defines the response of a service to the session with a token.
    pub(crate) fn on_session<C: contract::Call>(
        mut self,
        answer: impl Fn(&str, C) -> Answer<C::Data> + Send + Sync + 'static,
    ) -> Self {
        let answerer = move |call: &Call| match answer(call.token(), serde_json::from_slice(&call.body).unwrap()) {
            Answer::Data(data) => axum::Json(Envelope::success(data)).into_response(),
            Answer::Refused(text) => axum::Json(Envelope::<()>::refused(text)).into_response(),
            Answer::Http(status) => StatusCode::from_u16(status).unwrap().into_response(),
        };
        self.answers.insert(C::PATH, Box::new(answerer));
        self
    }

    /// Holds the calls below a path until so many are in flight: with fewer in parallel, none gets a response.
    pub(crate) fn together(self, below: &'static str, calls: usize) -> Self {
        self.together_where(move |call| call.path.starts_with(below), calls)
    }

    /// The same for selected calls.
    pub(crate) fn together_where(
        mut self,
        is_one: impl Fn(&Call) -> bool + Send + Sync + 'static,
        calls: usize,
    ) -> Self {
        self.together = Some((Box::new(is_one), Barrier::new(calls)));
        self
    }

    /// Holds selected calls until the test releases them.
    pub(crate) fn holding(mut self, is_held: impl Fn(&Call) -> bool + Send + Sync + 'static) -> Self {
        self.holds = Some(Box::new(is_held));
        self
    }

    pub(crate) async fn start(self) -> Stub {
        self.start_behind(Setup::over).await
    }

    /// Starts it behind a gateway with parts of the test's own.
    pub(crate) async fn start_with(self, parts: GatewayParts) -> Stub {
        self.start_behind(|address| Setup { parts, ..Setup::over(address) }).await
    }

    /// Starts it behind a gateway of a test's own.
    pub(crate) async fn start_behind<S: Into<Setup>>(self, setup: impl FnOnce(SocketAddr) -> S) -> Stub {
        let (gates, stub) = (self.gates.clone(), Arc::new(self));
        let (address, calls) = services(move |call| answer(Arc::clone(&stub), call)).await;
        Stub { gateway: Gateway::of(setup(address)), address, calls, gates }
    }
}

/// The response to a query whose call of a service gets none.
pub(crate) async fn unanswered<C: contract::Call>(query: &'static str) -> Reply {
    let stub = stub().holding(|_| true).start().await;
    let reply = stub.gateway.spawn("token", query);
    stub.arrived::<C>(1).await;
    advance_tokio(TEST_TIMEOUT).await;
    reply.await.unwrap()
}

async fn answer(stub: Arc<StubBuilder>, call: Call) -> Response {
    if let Some((is_one, barrier)) = &stub.together
        && is_one(&call)
    {
        barrier.wait().await;
    }
    if stub.holds.as_ref().is_some_and(|is_held| is_held(&call)) {
        stub.gates.wait(&call.path).await;
    }
    match stub.answers.get(&*call.path) {
        Some(answer) => answer(&call),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl Gates {
    fn at(&self, path: &str) -> Arc<Gate> {
        let closed = || Semaphore::new(0);
        let gate = || Arc::new(Gate { arrived: closed(), released: closed(), abandoned: closed() });
        Arc::clone(self.by_path.lock().unwrap().entry(path.to_owned()).or_insert_with(gate))
    }

    async fn wait(&self, path: &str) {
        /// Counts a call as abandoned if it is dropped before it is released.
        struct Waiting(Arc<Gate>, bool);
        impl Drop for Waiting {
            fn drop(&mut self) {
                self.0.abandoned.add_permits(usize::from(!self.1));
            }
        }
        let mut waiting = Waiting(self.at(path), false);
        waiting.0.arrived.add_permits(1);
        if !self.are_open.load(Ordering::SeqCst) {
            waiting.0.released.acquire().await.unwrap().forget();
        }
        waiting.1 = true;
    }
}

impl Stub {
    pub(crate) async fn ask(&self, query: &str) -> Reply {
        self.ask_with(query, json!({})).await
    }

    pub(crate) async fn ask_with(&self, query: &str, variables: Value) -> Reply {
        timeout(TEST_TIMEOUT, self.gateway.run(Some("token"), query, variables)).await.expect("an answer in time")
    }

    /// Every call received so far.
    pub(crate) fn seen(&self) -> Vec<Call> {
        self.calls.so_far()
    }

    pub(crate) fn bodies<C: contract::Call>(&self) -> Vec<Value> {
        self.seen().into_iter().filter(|call| call.path == C::PATH).map(|call| call.json()).collect()
    }

    /// How often each service was called so far, the last part of its path first.
    pub(crate) fn counts(&self) -> String {
        let mut counts = BTreeMap::<_, usize>::new();
        for call in self.seen() {
            *counts.entry(call.path.rsplit('/').next().unwrap().to_owned()).or_default() += 1;
        }
        counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    }

    /// Waits for the next held calls of a service.
    pub(crate) async fn arrived<C: contract::Call>(&self, calls: u32) {
        let gate = self.gates.at(C::PATH);
        timeout(TEST_TIMEOUT, gate.arrived.acquire_many(calls)).await.expect("they arrive").unwrap().forget();
    }

    /// Waits until the caller of a held call has left.
    pub(crate) async fn abandoned<C: contract::Call>(&self) {
        let gate = self.gates.at(C::PATH);
        timeout(TEST_TIMEOUT, gate.abandoned.acquire()).await.expect("one is left").unwrap().forget();
    }

    /// Releases held calls of a service, or as many that come later.
    pub(crate) fn release<C: contract::Call>(&self, calls: usize) {
        self.gates.at(C::PATH).released.add_permits(calls);
    }

    pub(crate) fn release_all(&self) {
        self.gates.are_open.store(true, Ordering::SeqCst);
        self.gates.by_path.lock().unwrap().values().for_each(|gate| gate.released.add_permits(10_000));
    }
}

/// A CPF of its own for each number.
pub(crate) fn cpf(number: usize) -> String {
    contract::cpf_cnpj::CpfCnpj::complete(&format!("{:09}", 100_000_000 + number)).unwrap().to_string()
}

/// An acionamento, which a test changes.
pub(crate) fn acionamento(number: usize) -> Acionamento {
    Acionamento {
        cd_acionamento: number.to_string().into(),
        nr_sinistro: format!("2026{number:09}").into(),
        nr_autorizacao: None.into(),
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".into(),
        dt_abertura: "2026-11-20T14:03:11-03:00".parse().unwrap(),
        dt_ocorrencia: "2026-11-19".parse().ok().into(),
        dt_faturamento: None.into(),
        vl_total: Money::from_centavos(64_000),
        ds_observacao: Some(String::new()).into(),
        cd_seguradora: "3".into(),
        nr_apolice: Some("PET-2025-004411".into()).into(),
        nr_cpf_cnpj: cpf(number).into(),
        nm_segurado: format!("Segurado {number}").into(),
        cd_pet: Some("881".into()).into(),
        nm_pet: Some("Paçoca".to_owned()).into(),
        ds_especie: Some("Cão".to_owned()).into(),
        nr_sinistro_origem: None.into(),
        nr_sinistro_reabertura: None.into(),
        fl_pode_reabrir: Some(false).into(),
        procedimentos: vec![ProcedimentoRealizado {
            cd_procedimento: "12".into(),
            ds_procedimento: "Ultrassonografia".into(),
            qt_procedimento: 2.into(),
            vl_procedimento: Money::from_centavos(32_000),
        }],
        historico: Vec::new(),
    }
}

pub(crate) fn evento() -> Evento {
    Evento {
        dt_evento: "2026-11-20T14:03:11-03:00".parse().unwrap(),
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".into(),
        nm_usuario: Some("Ana Souza".to_owned()).into(),
        ds_observacao: Some(String::new()).into(),
    }
}

pub(crate) fn with_number(sinistro: impl Into<String>, number: usize) -> Acionamento {
    Acionamento { nr_sinistro: sinistro.into().into(), ..acionamento(number) }
}

/// An insured with one policy and the pet of [`acionamento`].
pub(crate) fn segurado(cpf_cnpj: &str) -> Segurado {
    Segurado {
        cd_segurado: "1042".into(),
        nr_cpf_cnpj: cpf_cnpj.into(),
        nm_segurado: "Marina Duarte".into(),
        ds_email: Some(format!("{cpf_cnpj}@example.com")).into(),
        nr_telefone: Some("11987654321".into()).into(),
        apolices: vec![Apolice {
            nr_apolice: "PET-2025-004411".into(),
            cd_seguradora: "3".into(),
            dt_inicio: "2025-11-21".parse().ok().into(),
            dt_fim: "2026-11-20".parse().ok().into(),
            pets: vec![Pet {
                cd_pet: "881".into(),
                nm_pet: "Paçoca".into(),
                ds_especie: Some("Cão".to_owned()).into(),
                ds_raca: Some("Vira-lata".to_owned()).into(),
                dt_nascimento: "2021-03-09".parse().ok().into(),
            }],
        }],
    }
}

pub(crate) fn usuario(nome: &str) -> Usuario {
    Usuario {
        nm_usuario: nome.into(),
        ds_email: Some("ana@clinica.example".to_owned()).into(),
        nr_telefone: None.into(),
        ds_perfil: None.into(),
    }
}

pub(crate) fn sessao(token: &str) -> Sessao {
    Sessao {
        ds_token: token.to_owned().into(),
        nm_usuario: "Ana".into(),
        ds_email: None.into(),
        nr_telefone: None.into(),
        ds_perfil: None.into(),
    }
}

/// A procedure with a category and a price.
pub(crate) fn procedimento(code: &str, description: &str) -> Procedimento {
    Procedimento {
        cd_procedimento: code.into(),
        ds_procedimento: description.into(),
        ds_categoria: Some("Imagem".to_owned()).into(),
        vl_referencia: Some(Money::from_centavos(40_000)).into(),
    }
}

/// An entry of the menu.
pub(crate) fn item_menu(code: &str, icon: Option<&str>, order: i64) -> ItemMenu {
    ItemMenu {
        cd_menu: code.into(),
        ds_menu: "Início \"já\"".into(),
        ds_rota: Some("/home-page".to_owned()),
        ds_icone: icon.map(str::to_owned).into(),
        nr_ordem: Some(order.into()).into(),
    }
}

/// The acionamentos of a month in a status, worth so many centavos.
pub(crate) fn total_mensal(month: i64, status: &str, count: i64, value: Option<i64>) -> TotalMensal {
    TotalMensal {
        nr_mes: month.into(),
        cd_status: status.into(),
        ds_status: status.to_lowercase().into(),
        qt_total: count.into(),
        vl_total: value.map(Money::from_centavos).into(),
    }
}

/// The acionamentos of an insurer in a status, worth so many centavos.
pub(crate) fn total_da_seguradora(code: &str, status: &str, count: i64, value: Option<i64>) -> TotalStatusSeguradora {
    TotalStatusSeguradora {
        cd_seguradora: code.into(),
        nm_seguradora: format!("Seguradora {code}").into(),
        cd_status: status.into(),
        ds_status: status.to_lowercase().into(),
        qt_total: count.into(),
        vl_total: value.map(Money::from_centavos).into(),
    }
}

/// An active insurer.
pub(crate) fn seguradora(code: &str, name: &str) -> Seguradora {
    Seguradora {
        cd_seguradora: code.into(),
        nm_seguradora: name.into(),
        nr_cnpj: Some("11222333000181".into()).into(),
        fl_ativa: true,
    }
}
