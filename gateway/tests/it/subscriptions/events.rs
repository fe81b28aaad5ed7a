//! When an event is sent, what it holds, and what it costs the services.

use std::sync::atomic::{AtomicUsize, Ordering};

use contract::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb},
    menu::ListaMenuUsuario,
    painel::{TotalAcionamentoAbertosDia, TotalStatusAcionamentoAno},
};
use serde_json::{Value, json};

use super::{ABERTOS_HOJE, Figure, NEVER, OFTEN, abertos_hoje, calls, parts, settings, subscribe};
use crate::{
    kit::{ABRIR, ANA, Call, GatewayParts, Kit, eventually, metric, novo_acionamento, scraped},
    stub::{Answer, Stub, stub},
};

/// How often the services were called for a session.
fn reads_of(stub: &Stub, session: &str) -> usize {
    let bearer = format!("Bearer {session}");
    stub.seen().iter().filter(|call| call.authorization.as_ref() == Some(&bearer)).count()
}

#[tokio::test]
async fn the_state_is_sent_at_once_and_again_only_when_what_is_selected_differs() {
    let figure = Figure::default();
    let stub = figure.services().start_with(parts(settings(OFTEN))).await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    assert_eq!(events.next().await, abertos_hoje(0));
    // The value is another, but not selected; and the same number is read several times.
    assert!(events.is_silent_until(calls(&stub, 5)).await);
    figure.set(1);
    assert_eq!(events.next().await, abertos_hoje(1));
    figure.set(2);
    assert_eq!(events.next().await, abertos_hoje(2));
}

#[tokio::test]
async fn each_field_is_that_of_its_query() {
    let (kit, token) = Kit::logged_in().await;
    let sinistro =
        kit.query(&token, "{ acionamentos(filtro: { status: \"ABERTO\" }) { nodes { sinistro } } }").await.data();
    let sinistro = &sinistro["acionamentos"]["nodes"][0]["sinistro"];
    for (selection, variables) in [
        ("{ painel { abertosHoje { quantidade valor } abertosNoMes { quantidade } faturadosNoMes { valor } seguradoras
            statusPorSeguradoraNoMes { seguradora { id nome cnpj } totais { status { codigo } quantidade } } } }", json!({})),
        ("($ano: Int!) { totaisPorStatus(ano: $ano) { mes status { descricao } quantidade valor } }", json!({ "ano": 2026 })),
        ("($s: String!) { acionamento(sinistro: $s) { id status { codigo } segurado { nome email } seguradora { nome } } }", json!({ "s": sinistro })),
        ("($f: FiltroAcionamentos!) { acionamentos(filtro: $f, busca: \"a\", ordem: VALOR_ASC, first: 2) {
            totalCount valorTotal pageInfo { hasNextPage endCursor } edges { cursor node { sinistro } } } }",
            json!({ "f": { "status": "ABERTO" } })),
    ] {
        let query = kit.run(Some(&token), &format!("query {selection}"), variables.clone()).await;
        query.data();
        let mut events = subscribe(&kit.gateway, &token, &format!("subscription {selection}"), variables).await;
        assert_eq!(events.next().await, query.json(), "{selection}");
    }
}

#[tokio::test]
async fn two_equal_subscriptions_of_a_session_that_begin_together_make_one_call() {
    let stub = Figure::default().services().holding(|_| true).start_with(parts(settings(NEVER))).await;
    let open = async |session| subscribe(&stub.gateway, session, ABERTOS_HOJE, json!({})).await;
    let (mut one, mut equal, mut other) = (open("ana").await, open("ana").await, open("bia").await);
    let events = async { tokio::join!(one.next(), equal.next(), other.next()) };
    let answer = async {
        stub.arrived::<TotalAcionamentoAbertosDia>(2).await;
        stub.release_all();
    };
    let (events, ()) = tokio::join!(events, answer);
    assert_eq!(events, (abertos_hoje(0), abertos_hoje(0), abertos_hoje(0)));
    assert_eq!((reads_of(&stub, "ana"), reads_of(&stub, "bia")), (1, 1));
}

