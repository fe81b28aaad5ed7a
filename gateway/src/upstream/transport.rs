//! One call over HTTP: what is sent, and what is read and how much of it.

use std::{
    error::Error,
    mem,
    pin::pin,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use chrono::DateTime;
use futures_util::FutureExt as _;
use http_body_util::{BodyExt as _, Full};
use hyper::{
    Method, Response, StatusCode, Uri,
    body::{Body as _, Incoming},
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, DATE, HOST, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
};
use services::wire::acionamento::IDEMPOTENCY_KEY;
use tokio::{
    net::TcpStream,
    sync::Mutex,
    time::{Instant, timeout, timeout_at},
};

use super::{
    BaseUrl, Fault, Settings,
    calls::Request,
    connections::{self, Client},
    error::Failure,
    memory::{Charge, NoMemory, RequestMemory, SMALL, weight},
    tls::{self, Tls},
};
use crate::tls as files;

/// Why the connections to the services could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The base URL is `https`, but there is nobody to vouch for the other side.
    #[error(
        "esta máquina não tem autoridades certificadoras para conferir o HTTPS dos serviços: instale o pacote ca-certificates"
    )]
    NoCertificateAuthorities,
    /// A certificate, a key or the authorities cannot be used.
    #[error(transparent)]
    File(#[from] files::Error),
    /// TLS could not be set up.
    #[error("o TLS com os serviços não pôde ser preparado: {0}")]
    Tls(#[from] rustls::Error),
}

/// What the call is made for, as the services may write it to a log of theirs.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// Most headers that a call has.
const MOST_HEADERS: usize = 9;
/// For how long it is known whether the services can be reached, however often somebody asks.
const REACH_KNOWN: Duration = Duration::from_secs(1);

/// How an answer is read.
pub(super) struct Reading {
    /// What it is counted by.
    pub(super) memory: Arc<RequestMemory>,
    /// Most bytes of it.
    pub(super) most: usize,
    /// Until when it may wait for memory.
    pub(super) deadline: Instant,
    /// Whether it did.
    pub(super) waited: AtomicBool,
}

impl Reading {
    pub(super) fn new(memory: Arc<RequestMemory>, most: usize, deadline: Instant) -> Self {
        Self { memory, most, deadline, waited: AtomicBool::new(false) }
    }
}

pub(super) struct Transport {
    /// Replaced where certificates are read anew: connections that are there end with the calls under way on them.
    client: RwLock<Client>,
    tls: Tls,
    base_url: BaseUrl,
    /// The same as the header of a call.
    host: HeaderValue,
    connect_timeout: Duration,
    /// Whether the services could be reached, and when that was tried.
    reach: Mutex<Option<(Instant, bool)>>,
}

impl Transport {
    pub(super) fn new(settings: &Settings) -> Result<Self, ConnectError> {
        let (base_url, connect_timeout) = (settings.base_url.clone(), settings.connect_timeout);
        let client = connections::client(&base_url, &settings.tls, connect_timeout)?;
        Ok(Self {
            client: RwLock::new(client),
            tls: settings.tls.clone(),
            host: base_url.host(),
            base_url,
            connect_timeout,
            reach: Mutex::default(),
        })
    }

    /// Reads certificates and authorities anew, for new connections.
    pub(super) fn reload(&self) -> Result<(), ConnectError> {
        let client = connections::client(&self.base_url, &self.tls, self.connect_timeout)?;
        *self.client.write().unwrap_or_else(PoisonError::into_inner) = client;
        Ok(())
    }

    /// Sends a call once, with its place in the trace, and reads its answer. The caller passes its deadline.
    pub(super) async fn send(
        &self,
        uri: &Uri,
        request: &Request,
        traceparent: &HeaderValue,
        reading: &Reading,
    ) -> Result<Bytes, Failure> {
        let response = self.post(uri, request, traceparent).await?;
        match response.status() {
            StatusCode::OK => self.body(response, reading).await,
            StatusCode::UNAUTHORIZED => Err(Failure::last(Fault::Unauthenticated)),
            StatusCode::FORBIDDEN => Err(Failure::last(Fault::Forbidden)),
            StatusCode::TOO_MANY_REQUESTS => {
                let retry_after = Some(retry_after(response.headers())).filter(|wish| !wish.is_zero());
                Err(Failure::last(Fault::RateLimited { retry_after }))
            }
            // Said by what stands before the service, or by a service that did not begin.
            status @ (StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE) => {
                Err(Failure { fault: Fault::Status(status), again: Some(retry_after(response.headers())) })
            }
            other => Err(Failure::last(Fault::Status(other))),
        }
    }

    /// Sends a call once and gives what comes back, whatever its status.
    pub(super) async fn post(
        &self,
        uri: &Uri,
        request: &Request,
        traceparent: &HeaderValue,
    ) -> Result<Response<Incoming>, Failure> {
        let mut call = hyper::Request::new(Full::new(request.body.clone()));
        *call.method_mut() = Method::POST;
        *call.uri_mut() = uri.clone();
        *call.headers_mut() = self.headers(request, traceparent);
        let response = self.client.read().unwrap_or_else(PoisonError::into_inner).request(call);
        response.await.map_err(|error| broken(&error, !error.is_connect()))
    }

    fn headers(&self, request: &Request, traceparent: &HeaderValue) -> HeaderMap {
        let Request { authorization, key, telemetry, .. } = request;
        let mut headers = HeaderMap::with_capacity(MOST_HEADERS);
        headers.insert(HOST, self.host.clone());
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        headers.insert(AUTHORIZATION, authorization.clone());
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(REQUEST_ID, telemetry.request_id_header().clone());
        headers.insert(TRACEPARENT, traceparent.clone());
        if let Some(key) = key {
            headers.insert(IDEMPOTENCY_KEY, key.header().clone());
        }
        if let Some(state) = telemetry.tracestate() {
            headers.insert(TRACESTATE, HeaderValue::from_str(state).expect("what is passed on of it is plain ASCII"));
        }
        headers
    }

    /// Reads an answer's body, up to the most that is allowed and that there is memory for. It counts for as long as
    /// anybody has it.
    pub(super) async fn body(&self, response: Response<Incoming>, reading: &Reading) -> Result<Bytes, Failure> {
        let most = reading.most.min(reading.memory.budget().longest_body());
        let too_large = || Failure::last(Fault::InvalidResponse(format!("larger than {most} bytes")));
        let mut incoming = response.into_body();
        let announced = match incoming.size_hint().exact().map(usize::try_from) {
            Some(Ok(length)) if length <= most => Some(length),
            Some(_) => return Err(too_large()),
            None => None,
        };
        let mut body = Buffer::new(announced, reading).await?;
        while let Some(frame) = incoming.frame().await {
            // What is no data are trailers, which say nothing here.
            let Ok(chunk) = frame.map_err(|error| broken(&error, true))?.into_data() else { continue };
            if body.length + chunk.len() > most {
                return Err(too_large());
            }
            body.add(&chunk, reading).await?;
        }
        Ok(body.whole())
    }

    /// Whether a connection is accepted within the time for one. Sends nothing, and asking often opens no more
    /// connections.
    pub(super) async fn is_reachable(&self) -> bool {
        // Held while it is tried: whoever asks meanwhile waits for the same answer.
        let mut reach = self.reach.lock().await;
        if let Some((since, is_reachable)) = *reach
            && since.elapsed() < REACH_KNOWN
        {
            return is_reachable;
        }
        let Some(address) = self.base_url.host_and_port() else {
            return false;
        };
        let is_reachable = matches!(timeout(self.connect_timeout, TcpStream::connect(address)).await, Ok(Ok(_)));
        *reach = Some((Instant::now(), is_reachable));
        is_reachable
    }
}

/// A body as it comes.
struct Buffer {
    /// What is full already, where nobody knows how long it will be. It is copied once, at the end: a buffer that grows
    /// copies what it has again and again, and takes up to three times as much meanwhile.
    full: Vec<Vec<u8>>,
    last: Vec<u8>,
    length: usize,
    charge: Charge,
}

impl Buffer {
    async fn new(announced: Option<usize>, reading: &Reading) -> Result<Self, Failure> {
        let length = announced.unwrap_or_default();
        let charge = if length > SMALL {
            claim(weight(length), reading).await?
        } else {
            reading.memory.charge(weight(length)).map_err(no_memory)?
        };
        // Memory of its own: what is kept of an answer must not hold on to all that a connection reads into.
        Ok(Self { full: Vec::new(), last: Vec::with_capacity(length), length: 0, charge })
    }

    async fn add(&mut self, chunk: &[u8], reading: &Reading) -> Result<(), Failure> {
        let weight = weight(self.length + chunk.len());
        if self.length + chunk.len() > SMALL && !self.charge.is_claim() {
            let first = reading.memory.budget().first_claim().max(weight);
            self.charge = claim(first, reading).await?;
        }
        if weight > self.charge.bytes() {
            self.charge.grow(weight).map_err(no_memory)?;
        }
        if self.last.len() + chunk.len() > self.last.capacity().max(SMALL) {
            self.full.push(mem::replace(&mut self.last, Vec::with_capacity(SMALL)));
        }
        self.last.extend_from_slice(chunk);
        self.length += chunk.len();
        Ok(())
    }

    fn whole(mut self) -> Bytes {
        let mut whole = self.last;
        if !self.full.is_empty() {
            let last = mem::replace(&mut whole, Vec::with_capacity(self.length));
            // Each goes as soon as it is copied.
            for part in self.full.into_iter().chain([last]) {
                whole.extend_from_slice(&part);
            }
        }
        // Of a short one that was not announced.
        whole.shrink_to_fit();
        self.charge.shrink(weight(whole.len()));
        self.charge.of(whole)
    }
}

async fn claim(bytes: usize, reading: &Reading) -> Result<Charge, Failure> {
    let mut claim = pin!(reading.memory.claim(bytes));
    let claimed = match claim.as_mut().now_or_never() {
        Some(claimed) => Ok(claimed),
        None => {
            reading.waited.store(true, Ordering::Relaxed);
            timeout_at(reading.deadline, claim).await
        }
    };
    claimed.unwrap_or(Err(NoMemory)).map_err(no_memory)
}

fn no_memory(NoMemory: NoMemory) -> Failure {
    Failure::last(Fault::NoMemory)
}

/// How long a service wants to be left alone: in seconds, or until an instant that is told beside its own. Nothing where
/// it does not say, or not so that it can be understood.
fn retry_after(headers: &HeaderMap) -> Duration {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(wish) = text(RETRY_AFTER) else {
        return Duration::ZERO;
    };
    if let Ok(seconds) = wish.parse() {
        return Duration::from_secs(seconds);
    }
    let instant = |text: &str| DateTime::parse_from_rfc2822(text).ok();
    match (instant(wish), text(DATE).and_then(instant)) {
        (Some(until), Some(now)) => (until - now).to_std().unwrap_or_default(),
        _ => Duration::ZERO,
    }
}

/// The failure behind an error of a call that may have been sent, or was not. Its text goes to logs, and has no address.
fn broken(error: &(dyn Error + 'static), was_sent: bool) -> Failure {
    let mut text = error.to_string();
    let mut was_taken = true;
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(error) = tls::error_in(cause)
            && (!was_sent || tls::is_refusal(error))
        {
            // What is wrong with a certificate is so a moment later, too.
            return Failure::last(Fault::NotConnected(tls::explain(error)));
        }
        text = format!("{text}: {cause}");
        // The connection closed before the request was taken from the queue: no byte of it was written.
        was_taken &= !cause.downcast_ref().is_some_and(hyper::Error::is_canceled);
        source = cause.source();
    }
    if was_sent && was_taken {
        return Failure::last(Fault::Broken(text));
    }
    Failure { fault: Fault::NotConnected(text), again: Some(Duration::ZERO) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyper::header::{DATE, HeaderMap, RETRY_AFTER};

    use super::retry_after;

    #[test]
    fn a_service_says_how_long_it_wants_to_be_left_alone() {
        let date = "Fri, 20 Nov 2026 15:00:00 GMT";
        for (wish, seconds) in [
            ("2", 2),
            ("86400", 86_400),
            ("Fri, 20 Nov 2026 15:00:03 GMT", 3),
            ("Fri, 20 Nov 2026 14:00:00 GMT", 0),
            ("-1", 0),
            ("soon", 0),
            ("", 0),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(DATE, date.parse().unwrap());
            headers.insert(RETRY_AFTER, wish.parse().unwrap());
            assert_eq!(retry_after(&headers), Duration::from_secs(seconds), "{wish}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), Duration::ZERO);
    }
}
