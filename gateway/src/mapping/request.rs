//! Writes requests with an API's names and forms of values.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use chrono::NaiveDate;
use contract::{Call, mapping::KeyPath};
use serde_json::{Value, value::RawValue};

use super::{
    added_keys::{Added, parse_added_keys},
    codes_and_flags::StatusCodes,
    error::MappingError,
    file::{
        MappingFile,
        pages::PagePlace,
        requests::{AmountForm, DateForm, NullForm, WritingTable},
    },
    keys::{TypePaths, check_places},
    page_requests::PageRequests,
    request_forms::{RequestForms, UnwritableValue, ValueForm},
};
use crate::contract_schema::{
    schema::{CallSchema, ContractSchema, KeySchema},
    value_type::ExpectedType,
};

/// The key of the application's key. A header may carry it instead.
const API_KEY: &str = "apiKey";

/// Why parsing our own JSON cannot fail.
const JSON: &str = "types of the contract are texts, numbers and lists of them";

/// How requests are written.
#[derive(Debug)]
pub(super) struct RequestMapping {
    pub(super) keys: TypePaths,
    pub(super) writing: WritingTable,
    pub(super) forms: RequestForms,
    /// Whether no body carries the API key.
    pub(super) omits_api_key: bool,
    pub(super) statuses: StatusCodes,
    /// More keys of the bodies, by path.
    pub(super) added: HashMap<&'static str, Added>,
}

impl RequestMapping {
    /// Whether the mapping names a key.
    pub(super) fn names(&self, request: &str, key: &str) -> bool {
        self.keys.get(request).and_then(|keys| keys.get(key)).is_some_and(|paths| !paths.is_empty())
    }

    pub(super) fn write<C: Call>(&self, call: &C) -> Result<Bytes, UnwritableValue> {
        let body = serde_json::to_vec(call).expect(JSON);
        let added = self.added.get(C::PATH);
        let has_words = self.writing != WritingTable::default() || !self.statuses.is_empty() || !self.forms.is_empty();
        if self.keys.is_empty() && !has_words && !self.omits_api_key && added.is_none() {
            return Ok(body.into());
        }
        let body = std::str::from_utf8(&body).expect("serde_json writes UTF-8");
        let mut written = String::with_capacity(body.len());
        self.object(&C::schema_name(), body, added, &mut written)?;
        Ok(written.into())
    }

    /// Writes an object of a type, with more keys.
    fn object(
        &self,
        type_name: &str,
        json: &str,
        added: Option<&Added>,
        to: &mut String,
    ) -> Result<(), UnwritableValue> {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(json).expect(JSON);
        let schema = &ContractSchema::get().requests[type_name];
        let (external, forms) = (self.keys.get(type_name), self.forms.get(type_name));
        let added = added.into_iter().flatten();
        let mut sent: Vec<(Vec<&str>, String)> = Vec::new();
        for (key, value) in members.iter().filter(|(key, _)| !(self.omits_api_key && *key == API_KEY)) {
            let (value, key_schema) = (value.get(), &schema.keys[key]);
            let mut paths = match external.and_then(|keys| keys.get(key)) {
                None => vec![vec![key.as_str()]],
                Some(paths) => paths.iter().map(keys_of).collect(),
            };
            paths.retain(|path| !added.clone().any(|(replacing, _)| keys_of(replacing) == *path));
            if paths.is_empty() {
                if value != "null" && key_schema.only_loses_value {
                    return Err(UnwritableValue::NotAccepted(key.clone()));
                }
                continue;
            }
            let form = forms.and_then(|forms| forms.get(key)).copied().unwrap_or_default();
            if let Some(written) = self.member(key, key_schema, form, value)? {
                sent.extend(paths.into_iter().map(|path| (path, written.clone())));
            }
        }
        sent.extend(added.map(|(path, value)| (keys_of(path), value.to_string())));
        write_object(&sent, 0, to);
        Ok(())
    }

    /// The value of a key; `None` if it is not sent.
    fn member(
        &self,
        key: &str,
        key_schema: &KeySchema,
        form: ValueForm,
        json: &str,
    ) -> Result<Option<String>, UnwritableValue> {
        if json == "null" {
            return Ok(match form.null {
                NullForm::Null => Some("null".to_owned()),
                NullForm::Omit => None,
                NullForm::Empty => Some("\"\"".to_owned()),
            });
        }
        let mut written = String::new();
        match self.statuses.code_for(key_schema, json) {
            Some(code) => written.push_str(code),
            None => self.value(key_schema, json, &mut written)?,
        }
        form.write(&written, key).map(Some)
    }

