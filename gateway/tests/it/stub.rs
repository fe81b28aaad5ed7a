//! An upstream whose answers a test writes itself, typed as on the wire, behind the whole gateway.
//!
//! For what the real services cannot be made to do: 2,000 rows, one service that fails, calls that must be under way
//! together. It counts every call.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use gateway::{
    http::{App, files::Files, router},
    session::Desafios,
    upstream::{BaseUrl, Settings, Upstream},
};
use secrecy::SecretBox;
use serde_json::{Value, json};
use services::wire::{
    Call,
    acionamento::{Acionamento, IDEMPOTENCY_KEY, ProcedimentoRealizado},
    envelope::Envelope,
    segurado::{Apolice, Pet, Segurado},
    seguradora::Seguradora,
    value::Money,
};
use tokio::{net::TcpListener, sync::Barrier};
use tower::ServiceExt as _;

/// What a service of the stub answers.
pub(crate) enum Reply<T> {
    Data(T),
    Refused(&'static str),
    Http(u16),
}

/// A call that the stub received.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) idempotency_key: Option<String>,
}

/// The stub before it runs.
#[derive(Default)]
pub(crate) struct StubBuilder {
    answers: HashMap<&'static str, Answerer>,
    together: Option<(&'static str, Barrier)>,
}

type Answerer = Box<dyn Fn(&[u8]) -> Response + Send + Sync>;

/// The gateway before a running stub.
pub(crate) struct Stub {
    gateway: Router,
    seen: Arc<Log>,
}

#[derive(Default)]
struct Log {
    calls: Mutex<Vec<Seen>>,
    under_way: AtomicUsize,
    most_under_way: AtomicUsize,
}

/// The whole answer to a GraphQL request.
pub(crate) struct Answer {
    pub(crate) json: Value,
}

/// Nothing is answered yet: a call that no test foresaw gets HTTP 500.
pub(crate) fn stub() -> StubBuilder {
    StubBuilder::default()
}

impl StubBuilder {
    /// Has one service answer.
    pub(crate) fn on<C: Call>(mut self, answer: impl Fn(C) -> Reply<C::Data> + Send + Sync + 'static) -> Self {
        let answerer = move |body: &[u8]| match answer(serde_json::from_slice(body).unwrap()) {
            Reply::Data(data) => axum::Json(Envelope::success(data)).into_response(),
            Reply::Refused(text) => axum::Json(Envelope::<()>::refused(text)).into_response(),
            Reply::Http(status) => StatusCode::from_u16(status).unwrap().into_response(),
        };
        self.answers.insert(C::PATH, Box::new(answerer));
        self
    }

    /// Has each call below a path wait until so many are under way: with fewer in parallel, none is ever answered.
    pub(crate) fn together(mut self, below: &'static str, calls: usize) -> Self {
        self.together = Some((below, Barrier::new(calls)));
        self
    }

