//! What a document costs: told to its tool, held against its bound, and measured by document.

use contract::{acionamento::ListaAcionamentosByStatus, segurado::PesquisaSegurado};
use serde_json::{Value, json};

use super::{Folder, ask, manifest, open, tool, with_key};
use crate::{
    kit::{GatewayParts, default_parts, document_id, metric, scraped},
    stub::{Answer, Stub, acionamento, one_insurer, segurado},
    subscriptions::{Events, NEVER, settings},
};

/// A page with a call for each row.
const PAGE: &str = "query Pagina($n: Int, $ultimos: Int, $filtro: FiltroAcionamentos = {status: \"A\"}) { \
                    acionamentos(filtro: $filtro, first: $n, last: $ultimos) { nodes { sinistro segurado { email } } } }";
/// A page whose order may need the insurers.
const SORTED: &str = "query Ordenada($o: OrdemAcionamentos = SEGURADORA_ASC) { \
                      acionamentos(filtro: {status: \"A\"}, ordem: $o, first: 2) { nodes { sinistro } } }";
const TOTALS: &str = "query Totais { acionamentos(filtro: {status: \"A\"}) { totalCount } seguradoras { nome } }";

/// Services with a list of so many rows, each of another insured.
async fn services(rows: usize, parts: GatewayParts) -> Stub {
    let stub = one_insurer()
        .on::<ListaAcionamentosByStatus>(move |_| Answer::Data((0..rows).map(acionamento).collect()))
        .on::<PesquisaSegurado>(|call: PesquisaSegurado| Answer::Data(segurado(&call.cpf_cnpj.to_string())));
    stub.start_with(parts).await
}

fn bounded(max_cost: &str) -> GatewayParts {
    let file = tool(&format!("documents = 'any'\noperations = ['query', 'subscription']\n{max_cost}"));
    GatewayParts { tools: Folder::new(&[("relatorios.toml", file)]).open(), ..default_parts() }
}

const EVENTS: &str = "text/event-stream";

/// The header and the code of the first error.
async fn cost(stub: &Stub, query: &str, variables: Value) -> (String, Option<String>) {
    let reply = with_key(&stub.gateway, json!({ "query": query, "variables": variables })).await;
    let code = reply.json()["errors"][0]["extensions"]["code"].as_str().map(str::to_owned);
    (reply.header("x-graphql-cost").to_owned(), code)
}

#[tokio::test]
async fn a_tool_is_told_the_estimated_and_the_actual_cost() {
    let stub = services(7, bounded("")).await;
    for (query, variables, expected) in [
        ("{ __typename }", json!({}), "estimated=0, actual=0"),
        // Lists without a size make calls, and count no rows.
        (TOTALS, json!({}), "estimated=2, actual=2"),
        // A call for the list, one for the insurers that its order may need, a row and a call for each.
        (PAGE, json!({ "n": 5 }), "estimated=12, actual=11"),
        (PAGE, json!({ "n": 0 }), "estimated=2, actual=1"),
        (PAGE, json!({ "n": 100 }), "estimated=202, actual=15"),
        // Null and absent count as left out: the other argument, or the default.
        (PAGE, json!({ "n": null, "ultimos": 2 }), "estimated=6, actual=5"),
        (PAGE, json!({ "ultimos": 3 }), "estimated=8, actual=7"),
        (PAGE, json!({}), "estimated=102, actual=15"),
        // The list of insurers is a call of an order by insurer, and counts for every order.
        (SORTED, json!({}), "estimated=4, actual=4"),
        (SORTED, json!({ "o": null }), "estimated=4, actual=3"),
        // Each status is a call.
        (PAGE, json!({ "n": 1, "filtro": { "statusEm": ["A", "B", "C"] } }), "estimated=6, actual=5"),
        (PAGE, json!({ "n": 1, "filtro": { "statusEm": "A" } }), "estimated=4, actual=3"),
    ] {
        assert_eq!(cost(&stub, query, variables.clone()).await, (expected.to_owned(), None), "{query} {variables}");
    }
    for (rows, expected) in [(-1, "estimated=2, actual=0"), (9999, "estimated=1002, actual=0")] {
        let refused = cost(&stub, PAGE, json!({ "n": rows })).await;
        assert_eq!(refused, (expected.to_owned(), Some("BAD_USER_INPUT".to_owned())));
    }
    // A constant is as good as a variable; the insurers are one call for their order and names; nodes and edges are rows of
    // their own.
    let constant = SORTED.replace("$o,", "SEGURADORA_DESC,").replace("($o: OrdemAcionamentos = SEGURADORA_ASC)", "");
    let with_names = constant.replace("sinistro", "sinistro seguradora { nome }");
    assert_eq!(cost(&stub, &with_names, json!({})).await.0, "estimated=4, actual=4");
    let constant = "{ acionamentos(filtro: {status: \"A\"}, last: 2) { nodes { id } edges { cursor } } }";
    assert_eq!(cost(&stub, constant, json!({})).await.0, "estimated=6, actual=5");
    // Nobody else is told.
    let reply = ask(&stub.gateway, &[], json!({ "query": TOTALS })).await;
    assert!(!reply.headers.contains_key("x-graphql-cost"));
    // Each event of a subscription costs as much; none has been read when its response begins.
    let subscription = "subscription { acionamentos(filtro: {status: \"A\"}, first: 2) { nodes { id } } }";
    let events = open(&stub.gateway, EVENTS, &json!({ "query": subscription })).await;
    assert_eq!(events.headers()["x-graphql-cost"], "estimated=4, actual=0");
    // Beyond the calls of a document.
    let list =
        |at: usize| format!("a{at}: acionamentos(filtro: {{ statusEm: [1, 2, 3, 4, 5, 6, 7] }}) {{ totalCount }}");
    let many = format!("{{ {} {} {} }}", list(0), list(1), list(2));
    let refused = Some("QUERY_TOO_COMPLEX".to_owned());
    assert_eq!(cost(&stub, &many, json!({})).await, ("estimated=22, actual=0".to_owned(), refused));
    // Refused by the stub, which has no such service: the call was made.
    let login = "mutation { validarEmail(email: \"ana@clinica.example\") { __typename } }";
    assert_eq!(cost(&stub, login, json!({})).await.0, "estimated=1, actual=1");
}

