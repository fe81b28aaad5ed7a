//! The envelope of a response: its keys, missing keys and unknown keys.

use services::wire::envelope;

use super::{
    findings::{Envelope, EnvelopeKey, Unknown},
    wire_source,
};
use crate::contract::{comparison::Members, field_names, value_type::ValueType};

/// The key of the status, which means success or refusal.
pub(super) const STATUS: &str = envelope::KEYS[0];
/// The key of the message for the user.
const MESSAGES: &str = envelope::KEYS[1];
/// The key that holds the data.
pub(super) const DATA: &str = envelope::KEYS[2];
/// Maximum number of unknown keys reported.
const MOST_UNKNOWN: usize = 16;

impl Envelope {
    /// Reads the keys of a response.
    pub(super) fn of(members: &Members, accepts: bool) -> Self {
        let found = |name: &'static str| members.value(name).map(|value| ValueType::of(value.get()));
        let keys: Vec<_> = envelope::KEYS.iter().map(|&name| EnvelopeKey { name, found: found(name) }).collect();
        let absent: Vec<_> = keys.iter().filter(|key| key.found.is_none()).map(|key| key.name).collect();
        let others: Vec<_> = members.0.iter().filter(|(key, _)| !envelope::KEYS.contains(&&**key)).collect();
        let names: Vec<_> =
            others.iter().map(|(key, _)| field_names::shown(key).unwrap_or_else(|hidden| hidden)).collect();
        let pairs = field_names::pairs(&names, &absent);
        let tell = |(number, name): (usize, &&str)| {
            let like = pairs.iter().find(|(unknown, _)| *unknown == number).map(|(_, known)| absent[*known]);
            Unknown {
                path: (*name).to_owned(),
                found: ValueType::of(others[number].1.get()),
                times: 1,
                of: format!("Envelope.{}", like.unwrap_or(DATA)),
                resembles: like.map(str::to_owned),
                place: wire_source::envelope(like.unwrap_or(DATA)),
            }
        };
        let unknown = names.iter().enumerate().take(MOST_UNKNOWN).map(tell).collect();
        Self { accepts, keys, unknown }
    }

    /// Whether the envelope needs a note in the report.
    pub(super) fn has_notes(&self) -> bool {
        !self.unknown.is_empty() || self.keys.iter().any(|key| key.found.is_none())
    }

    /// Whether every key has a value of its usual type.
    pub(super) fn is_usual(&self) -> bool {
        self.keys.iter().all(|key| match (key.name, key.found) {
            (_, None | Some(ValueType::Null)) => false,
            (STATUS, Some(found)) => found == ValueType::Integer,
            (MESSAGES, Some(found)) => found.is_text(),
            _ => true,
        })
    }
}
