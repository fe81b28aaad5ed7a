//! What `gateway query` does with several operations, ids and subscriptions, and how it says that a repetition may succeed.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{Router, body::Body, extract::Request, response::Response};
use gateway::schema::{limits::DocumentLimits, persisted_documents::PersistedDocuments};
use serde_json::{Value, json};
use services::wire::seguradora::ListaSeguradora;
use tokio::io::{AsyncBufReadExt as _, BufReader};

use super::{DOCUMENT, User};
use crate::{
    kit::{Gateway, GatewayParts, default_parts, serve},
    stub::{Reply, seguradora, stub},
};

/// A graph that answers every request with an error.
async fn failing(code: &str, extensions: Value) -> User {
    let mut error = json!({ "message": "Aguarde 7 segundos.", "extensions": extensions });
    error["extensions"]["code"] = code.into();
    let graph = Router::new().fallback(async move || axum::Json(json!({ "errors": [error] })));
    User::of(serve(graph).await)
}

#[tokio::test]
async fn a_repetition_that_may_succeed_has_a_status_of_its_own() {
    let upstream = ["UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT", "UPSTREAM_ERROR", "UPSTREAM_OUTCOME_UNKNOWN"];
    for code in upstream.into_iter().chain(["TOO_MANY_CONNECTIONS"]) {
        let said = failing(code, json!({})).await.run(&["query", "{ a }"]).await;
        assert_eq!((said.status, said.err), (5, format!("gateway: {code}: Aguarde 7 segundos.\n")));
    }
    let limited = failing("RATE_LIMITED", json!({ "retryAfter": 7 })).await;
    let said = limited.run(&["query", "{ a }"]).await;
    let told = "gateway: RATE_LIMITED: Aguarde 7 segundos.\ngateway: repita em 7 s\n";
    assert_eq!((said.status, &*said.err), (6, told));
    // The login waits for nobody: a script does.
    let said = limited.run(&["login", "--email", "ana@clinica.example"]).await;
    assert_eq!((said.status, &*said.err), (6, "gateway: Aguarde 7 segundos.\ngateway: repita em 7 s\n"));
    let said = failing("UPSTREAM_TIMEOUT", json!({})).await.run(&["login", "--email", "ana@clinica.example"]).await;
    assert_eq!((said.status, &*said.err), (5, "gateway: Aguarde 7 segundos.\n"));
    let said = failing("BAD_USER_INPUT", json!({})).await.run(&["query", "{ a }"]).await;
    assert_eq!(said.status, 1);
}

#[tokio::test]
async fn what_to_do_about_a_refusal_depends_on_how_the_program_was_called() {
    let ended = failing("UNAUTHENTICATED", json!({})).await;
    let said = ended.run(&["query", "{ a }", "--token", "x"]).await;
    assert!(said.status == 3 && said.err.contains("o token de --token ou GATEWAY_TOKEN não vale mais"), "{said:?}");
    assert!(ended.run(&["query", "{ a }"]).await.err.contains("para entrar: gateway login --url"));
    let refusing = failing("DOCUMENT_NOT_TRUSTED", json!({})).await;
    let hint = "gateway: aqui a chave de uma ferramenta vai em --tool-key ou GATEWAY_TOOL_KEY\n";
    let said = refusing.run(&["query", "{ a }"]).await;
    assert!(said.status == 1 && said.err.ends_with(hint), "{said:?}");
    assert!(!refusing.run(&["query", "{ a }", "--tool-key", "k"]).await.err.contains(hint));
}

#[tokio::test]
async fn a_logout_that_is_refused_says_why_by_its_status_and_keeps_the_session() {
    for (code, status) in [("UNKNOWN_KEY", 1), ("UPSTREAM_UNAVAILABLE", 5), ("RATE_LIMITED", 6)] {
        let user = failing(code, json!({ "retryAfter": 7 })).await;
        let folder = user.home.path().join(".local/state/gateway/sessions");
        std::fs::create_dir_all(&folder).unwrap();
        let address = user.url.replace(':', "%3A").replace('/', "%2F");
        let file = folder.join(address);
        std::fs::write(&file, "ficha\n").unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let said = user.run(&["logout"]).await;
        assert!(said.status == status && said.err.contains(code) && file.exists(), "{said:?}");
        assert_eq!(said.err.contains("gateway: repita em 7 s\n"), status == 6, "{said:?}");
    }
}

#[tokio::test]
async fn a_response_without_data_has_no_rows() {
    let failed = json!({ "message": "…", "path": ["painel", "a"], "extensions": { "code": "UNAUTHENTICATED" } });
    let nothing = json!({ "data": { "painel": { "a": null, "b": { "c": null } } }, "errors": [failed] });
    let some = json!({ "data": { "painel": { "a": null, "b": 1 } }, "errors": [failed] });
    let empty = json!({ "data": { "menu": [] } });
    for (body, form, out, err) in [
        (&nothing, "--lines", "", "UNAUTHENTICATED"),
        (&nothing, "--table", "", "UNAUTHENTICATED"),
        (&some, "--lines", "{\"a\":null,\"b\":1}\n", "UNAUTHENTICATED"),
        (&empty, "--lines", "", ""),
        (&empty, "--table", "", "gateway: nenhuma linha\n"),
    ] {
        let body = body.clone();
        let graph = Router::new().fallback(async move || axum::Json(body));
        let said = User::of(serve(graph).await).run(&["query", "{ a }", form]).await;
        assert!(said.out == out && said.err.contains(err), "{said:?}");
        assert_eq!(
            (said.err.is_empty(), said.err.contains("nenhuma linha")),
            (err.is_empty(), err.contains("nenhuma"))
        );
    }
}

