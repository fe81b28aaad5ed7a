//! A connection: reads messages, and sends those of its operations in turn.

use std::{collections::HashMap, pin::Pin, sync::Arc};

use axum::extract::ws::{Message as Frame, WebSocket};
use futures_util::{
    StreamExt as _,
    stream::{AbortHandle, SelectAll, Stream, abortable},
};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use super::{
    credentials::ClientCredentials,
    message::{self, ClientMessage, CloseReason, OperationId},
    operation::{self, Outgoing, Part},
};
use crate::http::{
    client_limits::{CLOSE_TIMEOUT, WEBSOCKET_PING_INTERVAL},
    gateway_state::GatewayState,
    graphql::params::Params,
};

/// Operations of one connection at a time: as many as HTTP/2 has streams.
const MAX_OPERATIONS: usize = 100;

/// A connection.
pub(super) struct WebSocketConnection {
    shared: Arc<GatewayState>,
    /// The credentials in the headers of the handshake.
    handshake: ClientCredentials,
    credentials: Option<Arc<ClientCredentials>>,
    /// The operations in progress, by their ids.
    running: HashMap<OperationId, AbortHandle>,
    /// What they send. Those that are ready take turns, so that none starves the others.
    outgoing: SelectAll<Pin<Box<dyn Stream<Item = Outgoing> + Send>>>,
    /// Since when it has had no operation.
    idle_since: Instant,
}

/// Why a connection ends.
enum Ending {
    /// The gateway closes it.
    Close(CloseReason),
    /// The client has closed it.
    Closed,
    /// The client is gone.
    Gone,
}

impl From<CloseReason> for Ending {
    fn from(reason: CloseReason) -> Self {
        Self::Close(reason)
    }
}

/// A write that failed or took too long, or what cannot be read. axum (0.8, over tungstenite 0.29) says only by a text what
/// is wrong with a frame. The tests of WebSockets ask for each close code, and fail when an upgrade changes the text.
impl From<axum::Error> for Ending {
    fn from(error: axum::Error) -> Self {
        let text = error.to_string();
        if text.contains("too long") {
            CloseReason::TooBig.into()
        } else if text.contains("UTF-8") {
            CloseReason::InvalidMessage.into()
        } else if text.contains("protocol error") {
            CloseReason::ProtocolError.into()
        } else {
            Self::Gone
        }
    }
}

impl WebSocketConnection {
    pub(super) fn new(shared: Arc<GatewayState>, handshake: ClientCredentials) -> Self {
        let (running, outgoing, idle_since) = (HashMap::new(), SelectAll::new(), Instant::now());
        Self { shared, handshake, credentials: None, running, outgoing, idle_since }
    }

    /// Serves it until it ends.
    pub(super) async fn serve(mut self, mut socket: WebSocket) {
        let ending = self.exchange(&mut socket).await;
        // What is in progress is cancelled now, whatever the client does.
        drop(self);
        let close = async {
            match ending {
                Ending::Gone => return,
                Ending::Close(reason) if socket.send(Frame::Close(Some(reason.frame()))).await.is_err() => return,
                Ending::Close(_) | Ending::Closed => {}
            }
            // Until both have closed. A socket with unread bytes would be reset, and the client would not see the reason.
            while socket.recv().await.is_some_and(|frame| frame.is_ok()) {}
        };
        drop(timeout(CLOSE_TIMEOUT, close).await);
    }

