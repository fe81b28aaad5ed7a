//! Writes requests with an API's names and forms of values.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use chrono::NaiveDate;
use contract::{Call, mapping::KeyPath};
use serde_json::{Value, value::RawValue};

use super::{
    error::MappingError,
    file::{
        MappingFile,
        pages::PagePlace,
        requests::{AmountForm, DateForm, NullForm, WritingTable},
    },
    keys::{MorePaths, TypePaths, check_places, without},
    pages::{self, Added, PageRequests},
    value_forms::{RequestForms, UnwritableValue, ValueForm},
    values::StatusCodes,
};
use crate::contract_schema::{
    request::API_KEY,
    value_type::ExpectedType,
    vocabulary::{CallNames, KeyNames, Omitted, Vocabulary},
};

/// Why what is read back of a request is known to be JSON of its type.
const JSON: &str = "types of the contract are texts, numbers and lists of them";

/// How requests are written.
#[derive(Debug)]
pub(super) struct RequestMapping {
    pub(super) keys: TypePaths,
    /// Further keys with the same values.
    pub(super) more_keys: MorePaths,
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
        self.keys.get(request).and_then(|keys| keys.get(key)).is_some_and(Option::is_some)
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
        let names = &Vocabulary::get().requests[type_name];
        let (external, forms) = (self.keys.get(type_name), self.forms.get(type_name));
        let more = self.more_keys.get(type_name);
        let added = added.into_iter().flatten();
        let mut sent: Vec<(Vec<&str>, String)> = Vec::new();
        for (key, value) in members.iter().filter(|(key, _)| !(self.omits_api_key && *key == API_KEY)) {
            let (value, names) = (value.get(), names.keys.get(key));
            let first = match external.and_then(|keys| keys.get(key)) {
                None => Some(vec![key.as_str()]),
                Some(path) => path.as_ref().map(keys_of),
            };
            let more = more.and_then(|keys| keys.get(key)).into_iter().flatten().map(keys_of);
            let is_replaced = |path: &Vec<&str>| added.clone().any(|(other, _)| keys_of(other) == *path);
            let paths: Vec<_> = first.into_iter().chain(more).filter(|path| !is_replaced(path)).collect();
            if paths.is_empty() {
                if value != "null" && names.is_some_and(|names| names.omitted == Omitted::ValueLost) {
                    return Err(UnwritableValue::NotAccepted(key.clone()));
                }
                continue;
            }
            let form = forms.and_then(|forms| forms.get(key)).copied().unwrap_or_default();
            if let Some(written) = self.member(key, names, form, value)? {
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
        names: Option<&KeyNames>,
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
        let code = self.statuses.code_for(key, json);
        let mut written = String::new();
        match names {
            Some(names) if code.is_none() => self.value(names, json, &mut written)?,
            _ => written.push_str(code.unwrap_or(json)),
        }
        form.write(&written, key).map(Some)
    }

    fn value(&self, names: &KeyNames, json: &str, to: &mut String) -> Result<(), UnwritableValue> {
        match (names.expected, &names.object) {
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
pub(super) fn added(
    file: &MappingFile,
    call: &CallNames,
    keys: &TypePaths,
    more_keys: &MorePaths,
    pages: Option<&PageRequests>,
) -> Result<Added, MappingError> {
    let mut body = file.sending.body.clone();
    let table = file.calls.get(call.last_segment());
    let own = table.map(|table| table.body.clone()).unwrap_or_default();
    body.extend(own.clone());
    let of_call = format!("calls.\"{}\".body", call.last_segment());
    let added = pages::added(&body, &of_call)?;
    let names = &Vocabulary::get().requests[&call.request];
    let mut places: BTreeMap<_, _> = names.keys.keys().map(|key| (key.clone(), Some(KeyPath::of_key(key)))).collect();
    places.extend(keys.get(&call.request).cloned().unwrap_or_default());
    for (key, paths) in more_keys.get(&call.request).into_iter().flatten() {
        places.extend(paths.iter().map(|path| (format!("{key} ({path})"), Some(path.clone()))));
    }
    for (own_key, (path, _)) in body.keys().zip(&added) {
        for (key, place) in places.iter_mut().filter(|(_, place)| place.as_ref() == Some(path)) {
            if let Some(harm) = without("requests", &call.request, key, names) {
                return Err(MappingError::at(
                    &[format!("{of_call}.{own_key}"), format!("sending.body.{own_key}")],
                    format!("{path} não pode ter um valor fixo em {of_call}: sem {key} {harm}"),
                ));
            }
            *place = None;
        }
    }
    for (key, (path, _)) in body.keys().zip(&added) {
        let table = if own.contains_key(key) { &of_call } else { "sending.body" };
        places.insert(format!("{table}.{key}"), Some(path.clone()));
    }
    let of_pages = match table.is_some_and(|table| table.pages.is_some()) {
        true => format!("calls.\"{}\".pages", call.last_segment()),
        false => "pages".to_owned(),
    };
    let page_keys = pages.into_iter().flat_map(|pages| pages.keys(PagePlace::Body, &of_pages));
    places.extend(page_keys.map(|(place, path)| (place, Some(path.clone()))));
    check_places(&format!("requests.{}", call.request), &places, names)?;
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
