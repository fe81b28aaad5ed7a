//! What is told of a request and of a call, by the names that OpenTelemetry gives it. The crate of those names has half of
//! them behind a feature that says it may change, so the few that are used stand here.

pub(super) const ROUTE: &str = "http.route";
pub(super) const METHOD: &str = "http.request.method";
pub(super) const STATUS: &str = "http.response.status_code";
pub(super) const RESENT: &str = "http.request.resend_count";
pub(super) const ERROR: &str = "error.type";
pub(super) const OPERATION_NAME: &str = "graphql.operation.name";
pub(super) const OPERATION_TYPE: &str = "graphql.operation.type";
/// The path of a service. It has no parts that change.
pub(super) const ENDPOINT: &str = "url.template";
/// What came of a call; no name of OpenTelemetry's.
pub(super) const OUTCOME: &str = "gateway.outcome";
