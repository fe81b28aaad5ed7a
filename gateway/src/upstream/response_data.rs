//! Types that the data of a response are parsed into.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use services::wire::{
    envelope::{Answer, ReadError},
    spelling::ResponseSpelling,
};

use super::memory::RequestMemory;

/// A parsed response.
pub(super) struct ServiceResponse<T> {
    pub(super) answer: Answer<T>,
    /// Length of the body in bytes.
    pub(super) bytes: usize,
    /// Whether reading waited for the memory budget. If so, its latency says nothing about the service.
    pub(super) waited: bool,
}

/// Data of a service.
pub trait ResponseData: Sized + Send + Sync + 'static {
    /// Parses a response body.
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError>;

    /// Counts memory that the data hold beside the body, until they are dropped.
    fn count(&mut self, _memory: &RequestMemory) {}
}

/// Every owned type of the wire.
impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for T {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        Answer::read_spelled(&body, spelling)
    }
}