#[tokio::test]
async fn nothing_is_read_for_a_client_that_takes_nothing_or_has_left() {
    let figure = Figure::default();
    let stub = figure.services().start_with(parts(settings(OFTEN))).await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    events.next().await;
    assert!(events.is_silent_until(calls(&stub, 3)).await);
    // The read in progress at that moment is the last. Another session's reads say how much time has passed.
    let mut other = subscribe(&stub.gateway, "bia", ABERTOS_HOJE, json!({})).await;
    other.next().await;
    let before = reads_of(&stub, "ana");
    assert!(other.is_silent_until(eventually(async || reads_of(&stub, "bia") >= 20)).await);
    drop(events);
    assert!(other.is_silent_until(eventually(async || reads_of(&stub, "bia") >= 40)).await);
    assert!(reads_of(&stub, "ana") <= before + 1, "{} {before}", reads_of(&stub, "ana"));
}

/// A WebSocket is busy while it sends to a slow client.
#[tokio::test]
async fn a_read_goes_on_while_its_connection_is_busy() {
    let parts = GatewayParts { telemetry: scraped(), ..parts(settings(NEVER)) };
    let stub = Figure::default().services().holding(|_| true).start_with(parts).await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    assert!(events.is_silent_until(stub.arrived::<TotalAcionamentoAbertosDia>(1)).await);
    stub.release_all();
    let path = TotalAcionamentoAbertosDia::PATH;
    let read = format!("http_client_request_duration_seconds_count{{gateway_outcome=\"ok\",url_template=\"{path}\"}}");
    eventually(async || metric(&stub.gateway.telemetry, &read).is_some()).await;
    assert_eq!(events.next().await, abertos_hoje(0));
}

#[tokio::test]
async fn a_save_is_seen_at_once_by_every_session_that_reads_what_it_changes() {
    let kit = Kit::new().await;
    let gateway = kit.another_gateway(None);
    let tokens = [kit.login(ANA).await, kit.login(ANA).await];
    let list =
        "subscription { acionamentos(filtro: { status: \"ABERTO\" }, first: 1) { totalCount nodes { sinistro } } }";
    let painel = "subscription { painel { abertosHoje { quantidade } } }";
    let mut all = Vec::new();
    for token in &tokens {
        let (mut list, mut painel) =
            (subscribe(&gateway, token, list, json!({})).await, subscribe(&gateway, token, painel, json!({})).await);
        let figures = (
            list.next().await["data"]["acionamentos"]["totalCount"].as_i64().unwrap(),
            painel.next().await["data"]["painel"]["abertosHoje"]["quantidade"].as_i64().unwrap(),
        );
        all.push((list, painel, figures));
    }
    let saved = gateway.run(Some(&tokens[0]), ABRIR, novo_acionamento("uma")).await.data();
    let sinistro = &saved["abrirAcionamento"]["acionamento"]["sinistro"];
    for (list, painel, (count, today)) in &mut all {
        let list = list.next().await;
        assert_eq!(
            (&list["data"]["acionamentos"]["totalCount"], &list["data"]["acionamentos"]["nodes"][0]["sinistro"]),
            (&json!(*count + 1), sinistro)
        );
        assert_eq!(painel.next().await["data"]["painel"]["abertosHoje"]["quantidade"], *today + 1);
    }
}

#[tokio::test]
async fn a_failing_service_nulls_its_field_and_its_recovery_is_sent() {
    let figure = Figure::default();
    figure.set(-1);
    let shown = figure.clone();
    let stub = figure
        .services()
        .on::<TotalAcionamentoAbertosDia>(move |_| if shown.0.get() < 0 { Answer::Http(500) } else { shown.total() })
        .start_with(parts(settings(OFTEN)))
        .await;
    let document = "subscription { painel { abertosHoje { quantidade } abertosNoMes { quantidade } } }";
    let mut events = subscribe(&stub.gateway, "ana", document, json!({})).await;
    let first = events.next().await;
    assert_eq!(first["data"]["painel"], json!({ "abertosHoje": null, "abertosNoMes": { "quantidade": 0 } }));
    assert_eq!(first["errors"][0]["extensions"]["code"], "UPSTREAM_ERROR");
    figure.set(7);
    let next = events.next().await;
    assert_eq!(
        next,
        json!({ "data": { "painel": { "abertosHoje": { "quantidade": 7 }, "abertosNoMes": { "quantidade": 0 } } } })
    );
}

