//! The response to a save, which may be less than the acionamento.

use bytes::Bytes;
use services::wire::{
    acionamento::{Acionamento, SavedNumber},
    envelope::{Answer, ReadError},
    spelling::ResponseSpelling,
    value::Text,
};

use super::response_data::ResponseData;

/// The response to a save.
pub(super) enum Saved {
    /// The acionamento.
    Whole(Box<Acionamento>),
    /// Only its number.
    Numbered(String),
    /// Neither. The error is that of reading the acionamento.
    Unread(ReadError),
}

impl ResponseData for Saved {
    const MAY_BE_ADDRESSED: bool = true;

    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        let error = match Answer::<Acionamento>::read_spelled(&body, spelling) {
            Ok(answer) => return Ok(answer.map(|saved| Self::Whole(Box::new(saved)))),
            Err(error) => error,
        };
        let answer = Answer::<SavedNumber>::read_spelled(&body, spelling).map_err(|_| error)?;
        Ok(answer.map(|SavedNumber { nr_sinistro }| match nr_sinistro {
            Some(Text(number)) if !number.trim().is_empty() => Self::Numbered(number),
            _ => Self::Unread(error),
        }))
    }
}
