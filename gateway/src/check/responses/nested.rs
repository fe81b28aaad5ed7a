//! Values within the objects of a response, by the keys that lead to them, and as plain text.

use std::borrow::Cow;

use serde_json::{Value, value::RawValue};
use services::wire::spelling::KeyPath;

use crate::contract::{comparison::Members, field_names::shown, value_type::ValueType};

/// How deep objects are looked into.
pub(in crate::check) const DEPTH: usize = 3;
/// Maximum number of keys of one object that are looked at.
const MAX_KEYS: usize = 64;
/// Maximum number of elements of one list that are looked at.
const MAX_ITEMS: usize = 16;

/// The value to which keys lead.
pub(in crate::check) fn at<'a>(value: &'a RawValue, path: &KeyPath) -> Option<&'a RawValue> {
    path.keys().iter().try_fold(value, |value, key| serde_json::from_str::<Members>(value.get()).ok()?.value(key))
}

/// The values to which keys lead, in each element of the lists on the way.
pub(in crate::check) fn all_at<'a>(value: &'a RawValue, path: &KeyPath) -> Vec<&'a RawValue> {
    path.keys().iter().fold(vec![value], |values, key| {
        let items = values.into_iter().flat_map(|value| match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            Ok(items) => items,
            Err(_) => vec![value],
        });
        items.filter_map(|item| serde_json::from_str::<Members>(item.get()).ok()?.value(key)).collect()
    })
}

/// The values to which the text of a path leads.
pub(in crate::check) fn at_text<'a>(value: &'a RawValue, path: &str) -> Option<&'a RawValue> {
    at(value, &path.parse().ok()?)
}

/// All keys within an object with their values, those of the objects in it after their own. Keys that may not be shown are
/// left out.
pub(in crate::check) fn keys_within(value: &RawValue) -> Vec<(KeyPath, &RawValue)> {
    let mut found = Vec::new();
    add(value, None, false, &mut found);
    found
}

/// The same with those of the objects in lists, each as often as it comes.
pub(in crate::check) fn keys_within_lists(value: &RawValue) -> Vec<(KeyPath, &RawValue)> {
    let mut found = Vec::new();
    add(value, None, true, &mut found);
    found
}

fn add<'a>(value: &'a RawValue, around: Option<&KeyPath>, in_lists: bool, found: &mut Vec<(KeyPath, &'a RawValue)>) {
    if in_lists && let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        items.into_iter().take(MAX_ITEMS).for_each(|item| add(item, around, in_lists, found));
        return;
    }
    if ValueType::of(value.get()) != ValueType::Object || around.is_some_and(|path| path.keys().len() >= DEPTH) {
        return;
    }
    let Ok(Members(members)) = serde_json::from_str::<Members<'a>>(value.get()) else { return };
    let is_shown = |(key, _): &&(Cow<str>, &RawValue)| shown(key).is_ok();
    for (key, value) in members.iter().filter(is_shown).take(MAX_KEYS) {
        let path = around.map_or_else(|| KeyPath::of_key(key), |around| around.join(key));
        found.push((path.clone(), value));
        add(value, Some(&path), in_lists, found);
    }
}

/// The text of a path for the file.
pub(in crate::check) fn text(keys: &[&str]) -> String {
    let path = keys
        .iter()
        .skip(1)
        .fold(KeyPath::of_key(keys.first().copied().unwrap_or_default()), |path, key| path.join(key));
    path.to_string()
}

/// The text of a text or a whole number.
pub(in crate::check) fn plain(value: &RawValue) -> Option<String> {
    match serde_json::from_str(value.get()).ok()? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Some(number.to_string()),
        _ => None,
    }
}

/// A key without the names of objects that only wrap the fields: `attributes.nome` is `nome`.
pub(in crate::check) fn without_wrappers(key: &str) -> &str {
    const WRAPPERS: [&str; 10] = [
        "attributes",
        "atributos",
        "fields",
        "campos",
        "properties",
        "data",
        "dados",
        "detalhe",
        "detalhes",
        "details",
    ];
    match key.split_once('.') {
        Some((first, rest)) if WRAPPERS.contains(&first.to_lowercase().as_str()) => without_wrappers(rest),
        _ => key,
    }
}
