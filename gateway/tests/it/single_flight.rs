//! Single flight: equal reads of one session in flight together are one call, never those of two sessions; and calls whose
//! caller leaves.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use contract::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb},
    seguradora::ListaSeguradora,
};
use futures_util::{FutureExt as _, future::join_all};
use gateway::upstream::UpstreamSettings;
use serde_json::{Value, json};
use tokio::sync::{
    Semaphore,
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

use crate::{
    kit::{ABRIR, Calls, Gateway, KEEP, novo_acionamento, pass, patient, serve},
    stub::{acionamento, seguradora},
};

const READ: &str = "{ seguradoras { nome } }";
const LIST: &str = "{ acionamentos(filtro: { status: \"A\" }) { nodes { id } } }";

/// Services that respond on permission, with the session's token; they fail for tokens that end with `!`.
struct Services {
    gateway: Gateway,
    calls: Calls,
    turns: Arc<Turns>,
    /// Paths of calls that arrived, and of calls cancelled before their response.
    arrived: UnboundedReceiver<String>,
    given_up: UnboundedReceiver<String>,
}

/// Permits for responses.
struct Turns {
    reads: Semaphore,
    writes: Semaphore,
}

impl Services {
    async fn start(change: impl FnOnce(UpstreamSettings) -> UpstreamSettings) -> Self {
        let (calls, turns) = (Calls::default(), Turns { reads: Semaphore::new(0), writes: Semaphore::new(0) });
        let turns = Arc::new(turns);
        let (arriving, arrived) = unbounded_channel();
        let (giving_up, given_up) = unbounded_channel();
        let router = Router::new().fallback({
            let turns = Arc::clone(&turns);
            move |request: Request| answer(request, Arc::clone(&turns), arriving.clone(), giving_up.clone())
        });
        let address = serve(calls.record(router)).await;
        let gateway = Gateway::with(change(patient(address)));
        Self { gateway, calls, turns, arrived, given_up }
    }

    fn requests(&self) -> usize {
        self.calls.so_far().len()
    }

    async fn run(&self, token: &str, query: &str) -> Value {
        self.gateway.run(Some(token), query, json!({})).await.json()
    }
}

async fn answer(
    request: Request,
    turns: Arc<Turns>,
    arriving: UnboundedSender<String>,
    giving_up: UnboundedSender<String>,
) -> Response {
    let path = request.uri().path().to_owned();
    let token = request.headers()[header::AUTHORIZATION].to_str().unwrap().trim_start_matches("Bearer ").to_owned();
    arriving.send(path.clone()).unwrap();
    let waiting = GivenUp(Some((giving_up, path.clone())));
    let turns = if path == SalvaSinistroWeb::PATH { &turns.writes } else { &turns.reads };
    turns.acquire().await.unwrap().forget();
    waiting.no_more();
    if token.ends_with('!') {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let data = match path.as_str() {
        ListaSeguradora::PATH => json!([seguradora("1", &token)]),
        SalvaSinistroWeb::PATH => json!(acionamento(3)),
        _ => json!([acionamento(1), acionamento(2)]),
    };
    Json(json!({ "status": 1, "messages": "", "data": data })).into_response()
}

/// Reports on drop that a call was cancelled.
struct GivenUp(Option<(UnboundedSender<String>, String)>);

impl GivenUp {
    fn no_more(mut self) {
        self.0 = None;
    }
}

impl Drop for GivenUp {
    fn drop(&mut self) {
        if let Some((told, path)) = self.0.take() {
            // The receiver is gone at the end of a test.
            let _ = told.send(path);
        }
    }
}

fn named(token: &str) -> Value {
    json!({ "data": { "seguradoras": [{ "nome": token }] } })
}

#[tokio::test]
async fn equal_reads_of_one_session_in_flight_together_are_one_call() {
    let services = Services::start(|settings| settings).await;
    services.turns.reads.add_permits(100);
    for answer in join_all((0..10).map(|_| services.run("ana", READ))).await {
        assert_eq!(answer, named("ana"));
    }
    assert_eq!(services.requests(), 1);
    // A later read is a call of its own.
    assert_eq!(services.run("ana", READ).await, named("ana"));
    assert_eq!(services.requests(), 2);
}

#[tokio::test]
async fn a_hundred_sessions_each_get_their_own_response() {
    let services = &Services::start(|settings| settings).await;
    services.turns.reads.add_permits(1000);
    // Each twice, so that there are equal reads.
    let callers = (0..200).map(|number| async move {
        let token = format!("sessao-{}", number % 100);
        (services.run(&token, READ).await, named(&token))
    });
    for (answer, own) in join_all(callers).await {
        assert_eq!(answer, own);
    }
    assert_eq!(services.requests(), 100);
}

#[tokio::test]
async fn a_failure_is_shared_by_its_waiters_only() {
    let services = Services::start(|settings| settings).await;
    services.turns.reads.add_permits(100);
    for calls in 1..=2 {
        for answer in join_all((0..10).map(|_| services.run("ana!", READ))).await {
            assert_eq!(answer["errors"][0]["extensions"]["code"], "UPSTREAM_ERROR");
        }
        assert_eq!(services.requests(), calls);
    }
}

#[tokio::test]
async fn a_read_is_cancelled_when_the_last_waiter_leaves_and_not_before() {
    let mut services = Services::start(|settings| settings).await;
    let first = services.gateway.spawn("ana", READ);
    let other = services.gateway.spawn("ana", READ);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaSeguradora::PATH);
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    services.turns.reads.add_permits(1);
    assert_eq!(other.await.unwrap().json(), named("ana"));
    assert_eq!(services.requests(), 1);

    let last = services.gateway.spawn("ana", READ);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaSeguradora::PATH);
    last.abort();
    assert_eq!(services.given_up.recv().await.unwrap(), ListaSeguradora::PATH);
}

