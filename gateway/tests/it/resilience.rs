//! Failing services: retry and its budget, circuit breaker, stale-if-error, readiness.

use std::{
    future::{pending, ready},
    io::ErrorKind,
    net::SocketAddr,
    time::Duration,
};

use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use contract::{Call as _, envelope::Envelope, login::AtualizaUsuario, seguradora::ListaSeguradora};
use futures_util::future::join_all;
use gateway::upstream::{CachePolicy, UpstreamSettings};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::{
    kit::{
        Call, Calls, Gateway, LONG_CACHE, READ, Reply, Shared, WRITE, advance_tokio, own_address, services,
        upstream_settings,
    },
    stub::{seguradora, unanswered},
};

const OTHER_READ: &str = "{ procedimentos { id } }";
const UNAVAILABLE: &str = "O serviço está indisponível no momento. Tente novamente em instantes.";
const NOT_SENT: &str = "O serviço está indisponível no momento. Nada foi enviado: tente novamente em instantes.";
const NOT_DONE: &str = "O serviço está indisponível no momento. Nada foi feito: tente novamente em instantes.";
const UNKNOWN: &str =
    "Resultado desconhecido: o pedido foi enviado, mas não houve confirmação. Ele pode ter sido atendido.";

const STALE: CachePolicy =
    CachePolicy { ttl: Duration::from_secs(60), stale_if_error: Duration::from_secs(600), ..LONG_CACHE };

/// Services that respond with a status while they are down.
async fn down_with(status: u16) -> (SocketAddr, Calls, Shared<bool>) {
    let is_down = Shared::new(true);
    let down = is_down.clone();
    let answer = move |call: Call| ready(if down.get() { http(status) } else { fine(&call.path) });
    let (address, calls) = services(answer).await;
    (address, calls, is_down)
}

/// Services that respond by the number of the call, from 1.
async fn by_number(answer: impl Fn(usize) -> Response + Clone + Send + Sync + 'static) -> (SocketAddr, Calls) {
    services(move |call| ready(answer(call.number + 1))).await
}

fn http(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap().into_response()
}

/// A successful response.
fn fine(path: &str) -> Response {
    let data = match path {
        AtualizaUsuario::PATH => json!({ "nmUsuario": "Ana", "dsEmail": "ana@x.example", "dsPerfil": "CLINICA" }),
        _ => json!([]),
    };
    Json(json!({ "status": 1, "messages": "", "data": data })).into_response()
}

async fn run(gateway: &Gateway, query: &str) -> Reply {
    gateway.query("ficha", query).await
}

/// Readiness with its reasons; clients get it without them.
async fn readiness(gateway: &Gateway) -> (u16, Value) {
    let (status, details) = gateway.readiness().await;
    let reply = gateway.get("/readyz", &[]).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (status, json!({ "ready": status == 200 })));
    (status, details)
}

#[tokio::test]
async fn a_retry_hides_that_every_third_request_fails() {
    for status in [502, 503] {
        let answer = move |number| if number % 3 == 0 { http(status) } else { fine(ListaSeguradora::PATH) };
        let (address, calls) = by_number(answer).await;
        let gateway = Gateway::over(address);
        for _ in 0..30 {
            assert_eq!(run(&gateway, READ).await.data(), json!({ "seguradoras": [] }));
        }
        assert_eq!(calls.so_far().len(), 44);
    }
}

#[tokio::test]
async fn the_retry_budget_bounds_the_load_in_an_outage() {
    // In sequence the breaker opens; concurrently the retry budget counts.
    let (address, calls, _) = down_with(503).await;
    let gateway = Gateway::over(address);
    for _ in 0..50 {
        run(&gateway, READ).await.failed("UPSTREAM_UNAVAILABLE", UNAVAILABLE);
    }
    assert_eq!(calls.so_far().len(), 7);

    let (address, calls, _) = down_with(503).await;
    let gateway = &Gateway::over(address);
    let callers = (0..50).map(|caller| async move {
        let query = if caller % 2 == 0 { READ } else { OTHER_READ };
        gateway.query(&format!("ficha-{caller}"), query).await
    });
    for reply in join_all(callers).await {
        reply.failed("UPSTREAM_UNAVAILABLE", UNAVAILABLE);
    }
    let requests = calls.so_far().len();
    assert!((50..=75).contains(&requests), "{requests}");
}

