//! What a draft says about the names of the contract.

use std::collections::{BTreeMap, BTreeSet};

use services::wire::{
    envelope::{MESSAGES, STATUS},
    spelling::KeyPath,
};
use toml::{Table, Value};

use super::{Draft, owned};
use crate::{
    check::responses::nested,
    contract::{
        request::{self, API_KEY, RequestKey},
        vocabulary::{Vocabulary, last_segment},
    },
    mapping::{
        on_demand,
        refusals::{codes_in, has_message},
    },
};

/// The way to a part of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnvelopePath<'a> {
    /// The keys that lead to it, with points between them.
    Key(&'a str),
    /// There is none: the HTTP status decides, or the body is the data.
    None,
}

impl Draft {
    /// Why an entry is unsure, if it is.
    pub(crate) fn doubt(&self, path: &[&str]) -> Option<&str> {
        self.doubts.get(&owned(path)).map(String::as_str)
    }

    /// What the operator's file says of an entry without being sure, and why it is not.
    pub(crate) fn doubted(&self, path: &[&str]) -> Option<&(Value, String)> {
        self.doubted.get(&owned(path)).filter(|_| self.is_reconsidered)
    }

    /// Forgets why an entry is unsure.
    pub(crate) fn forget_doubt(&mut self, path: &[&str]) {
        self.doubts.remove(&owned(path));
    }

    /// The entry of a field in the responses of a service.
    fn of_field(&self, path: &str, owner: &str, name: &str) -> Option<&Value> {
        let of_call = self.get(&["calls", last_segment(path), "types", owner, name]);
        of_call.or_else(|| self.get(&["types", owner, name]))
    }

    /// The keys that lead to a field in the responses of a service; `None`: it never comes.
    pub(crate) fn response_path(&self, path: &str, owner: &str, name: &str) -> Option<KeyPath> {
        match self.of_field(path, owner, name) {
            Some(Value::String(text)) => text.parse().ok(),
            Some(_) => None,
            None => Some(KeyPath::of_key(name)),
        }
    }

    /// Whether a field is said to come never.
    pub(crate) fn never_comes(&self, path: &str, owner: &str, name: &str) -> bool {
        matches!(self.of_field(path, owner, name), Some(Value::Boolean(false)))
    }

    /// The spelling of a field in the responses of a service, if it is another than the contract's.
    pub(crate) fn spelling_in(&self, path: &str, owner: &str, name: &str) -> Option<&str> {
        self.of_field(path, owner, name)?.as_str()
    }

    /// The key in a request.
    pub(crate) fn request_key<'a>(&'a self, owner: &str, name: &'a str) -> &'a str {
        self.get(&["requests", owner, name]).and_then(sent_key).unwrap_or(name)
    }

    /// The keys of the contract that a request has: not one that the API does not know, or that a header carries.
    pub(crate) fn sent_keys(&self, request: &str) -> Vec<RequestKey> {
        let has_header = self.get(&["headers", "api-key"]).is_some();
        let is_sent = |key: &RequestKey| {
            let is_off = self.get(&["requests", &key.owner, &key.name]) == Some(&Value::Boolean(false));
            !(is_off || has_header && key.name == API_KEY)
        };
        request::keys_of(request).into_iter().filter(is_sent).collect()
    }

    /// The keys that a request is written with; those of nested objects after the key of their list.
    pub(crate) fn request_keys(&self, request: &str) -> Vec<String> {
        let keys = self.sent_keys(request).into_iter().flat_map(|key| {
            let entry = self.get(&["requests", &key.owner, &key.name]);
            let spelled = Some(entry.map(sent_keys).unwrap_or_default()).filter(|keys| !keys.is_empty());
            let around = key.inside.as_ref().map(|list| format!("{}[].", self.request_key(request, list)));
            let around = around.unwrap_or_default();
            let spelled = spelled.unwrap_or_else(|| vec![&*key.name]).into_iter();
            spelled.map(|name| format!("{around}{name}")).collect::<Vec<_>>()
        });
        let on_demand = on_demand::keys_of(request).filter_map(|key| self.get(&["requests", request, key]));
        keys.chain(on_demand.filter_map(sent_key).map(str::to_owned)).collect()
    }