#[tokio::test]
async fn a_caller_that_joins_a_read_has_its_own_deadline() {
    let mut services =
        Services::start(|settings| UpstreamSettings { read_timeout: Duration::from_secs(5), ..settings }).await;
    let first = services.gateway.spawn("ana", READ);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaSeguradora::PATH);
    pass(Duration::from_millis(4900)).await;
    let gateway = services.gateway.clone();
    let mut joined = Box::pin(async move { gateway.run(Some("ana"), READ, json!({})).await });
    assert!(joined.as_mut().now_or_never().is_none());
    pass(Duration::from_millis(200)).await;
    let joined = tokio::spawn(joined);
    assert_eq!(first.await.unwrap().error().0, "UPSTREAM_TIMEOUT");
    // It repeats the read.
    assert_eq!(services.arrived.recv().await.unwrap(), ListaSeguradora::PATH);
    pass(Duration::from_millis(4500)).await;
    services.turns.reads.add_permits(2);
    assert_eq!(joined.await.unwrap().json(), named("ana"));
    assert_eq!(services.requests(), 2);
}

#[tokio::test]
async fn a_read_from_before_a_write_is_not_the_response_of_one_after_it() {
    let mut services = Services::start(|settings| settings).await;
    let before = services.gateway.spawn("ana", LIST);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaAcionamentosByStatus::PATH);
    let insurers = services.gateway.spawn("ana", READ);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaSeguradora::PATH);
    services.turns.writes.add_permits(1);
    services.gateway.run(Some("bia"), ABRIR, novo_acionamento("k")).await;
    assert_eq!(services.arrived.recv().await.unwrap(), SalvaSinistroWeb::PATH);
    // The write does not make insurers stale: this read joins the one before it.
    let joined = services.gateway.spawn("ana", READ);
    let after = services.gateway.spawn("ana", LIST);
    assert_eq!(services.arrived.recv().await.unwrap(), ListaAcionamentosByStatus::PATH);
    services.turns.reads.add_permits(4);
    assert_eq!(before.await.unwrap().data(), after.await.unwrap().data());
    assert_eq!((insurers.await.unwrap().json(), joined.await.unwrap().json()), (named("ana"), named("ana")));
    assert_eq!(services.requests(), 4);
}

#[tokio::test]
async fn a_write_is_not_cancelled_when_its_caller_leaves_and_invalidates_the_cache() {
    let mut services = Services::start(|settings| UpstreamSettings { list_cache: KEEP, ..settings }).await;
    services.turns.reads.add_permits(100);
    let page = async |services: &Services, after: &Value| {
        let list = "query($after: String) { acionamentos(filtro: { status: \"A\" }, first: 1, after: $after) { \
                    pageInfo { endCursor } } }";
        let data = services.gateway.run(Some("ana"), list, json!({ "after": after })).await.data();
        data["acionamentos"]["pageInfo"]["endCursor"].clone()
    };
    let cursor = page(&services, &Value::Null).await;
    page(&services, &cursor).await;
    assert_eq!(services.requests(), 1);

    let gateway = services.gateway.clone();
    let write = tokio::spawn(async move { gateway.run(Some("ana"), ABRIR, novo_acionamento("k")).await });
    while services.arrived.recv().await.unwrap() != SalvaSinistroWeb::PATH {}
    write.abort();
    assert!(write.await.unwrap_err().is_cancelled());
    // Still in progress: shutdown waits, and the list stays cached.
    assert!(services.gateway.upstream.settle().now_or_never().is_none());
    page(&services, &cursor).await;
    assert_eq!(services.requests(), 2);
    services.turns.writes.add_permits(1);
    services.gateway.upstream.settle().await;
    page(&services, &cursor).await;
    assert_eq!(services.requests(), 3);
    assert!(services.given_up.try_recv().is_err());
}
