//! How many subscriptions there may be, who may open which, and what is measured.

use futures_util::StreamExt as _;
use gateway::schema::{engine::persisted_documents::DocumentPolicy, subscriptions::SubscriptionSettings};
use serde_json::json;

use super::{
    ABERTOS_HOJE, Events, Figure, NEVER, OFTEN, abertos_hoje, parts, request, settings, subscribe, transports::APOLLO,
};
use crate::kit::{GatewayParts, default_parts, document_id, eventually, metric, persisted_query, scraped, trusted};

#[tokio::test]
async fn subscriptions_have_limits_in_all_and_per_session() {
    let limits = SubscriptionSettings { subscriptions: 3, subscriptions_per_session: 2, ..settings(NEVER) };
    let stub = Figure::default().services().start_with(parts(limits)).await;
    let open = async |token| {
        let mut events = subscribe(&stub.gateway, token, ABERTOS_HOJE, json!({})).await;
        let first = events.next().await;
        (events, first["errors"][0]["extensions"]["code"].as_str().map(str::to_owned))
    };
    let refused = Some("RATE_LIMITED".to_owned());
    let (ana, _) = open("ana").await;
    let (_other, second) = open("ana").await;
    assert_eq!((second, open("ana").await.1), (None, refused.clone()));
    let (_bia, first) = open("bia").await;
    assert_eq!((first, open("bia").await.1, open("eva").await.1), (None, refused.clone(), refused));
    // Documents that cannot run count for nothing.
    assert_eq!(
        subscribe(&stub.gateway, "eva", "subscription { nada }", json!({})).await.failure().await,
        ["GRAPHQL_VALIDATION_FAILED"]
    );
    drop(ana);
    // The closed one makes room.
    eventually(async || open("ana").await.1.is_none()).await;
    // Queries are not counted.
    assert!(stub.gateway.query("ana", "{ painel { abertosHoje { quantidade } } }").await.data().is_object());
}

#[tokio::test]
async fn over_http_a_refusal_says_when_to_come_back() {
    let limits = SubscriptionSettings { subscriptions: 1, subscriptions_per_session: 1, ..settings(NEVER) };
    let stub = Figure::default().services().start_with(parts(limits)).await;
    let _open = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    let refused = stub.gateway.send(request("bia", APOLLO, &json!({ "query": ABERTOS_HOJE }))).await;
    assert_eq!(
        (refused.status.as_u16(), refused.error().0.as_str(), refused.header("retry-after")),
        (429, "RATE_LIMITED", "30")
    );
    // A client that accepts JSON too gets JSON.
    for accept in ["text/event-stream, application/graphql-response+json", "text/event-stream, */*;q=0.1"] {
        let refused = stub.gateway.send(request("bia", accept, &json!({ "query": ABERTOS_HOJE }))).await;
        assert_eq!((refused.error().0.as_str(), refused.header("retry-after")), ("RATE_LIMITED", "30"), "{accept}");
    }
}

#[tokio::test]
async fn events_beyond_the_memory_for_them_end_their_subscription() {
    // An event takes some 50 bytes, and a session has a quarter.
    let limits = SubscriptionSettings { memory_bytes: 4 * 70, ..settings(OFTEN) };
    let stub = Figure::default().services().start_with(parts(limits)).await;
    let open = async |session: &str| {
        let mut events = subscribe(&stub.gateway, session, ABERTOS_HOJE, json!({})).await;
        (events.next().await, events)
    };
    let (first, ana) = open("ana").await;
    assert_eq!(first, abertos_hoje(0));
    let mut second = subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await;
    assert_eq!(second.failure().await, ["RATE_LIMITED"]);
    let mut others = Vec::new();
    for number in 1..5 {
        let (first, events) = open(&format!("outra-{number}")).await;
        assert_eq!(first, abertos_hoje(0), "{number}");
        others.push(events);
    }
    let mut last = subscribe(&stub.gateway, "bia", ABERTOS_HOJE, json!({})).await;
    assert_eq!(last.failure().await, ["RATE_LIMITED"]);
    drop(ana);
    eventually(async || open("bia").await.0 == abertos_hoje(0)).await;
}

#[tokio::test]
async fn in_production_only_trusted_subscriptions_run() {
    let parts = GatewayParts {
        portal_documents: trusted(&[ABERTOS_HOJE]),
        policy: DocumentPolicy::TrustedOrTool,
        subscriptions: settings(NEVER),
        ..default_parts()
    };
    let stub = Figure::default().services().start_with(parts).await;
    let by_id = json!({ "extensions": persisted_query(ABERTOS_HOJE) });
    let by_document_id = json!({ "documentId": document_id(ABERTOS_HOJE) });
    for by_id in [&by_id, &by_document_id] {
        let mut events = Events::of(stub.gateway.open(request("ana", "text/event-stream", by_id)).await);
        assert_eq!(events.next().await, abertos_hoje(0));
    }
    let multipart = "multipart/mixed;subscriptionSpec=1.0";
    let parts = stub.gateway.open(request("ana", multipart, &by_document_id)).await.into_body();
    let mut parts = parts.into_data_stream();
    let mut read = String::new();
    while !read.contains(r#"{"payload":{"data":{"painel":{"abertosHoje":{"quantidade":0}}}}}"#) {
        read.push_str(str::from_utf8(&parts.next().await.unwrap().unwrap()).unwrap());
    }
    let other = "subscription { painel { seguradoras } }";
    assert_eq!(subscribe(&stub.gateway, "ana", other, json!({})).await.failure().await, ["DOCUMENT_NOT_TRUSTED"]);
}

#[tokio::test]
async fn open_subscriptions_are_measured() {
    let parts = GatewayParts { telemetry: scraped(), ..parts(settings(OFTEN)) };
    let stub = Figure::default().services().start_with(parts).await;
    let open = || metric(&stub.gateway.telemetry, "gateway_subscriptions{gateway_transport=\"sse\"");
    assert_eq!(open(), Some(0.0));
    let all = [
        subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await,
        subscribe(&stub.gateway, "ana", ABERTOS_HOJE, json!({})).await,
    ];
    assert_eq!(open(), Some(2.0));
    drop(all);
    assert_eq!(open(), Some(0.0));
}
