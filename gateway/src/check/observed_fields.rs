//! Which fields came in a response, and in which forms: an observer of the gateway's own reader. Values are not stored.

use std::collections::{BTreeMap, BTreeSet};

use contract::mapping::{FaultKind, FieldFault, FieldObserver};
use parking_lot::Mutex;
use serde_json::value::RawValue;

use crate::contract_schema::value_type::ValueType;

/// Maximum number of unknown keys of a type. An object with more is a map, whose keys are data.
const MAX_UNKNOWN: usize = 64;

/// The fields of a response, by the name of their type in the contract.
#[derive(Debug, Default)]
pub(super) struct ObservedFields(Mutex<Observed>);

#[derive(Debug, Default)]
struct Observed {
    types: BTreeMap<&'static str, ObservedType>,
    /// The last field that the reader came to: the one that it could not read, if it stopped.
    last: Option<(&'static str, String)>,
}

/// The objects of one type.
#[derive(Clone, Debug, Default)]
pub(super) struct ObservedType {
    /// How many came.
    pub(super) objects: u64,
    /// Those of the contract.
    fields: BTreeSet<&'static str>,
    keys: BTreeMap<String, ObservedKey>,
}

/// A key of a type.
#[derive(Clone, Debug, Default)]
pub(super) struct ObservedKey {
    /// In how many objects it came.
    pub(super) times: u64,
    /// Whether one of its values could not be read.
    pub(super) is_unreadable: bool,
    /// The forms of its values.
    pub(super) forms: BTreeSet<ValueType>,
}

impl ObservedFields {
    /// Adds which values could not be read.
    pub(super) fn add_faults(&self, faults: &BTreeSet<FieldFault>) {
        let mut observed = self.0.lock();
        for &FieldFault { type_name, key, kind } in faults {
            if kind == FaultKind::Unreadable {
                let of_type = observed.types.entry(type_name).or_default();
                of_type.keys.entry(key.to_owned()).or_default().is_unreadable = true;
            }
        }
    }

    pub(super) fn of_type(&self, name: &str) -> ObservedType {
        self.0.lock().types.get(name).cloned().unwrap_or_default()
    }

    /// Type and key of the field that the reader came to last.
    pub(super) fn last(&self) -> Option<(&'static str, String)> {
        self.0.lock().last.clone()
    }
}

impl ObservedType {
    pub(super) fn key(&self, name: &str) -> Option<&ObservedKey> {
        self.keys.get(name)
    }

    /// The keys that the contract does not have.
    pub(super) fn unknown(&self) -> impl Iterator<Item = (&str, &ObservedKey)> {
        self.keys.iter().filter(|(key, _)| !self.fields.contains(key.as_str())).map(|(key, seen)| (&**key, seen))
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.objects += other.objects;
        self.fields.extend(&other.fields);
        for (name, seen) in &other.keys {
            let key = self.keys.entry(name.clone()).or_default();
            key.times += seen.times;
            key.is_unreadable |= seen.is_unreadable;
            key.forms.extend(&seen.forms);
        }
    }
}

impl FieldObserver for ObservedFields {
    fn sees_all(&self) -> bool {
        true
    }

    fn object(&self, type_name: &'static str, fields: &'static [&'static str]) {
        let mut observed = self.0.lock();
        let observed = observed.types.entry(type_name).or_default();
        observed.objects += 1;
        observed.fields.extend(fields);
    }

    fn field(&self, type_name: &'static str, key: &str, json: &str) {
        let mut observed = self.0.lock();
        observed.last = Some((type_name, key.to_owned()));
        let of_type = observed.types.entry(type_name).or_default();
        let is_new = !of_type.keys.contains_key(key);
        if is_new && of_type.unknown().count() >= MAX_UNKNOWN && !of_type.fields.contains(key) {
            return;
        }
        let seen = of_type.keys.entry(key.to_owned()).or_default();
        seen.times += 1;
        let value = serde_json::Deserializer::from_str(json).into_iter::<&RawValue>().next();
        if let Some(Ok(value)) = value {
            seen.forms.insert(ValueType::of(value.get()));
        }
    }
}
