//! What `gateway query` does with lists: `--all` and `--lines`.

use std::{
    future::ready,
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

use axum::{
    Json,
    body::{Body, Bytes},
    response::IntoResponse as _,
};
use contract::acionamento::{Acionamento, ListaAcionamentosByStatus};
use futures_util::stream;
use insta::assert_snapshot;
use serde_json::json;
use tokio::time::timeout;

use super::User;
use crate::{
    kit::{TEST_TIMEOUT, services},
    stub::{Answer, Stub, acionamento, stub},
};

/// A list that can be followed.
const LIST: &str = "query ($first: Int, $after: String) {
  acionamentos(filtro: { status: \"ABERTO\" }, ordem: ABERTURA_ASC, first: $first, after: $after) {
    totalCount nodes { segurado { nome } id } pageInfo { hasNextPage endCursor }
  }
}";

/// A user at a gateway whose services have five acionamentos.
async fn with_five_rows<F>(reply: F) -> (Stub, User)
where
    F: Fn(Vec<Acionamento>) -> Answer<Vec<Acionamento>> + Send + Sync + 'static,
{
    let rows = || (1..=5).map(acionamento).collect();
    let stub = stub().on::<ListaAcionamentosByStatus>(move |_| reply(rows())).start().await;
    let user = User::at(&stub.gateway).await;
    (stub, user)
}

#[tokio::test]
async fn a_list_is_followed_to_its_end() {
    let (_stub, user) = with_five_rows(Answer::Data).await;
    let run = async |arguments: &[&str]| {
        let all = ["query", LIST, "--variables", r#"{"first":2}"#, "--token", "ficha"];
        let said = user.run(&[&all, arguments].concat()).await;
        assert_eq!((said.status, &*said.err), (0, ""));
        said
    };
    let one_page = run(&[]).await.json();
    assert_eq!(one_page["data"]["acionamentos"]["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(one_page["data"]["acionamentos"]["pageInfo"]["hasNextPage"], true);
    let all = run(&["--all"]).await.json();
    let list = &all["data"]["acionamentos"];
    let ids: Vec<_> = list["nodes"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!((ids, &list["pageInfo"]["hasNextPage"]), (vec!["1", "2", "3", "4", "5"], &json!(false)));
    assert_snapshot!(run(&["--all", "--lines"]).await.out, @r#"
    {"segurado":{"nome":"Segurado 1"},"id":"1"}
    {"segurado":{"nome":"Segurado 2"},"id":"2"}
    {"segurado":{"nome":"Segurado 3"},"id":"3"}
    {"segurado":{"nome":"Segurado 4"},"id":"4"}
    {"segurado":{"nome":"Segurado 5"},"id":"5"}
    "#);
}

#[tokio::test]
async fn the_rows_before_a_page_that_fails_are_printed() {
    let calls = AtomicUsize::new(0);
    let (_stub, user) = with_five_rows(move |rows| match calls.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => Answer::Data(rows),
        _ => Answer::Refused("Lista indisponível."),
    })
    .await;
    let all = ["query", LIST, "--variables", r#"{"first":2}"#, "--token", "ficha", "--all"];
    let whole = user.run(&all).await;
    let lines = user.run(&[&all[..], &["--lines"]].concat()).await;
    for said in [&whole, &lines] {
        assert_eq!(said.err, "gateway: UPSTREAM_REJECTED em acionamentos: Lista indisponível.\n");
        assert_eq!(said.status, 1);
    }
    assert_eq!(lines.out.lines().count(), 2);
    let response = whole.json();
    assert_eq!(response["data"]["acionamentos"]["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(response["errors"][0]["message"], "Lista indisponível.");
}

#[tokio::test]
async fn the_pages_before_a_lost_connection_are_printed() {
    let page = json!({ "data": { "acionamentos": {
        "nodes": [{ "id": "1" }], "pageInfo": { "hasNextPage": true, "endCursor": "c" },
    } } });
    let services = services(move |call| {
        let is_first = call.number == 0;
        let cut = stream::once(ready(Err::<Bytes, _>(io::Error::other("cut"))));
        ready(if is_first { Json(page.clone()).into_response() } else { Body::from_stream(cut).into_response() })
    });
    let user = User::of(services.await.0);
    let said = user.run(&["query", LIST, "--all"]).await;
    assert_eq!(said.status, 4, "{said:?}");
    assert_eq!(said.json()["data"]["acionamentos"]["nodes"], json!([{ "id": "1" }]));
}

#[tokio::test]
async fn a_document_that_cannot_be_followed_is_refused() {
    let (_stub, user) = with_five_rows(Answer::Data).await;
    let list = |arguments: &str, fields: &str| {
        format!("acionamentos(filtro: {{ status: \"ABERTO\" }} {arguments}) {{ {fields} }}")
    };
    let (after, info) = ("first: 2 after: $after", "nodes { id } pageInfo { hasNextPage endCursor }");
    for (document, why) in [
        (format!("{{ {} }}", list("first: 2", info)), "o documento tem a variável `$after`"),
        (format!("query ($after: String) {{ {} }}", list(after, "nodes { id }")), "uma lista com páginas, e só uma"),
        (format!("query ($after: String) {{ {} }}", list(after, "totalCount")), "uma lista com páginas, e só uma"),
        (
            format!("query ($after: String) {{ {} outra: {} }}", list(after, info), list(after, info)),
            "uma lista com páginas, e só uma",
        ),
        (
            format!("query ($after: String) {{ {} menu @skip(if: true) {{ id }} }}", list("first: 2", info)),
            // The document is invalid: the gateway says so.
            "GRAPHQL_VALIDATION_FAILED",
        ),
    ] {
        let said = user.run(&["query", &document, "--all", "--token", "ficha"]).await;
        assert!(said.err.contains(why) && (1..=2).contains(&said.status), "{document}\n{said:?}");
    }
}

#[tokio::test]
async fn a_list_without_an_end_is_not_followed_for_ever() {
    for (cursors, rows) in [(&["x"][..], "1\n1\n"), (&["x", "y"], "1\n1\n1\n")] {
        let user = User::answered_with(move |number| {
            let cursor = cursors[number % cursors.len()];
            let page = json!({ "nodes": [1], "pageInfo": { "hasNextPage": true, "endCursor": cursor } });
            json!({ "data": { "lista": page } })
        })
        .await;
        let run = user.run(&["query", "query ($after: ID) { lista(after: $after) }", "--all", "--lines"]);
        let said = timeout(TEST_TIMEOUT, run).await.expect("an end");
        assert_eq!((said.status, &*said.out), (2, rows));
        assert!(said.err.contains("a mesma página veio de novo"), "{said:?}");
    }
}

#[tokio::test]
async fn a_rate_limit_is_waited_for() {
    let limited = |seconds: usize| {
        let extensions = json!({ "code": "RATE_LIMITED", "retryAfter": seconds });
        json!({ "errors": [{ "message": "Aguarde.", "extensions": extensions }] })
    };
    let page = json!({ "data": { "nodes": ["a"], "pageInfo": { "hasNextPage": false, "endCursor": null } } });
    let answer = move |number| match number {
        seconds @ 0..2 => limited(seconds),
        _ => page.clone(),
    };
    let user = User::answered_with(answer).await;
    let said = user.run(&["query", "query ($after: ID) { nodes(after: $after) }", "--all", "--lines"]).await;
    assert_eq!((said.status, &*said.out), (0, "\"a\"\n"));
    // No wait is shorter than a second.
    assert_eq!(said.err, "gateway: RATE_LIMITED: Aguarde; a página é pedida de novo em 1 s\n".repeat(2));
}

#[tokio::test]
async fn rows_are_those_of_one_list() {
    let page = json!({ "totalCount": 1, "nodes": [{ "id": "1" }], "pageInfo": { "hasNextPage": false } });
    let record = json!({ "nome": "Ana", "apolices": [{ "numero": "7" }], "pets": [{ "id": "9" }] });
    let mut with_page = record.clone();
    with_page["acionamentos"] = page.clone();
    for data in [
        json!({ "a": page, "b": page }),
        json!({ "a": page, "seguradoras": [{ "id": "3" }] }),
        json!({ "seguradoras": [{ "id": "3" }], "procedimentos": [] }),
        json!({ "segurado": with_page }),
        json!({ "segurado": record }),
    ] {
        let user = User::answered_with(move |_| json!({ "data": data })).await;
        let said = user.run(&["query", "{ a }", "--lines"]).await;
        assert!(said.status == 2 && said.out.is_empty() && said.err.contains("peça cada uma por si"), "{said:?}");
        assert_eq!(user.run(&["query", "{ a }"]).await.status, 0);
    }
    let edges = json!({ "a": { "edges": [{ "cursor": "1", "node": { "x": 1 } }], "pageInfo": {} }, "c": 3 });
    for (data, rows) in [
        (json!({ "a": { "b": page } , "c": 3 }), "{\"id\":\"1\"}\n"),
        (edges, "{\"x\":1}\n"),
        (json!({ "a": ["x", "y"] }), "\"x\"\n\"y\"\n"),
        // Without a list what was asked for is one row.
        (json!({ "a": { "x": 1, "y": { "z": 2 } } }), "{\"x\":1,\"y\":{\"z\":2}}\n"),
        (json!({ "a": { "b": null } }), ""),
    ] {
        let said =
            User::answered_with(move |_| json!({ "data": data })).await.run(&["query", "{ a }", "--lines"]).await;
        assert_eq!((said.status, &*said.out), (0, rows), "{said:?}");
    }
}
