//! The metrics, who uses them, and that callers cannot increase the number of time series.

use std::{fs, path::Path};

use axum::{
    Router,
    extract::Request,
    http::{Method, StatusCode},
    routing::any,
};
use contract::{Call as _, menu::ListaMenuUsuario};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{INSURERS, ask, by_id, by_text, series};
use crate::{
    kit::{EMPTY, Gateway, GatewayParts, Setup, caching, default_parts, eventually, metric, scraped, serve, trusted},
    subscriptions::subscribe,
};

/// A gateway on which everything that is measured has happened.
async fn busy() -> Gateway {
    let failing = any(async || StatusCode::BAD_GATEWAY);
    let services = Router::new().route(ListaMenuUsuario::PATH, failing).fallback(async || EMPTY);
    let parts = GatewayParts { portal_documents: trusted(&[INSURERS]), telemetry: scraped(), ..default_parts() };
    parts.telemetry.metrics().observe_log(|| 0);
    parts.telemetry.metrics().observe_redis(|| true);
    let gateway = Gateway::of(Setup { parts, ..caching(serve(services).await).into() });
    for _ in 0..2 {
        ask(&gateway, by_id(INSURERS), &[]).await.data();
    }
    // One call, which fails and is retried, in each request, until the circuit breaker opens.
    for _ in 0..8 {
        ask(&gateway, by_text("{ menu { id } }"), &[]).await;
    }
    let totals = "subscription { totaisPorStatus(ano: 2026) { mes } }";
    subscribe(&gateway, "ficha", totals, json!({})).await.next().await;
    gateway
}

