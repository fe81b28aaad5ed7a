//! What a client is told that did something wrong: in Portuguese, without its values, with what is right.

use axum::extract::Request;
use insta::assert_snapshot;
use serde_json::json;

use super::{JSON, post};
use crate::kit::Gateway;

#[tokio::test]
async fn a_request_that_names_no_operation_is_told_those_that_there_are() {
    let long = "x".repeat(1000);
    for (query, name, detail) in [
        (
            "query B { __typename } query A { __typename }",
            None,
            "Falta operationName, e o documento tem mais de uma operação; há: A, B.",
        ),
        ("query A { __typename }", Some("B"), "O documento não tem a operação \"B\"; há: A."),
        ("{ __typename }", Some("B"), "O documento não tem a operação \"B\"; há: nenhuma com nome."),
        // In a body, unlike in an address, only null counts as no name.
        ("query A { __typename }", Some(""), "O documento não tem a operação \"\"; há: A."),
        (
            "query A { __typename }",
            Some(&*long),
            &format!("O documento não tem a operação \"{}\"; há: A.", &long[..100]),
        ),
    ] {
        let reply = post(JSON, json!({ "query": query, "operationName": name }).to_string()).await;
        assert_eq!((&*reply.error().0, &*reply.detail()), ("OPERATION_RESOLUTION_FAILURE", detail));
    }
}

#[tokio::test]
async fn a_post_to_another_path_is_told_the_graphs() {
    for (path, told) in [("/graph", "o grafo está em POST /graphql."), ("//graphql", "começa com duas barras")] {
        let request = Request::post(path).header("content-type", JSON).body("{}".into()).unwrap();
        let reply = Gateway::alone().send(request).await;
        assert_eq!((reply.status.as_u16(), &*reply.error().0), (405, "METHOD_NOT_ALLOWED"));
        assert!(reply.error().1.contains(told), "{}", reply.text);
    }
}

/// What is wrong with a document or its variables, in our words, and the validation's line for developers.
async fn refused(query: &str, variables: serde_json::Value) -> String {
    let reply = post(JSON, json!({ "query": query, "variables": variables }).to_string()).await.json();
    assert!(reply.get("data").is_none(), "{reply}");
    let error = &reply["errors"][0];
    let (code, detail) = (&error["extensions"]["code"], error["extensions"]["detail"].as_str());
    format!("{} {} | {}", code.as_str().unwrap(), error["message"].as_str().unwrap(), detail.unwrap_or_default())
}

#[tokio::test]
async fn document_errors_are_in_portuguese() {
    let first = "query($n: Int) { acionamentos(filtro: { status: \"A\" }, first: $n) { totalCount } }";
    let filtro = "query($f: FiltroAcionamentos!) { acionamentos(filtro: $f) { totalCount } }";
    let ordem = "query($o: OrdemAcionamentos) { acionamentos(filtro: { status: \"A\" }, ordem: $o) { totalCount } }";
    let default = "query($n: Int = \"x\") { acionamentos(filtro: { status: \"A\" }, first: $n) { totalCount } }";
    let mut said = Vec::new();
    for (query, variables) in [
        ("{ nada }", json!({})),
        ("{", json!({})),
        ("{ segurado { nome } }", json!({})),
        (first, json!({ "n": "52998224725" })),
        (default, json!({})),
        (filtro, json!({ "f": { "statusEm": "52998224725", "periodo": { "por": "NADA" } } })),
        (filtro, json!({ "f": { "nada": "A" } })),
        (filtro, json!({ "f": { "statusIn": ["A", "B"] } })),
        (filtro, json!({ "f": { "status": ["A", "B"] } })),
        ("{ acionamentos(filtro: {statusIn: [\"A\"]}) { totalCount } }", json!({})),
        ("{ acionamentos(filtro: {status: [\"A\"]}) { totalCount } }", json!({})),
        (filtro, json!({ "f": { "seguradoraStatus": { "status": "A" } } })),
        (ordem, json!({ "o": "52998224725" })),
        ("query($x: Boolean = true) { __typename @include(if: $x) }", json!({ "x": null })),
    ] {
        said.push(refused(query, variables).await);
    }
    let said = said.join("\n");
    assert!(!said.contains("52998224725"));
    assert_snapshot!(said, @r#"
    GRAPHQL_VALIDATION_FAILED O documento GraphQL não combina com o grafo. | Field `nada` does not exist on type `Query`
    GRAPHQL_PARSE_FAILED O documento GraphQL tem um erro de sintaxe. | Unexpected EOF
    GRAPHQL_VALIDATION_FAILED O documento GraphQL não combina com o grafo. | Field `segurado` missing argument(s): cpfCnpj
    BAD_USER_INPUT O valor da variável $n deve ser do tipo Int. | 
    GRAPHQL_VALIDATION_FAILED O documento GraphQL não combina com o grafo. | No implicit conversion of string to Int
    BAD_USER_INPUT O valor da variável $f.periodo.por deve ser um dos valores de DataAcionamento. | 
    BAD_USER_INPUT O valor da variável $f tem um campo que o seu tipo não conhece: nada. O tipo tem: status, statusEm, seguradora, seguradoraStatus, autorizacao, sinistro, periodo, usuario. | 
    BAD_USER_INPUT O valor da variável $f tem um campo que o seu tipo não conhece: statusIn (seria statusEm?). O tipo tem: status, statusEm, seguradora, seguradoraStatus, autorizacao, sinistro, periodo, usuario. | 
    BAD_USER_INPUT O valor da variável $f.status deve ser do tipo ID. | 
    GRAPHQL_VALIDATION_FAILED O documento GraphQL não combina com o grafo. | No field with name statusIn on input type FiltroAcionamentos; it has status, statusEm, seguradora, seguradoraStatus, autorizacao, sinistro, periodo, usuario
    GRAPHQL_VALIDATION_FAILED O documento GraphQL não combina com o grafo. | No implicit conversion of list to ID
    BAD_USER_INPUT O valor da variável $f.seguradoraStatus deve ter o campo seguradora. | 
    BAD_USER_INPUT O valor da variável $o deve ser um dos valores de OrdemAcionamentos. | 
    BAD_USER_INPUT O valor da variável $x não pode ser null. | 
    "#);
}
