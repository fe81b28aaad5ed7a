//! The connection to Redis, behind a circuit breaker.
//!
//! The first script that fails closes the connection to all requests. One task then reconnects with backoff, probes Redis
//! with a script that writes, and replays the queue before requests may use the new connection. A replica, or a Redis
//! without memory or permissions, counts as unreachable: it responds, but scripts fail.
//!
//! Not redis' `ConnectionManager`: it keeps its connection after a timeout, `READONLY` or `OOM`, so a connection that went
//! silent or leads to a demoted primary is never replaced, and requests wait while it reconnects.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Weak},
    time::Duration,
};

use parking_lot::Mutex;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, RedisError, RedisResult, aio::MultiplexedConnection};
use strum::IntoStaticStr;
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{crypto::RedisKey, script::ScriptCall, settings::RedisSettings};

pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// For scripts that no request waits for: the probe, the replay of the queue, the read of ended sessions.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(2);
/// Between two probes of a connection in use.
pub(super) const PROBE_INTERVAL: Duration = Duration::from_secs(5);
pub(super) const MIN_BACKOFF: Duration = Duration::from_millis(100);
pub(super) const MAX_BACKOFF: Duration = Duration::from_secs(5);
/// A connection that lasted this long resets the backoff.
const STABLE_AFTER: Duration = Duration::from_secs(30);
/// Most queued scripts; the oldest are dropped first, since they expire soonest.
const MAX_QUEUE: usize = 10_000;

/// Writes, so that a replica or a full Redis fails it.
const PROBE: &str = "redis.call('TIME') return redis.call('SET', KEYS[1], '1', 'PX', '1000')";

/// Whether Redis can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum RedisState {
    /// It runs scripts.
    Connected,
    /// It does not; the gateway reconnects.
    Unreachable,
}

pub(super) struct RedisConnection {
    pub(super) client: Client,
    response_timeout: Duration,
    probe: ScriptCall,
    shared: Mutex<Shared>,
    state: watch::Sender<RedisState>,
}

struct Shared {
    /// `None` while Redis is unreachable.
    connection: Option<NumberedConnection>,
    connections_made: u64,
    /// Scripts to run before anything else once Redis is reachable, in order.
    queue: VecDeque<ScriptCall>,
}

/// The number distinguishes a failure of this connection from a late failure of an earlier one.
#[derive(Clone)]
struct NumberedConnection {
    inner: MultiplexedConnection,
    number: u64,
}

impl RedisConnection {
    pub(super) fn open(settings: &RedisSettings, probe: &RedisKey) -> Arc<Self> {
        let connection = Arc::new(Self {
            client: settings.url.0.clone(),
            response_timeout: settings.response_timeout,
            probe: ScriptCall::new(PROBE).key(probe),
            shared: Mutex::new(Shared { connection: None, connections_made: 0, queue: VecDeque::new() }),
            state: watch::Sender::new(RedisState::Unreachable),
        });
        tokio::spawn(keep_connected(Arc::downgrade(&connection), connection.state.subscribe()));
        connection
    }

    pub(super) fn state(&self) -> RedisState {
        *self.state.borrow()
    }

    pub(super) async fn wait_until_connected(&self) {
        let mut state = self.state.subscribe();
        // The sender lives as long as `self`.
        let _ = state.wait_for(|state| *state == RedisState::Connected).await;
    }

    /// `None` if Redis is unreachable, or becomes so by this call.
    pub(super) async fn run<T: FromRedisValue>(&self, call: &ScriptCall) -> Option<T> {
        self.run_within(call, self.response_timeout).await
    }

    pub(super) async fn run_in_background<T: FromRedisValue>(&self, call: &ScriptCall) -> Option<T> {
        self.run_within(call, BACKGROUND_TIMEOUT).await
    }

    async fn run_within<T: FromRedisValue>(&self, call: &ScriptCall, limit: Duration) -> Option<T> {
        let mut connection = self.shared.lock().connection.clone()?;
        match run_on(&mut connection.inner, call, limit).await {
            Ok(value) => Some(value),
            Err(error) => {
                self.disconnect(&connection, &error);
                None
            }
        }
    }

    pub(super) async fn run_or_queue(&self, call: ScriptCall) {
        while self.run::<redis::Value>(&call).await.is_none() {
            let mut shared = self.shared.lock();
            // If Redis has reconnected meanwhile, the queue will not be replayed: run the call now.
            if shared.connection.is_none() {
                shared.queue.push_back(call);
                if shared.queue.len() > MAX_QUEUE {
                    shared.queue.pop_front();
                }
                return;
            }
        }
    }

