//! TLS with the services: authorities, client certificates, failed handshakes.

use std::{fs, time::Duration};

use gateway::upstream::{UpstreamSettings, UpstreamTls};
use rustls::version::{TLS12, TLS13};
use serde_json::json;
use tokio::net::TcpListener;
use tracing::level_filters::LevelFilter;

use crate::{
    captured_log::CapturedLog,
    kit::{EMPTY, Gateway, READ, WRITE, answering, https},
    pki::{Authority, VALID},
    scripted_service::Service,
};

const UNAVAILABLE: &str = "O serviço está indisponível no momento. Tente novamente em instantes.";
const NOT_SENT: &str = "O serviço está indisponível no momento. Nada foi enviado: tente novamente em instantes.";

#[tokio::test]
async fn only_services_of_the_configured_authority_are_called() {
    let (ours, theirs) = (Authority::new(), Authority::named("Outra autoridade"));
    let right = Service::over_tls(ours.server(&ours.issue("right", "localhost", VALID), None)).await;
    let reply = right.called_over_tls(ours.trusted()).query("ficha", READ).await;
    assert_eq!(reply.data(), json!({ "seguradoras": [] }));
    for (what, identity, meaning) in [
        ("another authority", theirs.issue("other", "localhost", VALID), "UnknownIssuer"),
        ("another of the same name", Authority::new().issue("same", "localhost", VALID), "BadSignature"),
        ("another name", ours.issue("name", "elsewhere.example", VALID), "certificate not valid for name"),
        ("expired", ours.issue("expired", "localhost", (2020, 2021)), "certificate expired"),
        ("not valid yet", ours.issue("early", "localhost", (3999, 4000)), "certificate not valid yet"),
    ] {
        let services = Service::over_tls(ours.server(&identity, None)).await;
        let gateway = services.called_over_tls(ours.trusted());
        explains(&gateway, &format!("invalid peer certificate: {meaning}")).await;
        let write = gateway.query("ficha", WRITE).await;
        assert_eq!(write.error(), ("UPSTREAM_UNAVAILABLE".to_owned(), NOT_SENT.to_owned()), "{what}");
        // Once each: a retry would meet the same certificate.
        assert_eq!(services.events.count("opened"), 2, "{what}");
    }
}

#[tokio::test]
async fn a_client_certificate_is_presented_to_services_that_require_one() {
    let (ours, theirs) = (Authority::new(), Authority::named("Outra autoridade"));
    let identity = ours.issue("services", "localhost", VALID);
    for versions in [&[&TLS12][..], &[&TLS13]] {
        let services = Service::over_tls(ours.server(&identity, Some(versions))).await;
        let showing = |identity| UpstreamTls { identity, ..ours.trusted() };
        let right = services.called_over_tls(showing(Some(ours.issue("client", "gateway", VALID))));
        assert_eq!(right.query("ficha", READ).await.data(), json!({ "seguradoras": [] }));
        for wrong in [None, Some(theirs.issue("client", "gateway", VALID))] {
            let reply = services.called_over_tls(showing(wrong)).query("ficha", READ).await;
            reply.failed("UPSTREAM_UNAVAILABLE", UNAVAILABLE);
        }
    }
}

#[tokio::test]
async fn reloaded_authorities_are_trusted_and_broken_files_change_nothing() {
    let (ours, theirs) = (Authority::new(), Authority::named("Outra autoridade"));
    let services = Service::over_tls(ours.server(&ours.issue("services", "localhost", VALID), None)).await;
    let gateway = services.called_over_tls(theirs.trusted());
    let run = || gateway.query("ficha", READ);
    assert_eq!(run().await.error().0, "UPSTREAM_UNAVAILABLE");
    fs::copy(ours.path("ca.pem"), theirs.path("ca.pem")).unwrap();
    gateway.upstream.reload().unwrap();
    assert_eq!(run().await.data(), json!({ "seguradoras": [] }));
    fs::write(theirs.path("ca.pem"), "nada").unwrap();
    let error = gateway.upstream.reload().unwrap_err().to_string();
    assert!(error.contains("GATEWAY_UPSTREAM_CA") && error.contains("não tem certificado em PEM"), "{error}");
    assert_eq!(run().await.data(), json!({ "seguradoras": [] }));
}

#[tokio::test]
async fn a_hanging_handshake_fails_at_the_connect_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, authority) = (silent.local_addr().unwrap(), Authority::new());
    let connect_timeout = Duration::from_millis(100);
    let gateway = Gateway::of(UpstreamSettings { connect_timeout, ..https(address, authority.trusted()) });
    let reply = gateway.query("ficha", WRITE).await;
    reply.failed("UPSTREAM_UNAVAILABLE", NOT_SENT);
}

#[tokio::test]
async fn the_log_explains_a_failed_handshake() {
    let (ours, theirs) = (Authority::new(), Authority::named("Outra autoridade"));
    let asking = ours.server(&ours.issue("right", "localhost", VALID), Some(&[&TLS12]));
    let services = Service::over_tls(asking).await;
    for (identity, meaning) in [
        (None, "received fatal alert: CertificateRequired"),
        (Some(theirs.issue("client", "gateway", VALID)), "received fatal alert: UnknownCA"),
    ] {
        explains(&services.called_over_tls(UpstreamTls { identity, ..ours.trusted() }), meaning).await;
    }
    let plain = Gateway::of(https(answering(200, EMPTY).await, ours.trusted()));
    explains(&plain, "received corrupt message of type InvalidContentType").await;
}

/// A read fails, and the log says why in one line.
async fn explains(gateway: &Gateway, meaning: &str) {
    let (log, _lines) = CapturedLog::up_to(LevelFilter::WARN);
    let read = gateway.query("ficha", READ).await;
    assert_eq!(read.error(), ("UPSTREAM_UNAVAILABLE".to_owned(), UNAVAILABLE.to_owned()), "{meaning}");
    let text = log.text();
    assert!(text.contains(&format!("no TLS connection: {meaning}")) && text.lines().count() == 1, "{meaning}: {text}");
    assert!(!text.contains("ficha"), "{text}");
}
