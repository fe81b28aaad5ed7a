//! Types that the data of a response are parsed into.

use bytes::Bytes;
use serde::de::{DeserializeOwned, Error as _};
use services::wire::envelope::{Answer, is_success};

use super::memory::RequestMemory;

/// Data of a service.
pub trait ResponseData: Sized + Send + Sync + 'static {
    /// Parses a response body.
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error>;

    /// Counts memory that the data hold beside the body, until they are dropped.
    fn count(&mut self, _memory: &RequestMemory) {}
}

/// Every owned type of the wire.
impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for T {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        Answer::read(&body)
    }
}

/// Data of a write. Success without data is an unknown outcome, not a refusal; of the login's three steps, which change
/// nothing, it is a refusal (specification, section 8).
pub(super) struct Confirmed<T>(pub(super) T);

impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for Confirmed<T> {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        let Answer { messages, data } = Answer::<T>::read(&body)?;
        if data.is_none() && is_success(&body) {
            return Err(serde_json::Error::missing_field("data"));
        }
        Ok(Answer { messages, data: data.map(Self) })
    }
}