#[tokio::test]
async fn a_retry_after_beyond_the_deadline_prevents_the_retry() {
    for (wish, requests) in [("0", 2), ("20", 1), ("86400", 1)] {
        let busy = (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, wish)]);
        let (address, calls) = services(move |_| ready(busy.clone())).await;
        run(&Gateway::over(address), READ).await.failed("UPSTREAM_UNAVAILABLE", UNAVAILABLE);
        assert_eq!(calls.so_far().len(), requests, "{wish}");
    }
}

#[tokio::test]
async fn the_breaker_opens_for_a_failing_service_and_closes_when_it_recovers() {
    let (address, calls, is_down) = down_with(500).await;
    let gateway = Gateway::over(address);
    assert_eq!(
        readiness(&gateway).await,
        (200, json!({ "ready": true, "gateway": "up", "services": "reachable", "breakers": {} }))
    );
    for _ in 0..7 {
        assert_eq!(run(&gateway, READ).await.error().0, "UPSTREAM_ERROR");
        assert_eq!(run(&gateway, WRITE).await.error().0, "UPSTREAM_OUTCOME_UNKNOWN");
    }
    is_down.set(false);
    // It has recovered, but no call has found out.
    run(&gateway, READ).await.failed("UPSTREAM_UNAVAILABLE", UNAVAILABLE);
    run(&gateway, WRITE).await.failed("UPSTREAM_UNAVAILABLE", NOT_SENT);
    assert_eq!(calls.so_far().len(), 14);
    assert_eq!(run(&gateway, OTHER_READ).await.data(), json!({ "procedimentos": [] }));
    let breakers = async || readiness(&gateway).await.1["breakers"].clone();
    assert_eq!(breakers().await, json!({ (ListaSeguradora::PATH): "open", (AtualizaUsuario::PATH): "open" }));

    advance_tokio(Duration::from_secs(5)).await;
    assert_eq!(breakers().await[ListaSeguradora::PATH], "half-open");
    assert_eq!(run(&gateway, READ).await.data(), json!({ "seguradoras": [] }));
    assert_eq!(run(&gateway, WRITE).await.data()["atualizarUsuario"]["__typename"], "Usuario");
    assert_eq!(breakers().await, json!({}));
}

#[tokio::test]
async fn refusals_and_invalid_records_do_not_open_the_breaker() {
    for status in [401, 403, 404, 429] {
        let (address, calls, _) = down_with(status).await;
        let gateway = Gateway::over(address);
        for _ in 0..25 {
            run(&gateway, READ).await.error();
        }
        assert_eq!(calls.so_far().len(), 25, "{status}");
    }
    for (body, code) in [
        (json!({ "status": 0, "messages": "Hoje não.", "data": null }).to_string(), "UPSTREAM_REJECTED"),
        // An invalid record.
        ("<html>".to_owned(), "UPSTREAM_INVALID_RESPONSE"),
    ] {
        let (address, calls) = services(move |_| ready(body.clone())).await;
        let gateway = Gateway::over(address);
        for _ in 0..25 {
            assert_eq!(run(&gateway, READ).await.error().0, code);
        }
        assert_eq!(calls.so_far().len(), 25);
    }
}

#[tokio::test]
async fn a_hanging_service_does_not_slow_the_others() {
    let hanging = |call: Call| async move {
        if call.path == ListaSeguradora::PATH {
            pending::<()>().await;
        }
        fine(&call.path)
    };
    let (address, calls) = services(hanging).await;
    let gateway = &Gateway::of(UpstreamSettings { max_concurrency: 64, ..upstream_settings(address) });
    let silent = join_all((0..80).map(|caller| async move {
        let token = format!("ficha-{caller}");
        gateway.query(&token, READ).await
    }));
    let others = async {
        for _ in 0..100 {
            run(gateway, OTHER_READ).await.data();
        }
        assert_eq!(calls.count(ListaSeguradora::PATH), 64);
        // From now on tokio advances the clock whenever every task waits.
        tokio::time::pause();
    };
    let (silent, ()) = tokio::join!(silent, others);
    // The 16 calls past the limit waited until a second before their deadline.
    let called = calls.count(ListaSeguradora::PATH);
    assert_eq!(called, 64);
    let with = |code| silent.iter().filter(|reply| reply.error().0 == code).count();
    assert_eq!((with("UPSTREAM_TIMEOUT"), with("UPSTREAM_UNAVAILABLE")), (called, 80 - called));
}

