//! Reads the body of a response within the size limit and the memory budget.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    Response,
    body::{Body as _, Incoming},
};
use tokio::time::{Instant, timeout_at};

use super::{
    body_budget::{BodyPermit, NoMemory, RequestMemory, SMALL, reserved_bytes},
    error::Fault,
    http_client::{CallRequest, broken},
};

/// Limits for reading a response.
pub(super) struct ReadLimits {
    memory: Arc<RequestMemory>,
    is_write: bool,
    max_bytes: usize,
    /// Reading waits for memory until then.
    deadline: Instant,
}

impl ReadLimits {
    /// Those of the response to a request.
    pub(super) fn of(request: &CallRequest, max_bytes: usize, deadline: Instant) -> Self {
        Self { memory: Arc::clone(&request.memory), is_write: request.is_write, max_bytes, deadline }
    }

    /// Memory for a body of this length so far. A small body does not wait for it.
    async fn take(&self, length: usize, bytes: usize) -> Result<BodyPermit, Fault> {
        if length <= SMALL {
            return match self.memory.try_take(bytes) {
                Err(NoMemory) if self.is_write => Ok(BodyPermit::default()),
                taken => Ok(taken?),
            };
        }
        Ok(timeout_at(self.deadline, self.memory.take_large(bytes)).await.unwrap_or(Err(NoMemory))?)
    }

    /// More memory for a body of this length so far.
    fn grow(&self, permit: &mut BodyPermit, length: usize) -> Result<(), Fault> {
        match self.memory.grow(permit, reserved_bytes(length)) {
            Err(NoMemory) if self.is_write && length <= SMALL => Ok(()),
            grown => Ok(grown?),
        }
    }
}

/// Reads a body, and takes its memory.
pub(super) async fn read_body(response: Response<Incoming>, limits: &ReadLimits) -> Result<(Bytes, BodyPermit), Fault> {
    let max = limits.max_bytes;
    let too_large = || Fault::InvalidResponse(format!("larger than {max} bytes"));
    let mut incoming = response.into_body();
    let content_length = match incoming.size_hint().exact().map(usize::try_from) {
        Some(Ok(length)) if length <= max => Some(length),
        Some(_) => return Err(too_large()),
        None => None,
    };
    let length = content_length.unwrap_or_default();
    let mut permit = limits.take(length, reserved_bytes(length)).await?;
    // Copied: cached data must not keep the connection's whole read buffer alive.
    let mut body = Vec::with_capacity(length);
    while let Some(frame) = incoming.frame().await {
        // Trailers are not part of the contract.
        let Ok(chunk) = frame.map_err(|error| broken(&error, true))?.into_data() else { continue };
        let length = body.len() + chunk.len();
        if length > max {
            return Err(too_large());
        }
        if length > SMALL && body.len() <= SMALL && permit.bytes() < reserved_bytes(length) {
            // Without Content-Length the first large body takes this at once: a request waits for memory only once.
            let initial = if limits.memory.has_large_body() { 0 } else { limits.memory.of_unknown_length() };
            permit = limits.take(length, initial.max(reserved_bytes(length))).await?;
        } else if permit.bytes() < reserved_bytes(length) {
            limits.grow(&mut permit, length)?;
        }
        // Without Content-Length the vector doubles; the reservation is twice the length, which covers it.
        body.extend_from_slice(&chunk);
    }
    body.shrink_to_fit();
    permit.shrink(reserved_bytes(body.len()));
    Ok((body.into(), permit))
}
