//! Types that the data of a response are parsed into.

use std::convert::Infallible;

use bytes::Bytes;
use secrecy::SecretString;
use serde::{Deserialize, de::DeserializeOwned};
use services::wire::{
    envelope::{Answer, PageSigns, ReadError},
    mapping::ResponseMapping,
};

use super::body_budget::BodyPermit;

/// A parsed response.
pub(super) struct ServiceResponse<T> {
    pub(super) answer: Answer<T>,
    /// The memory of the body and of the data.
    pub(super) permit: BodyPermit,
    /// The last segment of the address of what was created, if the response names it.
    pub(super) location: Option<String>,
    /// Whether the service says that it has yet to do what was asked: HTTP 202.
    pub(super) is_pending: bool,
}

/// Data of a service.
pub trait ResponseData: Sized + Send + Sync + 'static {
    /// Whether it is a part of a list, whose rows are read later.
    const IS_PART: bool = false;

    /// Whether a response may have the address of the data in their place.
    const MAY_BE_ADDRESSED: bool = false;

    /// Parses a response body.
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError>;

    /// The number of rows of a list.
    fn row_count(&self) -> Option<usize> {
        None
    }

    /// Takes the token of a session that came in a header.
    fn take_token(&mut self, _token: SecretString) {}
}

/// Every owned type of the wire.
impl<T: DeserializeOwned + Send + Sync + 'static> ResponseData for T {
    fn read(body: Bytes, mapping: &ResponseMapping) -> Result<Answer<Self>, ReadError> {
        Answer::read_mapped(&body, mapping)
    }
}

/// Why a response has no data that borrow from it.
pub(super) enum NoData {
    Without(Answer<Infallible>),
    Unreadable(ReadError),
}

/// Parses data that borrow from a response, and what it says about its pages.
pub(super) fn borrowed_data<'a, T: Deserialize<'a>>(
    body: &'a Bytes,
    mapping: &ResponseMapping,
    pages: &mut PageSigns,
) -> Result<T, NoData> {
    let answer = Answer::read_mapped(body, mapping).map_err(NoData::Unreadable)?;
    *pages = answer.pages;
    let Answer { is_success, messages, data, lacks_data, pages } = answer;
    data.ok_or(NoData::Without(Answer { is_success, messages, data: None, lacks_data, pages }))
}

/// The answer with what was made of the data.
pub(super) fn answer_of<T>(data: Result<T, NoData>, pages: PageSigns) -> Result<Answer<T>, ReadError> {
    match data {
        Ok(data) => {
            Ok(Answer { is_success: true, messages: String::new(), data: Some(data), lacks_data: false, pages })
        }
        Err(NoData::Without(Answer { is_success, messages, lacks_data, .. })) => {
            Ok(Answer { is_success, messages, data: None, lacks_data, pages })
        }
        Err(NoData::Unreadable(error)) => Err(error),
    }
}
