//! The open streams of a connection, and when it must close.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use h2::Reason;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use crate::http::{
    client_limits::NEW_CONNECTION_GRACE, connection::context::ConnectionContext, connection_limit::ConnectionPermit,
};

/// The open streams of a connection.
#[derive(Default)]
pub(super) struct Streams(watch::Sender<StreamCount>);

#[derive(Default)]
struct StreamCount {
    open: usize,
    /// Whether there was a request.
    is_used: bool,
}

impl Streams {
    /// Completes when the connection must close: idle for too long, evicted, draining or stopping. A new connection may
    /// send a request first.
    pub(super) async fn until_must_close(&self, context: &ConnectionContext) {
        let ConnectionContext { limits, limiter, shutdown, .. } = context;
        let idle = async {
            loop {
                self.wait_for(|count| count.open == 0).await;
                // The first request must begin within the header timeout; the idle timeout applies after it.
                let is_used = self.0.borrow().is_used;
                let time = if is_used { limits.idle_timeout } else { limits.head_timeout };
                let evicted = limiter.evicted();
                tokio::select! {
                    () = self.wait_for(|count| count.open > 0) => {}
                    () = sleep(time) => return,
                    () = evicted => return,
                }
            }
        };
        let draining = async {
            shutdown.draining().await;
            self.wait_for(|count| count.is_used).await;
        };
        let stopping = async {
            shutdown.stopping().await;
            drop(timeout(NEW_CONNECTION_GRACE, self.wait_for(|count| count.is_used)).await);
        };
        tokio::select! {
            () = idle => {}
            () = draining => {}
            () = stopping => {}
        }
    }

    /// Completes when no stream was open for so long.
    pub(super) async fn idle_for(&self, time: Duration) {
        loop {
            self.wait_for(|count| count.open == 0).await;
            if timeout(time, self.wait_for(|count| count.open > 0)).await.is_err() {
                return;
            }
        }
    }

    async fn wait_for(&self, condition: impl FnMut(&StreamCount) -> bool) {
        // It cannot fail: the sender is here.
        drop(self.0.subscribe().wait_for(condition).await);
    }

    /// Opens a stream. The first of a connection needs no permit: the connection has one.
    pub(super) fn open(self: &Arc<Self>, context: &ConnectionContext, peer: SocketAddr) -> Result<Stream, h2::Error> {
        let mut opened = Ok(None);
        self.0.send_if_modified(|count| {
            if count.open > 0 {
                opened = context.limiter.try_acquire_stream(peer.ip()).map(Some).ok_or(Reason::REFUSED_STREAM);
            }
            if opened.is_ok() {
                count.is_used = true;
                count.open += 1;
            }
            count.open == 1
        });
        Ok(Stream { streams: Arc::clone(self), _permit: opened? })
    }
}

/// One open stream.
pub(super) struct Stream {
    streams: Arc<Streams>,
    _permit: Option<ConnectionPermit>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.streams.0.send_if_modified(|count| {
            count.open -= 1;
            count.open == 0
        });
    }
}
