//! The load: requests over connections that are kept, each with a session of its own or of a few sessions in turn.

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
use tokio::{
    net::TcpStream,
    sync::{
        Mutex,
        mpsc::{UnboundedReceiver, unbounded_channel},
    },
};

use crate::Outcome;

/// What is sent, and how often.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    pub(crate) path: String,
    pub(crate) body: Body,
    /// Bytes of each answer; `None` until the first one. Another length is a failure: nothing that is asked here is answered
    /// in two ways, and an answer with an error has another one.
    pub(crate) length: Option<usize>,
    pub(crate) requests: usize,
    pub(crate) connections: usize,
    pub(crate) sessions: Sessions,
    /// Requests a second, all connections together; as many as are answered if none is said.
    pub(crate) per_second: Option<f64>,
}

/// What stands in a body for the text that is another in each request. No document has it otherwise.
pub(crate) const VARYING: &str = "$$";

/// What is sent.
#[derive(Clone)]
pub(crate) enum Body {
    /// The same in each request.
    Same(Bytes),
    /// With a text of its own in each, by the number of the request.
    Varying { template: Arc<str>, text: fn(usize) -> String },
}

impl Body {
    pub(crate) fn of(&self, number: usize) -> Bytes {
        match self {
            Self::Same(body) => body.clone(),
            Self::Varying { template, text } => template.replace(VARYING, &text(number)).into(),
        }
    }
}

/// Whose requests they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sessions {
    /// Each request has a session that no other had.
    Distinct,
    /// They are of so many sessions in turn.
    Of(usize),
}

/// Numbers the requests; a session of its own is never used again.
static TOKENS: AtomicUsize = AtomicUsize::new(0);

/// How long each request took that was answered, sorted, and how long all of them; and what the others got instead.
pub(crate) struct Taken {
    pub(crate) each: Vec<Duration>,
    pub(crate) all: Duration,
    pub(crate) failures: Vec<String>,
}

impl Taken {
    /// The time within which a share of the requests was answered, in milliseconds.
    pub(crate) fn within(&self, hundredths: usize) -> f64 {
        let at = (self.each.len() * hundredths / 100).min(self.each.len().saturating_sub(1));
        self.each.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }

    pub(crate) fn per_second(&self) -> f64 {
        let count = u32::try_from(self.each.len()).unwrap_or(u32::MAX);
        f64::from(count) / self.all.as_secs_f64()
    }
}

/// When a connection sends the next request.
enum Turns {
    /// As soon as it has the answer to the one before, while there are some left.
    AtOnce(AtomicUsize),
    /// When the next one is due; the first connection that has nothing to do takes it.
    Even(Mutex<UnboundedReceiver<Instant>>),
}

impl Turns {
    /// Waits for the next turn, and tells when it came: who finds no free connection waits too.
    async fn next(&self) -> Option<Instant> {
        match self {
            Self::AtOnce(left) => {
                let one_less = |left: usize| left.checked_sub(1);
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok().map(|_| Instant::now())
            }
            Self::Even(turns) => turns.lock().await.recv().await,
        }
    }
}

/// Turns that are as far apart as so many a second are. They come from a thread, since tokio's timers round to
/// milliseconds, and whatever came in the same one would queue.
#[expect(clippy::disallowed_methods, reason = "the thread that sleeps has no requests")]
fn even_turns(count: usize, per_second: f64) -> UnboundedReceiver<Instant> {
    let (sender, turns) = unbounded_channel();
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
    turns
}

impl Load {
    /// Sends it all.
    ///
    /// # Errors
    /// A request was not answered with data, or not with the answer that was expected.
    pub(crate) async fn send(&self) -> Outcome<Taken> {
        let taken = self.send_counting_failures().await?;
        taken.failures.first().map_or(Ok(()), |first| Err(first.clone()))?;
        Ok(taken)
    }

    /// The same where a failure is a result too.
    pub(crate) async fn send_counting_failures(&self) -> Outcome<Taken> {
        let turns = match self.per_second {
            Some(per_second) => Turns::Even(Mutex::new(even_turns(self.requests, per_second))),
            None => Turns::AtOnce(AtomicUsize::new(self.requests)),
        };
        let began = Instant::now();
        let of_each = try_join_all((0..self.connections).map(|_| self.connection(&turns))).await?;
        let all = began.elapsed();
        let mut taken = Taken { each: Vec::new(), all, failures: Vec::new() };
        for (times, failures) in of_each {
            taken.each.extend(times);
            taken.failures.extend(failures);
        }
        taken.each.sort_unstable();
        Ok(taken)
    }

    /// One answer's body.
    pub(crate) async fn once(&self) -> Outcome<Bytes> {
        let mut sender = self.connect().await?;
        Ok(self.request(&mut sender).await??)
    }

    async fn connect(&self) -> Outcome<http1::SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move { drop(connection.await) });
        Ok(sender)
    }

    async fn connection(&self, turns: &Turns) -> Outcome<(Vec<Duration>, Vec<String>)> {
        let mut sender = self.connect().await?;
        let (mut times, mut failures) = (Vec::new(), Vec::new());
        while let Some(began) = turns.next().await {
            match self.request(&mut sender).await? {
                Ok(_) => times.push(began.elapsed()),
                Err(failure) => failures.push(failure),
            }
        }
        Ok((times, failures))
    }

    /// One answer's body, or what came instead of data.
    async fn request(&self, sender: &mut http1::SendRequest<Full<Bytes>>) -> Outcome<Result<Bytes, String>> {
        let number = TOKENS.fetch_add(1, Ordering::Relaxed);
        let token = match self.sessions {
            Sessions::Distinct => number,
            Sessions::Of(sessions) => number % sessions,
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
            return Ok(Err(format!("{} {status}, {} bytes: {beginning}", self.path, body.len())));
        }
        Ok(Ok(body))
    }
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, net::SocketAddr};

    use hyper::{Response, service::service_fn};

    use super::{Body, Bytes, Full, Load, Sessions};
    use crate::fan;

    /// A server that answers everything with the same.
    async fn server(answer: &'static str) -> std::io::Result<SocketAddr> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let respond = move |_| async move { Ok::<_, Infallible>(Response::new(Full::new(Bytes::from(answer)))) };
        tokio::spawn(async move { fan::accept(listener, || service_fn(respond)).await });
        Ok(address)
    }

    #[tokio::test]
    async fn an_answer_with_an_error_beside_its_data_is_a_failure() {
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
        let taken = load(server(whole).await.unwrap()).send().await.unwrap();
        assert_eq!((taken.each.len(), taken.failures.len()), (3, 0));
        let failing = load(server(partly).await.unwrap());
        assert_eq!(failing.send_counting_failures().await.unwrap().failures.len(), 3);
        assert!(failing.send().await.is_err(), "and ends the run");
    }
}
