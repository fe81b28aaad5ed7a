//! Rewrites a response of another mapping into the contract's own form, so that it can be compared with the contract.

use serde_json::{Value, value::RawValue};
use services::wire::{
    envelope::{self, DATA, KEYS, MESSAGES, STATUS},
    spelling::KeyPath,
};

use super::{http_status::is_success, nested};
use crate::{
    check::draft::{Draft, names::EnvelopePath},
    contract::{
        Contract,
        comparison::Members,
        value_type::{ExpectedType, ValueType},
    },
};

/// Translates responses of one service.
#[derive(Clone, Copy)]
pub(in crate::check) struct Translation<'a> {
    pub(in crate::check) draft: &'a Draft,
    pub(in crate::check) contract: &'a Contract,
}

impl Translation<'_> {
    /// The response in the contract's form; `None` if it is not JSON, or no object where an envelope is expected.
    pub(in crate::check) fn response(&self, http: u16, body: &str) -> Option<String> {
        let EnvelopePath::Key(data) = self.draft.envelope_key(DATA) else {
            return self.without_envelope(http, body);
        };
        let body: &RawValue = serde_json::from_str(body).ok()?;
        let members: Members = serde_json::from_str(body.get()).ok()?;
        let mut parts = Vec::new();
        let mut used = vec![first_key(data)];
        match self.draft.envelope_key(STATUS) {
            EnvelopePath::None => parts.push(format!(r#""{STATUS}":{}"#, u8::from(is_success(http)))),
            EnvelopePath::Key(key) => {
                used.push(first_key(key));
                let status = nested::at_text(body, key).map(|value| format!(r#""{STATUS}":{}"#, self.status(value)));
                parts.extend(status);
            }
        }
        parts.extend(self.messages(body).map(|messages| format!(r#""{MESSAGES}":{messages}"#)));
        parts.extend(nested::at_text(body, data).map(|data| format!(r#""{DATA}":{}"#, self.data(data))));
        let messages = self.draft.message_paths();
        let is_used = |key: &str| {
            used.iter().flatten().any(|used| used == key) || messages.iter().any(|path| path.keys()[0] == key)
        };
        let others = members.0.iter().filter(|(key, _)| !is_used(key) && !KEYS.contains(&&**key));
        parts.extend(others.map(|(key, value)| format!("{}:{value}", Value::from(&**key))));
        Some(format!("{{{}}}", parts.join(",")))
    }

    /// The messages as JSON, as they came where their keys lead to one value.
    fn messages(&self, body: &RawValue) -> Option<String> {
        let paths = self.draft.message_paths();
        if let [path] = &paths[..]
            && let Some(value) = nested::at(body, path)
        {
            return Some(value.get().to_owned());
        }
        let has_key = |path: &KeyPath| nested::at(body, &KeyPath::of_key(&path.keys()[0])).is_some();
        let text = envelope::messages(&serde_json::from_str(body.get()).ok()?, &paths);
        // A list of messages without one has no text.
        let text = text.or_else(|| paths.iter().any(has_key).then(String::new))?;
        Some(Value::from(text).to_string())
    }

    fn without_envelope(&self, http: u16, body: &str) -> Option<String> {
        let value: &RawValue = serde_json::from_str(body).ok()?;
        let status = match self.draft.get(&["envelope", STATUS]).and_then(toml::Value::as_str) {
            Some(key) if ValueType::of(value.get()) == ValueType::Object => nested::at_text(value, key),
            _ => None,
        };
        if let Some(status) = status.filter(|_| is_success(http)) {
            let status = self.status(status);
            let data = if status == "1" { self.data(value) } else { "null".to_owned() };
            let messages = self.messages(value).unwrap_or_else(|| r#""""#.to_owned());
            return Some(format!(r#"{{"{STATUS}":{status},"{MESSAGES}":{messages},"{DATA}":{data}}}"#));
        }
        if is_success(http) {
            return Some(format!(r#"{{"{STATUS}":1,"{MESSAGES}":"","{DATA}":{}}}"#, self.data(value)));
        }
        let messages = self.messages(value).unwrap_or_else(|| r#""""#.to_owned());
        Some(format!(r#"{{"{STATUS}":0,"{MESSAGES}":{messages},"{DATA}":null}}"#))
    }

    /// The status as 1 or 0, if the mapping says which values mean success.
    fn status(&self, value: &RawValue) -> String {
        let success = self.draft.values(&["envelope", "success"]);
        let Ok(status) = serde_json::from_str::<Value>(value.get()) else { return value.get().to_owned() };
        if success.is_empty() {
            return value.get().to_owned();
        }
        u8::from(success.iter().any(|one| means_the_same(one, &status))).to_string()
    }

    /// The data, out of the key that holds the list.
    pub(in crate::check) fn data(&self, data: &RawValue) -> String {
        let list = self.draft.list_of(self.contract.path).and_then(|key| key.parse().ok());
        let inner = list.as_ref().and_then(|list| nested::at(data, list));
        let is_list = self.contract.nodes[0].expected == ExpectedType::List;
        match list.filter(|list| is_list && inner.is_none() && envelope::leaves_out_list(data.get(), list)) {
            Some(_) => "[]".to_owned(),
            None => self.value(0, inner.unwrap_or(data)),
        }
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
            ExpectedType::Boolean => {
                let flag = nested::plain(value).and_then(|text| self.draft.flag(&text));
                flag.map_or_else(|| value.get().to_owned(), |flag| flag.to_string())
            }
            _ => value.get().to_owned(),
        }
    }

    fn object(&self, node: usize, value: &RawValue) -> Option<String> {
        let fields: Vec<_> =
            self.contract.nodes[node].children.iter().map(|&field| (field, self.path_of(field))).collect();
        let mut parts = Vec::new();
        let others = self.members(&fields, &mut Vec::new(), value, &mut parts)?;
        parts.extend(others);
        Some(format!("{{{}}}", parts.join(",")))
    }

    /// Adds the fields that stand in an object, and those in the objects within. Returns the other members. `around` are the
    /// keys that lead to the object.
    fn members(
        &self,
        fields: &[(usize, Option<KeyPath>)],
        around: &mut Vec<String>,
        value: &RawValue,
        parts: &mut Vec<String>,
    ) -> Option<Vec<String>> {
        let Members(members) = serde_json::from_str(value.get()).ok()?;
        let mut others = Vec::new();
        for (key, value) in &members {
            around.push(key.clone().into_owned());
            let is_here = |path: &Option<KeyPath>| path.as_ref().is_some_and(|path| path.keys() == &**around);
            let is_within = |path: &Option<KeyPath>| path.as_ref().is_some_and(|path| path.keys().starts_with(around));
            let is_hidden =
                around.len() == 1 && fields.iter().any(|(field, _)| self.contract.nodes[*field].name() == key);
            // One key may be a code and its text.
            let here: Vec<_> = fields.iter().filter(|(_, path)| is_here(path)).collect();
            if !here.is_empty() {
                parts.extend(here.into_iter().map(|(field, _)| {
                    let name = self.contract.nodes[*field].name();
                    format!("{}:{}", Value::from(name), self.value(*field, value))
                }));
            } else if fields.iter().any(|(_, path)| is_within(path)) {
                match self.members(fields, around, value, parts) {
                    Some(inner) if inner.is_empty() => {}
                    Some(inner) => others.push(format!("{}:{{{}}}", Value::from(&**key), inner.join(","))),
                    None if value.get() == "null" => {}
                    None => others.push(format!("{}:{value}", Value::from(&**key))),
                }
            } else if !is_hidden {
                others.push(format!("{}:{value}", Value::from(&**key)));
            }
            around.pop();
        }
        Some(others)
    }

    fn path_of(&self, node: usize) -> Option<KeyPath> {
        let field = self.contract.nodes[node].field.as_ref()?;
        self.draft.response_path(self.contract.path, &field.owner, &field.name)
    }
}

/// The first key of a path.
fn first_key(path: &str) -> Option<String> {
    Some(path.parse::<KeyPath>().ok()?.keys()[0].clone())
}

/// Whether a value of the file and one of a response are equal.
pub(in crate::check) fn means_the_same(one: &toml::Value, other: &Value) -> bool {
    match (one, other) {
        (toml::Value::Boolean(one), Value::Bool(other)) => one == other,
        (toml::Value::Integer(one), Value::Number(other)) => other.as_i64() == Some(*one),
        (toml::Value::String(one), Value::String(other)) => one.trim() == other.trim(),
        _ => false,
    }
}
