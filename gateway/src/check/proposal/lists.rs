//! The data of each response: within the envelope, and within the object around a list.

use std::{cmp::Reverse, slice};

use contract::{envelope::plain_key, mapping::KeyPath};
use serde_json::{Map, Value};

use super::{
    line::Line,
    usual_names::{is_filled, is_message_key, is_token, list_rank, message_rank, status_rank},
};
use crate::{
    check::sample::Sample,
    contract_schema::{
        field_names::{ALIKE, likeness},
        schema::{CallSchema, ContractSchema},
        value_type::ExpectedType,
    },
    mapping::{
        Mapping,
        file::{CallTable, KeyOrFalse},
    },
};

/// An object with so many fields of the contract is a row. The object around a list may have fewer (`status`, `total`).
const FIELDS_OF_ROW: usize = 3;

/// How deep objects around a list are looked into.
const DEPTH: usize = 3;

/// The data of a response, without the envelope and the objects around the list.
pub(super) struct ServiceData {
    pub(super) call: &'static CallSchema,
    pub(super) data: Value,
}

/// The list, or the object, within the data of a service.
struct Within {
    call: &'static CallSchema,
    path: KeyPath,
    /// Why it may be another.
    doubt: Option<String>,
}

/// Finds the data of each response, and adds lines for services whose envelope or list key differs from that of most services.
pub(super) fn find_data(
    successes: &[(&Sample, Value)],
    (data, heads): (Option<&KeyPath>, &[Vec<String>]),
    given: &Mapping,
    lines: &mut Vec<Line>,
) -> Vec<ServiceData> {
    let none = CallTable::default();
    let mut all: Vec<(&'static CallSchema, &CallTable, &Value)> = Vec::new();
    for (sample, body) in successes {
        let call = sample.call;
        let table = given.file.calls.get(call.last_segment()).unwrap_or(&none);
        let own = match &table.envelope.data {
            Some(KeyOrFalse::Key(key)) => key.parse().ok(),
            Some(KeyOrFalse::False) => None,
            None => data.cloned(),
        };
        // No key of the others' envelope: the body is the data, as {"access_token": …}. A refusal would have these keys.
        let is_bare = is_filled(body) && has_fields(call) && !is_envelope(body, heads);
        // {"access_token": …, "user": {…}}
        let is_beside_token = |path: &KeyPath| {
            is_bare && table.envelope.data.is_none() && call.info.login_step && has_token(body, Some(path), &[])
        };
        let value = match own.as_ref().map_or(Some(body), |path| at(body, path.keys())) {
            Some(value) if !own.as_ref().is_some_and(is_beside_token) => value,
            _ if is_bare => {
                if !all.iter().any(|(other, ..)| other.path() == call.path()) {
                    lines.push(Line::new(&["calls", call.last_segment(), "envelope"], "data", false));
                }
                body
            }
            _ => continue,
        };
        all.push((call, table, value));
    }
    let general: Option<KeyPath> = given.file.envelope.list.as_ref().and_then(|path| path.parse().ok());
    let mut found: Vec<Within> = Vec::new();
    for (call, _, value) in all.iter().filter(|(_, table, _)| table.list.is_none()) {
        let Some(within) = list_in(value, call) else { continue };
        match found.iter_mut().find(|known| known.call.path() == call.path()) {
            Some(known) if known.doubt.is_some() && within.doubt.is_none() => *known = within,
            Some(_) => {}
            None => found.push(within),
        }
    }
    let common = general.clone().map(|path| (path, None)).or_else(|| common_list(&found));
    let has_common = |call: &CallSchema, value: &Value| {
        call.is_list && common.as_ref().is_some_and(|(path, _)| at(value, path.keys()).is_some())
    };
    found.retain(|within| {
        !all.iter().any(|(call, _, value)| call.path() == within.call.path() && has_common(call, value))
    });
    if let Some((path, doubt)) = common.as_ref().filter(|_| general.is_none()) {
        lines.push(line(&["envelope"], path, doubt.clone()));
    }
    lines.extend(found.iter().map(|own| line(&["calls", own.call.last_segment()], &own.path, own.doubt.clone())));
    let data_of = |(call, table, value): (&'static CallSchema, &CallTable, &Value)| {
        let own = found.iter().find(|own| own.call.path() == call.path()).map(|own| (&own.path, &own.doubt));
        let common = common.as_ref().filter(|_| has_common(call, value)).map(|(path, doubt)| (path, doubt));
        let path: Option<KeyPath> = match (&table.list, common.or(own)) {
            (Some(KeyOrFalse::Key(path)), _) => path.parse().ok(),
            (Some(KeyOrFalse::False), _) | (None, None) => None,
            (None, Some((path, None))) => Some(path.clone()),
            // No name is taken from a list that may be another.
            (None, Some((_, Some(_)))) => return None,
        };
        let data = path.map_or(Some(value), |path| at(value, path.keys()))?.clone();
        Some(ServiceData { call, data })
    };
    all.iter().copied().filter_map(data_of).collect()
}

/// Whether an object, or one in it, has the token of a session outside the data. `around` are the keys that lead to it.
pub(super) fn has_token(object: &Value, data: Option<&KeyPath>, around: &[String]) -> bool {
    object.as_object().into_iter().flatten().any(|(key, value)| {
        let path = [around, slice::from_ref(key)].concat();
        let is_data = data.is_some_and(|data| data.keys() == path);
        !is_data && (value.is_string() && is_token(key) || path.len() < DEPTH && has_token(value, data, &path))
    })
}

pub(super) fn at<'b>(body: &'b Value, keys: &[String]) -> Option<&'b Value> {
    keys.iter().try_fold(body, |value, key| value.get(key))
}

