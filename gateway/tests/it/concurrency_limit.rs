//! The concurrency limit of a service.

use contract::{Call as _, login::AtualizaUsuario, segurado::PesquisaSegurado};
use gateway::upstream::UpstreamSettings;

use crate::{
    kit::{
        Gateway, GatewayParts, Reply, Setup, Shared, WRITE, default_parts, eventually, metric, scraped,
        upstream_settings,
    },
    stub::{self, Stub, cpf, segurado, stub, usuario},
};

/// Services that hold all calls while `holds_all`.
async fn services(holds_all: &Shared<bool>) -> Stub {
    let holds_all = holds_all.clone();
    let parts = GatewayParts { telemetry: scraped(), ..default_parts() };
    stub()
        .on::<PesquisaSegurado>(|call| stub::Answer::Data(segurado(call.cpf_cnpj.as_str())))
        .on::<AtualizaUsuario>(|call| stub::Answer::Data(usuario(&call.nome)))
        .holding(move |_| holds_all.get())
        .start_behind(|address| {
            let upstream = UpstreamSettings { max_concurrency: 1, ..upstream_settings(address) };
            Setup { parts, ..upstream.into() }
        })
        .await
}

async fn read(gateway: &Gateway, token: &str) -> Reply {
    gateway.query(token, &format!("{{ segurado(cpfCnpj: \"{}\") {{ email }} }}", cpf(0))).await
}

fn is_answered(reply: &Reply) -> bool {
    reply.json().get("errors").is_none()
}

/// A response that nothing was sent, with a Retry-After.
#[track_caller]
fn is_told_to_come_back(reply: &Reply, message: &str) {
    reply.failed("UPSTREAM_UNAVAILABLE", message);
    assert_eq!(reply.json()["errors"][0]["extensions"]["retryAfter"], 1);
    assert_eq!(reply.header("retry-after"), "1");
}

#[tokio::test]
async fn a_queued_call_is_shed_at_its_deadline_with_a_retry_after() {
    let holds_all = Shared::new(false);
    let stub = services(&holds_all).await;
    let gateway = &stub.gateway;
    let write = async |token| gateway.query(token, WRITE).await;
    assert!(is_answered(&read(gateway, "ana").await) && is_answered(&write("ana").await));
    holds_all.set(true);
    let held = async { tokio::join!(read(gateway, "ana"), write("ana")) };
    let refused = async {
        tokio::join!(stub.arrived::<PesquisaSegurado>(1), stub.arrived::<AtualizaUsuario>(1));
        // It passes by itself from now on: as soon as there is nothing else to do.
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        let waiting = format!("gateway_upstream_waiting{{url_template=\"{}\"", PesquisaSegurado::PATH);
        let waits = eventually(async || metric(&gateway.telemetry, &waiting) == Some(1.0));
        let (refused_read, refused_write, ()) = tokio::join!(read(gateway, "bia"), write("bia"), waits);
        // A second was left for the call itself.
        assert!((19_000..19_100).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
        stub.release_all();
        (refused_read, refused_write)
    };
    let ((read, write), (refused_read, refused_write)) = tokio::join!(held, refused);
    assert!(is_answered(&read) && is_answered(&write));
    let unavailable = "O serviço está indisponível no momento.";
    is_told_to_come_back(&refused_read, &format!("{unavailable} Tente novamente em instantes."));
    is_told_to_come_back(&refused_write, &format!("{unavailable} Nada foi enviado: tente novamente em instantes."));
    assert_eq!(stub.seen().len(), 4);
}
