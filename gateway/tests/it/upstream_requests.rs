//! Requests to the services: URL, headers; and responses in chunks.

use std::{convert::Infallible, sync::Arc};

use axum::{Router, body::Body, http::HeaderName};
use futures_util::stream;
use gateway::upstream::UpstreamSettings;
use serde_json::json;

use crate::kit::{Calls, Gateway, patient, serve};

const QUERY: &str = "{ seguradoras { nome } }";
const EMPTY: &str = r#"{"status":1,"messages":"","data":[]}"#;

#[tokio::test]
async fn a_request_has_the_base_url_and_these_headers_only() {
    let calls = Calls::default();
    let address = serve(calls.record(Router::new().fallback(async || EMPTY))).await;
    let host = format!("localhost:{}", address.port());
    for base_url in [format!("http://{host}"), format!("HTTP://LOCALHOST:{}/v1/", address.port())] {
        let settings = UpstreamSettings { base_url: base_url.parse().unwrap(), ..patient(address) };
        Gateway::with(settings).run(Some("ficha"), QUERY, json!({})).await.data();
    }
    let [plain, below] = &calls.so_far()[..] else { panic!("two calls") };
    assert_eq!((&*plain.path, &*below.path), ("/seguradora/lista-seguradora", "/v1/seguradora/lista-seguradora"));
    for call in [plain, below] {
        let mut names: Vec<_> = call.headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        let known =
            ["accept", "authorization", "content-length", "content-type", "host", "traceparent", "x-request-id"];
        assert_eq!(names, known);
        let values =
            ["accept", "authorization", "content-type", "host"].map(|name| call.headers[name].to_str().unwrap());
        assert_eq!(values, ["application/json", "Bearer ficha", "application/json", &host]);
    }
}

#[tokio::test]
async fn an_accept_header_of_the_mapping_replaces_the_usual_one() {
    let calls = Calls::default();
    let address = serve(calls.record(Router::new().fallback(async || EMPTY))).await;
    let mapping = Arc::new("[headers]\nadd = { Accept = \"application/vnd.api+json\" }".parse().unwrap());
    Gateway::with(UpstreamSettings { mapping, ..patient(address) }).run(Some("ficha"), QUERY, json!({})).await.data();
    let accepted: Vec<_> = calls.so_far()[0].headers.get_all("accept").iter().cloned().collect();
    assert_eq!(accepted, ["application/vnd.api+json"]);
}

#[tokio::test]
async fn a_response_in_chunks_is_read_whole() {
    let pieces = async || {
        let pieces = EMPTY.as_bytes().chunks(5).map(Ok::<_, Infallible>);
        Body::from_stream(stream::iter(pieces))
    };
    let gateway = Gateway::over(serve(Router::new().fallback(pieces)).await);
    assert_eq!(gateway.run(Some("ficha"), QUERY, json!({})).await.data(), json!({ "seguradoras": [] }));
}
