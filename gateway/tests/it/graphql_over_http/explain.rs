//! `X-Explain`: what a request costs, how near it is to the limits, and its calls.

use gateway::schema::engine::persisted_documents::DocumentPolicy;
use serde_json::{Value, json};

use crate::{
    kit::{Gateway, GatewayParts, caching, default_parts, trusted},
    stub::one_insurer,
};

async fn ask(gateway: &Gateway, explain: &str, query: &str) -> Value {
    let headers = [("authorization", "Bearer ficha"), ("x-explain", explain)];
    gateway.ask(&headers, &json!({ "query": query })).await.json()
}

#[tokio::test]
async fn a_response_says_what_it_cost_and_which_calls_it_took() {
    let gateway = one_insurer().start_behind(caching).await.gateway;
    let query = "{ a: seguradoras { nome } }";
    let mut answer = ask(&gateway, "true", query).await;
    let explain = &mut answer["extensions"]["explain"];
    assert_eq!(explain["cost"], 1);
    let limits = explain["limits"].as_array().unwrap();
    for (limit, used, max) in [("calls", 1, 21), ("values", 2, 100_000), ("depth", 2, 10), ("aliases", 1, 30)] {
        assert!(limits.contains(&json!({ "limit": limit, "used": used, "max": max })), "{limit} {limits:?}");
    }
    let call = explain["calls"][0].as_object_mut().unwrap();
    assert!(call.remove("milliseconds").unwrap().as_f64().unwrap() >= 0.0);
    let service = call["service"].clone();
    let sent = json!([{ "service": service, "outcome": "ok", "fromCache": false, "shared": false, "attempt": 1 }]);
    assert_eq!(explain["calls"], sent);
    let again = ask(&gateway, "true", query).await;
    let cached = json!([{
        "service": service, "outcome": "hit", "milliseconds": null, "fromCache": true, "shared": false, "attempt": null,
    }]);
    assert_eq!((&again["extensions"]["explain"]["calls"], &again["data"]), (&cached, &answer["data"]));
    assert!(ask(&gateway, "false", query).await.get("extensions").is_none());
}

#[tokio::test]
async fn a_document_past_a_limit_says_its_cost() {
    let gateway = Gateway::alone();
    let list = |at: usize| {
        format!(
            "a{at}: acionamentos(filtro: {{ statusEm: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }}, first: 1) {{ totalCount }}"
        )
    };
    let answer = ask(&gateway, "true", &format!("{{ {} {} {} }}", list(0), list(1), list(2))).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "QUERY_TOO_COMPLEX");
    let explain = &answer["extensions"]["explain"];
    assert!(explain["limits"].as_array().unwrap().contains(&json!({ "limit": "calls", "used": 31, "max": 21 })));
    assert!(explain["cost"].as_u64().unwrap() >= 30 && explain["calls"] == json!([]), "{explain}");
    let rows = "nodes { segurado { email } origem { segurado { email } } }";
    let subscription = format!("subscription {{ acionamentos(filtro: {{ status: 1 }}, first: 500) {{ {rows} }} }}");
    let answer = ask(&gateway, "true", &subscription).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "QUERY_TOO_COMPLEX", "{answer}");
    let limits = answer["extensions"]["explain"]["limits"].as_array().unwrap();
    assert!(limits.iter().any(|limit| limit["used"].as_u64() > limit["max"].as_u64()), "{limits:?}");
}

#[tokio::test]
async fn where_only_trusted_documents_run_nothing_is_explained_without_a_key() {
    let parts =
        GatewayParts { portal_documents: trusted(&[]), policy: DocumentPolicy::TrustedOrTool, ..default_parts() };
    let answer = ask(&Gateway::of(parts), "true", "{ __typename }").await;
    assert_eq!(answer, json!({ "data": { "__typename": "Query" } }));
}
