//! A client's socket, as hyper sees it: a head of a request comes through it whole, checked and in time, or not at all.
//!
//! hyper reads heads well, but closes without a word where one takes too long, answers the others without a body, and
//! counts the time between two requests as that of a head. What is refused here is answered by [`Gate::close`] in the
//! same form as everything else.

use std::{
    io, mem,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use bytes::{Buf as _, BytesMut};
use futures_util::task::AtomicWaker;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    sync::futures::OwnedNotified,
    time::{Duration, Instant, Sleep, sleep, timeout},
};

use super::{
    head::{self, Framing},
    socket::Socket,
};
use crate::http::{connection_limit::ConnectionLimiter, error_response::ErrorResponse, request_telemetry};

/// Most bytes that are read of the requests after the one that is answered.
const AHEAD: usize = 4 * 1024;
/// What is still read of a client who was refused, so that the refusal arrives: a socket that is closed with bytes
/// unread takes back what was written to it.
const DRAIN: u64 = 1024 * 1024;
const DRAIN_TIME: Duration = Duration::from_secs(2);
/// How long a new connection keeps its place in any case: whoever has just come is about to ask, and what they sent may
/// not have been seen yet.
pub(super) const MOMENT: Duration = Duration::from_millis(100);

/// The gate of one connection.
pub(super) struct Gate {
    socket: Socket,
    room: Arc<ConnectionLimiter>,
    exchange: Arc<Exchange>,
    state: State,
    /// What was read and has not come through yet.
    held: BytesMut,
    /// How much of `held` was searched for the end of a head.
    searched: usize,
    /// Whether anything of the next request has come.
    begun: bool,
    /// Whether it has just come, and sent nothing yet.
    is_new: bool,
    /// When its head must have come; before it has begun, when it must; of a new connection, until when it is one.
    deadline: Pin<Box<Sleep>>,
    /// While nothing has come: whether to go on waiting.
    leave: Option<Pin<Box<OwnedNotified>>>,
    /// While the client takes nothing of its answer: until when that may go on.
    stall: Option<Pin<Box<Sleep>>>,
    refusal: Option<ErrorResponse>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next that comes through is a head.
    Head,
    /// So many bytes come through: a head and the body that it announced.
    Through(u64),
    /// Nothing comes through until the answer is written.
    Answer,
    /// Nothing comes through any more.
    Closed,
}

/// What the two ends of an exchange know of each other: the gate, which sees the request, and the service, which answers.
#[derive(Default)]
pub(super) struct Exchange {
    /// The answer is written, or nobody asked yet.
    answered: AtomicBool,
    /// The request's body did not come through to its end.
    unread: AtomicBool,
    waker: AtomicWaker,
}

impl Exchange {
    /// Whether the connection cannot go on after the answer: somewhere in it is the rest of a body.
    pub(super) fn is_last(&self) -> bool {
        self.unread.load(Ordering::SeqCst)
    }

    /// The answer is written.
    pub(super) fn end(&self) {
        self.answered.store(true, Ordering::SeqCst);
        self.waker.wake();
    }

    fn begin(&self, has_body: bool) {
        self.answered.store(false, Ordering::SeqCst);
        self.unread.store(has_body, Ordering::SeqCst);
    }

    fn body_is_read(&self) {
        self.unread.store(false, Ordering::SeqCst);
    }

    fn is_answered(&self) -> bool {
        self.answered.load(Ordering::SeqCst)
    }
}

impl Gate {
    pub(super) fn new(socket: Socket, room: Arc<ConnectionLimiter>, exchange: Arc<Exchange>) -> Self {
        let deadline = Box::pin(sleep(MOMENT));
        Self {
            socket,
            room,
            exchange,
            state: State::Head,
            held: BytesMut::new(),
            searched: 0,
            begun: false,
            is_new: true,
            deadline,
            leave: None,
            stall: None,
            refusal: None,
        }
    }

