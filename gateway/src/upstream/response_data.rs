//! Types that the data of a response are parsed into.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use services::wire::{
    envelope::{Answer, ReadError},
    spelling::ResponseSpelling,
};

use super::memory::RequestMemory;

/// Data of a service.
pub trait ResponseData: Sized + Send + Sync + 'static {
    /// Whether it is a part of a list, whose rows are read later.
    const IS_PART: bool = false;

    /// Parses a response body.
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError>;

    /// The number of rows of a list.
    fn row_count(&self) -> Option<usize> {
        None
    }

    /// Counts memory that the data hold beside the body, until they are dropped.
    fn count(&mut self, _memory: &RequestMemory) {}
}

/// Every owned type of the wire.
impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for T {
    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        Answer::read_spelled(&body, spelling)
    }
}
