use serde_json::{Value, json};

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
async fn totals_are_those_of_the_day_and_the_month() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    assert_eq!(total(&server, &token, "abertos-dia").await, (1, 240.0));
    assert_eq!(total(&server, &token, "abertos-mes").await, (4, 920.0));
    assert_eq!(total(&server, &token, "faturados-mes").await, (1, 470.0));
    let active = server.call(Some(&token), "/DashBoard/total-seguradoras", json!({})).await.data();
    assert_eq!(active, json!({ "qtTotal": 2 }));
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
async fn summer_time_moves_the_borders() {
    let server = TestServer::start().await;
    // 2018: summer time began on 4 November at midnight, which that day did not have.
    opened_at(
        &server,
        &[
            "2018-11-03T23:59:59-03:00",
            "2018-11-04T01:00:00-02:00",
            "2018-11-04T23:59:59-02:00",
            "2018-11-05T00:00:00-02:00",
        ],
    )
    .await;
    for (now, count) in
        [("2018-11-03T12:00:00-03:00", 1), ("2018-11-04T12:00:00-02:00", 2), ("2018-11-05T12:00:00-02:00", 1)]
    {
        server.set_clock(now);
        let token = server.login(ANA).await;
        assert_eq!(total(&server, &token, "abertos-dia").await.0, count, "{now}");
    }
}

#[tokio::test]
async fn year_has_a_row_for_each_month_and_status_that_has_any() {
    let server = TestServer::start().await;
    opened_at(&server, &["2025-12-31T23:59:59-03:00", "2026-01-01T00:00:00-03:00"]).await;
    let token = server.login(ANA).await;
    let year = async |ano: i32| {
        server.call(Some(&token), "/ConsultaAcionamento/total-status-acionamento-ano", json!({ "ano": ano })).await
    };
    let row = |mes: i32, status: &str, quantidade: i32, valor: f64| json!([mes, status, quantidade, valor]);
    let rows = |data: Value| -> Vec<Value> {
        data.as_array()
            .unwrap()
            .iter()
            .map(|row| json!([row["nrMes"], row["dsStatus"], row["qtTotal"], row["vlTotal"]]))
            .collect()
    };
    assert_eq!(rows(year(2025).await.data()), [row(12, "Aberto", 1, 0.01)]);
    assert_eq!(
        rows(year(2026).await.data()),
        [
            row(1, "Aberto", 1, 0.01),
            row(9, "Faturado", 1, 470.0),
            row(10, "Negado", 1, 150.0),
            row(11, "Aberto", 1, 240.0),
            row(11, "Autorizado", 1, 320.0),
            row(11, "Cancelado", 1, 180.0),
            row(11, "Reaberto", 1, 180.0),
        ]
    );
    assert_eq!(year(2000).await.data(), json!([]));
    for ano in [1999, 2101, -1] {
        assert_eq!(year(ano).await.refusal(), "O ano deve estar entre 2000 e 2100.");
    }
}

#[tokio::test]
async fn month_has_a_row_for_each_insurer_and_status_that_has_any() {
    let server = TestServer::start().await;
    let token = server.login(ANA).await;
    let rows = server.call(Some(&token), "/DashBoard/total-status-seguradoras-mes", json!({})).await.data();
    let row = |codigo: &str, nome: &str, cd: &str, ds: &str, valor: f64| json!({ "cdSeguradora": codigo, "nmSeguradora": nome, "cdStatus": cd, "dsStatus": ds, "qtTotal": 1, "vlTotal": valor });
    assert_eq!(
        rows,
        json!([
            row("2", "Amigo Fiel", "CANCELADO", "Cancelado", 180.0),
            row("2", "Amigo Fiel", "REABERTO", "Reaberto", 180.0),
            row("1", "Pata Segura", "ABERTO", "Aberto", 240.0),
            row("1", "Pata Segura", "AUTORIZADO", "Autorizado", 320.0),
        ])
    );
}
