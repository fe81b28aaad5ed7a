//! Validation of documents by section 5 of the GraphQL specification: what is this gateway's own. Which documents are valid is
//! compared with graphql-js (`tests/clients/documents.test.mjs`).

use contract::acionamento::ListaAcionamentosByStatus;
use serde_json::json;

use crate::{
    kit::{self, Gateway},
    stub::{Answer, acionamento, stub},
};

async fn ask(document: &str) -> kit::Reply {
    // Without a session a valid document is UNAUTHENTICATED or needs no service.
    Gateway::alone().run(None, document, json!({ "v": true, "s": "A" })).await
}

async fn valid(documents: &[&str]) {
    for document in documents {
        let answer = ask(document).await.json();
        assert!(answer.get("data").is_some(), "{document}\n{answer}");
        for error in answer["errors"].as_array().into_iter().flatten() {
            assert_eq!(error["extensions"]["code"], "UNAUTHENTICATED", "{document}\n{answer}");
        }
    }
}

async fn invalid(documents: &[&str]) {
    for document in documents {
        let answer = ask(document).await.json();
        assert!(answer.get("data").is_none(), "{document}\n{answer}");
        let error = &answer["errors"][0];
        assert_eq!(error["extensions"]["code"], "GRAPHQL_VALIDATION_FAILED", "{document}\n{answer}");
        assert_eq!(error["message"], "O documento GraphQL não combina com o grafo.", "{document}");
        assert!(error["extensions"]["detail"].as_str().is_some_and(|detail| detail.len() > 8), "{document}\n{answer}");
    }
}

#[tokio::test]
async fn every_literal_and_description_of_the_specification_is_valid() {
    valid(&[
        r#"{ procedimentos(busca: "\u0063\n\/") { id } }"#,
        r#"{ procedimentos(busca: "\ud83d\udc36 \uD83D\uDC36") { id } }"#,
        r#"{ procedimentos(busca: "\u{1F436}\u{32}") { id } }"#,
        "{ procedimentos(busca: \"\"\"\n  \\u{ \\\"\"\" \\\n  \"\"\") { id } }",
        r#"query Q($busca: String = "\ud83d\udc36") { procedimentos(busca: $busca) { id } }"#,
        "\"what\" query Q(\"which\" $v: Boolean!) { ...F @include(if: $v) } \"\"\"part\"\"\" fragment F on Query { __typename }",
        "\"what\" query Q(\"which\" $s: String!) { __type(name: $s) { ...F } } \"\"\"part\"\"\" fragment F on __Type { name }",
    ])
    .await;
    let text = |text| format!("{{ procedimentos(busca: \"{text}\") {{ id }} }}");
    let wrong =
        [r"\ud83d", r"\udc36\ud83d", r"\u{110000}", r"\u{}", r"\u{D83D}", r"\u{FFFFFFFFFFFFFFFFFF}", r"\u12", r"\x"];
    // A selection set is never empty.
    let empty = ["", "{", "{}", "query A {}", "{ menu {} }", "{ ... on Query {} }", "{ ...A } fragment A on Query {}"];
    for document in wrong.map(text).into_iter().chain(empty.map(str::to_owned)) {
        assert_eq!(ask(&document).await.error().0, "GRAPHQL_PARSE_FAILED", "{document}");
    }
}

/// Section 3.5 of the specification: clients in Java, PHP and R write all numbers so.
#[tokio::test]
async fn a_number_with_a_fraction_of_zero_is_an_integer() {
    // An `ID`, which is a text, may have more digits than an integer.
    const LONGEST: &str = "18446744073709551615";
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(|call| {
            assert!(["9", LONGEST].contains(&call.status.as_str()), "{}", call.status);
            Answer::Data((1..=3).map(acionamento).collect())
        })
        .start()
        .await;
    let document =
        "query($f: FiltroAcionamentos!, $n: Int) { acionamentos(filtro: $f, first: $n) { nodes { sinistro } } }";
    for (status, first, rows) in
        [("9.0", "2.0", 2), ("9e0", "0.2e1", 2), ("9", "-0", 0), ("\"9\"", "-0.0", 0), (LONGEST, "1", 1)]
    {
        let variables = format!(r#"{{ "f": {{ "status": {status} }}, "n": {first} }}"#);
        let answer = stub.ask_with(document, serde_json::from_str(&variables).unwrap()).await.data();
        assert_eq!(answer["acionamentos"]["nodes"].as_array().unwrap().len(), rows, "{variables}");
    }
    for (status, first) in
        [(json!(9.5), json!(1)), (json!(9), json!(1.5)), (json!(9e16), json!(1)), (json!(9), json!(3e9))]
    {
        let answer = stub.ask_with(document, json!({ "f": { "status": status }, "n": first })).await;
        assert_eq!(answer.error().0, "BAD_USER_INPUT", "{status} {first}");
    }
}

/// As many as a request has room for, on the stack of a worker.
#[tokio::test]
async fn ignored_text_takes_no_stack() {
    for ignored in ["#\n", ",#\n", "\r#,\r"] {
        let document = format!("{}{{ __typename }}", ignored.repeat(60_000 / (ignored.len() + 2)));
        valid(&[&document]).await;
        let answer = ask(&document.replace("__typename", "nada")).await.json();
        assert_eq!(answer["errors"][0]["extensions"]["code"], "GRAPHQL_VALIDATION_FAILED", "{answer}");
    }
}

/// Over HTTP a valid subscription is refused for its transport.
#[tokio::test]
async fn a_subscription_has_one_root_field_without_conditions() {
    let totals = "totaisPorStatus(ano: 2026)";
    for document in [
        "subscription { TOTALS { mes } }",
        "subscription { TOTALS { mes } TOTALS { quantidade } }",
        "subscription { ...F } fragment F on Subscription { ... { ... on Subscription { TOTALS { mes @skip(if: true) } } } }",
        "subscription A { TOTALS { mes } } subscription B { painel { seguradoras } } query C { a: __typename b: __typename }",
    ] {
        let answer = ask(&document.replace("TOTALS", totals)).await.text;
        assert!(!answer.contains("GRAPHQL_VALIDATION_FAILED"), "{document}\n{answer}");
    }
    for document in [
        "subscription { __typename }",
        "subscription { TOTALS { mes } __typename }",
        "subscription { TOTALS { mes } painel { seguradoras } }",
        "subscription { a: TOTALS { mes } b: TOTALS { mes } }",
        "subscription { TOTALS @skip(if: true) { mes } }",
        "subscription($v: Boolean!) { TOTALS @skip(if: $v) { mes } }",
        "subscription($v: Boolean!) { ... @include(if: $v) { TOTALS { mes } } }",
        "subscription($v: Boolean!) { ...F @skip(if: $v) } fragment F on Subscription { TOTALS { mes } }",
        "subscription { ... { ...F } } fragment F on Subscription { ... { TOTALS { mes } painel { seguradoras } } }",
        "subscription { ...F ...G } fragment F on Subscription { TOTALS { mes } } fragment G on Subscription { x: TOTALS { mes } }",
        "query A { __typename } subscription B { TOTALS { mes } painel { seguradoras } }",
    ] {
        invalid(&[&document.replace("TOTALS", totals)]).await;
    }
}
