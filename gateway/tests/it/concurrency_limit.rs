//! Concurrency limits of a service: of all sessions, and of each.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Json, Router,
    body::to_bytes,
    extract::Request,
    http::header,
    response::{IntoResponse as _, Response},
};
use contract::{
    Call as _, acionamento::ListaAcionamentosByStatus, envelope::Envelope, login::AtualizaUsuario,
    segurado::PesquisaSegurado,
};
use futures_util::future::join_all;
use gateway::upstream::UpstreamSettings;
use serde_json::json;
use tokio::sync::{
    Semaphore,
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

use crate::{
    kit::{Calls, Gateway, GatewayParts, Reply, default_parts, metric, patient, scraped, serve, until},
    stub::{self, acionamento, cpf, segurado, stub},
};

/// The busy session.
const HOG: &str = "muito";

/// Services that hold the calls of one session, or of all, until released.
struct Services {
    gateway: Gateway,
    calls: Calls,
    gate: Arc<Gate>,
    /// Reports each held call once.
    held: UnboundedReceiver<()>,
}

struct Gate {
    holds_all: AtomicBool,
    let_go: Semaphore,
}

impl Services {
    async fn start(change: impl FnOnce(UpstreamSettings) -> UpstreamSettings) -> Self {
        let (calls, gate) = (Calls::default(), Gate { holds_all: AtomicBool::new(false), let_go: Semaphore::new(0) });
        let gate = Arc::new(gate);
        let (holding, held) = unbounded_channel();
        let router = Router::new().fallback({
            let gate = Arc::clone(&gate);
            move |request: Request| answer(request, Arc::clone(&gate), holding.clone())
        });
        let address = serve(calls.record(router)).await;
        let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
        let gateway = Gateway::with_services_as(change(patient(address)), parts);
        Self { gateway, calls, gate, held }
    }

    fn hold_all(&self, holds_all: bool) {
        self.gate.holds_all.store(holds_all, Ordering::SeqCst);
    }

    async fn until_held(&mut self, calls: usize) {
        for _ in 0..calls {
            self.held.recv().await.unwrap();
        }
    }

    fn let_all_go(&self) {
        self.hold_all(false);
        self.gate.let_go.add_permits(10_000);
    }

    /// A metric of the search for an insured.
    fn measured(&self, name: &str) -> f64 {
        metric(&self.gateway.telemetry, &format!("{name}{{url_template=\"{}\"", PesquisaSegurado::PATH)).unwrap()
    }

    /// Each in a session of its own.
    fn readers(&self, names: &str, count: usize) -> impl Future<Output = Vec<Reply>> + use<> {
        let readers = (0..count).map(|number| {
            let (gateway, token) = (self.gateway.clone(), format!("{names}-{number}"));
            tokio::spawn(async move { read(&gateway, &token, 0..1).await })
        });
        let readers: Vec<_> = readers.collect();
        async { join_all(readers).await.into_iter().map(Result::unwrap).collect() }
    }
}

async fn answer(request: Request, gate: Arc<Gate>, holding: UnboundedSender<()>) -> Response {
    let token = request.headers()[header::AUTHORIZATION].to_str().unwrap();
    if token.ends_with(HOG) || gate.holds_all.load(Ordering::SeqCst) {
        holding.send(()).unwrap();
        gate.let_go.acquire().await.unwrap().forget();
    }
    match request.uri().path() {
        PesquisaSegurado::PATH => {
            let body = to_bytes(request.into_body(), usize::MAX).await.unwrap();
            let call: PesquisaSegurado = serde_json::from_slice(&body).unwrap();
            Json(Envelope::success(segurado(call.cpf_cnpj.as_str()))).into_response()
        }
        AtualizaUsuario::PATH => {
            let data = json!({ "nmUsuario": "Ana", "dsEmail": "ana@x.example", "dsPerfil": "CLINICA" });
            Json(json!({ "status": 1, "messages": "", "data": data })).into_response()
        }
        path => panic!("{path}"),
    }
}

/// Reads insured by their tax ids, one call each.
async fn read(gateway: &Gateway, token: &str, numbers: std::ops::Range<usize>) -> Reply {
    let fields = numbers.map(|number| format!("s{number}: segurado(cpfCnpj: \"{}\") {{ email }}", cpf(number)));
    gateway.run(Some(token), &format!("{{ {} }}", fields.collect::<Vec<_>>().join(" ")), json!({})).await
}

fn is_answered(reply: &Reply) -> bool {
    reply.json().get("errors").is_none()
}

#[tokio::test]
async fn a_hundred_calls_by_key_start_at_once_on_a_cold_service() {
    // None of the hundred gets a response before all arrived.
    let rows: Vec<_> = (0..100).map(acionamento).collect();
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(move |_| stub::Reply::Data(rows.clone()))
        .on::<PesquisaSegurado>(|call| stub::Reply::Data(segurado(call.cpf_cnpj.as_str())))
        .together("/PesquisaSegurado/", 100)
        .start()
        .await;
    let query = "{ acionamentos(filtro: { status: \"A\" }, first: 100) { nodes { segurado { email } } } }";
    let answer = stub.ask(query).await;
    assert_eq!(answer.data()["acionamentos"]["nodes"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn a_busy_session_does_not_starve_the_others() {
    let mut services = Services::start(|settings| UpstreamSettings { max_concurrency: 64, ..settings }).await;
    let documents = (0..20).map(|number| {
        let gateway = services.gateway.clone();
        tokio::spawn(async move { read(&gateway, HOG, 10 * number..10 * (number + 1)).await })
    });
    let documents: Vec<_> = documents.collect();
    // The session uses up its quarter, and its other calls wait.
    services.until_held(16).await;
    until(async || services.measured("gateway_upstream_waiting") == 184.0).await;
    for number in 0..12 {
        assert!(is_answered(&read(&services.gateway, "outra", number..number + 1).await), "{number}");
    }
    assert!(is_answered(&read(&services.gateway, "outra", 0..10).await));
    assert!(services.readers("outras", 50).await.iter().all(is_answered));
    assert_eq!(services.measured("gateway_upstream_waiting"), 184.0);
    services.let_all_go();
    for document in documents {
        assert!(is_answered(&document.await.unwrap()));
    }
    assert_eq!(services.calls.so_far().len(), 200 + 22 + 50);
    assert_eq!(services.measured("http_client_active_requests"), 0.0);
}

/// A response that nothing was sent, with a Retry-After.
#[track_caller]
fn is_told_to_come_back(reply: &Reply, message: &str) {
    assert_eq!(reply.error(), ("UPSTREAM_UNAVAILABLE".to_owned(), message.to_owned()));
    assert_eq!(reply.json()["errors"][0]["extensions"]["retryAfter"], 1);
    assert_eq!(reply.header("retry-after"), "1");
}

#[tokio::test]
async fn a_queued_call_is_shed_at_its_deadline_with_a_retry_after() {
    let mut services = Services::start(|settings| UpstreamSettings { max_concurrency: 1, ..settings }).await;
    let gateway = services.gateway.clone();
    let write = async |token| {
        let query = "mutation { atualizarUsuario(input: { nome: \"Ana\" }) { __typename } }";
        gateway.run(Some(token), query, json!({})).await
    };
    assert!(is_answered(&read(&gateway, "ana", 0..1).await) && is_answered(&write("ana").await));
    services.hold_all(true);
    let held = async { tokio::join!(read(&gateway, "ana", 0..1), write("ana")) };
    let refused = async {
        services.until_held(2).await;
        // It passes by itself from now on: as soon as there is nothing else to do.
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        let refused = tokio::join!(read(&gateway, "bia", 0..1), write("bia"));
        // A second was left for the call itself.
        assert!((19_000..19_100).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
        services.let_all_go();
        refused
    };
    let ((read, write), (refused_read, refused_write)) = tokio::join!(held, refused);
    assert!(is_answered(&read) && is_answered(&write));
    let unavailable = "O serviço está indisponível no momento.";
    is_told_to_come_back(&refused_read, &format!("{unavailable} Tente novamente em instantes."));
    is_told_to_come_back(&refused_write, &format!("{unavailable} Nada foi enviado: tente novamente em instantes."));
    assert_eq!(services.calls.so_far().len(), 4);
}
