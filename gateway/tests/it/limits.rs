//! How much one document may ask for.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use gateway::http::files::Files;
use serde_json::json;

use crate::kit::Gateway;

async fn error(query: &str) -> (String, String) {
    let began = Instant::now();
    let reply = Gateway::alone(Files::default()).run(Some("t"), query, json!({})).await;
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    reply.error()
}

fn too_complex() -> (String, String) {
    let message = "A consulta pede demais de uma vez. Divida-a em consultas menores.";
    ("QUERY_TOO_COMPLEX".to_owned(), message.to_owned())
}

#[tokio::test]
async fn documents_that_explode_are_refused_at_once() {
    let mut bomb = "{...F0}".to_owned();
    for at in 0..28 {
        bomb.push_str(&format!("fragment F{at} on Query{{...F{0} ...F{0}}}", at + 1));
    }
    bomb.push_str("fragment F28 on Query{__typename}");
    assert_eq!(error(&bomb).await, too_complex());
    let deep = format!("{{acionamento(sinistro:\"1\"){{{}id{}}}}}", "origem{reabertura{".repeat(7), "}}".repeat(7));
    assert_eq!(error(&deep).await, too_complex());
    for text in ["[".repeat(60_000), "{a".repeat(30_000), "{a(b:".to_owned() + &"{c:".repeat(20_000)] {
        assert_eq!(error(&text).await, too_complex());
    }
    // What is allowed is also survived.
    for (open, close) in [("[", "]"), ("{c:", "}")] {
        let value = format!("{}1{}", open.repeat(126), close.repeat(126));
        let (code, _) = error(&format!("{{segurado(cpfCnpj:{value}){{nome}}}}")).await;
        assert_eq!(code, "BAD_USER_INPUT");
    }
    let directives = format!("{{ __typename a: __schema {} {{ __typename }} }}", "@include(if: true) ".repeat(6));
    assert_eq!(error(&directives).await, too_complex());
    let circle = error("{...A} fragment A on Query{...B ...B} fragment B on Query{...A ...A}").await;
    assert_eq!(circle.0, "GRAPHQL_VALIDATION_FAILED");
    assert_eq!(circle.1, "Um fragmento do documento contém a si mesmo.");
}

#[tokio::test]
async fn the_introspection_of_the_usual_tools_fits() {
    let reply = Gateway::alone(Files::default()).run(None, INTROSPECTION, json!({})).await;
    assert!(reply.data()["__schema"]["types"].as_array().unwrap().len() > 30);
}

/// A document of the explorer may lack its values here, but it must not be too much.
#[tokio::test]
async fn the_examples_of_the_explorer_fit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/src/graphiql/examples");
    let mut examples = 0;
    for screen in fs::read_dir(folder).unwrap() {
        for file in fs::read_dir(screen.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "graphql") {
                continue;
            }
            let query = fs::read_to_string(&path).unwrap();
            let reply = Gateway::alone(Files::default()).run(Some("t"), &query, json!({})).await;
            for error in reply.json()["errors"].as_array().into_iter().flatten() {
                let code = error["extensions"]["code"].as_str().unwrap();
                assert!(matches!(code, "BAD_USER_INPUT" | "UPSTREAM_UNAVAILABLE"), "{}: {error}", path.display());
            }
            examples += 1;
        }
    }
    assert!(examples >= 17);
}

/// As graphql-js writes it, with everything that GraphiQL turns on.
const INTROSPECTION: &str = "query IntrospectionQuery { __schema { description queryType { name kind } mutationType { name kind } \
    subscriptionType { name kind } types { ...FullType } directives { name description isRepeatable locations \
    args(includeDeprecated: true) { ...InputValue } } } } \
    fragment FullType on __Type { kind name description specifiedByURL isOneOf fields(includeDeprecated: true) { name description \
    args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason } \
    inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef } \
    enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } } \
    fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason } \
    fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name \
    ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }";
