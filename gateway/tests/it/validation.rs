//! Validation of documents: each rule of section 5 of the GraphQL specification is held. What else is valid and what is not is
//! compared with graphql-js (`tests/clients/documents.test.mjs`).

use serde_json::json;

use crate::kit::{Gateway, Reply};

const PAGE: &str = "acionamentos(filtro: { status: \"A\" }";

async fn ask(document: &str) -> Reply {
    // Without a session a valid document is UNAUTHENTICATED or needs no service.
    Gateway::alone().run(None, document, json!({ "v": true, "n": 1, "s": "A", "c": "52998224725", "i": {} })).await
}

async fn valid(documents: &[&str]) {
    for document in documents {
        let document = document.replace("PAGE", PAGE);
        let answer = ask(&document).await.json();
        assert!(answer.get("data").is_some(), "{document}\n{answer}");
        for error in answer["errors"].as_array().into_iter().flatten() {
            assert_eq!(error["extensions"]["code"], "UNAUTHENTICATED", "{document}\n{answer}");
        }
    }
}

async fn invalid(documents: &[&str]) {
    for document in documents {
        let document = document.replace("PAGE", PAGE);
        let answer = ask(&document).await.json();
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

#[tokio::test]
async fn each_rule_of_the_specification_is_held() {
    invalid(&[
        // Operations.
        "query A { __typename } query B { nada }",
        "query A { __typename } query A { __typename }",
        "{ __typename } query A { __typename }",
        "mutation { seguradoras { nome } }",
        // Fields.
        "{ seguradoras { nada } }",
        "{ seguradoras }",
        "{ seguradoras { nome { a } } }",
        "{ __typename { a } }",
        "{ reabertura(sinistro: \"1\") { mensagem } }",
        "{ seguradoras { __schema { queryType { name } } } }",
        "mutation { __schema { queryType { name } } }",
        "{ __type(name: \"Query\") { isOneOf @x } }",
        "{ __type(name: \"Query\") { isOneOf(a: 1) } }",
        "{ __type(name: \"Query\") { isOneOf { a } } }",
        // Merged fields.
        "{ seguradoras { nome } seguradoras: menu { id } }",
        "{ x: __typename ... on Query { x: menu { id } } }",
        "{ PAGE, first: 1) { totalCount } ... { PAGE) { totalCount } } }",
        "{ ...G ...F } fragment F on Query { PAGE, first: 2) { totalCount } } fragment G on Query { PAGE) { totalCount } }",
        "query($n: Int, $m: Int) { PAGE, first: $n) { totalCount } ... on Query { PAGE, first: $m) { totalCount } } }",
        "{ seguradoras { x: nome } ... on Query { ... { seguradoras { ... on Seguradora { x: cnpj } } } } }",
        "{ reabertura(sinistro: \"1\") { ... on Recusa { x: mensagem } ... on Acionamento { x: autorizacao } } }",
        // Arguments.
        "{ totaisPorStatus { mes } }",
        "{ totaisPorStatus(ano: 2020, nada: 1) { mes } }",
        "{ totaisPorStatus(ano: 2020, ano: 2020) { mes } }",
        "{ __typename(a: 1) }",
        "{ __type(nam: \"Query\") { name } }",
        // Fragments.
        "{ __typename } fragment F on Query { __typename }",
        "{ ...F } fragment F on Query { __typename } fragment F on Query { __typename }",
        "{ ...F }",
        "{ ...F } fragment F on FiltroAcionamentos { __typename }",
        "{ ... on Nada { __typename } }",
        "{ ... on Segurado { __typename } }",
        "{ __typename } fragment F on Query { segurad { x } }",
        // Values.
        "{ PAGE, ordem: \"VALOR_ASC\") { totalCount } }",
        "{ PAGE, ordem: VALOR) { totalCount } }",
        "{ PAGE, first: 2147483648) { totalCount } }",
        "{ acionamentos(filtro: { status: [\"A\"] }) { totalCount } }",
        "{ acionamentos(filtro: { nada: 1 }) { totalCount } }",
        "{ acionamentos(filtro: { status: \"A\", status: \"A\" }) { totalCount } }",
        "{ acionamentos(filtro: { seguradoraStatus: { status: \"A\" } }) { totalCount } }",
        "{ acionamentos(filtro: { statusEm: [null] }) { totalCount } }",
        "query($n: Int = \"7\") { PAGE, first: $n) { totalCount } }",
        "query($f: FiltroAcionamentos! = { status: 1, status: 2 }) { acionamentos(filtro: $f) { totalCount } }",
        // Directives.
        "{ __typename @nada }",
        "{ __typename @include }",
        "{ __typename @include(if: \"x\") }",
        "{ __typename @include(if: true) @include(if: true) }",
        "query @skip(if: true) { __typename }",
        "query($v: Boolean! @skip(if: true)) { __typename @skip(if: $v) }",
        // Variables.
        "query($n: Int) { __typename }",
        "query($n: Int, $n: Int) { PAGE, first: $n) { totalCount } }",
        "query($n: Segurado) { PAGE, first: $n) { totalCount } }",
        "{ PAGE, first: $n) { totalCount } }",
        "query A { ...F } query B($n: Int) { ...F } fragment F on Query { PAGE, first: $n) { totalCount } }",
        "query($n: Int = null) { totaisPorStatus(ano: $n) { mes } }",
        "query($v: Boolean) { ...F } fragment F on Query { __typename @skip(if: $v) }",
        "query($c: String!) { segurado(cpfCnpj: $c) { nome } }",
        "mutation($p: [ProcedimentoInput]!) { reabrirAcionamento(input: { chave: 1, sinistro: \"1\", observacao: \"x\", \
         procedimentos: $p }) { __typename } }",
    ])
    .await;
    valid(&[
        "{ __typename x: __typename }",
        "mutation { __typename }",
        "{ reabertura(sinistro: \"1\") { ... on Recusa { x: mensagem } ... on Acionamento { x: sinistro } } }",
        "{ __schema { types { name fields(includeDeprecated: true) { name } } } __type(name: \"Query\") { name } }",
        "{ __type(name: \"FiltroAcionamentos\") { isOneOf inputFields { name isDeprecated deprecationReason } } }",
        "query($n: Int) { PAGE, first: $n) { totalCount } ...F } fragment F on Query { PAGE, first: $n) { valorTotal } }",
        "{ PAGE, first: null, ordem: VALOR_ASC) { totalCount } }",
        "{ acionamentos(filtro: { statusEm: [123456789012345678901234567890, -9223372036854775809] }) { totalCount } }",
        "{ PAGE, first: 2147483647) { totalCount } a: PAGE, first: -0) { totalCount } }",
        "query($n: Int = 2020) { totaisPorStatus(ano: $n) { mes } }",
        "query($f: FiltroAcionamentos! = { status: 7 }) { acionamentos(filtro: $f) { totalCount } }",
        "query($s: ID!) { acionamentos(filtro: { status: $s, statusEm: [$s] }) { totalCount } }",
        "query($v: Boolean!) { ...F ... @skip(if: $v) { x: __typename } } fragment F on Query { __typename @include(if: $v) }",
    ])
    .await;
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
