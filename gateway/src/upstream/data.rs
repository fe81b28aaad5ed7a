//! What the data of an answer are read as.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use services::wire::envelope::Answer;

/// Data of a service.
pub trait Data: Sized + Send + Sync + 'static {
    /// Reads an answer's body.
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error>;
}

/// Every type of the wire that stands by itself.
impl<T: DeserializeOwned + Send + Sync + 'static> Data for T {
    fn read(body: Bytes) -> Result<Answer<Self>, serde_json::Error> {
        Answer::read(&body)
    }
}
