//! The functions of a call, outermost first.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use hyper::StatusCode;
use secrecy::SecretString;
use services::wire::{
    Call, Write,
    envelope::Answer,
    mapping::{EnvelopeMapping, ResponseMapping},
};
use tokio::time::{Instant, sleep, timeout_at};

use super::{
    base_url::BaseUrl,
    body_budget::BodyBudget,
    call_request::CallRequest,
    endpoint::{Endpoint, Endpoints},
    error::{CallFailure, ConnectError, Error, Fault, NO_DATA},
    http_client::HttpClient,
    pages::{ReadPages, UnreadPage},
    response::{self, ReadLimits},
    response_data::{ResponseData, ServiceResponse},
    retry::{self, RetryBudget},
    settings::UpstreamSettings,
};
use crate::mapping::pages::PageRequests;

/// Longest response in bytes that is read, other than a list of acionamentos: nothing else grows with the business.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// Sends the calls.
pub(super) struct Calls {
    pub(super) settings: UpstreamSettings,
    /// One for each base URL: that of the settings first, then those of modules.
    clients: Vec<(BaseUrl, HttpClient)>,
    pub(super) endpoints: Endpoints,
    pub(super) memory: Arc<BodyBudget>,
    /// One for all services: an outage usually is of what they share.
    retry_budget: RetryBudget,
}

impl Calls {
    pub(super) fn new(settings: UpstreamSettings, api_key: &SecretString) -> Result<Self, ConnectError> {
        let mut base_urls = vec![settings.base_url.clone()];
        for (module, base_url) in &settings.mapping.file().base_urls {
            let invalid = |error| ConnectError::BaseUrl { module: module.clone(), error };
            base_urls.push(base_url.parse().map_err(invalid)?);
        }
        let client = |base_url: BaseUrl| {
            let settings = UpstreamSettings { base_url: base_url.clone(), ..settings.clone() };
            Ok((base_url, HttpClient::new(&settings, api_key)?))
        };
        let clients = base_urls.into_iter().map(client).collect::<Result<_, ConnectError>>()?;
        let endpoints = Endpoints::new(&settings, api_key);
        let memory = BodyBudget::new(settings.memory_budget_bytes);
        Ok(Self { settings, clients, endpoints, memory, retry_budget: RetryBudget::new() })
    }

    /// The client for the base URL of a service.
    pub(super) fn client(&self, endpoint: &Endpoint) -> &HttpClient {
        let own = self.clients.iter().find(|(base_url, _)| *base_url == endpoint.base_url);
        &own.expect("there is a client for each base URL").1
    }