    pub(crate) async fn start(self) -> Stub {
        let seen: Arc<Log> = Arc::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new((self, Arc::clone(&seen)));
        let services = Router::new().fallback(move |request: Request| serve(Arc::clone(&shared), request));
        tokio::spawn(async { axum::serve(listener, services).await });

        let settings = Settings {
            base_url: BaseUrl::of_address(address),
            connect_timeout: Duration::from_secs(5),
            call_timeout: Duration::from_secs(10),
            max_answer_bytes: 16 * 1024 * 1024,
        };
        let gateway = router(App {
            upstream: Upstream::new(settings, "key".to_owned().into()).unwrap(),
            desafios: Desafios::new(&SecretBox::new(Box::new([7; 32]))),
            clock: Arc::new(|| "2026-11-20T15:00:00Z".parse().unwrap()),
            files: Files::embedded(),
        });
        Stub { gateway, seen }
    }
}

async fn serve(shared: Arc<(StubBuilder, Arc<Log>)>, request: Request) -> Response {
    let (stub, seen) = &*shared;
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, usize::MAX).await.unwrap();
    seen.calls.lock().unwrap().push(Seen {
        path: parts.uri.path().to_owned(),
        body: serde_json::from_slice(&body).unwrap(),
        idempotency_key: parts.headers.get(IDEMPOTENCY_KEY).map(|key| key.to_str().unwrap().to_owned()),
    });
    let under_way = seen.under_way.fetch_add(1, Ordering::SeqCst) + 1;
    seen.most_under_way.fetch_max(under_way, Ordering::SeqCst);
    if let Some((below, barrier)) = &stub.together
        && parts.uri.path().starts_with(below)
    {
        barrier.wait().await;
    }
    seen.under_way.fetch_sub(1, Ordering::SeqCst);
    match stub.answers.get(parts.uri.path()) {
        Some(answer) => answer(&body),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl Stub {
    /// Asks with a session.
    pub(crate) async fn ask(&self, query: &str) -> Answer {
        self.ask_with(query, json!({})).await
    }

    /// Asks with a session and variables.
    pub(crate) async fn ask_with(&self, query: &str, variables: Value) -> Answer {
        self.send(query, variables, Some("Bearer token")).await
    }

    /// Asks without a session.
    pub(crate) async fn ask_signed_out(&self, query: &str) -> Answer {
        self.send(query, json!({}), None).await
    }

    async fn send(&self, query: &str, variables: Value, authorization: Option<&str>) -> Answer {
        let mut request = Request::post("/graphql").header(header::CONTENT_TYPE, "application/json");
        if let Some(authorization) = authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let body = json!({ "query": query, "variables": variables }).to_string();
        let request = request.body(Body::from(body)).unwrap();
        let answer = tokio::time::timeout(Duration::from_secs(20), self.gateway.clone().oneshot(request));
        let answer = answer.await.expect("an answer within 20 s").unwrap();
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        Answer { json: serde_json::from_slice(&body).unwrap() }
    }

    /// Every call received so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.calls.lock().unwrap().clone()
    }

    /// The bodies of the calls of one service so far.
    pub(crate) fn bodies<C: Call>(&self) -> Vec<Value> {
        self.seen().into_iter().filter(|call| call.path == C::PATH).map(|call| call.body).collect()
    }

    /// How many calls were under way at most.
    pub(crate) fn most_under_way(&self) -> usize {
        self.seen.most_under_way.load(Ordering::SeqCst)
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
    /// The data, where nothing went wrong.
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
    services::cpf_cnpj::CpfCnpj::complete(&format!("{:09}", 100_000_000 + number)).unwrap().to_string()
}

/// An acionamento; what a test is about it changes.
pub(crate) fn acionamento(number: usize) -> Acionamento {
    Acionamento {
        cd_acionamento: number.to_string().into(),
        nr_sinistro: format!("2026{number:09}").into(),
        nr_autorizacao: None,
        cd_status: "ABERTO".into(),
        ds_status: "Aberto".to_owned(),
        dt_abertura: "2026-11-20T14:03:11-03:00".parse().unwrap(),
        dt_ocorrencia: "2026-11-19".parse().ok(),
        dt_faturamento: None,
        vl_total: Money::from_centavos(64_000),
        ds_observacao: Some(String::new()),
        cd_seguradora: "3".into(),
        nr_apolice: Some("PET-2025-004411".into()),
        nr_cpf_cnpj: cpf(number).into(),
        nm_segurado: format!("Segurado {number}"),
        cd_pet: Some("881".into()),
        nm_pet: Some("Paçoca".to_owned()),
        ds_especie: Some("Cão".to_owned()),
        nr_sinistro_origem: None,
        nr_sinistro_reabertura: None,
        fl_pode_reabrir: Some(false),
        procedimentos: vec![ProcedimentoRealizado {
            cd_procedimento: "12".into(),
            ds_procedimento: "Ultrassonografia".to_owned(),
            qt_procedimento: 2.into(),
            vl_procedimento: Money::from_centavos(32_000),
        }],
        historico: Vec::new(),
    }
}

/// An insured with one policy and the pet of [`acionamento`].
pub(crate) fn segurado(cpf_cnpj: &str) -> Segurado {
    Segurado {
        cd_segurado: "1042".into(),
        nr_cpf_cnpj: cpf_cnpj.into(),
        nm_segurado: "Marina Duarte".to_owned(),
        ds_email: Some(format!("{cpf_cnpj}@example.com")),
        nr_telefone: Some("11987654321".into()),
        apolices: vec![Apolice {
            nr_apolice: "PET-2025-004411".into(),
            cd_seguradora: "3".into(),
            dt_inicio: "2025-11-21".parse().ok(),
            dt_fim: "2026-11-20".parse().ok(),
            pets: vec![Pet {
                cd_pet: "881".into(),
                nm_pet: "Paçoca".to_owned(),
                ds_especie: Some("Cão".to_owned()),
                ds_raca: Some("Vira-lata".to_owned()),
                dt_nascimento: "2021-03-09".parse().ok(),
            }],
        }],
    }
}

/// An active insurer.
pub(crate) fn seguradora(code: &str, name: &str) -> Seguradora {
    Seguradora {
        cd_seguradora: code.into(),
        nm_seguradora: name.to_owned(),
        nr_cnpj: Some("11222333000181".into()),
        fl_ativa: true,
    }
}