    /// Of many requests that fail on one connection, the first one reports it.
    fn disconnect(&self, failed: &NumberedConnection, error: &RedisError) {
        let is_first = self.shared.lock().connection.take_if(|connection| connection.number == failed.number).is_some();
        if is_first {
            tracing::warn!(
                fault = fault(error),
                "Redis is lost: rate limits and caches are this gateway's own for now"
            );
            self.state.send_replace(RedisState::Unreachable);
        }
    }

    /// Connects, probes and replays the queue; then requests may use the connection.
    async fn connect(&self) -> RedisResult<()> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(Some(self.response_timeout.max(BACKGROUND_TIMEOUT)));
        let mut connection = self.client.get_multiplexed_async_connection_with_config(&config).await?;
        run_on::<redis::Value>(&mut connection, &self.probe, BACKGROUND_TIMEOUT).await?;
        while let Some(call) = self.next_queued(&connection) {
            if let Err(error) = run_on::<redis::Value>(&mut connection, &call, BACKGROUND_TIMEOUT).await {
                // A script that Redis refuses is dropped, or it would be retried for ever.
                if error.is_io_error() {
                    self.shared.lock().queue.push_front(call);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// The next script of the queue. If it is empty, the connection is handed to the requests under the same lock.
    fn next_queued(&self, connection: &MultiplexedConnection) -> Option<ScriptCall> {
        let mut shared = self.shared.lock();
        let call = shared.queue.pop_front();
        if call.is_none() {
            shared.connections_made += 1;
            let number = shared.connections_made;
            shared.connection = Some(NumberedConnection { inner: connection.clone(), number });
            self.state.send_replace(RedisState::Connected);
        }
        call
    }
}

async fn run_on<T: FromRedisValue>(
    connection: &mut MultiplexedConnection,
    call: &ScriptCall,
    limit: Duration,
) -> RedisResult<T> {
    timeout(limit, call.run(connection)).await.unwrap_or_else(|_| Err(timed_out()))
}

/// The error of a Redis that does not respond.
pub(super) fn timed_out() -> RedisError {
    io::Error::new(io::ErrorKind::TimedOut, "no answer in time").into()
}

/// Reconnects while Redis is unreachable, and probes an idle connection. Ends when the store is dropped.
async fn keep_connected(store: Weak<RedisConnection>, mut state: watch::Receiver<RedisState>) {
    let (mut backoff, mut is_logged) = (Duration::ZERO, false);
    loop {
        // Jitter: gateways that lost one Redis do not reconnect in step.
        sleep(backoff.mul_f64(rand::random_range(0.5..=1.0))).await;
        let Some(connection) = store.upgrade() else { return };
        match connection.connect().await {
            Ok(()) => tracing::info!("Redis is connected: rate limits and caches are shared"),
            Err(error) => {
                if !is_logged {
                    let fault = fault(&error);
                    tracing::warn!(
                        fault,
                        "Redis cannot be reached: rate limits and caches are this gateway's own for now"
                    );
                    is_logged = true;
                }
                backoff = next_backoff(backoff);
                continue;
            }
        }
        drop(connection);
        let since = Instant::now();
        loop {
            let lost = async { state.wait_for(|state| *state == RedisState::Unreachable).await.is_ok() };
            match timeout(PROBE_INTERVAL, lost).await {
                Ok(true) => break,
                // The store was dropped.
                Ok(false) => return,
                Err(_) => {
                    let Some(connection) = store.upgrade() else { return };
                    // A failed probe disconnects; its value means nothing.
                    connection.run_in_background::<redis::Value>(&connection.probe).await;
                }
            }
        }
        // `disconnect` has logged the loss.
        is_logged = true;
        backoff = if since.elapsed() > STABLE_AFTER { MIN_BACKOFF } else { next_backoff(backoff) };
    }
}

fn next_backoff(backoff: Duration) -> Duration {
    (backoff * 2).clamp(MIN_BACKOFF, MAX_BACKOFF)
}

/// The fault for the log. Of a server's error only the first word: the rest may quote arguments.
pub(super) fn fault(error: &RedisError) -> String {
    match error.code() {
        Some(code) => code.to_owned(),
        None if error.is_io_error() => error.to_string(),
        None => error.category().to_owned(),
    }
}
