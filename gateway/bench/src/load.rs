//! The load: requests over connections that are kept, each with a session of its own or all with the same.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use bytes::Bytes;
use futures_util::future::try_join_all;
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::Outcome;

/// What is sent, and how often.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    pub(crate) path: String,
    pub(crate) body: Bytes,
    pub(crate) requests: usize,
    pub(crate) connections: usize,
    pub(crate) sessions: Sessions,
    /// Requests a second, all connections together; as many as are answered if none is said.
    pub(crate) per_second: Option<f64>,
}

/// Whose requests they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sessions {
    /// Each request has a session that no other had.
    Distinct,
    /// They are all of one session.
    Same,
}

/// Every token that was ever sent is another one.
static TOKENS: AtomicUsize = AtomicUsize::new(0);

/// How long each request took, sorted, and how long all of them.
pub(crate) struct Taken {
    pub(crate) each: Vec<Duration>,
    pub(crate) all: Duration,
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

impl Load {
    /// Sends it all.
    pub(crate) async fn send(&self) -> Outcome<Taken> {
        let left = AtomicUsize::new(self.requests);
        let began = Instant::now();
        let of_each = try_join_all((0..self.connections).map(|_| self.connection(&left, began))).await?;
        let all = began.elapsed();
        let mut each: Vec<_> = of_each.into_iter().flatten().collect();
        each.sort_unstable();
        Ok(Taken { each, all })
    }

    /// One answer's body.
    pub(crate) async fn once(&self) -> Outcome<Bytes> {
        let mut sender = self.connect().await?;
        self.request(&mut sender).await
    }

    async fn connect(&self) -> Outcome<http1::SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move { drop(connection.await) });
        Ok(sender)
    }

    async fn connection(&self, left: &AtomicUsize, start: Instant) -> Outcome<Vec<Duration>> {
        let mut sender = self.connect().await?;
        let mut times = Vec::new();
        while let Ok(left) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            if let Some(per_second) = self.per_second {
                let number = u32::try_from(self.requests - left).unwrap_or(u32::MAX);
                let turn = start + Duration::from_secs_f64(f64::from(number) / per_second);
                tokio::time::sleep_until(turn.into()).await;
            }
            let began = Instant::now();
            self.request(&mut sender).await?;
            times.push(began.elapsed());
        }
        Ok(times)
    }

    async fn request(&self, sender: &mut http1::SendRequest<Full<Bytes>>) -> Outcome<Bytes> {
        let token = match self.sessions {
            Sessions::Distinct => TOKENS.fetch_add(1, Ordering::Relaxed) + 1,
            Sessions::Same => 0,
        };
        let request = Request::post(&self.path)
            .header(header::HOST, "bench")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer session-{token:012}"))
            .body(Full::new(self.body.clone()))?;
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        if status != 200 || body.starts_with(b"{\"errors\"") {
            return Err(
                format!("{} {status}: {}", self.path, String::from_utf8_lossy(&body[..body.len().min(500)])).into()
            );
        }
        Ok(body)
    }
}
