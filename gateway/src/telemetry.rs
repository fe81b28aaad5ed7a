//! Telemetry: the log, traces and metrics.
//!
//! It reports what happened, where and how long it took. Tokens, passwords, codes, CPFs, client addresses, variables and
//! bodies never come here. A value that a caller chooses is one of a known set or counts as "other", so that the number of
//! series is bounded. The exception is `X-Request-Id`, which goes to the log alone.

pub mod access_log;
mod attributes;
pub mod explanation;
mod exporters;
mod labels;
pub mod log;
mod metrics;
pub mod request;
mod spans;

pub use self::{
    exporters::{Collector, Telemetry, TelemetryError},
    labels::{CacheName, CacheResult, ErrorCodes, OperationCost, OperationLabel, Route, ServiceState, StreamTransport},
    metrics::{Metrics, OpenCount},
};
