//! The users of the metrics: the dashboard and the alerts.

use std::{fs, path::Path};

use axum::{Router, http::StatusCode, response::IntoResponse as _};
use gateway::upstream::UpstreamSettings;
use serde_json::Value;

use super::{INSURERS, ask, by_id, by_text, series};
use crate::{
    kit::{Gateway, GatewayParts, KEEP, default_parts, patient, scraped, serve, trusted},
    subscriptions::subscribe,
};

/// A gateway on which everything that is measured has happened.
pub(super) async fn busy() -> Gateway {
    let failing = |path: &str| path.starts_with("/Menu/");
    let services = Router::new().fallback(async move |request: axum::extract::Request| {
        if failing(request.uri().path()) {
            return StatusCode::BAD_GATEWAY.into_response();
        }
        r#"{"status":1,"messages":"","data":[]}"#.into_response()
    });
    let settings = UpstreamSettings { reference_cache: KEEP, ..patient(serve(services).await) };
    let parts = GatewayParts { documents: trusted(&[INSURERS]), telemetry: scraped(), ..default_parts() };
    parts.telemetry.metrics().observe_log(|| 0);
    parts.telemetry.metrics().observe_redis(|| true);
    let gateway = Gateway::new(settings, parts);
    for _ in 0..2 {
        ask(&gateway, by_id(INSURERS), &[]).await.data();
    }
    // One call, which fails and is retried, in each request, until the circuit breaker opens.
    for _ in 0..8 {
        ask(&gateway, by_text("{ menu { id } }"), &[]).await;
    }
    let totals = "subscription { totaisPorStatus(ano: 2026) { mes } }";
    subscribe(&gateway, "ficha", totals, serde_json::json!({})).await.next().await;
    gateway
}

/// The names of metrics in an expression: words that are no function, no keyword and no label.
fn metrics_in(expression: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = expression.to_owned();
    // What stands in braces are labels; in brackets, times; in the brackets of `by` and `without`, labels again.
    for (open, close) in [('{', '}'), ('[', ']')] {
        while let Some(start) = rest.find(open) {
            let end = start + rest[start..].find(close).unwrap();
            rest.replace_range(start..=end, " ");
        }
    }
    for word in ["by (", "without (", "on (", "group_left ("] {
        while let Some(start) = rest.find(word) {
            let end = start + rest[start..].find(')').unwrap();
            rest.replace_range(start..=end, " ");
        }
    }
    for word in rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')) {
        let is_known =
            ["sum", "max", "min", "rate", "increase", "histogram_quantile", "time", "and", "or", "unless", "avg"];
        if word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_known.contains(&word) {
            names.push(word.to_owned());
        }
    }
    names
}

/// Every expression in a JSON document, below keys of one name.
fn expressions(value: &Value, key: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == key => found.push(text.clone()),
                    value => expressions(value, key, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| expressions(item, key, found)),
        _ => {}
    }
}

fn deploy(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    let metrics = series(&busy().await.telemetry);
    let names: Vec<&str> = metrics.iter().map(|series| series.split('{').next().unwrap()).collect();
    let mut asked = Vec::new();
    expressions(&serde_json::from_str(&deploy("grafana/gateway.json")).unwrap(), "expr", &mut asked);
    assert!(asked.len() > 15, "{}", asked.len());
    let alerts = deploy("prometheus/alerts.yml");
    let of_alerts: Vec<_> = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert_eq!(of_alerts.len(), alerts.matches("- alert:").count());
    for part in ["summary:", "runbook:", "severity:", "for:"] {
        assert_eq!(alerts.matches(part).count(), of_alerts.len(), "{part}");
    }
    asked.extend(of_alerts.iter().map(|text| (*text).to_owned()));
    for expression in asked {
        let of_expression = metrics_in(&expression);
        assert!(!of_expression.is_empty(), "{expression}");
        for name in of_expression {
            // Prometheus itself says whether it reached the gateway.
            assert!(name == "up" || names.contains(&name.as_str()), "{name} in {expression}");
        }
    }
}
