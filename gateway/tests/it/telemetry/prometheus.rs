//! The metrics in Prometheus format, and their users: the dashboard and the alerts.

use std::{collections::BTreeMap, fs, path::Path};

use axum::{Router, http::StatusCode, response::IntoResponse as _};
use gateway::upstream::{CachePolicy, UpstreamSettings};
use serde_json::Value;

use super::{INSURERS, ask, by_id, by_text, documents, scraped};
use crate::{
    kit::{Gateway, GatewayParts, default_parts, patient, serve},
    subscriptions::subscribe,
};

/// Metrics, read as strictly as they are written: series with their values, by the name of the metric.
pub(super) struct Exposition {
    pub(super) kinds: BTreeMap<String, String>,
    pub(super) series: BTreeMap<String, f64>,
}

impl Exposition {
    pub(super) fn read(text: &str) -> Self {
        let (mut kinds, mut series, mut family) = (BTreeMap::new(), BTreeMap::new(), String::new());
        assert!(text.ends_with('\n') && !text.contains("\n\n"), "{text}");
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                family = help.split_once(' ').unwrap().0.to_owned();
                continue;
            }
            if let Some(kind) = line.strip_prefix("# TYPE ") {
                let (name, kind) = kind.split_once(' ').unwrap();
                assert_eq!(name, family);
                assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
                assert!(kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "{name} stands twice");
                assert_eq!(name.ends_with("_total"), kind == "counter", "{line}");
                continue;
            }
            let (name, value) = line.rsplit_once(' ').unwrap();
            let base = name.split('{').next().unwrap();
            let of_histogram = ["_bucket", "_sum", "_count"].iter().find_map(|end| base.strip_suffix(end));
            let is_histogram = kinds[&family] == "histogram";
            assert_eq!(if is_histogram { of_histogram.unwrap() } else { base }, family, "{line}");
            check_labels(&name[base.len()..]);
            assert!(series.insert(name.to_owned(), value.parse().unwrap()).is_none(), "{name} stands twice");
        }
        Self { kinds, series }
    }

    /// The value of a series, which must be there.
    #[track_caller]
    pub(super) fn of(&self, name: &str) -> f64 {
        *self.series.get(name).unwrap_or_else(|| panic!("no {name} in {:#?}", self.series.keys()))
    }
}

/// Labels: `{name="value",…}`, or nothing.
fn check_labels(labels: &str) {
    if labels.is_empty() {
        return;
    }
    let inner = labels.strip_prefix('{').and_then(|labels| labels.strip_suffix('}')).unwrap();
    for label in inner.split("\",") {
        let (name, value) = label.trim_end_matches('"').split_once("=\"").unwrap();
        assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{labels}");
        assert!(!value.contains(['"', '\\', '\n']), "{labels}");
    }
}

/// A gateway on which everything that is measured has happened.
pub(super) async fn busy() -> Gateway {
    let failing = |path: &str| path.starts_with("/Menu/");
    let services = Router::new().fallback(async move |request: axum::extract::Request| {
        if failing(request.uri().path()) {
            return StatusCode::BAD_GATEWAY.into_response();
        }
        r#"{"status":1,"messages":"","data":[]}"#.into_response()
    });
    let keep = CachePolicy { ttl: std::time::Duration::from_secs(300), ..CachePolicy::default() };
    let keep = CachePolicy { max_bytes: 1024 * 1024, ..keep };
    let address = serve(services).await;
    let settings = UpstreamSettings { reference_cache: keep, ..patient(address) };
    let parts = GatewayParts { documents: documents(), telemetry: scraped(), ..default_parts() };
    parts.telemetry.metrics().observe_log(|| 0);
    parts.telemetry.metrics().observe_redis(|| true);
    let gateway = Gateway::with_services_as(settings, parts);
    for _ in 0..2 {
        ask(&gateway, by_id(INSURERS), &[]).await.data();
    }
    // Two equal fields: one call, which fails and is retried, in each request, until the circuit breaker opens.
    for _ in 0..8 {
        ask(&gateway, by_text("{ menu { id } }"), &[]).await;
    }
    let totals = "subscription { totaisPorStatus(ano: 2026) { mes } }";
    subscribe(&gateway, "ficha", totals, serde_json::json!({})).await.next().await;
    gateway
}

#[tokio::test]
async fn the_exposition_is_valid() {
    let text = busy().await.telemetry.prometheus_text().unwrap().unwrap();
    let metrics = Exposition::read(&text);
    assert!(metrics.kinds.values().filter(|kind| *kind == "histogram").count() == 4 && metrics.kinds.len() > 15);
    // Buckets grow, and the last one is all.
    let mut before: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for line in text.lines().filter(|line| line.contains("_bucket{")) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        let (labels, bound) = name.trim_end_matches("\"}").rsplit_once(",le=\"").unwrap();
        let bound: f64 = if bound == "+Inf" { f64::INFINITY } else { bound.parse().unwrap() };
        let value: f64 = value.parse().unwrap();
        let (last_bound, last) = before.insert(labels.to_owned(), (bound, value)).unwrap_or((f64::NEG_INFINITY, 0.0));
        assert!(bound > last_bound && value >= last, "{line}");
    }
    assert!(!before.is_empty());
    for (labels, (bound, all)) in before {
        assert!(bound.is_infinite() && all == metrics.of(&(labels.replace("_bucket{", "_count{") + "}")), "{labels}");
    }
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
    let metrics = Exposition::read(&busy().await.telemetry.prometheus_text().unwrap().unwrap());
    let names: Vec<&str> = metrics.series.keys().map(|series| series.split('{').next().unwrap()).collect();
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

#[test]
fn metric_names_are_found_in_an_expression() {
    let text = "histogram_quantile(0.95, sum by (le, http_route) (rate(a_seconds_bucket{x=\"y\"}[5m]))) > 2 * b_total";
    assert_eq!(metrics_in(text), ["a_seconds_bucket", "b_total"]);
}
