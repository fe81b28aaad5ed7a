//! The metrics port, for operators: Prometheus metrics and the readiness with its reasons. Never on the clients' address.

use std::future::pending;

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

use tokio::net::TcpListener;

use super::{
    client_limits::ClientLimits,
    connection::Connections,
    error_response::ErrorResponse,
    graceful_shutdown::GracefulShutdown,
    health::{self, Readiness},
    server,
};
use crate::telemetry::Telemetry;

/// The content type of Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Serves the metrics port until the process ends: the last requests are scraped, too.
pub async fn serve(listener: TcpListener, limits: ClientLimits, telemetry: Telemetry, readiness: Readiness) {
    let (shutdown, of_scrapes) = (GracefulShutdown::default(), Telemetry::default());
    let connections = Connections { tls: None, limits, shutdown, telemetry: of_scrapes };
    server::serve(listener, connections, router(telemetry, readiness), pending()).await;
}

/// The routes `/metrics` and `/readyz`.
pub fn router(telemetry: Telemetry, readiness: Readiness) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/readyz", get(health::details).with_state(readiness))
        .method_not_allowed_fallback(async || {
            ErrorResponse::method_not_allowed("GET, HEAD", "O que há aqui é lido por GET.")
        })
        .fallback(async || ErrorResponse::not_found("Aqui há apenas /metrics e /readyz."))
        .with_state(telemetry)
}

async fn metrics(State(telemetry): State<Telemetry>) -> Response {
    match telemetry.prometheus_text() {
        Some(Ok(text)) => ([(header::CONTENT_TYPE, TEXT), (header::CACHE_CONTROL, "no-store")], text).into_response(),
        Some(Err(error)) => {
            tracing::error!(%error, "the metrics could not be written");
            ErrorResponse::internal().into_response()
        }
        None => ErrorResponse::not_found("As métricas estão desligadas.").into_response(),
    }
}
