//! How a call is made: a read is tried twice at most, and given up after its time; a write is sent once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use hyper::header::HeaderValue;
use services::wire::{Call, ReadOnly, Write, envelope::Answer};
use tokio::time::{Instant, sleep};

use super::{
    ConnectError, Error, Fault, IdempotencyKey, Settings,
    breaker::Condition,
    data::Data,
    endpoint::{Endpoint, Endpoints},
    error::Failure,
    key::Session,
    memory::{MemoryBudget, RequestMemory},
    retry::{self, Budget},
    transport::{Reading, Transport},
};
use crate::telemetry::{ServiceState, request::RequestTelemetry};

/// No text in an answer is as long, in bytes.
const LONGEST_TEXT: usize = 1024 * 1024;

/// Whom a call is made for.
pub(super) struct Caller<'a> {
    pub(super) authorization: &'a HeaderValue,
    pub(super) session: Session,
    /// The trail of the request.
    pub(super) telemetry: &'a Arc<RequestTelemetry>,
}

/// A call as it is sent.
pub(super) struct Request {
    pub(super) body: Bytes,
    pub(super) authorization: HeaderValue,
    /// Whose it is: calls of one service are shared out by session.
    pub(super) session: Session,
    pub(super) key: Option<IdempotencyKey>,
    /// The trail of the request that it is made for.
    pub(super) telemetry: Arc<RequestTelemetry>,
    /// What its answer is counted by; a write's by itself.
    memory: Option<Arc<RequestMemory>>,
    /// How often it was sent so far.
    sent: AtomicU32,
}

/// What a service answered, and how long the answer was.
pub(super) struct Read<T> {
    pub(super) answer: Answer<T>,
    pub(super) bytes: usize,
    /// Whether it waited for memory of ours.
    pub(super) waited: bool,
}

/// Makes the calls.
pub(super) struct Calls {
    pub(super) settings: Settings,
    pub(super) transport: Transport,
    pub(super) endpoints: Endpoints,
    pub(super) memory: Arc<MemoryBudget>,
    /// For second tries of whatever service: what fails is usually what they all stand on.
    budget: Budget,
}

impl Request {
    pub(super) fn new<C: Call>(call: &C, caller: &Caller<'_>, key: Option<&IdempotencyKey>) -> Self {
        let body = serde_json::to_vec(call).expect("types of the wire are texts, numbers and lists of them");
        let (authorization, telemetry) = (caller.authorization.clone(), Arc::clone(caller.telemetry));
        let (session, key, sent) = (caller.session, key.cloned(), AtomicU32::new(0));
        Self { body: body.into(), authorization, session, key, telemetry, memory: None, sent }
    }

    /// The same, with an answer that is counted for a request.
    pub(super) fn counted_by(self, memory: &Arc<RequestMemory>) -> Self {
        Self { memory: Some(Arc::clone(memory)), ..self }
    }
}

impl Calls {
    pub(super) fn new(settings: Settings) -> Result<Self, ConnectError> {
        let transport = Transport::new(&settings)?;
        let endpoints = Endpoints::new(settings.base_url.clone(), settings.concurrency.clone());
        let memory = MemoryBudget::new(settings.memory_budget_bytes);
        Ok(Self { settings, transport, endpoints, memory, budget: Budget::new() })
    }

    pub(super) fn is_by_tls(&self) -> bool {
        self.settings.base_url.is_https()
    }

    /// Reads certificates and authorities anew.
    pub(super) fn reload(&self) -> Result<(), ConnectError> {
        self.transport.reload()
    }

    /// A call that changes nothing, until its deadline. It is tried again only where the first try cannot have been at
    /// work: no connection was made, or something before the service said so.
    pub(super) async fn read<C: ReadOnly, T: Data>(
        &self,
        request: &Request,
        deadline: Instant,
    ) -> Result<Read<T>, Error> {
        let endpoint = self.endpoints.of(C::PATH);
        self.budget.deposit();
        let first = self.send(&endpoint, request, deadline).await;
        let result = match self.pause_after(&first, deadline) {
            None => first,
            Some(pause) => {
                request.telemetry.count_retry();
                tracing::debug!(path = C::PATH, "a read is tried again");
                sleep(pause).await;
                // Boxed, or every read would be as large as the two.
                Box::pin(self.send(&endpoint, request, deadline)).await
            }
        };
        logged::<C, _>(result, request)
    }

    /// A call that changes something: sent exactly once, or not at all. Gives the data, if the service accepted.
    pub(super) async fn write<C: Write, T: Data>(&self, request: &Request) -> Result<Answer<T>, Error> {
        let endpoint = self.endpoints.of(C::PATH);
        let deadline = Instant::now() + self.settings.write_timeout;
        let result = logged::<C, _>(self.send(&endpoint, request, deadline).await, request);
        result.map(|read| read.answer).map_err(Error::of_write)
    }

