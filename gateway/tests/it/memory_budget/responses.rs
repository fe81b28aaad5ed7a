//! Responses of the gateway count while they are written and read; one that does not fit is refused.

use axum::http::StatusCode;
use contract::{
    acionamento::{Acionamento, ListaAcionamentosByStatus},
    seguradora::ListaSeguradora,
};
use gateway::upstream::UpstreamSettings;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{BOTH, MIB, with_budget};
use crate::{
    http1_client::graphql,
    kit::{READ, caching, eventually, graphql as request},
    stub::{Answer, acionamento, seguradora, stub},
};

fn rows_with_notes(count: usize, bytes: usize) -> Vec<Acionamento> {
    let notes = Some("x".repeat(bytes));
    (0..count).map(|at| Acionamento { ds_observacao: notes.clone().into(), ..acionamento(at) }).collect()
}

#[tokio::test]
async fn a_request_without_memory_is_refused_with_a_retry_after() {
    let stub = stub().on::<ListaAcionamentosByStatus>(|_| Answer::Data(rows_with_notes(300, 10 * 1024)));
    let stub = stub.start_behind(with_budget(16)).await;
    // One has some 3 MiB and counts twice that: half of 16 is for the first, and six for more.
    let reply = stub.gateway.query("ana", BOTH).await;
    assert_eq!(reply.header("retry-after"), "2");
    let answer = reply.json();
    let error = &answer["errors"][0];
    assert_eq!(
        error["message"],
        "Há respostas grandes demais em curso. Tente novamente em instantes, ou peça menos de uma vez."
    );
    assert_eq!(error["extensions"], json!({ "code": "UPSTREAM_UNAVAILABLE", "retryAfter": 2 }));
    let counts = ["a", "b"].map(|list| answer["data"][list]["totalCount"].as_u64());
    assert!(counts.contains(&Some(300)) && counts.contains(&None), "the other one is answered: {answer}");
    assert_eq!(stub.gateway.upstream.memory_used(), 0);
}

#[tokio::test]
async fn a_response_beyond_the_budget_is_refused_as_a_whole() {
    let stub = stub().on::<ListaAcionamentosByStatus>(|_| Answer::Data(rows_with_notes(500, 4 * 1024)));
    let stub = stub.start_behind(with_budget(16)).await;
    let pages = |below: &str| -> String {
        let page = |at| format!("a{at}: acionamentos(filtro: {{ status: \"A\" }}, first: 500) {{ {below} }} ");
        (0..8).map(page).collect()
    };
    // About 2 MiB each; also with a repeated field, whose selections async-graphql merges.
    for below in ["nodes { observacao }", "nodes { id observacao status { codigo } status { descricao } }"] {
        for _ in 0..2 {
            let reply = stub.gateway.query("ana", &format!("{{ {} }}", pages(below))).await;
            assert_eq!((reply.status, reply.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "2"));
            assert_eq!(reply.error().0, "UPSTREAM_UNAVAILABLE");
        }
    }
    assert_eq!(stub.gateway.upstream.memory_used(), 0);
}

#[tokio::test]
async fn errors_of_a_response_count_like_its_data() {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|_| Answer::Data((0..500).map(acionamento).collect()))
        .on::<ListaSeguradora>(|_| Answer::Http(403))
        .start_behind(with_budget(16))
        .await;
    let relations: String = (0..30).map(|at| format!("a{at}: seguradora {{ nome }} ")).collect();
    let query = format!("{{ acionamentos(filtro: {{ status: \"A\" }}, first: 500) {{ nodes {{ {relations} }} }} }}");
    let reply = stub.gateway.query("ana", &query).await;
    assert_eq!(reply.refusal(), "503 UPSTREAM_UNAVAILABLE");
    assert_eq!(stub.gateway.upstream.memory_used(), 0);
}

#[tokio::test]
async fn short_responses_that_nobody_reads_count_and_are_refused_beyond_the_budget() {
    let stub = stub().on::<ListaSeguradora>(|_| {
        Answer::Data((0..60).map(|at| seguradora(&at.to_string(), &"x".repeat(1000))).collect())
    });
    let cached = |address| UpstreamSettings { memory_budget_bytes: 2 * MIB, ..caching(address) };
    let stub = stub.start_behind(cached).await;
    let ask = || stub.gateway.open(request(&[("authorization", "Bearer ana")], &json!({ "query": READ })));
    let mut unread = Vec::new();
    let refused = loop {
        let response = ask().await;
        if response.status() != StatusCode::OK {
            break response;
        }
        unread.push(response);
        let used = stub.gateway.upstream.memory_used();
        assert!(used >= unread.len() * 60_000, "{} responses in {used} bytes", unread.len());
    };
    assert_eq!(
        (refused.status(), &refused.headers()["retry-after"]),
        (StatusCode::SERVICE_UNAVAILABLE, &"2".parse().unwrap())
    );
    // A short one is answered all the same.
    assert_eq!(stub.gateway.query("ana", "{ __typename }").await.status, StatusCode::OK);
    drop((refused, unread));
    assert_eq!(stub.gateway.upstream.memory_used(), 0);
    assert_eq!(ask().await.status(), StatusCode::OK);
}

const PAGE: &str = "{ acionamentos(filtro: { status: \"A\" }, first: 500) { nodes { observacao } } }";

#[tokio::test]
async fn a_response_counts_until_the_client_has_read_it_or_left() {
    // More than socket buffers hold.
    let stub = stub().on::<ListaAcionamentosByStatus>(|_| Answer::Data(rows_with_notes(500, 48 * 1024)));
    let stub = stub.start_behind(with_budget(144)).await;
    let (address, _stop) = stub.gateway.listen().await;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(graphql("", PAGE).as_bytes()).await.unwrap();
    client.read_exact(&mut [0]).await.unwrap();
    // Only the response: the list is released once it is written.
    eventually(async || (24_576_000..30_000_000).contains(&stub.gateway.upstream.memory_used())).await;
    drop(client);
    eventually(async || stub.gateway.upstream.memory_used() == 0).await;
}

#[tokio::test]
async fn a_response_is_not_compressed_without_memory_for_it() {
    for (mebibytes, encoding) in [(96, "gzip"), (2, "")] {
        let stub = stub().on::<ListaAcionamentosByStatus>(|_| Answer::Data(rows_with_notes(500, 1024)));
        let stub = stub.start_behind(with_budget(mebibytes)).await;
        let headers = [("authorization", "Bearer ana"), ("accept-encoding", "gzip")];
        let reply = stub.gateway.ask(&headers, &json!({ "query": PAGE })).await;
        assert_eq!((reply.status, reply.header("content-encoding")), (StatusCode::OK, encoding));
        assert_eq!(stub.gateway.upstream.memory_used(), 0);
    }
}