#[tokio::test]
async fn an_operation_that_does_not_exist_is_told_those_that_do() {
    let user = User::of("127.0.0.1:9");
    for (arguments, why) in [
        (&[DOCUMENT, "--operation", "Nope"][..], "o documento não tem a operação Nope; há: A, B"),
        (&[DOCUMENT], "mais de uma operação: escolha com --operation entre A, B"),
        (&["fragment F on Query { __typename }"], "o documento não tem operações"),
        (&["subscription { painel { abertosHoje { valor } } }"], "com --follow cada evento é uma linha de JSON"),
        (&["{ __typename }", "--follow"], "--follow é para assinaturas, e a operação é query"),
        (&["{ __typename }", "--document-id", "x"], "cannot be used with"),
        // The graph ignores values without a variable.
        (&["query($status: ID) { a }", "--variables", r#"{"estado": 1}"#], "não tem a variável $estado; há: $status"),
        (
            &[DOCUMENT, "--operation", "A", "--variables", r#"{"x": 1}"#],
            "a operação não tem a variável $x; há: nenhuma",
        ),
        (&["query($after: String) { a }", "--all", "--variables", r#"{"n": 1}"#], "não tem a variável $n; há: $after"),
        (&[], "<DOCUMENT>"),
    ] {
        let said = user.run(&[&["query"], arguments].concat()).await;
        assert!(said.status == 2 && said.err.contains(why), "{arguments:?} {said:?}");
    }
}

#[tokio::test]
async fn a_trusted_document_runs_by_its_id_and_the_address_may_name_the_graph() {
    let over = |services| {
        let documents = PersistedDocuments::embedded(&DocumentLimits::default()).unwrap();
        Gateway::with_services(services, GatewayParts { documents, ..default_parts() })
    };
    let stub = stub().on::<ListaSeguradora>(|_| Reply::Data(vec![seguradora("1", "Araucária")]));
    let stub = stub.start_behind(over).await;
    let (address, _stop) = stub.gateway.listen().await;
    let user = User::of(format!("{address}/graphql"));
    let unknown = format!("sha256:{}", "0".repeat(64));
    let said = user.run(&["query", "--document-id", &unknown]).await;
    assert!(said.status == 1 && said.err.contains("PERSISTED_QUERY_NOT_FOUND"), "{said:?}");
    // That of `gateway logout`, which every gateway trusts.
    let logout = crate::trusted_documents::document_id::id(include_str!("../../../src/terminal/login/logout.graphql"));
    let said = user.run(&["query", "--document-id", &logout]).await;
    assert!(!said.err.contains("PERSISTED") && said.out.contains("sair"), "{said:?}");
    let said = user.run(&["query", "{ seguradoras { nome } }", "--token", "ficha"]).await;
    assert_eq!((said.status, &*said.out), (0, "{\"data\":{\"seguradoras\":[{\"nome\":\"Araucária\"}]}}\n"));
}

const LIVE: &str = "subscription { seguradoras { nome } }";

/// Streams, one a request: the first breaks, the second ends by an error.
#[tokio::test]
async fn a_subscription_is_followed_across_streams_until_it_is_refused() {
    let requests = Arc::new(AtomicUsize::new(0));
    let graph = Router::new().fallback(async move |request: Request| {
        assert_eq!(request.headers()["accept"], "text/event-stream");
        let text = match requests.fetch_add(1, Ordering::Relaxed) {
            0 => ":\n\nevent: next\ndata: {\"data\":{\"n\":1}}\n\nevent: next\ndata: {\"data\":{\"n\":2}}\n\n",
            1 => "event: next\r\ndata: {\"data\":{\"n\":3}}\r\n\r\n",
            _ => {
                "event: next\ndata: {\"errors\":[{\"message\":\"Entre.\",\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}\n\n\
                 event: complete\ndata:\n\n"
            }
        };
        Response::builder().header("content-type", "text/event-stream; charset=utf-8").body(Body::from(text)).unwrap()
    });
    let user = User::of(serve(graph).await);
    let said = user.run(&["query", LIVE, "--follow"]).await;
    assert_eq!(said.out, "{\"data\":{\"n\":1}}\n{\"data\":{\"n\":2}}\n{\"data\":{\"n\":3}}\n");
    assert_eq!(said.status, 3, "{said:?}");
    let again = "gateway: o gateway encerrou a assinatura; a assinatura é aberta de novo\n";
    assert_eq!(said.err.matches(again).count(), 2, "{said:?}");
    assert!(said.err.contains("gateway: UNAUTHENTICATED: Entre.\ngateway: para entrar: "), "{said:?}");
    // A first request that nothing answers is not repeated.
    assert_eq!(User::of("127.0.0.1:9").run(&["query", LIVE, "--follow"]).await.status, 4);
}

#[tokio::test]
async fn the_events_of_a_gateway_are_lines_as_they_come() {
    let stub = stub().start().await;
    let (address, _stop) = stub.gateway.listen().await;
    let user = User::of(address);
    let live = "subscription { painel { abertosHoje { quantidade } } }";
    let mut child = user.command(&["query", live, "--follow", "--token", "ficha"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().unwrap();
    let event: Value = serde_json::from_str(&line).unwrap();
    assert!(event["data"]["painel"].is_object() || event["data"]["painel"].is_null(), "{line}");
    // A reader that goes away ends the command without an error; here the test ends it.
    child.kill().await.unwrap();
    let refused = user.run(&["query", live, "--follow"]).await;
    assert!(refused.status == 3 && refused.err.contains("UNAUTHENTICATED"), "{refused:?}");
}
