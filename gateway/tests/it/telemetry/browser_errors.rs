//! The portal's beacon: what browsers may report, what of it is recorded, and its limits.

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::header,
};
use gateway::http::{portal_page::PortalPageSettings, static_files::StaticFiles};
use serde_json::json;

use super::{prometheus::Exposition, scraped};
use crate::kit::{Gateway, Parts, Reply};

const ENTRY: &str = "/assets/index-Abc123.js";

fn portal() -> StaticFiles {
    let page =
        Bytes::from_static(b"<script type=\"module\" src=\"/assets/index-Abc123.js\" nonce=\"__NONCE__\"></script>");
    StaticFiles::new([("index.html".to_owned(), page)], &PortalPageSettings::default())
}

fn gateway(browser_errors: bool) -> Gateway {
    Gateway::made_of(Parts { telemetry: scraped(), files: portal(), browser_errors, ..Parts::default() })
}

async fn report(gateway: &Gateway, body: impl Into<Body>) -> Reply {
    let request = Request::post("/browser-errors").header(header::CONTENT_TYPE, "application/json");
    gateway.send(request.body(body.into()).unwrap()).await
}

fn counted(gateway: &Gateway, route: &str, name: &str, release: &str) -> f64 {
    Exposition::read(&gateway.telemetry.prometheus_text().unwrap().unwrap()).of(&format!(
        "gateway_browser_errors_total{{error_type=\"{name}\",gateway_release=\"{release}\",http_route=\"{route}\"}}"
    ))
}

#[tokio::test]
async fn a_report_is_counted_by_route_name_and_release() {
    let gateway = gateway(true);
    let body = |release| json!({ "route": "/home-page", "name": "TypeError", "release": release }).to_string();
    for release in [ENTRY, ENTRY, "/assets/index-Older.js"] {
        let reply = report(&gateway, body(release)).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (204, ""));
    }
    assert_eq!(counted(&gateway, "/home-page", "TypeError", "current"), 2.0);
    assert_eq!(counted(&gateway, "/home-page", "TypeError", "other"), 1.0);
}

#[tokio::test]
async fn unknown_routes_and_names_count_as_other() {
    let gateway = gateway(true);
    for (route, name) in [
        ("/visualiza-acionamento?sinistro=2026000075661", "Ana Souza"),
        ("/529.982.247-25", "TypeError: cannot read 529.982.247-25"),
        ("/home-page/", ""),
    ] {
        let reply =
            report(&gateway, json!({ "route": route, "name": name, "release": "\"><script>" }).to_string()).await;
        assert_eq!(reply.status.as_u16(), 204);
    }
    assert_eq!(counted(&gateway, "other", "other", "other"), 3.0);
    let metrics = gateway.telemetry.prometheus_text().unwrap().unwrap();
    assert_eq!(metrics.matches("gateway_browser_errors_total{error_type").count(), 1, "{metrics}");
}

#[tokio::test]
async fn what_is_no_report_is_refused() {
    let gateway = gateway(true);
    let long = json!({ "route": "/", "name": "x".repeat(2000), "release": "" }).to_string();
    for (body, status) in [("{}", 400), ("[]", 400), ("no JSON", 400), (long.as_str(), 413)] {
        assert_eq!(report(&gateway, body.to_owned()).await.status.as_u16(), status, "{body}");
    }
    let other_site = Request::post("/browser-errors")
        .header(header::CONTENT_TYPE, "application/json")
        .header("sec-fetch-site", "cross-site");
    assert_eq!(gateway.send(other_site.body(Body::from("{}")).unwrap()).await.status.as_u16(), 403);
    let as_form = Request::post("/browser-errors").header(header::CONTENT_TYPE, "text/plain");
    assert_eq!(gateway.send(as_form.body(Body::from("{}")).unwrap()).await.status.as_u16(), 415);
    let reading = Request::get("/browser-errors").body(Body::empty()).unwrap();
    assert_eq!(gateway.send(reading).await.status.as_u16(), 405);
}

#[tokio::test(start_paused = true)]
async fn reports_of_an_address_are_limited_by_the_minute() {
    let gateway = gateway(true);
    let body = json!({ "route": "/home-page", "name": "Error", "release": ENTRY }).to_string();
    let mut refused = 0;
    for _ in 0..40 {
        let reply = report(&gateway, body.clone()).await;
        if reply.status.as_u16() == 429 {
            refused += 1;
            assert_eq!(reply.header("retry-after"), "60");
        }
    }
    assert_eq!(refused, 10);
    assert_eq!(counted(&gateway, "/home-page", "Error", "current"), 30.0);
    tokio::time::advance(std::time::Duration::from_secs(60)).await;
    assert_eq!(report(&gateway, body).await.status.as_u16(), 204);
}

#[tokio::test]
async fn without_the_setting_nothing_is_taken() {
    let gateway = gateway(false);
    let body = json!({ "route": "/home-page", "name": "Error", "release": ENTRY }).to_string();
    assert_eq!(report(&gateway, body).await.status.as_u16(), 404);
    let metrics = gateway.telemetry.prometheus_text().unwrap().unwrap();
    assert!(!metrics.contains("gateway_browser_errors_total{error_type"), "{metrics}");
}
