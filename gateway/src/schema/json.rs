//! How an answer becomes JSON.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use async_graphql::Value;
use bytes::Bytes;
use serde::Serialize;
use services::wire::byte_scan::unescaped_len;

use crate::upstream::memory::{Charge, RequestMemory};

/// So much of an answer is written before it is counted, in bytes.
const UNCOUNTED: usize = 64 * 1024;

/// What an answer counts while it is written.
#[derive(Default)]
pub struct Counted {
    memory: Option<Arc<RequestMemory>>,
    charge: RefCell<Option<Charge>>,
    /// Length up to which it is counted.
    until: Cell<usize>,
}

impl Counted {
    /// Counts for a request, if there is one that counts.
    pub fn by(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { memory: memory.cloned(), charge: RefCell::default(), until: Cell::new(UNCOUNTED) }
    }

    /// The same of an answer that is sent however much memory it takes.
    pub fn anyway(memory: Option<&Arc<RequestMemory>>) -> Self {
        Self { until: Cell::new(usize::MAX), ..Self::by(memory) }
    }

    /// The same, but counts for a request where it counted for none.
    pub fn or_by(self, memory: Option<&Arc<RequestMemory>>) -> Self {
        if self.memory.is_some() { self } else { Self::by(memory) }
    }

    /// Whether an answer may be as long. `None` if there is no memory for it: then the request is refused as a whole.
    pub fn allows(&self, length: usize) -> Option<()> {
        if length <= self.until.get() {
            return Some(());
        }
        self.grow(length)
    }

    fn grow(&self, length: usize) -> Option<()> {
        let Some(memory) = &self.memory else { return Some(()) };
        // A buffer that grows doubles, and is copied.
        let (until, mut charge) = (2 * length, self.charge.borrow_mut());
        let grown = match &mut *charge {
            Some(charge) => charge.grow(2 * until),
            None => memory.charge(2 * until).map(|first| *charge = Some(first)),
        };
        if grown.is_err() {
            memory.exhaust();
            return None;
        }
        self.until.set(until);
        Some(())
    }

    /// The answer as it was written, which counts until it is sent.
    pub fn written(self, mut to: Vec<u8>) -> Bytes {
        if to.capacity() - to.len() > UNCOUNTED {
            // It has grown by doubling; the allocator cuts off the rest without copying.
            to.shrink_to_fit();
        }
        match (self.charge.into_inner(), self.memory) {
            (Some(mut charge), _) => {
                charge.shrink(to.capacity());
                charge.of(to)
            }
            (None, Some(memory)) => memory.charge_anyway(to.capacity()).of(to),
            (None, None) => to.into(),
        }
    }
}

/// Writes a value of an answer.
pub(super) fn value(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Null => to.extend_from_slice(b"null"),
        Value::Boolean(true) => to.extend_from_slice(b"true"),
        Value::Boolean(false) => to.extend_from_slice(b"false"),
        Value::Number(number) => plain(number, to),
        Value::String(string) => text(string, to),
        Value::Enum(name) => text(name, to),
        // The graph has no such values.
        Value::Binary(_) => to.extend_from_slice(b"null"),
        Value::List(all) => list(all, to, self::value),
        Value::Object(fields) => {
            to.push(b'{');
            for (at, (name, field)) in fields.iter().enumerate() {
                if at > 0 {
                    to.push(b',');
                }
                text(name, to);
                to.push(b':');
                self::value(field, to);
            }
            to.push(b'}');
        }
    }
}

/// Writes a list, each of its members with `each`.
fn list<T>(all: impl IntoIterator<Item = T>, to: &mut Vec<u8>, mut each: impl FnMut(T, &mut Vec<u8>)) {
    to.push(b'[');
    for (at, one) in all.into_iter().enumerate() {
        if at > 0 {
            to.push(b',');
        }
        each(one, to);
    }
    to.push(b']');
}

/// Writes a number, or whether something is so.
pub(super) fn plain(value: impl Serialize, to: &mut Vec<u8>) {
    serde_json::to_writer(to, &value).expect("a number can be written as JSON");
}

/// Writes a text.
pub(super) fn text(text: &str, to: &mut Vec<u8>) {
    if unescaped_len(text.as_bytes()) < text.len() {
        return escaped(text, to);
    }
    to.reserve(text.len() + 2);
    to.push(b'"');
    to.extend_from_slice(text.as_bytes());
    to.push(b'"');
}

/// The same of one that needs escapes, as hardly any does.
#[cold]
fn escaped(text: &str, to: &mut Vec<u8>) {
    serde_json::to_writer(to, text).expect("a text can be written as JSON");
}

#[cfg(test)]
mod tests {
    use async_graphql::{Name, Value};
    use proptest::{collection::vec, prelude::*};

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            "[A-Z_]{1,8}".prop_map(|name| Value::Enum(Name::new(name))),
        ];
        leaf.prop_recursive(3, 24, 5, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..5).prop_map(Value::List),
                vec(("[a-z_]{1,5}", inner), 0..5)
                    .prop_map(|all| Value::Object(all.into_iter().map(|(key, one)| (Name::new(key), one)).collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_value_is_written_as_serde_writes_it(value in values()) {
            let mut written = Vec::new();
            super::value(&value, &mut written);
            prop_assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(&value).unwrap());
        }
    }
}