#[tokio::test]
async fn requests_calls_and_errors_are_counted() {
    let gateway = busy().await;
    let of = |series: &str| metric(&gateway.telemetry, series).unwrap_or_else(|| panic!("no {series}"));
    let request = |operation: &str, what: &str| {
        format!(
            "http_server_request_duration_seconds_count{{graphql_operation_name=\"{operation}\",\
             graphql_operation_type=\"query\",http_request_method=\"POST\",http_response_status_code=\"200\",\
             http_route=\"{what}\"}}"
        )
    };
    assert_eq!(of(&request("Seguradoras", "/graphql")), 2.0);
    assert_eq!(of(&request("other", "/graphql")), 8.0);
    let call = |outcome: &str, path: &str| {
        format!("http_client_request_duration_seconds_count{{gateway_outcome=\"{outcome}\",url_template=\"{path}\"}}")
    };
    assert_eq!(of(&call("ok", "/seguradora/lista-seguradora")), 1.0);
    let menu = "/Menu/lista-menu-usuario";
    // Seven failures open the breaker, second tries among them: of four requests, the last of which is not sent again.
    assert_eq!(of(&call("http_5xx", menu)), 7.0);
    let unsent = format!("gateway_upstream_unsent_total{{gateway_outcome=\"breaker_open\",url_template=\"{menu}\"}}");
    assert_eq!(of(&unsent), 5.0);
    assert_eq!(of("gateway_upstream_retries_total"), 4.0);
    assert_eq!(of(&format!("gateway_upstream_breaker{{gateway_state=\"open\",url_template=\"{menu}\"}}")), 1.0);
    assert_eq!(of(&format!("http_client_active_requests{{url_template=\"{menu}\"}}")), 0.0);
    // Three failed twice; the second try of the fourth, and the four after it, were not sent.
    assert_eq!(of("gateway_errors_total{error_type=\"UPSTREAM_ERROR\"}"), 3.0);
    assert_eq!(of("gateway_errors_total{error_type=\"UPSTREAM_UNAVAILABLE\"}"), 5.0);
    for (cache, hits, misses) in [("references", 1.0, 1.0), ("documents", 7.0, 2.0), ("lists", 0.0, 0.0)] {
        let lookups = |result: &str| {
            of(&format!("gateway_cache_lookups_total{{gateway_cache=\"{cache}\",gateway_result=\"{result}\"}}"))
        };
        assert_eq!((lookups("hit"), lookups("miss")), (hits, misses), "{cache}");
    }
    assert_eq!(of("http_server_active_requests"), 0.0);
    assert_eq!(of("gateway_redis_connected"), 1.0);
    let version = format!("service_version=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(series(&gateway.telemetry).iter().any(|name| name.starts_with("target_info{") && name.contains(&version)));
    assert!(of("process_resident_memory_bytes") > 1_000_000.0);
}

#[tokio::test]
async fn open_connections_are_counted() {
    let gateway = Gateway::of(GatewayParts { telemetry: scraped(), ..default_parts() });
    let (address, _stop) = gateway.listen().await;
    let until = async |count: f64| {
        eventually(async || metric(&gateway.telemetry, "gateway_connections") == Some(count)).await;
    };
    let client = tokio::net::TcpStream::connect(address).await.unwrap();
    until(1.0).await;
    drop(client);
    until(0.0).await;
}

/// A text that a caller makes up.
fn made_up(random: &mut StdRng) -> String {
    (0..random.random_range(1..12)).map(|_| char::from(random.random_range(b'a'..=b'z'))).collect()
}

/// Sends what callers may invent: operation names, variables, methods, paths, headers, and documents that fail in each
/// way. The services respond with random statuses.
async fn nonsense(gateway: &Gateway, random: &mut StdRng, rounds: usize) {
    for _ in 0..rounds {
        let name = made_up(random);
        let id = made_up(random);
        let headers = [("x-request-id", id.as_str()), ("traceparent", id.as_str()), ("user-agent", id.as_str())];
        ask(gateway, by_text(&format!("query {name} {{ menu {{ id }} }}")), &headers).await;
        ask(gateway, by_text(&format!("{{ {name} }}")), &headers).await;
        ask(gateway, by_text(&format!("{{ {name}")), &headers).await;
        ask(gateway, json!({ "query": "query A { menu { id } }", "operationName": name }), &headers).await;
        ask(gateway, by_id(INSURERS), &headers).await;
        ask(gateway, by_id(&name), &headers).await;
        ask(gateway, Value::String(name.clone()), &headers).await;
        let method = Method::from_bytes(made_up(random).to_uppercase().as_bytes()).unwrap();
        for path in ["/graphql".to_owned(), format!("/{name}"), format!("/{name}/{id}?{name}={id}")] {
            let request = Request::builder().method(&method).uri(path).header("host", &name);
            gateway.send(request.body(String::new().into()).unwrap()).await;
        }
    }
}

#[tokio::test]
async fn no_request_adds_series() {
    let mut random = StdRng::seed_from_u64(7);
    let status = std::sync::Arc::new(std::sync::atomic::AtomicU16::new(500));
    let given = std::sync::Arc::clone(&status);
    let services = Router::new().fallback(move || {
        let status = given.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        async move { StatusCode::from_u16(status.max(500)).unwrap() }
    });
    let parts = GatewayParts { portal_documents: trusted(&[INSURERS]), telemetry: scraped(), ..default_parts() };
    let gateway = Gateway::of(Setup { parts, ..Setup::over(serve(services).await) });
    nonsense(&gateway, &mut random, 20).await;
    let before = series(&gateway.telemetry);
    nonsense(&gateway, &mut random, 30).await;
    assert_eq!(series(&gateway.telemetry), before);
    assert!(before.iter().any(|series| series.contains("_OTHER")) && before.len() < 500, "{}", before.len());
    assert!(status.load(std::sync::atomic::Ordering::Relaxed) > 500);
}

#[tokio::test]
async fn metrics_are_served_on_their_own_address_only() {
    let gateway = Gateway::of(GatewayParts { telemetry: scraped(), ..default_parts() });
    let request =
        |method: &str, path: &str| Request::builder().method(method).uri(path).body(String::new().into()).unwrap();
    let reply = gateway.send(request("GET", "/metrics")).await;
    assert!(!reply.text.contains("http_server"), "{}", reply.text);
    let own = gateway.metrics_port();
    for (method, path, status) in
        [("GET", "/metrics", 200), ("POST", "/metrics", 405), ("GET", "/", 404), ("POST", "/graphql", 404)]
    {
        let answer = own.clone().oneshot(request(method, path)).await.unwrap();
        assert_eq!(answer.status(), status, "{method} {path}");
        if status == 200 {
            assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
        }
    }
    let off = Gateway::alone().metrics_port();
    assert_eq!(off.oneshot(request("GET", "/metrics")).await.unwrap().status(), 404);
}

/// The metrics of an expression, each with labels in braces.
fn metrics_in(expression: &str) -> Vec<&str> {
    let mut before_labels: Vec<_> = expression.split('{').collect();
    before_labels.pop();
    let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    before_labels.into_iter().filter_map(|text| text.rsplit(is_other).next()).collect()
}

fn deploy(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    let metrics = series(&busy().await.telemetry);
    let names: Vec<&str> = metrics.iter().map(|series| series.split('{').next().unwrap()).collect();
    let (dashboard, alerts) = (deploy("grafana/gateway.json"), deploy("prometheus/alerts.yml"));
    let of_dashboard: Vec<_> = dashboard.lines().filter_map(|line| line.trim().strip_prefix("\"expr\": ")).collect();
    assert!(of_dashboard.len() > 15, "{}", of_dashboard.len());
    let of_alerts: Vec<_> = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert_eq!(of_alerts.len(), alerts.matches("- alert:").count());
    for part in ["summary:", "runbook:", "severity:", "for:"] {
        assert_eq!(alerts.matches(part).count(), of_alerts.len(), "{part}");
    }
    for expression in of_dashboard.into_iter().chain(of_alerts) {
        let of_expression = metrics_in(expression);
        // Prometheus itself says whether it reached the gateway.
        let is_known = |name: &&str| *name == "up" || names.contains(name);
        assert!(!of_expression.is_empty() && of_expression.iter().all(is_known), "{expression}");
    }
}
