//! A stub of the services: a test defines typed responses, and calls the gateway in front of them.
//!
//! For cases that the reference services do not offer: 2,000 rows, one failing service, concurrent calls. It counts every
//! call.

use std::{collections::HashMap, convert::Infallible, fmt::Write as _, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{StatusCode, header::CONTENT_LENGTH},
    response::{IntoResponse, Response},
};
use contract::{
    Call,
    acionamento::{Acionamento, ProcedimentoRealizado},
    envelope::Envelope,
    segurado::{Apolice, Pet, Segurado},
    seguradora::Seguradora,
    value::Money,
};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::kit::{self, Calls, Gateway, serve};

/// Bytes of a chunk.
const CHUNK: usize = 16 * 1024;

/// A response of the stub.
pub(crate) enum Reply<T> {
    Data(T),
    Refused(&'static str),
    Http(u16),
}

/// The stub before it runs.
#[derive(Default)]
pub(crate) struct StubBuilder {
    answers: HashMap<&'static str, Answerer>,
    together: Option<(Chooser, Barrier)>,
    in_chunks: bool,
}

/// Chooses calls by their path and body.
type Chooser = Box<dyn Fn(&str, &[u8]) -> bool + Send + Sync>;
type Answerer = Box<dyn Fn(&[u8]) -> Response + Send + Sync>;

/// The gateway before a running stub.
pub(crate) struct Stub {
    pub(crate) gateway: Gateway,
    pub(crate) address: SocketAddr,
    calls: Calls,
}

/// The whole response to a GraphQL request.
pub(crate) struct Answer {
    pub(crate) json: Value,
}

/// Without responses: an unexpected call gets HTTP 500.
pub(crate) fn stub() -> StubBuilder {
    StubBuilder::default()
}

impl StubBuilder {
    /// Defines the response of a service.
    pub(crate) fn on<C: Call>(mut self, answer: impl Fn(C) -> Reply<C::Data> + Send + Sync + 'static) -> Self {
        let answerer = move |body: &[u8]| match answer(serde_json::from_slice(body).unwrap()) {
            Reply::Data(data) => axum::Json(Envelope::success(data)).into_response(),
            Reply::Refused(text) => axum::Json(Envelope::<()>::refused(text)).into_response(),
            Reply::Http(status) => StatusCode::from_u16(status).unwrap().into_response(),
        };
        self.answers.insert(C::PATH, Box::new(answerer));
        self
    }

    /// Sends all responses in chunks, without a Content-Length.
    pub(crate) fn in_chunks(mut self) -> Self {
        self.in_chunks = true;
        self
    }

    /// Holds the calls below a path until so many are in flight: with fewer in parallel, none gets a response.
    pub(crate) fn together(self, below: &'static str, calls: usize) -> Self {
        self.together_where(move |path, _| path.starts_with(below), calls)
    }

    /// The same for calls selected by path and body.
    pub(crate) fn together_where(
        mut self,
        is_one: impl Fn(&str, &[u8]) -> bool + Send + Sync + 'static,
        calls: usize,
    ) -> Self {
        self.together = Some((Box::new(is_one), Barrier::new(calls)));
        self
    }

    pub(crate) async fn start(self) -> Stub {
        self.start_behind(Gateway::over_long_lists).await
    }

    /// Starts it behind a gateway of a test's own.
    pub(crate) async fn start_behind(self, gateway: impl FnOnce(SocketAddr) -> Gateway) -> Stub {
        let calls = Calls::default();
        let address = serve(calls.record(self.services())).await;
        Stub { gateway: gateway(address), address, calls }
    }

    fn services(self) -> Router {
        let stub = Arc::new(self);
        Router::new().fallback(move |request: Request| answer(Arc::clone(&stub), request))
    }
}

async fn answer(stub: Arc<StubBuilder>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, usize::MAX).await.unwrap();
    if let Some((is_one, barrier)) = &stub.together
        && is_one(parts.uri.path(), &body)
    {
        barrier.wait().await;
    }
    match stub.answers.get(parts.uri.path()) {
        Some(answer) if stub.in_chunks => in_chunks(answer(&body)).await,
        Some(answer) => answer(&body),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The same response without a Content-Length, some packets at a time.
async fn in_chunks(answer: Response) -> Response {
    let (mut parts, body) = answer.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    parts.headers.remove(CONTENT_LENGTH);
    let chunks = (0..body.len()).step_by(CHUNK).map(move |at| body.slice(at..body.len().min(at + CHUNK)));
    Response::from_parts(parts, Body::from_stream(stream::iter(chunks.map(Ok::<_, Infallible>))))
}

impl Stub {
    /// Asks with a session.
    pub(crate) async fn ask(&self, query: &str) -> Answer {
        self.ask_with(query, json!({})).await
    }

    /// Asks with a session and variables.
    pub(crate) async fn ask_with(&self, query: &str, variables: Value) -> Answer {
        self.send(query, variables, Some("token")).await
    }

    /// Asks without a session.
    pub(crate) async fn ask_signed_out(&self, query: &str) -> Answer {
        self.send(query, json!({}), None).await
    }

    async fn send(&self, query: &str, variables: Value, token: Option<&str>) -> Answer {
        let reply = tokio::time::timeout(Duration::from_secs(20), self.gateway.run(token, query, variables));
        Answer { json: reply.await.expect("an answer within 20 s").json() }
    }

    /// Every call received so far.
    pub(crate) fn seen(&self) -> Vec<kit::Call> {
        self.calls.so_far()
    }

    /// The bodies of the calls of one service so far.
    pub(crate) fn bodies<C: Call>(&self) -> Vec<Value> {
        self.seen().into_iter().filter(|call| call.path == C::PATH).map(|call| call.json()).collect()
    }

    /// How often each service was called so far, the last part of its path first.
    pub(crate) fn counts(&self) -> String {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for call in self.seen() {
            let name = call.path.rsplit('/').next().unwrap().to_owned();
            match counts.iter_mut().find(|(seen, _)| *seen == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        counts.sort();
        counts.iter().fold(String::new(), |mut text, (name, count)| {
            let gap = if text.is_empty() { "" } else { ", " };
            write!(text, "{gap}{name} {count}").unwrap();
            text
        })
    }
}

impl Answer {
    /// The data of a response without errors.
    pub(crate) fn data(&self) -> &Value {
        assert!(self.json.get("errors").is_none(), "{:#}", self.json);
        &self.json["data"]
    }

    /// Code and message of each error, with the path of its field.
    pub(crate) fn errors(&self) -> Vec<String> {
        let errors = self.json["errors"].as_array().unwrap_or_else(|| panic!("no errors in {:#}", self.json));
        errors
            .iter()
            .map(|error| {
                let path: Vec<_> = error["path"].as_array().into_iter().flatten().map(plain).collect();
                let code = plain(&error["extensions"]["code"]);
                format!("{} {code}: {}", path.join("."), plain(&error["message"]))
            })
            .collect()
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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

/// An acionamento with a claim number.
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

/// An active insurer.
pub(crate) fn seguradora(code: &str, name: &str) -> Seguradora {
    Seguradora {
        cd_seguradora: code.into(),
        nm_seguradora: name.into(),
        nr_cnpj: Some("11222333000181".into()).into(),
        fl_ativa: true,
    }
}