    /// The key that holds the list of a call's data.
    pub(crate) fn list_of(&self, path: &str) -> Option<&str> {
        self.text(&["calls", last_segment(path), "list"])
    }

    /// Whether the list of a service stands in a key of this name.
    pub(crate) fn is_list_key(&self, key: &str) -> bool {
        let lists = Vocabulary::get().calls.iter().filter(|call| call.is_list);
        let mut keys = lists.filter_map(|call| self.list_of(call.path));
        keys.any(|list| list.rsplit_once('.').map_or(list, |(_, last)| last) == key)
    }

    pub(crate) fn envelope_key(&self, name: &'static str) -> EnvelopePath<'_> {
        match self.get(&["envelope", name]) {
            Some(Value::String(key)) => EnvelopePath::Key(key),
            Some(Value::Array(keys)) => EnvelopePath::Key(keys.first().and_then(Value::as_str).unwrap_or(name)),
            Some(Value::Boolean(false)) => EnvelopePath::None,
            _ => EnvelopePath::Key(name),
        }
    }

    /// The keys of the messages.
    pub(crate) fn message_paths(&self) -> Vec<KeyPath> {
        match self.get(&["envelope", MESSAGES]) {
            Some(Value::String(key)) => key.parse().into_iter().collect(),
            Some(Value::Array(keys)) => keys.iter().filter_map(|key| key.as_str()?.parse().ok()).collect(),
            _ => vec![KeyPath::of_key(MESSAGES)],
        }
    }

    /// The contract's code of a status that responses spell otherwise.
    pub(crate) fn status_of_contract<'a>(&'a self, own: &'a str) -> &'a str {
        let known = self.get(&["values", "status"]).and_then(Value::as_table);
        let is_own = |value: &Value| match value {
            Value::String(text) => text.trim() == own,
            value => value.to_string() == own,
        };
        let spells = |value: &Value| value.as_array().map_or_else(|| is_own(value), |values| values.iter().any(is_own));
        known.into_iter().flatten().find(|(_, value)| spells(value)).map_or(own, |(code, _)| code)
    }

    /// What a word means as a flag, if the draft says it.
    pub(crate) fn flag(&self, text: &str) -> Option<bool> {
        let words = self.get(&["values", "flags"])?.as_table()?;
        let is_it = |value: &Value| match value {
            Value::String(word) => word.trim().to_lowercase() == text.trim().to_lowercase(),
            value => value.to_string() == text,
        };
        let says = |value: &Value| value.as_array().map_or_else(|| is_it(value), |values| values.iter().any(is_it));
        words.iter().find(|(_, value)| says(value)).map(|(flag, _)| flag == "true")
    }

    /// Whether a body has a message where they stand.
    pub(crate) fn has_message(&self, body: &[u8]) -> bool {
        let Ok(body) = serde_json::from_slice::<&serde_json::value::RawValue>(body) else { return false };
        let found = self.message_paths();
        let mut values = found.iter().flat_map(|path| nested::all_at(body, path));
        values.any(|value| !matches!(value.get(), "null" | "[]" | "{}" | "\"\""))
    }

    /// Whether responses may show which values of the file's status mean success, since it does not say.
    pub(crate) fn is_unproven_status(&self) -> bool {
        self.is_reconsidered && self.given.get("envelope").is_none_or(|envelope| envelope.get("success").is_none())
    }

    /// Whether the pages of a service's list are followed.
    pub(crate) fn reads_pages(&self, path: &str) -> bool {
        let of_call = self.get(&["calls", last_segment(path), "pages"]);
        of_call.or_else(|| self.get(&["pages"])).is_some_and(|pages| *pages != Value::Boolean(false))
    }

    /// The pages of a list whose requests have one of some keys.
    pub(crate) fn pages_with_key(&self, keys: &[String]) -> Option<Table> {
        let calls = self.get(&["calls"])?.as_table()?;
        let mut pages = calls.values().filter_map(|call| call.as_table()?.get("pages")?.as_table());
        let is_it = |pages: &&Table| {
            let page = pages.get("page").and_then(Value::as_str);
            page.is_some_and(|page| keys.iter().any(|key| key == page))
        };
        pages.find(is_it).cloned()
    }

    /// The values of an array of the envelope or the session.
    pub(crate) fn values(&self, path: &[&str]) -> &[Value] {
        self.get(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Whether an HTTP status is a refusal with a message.
    pub(crate) fn is_refusal(&self, http: u16) -> bool {
        self.values(&["envelope", "refusals"]).contains(&Value::from(i64::from(http)))
    }

    /// Whether codes are said to mean something.
    pub(crate) fn has_codes(&self) -> bool {
        let calls = self.get(&["calls"]).and_then(Value::as_table);
        let empty = calls.into_iter().flat_map(Table::values).filter_map(|call| call.get("empty"));
        let others = [["session", "ended"], ["login", "blocked"], ["login", "change-password"]];
        others.iter().filter_map(|path| self.get(path)).chain(empty).any(|table| table.get("codes").is_some())
    }

    /// Whether a refusal says that the session ended: by its HTTP status, its code or its message.
    pub(crate) fn ends_session(&self, http: u16, message: Option<&str>, body: &[u8]) -> bool {
        let key = self.text(&["envelope", "code"]).or_else(|| self.text(&["envelope", "status"])).unwrap_or(STATUS);
        let found = key.parse().map(|key| codes_in(body, &key)).unwrap_or_default();
        let codes = self.values(&["session", "ended", "codes"]);
        let is_code = |code: &String| codes.iter().any(|one| plain(one).trim() == code);
        let texts = self.values(&["session", "ended", "messages"]);
        let is_text = |said: &str| texts.iter().filter_map(Value::as_str).any(|text| has_message(said, text.trim()));
        self.values(&["session", "ended", "http"]).contains(&Value::from(i64::from(http)))
            || found.iter().any(is_code)
            || message.is_some_and(is_text)
    }

    /// What other requests call a key of this name.
    pub(crate) fn requested_elsewhere(&self, name: &str) -> Option<&str> {
        let types = self.get(&["requests"])?.as_table()?;
        types.values().find_map(|keys| sent_key(keys.as_table()?.get(name)?))
    }

    /// What requests call the values of fields, by the name of the field.
    pub(crate) fn requested_names(&self) -> BTreeMap<&'static str, BTreeSet<String>> {
        let requests = self.get(&["requests"]).and_then(Value::as_table);
        let mut names: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (request, keys) in requests.into_iter().flatten() {
            for (key, spelling) in keys.as_table().into_iter().flatten() {
                if let (Some(field), Some(spelling)) = (request::field_for(request, key), sent_key(spelling)) {
                    names.entry(field.name).or_default().insert(spelling.to_owned());
                }
            }
        }
        names
    }

    /// What the types call a field of this name.
    pub(crate) fn spellings_of(&self, name: &str) -> Vec<&str> {
        let types = self.get(&["types"]).and_then(Value::as_table);
        types.into_iter().flat_map(Table::values).filter_map(|keys| keys.as_table()?.get(name)?.as_str()).collect()
    }

    /// The spelling of a type's field, if it is another than the contract's.
    pub(crate) fn spelling(&self, owner: &str, name: &str) -> Option<&str> {
        self.text(&["types", owner, name])
    }

    /// Whether a request has a key that is spelt as the responses spell its field.
    pub(crate) fn has_requests_spelled_as_responses(&self) -> bool {
        let requests = self.get(&["requests"]).and_then(Value::as_table);
        requests.into_iter().flatten().any(|(request, keys)| {
            keys.as_table().into_iter().flatten().any(|(key, spelling)| {
                let field = request::field_for(request, key);
                field.is_some_and(|field| {
                    let names = self.spellings_of(field.name);
                    sent_key(spelling).is_some_and(|spelling| names.contains(&spelling) || spelling == field.name)
                })
            })
        })
    }
}

/// The spelling of a request's key, of several the first.
fn sent_key(entry: &Value) -> Option<&str> {
    sent_keys(entry).first().copied()
}

/// The spellings of a request's key, which may stand in a list or a table.
fn sent_keys(entry: &Value) -> Vec<&str> {
    match entry {
        Value::String(key) => vec![key],
        Value::Array(keys) => keys.iter().filter_map(Value::as_str).collect(),
        Value::Table(table) => table.get("key").map(sent_keys).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// A code as the mapping compares it.
fn plain(code: &Value) -> String {
    code.as_str().map_or_else(|| code.to_string(), str::to_owned)
}
