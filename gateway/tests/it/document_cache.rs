//! The cache of documents: which ones it has. Its bound is tested beside it.

use gateway::schema::persisted_documents::DocumentPolicy;
use serde_json::json;

use crate::kit::{Gateway, GatewayParts, default_parts, metric, scraped, tool_with};

const KEY: &str = "chave-de-ferramenta-com-mais-de-32-caracteres";

#[tokio::test]
async fn only_valid_documents_of_callers_who_may_send_them_are_cached() {
    let parts = GatewayParts {
        policy: DocumentPolicy::TrustedOrTool,
        tools: tool_with(KEY),
        telemetry: scraped(),
        ..default_parts()
    };
    let gateway = Gateway::made_of(parts);
    let lookups = |result: &str| {
        let series = format!("gateway_cache_lookups_total{{gateway_cache=\"documents\",gateway_result=\"{result}\"}}");
        metric(&gateway.telemetry, &series).unwrap_or_default()
    };
    let (refused, public, invalid) = ("{ seguradoras { nome } }", "{ a: __typename }", "{ nada }");
    for _ in 0..3 {
        assert_eq!(gateway.ask(&[], &json!({ "query": refused })).await.error().0, "DOCUMENT_NOT_TRUSTED");
        gateway.ask(&[], &json!({ "query": public })).await.data();
    }
    for (document, hits, misses) in [
        (refused, 0.0, 1.0),
        (public, 0.0, 2.0),
        (refused, 1.0, 2.0),
        (public, 2.0, 2.0),
        (invalid, 2.0, 3.0),
        (invalid, 2.0, 4.0),
    ] {
        gateway.ask(&[("x-tool-key", KEY)], &json!({ "query": document })).await;
        assert_eq!((lookups("hit"), lookups("miss")), (hits, misses), "{document}");
    }
}
