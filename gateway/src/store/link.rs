//! The connection to the store: lost at the first fault, and looked for again by one task, so that no request waits for a
//! store that is gone.
//!
//! It is well if it carries out what is asked of it: one that accepts connections but is a replica, has no memory left, is
//! still loading or wants a password is as lost as one that is silent.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use redis::{AsyncConnectionConfig, Client, FromRedisValue, RedisError, RedisResult, aio::MultiplexedConnection};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{order::Order, seal::Name, settings::Settings};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(1);
/// How often the store is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// Before a store that was lost is looked for.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The pauses grow up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// A store that stays for so long is well again: the next loss begins with the first pause.
const STEADY: Duration = Duration::from_secs(30);
/// Most orders that wait for the store to come back. The oldest go first: they end soonest.
const MOST_OWED: usize = 10_000;

/// Tells whether the store does what scripts want of it, not just whether it answers.
const PROBE: &str = "redis.call('TIME') return redis.call('SET', KEYS[1], '1', 'PX', '1000')";

/// Whether the store can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It answers.
    Connected,
    /// It does not, or not well: it is looked for.
    Unreachable,
}

impl Condition {
    /// Its name, for whoever looks after the gateway.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Unreachable => "unreachable",
        }
    }
}

/// The connection, or the search for one.
pub(super) struct Link {
    client: Client,
    patience: Duration,
    probe: Order,
    state: Mutex<State>,
    condition: watch::Sender<Condition>,
}

struct State {
    connection: Option<Connection>,
    /// How many connections there were.
    found: u64,
    /// What the store must be told once it is back, in this order.
    owed: VecDeque<Order>,
}

#[derive(Clone)]
struct Connection {
    inner: MultiplexedConnection,
    /// Which one it is of all that there were.
    number: u64,
}

impl Link {
    pub(super) fn open(settings: &Settings, probe: &Name) -> Arc<Self> {
        let state = State { connection: None, found: 0, owed: VecDeque::new() };
        let link = Arc::new(Self {
            client: settings.address.0.clone(),
            patience: settings.patience,
            probe: Order::new(PROBE).on(probe),
            state: Mutex::new(state),
            condition: watch::Sender::new(Condition::Unreachable),
        });
        tokio::spawn(tend(Arc::downgrade(&link), link.condition.subscribe()));
        link
    }

    pub(super) fn condition(&self) -> Condition {
        *self.condition.borrow()
    }

    pub(super) async fn connected(&self) {
        let mut condition = self.condition.subscribe();
        // It ends with the link, which is borrowed here.
        let _ = condition.wait_for(|condition| *condition == Condition::Connected).await;
    }

    /// `None` where the store is lost, or by this.
    pub(super) async fn ask<T: FromRedisValue>(&self, order: &Order) -> Option<T> {
        let mut connection = self.state().connection.clone()?;
        match self.run(order, &mut connection.inner).await {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.lose(&connection, &error);
                None
            }
        }
    }

    /// Now, or when it is back.
    pub(super) async fn tell(&self, order: Order) {
        while self.ask::<redis::Value>(&order).await.is_none() {
            let mut state = self.state();
            // It may have been found since it was asked: then it is told now, or nobody would tell it.
            if state.connection.is_none() {
                state.owed.push_back(order);
                if state.owed.len() > MOST_OWED {
                    state.owed.pop_front();
                }
                return;
            }
        }
    }

    /// Nobody asks over this connection any more. Of many who wait for an answer the first to give up says so.
    fn lose(&self, lost: &Connection, error: &RedisError) {
        let is_news = self.state().connection.take_if(|connection| connection.number == lost.number).is_some();
        if is_news {
            tracing::warn!(fault = text(error), "Redis is lost: this gateway goes on by what it knows itself");
            self.condition.send_replace(Condition::Unreachable);
        }
    }

    /// Connects, and tells what the store must still be told; only then can it be asked.
    async fn find(&self) -> RedisResult<()> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(self.patience));
        let mut connection = self.client.get_multiplexed_async_connection_with_config(&config).await?;
        self.run::<redis::Value>(&self.probe, &mut connection).await?;
        while let Some(order) = self.next_owed(&connection) {
            if let Err(error) = self.run::<redis::Value>(&order, &mut connection).await {
                // What a store that is well refuses is not asked of it for ever.
                if error.is_io_error() {
                    self.state().owed.push_front(order);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// The next order that is owed; where there is none, the connection is everybody's from now on.
    fn next_owed(&self, connection: &MultiplexedConnection) -> Option<Order> {
        let mut state = self.state();
        let order = state.owed.pop_front();
        if order.is_none() {
            state.found += 1;
            state.connection = Some(Connection { inner: connection.clone(), number: state.found });
            self.condition.send_replace(Condition::Connected);
        }
        order
    }

    async fn run<T: FromRedisValue>(&self, order: &Order, connection: &mut MultiplexedConnection) -> RedisResult<T> {
        let silence = || io::Error::new(io::ErrorKind::TimedOut, "no answer in time");
        timeout(self.patience, order.run(connection)).await.unwrap_or_else(|_| Err(silence().into()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No operation can panic half-way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks for the store whenever it is lost, and sees to it that a loss is noticed though nobody asks. Ends with the link.
async fn tend(link: Weak<Link>, mut condition: watch::Receiver<Condition>) {
    let (mut pause, mut is_told) = (Duration::ZERO, false);
    loop {
        sleep(pause).await;
        let Some(found) = link.upgrade() else { return };
        match found.find().await {
            Ok(()) => tracing::info!("Redis is connected: what gateways share is shared"),
            Err(error) => {
                if !is_told {
                    let fault = text(&error);
                    tracing::warn!(fault, "Redis cannot be reached: this gateway goes on by what it knows itself");
                    is_told = true;
                }
                pause = next(pause);
                continue;
            }
        }
        drop(found);
        let since = Instant::now();
        loop {
            let lost = async { condition.wait_for(|condition| *condition == Condition::Unreachable).await.is_ok() };
            match timeout(HEARTBEAT, lost).await {
                Ok(true) => break,
                // Nobody needs the link any more.
                Ok(false) => return,
                Err(_) => {
                    let Some(link) = link.upgrade() else { return };
                    // Whatever it says: a store that does not say it is lost by that.
                    link.ask::<redis::Value>(&link.probe).await;
                }
            }
        }
        // The loss itself was told.
        is_told = true;
        pause = if since.elapsed() > STEADY { FIRST_PAUSE } else { next(pause) };
    }
}

fn next(pause: Duration) -> Duration {
    (pause * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE)
}

/// What went wrong, for the log: a server's own words could hold what it was told, so only their first one is kept.
fn text(error: &RedisError) -> String {
    match error.code() {
        Some(code) => code.to_owned(),
        None if error.is_io_error() => error.to_string(),
        None => error.category().to_owned(),
    }
}
