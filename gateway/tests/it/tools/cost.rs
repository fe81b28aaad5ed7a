//! What a document costs: told to its tool, held against its bound, and measured by document.

use axum::{extract::Request, response::Response};
use gateway::telemetry::{Telemetry, TelemetrySettings};
use serde_json::{Value, json};
use services::wire::{acionamento::ListaAcionamentosByStatus, segurado::PesquisaSegurado, seguradora::ListaSeguradora};

use super::{Folder, KEY, hex, manifest, tool};
use crate::{
    kit::{Gateway, GatewayParts, default_parts},
    stub::{Reply, Stub, acionamento, segurado, seguradora, stub},
    subscriptions::{Events, NEVER},
};

/// A page with a call for each row.
const PAGE: &str = "query Pagina($n: Int, $ultimos: Int, $filtro: FiltroAcionamentos = {status: \"A\"}) { \
                    acionamentos(filtro: $filtro, first: $n, last: $ultimos) { nodes { sinistro segurado { email } } } }";
/// A page whose order may need the insurers.
const SORTED: &str = "query Ordenada($o: OrdemAcionamentos = SEGURADORA_ASC, $com: Boolean = false) { \
                      acionamentos(filtro: {status: \"A\"}, ordem: $o, first: 2) { \
                      nodes { sinistro seguradora @include(if: $com) { nome } } } }";
const TOTALS: &str = "query Totais { acionamentos(filtro: {status: \"A\"}) { totalCount } seguradoras { nome } }";

/// Services with a list of so many rows, each of another insured.
async fn services(rows: usize, parts: GatewayParts) -> Stub {
    let stub = stub()
        .on::<ListaAcionamentosByStatus>(move |_| Reply::Data((0..rows).map(acionamento).collect()))
        .on::<ListaSeguradora>(|_| Reply::Data(vec![seguradora("3", "Pata Segura")]))
        .on::<PesquisaSegurado>(|call: PesquisaSegurado| Reply::Data(segurado(&call.cpf_cnpj.to_string())));
    stub.start_behind(|address| Gateway::with_services(address, parts)).await
}

fn bounded(max_cost: &str) -> GatewayParts {
    let file = tool(&format!("documents = 'any'\noperations = ['query', 'subscription']\n{max_cost}"));
    GatewayParts { tools: Folder::new(&[("relatorios.toml", file)]).open(), ..default_parts() }
}

async fn open(stub: &Stub, key: Option<&str>, body: &Value) -> Response {
    let request = Request::post("/graphql")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream;q=0.5")
        .header("authorization", "Bearer a");
    let request = key.into_iter().fold(request, |request, key| request.header("x-tool-key", key));
    stub.gateway.open(request.body(body.to_string().into()).unwrap()).await
}

/// The header and the code of the first error.
async fn cost(stub: &Stub, query: &str, variables: Value) -> (String, Option<String>) {
    let response = open(stub, Some(KEY), &json!({ "query": query, "variables": variables })).await;
    let cost = response.headers().get("x-graphql-cost").map(|cost| cost.to_str().unwrap().to_owned());
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let answer: Value = serde_json::from_slice(&body).unwrap();
    (cost.unwrap_or_default(), answer["errors"][0]["extensions"]["code"].as_str().map(str::to_owned))
}

#[tokio::test]
async fn a_tool_is_told_the_estimated_and_the_actual_cost() {
    let stub = services(7, bounded("")).await;
    for (query, variables, expected) in [
        ("{ __typename }", json!({}), "estimated=0, actual=0"),
        // Lists without a size make calls, and count no rows.
        (TOTALS, json!({}), "estimated=2, actual=2"),
        // A call for the list, a row and a call for each.
        (PAGE, json!({ "n": 5 }), "estimated=11, actual=11"),
        (PAGE, json!({ "n": 0 }), "estimated=1, actual=1"),
        (PAGE, json!({ "n": 100 }), "estimated=201, actual=15"),
        // Null and absent count as left out: the other argument, or the default.
        (PAGE, json!({ "n": null, "ultimos": 2 }), "estimated=5, actual=5"),
        (PAGE, json!({ "ultimos": 3 }), "estimated=7, actual=7"),
        (PAGE, json!({}), "estimated=101, actual=15"),
        // Each status is a call.
        (PAGE, json!({ "n": 1, "filtro": { "statusEm": ["A", "B", "C"] } }), "estimated=5, actual=5"),
    ] {
        assert_eq!(cost(&stub, query, variables.clone()).await, (expected.to_owned(), None), "{query} {variables}");
    }
    // The list of insurers is a call, once, and only of an order by insurer.
    let unsorted = SORTED.replace(" seguradora @include(if: $com) { nome }", "").replace(", $com: Boolean = false", "");
    for (variables, expected) in [
        (json!({}), "estimated=4, actual=4"),
        (json!({ "o": "SEGURADORA_DESC" }), "estimated=4, actual=4"),
        (json!({ "o": "VALOR_ASC" }), "estimated=3, actual=3"),
        (json!({ "o": null }), "estimated=3, actual=3"),
    ] {
        assert_eq!(cost(&stub, &unsorted, variables.clone()).await, (expected.to_owned(), None), "{variables}");
    }
    assert_eq!(cost(&stub, SORTED, json!({ "com": true })).await.0, "estimated=4, actual=4");
    let constant =
        unsorted.replace("ordem: $o", "ordem: SEGURADORA_DESC").replace("($o: OrdemAcionamentos = SEGURADORA_ASC)", "");
    assert_eq!(cost(&stub, &constant, json!({})).await.0, "estimated=4, actual=4");
    let refused = cost(&stub, PAGE, json!({ "n": -1 })).await;
    assert_eq!(refused, ("estimated=1, actual=0".to_owned(), Some("BAD_USER_INPUT".to_owned())));
    // A constant is as good as a variable, nodes and edges are rows of their own.
    let constant = "{ acionamentos(filtro: {status: \"A\"}, last: 2) { nodes { id } edges { cursor } } }";
    assert_eq!(cost(&stub, constant, json!({})).await.0, "estimated=5, actual=5");
    // Nobody else is told.
    let response = open(&stub, None, &json!({ "query": TOTALS })).await;
    assert!(!response.headers().contains_key("x-graphql-cost"));
}

