//! Writes JSON values of a response.

use async_graphql::Value;
use serde::Serialize;
use services::wire::byte_scan::is_unescaped;

/// Writes a value.
pub(super) fn value(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Null => to.extend_from_slice(b"null"),
        Value::Boolean(true) => to.extend_from_slice(b"true"),
        Value::Boolean(false) => to.extend_from_slice(b"false"),
        Value::Number(number) => plain(number, to),
        Value::String(string) => text(string, to),
        Value::Enum(name) => text(name, to),
        // The schema has no binary values.
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

/// Writes a list, each item with `each`.
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

/// Writes a number or a boolean.
pub(super) fn plain(value: impl Serialize, to: &mut Vec<u8>) {
    serde_json::to_writer(to, &value).expect("a number can be written as JSON");
}

/// Writes a string.
pub(super) fn text(text: &str, to: &mut Vec<u8>) {
    if !is_unescaped(text.as_bytes()) {
        return escaped(text, to);
    }
    to.reserve(text.len() + 2);
    to.push(b'"');
    to.extend_from_slice(text.as_bytes());
    to.push(b'"');
}

/// Writes a string that needs escapes, which is rare.
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
