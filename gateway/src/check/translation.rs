//! Rewrites a response of another dialect into the contract's own form, so that it can be compared with the contract.

use serde_json::{Value, value::RawValue};
use services::wire::envelope::KEYS;

use super::draft::{Draft, EnvelopeKey};
use crate::contract::{Contract, comparison::Members, value_type::ExpectedType};

/// The keys of the contract's envelope.
pub(super) const STATUS: &str = KEYS[0];
pub(super) const MESSAGES: &str = KEYS[1];
pub(super) const DATA: &str = KEYS[2];

/// Translates responses of one service.
#[derive(Clone, Copy)]
pub(super) struct Translation<'a> {
    pub(super) draft: &'a Draft,
    pub(super) contract: &'a Contract,
}

impl Translation<'_> {
    /// The response in the contract's form; `None` if it is not JSON, or no object where an envelope is expected.
    pub(super) fn response(&self, http: u16, body: &str) -> Option<String> {
        let EnvelopeKey::Key(data_key) = self.draft.envelope_key(DATA) else {
            return self.without_envelope(http, body);
        };
        let mut parts = Vec::new();
        let members: Members = serde_json::from_str(body).ok()?;
        if self.draft.envelope_key(STATUS) == EnvelopeKey::None {
            parts.push(format!(r#""{STATUS}":{}"#, u8::from(is_success(http))));
        }
        for (key, value) in &members.0 {
            let is = |name: &'static str| self.draft.envelope_key(name) == EnvelopeKey::Key(key);
            match () {
                () if is(STATUS) => parts.push(format!(r#""{STATUS}":{}"#, self.status(value))),
                () if is(MESSAGES) => parts.push(format!(r#""{MESSAGES}":{value}"#)),
                () if key == data_key => parts.push(format!(r#""{DATA}":{}"#, self.data(value))),
                () if KEYS.contains(&&**key) => {}
                () => parts.push(format!("{}:{value}", Value::from(&**key))),
            }
        }
        Some(format!("{{{}}}", parts.join(",")))
    }

    fn without_envelope(&self, http: u16, body: &str) -> Option<String> {
        let value: &RawValue = serde_json::from_str(body).ok()?;
        if is_success(http) {
            return Some(format!(r#"{{"{STATUS}":1,"{MESSAGES}":"","{DATA}":{}}}"#, self.data(value)));
        }
        let EnvelopeKey::Key(key) = self.draft.envelope_key(MESSAGES) else {
            return Some(format!(r#"{{"{STATUS}":0,"{MESSAGES}":"","{DATA}":null}}"#));
        };
        let members = serde_json::from_str::<Members>(body).ok()?;
        let messages = members.value(key).map_or(r#""""#, RawValue::get);
        Some(format!(r#"{{"{STATUS}":0,"{MESSAGES}":{messages},"{DATA}":null}}"#))
    }

    /// The status as 1 or 0, if the dialect says which values mean success.
    fn status(&self, value: &RawValue) -> String {
        let success = self.draft.values(&["envelope", "success"]);
        let Ok(status) = serde_json::from_str::<Value>(value.get()) else { return value.get().to_owned() };
        if success.is_empty() {
            return value.get().to_owned();
        }
        u8::from(success.iter().any(|one| means_the_same(one, &status))).to_string()
    }

    /// The data, out of the key that holds the list.
    pub(super) fn data(&self, data: &RawValue) -> String {
        let inner = self
            .draft
            .list_of(self.contract.path)
            .and_then(|key| serde_json::from_str::<Members>(data.get()).ok()?.value(key));
        self.value(0, inner.unwrap_or(data))
    }

    fn value(&self, node: usize, value: &RawValue) -> String {
        let node_of = &self.contract.nodes[node];
        match node_of.expected {
            ExpectedType::List => match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                Ok(rows) => {
                    let rows: Vec<_> = rows.into_iter().map(|row| self.value(node_of.children[0], row)).collect();
                    format!("[{}]", rows.join(","))
                }
                // One object may stand for a list of one.
                Err(_) => self.value(node_of.children[0], value),
            },
            ExpectedType::Object => self.object(node, value).unwrap_or_else(|| value.get().to_owned()),
            _ => value.get().to_owned(),
        }
    }

    fn object(&self, node: usize, value: &RawValue) -> Option<String> {
        let Members(members) = serde_json::from_str(value.get()).ok()?;
        let fields = &self.contract.nodes[node].children;
        let mut parts = Vec::new();
        for (key, value) in &members {
            let field = fields.iter().copied().find(|&field| self.key_of(field) == key);
            match field {
                Some(field) => {
                    let name = self.contract.nodes[field].name();
                    parts.push(format!("{}:{}", Value::from(name), self.value(field, value)));
                }
                // The dialect reads this field from another key.
                None if fields.iter().any(|&field| self.contract.nodes[field].name() == key) => {}
                None => parts.push(format!("{}:{value}", Value::from(&**key))),
            }
        }
        Some(format!("{{{}}}", parts.join(",")))
    }

    fn key_of(&self, node: usize) -> &str {
        match &self.contract.nodes[node].field {
            Some(field) => self.draft.response_key(&field.owner, &field.name),
            None => "",
        }
    }
}

/// Whether an HTTP status means that the body is an envelope or data.
pub(super) fn is_success(http: u16) -> bool {
    matches!(http, 200 | 201)
}

/// Whether a value of the file and one of a response are equal.
pub(super) fn means_the_same(one: &toml::Value, other: &Value) -> bool {
    match (one, other) {
        (toml::Value::Boolean(one), Value::Bool(other)) => one == other,
        (toml::Value::Integer(one), Value::Number(other)) => other.as_i64() == Some(*one),
        (toml::Value::String(one), Value::String(other)) => one.trim() == other.trim(),
        _ => false,
    }
}