#[tokio::test]
async fn an_unknown_outcome_differs_from_a_write_that_was_not_sent() {
    run(&Gateway::alone(), WRITE).await.failed("UPSTREAM_UNAVAILABLE", NOT_SENT);
    unanswered::<AtualizaUsuario>(WRITE).await.failed("UPSTREAM_OUTCOME_UNKNOWN", UNKNOWN);
    let (address, ..) = down_with(503).await;
    run(&Gateway::over(address), WRITE).await.failed("UPSTREAM_OUTCOME_UNKNOWN", UNKNOWN);
    // Who says when to come back says that nothing was done.
    let (address, _) = services(|_| ready((StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "1")]))).await;
    run(&Gateway::over(address), WRITE).await.failed("UPSTREAM_UNAVAILABLE", NOT_DONE);
}

#[tokio::test]
async fn expired_reference_data_is_served_when_the_service_fails_and_not_when_it_refuses() {
    let answer = |number| match number {
        1 => Json(Envelope::success(vec![seguradora("1", "Pata Segura")])).into_response(),
        2 => http(500),
        3 => http(403),
        4 => http(429),
        _ => http(401),
    };
    let (address, calls) = by_number(answer).await;
    let gateway = Gateway::of(UpstreamSettings { reference_cache: STALE, ..upstream_settings(address) });
    let list = json!({ "seguradoras": [{ "nome": "Pata Segura" }] });
    assert_eq!(run(&gateway, READ).await.data(), list);
    assert_eq!(run(&gateway, READ).await.data(), list);
    assert_eq!(calls.so_far().len(), 1);
    advance_tokio(Duration::from_secs(60)).await;
    assert_eq!(run(&gateway, READ).await.data(), list);
    assert_eq!(calls.so_far().len(), 2);
    assert_eq!(gateway.query("outra", READ).await.error().0, "FORBIDDEN");
    // The 401 of another session invalidates nothing of this one.
    assert_eq!(run(&gateway, READ).await.data(), list);
    assert_eq!(run(&gateway, READ).await.error().0, "UNAUTHENTICATED");
    assert_eq!(run(&gateway, READ).await.error().0, "UNAUTHENTICATED");
}

#[tokio::test]
async fn expired_reference_data_is_served_for_ten_minutes() {
    let (address, _, is_down) = down_with(500).await;
    is_down.set(false);
    let gateway = Gateway::of(UpstreamSettings { reference_cache: STALE, ..upstream_settings(address) });
    run(&gateway, READ).await.data();
    is_down.set(true);
    advance_tokio(Duration::from_secs(650)).await;
    run(&gateway, READ).await.data();
    advance_tokio(Duration::from_secs(10)).await;
    assert_eq!(run(&gateway, READ).await.error().0, "UPSTREAM_ERROR");
}

#[tokio::test]
async fn readiness_reports_unreachable_services_and_opens_few_connections() {
    let listener = TcpListener::bind((own_address(), 0)).await.unwrap();
    let gateway = Gateway::over(listener.local_addr().unwrap());
    let all = join_all((0..50).map(|_| readiness(&gateway))).await;
    assert!(all.iter().all(|(status, _)| *status == 200));
    let listener = listener.into_std().unwrap();
    assert!(listener.accept().is_ok());
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    drop(listener);
    advance_tokio(Duration::from_secs(1)).await;
    assert_eq!(
        readiness(&gateway).await,
        (503, json!({ "ready": false, "gateway": "up", "services": "unreachable", "breakers": {} }))
    );
    let alive = gateway.get("/healthz", &[]).await;
    assert_eq!(alive.status, 200);
}