    async fn exchange(&mut self, socket: &mut WebSocket) -> Ending {
        let limits = self.shared.parts.client_limits.clone();
        let shutdown = self.shared.parts.shutdown.clone();
        let opened = Instant::now();
        let mut ping = interval_at(opened + WEBSOCKET_PING_INTERVAL, WEBSOCKET_PING_INTERVAL);
        // After a pause of the process the client still gets its time to respond.
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_alive = true;
        loop {
            let (is_idle, is_stopping) = (self.running.is_empty(), shutdown.is_stopping());
            if is_idle && is_stopping {
                return CloseReason::Restart.into();
            }
            let idle_end = match self.credentials {
                None => opened + limits.head_timeout,
                Some(_) => self.idle_since + limits.idle_timeout,
            };
            let step = tokio::select! {
                frame = socket.recv() => {
                    is_alive = true;
                    match frame {
                        Some(Ok(frame)) => self.receive(frame, socket).await,
                        Some(Err(error)) => Err(error.into()),
                        None => Err(Ending::Gone),
                    }
                }
                Some(outgoing) = self.outgoing.next() => self.send(outgoing, socket).await,
                _ = ping.tick() => {
                    if std::mem::take(&mut is_alive) {
                        socket.send(Frame::Ping(Default::default())).await.map_err(Ending::from)
                    } else {
                        Err(Ending::Gone)
                    }
                }
                () = sleep_until(idle_end), if is_idle => Err(match self.credentials {
                    None => CloseReason::InitTimeout.into(),
                    Some(_) => CloseReason::Idle.into(),
                }),
                // Queries and mutations in progress are completed; subscriptions end by themselves.
                () = shutdown.stopping(), if !is_stopping => Ok(()),
            };
            if let Err(ending) = step {
                return ending;
            }
        }
    }

    async fn receive(&mut self, frame: Frame, socket: &mut WebSocket) -> Result<(), Ending> {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) => return Err(CloseReason::InvalidMessage.into()),
            Frame::Close(_) => return Err(Ending::Closed),
            // axum answers pings.
            Frame::Ping(_) | Frame::Pong(_) => return Ok(()),
        };
        let Some(message) = ClientMessage::parse(&text) else { return Err(CloseReason::InvalidMessage.into()) };
        match message {
            ClientMessage::ConnectionInit(_) if self.credentials.is_some() => Err(CloseReason::TooManyInits.into()),
            ClientMessage::ConnectionInit(payload) => {
                self.credentials = Some(Arc::new(self.handshake.clone().with(&payload)?));
                self.idle_since = Instant::now();
                Ok(socket.send(message::connection_ack()).await?)
            }
            // The client sends it again, to another gateway, when the connection is closed.
            ClientMessage::Subscribe { .. } if self.shared.parts.shutdown.is_stopping() => Ok(()),
            ClientMessage::Subscribe { id, params } => self.start(id, *params),
            ClientMessage::Complete(id) => {
                if let Some(operation) = self.running.remove(&id) {
                    operation.abort();
                    self.idle_since = Instant::now();
                }
                Ok(())
            }
            ClientMessage::Ping(payload) => Ok(socket.send(message::pong(payload.as_deref())).await?),
            ClientMessage::Pong => Ok(()),
        }
    }

    /// Starts an operation.
    fn start(&mut self, id: OperationId, params: Params) -> Result<(), Ending> {
        let Some(credentials) = self.credentials.clone() else { return Err(CloseReason::Unauthorized.into()) };
        if self.running.contains_key(&id) {
            return Err(CloseReason::DuplicateOperation(id).into());
        }
        let outgoing: Pin<Box<dyn Stream<Item = Outgoing> + Send>> = if self.running.len() < MAX_OPERATIONS {
            Box::pin(operation::run(Arc::clone(&self.shared), credentials, id.clone(), params))
        } else {
            Box::pin(futures_util::stream::iter([operation::too_many(id.clone())]))
        };
        let (outgoing, handle) = abortable(outgoing);
        self.running.insert(id, handle);
        self.outgoing.push(Box::pin(outgoing));
        Ok(())
    }

    async fn send(&mut self, outgoing: Outgoing, socket: &mut WebSocket) -> Result<(), Ending> {
        let Outgoing { id, part } = outgoing;
        if !matches!(part, Part::Next(..)) {
            // The client may use the id again.
            self.running.remove(&id);
            self.idle_since = Instant::now();
        }
        let frame = match &part {
            Part::Next(response, _) => message::next(&id, response),
            Part::Error(errors) => message::error(&id, errors),
            Part::Complete => message::complete(&id),
            Part::Stopped => return Ok(()),
        };
        // The message counts until it is sent.
        let _counted = match &part {
            Part::Next(response, Some(memory)) => memory.try_take(response.len()).ok(),
            _ => None,
        };
        Ok(socket.send(frame).await?)
    }
}
