//! What the data of an answer are read as.

use bytes::Bytes;
use serde::de::{DeserializeOwned, Error as _};
use services::wire::envelope::{Answer, is_success};

use super::memory::RequestMemory;

/// Data of a service.
pub trait Data: Sized + Send + Sync + 'static {
    /// Reads an answer's body.
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error>;

    /// Counts what it holds beside the body that it was read from, for as long as it is there.
    fn count(&mut self, _memory: &RequestMemory) {}
}

/// Every type of the wire that stands by itself.
impl<T: DeserializeOwned + Send + Sync + 'static> Data for T {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        Answer::read(&body)
    }
}

/// Data of a call that leaves something behind. Where a service says success without data, nobody knows what it did, so
/// that is no refusal; of the login's three steps, which leave nothing behind, it is (specification, section 8).
pub(super) struct Confirmed<T>(pub(super) T);

impl<T: DeserializeOwned + Send + Sync + 'static> Data for Confirmed<T> {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        let Answer { messages, data } = Answer::<T>::read(&body)?;
        if data.is_none() && is_success(&body) {
            return Err(serde_json::Error::missing_field("data"));
        }
        Ok(Answer { messages, data: data.map(Self) })
    }
}
