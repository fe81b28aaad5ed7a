//! Lists of thousands: the cache holds those of many sessions; search and order run on the blocking pool.

use std::{
    future::Future,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};

use axum::{
    Json, Router,
    extract::Request,
    response::{IntoResponse as _, Response},
};
use contract::{
    Call as _,
    acionamento::{ListaAcionamentosByAutorizacao, ListaAcionamentosByStatus},
    envelope::Envelope,
    seguradora::ListaSeguradora,
};
use gateway::upstream::{CachePolicy, UpstreamSettings};
use serde_json::{Value, json};
use tokio::{runtime::Builder, select, task::spawn_blocking};

use crate::{
    kit::{Gateway, patient, serve},
    stub::{acionamento, seguradora},
};

/// Rows of the long list.
const ROWS: usize = 5_000;
/// Size of the list cache by default where the process may use 2 GiB.
const KEPT: usize = 192 * 1024 * 1024;

/// Services with a long list by status, a short one by authorization, and a count of the reads of both.
struct Services {
    gateway: Gateway,
    reads: Arc<AtomicUsize>,
}

impl Services {
    /// `note` stands in every row of the long list.
    async fn start(note: &str) -> Self {
        let reads = Arc::<AtomicUsize>::default();
        let rows = (0..ROWS).map(|number| {
            let mut row = acionamento(number);
            // In no order, and each with one of few names.
            row.nm_segurado =
                format!("Conceição {}", ["Prado", "Duarte", "Áraujo", "Lima", "Sá"][number * 7_919 % 5]).into();
            row.ds_observacao = Some(note.to_owned()).into();
            row
        });
        let long = serde_json::to_string(&Envelope::success(rows.collect::<Vec<_>>())).unwrap();
        let short = serde_json::to_string(&Envelope::success(vec![acionamento(1), acionamento(2)])).unwrap();
        let counted = Arc::clone(&reads);
        let router = Router::new().fallback(move |request: Request| {
            let answer = match request.uri().path() {
                ListaAcionamentosByStatus::PATH => long.clone(),
                ListaAcionamentosByAutorizacao::PATH => short.clone(),
                path => {
                    assert_eq!(path, ListaSeguradora::PATH);
                    return std::future::ready(Json(Envelope::success(vec![seguradora("3", "Pata")])).into_response());
                }
            };
            counted.fetch_add(1, Ordering::SeqCst);
            std::future::ready(Response::new(answer.into()))
        });
        let list_cache = CachePolicy { ttl: Duration::from_secs(300), stale_if_error: Duration::ZERO, max_bytes: KEPT };
        let settings = patient(serve(router).await);
        let gateway = Gateway::with(UpstreamSettings { list_cache, ..settings });
        Self { gateway, reads }
    }

    fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    /// A page of a list that is searched and sorted: how many were found, its first row, and its last cursor.
    async fn page(&self, token: &str, filtro: &Value, busca: &str, after: &Value) -> (Value, Value, Value) {
        let query = "query($filtro: FiltroAcionamentos!, $busca: String, $after: String) { \
                     acionamentos(filtro: $filtro, busca: $busca, ordem: SEGURADO_ASC, first: 50, after: $after) { \
                     totalCount nodes { id segurado { nome } } pageInfo { endCursor } } }";
        let variables = json!({ "filtro": filtro, "busca": busca, "after": after });
        let list = &self.gateway.run(Some(token), query, variables).await.data()["acionamentos"];
        (list["totalCount"].clone(), list["nodes"][0].clone(), list["pageInfo"]["endCursor"].clone())
    }

    /// A short read of another session.
    async fn ask_meanwhile(&self) {
        let answer = self.gateway.run(Some("bia"), "{ seguradoras { nome } }", json!({})).await;
        assert_eq!(answer.data(), json!({ "seguradoras": [{ "nome": "Pata" }] }));
    }
}

fn long() -> Value {
    json!({ "status": "ABERTO" })
}

/// Runs a test on one worker thread and one blocking thread.
fn on_one_thread(test: impl Future<Output = ()>) {
    Builder::new_current_thread().enable_all().max_blocking_threads(1).build().unwrap().block_on(test);
}

/// Occupies the blocking thread until the result is dropped.
fn occupy() -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel();
    drop(spawn_blocking(move || released.recv()));
    release
}

#[test]
fn searching_a_long_list_does_not_block_other_requests() {
    on_one_thread(async {
        let services = Services::start("").await;
        let occupied = occupy();
        let (none, filtro) = (Value::Null, long());
        let mut searched = pin!(services.page("ana", &filtro, "CONCEICAO araujo", &none));
        let mut meanwhile = pin!(async {
            while services.reads() == 0 {
                services.ask_meanwhile().await;
            }
            // The list is here by then: the thread that serves has turned to its connection in between.
            for _ in 0..20 {
                services.ask_meanwhile().await;
            }
            // Two rows are searched at once.
            let (count, _, _) = services.page("bia", &json!({ "autorizacao": "A" }), "segurado", &Value::Null).await;
            assert_eq!(count, 2);
        });
        select! {
            _ = &mut searched => panic!("searched by the thread that serves"),
            () = &mut meanwhile => (),
        }
        drop(occupied);
        let (count, first, _) = searched.await;
        assert_eq!(count, 1000);
        assert_eq!(first["segurado"]["nome"], "Conceição Áraujo");
    });
}

#[test]
fn the_next_page_reuses_the_search_and_the_order() {
    on_one_thread(async {
        let services = Services::start("").await;
        let (_, first, cursor) = services.page("ana", &long(), "conceicao", &Value::Null).await;
        // The blocking thread is occupied from here on.
        let _occupied = occupy();
        let (count, next, _) = services.page("ana", &long(), "conceicao", &cursor).await;
        assert_eq!((services.reads(), count), (1, json!(ROWS)));
        assert_eq!(first["segurado"]["nome"], "Conceição Áraujo");
        assert_eq!(next["segurado"]["nome"], "Conceição Áraujo");
        assert_ne!(first["id"], next["id"]);
    });
}

#[tokio::test]
async fn lists_of_thousands_of_sixteen_sessions_fit_into_the_cache() {
    // 1 KiB a row, as those of the demo have.
    let services = Services::start(&"Observação. ".repeat(30)).await;
    let sessions: Vec<_> = (0..16).map(|number| format!("sessao-{number}")).collect();
    let mut cursors = Vec::new();
    for token in &sessions {
        cursors.push(services.page(token, &long(), "", &Value::Null).await.2);
    }
    assert_eq!(services.reads(), 16);
    for (token, cursor) in sessions.iter().zip(&cursors) {
        services.page(token, &long(), "", cursor).await;
    }
    assert_eq!(services.reads(), 16);
}
