//! Subscribed channels of Redis (pub/sub), each over a connection of its own, which is replaced when it is lost.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use redis::{RedisError, RedisResult};
use tokio::{
    sync::mpsc,
    time::{interval, sleep, timeout},
};

use super::connection::{
    CONNECT_TIMEOUT, MAX_BACKOFF, MIN_BACKOFF, PROBE_INTERVAL, RedisConnection, RedisState, fault, timed_out,
};

/// Messages that may wait for the receiver; further ones wait in Redis' output buffer.
const MAX_WAITING: usize = 64;

/// What happens on a channel.
pub enum ChannelEvent {
    /// Messages arrive from now on. Those before it were missed.
    Subscribed,
    /// A message.
    Message(Vec<u8>),
}

/// Subscribes to a channel, again after every loss, until the receiver is dropped. The connection of the scripts reports a
/// Redis that is unreachable; only what concerns the channel alone is logged here.
pub(super) fn subscribe(connection: Arc<RedisConnection>, name: String) -> mpsc::Receiver<ChannelEvent> {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    tokio::spawn(async move {
        let (mut backoff, mut is_logged) = (MIN_BACKOFF, false);
        loop {
            let lost = tokio::select! {
                () = sender.closed() => return,
                lost = follow(&connection, &name, &sender, &mut backoff, &mut is_logged) => lost,
            };
            if let Err(error) = lost
                && !error.is_io_error()
                && connection.state() == RedisState::Connected
                && !std::mem::replace(&mut is_logged, true)
            {
                let fault = fault(&error);
                tracing::warn!(fault, "announcements of other gateways are not received for now");
            }
            // Jitter: gateways that lost one Redis do not reconnect in step.
            sleep(backoff.mul_f64(rand::random_range(0.5..=1.0))).await;
            backoff = (backoff * 2).min(MAX_BACKOFF);
        }
    });
    receiver
}

/// Passes on messages until the connection is lost.
async fn follow(
    redis: &RedisConnection,
    name: &str,
    to: &mpsc::Sender<ChannelEvent>,
    backoff: &mut Duration,
    is_logged: &mut bool,
) -> RedisResult<()> {
    let connect = async {
        let mut connection = redis.client.get_async_pubsub().await?;
        connection.subscribe(name).await?;
        Ok::<_, RedisError>(connection)
    };
    let connection = within(CONNECT_TIMEOUT, connect).await?;
    let (mut sink, mut messages) = connection.split();
    if std::mem::take(is_logged) {
        tracing::info!("announcements of other gateways are received again");
    }
    *backoff = MIN_BACKOFF;
    if to.send(ChannelEvent::Subscribed).await.is_err() {
        return Ok(());
    }
    let mut probe = interval(PROBE_INTERVAL);
    loop {
        tokio::select! {
            message = messages.next() => {
                let Some(message) = message else { return Err(timed_out()) };
                if to.send(ChannelEvent::Message(message.get_payload_bytes().to_vec())).await.is_err() {
                    return Ok(());
                }
            }
            // A connection that went silent has no other sign.
            _ = probe.tick() => drop(within(CONNECT_TIMEOUT, sink.ping::<redis::Value>()).await?),
        }
    }
}

async fn within<T>(limit: Duration, call: impl Future<Output = RedisResult<T>>) -> RedisResult<T> {
    timeout(limit, call).await.unwrap_or_else(|_| Err(timed_out()))
}
