//! The envelope of a response: its keys, missing keys and unknown keys.

use services::wire::envelope::{DATA, KEYS, MESSAGES, STATUS};

use super::view::View;
use crate::{
    check::{
        draft::names::EnvelopePath,
        report::{
            findings::{Envelope, EnvelopeKey, UnknownField},
            wire_source,
        },
    },
    contract::{comparison::Members, field_names, value_type::ValueType},
};

/// Maximum number of unknown keys reported.
const MAX_UNKNOWN: usize = 16;

impl Envelope {
    /// Reads the keys of a response in the contract's form.
    pub(in crate::check) fn examine(members: &Members, accepts: bool, view: &View) -> Self {
        let found = |name: &'static str| members.value(name).map(|value| ValueType::of(value.get()));
        let keys: Vec<_> = KEYS.iter().map(|&name| EnvelopeKey { name, found: found(name) }).collect();
        let others = members.0.iter().filter(|(key, _)| !KEYS.contains(&&**key));
        let misses_any = keys.iter().any(|key| key.found.is_none());
        let unknown_key = |(key, value): &(std::borrow::Cow<str>, &serde_json::value::RawValue)| {
            let is_like = |name: &&&'static str| {
                let is_absent = keys.iter().any(|one| one.name == **name && one.found.is_none());
                let is_proposed = view.guess.envelope_key(name) == EnvelopePath::Key(key);
                is_proposed || (is_absent && field_names::likeness(key, name, "") >= field_names::ALIKE)
            };
            let like = KEYS.iter().find(is_like).copied();
            UnknownField {
                path: field_names::shown(key).unwrap_or_else(|hidden| hidden).to_owned(),
                found: ValueType::of(value.get()),
                times: 1,
                of: format!("Envelope.{}", like.unwrap_or(DATA)),
                resembles: like.map(str::to_owned),
                is_new: like.is_none() && !misses_any,
                place: wire_source::envelope(like.unwrap_or(DATA)),
            }
        };
        let unknown = others.take(MAX_UNKNOWN).map(unknown_key).collect();
        Self { accepts, keys, unknown }
    }

    /// Whether the envelope needs a note in the report.
    pub(in crate::check) fn has_notes(&self) -> bool {
        self.unknown.iter().any(|unknown| !unknown.is_new) || self.keys.iter().any(|key| key.found.is_none())
    }

    /// Whether every key has a value of its usual type.
    pub(in crate::check) fn is_usual(&self) -> bool {
        self.keys.iter().all(|key| match (key.name, key.found) {
            (_, None | Some(ValueType::Null)) => false,
            (STATUS, Some(found)) => found == ValueType::Integer,
            (MESSAGES, Some(found)) => found.is_text(),
            _ => true,
        })
    }
}
