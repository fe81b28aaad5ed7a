use serde_json::json;

use crate::harness::{ANA, TestServer};

async fn total(server: &TestServer, token: &str, which: &str) -> (i64, f64) {
    let total = server.call(Some(token), &format!("/DashBoard/total-acionamento-{which}"), json!({})).await.data();
    (total["qtTotal"].as_i64().unwrap(), total["vlTotal"].as_f64().unwrap())
}

async fn opened_at(server: &TestServer, instants: &[&str]) {
    let mut sql = server.sql().await;
    for (id, instant) in (90_001_i64..).zip(instants) {
        sqlx::query(
            "INSERT INTO acionamento (id, sinistro, status, aberto_em, ocorrido_em, total, apolice, pet, seguradora)
             VALUES (?1, ?1, 'ABERTO', unixepoch(?2), '2010-01-01', 1, 2, 1, 1)",
        )
        .bind(id)
        .bind(instant)
        .execute(&mut sql)
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn day_turns_at_midnight_in_sao_paulo() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    server.set_clock("2026-11-20T00:00:00-03:00");
    assert_eq!(total(&server, &token, "abertos-dia").await, (1, 240.0));
    server.set_clock("2026-11-20T23:59:59-03:00");
    let token = server.login(ANA).await;
    assert_eq!(total(&server, &token, "abertos-dia").await, (1, 240.0));
    server.set_clock("2026-11-21T00:00:00-03:00");
    assert_eq!(total(&server, &token, "abertos-dia").await, (0, 0.0));
    // At this moment it is already the 20th in UTC.
    server.set_clock("2026-11-19T23:59:59-03:00");
    assert_eq!(total(&server, &token, "abertos-dia").await, (1, 320.0));
}

#[tokio::test]
async fn day_in_which_summer_time_begins_has_no_midnight() {
    let server = TestServer::start().await;
    opened_at(&server, &["2018-11-03T23:59:59-03:00", "2018-11-04T01:00:00-02:00", "2018-11-04T23:59:59-02:00"]).await;
    server.set_clock("2018-11-04T12:00:00-02:00");
    let token = server.login(ANA).await;
    assert_eq!(total(&server, &token, "abertos-dia").await.0, 2);
}

#[tokio::test]
async fn month_and_year_turn_at_midnight_in_sao_paulo() {
    let server = TestServer::start().await;
    server.set_clock("2026-10-31T23:59:59-03:00");
    let token = server.login(ANA).await;
    assert_eq!(total(&server, &token, "abertos-mes").await, (1, 150.0));
    server.set_clock("2026-11-01T00:00:00-03:00");
    assert_eq!(total(&server, &token, "abertos-mes").await, (4, 920.0));

    opened_at(&server, &["2026-12-31T23:59:59-03:00", "2027-01-01T00:00:00-03:00"]).await;
    server.set_clock("2026-12-31T23:59:59-03:00");
    let token = server.login(ANA).await;
    assert_eq!(total(&server, &token, "abertos-mes").await, (1, 0.01));
    assert_eq!(total(&server, &token, "faturados-mes").await, (0, 0.0));
    server.set_clock("2027-01-01T00:00:00-03:00");
    assert_eq!(total(&server, &token, "abertos-mes").await, (1, 0.01));
}

#[tokio::test]
async fn year_turns_at_midnight_in_sao_paulo() {
    let server = TestServer::start().await;
    opened_at(&server, &["2025-12-31T23:59:59-03:00", "2026-01-01T00:00:00-03:00"]).await;
    let token = server.login(ANA).await;
    for (ano, months) in [(2025, &[12][..]), (2026, &[1, 9, 10, 11, 11, 11, 11])] {
        let path = "/ConsultaAcionamento/total-status-acionamento-ano";
        let rows = server.call(Some(&token), path, json!({ "ano": ano })).await.data();
        assert!(rows.as_array().unwrap().iter().map(|row| &row["nrMes"]).eq(months), "{rows}");
    }
}