    /// Whether something accepts connections where the services should be. Sends nothing.
    pub(super) async fn is_reachable(&self) -> bool {
        self.transport.is_reachable().await
    }

    /// The breaker of each service that was called so far, by path.
    pub(super) fn conditions(&self) -> Vec<(&'static str, Condition)> {
        self.endpoints.conditions()
    }

    /// The same services as they are now, for those who measure.
    pub(super) fn services(&self) -> Vec<ServiceState> {
        self.endpoints.services()
    }

    /// How long to wait before a second try; `None` if there is to be none.
    fn pause_after<T>(&self, first: &Result<T, Failure>, deadline: Instant) -> Option<Duration> {
        let asked_for = first.as_ref().err()?.again?;
        let left = deadline.saturating_duration_since(Instant::now());
        let pause = retry::pause(asked_for, left, rand::random())?;
        self.budget.withdraw().then_some(pause)
    }

    async fn send<T: Data>(
        &self,
        endpoint: &Endpoint,
        request: &Request,
        deadline: Instant,
    ) -> Result<Read<T>, Failure> {
        let most = if endpoint.is_list() { self.settings.max_list_bytes } else { self.settings.max_answer_bytes };
        let earlier = request.sent.fetch_add(1, Ordering::Relaxed);
        let send = async |traceparent: HeaderValue| {
            let memory = request.memory.clone().unwrap_or_else(|| self.memory.write());
            let reading = Reading::new(memory, most, deadline);
            let body = self.transport.send(&endpoint.uri, request, &traceparent, &reading).await?;
            let bytes = body.len();
            check_texts(&body).map_err(Failure::last)?;
            // The body counts until what was read from it does.
            let _counted = body.clone();
            let mut answer = T::read(body).map_err(|error| Failure::last(Fault::InvalidResponse(shape(&error))))?;
            if let Some(data) = &mut answer.data {
                data.count(&reading.memory);
            }
            Ok(Read { answer, bytes, waited: reading.waited.into_inner() })
        };
        endpoint.call(request, earlier, deadline, send).await
    }
}

/// Logs a failure, once a call: what was read for a request may be asked for by thousands of rows, each of which fails
/// with the same error.
fn logged<C: Call, T>(result: Result<T, Failure>, request: &Request) -> Result<T, Error> {
    let (path, request_id) = (C::PATH, request.telemetry.request_id());
    let Failure { fault, .. } = match result {
        Ok(read) => return Ok(read),
        Err(failure) => failure,
    };
    match &fault {
        // A session that ended is a matter between the caller and the services.
        Fault::Unauthenticated => tracing::debug!(path, request_id, "no session behind a token"),
        // Told when the breaker opened.
        Fault::BreakerOpen => tracing::debug!(path, %fault, request_id, "a call failed"),
        fault => tracing::warn!(path, %fault, request_id, "a call failed"),
    }
    Err(Error::new(path, fault))
}

/// Refuses an answer with a text of a mebibyte or more, which is no text of the contract: whoever reads it would copy it,
/// and whoever says what is wrong with it would quote it.
fn check_texts(body: &Bytes) -> Result<(), Fault> {
    // A text so long covers one of these whole, and a quotation mark inside of a text stands behind a backslash. In every
    // other answer the first mark is a few bytes away.
    let has_mark = |part: &[u8]| part.windows(2).any(|two| two[1] == b'"' && two[0] != b'\\');
    if body.chunks_exact(LONGEST_TEXT / 2).all(has_mark) {
        return Ok(());
    }
    Err(Fault::InvalidResponse(format!("a text of more than {} bytes", LONGEST_TEXT / 2)))
}

/// What is wrong with an answer, for logs. serde's own text quotes the value that it did not like, which may be a
/// person's, so only the kind of error, the place and the name of a missing field are kept.
fn shape(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = match text.split(" at line ").next() {
        Some(missing) if missing.starts_with("missing field") => missing.to_owned(),
        _ => format!("{:?}", error.classify()),
    };
    format!("{what}, line {} column {}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{LONGEST_TEXT, check_texts};

    #[test]
    fn a_text_of_a_mebibyte_is_refused_wherever_it_stands() {
        let row = r#"{"cdAcionamento":"1","dsObservacao":"as \"duas\" \\\\"},"#;
        for before in [0, 1, 1000, 20_000] {
            for text in ["x", "\\\"", "\\\\"] {
                let list = |length: usize| {
                    let rows = (row.repeat(before), row.repeat(20_000));
                    let text = text.repeat(length / text.len());
                    Bytes::from(format!(r#"{{"status":1,"data":[{}"{text}",{}0]}}"#, rows.0, rows.1))
                };
                assert!(check_texts(&list(LONGEST_TEXT)).is_err(), "{before} {text}");
                assert!(check_texts(&list(LONGEST_TEXT / 4)).is_ok(), "{before} {text}");
            }
        }
    }
}