#[tokio::test]
async fn an_operation_past_the_cost_of_its_tool_is_refused_before_it_runs() {
    let stub = services(7, bounded("max-cost = 12")).await;
    assert_eq!(cost(&stub, PAGE, json!({ "n": 5 })).await, ("estimated=12, actual=11".to_owned(), None));
    let calls = stub.counts();
    let refused = Some("QUERY_TOO_COMPLEX".to_owned());
    assert_eq!(cost(&stub, PAGE, json!({ "n": 6 })).await, ("estimated=14, actual=0".to_owned(), refused.clone()));
    assert_eq!(cost(&stub, PAGE, json!({})).await.1, refused);
    assert_eq!(stub.counts(), calls);
    let message = "A consulta pede demais de uma vez: no máximo 12 de custo, que são as chamadas aos serviços e as linhas \
                   das páginas, e pede 102.";
    assert_eq!(with_key(&stub.gateway, json!({ "query": PAGE })).await.error().1, message);
    // Of a subscription at its first event.
    let query = "subscription($n: Int) { acionamentos(filtro: {status: \"A\"}, first: $n) { nodes { id } } }";
    for (rows, expected) in [(10, "estimated=12, actual=0"), (11, "estimated=13, actual=0")] {
        let response = open(&stub.gateway, EVENTS, &json!({ "query": query, "variables": { "n": rows } })).await;
        assert_eq!(response.headers()["x-graphql-cost"], expected);
        let event = Events::of(response).next().await;
        let code = event["errors"][0]["extensions"]["code"].as_str();
        assert_eq!(code, (rows > 10).then_some("QUERY_TOO_COMPLEX"), "{event}");
    }
    // Who has no bound costs what the limits of documents allow.
    ask(&stub.gateway, &[], json!({ "query": PAGE })).await.data();
}

#[tokio::test]
async fn costs_are_measured_by_document_and_only_by_known_ones() {
    let subscription = "subscription Abertos { acionamentos(filtro: {status: \"A\"}, first: 3) { nodes { id } } }";
    let folder = Folder::new(&[
        ("relatorios.toml", tool("manifest = 'm.json'\noperations = ['query', 'subscription']")),
        ("m.json", manifest(&[PAGE, subscription]).to_string()),
    ]);
    let (tools, subscriptions) = (folder.open(), settings(NEVER));
    let parts = GatewayParts { tools, telemetry: scraped(), subscriptions, ..default_parts() };
    let stub = services(7, parts).await;
    let by_id = |text: &str| json!({ "documentId": document_id(text), "variables": { "n": 100 } });
    with_key(&stub.gateway, by_id(PAGE)).await;
    ask(&stub.gateway, &[], json!({ "query": "query Inventada { seguradoras { nome } }" })).await;
    let mut without = by_id(subscription);
    without["variables"] = json!({});
    Events::of(open(&stub.gateway, EVENTS, &without).await).next().await;
    let value = |name: &str, labels: &str| metric(&stub.gateway.telemetry, &format!("gateway_cost_{name}{{{labels}"));
    let of_page = "gateway_tool=\"relatorios\",graphql_operation_name=\"Pagina\"";
    let of_event = "graphql_operation_name=\"Abertos\"";
    for (name, page, event) in [("estimated_sum", 202.0, 5.0), ("actual_sum", 15.0, 4.0), ("actual_count", 1.0, 1.0)] {
        assert_eq!((value(name, of_page), value(name, of_event)), (Some(page), Some(event)), "{name}");
    }
    let metrics = stub.gateway.telemetry.prometheus_text().unwrap().unwrap();
    let made_up = ["Inventada", "gateway_cost_actual_count{graphql_operation_name=\"other"];
    assert!(made_up.iter().all(|text| !metrics.contains(text)), "{metrics}");
}
