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
    /// Neither, with the reason. An acionamento with an empty claim number is none: APIs without null fill the data of a refusal
    /// with empty values.
    Unread(String),
}

impl ResponseData for Saved {
    const MAY_BE_ADDRESSED: bool = true;

    fn read(body: Bytes, spelling: &ResponseSpelling) -> Result<Answer<Self>, ReadError> {
        let error = match Answer::<Acionamento>::read_spelled(&body, spelling) {
            Ok(answer) => {
                return Ok(answer.map(|saved| {
                    if is_number(&saved.nr_sinistro) {
                        Self::Whole(Box::new(saved))
                    } else {
                        Self::Unread("the claim number is empty".to_owned())
                    }
                }));
            }
            Err(error) => error,
        };
        let answer = Answer::<SavedNumber>::read_spelled(&body, spelling).map_err(|_| error)?;
        Ok(answer.map(|SavedNumber { nr_sinistro }| match nr_sinistro {
            Some(Text(number)) if is_number(&number) => Self::Numbered(number),
            _ => Self::Unread(error.to_string()),
        }))
    }
}

/// Whether a claim has this number: an empty text or zeros are none.
fn is_number(text: &str) -> bool {
    !text.trim().trim_start_matches('0').is_empty()
}