#[tokio::test]
async fn the_end_of_the_session_ends_all_its_subscriptions_and_no_other() {
    let figure = Figure::default();
    figure.set(5);
    let stub = figure
        .services()
        .on::<TotalStatusAcionamentoAno>(|_| Answer::Http(401))
        .start_with(parts(settings(NEVER)))
        .await;
    let mut others = subscribe(&stub.gateway, "bia", ABERTOS_HOJE, json!({})).await;
    others.next().await;
    let ended = "subscription { totaisPorStatus(ano: 2026) { mes } }";
    let mut events = subscribe(&stub.gateway, "ana", ended, json!({})).await;
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
    assert!(others.is_silent());
    // One that learns of it by another's 401 does not wait for its interval.
    let mut same = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    same.next().await;
    figure.set(6);
    assert_eq!(stub.gateway.query("ana", "{ totaisPorStatus(ano: 2026) { mes } }").await.error().0, "UNAUTHENTICATED");
    assert_eq!(same.next().await, abertos_hoje(6));
}

#[tokio::test]
async fn what_was_read_while_the_user_logged_out_is_not_sent() {
    let (figure, reads) = (Figure::default(), AtomicUsize::new(0));
    let is_second =
        move |call: &Call| call.path == TotalAcionamentoAbertosDia::PATH && reads.fetch_add(1, Ordering::SeqCst) > 0;
    let stub = figure.services().on::<ListaMenuUsuario>(|_| Answer::Data(Vec::new())).holding(is_second);
    let stub = stub.start_with(parts(settings(OFTEN))).await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    assert_eq!(events.next().await, abertos_hoje(0));
    assert!(events.is_silent_until(stub.arrived::<TotalAcionamentoAbertosDia>(1)).await);
    figure.set(1);
    assert_eq!(stub.gateway.query("ana", "mutation { sair }").await.data(), json!({ "sair": true }));
    stub.release_all();
    assert_eq!(events.failure().await, ["UNAUTHENTICATED"]);
}

#[tokio::test]
async fn a_subscription_that_cannot_succeed_fails_at_once() {
    let stub = stub().start_with(parts(settings(OFTEN))).await;
    let ano = "subscription($ano: Int!) { totaisPorStatus(ano: $ano) { mes } }";
    for (token, query, variables, code) in [
        ("ana", ano, json!({ "ano": 1999 }), "BAD_USER_INPUT"),
        ("ana", ano, json!({ "ano": "x" }), "BAD_USER_INPUT"),
        ("ana", "subscription { nada }", json!({}), "GRAPHQL_VALIDATION_FAILED"),
        (
            "ana",
            "subscription { painel { seguradoras } totaisPorStatus(ano: 2026) { mes } }",
            json!({}),
            "GRAPHQL_VALIDATION_FAILED",
        ),
        ("ana", "subscription { __typename }", json!({}), "GRAPHQL_VALIDATION_FAILED"),
        ("ana", "subscription {", json!({}), "GRAPHQL_PARSE_FAILED"),
        ("0", ABERTOS_HOJE, json!({}), "UNAUTHENTICATED"),
    ] {
        assert_eq!(subscribe(&stub.gateway, token, query, variables).await.failure().await, [code], "{query}");
    }
    assert!(stub.seen().is_empty());
}

#[tokio::test]
async fn a_slow_client_skips_to_the_newest_event() {
    let figure = Figure::default();
    let stub = figure.services().start_with(parts(settings(OFTEN))).await;
    let (mut slow, mut quick) = (
        subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await,
        subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await,
    );
    assert_eq!((slow.next().await, quick.next().await), (abertos_hoje(0), abertos_hoje(0)));
    for value in 1..=5 {
        figure.set(value);
        assert_eq!(quick.next().await, abertos_hoje(value));
    }
    assert_eq!(slow.next().await, abertos_hoje(5));
    assert!(slow.is_silent());
}

#[tokio::test]
async fn a_write_of_unknown_outcome_is_announced_too() {
    let figure = Figure::default();
    let stub = figure
        .services()
        .on::<SalvaSinistroWeb>(|_| Answer::Http(502))
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(Vec::new()))
        .start_with(parts(settings(NEVER)))
        .await;
    let mut events = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    events.next().await;
    figure.set(1);
    let reply: Value = stub.gateway.run(Some("bia"), ABRIR, novo_acionamento("uma")).await.json();
    assert_eq!(reply["errors"][0]["extensions"]["code"], "UPSTREAM_OUTCOME_UNKNOWN");
    assert_eq!(events.next().await, abertos_hoje(1));
}
