//! The response to a save, which may be less than the acionamento.

use bytes::Bytes;
use serde::de::DeserializeOwned;
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
        let error = match read_one::<Acionamento>(&body, spelling) {
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
        let answer = read_one::<SavedNumber>(&body, spelling).map_err(|_| error)?;
        Ok(answer.map(|SavedNumber { nr_sinistro }| match nr_sinistro {
            Some(Text(number)) if is_number(&number) => Self::Numbered(number),
            _ => Self::Unread(error.to_string()),
        }))
    }
}

/// Reads an object, or a list of one.
fn read_one<T: DeserializeOwned>(body: &[u8], spelling: &ResponseSpelling) -> Result<Answer<T>, ReadError> {
    Answer::<T>::read_spelled(body, spelling).or_else(|error| {
        let listed = Answer::<Vec<T>>::read_spelled(body, spelling).ok();
        let listed = listed.filter(|listed| listed.data.as_ref().is_some_and(|all| all.len() == 1));
        listed.map(|listed| listed.map(|mut all| all.remove(0))).ok_or(error)
    })
}

/// Whether a claim has this number: an empty text or zeros are none.
fn is_number(text: &str) -> bool {
    !text.trim().trim_start_matches('0').is_empty()
}