fn line(table: &[&str], path: &KeyPath, doubt: Option<String>) -> Line {
    let line = Line::new(table, "list", path.to_string());
    match doubt {
        Some(doubt) => line.with_note(doubt).commented_out(),
        None => line,
    }
}

/// The path that several lists share, in doubt only if all are.
fn common_list(found: &[Within]) -> Option<(KeyPath, Option<String>)> {
    let of = |path: &KeyPath| found.iter().filter(|own| own.call.is_list && own.path == *path).collect::<Vec<_>>();
    let count = |path: &KeyPath| (of(path).iter().filter(|own| own.doubt.is_none()).count(), of(path).len());
    let path = found.iter().map(|own| &own.path).max_by_key(|path| count(path)).filter(|path| count(path).1 > 1)?;
    let is_sure = count(path).0 > 0;
    Some((path.clone(), of(path)[0].doubt.clone().filter(|_| !is_sure)))
}

/// Whether an object has usual keys of an envelope, or an object that others have around or beside the data.
fn is_envelope(body: &Value, heads: &[Vec<String>]) -> bool {
    let is_head = |key: &String| heads.iter().any(|head| head.first() == Some(key));
    let is_usual = |key: &String| status_rank(key).is_some() || is_message_key(key);
    body.as_object().is_some_and(|body| body.keys().any(|key| is_usual(key) || is_head(key)))
}

/// Whether the data of a service have fields of the contract.
pub(in crate::check) fn has_fields(call: &CallSchema) -> bool {
    let schema = call.data.as_ref().and_then(|name| ContractSchema::get().types.get(name));
    schema.is_some_and(|schema| !schema.keys.is_empty())
}

/// The list, or the object, within the data of a service.
fn list_in(data: &Value, call: &'static CallSchema) -> Option<Within> {
    let object = data.as_object()?;
    if !call.is_list {
        return object_in(object).map(|path| Within { call, path, doubt: None });
    }
    let mut lists = Vec::new();
    add_lists(object, None, call, &mut lists);
    lists.sort();
    let [first, others @ ..] = &lists[..] else { return None };
    let is_tie = |other: &&List| (other.fields, other.rank, other.depth) == (first.fields, first.rank, first.depth);
    let ties: Vec<String> = others.iter().filter(is_tie).map(|other| other.path.to_string()).collect();
    let doubt = match &ties[..] {
        [] if first.is_empty && first.rank == UNRANKED => Some("veio vazia".to_owned()),
        [] => None,
        ties => Some(format!("ou {}", ties.join(", "))),
    };
    Some(Within { call, path: first.path.clone(), doubt })
}

/// The object that is all that an object has, but for what is empty.
fn object_in(object: &Map<String, Value>) -> Option<KeyPath> {
    let mut members = object.iter().filter(|(_, value)| is_filled(value));
    let (key, value) = members.next()?;
    let inner = value.as_object().filter(|_| members.next().is_none())?;
    let path = KeyPath::of_key(key);
    Some(object_in(inner).iter().flat_map(KeyPath::keys).fold(path, |path, key| path.join(key)))
}

/// A list within the data. In this order: the one with most fields of the contract, the most usual name, the outermost.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct List {
    fields: Reverse<usize>,
    rank: usize,
    depth: usize,
    path: KeyPath,
    is_empty: bool,
}

const UNRANKED: usize = usize::MAX;

/// Adds the lists in an object that is no row: a single object stands for a list of one.
fn add_lists(object: &Map<String, Value>, around: Option<&KeyPath>, call: &CallSchema, lists: &mut Vec<List>) {
    if is_row(object, call) {
        return;
    }
    // Links of HAL are no rows.
    for (key, value) in object.iter().filter(|(key, _)| plain_key(key) != "links") {
        let path = around.map_or_else(|| KeyPath::of_key(key), |around| around.join(key));
        let depth = path.keys().len();
        match value {
            Value::Object(inner) if depth < DEPTH => add_lists(inner, Some(&path), call, lists),
            Value::Array(rows) if rows.iter().all(Value::is_object) => {
                let fields = rows.first().and_then(Value::as_object).map_or(0, |row| fields_in(row, call));
                let rank = list_rank(key).unwrap_or(UNRANKED);
                let is_of_texts = fields == 0 && message_rank(key).is_some();
                let list = List { fields: Reverse(fields), rank, depth, path, is_empty: rows.is_empty() };
                lists.extend((!is_of_texts).then_some(list));
            }
            _ => {}
        }
    }
}

/// Whether an object has fields of the rows of a service.
pub(in crate::check) fn is_row(object: &Map<String, Value>, call: &CallSchema) -> bool {
    fields_in(object, call) > 0
}

/// How many fields of the rows of a service an object has; 0 if there are too few for a row.
fn fields_in(object: &Map<String, Value>, call: &CallSchema) -> usize {
    let Some(name) = &call.data else { return 0 };
    let keys = ContractSchema::get().types.get(name).into_iter().flat_map(|schema| &schema.keys);
    let fields: Vec<&String> = keys.filter(|(_, of)| of.expected != ExpectedType::List).map(|(key, _)| key).collect();
    let is_field = |key: &&String| fields.iter().any(|field| likeness(key, field, name) >= ALIKE);
    let count = object.keys().filter(is_field).count();
    if count >= FIELDS_OF_ROW { count } else { 0 }
}
