//! The limits of one document.

use gateway::schema::engine::limits::DocumentLimits;
use serde_json::json;

use crate::kit::{Gateway, GatewayParts, default_parts};

fn within(limits: DocumentLimits) -> Gateway {
    Gateway::of(GatewayParts { limits, ..default_parts() })
}

async fn error(gateway: &Gateway, query: &str) -> (String, String) {
    gateway.query("t", query).await.error()
}

async fn too_complex(gateway: &Gateway, query: &str, most: &str) {
    let message = format!("A consulta pede demais de uma vez: no máximo {most}.");
    assert_eq!(error(gateway, query).await, ("QUERY_TOO_COMPLEX".to_owned(), message), "{query:.200}");
}

#[tokio::test]
async fn documents_that_explode_are_refused_at_once() {
    let gateway = &Gateway::alone();
    let mut bomb = "{...F0}".to_owned();
    for at in 0..28 {
        bomb.push_str(&format!("fragment F{at} on Query{{...F{0} ...F{0}}}", at + 1));
    }
    bomb.push_str("fragment F28 on Query{__typename}");
    too_complex(gateway, &bomb, "400 campos e fragmentos, contados a cada uso").await;
    let deep = format!("{{acionamento(sinistro:\"1\"){{{}id{}}}}}", "origem{reabertura{".repeat(5), "}}".repeat(5));
    too_complex(gateway, &deep, "10 campos uns dentro dos outros").await;
    for text in
        ["{a".repeat(30_000), "{a(b:".to_owned() + &"{c:".repeat(20_000), "{a(b:".to_owned() + &"[".repeat(60_000)]
    {
        assert_eq!(error(gateway, &text).await.0, "GRAPHQL_PARSE_FAILED");
    }
    // The engine survives what the limits accept.
    for (open, close) in [("[", "]"), ("{c:", "}")] {
        let value = format!("{}1{}", open.repeat(120), close.repeat(120));
        let (code, _) = error(gateway, &format!("{{segurado(cpfCnpj:{value}){{nome}}}}")).await;
        assert_eq!(code, "GRAPHQL_VALIDATION_FAILED");
    }
    let circle = "{...A} fragment A on Query{...B ...B} fragment B on Query{...A ...A}";
    let circle = gateway.run(None, circle, json!({})).await.json()["errors"][0].take();
    assert_eq!(circle["extensions"]["code"], "GRAPHQL_VALIDATION_FAILED");
    assert_eq!(circle["extensions"]["detail"], "Fragment `A` spreads itself");
    assert_eq!(circle["locations"], json!([{ "line": 1, "column": 17 }]));
}

#[tokio::test]
async fn each_limit_is_held_and_named_with_its_number() {
    let document =
        "query A { a: acionamentos(filtro:{status:\"A\"}){ nodes{ segurado{ email } } } menu @skip(if:false) { id } }";
    let base = DocumentLimits::default();
    for (limits, most) in [
        (DocumentLimits { tokens: 12, ..base }, "12 nomes, valores e sinais"),
        (DocumentLimits { depth: 3, ..base }, "3 campos uns dentro dos outros"),
        (DocumentLimits { aliases: 0, ..base }, "0 campos com outro nome (alias)"),
        (DocumentLimits { directives: 0, ..base }, "0 diretivas"),
        (DocumentLimits { fields: 5, ..base }, "5 campos e fragmentos, contados a cada uso"),
        (DocumentLimits { calls: 1, ..base }, "1 chamadas aos serviços, e pede 3"),
        (DocumentLimits { keyed_calls: 49, ..base }, "49 buscas por chave, contadas por linha de uma lista, e pede 50"),
        (
            DocumentLimits { values: 152, ..base },
            "152 valores na resposta, contados por linha de uma lista, e pede 153",
        ),
    ] {
        too_complex(&within(limits), document, most).await;
    }
    let twice = "mutation{a:validarEmail(email:\"\"){__typename} b:validarEmail(email:\"\"){__typename}}";
    too_complex(&Gateway::alone(), twice, "1 mutação por vez").await;
    let exact = DocumentLimits {
        depth: 4,
        aliases: 1,
        directives: 1,
        fields: 6,
        calls: 3,
        keyed_calls: 50,
        values: 153,
        ..base
    };
    let reply = within(exact).query("t", document).await;
    assert!(!reply.text.contains("QUERY_TOO_COMPLEX"), "{}", reply.text);
}

#[tokio::test]
async fn the_introspection_of_the_usual_tools_fits_and_none_that_multiplies() {
    let reply = Gateway::alone().run(None, INTROSPECTION, json!({})).await;
    assert!(reply.data()["__schema"]["types"].as_array().unwrap().len() > 30);
    let wide = format!("{{__schema{{types{{{}name{}}}}}}}", "fields{type{".repeat(3), "}}".repeat(3));
    too_complex(&Gateway::alone(), &wide, "3 listas umas dentro das outras na introspecção").await;
}

/// The introspection query of graphql-js with all options of GraphiQL.
const INTROSPECTION: &str = include_str!("limits/introspection.graphql");
