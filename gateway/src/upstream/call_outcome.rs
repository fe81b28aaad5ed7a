//! How a call to a service ended, as the circuit breaker and the adaptive concurrency limit count it.

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallOutcome {
    /// A response, with its size.
    Answered { bytes: usize },
    /// A refusal, or a response that waited for the memory budget. The service responded; the latency does not count.
    Refused,
    /// Unreachable, timed out, or disconnected.
    Failed,
    /// The caller dropped the call.
    Abandoned,
}
