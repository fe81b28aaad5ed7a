//! Header-read timeout and keep-alive (idle) timeout of HTTP/1.1: cuts off slow clients (slowloris) and idle connections. It is
//! the socket as hyper sees it: hyper receives only complete and valid request heads that arrive in time.

use std::{
    io,
    mem::MaybeUninit,
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use bytes::{Buf as _, BytesMut};
use futures_util::task::AtomicWaker;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    sync::futures::OwnedNotified,
    time::{Instant, Sleep, sleep, timeout},
};
use tokio_util::either::Either;

use crate::http::{
    client_limits::{CLOSE_TIMEOUT, NEW_CONNECTION_GRACE},
    connection::{
        context::{ConnectionContext, Io},
        request_head::{self, BodyFraming},
        upgrade::Upgrade,
    },
    error_response::ErrorResponse,
    request_telemetry,
};

/// Maximum number of bytes per read, and of pipelined requests in the buffer.
const READ_SIZE: usize = 4 * 1024;
/// Maximum number of bytes read and discarded after a rejection. Closing a socket with unread bytes resets the connection,
/// and the client loses the error response.
const DISCARDED: u64 = 1024 * 1024;

/// A socket with the timeouts and checks of request heads.
pub(super) struct TimeoutIo {
    io: Io,
    context: Arc<ConnectionContext>,
    exchange: Arc<ExchangeState>,
    state: ReadState,
    /// Bytes read from the client and not passed to hyper yet.
    buffer: BytesMut,
    /// Length of the prefix of `buffer` already searched for the end of a head.
    searched: usize,
    phase: HeadPhase,
    /// The deadline of the phase.
    deadline: Pin<Box<Sleep>>,
    eviction: Option<Pin<Box<OwnedNotified>>>,
    rejection: Option<ErrorResponse>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadState {
    /// A head is being read. Nothing is passed on before it is complete.
    Head,
    /// This many bytes are passed on: the head, and the body that it announces.
    Passing(u64),
    /// Nothing is passed on until the response is written.
    Responding,
    Closed,
}

/// What [`ReadState::Head`] waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeadPhase {
    /// The first byte of a new connection, which is not evicted yet.
    New,
    /// The first byte of a request.
    Idle,
    /// The rest of a head.
    Reading,
}

/// Whether the connection can be used again. [`TimeoutIo`] sees requests begin, the service sees responses end.
#[derive(Default)]
pub(super) struct ExchangeState {
    is_over: AtomicBool,
    /// Part of the request body is unread.
    is_body_unread: AtomicBool,
    waker: AtomicWaker,
    /// Another protocol follows the response: nothing of it is read here.
    upgrade: OnceLock<Upgrade>,
}

impl ExchangeState {
    /// Whether the connection must close after the response, because part of the request body is unread.
    pub(super) fn is_last(&self) -> bool {
        self.is_body_unread.load(Ordering::SeqCst)
    }

    /// The connection speaks another protocol after the response.
    pub(super) fn upgrade(&self, upgrade: Upgrade) {
        // A connection is upgraded once.
        let _ = self.upgrade.set(upgrade);
    }

    /// The response was written, or there will be none.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.waker.wake();
    }

    fn begin(&self, has_body: bool) {
        self.is_over.store(false, Ordering::SeqCst);
        self.is_body_unread.store(has_body, Ordering::SeqCst);
    }
}

impl TimeoutIo {
    pub(super) fn new(io: Io, context: Arc<ConnectionContext>, exchange: Arc<ExchangeState>) -> Self {
        Self {
            io,
            context,
            exchange,
            state: ReadState::Head,
            buffer: BytesMut::new(),
            searched: 0,
            phase: HeadPhase::New,
            deadline: Box::pin(sleep(NEW_CONNECTION_GRACE)),
            eviction: None,
            rejection: None,
        }
    }

