//! Single flight: equal reads of one session in flight together are one call, never those of two sessions; and calls whose
//! caller leaves.

use std::time::Duration;

use contract::{
    Call as _,
    acionamento::{ListaAcionamentosByStatus, SalvaSinistroWeb},
    seguradora::ListaSeguradora,
};
use futures_util::{FutureExt as _, future::join_all};
use gateway::upstream::{Timeouts, UpstreamSettings};
use serde_json::{Value, json};

use crate::{
    kit::{ABRIR, READ, TEST_TIMEOUT, advance_tokio, caching, novo_acionamento, upstream_settings},
    stub::{Answer, Stub, StubBuilder, acionamento, seguradora, stub},
};

const LIST: &str = "{ acionamentos(filtro: { status: \"A\" }) { nodes { id } } }";

/// Services whose insurer is named as the session's token; they fail for tokens that end with `!`.
fn services() -> StubBuilder {
    stub()
        .on_session::<ListaSeguradora>(|token, _| match token.ends_with('!') {
            true => Answer::Http(500),
            false => Answer::Data(vec![seguradora("1", token)]),
        })
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data(vec![acionamento(1), acionamento(2)]))
        .on::<SalvaSinistroWeb>(|_| Answer::Data(acionamento(3)))
}

fn named(token: &str) -> Value {
    json!({ "data": { "seguradoras": [{ "nome": token }] } })
}

#[tokio::test]
async fn a_hundred_sessions_each_get_their_own_response() {
    let stub = &services().start().await;
    // Each twice, so that there are equal reads.
    let callers = (0..200).map(|number| async move {
        let token = format!("sessao-{}", number % 100);
        (stub.gateway.query(&token, READ).await.json(), named(&token))
    });
    for (answer, own) in join_all(callers).await {
        assert_eq!(answer, own);
    }
    assert_eq!(stub.seen().len(), 100);
}

#[tokio::test]
async fn a_failure_is_shared_by_its_waiters_only() {
    let stub = services().start().await;
    for calls in 1..=2 {
        for answer in join_all((0..10).map(|_| stub.gateway.query("ana!", READ))).await {
            assert_eq!(answer.error().0, "UPSTREAM_ERROR");
        }
        assert_eq!(stub.seen().len(), calls);
    }
}

#[tokio::test]
async fn a_read_is_cancelled_when_the_last_waiter_leaves_and_not_before() {
    let stub = services().holding(|_| true).start().await;
    let (first, other) = (stub.gateway.spawn("ana", READ), stub.gateway.spawn("ana", READ));
    stub.arrived::<ListaSeguradora>(1).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    stub.release::<ListaSeguradora>(1);
    assert_eq!(other.await.unwrap().json(), named("ana"));
    assert_eq!(stub.seen().len(), 1);

    let last = stub.gateway.spawn("ana", READ);
    stub.arrived::<ListaSeguradora>(1).await;
    last.abort();
    stub.abandoned::<ListaSeguradora>().await;
}

#[tokio::test]
async fn a_caller_that_joins_a_read_shares_its_timeout_and_the_next_read_calls_again() {
    let timeouts = Timeouts { read: Duration::from_secs(5), write: TEST_TIMEOUT };
    let with_timeouts = |address| UpstreamSettings { timeouts, ..upstream_settings(address) };
    let stub = services().holding(|_| true).start_behind(with_timeouts).await;
    let first = stub.gateway.spawn("ana", READ);
    stub.arrived::<ListaSeguradora>(1).await;
    advance_tokio(Duration::from_millis(4900)).await;
    let mut joined = Box::pin(stub.gateway.query("ana", READ));
    assert!(joined.as_mut().now_or_never().is_none());
    advance_tokio(Duration::from_millis(200)).await;
    assert_eq!(first.await.unwrap().error().0, "UPSTREAM_TIMEOUT");
    assert_eq!(joined.await.error().0, "UPSTREAM_TIMEOUT");
    stub.release_all();
    assert_eq!(stub.gateway.query("ana", READ).await.json(), named("ana"));
    assert_eq!(stub.seen().len(), 2);
}

#[tokio::test]
async fn a_read_from_before_a_write_is_not_the_response_of_one_after_it() {
    let stub = services().holding(|call| call.path != SalvaSinistroWeb::PATH).start().await;
    let before = stub.gateway.spawn("ana", LIST);
    stub.arrived::<ListaAcionamentosByStatus>(1).await;
    let insurers = stub.gateway.spawn("ana", READ);
    stub.arrived::<ListaSeguradora>(1).await;
    stub.gateway.run(Some("bia"), ABRIR, novo_acionamento("k")).await.data();
    // The write does not make insurers stale: this read joins the one before it.
    let joined = stub.gateway.spawn("ana", READ);
    let after = stub.gateway.spawn("ana", LIST);
    stub.arrived::<ListaAcionamentosByStatus>(1).await;
    stub.release_all();
    assert_eq!(before.await.unwrap().data(), after.await.unwrap().data());
    assert_eq!((insurers.await.unwrap().json(), joined.await.unwrap().json()), (named("ana"), named("ana")));
    assert_eq!(stub.seen().len(), 4);
}

#[tokio::test]
async fn a_write_is_not_cancelled_when_its_caller_leaves_and_invalidates_the_cache() {
    let stub = services().holding(|call| call.path == SalvaSinistroWeb::PATH).start_behind(caching).await;
    let page = async |stub: &Stub, after: &Value| {
        let list = "query($after: String) { acionamentos(filtro: { status: \"A\" }, first: 1, after: $after) { \
                    pageInfo { endCursor } } }";
        stub.ask_with(list, json!({ "after": after })).await.data()["acionamentos"]["pageInfo"]["endCursor"].clone()
    };
    let cursor = page(&stub, &Value::Null).await;
    page(&stub, &cursor).await;
    assert_eq!(stub.seen().len(), 1);

    let gateway = stub.gateway.clone();
    let write = tokio::spawn(async move { gateway.run(Some("token"), ABRIR, novo_acionamento("k")).await });
    stub.arrived::<SalvaSinistroWeb>(1).await;
    write.abort();
    assert!(write.await.unwrap_err().is_cancelled());
    // Still in progress: shutdown waits, and the list stays cached.
    assert!(stub.gateway.upstream.wait_for_writes().now_or_never().is_none());
    page(&stub, &cursor).await;
    assert_eq!(stub.seen().len(), 2);
    stub.release_all();
    stub.gateway.upstream.wait_for_writes().await;
    page(&stub, &cursor).await;
    assert_eq!(stub.seen().len(), 3);
}
