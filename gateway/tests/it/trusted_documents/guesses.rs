//! A caller who may not send documents learns nothing of the schema by guessing.

use std::collections::BTreeSet;

use axum::http::HeaderMap;
use gateway::schema::engine::persisted_documents::DocumentPolicy;
use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{JSON, SCHEMA, gateway_with, send};
use crate::kit::{Gateway, GatewayParts, Reply, default_parts, persisted_query, trusted};

/// Every name of the schema, and each without its last letter, for which an engine would have suggestions.
fn names() -> Vec<String> {
    let schema = gateway::schema::sdl();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names: BTreeSet<_> = schema.split(|c| !is_letter(c)).filter(|word| word.len() > 3).collect();
    let names = names.into_iter().filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    names.flat_map(|name| [name.to_owned(), name[..name.len() - 1].to_owned()]).collect()
}

/// Status, headers and body of a reply, without the request id.
fn visible(mut reply: Reply) -> (u16, HeaderMap, String) {
    reply.headers.remove("x-request-id");
    (reply.status.as_u16(), reply.headers, reply.text)
}

#[tokio::test]
async fn nothing_of_the_schema_can_be_guessed_without_a_key() {
    let gateway = gateway_with(DocumentPolicy::TrustedOrTool);
    let refusal = visible(send(&gateway, None, JSON, json!({ "query": SCHEMA })).await);
    assert!(refusal.2.contains("DOCUMENT_NOT_TRUSTED"), "{}", refusal.2);
    let names = names();
    assert!(names.len() > 500, "{}", names.len());
    let mut asked = 0;
    for name in &names {
        for text in include_str!("guesses.txt").lines() {
            let text = text.replace('X', name);
            let body = json!({ "query": text, "variables": { "v": name, name: name } });
            assert_eq!(visible(send(&gateway, None, JSON, body).await), refusal, "{text}");
            asked += 1;
        }
        for body in [
            json!({ "query": "query A { __typename }", "operationName": name }),
            json!({ "query": format!("{{{name}}}"), "id": name, "extensions": { name: name } }),
        ] {
            assert_eq!(visible(send(&gateway, None, JSON, body.clone()).await), refusal, "{body}");
        }
        let id = send(&gateway, None, JSON, json!({ "documentId": name })).await;
        assert_eq!(id.error().0, "PERSISTED_QUERY_NOT_FOUND", "{name}");
        for query in ["%7B{}%7D", "query($v:{})%7B__typename%7D", "mutation%7B{}%7D"] {
            let address = format!("/graphql?query={}", query.replace("{}", name));
            assert_eq!(visible(gateway.get(&address, &[]).await), refusal, "{query} {name}");
        }
        // The one query of everybody that takes a name does not depend on it.
        let query = "query Type($name: String!) { __type(name: $name) { name } }";
        let answer = send(&gateway, None, JSON, json!({ "query": query, "variables": { "name": name } })).await;
        assert_eq!(answer.text, r#"{"data":{"__type":null}}"#);
    }
    assert!(asked > 20_000, "{asked}");
}

#[tokio::test]
async fn variables_of_trusted_documents_tell_nothing_of_the_schema() {
    let lista = "query Lista($filtro: FiltroAcionamentos!, $ordem: OrdemAcionamentos) { \
                 acionamentos(filtro: $filtro, ordem: $ordem) { totalCount } }";
    let parts =
        GatewayParts { portal_documents: trusted(&[lista]), policy: DocumentPolicy::TrustedOrTool, ..default_parts() };
    let gateway = Gateway::of(parts);
    let ask = async |variables: Value| {
        visible(
            send(&gateway, None, JSON, json!({ "variables": variables, "extensions": persisted_query(lista) })).await,
        )
    };
    let refusal = ask(json!({ "filtro": 7 })).await;
    assert_snapshot!(refusal.2, @r#"{"errors":[{"message":"Uma variável tem um valor que o seu tipo não aceita.","extensions":{"code":"BAD_USER_INPUT"}}]}"#);
    for name in names() {
        for variables in [
            json!({ "filtro": { &name: 1.5 } }),
            json!({ "filtro": { "seguradoraStatus": { &name: "A" } } }),
            json!({ "filtro": { "status": "A" }, "ordem": format!("{name}X") }),
        ] {
            assert_eq!(ask(variables.clone()).await, refusal, "{variables}");
        }
    }
}
