//! What `gateway query` does with several operations, and how it says that a repetition may succeed.

use serde_json::{Value, json};

use super::{DOCUMENT, User};
use crate::program::CommandOutput;

/// A graph that answers every request with an error.
async fn failing(code: &str, extensions: Value) -> User {
    let mut error = json!({ "message": "Aguarde 7 segundos.", "extensions": extensions });
    error["extensions"]["code"] = code.into();
    User::answered_with(move |_| json!({ "errors": [error] })).await
}

#[tokio::test]
async fn a_repetition_that_may_succeed_has_a_status_of_its_own() {
    let upstream = ["UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT", "UPSTREAM_ERROR", "UPSTREAM_OUTCOME_UNKNOWN"];
    for code in upstream.into_iter().chain(["TOO_MANY_REQUESTS"]) {
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
    // The key of a tool is wrong, not what was typed.
    let said = failing("UNKNOWN_KEY", json!({})).await.run(&["login", "--email", "ana@clinica.example"]).await;
    assert_eq!(said.status, 1);
}

#[tokio::test]
async fn what_to_do_about_a_refusal_depends_on_how_the_program_was_called() {
    let ended = failing("UNAUTHENTICATED", json!({})).await;
    let said = ended.run(&["query", "{ a }", "--token", "x"]).await;
    assert!(said.status == 3 && said.err.contains("o token de --token ou GATEWAY_TOKEN não vale mais"), "{said:?}");
    // Variables without a value are no token and no key.
    let without = async |user: &User| {
        let mut command = user.command(&["query", "{ a }"]);
        CommandOutput::from(command.env("GATEWAY_TOKEN", "").env("GATEWAY_TOOL_KEY", "").output().await.unwrap())
    };
    let said = without(&ended).await;
    assert!(said.err.contains("para entrar: gateway login --url"), "{said:?}");
    let refusing = failing("DOCUMENT_NOT_TRUSTED", json!({})).await;
    let hint = "gateway: aqui a chave de uma ferramenta vai em --tool-key ou GATEWAY_TOOL_KEY\n";
    let said = without(&refusing).await;
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
    let nothing = json!({ "data": { "painel": null }, "errors": [failed] });
    // Terminals execute some control characters.
    let some = json!({ "data": { "painel": { "a": null, "b": "\u{1b}\u{9b}\u{7f}ção" } }, "errors": [failed] });
    let empty = json!({ "data": { "menu": [] } });
    for (body, out, err) in [
        (&nothing, "", "UNAUTHENTICATED"),
        (&some, "{\"a\":null,\"b\":\"\\u001b\\u009b\\u007fção\"}\n", "UNAUTHENTICATED"),
        (&empty, "", ""),
    ] {
        let body = body.clone();
        let said = User::answered_with(move |_| body.clone()).await.run(&["query", "{ a }", "--lines"]).await;
        assert!(said.out == out && said.err.contains(err), "{said:?}");
        assert_eq!(said.err.is_empty(), err.is_empty());
    }
}

#[tokio::test]
async fn an_operation_that_does_not_exist_is_told_those_that_do() {
    let user = User::of("127.0.0.1:9");
    for (arguments, why) in [
        (&[DOCUMENT, "--operation", "Nope"][..], "o documento não tem a operação Nope; há: A, B"),
        (&[DOCUMENT], "mais de uma operação: escolha com --operation entre A, B"),
        (&["fragment F on Query { __typename }"], "o documento não tem operações"),
        (&[], "<DOCUMENT>"),
    ] {
        let said = user.run(&[&["query"], arguments].concat()).await;
        assert!(said.status == 2 && said.err.contains(why), "{arguments:?} {said:?}");
    }
}