    /// Reads all pages of a list.
    pub(super) async fn read_pages<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        requests: &PageRequests,
        request: &CallRequest,
        deadline: Instant,
    ) -> Result<ServiceResponse<T>, CallFailure> {
        let mut pages = ReadPages::default();
        loop {
            let one = pages.next_request(requests, request);
            let ServiceResponse { answer, permit, .. } =
                self.send_with_retry::<UnreadPage>(endpoint, &one, deadline).await?;
            let Answer { is_success, messages, data, lacks_data, pages: signs } = answer;
            let Some(page) = data else {
                let answer = Answer { is_success, messages, data: None, lacks_data, pages: signs };
                return Ok(ServiceResponse { answer, permit, location: None, is_pending: false });
            };
            if !pages.add(page, signs, permit, requests, self.max_bytes(endpoint))? {
                break;
            }
        }
        let has_more = pages.has_more();
        let memory = request.memory.clone().unwrap_or_else(|| self.memory.request());
        let (body, permit) = pages.whole(&memory)?;
        let envelope = Arc::new(EnvelopeMapping { status: None, data: None, ..EnvelopeMapping::default() });
        let mapping = ResponseMapping { envelope, list: None, ..endpoint.mapping.response.clone() };
        let answer = response::parse::<T>(body, &mapping, endpoint, &request.telemetry)?;
        response::report_missing_rows(endpoint, has_more, &request.telemetry);
        Ok(ServiceResponse { answer, permit, location: None, is_pending: false })
    }

    /// A read of one response, until its deadline. One retry at most, and only where the first call cannot have been processed:
    /// the connection failed, or a proxy or the service said so.
    pub(super) async fn send_with_retry<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        request: &CallRequest,
        deadline: Instant,
    ) -> Result<ServiceResponse<T>, CallFailure> {
        self.retry_budget.deposit();
        let first = self.send_once(endpoint, request, deadline).await;
        match self.pause_before_retry(&first, deadline) {
            None => first,
            Some(pause) => {
                request.telemetry.metrics().count_retry();
                tracing::debug!(path = endpoint.path, "retrying a read");
                sleep(pause).await;
                // Boxed: otherwise every read is as large as two calls.
                Box::pin(self.send_once(endpoint, request, deadline)).await
            }
        }
    }

    /// A write whose success has data. Returns them with the last segment of the address in the response.
    pub(super) async fn write_confirmed<C: Write, T: ResponseData>(
        &self,
        request: &CallRequest,
    ) -> Result<(T, Option<String>), Error> {
        self.confirmed::<C, T>(self.write::<C, T>(request).await?, request)
    }

    /// A write: sent once at most. Returns the response, also where the service refused.
    pub(super) async fn write<C: Write, T: ResponseData>(
        &self,
        request: &CallRequest,
    ) -> Result<ServiceResponse<T>, Error> {
        let endpoint = self.endpoints.of(C::PATH);
        let deadline = Instant::now() + self.settings.write_timeout;
        let response = self.send_once(&endpoint, request, deadline).await;
        response.map_err(|failure| logged::<C>(failure, request).of_write())
    }

    /// The data of a write's success, with the last segment of the address in the response. The text beside null data is that
    /// of a refusal (the portal's specification, sections 3 and 8), unless the status alone decides or something was created at
    /// an address. Otherwise, as without the key of the data, and while the service has yet to do it, its outcome is unknown.
    fn confirmed<C: Call, T>(
        &self,
        response: ServiceResponse<T>,
        request: &CallRequest,
    ) -> Result<(T, Option<String>), Error> {
        let ServiceResponse { answer, location, is_pending, .. } = response;
        let endpoint = self.endpoints.of(C::PATH);
        let refuses_by_text =
            |lacks_data: bool| location.is_none() && !lacks_data && !endpoint.mapping.response.envelope.null_is_success;
        let error = match answer {
            _ if is_pending => logged::<C>(CallFailure::last(Fault::Status(StatusCode::ACCEPTED)), request),
            Answer { data: Some(data), .. } => return Ok((data, location)),
            Answer { is_success, messages, lacks_data, .. }
                if !is_success || !messages.trim().is_empty() && refuses_by_text(lacks_data) =>
            {
                Error::rejected(C::PATH, messages)
            }
            Answer { .. } => {
                let fault = Fault::InvalidResponse(NO_DATA.to_owned());
                logged::<C>(CallFailure::last(fault), request)
            }
        };
        Err(error.of_write())
    }

    /// The pause before a retry, for which it takes from the retry budget; `None` if there is no retry.
    fn pause_before_retry<T>(&self, first: &Result<T, CallFailure>, deadline: Instant) -> Option<Duration> {
        let requested = first.as_ref().err()?.retry_after?;
        let left = deadline.saturating_duration_since(Instant::now());
        let pause = retry::pause(requested, left, rand::random())?;
        self.retry_budget.withdraw().then_some(pause)
    }

    /// One call: admission, telemetry, deadline, HTTP, response.
    async fn send_once<T: ResponseData>(
        &self,
        endpoint: &Endpoint,
        request: &CallRequest,
        deadline: Instant,
    ) -> Result<ServiceResponse<T>, CallFailure> {
        let telemetry = &request.telemetry;
        let earlier = request.calls_sent.fetch_add(1, Ordering::Relaxed);
        let mut permit = endpoint.admission.acquire(request.session, deadline).await.map_err(|fault| {
            telemetry.metrics().call_not_sent(endpoint.path, fault.name());
            CallFailure::last(fault)
        })?;
        let call = telemetry.start_call(endpoint.path, earlier);
        // Boxed after admission: thousands of calls may be queued, and this future is large.
        let exchange = Box::pin(async {
            let response = self.client(endpoint).post(&endpoint.target, request, &call).await?;
            let limits = ReadLimits::new(&self.memory, request.memory.as_ref(), self.max_bytes(endpoint), deadline);
            response::read(response, endpoint, limits, telemetry).await
        });
        let result = timeout_at(deadline, exchange).await.unwrap_or_else(|_| Err(CallFailure::last(Fault::Timeout)));
        call.end(match &result {
            Ok(response) if response.answer.data.is_none() => "rejected",
            Ok(_) => "ok",
            Err(failure) => failure.fault.name(),
        });
        permit.finish(result.as_ref().err().map(|failure| &failure.fault));
        result
    }

    /// Longest response that is read. A list of acionamentos may have as many bytes as the memory budget allows.
    pub(super) fn max_bytes(&self, endpoint: &Endpoint) -> usize {
        let by_budget = self.memory.longest_body();
        if endpoint.grows { by_budget } else { MAX_RESPONSE.min(by_budget) }
    }

    /// Reloads certificates and authorities.
    pub(super) fn reload(&self) -> Result<(), ConnectError> {
        self.clients.iter().try_for_each(|(_, client)| client.reload())
    }

    /// Whether the services' address accepts connections. Sends nothing.
    pub(super) async fn is_reachable(&self) -> bool {
        match self.clients.first() {
            Some((_, client)) => client.is_reachable().await,
            None => false,
        }
    }
}

/// Logs a failure here, once a call: thousands of rows may share its error.
pub(super) fn logged<C: Call>(CallFailure { fault, .. }: CallFailure, request: &CallRequest) -> Error {
    let (path, request_id) = (C::PATH, request.telemetry.request_id());
    match &fault {
        // A session that ended is no fault of the services.
        Fault::Unauthenticated => tracing::debug!(path, request_id, "no session behind a token"),
        // Logged when the breaker opened.
        Fault::BreakerOpen => tracing::debug!(path, %fault, request_id, "a call failed"),
        fault => tracing::warn!(path, %fault, request_id, "a call failed"),
    }
    Error::new(path, fault)
}