    /// Waits for the head of the next request. False: there is none, and never will be.
    pub(super) fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        while self.state == State::Head {
            match self.find_head() {
                Ok(true) => break,
                Ok(false) => {}
                Err(refusal) => {
                    self.refuse(refusal);
                    break;
                }
            }
            match self.socket.poll_fill(cx, &mut self.held) {
                Poll::Ready(Ok(1..)) if self.begun => {}
                Poll::Ready(Ok(1..)) => self.begin(),
                Poll::Ready(Ok(0) | Err(_)) => self.state = State::Closed,
                Poll::Pending if self.deadline.as_mut().poll(cx).is_ready() => self.out_of_time(),
                Poll::Pending if !self.begun && !self.is_new && self.must_leave(cx) => self.state = State::Closed,
                Poll::Pending => return Poll::Pending,
            }
        }
        Poll::Ready(self.state != State::Closed)
    }

    /// Closes with a refusal, whatever the client may send.
    pub(super) async fn turn_away(mut self, refusal: ErrorResponse) {
        self.refuse(refusal);
        self.close().await;
    }

    /// Says what has to be said, and closes.
    pub(super) async fn close(mut self) {
        let time = self.room.limits.send;
        if let Some(refusal) = self.refusal.take() {
            // A client who takes nothing misses it.
            let answer = request_telemetry::refuse(&self.room.telemetry, &refusal);
            let Ok(Ok(())) = timeout(time, self.socket.write_all(&answer)).await else { return };
        } else if !self.exchange.is_last() {
            // Without a goodbye of TLS the end may be somebody else's doing.
            if matches!(self.socket, Socket::ServerTls(_)) {
                drop(timeout(DRAIN_TIME.min(time), self.socket.shutdown()).await);
            }
            return;
        }
        let drain = async {
            self.socket.shutdown().await?;
            tokio::io::copy(&mut (&mut self.socket).take(DRAIN), &mut tokio::io::sink()).await
        };
        drop(timeout(DRAIN_TIME.min(time), drain).await);
    }

    /// Looks for a whole head in what is held, and lets it through.
    fn find_head(&mut self) -> Result<bool, ErrorResponse> {
        // An empty line before a request is allowed.
        while self.searched == 0 && self.held.starts_with(b"\r\n") {
            self.held.advance(2);
        }
        let most = self.room.limits.head_bytes;
        let end = head::find_end(&self.held, self.searched)?;
        if end.unwrap_or(self.held.len()) > most {
            let has_line = self.held.contains(&b'\n');
            return Err(if has_line { head::too_large() } else { head::target_too_long() });
        }
        let Some(end) = end else {
            // Whoever speaks something else shows it at once, and may wait for an answer before going on.
            if self.searched == 0 {
                head::check_beginning(&self.held)?;
            }
            self.searched = self.held.len();
            return Ok(false);
        };
        let framing = head::check(&self.held[..end])?;
        self.searched = 0;
        self.exchange.begin(framing != Framing::Length(0));
        self.state = State::Through(match framing {
            Framing::Length(length) => end as u64 + length,
            // Where it ends is hyper's to say, so this request is the last.
            Framing::Chunked => u64::MAX,
        });
        Ok(true)
    }

    /// The next request has begun: its head must be here in time, however it comes.
    fn begin(&mut self) {
        self.begun = true;
        self.is_new = false;
        self.leave = None;
        self.deadline.as_mut().reset(Instant::now() + self.room.limits.head);
    }

    fn refuse(&mut self, refusal: ErrorResponse) {
        self.refusal = Some(refusal);
        self.state = State::Closed;
    }

    fn out_of_time(&mut self) {
        if mem::take(&mut self.is_new) {
            self.deadline.as_mut().reset(Instant::now() + self.room.limits.idle);
            return;
        }
        self.state = State::Closed;
        if self.begun {
            self.refusal = Some(ErrorResponse::timeout("O cabeçalho da requisição demorou demais para chegar."));
        }
    }

    fn must_leave(&mut self, cx: &mut Context<'_>) -> bool {
        let leave = self.leave.get_or_insert_with(|| Box::pin(self.room.told_to_leave()));
        let told = leave.as_mut().poll(cx).is_ready();
        told || self.room.is_stopping()
    }

    /// Waits until the answer is written, or the client is gone; meanwhile it may send the next request.
    fn poll_answered(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if self.exchange.is_answered() {
                self.state = State::Head;
                if self.held.is_empty() {
                    self.held = BytesMut::new();
                    self.begun = false;
                    self.deadline.as_mut().reset(Instant::now() + self.room.limits.idle);
                } else {
                    self.begin();
                }
                return Poll::Ready(Ok(()));
            }
            self.exchange.waker.register(cx.waker());
            if self.held.len() >= AHEAD {
                return Poll::Pending;
            }
            if ready!(self.socket.poll_fill(cx, &mut self.held))? == 0 {
                self.state = State::Closed;
                return Poll::Ready(Ok(()));
            }
        }
    }

    fn poll_through(&mut self, left: u64, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.held.is_empty() && ready!(self.socket.poll_fill(cx, &mut self.held))? == 0 {
            self.state = State::Closed;
            return Poll::Ready(Ok(()));
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        let length = self.held.len().min(to.remaining()).min(most);
        to.put_slice(&self.held[..length]);
        self.held.advance(length);
        self.state = match left - length as u64 {
            0 => {
                self.exchange.body_is_read();
                State::Answer
            }
            // Without an end.
            _ if left == u64::MAX => State::Through(u64::MAX),
            left => State::Through(left),
        };
        Poll::Ready(Ok(()))
    }

    /// Passes on how writing went. A client who takes nothing for too long is given up.
    fn watch<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(self.room.limits.send)));
        ready!(stall.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Gate {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let gate = self.get_mut();
        loop {
            match gate.state {
                State::Head => drop(ready!(gate.poll_head(cx))),
                State::Through(left) => return gate.poll_through(left, cx, to),
                State::Answer => ready!(gate.poll_answered(cx))?,
                State::Closed => return Poll::Ready(Ok(())),
            }
        }
    }
}

impl AsyncWrite for Gate {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let gate = self.get_mut();
        let written = Pin::new(&mut gate.socket).poll_write(cx, bytes);
        gate.watch(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let gate = self.get_mut();
        let written = Pin::new(&mut gate.socket).poll_write_vectored(cx, bytes);
        gate.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().socket).poll_flush(cx)
    }

    /// The socket stays open for what [`Gate::close`] has to say.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
