//! The envelope of a response: its keys, missing keys and unknown keys.

use std::borrow::Cow;

use serde_json::value::RawValue;
use services::wire::{
    envelope::{DATA, KEYS, MESSAGES, STATUS},
    spelling::KeyPath,
};

use super::view::View;
use crate::{
    check::{
        draft::{Draft, names::EnvelopePath},
        report::{
            findings::{Envelope, EnvelopeKey, UnknownField},
            wire_source,
        },
        responses::nested,
    },
    contract::{comparison::Members, field_names, value_type::ValueType},
};

/// Maximum number of unknown keys reported.
const MAX_UNKNOWN: usize = 16;

impl Envelope {
    /// Reads the keys of a response in the contract's form.
    /// `body` is the response as it came; `needs_data`: whether the data say anything.
    pub(in crate::check) fn examine(
        members: &Members,
        body: &str,
        accepts: bool,
        needs_data: bool,
        view: &View,
    ) -> Self {
        let found = |name: &'static str| members.value(name).map(|value| ValueType::of(value.get()));
        let keys: Vec<_> = KEYS
            .iter()
            .map(|&name| {
                let (spelled, came) = came(name, body, view.mapping);
                EnvelopeKey { name, found: found(name), spelled, came, is_needed: name != DATA || needs_data }
            })
            .collect();
        let others = members.0.iter().filter(|(key, _)| !KEYS.contains(&&**key));
        let misses_any = keys.iter().any(EnvelopeKey::is_missing);
        let unknown_key = |(key, value): &(Cow<str>, &RawValue)| {
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
        self.unknown.iter().any(|unknown| !unknown.is_new) || self.keys.iter().any(EnvelopeKey::is_missing)
    }

    /// Whether every key has a value of its usual type.
    pub(in crate::check) fn is_usual(&self) -> bool {
        self.keys.iter().all(|key| match (key.name, key.found) {
            (_, None | Some(ValueType::Null)) => !key.is_needed,
            (STATUS, Some(found)) => found == ValueType::Integer,
            (MESSAGES, Some(found)) => found.is_text(),
            _ => true,
        })
    }
}

impl EnvelopeKey {
    fn is_missing(&self) -> bool {
        self.is_needed && self.found.is_none()
    }
}

/// What the mapping calls a part of the envelope, and its type as it came.
fn came(name: &'static str, body: &str, mapping: &Draft) -> (String, Option<ValueType>) {
    let EnvelopePath::Key(text) = mapping.envelope_key(name) else { return (name.to_owned(), None) };
    let body = serde_json::from_str::<&RawValue>(body).ok();
    let path = text.parse::<KeyPath>().ok();
    let value = body.zip(path).and_then(|(body, path)| {
        // Messages may stand in a list.
        nested::at(body, &path).or_else(|| nested::at(body, &KeyPath::of_key(&path.keys()[0])))
    });
    (text.to_owned(), value.map(|value| ValueType::of(value.get())))
}
