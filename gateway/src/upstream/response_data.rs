//! Types that the data of a response are parsed into.

use bytes::Bytes;
use contract::{
    envelope::{Answer, ReadError},
    mapping::ResponseMapping,
};
use serde::de::DeserializeOwned;

/// Data of a service.
pub trait ResponseData: Sized + Send + Sync + 'static {
    /// Whether it is a part of a list, whose rows are read later.
    const IS_PART: bool = false;

    /// Whether the service may answer with `Location` instead of data.
    const MAY_HAVE_LOCATION: bool = false;

    /// Parses a response body.
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError>;

    /// The number of rows of a list.
    fn row_count(&self) -> Option<usize> {
        None
    }
}

/// Every owned type of the contract.
impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for T {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        Answer::read_mapped(&body, mapping)
    }
}
