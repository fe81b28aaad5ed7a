use serde_json::{Value, json};

use sqlx::SqliteConnection;

use crate::{
    fixture::{connect, install_fixture},
    harness::{ANA, TestServer},
    server_process::ServerProcess,
};

async fn claims(server: &TestServer, filter: &str, body: Value) -> Vec<String> {
    let token = server.login(ANA).await;
    let found = server.call(Some(&token), &format!("/ConsultaAcionamento/lista-acionamentos-by-{filter}"), body).await;
    let sinistro = |row: &Value| row["nrSinistro"].as_str().expect("a claim number")[8..].to_owned();
    found.data().as_array().expect("a list").iter().map(sinistro).collect()
}

#[tokio::test]
async fn lists_are_whole_and_newest_first() {
    let server = TestServer::start().await;
    server.execute("UPDATE acionamento SET status = 'NEGADO' WHERE id <> 70004").await;
    let found = claims(&server, "status", json!({ "status": "NEGADO" })).await;
    assert_eq!(found, ["70006", "70005", "70003", "70002", "70001"]);
    let found = claims(&server, "seguradora-status", json!({ "seguradora": "1", "status": " NEGADO " })).await;
    assert_eq!(found, ["70006", "70005", "70002", "70001"]);
}

#[tokio::test]
async fn unknown_status_is_accepted() {
    let server = TestServer::start().await;
    server
        .execute(
            "INSERT INTO status VALUES ('EM_PERICIA', 'Em perícia', 0);
         UPDATE acionamento SET status = 'EM_PERICIA' WHERE id = 70006",
        )
        .await;
    let token = server.login(ANA).await;
    let path = "/ConsultaAcionamento/lista-acionamentos-by-status";
    let found = server.call(Some(&token), path, json!({ "status": "EM_PERICIA" })).await.data();
    assert_eq!((&found[0]["cdStatus"], &found[0]["dsStatus"]), (&json!("EM_PERICIA"), &json!("Em perícia")));
}

/// Adds 2,000 acionamentos in EM_ANALISE, each with two procedures and two events.
async fn add_two_thousand(sql: &mut SqliteConnection) {
    sqlx::raw_sql(
        "CREATE TEMP TABLE n AS
         WITH RECURSIVE n(id) AS (VALUES (80001) UNION ALL SELECT id + 1 FROM n WHERE id < 82000) SELECT id FROM n;
         INSERT INTO acionamento (id, sinistro, status, aberto_em, ocorrido_em, total, apolice, pet, seguradora)
         SELECT id, '2026' || printf('%09d', id), 'EM_ANALISE', 1763650000 + id, '2026-11-19', 24000, 2, 1, 1 FROM n;
         INSERT INTO procedimento_realizado SELECT id, 0, 1, 1, 15000 FROM n;
         INSERT INTO procedimento_realizado SELECT id, 1, 4, 1, 9000 FROM n;
         INSERT INTO evento SELECT id, 0, 1763650000 + id, 'ABERTO', 'Ana', NULL FROM n;
         INSERT INTO evento SELECT id, 1, 1763650100 + id, 'EM_ANALISE', 'Bia', NULL FROM n;",
    )
    .execute(sql)
    .await
    .unwrap();
}

#[tokio::test]
async fn list_of_two_thousand_is_complete_and_takes_no_more_queries_than_a_list_of_one() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture(folder.path()).await;
    add_two_thousand(&mut connect(folder.path()).await).await;
    let services = ServerProcess::start(folder.path());
    let token = services.login(folder.path()).await;
    services.queries(&token).await;
    let list = async |status: &str| {
        let path = "/ConsultaAcionamento/lista-acionamentos-by-status";
        let found = services.post(&token, "-", path, json!({ "status": status })).await.unwrap();
        (found.as_array().unwrap().clone(), services.queries(&token).await)
    };
    let ((one, few_queries), (rows, queries)) = (list("ABERTO").await, list("EM_ANALISE").await);
    assert!(few_queries >= 4, "the log shows them: {few_queries}");
    assert_eq!((one.len(), rows.len(), queries), (1, 2_000, few_queries));
    for (row, id) in rows.iter().zip((80_001..=82_000).rev()) {
        assert_eq!(row["cdAcionamento"], id.to_string());
        let codes = |list: &str, key: &str| -> Vec<Value> {
            row[list].as_array().unwrap().iter().map(|entry| entry[key].clone()).collect()
        };
        assert_eq!(codes("procedimentos", "cdProcedimento"), ["1", "4"]);
        assert_eq!(codes("historico", "cdStatus"), ["ABERTO", "EM_ANALISE"]);
    }
}
