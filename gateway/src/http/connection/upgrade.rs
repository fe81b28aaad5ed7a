//! Upgrades of HTTP/1.1 connections to another protocol. The connection stays in its task, with its permit and its write
//! timeout: hyper's own upgrades would take it out of both.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;

use super::context::Io;

/// Serves the connection, which begins with these bytes, and returns it to be closed.
type Serve = Box<dyn FnOnce(Io, Vec<u8>) -> BoxFuture<'static, Io> + Send>;

/// What serves the connection after the response `101 Switching Protocols`, of which it is an extension.
#[derive(Clone)]
pub(in crate::http) struct Upgrade(Arc<Mutex<Option<Serve>>>);

impl Upgrade {
    pub(in crate::http) fn new<F>(serve: impl FnOnce(Io, Vec<u8>) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Io> + Send + 'static,
    {
        let serve: Serve = Box::new(|io, first| Box::pin(serve(io, first)));
        Self(Arc::new(Mutex::new(Some(serve))))
    }

    pub(super) fn take(&self) -> Option<Serve> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
