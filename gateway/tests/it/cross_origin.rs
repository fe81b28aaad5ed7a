//! Requests of browsers: CSRF protection, CORS, allowed hosts, HSTS. Over HTTP/1.1 and HTTP/2.

use axum::{body::Body, extract::Request};
use gateway::http::cross_origin::BrowserPolicy;
use serde_json::json;

use crate::{
    kit::{Gateway, GatewayParts, Reply, by_get, default_parts, graphql},
    protocols::send,
};

fn with(browsers: BrowserPolicy) -> Gateway {
    Gateway::of(GatewayParts { browsers, ..default_parts() })
}

fn gateway(origins: &[&str], hosts: &[&str]) -> Gateway {
    with(BrowserPolicy {
        origins: origins.iter().map(|text| text.parse().unwrap()).collect(),
        hosts: hosts.iter().map(|text| text.parse().unwrap()).collect(),
        ..BrowserPolicy::default()
    })
}

async fn post(gateway: &Gateway, headers: &[(&str, &str)]) -> Reply {
    send(gateway, graphql(headers, &json!({ "query": "{ __typename }" }))).await
}

const HERE: (&str, &str) = ("host", "portal.example");

#[tokio::test]
async fn on_a_developers_machine_pages_have_loopback_names() {
    let gateway = with(BrowserPolicy { only_loopback: true, ..BrowserPolicy::default() });
    for host in ["localhost:8080", "portal.localhost", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST"] {
        let origin = format!("http://{host}");
        for headers in [&[("origin", &*origin)][..], &[("sec-fetch-site", "same-origin")], &[]] {
            assert_eq!(post(&gateway, &[&[("host", host)], headers].concat()).await.status, 200, "{host} {headers:?}");
        }
    }
    // By DNS rebinding; programs send whatever name they know.
    for host in ["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example"] {
        let origin = format!("http://{host}");
        for headers in [&[("origin", &*origin)][..], &[("sec-fetch-site", "same-origin")]] {
            let reply = post(&gateway, &[&[("host", host)], headers].concat()).await;
            assert_eq!(reply.status, 403, "{host} {headers:?}");
        }
        assert_eq!(post(&gateway, &[("host", host)]).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn pages_of_other_origins_are_refused() {
    let gateway = gateway(&[], &[]);
    for headers in [
        &[HERE][..],
        &[HERE, ("origin", "https://portal.example")],
        &[HERE, ("origin", "http://portal.example")],
        &[("host", "Portal.Example:443"), ("origin", "https://portal.example")],
        &[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")],
        &[HERE, ("sec-fetch-site", "same-origin")],
        &[HERE, ("sec-fetch-site", "none")],
        // A proxy in front has changed `Host`.
        &[("host", "gateway:8080"), ("origin", "https://portal.example"), ("sec-fetch-site", "same-origin")],
    ] {
        assert_eq!(post(&gateway, headers).await.status, 200, "{headers:?}");
    }
    for headers in [
        &[HERE, ("sec-fetch-site", "cross-site")][..],
        &[HERE, ("sec-fetch-site", "same-site")],
        &[HERE, ("sec-fetch-site", "SAME-ORIGIN, none")],
        &[HERE, ("origin", "https://evil.example")],
        &[HERE, ("origin", "null")],
        &[HERE, ("origin", "")],
        &[HERE, ("origin", "https://portal.example.evil.example")],
        &[HERE, ("origin", "https://portal.example:8443")],
        &[HERE, ("origin", "http://portal.example:443")],
        &[HERE, ("origin", "file://portal.example")],
        &[HERE, ("origin", "https://portal.example"), ("sec-fetch-site", "cross-site")],
        &[HERE, ("origin", "https://portal.example"), ("origin", "https://evil.example")],
        &[("origin", "https://portal.example")],
    ] {
        let reply = post(&gateway, headers).await;
        assert_eq!(reply.refusal(), "403 ORIGIN_NOT_ALLOWED", "{headers:?}");
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
    let link = by_get("/graphql?query=%7B__typename%7D", &[("sec-fetch-site", "cross-site")]);
    assert_eq!(send(&gateway, link).await.status, 403);
    // A cross-site link to the portal is allowed, which is not built here.
    let page = by_get("/", &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")]);
    assert_eq!(send(&gateway, page).await.status, 404);
}

#[tokio::test]
async fn with_tls_a_plaintext_origin_is_cross_origin() {
    let gateway = with(BrowserPolicy { tls: true, ..BrowserPolicy::default() });
    assert_eq!(post(&gateway, &[HERE, ("origin", "https://portal.example")]).await.status, 200);
    let reply = post(&gateway, &[HERE, ("origin", "http://portal.example")]).await;
    assert_eq!(reply.refusal(), "403 ORIGIN_NOT_ALLOWED");
}

#[tokio::test]
async fn cors_is_open_to_allowed_origins_only() {
    let gateway = gateway(&["https://Clinica.example:443", "http://localhost:5173"], &[]);
    for origin in ["https://clinica.example", "http://localhost:5173"] {
        let reply = post(&gateway, &[HERE, ("origin", origin), ("sec-fetch-site", "cross-site")]).await;
        assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (200, origin));
        assert_eq!(reply.header("access-control-allow-credentials"), "");
        assert!(reply.header("access-control-expose-headers").contains("x-request-id"));
        let vary: Vec<_> = reply.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
        assert!(vary.join(",").contains("origin"), "{vary:?}");
    }
    let preflight = async |origin: &str| {
        let request = Request::options("/graphql")
            .header("origin", origin)
            .header("sec-fetch-site", "cross-site")
            .header("access-control-request-method", "POST")
            .header(
                "access-control-request-headers",
                "authorization,content-type,x-tool-key,x-explain,apollographql-client-name,apollographql-client-version,x-request-id,traceparent,tracestate",
            );
        send(&gateway, request.body(Body::empty()).unwrap()).await
    };
    let reply = preflight("https://clinica.example").await;
    assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (200, "https://clinica.example"));
    assert_eq!(reply.header("access-control-allow-methods"), "GET,POST");
    assert_eq!(
        reply.header("access-control-allow-headers"),
        "authorization,content-type,x-tool-key,x-explain,apollographql-client-name,apollographql-client-version,x-request-id,traceparent,tracestate,mcp-protocol-version,mcp-method,mcp-name"
    );
    assert_eq!(preflight("https://evil.example").await.header("access-control-allow-origin"), "");
    let reply = post(&gateway, &[HERE, ("origin", "https://evil.example")]).await;
    assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (403, ""));
}

#[tokio::test]
async fn only_allowed_hosts_are_answered() {
    // A browser leaves out the port of its scheme.
    let gateway = gateway(&[], &["portal.example:443", "[::1]", "localhost:8080"]);
    for host in ["portal.example", "PORTAL.example:8443", "[::1]", "[::1]:8080", "localhost:8080"] {
        assert_eq!(post(&gateway, &[("host", host)]).await.status, 200, "{host}");
    }
    for host in ["evil.example", "portal.example.evil.example", "localhost", "localhost:9090", "127.0.0.1"] {
        let reply = post(&gateway, &[("host", host)]).await;
        assert_eq!(reply.refusal(), "421 MISDIRECTED_REQUEST", "{host}");
    }
    // An absolute URI and `Host` must be of one host.
    let asked = async |address: &str, host: &str| send(&gateway, by_get(address, &[("host", host)])).await.status;
    assert_eq!(asked("http://portal.example/graphql?query=%7B__typename%7D", "portal.example").await, 200);
    assert_eq!(asked("http://evil.example/", "portal.example").await, 421);
    assert_eq!(asked("http://portal.example/", "evil.example").await, 421);
    assert_eq!(asked("/healthz", "10.0.0.7:8080").await, 200);
}

#[tokio::test]
async fn hsts_is_sent_where_it_is_configured() {
    for (hsts, header) in [(false, ""), (true, "max-age=31536000")] {
        let gateway = with(BrowserPolicy { hsts, ..BrowserPolicy::default() });
        assert_eq!(post(&gateway, &[]).await.header("strict-transport-security"), header);
    }
}
