//! Lists of thousands: the cache holds those of many sessions; search and order run on the blocking pool.

use std::{future::Future, pin::pin, sync::mpsc};

use contract::acionamento::{Acionamento, ListaAcionamentosByAutorizacao, ListaAcionamentosByStatus};
use gateway::upstream::{CachePolicy, UpstreamSettings};
use serde_json::{Value, json};
use tokio::{runtime::Builder, select, task::spawn_blocking};

use crate::{
    kit::{LONG_CACHE, upstream_settings},
    stub::{Answer, Stub, acionamento, one_insurer},
};

const ROWS: usize = 5_000;
/// Size of the list cache by default where the process may use 2 GiB.
const KEPT: usize = 192 * 1024 * 1024;

/// Services with a long list by status, each row with a note, and a short one by authorization.
async fn services(note: &str) -> Stub {
    let row = |number| Acionamento {
        // In no order, and each with one of few names.
        nm_segurado: format!("Conceição {}", ["Prado", "Duarte", "Áraujo", "Lima", "Sá"][number * 7_919 % 5]).into(),
        ds_observacao: Some(note.to_owned()).into(),
        ..acionamento(number)
    };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let list_cache = CachePolicy { max_bytes: KEPT, ..LONG_CACHE };
    one_insurer()
        .on::<ListaAcionamentosByStatus>(move |_| Answer::Data(rows.clone()))
        .on::<ListaAcionamentosByAutorizacao>(|_| Answer::Data(vec![acionamento(1), acionamento(2)]))
        .start_behind(|address| UpstreamSettings { list_cache, ..upstream_settings(address) })
        .await
}

fn reads(stub: &Stub) -> usize {
    stub.bodies::<ListaAcionamentosByStatus>().len()
}

/// A page of a list that is searched and sorted: how many were found, its first row, and its last cursor.
async fn page(stub: &Stub, token: &str, filtro: &Value, busca: &str, after: &Value) -> (Value, Value, Value) {
    let query = "query($filtro: FiltroAcionamentos!, $busca: String, $after: String) { \
                 acionamentos(filtro: $filtro, busca: $busca, ordem: SEGURADO_ASC, first: 50, after: $after) { \
                 totalCount nodes { id segurado { nome } } pageInfo { endCursor } } }";
    let variables = json!({ "filtro": filtro, "busca": busca, "after": after });
    let list = &stub.gateway.run(Some(token), query, variables).await.data()["acionamentos"];
    (list["totalCount"].clone(), list["nodes"][0].clone(), list["pageInfo"]["endCursor"].clone())
}

/// A short read of another session.
async fn ask_meanwhile(stub: &Stub) {
    let answer = stub.gateway.query("bia", "{ seguradoras { nome } }").await;
    assert_eq!(answer.data(), json!({ "seguradoras": [{ "nome": "Pata Segura" }] }));
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
        let stub = services("").await;
        let occupied = occupy();
        let (none, filtro) = (Value::Null, long());
        let mut searched = pin!(page(&stub, "ana", &filtro, "CONCEICAO araujo", &none));
        let mut meanwhile = pin!(async {
            while reads(&stub) == 0 {
                ask_meanwhile(&stub).await;
            }
            // The list is here by then: the thread that serves has turned to its connection in between.
            for _ in 0..20 {
                ask_meanwhile(&stub).await;
            }
            // Two rows are searched at once.
            let (count, _, _) = page(&stub, "bia", &json!({ "autorizacao": "A" }), "segurado", &Value::Null).await;
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

#[tokio::test]
async fn lists_of_thousands_of_sixteen_sessions_fit_into_the_cache() {
    // 1 KiB a row, as those of the demo have.
    let stub = services(&"Observação. ".repeat(30)).await;
    let sessions: Vec<_> = (0..16).map(|number| format!("sessao-{number}")).collect();
    let mut cursors = Vec::new();
    for token in &sessions {
        cursors.push(page(&stub, token, &long(), "", &Value::Null).await.2);
    }
    assert_eq!(reads(&stub), 16);
    for (token, cursor) in sessions.iter().zip(&cursors) {
        page(&stub, token, &long(), "", cursor).await;
    }
    assert_eq!(reads(&stub), 16);
}