    fn value(&self, key_schema: &KeySchema, json: &str, to: &mut String) -> Result<(), UnwritableValue> {
        match (key_schema.expected, &key_schema.object) {
            (ExpectedType::List, Some(type_name)) => {
                let items: Vec<&RawValue> = serde_json::from_str(json).expect(JSON);
                to.push('[');
                for (at, item) in items.into_iter().enumerate() {
                    if at > 0 {
                        to.push(',');
                    }
                    self.object(type_name, item.get(), None, to)?;
                }
                to.push(']');
            }
            (ExpectedType::Object, Some(type_name)) => self.object(type_name, json, None, to)?,
            (ExpectedType::Date, _) => self.date(json, to),
            (ExpectedType::Number, _) => to.push_str(&self.amount(json)),
            _ => to.push_str(json),
        }
        Ok(())
    }

    fn date(&self, json: &str, to: &mut String) {
        let day: NaiveDate = serde_json::from_str(json).expect(JSON);
        let text = match self.writing.dates {
            DateForm::Iso => day.format("%Y-%m-%d"),
            DateForm::Local => day.format("%d/%m/%Y"),
            DateForm::Midnight => day.format("%Y-%m-%dT00:00:00"),
            DateForm::Compact => day.format("%Y%m%d"),
        };
        to.push_str(&format!("\"{text}\""));
    }

    fn amount(&self, digits: &str) -> String {
        match self.writing.amounts {
            AmountForm::Number => digits.to_owned(),
            AmountForm::Text => format!("\"{digits}\""),
            // The contract writes two decimals.
            AmountForm::Cents => {
                let cents = digits.replace('.', "");
                let cents = cents.trim_start_matches('0');
                if cents.is_empty() { "0" } else { cents }.to_owned()
            }
            AmountForm::TextComma => format!("\"{}\"", digits.replace('.', ",")),
        }
    }
}

fn keys_of(path: &KeyPath) -> Vec<&str> {
    path.keys().iter().map(String::as_str).collect()
}

/// What the file adds to the body of a service. A key may replace one of the request, but not stand within one or around it.
pub(super) fn keys_added_to(
    file: &MappingFile,
    call: &CallSchema,
    keys: &TypePaths,
    pages: Option<&PageRequests>,
) -> Result<Added, MappingError> {
    let mut body = file.sending.body.clone();
    let own = file.calls.get(call.last_segment()).map(|table| table.body.clone()).unwrap_or_default();
    body.extend(own.clone());
    let of_call = format!("calls.\"{}\".body", call.last_segment());
    let added = parse_added_keys(&body, &of_call)?;
    let schema = &ContractSchema::get().requests[&call.request];
    let mut places: BTreeMap<_, _> = schema.keys.keys().map(|key| (key.clone(), vec![KeyPath::of_key(key)])).collect();
    places.extend(keys.get(&call.request).cloned().unwrap_or_default());
    for (own_key, (path, _)) in body.keys().zip(&added) {
        for (key, paths) in places.iter_mut().filter(|(_, paths)| paths.contains(path)) {
            // Only a further name of a key that must be sent may have a fixed value.
            if paths.first() == Some(path)
                && let Some(harm) = schema.keys.get(key).and_then(|key| key.harm_if_left_out)
            {
                return Err(MappingError::at(
                    &[format!("{of_call}.{own_key}"), format!("sending.body.{own_key}")],
                    format!("{path} não pode ter um valor fixo em {of_call}: sem {key} {harm}"),
                ));
            }
            paths.retain(|other| other != path);
        }
    }
    for (key, (path, _)) in body.keys().zip(&added) {
        let table = if own.contains_key(key) { &of_call } else { "sending.body" };
        places.insert(format!("{table}.{key}"), vec![path.clone()]);
    }
    let of_pages = pages.into_iter().flat_map(|pages| pages.keys_in(PagePlace::Body));
    places.extend(of_pages.map(|(place, path)| (place, vec![path.clone()])));
    check_places(&format!("requests.{}", call.request), &places, schema)?;
    Ok(added)
}

/// Writes the members whose paths have the same keys up to a depth: each its own, those within the same object together.
fn write_object(members: &[(Vec<&str>, String)], depth: usize, to: &mut String) {
    let mut written: Vec<&str> = Vec::new();
    to.push('{');
    for (path, value) in members {
        let key = path[depth];
        if written.contains(&key) {
            continue;
        }
        if !written.is_empty() {
            to.push(',');
        }
        written.push(key);
        to.push_str(&Value::from(key).to_string());
        to.push(':');
        if path.len() == depth + 1 {
            to.push_str(value);
        } else {
            let inner: Vec<_> = members.iter().filter(|(path, _)| path[depth] == key).cloned().collect();
            write_object(&inner, depth + 1, to);
        }
    }
    to.push('}');
}
