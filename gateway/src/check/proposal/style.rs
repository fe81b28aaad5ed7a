//! Proposes the naming style: whether an API has the contract's names in another one, such as `snake_case`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::line::Line;
use crate::{
    contract_schema::schema::ContractSchema,
    mapping::{Mapping, file::NameStyle},
};

/// Minimum number of names of the contract that show a style.
const ENOUGH: usize = 8;

/// The style that the file configures, or else the one in which most names of the contract came, whose line is added.
pub(super) fn add_line<'b>(
    bodies: impl Iterator<Item = &'b Value>,
    given: &Mapping,
    lines: &mut Vec<Line>,
) -> NameStyle {
    let configured = given.file.names.style;
    if configured != NameStyle::default() {
        return configured;
    }
    let mut keys = BTreeSet::new();
    bodies.for_each(|body| add_keys(body, &mut keys));
    let names: BTreeSet<&String> = ContractSchema::get().types.values().flat_map(|schema| schema.keys.keys()).collect();
    let count = |style: NameStyle| names.iter().filter(|name| keys.contains(&style.name(name))).count();
    let (found, style) = NameStyle::OTHERS
        .map(|style| (count(style), style))
        .into_iter()
        .max_by_key(|(count, _)| *count)
        .unwrap_or_default();
    if found < ENOUGH || found < 2 * count(NameStyle::default()) {
        return configured;
    }
    lines.extend(toml::Value::try_from(style).ok().map(|value| Line::new(&["names"], "style", value)));
    style
}

fn add_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            keys.extend(members.keys().cloned());
            members.values().for_each(|value| add_keys(value, keys));
        }
        Value::Array(items) => items.iter().for_each(|item| add_keys(item, keys)),
        _ => {}
    }
}