#[tokio::test]
async fn a_mutation_costs_its_call() {
    let parts = bounded("").tools;
    let stub = services(7, GatewayParts { tools: parts, ..default_parts() }).await;
    // Refused by the stub, which has no such service: the call was made.
    let login = "mutation { validarEmail(email: \"ana@clinica.example\") { __typename } }";
    assert_eq!(cost(&stub, login, json!({})).await.0, "estimated=1, actual=1");
}

#[tokio::test]
async fn an_operation_past_the_cost_of_its_tool_is_refused_before_it_runs() {
    let stub = services(7, bounded("max-cost = 11")).await;
    assert_eq!(cost(&stub, PAGE, json!({ "n": 5 })).await, ("estimated=11, actual=11".to_owned(), None));
    let calls = stub.counts();
    let refused = Some("QUERY_TOO_COMPLEX".to_owned());
    assert_eq!(cost(&stub, PAGE, json!({ "n": 6 })).await, ("estimated=13, actual=0".to_owned(), refused.clone()));
    assert_eq!(cost(&stub, PAGE, json!({})).await.1, refused);
    assert_eq!(stub.counts(), calls);
    let body = json!({ "query": PAGE });
    let message = "A consulta pede demais de uma vez: no máximo 11 de custo, que são as chamadas aos serviços e as linhas \
                   das páginas, e pede 101.";
    let response = open(&stub, Some(KEY), &body).await;
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let answer: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(answer["errors"][0]["message"], message);
    // Each event of a subscription costs as much.
    let query = "subscription($n: Int) { acionamentos(filtro: {status: \"A\"}, first: $n) { nodes { id } } }";
    for (rows, expected) in [(10, "estimated=11, actual=0"), (11, "estimated=12, actual=0")] {
        let response = open(&stub, Some(KEY), &json!({ "query": query, "variables": { "n": rows } })).await;
        assert_eq!(response.headers()["x-graphql-cost"], expected);
        let event = Events::of(response).next().await;
        let code = event["errors"][0]["extensions"]["code"].as_str();
        assert_eq!(code, (rows > 10).then_some("QUERY_TOO_COMPLEX"), "{event}");
    }
    // Who has no bound costs what the limits of documents allow.
    let unbounded = open(&stub, None, &json!({ "query": PAGE })).await;
    assert_eq!(unbounded.status(), 200);
}

#[tokio::test]
async fn costs_are_measured_by_document_and_only_by_known_ones() {
    let telemetry = Telemetry::new(&TelemetrySettings { is_scraped: true, collector: None }).unwrap();
    let subscription = "subscription Abertos { acionamentos(filtro: {status: \"A\"}, first: 3) { nodes { id } } }";
    let folder = Folder::new(&[
        ("relatorios.toml", tool("manifest = 'm.json'\noperations = ['query', 'subscription']")),
        ("m.json", manifest(&[PAGE, subscription]).to_string()),
    ]);
    let subscriptions = gateway::schema::subscriptions::SubscriptionSettings { interval: NEVER, ..Default::default() };
    let parts = GatewayParts { tools: folder.open(), telemetry: telemetry.clone(), subscriptions, ..default_parts() };
    let stub = services(7, parts).await;
    let by_id = |text: &str| json!({ "documentId": format!("sha256:{}", hex(text)), "variables": { "n": 100 } });
    for (key, body) in
        [(Some(KEY), by_id(PAGE)), (None, json!({ "query": "query Inventada { seguradoras { nome } }" }))]
    {
        let response = open(&stub, key, &body).await;
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    }
    let mut without = by_id(subscription);
    without["variables"] = json!({});
    Events::of(open(&stub, Some(KEY), &without).await).next().await;
    let metrics = telemetry.prometheus_text().unwrap().unwrap();
    let value = |metric: &str, document: &str| {
        let labels = format!("{metric}{{");
        let line = metrics
            .lines()
            .find(|line| line.starts_with(&labels) && line.contains(&format!("graphql_operation_name=\"{document}\"")));
        line.unwrap_or_else(|| panic!("{metric} {document} in {metrics}")).rsplit(' ').next().unwrap().to_owned()
    };
    for (metric, page, event) in [
        ("gateway_cost_estimated_sum", "201", "4"),
        ("gateway_cost_actual_sum", "15", "4"),
        ("gateway_cost_actual_count", "1", "1"),
    ] {
        assert_eq!(
            (value(metric, "Pagina"), value(metric, "Abertos")),
            (page.to_owned(), event.to_owned()),
            "{metric}"
        );
    }
    let page = metrics.lines().find(|line| line.starts_with("gateway_cost_actual_count{") && line.contains("Pagina"));
    assert!(page.unwrap().contains("gateway_tool=\"relatorios\""), "{page:?}");
    assert!(
        !metrics.contains("Inventada") && !metrics.contains("gateway_cost_actual_count{graphql_operation_name=\"other")
    );
}
