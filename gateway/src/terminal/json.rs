//! JSON whose members stay in the order of the response, which is the order in which the document selects them.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    /// A text, a number, a boolean or null.
    Scalar(Value),
}

impl Json {
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find_map(|(own, value)| (own == name).then_some(value))
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(members) = self else { return None };
        members.iter_mut().find_map(|(own, value)| (own == name).then_some(value))
    }

    /// Sets a member.
    pub(super) fn set(&mut self, name: &str, value: Self) {
        match self.get_mut(name) {
            Some(own) => *own = value,
            None => {
                if let Self::Object(members) = self {
                    members.push((name.to_owned(), value));
                }
            }
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Scalar(Value::Null))
    }

    pub(super) fn text(&self) -> Option<&str> {
        let Self::Scalar(scalar) = self else { return None };
        scalar.as_str()
    }

    /// On one line.
    pub(super) fn line(&self) -> String {
        escaped(&serde_json::to_string(self).expect("names are texts"))
    }

    /// Indented, to be read.
    pub(super) fn indented(&self) -> String {
        escaped(&serde_json::to_string_pretty(self).expect("names are texts"))
    }
}

/// JSON in which control characters that JSON allows in texts are escaped too: terminals execute some of them.
fn escaped(json: &str) -> String {
    let is_raw = |c: char| c.is_control() && c != '\n';
    if !json.contains(is_raw) {
        return json.to_owned();
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_raw(c) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Scalar(scalar) => scalar.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Scalar(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Scalar(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Scalar(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Scalar(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Scalar(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}
