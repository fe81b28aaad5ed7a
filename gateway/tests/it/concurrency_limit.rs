//! Concurrency limits of a service: of all sessions, and of each.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use contract::{Call as _, login::AtualizaUsuario, segurado::PesquisaSegurado};
use futures_util::future::join_all;
use gateway::upstream::UpstreamSettings;

use crate::{
    kit::{Gateway, GatewayParts, Reply, WRITE, default_parts, metric, patient, scraped, until},
    stub::{self, Stub, cpf, segurado, stub, usuario},
};

const HOG: &str = "muito";

/// Services that hold the calls of the busy session, and those of all while `holds_all`.
async fn services(max_concurrency: u16, holds_all: &Arc<AtomicBool>) -> Stub {
    let holds_all = Arc::clone(holds_all);
    let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
    stub()
        .on::<PesquisaSegurado>(|call| stub::Reply::Data(segurado(call.cpf_cnpj.as_str())))
        .on::<AtualizaUsuario>(|call| stub::Reply::Data(usuario(&call.nome)))
        .holding(move |call| call.token() == HOG || holds_all.load(Ordering::SeqCst))
        .start_behind(|address| Gateway::new(UpstreamSettings { max_concurrency, ..patient(address) }, parts))
        .await
}

/// A metric of the search for an insured.
fn measured(stub: &Stub, name: &str) -> f64 {
    metric(&stub.gateway.telemetry, &format!("{name}{{url_template=\"{}\"", PesquisaSegurado::PATH)).unwrap()
}

async fn read(gateway: &Gateway, token: &str, numbers: std::ops::Range<usize>) -> Reply {
    let fields = numbers.map(|number| format!("s{number}: segurado(cpfCnpj: \"{}\") {{ email }}", cpf(number)));
    gateway.query(token, &format!("{{ {} }}", fields.collect::<Vec<_>>().join(" "))).await
}

fn is_answered(reply: &Reply) -> bool {
    reply.json().get("errors").is_none()
}

#[tokio::test]
async fn a_busy_session_does_not_starve_the_others() {
    let stub = services(64, &Arc::default()).await;
    let documents = (0..20).map(|number| {
        let gateway = stub.gateway.clone();
        tokio::spawn(async move { read(&gateway, HOG, 10 * number..10 * (number + 1)).await })
    });
    let documents: Vec<_> = documents.collect();
    // The session uses up its quarter, and its other calls wait.
    stub.arrived::<PesquisaSegurado>(16).await;
    until(async || measured(&stub, "gateway_upstream_waiting") == 184.0).await;
    for number in 0..12 {
        assert!(is_answered(&read(&stub.gateway, "outra", number..number + 1).await), "{number}");
    }
    assert!(is_answered(&read(&stub.gateway, "outra", 0..10).await));
    let others = (0..50).map(async |number| read(&stub.gateway, &format!("outras-{number}"), 0..1).await);
    assert!(join_all(others).await.iter().all(is_answered));
    assert_eq!(measured(&stub, "gateway_upstream_waiting"), 184.0);
    stub.release_all();
    for document in documents {
        assert!(is_answered(&document.await.unwrap()));
    }
    assert_eq!(stub.seen().len(), 200 + 22 + 50);
    assert_eq!(measured(&stub, "http_client_active_requests"), 0.0);
}

/// A response that nothing was sent, with a Retry-After.
#[track_caller]
fn is_told_to_come_back(reply: &Reply, message: &str) {
    assert_eq!(reply.error(), ("UPSTREAM_UNAVAILABLE".to_owned(), message.to_owned()));
    assert_eq!(reply.json()["errors"][0]["extensions"]["retryAfter"], 1);
    assert_eq!(reply.header("retry-after"), "1");
}

#[tokio::test]
async fn a_queued_call_is_shed_at_its_deadline_with_a_retry_after() {
    let holds_all = Arc::new(AtomicBool::new(false));
    let stub = services(1, &holds_all).await;
    let gateway = &stub.gateway;
    let write = async |token| gateway.query(token, WRITE).await;
    assert!(is_answered(&read(gateway, "ana", 0..1).await) && is_answered(&write("ana").await));
    holds_all.store(true, Ordering::SeqCst);
    let held = async { tokio::join!(read(gateway, "ana", 0..1), write("ana")) };
    let refused = async {
        tokio::join!(stub.arrived::<PesquisaSegurado>(1), stub.arrived::<AtualizaUsuario>(1));
        // It passes by itself from now on: as soon as there is nothing else to do.
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        let refused = tokio::join!(read(gateway, "bia", 0..1), write("bia"));
        // A second was left for the call itself.
        assert!((19_000..19_100).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
        stub.release_all();
        refused
    };
    let ((read, write), (refused_read, refused_write)) = tokio::join!(held, refused);
    assert!(is_answered(&read) && is_answered(&write));
    let unavailable = "O serviço está indisponível no momento.";
    is_told_to_come_back(&refused_read, &format!("{unavailable} Tente novamente em instantes."));
    is_told_to_come_back(&refused_write, &format!("{unavailable} Nada foi enviado: tente novamente em instantes."));
    assert_eq!(stub.seen().len(), 4);
}
