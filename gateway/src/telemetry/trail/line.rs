//! The line of a request in the log.

use std::time::Duration;

use tracing::Level;

use super::Record;

/// What the lines are filtered by: `gateway::request=off` is a log without them.
const TARGET: &str = "gateway::request";

/// The fields are put together only if somebody wants the line.
macro_rules! line {
    ($level:expr, $record:ident, $time:ident) => {
        if tracing::enabled!(target: TARGET, $level) {
            let Record { trail, method, route, bytes, .. } = $record;
            let errors = $record.codes().join(",");
            let trace_id = trail.span.trace_id();
            tracing::event!(
                target: TARGET,
                $level,
                method,
                route = route.name,
                status = $record.status(),
                operation = $record.operation().map(super::Operation::name),
                kind = $record.operation().map(|operation| operation.kind),
                errors = (!errors.is_empty()).then_some(errors.as_str()),
                aborted = $record.is_aborted().then_some(true),
                ms = milliseconds($time),
                calls = trail.calls.load(std::sync::atomic::Ordering::Relaxed),
                bytes,
                request_id = trail.request_id(),
                trace_id = %str::from_utf8(&trace_id).expect("hexadecimal digits"),
                "request"
            );
        }
    };
}

pub(super) fn write(record: &Record, time: Duration) {
    if record.route.is_quiet && record.status() < 500 {
        line!(Level::DEBUG, record, time);
    } else {
        line!(Level::INFO, record, time);
    }
}

/// To the microsecond.
fn milliseconds(time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no request takes centuries")]
    let microseconds = time.as_micros() as f64;
    microseconds / 1000.0
}
