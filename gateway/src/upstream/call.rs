//! The functions of a call, outermost first.

use std::{sync::Arc, time::Duration};

use contract::{Call, Write, envelope::Answer};
use hyper::StatusCode;
use secrecy::SecretString;
use tokio::time::{Instant, sleep, timeout_at};
use tower::retry::budget::{Budget as _, TpsBudget};

use super::{
    body_budget::BodyBudget,
    endpoint::{self, Endpoint, Endpoints},
    error::{Error, Fault, NO_DATA},
    http_client::{CallRequest, HttpClient},
    response::{self, ServiceResponse},
    response_body::ReadLimits,
    response_data::ResponseData,
    settings::UpstreamSettings,
};
use crate::tls;

/// Longest response in bytes that is read, other than a list of acionamentos: nothing else grows with the business.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// The retry budget, so that an outage does not double the load: a part of the reads in this window, and a few in each second.
const RETRY_WINDOW: Duration = Duration::from_secs(10);
const RETRIED_PART: f32 = 0.2;
const RETRIES_PER_SECOND: u32 = 1;
/// Shortest pause before a retry. Jitter adds up to twice this, so that reads that failed together spread out.
const PAUSE: Duration = Duration::from_millis(25);

/// Sends the calls.
pub(super) struct CallSender {
    pub(super) settings: UpstreamSettings,
    pub(super) client: HttpClient,
    pub(super) endpoints: Endpoints,
    pub(super) memory: Arc<BodyBudget>,
    /// One for all services: an outage usually is of what they share.
    retry_budget: TpsBudget,
}

impl CallSender {
    pub(super) fn new(settings: UpstreamSettings, api_key: &SecretString) -> Result<Self, tls::Error> {
        let endpoints = endpoint::endpoints(&settings, api_key);
        let client = HttpClient::new(&settings, &endpoints, api_key)?;
        let memory = BodyBudget::new(settings.memory_budget_bytes);
        let retry_budget = TpsBudget::new(RETRY_WINDOW, RETRIES_PER_SECOND, RETRIED_PART);
        Ok(Self { settings, client, endpoints, memory, retry_budget })
    }

    /// A read of one response, until its deadline. One retry at most, and only where the first call cannot have been processed:
    /// the connection failed, or a proxy or the service said so.
    pub(super) async fn send_with_retry<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        request: &CallRequest,
        deadline: Instant,
    ) -> Result<ServiceResponse<T>, Fault> {
        self.retry_budget.deposit();
        let first = self.send_once(endpoint, request, 0, deadline).await;
        let Some(requested) = first.as_ref().err().and_then(Fault::retry_after) else { return first };
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(pause) = pause_before_retry(requested, left) else { return first };
        if !self.retry_budget.withdraw() {
            return first;
        }
        request.telemetry.metrics().count_retry();
        tracing::debug!(path = endpoint.call.path, "retrying a read");
        sleep(pause).await;
        // Boxed: otherwise every read is as large as two calls.
        Box::pin(self.send_once(endpoint, request, 1, deadline)).await
    }

    /// A write: sent once at most. Returns the response, also where the service refused.
    pub(super) async fn write<C: Write, T: ResponseData>(
        &self,
        request: &CallRequest,
    ) -> Result<ServiceResponse<T>, Error> {
        let deadline = Instant::now() + self.settings.timeouts.write;
        let response = self.send_once(&self.endpoints[C::PATH], request, 0, deadline).await;
        response.map_err(|fault| Error::of_write(C::PATH, logged::<C>(fault, request)))
    }

    /// A write whose success has data. Returns them with the last segment of the address in the response. A text beside null
    /// data is a refusal (the portal's specification, sections 3 and 8), unless the mapping says that the status alone decides,
    /// or the response has the address of what was created. The outcome is unknown after null data without a text, after a
    /// response without data, and after HTTP 202.
    pub(super) async fn write_confirmed<C: Write, T: ResponseData>(
        &self,
        request: &CallRequest,
    ) -> Result<(T, Option<String>), Error> {
        let ServiceResponse { answer, location, is_pending, .. } = self.write::<C, T>(request).await?;
        let endpoint = &self.endpoints[C::PATH];
        let refuses_by_text =
            |lacks_data: bool| location.is_none() && !lacks_data && !endpoint.mapping.response.envelope.null_is_success;
        let fault = match answer {
            _ if is_pending => logged::<C>(Fault::Status(StatusCode::ACCEPTED), request),
            Answer { data: Some(data), .. } => return Ok((data, location)),
            Answer { is_success, messages, lacks_data, .. }
                if !is_success || !messages.trim().is_empty() && refuses_by_text(lacks_data) =>
            {
                Fault::rejected(C::PATH, messages)
            }
            Answer { .. } => logged::<C>(Fault::InvalidResponse(NO_DATA.to_owned()), request),
        };
        Err(Error::of_write(C::PATH, fault))
    }

    /// One call: admission, telemetry, deadline, HTTP, response. `resends` is the number of calls that were sent before for the
    /// same read.
    async fn send_once<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        request: &CallRequest,
        resends: u32,
        deadline: Instant,
    ) -> Result<ServiceResponse<T>, Fault> {
        let telemetry = &request.telemetry;
        let mut permit = endpoint
            .admission
            .acquire(request.session, deadline)
            .await
            .inspect_err(|fault| telemetry.metrics().call_not_sent(endpoint.call.path, fault.name()))?;
        let call = telemetry.start_call(endpoint.call.path, resends);
        // Boxed after admission: thousands of calls may be queued, and this future is large.
        let exchange = Box::pin(async {
            let response = self.client.post(endpoint, request, &call).await?;
            let limits = ReadLimits::of(request, self.max_bytes(endpoint), deadline);
            response::read(response, endpoint, request, limits).await
        });
        let result = timeout_at(deadline, exchange).await.unwrap_or(Err(Fault::Timeout));
        call.end(match &result {
            Ok(response) if response.answer.data.is_none() => "rejected",
            Ok(_) => "ok",
            Err(fault) => fault.name(),
        });
        permit.finish(result.as_ref().err());
        result
    }

    /// Longest response that is read. A list of acionamentos may have as many bytes as the memory budget allows.
    pub(super) fn max_bytes(&self, endpoint: &Endpoint) -> usize {
        let by_budget = self.memory.longest_body();
        if endpoint.call.grows { by_budget } else { MAX_RESPONSE.min(by_budget) }
    }
}

/// Logs a failure here, once a call: thousands of rows may share its error.
pub(super) fn logged<C: Call>(fault: Fault, request: &CallRequest) -> Fault {
    let (path, request_id) = (C::PATH, request.telemetry.request_id());
    match &fault {
        // A session that ended is no fault of the services.
        Fault::Unauthenticated => tracing::debug!(path, request_id, "no session behind a token"),
        // Logged when the breaker opened.
        Fault::BreakerOpen => tracing::debug!(path, %fault, request_id, "a call failed"),
        fault => tracing::warn!(path, %fault, request_id, "a call failed"),
    }
    fault
}

/// The pause before a retry: what the service requested, plus jitter. `None` if no time would be left.
fn pause_before_retry(requested: Duration, left: Duration) -> Option<Duration> {
    let pause = requested.checked_add(PAUSE + (PAUSE * 2).mul_f64(rand::random()))?;
    (pause < left).then_some(pause)
}