    /// Waits for the next head. Returns false if the connection ends without one.
    pub(super) fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        while self.state == ReadState::Head {
            match self.find_head() {
                Ok(true) => break,
                Ok(false) => {}
                Err(response) => {
                    self.rejection = Some(response);
                    self.state = ReadState::Closed;
                    break;
                }
            }
            match self.poll_fill(cx) {
                Poll::Ready(Ok(1..)) if self.phase == HeadPhase::Reading => {}
                Poll::Ready(Ok(1..)) => self.enter(HeadPhase::Reading),
                Poll::Ready(Ok(0) | Err(_)) => self.state = ReadState::Closed,
                Poll::Pending if self.deadline.as_mut().poll(cx).is_ready() => self.time_out(),
                Poll::Pending if self.phase == HeadPhase::Idle && self.must_close(cx) => self.state = ReadState::Closed,
                Poll::Pending => return Poll::Pending,
            }
        }
        Poll::Ready(self.state != ReadState::Closed)
    }

    /// Serves the protocol that the connection was upgraded to, if it was, and closes it.
    pub(super) async fn finish(self) {
        let Some(serve) = self.exchange.upgrade.get().and_then(Upgrade::take) else { return self.close().await };
        let Self { io, buffer, context, exchange, .. } = self;
        // The client may have left before the response was written.
        if exchange.is_over.load(Ordering::SeqCst) {
            let io = serve(io, buffer.into()).await;
            Self::new(io, context, Arc::default()).close().await;
        }
    }

    /// Sends an error response without reading a request, and closes.
    pub(super) async fn reject(mut self, response: ErrorResponse) {
        self.rejection = Some(response);
        self.close().await;
    }

    /// Writes the error response, if there is one, and closes.
    async fn close(mut self) {
        if let Some(response) = self.rejection.take() {
            let bytes = request_telemetry::reject_http1(&self.context.telemetry, &response);
            let Ok(()) = self.io.write_all(&bytes).await else { return };
        } else if !self.exchange.is_last() {
            // close_notify: without it a client cannot tell the end from a truncation attack.
            if let Either::Right(_) = self.io.get_ref() {
                drop(timeout(CLOSE_TIMEOUT, self.io.shutdown()).await);
            }
            return;
        }
        let discard = async {
            self.io.shutdown().await?;
            tokio::io::copy(&mut (&mut self.io).take(DISCARDED), &mut tokio::io::sink()).await
        };
        drop(timeout(CLOSE_TIMEOUT.min(self.context.limits.send_timeout), discard).await);
    }

    /// Searches the buffer for a complete head. If there is one, validates it and starts to pass it on.
    fn find_head(&mut self) -> Result<bool, ErrorResponse> {
        // RFC 9112 allows empty lines before a request.
        while self.searched == 0 && self.buffer.starts_with(b"\r\n") {
            self.buffer.advance(2);
        }
        let end = request_head::find_end(&self.buffer, self.searched)?;
        if end.unwrap_or(self.buffer.len()) > self.context.limits.head_bytes {
            let has_line = self.buffer.contains(&b'\n');
            return Err(if has_line { request_head::too_large() } else { request_head::target_too_long() });
        }
        let Some(end) = end else {
            // The first bytes identify another protocol, whose client may wait for a response before it sends more.
            if self.searched == 0 {
                request_head::check_beginning(&self.buffer)?;
            }
            self.searched = self.buffer.len();
            return Ok(false);
        };
        let framing = request_head::check_http1(&self.buffer[..end])?;
        self.searched = 0;
        self.exchange.begin(framing != BodyFraming::Length(0));
        self.state = ReadState::Passing(match framing {
            BodyFraming::Length(length) => end as u64 + length,
            // Only hyper finds the end of a chunked body, so the connection closes after this request.
            BodyFraming::Chunked => u64::MAX,
        });
        Ok(true)
    }

    fn enter(&mut self, phase: HeadPhase) {
        let limits = &self.context.limits;
        // The first request must begin within the header timeout; the idle timeout applies after it.
        let is_idle = phase == HeadPhase::Idle && self.phase != HeadPhase::New;
        let time = if is_idle { limits.idle_timeout } else { limits.head_timeout };
        self.phase = phase;
        self.eviction = None;
        self.deadline.as_mut().reset(Instant::now() + time);
    }

    fn time_out(&mut self) {
        match self.phase {
            HeadPhase::New => self.enter(HeadPhase::Idle),
            HeadPhase::Idle => self.state = ReadState::Closed,
            HeadPhase::Reading => {
                self.state = ReadState::Closed;
                self.rejection = Some(ErrorResponse::timeout("O cabeçalho da requisição demorou demais para chegar."));
            }
        }
    }

    /// Whether this idle connection is evicted, or the gateway is stopping.
    fn must_close(&mut self, cx: &mut Context<'_>) -> bool {
        let eviction = self.eviction.get_or_insert_with(|| Box::pin(self.context.limiter.evicted()));
        let evicted = eviction.as_mut().poll(cx).is_ready();
        evicted || self.context.shutdown.is_stopping()
    }

    /// Reads available bytes into the buffer. An empty buffer allocates no memory.
    fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let mut bytes = [MaybeUninit::uninit(); READ_SIZE];
        let mut read = ReadBuf::uninit(&mut bytes);
        ready!(Pin::new(&mut self.io).poll_read(cx, &mut read))?;
        self.buffer.extend_from_slice(read.filled());
        Poll::Ready(Ok(read.filled().len()))
    }

    /// Waits until the response is written or the client disconnects. Buffers the client's next request meanwhile.
    fn poll_response_end(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.exchange.upgrade.get().is_some() {
            // hyper hands the connection over when the response is written.
            return Poll::Pending;
        }
        loop {
            if self.exchange.is_over.load(Ordering::SeqCst) {
                self.state = ReadState::Head;
                if self.buffer.is_empty() {
                    // An idle connection keeps no buffer.
                    self.buffer = BytesMut::new();
                    self.enter(HeadPhase::Idle);
                } else {
                    self.enter(HeadPhase::Reading);
                }
                return Poll::Ready(Ok(()));
            }
            self.exchange.waker.register(cx.waker());
            if self.buffer.len() >= READ_SIZE {
                return Poll::Pending;
            }
            if ready!(self.poll_fill(cx))? == 0 {
                self.state = ReadState::Closed;
                return Poll::Ready(Ok(()));
            }
        }
    }

    fn poll_pass(&mut self, left: u64, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.buffer.is_empty() && ready!(self.poll_fill(cx))? == 0 {
            self.state = ReadState::Closed;
            return Poll::Ready(Ok(()));
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        let length = self.buffer.len().min(to.remaining()).min(most);
        to.put_slice(&self.buffer[..length]);
        self.buffer.advance(length);
        if left != u64::MAX {
            self.state = ReadState::Passing(left - length as u64);
        }
        if self.state == ReadState::Passing(0) {
            self.exchange.is_body_unread.store(false, Ordering::SeqCst);
            self.state = ReadState::Responding;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for TimeoutIo {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            match this.state {
                ReadState::Head => drop(ready!(this.poll_head(cx))),
                ReadState::Passing(left) => return this.poll_pass(left, cx, to),
                ReadState::Responding => ready!(this.poll_response_end(cx))?,
                ReadState::Closed => return Poll::Ready(Ok(())),
            }
        }
    }
}

impl AsyncWrite for TimeoutIo {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().io).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().io).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_flush(cx)
    }

    /// Does nothing: [`TimeoutIo::close`] may still write.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
