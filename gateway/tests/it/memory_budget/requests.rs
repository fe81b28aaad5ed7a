//! Bodies of requests count while they arrive; those beyond the budget are refused.

use futures_util::future::join_all;

use super::with_budget;
use crate::{
    http1_client::{Client, post},
    kit::until,
    stub::one_insurer,
};

#[tokio::test]
async fn bodies_that_never_end_count_and_leave_memory_for_others() {
    let stub = one_insurer().start_behind(with_budget(2)).await;
    let (address, _stop) = stub.gateway.listen().await;
    let begun = |fields: &'static str, beginning: &'static str| async move {
        let mut client = Client::to(address).await;
        client.send(post(fields, &format!("{beginning}{}", "x".repeat(60 * 1024)))).await;
        client
    };
    // An eighth of the 2 MiB: four of 60 KiB.
    let mut open = join_all((0..3).map(|_| begun("content-length: 62000\r\n", "{"))).await;
    open.push(begun("transfer-encoding: chunked\r\n", "f00f\r\n").await);
    let used = || stub.gateway.upstream.memory_used();
    until(async || used() > 4 * 60_000).await;
    let refused = begun("content-length: 62000\r\n", "{").await.answer().await;
    assert_eq!((&*refused.refusal(), refused.header("retry-after")), ("503 TOO_MANY_REQUESTS", "1"));
    // Small requests, and responses, are not held up.
    let answer = stub.gateway.query("ana", "{ seguradoras { nome } }").await;
    assert_eq!(answer.data()["seguradoras"][0]["nome"], "Pata Segura");
    drop(open);
    until(async || used() == 0).await;
}
