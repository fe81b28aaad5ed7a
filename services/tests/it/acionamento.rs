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
    let mut sql = server.sql().await;
    sqlx::raw_sql("UPDATE acionamento SET status = 'NEGADO' WHERE id <> 70004").execute(&mut sql).await.unwrap();
    let found = claims(&server, "status", json!({ "status": "NEGADO" })).await;
    assert_eq!(found, ["70006", "70005", "70003", "70002", "70001"]);
    let found = claims(&server, "seguradora-status", json!({ "seguradora": "1", "status": " NEGADO " })).await;
    assert_eq!(found, ["70006", "70005", "70002", "70001"]);
}

#[tokio::test]
async fn each_filter_returns_matching_acionamentos() {
    let server = TestServer::start().await;
    assert_eq!(claims(&server, "status", json!({ "status": "ABERTO" })).await, ["70006"]);
    assert_eq!(claims(&server, "autorizacao", json!({ "autorizacao": "A-100005" })).await, ["70005"]);
    assert_eq!(claims(&server, "sinistro", json!({ "sinistro": "2026000070003" })).await, ["70003"]);
    assert_eq!(
        claims(&server, "seguradora-status", json!({ "seguradora": "2", "status": "REABERTO" })).await,
        ["70004"]
    );
}

#[tokio::test]
async fn nothing_found_is_an_empty_list() {
    let server = TestServer::start().await;
    for (filter, body) in [
        ("status", json!({ "status": "INVENTADO" })),
        ("autorizacao", json!({ "autorizacao": "A-1" })),
        ("sinistro", json!({ "sinistro": "0" })),
        ("seguradora-status", json!({ "seguradora": "x", "status": "ABERTO" })),
        ("seguradora-status", json!({ "seguradora": "3", "status": "ABERTO" })),
    ] {
        assert_eq!(claims(&server, filter, body).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn filter_without_a_value_is_refused() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    for (filter, body, text) in [
        ("status", json!({ "status": " " }), "Informe o status."),
        ("autorizacao", json!({ "autorizacao": "" }), "Informe o número da autorização."),
        ("sinistro", json!({ "sinistro": "" }), "Informe o número do sinistro."),
        ("seguradora-status", json!({ "seguradora": "", "status": "ABERTO" }), "Informe a seguradora."),
        ("seguradora-status", json!({ "seguradora": "1", "status": "" }), "Informe o status."),
    ] {
        let path = format!("/ConsultaAcionamento/lista-acionamentos-by-{filter}");
        assert_eq!(server.call(Some(&token), &path, body).await.refusal(), text);
    }
}

#[tokio::test]
async fn unknown_status_is_accepted() {
    let server = TestServer::start().await;
    sqlx::raw_sql(
        "INSERT INTO status VALUES ('EM_PERICIA', 'Em perícia', 0);
         UPDATE acionamento SET status = 'EM_PERICIA' WHERE id = 70006",
    )
    .execute(&mut server.sql().await)
    .await
    .unwrap();
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
async fn list_of_two_thousand_takes_no_more_queries_than_a_list_of_one() {
    let folder = tempfile::tempdir().unwrap();
    install_fixture(folder.path()).await;
    add_two_thousand(&mut connect(folder.path()).await).await;
    let services = ServerProcess::start(folder.path());
    let token = services.login(folder.path()).await;
    services.queries(&token).await;
    let mut queries = Vec::new();
    for (status, rows) in [("ABERTO", 1), ("EM_ANALISE", 2_000)] {
        let path = "/ConsultaAcionamento/lista-acionamentos-by-status";
        let found = services.post(&token, "-", path, json!({ "status": status })).await.unwrap();
        assert_eq!(found.as_array().unwrap().len(), rows);
        queries.push(services.queries(&token).await);
    }
    assert!(queries[0] >= 4, "the log shows them: {queries:?}");
    assert_eq!(queries[0], queries[1]);
}

#[tokio::test]
async fn list_of_two_thousand_is_complete() {
    let server = TestServer::start().await;
    add_two_thousand(&mut server.sql().await).await;
    let token = server.login(ANA).await;
    let path = "/ConsultaAcionamento/lista-acionamentos-by-status";
    let found = server.call(Some(&token), path, json!({ "status": "EM_ANALISE" })).await.data();
    let rows = found.as_array().unwrap();
    assert_eq!(rows.len(), 2_000);
    for (row, id) in rows.iter().zip((80_001..=82_000).rev()) {
        assert_eq!(row["cdAcionamento"], id.to_string());
        let codes = |list: &str, key: &str| -> Vec<Value> {
            row[list].as_array().unwrap().iter().map(|entry| entry[key].clone()).collect()
        };
        assert_eq!(codes("procedimentos", "cdProcedimento"), ["1", "4"]);
        assert_eq!(codes("historico", "cdStatus"), ["ABERTO", "EM_ANALISE"]);
    }
}

#[tokio::test]
async fn reopening_is_offered_or_refused_with_the_reason() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let ask = async |sinistro: &str| {
        let path = "/AcionamentoReabertura/retorna-acionamento-reabertura";
        server.call(Some(&token), path, json!({ "sinistro": sinistro })).await
    };
    for sinistro in ["2026000070001", " 2026000070002 "] {
        let found = ask(sinistro).await.data();
        assert_eq!((&found["nrSinistro"], &found["flPodeReabrir"]), (&json!(sinistro.trim()), &json!(true)));
    }
    assert_eq!(
        ask("2026000070003").await.refusal(),
        "O sinistro 2026000070003 já foi reaberto pelo sinistro 2026000070004."
    );
    for (sinistro, status) in
        [("2026000070004", "Reaberto"), ("2026000070005", "Autorizado"), ("2026000070006", "Aberto")]
    {
        assert_eq!(
            ask(sinistro).await.refusal(),
            format!("O sinistro {sinistro} está com status {status} e não pode ser reaberto.")
        );
    }
    assert_eq!(ask("1").await.refusal(), "Sinistro não encontrado.");
    assert_eq!(ask("").await.refusal(), "Informe o número do sinistro.");
}
