//! The data of each response: within the envelope, and within the object around a list.

use contract::{envelope::plain_key, mapping::KeyPath};
use serde_json::{Map, Value};

use super::{
    line::{Line, ServiceData},
    usual_names::{is_filled, is_message_key, list_rank, status_rank},
};
use crate::{
    check::sample::Sample,
    contract_schema::{
        field_names::{ALIKE, likeness},
        value_type::ExpectedType,
        vocabulary::{CallNames, Vocabulary},
    },
    mapping::{
        Mapping,
        file::{CallTable, KeyOrFalse},
    },
};

/// An object with so many fields of the contract is a row. The object around a list may have fewer (`status`, `total`).
const FIELDS_OF_ROW: usize = 3;

/// Finds the data of each response, and adds lines for services whose envelope or list key differs from that of most services.
pub(super) fn find_data(
    successes: &[(&Sample, Value)],
    (data, heads): (Option<&KeyPath>, &[Vec<String>]),
    given: &Mapping,
    lines: &mut Vec<Line>,
) -> Vec<ServiceData> {
    let none = CallTable::default();
    let general: Option<KeyPath> = given.file.envelope.list.as_ref().and_then(|path| path.parse().ok());
    let (mut found, mut lists) = (Vec::<ServiceData>::new(), Vec::new());
    for (sample, body) in successes {
        let call = sample.call;
        let table = given.file.calls.get(call.last_segment()).unwrap_or(&none);
        let own = match &table.envelope.data {
            Some(KeyOrFalse::Key(key)) => key.parse().ok(),
            Some(KeyOrFalse::False) => None,
            None => data.cloned(),
        };
        let is_new = !found.iter().any(|other| other.call.path == call.path);
        let value = match own.iter().flat_map(KeyPath::keys).try_fold(body, |value, key| value.get(key)) {
            Some(value) => value,
            // A response without the envelope of the others: {"access_token": …}. A refusal has the others' keys.
            None if is_filled(body) && has_fields(call) && !is_envelope(body, heads) => {
                if is_new {
                    lines.push(Line::new(&["calls", call.last_segment(), "envelope"], "data", false));
                }
                body
            }
            None => continue,
        };
        let at = |path: &KeyPath| path.keys().iter().try_fold(value, |value, key| value.get(key));
        let path: Option<KeyPath> = match (&table.list, &general) {
            (Some(KeyOrFalse::Key(path)), _) => path.parse().ok(),
            (Some(KeyOrFalse::False), _) => None,
            (None, Some(path)) if call.is_list && at(path).is_some() => Some(path.clone()),
            (None, _) => {
                let path = list_key(value, call);
                lists.extend(path.iter().filter(|_| is_new).map(|path| (call, path.to_string())));
                path
            }
        };
        let value = path.iter().flat_map(KeyPath::keys).try_fold(value, |value, key| value.get(key));
        if let Some(value) = value {
            found.push(ServiceData { call, data: value.clone() });
        }
    }
    add_list_lines(&lists, given, lines);
    found
}

/// Adds one line for the key that several lists share, and one for each list with another key.
fn add_list_lines(lists: &[(&'static CallNames, String)], given: &Mapping, lines: &mut Vec<Line>) {
    let count = |path: &String| lists.iter().filter(|(call, other)| call.is_list && other == path).count();
    let common = lists.iter().map(|(_, path)| path).max_by_key(|path| count(path)).filter(|path| count(path) > 1);
    let common = common.filter(|_| given.file.envelope.list.is_none());
    lines.extend(common.map(|path| Line::new(&["envelope"], "list", path.as_str())));
    let others = lists.iter().filter(|(call, path)| !call.is_list || Some(path) != common);
    lines.extend(others.map(|(call, path)| Line::new(&["calls", call.last_segment()], "list", path.as_str())));
}

/// Whether an object has usual keys of an envelope, or an object that others have around or beside the data.
fn is_envelope(body: &Value, heads: &[Vec<String>]) -> bool {
    let is_head = |key: &String| heads.iter().any(|head| head.first() == Some(key));
    let is_usual = |key: &String| status_rank(key).is_some() || is_message_key(key);
    body.as_object().is_some_and(|body| body.keys().any(|key| is_usual(key) || is_head(key)))
}

/// Whether the data of a service have fields of the contract.
fn has_fields(call: &CallNames) -> bool {
    let names = call.data.as_ref().and_then(|name| Vocabulary::get().types.get(name));
    names.is_some_and(|names| !names.keys.is_empty())
}

/// The key of the list, or of the object, within the data of a service.
fn list_key(data: &Value, call: &CallNames) -> Option<KeyPath> {
    let object = data.as_object()?;
    if !call.is_list {
        let mut members = object.iter();
        let (key, value) = members.next()?;
        return (members.next().is_none() && value.is_object()).then(|| KeyPath::of_key(key));
    }
    // A single object stands for a list of one.
    let list_in = |object: &Map<String, Value>| {
        let lists = object.iter().filter(|(_, value)| value.is_array() && !is_row(object, call));
        lists.min_by_key(|(key, _)| list_rank(key).unwrap_or(usize::MAX)).map(|(key, _)| KeyPath::of_key(key))
    };
    list_in(object).or_else(|| {
        // As HAL's `_embedded`.
        let others = object.iter().filter(|(key, _)| plain_key(key) != "links");
        let mut lists = others.filter_map(|(key, value)| Some((key, list_in(value.as_object()?)?)));
        let (key, list) = lists.next().filter(|_| lists.next().is_none())?;
        Some(KeyPath::of_key(key).join(&list.keys()[0]))
    })
}

/// Whether an object has fields of the rows of a service.
fn is_row(object: &Map<String, Value>, call: &CallNames) -> bool {
    let Some(name) = &call.data else { return false };
    let names = Vocabulary::get().types.get(name).into_iter().flat_map(|names| &names.keys);
    let fields: Vec<&String> = names.filter(|(_, of)| of.expected != ExpectedType::List).map(|(key, _)| key).collect();
    let is_field = |key: &&String| fields.iter().any(|field| likeness(key, field, name) >= ALIKE);
    object.keys().filter(is_field).count() >= FIELDS_OF_ROW
}
