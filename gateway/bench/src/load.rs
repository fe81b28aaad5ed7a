//! The load generator: requests over keep-alive connections, each with a new session or with a few sessions in turn.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use futures_util::future::try_join_all;
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::{
    net::TcpStream,
    sync::{
        Mutex,
        mpsc::{UnboundedReceiver, unbounded_channel},
    },
};

use crate::{Result, rounds};

/// A load: what to send, how often and how fast.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    pub(crate) path: String,
    pub(crate) body: Body,
    /// Expected length of each response in bytes; `None` before the first one. Another length is a failure: responses of an
    /// operation are identical, and an error changes the length.
    pub(crate) length: Option<usize>,
    pub(crate) requests: usize,
    pub(crate) connections: usize,
    pub(crate) sessions: Sessions,
    /// Requests per second over all connections (open loop); `None`: as fast as possible (closed loop).
    pub(crate) per_second: Option<f64>,
}

/// Placeholder in a body for the number of the request, which makes all requests different.
const NUMBER: &str = "$$";

/// A request body.
#[derive(Clone)]
pub(crate) enum Body {
    /// The same in each request.
    Same(Bytes),
    /// With [`NUMBER`].
    Varying(Arc<str>),
}

impl Body {
    pub(crate) fn new(json: &Value) -> Self {
        let text = json.to_string();
        if text.contains(NUMBER) { Self::Varying(text.into()) } else { Self::Same(text.into()) }
    }

    pub(crate) fn of(&self, number: usize) -> Bytes {
        match self {
            Self::Same(body) => body.clone(),
            // Of a fixed width, so that all responses have the same length.
            Self::Varying(template) => template.replace(NUMBER, &format!("{number:012}")).into(),
        }
    }
}

/// The sessions of the requests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sessions {
    /// A new session for each request.
    Distinct,
    /// The same session for all.
    One,
}

/// Number of the next request, and of its session if they are distinct: they are never reused.
static REQUESTS: AtomicUsize = AtomicUsize::new(0);

/// Durations of the requests (sorted), and the total duration.
pub(crate) struct LoadResult {
    latencies: Vec<Duration>,
    pub(crate) elapsed: Duration,
}

impl LoadResult {
    /// A percentile of the durations, in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let at = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }

    pub(crate) fn per_second(&self) -> f64 {
        rounds::number(self.latencies.len()) / self.elapsed.as_secs_f64()
    }
}

/// When connections send their next request.
enum Schedule {
    /// Closed loop: after the previous response, while requests remain.
    ClosedLoop(AtomicUsize),
    /// Open loop: at a fixed rate, by the first idle connection.
    OpenLoop(Mutex<UnboundedReceiver<Instant>>),
}

impl Schedule {
    /// Waits for the next request and returns its start time. Waiting for an idle connection counts as latency.
    async fn next(&self) -> Option<Instant> {
        match self {
            Self::ClosedLoop(left) => {
                let one_less = |left: usize| left.checked_sub(1);
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok().map(|_| Instant::now())
            }
            Self::OpenLoop(times) => times.lock().await.recv().await,
        }
    }
}

/// Start times at a fixed rate. From a thread, since tokio's timers round to milliseconds, which would cause bursts.
#[expect(clippy::disallowed_methods, reason = "the thread that sleeps has no requests")]
fn start_times(count: usize, per_second: f64) -> UnboundedReceiver<Instant> {
    let (sender, times) = unbounded_channel();
    let apart = Duration::from_secs_f64(1.0 / per_second);
    thread::spawn(move || {
        let mut due = Instant::now();
        for _ in 0..count {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if sender.send(Instant::now()).is_err() {
                break;
            }
            due += apart;
        }
    });
    times
}

impl Load {
    /// Sends all requests.
    ///
    /// # Errors
    /// A response was not the expected one.
    pub(crate) async fn send(&self) -> Result<LoadResult> {
        let schedule = match self.per_second {
            Some(per_second) => Schedule::OpenLoop(Mutex::new(start_times(self.requests, per_second))),
            None => Schedule::ClosedLoop(AtomicUsize::new(self.requests)),
        };
        let began = Instant::now();
        let of_connections = try_join_all((0..self.connections).map(|_| self.connection(&schedule))).await?;
        let elapsed = began.elapsed();
        let mut latencies = of_connections.concat();
        latencies.sort_unstable();
        Ok(LoadResult { latencies, elapsed })
    }

    /// Sends one request and returns the response body.
    pub(crate) async fn once(&self) -> Result<Bytes> {
        let mut sender = self.connect().await?;
        self.request(&mut sender).await
    }

    async fn connect(&self) -> Result<http1::SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move { drop(connection.await) });
        Ok(sender)
    }

    async fn connection(&self, schedule: &Schedule) -> Result<Vec<Duration>> {
        let mut sender = self.connect().await?;
        let mut times = Vec::new();
        while let Some(began) = schedule.next().await {
            self.request(&mut sender).await?;
            times.push(began.elapsed());
        }
        Ok(times)
    }

    /// Returns the response body.
    async fn request(&self, sender: &mut http1::SendRequest<Full<Bytes>>) -> Result<Bytes> {
        let number = REQUESTS.fetch_add(1, Ordering::Relaxed);
        let token = match self.sessions {
            Sessions::Distinct => number,
            Sessions::One => 0,
        };
        let request = Request::post(&self.path)
            .header(header::HOST, "bench")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer session-{token:012}"))
            .body(Full::new(self.body.of(number)))?;
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        let is_expected = self.length.is_none_or(|length| length == body.len());
        if status != 200 || body.starts_with(b"{\"errors\"") || !is_expected {
            let beginning = String::from_utf8_lossy(&body[..body.len().min(500)]);
            return Err(format!("{} {status}, {} bytes: {beginning}", self.path, body.len()).into());
        }
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, net::SocketAddr};

    use hyper::{Response, service::service_fn};

    use super::{Body, Bytes, Full, Load, Sessions};
    use crate::bare_proxy;

    /// A server with a constant response.
    async fn server(answer: &'static str) -> std::io::Result<SocketAddr> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let respond = move |_| async move { Ok::<_, Infallible>(Response::new(Full::new(Bytes::from(answer)))) };
        tokio::spawn(async move { bare_proxy::accept(listener, || service_fn(respond)).await });
        Ok(address)
    }

    #[tokio::test]
    async fn an_answer_with_an_error_beside_its_data_ends_the_run() {
        let (whole, partly) = (r#"{"data":{"menu":[]}}"#, r#"{"data":{"menu":null},"errors":[]}"#);
        let load = |address| Load {
            address,
            path: "/graphql".to_owned(),
            body: Body::Same("{}".into()),
            length: Some(whole.len()),
            requests: 3,
            connections: 2,
            sessions: Sessions::Distinct,
            per_second: None,
        };
        assert_eq!(load(server(whole).await.unwrap()).send().await.unwrap().latencies.len(), 3);
        assert!(load(server(partly).await.unwrap()).send().await.is_err());
    }
}
